"""Positions set up by hand where two or three rules meet that seldom do; what must come of them is the rulebook's."""

from __future__ import annotations

import pytest

from grognard.games.whitesun.flotilla import ALONE, GONE, USABLE
from whitesun.conftest import HIT, NOTHING, X, fire

case = pytest.mark.case
LINE = ["1417", "1517", "1618", "1518"]
RIVER = ["3513", "3614", "3714", "3615", "3616", "3617", "3618", "3619", "3620", "3720", "3721", "3822", "3922", "4023"]


def peking(marching, force, pool, **change):
    """A force before Peking."""
    return marching(force, "1518", pool=pool, japanese=LINE, **change)


# --- the numbers that hit


@case("RE.11", "RE.21", "RE.24", "10.6b", "R12")
@pytest.mark.parametrize(
    ("event", "elite", "communist", "regular"),
    [((1, 1), 3, 3, 4), ((2, 1), 5, 2, 5), ((2, 4), 3, 2, 4), ((4, 1), 4, 2, 5), ((1, 3), 4, 2, 5)],
)
def test_an_event_and_a_great_victory_add_up(marching, event, elite, communist, regular):
    t = peking(marching, X, ["E-88D", "C-8RA", "R-17D"], great_victory=1)
    t.advance("1419", *event, 5, "E-88D", "C-8RA", "R-17D", 6, 1, *fire(14), 1).do("withdraw")
    faces = {kind: t.told(f"{kind}-fire")[0].args[2] for kind in ("elite", "communist", "regular")}
    assert faces == {"elite": elite, "communist": communist, "regular": regular}


@case("RE.11", "8.3", "10.2b")
def test_command_unity_helps_garrisons_too(marching):
    t = marching(X, "2608", japanese=["2504", "2505", "2605", "2606", "2607"])
    t.advance("2708", 1, 1, 1, *fire(14), *fire(4))
    assert t.told("regular-fire")[0].args[2] == 5


@case("RE.54", "9.17f", "R14")
def test_the_border_clash_holds_the_flotilla_back_in_every_round(table):
    t = table([3], turn=2, phase="first", ready=X, flotilla="gone", japanese=["area"], pool=["R-17D"])
    t.do("port", "3302").muster("J-3D").do("land", "3302", dice=[5, 4, 6, "R-17D", 5, 5, 1])
    t.do("fight-on", dice=[5, 5, 1])
    assert [event.args[2] for event in t.told("japanese-fire")] == [6, 6]


@case("RE.51", "10.2a")
def test_the_bombing_campaign_leaves_the_second_round_alone(table):
    t = table([3], turn=2, phase="first", ready=X, flotilla="gone", japanese=["area"], pool=["R-17D"])
    t.do("port", "3302").muster("J-3D").do("land", "3302", dice=[5, 1, 6, "R-17D", 5, 5, 1])
    t.do("fight-on", dice=[4, 4, 1])
    assert [event.args[2] for event in t.told("japanese-fire")] == [6, 5]


@case("RE.13", "10.2b")
def test_smoke_makes_a_puppet_hit_on_4_in_the_first_round_alone(marching):
    t = peking(marching, ["J-101D", "P-HA"], ["R-17D"])
    t.advance("1419", 1, 3, 2, "R-17D", 3, 3, 3, 1).do("fight-on", dice=[4, 4, 5, 1])
    assert [event.args[2] for event in t.told("puppet-fire")] == [4, 6]
    assert [event.args[2] for event in t.told("japanese-fire")] == [4, 5]


@case("RE.15", "10.5a", "R13")
def test_fieldworks_before_a_fort_change_nothing_and_nothing_is_left_of_them_in_round_two(marching):
    t = marching(X, "2608", japanese=["2504", "2505", "2605", "2606", "2607"])
    t.advance("2708", 1, 5, 1, *fire(14), *fire(4)).do("fight-on", dice=[*fire(14), *fire(4)])
    assert [event.args[2] for event in t.told("japanese-fire")] == [6, 5]


@case("8.5d", "10.6b", "R9")
def test_regiments_of_the_base_area_hit_one_face_more_after_a_great_victory(marching):
    t = marching(X, "2424", turn=4, japanese=["area", "2322", "2423"], flotilla="gone", great_victory=1)
    t.advance("2425", *NOTHING, 1, 6, *fire(14))
    assert t.told("communist-fire")[0].args[2] == 5


@case("8.1b", "8.5d")
def test_the_base_area_is_defended_with_an_empty_pool(marching):
    t = marching(X, "2424", turn=4, japanese=["area", "2322", "2423"], flotilla="gone", pool=[])
    t.advance("2425", *NOTHING, 3, 6, 6, 6, *fire(14))
    assert len(t.told("drawn")) == 3


