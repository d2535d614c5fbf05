"""Chapter 22: turn 1, the 3rd Division, the charges, tanks, and support units. Rockets are with chapter 16."""

from __future__ import annotations

import pytest

from grognard.kernel.dice import ScriptRanOut
from grognard.kernel.flow import Refused

case = pytest.mark.case

THIRD = {"U-3", "U-9", "U-21", "U-12A", "U-3T"}
STOP = [6]
"""The next turn's weather die."""


# --- 22.1 turn 1 (its End Phase is with chapter 21)


@case("22.1.1")
def test_turn_1_has_good_weather_without_a_die(table):
    t = table(turn=1, phase="weather", units={"J-HQ": "KIT"})
    assert t.phase() == "us-bombardment"
    assert not t.told("weather")
    assert t.game.weather_names[t.view("US")["tracks"]["weather"]] == "Good"
    assert len({o[1] for o in t.options("assign")}) == 10


@case("22.1.1")
def test_turn_2_rolls_for_the_weather(table):
    t = table(turn=2, phase="weather", units={"J-HQ": "KIT"}, dice=[1])
    assert [e.dice for e in t.told("weather")] == [(1,)]
    assert t.asked.prompt == "ground-air"


# --- 22.2 the 3rd Division


@case("22.2.1a", "R30", "2.1.1(1)")
@pytest.mark.parametrize("phase", ["us-bombardment", "us-movement", "construction"])
def test_the_3rd_division_may_be_committed_at_any_us_decision_unit_by_unit(table, phase):
    t = table(turn=2, phase=phase, units={"J-HQ": "KIT"}, control=["OKI"])
    assert t.side == "US"
    assert {o[1] for o in t.standing("US") if o[0] == "commit"} == THIRD
    t.do("commit", "U-9", side="US")
    assert t.where("U-9") == "LANDING"
    assert t.where("U-3") == "RESERVE"
    assert t.phase() == phase


@case("22.2.1a", "R30")
def test_commitment_cannot_be_taken_back_and_is_no_japanese_act(table):
    t = table(turn=2, phase="us-movement", units={"J-HQ": "KIT"})
    t.do("commit", "U-9", side="US")
    assert ("commit", "U-9") not in t.standing("US")
    assert not [o for o in t.standing("JP") if o[0] == "commit"]


@case("22.2.1a")
def test_a_unit_in_the_reserve_box_does_not_land(table):
    t = table(turn=2, phase="us-movement", units={"J-HQ": "KIT"}, control=["OKI"], beachheads=["OKI"])
    assert not [o for o in t.options("land") if o[1] in THIRD]
    t.do("commit", "U-3", side="US")
    assert ("land", "U-3", "OKI") in t.options()


@case("22.2.1a", "R40")
def test_an_eliminated_3rd_division_unit_is_not_committed(table):
    t = table(turn=2, phase="us-movement", units={"J-HQ": "KIT", "U-3": ["RESERVE", 0]})
    assert {o[1] for o in t.standing("US") if o[0] == "commit"} == THIRD - {"U-3"}
    with pytest.raises(Refused):
        t.do("commit", "U-3", side="US")


@case("22.2.1b", "23.2(2)", "R29")
@pytest.mark.parametrize("area", ["OKI", "MIN"])
def test_landing_the_3rd_division_without_a_beachhead_gives_ten_points_at_once(table, area):
    t = table(turn=2, phase="us-movement", units={"J-HQ": "KIT", "U-3": "LANDING"}, beachheads=["FUT"], control=["FUT"])
    t.do("land", "U-3", area)
    assert t.vp() == (0, 10)
    assert t.asked.prompt == "defensive-fire"


@case("22.2.1b", "R29")
def test_the_ten_points_are_scored_once_a_game(table):
    t = table(turn=2, phase="us-movement", units={"J-HQ": "KIT", "U-3": "LANDING", "U-9": "LANDING"})
    t.do("land", "U-3", "OKI").do("pass").do("stop")
    t.do("land", "U-9", "FUT").do("pass")
    assert t.vp() == (0, 10)


