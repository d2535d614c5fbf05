"""Sections 5.2-5.3 and 10.11: Causeway or Philippines, the landings, and what they bring."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.games.ichigo import air
from grognard.games.ichigo.breakdowns import die_terms, modifier_terms, who_term
from grognard.games.ichigo.facts import ALLIED, CHINA, JAPAN, JAPANESE, SIDE_OF_NATION, US
from grognard.games.ichigo.reinforcement import come_in, entry_hexes
from grognard.games.ichigo.stacking import arrive, room, shared, stacking_bar
from grognard.games.ichigo.state import (
    CANCELLED,
    LAUNCHED,
    State,
    eliminate,
    enemy_hexes,
    has_garrison,
    nation_units,
    place,
)
from grognard.games.ichigo.victory import holds_all_airbases, holds_railroad, threat_words, threatens
from grognard.kernel.bits import each, members
from grognard.kernel.dice import Throw
from grognard.kernel.flow import Bar, Decision, Frame, Option, Roll, bars, for_each, space_of, unit_of
from grognard.kernel.ids import NO_SPACE, NO_UNITS, Side, Space, Spaces, Unit
from grognard.kernel.tables import Modifier


def is_launched(s: State) -> bool:
    """5.3."""
    return s.causeway == LAUNCHED


def is_not_launched(s: State) -> bool:
    """5.0c, R3: the airpower phase exists only so long."""
    return s.causeway != LAUNCHED


def start_turn(s: State) -> None:
    """R20: the check on turn 7, then the B-29; lifts and supply by air are available anew."""
    s.airlift_used = s.aerial_placed = 0
    if s.turn == s.game.causeway_turn:
        found = causeway_modifiers(s)
        s.tell("causeway-due", sum(m.value for m in found), cases=("5.2a",), sum=modifier_terms(found))
        s.agenda.append(Check())
    else:
        air.begin_raid(s)


# --- 5.2 Causeway or Philippines


def causeway_modifiers(s: State) -> list[Modifier]:
    """5.2c-f, as the board stands; the airbases' modifier (5.2b) needs a die of its own."""
    g = s.game
    found = []
    if holds_railroad(s):
        found.append(Modifier(1, "The whole railroad is Japanese", ("5.2c",)))
    for city, name, nearby, case in (
        (g.chungking, "Chungking", g.near_chungking, "5.2d"),
        (g.kunming, "Kunming", g.near_kunming, "5.2e"),
    ):
        if threatens(s, city, nearby):
            found.append(Modifier(1, threat_words(s, name, nearby), (case,)))
    for port in each(g.ports & g.mainland & ~s.japanese):
        found.append(Modifier(1, f"{g.space_names[port]} is in Allied hands", ("5.2f",)))
    return found


@dataclass(slots=True)
class Check(Frame):
    """5.2: one roll a game; with all airbases Japanese another die says which way that counts."""

    id = "ichigo.causeway.Check"
    sign: int = 0

    def run(self, s: State) -> Roll:
        if holds_all_airbases(s) and not self.sign:
            return Roll("airbases-die", 1, (), ("5.2b",))
        return Roll("causeway", 1, (self.modifier(s),), ("5.2a",))

    def modifier(self, s: State) -> int:
        """5.2b-f, cumulative."""
        return self.sign + sum(m.value for m in causeway_modifiers(s))

    def airbases(self) -> list[Modifier]:
        """5.2b: the modifier that had a die of its own."""
        return [Modifier(self.sign, "All US airbases are Japanese", ("5.2b",))] if self.sign else []

    def rolled(self, s: State, dice: Throw) -> None:
        if holds_all_airbases(s) and not self.sign:
            self.sign = 1 if dice[0] <= s.game.base_sign else -1
            return
        launched = dice[0] + self.modifier(s) >= s.game.causeway_needed
        found = [*causeway_modifiers(s), *self.airbases()]
        sums = die_terms(dice[0], found, s.game.causeway_needed, "5.2a")
        s.agenda.pop()
        s.causeway = LAUNCHED if launched else CANCELLED
        kind, cases = ("launched", ("5.2a", "5.3")) if launched else ("cancelled", ("5.2a", "4.2a"))
        s.tell(f"causeway-{kind}", cases=cases, sum=sums)
        air.begin_raid(s)


# --- Phase I


