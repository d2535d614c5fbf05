"""Chapters 12, 13, 14 and 22: movement, stacking, zones of control, special movement."""

from __future__ import annotations

import pytest

from formosa.conftest import GAME
from grognard.games.formosa.hex_movement import Move, step_halves
from grognard.games.formosa.zones import enemy_zone, exerting, zone, zone_around
from grognard.kernel.bits import members
from grognard.lab.benchmarks import random_game

case = pytest.mark.case
FAR = {"J01": "1110"}
ALLY = {"A27": "1603"}


def moving(table, units, side="allied", scenario="1", options=(), **change):
    change = {"turn": 2, **change}
    units = {**(FAR if side == "allied" else ALLY), **units}
    return table(scenario, options, phase=f"{side}-movement", units=units, **change)


def cost(t, unit, a, b):
    return step_halves(t.state, t.unit(unit), t.space(a), t.space(b)) / 2


@case("12.0a", "12.0d", "12.2a")
def test_units_move_one_at_a_time_hex_by_hex_and_once(table):
    t = moving(table, {"A01": "0613", "A02": "0613"})
    t.do("move", "A01").do("to", "0514").do("to", "0515")
    assert "12.0a" in t.why(space="0711")
    assert "12.0a" in t.why("A02")
    t.do("stop")
    assert not t.offers("move", "A01")
    assert "12.2a" in t.why("A01")
    assert t.offers("move", "A02")
    t.do("end-movement")
    assert t.where("A02") == "0613"


@case("12.0b", "12.0c", "12.1a", "12.1b", "12.4a", "12.4b")
def test_costs_of_terrain_river_and_road(table):
    t = moving(table, {"A07": "0616", "A31": "0618"})
    assert cost(t, "A07", "0612", "0712") == 1
    assert cost(t, "A07", "0512", "0611") == 2
    assert cost(t, "A07", "0616", "0716") == 2
    assert cost(t, "A07", "0814", "0914") == 3
    assert cost(t, "A07", "0915", "1015") == 4
    assert cost(t, "A31", "0616", "0716") == 3
    assert cost(t, "A31", "0512", "0611") == 3
    assert cost(t, "A07", "0616", "0615") == 2
    assert cost(t, "A07", "0614", "0615") == 0.5
    assert cost(t, "A07", "0713", "0714") == 0.5
    assert cost(t, "A31", "0815", "0915") == 0.5


@case("12.4d", "12.4a", "R38")
def test_roads_and_railroads_are_the_same_and_only_links_count(table):
    t = moving(table, {"A07": "0615"})
    assert cost(t, "A07", "0615", "0515") == cost(t, "A07", "0615", "0614") == 0.5
    assert cost(t, "A07", "0514", "0614") == 2
    assert t.do("move", "A07").asked.about[2] == 10


@case("12.2b")
def test_no_unit_enters_an_enemy_hex_or_the_sea(table):
    t = moving(table, {"A01": "0622", "J02": "0621"})
    t.do("move", "A01")
    assert t.goals("to") == {"0723", "0623"}
    assert t.why(space="0621") == ["12.2b"]
    assert t.why(space="0523") == ["12.2b"]


@case("12.2c", "12.0b")
def test_a_move_ends_when_the_points_are_spent(table):
    t = moving(table, {"A01": "0612"})
    t.do("move", "A01")
    for hex_ in ("0712", "0612", "0712", "0612", "0712"):
        t.do("to", hex_)
    assert t.prompt() == "movement"


@case("12.2d")
def test_mechanized_units_enter_mountains_only_by_road(table):
    t = moving(table, {"A31": "0815"})
    t.do("move", "A31")
    assert "0915" in t.goals("to")
    assert "0816" not in t.goals("to")
    assert "12.2d" in t.why(space="0816")
    t = moving(table, {"A01": "0815"})
    assert "0816" in t.do("move", "A01").goals("to")


@case("12.2e", "14.1b")
def test_no_move_goes_straight_from_one_enemy_zone_to_another(table):
    t = moving(table, {"A01": "0614", "J02": "0615"})
    t.do("move", "A01")
    assert not t.goals("to") & {"0515", "0715"}
    assert "12.2e" in t.why(space="0715")


