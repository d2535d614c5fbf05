"""Chapter 9: reinforcements, withdrawals and absorption."""

from __future__ import annotations

from dataclasses import dataclass, field

from grognard.games.ichigo.facts import ALLIED, CHINA, JAPAN, JAPANESE
from grognard.games.ichigo.stacking import arrive, room, stacking_bar
from grognard.games.ichigo.state import CANCELLED, LAUNCHED, State, allied_hexes, eliminate, place
from grognard.games.ichigo.supply import OUT, supply, working_sources
from grognard.games.ichigo.victory import holds_all_airbases
from grognard.kernel.bits import bitset, each, members
from grognard.kernel.dice import Throw
from grognard.kernel.flow import NOBODY, Bar, Decision, Frame, Option, Roll, Term, bars, space_of, unit_of
from grognard.kernel.ids import NO_UNITS, Side, Space, Spaces, Unit, every
from grognard.kernel.shuffle import by_lot, lots
from grognard.kernel.words import numbered


def begin_japanese(s: State) -> None:
    """9.1-9.5, R43: withdrawals, then absorptions and arrivals, then the 14th Area Army."""
    g = s.game
    s.arrived = NO_UNITS
    if s.causeway == LAUNCHED and s.fourteenth_open and s.at[g.fourteenth]:
        s.agenda.append(FourteenthArea())
    s.agenda.append(JapaneseReinforcement())
    if s.turn == g.withdrawal_turn:
        s.agenda.append(Withdrawal(g.withdrawn))


# --- 9.2 withdrawal


FULL_DIVISIONS, REDUCED_DIVISIONS, BRIGADES = range(3)


def withdrawable(s: State, kind: int) -> list[Unit]:
    """9.2a, 9.2c, R42: units of a kind on the map and in supply."""
    return [u for h in each(s.present[JAPAN]) for u in each(s.at[h]) if withdrawal_bar(s, u, kind) is None]


def withdrawal_bar(s: State, unit: Unit, kind: int) -> Bar | None:
    """9.2a, 9.2c: why a unit does not count as one of the kind that must go."""
    g = s.game
    name = g.unit_names[unit]
    if s.where[unit] >= g.hexes or g.nation_of[unit] != JAPAN:
        return Bar(f"{name} is not a Japanese unit on the map.", ("9.2a",))
    if supply(s, unit) == OUT:
        return Bar(f"{name} is out of supply.", ("9.2a",))
    if kind == BRIGADES:
        return None if g.brigades >> unit & 1 else Bar("Brigades must go.", ("9.2c",))
    if not g.divisions >> unit & 1 or g.numbers[unit] >= g.withdrawn_below:
        return Bar(f"Only divisions numbered below {g.withdrawn_below} count.", ("9.2a",))
    if kind == REDUCED_DIVISIONS:
        return None if s.steps[unit] < g.full[unit] else Bar("Half-strength divisions must go.", ("9.2c",))
    if s.steps[unit] < g.full[unit] or g.attack[unit][-1] != g.withdrawn_factor:
        return Bar(f"Full-strength {g.withdrawn_factor}-factor divisions must go.", ("9.2a",))
    return None


def withdrawal_class(s: State) -> tuple[int, int]:
    """9.2a, 9.2c, R42: which kind must go for one division owed, and how many of it."""
    if withdrawable(s, FULL_DIVISIONS):
        return FULL_DIVISIONS, 1
    if len(withdrawable(s, REDUCED_DIVISIONS)) > 1:
        return REDUCED_DIVISIONS, 2
    return BRIGADES, min(2, len(withdrawable(s, BRIGADES)))


