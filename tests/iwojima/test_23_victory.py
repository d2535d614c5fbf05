"""Chapters 23, 24 and 26: victory points, the end of the game, and the erratum."""

from __future__ import annotations

import pytest

case = pytest.mark.case

AREAS = [
    "SUR", "OKI", "FUT", "CHH", "CHI", "IDO", "FUN", "MIN", "MAF", "OSA", "HYO",
    "NIS", "TAM", "NID", "MOT", "KAF", "TEN", "HIG", "TAC", "ONS", "KIT",
]  # fmt: skip
US_GROUND = [
    "U-23", "U-24", "U-25", "U-14A", "U-4T", "U-26", "U-27", "U-28", "U-13A", "U-5T",
    "U-3", "U-9", "U-21", "U-12A", "U-3T",
]  # fmt: skip
ALL_DEAD = {unit: ["RESERVE", 0] for unit in US_GROUND}


def end(table, turn, **change):
    """The End Phase of a turn with the Concealed HQ in KIT."""
    units = {"J-HQ": "KIT", **change.pop("units", {})}
    return table(turn=turn, phase="end", units=units, **change)


def winner(t):
    """The side that has won."""
    return t.game.sides[t.state.winner].id


# --- 23.1 US points


@case("23.1(1)a")
@pytest.mark.parametrize(("marked", "points"), [([], 0), (["CHI"], 2), (["CHI", "FUN"], 4), (["CHI", "FUN", "KAF"], 6)])
def test_each_safe_to_land_marker_gives_two_points(table, marked, points):
    t = end(table, 2, control=["CHI", "FUN", "KAF", "MAF"], safe=marked, dice=[6])
    assert t.vp() == (points, 0)


@case("23.1(1)a")
def test_markers_score_again_in_every_end_phase(table):
    t = end(table, 4, control=["CHI"], safe=["CHI"], dice=[6])
    t.dice.faces.append(6)
    t.edit(phase="end")
    assert t.vp() == (4, 0)


@case("23.1(1)b")
def test_both_halves_of_the_large_airfield_give_two_points_more(table):
    t = end(table, 2, control=["FUN", "MAF"], safe=["FUN", "MAF"], dice=[6])
    assert t.vp() == (6, 0)


@case("23.1(1)b")
@pytest.mark.parametrize("pair", [["FUN", "CHI"], ["MAF", "KAF"]])
def test_one_half_of_the_large_airfield_gives_no_bonus(table, pair):
    t = end(table, 2, control=pair, safe=pair, dice=[6])
    assert t.vp() == (4, 0)


@case("23.1(1)a", "23.1(1)b")
def test_all_four_airfields_give_ten_points(table):
    four = ["CHI", "FUN", "MAF", "KAF"]
    assert end(table, 2, control=four, safe=four, dice=[6]).vp() == (10, 0)


@case("23.1(2)", "R21", "14d")
def test_the_flag_scores_a_die_in_the_end_phase_of_the_turn_it_is_raised(table):
    units = {"J-HQ": "KIT"}
    t = table(turn=2, phase="construction", units=units, control=["SUR"])
    t.do("flag", "SUR")
    assert t.vp() == (0, 0)
    t.do("confirm", dice=[1]).do("end-movement").do("confirm", dice=[5, 6])
    assert [e.dice for e in t.told("flag")] == [(5,)]
    assert t.vp() == (5, 0)


@case("23.1(2)", "R21", "14d")
def test_the_flag_never_scores_twice(table):
    t = end(table, 2, control=["SUR"], flag=1, dice=[5, 6])
    assert t.vp() == (5, 0)
    t.dice.faces.append(6)
    t.edit(phase="end")
    assert t.vp() == (5, 0)


@case("R21")
def test_the_flag_scores_whoever_controls_its_area_by_then(table):
    t = end(table, 2, units={"J-309": "SUR"}, revealed=["J-309"], flag=1, dice=[3, 6])
    assert t.vp() == (3, 0)


