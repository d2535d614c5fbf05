"""Chapter 8: airpower, the B-29, the airlift and the 11th Airborne."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.games.ichigo.breakdowns import air_terms, who_term
from grognard.games.ichigo.facts import ALLIED, CHINA, JAPAN, JAPANESE, SIDE_OF_NATION, US
from grognard.games.ichigo.stacking import arrive, room, stacking_bar
from grognard.games.ichigo.state import CANCELLED, LAUNCHED, State, has_garrison
from grognard.games.ichigo.supply import lift_supply
from grognard.kernel.bits import bitset, each, members
from grognard.kernel.dice import Throw
from grognard.kernel.flow import Bar, Decision, Frame, Later, Option, Roll, Term, for_each, space_of, unit_of
from grognard.kernel.ids import Side, Space, Spaces, Unit
from grognard.kernel.tables import Modifier

LIFTED = 10_000
"""Added to a unit's number: the key of its own movement die after an airlift (R46, R85)."""


# --- 8.1, 8.7 the airpower phase


def begin(s: State) -> None:
    """8.1, R26: while Causeway is not launched."""
    s.agenda.append(Airpower())


def bases_held(s: State) -> int:
    """8.7: US airbases that the Japanese have not taken, or have lost again (8.7c)."""
    return (s.game.airbases & ~s.japanese).bit_count()


def japanese_air_modifiers(s: State) -> list[Modifier]:
    """8.1b-c."""
    g = s.game
    if s.turn == 1:
        return [Modifier(g.air_first_turn, "Turn 1", ("8.1b",))]
    if s.turn >= g.attenuated_from:
        return [Modifier(g.air_late, "Turn 7 or later", ("8.1c",))]
    return []


def air_results(s: State, dice: Throw) -> tuple[int, int]:
    """8.1, 8.7, R25: the Allied and the Japanese result, never below nothing; without a base the Allies have none."""
    japanese = max(0, dice[0] + sum(m.value for m in japanese_air_modifiers(s)))
    lost = s.game.air_by_bases[bases_held(s)]
    allied = 0 if lost is None else max(0, dice[1] + lost)
    return allied, japanese


@dataclass(slots=True)
class Airpower(Frame):
    """8.1: both roll; the higher result gets markers, the difference of them; ties are rolled again."""

    id = "ichigo.air.Airpower"

    def run(self, s: State) -> Roll:
        both = s.game.air_by_bases[bases_held(s)] is not None
        return Roll("airpower", 2 if both else 1, (bases_held(s),), ("8.1a", "8.7a") if both else ("8.1a", "8.7b"))

    def rolled(self, s: State, dice: Throw) -> None:
        allied, japanese = air_results(s, dice)
        bases = bases_held(s)
        sums = air_terms(s, dice, japanese_air_modifiers(s), s.game.air_by_bases[bases], bases)
        if allied == japanese:
            s.tell("airpower-tied", allied, cases=("8.1a", "R25"), sum=sums)
            return
        s.agenda.pop()
        s.air_side = JAPANESE if japanese > allied else ALLIED
        ahead = abs(japanese - allied)
        markers = min(s.game.most_markers, ahead)
        sums.append(Term("markers", (ahead, s.game.most_markers), ("8.1a", "R24")))
        s.tell("air-superiority", s.air_side, markers, allied, japanese, cases=("8.1a", "R24"), sum=sums)
        s.agenda.append(PlaceMarkers(s.air_side, markers))


@dataclass(slots=True)
class PlaceMarkers(Frame):
    """8.2: every marker won is placed, one to a hex, anywhere on the map."""

    id = "ichigo.air.PlaceMarkers"
    verbs = ("air-marker",)
    side: Side
    left: int

    def run(self, s: State) -> Decision | None:
        if not self.left:
            s.agenda.pop()
            return None
        return Later(self, s, self.side, "air-markers", ("8.2", "8.3"), (self.left,))

    def options(self, s: State) -> list[Option]:
        return for_each("air-marker", s.game.map.graph.every & ~s.air_markers)

    def offers(self, s: State, option: Option) -> bool:
        return space_of(option) < s.game.hexes and not s.air_markers >> space_of(option) & 1

    def answer(self, s: State, option: Option) -> None:
        hex_ = space_of(option)
        self.left -= 1
        s.air_markers |= 1 << hex_
        s.air_range |= 1 << hex_ | s.game.near[hex_]
        s.tell("air-marker", self.side, hex_, cases=("8.2",))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if space is not None and space < s.game.hexes and s.air_markers >> space & 1:
            return [Bar(f"{s.game.space_names[space]} has a marker already.", ("8.2",))]
        if unit is not None:
            return [Bar("Airpower markers are placed now, one to a hex; no unit has a part in it.", ("8.2", "8.3"))]
        return []

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, space)

    def why_not_end(self, s: State, side: Side) -> list[Bar]:
        return [Bar("All airpower markers that were won are placed.", ("8.2",))]


