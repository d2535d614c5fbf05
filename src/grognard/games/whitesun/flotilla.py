"""9.17: the flotilla: Shanghai, operations with it, its place in Phase I, its dice, and what is said of it.

It is no unit of the force and takes no losses: ground units take it along up and down the Yangtze (9.17c, 9.17d).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from grognard.games.whitesun.facts import JAPANESE, TURNS
from grognard.games.whitesun.state import FIRST, State, after_operation, next_turn, own, phase_id
from grognard.games.whitesun.supply import start_cities
from grognard.games.whitesun.why_not_units import at_large
from grognard.kernel.board_parts import line
from grognard.kernel.flow import ONGOING, Bar, Decision, Frame, Option, for_each, space_of
from grognard.kernel.ids import NO_SPACE, NO_SPACES, Side, Space, Spaces, Unit
from grognard.kernel.state import place

WAITING, TRIAL, USABLE, ALONE, GONE = range(5)
"""9.17, R14: before Shanghai, in its first battle there, at hand, left alone until Phase I, or out of the game."""


# --- 9.17a, 9.17b: Shanghai


def joins(s: State, hex_: Space) -> bool:
    """9.17a, R14: whether it appears with an attack on a hex: the first one on Shanghai on Turn 1."""
    return hex_ == s.game.shanghai and s.turn == 1 and s.flotilla == WAITING


def join(s: State, hex_: Space) -> None:
    """9.17a, R14: it joins the force that attacks Shanghai first."""
    if joins(s, hex_):
        s.flotilla = TRIAL
        go_along(s)
        place(s, s.game.flotilla, hex_)
        s.tell("flotilla-joins", hex_, cases=("9.17a",))


def keep(s: State, hex_: Space) -> None:
    """9.17b: with Shanghai taken by that attack it is at hand."""
    if hex_ == s.game.shanghai and s.flotilla == TRIAL:
        s.flotilla = USABLE


def lose_unused(s: State) -> None:
    """9.17b: nobody has attacked Shanghai on Turn 1."""
    if s.flotilla == WAITING:
        lose(s)


def lose(s: State) -> None:
    """9.17b: out of play for the rest of the game."""
    s.flotilla_along = 0
    s.flotilla = GONE
    place(s, s.game.flotilla, s.game.out)
    s.tell("flotilla-gone", cases=("9.17b",))


# --- 9.17c-e, R14: an operation with it


def cities(s: State) -> Spaces:
    """R14: where an operation with it may start: in Phase II where it stands, in Phase III on its sectors."""
    g = s.game
    if s.flotilla != USABLE or s.flotilla_used:
        return NO_SPACES
    stands = s.where[g.flotilla]
    if phase_id(s) == FIRST:
        return start_cities(s) & 1 << stands if stands < g.hexes else NO_SPACES
    return start_cities(s) & g.navigable


def start_bar(s: State, hex_: Space) -> Bar | None:
    """9.17, R14: why it may not go along from a city; whether the force may start there is another question."""
    g = s.game
    if s.flotilla != USABLE:
        return pick_bar(s)
    if s.flotilla_used:
        return Bar("The flotilla has taken part in an operation of this phase.", ("R14",))
    if cities(s) >> hex_ & 1:
        return None
    stands = s.where[g.flotilla]
    if phase_id(s) == FIRST and stands < g.hexes:
        return Bar(f"In Phase II the flotilla starts where it stands: {g.space_names[stands]}.", ("9.17e", "R14"))
    return Bar("The flotilla starts in a Japanese city on the first two sectors of the Yangtze.", ("9.17f", "R14"))


def go_along(s: State) -> None:
    """R14: it takes part in the operation under way, its only one of the phase."""
    s.flotilla_along = s.flotilla_used = 1


def follows(s: State, start: Space, hex_: Space) -> bool:
    """9.17c, 9.17f, R14: whether it is with the force and goes along on a step: over river links of its sectors."""
    return bool(s.flotilla_along and start >= 0 and s.game.river.near[start] >> hex_ & 1)


def follow(s: State) -> None:
    """9.17c, 9.17e, R14: it stands where the force starts and follows it; a step off its river leaves it alone."""
    if s.force_from == NO_SPACE or follows(s, s.force_from, s.force_hex):
        place(s, s.game.flotilla, s.force_hex)
    else:
        leave_alone(s)


def leave_alone(s: State) -> None:
    """9.17e, R14: left alone in a hex it is out until the next Phase I; R20: on the last turn, for good."""
    s.flotilla_along = 0
    s.flotilla = ALONE
    place(s, s.game.flotilla, next_turn(s))
    s.tell("flotilla-alone", int(s.turn == TURNS), cases=("9.17e", "R14"))


def dock(s: State, stays: bool) -> None:
    """9.17b, 9.17e, R14: after the operation: lost where Shanghai was not taken, at hand with survivors on the river,
    else alone."""
    g = s.game
    if not s.flotilla_along:
        return
    if s.flotilla == TRIAL:
        lose(s)
    elif stays and s.force_hex >= 0 and g.navigable >> s.force_hex & 1:
        s.flotilla_along = 0
        place(s, g.flotilla, after_operation(s))
        s.tell("flotilla-back", int(after_operation(s) == g.out), cases=("9.17e", "R14"))
    else:
        leave_alone(s)


# --- 9.17e, R14: its place in Phase I


def berths(s: State) -> Spaces:
    """9.17e, R14: the Japanese Yangtze cities where it may be stationed; Shanghai if it was left alone."""
    g = s.game
    places = g.cities & g.navigable & own(s)
    return places & 1 << g.shanghai if s.flotilla == ALONE else places


@dataclass(slots=True)
class StationFlotilla(Frame):
    """9.17e, R14: in any Japanese Yangtze city; in Shanghai if it was left alone."""

    id = "whitesun.administration.StationFlotilla"
    verbs = ("station",)

    def run(self, s: State) -> Decision | None:
        places = berths(s)
        if s.flotilla not in (USABLE, ALONE) or not places:
            s.agenda.pop()
            return None
        options: list[Option] = for_each("station", places)
        return Decision(JAPANESE, "station", options, ("9.17e", "R14"))

    def answer(self, s: State, option: Option) -> None:
        s.agenda.pop()
        s.flotilla = USABLE
        place(s, s.game.flotilla, space_of(option))
        s.tell("stationed", space_of(option), cases=("9.17e",))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is not None and unit != s.game.flotilla:
            return [Bar("First the flotilla is given its place.", ("9.17e", "R14"))]
        if space is not None and (large := at_large(s, "station", unit, space)):
            return large
        if s.flotilla == ALONE:
            return [Bar("It was left alone: it starts in Shanghai.", ("9.17e", "R14"))]
        return [Bar("The flotilla stands in a Japanese city on the first two sectors of the Yangtze.", ("9.17e",))]

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return at_large(s, verb, unit, space) or self.why_not(s, side, unit, space)

    def why_not_end(self, s: State, side: Side) -> list[Bar]:
        return [Bar("The flotilla must be given its place for the turn.", ("9.17e", "R14"))]


# --- 9.17f, 10.1b: its dice


def sector_dice(s: State, hex_: Space) -> int:
    """9.17f: two in the primary sector, one in the secondary."""
    g = s.game
    if g.primary >> hex_ & 1:
        return g.number_of["flotilla_primary"]
    return g.number_of["flotilla_secondary"] if g.secondary >> hex_ & 1 else 0


def dice(s: State, hex_: Space) -> int:
    """10.1b: one die for each strength point, where it is with the force."""
    return sector_dice(s, hex_) if s.flotilla_along else 0


def dice_ahead(s: State, hex_: Space, start: Space) -> int:
    """9.17a, 9.17c: what it would throw in a hex that the force enters from another."""
    return sector_dice(s, hex_) if joins(s, hex_) or follows(s, start, hex_) else 0


def face(s: State) -> int:
    """9.17f: the side that lies up: in the secondary sector it is turned over."""
    g = s.game
    stands = s.where[g.flotilla]
    return 1 if stands < g.hexes and g.secondary >> stands & 1 else 2


# --- what is said of it


def berth(s: State) -> Space:
    """The hex where it stands; Shanghai while it is off the map."""
    stands = s.where[s.game.flotilla]
    return stands if stands < s.game.hexes else s.game.shanghai


def pick_bar(s: State) -> Bar:
    """9.17: it is nobody's to pick: it goes along, or does not."""
    if s.flotilla == WAITING:
        return Bar("The flotilla appears with the first attack on Shanghai on Turn 1.", ("9.17a",))
    if s.flotilla == GONE:
        return Bar("The flotilla is out of the game.", ("9.17b",))
    if s.flotilla == ALONE and s.turn == TURNS:
        return Bar("The flotilla was left alone: no turn follows in which it could come back.", ("9.17e", "R20"))
    if s.flotilla == ALONE:
        return Bar("The flotilla was left alone: it is back in Shanghai in the next turn's Phase I.", ("9.17e",))
    return Bar("The flotilla goes along with ground units and takes no losses itself.", ("9.17c", "9.17d"))


