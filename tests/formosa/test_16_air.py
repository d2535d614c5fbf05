"""Chapters 16 and 18: strike planning, air superiority, interdiction, B-29, Kamikazes, the mobile fleet."""

from __future__ import annotations

import pytest

from formosa.conftest import GAME

case = pytest.mark.case
HERE = {"J01": "1110", "A01": "0420"}


def planning(table, scenario="1", **change):
    change = {"units": HERE, "turn": 2, "tac": {"US": {"available": 6}, "Japan": {"available": 4}}, **change}
    return table(scenario, phase="planning", **change)


@case("16.0a", "16.1b", "R61", "16.1a")
def test_tac_goes_to_air_superiority_or_tactical_or_stays(table):
    t = (
        planning(table)
        .do("assign", "US", "superiority")
        .do("assign", "US", "superiority")
        .do("assign", "US", "tactical")
    )
    assert (t.state.tac_superiority[0], t.state.tac_tactical[0], t.state.tac_available[0]) == (2, 1, 3)
    t.do("end-planning")
    assert t.side == "Japanese"
    assert {w[1] for w in t.options("assign")} == {"Japan"}
    t.do("assign-rest", "Japan", "tactical")
    assert t.state.tac_tactical[2] == 4


@case("16.0b", "16.1b")
def test_kamikazes_and_the_b29_have_missions_of_their_own(table):
    t = planning(table, b29="available", kamikaze=2, air_supply="available")
    t.do("commit-b29")
    assert not t.offers("commit-b29")
    t.do("end-planning").do("assign-kamikaze")
    assert (t.state.tokku, t.state.kamikaze) == (1, 1)


@case("16.1b", "6.1d", "16.1d", "6.1e")
def test_plans_are_secret_until_both_are_revealed_together(table):
    t = planning(table, b29="available", kamikaze=2)
    t.do("assign-rest", "US", "superiority").do("commit-b29")
    assert t.mark("Allied", "us-tac", "A-SUPERIORITY") == 6
    assert t.mark("Japanese", "us-tac", "A-SUPERIORITY") == 0
    before = len(t.heard("Japanese"))
    t.do("end-planning")
    assert t.mark("Japanese", "us-tac", "A-SUPERIORITY") == 0
    assert t.mark("Japanese", "b29", "B-29") == 0
    assert len(t.heard("Japanese")) == before
    t.do("assign-kamikaze").do("assign", "Japan", "superiority").do("assign", "Japan", "tactical")
    assert t.mark("Allied", "kamikaze", "TOKKU") == 0
    t.do("end-planning", dice=[3])
    assert t.prompt() == "air-losses"
    assert {e.kind for e in t.heard("Allied")} >= {"plan", "plan-special"}
    assert t.mark("Japanese", "us-tac", "A-SUPERIORITY") == 6
    assert t.mark("Japanese", "b29", "B-29") == 1
    assert t.mark("Allied", "kamikaze", "TOKKU") == 1
    assert t.mark("Allied", "j-tac", "J-AVAILABLE") == 0


@case("R71", "6.1d")
def test_gunfire_is_staged_or_kept_safe(table):
    t = planning(table, gunfire={"US": {"available": 2, "staged": 1}})
    t.do("stage-gunfire", "US").do("hold-gunfire", "US")
    assert t.state.gunfire_staged[0] == 1
    assert t.state.gunfire_available[0] == 2
    t.do("stage-gunfire", "US")
    assert not t.options("stage-gunfire")
    assert not t.options("hold-gunfire")


# --- 16.2


def superiority(table, allied, japanese, dice, **tactical):
    tac = {"US": {"superiority": allied, "tactical": tactical.get("us", 0)},
           "Japan": {"superiority": japanese, "tactical": tactical.get("japan", 0)}}  # fmt: skip
    return table(turn=2, phase="superiority", units=HERE, tac=tac, dice=dice)


@case("16.2a", "16.2b", "16.2d", "16.2e", "16.2f", "8.4a")
def test_both_fire_at_their_first_strength_and_losses_can_be_bought_back(table):
    t = superiority(table, 5, 5, [6, 6, 1])
    assert t.told("air-superiority")[0].args == (0, 5)
    assert t.told("air-superiority")[1].args == (1, 5)
    assert t.state.tac_flown[2] == 3
    assert t.state.tac_flown[0] == 3