@case("22.2.1b", "R29", "R34")
def test_the_ten_points_may_end_the_game_before_any_fire_and_pass_forty(table):
    units = {"J-309": "OKI", "U-3": "LANDING"}
    t = table(turn=2, phase="us-movement", units=units, vp={"US": 0, "JP": 33})
    t.do("land", "U-3", "OKI")
    assert t.over
    assert t.vp() == (0, 43)
    assert t.game.sides[t.state.winner].id == "JP"
    assert not t.told("defensive-fire")


@case("22.2.1b")
def test_other_divisions_land_anywhere_without_penalty(table):
    t = table(turn=2, phase="us-movement", units={"J-HQ": "KIT"})
    t.do("land", "U-23", "OKI")
    assert t.vp() == (0, 0)


@case("22.2.1c", "R52")
def test_the_3rd_division_enters_free_at_a_beachhead_whoever_controls_it(table):
    t = table(turn=2, phase="us-movement", units={"J-HQ": "KIT", "U-3": "LANDING"}, beachheads=["OKI"])
    t.do("land", "U-3", "OKI")
    assert t.vp() == (0, 0)


@case("R30")
def test_recovery_brings_an_eliminated_3rd_division_unit_back_without_penalty(table):
    units = {"J-HQ": "KIT", "U-3": ["RESERVE", 0]}
    t = table(turn=2, phase="recovery", units=units, control=["OKI"], beachheads=["OKI"])
    t.do("return", "U-3")
    assert (t.where("U-3"), t.steps("U-3")) == ("OKI", 1)
    assert t.vp() == (0, 0)


# --- 22.3.1 Banzai


def japanese_assault(table, **change):
    """The Japanese Assault Phase; all Japanese units but the HQ are in view."""
    shown = [u for u in change["units"] if u.startswith("J-") and u != "J-HQ"]
    return table(**{"turn": 2, "phase": "jp-assault", "revealed": shown, **change})


@case("22.3.1a")
@pytest.mark.parametrize("revealed", [[], ["J-HQ"]])
def test_banzai_may_be_declared_while_the_hq_lives_concealed_or_revealed(table, revealed):
    units = {"J-HQ": "MAF", "J-309": "FUN", "U-23": "FUN"}
    t = japanese_assault(table, units=units, revealed=["J-309", *revealed])
    assert ("banzai",) in t.options()
    t.do("banzai")
    assert ("banzai",) not in t.options()


@case("22.3.1a")
def test_there_is_no_banzai_without_the_hq(table):
    t = japanese_assault(table, units={"J-309": "FUN", "U-23": "FUN"})
    assert t.options("banzai") == []
    with pytest.raises(Refused):
        t.do("banzai")


@case("22.3.1a")
def test_banzai_belongs_to_the_japanese_assault_phase(table):
    t = table(turn=2, phase="us-assault", units={"J-HQ": "MAF", "J-309": "FUN", "U-23": "FUN"}, revealed=["J-309"])
    assert t.side == "JP"
    assert ("banzai",) not in t.options()
    assert ("banzai",) not in t.standing("JP")


@case("R31")
def test_the_declaration_reveals_the_hq(table):
    t = japanese_assault(table, units={"J-HQ": "MAF", "J-309": "FUN", "U-23": "FUN"})
    assert not t.sees("US", "J-HQ")
    t.do("banzai")
    assert t.sees("US", "J-HQ")


@case("22.3.1b")
def test_units_in_the_hqs_area_and_next_to_it_roll_two_dice_more(table):
    units = {"J-HQ": "FUN", "J-309": "FUN", "J-310": "MIN", "U-23": "FUN", "U-24": "MIN"}
    t = japanese_assault(table, units=units, revealed=["J-HQ", "J-309", "J-310"])
    t.do("banzai")
    t.do("assault-all", "FUN").do("assault", "J-310").do("confirm")
    t.do("assault-area", "FUN", dice=[1] * 8 + [1] * 5 + STOP)
    assert [len(e.dice) for e in t.told("assault")] == [1 + 2 + 3 + 2, 3 + 2]


@case("22.3.1b")
def test_units_further_away_roll_their_printed_rating(table):
    units = {"J-HQ": "KIT", "J-309": "FUN", "U-23": "FUN"}
    t = japanese_assault(table, units=units)
    t.do("banzai").do("assault", "J-309").do("confirm", dice=[1] * 3 + STOP)
    assert [len(e.dice) for e in t.told("assault")] == [3]