def begin_landing(s: State) -> None:
    """5.3.4-5.3.6, 5.3.12, 10.11, 9.8."""
    g = s.game
    s.arrived = NO_UNITS
    if s.turn == g.causeway_turn:
        s.beachheads = [g.takao]
        s.tell("beachhead", g.takao, cases=("5.3.4",))
        s.agenda.append(Deploy(g.kwantung))
        s.agenda.append(Deploy(g.garrison_box))
        for unit in each(s.at[g.kwantung] & g.tanks):
            place(s, unit, g.support)
        s.agenda.append(Landing(g.takao))
    elif s.turn == g.mainland_landing_turn:
        s.agenda.append(ChooseBeach())
    else:
        s.agenda.append(Landing())


def landing_bar(s: State, unit: Unit, hex_: Space) -> Bar | None:
    """5.3.4, 5.3.12a, 9.8, R36, R37, R87, R89: why a US unit may not come ashore here in Phase I."""
    g = s.game
    if hex_ not in s.beachheads:
        return Bar("US units come ashore at a beachhead.", ("5.3.4", "9.8"))
    if not s.at[g.us_box] >> unit & 1:
        return Bar(f"{g.unit_names[unit]} does not wait aboard.", ("9.8",))
    if g.airborne >> unit & 1 and s.turn < g.transfer_from:
        return Bar("The 11th Airborne lands in Phase I from turn 9 on.", ("5.3.13", "R87"))
    if (s.at[hex_] & s.arrived & g.of_nation[US]).bit_count() >= g.landing_most:
        return Bar(f"At most {g.landing_most} divisions land at a beachhead in a turn.", ("5.3.4", "5.3.12a"))
    return stacking_bar(s, hex_, US)