@dataclass(slots=True)
class Withdrawal(Frame):
    """9.2, 8.13: two divisions leave, or what takes their place; one of them joins the 14th Area Army."""

    id = "ichigo.reinforcement.Withdrawal"
    verbs = ("withdraw", "to-fourteenth-area")
    owed: int
    more: int = 0
    """Units still to be taken for the division that is being made up."""
    kind: int = 0
    gone: list[Unit] = field(default_factory=list)

    def run(self, s: State) -> Decision | None:
        g = s.game
        if self.is_chosen():
            divisions = [u for u in self.gone if g.divisions >> u & 1]
            if not self.gone:
                s.agenda.pop()
                return None
            options: list[Option] = [("to-fourteenth-area", u) for u in divisions or self.gone]
            return Decision(JAPANESE, "withdrawn-to-pool", options, ("9.2b", "R42"))
        if not self.more:
            self.owed -= 1
            self.kind, self.more = withdrawal_class(s)
            return None
        options = [("withdraw", u) for u in withdrawable(s, self.kind)]
        return Decision(JAPANESE, "withdraw", options, ("9.2a", "9.2c", "R42"), (self.more + self.owed,))

    def answer(self, s: State, option: Option) -> None:
        unit = unit_of(option)
        if option[0] == "to-fourteenth-area":
            s.agenda.pop()
            place(s, unit, s.game.fourteenth)
            s.steps[unit] = s.game.full[unit]
            s.tell("to-fourteenth-area", unit, cases=("9.2b", "5.3.11"))
            return
        s.tell("withdrawn", unit, s.where[unit], cases=("9.2a",))
        self.gone.append(unit)
        self.more -= 1
        place(s, unit, s.game.out)

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if self.is_chosen():
            return [Bar("One of the units just withdrawn joins the 14th Area Army.", ("9.2b",))]
        named = Bar("It may be withdrawn: no hex is needed.", ("9.2a",))
        return bars(None if unit is None else withdrawal_bar(s, unit, self.kind) or named)

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if verb == "to-fourteenth-area" and not self.is_chosen():
            return [Bar("First withdraw all the units that must leave.", ("9.2a", "9.2b"))]
        if verb == "withdraw" and self.is_chosen():
            return [Bar("All that must go have gone.", ("9.2a",))]
        return self.why_not(s, side, unit, space)

    def why_not_end(self, s: State, side: Side) -> list[Bar]:
        return [Bar("Withdrawals cannot be postponed.", ("9.2a", "9.2b"))]

    def is_chosen(self) -> bool:
        """9.2a: all that must go have gone."""
        return not self.owed and not self.more


# --- 9.1, 9.3, 9.5 arrivals and absorption


def entry_hexes(s: State) -> Spaces:
    """9.1c, e, R71: working north-edge sources, and railroad cities joined by Japanese railroad hexes to 1801."""
    g = s.game
    hexes = working_sources(s) & g.north_edge
    for hex_ in g.railroad:
        if not s.japanese >> hex_ & 1:
            break
        hexes |= 1 << hex_ & g.rail_cities
    return hexes & ~allied_hexes(s) & ~(1 << g.south_end)


def entry_bar(s: State, hex_: Space) -> Bar | None:
    """9.1c-e: why a reinforcement may not come in here."""
    g = s.game
    name = g.space_names[hex_]
    if hex_ >= g.hexes:
        return Bar(f"{name} is not a hex on the map.", ("9.1c",))
    if not entry_hexes(s) >> hex_ & 1:
        return Bar(f"{name} is neither an open map edge nor a railroad city connected to 1801.", ("9.1c", "9.1e"))
    return stacking_bar(s, hex_, JAPAN)


def due(s: State) -> list[Unit]:
    """9.1a-b, 9.3, 9.4a: who may come now: the Turn Track so far, Formosa divisions on turn 9, the Kwantung Army."""
    g = s.game
    units = [u for turn in range(min(s.turn, len(g.track))) for u in each(s.at[g.track[turn]] & g.of_nation[JAPAN])]
    if s.causeway == LAUNCHED:
        units += members(s.at[g.kwantung] & ~g.tanks)
    if s.causeway == CANCELLED and s.turn == g.formosa_divisions_turn:
        garrison = s.at[g.garrison_box]
        came = bitset(u for u in every(Unit, g.units) if g.army[u] == "FG") & ~garrison
        if came.bit_count() < g.formosa_divisions:
            units += members(garrison)
    return units


