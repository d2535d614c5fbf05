"""Chapters 15 and 16: Japanese Reset and Japanese Bombardment."""

from __future__ import annotations

import pytest

from grognard.kernel.dice import ScriptRanOut
from grognard.kernel.flow import Refused

case = pytest.mark.case

STOP = [1]
"""The movement allowance die that is rolled when the bombardments are over."""


def guns(table, **change):
    """The Japanese Bombardment Phase; the Concealed HQ makes the game wait in the Movement Phase after it."""
    units = {"J-HQ": "KIT", **change.pop("units")}
    return table(turn=change.pop("turn", 2), phase="jp-bombardment", units=units, **change)


def shell(t, area, *units, dice):
    """Bombard one area with these units."""
    for unit in units:
        t.do("assign", unit, area)
    return t.do("confirm", dice=[*dice, *STOP])


# --- 15


@case("15", "5.3.1")
def test_fired_japanese_units_become_upright_on_both_maps(table):
    units = {"J-309": "FUN", "J-310": "MAF", "J-109a": "TEN"}
    t = table(turn=2, phase="jp-reset", units=units, revealed=["J-309"], fired=["J-309", "J-310", "J-109a"])
    assert [t.is_fired(u) for u in units] == [False, False, False]


@case("15", "R26")
def test_the_japanese_reset_leaves_us_units_fired(table):
    t = table(turn=2, phase="jp-reset", units={"U-23": "FUN", "J-109a": "TEN"}, fired=["U-23", "J-109a"])
    assert t.is_fired("U-23")
    assert not t.is_fired("J-109a")


@case("R26")
def test_a_unit_that_gave_defensive_fire_may_bombard_in_the_same_turn(table):
    t = table(turn=2, phase="jp-reset", units={"J-MT2": "FUN"}, revealed=["J-MT2"], fired=["J-MT2"])
    assert ("assign", "J-MT2", "CHI") in t.options()


@case("R26")
def test_a_gun_that_bombarded_cannot_give_defensive_fire_in_the_next_us_phases(table):
    t = guns(table, units={"J-MT2": "FUN", "U-23": "CHI"}, control=["CHI"])
    shell(t, "CHI", "J-MT2", dice=[1, 1, 1])
    t.edit(turn=3, phase="us-reset")
    t.edit(phase="us-movement")
    t.do("move", "U-23", "FUN")
    assert t.side == "JP"
    assert ("fire", "J-MT2") not in t.options()


# --- 16 designation


@case("16a", "5.3.2")
def test_japanese_guns_bombard_us_units_with_the_roles_reversed(table):
    t = guns(table, units={"J-109a": "TEN", "U-23": "OKI"}, control=["OKI"])
    shell(t, "OKI", "J-109a", dice=[5, 6, 1])
    assert t.steps("U-23") == 2
    assert t.vp() == (0, 2)


@case("16a")
def test_japanese_bombardment_is_optional(table):
    t = guns(table, units={"J-109a": "TEN", "U-23": "OKI"})
    t.do("confirm", dice=STOP)
    assert t.phase() == "jp-movement"
    assert not t.told("bombardment")
    assert t.is_concealed("J-109a")


@case("16b", "R55")
def test_all_targets_are_named_before_the_first_roll_and_then_fixed(table):
    t = guns(table, units={"J-109a": "TEN", "J-109b": "TEN", "J-109c": "TEN"})
    t.do("assign", "J-109a", "OKI").do("assign", "J-109b", "CHI").do("confirm")
    assert t.options() == [("bombard", "OKI"), ("bombard", "CHI")]
    with pytest.raises(Refused):
        t.do("assign", "J-109c", "FUT")
    t.do("bombard", "CHI", dice=[1, 1, 1, 1, 1, 1, *STOP])
    assert [t.game.space_ids[e.args[1]] for e in t.told("bombardment")] == ["CHI", "OKI"]


@case("16b", "9.1b")
def test_each_gun_has_one_target(table):
    t = guns(table, units={"J-109a": "TEN"})
    t.do("assign", "J-109a", "OKI")
    assert t.options("assign") == []
    t.do("withdraw", "J-109a")
    assert ("assign", "J-109a", "CHI") in t.options()


@case("16b", "R10")
def test_an_area_is_bombarded_once_a_phase_with_all_its_guns_in_one_roll(table):
    t = guns(table, units={"J-109a": "TEN", "J-109b": "TEN", "U-23": "OKI"})
    shell(t, "OKI", "J-109a", "J-109b", dice=[1] * 6)
    assert [len(e.dice) for e in t.told("bombardment")] == [6]
    assert t.phase() == "jp-movement"


