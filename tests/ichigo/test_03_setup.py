"""Chapters 1 to 3: the map, the counters, set-up and control."""

from __future__ import annotations

import pytest

from grognard.kernel.bits import members
from grognard.kernel.dice import KeyedDice
from grognard.kernel.play import advance
from grognard.kernel.sandbox import Sandbox
from ichigo.conftest import GAME, table

case = pytest.mark.case


def fresh(seed: bytes = b"a") -> Sandbox:
    s = GAME.new("", {})
    s.log = []
    advance(s, KeyedDice(seed))
    return s


def names(hexes: int) -> list[str]:
    return [GAME.space_ids[h] for h in members(hexes)]


def regulars_in(s, hex_: str) -> int:
    return (s.at[GAME.space_index[hex_]] & GAME.regulars).bit_count()


@case("2.1b", "1.3")
def test_shanghai_is_3106_and_the_north_edge_runs_from_1401_to_3601():
    assert GAME.space_ids[GAME.shanghai] == "3106"
    edge = GAME.map.regions["north edge"]
    assert names(edge) == [f"{column:02d}01" for column in range(14, 37)]


@case("2.1a")
def test_every_unit_is_in_exactly_one_place():
    s = fresh()
    assert GAME.check(s) == []


@case("2.12a", "2.12b")
def test_the_five_militia_and_the_2nd_tank_division_are_static():
    assert [GAME.unit_ids[u] for u in members(GAME.static)] == [
        "CH-YRD", "CH-HM", "CH-GM", "CH-JM", "CH-YM", "J-14AA-2T",
    ]  # fmt: skip


@case("2.14a")
def test_fifteen_chinese_regulars_have_no_strength():
    s = fresh()
    assert GAME.zeros.bit_count() == 15
    assert GAME.zeros_carried(s.front).bit_count() == 15


@case("2.15a", "2.15e")
def test_all_units_start_at_full_steps():
    s = fresh()
    assert list(s.steps) == list(GAME.full)
    assert {GAME.full[u] for u in members(GAME.of_nation[0])} == {1}
    assert {GAME.full[u] for u in members(GAME.of_nation[1])} == {4}


@case("3.2a", "3.2b")
def test_militia_stand_face_up_in_their_printed_hexes():
    s = fresh()
    assert s.where[GAME.unit_index["CH-YRD"]] == GAME.space_index["1309"]
    seen = {row[0]: row for row in GAME.view(s, 1)["units"]}
    assert not seen[GAME.unit_index["CH-YRD"]][3] & 1


@case("3.3a", "6.6c", "R79")
def test_neither_side_sees_a_regulars_front_after_the_deal():
    a, b = fresh(b"a"), fresh(b"b")
    assert a.front != b.front
    for side in (0, 1):
        assert GAME.view(a, side) == GAME.view(b, side)
        heard = [[e for e in s.log if e.seen & 1 << side and not e.phase] for s in (a, b)]
        assert heard[0] == heard[1] != []


@case("3.3a", "R79")
def test_equal_lots_are_drawn_again():
    t = table(dice=[1] * 75 + list(range(1, 76)) + [6, 1])
    assert t.state.front == list(GAME.regular_units)
    assert t.state.rolls == 3


@case("3.3b", "3.3c")
def test_two_regulars_start_in_1904_and_one_in_2004():
    s = fresh()
    assert (regulars_in(s, "1904"), regulars_in(s, "2004")) == (2, 1)


@case("3.3d", "3.3e")
def test_each_chinese_city_without_a_diamond_has_one_regular_even_beside_militia():
    s = fresh()
    ones, twos = GAME.diamonds
    for hex_ in members(GAME.chinese_cities & ~(ones | twos)):
        assert regulars_in(s, GAME.space_ids[hex_]) == 1
    assert (s.at[GAME.space_index["1815"]]).bit_count() == 2


@case("3.3f")
def test_the_other_regulars_form_the_pool():
    s = fresh()
    assert s.at[GAME.pool].bit_count() == 15
    assert s.at[GAME.pool] & ~GAME.regulars == 0