def due_bar(s: State, unit: Unit) -> Bar | None:
    """9.1b: why a unit may not come in now."""
    g = s.game
    if unit in due(s):
        return None
    if s.where[unit] in g.track:
        month = g.months[g.track.index(s.where[unit])]
        return Bar(f"{g.unit_names[unit]} comes in {month} at the earliest.", ("9.1b",))
    return waiting_bar(s, unit)


def waiting_bar(s: State, unit: Unit) -> Bar:
    """5.3.6, 5.3.7, 9.3, 9.4: why a unit that has no month of its own does not come in."""
    g = s.game
    name, here = g.unit_names[unit], s.where[unit]
    if here == g.kwantung:
        return Bar(f"{name} comes with the Kwantung Army, if Causeway is launched.", ("5.3.6",))
    if here == g.fourteenth:
        return Bar(f"{name} may be drawn to cross the sea, if Causeway is launched.", ("5.3.7", "9.4b"))
    if here == g.garrison_box and s.turn == g.formosa_divisions_turn and s.causeway == CANCELLED:
        return Bar(f"Of the Formosa Garrison {numbered(g.formosa_divisions, 'division')} come, and no more.", ("9.3",))
    if here == g.garrison_box:
        when = f"on turn {g.formosa_divisions_turn}, or all of it with Causeway"
        return Bar(f"The Formosa Garrison sends {numbered(g.formosa_divisions, 'division')} {when}.", ("9.3", "5.3.5"))
    if here == g.support:
        return Bar(f"{name} waits beside the map until it is committed to a battle.", ("2.13b",))
    return Bar(f"{name} is out of the game.", ("9.2b", "9.5a") if here == g.out else ("2.15c",))


ABSORBING = (
    "Only a reduced Japanese division absorbs a brigade.",
    "It needs an infantry brigade in the same city.",
    "It must be in a city that was Japanese at the start.",
    "Both must have begun the phase there.",
)
"""9.5a, R43: what an absorption may lack; who lacks what stands last is nearest to it."""


def absorb_bar(s: State, division: Unit, brigade: Unit) -> Bar | None:
    """9.5a, R43: why a division may not absorb a brigade."""
    g = s.game
    hex_ = s.where[division]
    if not g.divisions >> division & 1 or g.nation_of[division] != JAPAN or s.steps[division] >= g.full[division]:
        return Bar(ABSORBING[0], ("9.5a",))
    if not g.infantry_brigades >> brigade & 1 or s.where[brigade] != hex_:
        return Bar(ABSORBING[1], ("9.5a", "R43"))
    if hex_ >= g.hexes or not g.japanese_cities & s.japanese & 1 << hex_:
        return Bar(ABSORBING[2], ("9.5a",))
    if s.arrived & (1 << division | 1 << brigade):
        return Bar(ABSORBING[3], ("9.5a", "R43"))
    return None


