"""Chapters 9.13 and 9.17: landings, the south edge and the Yangtze River Flotilla."""

from __future__ import annotations

import pytest

from grognard.games.whitesun.flotilla import pick_bar, sector_dice
from whitesun.conftest import GAME, NOTHING, SPARE, X, fire

case = pytest.mark.case
RIVER = ["2505", "2506", "2607", "2608"]
SHANGHAI_DIES = [*NOTHING, 1, *fire(2, 6, 6), *fire(14, 6)]
"""Shanghai without drawn units: flotilla hits depot and one garrison, the Japanese the other."""


@case("9.13a", "R53")
def test_ten_units_by_sea_in_a_phase_at_the_same_or_different_hexes(table):
    t = table(pool=[], flotilla="gone").muster(*X).do("land", "4102", dice=[*NOTHING, 1]).do("halt")
    t.muster("J-9D", "J-10D", "J-11D")
    assert not t.options("land")
    assert t.why(space="4503") == ["9.13a"]
    t.do("stand-down", "J-11D")
    assert "4503" in t.goals("land")
    t.do("land", "4503", dice=[*NOTHING, 1]).do("halt").do("end-phase").muster(*X)
    assert t.options("land"), "a new phase, new ships"


@case("9.13b", "R53")
def test_a_landing_must_enter_a_chinese_coastal_hex(table):
    t = table(japanese=["4102", "4503"], broken=["4503"]).muster("J-3D")
    assert "4102" not in t.goals("land")
    assert "4503" in t.goals("land"), "a broken hex counts as Chinese"
    assert "5710" in t.goals("land")
    assert "1920" not in t.goals("land")


@case("9.13c")
def test_nobody_goes_back_to_a_box_by_sea(marching):
    t = marching(X, "4102")
    assert t.why(space="RESERVE") == ["9.13c"]


@case("9.13d", "R15")
def test_puppets_never_move_by_sea(table):
    t = table().muster("P-HA", "J-3D")
    assert not t.options("land")
    assert t.why(space="4102") == ["9.13d"]
    assert t.options("enter")


@case("9.13e")
def test_a_landing_costs_and_fights_like_any_entry(table):
    t = table(pool=["R-17D"]).muster(*X).do("land", "4102", dice=[*NOTHING, 4, "R-17D", *fire(14, 5), 6])
    assert t.mp == 20
    assert t.told("japanese-fire")[0].args[2] == 5, "no penalty"
    assert t.asked.prompt == "march"


@case("3.7c", "3.8c", "R54", "3.7d")
def test_the_south_edge_opens_on_turn_3_for_so_many_units_a_turn(table):
    assert not table().muster("J-3D").goals("enter") & {"5819", "5822"}
    assert table().muster("J-3D").why(space="5819") == ["3.7c", "3.7d"]
    t = table(turn=4, phase="first", japanese=["area"], flotilla="gone", southern=6, ready=X, pool=[])
    t.muster("J-3D", "J-5D", "J-6D")
    assert not t.goals("enter") & {"5819"}
    assert t.why(space="5819") == ["3.8c", "R54"]
    t.do("stand-down", "J-6D").do("enter", "5819", dice=[*NOTHING, 1])
    assert (t.mp, t.state.southern) == (17, 8)
    t.do("halt").do("end-phase").muster("J-3D")
    assert "5819" not in t.goals("enter"), "eight for both phases together"
    t = table([3], turn=3, phase="first", japanese=["area"], flotilla="gone", ready=X).do("port", "5615")
    t.muster(*X[:4])
    assert "5819" in t.goals("enter")
    t = table([3], turn=3, phase="first", japanese=["area"], flotilla="gone", ready=X, southern=1).do("port", "5615")
    assert "5819" not in t.muster(*X[:4]).goals("enter")


# --- 9.17 the flotilla


@case("9.17a", "9.17f", "10.1b", "R14")
def test_the_flotilla_joins_the_first_attack_on_shanghai_and_fires_first(table):
    t = table(pool=[]).muster(*X).do("land", "2504", dice=[*NOTHING, 1, 6, 6])
    assert t.told("flotilla-joins")
    assert t.told("flotilla-fire")[0].dice == (6, 6)
    assert t.kinds().index("flotilla-fire") < t.kinds().index("depot-lost")


@case("9.17b", "R14")
def test_if_that_attack_fails_the_flotilla_is_out(table):
    t = table(pool=[]).muster("J-3D").do("land", "2504", dice=[*NOTHING, 1, 1, 1, *fire(2), *fire(3)])
    t.do("withdraw")
    assert t.where("J-YRF") == "OUT"
    assert t.told("flotilla-gone")


