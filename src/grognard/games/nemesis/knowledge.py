"""Hidden information (4.0-A-d, e): all is open but the chits chosen for the next turn. Views and invariants."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from grognard.games.nemesis.facts import (
    ALLIED,
    BRITISH_BUNKER,
    CHITS,
    DIVISIONS,
    JAPANESE,
    JAPANESE_BUNKER,
    YUNNAN_BUNKER,
    Facts,
)
from grognard.games.nemesis.flow import EndOfPhase
from grognard.games.nemesis.stacking import too_high, too_many_chindits
from grognard.games.nemesis.state import (
    FACE_DOWN_CHIT,
    FULL,
    LIMITED,
    OUT_OF_SUPPLY,
    UNKNOWN,
    State,
    bunkered,
    chits_of,
    controlled,
    cup,
    may_be_first,
)
from grognard.games.nemesis.transporters import Displace
from grognard.kernel.bits import bitset, each, members
from grognard.kernel.board_parts import rows
from grognard.kernel.flow import ONGOING, Decision
from grognard.kernel.ids import NO_SPACES, NO_UNIT, Side, Unit, Units, every, per
from grognard.kernel.position_cache import again
from grognard.kernel.sight import Mark, Sight, flags_of, marks_of
from grognard.kernel.state import misplaced

IS_LIMITED, IS_OUT, MOVED, ATTACKED, RETREATED, USED = (1 << n for n in range(6))
(
    JAPANESE_FLAG,
    ALLIED_FLAG,
    BUNKER_JAPANESE,
    BUNKER_BRITISH,
    BUNKER_US,
    BUNKER_YUNNAN,
    AMBUSH,
    AIR_SUPPLY,
    CHIT_BACK,
    FIRST_CHIT,
) = range(10)
"""Markers; the chits of the four phases follow."""


OPEN = (
    "turn phase rolls news winner ending where steps at level out_since on_map present transporter_hexes flags "
    "unscored bunkers ambushes general superior lament scale face yunnan_active used_air used_airfields last played "
    "moved attacked defended retreated stilwell_done railed flown flights flipped whole_flees storms_own any_flag"
)
"""The fields of a position that everybody sees whole."""
HIDDEN: dict[str, tuple[Side, ...]] = {
    "agenda": (JAPANESE, ALLIED),
    "first": (JAPANESE, ALLIED),
}
"""All others, with the sides that may not see all of each: `redact` takes that out (tests/test_classed_fields.py)."""


# --- 4.0-A-d, e: the chosen chits


def known_first(s: State, viewer: Side, side: Side) -> int:
    """The chit that lies face down for a side, as far as a viewer knows; the first of the game is Assault (4.0-A-f)."""
    if viewer == side or s.winner != ONGOING or len(may_be_first(s, side)) == 1:
        return s.first[side]
    return UNKNOWN


def chit_lies(s: State, side: Side) -> bool:
    """Whether a chosen chit of a side lies face down."""
    return s.first[side] != UNKNOWN


def hides(s: State) -> bool:
    """Whether a chit lies face down that somebody does not know, or is being chosen."""
    asked = s.pending
    if isinstance(asked, Decision) and asked.prompt == "choose-first":
        return True
    return any(known_first(s, 1 - side, side) != s.first[side] for side in (ALLIED, JAPANESE))


def redact(s: State, side: Side) -> State:
    """A copy in which nobody can tell which chit the other side has chosen (that one lies there is no secret), nor what
    that side is asked."""
    known = s.copy()
    known.first[1 - side] = known_first(s, side, 1 - side)
    if chit_lies(s, 1 - side) and not chit_lies(known, 1 - side):
        known.first[1 - side] = FACE_DOWN_CHIT
    asked = known.pending
    if asked is not None and getattr(asked, "side", side) != side:
        known.agenda = []
        known.pending = None
    return known


def resample(s: State, side: Side, rng: random.Random) -> State:
    """A full position that a side could not tell from the true one: the other may have chosen any chit allowed."""
    other = s.copy()
    if chit_lies(s, 1 - side):
        other.first[1 - side] = rng.choice(may_be_first(s, 1 - side))
    return other


# --- views


def view(s: State, side: Side) -> dict[str, Any]:
    """What one side may know, as the page wants it."""
    seen = sight(s, side)
    on_counters = (s.where[:], s.steps[:], s.level[:], s.moved, s.attacked, s.retreated, s.used_air)
    return {
        "turn": s.turn,
        "phase": s.phase,
        "past": [*({0} if s.played else ()), *past_phases(s)],
        "units": again(s, _units, on_counters),
        "marks": marks_of(seen),
        "tracks": seen.tracks,
        "plans": [],
    }


def sight(s: State, side: Side) -> Sight:
    """Units with what is noted on them, Bunkers and other markers, chits and gauges that a side sees."""
    g = s.game
    chits = (s.played[:], s.first[:], s.last[:], s.winner)
    on_tracks = (s.turn, s.superior[:], s.general[:], s.lament[:], s.scale, s.face, s.yunnan_active, chits)
    british = us = NO_SPACES
    for hex_ in each(s.bunkers[BRITISH_BUNKER]):
        if s.at[hex_] & g.ground & ~g.no_bunker & g.british:
            british |= 1 << hex_
        else:
            us |= 1 << hex_
    areas = (
        (JAPANESE_FLAG, s.flags[JAPANESE]),
        (ALLIED_FLAG, s.flags[ALLIED]),
        (BUNKER_JAPANESE, s.bunkers[JAPANESE_BUNKER]),
        (BUNKER_BRITISH, british),
        (BUNKER_US, us),
        (BUNKER_YUNNAN, s.bunkers[YUNNAN_BUNKER]),
        (AMBUSH, s.ambushes),
        (AIR_SUPPLY, s.used_airfields),
    )
    everybody: Units = (1 << g.units) - 1  # type: ignore[assignment]
    return Sight(
        everybody & ~s.at[g.out],
        s.steps,
        noted_on(s),
        again(s, chit_marks, chits, side),
        areas,
        again(s, tracks, on_tracks, side),
    )


def noted_on(s: State) -> tuple[tuple[int, Units], ...]:
    """What is noted on counters: their supply, and what they have done."""
    limited, out = _short_of_supply(bytes(s.level))
    return (
        (IS_LIMITED, limited),
        (IS_OUT, out),
        (MOVED, s.moved),
        (ATTACKED, s.attacked),
        (RETREATED, s.retreated),
        (USED, s.used_air),
    )


@lru_cache(maxsize=1 << 8)
def _short_of_supply(levels: bytes) -> tuple[Units, Units]:
    """The units in Limited Supply, and those that are out of supply."""
    limited = bitset(unit for unit, level in per(Unit, levels) if level == LIMITED)
    return limited, bitset(unit for unit, level in per(Unit, levels) if level == OUT_OF_SUPPLY)


def _units(s: State) -> list[tuple[int, ...]]:
    """The counters that are in the game, with what is noted on them (see `view`)."""
    g = s.game
    shown, places = _shown(g, s.at[g.out])
    units = rows(shown, s.where, s.steps, flags_of(noted_on(s), g.units))
    for unit in _on_back(s):
        if unit in places:
            units[places[unit]] += (g.back_face[unit],)
    return units


@lru_cache(maxsize=1 << 8)
def _shown(g: Facts, out: Units) -> tuple[tuple[Unit, ...], dict[Unit, int]]:
    """The units that are in the game, as they lie on one another, and the place of each in that order."""
    shown = tuple(unit for unit in g.stacking_order if not out >> unit & 1)
    return shown, {unit: place for place, unit in enumerate(shown)}


def _on_back(s: State) -> set[Unit]:
    """Small units in Limited Supply and Transporters out of supply lie on their backs."""
    g, level = s.game, s.level
    small = {unit for unit in each(g.small) if level[unit] == LIMITED}
    return small | {unit for unit in each(g.transporters) if level[unit] == OUT_OF_SUPPLY}


def past_phases(s: State) -> list[int]:
    """The phases of this turn that are over, as lines of the sequence of play."""
    done = s.played if s.phase == len(s.game.phases) - 1 else s.played[:-1]
    return [1 + chit + (i % 2) * len(CHITS) for i, chit in enumerate(done)]


def chit_marks(s: State, viewer: Side) -> list[Mark]:
    """The chits on their tracks and in their cups."""
    return [mark for owner in (JAPANESE, ALLIED) for mark in chits_of_owner(s, viewer, owner)]


def chits_of_owner(s: State, viewer: Side, owner: Side) -> list[Mark]:
    """4.0-A: the chits played, the one that lies face down, and what is left in the cup, as one side knows it."""
    g = s.game
    track, box = g.chit_track[owner], g.chit_cup[owner]
    out = [(track, FIRST_CHIT + chit, 1) for chit in chits_of(s, owner)]
    if not chit_lies(s, owner):
        return out + [(box, FIRST_CHIT + chit, 1) for chit in cup(s, owner)]
    known = known_first(s, viewer, owner)
    if known == UNKNOWN:
        return [*out, (track, CHIT_BACK, 1), (box, CHIT_BACK, len(CHITS) - 1)]
    left = [chit for chit in range(len(CHITS)) if chit != known]
    return [*out, (track, FIRST_CHIT + known, 1), *((box, FIRST_CHIT + chit, 1) for chit in left)]


def tracks(s: State, viewer: Side) -> dict[str, int]:
    """The gauges: all of them open to both, the cups as far as a side knows them."""
    return {
        "turn": s.turn,
        "superior-japanese": s.superior[JAPANESE],
        "general-japanese": s.general[JAPANESE],
        "lament-japanese": s.lament[JAPANESE],
        "cup-japanese": cup_gauge(s, viewer, JAPANESE),
        "superior-allied": s.superior[ALLIED],
        "general-allied": s.general[ALLIED],
        "lament-allied": s.lament[ALLIED],
        "cup-allied": cup_gauge(s, viewer, ALLIED),
        "scale": s.scale,
        "face": s.face,
        "yunnan": s.yunnan_active,
    }


FACE_DOWN = 1 << len(CHITS)
"""The cup of a side whose first chit lies face down and is not known."""


def cup_gauge(s: State, viewer: Side, owner: Side) -> int:
    """4.0-A-b: the chits in a cup as a set, or that nobody but the owner knows them."""
    if not chit_lies(s, owner):
        return bitset(cup(s, owner))
    known = known_first(s, viewer, owner)
    return FACE_DOWN if known == UNKNOWN else FACE_DOWN - 1 & ~(1 << known)


# --- invariants


def check(s: State) -> list[str]:
    """Every broken invariant of a position, as sentences."""
    return [*_check_units(s), *_check_hexes(s), *_check_battalions(s), *_check_markers(s)]


def _check_units(s: State) -> list[str]:
    """Each counter in one place, with steps that fit."""
    g = s.game
    every_unit = every(Unit, g.units)
    steps, level, where = s.steps, s.level, s.where
    ids = g.unit_ids
    wrong = misplaced(s)
    wrong += [f"{ids[u]} has {steps[u]} steps" for u in every_unit if not 1 <= steps[u] <= g.full[u]]
    on_map = bitset(u for u in every_unit if where[u] < g.hexes) & ~g.air
    wrong += [f"{ids[u]} is wrongly said to be on or off the map" for u in each(on_map ^ s.on_map)]
    shrunk = members(on_map & (g.regiments | g.chindit_brigades))
    wrong += [f"{ids[u]} should have become a battalion" for u in shrunk if steps[u] < 2]
    for unit in [u for u in every_unit if level[u] or s.out_since[u]]:
        if (level[unit] == OUT_OF_SUPPLY) != bool(s.out_since[unit]):
            wrong.append(f"{ids[unit]} does not know since when it is out of supply")
        if not on_map >> unit & 1 and level[unit] != FULL and not _between(s, unit):
            wrong.append(f"{ids[unit]} is off the map and not in Full Supply")
    return wrong


def _between(s: State, unit: Unit) -> bool:
    """A counter that a procedure is about to place."""
    return any(getattr(frame, "unit", NO_UNIT) == unit for frame in s.agenda)


def _check_hexes(s: State) -> list[str]:
    """No enemies together; presence as it is; stacks within their limits once a phase is over."""
    g = s.game
    wrong = []
    present, transporter_hexes = [NO_SPACES, NO_SPACES], [NO_SPACES, NO_SPACES]
    for unit in each(s.on_map):
        held = present if g.ground >> unit & 1 else transporter_hexes
        held[g.side_of[unit]] |= 1 << s.where[unit]
    if present != s.present or transporter_hexes != s.transporter_hexes:
        wrong.append("the sets of occupied hexes are wrong")
    if present[0] & present[1]:
        wrong.append(f"enemies share {g.space_names[members(present[0] & present[1])[0]]}")
    if not any(isinstance(frame, Displace) for frame in s.agenda):
        for side in (ALLIED, JAPANESE):
            if transporter_hexes[side] & (transporter_hexes[1 - side] | present[1 - side]):
                wrong.append("a Transporter shares a hex with the enemy")
    if not any(isinstance(frame, EndOfPhase) for frame in s.agenda):
        for side in (ALLIED, JAPANESE):
            for hex_ in each(present[side]):
                units = s.at[hex_] & g.ground_of[side]
                if too_high(s.game, hex_, side, units) or too_many_chindits(s.game, units):
                    wrong.append(f"{g.space_names[hex_]} is overstacked between phases")
    return wrong


def _check_battalions(s: State) -> list[str]:
    """R37: battalions in the Box are the steps of the regiment counters on the map and on the track."""
    g = s.game
    wrong = []
    for division, name in enumerate(DIVISIONS):
        boxed = (s.at[g.battalion_box] & g.of_division[division]).bit_count()
        steps = sum(s.steps[u] for u in g.regiments_of[division] if s.where[u] != g.regiment_box)
        if boxed != steps:
            wrong.append(f"division {name} has {boxed} battalions in the box for {steps} regiment steps")
    return wrong


def _check_markers(s: State) -> list[str]:
    """Tracks, flags, Bunkers, Ambushes and chits within their numbers."""
    g = s.game
    wrong = []
    values = [*s.general, *s.superior, *s.lament, s.scale, s.face]
    if any(not 0 <= value <= g.top_slot for value in values):
        wrong.append("a marker is off its track")
    if s.used_air & ~g.air:
        wrong.append("a ground unit is marked as used Air Support")
    if not 0 <= s.yunnan_active <= 1:
        wrong.append("Yunnan Force is active or not, and nothing else")
    if s.flags[0] & s.flags[1] or (s.flags[0] | s.flags[1]) & ~g.objectives:
        wrong.append("a flag stands where none can be")
    if (s.flags[0] | s.flags[1]).bit_count() > g.most_flags:
        wrong.append("there are too many flags")
    allied, japanese = controlled(s, ALLIED), controlled(s, JAPANESE)
    if allied & japanese or allied | japanese != g.objectives:
        wrong.append("an Objective has no controller, or two")
    for pool, most in zip(s.bunkers, g.most_bunkers, strict=True):
        if pool.bit_count() > most:
            wrong.append("there are too many Bunkers")
    if sum(pool.bit_count() for pool in s.bunkers) != bunkered(s).bit_count():
        wrong.append("two Bunkers stand in one hex")
    if s.ambushes.bit_count() > g.most_ambushes:
        wrong.append("there are too many Ambushes")
    for side in (ALLIED, JAPANESE):
        own = chits_of(s, side)
        if len(set(own)) != len(own):
            wrong.append("a chit was played twice")
        if own and s.first[side] != UNKNOWN and len(own) < len(CHITS):
            wrong.append("a chit lies face down while others are drawn")
    return wrong
