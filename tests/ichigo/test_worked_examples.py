"""The worked examples of the rules, as positions with scripted dice."""

from __future__ import annotations

import pytest

from grognard.games.ichigo.air import air_results
from grognard.games.ichigo.battle import attacker_loss
from grognard.games.ichigo.odds import attack_strength, is_concentric, odds_words
from grognard.games.ichigo.reinforcement import steps_after_crossing
from grognard.games.ichigo.setup import regulars_start
from grognard.games.ichigo.supply import FULL, supply, working_sources
from grognard.games.ichigo.victory import points
from grognard.kernel.bits import members
from grognard.kernel.flow import DRAW
from ichigo.conftest import GAME

case = pytest.mark.case
BASES = [GAME.space_ids[h] for h in members(GAME.airbases)]
RAIL = [GAME.space_ids[h] for h in GAME.railroad]
LAUNCHED = {"causeway": "launched", "beachheads": ["3221", "2819"], "allied": ["3221", "2819"]}


@case("2.1b")
def test_e1_shanghai_is_hex_3106():
    assert GAME.space_names[GAME.space_index["3106"]] == "Shanghai 3106"


@case("3.2a")
def test_e2_the_yangtze_river_defence_force_stands_face_up_in_1309(table):
    t = table(dice=[*range(1, 76), 6, 1])
    assert t.where("CH-YRD") == "1309"


@case("3.3b", "3.3c", "3.3d")
def test_e3_and_e4_regulars_in_diamonds_and_cities():
    start = [GAME.space_ids[h] for h in regulars_start(GAME)]
    assert (start.count("1904"), start.count("2004")) == (2, 1)
    assert [start.count(h) for h in ("1422", "1615", "2217", "1815", "1418", "2214")] == [1] * 6
    assert len(start) == 60


@case("3.4a", "3.4c")
def test_e5_and_e6_the_3rd_brigade_waits_for_may_and_the_1st_stands_in_1906(table):
    t = table(dice=[*range(1, 76), 6, 1])
    assert (t.where("J-CEA-B3"), t.where("J-CEA-B1")) == ("T2", "1906")
    while t.asked.prompt == "air-markers":
        t.do(*t.options()[0])
    assert "J-CEA-B3" not in {words[1] for words in t.options("enter")}


@case("3.5d")
def test_e7_the_railroad_at_the_start(table):
    t = table(dice=[*range(1, 76), 6, 1])
    japanese = ["1906", "1907", "1908", "2008", "2009", "1910", "1911", "1811", "1812", "0925"]
    assert [h for h in RAIL if t.owner(h) == "Japanese"] == japanese


@case("4.2d")
def test_e9_five_hexes_from_chungking_but_not_six(table):
    for hex_, vp in (("1210", 1), ("1309", 0)):
        t = table(turn=9, phase="japanese-order", units={"J-CEA-D3": hex_, "CH-18": "2712"})
        assert points(t.state) == vp


@case("4.2a")
def test_e10_airbases_and_railroad_are_the_historical_draw(table):
    t = table(turn=9, phase="end", units={"J-CEA-D3": "2302", "CH-18": "2712"}, causeway="cancelled",
              japanese=[*BASES, *RAIL])  # fmt: skip
    assert t.state.winner == DRAW


@case("7.1f")
def test_e12_kaifeng_is_supplied_twice_over(table):
    t = table(turn=1, phase="japanese-movement", units={"J-CEA-D37": "1901"})
    kaifeng = GAME.space_index["1901"]
    assert working_sources(t.state) >> kaifeng & 1
    assert GAME.japanese_cities & ~t.state.fallen & 1 << kaifeng


@case("7.1d")
def test_e13_supply_runs_past_chinese_units_and_cities(table):
    units = {"J-CEA-D3": "1505", "CH-5": "1604", "CH-18": "1705", "CH-74": "1506"}
    t = table(turn=2, phase="japanese-movement", units=units)
    assert supply(t.state, t.unit("J-CEA-D3")) == FULL


@case("10.13")
def test_e16_a_river_into_the_mountains_costs_3(table):
    t = table(turn=2, phase="japanese-movement", units={"J-CEA-D3": "1308"}).act("move", "J-CEA-D3")
    before = t.asked.about[1]
    t.act("to", "1309")
    assert before - t.asked.about[1] == 3


@case("11.2b")
def test_e17_a_unit_in_2611_attacks_2610_or_2711_not_both(table):
    units = {"J-CEA-D3": "2611", "CH-5": "2610", "CH-18": "2711"}
    t = table(turn=2, phase="japanese-combat", units=units)
    assert t.goals("attack") == {"2610", "2711"}
    t.act("attack", "2610")
    assert t.why(space="2711") == ["11.2b", "R64"]


@case("11.6", "11.7")
def test_e19_and_e20_odds():
    assert [odds_words(26, 7), odds_words(27, 7), odds_words(5, 11)] == ["3:1", "3:1", "1:3"]


