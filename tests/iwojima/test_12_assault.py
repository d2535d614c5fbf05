"""Chapter 12: the US Assault Phase."""

from __future__ import annotations

import pytest

from grognard.kernel.dice import ScriptRanOut
from grognard.kernel.flow import Refused

case = pytest.mark.case

GARRISON = ["J-309", "J-310", "J-311", "J-312", "J-314", "J-145a", "J-145b", "J-145c", "J-17c"]


def assault_phase(table, **change):
    """The US Assault Phase after the Japanese player has declined a Kirikami Charge; only the HQ is Concealed.

    A beach under US control makes the game wait in the Construction Phase when the assaults are over.
    """
    shown = [u for u in change["units"] if u.startswith("J-") and u != "J-HQ"]
    t = table(**{"turn": 2, "phase": "us-assault", "revealed": shown, "control": ["OKI"], **change})
    return t.do("pass")


def strike(t, *units):
    """Name these units for their assaults and confirm."""
    for unit in units:
        t.do("assault", unit)
    return t.do("confirm")


@case("12")
def test_only_us_ground_units_that_share_an_area_with_japanese_units_may_assault(table):
    t = assault_phase(table, units={"U-23": "FUN", "U-24": "CHI", "J-309": "FUN", "J-310": "MAF"})
    assert t.options("assault") == [("assault", "U-23")]
    before = t.state.fingerprint()
    with pytest.raises(Refused):
        t.do("assault", "U-24")
    assert t.state.fingerprint() == before


@case("12", "12.1a")
def test_assaults_may_be_made_in_any_areas_of_the_us_players_choice(table):
    t = assault_phase(table, units={"U-23": "FUN", "U-24": "MIN", "J-309": "FUN", "J-310": "MIN"})
    strike(t, "U-23", "U-24")
    assert t.options() == [("assault-area", "FUN"), ("assault-area", "MIN")]


@case("12.1a", "R26")
def test_a_fired_unit_cannot_assault(table):
    units = {"U-23": "FUN", "U-24": "FUN", "J-309": "FUN"}
    t = assault_phase(table, units=units, fired=["U-23"])
    assert t.options("assault") == [("assault", "U-24")]
    with pytest.raises(Refused):
        t.do("assault", "U-23")


@case("12.1a", "R55")
def test_no_unit_can_be_named_once_the_plan_is_confirmed(table):
    units = {"U-23": "FUN", "U-24": "MIN", "U-25": "CHI", "J-309": "FUN", "J-310": "MIN", "J-311": "CHI"}
    t = assault_phase(table, units=units)
    strike(t, "U-23", "U-24")
    assert t.verbs() == {"assault-area"}
    with pytest.raises(Refused):
        t.do("assault", "U-25")


@case("R55")
def test_a_plan_can_be_changed_until_it_is_confirmed(table):
    units = {"U-23": "FUN", "U-24": "FUN", "J-309": "FUN", "J-HQ": "KIT"}
    t = assault_phase(table, units=units)
    t.do("assault", "U-23").do("cancel", "U-23").do("assault", "U-24").do("confirm")
    assert t.told("assault-named")[0].args[2] == [t.game.unit_index["U-24"]]


@case("R55")
def test_the_japanese_player_sees_the_plan_only_when_it_is_confirmed(table):
    t = assault_phase(table, units={"U-23": "FUN", "J-309": "FUN", "J-HQ": "KIT"})
    t.do("assault", "U-23")
    assert len(t.view("US")["plans"]) == 1
    assert t.view("JP")["plans"] == []
    t.do("confirm")
    assert len(t.view("JP")["plans"]) == 1


@case("12.1b")
def test_some_of_the_units_of_an_area_may_assault_and_only_their_ratings_are_rolled(table):
    units = {"U-23": "FUN", "U-24": "FUN", "J-309": "FUN", "J-HQ": "KIT"}
    t = assault_phase(table, units=units, control=["CHI"], dice=[1] * 5)
    strike(t, "U-23").do("pass").do("no-more-retreats")
    assert [len(e.dice) for e in t.told("assault")] == [5]
    assert t.is_fired("U-23")
    assert not t.is_fired("U-24")


