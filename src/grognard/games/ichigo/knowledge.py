"""Who may know what (6.6, 3.3, 11.27): views, redaction, resampling, invariants.

Of an enemy stack a player sees the number of counters and the top one; of an untried regular nobody sees the front.
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from grognard.games.ichigo.air import LIFTED, bases_held
from grognard.games.ichigo.causeway import causeway_modifiers
from grognard.games.ichigo.facts import ALLIED, CHINA, JAPAN, JAPANESE, SIDE_OF_NATION, US, Facts
from grognard.games.ichigo.odds import tanks_at_hand
from grognard.games.ichigo.state import LAUNCHED, State, enemy_hexes, face, tracked
from grognard.games.ichigo.victory import points
from grognard.kernel.bits import each, members
from grognard.kernel.flow import ONGOING
from grognard.kernel.showing import rows
from grognard.kernel.state import misplaced, named_units

UNTRIED, MOVED, ATTACKED, CUT_OFF, ELIMINATED = 1, 2, 4, 8, 16
ABOVE = 1 << 32
"""More than any order of arrival."""
MORE, JAPANESE_FLAG, ALLIED_FLAG, AIR_JAPANESE, AIR_ALLIED, B29, BEACHHEAD, AERIAL = range(8)


OPEN = (
    "turn phase rolls news winner ending steps present clock tried japanese fallen causeway beachheads "
    "collapse_rolled air_side air_markers air_range b29 b29_used airlift_used airdrop_used aerial "
    "aerial_placed fourteenth_open rolled_mp targets beaten fights_first"
)
"""The fields of a position that everybody sees whole."""
HIDDEN: dict[str, tuple[int, ...]] = {
    "agenda": (ALLIED, JAPANESE),
    "where": (ALLIED, JAPANESE),
    "at": (ALLIED, JAPANESE),
    "order": (ALLIED, JAPANESE),
    "front": (ALLIED, JAPANESE),
    "began": (ALLIED, JAPANESE),
    "moved": (ALLIED, JAPANESE),
    "attacked": (ALLIED, JAPANESE),
    "strategic": (ALLIED, JAPANESE),
    "arrived": (ALLIED, JAPANESE),
    "cut_off": (ALLIED, JAPANESE),
    "rolled_hexes": (JAPANESE,),
}
"""All others, with the sides that may not see all of each: `redact` takes that out (tests/test_classed_fields.py)."""


# --- 6.6, R63 stacks


def top_of(s: State, hex_: int, side: int) -> int:
    """R63: the unit on top: the one that lies there longest; militia at the bottom."""
    g = s.game
    here = s.at[hex_] & g.of_side[side]
    may_lie_there = here & ~g.militia or here
    if not may_lie_there & may_lie_there - 1:
        return may_lie_there.bit_length() - 1
    return min(each(may_lie_there), key=s.order.__getitem__)


def hidden_from(s: State, side: int) -> int:
    """6.6a: enemy units on the map below the top of their stacks."""
    other = 1 - side
    theirs, at = s.game.of_side[other], s.at
    out = 0
    for hex_ in each(enemy_hexes(s, side)):
        stack = at[hex_] & theirs
        if stack & stack - 1:  # more than one
            out |= stack & ~(1 << top_of(s, hex_, other))
    return out


def may_top(s: State, side: int) -> list[int]:
    """R63: units that the owner may put on top of their stacks in his own turn."""
    g = s.game
    if g.phases[s.phase].side != side:
        return []
    own = g.of_side[side] & ~g.militia
    stacks = [(h, units) for h in each(enemy_hexes(s, 1 - side)) if (units := s.at[h] & own) & units - 1]
    return [u for h, units in stacks for u in each(units & ~(1 << top_of(s, h, side)))]


def put_on_top(s: State, unit: int) -> None:
    """R63."""
    s.order[unit] = min(s.order[u] for u in each(s.at[s.where[unit]])) - 1


# --- views


def view(s: State, side: int) -> dict[str, Any]:
    """What one side may know, as the page wants it. When the game is over all stacks are open."""
    g = s.game
    over = s.winner != ONGOING
    hidden = 0 if over else hidden_from(s, side)
    faces = _open_faces(s)
    shown = sorted(each((g.of_side[0] | g.of_side[1]) & ~hidden & ~s.at[g.out]), key=_heights(s, side).__getitem__)
    units = rows(shown, s.where, s.steps, _flags(s, side))
    if faces:
        units = [(*row, faces[row[0]]) if row[0] in faces else row for row in units]
    return {
        "turn": s.turn,
        "phase": s.phase,
        "units": units,
        "marks": marks(s, side, hidden),
        "tracks": tracks(s),
        "plans": [],
    }


def _flags(s: State, side: int) -> list[int]:
    """What is noted on each unit's counter; of the enemy's moves nothing."""
    g = s.game
    flags = [0] * g.units
    for units, flag in (
        (g.regulars & ~s.tried, UNTRIED),
        (s.moved & g.of_side[side], MOVED),
        (s.attacked & g.of_side[side], ATTACKED),
        (s.cut_off, CUT_OFF),
        (s.at[g.japanese_dead] | s.at[g.allied_dead], ELIMINATED),
    ):
        for unit in each(units):
            flags[unit] |= flag
    return flags


def _open_faces(s: State) -> dict[int, int]:
    """11.27a: which of the board's faces lies open on each tried regular; on any other unit none does."""
    g = s.game
    return {unit: g.regular_index[face(s, unit)] for unit in each(g.regulars & s.tried)}