@case("11.13a")
def test_e21_one_or_two_brigades_across_a_river_are_worth_one(table):
    t = table(turn=2, phase="japanese-combat", units={"J-CEA-B1": "2004", "J-CEA-B7": "2105"})
    one, two = t.unit("J-CEA-B1"), t.unit("J-CEA-B7")
    target = GAME.space_index["2005"]
    assert attack_strength(t.state, target, [one]) == attack_strength(t.state, target, [one, two]) == 1


@case("11.15c")
def test_e22_no_concentric_attack_on_1701(table):
    s = table(turn=2, phase="japanese-combat", units={"J-CEA-D3": "1601"}).state
    assert not is_concentric(s, GAME.space_index["1701"], {GAME.space_index[h] for h in ("1601", "1702", "1801")})


@case("11.17c")
def test_e23_a_division_and_two_brigades_bring_three_tank_regiments(table):
    units = {"J-CEA-D3": "2302", "J-CEA-B1": "2302", "J-CEA-B7": "2302", "CH-5": "2303"}
    t = table(turn=2, phase="japanese-combat", units=units)
    t.act("attack", "2303").act("join-all")
    for _ in range(3):
        t.act("commit-tank")
    assert not t.offers("commit-tank")


@case("11.20a", "11.20b")
def test_e24_and_e25_japanese_2_to_1_with_a_6(table):
    units = {f"J-CEA-D{n}": "2302" for n in (3, 13, 26, 37)}
    fronts = ["CH-4", "CH-14", "CH-16", "CH-20"]
    t = table(turn=2, phase="japanese-combat", units={**units, **dict.fromkeys(fronts, "2303")}, tried=fronts)
    t.attack("2303", *units, dice=[6])  # 16 to 8
    assert t.result() == "2/4"
    assert [t.where(f) for f in fronts] == ["POOL"] * 4
    t.act("lose", "J-CEA-D3").act("lose", "J-CEA-D13")
    assert sum(t.steps(u) for u in units) == 6


@case("11.23a", "11.23b")
def test_e26_chinese_attackers_lose_double_and_never_nothing(table):
    s = table(turn=2, phase="chinese-combat", units={"CH-5": "2303"}).state
    assert [attacker_loss(s, 0, printed) for printed in (2, 0)] == [4, 1]
    assert [attacker_loss(s, 2, printed) for printed in (2, 0)] == [2, 0]


@case("11.25d")
def test_e27_momentum_may_hit_a_hex_attacked_before(table):
    units = {"J-CEA-D37": "1902", "J-CEA-D3": "2002", "J-CEA-D13": "2002", "J-CEA-D26": "2002", "J-CEA-D62": "2002",
             "CH-5": "1903", "CH-18": "1903", "CH-4": "2003"}  # fmt: skip
    fronts = ["CH-5", "CH-18", "CH-4"]
    t = table(turn=2, phase="japanese-combat", units=units, tried=fronts)
    t.attack("1903", "J-CEA-D37", dice=[1])
    assert not t.offers("attack", "1903")
    t.attack("2003", "J-CEA-D3", "J-CEA-D13", "J-CEA-D26", "J-CEA-D62", dice=[6])
    t.act("advance-all")
    assert t.offers("attack", "1903")


@case("11.27c")
def test_e28_two_zeros_defend_nothing(table):
    first, second = [GAME.printed_ids[u] for u in GAME.regular_units if GAME.zeros >> u & 1][:2]
    t = table(turn=2, phase="japanese-combat", units={"J-CEA-D3": "2302", first: "2303", second: "2303"})
    t.attack("2303", "J-CEA-D3")
    assert t.asked.prompt == "advance"


@case("8.7a")
def test_e29_an_allied_roll_of_3_with_four_bases_is_1_and_with_one_nothing(table):
    for lost, result in ((BASES[4:], 1), (BASES[1:], 0)):
        t = table(turn=2, phase="japanese-order", units={"J-CEA-D3": "2302"}, japanese=lost)
        assert air_results(t.state, (6, 3))[0] == result


@case("5.3.9a", "5.3.9b")
def test_e30_a_division_that_rolls_3_lands_reduced_and_a_brigade_that_rolls_4_is_lost(table):
    s = table(turn=9, phase="japanese-order", units={"J-CEA-D3": "2302"}, **LAUNCHED).state
    assert steps_after_crossing(s, GAME.unit_index["J-14AA-D8"], 3) == 1
    assert steps_after_crossing(s, GAME.unit_index["J-14AA-B54"], 4) == 0


@case("1.3")
def test_e31_the_north_edge_is_1401_to_3601():
    edge = [GAME.space_ids[h] for h in members(GAME.map.regions["north edge"])]
    assert (edge[0], edge[-1], len(edge)) == ("1401", "3601", 23)