@case("9.17b")
def test_if_it_succeeds_the_flotilla_is_at_hand_in_phase_iii_from_any_river_city(table):
    t = table(pool=[]).muster(*X)
    t.do("land", "2504", dice=[*NOTHING, 1, 6, 6])
    t.do("destroy", "G-M", dice=fire(14, 6))
    assert t.own("2504")
    for hex_ in RIVER:
        t.advance(hex_, *NOTHING, 1)
    assert t.where("J-YRF") == "2608"
    t.do("halt").do("end-phase").muster("J-3D")
    assert t.goals("start-with-flotilla") == {"2504", "2608"}


@case("9.17c", "9.17e", "R14")
def test_off_the_river_the_flotilla_is_left_alone_until_phase_i(table):
    t = table(pool=[], turn=1, phase="second", japanese=["2504"], flotilla="usable", ready=[*X, SPARE]).muster(*X)
    t.do("start-with-flotilla", "2504").advance("2605", *NOTHING, 1)
    assert t.told("flotilla-alone")
    assert t.where("J-YRF") == "T2"
    t = table(turn=2, phase="administration", japanese=["area"], flotilla="alone").do("fill", dice=[3])
    assert t.told("stationed")
    assert t.where("J-YRF") == "2504", "left alone, it can only be in Shanghai"


@case("9.17e", "R14", "R20")
def test_left_alone_on_the_last_turn_it_is_out_and_nobody_says_that_it_comes_back(table):
    t = table(pool=[], turn=4, phase="second", japanese=["2504"], flotilla="usable", ready=[*X, SPARE]).muster(*X)
    t.do("start-with-flotilla", "2504")
    card = t.game.preview(t.state, 0, t.game.from_words(("advance", "2605")))
    assert {line["value"] for line in card["items"] if "alone" in line["text"]} == {"for good"}
    t.advance("2605", *NOTHING, 1)
    assert t.where("J-YRF") == "OUT"
    said = t.game.sentence(t.told("flotilla-alone")[0])
    assert said == "The Yangtze River Flotilla is left alone: no turn follows in which it could come back."
    assert "come back" in pick_bar(t.state).text


@case("9.17d")
def test_the_flotilla_takes_no_losses_and_the_force_must_have_a_ground_unit(marching):
    t = marching(["J-3D", "J-5D"], "2504", pool=["R-NR"], flotilla="usable", along=1)
    t.advance("2505", *NOTHING, 3, "R-NR", 1, 1, *fire(4), *fire(12, 6))
    assert t.goals("lose") == {"J-3D", "J-5D"}


@case("9.17e", "R14")
def test_it_is_stationed_in_a_river_city_in_phase_i_and_operations_with_it_start_there(table):
    t = table(turn=2, phase="administration", japanese=["area", "3618"], flotilla="usable").do("fill")
    t.do("hold-cities").do("garrison", "J-41D")
    assert t.asked.prompt == "station"
    assert {"2504", "2708", "3414", "3618"} <= t.goals("station")
    t.do("station", "3414", dice=[5, "R-17D", "R-32D", "R-44D"])
    assert t.where("J-YRF") == "3414"
    t.muster("J-4D")
    assert t.goals("start-with-flotilla") == {"3414"}
    t.do("start-with-flotilla", "3414").advance("3513", *NOTHING, 1)
    assert t.where("J-YRF") == "3513"


@case("R14")
def test_one_operation_a_phase_and_a_broken_shanghai_makes_it_wait(table):
    t = table(turn=1, phase="second", japanese=["2504"], flotilla="usable", ready=[*X, SPARE], pool=[])
    t.muster("J-3D").do("start-with-flotilla", "2504").do("halt").muster("J-5D")
    assert not t.options("start-with-flotilla")
    t = table(turn=2, phase="administration", japanese=["area"], broken=["2504"], flotilla="alone")
    t.do("fill", dice=[3])
    assert not t.told("stationed")
    assert t.asked.prompt == "choose-port"


@case("9.17f", "9.18a")
def test_two_dice_on_the_primary_sector_one_on_the_secondary_none_beyond(table):
    t = table()
    assert [sector_dice(t.state, t.space(h)) for h in ("2504", "3618", "3619", "4224", "4324", "1419")] == [
        2, 2, 1, 1, 0, 0,
    ]  # fmt: skip
    assert GAME.full[GAME.flotilla] == 0, "it is no two-step unit"


@case("9.17e", "R14")
def test_a_destroyed_force_leaves_the_flotilla_alone(marching):
    t = marching(["J-2IMB"], "2504", pool=["R-NR"], flotilla="usable", along=1)
    t.advance("2505", *NOTHING, 3, "R-NR", 1, 1, *fire(1), *fire(12, 6))
    assert t.told("flotilla-alone")
    assert t.where("J-YRF") == "T2"


@case("R14")
def test_it_fires_as_an_imperial_unit(marching):
    t = marching(["J-3D"], "2504", pool=["R-17D"], flotilla="usable", along=1)
    t.advance("2505", *NOTHING, 3, "R-17D", 5, 1, 6)
    assert t.told("flotilla-fire")[0].args[2] == 5
    assert t.own("2505")
    assert not t.told("japanese-fire"), "nobody was left to fire at"
