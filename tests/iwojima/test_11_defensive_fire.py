"""Chapter 11: Japanese Defensive Fire."""

from __future__ import annotations

import pytest

from grognard.kernel.flow import Refused

case = pytest.mark.case


def refused(t, *words):
    """The option is refused and nothing has changed."""
    before = t.state.fingerprint()
    with pytest.raises(Refused):
        t.do(*words)
    return t.state.fingerprint() == before


def entry(table, units, area="FUN", mover="U-23", **more):
    """A US unit goes from Chidori Airfield, which is US-controlled, into an area; the Japanese HQ is far away."""
    position = {mover: "CHI", "J-HQ": "KIT", **units}
    t = table(phase="us-movement", units=position, **{"control": ["CHI"], **more})
    return t.do("move", mover, area)


def dice_rolled(t):
    return len(t.told("defensive-fire")[-1].dice)


# --- 11: who may fire


@case("11a")
@pytest.mark.parametrize("revealed", [[], ["J-309"]])
def test_concealed_and_revealed_units_may_fire_at_a_unit_that_enters(table, revealed):
    t = entry(table, {"J-309": "FUN"}, revealed=revealed)
    assert (t.side, t.options("fire")) == ("JP", [("fire", "J-309")])


@case("11b")
def test_defensive_fire_is_not_mandatory(table):
    t = entry(table, {"J-309": "FUN"}).do("pass")
    assert t.told("defensive-fire") == []
    assert not t.is_fired("J-309")
    assert t.is_concealed("J-309")


@case("11c")
@pytest.mark.parametrize("revealed", [[], ["J-309"]])
def test_fired_units_cannot_give_defensive_fire(table, revealed):
    t = entry(table, {"J-309": "FUN", "J-310": "FUN"}, revealed=revealed, fired=["J-309"])
    assert t.options("fire") == [("fire", "J-310")]
    assert refused(t, "fire", "J-309")


@case("11d")
def test_only_the_moving_unit_is_hit(table):
    t = entry(table, {"J-309": "FUN", "U-24": "FUN"}, revealed=["J-309"]).do("fire", "J-309", dice=[5, 5, 5]).do("stay")
    assert (t.steps("U-23"), t.steps("U-24")) == (1, 4)


@case("11.1")
def test_the_japanese_player_picks_any_one_eligible_unit_of_the_area(table):
    for unit, dice in (("J-309", 5), ("J-MG2", 6), ("J-HQ", 3)):
        t = entry(table, {"J-309": "FUN", "J-MG2": "FUN", "J-HQ": "FUN", "J-310": "MAF"})
        assert {who for _, who in t.options("fire")} == {"J-309", "J-MG2", "J-HQ"}
        assert refused(t, "fire", "J-310")
        t.do("fire", unit, dice=[1] * dice).do("stay")
        assert [who for who in ("J-309", "J-MG2", "J-HQ") if t.is_fired(who)] == [unit]


# --- 11.1.1: dice


@case("11.1.1a")
@pytest.mark.parametrize(
    ("unit", "steps", "dice"), [("J-309", 2, 3), ("J-309", 1, 2), ("J-MG2", 2, 4), ("J-MT2", 1, 1)]
)
def test_a_revealed_unit_rolls_its_assault_rating(table, unit, steps, dice):
    t = entry(table, {unit: ["FUN", steps]}, revealed=[unit]).do("fire", unit, dice=[1] * dice)
    assert dice_rolled(t) == dice


@case("11.1.1a")
def test_fives_and_sixes_are_hits_and_hits_are_damage(table):
    t = entry(table, {"J-MG2": "FUN"}, revealed=["J-MG2"]).do("fire", "J-MG2", dice=[4, 5, 6, 3])
    assert t.asked.about[2] == 2
    t.do("stay")
    assert t.steps("U-23") == 2
    assert t.vp() == (0, 2)


@case("11.1.1a")
@pytest.mark.parametrize("control", [["CHI"], ["CHI", "OSA"]])
def test_neither_defense_value_nor_caves_reduce_defensive_fire(table, control):
    position = {"U-23": "FUN", "J-309": "OSA", "J-HQ": "KIT"}
    t = table(phase="us-movement", units=position, revealed=["J-309"], control=control)
    if "OSA" not in control:
        t.edit(shown={"OSA": 2})
    t.do("move", "U-23", "OSA").do("fire", "J-309", dice=[5, 5, 1])
    assert t.steps("U-23") == 2