@case("22.3.1b", "R13", "R31")
def test_a_unit_rated_zero_can_be_named_only_after_the_declaration(table):
    units = {"J-HQ": "MAF", "J-109a": "FUN", "J-309": "FUN", "U-23": "FUN"}
    t = japanese_assault(table, units=units)
    assert ("assault", "J-109a") not in t.options()
    t.do("banzai").do("assault", "J-109a").do("confirm", dice=[1, 1, *STOP])
    assert [len(e.dice) for e in t.told("assault")] == [2]


@case("22.3.1c")
def test_the_hq_is_eliminated_at_the_end_of_the_phase(table):
    t = japanese_assault(table, units={"J-HQ": "KIT", "J-309": "FUN", "U-23": "FUN"})
    t.do("banzai").do("assault", "J-309")
    assert t.where("J-HQ") == "KIT"
    t.do("confirm", dice=[1] * 3 + STOP)
    assert t.where("J-HQ") == "ELIMINATED"


@case("22.3.1c")
def test_the_hq_is_spent_even_if_nobody_assaults(table):
    t = japanese_assault(table, units={"J-HQ": "KIT", "J-309": "MAF"})
    t.do("banzai").do("confirm", dice=STOP)
    assert t.where("J-HQ") == "ELIMINATED"


@case("22.3.1c")
def test_without_a_charge_the_hq_stays(table):
    t = japanese_assault(table, units={"J-HQ": "KIT", "J-309": "FUN", "U-23": "FUN"})
    t.do("confirm", dice=STOP)
    assert t.where("J-HQ") == "KIT"


@case("R31")
def test_banzai_between_two_assaults_counts_for_the_later_one_only(table):
    units = {"J-HQ": "TAM", "J-309": "FUN", "J-310": "MIN", "U-23": "FUN", "U-24": "MIN"}
    t = japanese_assault(table, units=units)
    t.do("assault", "J-309").do("assault", "J-310").do("confirm")
    t.do("assault-area", "FUN", dice=[1] * 3)
    t.do("banzai", dice=[1] * 5 + STOP)
    assert [len(e.dice) for e in t.told("assault")] == [3, 5]


@case("R31", "R55")
def test_a_late_declaration_adds_nobody_to_the_assaults_named(table):
    units = {"J-HQ": "TAM", "J-309": "FUN", "J-310": "FUN", "U-23": "FUN"}
    t = japanese_assault(table, units=units)
    t.do("assault", "J-309").do("confirm")
    assert (t.asked.prompt, t.asked.cases) == ("next-assault", ("19a", "R31"))
    t.do("banzai", dice=[1] * 5 + STOP)
    assert [len(e.dice) for e in t.told("assault")] == [5]
    assert not t.is_fired("J-310")


@case("R31")
def test_banzai_is_not_declared_inside_a_resolution(table):
    units = {"J-HQ": "TAM", "J-309": "FUN", "U-23": "FUN", "U-24": "FUN"}
    t = japanese_assault(table, units=units, control=["CHI"])
    t.do("assault", "J-309").do("confirm").do("assault-area", "FUN", dice=[6, 1, 1])
    assert t.asked.prompt == "order-row"
    with pytest.raises(Refused):
        t.do("banzai")


@case("R56", "22.3.1a")
def test_whether_banzai_is_asked_for_does_not_betray_that_a_concealed_hq_is_dead(table):
    t = japanese_assault(table, units={"J-HQ": ["SECRET", 0], "J-309": "FUN", "U-23": "FUN"})
    t.do("assault", "J-309").do("confirm")
    assert t.options() == [("assault-area", "FUN")]


# --- 22.3.2 Kirikami


def us_assault(table, **change):
    """The start of the US Assault Phase; all Japanese units but the HQ are in view."""
    shown = [u for u in change["units"] if u.startswith("J-") and u != "J-HQ"]
    return table(**{"turn": 2, "phase": "us-assault", "revealed": shown, "control": ["OKI"], **change})