@case("12.1b")
def test_all_units_of_an_area_may_assault_together_in_one_roll(table):
    units = {"U-23": "FUN", "U-24": "FUN", "J-309": "FUN", "J-HQ": "KIT"}
    t = assault_phase(table, units=units, dice=[1] * 10)
    t.do("assault-all", "FUN").do("confirm").do("pass")
    assert [len(e.dice) for e in t.told("assault")] == [10]


@case("12.1b", "5.2.5")
def test_no_unit_need_assault_at_all(table):
    t = assault_phase(table, units={"U-23": "FUN", "J-309": "FUN", "J-HQ": "KIT"}, control=["OKI"])
    t.do("confirm")
    assert t.told("assault") == []
    assert t.told("no-assault")
    assert t.phase() == "construction"


@case("12.1c", "12.3")
def test_an_area_is_assaulted_once_and_the_phase_ends_after_the_last_assault(table):
    units = {"U-23": "FUN", "U-24": "FUN", "J-309": "FUN", "J-HQ": "KIT"}
    t = assault_phase(table, units=units, control=["OKI"], dice=[1] * 5)
    strike(t, "U-23").do("pass").do("no-more-retreats")
    assert t.phase() == "construction"
    with pytest.raises(Refused):
        t.do("assault", "U-24")


@case("12.1c")
def test_a_unit_named_once_is_not_offered_a_second_assault(table):
    t = assault_phase(table, units={"U-23": "FUN", "U-24": "FUN", "J-309": "FUN"})
    t.do("assault", "U-23")
    assert ("assault", "U-23") not in t.options()
    assert ("assault", "U-24") in t.options()


@case("12.2")
def test_areas_are_resolved_in_the_us_players_order_each_finished_before_the_next(table):
    units = {"U-23": "FUN", "U-24": "MIN", "J-309": "FUN", "J-310": "MIN"}
    t = assault_phase(table, units=units, control=["OKI"], dice=[6, 6, 1, 1, 1])
    strike(t, "U-23", "U-24")
    assert (t.asked.prompt, t.asked.cases) == ("next-assault", ("12.2",))
    t.do("assault-area", "MIN")
    assert t.asked.prompt == "retreats"
    assert ("assault-area", "FUN") not in t.options()
    t.do("no-more-retreats", dice=[1] * 5)
    assert [t.game.space_ids[e.args[1]] for e in t.told("assault")] == ["MIN", "FUN"]
    assert t.steps("J-310") == 1


@case("12.2.1")
def test_the_dice_are_the_sum_of_assault_ratings_at_the_steps_left(table):
    units = {"U-23": ["FUN", 3], "U-4T": ["FUN", 1], "U-14A": "FUN", "J-309": "FUN", "J-HQ": "KIT"}
    t = assault_phase(table, units=units, dice=[1] * 6)
    strike(t, "U-23", "U-4T", "U-14A")
    with pytest.raises(ScriptRanOut, match="needs 7 dice"):
        t.do("pass")


@case("12.2.1")
def test_fives_and_sixes_are_hits_and_nothing_else_is(table):
    t = assault_phase(table, units={"U-23": "FUN", "J-309": "FUN"}, control=["FUN"], dice=[5, 6, 4, 3, 1])
    strike(t, "U-23")
    assert t.told("damage")[0].args[1:] == (2, 2)


@case("12.2.2")
def test_defense_value_and_caves_shield_units_of_an_area_under_japanese_control(table):
    t = assault_phase(table, units={"U-23": "FUN", "J-309": "FUN"}, shown={"FUN": 1}, dice=[6] * 5)
    strike(t, "U-23")
    assert t.told("damage")[0].args[1:] == (5, 5 - 2 - 1)


@case("12.2.2")
def test_damage_never_falls_below_nothing(table):
    t = assault_phase(table, units={"U-23": "SUR", "J-309": "SUR"}, shown={"SUR": 2}, dice=[6, 6, 1, 1, 1])
    strike(t, "U-23")
    assert t.told("damage")[0].args[1:] == (2, 0)