@case("11.1.1b")
def test_a_concealed_unit_is_revealed_and_rolls_two_dice_more(table):
    t = entry(table, {"J-309": "FUN"}).do("fire", "J-309", dice=[1] * 5)
    assert dice_rolled(t) == 5
    assert t.sees("US", "J-309")


@case("11.1.1b")
def test_a_concealed_unit_with_rating_zero_rolls_two_dice(table):
    t = entry(table, {"J-109a": "FUN"}).do("fire", "J-109a", dice=[5, 5]).do("stay")
    assert dice_rolled(t) == 2
    assert t.steps("U-23") == 2
    assert not t.is_concealed("J-109a")


@case("11.1.1b")
def test_units_beside_the_firing_one_stay_concealed(table):
    t = entry(table, {"J-309": "FUN", "J-310": "FUN"}).do("fire", "J-309", dice=[1] * 5)
    assert t.is_concealed("J-310")


@case("11.1.1c", "R44")
@pytest.mark.parametrize("mountain", ["OSA", "TAM"])
def test_a_us_controlled_mountain_next_door_takes_the_surprise_away(table, mountain):
    t = entry(table, {"J-309": "FUN"}, control=["CHI", mountain]).do("fire", "J-309", dice=[1] * 3)
    assert dice_rolled(t) == 3
    assert t.sees("US", "J-309")


@case("11.1.1c")
@pytest.mark.parametrize("area", ["SUR", "NID", "MAF"])
def test_no_other_area_takes_the_surprise_away(table, area):
    t = entry(table, {"J-309": "FUN"}, control=["CHI", area]).do("fire", "J-309", dice=[1] * 5)
    assert dice_rolled(t) == 5


@case("11.1.1c")
def test_a_mountain_under_japanese_control_gives_no_observers_even_with_marines_on_it(table):
    t = entry(table, {"J-309": "FUN", "U-24": "OSA"}).do("fire", "J-309", dice=[1] * 5)
    assert dice_rolled(t) == 5


@case("R13")
def test_a_unit_that_would_roll_no_dice_cannot_fire(table):
    t = entry(table, {"J-109a": "FUN", "J-309": "FUN"}, revealed=["J-109a"])
    assert t.options("fire") == [("fire", "J-309")]
    assert refused(t, "fire", "J-109a")


@case("R13", "11.1.1c")
def test_a_concealed_gun_without_surprise_cannot_fire(table):
    t = entry(table, {"J-109a": "FUN", "J-RKT": "FUN"}, control=["CHI", "OSA"])
    assert t.options("fire") == []
    assert t.options("reveal") == [("reveal", "J-RKT"), ("reveal", "J-109a")]


@case("R13")
def test_a_gun_shown_before_it_fires_has_nothing_to_fire_with(table):
    t = entry(table, {"J-109a": "FUN"})
    assert t.options("fire") == [("fire", "J-109a")]
    t.do("reveal", "J-109a")
    assert t.options("fire") == []


# --- 11.1.2: retreat and losses


@case("11.1.2(1)a", "11.1.3b")
def test_a_retreat_takes_one_off_the_damage_and_ends_the_move_next_door(table):
    t = entry(table, {"J-309": "FUN"}, revealed=["J-309"]).do("fire", "J-309", dice=[5, 5, 1])
    assert (t.side, t.asked.about[2]) == ("US", 2)
    assert "the losses are 1 fewer if it retreats. Its move ends either way." in t.game.prompt(t.state, t.asked, 0)
    t.do("fall-back", "CHI")
    assert (t.where("U-23"), t.steps("U-23"), t.vp()) == ("CHI", 3, (0, 1))
    assert t.asked.prompt == "us-movement"
    assert not [option for option in t.options("move") if option[1] == "U-23"]


@case("11.1.2(1)a")
def test_fire_that_misses_is_not_spoken_of_as_damage(table):
    t = entry(table, {"J-309": "FUN"}, revealed=["J-309"]).do("fire", "J-309", dice=[1, 1, 1])
    assert t.game.prompt(t.state, t.asked, 0).startswith("No Damage on 23/4 in ")


