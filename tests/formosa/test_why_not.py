"""Why something is not on offer: each procedure names the case that forbids it."""

from __future__ import annotations

import pytest

case = pytest.mark.case
FAR = {"J01": "1110"}


@case("2.1e", "6.0a")
def test_the_other_side_is_told_whose_decision_it_is(table):
    t = table(turn=2, phase="bases", units={**FAR, "A39": "0522"})
    assert [c for bar in t.game.why_not(t.state, 1, None, None) for c in bar.cases] == ["2.1e", "6.0a"]


@case("11.0d")
def test_nothing_is_said_of_enemy_units(table):
    t = table(turn=2, phase="bases", units={**FAR, "A39": "0522"}, concealed=["J01"])
    assert t.why("J01") == t.why("J02") == ["2.1e", "11.0d"]


@case("15.0j", "15.0h", "15.0a", "R105")
def test_units_that_have_attacked_or_whose_hex_has(table):
    units = {"A01": "0614", "J01": "0615", "A02": "0420", "J02": "0520", "A03": "STAGING"}
    t = table(turn=2, phase="allied-combat", units=units, lp={"Allied": 0})
    t.fight("0615", "A01", dice=[2])
    assert t.prompt() in ("combat", "plan-attack")
    t.state.attacked |= 1 << t.unit("A01")
    t.edit(add={"A01": "0614"})
    assert "15.0j" in t.why("A01")
    assert "15.0a" in t.why("A03")
    t.edit(add={"A04": "0614"})
    assert "15.0h" in t.why("A04")


@case("15.0k", "15.0a", "15.0l")
def test_hexes_that_cannot_be_attacked(table):
    units = {"A01": "0614", "J01": "0615", "A02": "0420", "J02": "0520", "J03": "1110"}
    t = table(turn=2, phase="allied-combat", units=units, lp={"Allied": 0})
    assert t.prompt() == "combat"
    assert "15.0a" in t.why(space="0712")
    assert "15.0a" in t.why(space="1110")
    t.state.struck = 1 << t.unit("J01")
    t.edit()
    assert "15.0k" in t.why(space="0615")
    if t.prompt() == "combat":
        t.do("attack", "0520")
    assert "15.0l" in t.why("A01")


@case("15.5a", "15.8a", "15.7a", "15.7e")
def test_results(table):
    units = {"A01": "0713", "A07": "0713", "A08": "0713", "J01": "0612", "J02": "0420"}
    t = table(turn=2, phase="allied-combat", units=units, lp={"Allied": 0})
    t.fight("0612", "A01", dice=[5])
    assert t.result() == "DR"
    assert "15.7b" in t.why(space="0613")
    assert "15.7a" in t.why("J02")
    assert "15.7a" in t.why(space="1603")
    t.do("retreat", "0513")
    assert "15.8a" in t.why("A28")
    assert "15.8a" in t.why("A01", "0712")
    t.do("advance", "A01", "0612")
    assert "15.8a" in t.why("A01")
    t = table(turn=2, phase="allied-combat", units={**units, "A08": "0420", "J02": "0612"}, lp={"Allied": 0})
    t.fight("0612", "A01", dice=[1])
    assert "15.5a" in t.why("A08")


@case("10.2a", "10.1c", "10.2b")
def test_invasions(table):
    units = {**FAR, "A01": "STAGING", "A02": "0420", "A03": "STAGING"}
    t = table(turn=1, phase="invasion", units=units, amphibious=1).do("land-marker", "0623")
    assert "10.2a" in t.why("A02")
    t.do("board", "A01")
    assert "10.1h" in t.why("A01")


@case("19.5b", "17.0a", "19.4a")
def test_commitments(table):
    t = table(turn=2, phase="allied-combat", units={"A01": "0420", "J01": "0520"}, lp={"Allied": 3})
    t.plan("0520", "A01").do("confirm")
    cases = t.why("A02")
    assert {"15.4.1h", "17.0a", "19.4a"} <= set(cases)


@case("16.5b", "R68", "25.10b")
def test_bombs(table):
    units = {"J68": "0517", "J45": "0517", "J46": "0517", "A01": "0420"}
    t = table("1", ["25.10"], turn=2, phase="b29", units=units, b29="committed").do("bomb", "0517", dice=[6, 6])
    assert "25.10b" in t.why("J68")


@case("8.1b", "R15", "8.1k")
def test_deployments(table):
    units = {"J01": "0615", "A01": "0420", "A39": "0522"}
    t = table(turn=2, phase="recruit", units=units, bases=["A39"], lp={"Allied": 9, "Japanese": 9})
    t.do("recruit", "J45")
    assert "8.1f" in t.why(space="0420")
    t.do("deploy", "0615").do("end-recruit").do("recruit", "A25")
    assert "8.1b" in t.why(space="0420")


@case("25.7b", "25.3a")
def test_special_arrivals(table):
    units = {"A01": "0420", "J65": "J-REINFORCEMENTS", "J01": "1110"}
    t = table("1", ["25.7"], turn=2, phase="japanese-movement", units=units).do("raid", "J65")
    assert "25.7b" in t.why(space="0420")
    units = {**FAR, "A39": "0521", "A40": "0611", "A07": "STAGING"}
    t = table("1", ["25.3"], turn=2, phase="allied-movement", units=units, bases=["A39", "A40"], air_supply="available")
    t.do("fly", "A07")
    assert "25.3a" in t.why(space="0615")


@case("16.1b", "16.1c")
def test_planning(table):
    t = table(turn=2, phase="planning", units={**FAR, "A01": "0420"}, drop_zone=1)
    assert "16.1b" in t.why("A01")


@case("7.2j", "8.2d", "24.1n", "R87")
def test_each_article_of_the_shop_has_its_own_reason(table):
    t = table(turn=2, phase="recruit", units={"J01": "0615", "A01": "0420"}, lp={"Allied": 2, "Japanese": 9})
    t.do("end-recruit")
    frame = t.state.agenda[-1]
    said = {bar.text.partition(":")[0]: bar for bar in frame.why_not_do(t.state, 0, "buy", None, None)}
    assert said["A British tactical air point"].cases[0] == "24.1n"
    assert said["An amphibious marker"].text == "An amphibious marker: 3 logistics points, and you have 2."
    assert "A US tactical air point" not in said


@case("16.6c", "R70")
def test_hits_of_kamikazes_are_spread_as_far_as_they_go(table):
    t = table(turn=2, phase="special-attack", units={"J01": "0615", "A01": "0420"}, tokku=3, amphibious=1, dice=[6])
    assert t.prompt() == "kamikaze-losses"
    words = t.game.why_not(t.state, 0, None, None, "nothing-to-lose")
    assert [bar.cases for bar in words] == [("16.6c", "R70")]
    assert "16.6c" in t.why("A01")


@case("3.0d", "8.1k")
def test_the_unit_in_hand_comes_first(table):
    t = table(turn=2, phase="recruit", units={"J38": "0615", "A01": "0420"}, lp={"Japanese": 9})
    t.do("recruit", "J45")
    assert t.why("J38", "0615") == ["8.1k"]