def has_air_superiority(s: State) -> bool:
    """R28: whether the Allies have it this turn."""
    return s.causeway == LAUNCHED or s.air_side == ALLIED


# --- 8.9 the B-29


def begin_raid(s: State) -> None:
    """8.9a, 8.9c, R29: by the die each turn once Causeway is launched; once, on turns 7 to 9, without."""
    if s.causeway == LAUNCHED:
        s.agenda.append(RaidRoll())
    elif s.causeway == CANCELLED and not s.b29_used:
        s.agenda.append(Raid())


@dataclass(slots=True)
class RaidRoll(Frame):
    """8.9c, 5.3.3."""

    id = "ichigo.air.RaidRoll"

    def run(self, s: State) -> Roll:
        return Roll("raid", 1, (), ("8.9c", "5.3.3"))

    def rolled(self, s: State, dice: Throw) -> None:
        s.agenda.pop()
        if dice[0] <= s.game.b29_success:
            s.agenda.append(Raid())
        else:
            s.tell("raid-fails", cases=("8.9c",))


@dataclass(slots=True)
class Raid(Frame):
    """8.9a, R31: on any Japanese-controlled city, or not at all."""

    id = "ichigo.air.Raid"
    verbs = ("raid", "no-raid")

    def run(self, s: State) -> Decision:
        options: list[Option] = for_each("raid", s.game.cities & s.japanese)
        options.append(("no-raid",))
        return Decision(ALLIED, "raid", options, ("8.9a", "8.9b"), always=True)

    def answer(self, s: State, option: Option) -> None:
        g = s.game
        s.agenda.pop()
        if option[0] == "no-raid":
            return
        s.b29 = space_of(option)
        s.b29_used = 1
        s.tell("raided", s.b29, cases=("8.9a",))
        for hex_ in each(s.present[JAPAN]):
            if g.map.distance(s.b29, hex_) <= g.b29_radius:
                s.cut_off |= s.at[hex_] & g.of_nation[JAPAN]

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if space is None:
            return [] if unit is None else [Bar("The B-29s strike a city; no unit has a part in it.", ("8.9a",))]
        if s.game.cities & s.japanese & 1 << space:
            return [Bar(f"{s.game.space_names[space]} may be raided: choose the hex alone.", ("8.9a",))]
        return [Bar(f"{s.game.space_names[space]} is not a Japanese-controlled city.", ("8.9a", "R31"))]

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, space)


# --- 8.10 airlift, 8.11 the 11th Airborne


def lift_bar(s: State, nation: int, unit: Unit) -> Bar | None:
    """8.10, 8.11e-f, R72, R88: why a unit may not be airlifted."""
    g = s.game
    bit = 1 << unit
    if not has_air_superiority(s):
        return Bar("No airlift: the Allies do not hold air superiority this turn.", ("8.10a", "R28"))
    if s.airlift_used:
        return Bar("This turn's airlift has been used.", ("8.10a", "8.11c"))
    if g.militia & bit:
        return Bar("Militia are never airlifted.", ("8.10d",))
    if nation == US and not g.airborne & bit:
        return Bar("Of the US units only the 11th Airborne may be airlifted.", ("8.11f",))
    began = s.began[unit]
    if began >= g.hexes or not lift_cities(s, nation) >> began & 1:
        return Bar("It did not begin the phase in a friendly city.", ("8.10b", "R88"))
    if s.moved & bit or s.where[unit] != began:
        return Bar("It has moved: the airlift comes first.", ("R72", "8.10c"))
    if began in s.rolled_hexes:
        return Bar("The movement die of its hex has been rolled: the airlift comes first.", ("R72", "8.10c"))
    return None


def lift_cities(s: State, nation: int) -> Spaces:
    """8.10b, 8.11e: Allied-controlled cities; only the 11th Airborne may use those on Formosa."""
    cities = s.game.cities & ~s.japanese
    return cities if nation == US else cities & s.game.mainland


def lift_goals(s: State, nation: int, unit: Unit) -> list[Space]:
    """8.10b, R72: other friendly cities with room and no ally."""
    return members(with_room(s, nation) & ~(1 << s.where[unit]))


def with_room(s: State, nation: int) -> Spaces:
    """8.10b, R72: friendly cities with room for one more."""
    return bitset(h for h in each(lift_cities(s, nation)) if room(s, h, nation) > 0)