@case("12.2.2")
def test_nothing_shields_japanese_units_in_an_area_the_us_controls(table):
    t = assault_phase(table, units={"U-23": "FUN", "J-309": "FUN"}, control=["FUN"], dice=[6, 6, 6, 1, 1])
    strike(t, "U-23")
    assert t.told("damage")[0].args[1:] == (3, 3)


@case("12.2.3(1)", "R20")
def test_the_us_player_puts_all_japanese_units_of_the_area_in_a_row(table):
    units = {"U-23": "FUN", "J-309": "FUN", "J-310": "FUN", "J-GE": "FUN", "J-311": "MAF"}
    t = assault_phase(table, units=units, control=["FUN", "OKI"], dice=[6, 6, 1, 1, 1])
    strike(t, "U-23")
    assert (t.side, t.asked.prompt) == ("US", "order-row")
    assert set(t.options("rank")) == {("rank", "J-309"), ("rank", "J-310"), ("rank", "J-GE")}
    t.do("rank", "J-GE").do("rank", "J-309")
    assert t.side == "JP"
    t.do("no-more-retreats")
    assert [t.steps(u) for u in ("J-309", "J-310", "J-GE")] == [1, 2, 1]


@case("12.2.3(2)a")
def test_units_retreat_one_by_one_to_different_areas_and_each_ignores_one_loss(table):
    units = {"U-23": "FUN", "J-309": "FUN", "J-310": "FUN"}
    t = assault_phase(table, units=units, control=["FUN", "CHI"], dice=[6, 6, 1, 1, 1])
    strike(t, "U-23").do("rank", "J-309")
    t.do("retreat", "J-309", "MAF").do("retreat", "J-310", "OSA")
    assert [t.where(u) for u in ("J-309", "J-310")] == ["MAF", "OSA"]
    assert [t.steps(u) for u in ("J-309", "J-310")] == [2, 2]


@case("12.2.3(2)a", "R58")
def test_a_retreat_goes_only_to_adjacent_japanese_areas_without_us_ground_units(table):
    units = {"U-23": "FUN", "U-24": "IDO", "J-309": "FUN"}
    t = assault_phase(table, units=units, control=["CHI"], dice=[1] * 5)
    strike(t, "U-23")
    assert set(t.options("retreat")) == {("retreat", "J-309", a) for a in ("MAF", "MIN", "OSA", "TAM")}
    before = t.state.fingerprint()
    for area in ("CHI", "IDO", "MOT"):
        with pytest.raises(Refused):
            t.do("retreat", "J-309", area)
    assert t.state.fingerprint() == before


@case("12.2.3(2)a", "11.1.2(1)b")
def test_nobody_is_asked_to_retreat_where_no_area_is_open(table):
    around = ["CHI", "IDO", "MAF", "MIN", "OSA", "TAM"]
    units = {"U-23": "FUN", "J-309": "FUN", "J-HQ": "KIT"}
    t = assault_phase(table, units=units, control=around, dice=[6, 6, 6, 1, 1])
    strike(t, "U-23").do("pass")
    assert t.phase() == "construction"
    assert (t.where("J-309"), t.steps("J-309")) == ("FUN", 1)


@case("12.2.3(2)b")
def test_units_without_movement_points_cannot_retreat(table):
    units = {"U-23": "FUN", "J-GE": "FUN", "J-109a": "FUN", "J-MG2": "FUN"}
    t = assault_phase(table, units=units, dice=[1] * 5)
    strike(t, "U-23")
    assert {option[1] for option in t.options("retreat")} == {"J-MG2"}
    with pytest.raises(Refused):
        t.do("retreat", "J-GE", "MAF")


@case("12.2.3(2)c", "R17")
def test_retreats_are_declared_openly_after_damage_and_row_and_before_any_loss(table):
    units = {"U-23": "FUN", "J-309": "FUN", "J-310": "FUN"}
    t = assault_phase(table, units=units, control=["FUN"], dice=[6, 6, 6, 1, 1])
    strike(t, "U-23").do("rank", "J-309")
    assert t.asked.prompt == "retreats"
    assert t.told("damage")
    assert not t.told("step-lost")
    t.do("retreat", "J-309", "MAF")
    assert t.where("J-309") == "FUN"
    assert not t.told("step-lost")
    area = t.game.space_index["MAF"]
    assert [e.args[2] for e in t.heard("US") if e.kind == "retreat-declared"] == [area]