# --- 23.2 Japanese points


@case("23.2(1)")
def test_each_us_step_lost_is_a_japanese_point_at_once(table):
    units = {"J-HQ": "KIT", "J-109a": "TEN", "U-23": "OKI", "U-24": "OKI"}
    t = table(turn=2, phase="jp-bombardment", units=units)
    t.do("assign", "J-109a", "OKI").do("confirm", dice=[6, 6, 6]).do("rank", "U-23", dice=[1])
    assert t.vp() == (0, 3)


@case("23.2(1)")
def test_ignored_losses_and_excess_damage_score_nothing(table):
    units = {"J-HQ": "KIT", "J-109a": "TEN", "J-109b": "TEN", "U-23": ["FUT", 1], "U-4T": "OKI"}
    t = table(turn=2, phase="jp-bombardment", units=units)
    t.do("assign", "J-109a", "FUT").do("assign", "J-109b", "OKI").do("confirm")
    t.do("bombard", "FUT", dice=[6, 6, 6, 6, 6, 1, 1])
    assert t.steps("U-23") == 0
    assert t.vp() == (0, 1)


@case("23.2(1)")
def test_recovery_takes_no_point_back_and_japanese_losses_give_the_us_none(table):
    units = {"J-HQ": "KIT", "J-309": "FUN", "U-23": ["OKI", 3]}
    t = table(
        turn=2,
        phase="recovery",
        units=units,
        revealed=["J-309"],
        control=["OKI", "FUN"],
        beachheads=["OKI"],
        vp={"JP": 1},
    )
    t.do("restore", "U-23").do("assign", "U-NS1", "FUN").do("confirm").do("pass", dice=[6] * 5)
    assert t.steps("U-23") == 4
    assert t.where("J-309") == "ELIMINATED"
    assert t.vp() == (0, 1)


@case("23.2(3)")
def test_at_the_end_each_living_japanese_unit_on_either_map_gives_a_point(table):
    units = {"J-309": "MAF", "J-310": ["MAF", 1], "J-311": ["SECRET", 0], "J-HQ": ["SECRET", 0]}
    t = table(turn=9, phase="end", units=units, revealed=["J-309"], control=[a for a in AREAS if a != "MAF"])
    assert t.vp() == (0, 2 + 3)


@case("23.2(4)", "R36")
def test_a_living_hq_gives_five_points_besides_its_own(table):
    t = end(table, 9, control=[a for a in AREAS if a != "KIT"])
    assert t.vp() == (0, 1 + 5 + 3)


@case("23.2(4)")
def test_a_dead_hq_gives_nothing(table):
    t = table(turn=9, phase="end", units={"J-309": "KIT"}, control=[a for a in AREAS if a != "KIT"])
    assert t.vp() == (0, 1 + 3)


@case("23.2(5)")
@pytest.mark.parametrize("held", [1, 4])
def test_each_japanese_area_gives_three_points(table, held):
    t = end(table, 9, control=AREAS[:-held])
    assert t.vp() == (0, 6 + 3 * held)


@case("23.2(3)", "23.2(5)")
def test_survivors_and_areas_score_only_after_turn_nine(table):
    t = end(table, 8)
    t.do("retire", "U-NS5", dice=[6])
    assert t.vp() == (0, 0)


# --- 24 the end of the game


@case("24(1)")
def test_the_us_wins_at_once_when_the_last_japanese_unit_dies(table):
    units = {"J-309": "FUN", "U-23": "FUN", "U-24": "MIN"}
    t = table(turn=2, phase="us-assault", units=units, revealed=["J-309"], control=["FUN"])
    t.do("pass").do("assault", "U-23").do("confirm", dice=[6] * 5).do("no-more-retreats")
    assert t.over
    assert (winner(t), t.state.ending) == ("US", "wiped-out")