@case("14.1b")
def test_a_unit_may_leave_a_zone_and_enter_one_again_later(table):
    t = moving(table, {"A01": "0614", "J02": "0615"})
    t.do("move", "A01").do("to", "0514").do("to", "0515")
    assert t.where("A01") == "0515"
    assert t.prompt() == "movement"


@case("12.2f", "14.1a")
def test_entering_an_enemy_zone_ends_the_move_at_no_extra_cost(table):
    t = moving(table, {"A01": "0612", "J02": "0615"})
    t.do("move", "A01").do("to", "0613")
    before = t.asked.about[2]
    assert cost(t, "A01", "0613", "0614") == 2
    t.do("to", "0614")
    assert t.prompt() == "movement"
    assert before == 10 - 4


@case("12.3a", "R39")
def test_every_mobile_unit_may_always_move_one_hex(table):
    t = moving(table, {"J45": "0915"}, "japanese", interdiction={"1015": ["US", "US"]})
    t.do("move", "J45")
    assert cost(t, "J45", "0915", "1015") == 6
    assert "1015" in t.goals("to")
    t.do("to", "1015")
    assert t.prompt() == "movement"


@case("R39", "12.3a")
def test_the_free_hex_is_the_only_hex_of_the_move(table):
    t = moving(table, {"J45": "0813"}, "japanese")
    t.do("move", "J45").do("to", "0913").do("to", "1012")
    assert "1013" not in t.goals("to")


@case("12.3b")
def test_advance_and_retreat_obey_terrain_but_cost_no_points(table):
    units = {"A31": "0915", "A01": "0915", "A02": "0915", "A03": "0915", "J55": "0914"}
    t = table(turn=2, phase="allied-combat", units=units, lp={"Allied": 0})
    t.plan("0914", "A31", "A01").confirm(dice=[6])
    assert t.result() == "DE"
    assert "0914" not in {w[2] for w in t.options("advance") if w[1] == "A31"}
    assert t.offers("advance", "A01", "0914")


@case("12.4c", "16.4c")
def test_interdiction_is_paid_even_on_a_road(table):
    t = moving(table, {"J45": "0615"}, "japanese", interdiction={"0614": ["US"], "0516": ["US", "US"]})
    assert cost(t, "J45", "0615", "0614") == 1.5
    assert cost(t, "J45", "0615", "0516") == 2.5
    assert cost(t, "A01", "0615", "0614") == 0.5


@case("16.4d")
def test_interdiction_costs_nothing_to_leave(table):
    t = moving(table, {"J45": "0615"}, "japanese", interdiction={"0615": ["US", "US"]})
    assert cost(t, "J45", "0615", "0614") == 0.5


# --- 13 stacking


@case("13.0a")
def test_displays_hold_any_number(table):
    t = table(phase="allied-set-up")
    assert t.state.at[t.space("STAGING")].bit_count() > 30


@case("13.1a", "13.0c", "13.0b", "R40")
def test_four_allied_mobile_units_in_a_hex_and_any_number_passing_through(table):
    stack = {"A01": "0612", "A02": "0612", "A03": "0612", "A04": "0612"}
    t = moving(table, {**stack, "A05": "0613"}, landed=list(stack))
    t.do("move", "A05").do("to", "0612")
    assert not t.offers("stop")
    t.do("to", "0712").do("stop")
    assert t.where("A05") == "0712"


@case("13.0c", "R40", "13.0b")
def test_a_hex_may_be_crowded_while_others_can_still_leave_it(table):
    stack = {"A01": "0612", "A02": "0612", "A03": "0612", "A04": "0612"}
    t = moving(table, {**stack, "A05": "0613"})
    t.do("move", "A05").do("to", "0612").do("stop")
    assert not t.offers("end-movement")
    t.do("move", "A01").do("to", "0712").do("stop")
    assert t.offers("end-movement")


@case("13.3a", "R22", "13.0b")
def test_an_unavoidable_over_stack_costs_the_owner_the_fewest_units(table):
    stack = {"A01": "0612", "A02": "0612", "A03": "0612", "A04": "0612", "A05": "0612"}
    t = moving(table, stack, landed=list(stack)).do("end-movement")
    assert t.prompt() == "excess"
    t.do("remove", "A03")
    assert t.where("A03") == "A-REPLACEMENTS"
    assert t.prompt() != "excess"


