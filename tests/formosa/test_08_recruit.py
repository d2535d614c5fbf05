"""Chapter 8 and the two expenditure charts."""

from __future__ import annotations

import pytest

from formosa.conftest import GAME

case = pytest.mark.case
HERE = {"J01": "0615", "A01": "0420"}


def japanese(table, lp=20, **change):
    change = {"units": HERE, "turn": 2, **change}
    return table(phase="recruit", lp={"Japanese": lp, "Allied": 20}, **change)


def allied(table, lp=20, scenario="1", options=(), **change):
    change = {"units": HERE, "turn": 2, **change}
    return table(scenario, options, phase="recruit", lp={"Japanese": 0, "Allied": lp}, **change).do("end-recruit")


@case("8.0b", "8.0c", "8.2a", "3.0h", "LPJ.c")
def test_after_set_up_the_japanese_recruit_only_second_line_construction_and_guerrillas(table):
    t = japanese(table)
    kinds = {GAME.rows[t.unit(words[1])]["type"] for words in t.options("recruit")}
    assert kinds == {"guard", "construction", "guerrilla"}
    assert "8.2a" in t.why("J13")


@case("8.0b", "8.0c")
@pytest.mark.parametrize("space", ["0420", "STAGING", "A-ELIMINATED"])
def test_only_units_in_the_two_displays_can_be_bought(table, space):
    t = allied(table, units={**HERE, "A25": space})
    assert not t.offers("recruit", "A25")
    assert t.why("A25") == ["8.0b", "8.0c"]
    assert t.offers("recruit", "A26")


@case("8.0e", "8.1f", "8.1l", "R20", "7.3a", "LPJ.c", "R16")
def test_a_japanese_recruit_comes_concealed_to_a_city_or_port_with_a_japanese_unit(table):
    units = {"J01": "0615", "J61": "0522", "J02": "0515", "A01": "0420", "J38": "1504", "A02": "0614"}
    t = japanese(table, units=units, concealed=["J61"])
    t.do("recruit", "J45")
    assert t.goals("deploy") == {"0615", "0522", "1504"}
    assert "8.1f" in t.why(space="0515")
    t.do("deploy", "0522")
    assert t.is_concealed("J45")
    assert t.lp("Japanese") == 19
    assert not [e for e in t.heard("Allied") if e.kind == "deployed"]
    assert [e.args for e in t.heard("Allied") if e.kind == "counter-deployed"] == [(t.space("0522"),)]


@case("8.1i", "R18")
def test_guerrillas_come_to_any_hideout_without_an_allied_unit(table):
    units = {"J38": "0615", "J33": "0623", "A01": "0915", "A02": "0516"}
    t = japanese(table, units=units, concealed=["J33"])
    t.do("recruit", "J55")
    goals = t.goals("deploy")
    assert {"0615", "0914", "1015", "0521", "0417", "0815"} <= goals
    assert "0915" not in goals
    assert "0516" not in goals
    assert "0614" not in goals
    assert "8.1i" in t.why(space="0614")


@case("8.1i")
def test_guerrillas_may_join_a_revealed_static_unit(table):
    assert "0614" not in japanese(table).do("recruit", "J55").goals("deploy")
    t = japanese(table, units={"J38": "0614", "A01": "0420"})
    assert "0614" in t.do("recruit", "J55").goals("deploy")


@case("8.1k", "8.1m", "R19", "8.2d")
def test_only_deployable_units_are_offered(table):
    t = japanese(table, units={"J01": "0615", "J02": "0615", "J03": "0615", "A01": "0420"})
    kinds = {GAME.rows[t.unit(words[1])]["type"] for words in t.options("recruit")}
    assert kinds == {"guerrilla"}
    assert "8.1k" in t.why("J45")


