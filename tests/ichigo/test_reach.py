"""How far units could go, as the page shows it: every hex of the answer can be played, and no other."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.games.ichigo.movement import Move, Movement
from grognard.kernel.dice import KeyedDice
from grognard.kernel.play import apply
from ichigo.conftest import GAME
from ichigo.test_06_secrets import played

case = pytest.mark.case
DICE = KeyedDice(b"reach")


def rows(way: dict[str, Any]) -> dict[str, tuple[int, float]]:
    return {GAME.space_ids[space]: (cost, chance) for space, cost, _, chance in way["spaces"]}


def steps_to(way: dict[str, Any], space: int) -> list[tuple[str, int]]:
    before = {row[0]: row[2] for row in way["spaces"]}
    path = [space]
    while path[-1] != way["from"]:
        path.append(before[path[-1]])
    return [(way["step"], h) for h in reversed(path[:-1])]


@case("10.2", "10.17b")
def test_each_hex_has_the_cost_of_its_cheapest_way(table):
    t = table(turn=2, phase="japanese-movement", units={"J-CEA-D3": "2302", "CH-5": "0712"})
    (far,) = [w for w in GAME.reach(t.state, 1, [t.unit("J-CEA-D3")]) if w["look"] == "far"]
    (near,) = [w for w in GAME.reach(t.state, 1, [t.unit("J-CEA-D3")]) if w["look"] == ""]
    assert near["points"] == f"{GAME.mp_full} MP"
    assert far["points"] == f"{GAME.mp_strategic} MP"
    assert max(cost for cost, _ in rows(near).values()) == GAME.mp_full
    assert set(rows(near)) - set(rows(far)) == {"1801"}, "an enemy city is closed to strategic movement"
    assert len(rows(far)) > 2 * len(rows(near))
    assert near["start"] == [("move", t.unit("J-CEA-D3"))]
    assert "2302" not in rows(near)


@case("10.3")
def test_some_of_a_stack_go_and_the_others_are_left(table):
    units = {"J-CEA-D3": "2302", "J-CEA-D13": "2302", "J-CEA-B1": "2302", "CH-5": "0712"}
    t = table(turn=2, phase="japanese-movement", units=units)
    going = [t.unit("J-CEA-D3"), t.unit("J-CEA-D13")]
    near = GAME.reach(t.state, 1, going)[0]
    assert near["start"] == [("move-stack", GAME.space_index["2302"]), ("leave", t.unit("J-CEA-B1"))]
    space = next(row[0] for row in near["spaces"] if row[1] == GAME.mp_full and row[3] == 1.0)
    for option in [*near["start"], *steps_to(near, space)]:
        apply(t.state, 1, option, DICE)
    assert [t.state.where[u] for u in going] == [space, space]
    assert t.state.where[t.unit("J-CEA-B1")] == GAME.space_index["2302"]


@case("10.15a", "R46")
def test_where_a_die_decides_each_hex_has_its_chance(table):
    t = table(turn=2, phase="chinese-movement", units={"J-CEA-D3": "2302", "CH-5": "1813"})
    (way,) = GAME.reach(t.state, 0, [t.unit("CH-5")])
    assert way["points"] == "0 to 5 MP, by a die"
    chances = {cost: chance for cost, chance in rows(way).values() if chance}
    assert chances[1] == round(5 / 6, 4)
    assert chances[5] == round(1 / 6, 4)


@case("6.0a")
def test_a_full_hex_is_passed_through_and_no_more(table):
    full = dict.fromkeys(("J-CEA-D3", "J-CEA-D13", "J-CEA-D34", "J-CEA-D116", "J-CEA-D40"), "2303")
    t = table(turn=2, phase="japanese-movement", units={**full, "J-CEA-B1": "2302", "CH-5": "0712"})
    near = GAME.reach(t.state, 1, [t.unit("J-CEA-B1")])[0]
    assert rows(near)["2303"] == (1, 0.0)
    assert any(row[2] == GAME.space_index["2303"] and row[3] for row in near["spaces"])


@case("3.5a")
def test_what_is_given_up_is_said_before(table):
    t = table(turn=2, phase="japanese-movement", units={"J-CEA-D3": "2008", "J-CEA-B1": "2008", "CH-5": "0712"})
    both = [t.unit("J-CEA-D3"), t.unit("J-CEA-B1")]
    assert "left empty" in GAME.reach(t.state, 1, both)[0]["notes"][0]["text"]
    assert GAME.reach(t.state, 1, both[:1])[0]["notes"] == []


def test_units_of_different_hexes_do_not_go_together(table):
    t = table(turn=2, phase="japanese-movement", units={"J-CEA-D3": "2302", "J-CEA-B1": "2303", "CH-5": "0712"})
    assert GAME.reach(t.state, 1, [t.unit("J-CEA-D3"), t.unit("J-CEA-B1")]) == []
    assert GAME.reach(t.state, 0, [t.unit("J-CEA-D3")]) == []
    assert GAME.reach(t.state, 1, [t.unit("CH-5")]) == []


@pytest.mark.parametrize("seed", range(3))
def test_what_is_shown_can_be_played_and_nothing_else(seed: int) -> None:
    rng = random.Random(seed)
    begun = under_way = 0
    for s in played(seed, every=17):
        top, side = s.agenda[-1], s.pending.side
        if isinstance(top, Movement):
            units = [o[1] for o in s.pending.options if o[0] == "move"]
            if not units:
                continue
            one = rng.choice(units)
            stack = [u for u in units if s.where[u] == s.where[one]]
            found = GAME.reach(s, side, rng.sample(stack, rng.randint(1, len(stack))))
            begun += bool(found)
        elif isinstance(top, Move):
            found = GAME.reach(s, side, [])
            steps = {row[0] for row in found[0]["spaces"] if row[2] == found[0]["from"]}
            open_now = {o[1] for o in s.pending.options if o[0] == "to"}
            assert open_now <= {row[0] for row in found[0]["spaces"]}
            assert steps & open_now or not open_now
            under_way += 1
        else:
            continue
        for way in found:
            sure = [row for row in way["spaces"] if row[3] == 1.0]
            for row in rng.sample(sure, min(4, len(sure))):
                _play(s, side, way, row[0])
    assert begun > 5
    assert under_way > 5


def _play(s: Any, side: int, way: dict[str, Any], space: int) -> None:
    """The options of the answer, one after another, bring the units there, and the move can end."""
    trial = s.copy()
    for option in [*way["start"], *steps_to(way, space)]:
        assert option in trial.pending.options
        apply(trial, side, option, DICE)
    assert all(trial.where[u] == space for u in way["units"])
    if isinstance(trial.agenda[-1], Move):
        assert way["end"] in trial.pending.options
