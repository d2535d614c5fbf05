"""Supply, reach and odds of Operation Ichi-Go worked out a second time, by other means, beside random games.

Nothing here asks the modules it checks: the map is read from its file again, sets are plain sets, strengths fractions.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from fractions import Fraction
from heapq import heappop, heappush
from typing import Any

import pytest

from grognard.games.ichigo import odds, supply
from grognard.games.ichigo.combat import may_join
from grognard.games.ichigo.facts import CHINA, JAPAN, US
from grognard.games.ichigo.movement import Move
from grognard.games.ichigo.reach import hexes as reached
from grognard.games.ichigo.state import LAUNCHED
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING
from grognard.kernel.play import advance, apply
from ichigo.conftest import GAME
from ichigo.test_fuzz import random_act

case = pytest.mark.case
MAP = GAME.map
NEAR = [set(row) for row in MAP.graph.neighbours]
TERRAIN = list(MAP.terrain)
OUT_OF_MAP = GAME.hexes
ASHORE = {
    "turn": 9,
    "phase": "us-order",
    "causeway": "launched",
    "beachheads": ["3221", "2819"],
    "allied": ["3221", "2819"],
    "add": {"US-6": "2819", "US-7": "3221", "US-24": "2718"},
}


def games(seeds: range, every: int, most: int) -> Iterator[Any]:
    """Positions of random games, turn 1 to the end."""
    for seed in seeds:
        rng = random.Random(seed)
        dice = KeyedDice(b"second %d" % seed)
        s = GAME.new("campaign", {})
        if seed % 2:
            GAME.edit(s, ASHORE)
        advance(s, dice)
        for number in range(most):
            if s.winner != ONGOING:
                break
            if number % every == 0:
                yield s
            apply(s, *random_act(s, rng, 0.4), dice)


def occupied(s: Any, *nations: int) -> set[int]:
    """Where units of some nations stand."""
    return {s.where[u] for u in range(GAME.units) if GAME.nation_of[u] in nations and s.where[u] < OUT_OF_MAP}


def is_land(hex_: int) -> bool:
    return TERRAIN[hex_] not in ("sea", "")


def open_side(a: int, b: int) -> bool:
    return is_land(a) and is_land(b) and not MAP.has_edge("lake", a, b)


def spread(sources: set[int], blocked: set[int]) -> set[int]:
    """All hexes joined to some sources."""
    seen = {h for h in sources if h not in blocked and is_land(h)}
    queue = list(seen)
    while queue:
        here = queue.pop()
        for there in NEAR[here]:
            if there not in seen and there not in blocked and open_side(here, there):
                seen.add(there)
                queue.append(there)
    return seen


def held_by_japan(s: Any) -> set[int]:
    return {h for h in range(OUT_OF_MAP) if s.japanese >> h & 1}


def cities() -> set[int]:
    return {place.hex for place in MAP.places if "city" in place.kinds}


@case("7.1a", "7.1c", "7.1e", "7.5a", "7.7")
def test_supply_is_the_same_by_other_means(long: bool) -> None:
    begun = {p.hex for p in MAP.places if "city" in p.kinds and str(p.facts.get("control", "")).startswith("J")}
    edge = {h for h in range(OUT_OF_MAP) if GAME.space_ids[h].endswith("01") and 14 <= int(GAME.space_ids[h][:2]) <= 36}
    seen = 0
    for s in games(range(200 if long else 4), every=27, most=400):
        japanese, allies = held_by_japan(s), occupied(s, CHINA, US)
        sources = ({h for h in edge if is_land(h)} | {MAP.hex("0925")}) & japanese - allies
        joined = spread(sources, allies | (cities() - japanese))
        joined |= {h for h in begun & japanese if not s.fallen >> h & 1}
        ours = {h for h in range(OUT_OF_MAP) if supply.japanese_supplied(s) >> h & 1}
        assert ours == joined
        if s.causeway == LAUNCHED:
            beaches = spread(set(s.beachheads), occupied(s, JAPAN) | (cities() & japanese))
            theirs = {h for h in range(OUT_OF_MAP) if supply.beachhead_network(s) >> h & 1}
            assert theirs == beaches
        seen += 1
    assert seen > 40


@case("10.2", "10.7a", "10.9", "10.10", "8.4a", "6.0b")
def test_reach_is_the_same_by_other_means(long: bool) -> None:
    price = {"clear": 1} | {kind: GAME.entry_cost[TERRAIN.index(kind)] for kind in ("rough", "mountain")}
    rng = random.Random(7)
    seen = 0
    for s in games(range(200 if long else 4), every=23, most=420):
        nation = rng.choice([CHINA, JAPAN, US])
        mine = [u for u in range(GAME.units) if GAME.nation_of[u] == nation and s.where[u] < OUT_OF_MAP]
        mine = [u for u in mine if not GAME.static >> u & 1]
        if not mine:
            continue
        unit, points = rng.choice(mine), rng.randint(1, 6)
        foes = occupied(s, CHINA, US) if nation == JAPAN else occupied(s, JAPAN)
        if nation != JAPAN:
            lone = {p.hex for p in MAP.places if "city" in p.kinds and str(p.facts.get("control", "")).startswith("J")}
            foes |= {h for h in lone & held_by_japan(s) if h not in occupied(s, JAPAN) and not s.beaten >> h & 1}
        side = 1 if nation == JAPAN else 0
        best = {s.where[unit]: 0}
        queue = [(0, s.where[unit])]
        while queue:
            spent, here = heappop(queue)
            for there in NEAR[here]:
                if there in foes or not open_side(here, there):
                    continue
                river = MAP.has_edge("river", here, there)
                cost = price[TERRAIN[there]] + river
                if s.air_range >> there & 1 and s.air_side != side:
                    cost += 1 + river * GAME.air_river_cost
                if spent + cost <= points and spent + cost < best.get(there, 99):
                    best[there] = spent + cost
                    heappush(queue, (spent + cost, there))
        ours = {row[0]: row[1] for row in reached(s, Move(nation, [unit], 0), s.where[unit], [points])}
        ours.setdefault(s.where[unit], 0)
        assert ours == best, (GAME.unit_ids[unit], points)
        seen += 1
    assert seen > 30


@case("11.6", "11.7", "11.8b", "11.9", "11.13a", "R50", "R53")
def test_odds_are_the_same_by_other_means(long: bool) -> None:
    seen = 0
    for s in games(range(200 if long else 6), every=17, most=420):
        for nation in (CHINA, US, JAPAN):
            targets = occupied(s, JAPAN) if nation != JAPAN else occupied(s, CHINA, US)
            for target in sorted(targets)[:12]:
                units = may_join(s, nation, target)
                if units and any(odds.factor(s, u, attacking=True) for u in units):
                    compare(s, nation, target, units)
                    seen += 1
    assert seen > 60


def compare(s: Any, nation: int, target: int, units: list[int]) -> None:
    """The column of one attack."""
    strength = Fraction(0)
    for unit in units:
        part = Fraction(odds.factor(s, unit, attacking=True))
        if MAP.has_edge("river", s.where[unit], target):
            part /= 2
        if supply.supply(s, unit) == supply.OUT:
            part /= 2
        strength += part
    attack = math.ceil(strength)
    defence = sum(odds.factor(s, u, attacking=False) for u in range(GAME.units) if s.where[u] == target)
    if not attack or not defence:
        return
    heads = GAME.odds_lines[nation]
    ratio = Fraction(attack // defence) if attack >= defence else Fraction(1, -(-defence // attack))
    raw = max([i for i, (a, d) in enumerate(heads) if ratio >= Fraction(a, d)] or [0])
    net = {"rough": -1, "mountain": -2}.get(TERRAIN[target], 0) - (target in cities())
    side = 1 if nation == JAPAN else 0
    if s.air_range >> target & 1:
        net += 1 if s.air_side == side else -1
    if s.causeway == LAUNCHED and GAME.coast >> target & 1:
        net += 1 if side == 0 else -1
    states = [supply.supply(s, u) for u in units]
    if nation == JAPAN and s.turn >= 7 and any(state != supply.OUT for state in states):
        net -= 1
    ways = {MAP.direction(target, s.where[u]) for u in units}
    around = any((d + 3) % 6 in ways for d in ways) or {0, 2, 4} <= ways or {1, 3, 5} <= ways or len(ways) > 3
    if nation != CHINA and around and target not in cities():
        net += 2 if nation == US else 1
    expected = min(max(raw + net, 0), len(heads) - 1)
    assert odds.final_column(s, odds.Attack(nation, target, units)) == expected, (GAME.space_ids[target], units)
