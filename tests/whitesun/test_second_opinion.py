"""A second implementation of supply, reach and odds, written plainly from the rulings, run beside random games."""

from __future__ import annotations

import random
from collections import deque
from itertools import combinations
from typing import Any

import pytest

from grognard.games.whitesun.battle_forecasts import course, foes_in, in_order
from grognard.games.whitesun.bound_to_objective import leads_on
from grognard.games.whitesun.entry_odds import LIGHT, PLANES, STAYS_AWAY, draws, foe_of
from grognard.games.whitesun.facts import REGULAR
from grognard.games.whitesun.movement import March
from grognard.games.whitesun.operation_starts import FREE, cities_to_start
from grognard.games.whitesun.reach import planned
from grognard.games.whitesun.round_strength import Numbers, strength_of
from grognard.games.whitesun.state import own
from grognard.games.whitesun.supply import in_supply, start_cities, step_cost, supplied_net
from grognard.kernel.bits import bitset, members
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING
from grognard.kernel.play import advance, apply
from random_games import some
from whitesun.conftest import GAME, table
from whitesun.test_fuzz import choose, position

case = pytest.mark.case
NEIGHBOURS = {h: set(GAME.steps_from[h]) for h in range(GAME.hexes)}
LINKS = {h: set(members(GAME.links.near[h])) for h in range(GAME.hexes)}


def ours(s: Any) -> set[int]:
    return {h for h in range(GAME.hexes) if s.japanese >> h & 1 and not s.broken >> h & 1}


def walk(start: set[int], allowed: set[int], graph: dict[int, set[int]]) -> set[int]:
    """Everything joined to the start within what is allowed."""
    seen = start & allowed
    waiting = deque(seen)
    while waiting:
        for there in graph[waiting.popleft()] & allowed - seen:
            seen.add(there)
            waiting.append(there)
    return seen


def net_of(s: Any, held: set[int]) -> set[int]:
    """R33, R34."""
    names = ["1417", "1419", "2504"] + (["5819", "5822"] if s.turn >= 3 else [])
    return walk({GAME.space_index[n] for n in names}, held, LINKS)


def lengths(s: Any, held: set[int]) -> dict[int, int]:
    """R34: per hex, the least sum of the hexes after it on a way through held hexes to where supply ends."""
    edge = GAME.north_edge | (GAME.south_edge if s.turn >= 3 else 0)
    ends = net_of(s, held) | {h for h in held if (GAME.coast | edge) >> h & 1}
    best = dict.fromkeys(ends, 0)
    waiting = deque(ends)
    while waiting:
        here = waiting.popleft()
        weight = 2 if GAME.rough >> here & 1 else 1
        if here not in held:
            continue
        for there in NEIGHBOURS[here]:
            if best[here] + weight < best.get(there, 99):
                best[there] = best[here] + weight
                waiting.append(there)
    return best


def sampled(seed: int) -> list[Any]:
    rng = random.Random(seed)
    dice = KeyedDice(b"second %d" % seed)
    s = position(seed)
    advance(s, dice)
    out = []
    for number in range(300):
        if s.winner != ONGOING:
            break
        if number % 12 == 0 or (isinstance(s.agenda[-1], March) and rng.random() < 0.2):
            out.append(s.copy())
        apply(s, 0, choose(s, rng), dice)
    for t in out:
        advance(t, None)
    return out[:24]


@case("9.11c", "9.11f", "9.11g", "9.12a", "R31", "R33", "R34")
@pytest.mark.parametrize("seed", some(12, 200))
def test_supply_agrees_with_a_second_count(seed):
    for s in sampled(seed):
        held = ours(s)
        assert set(members(supplied_net(s))) == net_of(s, held)
        found = {h for h, length in lengths(s, held).items() if length <= 6}
        assert set(members(in_supply(s) & GAME.land)) == {h for h in found if GAME.land >> h & 1}
        edge = GAME.north_edge | (GAME.south_edge if s.turn >= 3 else 0)
        joined = walk({h for h in held if (GAME.coast | edge) >> h & 1}, held, LINKS)
        cities = {h for h in joined if GAME.cities >> h & 1}
        assert set(members(start_cities(s))) == cities
        closed = GAME.treaty_ports if s.turn < 3 else 0
        steps = {h for h in found if (GAME.land & ~closed) >> h & 1}
        assert set(members(cities_to_start(s, FREE))) == {h for h in cities if NEIGHBOURS[h] & steps}