# --- who loses the steps


@case("10.9a", "2.4b")
def test_both_steps_of_an_ad_hoc_division_go_before_the_brigade_beside_it(marching):
    t = peking(marching, ["J-Sen", "J-2IMB"], ["E-FHQG"])
    t.advance("1419", *NOTHING, 2, "E-FHQG", HIT, HIT, 1, 1, 2)
    assert t.where("J-Sen") == "T3", "its die said two turns"
    assert t.where("J-2IMB") == "1419"


@case("10.9a", "2.4b", "R16")
def test_a_hit_may_reduce_a_division_while_an_ad_hoc_brigade_lives_and_no_more(marching):
    t = peking(marching, ["J-Kaw", "J-3D", "J-2IMB"], ["E-FHQG"])
    t.advance("1419", *NOTHING, 2, "E-FHQG", HIT, HIT, 1)
    assert t.goals("lose") == {"J-Kaw", "J-3D"}
    t.do("lose", "J-3D", dice=[*fire(2), 1])
    assert t.steps("J-3D") == 1
    assert t.where("J-Kaw") != "1419", "nothing else was left to choose"


@case("10.1a", "R58", "R16")
def test_the_fighters_strike_a_two_step_unit_and_not_the_ad_hoc_brigade(table):
    t = table([3], turn=2, phase="first", ready=["J-Kaw", "J-3D", "J-5D"], flotilla="gone", japanese=["area"],
              pool=["A-AVG"])  # fmt: skip
    t.do("port", "3302").muster("J-Kaw", "J-3D").do("land", "3302", dice=[*NOTHING, 5, "A-AVG", 3, 3])
    assert t.told("step-lost")[0].args[0] == t.unit("J-3D")
    assert t.own("3302"), "nobody else came"


@case("RE.31a", "10.4a", "8.12")
def test_a_depot_absorbs_no_step_of_an_event(marching):
    t = marching(["J-3D", "J-5D"], "2608", japanese=["2504", "2505", "2605", "2606", "2607"])
    t.advance("2708", 3, 1, 1, 1)
    assert t.goals("lose") == {"J-3D", "J-5D"}
    assert "S-2708" in t.at("2708")


@case("10.4a", "R59")
def test_of_two_hits_at_once_the_depot_takes_one(marching):
    t = marching(X, "2608", japanese=["2504", "2505", "2605", "2606", "2607"])
    t.advance("2708", *NOTHING, 1, *fire(14, 6, 6), *fire(4))
    assert t.told("depot-lost")
    assert t.goals("destroy") == {"G-103", "G-112"}, "one of the two garrisons, the player's choice"


@case("10.1k", "10.1h", "R67")
def test_who_slips_away_in_round_one_waits_in_the_pool_for_the_next_hex(marching):
    t = peking(marching, X, ["R-17D", "R-32D"])
    t.advance("1419", *NOTHING, 4, "R-17D", "R-32D", *fire(14, HIT)).do("destroy", "R-17D", dice=[1, 6])
    assert t.where("R-17D") == "POOL"
    assert t.asked.prompt == "another-round"
    t.do("fight-on", dice=[*fire(14, HIT), 1])
    t.advance("1420", *NOTHING, 4, "R-17D", *fire(14, 6), 2)
    assert t.where("R-17D") == "POOL"


# --- events and whoever is there already


@case("RE.34a", "8.10a", "R41", "10.1h")
def test_defenders_that_held_go_back_unchecked_when_the_city_falls_to_an_event(marching):
    t = peking(marching, ["J-101D"], ["R-NR"], units={"R-17D": "1419"}, standing=["R-17D"], held=["1419"])
    t.advance("1419", 3, 4)
    assert t.own("1419")
    assert t.where("R-17D") == "POOL"
    assert not t.told("cohesion")
    assert t.where("J-101D") == "T2"


@case("8.10c", "RE.15", "R38")
def test_event_dice_are_rolled_against_defenders_in_place_and_no_defence_die(marching):
    t = peking(marching, ["J-3D"], ["R-NR"], units={"R-17D": "1419"}, standing=["R-17D"], held=["1419"])
    t.advance("1419", 1, 5, 5, 5, 1)
    assert not t.told("drawn")
    assert t.told("japanese-fire")[0].args[2] == 6


