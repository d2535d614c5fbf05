"""Situations in which two or three rules meet, as a stranger with the rulebook would try them."""

from __future__ import annotations

from typing import Any

import pytest

from formosa.conftest import GAME

case = pytest.mark.case
FAR = {"J01": "1110"}
ASHORE = {"A46": "1706"}


def reach(t: Any, unit: str, by: str = "Move") -> dict[str, float]:
    """How far a unit gets: hex and cost."""
    ways = [way for way in GAME.reach(t.state, t.asked.side, [t.unit(unit)]) if way["name"] == by]
    return {GAME.space_ids[h]: cost for way in ways for h, cost, _, ends in way["spaces"] if ends}


# --- 11, 12, 14, 16: movement


@case("23.0a", "11.1d", "R35", "R43")
def test_a_concealed_guerrilla_that_uses_its_freedom_marches_with_its_open_factor(table):
    units = {"J55": "0716", "A01": "0614", "J01": "1110"}
    t = table(turn=2, phase="japanese-movement", units=units, concealed=["J55"])
    t.do("move", "J55")
    for hex_ in ("0715", "0615", "0516", "0517", "0518", "0519"):
        t.do("to", hex_)
    assert not t.is_concealed("J55")
    left = t.asked.about[2]
    assert left == 2 * 6 - t.state.agenda[-1].spent


@case("23.0a", "R35", "R43", "12.0b")
def test_its_reach_is_shown_with_that_factor(table):
    units = {"J55": "0615", "A01": "0614", "J01": "1110"}
    hidden = table(turn=2, phase="japanese-movement", units=units, concealed=["J55"])
    shown = table(turn=2, phase="japanese-movement", units=units)
    free = table(turn=2, phase="japanese-movement", units={**units, "A01": "1706"}, concealed=["J55"])
    assert max(reach(shown, "J55").values()) <= 6
    assert max(reach(free, "J55").values()) > 6
    assert max(reach(hidden, "J55").values()) > 6


@case("16.4c", "12.4c", "12.3a")
def test_two_points_of_interdiction_on_a_road_cost_two_and_a_half(table):
    units = {**ASHORE, "J45": "0517", "J01": "1110"}
    t = table(turn=2, phase="japanese-movement", units=units, interdiction={"0516": ["US", "US"]})
    assert reach(t, "J45")["0516"] == 2.5
    assert reach(t, "J45")["0518"] == 0.5


@case("16.4c", "12.3a", "R39")
def test_one_hex_is_always_open_whatever_interdiction_makes_it_cost(table):
    units = {**ASHORE, "J51": "1113", "J01": "0615"}
    hexes = [GAME.space_ids[h] for h in GAME.land_steps[GAME.space_index["1113"]]]
    t = table(turn=2, phase="japanese-movement", units=units, interdiction={h: ["US", "US"] for h in hexes})
    dear = {h: cost for h, cost in reach(t, "J51").items() if cost > 4}
    assert dear
    assert set(reach(t, "J51")) == set(hexes)


@case("16.4b", "11.1d", "R35")
def test_a_counter_that_interdiction_turns_up_goes_on_with_what_its_front_leaves(table):
    units = {**ASHORE, "J45": "0516", "J01": "1110"}
    t = table(turn=2, phase="japanese-movement", units=units, concealed=["J45"], interdiction={"0517": ["US"]})
    t.do("move", "J45").do("to", "0517")
    assert not t.is_concealed("J45")
    assert t.asked.about[2] == 2 * 4 - 3


@case("16.4b", "11.1f", "12.0a")
def test_a_deception_that_enters_interdiction_is_gone_and_its_move_with_it(table):
    units = {**ASHORE, "J61": "0516", "J01": "1110"}
    t = table(turn=2, phase="japanese-movement", units=units, concealed=["J61"], interdiction={"0517": ["US"]})
    t.do("move", "J61").do("to", "0517")
    assert t.where("J61") == "J-ELIMINATED"
    assert t.prompt() == "movement"


