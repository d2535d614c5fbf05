"""Knowledge of each side (6.6, 3.3, 11.27): views, redaction, resampling, invariants.

Of an enemy stack a player sees the number of counters and the top one; of an untried regular nobody sees the front.
"""

from __future__ import annotations

import random
from functools import lru_cache, reduce
from operator import or_
from typing import Any

from grognard.games.ichigo.air import LIFTED, bases_held
from grognard.games.ichigo.causeway import causeway_modifiers
from grognard.games.ichigo.facts import ALLIED, CHINA, JAPAN, JAPANESE, SIDE_OF_NATION, US, Facts
from grognard.games.ichigo.odds import tanks_at_hand
from grognard.games.ichigo.state import LAUNCHED, State, enemy_hexes, face, tracked
from grognard.games.ichigo.victory import points
from grognard.kernel.bits import bitset, each
from grognard.kernel.board_parts import rows
from grognard.kernel.flow import ONGOING, Option, for_each
from grognard.kernel.ids import NO_SPACES, NO_UNITS, Side, Space, Unit, Units, per
from grognard.kernel.position_cache import again, note, noted
from grognard.kernel.sight import Mark, Sight, flags_of, marks_of
from grognard.kernel.state import misplaced, named_units

UNTRIED, MOVED, ATTACKED, CUT_OFF, ELIMINATED = 1, 2, 4, 8, 16
Lies = tuple[Space, int]
"""A space, and when the unit came to lie there."""
MORE, JAPANESE_FLAG, ALLIED_FLAG, AIR_JAPANESE, AIR_ALLIED, B29, BEACHHEAD, AERIAL = range(8)