@case("R10")
def test_an_area_the_us_bombarded_this_turn_can_be_bombarded_by_the_japanese_too(table):
    units = {"J-109a": "TEN", "J-HQ": "KIT", "U-23": "OKI"}
    t = table(turn=2, phase="us-bombardment", units=units, control=["OKI"])
    t.do("assign", "U-NS1", "OKI").do("confirm").do("pass", dice=[1] * 5)
    assert len(t.told("bombardment")) == 1
    t.edit(phase="jp-bombardment")
    shell(t, "OKI", "J-109a", dice=[1] * 3)
    assert len(t.told("bombardment")) == 2


@case("R55")
def test_the_us_player_sees_no_plan_before_it_is_confirmed(table):
    t = guns(table, units={"J-109a": "TEN", "J-109b": "TEN"}, revealed=["J-109a"])
    t.do("assign", "J-109a", "OKI")
    assert t.view("US")["plans"] == []
    t.do("assign", "J-109b", "CHI").do("confirm")
    assert len(t.view("US")["plans"]) == 2


@case("16c", "R4")
def test_a_gun_among_us_units_may_target_only_its_own_area(table):
    t = guns(table, units={"J-109a": "FUN", "U-23": "FUN", "J-MT2": "MAF"}, revealed=["J-109a"])
    assert [o for o in t.options("assign") if o[1] == "J-109a"] == [("assign", "J-109a", "FUN")]
    with pytest.raises(Refused):
        t.do("assign", "J-109a", "CHI")
    assert ("assign", "J-MT2", "FUN") in t.options()


@case("16d")
def test_an_empty_area_with_a_marker_is_a_target(table):
    t = guns(table, units={"J-109a": "TEN"}, control=["CHI"], safe=["CHI"])
    shell(t, "CHI", "J-109a", dice=[6, 1, 1])
    assert not t.has("safe", "CHI")


@case("16d", "9c")
def test_japanese_units_in_the_target_area_are_never_hurt(table):
    units = {"J-109a": "TEN", "J-309": "FUN", "J-MT2": "FUN", "U-23": ["FUN", 1], "U-24": "OKI"}
    t = guns(table, units=units, revealed=["J-309", "J-MT2"])
    shell(t, "FUN", "J-109a", dice=[6, 6, 6])
    assert t.steps("U-23") == 0
    assert (t.steps("J-309"), t.steps("J-MT2")) == (2, 1)


@case("16e")
def test_the_dice_are_the_sum_of_the_ratings(table):
    t = guns(table, units={"J-109a": "TEN", "J-MT2": "MAF", "U-23": "FUN"})
    t.do("assign", "J-109a", "FUN").do("assign", "J-MT2", "FUN")
    with pytest.raises(ScriptRanOut, match="needs 6 dice"):
        t.do("confirm", dice=[1] * 5)


@case("16e")
def test_fives_and_sixes_hit_and_the_guns_become_fired(table):
    t = guns(table, units={"J-109a": "TEN", "J-109b": "TEN", "U-23": "OKI"})
    shell(t, "OKI", "J-109a", dice=[4, 5, 6])
    assert t.told("damage")[0].args[1:] == (2, 2)
    assert t.is_fired("J-109a")
    assert not t.is_fired("J-109b")


@case("16.1")
def test_only_artillery_units_bombard(table):
    units = {"J-109a": "TEN", "J-MT2": "FUN", "J-RKT": "MAF", "J-309": "FUN", "J-GE": "SUR", "J-TK26": "MAF"}
    t = guns(table, units=units)
    assert {o[1] for o in t.options("assign")} == {"J-109a", "J-MT2", "J-RKT"}
    with pytest.raises(Refused):
        t.do("assign", "J-GE", "OKI")


@case("16e", "3.Facing-b")
def test_fired_guns_do_not_bombard(table):
    t = guns(table, units={"J-109a": "TEN", "J-109b": "TEN"}, fired=["J-109a"])
    assert {o[1] for o in t.options("assign")} == {"J-109b"}


@case("16.2", "R46")
def test_concealed_guns_are_revealed_together_on_confirmation_before_the_first_roll(table):
    t = guns(table, units={"J-109a": "TEN", "J-109b": "HIG", "J-109c": "NID"})
    t.do("assign", "J-109a", "OKI").do("assign", "J-109b", "CHI")
    assert t.is_concealed("J-109a")
    t.do("confirm")
    assert not t.told("bombardment")
    assert [t.sees("US", u) for u in ("J-109a", "J-109b", "J-109c")] == [True, True, False]