@case("11.1c", "14.1a", "14.0e")
def test_a_deception_stops_an_allied_march(table):
    units = {"A01": "0518", "J61": "0615", "J01": "1110"}
    t = table(turn=2, phase="allied-movement", units=units, concealed=["J61"])
    t.do("move", "A01").do("to", "0517").do("to", "0516")
    assert not t.goals("to")


@case("23.0a", "14.0c", "R43")
def test_an_open_guerrilla_stops_nobody_and_a_concealed_one_does(table):
    for concealed, goes_on in (([], True), (["J55"], False)):
        units = {"A01": "0518", "J55": "0615", "J01": "1110"}
        t = table(turn=2, phase="allied-movement", units=units, concealed=concealed)
        assert ("0614" in reach(t, "A01")) == goes_on


@case("16.5f", "14.1a")
def test_a_suppressed_hex_stops_no_allied_march(table):
    for suppressed, goes_on in (("", False), ("0615", True)):
        units = {"A01": "0518", "J01": "0615"}
        change = {"suppressed": suppressed} if suppressed else {}
        t = table(turn=2, phase="allied-movement", units=units, **change)
        assert ("0614" in reach(t, "A01")) == goes_on


@case("22.0d", "12.2e", "R83")
def test_rangers_pass_one_zone_and_stop_in_the_next(table):
    units = {"A51": "0518", "A01": "0518", "J01": "0615"}
    t = table(turn=2, phase="allied-movement", units=units)
    assert reach(t, "A51")["0515"] == 2
    assert reach(t, "A01")["0515"] > 4
    assert reach(t, "A51").get("0614", 9) > 3


@case("22.0d", "14.1b", "12.2e")
def test_rangers_that_begin_in_a_zone_may_go_straight_to_another(table):
    units = {"A51": "0516", "A01": "0516", "J01": "0615"}
    t = table(turn=2, phase="allied-movement", units=units)
    t.do("move", "A01")
    assert "0515" not in t.goals("to")
    t.do("stop").do("move", "A51")
    assert "0515" in t.goals("to")


@case("12.2d", "12.4a", "2.4a")
def test_tanks_enter_mountains_by_road_only_and_then_for_half_a_point(table):
    high = [h for h in range(GAME.hexes) if GAME.high >> h & 1 and GAME.linked[h]]
    peak = next(h for h in high if any(not GAME.high >> b & 1 for b in _linked(h)))
    start = next(b for b in _linked(peak) if not GAME.high >> b & 1)
    t = table(turn=2, phase="allied-movement", units={"A31": GAME.space_ids[start], "J01": "1121"})
    t.do("move", "A31")
    goals = t.goals("to")
    assert GAME.space_ids[peak] in goals
    near = [b for b in GAME.land_steps[start] if GAME.high >> b & 1 and b not in _linked(start)]
    assert not goals & {GAME.space_ids[b] for b in near}


def _linked(hex_: int) -> list[int]:
    return [b for b in GAME.neighbours[hex_] if GAME.linked[hex_] >> b & 1]


@case("12.1a", "12.4b")
def test_a_bridge_spares_the_river_and_the_next_hex_does_not(table):
    t = table(turn=2, phase="allied-movement", units={"A01": "0616", **FAR})
    costs = reach(t, "A01")
    assert costs["0517"] == 1
    assert costs["0516"] == 1.5
    t.do("move", "A01").do("to", "0516")
    assert t.state.agenda[-1].spent == 4


@case("22.0e", "22.0g", "19.5a", "14.1a")
def test_trucks_do_not_carry_units_on_out_of_a_zone_they_have_entered(table):
    units = {"A39": "0522", "A01": "0521", "J01": "0419"}
    t = table(turn=2, phase="allied-movement", units=units, bases=["A39"], lp={"Allied": 5})
    t.do("motorize", "0521")
    assert "0520" in reach(t, "A01", "By truck")
    assert "0519" not in reach(t, "A01", "By truck")