@dataclass(slots=True)
class Landing(Frame):
    """5.3.4, 5.3.12, 10.11a, 9.8: divisions come ashore, and from turn 9 change beachheads, at will."""

    id = "ichigo.causeway.Landing"
    verbs = ("land", "transfer", "exchange", "end-landing")
    first: Space = NO_SPACE
    """A new beachhead, where at least one division must land (R36)."""

    def run(self, s: State) -> Decision:
        g = s.game
        aboard = members(s.at[g.us_box])
        options: list[Option] = [("land", u, h) for u in aboard for h in s.beachheads if self.bar(s, u, h) is None]
        options += self.transfers(s)
        if not self.is_owed(s):
            options.append(("end-landing",))
        owed = self.first if self.is_owed(s) else NO_SPACE
        verbs = {option[0] for option in options}
        open_ends = (int("land" in verbs), int(bool(verbs & {"transfer", "exchange"})))
        return Decision(ALLIED, "landing", options, ("5.3.4", "5.3.12a", "10.11a", "9.8"), (owed, *open_ends))

    def bar(self, s: State, unit: Unit, hex_: Space) -> Bar | None:
        """5.3.12c, R36: why a unit may not land here; the last one aboard is kept for a new beachhead."""
        g = s.game
        waiting = (s.at[g.us_box] & ~g.airborne).bit_count()
        if hex_ != self.first and self.is_owed(s) and waiting == 1:
            return Bar(f"A division must land at {g.space_names[self.first]}.", ("5.3.12c", "R36"))
        return landing_bar(s, unit, hex_)

    def is_owed(self, s: State) -> bool:
        """5.3.12c, R36: nobody has landed at the new beachhead yet."""
        return self.first >= 0 and not s.present[US] >> self.first & 1

    def transfers(self, s: State) -> list[Option]:
        """10.11a, R89: units that began the phase in one beachhead go to the other, or change places with its units."""
        if s.turn < s.game.transfer_from or len(s.beachheads) < 2:
            return []
        ready = [self.ready(s, hex_) for hex_ in s.beachheads]
        options: list[Option] = []
        for here, there in ((0, 1), (1, 0)):
            if room(s, s.beachheads[there], US) > 0:
                options += [("transfer", u) for u in ready[here]]
        if not any(shared(s, hex_, US) for hex_ in s.beachheads):
            options += [("exchange", a, b) for a in ready[0] for b in ready[1]]
        return options

    def ready(self, s: State, hex_: Space) -> list[Unit]:
        """10.11a: the US units of a beachhead that have not landed or sailed in this phase."""
        return members(s.at[hex_] & s.game.of_nation[US] & ~s.arrived)

    def answer(self, s: State, option: Option) -> None:
        verb = option[0]
        if verb == "end-landing":
            s.agenda.pop()
        elif verb == "land":
            unit, hex_ = unit_of(option), space_of(option, 2)
            s.arrived |= 1 << unit
            s.tell("landed", unit, hex_, cases=("5.3.4", "9.8"))
            arrive(s, [unit], hex_)
        else:
            for number in range(1, len(option)):
                unit = unit_of(option, number)
                goal = next(h for h in s.beachheads if h != s.where[unit])
                s.arrived |= 1 << unit
                s.tell("transferred", unit, goal, cases=("10.11a",))
                place(s, unit, goal)

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        g = s.game
        if unit is None:
            return []
        if g.nation_of[unit] != US:
            return [Bar("Only US units land or are transferred.", ("9.8", "10.11b"))]
        if s.where[unit] < g.hexes:
            other = next((h for h in s.beachheads if h != s.where[unit]), NO_SPACE)
            return [self.ashore_bar(s, unit) or self.sailing_bar(s, unit, other, space)]
        if space is not None:
            return bars(self.bar(s, unit, space))
        shut = bars(*(self.bar(s, unit, beach) for beach in s.beachheads))
        return shut if len(shut) == len(s.beachheads) else []

    def ashore_bar(self, s: State, unit: Unit) -> Bar | None:
        """10.11a: why a unit ashore takes no part in naval transfers at all."""
        g = s.game
        if s.turn < g.transfer_from:
            return Bar("Naval transfer is possible from turn 9 on.", ("10.11a",))
        if s.where[unit] not in s.beachheads:
            return Bar("Only units in a beachhead are transferred.", ("10.11a",))
        if s.arrived >> unit & 1:
            return Bar(f"{g.unit_names[unit]} has landed or sailed in this phase.", ("10.11a",))
        return None if len(s.beachheads) > 1 else Bar("There is no other beachhead to sail to.", ("10.11a",))

    def sailing_bar(self, s: State, unit: Unit, other: Space, space: Space | None) -> Bar:
        """10.11a, R89: why a unit that may sail does not: its only goal, or that there is no room."""
        name = s.game.space_names[other]
        full = stacking_bar(s, other, US)
        if full is None or space not in (None, other):
            may = f"It may sail to {name}: choose the unit alone."
            return Bar(may if space == other else f"It sails to {name} and nowhere else.", ("10.11a",))
        if not shared(s, other, US) and not shared(s, s.where[unit], US) and self.ready(s, other):
            return Bar(f"{name} is full: choose a unit there to change places with.", ("R89", "6.4"))
        return full

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        g = s.game
        if verb == "end-landing":
            return self.why_not_end(s, side)
        if unit is None:
            return []
        if verb == "land" and g.nation_of[unit] == US and s.where[unit] < g.hexes:
            return [Bar(f"{g.unit_names[unit]} is ashore.", ("9.8",))]
        if verb != "land" and g.nation_of[unit] == US and s.where[unit] >= g.hexes:
            return [Bar(f"{g.unit_names[unit]} is not ashore: it may land, not sail between beachheads.", ("10.11a",))]
        if verb == "exchange" and g.nation_of[unit] == US and not any(self.ready(s, h) for h in s.beachheads):
            return [Bar("Nobody in the beachheads may still sail.", ("10.11a",))]
        if verb == "exchange" and g.nation_of[unit] == US:
            nobody = Bar("Nobody at the other beachhead may change places with it.", ("10.11a", "R89"))
            return [self.ashore_bar(s, unit) or nobody]
        return self.why_not(s, side, unit, space)

    def why_not_end(self, s: State, side: Side) -> list[Bar]:
        owed = Bar(f"A division must land at {s.game.space_names[self.first]}.", ("5.3.12c", "R36"))
        return [owed] if self.is_owed(s) else []


@dataclass(slots=True)
class Deploy(Frame):
    """5.3.5, 5.3.6, R35: the Formosa Garrison on Formosa, then the Kwantung Army at the entry hexes; all of them."""

    id = "ichigo.causeway.Deploy"
    verbs = ("enter",)
    box: Space

    def run(self, s: State) -> Decision | None:
        hexes = [h for h in each(self.hexes(s)) if self.bar(s, h) is None]
        units = members(s.at[self.box])
        if not units or not hexes:
            s.agenda.pop()
            return None
        options: list[Option] = [("enter", u, h) for u in units for h in hexes]
        return Decision(JAPANESE, "deploy", options, ("5.3.5", "5.3.6", "R35"), (self.box,))

    def hexes(self, s: State) -> Spaces:
        """Formosa but for the beachhead, or where reinforcements come in."""
        g = s.game
        return g.formosa & ~(1 << g.takao) if self.box == g.garrison_box else entry_hexes(s)

    def bar(self, s: State, hex_: Space) -> Bar | None:
        """Why a unit may not be deployed here."""
        if hex_ >= s.game.hexes or not self.hexes(s) >> hex_ & 1:
            garrison = self.box == s.game.garrison_box
            words = "on Formosa, not at Takao-Tainan" if garrison else "where reinforcements come in"
            return Bar(f"These units deploy {words}.", ("5.3.5" if garrison else "5.3.6",))
        return stacking_bar(s, hex_, JAPAN)

    def answer(self, s: State, option: Option) -> None:
        case = "5.3.5" if self.box == s.game.garrison_box else "5.3.6"
        come_in(s, unit_of(option), space_of(option, 2), case)

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is not None and s.where[unit] != self.box:
            return [Bar(f"The units of the {s.game.space_names[self.box]} deploy now.", ("5.3.5", "5.3.6"))]
        return bars(None if space is None else self.bar(s, space))

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, space)