@case("24(1)", "R33")
def test_a_concealed_japanese_unit_keeps_the_game_going(table):
    units = {"J-309": "FUN", "J-310": "MAF", "U-23": "FUN"}
    t = table(turn=2, phase="us-assault", units=units, revealed=["J-309"], control=["FUN", "OKI"])
    t.do("pass").do("assault", "U-23").do("confirm").do("pass", dice=[6] * 5).do("no-more-retreats")
    assert t.where("J-309") == "ELIMINATED"
    assert not t.over


@case("24(1)", "R33")
def test_the_last_concealed_unit_killed_in_secret_ends_the_game(table):
    t = table(turn=2, phase="us-bombardment", units={"J-309": "OKI"})
    t.do("assign", "U-NS1", "OKI").do("confirm").do("pass", dice=[6] * 5).do("go-on")
    assert (winner(t), t.state.ending) == ("US", "wiped-out")


def last_marine(table, **more):
    """One US step is left on the island, under the rocket, the only Japanese unit; what else lives is in `more`."""
    units = {**ALL_DEAD, "U-23": ["OKI", 1], "J-RKT": "KIT", "J-109a": "TEN", **more}
    t = table(turn=2, phase="jp-bombardment", units=units)
    return t.do("assign", "J-109a", "OKI").do("confirm", dice=[6, 6, 6, 1])


@case("24(1)", "R33")
def test_the_japanese_win_at_once_when_no_us_ground_unit_is_left(table):
    t = last_marine(table)
    assert t.over
    assert (winner(t), t.state.ending) == ("JP", "wiped-out")


@case("R33")
@pytest.mark.parametrize("unit", ["U-24", "U-14A"])
def test_a_unit_in_the_landing_area_box_keeps_the_us_in_the_game(table, unit):
    assert not last_marine(table, **{unit: "LANDING"}).over


@case("R33")
def test_a_waiting_3rd_division_unit_keeps_the_us_in_the_game(table):
    assert not last_marine(table, **{"U-3": ["RESERVE", 4]}).over


@case("R33")
def test_eliminated_units_do_not_count_even_with_a_beachhead_on_the_map(table):
    units = {**ALL_DEAD, "U-23": ["OKI", 1], "J-109a": "TEN", "J-HQ": "KIT"}
    t = table(turn=2, phase="jp-bombardment", units=units, control=["FUT"], beachheads=["FUT"])
    t.do("assign", "J-109a", "OKI").do("confirm", dice=[6, 6, 6])
    assert (winner(t), t.state.ending) == ("JP", "wiped-out")


@case("R33", "22.5b")
def test_a_rocket_that_is_the_last_unit_wins_by_wiping_out_the_us_first(table):
    units = {**ALL_DEAD, "U-23": ["OKI", 1], "J-RKT": "KIT"}
    t = table(turn=2, phase="jp-bombardment", units=units)
    t.do("assign", "J-RKT", "OKI").do("confirm", dice=[4])
    assert (winner(t), t.state.ending) == ("JP", "wiped-out")


@case("R33", "22.5b", "24(1)")
def test_a_rocket_that_is_the_last_unit_loses_the_game_when_it_is_spent(table):
    t = table(turn=2, phase="jp-bombardment", units={"U-23": "OKI", "J-RKT": "KIT"})
    t.do("assign", "J-RKT", "OKI").do("confirm", dice=[3])
    assert t.steps("U-23") == 1
    assert (winner(t), t.state.ending) == ("US", "wiped-out")


@case("24(2)", "3.VP-a", "R34")
def test_the_japanese_win_at_the_fortieth_point_and_later_losses_are_not_taken(table):
    units = {"J-309": "FUN", "U-23": "CHI", "J-HQ": "KIT"}
    t = table(turn=2, phase="us-movement", units=units, revealed=["J-309"], vp={"US": 20, "JP": 39})
    t.do("move", "U-23", "FUN").do("fire", "J-309", dice=[6, 6, 6])
    assert (winner(t), t.state.ending) == ("JP", "forty")
    assert t.vp() == (20, 40)
    assert t.steps("U-23") == 3