@case("13.1a", "20.1e")
def test_one_static_unit_stands_besides_the_mobile_ones(table):
    stack = {"A01": "0623", "A02": "0623", "A03": "0623", "A39": "0623"}
    t = moving(table, {**stack, "A05": "0723"}, bases=["A39"])
    t.do("move", "A05").do("to", "0623").do("stop")
    assert t.where("A05") == "0623"


@case("13.2a", "13.0b")
def test_three_japanese_mobile_units_and_one_static(table):
    units = {"J02": "0615", "J03": "0615", "J38": "0615", "J04": "0614", "J05": "0516"}
    t = moving(table, units, "japanese", landed=["J02", "J03"])
    t.do("move", "J04").do("to", "0615").do("stop").do("move", "J05").do("to", "0615")
    assert not t.offers("stop")
    t.do("to", "0614").do("stop")
    assert t.where("J05") == "0614"


@case("13.0d", "R97")
def test_markers_and_the_camp_need_no_room(table):
    units = {"J02": "0613", "J03": "0613", "J04": "0613", "J68": "0613"}
    t = table(options=["25.10"], turn=2, phase="japanese-movement", units={**ALLY, **units})
    assert GAME.check(t.state) == []
    t.do("end-movement", dice=[1])
    assert not t.told("overstacked")


# --- 14 zones


@case("14.0a", "14.0b", "R44")
def test_zones_reach_all_six_land_neighbours_and_no_sea(table):
    t = moving(table, {"A01": "0522"})
    expected = {"0521", "0621", "0622"}
    found = {GAME.space_ids[h] for h in range(GAME.hexes) if zone(t.state, 0) >> h & 1}
    assert found == expected


@case("14.0b")
def test_zones_cross_rivers_and_reach_into_mountains_and_enemy_hexes(table):
    t = moving(table, {"A01": "0522", "J02": "0621"})
    assert zone(t.state, 0) >> t.space("0621") & 1
    assert zone(t.state, 1) >> t.space("0522") & 1
    t = moving(table, {"A01": "0915"})
    assert zone(t.state, 0) >> t.space("1015") & 1


@case("14.0a", "14.0c", "R42", "23.0a")
def test_open_guerrillas_exert_no_zone_and_static_units_do(table):
    t = moving(table, {"J55": "0615", "J38": "0522", "A01": "0420"})
    assert not exerting(t.state, 1) >> t.space("0615") & 1
    assert exerting(t.state, 1) >> t.space("0522") & 1
    t.edit(concealed=["J55"])
    assert exerting(t.state, 1) >> t.space("0615") & 1


@case("14.0c")
def test_air_gunfire_and_markers_exert_no_zone(table):
    t = moving(table, {"A01": "0420"}, support={"0615": ["US"]}, interdiction={"0615": ["US"]})
    assert {GAME.space_ids[h] for h in range(GAME.hexes) if exerting(t.state, 0) >> h & 1} == {"0420"}


@case("14.0d", "16.5f", "R44")
def test_only_suppression_takes_a_zone_away(table):
    t = moving(table, {"A01": "0613", "J02": "0615", "A02": "0616"})
    assert zone(t.state, 1) >> t.space("0616") & 1
    t.edit(suppressed="0615")
    assert not zone(t.state, 1) >> t.space("0614") & 1


@case("23.0a", "14.1a", "R43")
def test_guerrillas_ignore_enemy_zones(table):
    t = moving(table, {"J55": "0613", "A01": "0615"}, "japanese")
    t.do("move", "J55").do("to", "0514").do("to", "0515").do("to", "0516")
    assert t.where("J55") == "0516"


@case("R43")
def test_a_concealed_guerrilla_is_revealed_when_it_uses_its_freedom(table):
    t = moving(table, {"J55": "0613", "A01": "0615"}, "japanese", concealed=["J55"])
    t.do("move", "J55").do("to", "0614")
    assert t.is_concealed("J55")
    t.do("to", "0515")
    assert not t.is_concealed("J55")


# --- 16.5, 22 special movement