@case("11.2e", "R20", "8.3c", "8.3a")
def test_a_replaced_japanese_unit_is_deployed_revealed(table):
    t = japanese(table, units={**HERE, "J45": "J-REPLACEMENTS"})
    t.do("recruit", "J45").do("deploy", "0615")
    assert not t.is_concealed("J45")
    assert t.lp("Japanese") == 19


@case("8.0d", "8.2a", "R22")
def test_types_without_a_replace_price_are_never_replaced(table):
    t = japanese(table, units={**HERE, "J02": "J-REPLACEMENTS", "J45": "J-ELIMINATED"})
    assert not t.offers("recruit", "J02")
    assert not t.offers("recruit", "J45")
    assert "8.0d" in t.why("J02")


@case("LPJ.e", "8.1j", "8.4a", "R14")
def test_japanese_tac_points_cost_2_and_are_limited_to_12(table):
    t = japanese(table, tac={"Japan": {"available": 11}})
    t.do("buy", "tac")
    assert (t.lp("Japanese"), t.state.tac_available[2]) == (18, 12)
    assert not t.offers("buy", "tac")


@case("LPJ.f", "R13", "2.5d", "8.4c")
def test_kamikaze_points_cost_half_an_lp_rounded_up(table):
    t = japanese(table, lp=2)
    spent = []
    while t.offers("buy", "kamikaze"):
        t.do("buy", "kamikaze")
        spent.append(2 - t.lp("Japanese"))
    assert spent == [1, 1, 2, 2]


@case("R14", "8.4c", "2.5d")
def test_twelve_kamikaze_points_are_the_whole_game(table):
    t = japanese(table)
    for _ in range(12):
        t.do("buy", "kamikaze")
    assert not t.offers("buy", "kamikaze")
    t.state.kamikaze = 0
    assert not t.edit(lp={"Japanese": 9}).offers("buy", "kamikaze")


@case("LPJ.g", "8.4c")
def test_the_fleet_is_bought_once(table):
    t = japanese(table)
    t.do("buy", "fleet")
    assert t.lp("Japanese") == 16
    assert not t.offers("buy", "fleet")
    assert not japanese(table, fleet="gone").offers("buy", "fleet")


@case("LPJ.d", "LPJ.i")
def test_deception_units_and_the_camp_are_never_bought(table):
    t = japanese(table, units={**HERE, "J61": "J-REINFORCEMENTS", "J68": "J-REINFORCEMENTS"})
    assert not t.offers("recruit", "J61")
    assert not t.offers("recruit", "J68")


# --- Allied


@case("LPA.a", "LPA.b", "LPA.c", "R98", "8.2b", "8.2c", "7.3b")
@pytest.mark.parametrize(
    ("unit", "price"),
    [("A30", 4), ("A33", 3), ("A37", 3), ("A49", 3), ("A51", 3), ("A25", 2), ("A46", 2)],
)
def test_allied_recruit_prices(table, unit, price):
    t = allied(table, units={"J01": "0615", "A02": "0420"})
    t.do("recruit", unit)
    assert (t.where(unit), t.lp("Allied")) == ("STAGING", 20 - price)


@case("LPA.a", "LPA.b", "LPA.c", "8.3c")
@pytest.mark.parametrize(
    ("unit", "price"), [("A28", 2), ("A31", 2), ("A34", 2), ("A49", 2), ("A51", 2), ("A02", 1), ("A39", 1)]
)
def test_allied_replacement_prices(table, unit, price):
    t = allied(table, units={**HERE, unit: "A-REPLACEMENTS"})
    t.do("recruit", unit)
    assert (t.where(unit), t.lp("Allied")) == ("STAGING", 20 - price)