def to_japanese_assault(t):
    """From the US designation to the Japanese one, doing nothing on the way."""
    t.do("confirm").do("end-construction").do("confirm", dice=[1])
    if t.asked.prompt == "japanese-movement":
        t.do("end-movement")
    assert t.phase() == "jp-assault"
    return t


@case("22.3.2a")
def test_kirikami_costs_a_step_of_a_unit_in_contact_at_the_start_of_the_us_assault_phase(table):
    t = us_assault(table, units={"J-HQ": "KIT", "J-309": "FUN", "J-310": "MAF", "U-23": "FUN"})
    assert (t.side, t.asked.prompt) == ("JP", "kirikami")
    assert t.options("kirikami") == [("kirikami", "J-309")]
    with pytest.raises(Refused):
        t.do("kirikami", "J-310")
    t.do("kirikami", "J-309")
    assert t.steps("J-309") == 1
    assert t.side == "US"


@case("22.3.2a")
def test_kirikami_is_not_offered_without_contact_nor_later_in_the_phase(table):
    quiet = us_assault(table, units={"J-HQ": "KIT", "J-309": "MAF", "U-23": "FUN"})
    assert quiet.phase() == "construction"
    t = us_assault(table, units={"J-HQ": "KIT", "J-309": "FUN", "U-23": "FUN"})
    t.do("pass").do("assault", "U-23").do("confirm")
    assert t.side == "JP"
    with pytest.raises(Refused):
        t.do("kirikami", "J-309")


@case("22.3.2b", "R32", "R7")
def test_a_unit_with_one_step_may_lead_and_is_eliminated(table):
    t = us_assault(table, units={"J-HQ": "KIT", "J-309": ["FUN", 1], "J-310": "FUN", "U-23": "FUN"})
    t.do("kirikami", "J-309")
    assert t.where("J-309") == "ELIMINATED"
    assert t.view("US")["tracks"]["kirikami"] == 1


@case("22.3.2c", "R32")
def test_every_japanese_unit_rolls_one_die_more_in_the_following_japanese_assault(table):
    units = {"J-HQ": "KIT", "J-309": "FUN", "J-310": "TAC", "U-23": "FUN", "U-24": "TAC"}
    t = us_assault(table, units=units)
    t.do("kirikami", "J-309")
    to_japanese_assault(t).do("assault", "J-309").do("assault", "J-310").do("confirm")
    t.do("assault-area", "FUN", dice=[1] * 3).do("assault-area", "TAC", dice=[1] * 4 + STOP)
    assert [len(e.dice) for e in t.told("assault")] == [2 + 1, 3 + 1]


@case("22.3.2c")
def test_kirikami_adds_nothing_to_defensive_fire(table):
    units = {"J-309": "FUN", "U-23": "CHI", "J-HQ": "KIT"}
    t = table(turn=2, phase="us-movement", units=units, revealed=["J-309"], kirikami=1)
    t.do("move", "U-23", "FUN").do("fire", "J-309", dice=[1] * 3)
    assert [len(e.dice) for e in t.told("defensive-fire")] == [3]


@case("22.3.2c")
def test_the_turn_marker_is_turned_back_after_the_japanese_assault_phase(table):
    t = us_assault(table, units={"J-HQ": "KIT", "J-309": "FUN", "U-23": "FUN"})
    t.do("kirikami", "J-309")
    to_japanese_assault(t)
    assert t.view("US")["tracks"]["kirikami"] == 1
    t.do("confirm", dice=STOP)
    assert t.view("US")["tracks"]["kirikami"] == 0


@case("22.3.2d")
def test_kirikami_may_be_declared_again_in_a_later_turn(table):
    t = us_assault(table, units={"J-HQ": "KIT", "J-309": "FUN", "U-23": "FUN"})
    t.do("kirikami", "J-309")
    to_japanese_assault(t).do("confirm", dice=STOP)
    t.edit(phase="us-assault")
    assert ("kirikami", "J-309") in t.options()


@case("R32", "22.3.2a")
def test_kirikami_is_declared_once_a_turn(table):
    t = us_assault(table, units={"J-HQ": "KIT", "J-309": "FUN", "J-310": "FUN", "U-23": "FUN"})
    t.do("kirikami", "J-309")
    assert t.side == "US"
    with pytest.raises(Refused):
        t.do("kirikami", "J-310", side="JP")


