"""Corners of White Sun read in the rulebook by a third referee; what must come was written down before it was run."""

from __future__ import annotations

import pytest

from grognard.games.whitesun.administration import garrisons_needed
from grognard.games.whitesun.flotilla import ALONE, USABLE
from grognard.kernel.bits import members
from whitesun.conftest import GAME, HIT, NOTHING, X, fire

case = pytest.mark.case
LINE = ["1417", "1517", "1618", "1518"]
FOUR = ["J-101D", "J-104D", "J-106D", "J-108D"]
RIVER = ["3513", "3614", "3714", "3615", "3616", "3617", "3618", "3619", "3620", "3720", "3721", "3822", "3922", "4023"]


def reasons(t, unit=None, space=None, verb=""):
    u = None if unit is None else t.unit(unit)
    h = None if space is None else t.space(space)
    return [bar.text for bar in t.game.why_not(t.state, t.asked.side, u, h, verb)]


def card(t, *words):
    return t.game.preview(t.state, t.asked.side, t.game.from_words(words))


# --- events and what was there before them


@case("10.6a", "RE.31a", "R11")
def test_the_last_of_four_that_falls_in_combat_makes_it_a_great_victory_though_an_event_took_the_others(marching):
    t = marching(FOUR, "1518", japanese=LINE, pool=["E-FHQG"]).advance("1419", 3, 1, 2, 6)
    t.do("lose", "J-101D").do("lose", "J-104D").do("lose", "J-106D", dice=["E-FHQG", HIT, 1, 1])
    assert t.state.great_victory


@case("10.6a", "RE.31a")
def test_four_that_an_event_leaves_nothing_of_are_no_great_victory(marching):
    t = marching(FOUR, "1518", japanese=LINE, pool=["E-FHQG"], began_with=4)
    t.edit(units={"J-104D": "T2"})
    t.edit(force=["J-101D", "J-106D", "J-108D"], at="1518", began_with=4)
    t.advance("1419", 3, 1, 2, 6)
    assert not t.state.great_victory
    assert not t.state.force


@case("10.6b", "10.2b", "R11", "R12")
def test_a_great_victory_makes_regulars_hit_on_5_and_lapses_with_the_phase(marching):
    t = marching(["J-101D"], "1518", japanese=LINE, pool=["R-17D"], great_victory=1)
    t.advance("1419", *NOTHING, 2, "R-17D", *fire(2), 1).do("withdraw")
    assert t.told("regular-fire")[0].args[2] == 5
    t.do("end-phase")
    assert not t.state.great_victory


@case("RE.34b", "R41")
def test_rape_without_effect_before_chungking_may_still_happen_elsewhere(marching):
    t = marching(X, "4123", turn=4, japanese=["area", *RIVER, "4123"], flotilla="gone", pool=["R-17D"],
                 units={"R-32D": "4224"}, standing=["R-32D"])  # fmt: skip
    t.advance("4224", 3, 4, 1, "R-17D", *fire(14, 6, 6), 6, 6)
    assert not t.state.rape_used
    assert t.own("4224")


@case("RE.41", "3.9a", "R41")
def test_kill_all_sends_the_force_to_turn_4_with_an_ad_hoc_unit_unrolled(table):
    t = table([3], turn=3, phase="first", ready=["J-Kaw", "J-3D"], flotilla="gone", japanese=["area"], pool=["R-17D"])
    t.do("port", "3302").muster("J-Kaw").do("land", "3302", dice=[4, 2, 6, 3])
    assert t.where("J-Kaw") == "T4"
    assert t.own("3302")
    assert not t.told("asterisk")


@case("RE.61a", "RE.61b", "R43")
def test_whoever_the_counteroffensive_throws_out_is_available_again_at_once_at_full_strength(table):
    t = table([3], turn=2, phase="first", ready=["J-3D", "J-5D"], flotilla="gone", japanese=["area"], pool=["R-17D"])
    t.do("port", "3302").muster("J-3D").do("land", "3302", dice=[6, 1, 6, 1, 6, 6, 3])
    assert t.where("J-3D") == "READY"
    assert t.steps("J-3D") == 2
    assert not t.own("3302")


@case("RE.61b", "RE.61a")
def test_a_second_counteroffensive_in_a_turn_is_nothing_and_turn_3_has_its_own(table):
    t = table([3], turn=2, phase="first", ready=["J-3D", "J-5D"], flotilla="gone", japanese=["area"], pool=[])
    t.edit(fierce_used=1)
    t.do("port", "3302").muster("J-3D").do("land", "3302", dice=[6, 1, 6, 3])
    assert t.own("3302")


