"""Zones of control and supply against plain references that walk hex by hex, on thousands of random positions."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from formosa.conftest import GAME
from grognard.games.formosa.facts import ALLIED, JAPANESE
from grognard.games.formosa.supply import in_supply
from grognard.games.formosa.zones import exerting, zone
from random_games import some

case = pytest.mark.case
SHORE_TO_SHORE = [h for h in range(GAME.hexes) if GAME.map.terrain[h] != "sea"]
LAND = set(SHORE_TO_SHORE)
ROADS = {
    frozenset(pair) for line in GAME.map.lines for pair in zip(line.hexes, line.hexes[1:], strict=False)
}  # 12.4: every link, whatever its kind
ALLIED_UNITS = ("A01", "A07", "A28", "A31", "A39", "A40", "A51", "A52", "A53")
JAPANESE_UNITS = ("J01", "J30", "J33", "J38", "J45", "J55", "J56", "J61", "J63")


def scattered(rng: random.Random) -> Any:
    """A few units of both sides close to each other, some concealed, some bases, perhaps a suppressed hex."""
    middle = rng.choice(SHORE_TO_SHORE)
    near = sorted(SHORE_TO_SHORE, key=lambda h: GAME.map.distance(h, middle))[: rng.randint(12, 45)]
    s = GAME.new("2", {})
    units: dict[str, str] = {}
    taken: dict[str, str] = {}
    for name in rng.sample(ALLIED_UNITS + JAPANESE_UNITS, rng.randint(3, 12)):
        hex_ = GAME.space_ids[rng.choice(near)]
        nation = GAME.nation_of[GAME.unit_index[name]]
        if taken.setdefault(hex_, str(nation)) == str(nation):
            units[name] = hex_
    change: dict[str, Any] = {"turn": 2, "phase": "bases", "units": units}
    change["concealed"] = [u for u in units if (u[0] == "J" and rng.random() < 0.4) or u in ("J61", "J63")]
    change["concealed"] = [u for u in change["concealed"] if u in units]
    change["bases"] = [u for u in ("A39", "A40") if u in units and rng.random() < 0.8]
    if rng.random() < 0.2:
        change["suppressed"] = GAME.space_ids[rng.choice(near)]
    GAME.edit(s, change)
    return s


@cache
def neighbours(h: int) -> list[int]:
    c, r = GAME.map.positions[h]
    steps = [(c, r - 1), (c, r + 1)]
    steps += [(c + dx, r + dy) for dx in (-1, 1) for dy in ((0, 1) if c % 2 == 0 else (-1, 0))]
    found = [GAME.space_index.get(f"{x:02d}{y:02d}") for x, y in steps]
    return [n for n in found if n is not None]


def exerts(s: Any, unit: int) -> bool:
    """14.0, 16.5f, R43, said of one unit."""
    hex_ = s.where[unit]
    if hex_ >= GAME.hexes or hex_ not in LAND:
        return False
    if GAME.side_of[unit] == JAPANESE and hex_ == s.suppressed:
        return False
    return not (GAME.rows[unit]["type"] == "guerrilla" and not s.concealed >> unit & 1)


def zone_of(s: Any, side: int) -> set[int]:
    units = [u for u in range(GAME.units) if GAME.side_of[u] == side and exerts(s, u)]
    return {n for u in units for n in neighbours(s.where[u]) if n in LAND}


@case("14.0a", "14.0b", "14.0c", "14.0e", "16.5f", "R42", "R43", "R44")
@pytest.mark.parametrize("seed", some(2, 5))
def test_zones_of_control(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(200):
        s = scattered(rng)
        for side in (ALLIED, JAPANESE):
            assert {h for h in range(GAME.hexes) if zone(s, side) >> h & 1} == zone_of(s, side)
            hexes = {s.where[u] for u in range(GAME.units) if GAME.side_of[u] == side and exerts(s, u)}
            assert {h for h in range(GAME.hexes) if exerting(s, side) >> h & 1} == hexes


# --- supply


def occupied(s: Any, side: int) -> set[int]:
    return {s.where[u] for u in range(GAME.units) if GAME.side_of[u] == side and s.where[u] < GAME.hexes}


def enters(unit: int, a: int, b: int) -> bool:
    high = GAME.map.terrain[b] in ("mountain", "peak")
    return b in LAND and (GAME.rows[unit]["class"] != "mechanized" or not high or frozenset((a, b)) in ROADS)


def walks(s: Any, unit: int, goals: set[int], closed: set[int], most: int) -> bool:
    """19.0-19.1: a walk of at most so many hexes to a goal; every hex entered is open, the first need not be."""
    reached = {s.where[unit]}
    for _ in range(most + 1):
        if reached & goals:
            return True
        reached |= {b for a in reached for b in neighbours(a) if b not in closed and enters(unit, a, b)}
    return False


def supplied(s: Any, unit: int) -> bool:
    """19.2, 19.3, R75, R76, R109, written out."""
    side = GAME.side_of[unit]
    closed = occupied(s, 1 - side) | zone_of(s, 1 - side)
    factor = 0 if s.bases >> unit & 1 else GAME.rows[unit]["mf"] or 0
    if side == JAPANESE:
        if GAME.rows[unit]["type"] == "guerrilla":
            return True
        sources = {
            s.where[u]
            for u in range(GAME.units)
            if GAME.rows[u]["type"] in ("coastal defence", "heavy weapons") and not s.concealed >> u & 1
        }
        return walks(s, unit, {h for h in sources if h < GAME.hexes}, closed, factor)
    ports = {s.where[u] for u in range(GAME.units) if s.bases >> u & 1} & {h for h in LAND if GAME.ports >> h & 1}
    if walks(s, unit, ports, closed, factor):
        return True
    for staff in range(GAME.units):
        if GAME.rows[staff]["type"] != "headquarters" or s.where[staff] >= GAME.hexes:
            continue
        if GAME.rows[staff]["nation"] != GAME.rows[unit]["nation"]:
            continue
        if not walks(s, unit, {s.where[staff]}, closed, factor):
            continue
        mf = GAME.rows[staff]["mf"]
        roads = {p for p in ports if p not in closed}
        while more := {b for a in roads for b in neighbours(a) if frozenset((a, b)) in ROADS} - closed - roads:
            roads |= more
        if walks(s, staff, ports, closed, mf) or walks(s, staff, roads, closed, mf):
            return True
    return False


@case("19.0b", "19.0c", "19.0d", "19.0e", "19.1a", "19.1b", "19.2a", "19.2b", "19.2c", "19.3a", "14.3a", "14.3b")
@pytest.mark.parametrize("seed", range(5))
def test_lines_of_supply(seed: int) -> None:
    rng = random.Random(1000 + seed)
    found = {True: 0, False: 0}
    for _ in range(60):
        s = scattered(rng)
        for unit in range(GAME.units):
            if s.where[unit] < GAME.hexes and not GAME.deceptions >> unit & 1:
                answer = supplied(s, unit)
                found[answer] += 1
                assert in_supply(s, unit) == answer, (GAME.unit_ids[unit], GAME.space_ids[s.where[unit]])
    assert min(found.values()) > 10