@case("16.5h", "16.5i", "R108")
def test_suppressed_units_do_not_move_and_nobody_joins_them(table):
    t = moving(table, {"J02": "0615", "J03": "0613"}, "japanese", suppressed="0615")
    assert not t.offers("move", "J02")
    assert "16.5h" in t.why("J02")
    t.do("move", "J03").do("to", "0514")
    assert "0515" in t.goals("to")
    t.do("to", "0515")
    assert "0615" not in t.goals("to")
    assert "16.5i" in t.why(space="0615")


@case("22.0d", "R83")
def test_rangers_ignore_the_first_enemy_zone_of_a_move(table):
    t = moving(table, {"A51": "0613", "J02": "0615"})
    t.do("move", "A51").do("to", "0614").do("to", "0515")
    assert t.where("A51") == "0515"
    assert t.prompt() == "movement"


@case("22.0e", "22.0f", "R82", "R50", "LPA.i")
def test_trucks_double_the_movement_of_supplied_units_for_1_lp_a_hex(table):
    units = {"A07": "0419", "A08": "0419", "A39": "0419"}
    t = moving(table, units, bases=["A39"], lp={"Allied": 2})
    t.do("motorize", "0419")
    assert t.lp("Allied") == 1
    assert t.do("drive", "A07").asked.about[2] == 20
    t.do("stop")
    assert t.offers("drive", "A08")
    assert t.do("move", "A08").asked.about[2] == 10


@case("22.0g")
def test_trucks_stay_on_the_road(table):
    t = moving(table, {"A07": "0419", "A39": "0419"}, bases=["A39"], lp={"Allied": 2}).do("motorize", "0419")
    t.do("drive", "A07")
    assert t.goals("to") == {"0519", "0520"}
    assert "22.0g" in t.why(space="0420")


@case("22.0e", "19.5a")
def test_without_supply_or_road_there_are_no_trucks(table):
    t = moving(table, {"A07": "0419"}, lp={"Allied": 2})
    assert not t.options("motorize")
    assert "19.5a" in t.why(space="0419")
    t = moving(table, {"A07": "0420", "A39": "0419"}, bases=["A39"], lp={"Allied": 2})
    assert "0420" not in t.goals("motorize")
    assert "22.0e" in t.why(space="0420")


@case("R82")
def test_trucks_are_paid_before_the_first_unit_of_the_hex_moves(table):
    t = moving(table, {"A07": "0419", "A08": "0419", "A39": "0419"}, bases=["A39"], lp={"Allied": 2})
    t.do("move", "A07").do("to", "0519").do("stop")
    assert "0419" not in t.goals("motorize")
    assert "R82" in t.why(space="0419")


@case("22.0e", "12.2f")
def test_trucks_stop_in_enemy_zones(table):
    t = moving(table, {"A07": "0419", "A39": "0419", "J02": "0517"}, bases=["A39"], lp={"Allied": 2})
    t.do("motorize", "0419").do("drive", "A07").do("to", "0519").do("to", "0518")
    assert t.prompt() == "movement"


@case("22.0a", "22.0b")
def test_airborne_units_move_like_infantry_and_headquarters_are_mechanized(table):
    t = moving(table, {"A49": "0612", "A28": "0612"})
    assert cost(t, "A49", "0616", "0716") == 2
    assert cost(t, "A28", "0616", "0716") == 3


@case("12.0a", "12.2b", "14.1a", "22.0g")
def test_the_steps_on_offer_are_those_that_no_bar_forbids():
    seen = set()

    def look(s):
        move = s.agenda[-1] if s.agenda else None
        if isinstance(move, Move) and s.where[move.unit] < GAME.hexes:
            side, here = GAME.side_of[move.unit], s.where[move.unit]
            zone, near = enemy_zone(s, side), GAME.land_steps[here]
            assert members(move.open_steps(s, zone, move.left(s))) == [
                b for b in near if move.step_bar(s, b, zone) is None
            ]
            assert not (zone_around(s, side, here) ^ zone) & (GAME.land_near[here] | 1 << here)
            seen.add((GAME.side_of[move.unit], bool(move.steps)))

    for seed in range(8):
        random_game(GAME, seed, look)
    assert seen == {(side, further) for side in (0, 1) for further in (False, True)}