@dataclass(slots=True)
class JapaneseReinforcement(Frame):
    """9.1, 9.3, 9.5: absorb brigades, bring units in or let them wait. Always asked: who could absorb is hidden."""

    id = "ichigo.reinforcement.JapaneseReinforcement"
    verbs = ("enter", "absorb", "end-reinforcement")

    def run(self, s: State) -> Decision:
        g = s.game
        options: list[Option] = []
        for hex_ in each(g.japanese_cities & s.present[JAPAN]):
            here = s.at[hex_]
            divisions = [u for u in each(here & g.divisions) if s.steps[u] < g.full[u]]
            brigades = members(here & g.infantry_brigades) if divisions else []
            options += [("absorb", d, b) for d in divisions for b in brigades if absorb_bar(s, d, b) is None]
        hexes = [h for h in each(entry_hexes(s)) if room(s, h, JAPAN) > 0]
        options += [("enter", u, h) for u in due(s) for h in hexes]
        options.append(("end-reinforcement",))
        open_ends = tuple(int(any(option[0] == verb for option in options)) for verb in ("absorb", "enter"))
        return Decision(JAPANESE, "reinforcement", options, ("9.1b", "9.1c", "9.5a"), open_ends, always=True)

    def answer(self, s: State, option: Option) -> None:
        if option[0] == "end-reinforcement":
            s.agenda.pop()
        elif option[0] == "absorb":
            absorb(s, unit_of(option), unit_of(option, 2))
        else:
            come_in(s, unit_of(option), space_of(option, 2), "9.1c")

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is not None and s.where[unit] < s.game.hexes:
            return bars(self.absorbing_bar(s, unit)) or [Bar("It absorbs where it stands.", ("9.5a",))]
        found = bars(None if unit is None else due_bar(s, unit), None if space is None else entry_bar(s, space))
        return found or (self.shut(s) if due(s) else [Bar("No reinforcement waits to come in.", ("9.1a",))])

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if verb == "end-reinforcement" or unit is None:
            return []
        if verb == "absorb":
            return bars(self.absorbing_bar(s, unit))
        if s.where[unit] < s.game.hexes:
            return [Bar(f"{s.game.unit_names[unit]} is on the map.", ("9.1a",))]
        return self.why_not(s, side, unit, space)

    def absorbing_bar(self, s: State, unit: Unit) -> Bar | None:
        """9.5a: why a unit takes no part in an absorption, as division or as brigade."""
        g = s.game
        here = s.at[s.where[unit]] if s.where[unit] < g.hexes else NO_UNITS
        if g.infantry_brigades >> unit & 1:
            found = [absorb_bar(s, division, unit) for division in each(here & g.divisions)]
        else:
            found = [absorb_bar(s, unit, brigade) for brigade in each(here & g.infantry_brigades)]
        bars_found = bars(*found)
        if not found:
            words = "Absorbing takes a reduced division and an infantry brigade in one Japanese city."
            return Bar(words, ("9.5a", "R43"))
        return None if len(bars_found) < len(found) else max(bars_found, key=lambda bar: ABSORBING.index(bar.text))

    def shut(self, s: State) -> list[Bar]:
        """9.1c, 6.2: nobody can come in anywhere."""
        if any(room(s, h, JAPAN) > 0 for h in each(entry_hexes(s))):
            return []
        return [Bar("No open map edge or railroad city has room.", ("9.1c", "6.2"))]


def absorb(s: State, division: Unit, brigade: Unit) -> None:
    """9.5a: the brigade is gone for good, the division is whole."""
    s.news += 1
    s.tell("absorbed", division, brigade, s.where[division], cases=("9.5a",))
    place(s, brigade, s.game.out)
    s.steps[division] = s.game.full[division]


def come_in(s: State, unit: Unit, hex_: Space, *cases: str) -> None:
    """9.0: a unit arrives, openly, and may act in all later phases of the turn."""
    s.arrived |= 1 << unit
    s.tell("arrived", unit, hex_, cases=cases)
    arrive(s, [unit], hex_)


# --- 5.3.7-5.3.9, 9.4 the 14th Area Army