@case("10.1a", "8.10b", "R38")
def test_what_the_fighters_leave_behind_is_met_without_a_new_roll(table):
    t = table([3], turn=2, phase="first", ready=["J-3D", "J-5D", "J-6D"], flotilla="gone", japanese=["area"],
              pool=["A-AVG", "R-NR"])  # fmt: skip
    t.do("port", "3302").muster("J-3D")
    t.do("land", "3302", dice=[*NOTHING, 5, "A-AVG", "R-NR", 1, *fire(12, 6), 6, 3])
    assert t.at("3302") == {"R-NR"}
    assert t.where("A-AVG") == "POOL"
    t.do("port", "3302").muster("J-5D").do("land", "3302", dice=[*NOTHING, *fire(2), *fire(12)])
    assert len(t.told("called-for")) == 1


@case("RE.31a", "9.17b", "R14")
def test_a_force_cut_off_before_shanghai_costs_the_flotilla(table):
    t = table(ready=["J-2IMB", "J-27D"], pool=[]).muster("J-2IMB")
    t.do("land", "2504", dice=[3, 1, 1, 2])
    assert t.state.flotilla == GONE
    assert not t.state.great_victory
    assert not t.told("flotilla-fire")


@case("9.6", "9.17f", "R14")
def test_a_force_thrown_back_along_the_river_keeps_the_flotilla_at_hand(marching):
    t = marching(X, "3617", turn=4, japanese=["area", *RIVER[: RIVER.index("3617") + 1]], flotilla="usable", along=1,
                 pool=["R-NR"])  # fmt: skip
    t.advance("3618", *NOTHING, 2, "R-NR", *fire(2), *fire(14), *fire(12)).do("withdraw")
    assert t.state.flotilla == USABLE
    assert t.where("J-3D") == "RESERVE"


@case("9.17f", "RE.34a", "R14")
def test_a_force_taken_away_by_an_event_leaves_the_flotilla_alone(marching):
    t = marching(X, "3617", turn=4, japanese=["area", *RIVER[: RIVER.index("3617") + 1]], flotilla="usable", along=1)
    t.advance("3618", 3, 4, 1)
    assert t.state.flotilla == ALONE
    assert t.own("3618")


@case("RE.61b", "9.4", "9.6")
def test_points_taken_by_the_counteroffensive_are_missing_for_another_round(table):
    t = table([3], turn=2, phase="first", ready=["J-3D", "J-5D", "J-6D", "J-9D"], flotilla="gone", japanese=["area"],
              pool=["R-NR"])  # fmt: skip
    t.do("port", "3302").muster("J-3D", "J-5D", "J-6D")
    t.do("land", "3302", dice=[6, 1, 6, 1]).do("lose", "J-3D", dice=[4, 5, "R-NR", *fire(5), *fire(12), 3])
    assert t.mp <= 1 or t.told("repulsed")
    assert t.told("repulsed"), "1 MP does not pay for a round that costs 2"
    assert not t.own("3302")


@case("RE.64", "3.6a", "R44")
def test_an_operation_cut_short_draws_nobody_and_brings_even_ad_hoc_units_back(table):
    t = table([3], turn=2, phase="first", ready=["J-Kaw", "J-3D"], flotilla="gone", japanese=["area"], pool=["R-NR"])
    t.do("port", "3302").muster("J-Kaw").do("land", "3302", dice=[6, 4, 6, 3])
    assert not t.told("drawn")
    assert t.where("J-Kaw") == "T3"
    assert not t.own("3302")


# --- turns, boxes, capacity


@case("7.4d", "3.5d", "R20")
@pytest.mark.parametrize(("turn", "die", "box"), [(1, 1, "T2"), (1, 3, "T4"), (1, 4, "OUT"), (4, 1, "OUT")])
def test_an_ad_hoc_unit_is_rolled_for_and_beyond_turn_4_it_is_out(marching, turn, die, box):
    t = peking(marching, ["J-Kaw"], ["E-88D"], turn=turn)
    t.advance("1419", *NOTHING, 2, "E-88D", HIT, die)
    assert t.where("J-Kaw") == box


@case("10.1g", "3.5b", "3.5c")
@pytest.mark.parametrize(("phase", "box"), [("first", "RESERVE"), ("second", "T2")])
def test_where_an_eliminated_division_goes(marching, phase, box):
    t = peking(marching, ["J-101D"], ["E-88D"], phase=phase)
    t.advance("1419", *NOTHING, 2, "E-88D", HIT)
    assert t.where("J-101D") == box


@case("7.4b", "3.5e", "R15")
def test_an_eliminated_puppet_is_not_in_the_reserve(marching):
    t = peking(marching, ["P-HA"], ["E-88D"])
    t.advance("1419", *NOTHING, 2, "E-88D", HIT)
    assert t.where("P-HA") == "OUT"