@case("16.2", "R55")
def test_a_gun_withdrawn_from_the_plan_stays_concealed(table):
    t = guns(table, units={"J-109a": "TEN", "J-109b": "HIG"})
    t.do("assign", "J-109a", "OKI").do("withdraw", "J-109a")
    shell(t, "OKI", "J-109b", dice=[1] * 3)
    assert t.is_concealed("J-109a")


@case("16.3", "2.1.1(4)a", "R4")
def test_types_combine_each_within_its_own_range(table):
    t = guns(table, units={"J-109a": "TEN", "J-MT2": "MAF", "U-23": "FUN"})
    reach = {o[2] for o in t.options("assign") if o[1] == "J-MT2"}
    assert reach == {"MAF", "FUN", "MOT", "NID", "OSA", "TAM"}
    assert len([o for o in t.options("assign") if o[1] == "J-109a"]) == 21
    shell(t, "FUN", "J-109a", "J-MT2", dice=[1] * 6)
    assert len(t.told("bombardment")) == 1


@case("16.4")
def test_the_defense_value_counts_only_if_the_us_controls_the_area(table):
    ours = guns(table, units={"J-109a": "TEN", "U-23": "FUN"}, control=["FUN"])
    shell(ours, "FUN", "J-109a", dice=[6, 6, 6])
    assert ours.told("damage")[0].args[1:] == (3, 1)
    theirs = guns(table, units={"J-109a": "TEN", "U-23": "FUN"})
    shell(theirs, "FUN", "J-109a", dice=[6, 6, 6])
    assert theirs.told("damage")[0].args[1:] == (3, 3)


@case("16.4", "16.6")
def test_caves_neither_shield_us_units_nor_collapse(table):
    t = guns(table, units={"J-109a": "TEN", "U-23": "FUN", "J-309": "FUN"}, revealed=["J-309"], shown={"FUN": 2})
    shell(t, "FUN", "J-109a", dice=[6, 6, 6])
    assert t.told("damage")[0].args[1:] == (3, 3)
    assert t.caves("FUN") == (0, 2)


@case("16.5", "R20")
def test_the_japanese_player_orders_the_us_row_and_losses_go_round_it(table):
    units = {"J-109a": "TEN", "U-23": ["OKI", 1], "U-24": "OKI", "U-25": "OKI"}
    t = guns(table, units=units)
    t.do("assign", "J-109a", "OKI").do("confirm", dice=[6, 6, 6])
    assert (t.side, t.asked.prompt) == ("JP", "order-row")
    t.do("rank", "U-24").do("rank", "U-23", dice=STOP)
    assert [t.steps(u) for u in ("U-23", "U-24", "U-25")] == [0, 3, 3]
    assert t.where("U-23") == "RESERVE"


@case("16.5")
def test_nobody_retreats_from_a_bombardment(table):
    t = guns(table, units={"J-109a": "TEN", "U-23": "FUN"}, control=["FUN", "CHI"])
    shell(t, "FUN", "J-109a", dice=[6, 6, 6])
    assert t.phase() == "jp-movement"
    assert not t.told("retreated")


@case("16.6", "R9")
@pytest.mark.parametrize(("area", "marker"), [("CHI", "safe"), ("OKI", "beachheads")])
def test_one_hit_removes_the_us_marker_even_without_damage(table, area, marker):
    t = guns(table, units={"J-109a": "TEN", "U-23": "CHI"}, control=["CHI", "OKI"], **{marker: [area]})
    shell(t, area, "J-109a", dice=[6, 1, 1])
    assert not t.has(marker, area)


@case("16.6")
def test_without_a_hit_the_marker_stays(table):
    t = guns(table, units={"J-109a": "TEN"}, control=["CHI"], safe=["CHI"])
    shell(t, "CHI", "J-109a", dice=[4, 1, 1])
    assert t.has("safe", "CHI")


@case("16.6", "R54")
def test_only_the_marker_of_the_target_area_goes(table):
    t = guns(table, units={"J-109a": "TEN"}, control=["CHI", "FUN", "OKI"], safe=["CHI", "FUN"], beachheads=["OKI"])
    shell(t, "CHI", "J-109a", dice=[6, 6, 6])
    assert [t.has("safe", "CHI"), t.has("safe", "FUN"), t.has("beachheads", "OKI")] == [False, True, True]


@case("R56")
def test_the_japanese_player_is_asked_for_targets_even_without_guns_while_something_is_concealed(table):
    t = guns(table, units={"U-23": "OKI"})
    assert t.asked.prompt == "designate-bombardment"
    assert t.options() == [("confirm",)]


# --- the rocket and R51


@case("22.5a", "R48")
def test_the_rocket_reaches_every_area_unless_us_units_stand_beside_it(table):
    far = guns(table, units={"J-RKT": "KIT", "U-23": "OKI"})
    assert len(far.options("assign")) == 21
    near = guns(table, units={"J-RKT": "FUN", "U-23": "FUN"}, revealed=["J-RKT"])
    assert near.options("assign") == [("assign", "J-RKT", "FUN")]