@dataclass(slots=True)
class FourteenthArea(Frame):
    """5.3.7-5.3.8a, 9.4b: how many set out; none closes the pool for good; then which."""

    id = "ichigo.reinforcement.FourteenthArea"
    number: int = -1

    def run(self, s: State) -> Roll:
        if self.number < 0:
            return Roll("fourteenth-area", 1, (), ("5.3.7",))
        return lots("fourteenth-lots", s.at[s.game.fourteenth].bit_count(), NOBODY, "5.3.7")

    def rolled(self, s: State, dice: Throw) -> None:
        g = s.game
        if self.number < 0:
            self.number = dice[0] - g.fourteenth_less
            if not self.number:
                s.agenda.pop()
                s.fourteenth_open = 0
                s.tell("fourteenth-closed", cases=("5.3.8a",))
            return
        if len(set(dice)) < len(dice):
            return
        s.agenda.pop()
        drawn = by_lot(members(s.at[g.fourteenth]), dice)[: self.number]
        sums = [Term("set-out", (self.number, g.fourteenth_less, s.at[g.fourteenth].bit_count()), ("5.3.7", "R41"))]
        s.tell("fourteenth-drawn", drawn, cases=("5.3.7", "R41"), sum=sums)
        sailing = []
        for unit in drawn:
            if g.special_forces >> unit & 1:
                place(s, unit, g.support)
                s.tell("special-forces", unit, cases=("5.3.9c", "11.28a"))
            else:
                sailing.append(unit)
        if sailing:
            s.agenda.append(Crossing(sailing))


@dataclass(slots=True)
class Crossing(Frame):
    """5.3.9, R80: a die for each unit at sea."""

    id = "ichigo.reinforcement.Crossing"
    units: list[Unit]

    def run(self, s: State) -> Roll:
        return Roll("crossing", len(self.units), (list(self.units),), ("5.3.9a", "5.3.9b"))

    def rolled(self, s: State, dice: Throw) -> None:
        g = s.game
        s.agenda.pop()
        safe = []
        for unit, die in zip(self.units, dice, strict=True):
            left = steps_after_crossing(s, unit, die)
            if left:
                s.steps[unit] = left
                safe.append(unit)
            else:
                eliminate(s, unit)
            case = "5.3.9b" if g.divisions >> unit & 1 else "5.3.9a"
            s.tell("crossed", unit, left, cases=(case,), sum=[Term("crossing", (die, int(case == "5.3.9b")), (case,))])
        s.agenda.append(LandFourteenth(safe))


def steps_after_crossing(s: State, unit: Unit, die: int) -> int:
    """5.3.9a-b."""
    g = s.game
    if not g.divisions >> unit & 1:
        return g.full[unit] if die <= g.brigade_survives else 0
    return g.full[unit] if die <= g.division_full else 1 if die <= g.division_reduced else 0


def fourteenth_bar(s: State, hex_: Space) -> Bar | None:
    """5.3.8b, R40, R92: why a unit of the 14th Area Army may not land here."""
    g = s.game
    bit = 1 << hex_
    allies = allied_hexes(s)
    if hex_ >= g.hexes or not bit & g.coast:
        return Bar("Units of the 14th Area Army land on a coast.", ("5.3.8b",))
    if bit & g.formosa:
        if hex_ == g.takao:
            return Bar(f"{g.space_names[hex_]} is the US beachhead: nobody lands there.", ("R92",))
        if allies & (bit | g.near[hex_]):
            return Bar(f"Allied units are in {g.space_names[hex_]} or next to it.", ("5.3.8b", "R92"))
    elif not bit & g.ports & s.japanese:
        return Bar("On the mainland it lands in a Japanese-controlled port city.", ("5.3.8b",))
    return stacking_bar(s, hex_, JAPAN)


@dataclass(slots=True)
class LandFourteenth(Frame):
    """5.3.8b, 9.4b, R40: each survivor lands where it may; one that cannot goes back to the pool."""

    id = "ichigo.reinforcement.LandFourteenth"
    verbs = ("land",)
    units: list[Unit]

    def run(self, s: State) -> Decision | None:
        if not self.units:
            s.agenda.pop()
            return None
        g = s.game
        hexes = [h for h in each(g.coast & (g.formosa | g.ports)) if fourteenth_bar(s, h) is None]
        if not hexes:
            s.agenda.pop()
            for unit in self.units:
                s.tell("fourteenth-returned", unit, cases=("R40",))
                s.steps[unit] = g.full[unit]
            return None
        options: list[Option] = [("land", u, h) for u in self.units for h in hexes]
        return Decision(JAPANESE, "land-fourteenth", options, ("5.3.8b", "9.4b"))

    def answer(self, s: State, option: Option) -> None:
        self.units.remove(unit_of(option))
        come_in(s, unit_of(option), space_of(option, 2), "5.3.8b")

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is not None and unit not in self.units:
            return [Bar("Only the units that have just crossed the sea land now.", ("5.3.8b", "9.4b"))]
        return bars(None if space is None else fourteenth_bar(s, space))

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, space)