@case("11.1.2(1)a", "R58")
def test_a_retreat_goes_to_any_eligible_adjacent_area_without_mp(table):
    position = {"U-14A": "CHI", "J-309": "MIN", "J-HQ": "KIT"}
    t = table(phase="us-movement", units=position, revealed=["J-309"], control=["CHI", "FUT", "FUN", "TAC", "OKI"])
    t.do("move", "U-14A", "FUN").do("to", "MIN").do("fire", "J-309", dice=[5, 1, 1])
    assert t.options("fall-back") == [("fall-back", area) for area in ("FUT", "CHI", "FUN", "TAC")]
    t.do("fall-back", "TAC")
    assert (t.where("U-14A"), t.steps("U-14A")) == ("TAC", 2)


@case("11.1.2(1)b")
def test_no_retreat_into_an_area_under_enemy_control_or_with_enemies(table):
    position = {"J-309": "FUN", "J-310": "IDO"}
    t = entry(table, position, revealed=["J-309", "J-310"], control=["CHI", "IDO", "MIN"])
    t.do("fire", "J-309", dice=[5, 1, 1])
    assert t.options("fall-back") == [("fall-back", "CHI"), ("fall-back", "MIN")]
    assert refused(t, "fall-back", "IDO")
    assert refused(t, "fall-back", "MAF")


@case("11.1.2(1)b")
def test_without_an_eligible_area_there_is_no_retreat(table):
    t = entry(table, {"J-309": "FUN"}, revealed=["J-309"], control=["OKI"]).do("fire", "J-309", dice=[5, 1, 1])
    assert t.asked.prompt == "us-movement"
    assert (t.where("U-23"), t.steps("U-23")) == ("FUN", 3)


@case("R16", "R6")
def test_a_full_area_is_not_eligible_for_a_retreat(table):
    crowd = dict.fromkeys(("U-24", "U-25", "U-26", "U-27", "U-28"), "MIN")
    t = entry(table, {"J-309": "FUN", **crowd}, revealed=["J-309"], control=["CHI", "MIN"])
    t.do("fire", "J-309", dice=[5, 1, 1])
    assert t.options("fall-back") == [("fall-back", "CHI")]


@case("R16")
def test_infantry_may_retreat_into_a_hill(table):
    t = entry(table, {"J-AT8": "FUN"}, revealed=["J-AT8"], control=["CHI", "OSA"]).do("fire", "J-AT8", dice=[5, 1, 1])
    assert t.options("fall-back") == [("fall-back", "CHI"), ("fall-back", "OSA")]


@case("R16")
def test_a_tank_may_not_retreat_into_a_hill(table):
    position = {"U-4T": "FUN", "U-23": "FUN", "J-309": "FUN", "J-HQ": "KIT"}
    t = table(phase="jp-assault", units=position, revealed=["J-309"], control=["CHI", "OSA"])
    t.do("assault", "J-309").do("confirm").do("assault-area", "FUN", dice=[1, 1, 1])
    assert {option[1:] for option in t.options("retreat")} == {("U-23", "CHI"), ("U-23", "OSA"), ("U-4T", "CHI")}


@case("R14")
def test_a_retreat_may_be_declared_at_no_damage(table):
    t = entry(table, {"J-309": "FUN"}, revealed=["J-309"]).do("fire", "J-309", dice=[1, 1, 1])
    t.do("fall-back", "CHI")
    assert (t.where("U-23"), t.steps("U-23"), t.vp()) == ("CHI", 4, (0, 0))


@case("11.1.2(1)c")
@pytest.mark.parametrize("area", ["FUT", "MIN"])
def test_a_unit_fired_at_as_it_lands_cannot_retreat(table, area):
    t = table(phase="us-movement", units={"J-309": area, "J-HQ": "KIT"}, control=["CHI"])
    t.do("land", "U-23", area).do("fire", "J-309", dice=[5, 5, 1, 1, 1])
    assert t.asked.prompt == "us-movement"
    assert (t.where("U-23"), t.steps("U-23")) == (area, 2)


@case("R15")
def test_a_unit_that_landed_and_went_on_may_retreat_from_the_next_area(table):
    t = table(phase="us-movement", units={"J-309": "CHI", "J-HQ": "KIT"}, control=["OKI"], beachheads=["OKI"])
    t.do("land", "U-23", "OKI").do("to", "CHI").do("fire", "J-309", dice=[5, 1, 1, 1, 1])
    assert t.options("fall-back") == [("fall-back", "OKI")]


