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


@case("7.2j", "8.2d")
def test_each_article_of_the_shop_has_its_own_reason(table):
    t = table(turn=2, phase="recruit", units={"J01": "0615", "A01": "0420"}, lp={"Allied": 2, "Japanese": 9})
    t.do("end-recruit")
    frame = t.state.agenda[-1]
    said = {bar.text.partition(":")[0]: bar for bar in frame.why_not_do(t.state, 0, "buy", None, None)}
    assert not [words for words in said if "British" in words]
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


# --- two choices ahead


def said(t, unit=None, space=None, verb=""):
    """The first reason in words."""
    u = None if unit is None else t.unit(unit)
    h = None if space is None else t.space(space)
    return t.game.why_not(t.state, t.asked.side, u, h, verb)[0].text


@case("15.0d", "15.0f", "R45")
def test_a_unit_beside_guerrillas_that_it_need_not_attack_is_told_how_to_attack_them(table):
    t = table(turn=2, phase="allied-combat", units={"A01": "0614", "J55": "0615", "J56": "0513"})
    assert t.prompt() == "combat"
    assert said(t, "A01", "0615") == "First: Attack Kagi 0615. Then it is possible."
    t.do("attack", "0615")
    assert said(t, "A01", "0615") == "Choose the unit alone: Attack with 1st Marines."


@case("15.0g", "R45")
def test_of_two_stacks_that_may_join_an_attack_both_are_told_so(table):
    units = {"A01": "0614", "A02": "0516", "J01": "0615"}
    t = table(turn=2, phase="allied-combat", units=units)
    if t.prompt() == "combat":
        t.do("attack", "0615")
    for unit, name in (("A01", "1st"), ("A02", "5th")):
        assert said(t, unit, "0615") == f"Choose the unit alone: Attack with {name} Marines."


@case("15.0d", "R45")
def test_a_unit_whose_attack_would_leave_a_duty_undone_is_told_that_the_hex_is_open_to_others(table):
    units = {"A01": "0614", "A02": "0516", "J01": "0615", "J02": "0613"}
    t = table(turn=2, phase="allied-combat", units=units)
    assert t.prompt() == "combat"
    assert "15.0f" in t.why("A02", "0615") or said(t, "A02", "0615").startswith("First: ")
    assert said(t, "A01", "0615").startswith(("First: ", "Kagi 0615 may be attacked, but not with 1st Marines"))


@case("21.0b", "21.0d")
def test_a_unit_in_staging_and_a_port_with_room_are_told_what_comes_first(table):
    units = {**FAR, "A39": "0522", "A01": "STAGING"}
    t = table(turn=2, phase="transfer", units=units, bases=["A39"])
    assert said(t, "A01", "0522") == "First: Ship 1st Marines. Then it is possible."
    t.do("ship", "A01") if t.prompt() == "transfer" else None
    assert t.prompt() == "ship" or t.where("A01") == "0522"


@case("25.3a", "25.7b", "25.8b")
def test_who_may_be_flown_in_or_may_land_is_not_told_to_be_off_the_map(table):
    units = {**FAR, "A39": "0521", "A40": "0615", "A07": "STAGING", "A31": "STAGING"}
    t = table("1", ["25.3"], turn=2, phase="allied-movement", units=units, bases=["A39", "A40"],
              air_supply="available")  # fmt: skip
    assert said(t, "A07", "0521") == "First: Fly 17th Infantry in. Then it is possible."
    assert said(t, "A07", "0522") == "17th Infantry can be flown in: choose the unit first."
    assert said(t, "A31", "0521") == f"{t.game.unit_names[t.unit('A31')]} is not on the map."
    units = {"A01": "0420", "J65": "J-REINFORCEMENTS", "J66": "J-REINFORCEMENTS"}
    t = table("1", ["25.7", "25.8"], turn=2, phase="japanese-movement", units=units)
    assert said(t, "J65", "0623") == "First: Try to land Marine Brigade. Then it is possible."
    assert said(t, "J65", "0521") == "Marine Brigade can try to land: choose the unit first."
    t.state.raided |= 1 << t.unit("J66")
    t.edit()
    assert said(t, "J66", "0521") == "Airborne Raiders have tried to land this turn: one attempt a turn."


@case("8.1b", "8.1f", "3.0d")
def test_a_recruit_and_the_place_where_it_could_come_are_told_what_comes_first(table):
    t = table(turn=2, phase="recruit", units={"J01": "0615", "A01": "0420"}, lp={"Japanese": 5, "Allied": 9})
    assert said(t, "J45", "0615") == "First: Recruit 1st Garrison. Then it is possible."
    assert "8.1f" in t.why("J45", "0515")
    assert "8.1k" in t.why(space="0615")
    t = table(phase="japanese-set-up", dice=[3, 3, 3])
    assert said(t, "J01", "0615") == "First: Set up 7th Infantry Regiment. Then it is possible."
    assert "8.1g" in t.why("J33", "0615")


# --- the real bar, not the nearest


@case("16.5a", "16.5b")
def test_the_allied_player_is_not_answered_with_what_the_japanese_may_show(table):
    units = {"A01": "0420", "J01": "0615", "J38": "0711"}
    t = table(turn=2, phase="b29", units=units, concealed=["J38"], b29="committed")
    assert [verb for verb, _ in t.game.verbs_for(t.state, 0, t.unit("A01"))] == []
    for unit, space in (("A01", None), ("A01", "0615"), ("A01", "0522"), (None, "0522")):
        assert "16.5b" not in t.why(unit, space)
    words = "The B-29 strikes one hex with Japanese units: choose the hex alone."
    assert said(t, "A01", "0615") == said(t, "A01") == words