def ways(s: Any, most: int) -> dict[int, int]:
    """9.8, 9.10, 9.11g: every hex that is reached by legal steps, and the least that it costs, by trying all ways."""
    shut = set(members(GAME.treaty_ports)) if s.turn < 3 else set()
    best: dict[int, int] = {}

    def go(here: int, spent: int, held: frozenset[int]) -> None:
        net = net_of(s, set(held))
        reach = lengths(s, set(held))
        for there in NEIGHBOURS[here] - shut:
            linked = here in net and there in LINKS[here]
            cost = spent + (1 if linked else 4 if GAME.rough >> there & 1 else 2)
            if cost <= most and reach.get(there, 99) <= 6:
                best[there] = min(cost, best.get(there, 99))
                if cost < most:
                    go(there, cost, held | {there})

    go(s.force_hex, 0, frozenset(ours(s)))
    best.pop(s.force_hex, None)
    return best


@case("9.8a", "9.10b", "9.11g", "R35")
@pytest.mark.parametrize("seed", some(8, 200))
def test_the_reach_agrees_with_trying_every_way(seed):
    tried = 0
    for s in sampled(seed):
        if isinstance(s.agenda[-1], March) and s.force and tried < 4:
            tried += 1
            s.mp, s.objective = min(s.mp, 3), -1
            found = {hex_: cost for hex_, cost, _, _ in planned(s)}
            expected = ways(s, s.mp)
            assert set(found) == set(expected)
            assert all(found[h] >= expected[h] for h in expected)
            for there in GAME.steps_from[s.force_hex]:
                if there in expected:
                    assert step_cost(s, s.force_hex, there, supplied_net(s)) >= expected[there]


@case("R72")
def test_bound_ways_agree_with_trying_every_way():
    for seed in (1, 2, 5, 6):
        for s in sampled(seed):
            if isinstance(s.agenda[-1], March) and s.force:
                s.mp, s.objective = min(s.mp, 3), -1
                expected = ways(s, s.mp)
                for goal in random.Random(seed).sample(sorted(GAME.map.graph.neighbours[s.force_hex]), 3):
                    if GAME.land >> goal & 1 and goal != GAME.hainan:
                        assert leads_on(s, goal, s.force_hex, s.mp, own(s), 0) == (goal in expected)
                break


def about(kind: int, dice: float) -> tuple[int, int]:
    """A defender's kind, and of regulars whether it is a strong one."""
    return kind, int(kind == REGULAR and dice > LIGHT)


@case("8.2a", "R6", "R7")
@pytest.mark.parametrize("seed", some(6, 200))
def test_the_chances_of_a_draw_agree_with_counting_every_hand(seed):
    rng = random.Random(seed)
    units = rng.sample(members(GAME.elites | GAME.regulars | GAME.armies | GAME.fighters), 9)
    for number in (1, 2, 3):
        for kept in (False, True):
            hands = list(combinations(units, number))
            count: dict[Any, int] = {}
            for hand in hands:
                foes = [foe_of(GAME, u, kept) for u in hand]
                company = sorted(row for foe in foes if (row := about(*foe)) not in (PLANES, STAYS_AWAY))
                key = (*company, foes.count(PLANES))
                count[key] = count.get(key, 0) + 1
            found = draws(GAME, bitset(units), number, kept)
            same = {(*sorted(about(*foe) for foe in foes), planes): p for (foes, planes), p in found.items()}
            assert {key: pytest.approx(n / len(hands)) for key, n in count.items()} == same


@case("10.1b", "10.1c", "10.1d", "10.1e", "10.4a")
def test_a_battle_agrees_with_every_throw_counted_out():
    """A small one, where every throw of every die can be written down: 3 Japanese dice, an elite and a regular."""
    t = table(ready=["J-101D", "J-2IMB"], units={"E-88D": "1419", "R-17D": "1419"}, pool=[], japanese=["1417"])
    s = t.state
    n = Numbers(2, 1, 2, 1, 1)
    strength = strength_of(s, bitset([t.unit("J-101D"), t.unit("J-2IMB")]), fresh=True)
    foes = foes_in(s, t.space("1419"))
    assert in_order(foes, n) == ((3, 1), (4, 1)), "the elite hits more often"
    end = course(strength, 0, n).outlook(foes, 0, 0, n, 0)
    taken = gone = 0.0
    for elite in range(6):
        hit = elite < 2
        dice = 2 if hit else 3
        for throw in range(6**dice):
            hits = sum((throw // 6**i) % 6 < 2 for i in range(dice))
            p = 1 / 6 / 6**dice
            taken += p * (hits >= 2)
            if hits < 2:
                gone += p * (1 / 6 if hit else 0)
    assert end.taken == pytest.approx(taken)
    assert end.destroyed == pytest.approx(gone)
    assert (end.taken_in_the_end, end.destroyed_in_the_end) == (end.taken, end.destroyed), "no point is left"