@case("8.12", "RE.31a", "8.2b")
def test_steps_of_an_event_are_lost_though_nobody_defends(marching):
    t = marching(["J-101D", "J-104D"], "1518", japanese=LINE, pool=["R-17D"])
    t.advance("1419", 3, 2, 1, 1)
    t.do("lose", "J-101D")
    assert t.own("1419")
    assert t.where("J-101D") == "RESERVE"


# --- the sea, the river, the edges


@case("9.13d", "9.16b")
def test_a_puppet_in_the_force_keeps_it_off_the_sea_and_treaty_ports_say_so_first(table):
    t = table(ready=["P-HA", "J-27D"], pool=[]).muster("J-27D")
    assert t.options("land")
    t.muster("P-HA")
    assert not t.options("land")
    assert t.why(space="5710") == ["9.13d"]
    assert t.why(space="5007") == ["9.16b"]


@case("9.17e", "9.18b", "R14")
def test_the_card_of_a_step_into_the_tertiary_river_says_that_the_flotilla_stays(marching):
    t = marching(X, "4224", turn=4, japanese=["area", *RIVER, "4123", "4224"], flotilla="usable", along=1, pool=[])
    assert any("flotilla" in row["text"] for row in card(t, "advance", "4324")["items"])
    assert not any("alone" in row["text"] for row in card(t, "advance", "4123").get("items", ()))
    t.advance("4324", *NOTHING, 1)
    assert t.state.flotilla == ALONE


@case("9.17c", "R14")
def test_in_the_secondary_river_the_flotilla_has_one_die(marching):
    held = ["area", *RIVER[: RIVER.index("3618") + 1]]
    t = marching(["J-101D"], "3618", turn=4, japanese=held, flotilla="usable", along=1, pool=["R-17D"])
    t.advance("3619", *NOTHING, 4, "R-17D", 1, *fire(2), 1)
    assert len(t.told("flotilla-fire")[0].dice) == 1
    assert t.state.flotilla == USABLE


@case("9.13a", "R53")
def test_ten_units_a_phase_and_the_second_phase_has_its_own_ten(table):
    t = table(phase="second", ready=["J-3D", "J-5D"], pool=[]).edit(amphibious=9)
    t.muster("J-3D", "J-5D")
    assert not t.options("land")
    t.do("stand-down", "J-5D")
    assert t.options("land")


@case("3.7c", "3.8c", "R54")
def test_what_came_over_the_south_edge_in_the_first_phase_is_missing_in_the_second(table):
    t = table(turn=4, phase="first", ready=["J-3D", "J-5D", "J-6D"], japanese=["area"], pool=[], flotilla="gone",
              southern=7)  # fmt: skip
    t.muster("J-3D", "J-5D")
    assert t.why(space="5819") == ["3.8c", "R54"]
    t.do("stand-down", "J-5D")
    assert t.offers("enter", "5819")


@case("9.15", "9.13b", "8.4", "R60")
def test_hainan_is_taken_from_its_one_garrison_and_nobody_goes_on_from_there(table):
    t = table(ready=["J-3D", "J-5D", "J-27D"], pool=["R-NR"]).muster("J-3D", "J-5D")
    t.do("land", "5710", dice=[*NOTHING, *fire(4, HIT)])
    assert t.own("5710")
    assert t.where("J-3D") == "RESERVE"
    assert not t.told("called-for")


@case("9.11g", "9.12a", "3.7d", "R33")
def test_supply_from_the_south_edge_begins_with_turn_3(table):
    t = table(turn=1, ready=["J-3D", "J-27D"], pool=[]).muster("J-3D")
    assert t.why(space="5819") == ["3.7c", "3.7d"]


# --- objectives and raids


@case("OT.6b", "8.5b", "11.4a", "R51")
def test_a_raider_that_kills_the_whole_force_breaks_the_line_without_a_shot(table):
    t = table([6], turn=3, phase="first", ready=["J-101D", "J-3D"], flotilla="gone", japanese=["area"], pool=[])
    hex_ = "1417"
    t.muster("J-101D").do("fight", dice=[3, 3])
    assert not t.told("raid-return-fire")
    assert t.state.broken >> t.space(hex_) & 1
    assert t.where("J-101D") == "T4"
    assert not t.state.great_victory


@case("8.5c", "R47", "OT.6a")
def test_with_all_regiments_beaten_a_raid_is_no_effect_and_uses_a_unit_up(table):
    t = table([6], turn=2, phase="first", ready=["J-101D", "J-3D", "J-5D", "J-6D", "J-9D", "J-10D"],
              flotilla="gone", japanese=["area"], pool=[])  # fmt: skip
    for unit in ("J-101D", "J-3D", "J-5D", "J-6D"):
        t.muster(unit).do("fight", dice=[6, 6, 1, 6])
    assert t.asked.prompt == "spend"