@case("24.1n", "R87")
def test_scenario_1_gives_no_reasons_about_commonwealth_units(table):
    t = table(turn=2, phase="interdiction", units={"A01": "0420", **FAR}, tac={"US": {"tactical": 3}})
    seen = [said(t, None, "0523"), said(t, "A01", "0614")]
    t = table(turn=2, phase="allied-combat", units={"A01": "0614", "J01": "0615"}, tac={"US": {"tactical": 1}})
    seen += [bar.text for bar in t.game.why_not(t.state, 0, None, t.space("1110"))]
    t = table(turn=2, phase="recruit", units={"A01": "0420", **FAR}, lp={"Allied": 0}).do("end-recruit")
    seen += [bar.text for bar in t.game.why_not(t.state, t.asked.side, None, None, "buy")]
    units = {"A39": "0522", "A01": "0522", "J01": "0521"}
    t = table(turn=2, phase="allied-combat", units=units, bases=["A39"], lp={"Allied": 3})
    t.plan("0521", "A01").do("confirm")
    seen += [bar.text for bar in t.game.why_not(t.state, 0, None, None, "gunfire")]
    assert seen
    assert not [text for text in seen if "Commonwealth" in text or "British" in text]


@case("25.3a")
def test_of_japanese_infantry_it_is_not_said_that_infantry_alone_is_flown(table):
    t = table("1", ["25.3"], turn=2, phase="japanese-movement", units={"J01": "0615", "A01": "0420"})
    assert "fly" not in [verb for verb, _ in t.game.verbs_for(t.state, 1, t.unit("J01"))]
    assert said(t, "J01", None, "fly") == "Only Allied units are flown in."


@case("25.4a", "R91")
def test_replaced_marines_are_told_of_headquarters_too(table):
    units = {**FAR, "A39": "0522", "A28": "0614", "A01": "A-REPLACEMENTS"}
    t = table("1", ["25.4"], turn=2, phase="recruit", units=units, bases=["A39"], lp={"Allied": 10}).do("end-recruit")
    t.do("recruit", "A01")
    assert "25.4a" in t.why("A01", "0517")


@case("2.4c", "20.2a")
def test_a_base_does_not_move_and_is_not_said_never_to(table):
    units = {**FAR, "A39": "0522", "A01": "0522"}
    t = table(turn=2, phase="allied-movement", units=units, bases=["A39"])
    assert "20.2a" in t.why("A39")
    assert "never" not in said(t, "A39")


@case("17.0a", "R72")
def test_the_shop_says_how_often_gunfire_supports(table):
    for options, words in (([], "one combat near the sea each phase"), (["R72"], "any number of them in a phase")):
        t = table("1", options, turn=2, phase="recruit", units={"A01": "0420", **FAR}, lp={"Allied": 9})
        t.do("end-recruit")
        rows = [row for sheet in t.game.desk(t.state, t.asked) for row in sheet.rows if "gunfire" in row.text]
        assert rows
        assert all(words in row.note and "R72" in row.cases for row in rows)


@case("10.2b", "R27", "13.1a")
def test_the_invasion_sheet_says_how_many_still_fit_beside_friends(table):
    units = {**FAR, **dict.fromkeys(("A01", "A02", "A03"), "0623"), "A07": "STAGING", "A08": "STAGING"}
    t = table(turn=2, phase="invasion", units=units, amphibious=1)
    t.do("land-marker", "0623")
    (row,) = (row for sheet in t.game.desk(t.state, t.asked) for row in sheet.rows if row.text.startswith("Landing"))
    assert list(row.figures) == ["0", "1"]


@case("25.8b", "13.2a", "25.7b", "R108")
def test_a_landing_is_barred_by_what_bars_it(table):
    full = dict.fromkeys(("J01", "J02", "J03"), "0615")
    units = {"A01": "0420", "J65": "J-REINFORCEMENTS", "J66": "J-REINFORCEMENTS", **full, "J04": "0623"}
    t = table("1", ["25.7", "25.8"], turn=2, phase="japanese-movement", units=units, suppressed="0623")
    t.do("raid", "J66")
    assert t.why("J66", "0615") == ["13.2a"]
    assert t.why("J66", "0623") == ["16.5i", "R108"]
    assert t.why("J66", "0614") == ["25.8b"]


@case("10.1h", "10.2b")
def test_while_one_marker_is_filled_another_hex_is_told_so(table):
    t = table(turn=2, phase="invasion", units={**FAR, "A01": "STAGING", "A46": "1706"}, amphibious=2)
    t.do("land-marker", "0623")
    assert "10.1h" in t.why("A01")
    t.do("land-marker", "0724")
    assert said(t, "A01", "0623").startswith("Choose the unit alone")
    assert said(t, "A01", "0724").startswith("The marker for Toko 0623 is filled now")


@case("16.3a", "15.0a")
def test_where_support_is_placed_a_unit_is_not_told_to_fly_it_first(table):
    units = {"A01": "0614", "J01": "0615"}
    t = table(turn=2, phase="allied-combat", units=units, tac={"US": {"tactical": 1}})
    assert said(t, "A01", "0615") == "Air points go to hexes: choose the hex alone."


@case("25.7a", "25.8a")
def test_who_waits_off_the_map_is_not_offered_a_hex_in_set_up(table):
    t = table("1", ["25.7", "25.8"], dice=[1, 1, 6])
    assert said(t, "J65", "0623") == "Marine Brigade waits off the map when bought, and may land from turn 2 on."
    assert said(t, "J66", "0623") == "Airborne Raiders wait off the map when bought, and may land from turn 2 on."
