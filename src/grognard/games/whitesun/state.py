"""The position, and the few ways in which a counter or a hex may change (2.5, 3.3, 3.5, 7.4)."""

from __future__ import annotations

from dataclasses import dataclass, field

from grognard.games.whitesun.facts import TURNS, Facts
from grognard.kernel.bits import each, members
from grognard.kernel.ids import NO_SPACE, NO_SPACES, NO_UNITS, Space, Spaces, Unit, Units
from grognard.kernel.state import Pieces, place

NO_EVENT = -1
FIRST, SECOND = "first", "second"
"""The two movement and combat phases."""


@dataclass(slots=True, eq=False)
class State(Pieces[Facts]):
    """One position of Armies of the White Sun."""

    tie_returns: int = 0
    """R5: the option for cohesion dice equal to the unit's strength."""
    japanese: Spaces = NO_SPACES
    """3.3: hexes under Japanese control, broken ones among them."""
    broken: Spaces = NO_SPACES
    """R52: hexes with a railroad break, Chinese-controlled for most purposes."""
    held: Spaces = NO_SPACES
    """R38: hexes where Chinese units have fought off a force this turn."""
    standing: Units = NO_UNITS
    """R49, R55: the garrisons of Changsha and Chungking: drawn, but not cleared in Phase I."""
    raiders_out: Units = NO_UNITS
    """R51: Communist regiments eliminated in raids this turn."""
    changsha_set: int = 0
    rape_used: int = 0
    flood_used: int = 0
    hundred_used: int = 0
    fierce_used: int = 0
    great_victory: int = 0
    """10.6: a Great Chinese Victory this phase."""
    amphibious: int = 0
    """9.13a: units that have come by sea this phase."""
    southern: int = 0
    """R54: units that have come over the south edge this turn."""
    flotilla: int = 0
    """9.17, R14: how it stands with it (see `flotilla.py`); at first it waits for Shanghai."""
    flotilla_used: int = 0
    """R14: it has taken part in an operation this phase."""
    flotilla_along: int = 0
    """It is with the force now."""
    # --- the operation under way (9.1)
    force: Units = NO_UNITS
    """Its ground units; none between operations."""
    force_hex: Space = NO_SPACE
    force_from: Space = NO_SPACE
    """9.6: the hex it came from, or nowhere when that is off the map."""
    mp: int = 0
    paid: int = 0
    """R36: what it paid to enter the hex it is in."""
    began_with: int = 0
    """R11: units when the operation began."""
    objective: Space = NO_SPACE
    """11.2: the hex with whose capture the operation ends."""
    entered: int = 0
    """R47: hexes entered."""
    event: int = NO_EVENT
    """The random event in force in this battle."""
    round: int = 0
    fallen: list[Unit] = field(default_factory=list)
    """R67: Chinese units eliminated this round, in order: their cohesion dice are still to come."""
    lost: list[Unit] = field(default_factory=list)
    """The same for Japanese units with an asterisk."""
    # --- what has been done, for the map
    trail: list[Space] = field(default_factory=list)
    """The hexes of all operations one after the other."""
    trail_start: list[int] = field(default_factory=list)
    """Per operation, where it begins in the trail."""
    trail_turn: list[int] = field(default_factory=list)
    trail_end: list[int] = field(default_factory=list)
    """Per operation, how it ended (see ENDS)."""


ENDS = ("under way", "halted", "objective taken", "repulsed", "the force is destroyed", "ended by an event")
UNDER_WAY, HALTED, TAKEN, REPULSED, DESTROYED, EVENT_ENDED = range(len(ENDS))


# --- 3.3, R52 control


def own(s: State) -> Spaces:
    """R52: hexes that work as Japanese: controlled and not broken."""
    return s.japanese & ~s.broken


def is_own(s: State, hex_: Space) -> bool:
    """R52."""
    return bool((s.japanese & ~s.broken) >> hex_ & 1)


def defenders(s: State, hex_: Space) -> Units:
    """8.10, R57: the Chinese units in a hex that defend it."""
    return s.at[hex_] & s.game.fighting


def has_fort(s: State, hex_: Space) -> bool:
    """10.5a."""
    return bool(s.at[hex_] & s.game.forts)


def is_entrenched(s: State, hex_: Space) -> bool:
    """10.5a: rough terrain or a fort."""
    return bool(s.game.rough >> hex_ & 1) or has_fort(s, hex_)


def remove_works(s: State, hex_: Space) -> list[Unit]:
    """10.5c, R59: fort and depot go when the Japanese take the hex."""
    works = members(s.at[hex_] & s.game.works)
    for unit in works:
        place(s, unit, s.game.dead)
    return works


# --- where units go (R19, R20)


def phase_id(s: State) -> str:
    """The phase."""
    return s.game.phases[s.phase].id


def next_turn(s: State) -> Space:
    """R19, R20: the box of the next turn; on the last turn there is none."""
    return s.game.track[s.turn + 1] if s.turn < TURNS else s.game.out


def after_operation(s: State) -> Space:
    """R19: where survivors and replaceable losses go: to the Reserve Box when a second phase follows."""
    return s.game.reserve if phase_id(s) == FIRST and s.game.second_phase[s.turn] else next_turn(s)


def nothing_follows(s: State) -> bool:
    """R20: whether the unit that has operated now is done, because no phase and no turn follow to go again."""
    return s.turn == TURNS and phase_id(s) not in (FIRST, "administration")


def put_away(s: State, unit: Unit, space: Space) -> None:
    """7.4d, R15, R18: a unit leaves the map at full strength; puppets that leave for a later turn are out."""
    g = s.game
    s.steps[unit] = g.full[unit]
    s.force &= ~(1 << unit)
    place(s, unit, g.out if g.puppets >> unit & 1 and space != g.reserve else space)


def japanese_fate(s: State, unit: Unit) -> Space:
    """10.1g, 3.5c-e: the box to which an eliminated unit goes, or nowhere while its die is to come."""
    g = s.game
    bit = 1 << unit
    return NO_SPACE if g.asterisk & bit else g.out if g.puppets & bit else after_operation(s)


def eliminate_japanese(s: State, unit: Unit) -> None:
    """3.5c-e, 10.1g: replaceable units come back, asterisked ones wait for their die, puppets are out."""
    g = s.game
    bit = 1 << unit
    if g.asterisk & bit:
        s.lost.append(unit)
    put_away(s, unit, g.out if (g.asterisk | g.puppets) & bit else after_operation(s))


def lose_step(s: State, unit: Unit, *cases: str) -> None:
    """2.5b: flipped to its reduced side, or removed."""
    s.steps[unit] -= 1
    s.tell("step-lost", unit, s.force_hex, s.steps[unit], japanese_fate(s, unit), cases=cases)
    if not s.steps[unit]:
        eliminate_japanese(s, unit)


def eliminate_chinese(s: State, unit: Unit) -> None:
    """10.1h: to the dead pile until its cohesion die; Communists and garrisons need none."""
    g = s.game
    bit = 1 << unit
    s.standing &= ~bit
    checked = bool((g.elites | g.regulars) & bit)
    box = g.base if g.regiments & bit else g.pool if g.armies & bit else g.dead
    s.tell("chinese-lost", unit, s.force_hex, NO_SPACE if checked else box, cases=("10.1", "10.9b", "10.1h"))
    place(s, unit, box)
    if checked:
        s.fallen.append(unit)


def steps_of(s: State, units: Units) -> int:
    """How many steps some units have together."""
    return sum(s.steps[u] for u in each(units))
