"""The position, and the few ways in which a counter may change its place (2.4-2.7, 5.2, 11.1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from grognard.games.formosa.facts import ALLIED, CW, JAPAN, JAPANESE, US, Facts
from grognard.kernel import state as kernel
from grognard.kernel.bits import each
from grognard.kernel.flow import NOBODY
from grognard.kernel.ids import NO_SPACE, NO_SPACES, NO_UNITS, Side, Sides, Space, Spaces, Unit, Units
from grognard.kernel.position_cache import noted

ALLIED_EYES, JAPANESE_EYES = 1 << ALLIED, 1 << JAPANESE
"""Who sees an event that only one side may see."""
EYES = (ALLIED_EYES, JAPANESE_EYES)

RESERVE, AVAILABLE, COMMITTED, FLOWN = range(4)
"""Where the B-29 and the air supply unit are: to be bought, at hand, planned for a strike, on the map."""
UNBOUGHT, READY, GONE = range(3)
"""The mobile fleet marker."""

OPTIONS = ("25.1", "25.2", "25.3", "25.4", "25.5", "25.6", "25.7", "25.8", "25.9", "25.10", "R72", "R81", "R7", "R93")
"""Rules that a match may have: those of chapter 25, and the other reading of four rulings."""
OPTION_BITS = {option: 1 << place for place, option in enumerate(OPTIONS)}


@dataclass(slots=True, eq=False)
class State(kernel.Pieces[Facts]):
    """One position of Operation Causeway."""

    counting = ("rolls", "news", "options")
    """Numbers that go beyond those of a table; the options have a bit each."""

    scenario: int = 0
    """0 for Scenario 1, 1 for Scenario 2."""
    options: int = 0
    """The optional rules in play, a bit each in the order of OPTIONS."""
    is_set_up: int = 0
    present: list[Spaces] = field(default_factory=lambda: [NO_SPACES] * 3)
    """Per nation (US, Commonwealth, Japan), the hexes where it has ground units."""
    concealed: Units = NO_UNITS
    """Japanese units that lie with the question mark up."""
    bases: Units = NO_UNITS
    """Engineers on their base side (20.1)."""
    lp: list[int] = field(default_factory=lambda: [0, 0])
    pending_lp: list[int] = field(default_factory=lambda: [0, 0])
    """R12: per side, won in mid-turn and usable from the next turn."""
    amoy: int = 0
    """The turn in which Amoy was captured; 0 while it is not."""
    free_left: list[int] = field(default_factory=list)
    """R86: per group of counters of which some are free at the start, how many are still to be selected."""
    # Air points per nation (US, Commonwealth, Japan). What is in no list waits to be bought.
    tac_available: list[int] = field(default_factory=lambda: [0, 0, 0])
    tac_superiority: list[int] = field(default_factory=lambda: [0, 0, 0])
    tac_tactical: list[int] = field(default_factory=lambda: [0, 0, 0])
    support_hex: list[Space] = field(default_factory=list)
    support_nation: list[int] = field(default_factory=list)
    """Ground support on the map, one entry per point (16.3)."""
    interdict_hex: list[Space] = field(default_factory=list)
    interdict_nation: list[int] = field(default_factory=list)
    """Interdiction on the map, one entry per point (16.4)."""
    tac_flown: list[int] = field(default_factory=lambda: [0, 0, 0])
    """Points that have flown this turn and come home with Air Return (16.1f)."""
    kamikaze: int = 0
    tokku: int = 0
    kamikaze_drawn: int = 0
    """R14: points that have ever been in play."""
    fleet: int = UNBOUGHT
    b29: int = RESERVE
    b29_hex: Space = NO_SPACE
    suppressed: Space = NO_SPACE
    air_supply: int = RESERVE
    air_supply_hex: Space = NO_SPACE
    gunfire_available: list[int] = field(default_factory=lambda: [0, 0])
    gunfire_staged: list[int] = field(default_factory=lambda: [0, 0])
    gunfire_spent: list[int] = field(default_factory=lambda: [0, 0])
    """Staged units that have supported a combat in this phase (R72)."""
    amphibious: int = 0
    """Markers bought and not yet placed."""
    drop_zone: int = 0
    marker_hex: list[Space] = field(default_factory=list)
    marker_target: list[Space] = field(default_factory=list)
    """Amphibious markers on the map, and the hex each is meant for: its own, or from the sea the one attacked (R28)."""
    drop_hex: Space = NO_SPACE
    no_gunfire: int = 0
    no_landing: int = 0
    """18.0d, f: what a sortie forbids for the rest of the turn."""
    planned: Sides = NOBODY
    """Sides that have finished their secret strike plans; open from the Strike Reveal on."""
    landed: Units = NO_UNITS
    """Units that landed, dropped or were transferred this turn: they do not move (10.2.1b, 10.3c, 21.0j)."""
    shipped: Units = NO_UNITS
    """Units that have been transferred in this phase."""
    departures: list[Space] = field(default_factory=list)
    arrivals: list[Space] = field(default_factory=list)
    """21.0f-g: the hexes out of which and into which units have been shipped in this phase, one entry per unit."""
    moved: Units = NO_UNITS
    began: list[Space] = field(default_factory=list)
    """Per unit, the space in which it began this movement phase."""
    motorized: Spaces = NO_SPACES
    """Hexes for whose units trucks have been paid (22.0f)."""
    attacked: Units = NO_UNITS
    """Units that have attacked in this combat phase."""
    attacked_from: Spaces = NO_SPACES
    """Hexes out of which an attack has been made in this phase (15.0h)."""
    struck: Units = NO_UNITS
    """Units that have been attacked in this phase (R107)."""
    obliged_hexes: Spaces = NO_SPACES
    obliged_targets: Spaces = NO_SPACES
    """R45: the hexes that must attack and those that must be attacked, as they stood when the phase began."""
    flipped: Units = NO_UNITS
    """Engineers that have been turned over in this phase (R79)."""
    raided: Units = NO_UNITS
    """25.7, 25.8: units that have tried to land this turn."""
    bought_97th: int = 0
    allied_bonus: int = 0
    japanese_bonus: int = 0
    """25.10: victory points for the camp."""
    kamikaze_bought: int = 0
    """R13: points bought in this Recruit Phase: every second one is free."""


def place(s: State, unit: Unit, space: Space) -> None:
    """Put a unit in a space."""
    g, at, old, bit = s.game, s.at, s.where[unit], 1 << unit
    nation, hexes = g.nation_of[unit], g.hexes
    at[old] = left = at[old] ^ bit
    at[space] |= bit
    s.where[unit] = space
    if old < hexes and not left & g.of_nation[nation]:
        s.present[nation] &= ~(1 << old)
    if space < hexes:
        s.present[nation] |= 1 << space


def exchange(s: State, units: Iterable[Unit], spaces: Iterable[Space]) -> None:
    """Units of one side change places among themselves, on the map and off it: no hex is left or occupied by that."""
    where, at = s.where, s.at
    for unit, space in zip(units, spaces, strict=True):
        old = where[unit]
        if old != space:
            bit = 1 << unit
            at[old] ^= bit
            at[space] |= bit
            where[unit] = space


def spaces_of(s: State, units: Iterable[Unit]) -> Spaces:
    """Where some units stand."""
    where, found = s.where, NO_SPACES
    for unit in units:
        found |= 1 << where[unit]
    return found


def plays(s: State, option: str) -> bool:
    """3.0i, 25: whether an optional rule is in play."""
    return bool(s.options & OPTION_BITS[option])


# --- 5.2 who is where


def allied_hexes(s: State) -> Spaces:
    """Hexes with Allied ground units, at sea too."""
    return s.present[US] | s.present[CW]


def hexes_of(s: State, side: Side) -> Spaces:
    """5.2a, R9: the hexes that a side occupies; these and no others it controls."""
    return s.present[JAPAN] if side == JAPANESE else s.present[US] | s.present[CW]


def enemy_hexes(s: State, side: Side) -> Spaces:
    """Hexes with units of the other side."""
    return s.present[US] | s.present[CW] if side == JAPANESE else s.present[JAPAN]


def units_at(s: State, hex_: Space, side: Side) -> Units:
    """A side's ground units in a hex."""
    return s.at[hex_] & s.game.of_side[side]