@case("16.2c", "R63")
def test_a_side_without_points_rolls_on_the_zero_column(table):
    t = superiority(table, 0, 3, [6, 6, 1])
    assert [e.args for e in t.told("air-superiority")] == [(0, 0), (1, 3)]
    assert [e.args[1] for e in t.told("air-result")] == [1, 2]


@case("16.2d", "16.2e", "R62")
def test_losses_come_from_superiority_or_tactical_and_never_from_others(table):
    t = table(
        turn=2,
        phase="superiority",
        units=HERE,
        tac={"US": {"superiority": 5, "available": 3}, "Japan": {"superiority": 1, "tactical": 1, "available": 2}},
        kamikaze=3,
        tokku=2,
        dice=[6],
    )
    assert {w[1:] for w in t.options("lose-tac")} == {("Japan", "superiority"), ("Japan", "tactical")}
    t.dice.faces.extend([1, 1])
    t.do("lose-tac", "Japan", "tactical")
    assert t.state.tac_available[2] == 2
    assert t.state.tac_superiority[2] == 0
    assert t.state.tac_flown[2] == 0


@case("R62")
def test_more_losses_than_points_are_ignored(table):
    t = superiority(table, 10, 1, [6, 1, 1])
    assert t.told("air-result")[0].args[1] == 4
    assert len(t.told("tac-lost")) == 1


@case("16.2g")
def test_survivors_in_air_superiority_have_flown_for_this_turn(table):
    t = superiority(table, 3, 2, [1, 1, 1])
    assert t.state.tac_superiority == [0, 0, 0]
    assert (t.state.tac_flown[0], t.state.tac_flown[2]) == (3, 2)


@case("16.2h")
def test_the_b29_and_air_supply_are_never_shot_down(table):
    t = table(turn=2, phase="superiority", units=HERE, tac={"Japan": {"superiority": 12}}, b29="committed",
              air_supply="available", dice=[1, 6, 1])  # fmt: skip
    assert t.state.b29 == 2
    assert t.state.air_supply == 1


# --- 16.4


@case("16.4a", "6.1n", "R65", "16.1e", "16.1g")
def test_two_points_interdict_any_hex_until_air_return(table):
    t = table(turn=2, phase="interdiction", units=HERE, tac={"US": {"tactical": 3}})
    assert len(t.goals("interdict")) == 203
    t.do("interdict", "US", "0615").do("interdict", "US", "0615")
    assert "0615" not in t.goals("interdict")
    assert "13.1b" in t.why(space="0615")
    t.do("interdict", "US", "1110")
    assert t.phase() == "japanese-movement"
    assert t.state.interdict_hex == [t.space("0615"), t.space("0615"), t.space("1110")]
    t.do("end-movement", dice=[1])
    assert t.state.interdict_hex == []


@case("16.4e")
def test_interdiction_does_not_cut_supply(table):
    from grognard.games.formosa.supply import in_supply

    t = table(turn=2, phase="bases", units={**HERE, "J45": "0612", "J38": "0611"}, interdiction={"0611": ["US"]})
    assert in_supply(t.state, t.unit("J45"))


@case("R65", "13.1c", "R41")
def test_no_interdiction_where_the_b29_is(table):
    t = table(turn=2, phase="interdiction", units=HERE, tac={"US": {"tactical": 1}}, b29_hex="0615")
    assert "0615" not in t.goals("interdict")
    assert "13.1c" in t.why(space="0615")


@case("16.4d", "R65")
def test_interdiction_costs_the_allies_nothing_and_shifts_no_combat(table):
    units = {"A01": "0614", "J01": "0615"}
    t = table(turn=2, phase="japanese-combat", units=units, interdiction={"0614": ["US"], "0615": ["US"]})
    t.plan("0614", "J01")
    assert t.shifts() == {}


# --- 16.5


def strike(table, hex_="0615", units=None, concealed=(), options=(), **change):
    units = units or {"J01": hex_, "J02": hex_}
    change = {"units": {"A01": "0420", **units}, "concealed": list(concealed), **change}
    return table("1", options, turn=2, phase="b29", b29="committed", **change)


@case("16.5a", "6.1h", "R66")
def test_a_committed_b29_strikes_a_hex_with_japanese_units_or_none(table):
    t = strike(table, units={"J01": "0615", "J61": "0522"}, concealed=["J61"])
    assert t.goals("bomb") == {"0615", "0522"}
    assert "16.5a" in t.why(space="0614")
    t.do("no-strike")
    assert t.state.b29 == 2
    t = table(turn=2, phase="b29", units=HERE, b29="available")
    assert t.phase() == "invasion"


