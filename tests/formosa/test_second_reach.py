"""Movement and concealment reckoned a second time, in other words, beside random games (chapters 11 and 12).

Nothing here asks the modules it checks: ways are walked over plain sets with costs of their own, and what lies
concealed is kept by hand from one decision to the next.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Any

import pytest

from formosa.conftest import GAME
from formosa.test_fuzz import new_game, random_act
from formosa.test_second_opinion import zone_of
from grognard.games.formosa.facts import ALLIED, JAPANESE
from grognard.games.formosa.hex_movement import Move, may_move
from grognard.games.formosa.markers import MARK
from grognard.games.formosa.movement_phase import Movement
from grognard.games.formosa.reach import hexes
from grognard.games.formosa.supply import in_supply
from grognard.kernel.bits import members
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING
from grognard.kernel.play import advance, apply
from random_games import some

case = pytest.mark.case
COSTS = {"open": (2, 2), "mud flats": (4, 6), "rough": (4, 6), "mountain": (6, 0), "peak": (8, 0)}
"""Halves of a point for infantry and for mechanized units; mechanized ones keep to roads in the mountains."""
HIDDEN_FACTOR = 8


def played(seed: int, decisions: int, eager: float = 0.6) -> Iterator[Any]:
    """A random game, decision by decision, with its log."""
    rng = random.Random(seed)
    s, dice = new_game(seed), KeyedDice(b"second reach %d" % seed)
    s.log = []
    advance(s, dice)
    for _ in range(decisions):
        if s.winner != ONGOING:
            return
        yield s
        apply(s, *random_act(s, rng, eager), dice)


# --- 12 movement


def walked(s: Any, unit: int, by_truck: bool) -> dict[int, float]:
    """12.0-12.4, 14.1, 16.4, 16.5i, 22.0, 23.0: every hex that a unit can get to, with its cost, room or not."""
    side = GAME.side_of[unit]
    zone = zone_of(s, 1 - side)
    enemies = {h for u, h in enumerate(s.where) if GAME.side_of[u] != side and h < GAME.hexes}
    row = GAME.rows[unit]
    mechanized = row["class"] == "mechanized"
    guerrilla, slips = row["type"] == "guerrilla", "ignores first EZOC" in row["traits"]
    start = s.where[unit]
    best: dict[tuple[int, bool, bool, bool], int] = {}
    found: dict[int, float] = {}
    # a hex, whether the one free zone is used up, whether the zone there holds the unit, whether it lies open
    queue = [(0, 0, start, False, start in zone and not guerrilla, not s.concealed >> unit & 1)]
    while queue:
        spent, steps, here, used, held, is_open = heappop(queue)
        if best.get((here, used, held, is_open), 10**6) < spent or (steps and held):
            continue
        for there in GAME.neighbours[here]:
            linked = bool(GAME.linked[here] >> there & 1)
            terrain = GAME.map.terrain[there]
            if not GAME.land >> there & 1 or there in enemies or there == start:
                continue
            if (mechanized and not COSTS[terrain][1] and not linked) or (by_truck and not linked):
                continue
            if side == JAPANESE and there == s.suppressed:
                continue
            free_zone = there in zone and (guerrilla or (slips and not used))
            if held and there in zone and not free_zone:
                continue
            shown = is_open
            if guerrilla and not is_open and here in zone and (steps or there in zone):
                shown = True  # R43: it uses its freedom and must be turned up first
            factor = GAME.mf[unit] if shown else HIDDEN_FACTOR
            points = 2 * factor * (2 if by_truck else 1)
            cost = 1 if linked else COSTS[terrain][mechanized] + 2 * bool(GAME.rivers[here] >> there & 1)
            air = s.interdict_hex.count(there) if side == JAPANESE else 0
            total = spent + cost + 2 * air
            if total > points and (steps or by_truck):
                continue
            shown = shown or bool(air)
            if row["type"] == "deception" and shown:
                found[there] = min(found.get(there, 10**6), total / 2)
                continue  # 11.1f: it gets there and no further
            now_used, now_held = used or (free_zone and not guerrilla), there in zone and not free_zone
            key = (there, now_used, now_held, shown)  # who comes later may be free where who comes first is held
            if total >= best.get(key, 10**6):
                continue
            best[key] = total
            found[there] = min(found.get(there, 10**6), total / 2)
            heappush(queue, (total, steps + 1, there, now_used, now_held, shown))
    return found


def has_room(s: Any, hex_: int, unit: int) -> bool:
    """13.1-13.2, R106: three Japanese or four Allied mobile units of one nation."""
    side = GAME.side_of[unit]
    there = [u for u in members(s.at[hex_]) if GAME.side_of[u] == side]
    if any(GAME.nation_of[u] != GAME.nation_of[unit] for u in there):
        return False
    fixed = GAME.takes_static_place | s.bases | GAME.camp
    return sum(not fixed >> u & 1 for u in there) < (3 if side == JAPANESE else 4)


@case("12.0a", "12.0b", "12.1a", "12.2e", "12.2f", "12.3a", "12.4a", "14.1a", "14.1b", "16.4c", "22.0d", "R35", "R43")
@pytest.mark.parametrize("seed", some(5, 200))
def test_reach_is_the_same_walked_otherwise(seed: int) -> None:
    rng = random.Random(seed)
    asked = 0
    for s in played(seed, 700):
        frame = s.agenda[-1]
        if not isinstance(frame, Movement) or rng.random() > 0.2:
            continue
        units = [u for u in members(may_move(s, frame.side)) if s.where[u] < GAME.hexes]
        for unit in rng.sample(units, min(2, len(units))):
            trucks = frame.side == ALLIED and bool(GAME.roads >> s.where[unit] & 1) and in_supply(s, unit)
            for by_truck in (False, True) if trucks else (False,):
                asked += 1
                ours = walked(s, unit, by_truck)
                theirs = {h: cost for h, cost, _, _ in hexes(s, Move(unit, motorized=int(by_truck)))}
                open_ = {h for h in (*ours, *theirs) if has_room(s, h, unit)}
                assert {h: ours.get(h) for h in open_} == {h: theirs.get(h) for h in open_}, (
                    GAME.unit_ids[unit], GAME.space_ids[s.where[unit]], by_truck,
                    {GAME.space_ids[h]: (ours.get(h), theirs.get(h)) for h in open_ if ours.get(h) != theirs.get(h)},
                )  # fmt: skip
    assert asked or s.turn <= 2


# --- 11 concealment


class Ledger:
    """What the Allied player has been shown, kept by hand from what happens."""

    def __init__(self) -> None:
        self.down: set[int] = set()
        self.shown: set[int] = set()
        self.read = 0

    def follow(self, s: Any) -> None:
        """Read what was told since last time; nobody goes down again who has once been shown."""
        for event in s.log[self.read :]:
            if event.kind == "revealed" or (event.kind == "raid-result"):
                self.shown.add(event.args[0])
                self.down.discard(event.args[0])
            elif event.kind == "deployed" and GAME.side_of[event.args[0]] == JAPANESE:
                unit = event.args[0]
                if event.seen == 1 << JAPANESE:
                    assert unit not in self.shown, "11.2e: a replacement lies open"
                    self.down.add(unit)
                else:
                    self.shown.add(unit)
            elif event.kind in ("eliminated", "overstacked", "deception-removed", "die-hards-rise"):
                self.down.discard(event.args[0])
                if event.kind == "die-hards-rise":
                    self.shown.add(event.args[0])
            if event.seen in (-1, 1 << ALLIED):
                named = [u for u in GAME.mentions(event)["units"] if GAME.side_of[u] == JAPANESE]
                assert not set(named) & self.down, (event, "11.0c: a concealed counter is named")
        self.read = len(s.log)


@case("11.0a", "11.0b", "11.0c", "11.0d", "11.1f", "11.2a", "11.2b", "11.2d")
@pytest.mark.parametrize("seed", some(4, 200))
def test_what_a_side_sees_is_the_same_kept_by_hand(seed: int) -> None:
    ledger = Ledger()
    begun: set[tuple[int, int]] = set()
    for s in played(seed, 900):
        ledger.follow(s)
        standing = {u: h for u, h in enumerate(s.where) if h < GAME.hexes}
        down = {u for u in ledger.down if u in standing}
        down |= {u for u in members(s.concealed) if GAME.marine_brigade >> u & 1}  # R94: by its owner's choice
        assert set(members(s.concealed)) == down, [GAME.unit_ids[u] for u in set(members(s.concealed)) ^ down]
        assert not any(GAME.deceptions >> u & 1 for u in standing.keys() - down), "11.1f"
        assert not any(standing[u] in s.interdict_hex for u in down), "11.2b"
        now = (s.turn, s.phase)
        if now not in begun and GAME.phases[s.phase].id.endswith("-combat"):
            assert not any(standing[u] in zone_of(s, ALLIED) for u in down), "11.2a"
        begun.add(now)
        if s.news % 3:
            continue
        seen = [{row[0]: row[1] for row in GAME.view(s, side)["units"]} for side in (ALLIED, JAPANESE)]
        for unit, space in enumerate(s.where):
            if space == GAME.out:
                continue
            owner = GAME.side_of[unit]
            assert seen[owner][unit] == space
            is_open = unit in standing and unit not in down
            assert (unit in seen[1 - owner]) == is_open, GAME.unit_ids[unit]
        marker = MARK["concealed"]
        counters = {at: count for at, kind, count in GAME.view(s, ALLIED)["marks"] if kind == marker}
        assert counters == {h: sum(standing[u] == h for u in down) for h in {standing[u] for u in down}}