@case("9.13a", "6.2a")
def test_with_eight_landed_a_force_of_three_finds_no_ships(table):
    t = table(phase="first", ready=["J-3D", "J-5D", "J-6D", "J-9D"], pool=[]).edit(amphibious=8)
    t.muster("J-3D", "J-5D")
    assert t.options("land")
    t.muster("J-6D")
    assert not t.options("land")
    assert "9.13a" in t.why(space="1411")


@case("8.7a", "8.8a", "R6", "R7")
def test_a_substitute_that_stays_away_counts_and_an_army_set_aside_is_not_drawn_again(marching):
    t = marching(X, "3714", turn=1, japanese=["area", "3513", "3614", "3714"], flotilla="gone", pool=["C-8RA", "E-88D"])
    to = sorted(t.goals("advance") - {"3615"})[0]
    t.advance(to, *NOTHING, 5, "C-8RA", "E-88D")
    assert t.own(to)
    assert {t.where("C-8RA"), t.where("E-88D")} == {"POOL"}
    assert not t.told("elite-fire") + t.told("communist-fire")


@case("8.8a", "8.8b", "R61")
def test_neither_army_fights_on_the_river(marching):
    t = marching(X, "3714", japanese=["area", "3513", "3614", "3714"], flotilla="gone",
              pool=["C-8RA", "C-N4A", "R-17D"])  # fmt: skip
    t.advance("3615", *NOTHING, 3, "C-8RA", "C-N4A", "R-17D", *fire(14, 6), 2)
    assert [event.args[0] for event in t.told("drawn")] == [t.unit("R-17D")]


@case("11.4a", "10.6b", "R51")
@pytest.mark.parametrize(("die", "hit"), [(3, True), (4, False)])
def test_a_raider_hits_one_face_more_under_a_great_victory(table, die, hit):
    t = table([6], turn=2, phase="first", ready=["J-101D", "J-3D"], flotilla="gone", japanese=["area"], pool=[])
    t.edit(great_victory=1).muster("J-101D")
    t.do("fight", dice=[die, *([] if hit else [1, 1]), 6])
    assert bool(t.told("step-lost")) == hit


@case("9.4", "9.10b", "R36")
def test_a_second_round_in_the_hills_costs_what_the_railroad_cost(marching):
    t = marching(X, "1419", pool=["R-NR"], japanese=LINE)
    t.edit(at="1419", mp=10, pool=["R-NR"])
    t.advance("1420", *NOTHING, 4, "R-NR", *fire(14), *fire(12))
    assert t.mp == 9
    t.do("fight-on", dice=[*fire(14, HIT), 3])
    assert t.mp == 8


@case("10.6a", "10.1a", "11.1b")
def test_the_fighters_part_in_it_makes_it_no_less_a_great_victory(table):
    four = ["J-101D", "J-104D", "J-106D", "J-108D"]
    t = table([3], turn=2, phase="first", ready=[*four, "J-3D"], flotilla="gone", japanese=["area"],
              pool=["A-AVG", "E-FHQG"])  # fmt: skip
    t.do("port", "3302").muster(*four)
    t.do("land", "3302", dice=[*NOTHING, 5, "A-AVG", "E-FHQG"])
    t.do("lose", "J-101D", dice=[HIT, HIT, HIT, 3, 3])
    assert t.state.great_victory
    assert t.at("3302") == {"E-FHQG"}


# --- what the log says of it


@case("RE.13", "RE.15", "R13")
@pytest.mark.parametrize(("dice", "at", "to", "said"), [
    ((1, 3), "1518", "1419", "Event 1-3: Special Smoke: Japanese dice hit on 4–6 in the first round."),
    ((1, 4), "1419", "1420", "Event 1-4: Special Smoke: it and the rough terrain cancel each other, and Imperial dice "
     "hit on 5–6 in the first round."),
    ((1, 3), "2608", "2708", "Event 1-3: Special Smoke: it and the fort cancel each other, and Imperial dice hit on "
     "5–6 in the first round."),
    ((1, 5), "1518", "1419",
     "Event 1-5: Fieldworks: Japanese dice hit only on 6 in the first round."),
    ((1, 6), "1419", "1420", "Event 1-6: Fieldworks: nothing is added to the rough terrain."),
])  # fmt: skip
def test_smoke_and_fieldworks_are_told_as_they_work_in_the_hex(marching, dice, at, to, said):
    held = [*LINE, *(["1419"] if at == "1419" else []), "2504", "2505", "2605", "2606", "2607"]
    t = marching(X, at, japanese=held)
    t.advance(to, *dice, 1, *(fire(14) if to == "2708" else ()), *(fire(4) if to == "2708" else ()))
    assert said in t.said()