# --- 5.3.12 the mainland beachhead


@dataclass(slots=True)
class ChooseBeach(Frame):
    """5.3.12a, c, R39: one of the mainland ports south of 2817; not to be put off."""

    id = "ichigo.causeway.ChooseBeach"
    verbs = ("beachhead",)

    def run(self, s: State) -> Decision:
        options: list[Option] = for_each("beachhead", s.game.landing_ports)
        return Decision(ALLIED, "choose-beach", options, ("5.3.12a", "5.3.12c"))

    def answer(self, s: State, option: Option) -> None:
        hex_ = space_of(option)
        s.agenda.pop()
        s.beachheads.append(hex_)
        s.tell("beachhead", hex_, cases=("5.3.12a",))
        s.agenda.append(Landing(hex_))
        s.agenda += [Displace(hex_, nation) for nation in (CHINA, JAPAN) if s.present[nation] >> hex_ & 1]

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if space is None:
            return [] if unit is None else [Bar("The port of the landing is chosen first.", ("5.3.12a",))]
        if s.game.landing_ports >> space & 1:
            return [Bar(f"{s.game.space_names[space]} may be chosen: click the hex alone.", ("5.3.12a",))]
        return [Bar(f"{s.game.space_names[space]} is not a mainland port south of 2817.", ("5.3.12a", "R39"))]

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, space)


@dataclass(slots=True)
class Displace(Frame):
    """5.3.12b, R38: units in the landing hex are moved one hex out, as the Allied player says."""

    id = "ichigo.causeway.Displace"
    verbs = ("displace",)
    hex: Space
    nation: int

    def run(self, s: State) -> Decision | None:
        g = s.game
        for unit in each(s.at[self.hex] & g.of_nation[self.nation] & g.static):
            s.tell("displaced-eliminated", unit, self.hex, s.steps[unit], cases=("5.3.12b", "R38"))
            eliminate(s, unit)
        units = nation_units(s, self.hex, self.nation)
        if not units:
            s.agenda.pop()
            return None
        hexes = [h for h in g.open_steps[self.hex] if self.bar(s, h) is None]
        if not hexes:
            s.agenda.pop()
            named = [] if self.nation == CHINA else units
            terms = [who_term(s, "given-up", units)] if self.nation == CHINA else []
            about = (self.nation, len(units), self.hex, named, sum(s.steps[unit] for unit in named))
            s.tell("displaced-lost", *about, cases=("5.3.12b", "R38"), sum=terms)
            for unit in units:
                eliminate(s, unit)
            return None
        options: list[Option] = [("displace", h) for h in hexes]
        return Decision(ALLIED, "displace", options, ("5.3.12b", "R38"), (self.nation, self.hex))

    def bar(self, s: State, hex_: Space) -> Bar | None:
        """R38: why the units may not be pushed there."""
        g = s.game
        if hex_ >= g.hexes or not g.open_near[self.hex] >> hex_ & 1:
            return Bar("They are moved to an adjacent land hex, not over a lake.", ("5.3.12b", "R38"))
        enemies = enemy_hexes(s, SIDE_OF_NATION[self.nation])
        if enemies >> hex_ & 1 or (self.nation == CHINA and has_garrison(s, hex_)):
            return Bar("Enemies are in that hex.", ("R38", "6.0b"))
        return None

    def answer(self, s: State, option: Option) -> None:
        s.agenda.pop()
        units = nation_units(s, self.hex, self.nation)
        s.tell("displaced", self.nation, len(units), self.hex, space_of(option), cases=("5.3.12b",))
        arrive(s, units, space_of(option))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        all_of_them = Bar("All units in the landing hex are moved out together.", ("5.3.12b", "R38"))
        return bars(None if space is None else self.bar(s, space)) or ([] if unit is None else [all_of_them])

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, space)