@case("22.0f", "R82", "12.2a")
def test_trucks_are_paid_before_the_first_unit_of_the_hex_moves(table):
    units = {**FAR, "A39": "0522", "A01": "0521", "A02": "0521"}
    t = table(turn=2, phase="allied-movement", units=units, bases=["A39"], lp={"Allied": 5})
    assert t.offers("motorize", "0521")
    t.do("move", "A01").do("to", "0420").do("stop")
    assert not t.offers("motorize", "0521")


@case("22.0f", "22.0e")
def test_one_logistics_point_moves_all_units_of_a_hex_and_none_that_come_by(table):
    units = {**FAR, "A39": "0522", "A01": "0521", "A02": "0521", "A03": "0420"}
    t = table(turn=2, phase="allied-movement", units=units, bases=["A39"], lp={"Allied": 1})
    t.do("motorize", "0521")
    t.do("move", "A03").do("to", "0521").do("stop")
    assert t.lp("Allied") == 0
    assert t.offers("drive", "A01")
    assert t.offers("drive", "A02")
    assert not t.offers("drive", "A03")


@case("10.2.1b", "12.2a", "22.0e")
def test_a_landed_unit_neither_marches_nor_drives(table):
    units = {**FAR, "A39": "0522", "A01": "0521"}
    t = table(turn=2, phase="allied-movement", units=units, bases=["A39"], lp={"Allied": 5}, landed=["A01"])
    assert not t.offers("move", "A01")
    assert not t.offers("motorize", "0521")


@case("16.5h", "16.5i", "11.1d")
def test_nobody_leaves_or_enters_a_suppressed_hex(table):
    units = {**ASHORE, "J01": "0615", "J02": "0614", "J03": "0615"}
    t = table(turn=2, phase="japanese-movement", units=units, suppressed="0615", concealed=["J02"])
    assert t.goals("move") == {"J02"}
    assert "0615" not in reach(t, "J02")


@case("13.2a", "13.0c", "R40")
def test_a_march_passes_a_full_hex_and_does_not_end_there(table):
    units = {**ASHORE, "J01": "0517", "J02": "0516", "J03": "0516", "J04": "0516"}
    t = table(turn=2, phase="japanese-movement", units=units, suppressed="0516")
    assert "0516" not in reach(t, "J01")
    t = table(turn=2, phase="japanese-movement", units=units)
    for unit in ("J02", "J03", "J04"):
        t.do("move", unit).do("to", "0515").do("to", "0516").do("stop")
    t.do("move", "J01").do("to", "0516")
    assert not t.offers("stop")
    assert "0515" in t.goals("to")


@case("5.1b", "13.0c", "12.2a")
def test_an_australian_passes_an_american_hex_and_does_not_end_there(table):
    units = {**FAR, "A53": "0518", "A01": "0517"}
    t = table("2", turn=2, phase="allied-movement", units=units)
    spaces = reach(t, "A53")
    assert "0516" in spaces
    t.do("move", "A53").do("to", "0517")
    assert not t.offers("stop")


# --- 13, 8: shops and stacking


@case("8.1f", "13.2a", "8.1m")
def test_a_full_port_takes_no_recruit_but_a_static_unit_leaves_room(table):
    units = {**ASHORE, "J01": "0615", "J02": "0615", "J38": "0615"}
    t = table(turn=2, phase="recruit", units=units, lp={"Japanese": 9})
    t.do("recruit", "J45")
    assert "0615" in t.goals("deploy")
    t.do("deploy", "0615")
    assert not t.offers("recruit", "J46")
    assert "8.1m" in t.why("J46")


@case("8.1f", "R16", "11.1f")
def test_a_deception_holds_a_city_for_recruits(table):
    t = table(turn=2, phase="recruit", units={**ASHORE, "J61": "0615"}, concealed=["J61"], lp={"Japanese": 9})
    t.do("recruit", "J45")
    assert t.goals("deploy") == {"0615"}