@case("16.5c", "R67")
@pytest.mark.parametrize(
    ("hex_", "column"),
    [("0614", "Open"), ("0513", "Open"), ("0615", "City/Town"), ("0517", "City/Town"), ("0716", "Rough"),
     ("1603", "Rough"), ("0915", "Mountain/Peak"), ("1015", "Mountain/Peak")],
)  # fmt: skip
def test_the_column_follows_the_terrain(table, hex_, column):
    t = strike(table, hex_).do("bomb", hex_, dice=[1])
    assert t.told("b29")[0].args[1] == column


@case("16.5b", "R67")
def test_a_fortress_may_be_shown_to_move_the_strike_to_the_fortified_column(table):
    units = {"J38": "0615", "J01": "0615"}
    t = strike(table, units=units, concealed=["J38", "J01"]).do("bomb", "0615")
    assert t.side == "Japanese"
    assert t.goals("show-fortress") == {"J38"}
    t.do("show-fortress", "J38", dice=[4])
    assert t.told("b29")[0].args[1] == "Fortified"
    assert not t.is_concealed("J38")
    assert t.is_concealed("J01")
    t = strike(table, units=units, concealed=["J38", "J01"]).do("bomb", "0615").do("stay-hidden", dice=[4])
    assert t.told("b29")[0].args[1] == "City/Town"


@case("16.5b", "11.0c")
def test_the_question_is_asked_whether_there_is_a_fortress_or_not(table):
    t = strike(table, concealed=["J01"]).do("bomb", "0615")
    assert (t.side, t.verbs()) == ("Japanese", {"stay-hidden"})


@case("16.5d", "16.5e", "16.5f", "R68")
def test_d1_costs_a_unit_of_the_japanese_choice_and_suppresses_the_rest(table):
    t = strike(table).do("bomb", "0615", dice=[6])
    assert t.goals("lose") == {"J01", "J02"}
    t.do("lose", "J02")
    assert t.where("J02") == "J-ELIMINATED"
    assert t.state.suppressed == t.space("0615")


@case("16.5e")
def test_ds_suppresses_and_a_miss_does_nothing(table):
    assert strike(table).do("bomb", "0615", dice=[3]).state.suppressed >= 0
    t = strike(table).do("bomb", "0615", dice=[2])
    assert t.state.suppressed < 0
    assert t.state.b29_hex == t.space("0615")


@case("16.5l", "R66", "R41")
def test_after_a_strike_the_b29_must_be_bought_again(table):
    t = table(turn=2, phase="air-return", units=HERE, b29="flown", b29_hex="0615", suppressed="0615", dice=[1])
    assert (t.state.b29, t.state.b29_hex, t.state.suppressed) == (0, -1, -1)
    t = table(turn=2, phase="air-return", units=HERE, b29="committed", dice=[1])
    assert t.state.b29 == 1


@case("R108", "16.5f")
def test_suppression_clings_to_the_hex(table):
    t = table(turn=2, phase="japanese-combat", units={"A01": "0614", "J01": "0615", "J02": "0613"}, suppressed="0615")
    from grognard.games.formosa.zones import exerting

    t.edit(add={"J01": "0612", "J03": "0615"})
    assert exerting(t.state, 1) >> t.space("0612") & 1
    assert not exerting(t.state, 1) >> t.space("0615") & 1


@case("R21", "R68")
def test_a_bombed_guard_unit_in_supply_can_be_replaced(table):
    t = (
        strike(table, units={"J45": "0615", "J46": "0615", "J38": "0711"})
        .do("bomb", "0615", dice=[6])
        .do("lose", "J45")
    )
    assert t.where("J45") == "J-ELIMINATED"
    t = (
        strike(table, units={"J45": "0615", "J46": "0615", "J38": "0517"})
        .do("bomb", "0615", dice=[6])
        .do("lose", "J45")
    )
    assert t.where("J45") == "J-REPLACEMENTS"


# --- 16.6