@case("12.2.3(3)")
def test_a_retreating_unit_ignores_its_first_loss_which_is_used_up_and_takes_the_later_ones(table):
    units = {"U-23": "FUN", "J-309": "FUN", "J-310": "FUN"}
    t = assault_phase(table, units=units, control=["FUN"], dice=[6, 6, 6, 1, 1])
    strike(t, "U-23").do("rank", "J-309")
    t.do("retreat", "J-309", "MAF").do("no-more-retreats")
    assert [t.steps(u) for u in ("J-309", "J-310")] == [1, 1]


@case("12.2.3(3)", "2.1.1(7)")
def test_losses_go_round_the_row_and_pass_over_the_dead(table):
    units = {"U-23": "FUN", "J-MT2": "FUN", "J-309": "FUN", "J-310": "FUN"}
    t = assault_phase(table, units=units, control=["FUN"], dice=[6, 6, 6, 6, 1])
    strike(t, "U-23").do("rank", "J-MT2").do("rank", "J-310").do("no-more-retreats")
    assert [t.steps(u) for u in ("J-MT2", "J-310", "J-309")] == [0, 0, 1]


@case("12.2.3(3)", "R7")
def test_units_killed_in_an_assault_lie_openly_in_the_japanese_eliminated_box(table):
    units = {"U-23": "FUN", "J-MT2": "FUN", "J-309": "FUN"}
    t = assault_phase(table, units=units, control=["FUN"], dice=[6, 1, 1, 1, 1])
    strike(t, "U-23").do("rank", "J-MT2").do("no-more-retreats")
    assert t.where("J-MT2") == "ELIMINATED"
    assert t.sees("US", "J-MT2")


@case("12.2.3(4)")
def test_excess_damage_is_lost(table):
    units = {"U-23": "FUN", "J-MT2": "FUN", "J-309": "MAF"}
    t = assault_phase(table, units=units, control=["FUN"], dice=[6] * 5)
    strike(t, "U-23")
    t.do("no-more-retreats")
    assert (t.steps("J-MT2"), t.steps("J-309")) == (0, 2)
    assert t.vp() == (0, 0)


@case("12.2.4", "R9")
def test_one_hit_collapses_a_cave_even_without_damage(table):
    t = assault_phase(table, units={"U-23": "FUN", "J-309": "FUN"}, shown={"FUN": 2}, dice=[5, 1, 1, 1, 1])
    strike(t, "U-23").do("no-more-retreats")
    assert t.told("damage")[0].args[1:] == (1, 0)
    assert t.caves("FUN") == (0, 1)


@case("12.2.4")
def test_an_assault_collapses_one_cave_only(table):
    t = assault_phase(table, units={"U-23": "FUN", "J-309": "FUN"}, shown={"FUN": 2, "MAF": 1}, dice=[6] * 5)
    strike(t, "U-23").do("no-more-retreats")
    assert t.caves("FUN") == (0, 1)
    assert t.caves("MAF") == (0, 1)


@case("12.2.4")
def test_without_a_hit_no_cave_collapses(table):
    t = assault_phase(table, units={"U-23": "FUN", "J-309": "FUN"}, shown={"FUN": 2}, dice=[4] * 5)
    strike(t, "U-23").do("no-more-retreats")
    assert t.caves("FUN") == (0, 2)


@case("12.2.5", "R17")
def test_only_survivors_carry_their_retreat_out(table):
    units = {"U-23": "FUN", "J-MT2": "FUN", "J-309": "FUN"}
    t = assault_phase(table, units=units, control=["FUN"], dice=[6, 6, 6, 1, 1])
    strike(t, "U-23").do("rank", "J-MT2")
    t.do("retreat", "J-MT2", "MAF").do("retreat", "J-309", "OSA")
    assert t.where("J-MT2") == "ELIMINATED"
    assert (t.where("J-309"), t.steps("J-309")) == ("OSA", 2)
    assert [e.args[0] for e in t.told("retreated")] == [t.game.unit_index["J-309"]]