@case("OT.3c", "OT.5c", "R48")
def test_with_every_port_taken_a_second_die_sends_the_force_to_changsha_or_to_a_raid(table):
    ports = ["3302", "3702", "5513", "5615", "5710"]
    three = ["R-17D", "R-32D", "R-44D"]
    for dice, row in (([3, 2, *three], "changsha"), ([3, 5], "raid")):
        t = table(dice, turn=2, phase="first", ready=["J-3D", "J-5D"], flotilla="gone", japanese=["area", *ports],
                  pool=three)  # fmt: skip
        assert t.told("objective-is")[-1].args[0] == row


@case("11.2b", "9.5", "R72")
def test_a_port_force_may_not_turn_inland(table):
    t = table([3], turn=2, phase="first", ready=["J-3D", "J-5D"], flotilla="gone", japanese=["area"], pool=[])
    t.do("port", "3702").muster("J-3D")
    assert not t.offers("land", "5710")
    assert reasons(t, space="5710") == [
        "Hainan 5710 is not on any supplied route to the objective, Foochow 3702, within 10 MP."
    ]
    assert t.offers("land", "3302"), "the next port may lie on the way"


# --- garrisons and turns


@case("3.8b", "3.6d", "R25")
def test_kwangchowan_needs_a_unit_of_its_own_beside_hong_kong_and_macao(table):
    t = table([1, 2, 3], turn=4, phase="administration", japanese=["area", "4906", "5007", "5107", "5511"])
    t.do("fill")
    assert garrisons_needed(t.state) == 2
    t.do("give-up", "5511")
    assert garrisons_needed(t.state) == 1


@case("8.8c", "3.9c", "12.4b", "R55")
def test_turn_4_takes_the_communist_armies_out_and_sets_three_before_chungking(table):
    t = table([1, 2, 3], turn=4, phase="administration", japanese=["area"], units={"C-8RA": "POOL"})
    assert t.where("C-8RA") == GAME.space_ids[GAME.dead]
    assert len(t.at("4224")) == 3


@case("9.4", "9.6", "9.3")
def test_without_the_points_for_another_round_the_force_goes_back_unasked_and_the_card_says_how_many_rounds(marching):
    t = marching(["J-3D"], "1419", pool=["R-NR"], japanese=[*LINE, "1419"], mp=1)
    assert card(t, "advance", "1420")["reduce"]
    t.advance("1420", *NOTHING, 4, "R-NR", *fire(2), *fire(12))
    assert t.told("repulsed")
    assert t.told("repulsed")[0].args[2], "for want of points"


FLOODED = [GAME.space_ids[h] for h in members(GAME.flood_plain)]


@case("10.3a", "10.3b", "2.4b", "R19", "R40")
def test_a_flood_sends_even_an_ad_hoc_force_back_unrolled_and_the_next_step_onto_the_plain_is_dry(marching):
    hex_ = FLOODED[0]
    near = [GAME.space_ids[n] for n in members(GAME.steps.near[GAME.space_index[hex_]])]
    at = next(h for h in near if h not in FLOODED)
    t = marching(["J-Kaw", "J-3D"], at, japanese=["area"], chinese=[hex_], pool=[])
    t.advance(hex_, 6)
    assert t.where("J-Kaw") == t.where("J-3D") == "RESERVE"
    assert not t.told("asterisk")
    assert not t.own(hex_)
    t = marching(["J-3D"], at, japanese=["area"], chinese=[hex_], pool=[], flood_used=1)
    t.advance(hex_, *NOTHING, 1)
    assert not t.told("flood-die")


@case("10.3a", "9.17e", "R14", "R40")
def test_the_card_of_a_step_onto_the_plain_counts_the_flood_and_after_it_does_not(marching):
    hex_ = FLOODED[0]
    near = [GAME.space_ids[n] for n in members(GAME.steps.near[GAME.space_index[hex_]])]
    at = next(h for h in near if h not in FLOODED)
    for used, there in ((0, True), (1, False)):
        t = marching(["J-3D"], at, japanese=["area"], chinese=[hex_], pool=[], flood_used=used)
        shown = card(t, "advance", hex_)
        assert any("lood" in str(row["text"]) for rows in ("items", "outcomes", "notes", "reduce")
                   for row in shown.get(rows, ())) == there  # fmt: skip