@case("11.1.2(2)")
def test_a_retreat_from_damage_one_costs_nothing(table):
    t = entry(table, {"J-309": "FUN"}, revealed=["J-309"]).do("fire", "J-309", dice=[5, 1, 1]).do("fall-back", "CHI")
    assert (t.where("U-23"), t.steps("U-23"), t.vp()) == ("CHI", 4, (0, 0))


@case("11.1.2(2)")
def test_one_step_is_lost_per_point_and_an_eliminated_unit_goes_to_the_reserve_box(table):
    t = entry(table, {"J-MG2": "FUN", "U-23": ["CHI", 3]}).do("fire", "J-MG2", dice=[5, 5, 5, 1, 1, 1]).do("stay")
    assert (t.where("U-23"), t.steps("U-23"), t.vp()) == ("RESERVE", 0, (0, 3))


@case("11.1.2(2)")
def test_a_unit_that_dies_in_spite_of_its_retreat_does_not_arrive(table):
    t = entry(table, {"J-309": "FUN", "U-23": ["CHI", 1]}, revealed=["J-309"]).do("fire", "J-309", dice=[5, 5, 1])
    t.do("fall-back", "CHI")
    assert (t.where("U-23"), t.steps("U-23"), t.vp()) == ("RESERVE", 0, (0, 1))


@case("11.1.2(3)")
def test_excess_damage_is_lost_and_scores_nothing(table):
    position = {"J-MG2": "FUN", "U-23": ["CHI", 1], "U-24": "FUN"}
    t = entry(table, position).do("fire", "J-MG2", dice=[5] * 6).do("stay")
    assert t.where("U-23") == "RESERVE"
    assert t.steps("U-24") == 4
    assert t.vp() == (0, 1)


# --- 11.1.3, 11.2: the end of it


@case("11.1.3a")
def test_a_survivor_that_stays_goes_no_further(table):
    t = entry(table, {"J-309": "FUN"}).do("fire", "J-309", dice=[5, 1, 1, 1, 1]).do("stay")
    assert t.where("U-23") == "FUN"
    assert t.asked.prompt == "us-movement"
    assert not [option for option in t.options("move") if option[1] == "U-23"]


@case("11.1.3a")
def test_even_fire_without_a_hit_ends_the_move(table):
    t = entry(table, {"J-309": "FUN"}, control=["OKI"]).do("fire", "J-309", dice=[1] * 5)
    assert (t.where("U-23"), t.asked.prompt) == ("FUN", "us-movement")


@case("R58")
def test_a_retreat_draws_no_fire_and_uses_no_landing(table):
    position = {"U-23": "CHI", "J-309": "MIN", "J-HQ": "KIT"}
    t = table(phase="us-movement", units=position, revealed=["J-309"], control=["CHI", "TAC"])
    t.do("move", "U-23", "MIN").do("fire", "J-309", dice=[1, 1, 1]).do("fall-back", "TAC")
    assert len(t.told("defensive-fire")) == 1
    assert (t.side, t.asked.prompt) == ("US", "us-movement")
    assert ("land", "U-24", "TAC") in t.options()


@case("R58")
def test_a_retreating_japanese_unit_stays_revealed_and_fired(table):
    position = {"U-23": "CHI", "J-309": "FUN", "J-HQ": "KIT"}
    t = table(phase="jp-movement", units=position, control=["CHI"], revealed=["J-309"], fired=["J-309"], dice=[3])
    t.do("march", "J-309", "CHI").do("fire", "U-23", dice=[5, 1, 1, 1, 1]).do("fall-back", "FUN")
    assert (t.where("J-309"), t.steps("J-309")) == ("FUN", 2)
    assert t.sees("US", "J-309")
    assert t.is_fired("J-309")
    assert t.asked.about == (1,)  # the march used one move, the retreat none


@case("11.2")
def test_the_firing_unit_is_fired_afterwards(table):
    t = entry(table, {"J-309": "FUN", "J-310": "FUN"}, revealed=["J-309"]).do("fire", "J-309", dice=[1, 1, 1])
    t.do("stay")
    assert t.is_fired("J-309")
    assert not t.is_fired("J-310")


@case("11.2")
def test_the_firing_unit_is_fired_even_if_the_target_dies(table):
    t = entry(table, {"J-309": "FUN", "U-23": ["CHI", 1]}).do("fire", "J-309", dice=[5, 5, 5, 1, 1]).do("stay")
    assert t.where("U-23") == "RESERVE"
    assert t.is_fired("J-309")