@case("R32")
def test_kirikami_and_banzai_add_up(table):
    units = {"J-HQ": "MAF", "J-309": "FUN", "U-23": "FUN"}
    t = japanese_assault(table, units=units, kirikami=1)
    t.do("banzai").do("assault", "J-309")
    with pytest.raises(ScriptRanOut, match="needs 6 dice"):
        t.do("confirm", dice=[1] * 5)


# --- 22.4 tanks


@case("22.4.1")
def test_us_tanks_do_not_enter_hills(table):
    t = table(turn=2, phase="us-movement", units={"U-4T": "FUN", "U-23": "FUN", "J-HQ": "KIT"})
    assert {o[2] for o in t.options("move") if o[1] == "U-4T"} == {"CHI", "IDO", "MAF", "MIN"}
    assert ("move", "U-23", "OSA") in t.options()
    with pytest.raises(Refused):
        t.do("move", "U-4T", "OSA")
    assert t.where("U-4T") == "FUN"


@case("22.4.1")
def test_japanese_tanks_do_not_enter_hills_concealed_or_revealed(table):
    t = table(turn=2, phase="jp-movement", units={"J-TK26": "FUN", "J-309": "FUN"}, dice=[6])
    assert {o[2] for o in t.options() if o[-2:-1] == ("J-TK26",)} == {"CHI", "IDO", "MAF", "MIN"}
    assert ("sneak", "J-309", "OSA") in t.options()


@case("R37")
def test_a_japanese_tank_may_be_set_up_on_a_hill_and_leave_it_but_not_return(table):
    t = table()
    assert ("place", "J-TK26", "OSA") in t.options()
    t = table(turn=2, phase="jp-movement", units={"J-TK26": "OSA", "J-HQ": "KIT"}, dice=[6])
    t.do("show-march", "J-TK26", "MOT")
    assert ("to", "NIS") in t.options()
    assert ("to", "OSA") not in t.options()
    assert ("to", "TEN") not in t.options()


@case("22.4.1", "R16")
def test_a_japanese_tank_in_an_assault_may_retreat_but_not_onto_a_hill(table):
    t = us_assault(table, units={"J-TK26": "FUN", "U-23": "FUN"}, dice=[1] * 5)
    t.do("pass").do("assault", "U-23").do("confirm")
    assert {o[2] for o in t.options("retreat")} == {"CHI", "IDO", "MAF", "MIN"}


@case("22.4.2")
def test_a_us_tank_cannot_retreat_from_defensive_fire_where_a_regiment_could(table):
    units = {"U-4T": "CHI", "U-23": "CHI", "J-309": "FUN", "J-310": "FUN", "J-HQ": "KIT"}
    t = table(turn=2, phase="us-movement", units=units, revealed=["J-309", "J-310"], control=["CHI"])
    t.do("move", "U-4T", "FUN").do("fire", "J-309", dice=[6, 6, 6])
    assert (t.where("U-4T"), t.steps("U-4T")) == ("FUN", 1)
    assert t.asked.prompt == "us-movement"
    t.do("move", "U-23", "FUN").do("fire", "J-310", dice=[6, 6, 6])
    assert t.asked.prompt == "fall-back"


def bombard_oki(table, *us_units, dice):
    """Two Japanese guns (six dice) on OKI, where these US units stand; then the movement allowance die."""
    units = {"J-109a": "TEN", "J-109b": "TEN", "J-HQ": "KIT", **dict.fromkeys(us_units, "OKI")}
    t = table(turn=2, phase="jp-bombardment", units=units, control=["OKI"])
    return t.do("assign", "J-109a", "OKI").do("assign", "J-109b", "OKI").do("confirm", dice=[*dice, 1])


@case("22.4.3a", "2.1.1(2)b")
def test_armor_ignores_the_first_two_losses_of_a_bombardment(table):
    t = bombard_oki(table, "U-4T", dice=[6, 6, 6, 1, 1, 1])
    assert t.steps("U-4T") == 1
    assert t.vp() == (0, 1)