@case("10.4a", "9.17b", "10.1b", "R59")
def test_the_flotillas_hit_on_shanghai_is_taken_by_the_depot(table):
    t = table(ready=["J-3D", "J-27D"], pool=["R-17D"]).muster("J-3D")
    t.do("land", "2504", dice=[*NOTHING, 1, "R-17D", 6, 1, *fire(2), *fire(6)])
    assert t.told("depot-lost")
    assert t.where("R-17D") == "2504"


@case("8.3", "8.1b", "R57")
def test_with_an_empty_pool_the_garrison_of_nanking_defends_alone_and_the_card_says_so(marching):
    t = marching(X, "2608", japanese=["2504", "2505", "2605", "2606", "2607"], pool=[])
    rows = {row["text"]: row["value"] for row in card(t, "advance", "2708")["reduce"]}
    assert rows["The force pool is empty"] == "nobody is drawn"
    t.advance("2708", *NOTHING, 6, *fire(14), *fire(4))
    assert not t.told("drawn")
    assert t.told("regular-fire")


@case("10.9b", "2.4c", "R17")
def test_of_a_garrison_and_a_regular_the_player_chooses_who_is_hit(marching):
    t = marching(X, "2608", japanese=["2504", "2505", "2605", "2606", "2607"], pool=["R-17D"], turn=4, flotilla="gone",
                 units={"S-2708": "DEAD"})  # fmt: skip
    t.advance("2708", *NOTHING, 2, "R-17D", *fire(14, 6))
    assert "R-17D" in t.goals("destroy")
    assert t.goals("destroy") - {"R-17D"}


@case("9.6", "8.10a", "3.4c", "R37")
def test_a_force_thrown_back_off_the_map_leaves_its_defenders_to_the_next(table):
    t = table(ready=["J-101D", "J-3D", "J-27D"], pool=["R-NR", "R-17D"]).muster("J-101D")
    t.do("enter", "1417", dice=[*NOTHING, 3, "R-NR", *fire(2), *fire(12)]).do("withdraw")
    assert t.where("J-101D") == "RESERVE"
    assert t.at("1417") == {"R-NR"}
    t.muster("J-3D").do("enter", "1417", dice=[*NOTHING, *fire(2), *fire(12)])
    assert len(t.told("called-for")) == 1


@case("3.4a", "9.16c", "R28")
def test_a_treaty_port_is_entered_without_a_die_and_the_force_goes_on(table):
    t = table(turn=4, phase="first", ready=["J-3D", "J-27D"], japanese=["area"], pool=["R-NR"], flotilla="gone")
    t.muster("J-3D").do("land", "5007")
    assert t.own("5007")
    assert t.asked.prompt == "march"


@case("10.1a", "7.6", "8.2b", "R58")
def test_the_fighters_alone_before_a_one_step_force_beat_it(table):
    t = table([3], turn=2, phase="first", ready=["J-101D", "J-3D", "J-5D"], flotilla="gone", japanese=["area"],
              pool=["A-AVG"])  # fmt: skip
    t.do("port", "3302").muster("J-101D")
    t.do("land", "3302", dice=[*NOTHING, 5, "A-AVG", 1, 3])
    assert not t.own("3302")
    assert t.told("fighters-gone")


@case("6.3", "6.2a", "9.17d")
def test_eight_units_and_the_flotilla_sail_together(table):
    t = table(turn=4, phase="first", ready=[*X, "J-27D"], japanese=["area"], pool=[], flotilla="usable",
              units={"J-YRF": "2504"})  # fmt: skip
    t.muster(*X)
    assert not t.options("join")
    assert t.options("start-with-flotilla")


@case("9.11g", "9.10b", "R35")
def test_a_step_along_a_railroad_that_is_cut_off_costs_the_open_ground(marching):
    t = marching(["J-3D"], "1920", japanese=["1920", "1419", "1417", "1517", "1518", "1618"], pool=[])
    options = t.goals("advance")
    assert not options, "out of supply it does not move at all"
    assert t.where("J-3D") == "RESERVE"


@case("11.3", "OT.5b", "8.1b")
@pytest.mark.parametrize(("pool", "said"), [
    (["R-17D", "R-32D", "R-44D"], "three units, a fort and a depot"), (["R-17D"], "1 unit, a fort and a depot"),
    ([], "a fort and a depot, for the force pool is empty"),
])  # fmt: skip
def test_changsha_is_said_to_be_fortified_with_no_more_units_than_the_pool_has(table, pool, said):
    t = table([5, *pool], turn=2, phase="first", ready=["J-3D"], flotilla="gone", japanese=["area"], pool=pool)
    assert f"Changsha is fortified: {said}." in t.said()