@case("R58")
def test_a_unit_that_retreats_stays_revealed_and_fired_and_opens_no_defensive_fire(table):
    units = {"U-23": "FUN", "J-MG2": "FUN", "J-HQ": "KIT"}
    t = assault_phase(table, units=units, fired=["J-MG2"], control=["OKI"], dice=[1] * 5)
    strike(t, "U-23").do("pass").do("retreat", "J-MG2", "MAF")
    assert t.where("J-MG2") == "MAF"
    assert not t.is_concealed("J-MG2")
    assert t.is_fired("J-MG2")
    assert not t.told("defensive-fire")


@case("R51")
def test_a_fired_unit_may_retreat(table):
    t = assault_phase(table, units={"U-23": "FUN", "J-309": "FUN"}, fired=["J-309"], dice=[1] * 5)
    strike(t, "U-23")
    assert ("retreat", "J-309", "MAF") in t.options()


@case("12.2.6", "3.Facing-b")
def test_the_units_that_assaulted_become_fired(table):
    units = {"U-23": "FUN", "U-24": "FUN", "U-4T": "FUN", "J-309": "FUN", "J-HQ": "KIT"}
    t = assault_phase(table, units=units, control=["OKI"], dice=[1] * 9)
    strike(t, "U-23", "U-4T").do("pass").do("no-more-retreats")
    assert [t.is_fired(u) for u in ("U-23", "U-4T", "U-24")] == [True, True, False]


@case("R14")
def test_a_retreat_may_be_declared_when_no_damage_was_done(table):
    t = assault_phase(table, units={"U-23": "FUN", "J-309": "FUN"}, control=["OKI"], dice=[1] * 5)
    strike(t, "U-23").do("retreat", "J-309", "TAM")
    assert (t.where("J-309"), t.steps("J-309")) == ("TAM", 2)


@case("R17", "3.Stacking-a")
def test_room_for_a_retreat_counts_the_retreats_declared_before(table):
    units = dict.fromkeys(GARRISON, "MAF") | {"U-23": "FUN", "J-AT8": "FUN", "J-AT12": "FUN"}
    t = assault_phase(table, units=units, dice=[1] * 5)
    strike(t, "U-23")
    assert ("retreat", "J-AT12", "MAF") in t.options()
    t.do("retreat", "J-AT8", "MAF")
    assert ("retreat", "J-AT12", "MAF") not in t.options()
    assert ("retreat", "J-AT12", "OSA") in t.options()


@case("R16", "R6")
def test_a_full_area_is_no_place_to_retreat_to(table):
    units = dict.fromkeys([*GARRISON, "J-AT12"], "MAF") | {"U-23": "FUN", "J-AT8": "FUN"}
    t = assault_phase(table, units=units, dice=[1] * 5)
    strike(t, "U-23")
    assert ("retreat", "J-AT8", "MAF") not in t.options()
    assert ("retreat", "J-AT8", "OSA") in t.options()


@case("R8", "R56")
def test_a_window_opens_after_the_plan_whatever_is_concealed_and_before_the_dice(table):
    t = assault_phase(table, units={"U-23": "FUN", "J-309": "FUN", "J-HQ": "KIT"})
    strike(t, "U-23")
    assert (t.side, t.asked.prompt) == ("JP", "assault-window")
    assert t.options() == [("pass",), ("reveal", "J-HQ")]
    assert not t.told("assault")


@case("R56")
def test_the_window_stays_shut_when_everything_japanese_is_in_view(table):
    t = assault_phase(table, units={"U-23": "FUN", "J-309": "FUN"}, dice=[1] * 5)
    strike(t, "U-23")
    assert t.asked.prompt == "retreats"


@case("R8")
def test_nothing_can_be_revealed_between_the_roll_and_the_end_of_its_result(table):
    t = assault_phase(table, units={"U-23": "FUN", "J-309": "FUN", "J-HQ": "KIT"}, dice=[1] * 5)
    assert ("reveal", "J-HQ") in t.standing("JP")
    strike(t, "U-23").do("pass")
    assert t.asked.prompt == "retreats"
    assert ("reveal", "J-HQ") not in t.standing("JP")