@case("24(2)")
def test_thirty_nine_points_do_not_end_the_game(table):
    units = {"J-309": "FUN", "U-23": "CHI", "J-HQ": "KIT"}
    t = table(turn=2, phase="us-movement", units=units, revealed=["J-309"], vp={"US": 39, "JP": 38})
    t.do("move", "U-23", "FUN").do("fire", "J-309", dice=[6, 1, 1])
    assert t.vp() == (39, 39)
    assert not t.over


@case("24(2)", "R34", "R7")
def test_a_unit_whose_last_step_is_the_fortieth_point_lies_in_the_reserve_box(table):
    units = {"J-309": "FUN", "U-23": ["CHI", 1], "J-HQ": "KIT"}
    t = table(turn=2, phase="us-movement", units=units, revealed=["J-309"], vp={"US": 0, "JP": 39})
    t.do("move", "U-23", "FUN").do("fire", "J-309", dice=[6, 1, 1])
    assert t.state.ending == "forty"
    assert t.where("U-23") == "RESERVE"
    assert t.game.check(t.state) == []


@case("24(2)", "R34")
def test_us_points_are_added_as_one_sum_that_may_pass_forty(table):
    four = ["CHI", "FUN", "MAF", "KAF"]
    t = end(table, 4, control=four, safe=four, vp={"US": 35, "JP": 0})
    assert (winner(t), t.state.ending) == ("US", "forty")
    assert t.vp() == (43, 0)


@case("24(2)", "R34")
def test_the_flag_die_may_win_the_game(table):
    t = end(table, 4, control=["SUR"], flag=1, vp={"US": 36, "JP": 0}, dice=[6])
    assert (winner(t), t.vp()) == ("US", (42, 0))


@case("24(3)", "3.VP-b")
@pytest.mark.parametrize(("us", "side"), [(10, "US"), (8, "JP")])
def test_after_turn_nine_the_higher_total_wins_with_the_japanese_end_points_added(table, us, side):
    t = end(table, 9, control=[a for a in AREAS if a != "KIT"], vp={"US": us, "JP": 0})
    assert t.vp() == (us, 9)
    assert (winner(t), t.state.ending) == (side, "last-turn")


@case("24(3)")
def test_japanese_end_points_may_pass_forty_and_are_all_counted(table):
    t = end(table, 9, vp={"US": 39, "JP": 20})
    assert t.vp() == (39, 20 + 6 + 63)
    assert (winner(t), t.state.ending) == ("JP", "last-turn")


@case("R35", "3.VP-b")
def test_equal_totals_after_turn_nine_are_a_draw(table):
    t = end(table, 9, control=[a for a in AREAS if a != "KIT"], vp={"US": 9, "JP": 0})
    assert t.vp() == (9, 9)
    assert t.over
    assert t.state.winner == -1
    assert "draw" in t.game.sentence(t.told("game-over")[0])


@case("24(3)", "9.3.3(4)")
def test_when_the_game_is_over_everything_is_open(table):
    t = end(table, 9, units={"J-309": "MAF"})
    assert t.sees("US", "J-309")
    assert t.where("J-309") == "MAF"


# --- 26


@case("26", "3.Steps-c")
@pytest.mark.parametrize("unit", ["J-109a", "J-109b", "J-109c", "J-109d"])
def test_the_four_109_artillery_units_fall_with_one_loss(table, unit):
    units = {unit: "OKI", "J-HQ": "KIT"}
    t = table(turn=2, phase="us-bombardment", units=units, revealed=[unit])
    assert t.steps(unit) == 1
    t.do("assign", "U-AS1", "OKI").do("confirm").do("pass", dice=[6, 1, 1])
    assert t.where(unit) == "ELIMINATED"