@case("16.6a", "16.6b", "16.6d", "2.5d", "16.0b")
def test_kamikaze_points_are_used_up_in_the_special_attack(table):
    fleet = {"amphibious": 2, "gunfire": {"US": {"staged": 1}}}
    t = table(turn=2, phase="special-attack", units=HERE, tokku=4, kamikaze=3, dice=[6], **fleet)
    assert t.told("kamikaze")[0].args == (4,)
    assert (t.state.tokku, t.state.kamikaze) == (0, 3)
    assert t.told("kamikaze-result")[0].args == (2,)
    t.do("lose-marker").do("lose-gunfire", "US")
    assert t.state.amphibious == 1
    assert t.state.gunfire_staged == [0, 0]


@case("16.6c", "R70")
def test_hits_fall_on_markers_and_staged_gunfire_only(table):
    t = table(
        turn=2, phase="special-attack", units=HERE, tokku=6, gunfire={"US": {"available": 4}}, drop_zone=1, dice=[6]
    )
    assert t.verbs() == {"nothing-to-lose"}
    t.do("nothing-to-lose")
    assert t.state.gunfire_available[0] == 4
    assert t.state.drop_zone == 1


@case("16.6e", "R70")
def test_the_special_attack_is_rolled_every_turn(table):
    t = table(turn=1, phase="special-attack", units=HERE, dice=[6])
    assert t.told("kamikaze")[0].args == (0,)
    assert t.told("kamikaze-result")[0].args == (1,)


@case("16.6c", "11.0d")
def test_what_the_kamikazes_hit_is_not_told_to_the_japanese(table):
    t = table(turn=2, phase="special-attack", units=HERE, tokku=6, amphibious=2, dice=[4]).do("lose-marker")
    assert not [e for e in t.heard("Japanese") if e.kind == "marker-lost"]


# --- 18


def sortie(table, die, scenario="1", **change):
    change = {"units": HERE, "turn": 2, "fleet": "ready", "gunfire": {"US": {"staged": 3}}, "amphibious": 2, **change}
    t = table(scenario, phase="special-attack", dice=[1], **change)
    return t.do("sortie", dice=die)


@case("18.0a", "R74", "6.1g")
def test_a_sortie_is_declared_after_the_kamikazes_once_and_only_if_recruited(table):
    t = table(turn=2, phase="special-attack", units=HERE, dice=[1])
    assert (t.side, t.verbs()) == ("Japanese", {"no-sortie"})
    t = table(turn=2, phase="special-attack", units=HERE, fleet="gone", dice=[1])
    assert t.phase() == "invasion"


@case("18.0b", "18.0c", "18.0g", "MFT.a", "13.2c")
def test_a_fiasco_does_nothing_and_the_fleet_is_gone(table):
    t = sortie(table, [3])
    assert t.told("sortie-result")[0].args == ("fiasco",)
    assert t.state.fleet == 2
    assert t.state.gunfire_staged == [3, 0]
    assert not t.state.no_landing


@case("18.0d", "MFT.a")
def test_an_indecisive_action_sends_the_gunfire_away_for_the_turn(table):
    t = sortie(table, [4])
    assert t.told("sortie-result")[0].args == ("indecisive",)
    assert t.state.gunfire_staged == [0, 0]
    assert t.state.gunfire_available[0] == 4 + 3
    assert t.state.no_gunfire
    assert t.phase() == "invasion"


@case("18.0e", "18.0f", "18.0g")
def test_a_decisive_battle_costs_lp_and_forbids_landings(table):
    t = sortie(table, [6, 5], lp={"Allied": 3})
    assert t.lp("Allied") == 0
    assert t.state.no_landing
    assert t.verbs() == {"end-markers"}
    assert t.state.amphibious == 2


@case("MFT.a")
@pytest.mark.parametrize(
    ("scenario", "die", "result"),
    [("1", 5, "indecisive"), ("2", 4, "fiasco"), ("2", 5, "indecisive"), ("2", 6, "decisive")],
)
def test_the_sortie_table_differs_by_scenario(table, scenario, die, result):
    t = sortie(table, [die, 1], scenario)
    assert t.told("sortie-result")[0].args == (result,)


@case("16.6b", "16.2b")
def test_the_air_table_has_a_column_for_every_number_of_points():
    assert [GAME.air_names[GAME.air_column(n)] for n in (0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 28)] == [
        "0", "1–2", "1–2", "3–4", "3–4", "5–6", "5–6", "7–9", "7–9", "10+", "10+",
    ]  # fmt: skip