def drop_bar(s: State, hex_: Space) -> Bar | None:
    """8.11b-c, R32, R33: why the 11th Airborne may not be dropped into a hex."""
    g = s.game
    if (bar := airborne_bar(s)) is not None:
        return bar
    if s.airlift_used:
        return Bar("This turn's airlift has been used.", ("8.11c",))
    if s.aerial_placed:
        return Bar("This turn's aerial supply has been used.", ("8.11c", "R32"))
    if hex_ >= g.hexes or not g.land >> hex_ & 1 or g.mountains >> hex_ & 1:
        return Bar("The drop needs a clear or rough hex.", ("8.11b",))
    if s.present[JAPAN] >> hex_ & 1 or has_garrison(s, hex_):
        return Bar(f"Japanese troops are in {g.space_names[hex_]}.", ("8.11b", "R33"))
    return stacking_bar(s, hex_, US)


def airborne_bar(s: State) -> Bar | None:
    """5.3.13, 8.11a: why the 11th Airborne cannot come at all."""
    g = s.game
    if s.causeway != LAUNCHED or s.turn < g.airborne_from:
        return Bar("The 11th Airborne is available from turn 8, with Causeway.", ("5.3.13", "8.11a"))
    if not s.at[g.us_box] & g.airborne:
        return Bar("The 11th Airborne has come already.", ("8.11b", "8.11d"))
    return None


def lift_options(s: State, nation: int) -> list[Option]:
    """8.10, 8.11: what may be flown in this movement phase."""
    g = s.game
    options: list[Option] = []
    if nation == JAPAN:
        return options
    if has_air_superiority(s) and not s.airlift_used:
        hexes = lift_cities(s, nation) & s.present[nation]
        flying = g.regulars if nation == CHINA else g.airborne
        goals = with_room(s, nation)
        for hex_ in each(hexes):
            if goals & ~(1 << hex_):
                options += [("airlift", u) for u in each(s.at[hex_] & flying) if lift_bar(s, nation, u) is None]
    if nation == US and airborne_bar(s) is None:
        options += [("bring-airborne", h) for h in s.beachheads if stacking_bar(s, h, US) is None]
        options += [("airdrop", h) for h in each(g.land & ~g.mountains) if drop_bar(s, h) is None]
    return options


def lift(s: State, option: Option) -> None:
    """8.10, 8.11, R87: carry out one of those options."""
    g = s.game
    if option[0] == "airlift":
        s.agenda.append(Airlift(g.nation_of[unit_of(option)], unit_of(option)))
        return
    unit, hex_ = members(g.airborne)[0], space_of(option)
    if option[0] == "airdrop":
        s.airdrop_used = s.turn
        s.airlift_used = 1
        lift_supply(s, "8.11c", "R32")
        s.tell("airdrop", unit, hex_, cases=("8.11b",))
    else:
        s.tell("landed", unit, hex_, cases=("8.11a", "R87"))
    arrive(s, [unit], hex_)


@dataclass(slots=True)
class Airlift(Frame):
    """8.10b, 8.11e: to which city."""

    id = "ichigo.air.Airlift"
    verbs = ("fly-to", "call-off")
    nation: int
    unit: Unit

    def run(self, s: State) -> Decision:
        options: list[Option] = [("fly-to", h) for h in lift_goals(s, self.nation, self.unit)]
        options.append(("call-off",))
        side = SIDE_OF_NATION[self.nation]
        return Decision(side, "airlift", options, ("8.10b", "R72"), (self.unit,), always=True)

    def answer(self, s: State, option: Option) -> None:
        s.agenda.pop()
        if option[0] == "call-off":
            return
        start, goal = s.where[self.unit], space_of(option)
        s.airlift_used = 1
        s.began[self.unit] = LIFTED + self.unit
        s.strategic &= ~bitset([self.unit])
        about = (self.nation, start, goal)
        s.tell("airlifted", *about, cases=("8.10a", "8.10b"), sum=[who_term(s, "who", [self.unit])])
        arrive(s, [self.unit], goal)

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is not None and unit != self.unit:
            return [
                Bar("Only one unit per turn is airlifted, and another has been chosen: cancel that first.", ("8.10a",))
            ]
        if space is None:
            return [Bar("Choose the city to fly to.", ("8.10b",))]
        if space >= s.game.hexes or not lift_cities(s, self.nation) >> space & 1:
            name, where = s.game.space_names[space], "" if self.nation == US else " of the mainland"
            case = "8.11e" if self.nation == US else "8.10b"
            return [Bar(f"{name} is not a city{where} in Allied hands.", (case,))]
        if space == s.where[self.unit]:
            return [Bar("It is there already.", ("8.10b",))]
        bar = stacking_bar(s, space, self.nation)
        return [bar or Bar(f"It may fly to {s.game.space_names[space]}: choose the hex alone.", ("8.10b",))]

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, space) if verb == "fly-to" else []