@case("22.5a")
def test_the_rockets_die_is_its_number_of_hits_added_to_the_others(table):
    t = guns(table, units={"J-RKT": "KIT", "J-109a": "TEN", "U-23": "OKI", "U-24": "OKI"}, control=["OKI"])
    t.do("assign", "J-RKT", "OKI").do("assign", "J-109a", "OKI").do("confirm", dice=[5, 1, 1, 4])
    assert t.told("damage")[0].args[1:] == (1 + 4, 5)


@case("22.5a", "16.4")
def test_the_defense_value_is_taken_off_the_rockets_hits(table):
    t = guns(table, units={"J-RKT": "KIT", "U-23": "FUN"}, control=["FUN"])
    shell(t, "FUN", "J-RKT", dice=[3])
    assert t.told("damage")[0].args[1:] == (3, 1)


@case("22.5b")
def test_the_rocket_is_spent_whatever_its_result(table):
    t = guns(table, units={"J-RKT": "KIT", "U-23": "SUR"}, control=["SUR"])
    shell(t, "SUR", "J-RKT", dice=[1])
    assert t.told("damage")[0].args[1:] == (1, 0)
    assert t.where("J-RKT") == "ELIMINATED"
    assert t.sees("US", "J-RKT")


@case("22.5b")
def test_a_rocket_that_is_not_used_is_kept(table):
    t = guns(table, units={"J-RKT": "KIT", "J-109a": "TEN", "U-23": "OKI"})
    shell(t, "OKI", "J-109a", dice=[1, 1, 1])
    assert t.where("J-RKT") == "KIT"


@case("R48", "16.6")
def test_the_rockets_hits_remove_a_marker(table):
    t = guns(table, units={"J-RKT": "KIT"}, control=["CHI"], safe=["CHI"])
    shell(t, "CHI", "J-RKT", dice=[1])
    assert not t.has("safe", "CHI")


@case("R51")
def test_a_mortar_may_bombard_and_then_hide(table):
    t = guns(table, units={"J-MT2": "MAF", "U-23": "FUN"})
    shell(t, "FUN", "J-MT2", dice=[1, 1, 1])
    assert ("hide", "J-MT2") in t.options()
    assert ("march", "J-MT2", "MOT") in t.options()


@case("R51")
def test_us_artillery_may_bombard_and_then_move(table):
    units = {"U-14A": "OKI", "J-HQ": "KIT"}
    t = table(turn=2, phase="us-bombardment", units=units, control=["OKI", "FUT"])
    t.do("assign", "U-14A", "KIT").do("confirm").do("pass", dice=[1, 1, 1])
    assert t.phase() == "us-movement"
    assert t.is_fired("U-14A")
    assert ("move", "U-14A", "FUT") in t.options()


# --- R26: firing again after the second reset


def fired_at_the_landing(table, **options):
    """A mortar that has given Defensive Fire in the US half of the turn, at the Japanese Bombardment Phase."""
    t = table(
        turn=2, phase="us-movement", options=options,
        units={"U-23": "OKI", "J-MT2": "CHI", "J-HQ": "KIT"}, control=["OKI"],
    )  # fmt: skip
    t.do("move", "U-23", "CHI").do("fire", "J-MT2", dice=[1, 1, 1]).do("stay").do("end-movement")
    while t.phase() != "jp-bombardment":
        t.do("pass" if t.offers("pass") else "confirm" if t.offers("confirm") else "end-construction")
    return t


@case("R26", "15")
def test_a_unit_that_gave_defensive_fire_bombards_after_the_reset(table):
    t = fired_at_the_landing(table)
    assert t.offers("assign", "J-MT2", "CHI")


@case("R26", "3.Facing-b")
def test_by_the_stricter_reading_it_has_had_its_one_shot_of_the_turn(table):
    t = fired_at_the_landing(table, firing="turn")
    assert not t.is_fired("J-MT2")
    assert not t.options("assign")
    assert t.why("J-MT2", "CHI") == ["3.Facing-b", "R26"]
    t.do("confirm", dice=[1])
    t.do("end-movement")
    assert not t.options("assault")
    t.do("confirm", dice=[4])  # the weather of the next turn
    assert t.state.turn == 3
    assert t.state.spent == 0


@case("R26")
def test_a_position_without_the_stricter_reading_reads_as_before(table):
    assert not {"once", "spent"} & set(table().state.to_json())
    assert table(options={"firing": "turn"}).state.to_json()["once"] == 1