@case("3.4a")
def test_the_3rd_brigade_waits_in_the_box_of_may_1944():
    t = table(dice=[*range(1, 76), 6, 1])
    assert t.where("J-CEA-B3") == "T2"


@case("3.4b", "11.17a", "2.13b")
def test_three_tank_regiments_are_at_hand_from_the_start_and_off_the_map():
    s = fresh()
    assert (s.at[GAME.support] & GAME.tanks).bit_count() == 3
    assert (s.at[GAME.kwantung] & GAME.tanks).bit_count() == 7


@case("3.4c")
def test_the_1st_brigade_starts_in_1906():
    assert fresh().where[GAME.unit_index["J-CEA-B1"]] == GAME.space_index["1906"]


@case("3.5b", "3.5c", "3.5d", "R13", "R14")
def test_control_at_the_start():
    s = fresh()
    rail = ["1906", "1907", "1908", "2008", "2009", "1910", "1911", "1811", "1812", "0925"]
    assert [GAME.space_ids[h] for h in GAME.railroad if s.japanese >> h & 1] == rail
    assert len(GAME.railroad) == 31
    assert s.japanese & GAME.cities == GAME.japanese_cities
    assert names(s.japanese & GAME.north_edge) == [f"{c}01" for c in range(19, 29)]


@case("3.5a", "R15")
def test_a_tracked_hex_changes_hands_when_a_unit_passes_through_and_stays_so(table):
    t = table(turn=2, phase="japanese-movement", units={"J-CEA-D3": "1906", "CH-5": "0712"})
    t.act("move", "J-CEA-D3").act("to", "1905").act("to", "1904")
    assert t.owner("1905") == "Japanese"
    t.act("stop")
    assert (t.owner("1905"), t.owner("1904"), t.owner("1803")) == ("Japanese", "Japanese", "Allied")


@case("3.5a")
def test_a_hex_that_nobody_tracks_has_no_owner(table):
    t = table(turn=2, phase="japanese-movement", units={"J-CEA-D3": "1906", "CH-5": "0712"})
    before = t.state.japanese
    t.act("move", "J-CEA-D3").act("to", "2006").act("stop")
    assert t.state.japanese == before


@case("3.5e")
def test_a_city_stays_chinese_when_the_attack_kills_everybody_on_both_sides(table):
    units = {"J-CEA-D13": ["1812", 1], "CH-5": "1813"}
    t = table(turn=2, phase="japanese-combat", units=units, tried=["CH-5"])
    t.attack("1813", "J-CEA-D13", dice=[6])  # 2 to 4 across no river, 1:2, city 1L: column 2
    assert t.result() == "2/1"
    assert (t.where("J-CEA-D13"), t.where("CH-5")) == ("JDEAD", "POOL")
    assert t.owner("1813") == "Allied"


@case("2.15b", "2.15c")
def test_a_full_division_flips_and_a_reduced_one_dies(table):
    units = {"J-CEA-D13": "1812", "J-CEA-D3": ["1812", 1], "CH-5": "1813", "CH-18": "1813", "CH-74": "1813"}
    t = table(turn=2, phase="japanese-combat", units=units, tried=["CH-5", "CH-18", "CH-74"])
    t.attack("1813", "J-CEA-D13", "J-CEA-D3", dice=[6])
    assert t.result() == "2/1"  # 6 to 12: 1:2, city
    t.act("lose", "CH-5")
    assert (t.steps("J-CEA-D13"), t.steps("J-CEA-D3")) == (1, 1)
    t.act("lose", "J-CEA-D3")
    assert (t.where("J-CEA-D3"), t.where("J-CEA-D13")) == ("JDEAD", "1812")


@case("2.15d", "2.15a")
def test_a_us_division_has_four_steps_each_weaker_than_the_last():
    unit = GAME.unit_index["US-7"]
    assert GAME.attack[unit] == (0, 2, 3, 4, 5)
