"""Chapter 7: supply."""

from __future__ import annotations

import pytest

from grognard.games.ichigo.supply import ATTENUATED, FULL, OUT, supply

case = pytest.mark.case
LAUNCHED = {"causeway": "launched", "beachheads": ["3221", "2819"], "allied": ["3221", "2819"]}


def state_of(t, unit: str) -> int:
    return supply(t.state, t.unit(unit))


@case("7.0")
def test_chinese_units_are_always_in_supply(table):
    t = table(turn=8, phase="chinese-movement", units={"CH-5": "1904", "J-CEA-D3": "1803", "J-CEA-D13": "1805"})
    assert state_of(t, "CH-5") == FULL


@case("7.1a", "7.1d")
def test_a_path_of_any_length_to_the_north_edge_gives_supply_past_enemy_units(table):
    units = {"J-CEA-D3": "1505", "CH-5": "1604", "CH-18": "1705", "CH-74": "1506"}
    assert state_of(table(turn=2, phase="japanese-movement", units=units), "J-CEA-D3") == FULL


@case("7.1a")
def test_0925_is_a_source(table):
    north = [f"{c}01" for c in range(14, 29)]
    t = table(turn=2, phase="japanese-movement", units={"J-CEA-D3": "0824"}, allied=north)
    assert state_of(t, "J-CEA-D3") == FULL
    t.edit(allied=[*north, "0925"])
    assert state_of(t, "J-CEA-D3") == OUT


@case("7.1b", "R71")
def test_a_source_fails_while_the_enemy_has_it_and_works_again_when_retaken(table):
    every = [*(f"{c}01" for c in range(14, 29)), "0925"]
    t = table(turn=2, phase="japanese-movement", units={"J-CEA-D3": "2103"}, allied=every)
    assert state_of(t, "J-CEA-D3") == OUT
    t.edit(japanese=["2101"])
    assert state_of(t, "J-CEA-D3") == FULL
    t.edit(add={"CH-5": "2101"})
    assert state_of(t, "J-CEA-D3") == OUT


def cut_off(table, *blockers: str, **change):
    """The 3rd Division in 1904 with its way out only as the test leaves it."""
    fronts = ["CH-5", "CH-18", "CH-74", "CH-100", "CH-N6", "CH-10"]
    units = {"J-CEA-D3": "1504", **dict(zip(fronts, blockers, strict=False))}
    return table(turn=2, phase="japanese-movement", units=units, **change)


@case("7.1c")
def test_the_path_does_not_enter_hexes_with_enemy_units(table):
    around = ("1503", "1403", "1404", "1505", "1603")
    assert state_of(cut_off(table, *around), "J-CEA-D3") == OUT  # the sixth side is Nanyang 1604, an enemy city
    assert state_of(cut_off(table, *around[:4]), "J-CEA-D3") == FULL


@case("7.1c", "R69")
def test_the_path_does_not_enter_enemy_cities_even_empty_ones(table):
    around = ("1503", "1403", "1404", "1505", "1603")
    t = cut_off(table, *around)
    assert state_of(t, "J-CEA-D3") == OUT
    t.edit(japanese=["1604"])
    assert state_of(t, "J-CEA-D3") == FULL


@case("7.1c")
def test_no_path_leads_to_formosa(table):
    t = table(turn=2, phase="japanese-movement", units={"J-FG-D9": "3320"})
    assert state_of(t, "J-FG-D9") == OUT


@case("7.1e", "R70")
def test_units_inside_a_japanese_city_never_lost_are_in_supply_there_only(table):
    units = {"J-FG-D9": "3219", "J-FG-D12": "3318"}
    t = table(turn=2, phase="japanese-movement", units=units)
    assert (state_of(t, "J-FG-D9"), state_of(t, "J-FG-D12")) == (FULL, OUT)
    t.edit(fallen=["3219"])
    assert state_of(t, "J-FG-D9") == OUT


@case("7.1f")
def test_kaifeng_is_both_a_source_and_such_a_city(table):
    t = table(turn=2, phase="japanese-movement", units={"J-CEA-D37": "1901"}, fallen=["1901"])
    assert state_of(t, "J-CEA-D37") == FULL
    north = [f"{c}01" for c in range(20, 29)]
    t = table(turn=2, phase="japanese-movement", units={"J-CEA-D37": "1901"}, allied=north)
    assert state_of(t, "J-CEA-D37") == FULL


@case("7.2b", "7.4a")
def test_from_turn_7_what_is_not_out_of_supply_is_attenuated(table):
    units = {"J-CEA-D3": "2006", "J-FG-D12": "3318"}
    for turn, expected in ((6, FULL), (7, ATTENUATED), (12, ATTENUATED)):
        t = table(turn=turn, phase="japanese-movement", units=units)
        assert (state_of(t, "J-CEA-D3"), state_of(t, "J-FG-D12")) == (expected, OUT)


@case("7.2a", "7.3a", "7.3c")
def test_out_of_supply_units_have_3_mp_judged_when_their_move_starts(table):
    t = table(turn=2, phase="japanese-movement", units={"J-FG-D12": "3318"})
    t.act("move", "J-FG-D12")
    assert t.asked.about[1] == 3
    t = cut_off(table)
    t.act("move", "J-CEA-D3")
    assert t.asked.about[1] == 6


@case("7.4b", "10.14b", "7.3d")
def test_attenuated_stacks_roll_for_mp_and_out_of_supply_ones_do_not(table):
    for die, mp in ((1, 3), (2, 3), (3, 3), (4, 4), (5, 5), (6, 6)):
        t = table(turn=7, phase="japanese-movement", units={"J-CEA-D3": "2006"})
        t.act("move", "J-CEA-D3", dice=[die])
        assert t.asked.about[1] == mp
    t = table(turn=7, phase="japanese-movement", units={"J-FG-D12": "3318"})
    t.act("move", "J-FG-D12")
    assert t.asked.about[1] == 3