def _heights(s: State, side: int) -> list[int]:
    """R63: own stacks lie in their order, the top unit last, militia below; of all others the order tells nothing."""
    g = s.game
    heights = list(range(g.units))
    where, order, own, hexes = s.where, s.order, g.of_side[side], g.hexes
    for units, base in ((own & g.militia, 0), (own & ~g.militia, ABOVE)):
        for unit in each(units):
            if where[unit] < hexes:
                heights[unit] = base - order[unit]
    return heights


def marks(s: State, side: int, hidden: int) -> list[tuple[int, int, int]]:
    """Counters below the top of enemy stacks, control that differs from the printed one, and the markers of 2.16."""
    g = s.game
    below: dict[int, int] = {}
    for unit in each(hidden):
        hex_ = s.where[unit]
        below[hex_] = below.get(hex_, 0) + 1
    out = [(hex_, MORE, below[hex_]) for hex_ in sorted(below)]
    out += [(h, JAPANESE_FLAG, 1) for h in each(s.japanese & ~g.japanese_at_start)]
    out += [(h, ALLIED_FLAG, 1) for h in each(g.japanese_at_start & ~s.japanese)]
    air = AIR_JAPANESE if s.air_side == JAPANESE else AIR_ALLIED
    out += [(h, air, 1) for h in each(s.air_markers)]
    out += [(h, BEACHHEAD, 1) for h in s.beachheads]
    out += [(h, marker, 1) for h, marker in ((s.b29, B29), (s.aerial, AERIAL)) if h >= 0]
    return out


def tracks(s: State) -> dict[str, int]:
    """The gauges: all of them open to both."""
    g = s.game
    return {
        "turn": s.turn,
        "vp": points(s),
        "causeway": s.causeway,
        "causeway-roll": sum(m.value for m in causeway_modifiers(s)),
        "railroad": (g.rail_set & s.japanese).bit_count(),
        "airbases": bases_held(s),
        "tanks": len(tanks_at_hand(s)),
        "pool": s.at[g.pool].bit_count(),
    }


# --- redaction and resampling


def redact(s: State, side: int) -> State:
    """A copy without what a side may not know: untried fronts and hidden enemy units lie in rising order."""
    known = s.copy()
    asked = known.pending
    if asked is not None and getattr(asked, "side", side) != side:
        known.agenda = []
        known.pending = None
    hidden = may_change(known, side)
    known.moved &= ~hidden
    known.attacked &= ~hidden
    known.strategic &= ~hidden
    known.arrived &= ~hidden
    known.cut_off &= ~hidden
    where, began = known.where, known.began
    for unit in each(s.game.of_side[1 - side]):
        began[unit] = where[unit]
    if SIDE_OF_NATION[CHINA] != side:  # the key of an airlifted unit's own die would name the counter
        known.rolled_hexes = [min(key, LIFTED) for key in s.rolled_hexes]
    deal_hidden(known, hidden, None)
    deal_fronts(known, None)
    return known


def resample(s: State, side: int, rng: random.Random) -> State:
    """A full position that a side could not tell from the true one by its view: fronts and hidden stacks dealt anew.

    Units that a procedure under way names stay where they are, so that the position can be played on.
    """
    other = s.copy()
    deal_hidden(other, may_change(other, side), rng)
    deal_fronts(other, rng)
    return other


def deal_fronts(s: State, rng: random.Random | None) -> None:
    """3.3a, 9.7d: the fronts of all untried regulars, on the map and in the pool, are any of those not seen."""
    g = s.game
    slots = slots_of(g, g.regulars & ~s.tried)
    fronts = sorted([s.front[i] for i in slots])
    if rng is not None:
        rng.shuffle(fronts)
    for slot, front in zip(slots, fronts, strict=True):
        s.front[slot] = front


@lru_cache(maxsize=1024)
def slots_of(g: Facts, regulars: int) -> tuple[int, ...]:
    """Where the fronts of some regulars are noted."""
    return tuple(g.regular_index[u] for u in each(regulars))


def may_change(s: State, side: int) -> int:
    """6.6a: hidden enemy units of which nobody knows where they are; those that a procedure names stay."""
    return hidden_from(s, side) & ~busy(s) & ~never_moved(s)


