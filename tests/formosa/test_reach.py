"""How far units could go, as the page shows it, and the layers over the map."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from formosa.conftest import GAME
from formosa.test_secrets import played
from grognard.games.formosa.hex_movement import Move
from grognard.games.formosa.movement_phase import Movement
from grognard.games.formosa.supply import in_supply, supply_path
from grognard.kernel.dice import KeyedDice
from grognard.kernel.play import apply

case = pytest.mark.case
DICE = KeyedDice(b"reach")


def rows(way: dict[str, Any]) -> dict[str, tuple[float, float]]:
    return {GAME.space_ids[space]: (cost, ends) for space, cost, _, ends in way["spaces"]}


def steps_to(way: dict[str, Any], space: int) -> list[tuple[str, int]]:
    before = {row[0]: row[2] for row in way["spaces"]}
    path = [space]
    while path[-1] != way["from"]:
        path.append(before[path[-1]])
    return [(way["step"], h) for h in reversed(path[:-1])]


@case("12.0b", "12.4a")
def test_each_hex_has_the_cost_of_its_cheapest_way(table):
    t = table(turn=2, phase="allied-movement", units={"A07": "0615", "J01": "1110"})
    (way,) = GAME.reach(t.state, 0, [t.unit("A07")])
    assert way["points"] == "5 movement points"
    found = rows(way)
    assert found["0614"] == (0.5, 1.0)
    assert found["0711"] == (2.5, 1.0)
    assert found["0616"][0] == 2
    assert "0615" not in found
    assert max(cost for cost, _ in found.values()) == 5


@case("12.2f")
def test_nothing_behind_an_enemy_zone_is_in_reach(table):
    t = table(turn=2, phase="allied-movement", units={"A07": "0612", "J01": "0615"})
    found = rows(GAME.reach(t.state, 0, [t.unit("A07")])[0])
    assert "0614" in found
    assert "0616" not in found


@case("22.0e", "22.0g")
def test_trucks_are_a_way_of_their_own(table):
    units = {"A07": "0419", "A39": "0419", "J01": "1110"}
    t = table(turn=2, phase="allied-movement", units=units, bases=["A39"], lp={"Allied": 3}).do("motorize", "0419")
    ways = GAME.reach(t.state, 0, [t.unit("A07")])
    assert [way["name"] for way in ways] == ["Move", "By truck"]
    assert ways[1]["points"] == "10 movement points"
    assert set(rows(ways[1])) <= {GAME.space_ids[h] for h in range(GAME.hexes) if GAME.roads >> h & 1}


@case("5.2b")
def test_a_unit_that_leaves_an_objective_empty_is_warned(table):
    t = table(turn=2, phase="allied-movement", units={"A07": "0419", "J01": "1110"})
    assert GAME.reach(t.state, 0, [t.unit("A07")])[0]["notes"]


@pytest.mark.parametrize("seed", range(3))
def test_every_hex_in_reach_can_be_played_and_no_other(seed: int) -> None:
    rng = random.Random(seed)
    tried = 0
    for s in played(seed, every=11):
        top = s.agenda[-1]
        if not isinstance(top, Movement):
            continue
        movers = [int(o[1]) for o in s.pending.options if o[0] == "move"]
        if not movers:
            continue
        unit = rng.choice(movers)
        way = GAME.reach(s, top.side, [unit])[0]
        for space, cost, _, ends in rng.sample(way["spaces"], min(4, len(way["spaces"]))):
            trial = s.copy()
            trial.pending = s.pending
            for option in [*way["start"], *steps_to(way, space)]:
                assert option in trial.pending.options, (seed, GAME.unit_ids[unit], GAME.space_ids[space])
                apply(trial, top.side, option, DICE)
            assert trial.where[unit] == space
            if isinstance(trial.agenda[-1], Move):
                assert trial.agenda[-1].spent == 2 * cost
                assert (("stop",) in trial.pending.options) == bool(ends)
            tried += 1
        walk = s.copy()
        walk.pending = s.pending
        apply(walk, top.side, ("move", unit), DICE)
        reached = {row[0] for row in way["spaces"]} | {way["from"]}
        while isinstance(walk.agenda[-1], Move):
            steps = [o for o in walk.pending.options if o[0] == "to"]
            if not steps:
                break
            apply(walk, top.side, rng.choice(steps), DICE)
            assert walk.where[unit] in reached
    assert tried > 10


# --- layers


@case("19.2a", "19.3a", "14.0a", "4.2b", "10.1a")
def test_the_layers_say_what_they_colour(table):
    units = {"A39": "0522", "A01": "0521", "A02": "1512", "J38": "0615", "J45": "0613", "J01": "1603"}
    t = table(turn=2, phase="bases", units=units, bases=["A39"], concealed=["J01"])
    layers = {layer.id: layer for layer in GAME.overlays(t.state, 0)}
    assert set(layers) == {"allied-supply", "japanese-supply", "zones", "victory", "shores"}
    fed = {GAME.unit_ids[u]: tone for u, tone, _ in layers["allied-supply"].units}
    assert fed == {"A39": "good", "A01": "good", "A02": "bad"}
    seen = {GAME.unit_ids[u] for u, _, _ in layers["japanese-supply"].units}
    assert seen == {"J38", "J45"}
    tones = {GAME.space_ids[h]: tone for h, tone in layers["victory"].spaces}
    assert (tones["0522"], tones["0521"], tones["1504"]) == ("good", "warn", "bad")
    assert {tone for _, tone in layers["zones"].spaces} >= {"side0", "side1"}
    shores = {GAME.space_ids[h]: tone for h, tone in layers["shores"].spaces}
    assert (shores["0623"], shores["1603"], shores["0415"]) == ("good", "bad", "warn")


@case("15.0d")
def test_while_a_side_attacks_a_layer_shows_what_is_still_to_be_done(table):
    t = table(turn=2, phase="allied-combat", units={"A01": "0614", "J01": "0615", "A02": "0517", "J02": "0516"})
    layer = GAME.overlays(t.state, 0)[0]
    assert layer.id == "duties"
    tones = {GAME.space_ids[h]: tone for h, tone in layer.spaces}
    assert tones == {"0614": "warn", "0517": "warn", "0615": "bad", "0516": "bad"}
    assert t.mark("Allied", "must-attack", "0614") == t.mark("Allied", "target", "0615") == 1


@case("19.2b", "19.2c", "19.3a")
def test_the_supply_layer_draws_the_way_of_each_line(table):
    units = {"A39": "0522", "A28": "0614", "A01": "0612", "J38": "1504", "J45": "1404"}
    t = table(turn=2, phase="bases", units=units, bases=["A39"])
    layers = {layer.id: layer for layer in GAME.overlays(t.state, 0)}
    ways = {GAME.space_ids[way[0]]: [GAME.space_ids[h] for h in way] for way in layers["allied-supply"].lines}
    assert ways["0612"][-1] == "0522"
    assert "0614" in ways["0612"]
    for way in layers["allied-supply"].lines:
        assert all(b in GAME.land_steps[a] for a, b in pairwise(way))
    (line,) = layers["japanese-supply"].lines
    assert [GAME.space_ids[h] for h in line] == ["1404", "1504"]


@case("19.2e")
def test_without_a_port_the_layer_says_so(table):
    t = table(turn=2, phase="bases", units={"A39": "0522", "J01": "1110"})
    layer = GAME.overlays(t.state, 0)[0]
    assert layer.units == [(t.unit("A39"), "bad", "no functional port")]


@pytest.mark.parametrize("seed", range(2))
def test_a_supplied_unit_always_has_a_way(seed: int) -> None:
    for s in played(seed, every=61):
        for unit in range(GAME.units):
            if s.where[unit] < GAME.hexes and in_supply(s, unit) and not GAME.guerrillas >> unit & 1:
                way = supply_path(s, unit)
                assert way[0] == s.where[unit]
                assert all(b in GAME.land_steps[a] for a, b in pairwise(way))