OPEN = (
    "turn phase rolls news winner ending steps present clock tried japanese fallen causeway beachheads "
    "collapse_rolled air_side air_markers air_range b29 b29_used airlift_used airdrop_used aerial "
    "aerial_placed fourteenth_open rolled_mp targets beaten fights_first"
)
"""The fields of a position that everybody sees whole."""
HIDDEN: dict[str, tuple[Side, ...]] = {
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


@noted
def beneath(s: State, side: Side) -> Units:
    """R63: a side's units on the map that others lie upon: on top is the one that lies there longest; militia never."""
    at, order, militia = s.at, s.order.__getitem__, s.game.militia
    out = NO_UNITS
    for hex_ in each(enemy_hexes(s, 1 - side)):
        stack = at[hex_]
        if stack.bit_count() > 1:
            may_lie_there = stack & ~militia or stack
            if may_lie_there & may_lie_there - 1:
                out |= stack ^ 1 << min(each(may_lie_there), key=order)
            else:
                out |= stack ^ may_lie_there
    return out


def hidden_from(s: State, side: Side) -> Units:
    """6.6a: enemy units on the map below the top of their stacks."""
    return beneath(s, 1 - side)


def order_stacks(s: State, side: Side) -> list[Option]:
    """R63: in their own turn the owner may put any unit but militia on top of its stack."""
    if s.game.phases[s.phase].side != side:
        return []
    own = [(s.where[numbers], s.order[numbers]) for numbers in s.game.numbers_of[side]]
    return again(s, _may_top, own, side)


def _may_top(s: State, side: Side) -> list[Option]:
    return for_each("top", beneath(s, side) & ~s.game.militia)


def put_on_top(s: State, unit: Unit) -> None:
    """R63."""
    s.order[unit] = min(s.order[u] for u in each(s.at[s.where[unit]])) - 1


# --- views


def view(s: State, side: Side) -> dict[str, Any]:
    """What one side may know, as the page wants it. When the game is over all stacks are open."""
    seen = sight(s, side)
    own = s.game.of_side[side]
    on_counters = (s.where[:], s.order[:], s.steps[:], s.front[:], s.moved & own, s.attacked & own, s.cut_off, s.tried)
    return {
        "turn": s.turn,
        "phase": s.phase,
        "units": again(s, _units, on_counters, side, seen.units),
        "marks": marks_of(seen),
        "tracks": seen.tracks,
        "plans": [],
    }


def sight(s: State, side: Side) -> Sight:
    """Units with what is noted on them, control that differs from the printed one, markers, gauges that a side sees."""
    g = s.game
    theirs = g.numbers_of[1 - side]
    lie = [(s.where[numbers], s.order[numbers]) for numbers in theirs]
    hidden = again(s, beneath, lie, 1 - side) if s.winner == ONGOING else NO_UNITS
    areas = [
        (JAPANESE_FLAG, s.japanese & ~g.japanese_at_start),
        (ALLIED_FLAG, g.japanese_at_start & ~s.japanese),
        (AIR_JAPANESE if s.air_side == JAPANESE else AIR_ALLIED, s.air_markers),
        (BEACHHEAD, bitset(s.beachheads)),
        *((marker, 1 << hex_) for hex_, marker in ((s.b29, B29), (s.aerial, AERIAL)) if hex_ >= 0),
    ]
    watched = [units & g.watched for units in s.present]
    for_points = (s.turn, s.causeway, s.japanese, s.beachheads[:], watched, s.at[g.support], s.at[g.pool])
    return Sight(
        (g.of_side[0] | g.of_side[1]) & ~hidden & ~s.at[g.out],
        s.steps,
        noted_on(s, side),
        again(s, below, lie, hidden),
        areas,
        again(s, tracks, for_points) if s.causeway != LAUNCHED else tracks(s),
    )


def noted_on(s: State, side: Side) -> tuple[tuple[int, Units], ...]:
    """What is noted on counters; of the enemy's moves nothing."""
    g = s.game
    own = g.of_side[side]
    return (
        (UNTRIED, g.regulars & ~s.tried),
        (ELIMINATED, s.at[g.japanese_dead] | s.at[g.allied_dead]),
        (MOVED, s.moved & own),
        (ATTACKED, s.attacked & own),
        (CUT_OFF, s.cut_off),
    )


def below(s: State, hidden: Units) -> list[Mark]:
    """R63: how many counters lie below the top of each enemy stack."""
    found: dict[Space, int] = {}
    for unit in each(hidden):
        hex_ = s.where[unit]
        found[hex_] = found.get(hex_, 0) + 1
    return [(hex_, MORE, found[hex_]) for hex_ in sorted(found)]


def _units(s: State, side: Side, shown: Units) -> list[tuple[int, ...]]:
    """The counters that a side sees, with what is noted on them (see `view`) and the fronts that lie open."""
    faces = _open_faces(s)
    units = rows(_laid_out(s, side, shown), s.where, s.steps, flags_of(noted_on(s, side), s.game.units))
    return [(*row, faces[row[0]]) if row[0] in faces else row for row in units] if faces else units


def _laid_out(s: State, side: Side, shown: Units) -> list[Unit]:
    """R63: own stacks lie in their order, the top unit last, militia below; of all others the order tells nothing."""
    g = s.game
    own, came = g.of_side[side] & ~reduce(or_, s.at[g.hexes :]), s.order.__getitem__
    others = shown & ~own
    below, above = (sorted(each(rank), key=came, reverse=True) for rank in (own & g.militia, own & ~g.militia))
    return [*below, *each(others), *above]


def _open_faces(s: State) -> dict[int, int]:
    """11.27a: which of the board's faces lies open on each tried regular; on any other unit none does."""
    g = s.game
    return {unit: g.regular_index[face(s, unit)] for unit in each(g.regulars & s.tried)}


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


def redact(s: State, side: Side) -> State:
    """A copy without what a side may not know: untried fronts and hidden enemy units lie in rising order."""
    known = s.copy()
    asked = known.pending
    if asked is not None and getattr(asked, "side", side) != side:
        known.agenda = []
        known.pending = None
    theirs = s.game.numbers_of[1 - side]
    lie = [(s.where[numbers], s.order[numbers]) for numbers in theirs]
    below = again(s, beneath, lie, 1 - side)
    hidden = may_change(known, below)
    if hidden:
        known.moved &= ~hidden
        known.attacked &= ~hidden
        known.strategic &= ~hidden
        known.arrived &= ~hidden
        known.cut_off &= ~hidden
        for unit, before, after in again(s, in_order, lie, hidden):
            known.at[before[0]] ^= 1 << unit
            known.at[after[0]] ^= 1 << unit
            known.where[unit], known.order[unit] = after
    note(known, beneath, 1 - side, found=below)
    for numbers in theirs:
        known.began[numbers] = known.where[numbers]
    if SIDE_OF_NATION[CHINA] != side:  # the key of an airlifted unit's own die would name the counter
        known.rolled_hexes = [min(key, LIFTED) for key in s.rolled_hexes]
    tried = s.game.regulars & s.tried
    known.front = fronts_in_order(s.game, tried, tuple([s.front[slot] for slot in slots_of(s.game, tried)]))[:]
    return known


def in_order(s: State, hidden: Units) -> list[tuple[Unit, Lies, Lies]]:
    """6.6a: units below the tops lie in rising order, within a nation: who moves, from where to where."""
    out: list[tuple[Unit, Lies, Lies]] = []
    for own in s.game.of_nation:
        units = each(hidden & own)
        lies = [(s.where[unit], s.order[unit]) for unit in units]
        out += [moved for moved in zip(units, lies, sorted(lies), strict=True) if moved[1] != moved[2]]
    return out


def resample(s: State, side: Side, rng: random.Random) -> State:
    """A full position that a side could not tell from the true one by its view: fronts and hidden stacks dealt anew.

    Units that a procedure under way names stay where they are, so that the position can be played on.
    """
    other = s.copy()
    deal_hidden(other, may_change(other, hidden_from(other, side)), rng)
    deal_fronts(other, rng)
    return other


def deal_fronts(s: State, rng: random.Random) -> None:
    """3.3a, 9.7d: the fronts of all untried regulars, on the map and in the pool, are any of those not seen."""
    g = s.game
    slots = slots_of(g, g.regulars & ~s.tried)
    fronts = sorted([s.front[i] for i in slots])
    rng.shuffle(fronts)
    for slot, front in zip(slots, fronts, strict=True):
        s.front[slot] = front


@lru_cache(maxsize=1024)
def fronts_in_order(g: Facts, tried: Units, seen: tuple[Unit, ...]) -> list[Unit]:
    """3.3a: all fronts, those that were seen where they are and the others in rising order."""
    where_seen = dict(zip(slots_of(g, tried), seen, strict=True))
    unseen = iter(sorted(set(g.regular_units).difference(seen)))
    return [where_seen[slot] if slot in where_seen else next(unseen) for slot in range(len(g.regular_units))]


@lru_cache(maxsize=1024)
def slots_of(g: Facts, regulars: Units) -> tuple[int, ...]:
    """Where the fronts of some regulars are noted."""
    return tuple(g.regular_index[u] for u in each(regulars))


def may_change(s: State, hidden: Units) -> Units:
    """6.6a: hidden enemy units of which nobody knows where they are; those that a procedure names stay."""
    return hidden & ~busy(s) & ~never_moved(s)


def deal_hidden(s: State, hidden: Units, rng: random.Random) -> None:
    """6.6a: enemy units below the tops change places, within a nation and with those of which the same is noted."""
    g = s.game
    where, at = s.where, s.at
    groups: dict[tuple[int, ...], list[Unit]] = {}
    moved, attacked, cut_off, strategic, arrived = s.moved, s.attacked, s.cut_off, s.strategic, s.arrived
    for unit in each(hidden):
        key = (
            g.nation_of[unit], moved >> unit & 1, attacked >> unit & 1, cut_off >> unit & 1, strategic >> unit & 1,
            arrived >> unit & 1, g.formosa >> where[unit] & 1,
        )  # fmt: skip
        groups.setdefault(key, []).append(unit)
    for units in groups.values():
        slots = sorted([(where[u], s.order[u], s.began[u]) for u in units])
        rng.shuffle(units)
        for unit in units:
            at[where[unit]] ^= 1 << unit
        for unit, (hex_, order, began) in zip(units, slots, strict=True):  # as many of a nation as before in each hex
            at[hex_] |= 1 << unit
            where[unit], s.order[unit], s.began[unit] = hex_, order, began


def never_moved(s: State) -> Units:
    """2.12a, 5.4a: units that cannot have left the place where everybody saw them, whatever lies on top."""
    return s.game.static | (s.game.frozen if s.turn == 1 else NO_UNITS)


def busy(s: State) -> Units:
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
    gone = NO_UNITS
    for unit, (left, full) in per(Unit, zip(s.steps, g.full, strict=True)):
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
    present = [NO_SPACES] * 3
    displaced = s.turn >= g.mainland_landing_turn and s.causeway == LAUNCHED
    standing = ~busy(s)
    china, us, japan = g.of_nation
    for hex_, here in per(Space, s.at[: g.hexes]):
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
    """Control of tracked hexes only, by the side that stands there; a game that goes on has not been won."""
    g = s.game
    wrong = []
    if s.air_markers.bit_count() > g.most_markers:
        wrong.append(f"there are more than {g.most_markers} Airpower markers")
    if len(s.beachheads) > 2 or len(set(s.beachheads)) < len(s.beachheads):
        wrong.append("there are more than two US beachheads, or two in one hex")
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