# --- 2.1c, 20.0 bases


def base_at(s: State, hex_: Space) -> Units:
    """The engineers on their base side in a hex: one at most (20.1e)."""
    return s.at[hex_] & s.bases


@noted
def functional(s: State) -> Spaces:
    """2.1c, 20.0a, R2: the hexes whose port or airfield works: those with an Allied base."""
    found = NO_SPACES
    for unit in each(s.bases):
        if (hex_ := s.where[unit]) < s.game.hexes:
            found |= 1 << hex_
    return found & s.game.sites


# --- 2.4, 11.1 what a counter shows


def is_concealed(s: State, unit: Unit) -> bool:
    """11.1a."""
    return bool(s.concealed >> unit & 1)


def statics(s: State) -> Units:
    """2.4c: units that are static now: coastal defences, heavy weapons, bases."""
    return s.game.fortresses | s.bases


def immobile(s: State) -> Units:
    """11.1e, R39: statics, D/O units and the camp never move."""
    return s.game.never_move | s.bases


def factor(s: State, unit: Unit) -> int:
    """The printed combat factor of the side that lies up."""
    return s.game.base_cf if s.bases >> unit & 1 else s.game.cf[unit]


def movement_factor(s: State, unit: Unit) -> int:
    """11.1d: a concealed unit has the factor of its back, a base none."""
    if s.concealed >> unit & 1:
        return s.game.concealed_mf
    return 0 if s.bases >> unit & 1 else s.game.mf[unit]


def spend(s: State, side: Side, lp: int) -> None:
    """7.2j: pay; callers offer only what can be paid."""
    s.lp[side] -= lp


def tac_in_play(s: State, nation: int) -> int:
    """R14: a nation's points that are not in the Reinforcements Display."""
    on_map = s.support_nation.count(nation) + s.interdict_nation.count(nation)
    held = s.tac_available[nation] + s.tac_superiority[nation] + s.tac_tactical[nation] + s.tac_flown[nation]
    return held + on_map


def gunfire_in_play(s: State, nation: int) -> int:
    """8.4b: a nation's gunfire units that need not be bought."""
    return s.gunfire_available[nation] + s.gunfire_staged[nation]