# --- 9.7 Chinese reinforcement


def begin_chinese(s: State) -> None:
    """9.7."""
    s.agenda.append(ChineseReinforcement())


@dataclass(slots=True)
class ChineseReinforcement(Frame):
    """9.7a-c, R44: how many, by an open die, halved when no airbase is left; fronts are dealt anew in the pool."""

    id = "ichigo.reinforcement.ChineseReinforcement"
    number: int = -1

    def run(self, s: State) -> Roll | None:
        g = s.game
        if self.number < 0:
            return Roll("chinese-reinforcement", 1, (), ("9.7a", "9.7c"))
        if not self.number or not s.at[g.pool]:
            s.agenda.pop()
            return None
        return lots("pool-lots", s.at[g.pool].bit_count(), NOBODY, "9.7a", "R86")

    def rolled(self, s: State, dice: Throw) -> None:
        g = s.game
        if self.number < 0:
            die = (dice[0] + 1) // 2 if holds_all_airbases(s) else dice[0]
            waiting = s.at[g.pool].bit_count()
            self.number = min(die, waiting)
            sums = [Term("drawn", (dice[0], die, waiting), ("9.7a", *(("9.7c",) if die < dice[0] else ())))]
            s.tell("chinese-drawn", self.number, cases=("9.7a", "9.7c", "R44"), sum=sums)
            return
        if len(set(dice)) < len(dice):
            return
        s.agenda.pop()
        units = members(s.at[g.pool])
        fronts = by_lot([s.front[g.regular_index[u]] for u in units], dice)
        for unit, front in zip(units, fronts, strict=True):
            s.front[g.regular_index[unit]] = front
        s.agenda.append(PlaceChinese(units[: self.number]))


def chinese_city_bar(s: State, hex_: Space) -> Bar | None:
    """9.7b, R44, R82: why a Chinese reinforcement may not be placed here."""
    g = s.game
    name = g.space_names[hex_]
    if hex_ >= g.hexes:
        return Bar(f"{name} is not a hex on the map.", ("9.7b",))
    if not g.chinese_cities >> hex_ & 1:
        return Bar(f"{name} is not a city that was Chinese at the start.", ("9.7b", "R82"))
    if s.japanese >> hex_ & 1:
        return Bar(f"{name} is under Japanese control.", ("9.7b",))
    return stacking_bar(s, hex_, CHINA)


@dataclass(slots=True)
class PlaceChinese(Frame):
    """9.7b: face down, in Chinese cities still held; several may go to one city."""

    id = "ichigo.reinforcement.PlaceChinese"
    verbs = ("reinforce",)
    units: list[Unit]

    def run(self, s: State) -> Decision | None:
        hexes = [h for h in each(s.game.chinese_cities & ~s.japanese) if chinese_city_bar(s, h) is None]
        if not self.units or not hexes:
            s.agenda.pop()
            return None
        options: list[Option] = [("reinforce", h) for h in hexes]
        return Decision(ALLIED, "place-chinese", options, ("9.7b",), (len(self.units),))

    def answer(self, s: State, option: Option) -> None:
        unit, hex_ = self.units.pop(0), space_of(option)
        s.tell("reinforced", hex_, cases=("9.7b",))
        arrive(s, [unit], hex_)

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        found = bars(None if space is None else chinese_city_bar(s, space))
        drawn = "Units drawn from the pool are placed now, face down"
        how = "" if space is None else ": choose the hex alone"
        return found or ([] if unit is None else [Bar(f"{drawn}{how}.", ("9.7b",))])

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, space)
