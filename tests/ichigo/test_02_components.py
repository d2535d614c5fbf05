"""Chapters 1 and 2 as far as play depends on them, and the rulings about the map."""

from __future__ import annotations

import pytest

from grognard.games.ichigo.odds import may_support
from grognard.games.ichigo.state import factor
from grognard.kernel.bits import members
from grognard.match.match import Match
from ichigo.conftest import GAME

case = pytest.mark.case


def near(name: str) -> set[str]:
    return {GAME.space_ids[h] for h in GAME.neighbours[GAME.space_index[name]]}


@case("R11")
def test_hexes_have_flat_tops_and_odd_columns_stand_higher():
    assert near("1701") == {"1601", "1702", "1801"}
    assert {"2610", "2711"} <= near("2611")


@case("R12")
def test_the_map_has_822_hexes_and_a_corner_without_any():
    assert GAME.hexes == 822
    assert GAME.land.bit_count() == 644
    assert "1306" not in GAME.space_index
    assert {"0107", "1401", "3625"} <= set(GAME.space_ids)


@case("R74")
def test_coastal_hexes_are_land_next_to_sea():
    assert (GAME.coast & GAME.mainland).bit_count() == 38
    assert (GAME.coast & GAME.formosa).bit_count() == 12
    assert {GAME.space_ids[h] for h in members(GAME.ports & GAME.mainland & GAME.chinese_cities)} == {"2916", "3112"}


@case("2.10")
def test_one_factor_serves_for_attack_and_defence_but_for_static_units(table):
    t = table(turn=8, phase="japanese-order", units={"J-CEA-D3": "2302", "J-14AA-2T": "3219", "CH-YRD": "1309"})
    pair = lambda name: tuple(factor(t.state, t.unit(name), attacking) for attacking in (True, False))  # noqa: E731
    assert (pair("J-CEA-D3"), pair("J-14AA-2T"), pair("CH-YRD")) == ((4, 4), (0, 6), (0, 4))


@case("2.11", "10.14c")
def test_movement_comes_from_nation_turn_supply_and_dice(table):
    points = []
    for turn, unit, where, verb in ((2, "J-CEA-D3", "2302", "move"), (2, "J-CEA-D3", "2302", "go-far"),
                                    (2, "J-FG-D9", "3318", "move"), (7, "J-CEA-D3", "2302", "move")):  # fmt: skip
        t = table(turn=turn, phase="japanese-movement", units={unit: where, "CH-5": "0712"})
        t.act(verb, unit, dice=[5] if turn > 6 else [])
        points.append(t.asked.about[1])
    assert points == [6, 12, 3, 5]


@case("3.0")
def test_a_new_game_is_set_up_before_the_first_decision():
    match = Match.new(GAME, seed=3)
    assert match.asked is not None
    assert match.asked.prompt == "air-markers"
    assert GAME.check(match.state) == []


@case("R78", "10.4")
def test_moves_may_be_taken_back_until_a_die_is_rolled_or_something_is_shown():
    match = Match.new(GAME, seed=3)
    while match.asked is not None and match.asked.prompt != "movement":
        match.submit(match.asked.side, match.asked.options[-1])
    side, before = match.asked.side, match.state.copy()
    match.submit(side, next(o for o in match.asked.options if o[0] == "move"))
    match.submit(side, next(o for o in match.asked.options if o[0] == "to"))
    while match.can_undo(side) and match.state != before:
        match.undo(side)
    assert match.state == before


@case("R84", "R54")
def test_cavalry_brigades_and_the_2nd_tank_division_count_as_brigades_and_divisions(table):
    units = {"J-CEA-B4C": "2302", "J-14AA-2T": "2302", "J-CEA-D3": "2302"}
    t = table(turn=2, phase="japanese-order", units=units)
    assert may_support(t.state, [t.unit(u) for u in units]) == 3
    assert may_support(t.state, [t.unit("J-CEA-T12"), t.unit("J-14AA-SF")]) == 0
    assert not GAME.infantry_brigades >> t.unit("J-CEA-B4C") & 1