def lines(s: State, hex_: Space) -> list[dict[str, Any]]:
    """9.17a, 9.17b, 9.17e: for the preview of a step: it joins, or would be left alone by it."""
    if s.flotilla_along:
        until = "for good" if s.turn == TURNS else "out until next turn"
        alone = line("This step leaves the flotilla alone", until, "9.17e", "R14")
        return [] if follows(s, s.force_hex, hex_) else [alone]
    if joins(s, hex_):
        return [line("The flotilla joins; if Shanghai holds out it is lost", "for good", "9.17a", "9.17b")]
    return []


def wrong(s: State) -> list[str]:
    """9.17: what cannot be in a sound position, as sentences."""
    g = s.game
    found = []
    if s.flotilla == GONE and s.where[g.flotilla] != g.out:
        found.append("the flotilla is gone and still there")
    if s.flotilla_along and s.where[g.flotilla] != s.force_hex and s.winner == ONGOING:
        found.append("the flotilla is not with the force")
    if s.flotilla in (WAITING, TRIAL) and s.turn > 1:
        found.append("the flotilla still waits for Shanghai")
    return found


def misplaced(s: State) -> list[str]:
    """9.17a, 9.17e, 9.17f: where it cannot be in a position by hand."""
    g = s.game
    on_map = s.where[g.flotilla] < g.hexes
    if s.flotilla == WAITING and on_map:
        return ["The flotilla waits for Shanghai and is on the map."]
    if on_map and not g.navigable >> s.where[g.flotilla] & 1:
        return ["The flotilla is where it cannot sail."]
    placed = on_map or s.turn == 1 or phase_id(s) != FIRST or s.flotilla != USABLE or s.flotilla_used
    return [] if placed or not berths(s) else ["The flotilla has no place for the turn: put it into a Yangtze city."]