@case("LPA.d", "LPA.e", "LPA.f", "LPA.g", "8.1c", "8.1d", "8.4b")
@pytest.mark.parametrize(
    ("what", "price"),
    [("us-gunfire", 3), ("b29", 3), ("air-supply", 2), ("us-tac", 1), ("amphibious", 3), ("drop-zone", 1)],
)
def test_allied_air_naval_and_marker_prices(table, what, price):
    t = allied(table)
    t.do("buy", what)
    assert t.lp("Allied") == 20 - price
    counts = {
        "us-gunfire": t.state.gunfire_available[0] - 4, "b29": t.state.b29, "air-supply": t.state.air_supply,
        "us-tac": t.state.tac_available[0] - 15, "amphibious": t.state.amphibious, "drop-zone": t.state.drop_zone,
    }  # fmt: skip
    assert counts[what] == 1


@case("8.2d", "R14")
def test_the_counter_mix_is_a_limit(table):
    full = {"gunfire": {"US": {"available": 5}}, "tac": {"US": {"available": 28}}}
    t = allied(table, amphibious=6, drop_zone=1, b29="available", air_supply="available", **full)
    assert not t.options("buy")


@case("8.1b", "R15", "21.0a", "R106")
def test_allied_recruits_may_come_to_any_functional_port_even_in_an_enemy_zone(table):
    units = {"J01": "0521", "A01": "0420", "A39": "0522", "A40": "0623", "A41": "0621"}
    t = allied(table, units=units, bases=["A39", "A40", "A41"])
    t.do("recruit", "A25")
    assert t.goals("deploy") == {"STAGING", "0522", "0623"}
    t.do("deploy", "0522")
    assert t.where("A25") == "0522"


@case("R106", "5.1b", "24.2g")
def test_commonwealth_recruits_do_not_come_to_a_port_with_us_units(table):
    t = allied(table, scenario="2", units={**HERE, "A39": "0522", "A57": "0623"}, bases=["A39", "A57"])
    t.do("recruit", "A53")
    assert t.goals("deploy") == {"STAGING", "0623"}


@case("21.0a")
def test_a_recruit_deployed_in_a_port_may_move_in_the_same_turn(table):
    t = table(turn=2, phase="allied-movement", units={"J01": "0615", "A39": "0522", "A25": "0522"}, bases=["A39"])
    assert t.offers("move", "A25")


@case("8.3a", "8.3b", "19.5c")
def test_losses_in_supply_can_be_replaced_and_others_not(table):
    for port, box in (("0419", "A-REPLACEMENTS"), ("1603", "A-ELIMINATED")):
        units = {"J01": "0620", "J02": "0620", "J03": "0620", "A01": "0520", "A39": port}
        t = table(turn=2, phase="allied-combat", units=units, bases=["A39"])
        t.fight("0620", "A01", dice=[1])
        assert t.where("A01") == box


# --- 8.1m a place that is gone before the unit is deployed


@case("8.1m", "R19", "11.1f", "8.1f")
def test_a_recruit_whose_only_city_was_held_by_a_deception_goes_back_and_its_points_are_spent(table):
    t = japanese(table, lp=9, units={"A01": "0420", "J61": "0615"}, concealed=["J61"])
    t.do("recruit", "J45")
    assert t.goals("deploy") == {"0615"}
    t.do("reveal", "J61", side="Japanese")
    assert t.prompt() == "recruit"
    assert t.where("J45") == "J-REINFORCEMENTS"
    assert t.lp("Japanese") == 8
    assert t.told("recruit-returned")[-1].args == (t.unit("J45"),)
    assert not [e for e in t.heard("Allied") if e.kind == "recruit-returned"]
    assert [e.args for e in t.heard("Allied") if e.kind == "recruit-lost"] == [(1, 1)]
    assert t.offers("end-recruit")


@case("8.1m", "R19", "8.3c")
def test_a_replacement_goes_back_to_where_it_came_from(table):
    t = japanese(table, lp=9, units={"A01": "0420", "J61": "0615", "J45": "J-REPLACEMENTS"}, concealed=["J61"])
    t.do("recruit", "J45").do("reveal", "J61", side="Japanese")
    assert (t.where("J45"), t.lp("Japanese")) == ("J-REPLACEMENTS", 8)