@case("7.3b", "7.3d", "7.4e", "R51")
def test_out_of_supply_attackers_are_halved_and_suffer_no_shift(table):
    t = table(turn=8, phase="japanese-combat", units={"J-FG-D12": "3318", "US-7": ["3319", 1]}, causeway="launched",
              beachheads=["3221"], allied=["3221"])  # fmt: skip
    t.attack("3319", "J-FG-D12", dice=[1])
    assert t.told("battle")[0].args[2].startswith("2 to 2")


@case("7.4c", "7.4d")
def test_attenuation_costs_a_japanese_attack_a_column_and_the_defence_nothing(table):
    units = {"J-CEA-D3": "1906", "J-CEA-D13": "1906", "CH-5": "1905"}
    columns = []
    for turn in (6, 7):
        t = table(turn=turn, phase="japanese-combat", units=units, tried=["CH-5"])
        t.attack("1905", "J-CEA-D3", "J-CEA-D13", dice=[1])
        columns.append(t.column())
    assert columns[1] == columns[0] - 1
    columns = []
    for turn in (6, 7):
        t = table(turn=turn, phase="chinese-combat", units={"J-CEA-D3": "2006", "CH-5": "2005"}, tried=["CH-5"])
        t.attack("2006", "CH-5")
        t.act("go-on", dice=[1])
        columns.append(t.column())
    assert columns[0] == columns[1]


@case("7.5a", "7.6", "7.7")
def test_us_units_are_in_supply_by_path_to_a_beachhead_or_on_any_coast(table):
    units = {"US-7": "2717", "US-6": "2918", "US-24": "2205"}
    t = table(turn=9, phase="us-movement", units=units, **LAUNCHED)
    assert (state_of(t, "US-7"), state_of(t, "US-6"), state_of(t, "US-24")) == (FULL, FULL, FULL)
    ring = {"J-CEA-D3": "2204", "J-CEA-D13": "2205", "J-CEA-D26": "2105", "J-CEA-D37": "2107", "J-CEA-D62": "2207",
            "J-CEA-D39": "2305", "US-7": "2206", "J-CEA-D40": "2106",
            "J-CEA-D34": "2306", "J-CEA-D60": "2307"}  # fmt: skip
    t = table(turn=9, phase="us-movement", units=ring, **LAUNCHED)
    assert state_of(t, "US-7") == OUT


@case("7.5b", "R69")
def test_the_us_path_enters_neither_japanese_cities_nor_hexes_with_japanese_units(table):
    t = table(turn=9, phase="us-movement", units={"US-7": "2022"}, **{**LAUNCHED, "allied": ["3221", "2819", "2022"]})
    assert state_of(t, "US-7") == FULL
    near = {"J-CEA-D3": "2021", "J-CEA-D13": "2121", "J-CEA-D26": "2122", "J-CEA-D37": "2023", "J-CEA-D62": "1922",
            "J-CEA-D39": "1923", "J-CEA-D40": "2123"}  # fmt: skip
    t.edit(add=near)
    assert state_of(t, "US-7") == OUT


def stranded(table, **change):
    ring = {"J-CEA-D3": "2021", "J-CEA-D13": "2122", "J-CEA-D26": "2123", "J-CEA-D37": "2023", "J-CEA-D62": "1922",
            "J-CEA-D39": "1923", "US-7": "2022", "US-6": "2819", "CH-5": "0712"}  # fmt: skip
    held = {**LAUNCHED, "allied": ["3221", "2819", "2022"]}
    return table(turn=9, units=ring, **held, **change)


@case("7.8a", "7.8b")
def test_aerial_supply_may_be_placed_once_a_turn_on_units_otherwise_out_of_supply(table):
    t = stranded(table, phase="us-movement")
    assert state_of(t, "US-7") == OUT
    assert t.standing("Allied") == [("supply-by-air", "2022"), ("concede",)]
    t.do("supply-by-air", "2022", side="Allied")
    assert state_of(t, "US-7") == FULL
    assert ("lift-supply",) in t.standing("Allied")
    t.do("lift-supply", side="Allied")
    assert state_of(t, "US-7") == OUT
    assert t.standing("Allied") == [("concede",)]


@case("7.8b")
def test_aerial_supply_may_be_placed_while_the_japanese_decide(table):
    t = stranded(table, phase="japanese-order")
    assert t.side == "Japanese"
    t.do("supply-by-air", "2022", side="Allied")
    assert state_of(t, "US-7") == FULL


@case("7.8b", "R32")
def test_the_aerial_supply_marker_goes_when_the_japanese_gain_the_hex(table):
    t = table(turn=9, phase="japanese-movement", units={"J-CEA-D3": "2021", "CH-5": "0712"}, aerial="2022",
              **{**LAUNCHED, "allied": ["3221", "2819", "2022"]})  # fmt: skip
    t.act("move", "J-CEA-D3", dice=[6]).act("to", "2022")
    assert t.state.aerial == -1


@case("7.9a", "7.9c", "10.16")
def test_us_units_have_6_mp_and_3_out_of_supply(table):
    t = stranded(table, phase="us-movement")
    t.act("move", "US-6")
    assert t.asked.about[1] == 6
    t = stranded(table, phase="us-movement")
    t.act("move", "US-7")
    assert t.phase() == "us-movement"  # ringed in: it can only stop, and the kernel takes that for the player


@case("7.9b")
def test_out_of_supply_us_attackers_are_halved(table):
    t = stranded(table, phase="us-combat")
    t.attack("2122", "US-7")
    assert t.asked.about[1].startswith("3 to 4")