def deal_hidden(s: State, hidden: int, rng: random.Random | None) -> None:
    """6.6a: enemy units below the tops change places, within a nation; on redaction they are put in rising order.

    When the position is to be played on, only units of which the same is noted change places.
    """
    g = s.game
    where, at = s.where, s.at
    groups: dict[tuple[int, ...], list[int]] = {}
    moved, attacked, cut_off, strategic, arrived = s.moved, s.attacked, s.cut_off, s.strategic, s.arrived
    for unit in each(hidden) if rng is not None else ():
        key = (
            g.nation_of[unit], moved >> unit & 1, attacked >> unit & 1, cut_off >> unit & 1, strategic >> unit & 1,
            arrived >> unit & 1, g.formosa >> where[unit] & 1,
        )  # fmt: skip
        groups.setdefault(key, []).append(unit)
    if rng is None:
        groups = {(nation,): members(hidden & own) for nation, own in enumerate(g.of_nation)}
    for units in groups.values():
        slots = sorted([(where[u], s.order[u], s.began[u]) for u in units])
        if rng is not None:
            rng.shuffle(units)
        for unit in units:
            at[where[unit]] ^= 1 << unit
        for unit, (hex_, order, began) in zip(units, slots, strict=True):  # as many of a nation as before in each hex
            at[hex_] |= 1 << unit
            where[unit], s.order[unit], s.began[unit] = hex_, order, began


def never_moved(s: State) -> int:
    """2.12a, 5.4a: units that cannot have left the place where everybody saw them, whatever lies on top."""
    return s.game.static | (s.game.frozen if s.turn == 1 else 0)


def busy(s: State) -> int:
    """Units that a frame of the agenda names."""
    return named_units(s, ("units", "gone", "momentum", "support", "guards"))


# --- invariants


def check(s: State) -> list[str]:
    """Every broken invariant of a position, as sentences. It runs after each decision of the fuzzer, so it is quick."""
    return [*_check_units(s), *_check_hexes(s), *_check_control(s)]


def _check_units(s: State) -> list[str]:
    """Each unit in one place with steps that fit; each front carried once."""
    g = s.game
    wrong = misplaced(s)
    gone = 0
    for unit, (left, full) in enumerate(zip(s.steps, g.full, strict=True)):
        if not left:
            gone |= 1 << unit
        elif not 0 < left <= full:
            wrong.append(f"{g.unit_ids[unit]} has {left} steps of {full}")
    for unit in each(gone ^ (s.at[g.japanese_dead] | s.at[g.allied_dead])):
        wrong.append(f"{g.unit_ids[unit]} has {s.steps[unit]} steps in {g.space_names[s.where[unit]]}")
    if sorted(s.front) != list(g.regular_units):
        wrong.append("the fronts of the regulars are not all different")
    if any(s.where[unit] < g.hexes for unit in each(g.supports)):
        wrong.append("a support unit is on the map")
    if s.tried & s.at[g.pool]:
        wrong.append("a tried unit is in the pool")
    for unit in each(s.tried):
        if g.zeros >> face(s, unit) & 1:
            wrong.append(f"{g.unit_ids[unit]} has no strength and stays on the map")
    return wrong


def _check_hexes(s: State) -> list[str]:
    """Stacking, no enemies together, nobody at sea, presence as it is."""
    g = s.game
    wrong = []
    present = [0, 0, 0]
    displaced = s.turn >= g.mainland_landing_turn and s.causeway == LAUNCHED
    standing = ~busy(s)
    china, us, japan = g.of_nation
    for hex_, here in enumerate(s.at[: g.hexes]):
        if not here:
            continue
        forces = (here & china, here & us, here & japan)
        for nation, units in enumerate(forces):
            if not units:
                continue
            present[nation] |= 1 << hex_
            most = g.most[nation]
            if units.bit_count() > most and not displaced and (units & standing & ~g.militia).bit_count() > most:
                wrong.append(f"{g.space_names[hex_]} is overstacked")
        if forces[JAPAN] and forces[JAPAN] != here:
            wrong.append(f"enemies share {g.space_names[hex_]}")
        if forces[CHINA] & standing and forces[US] & standing:
            wrong.append(f"Chinese and US units share {g.space_names[hex_]}")
    for hex_ in each((present[CHINA] | present[US] | present[JAPAN]) & ~g.land):
        wrong.append(f"a unit is at sea in {g.space_names[hex_]}")
    if present[CHINA] & g.formosa:
        wrong.append("a Chinese unit is on Formosa")
    if present != s.present:
        wrong.append("the sets of occupied hexes are wrong")
    return wrong


def _check_control(s: State) -> list[str]:
    """Control of tracked hexes only, by whoever stands there; a game that goes on has not been won."""
    g = s.game
    wrong = []
    if s.japanese & ~tracked(s):
        wrong.append("an untracked hex is under control")
    if s.present[JAPAN] & tracked(s) & ~s.japanese or (s.present[CHINA] | s.present[US]) & s.japanese:
        wrong.append("a hex is controlled by the side that is not in it")
    if g.japanese_cities & ~s.japanese & ~s.fallen:
        wrong.append("a lost city is not known to have fallen")
    if s.winner == ONGOING:
        landing = g.phases[s.phase].id == "landing"
        if not landing and any(s.japanese >> beach & 1 for beach in s.beachheads):
            wrong.append("a beachhead has fallen and the game goes on")
        if not s.japanese & (1 << g.shanghai | 1 << g.wuhan):
            wrong.append("Shanghai and Wuhan have fallen and the game goes on")
    return wrong
