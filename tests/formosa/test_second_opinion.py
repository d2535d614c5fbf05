"""Zones, supply and odds reckoned a second time, in other words, beside random games."""

from __future__ import annotations

import random
from typing import Any

import pytest

from formosa.conftest import GAME
from formosa.test_fuzz import new_game, random_act
from grognard.games.formosa.facts import ALLIED, JAPANESE
from grognard.games.formosa.odds import Combat, base_column, column, percentage
from grognard.games.formosa.supply import in_supply
from grognard.games.formosa.zones import enemy_zone
from grognard.kernel.bits import members
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING
from grognard.kernel.play import advance, apply
from random_games import some

case = pytest.mark.case
DECISIONS = 500
LOOK_EVERY = 25


def positions(seed: int) -> list[Any]:
    """Some positions of a random game."""
    rng = random.Random(seed)
    s, dice = new_game(seed), KeyedDice(b"second %d" % seed)
    advance(s, dice)
    found = []
    for count in range(DECISIONS):
        if s.winner != ONGOING:
            break
        if count % LOOK_EVERY == 0:
            found.append(s.copy())
        apply(s, *random_act(s, rng, 0.6), dice)
    return found


def zone_of(s: Any, side: int) -> set[int]:
    """14.0: unit by unit."""
    found: set[int] = set()
    for unit, hex_ in enumerate(s.where):
        if GAME.side_of[unit] != side or hex_ >= GAME.hexes or not GAME.land >> hex_ & 1:
            continue
        shown_guerrilla = GAME.guerrillas >> unit & 1 and not s.concealed >> unit & 1
        if shown_guerrilla or (side == JAPANESE and hex_ == s.suppressed):
            continue
        found |= {h for h in GAME.neighbours[hex_] if GAME.land >> h & 1}
    return found


def steps_to(s: Any, unit: int, goals: set[int], closed: set[int]) -> int | None:
    """19.0-19.1: the length of the shortest free way, walked hex by hex."""
    here = s.where[unit]
    if here in goals:
        return 0
    seen, edge, length = {here}, {here}, 0
    while edge:
        length += 1
        reached = {
            b
            for a in edge
            for b in GAME.neighbours[a]
            if GAME.land >> b & 1
            and b not in closed
            and (not GAME.is_mech[unit] or not GAME.high >> b & 1 or GAME.linked[a] >> b & 1)
        }
        if reached & goals:
            return length
        edge = reached - seen
        seen |= reached
    return None


def supplied(s: Any, unit: int) -> bool:
    """Chapter 19, once more."""
    side = GAME.side_of[unit]
    if GAME.guerrillas >> unit & 1:
        return True
    closed = zone_of(s, 1 - side) | {h for u, h in enumerate(s.where) if GAME.side_of[u] != side and h < GAME.hexes}
    length = 0 if s.bases >> unit & 1 else GAME.mf[unit]

    def within(who: int, goals: set[int], most: int) -> bool:
        found = steps_to(s, who, goals, closed)
        return found is not None and found <= most

    if side == JAPANESE:
        sources = {s.where[u] for u in members(GAME.fortresses & ~s.concealed) if s.where[u] < GAME.hexes}
        return within(unit, sources, length)
    ports = {s.where[u] for u in members(s.bases) if GAME.ports >> s.where[u] & 1}
    if within(unit, ports, length):
        return True
    roads = {h for h in ports if h not in closed}
    while more := {b for a in roads for b in members(GAME.linked[a]) if b not in closed} - roads:
        roads |= more
    staffs = [u for u in members(GAME.headquarters) if s.where[u] < GAME.hexes]
    own = [u for u in staffs if GAME.nation_of[u] == GAME.nation_of[unit] and within(u, ports | roads, GAME.mf[u])]
    return within(unit, {s.where[u] for u in own}, length)


@case("14.0a", "19.1a", "19.2b", "19.3a")
@pytest.mark.parametrize("seed", some(4, 200))
def test_zones_and_supply_are_the_same_reckoned_otherwise(seed: int) -> None:
    rng = random.Random(seed)
    for s in positions(seed):
        for side in (ALLIED, JAPANESE):
            assert set(members(enemy_zone(s, side))) == zone_of(s, 1 - side)
        standing = [u for u, h in enumerate(s.where) if h < GAME.hexes and GAME.land >> h & 1]
        for unit in rng.sample(standing, min(12, len(standing))):
            assert in_supply(s, unit) == supplied(s, unit), (GAME.unit_ids[unit], GAME.space_ids[s.where[unit]])


@case("15.3a", "15.3b", "15.4b", "R48")
def test_percentages_and_columns_are_the_same_reckoned_otherwise(table: Any) -> None:
    rng = random.Random(5)
    for _ in range(60):
        allies = rng.sample(["A01", "A02", "A07", "A08", "A31", "A39"], rng.randint(1, 4))
        enemies = rng.sample(["J01", "J07", "J45", "J46", "J51"], rng.randint(1, 3))
        units = dict.fromkeys(allies, "0614") | dict.fromkeys(enemies, "0615")
        s = table(turn=2, phase="bases", units=units).state
        ours, theirs = ([GAME.unit_index[u] for u in side] for side in (allies, enemies))
        attack, defence = sum(GAME.cf[u] for u in ours), sum(GAME.cf[u] for u in theirs)
        assert percentage(attack, defence) == int(attack / defence * 100 + 1e-9)
        plain = 0 if 2 * attack < defence else 1 if attack < defence else min(8, 1 + attack // defence)
        c = Combat(ALLIED, ours, [GAME.space_index["0615"]], theirs)
        assert base_column(s, c) == plain
        letter = any("A" in GAME.rows[u]["traits"] for u in ours)
        assert column(s, c) == max(0, min(8, plain + letter - 2))