@case("22.4.3a")
def test_armor_ignores_two_losses_of_defensive_fire_by_a_unit_without_anti_tank_guns(table):
    units = {"U-4T": "CHI", "J-MG2": "FUN", "J-HQ": "KIT"}
    t = table(turn=2, phase="us-movement", units=units, revealed=["J-MG2"])
    t.do("move", "U-4T", "FUN").do("fire", "J-MG2", dice=[6, 6, 6, 1])
    assert t.steps("U-4T") == 1


@case("22.4.3a")
def test_armor_ignores_two_losses_of_an_assault(table):
    t = japanese_assault(table, units={"J-309": "FUN", "U-4T": "FUN", "J-310": "MAF"})
    t.do("assault", "J-309").do("confirm", dice=[6, 6, 6, *STOP])
    assert t.steps("U-4T") == 1


@case("22.4.3a", "2.1.1(2)b")
def test_only_us_tanks_have_armor(table):
    t = us_assault(table, units={"J-TK26": "FUN", "J-HQ": "KIT", "U-23": "FUN"}, control=["FUN", "OKI"])
    t.do("pass").do("assault", "U-23").do("confirm").do("pass", dice=[6, 1, 1, 1, 1]).do("no-more-retreats")
    assert t.steps("J-TK26") == 1


@case("R18")
def test_points_on_a_tank_in_a_row_are_used_up_by_its_armor(table):
    t = bombard_oki(table, "U-4T", "U-23", dice=[6, 6, 6, 6, 6, 1])
    t.do("rank", "U-4T")
    assert (t.steps("U-4T"), t.steps("U-23")) == (1, 2)
    assert t.vp() == (0, 3)


@case("R18")
def test_armor_starts_anew_with_each_attack(table):
    units = {"U-4T": "CHI", "J-MG2": "FUN", "J-109a": "TEN", "J-HQ": "KIT"}
    t = table(turn=2, phase="us-movement", units=units, revealed=["J-MG2"])
    t.do("move", "U-4T", "FUN").do("fire", "J-MG2", dice=[6, 6, 1, 1])
    t.edit(phase="jp-bombardment")
    t.do("assign", "J-109a", "FUN").do("confirm", dice=[6, 6, 1, 1])
    assert t.steps("U-4T") == 2
    assert t.vp() == (0, 0)


@case("22.4.3b", "R18")
def test_a_tank_that_retreats_in_an_assault_ignores_three_losses(table):
    units = {"J-TK26": "FUN", "U-4T": "FUN", "J-309": "MAF"}
    t = japanese_assault(table, units=units, control=["CHI"])
    t.do("assault", "J-TK26").do("confirm", dice=[6, 6, 6, 6]).do("retreat", "U-4T", "CHI", dice=STOP)
    assert (t.where("U-4T"), t.steps("U-4T")) == ("CHI", 1)


@case("22.4.3c", "2.1.1(5)b")
@pytest.mark.parametrize("gun", ["J-AT8", "J-TK26", "J-GE"])
def test_armor_does_not_count_against_defensive_fire_by_an_anti_tank_unit(table, gun):
    units = {"U-4T": "CHI", gun: "FUN", "J-HQ": "KIT"}
    t = table(turn=2, phase="us-movement", units=units, revealed=[gun])
    dice = [6, 1, 1] if gun == "J-AT8" else [6, 1, 1, 1]
    t.do("move", "U-4T", "FUN").do("fire", gun, dice=dice)
    assert t.steps("U-4T") == 1


@case("R19", "22.4.3c")
def test_anti_tank_units_do_not_pierce_armor_in_an_assault(table):
    t = japanese_assault(table, units={"J-AT8": "FUN", "U-4T": "FUN", "J-309": "MAF"})
    t.do("assault", "J-AT8").do("confirm", dice=[6, 6, 1, *STOP])
    assert t.steps("U-4T") == 2


# --- 22.6


@case("22.6", "3.Steps-d")
def test_support_units_are_never_damaged_even_over_the_target_area(table):
    t = bombard_oki(table, "U-23", "U-NS1", dice=[6, 6, 6, 1, 1, 1])
    assert (t.steps("U-23"), t.steps("U-NS1")) == (1, 1)
    assert t.vp() == (0, 3)