@case("8.1i", "R18", "13.2a")
def test_guerrillas_rise_in_empty_mountains_but_not_beside_three_others(table):
    units = {**ASHORE, "J01": "0815", "J02": "0815", "J03": "0815"}
    t = table(turn=2, phase="recruit", units=units, lp={"Japanese": 9}).do("recruit", "J55")
    assert "0815" not in t.goals("deploy")
    assert "0816" in t.goals("deploy")
    assert "1706" not in t.goals("deploy")
    assert "0616" not in t.goals("deploy")


@case("8.1l", "11.2e", "8.3c")
def test_a_new_unit_is_deployed_concealed_and_a_replacement_open(table):
    units = {**ASHORE, "J01": "0615", "J46": "J-REPLACEMENTS"}
    t = table(turn=2, phase="recruit", units=units, lp={"Japanese": 9})
    t.do("recruit", "J45").do("deploy", "0615").do("recruit", "J46").do("deploy", "0615")
    assert t.is_concealed("J45")
    assert not t.is_concealed("J46")


@case("8.0d", "8.2a", "8.3a")
def test_infantry_of_the_line_waits_in_vain_among_the_replacements(table):
    t = table(turn=2, phase="recruit", units={**ASHORE, "J02": "0615", "J01": "J-REPLACEMENTS"}, lp={"Japanese": 9})
    assert not t.offers("recruit", "J01")
    assert "8.2a" in t.why("J01")


@case("8.1b", "5.1b", "R106")
def test_an_australian_is_not_deployed_on_an_american_base(table):
    units = {**FAR, "A39": "0522", "A57": "0623"}
    t = table("2", turn=2, phase="recruit", units=units, bases=["A39", "A57"], lp={"Allied": 9})
    t.do("end-recruit").do("recruit", "A53")
    assert t.goals("deploy") == {"STAGING", "0623"}


@case("8.1b", "13.1a", "14.2a")
def test_a_port_in_an_enemy_zone_takes_recruits_until_it_is_full(table):
    units = {"J01": "0621", "A39": "0522", "A01": "0522", "A02": "0522", "A03": "0522"}
    t = table(turn=2, phase="recruit", units=units, bases=["A39"], lp={"Allied": 9}).do("end-recruit")
    t.do("recruit", "A25").do("deploy", "0522").do("recruit", "A26")
    assert t.where("A26") == "STAGING"


@case("7.2i", "R13", "LPJ.f")
def test_kamikazes_bought_two_by_two_cost_one_point_and_a_third_one_more(table):
    t = table(turn=2, phase="recruit", units={**ASHORE, "J01": "0615"}, lp={"Japanese": 2})
    t.do("buy", "kamikaze").do("buy", "kamikaze")
    assert t.lp("Japanese") == 1
    t.do("buy", "kamikaze").do("buy", "kamikaze")
    assert t.lp("Japanese") == 0
    assert not t.offers("buy", "kamikaze")


@case("25.4a", "R91", "13.1a", "19.2c")
def test_marines_come_back_at_a_headquarters_with_a_line_and_not_at_one_without(table):
    units = {"J01": "1110", "A39": "0522", "A28": "0517", "A02": "A-REPLACEMENTS", "A07": "A-REPLACEMENTS"}
    t = table("1", ["25.4"], turn=2, phase="recruit", units=units, bases=["A39"], lp={"Allied": 9}).do("end-recruit")
    t.do("recruit", "A02")
    assert t.goals("deploy") == {"STAGING", "0522", "0517"}
    t.do("deploy", "0517").do("recruit", "A07")
    assert t.goals("deploy") == {"STAGING", "0522"}
    cut = table("1", ["25.4"], turn=2, phase="recruit", units={**units, "J01": "0621"}, bases=["A39"], lp={"Allied": 9})
    cut.do("end-recruit").do("recruit", "A02")
    assert "0517" not in cut.goals("deploy")
