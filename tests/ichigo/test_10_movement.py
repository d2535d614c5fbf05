"""Chapters 6 and 10: stacking and movement."""

from __future__ import annotations

import random

import pytest

from grognard.games.ichigo.movement import Move, Movement, move_bar
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING, Refused
from grognard.kernel.play import advance, apply
from grognard.lab.benchmarks import random_game
from ichigo.conftest import GAME

case = pytest.mark.case
LAUNCHED = {"causeway": "launched", "beachheads": ["3221", "2819"], "allied": ["3221", "2819"]}


def moving(table, unit: str, start: str, turn: int = 2, **change):
    """One Japanese unit that has started to move."""
    units = {unit: start, "CH-5": "0712", **change.pop("others", {})}
    return table(turn=turn, phase="japanese-movement", units=units, **change).act("move", unit)


def left(t) -> int:
    """Movement points left."""
    return int(t.asked.about[1])


def test_who_moves_alone_is_not_asked_whom_to_leave(table):
    t = moving(table, "J-CEA-D3", "2006")
    assert GAME.prompt(t.state, t.asked, 1).endswith("MP left: go on or stop.")
    units = {"J-CEA-D3": "2006", "J-CEA-D13": "2006", "CH-5": "0712"}
    t = table(turn=2, phase="japanese-movement", units=units).act("move-stack", "2006")
    assert GAME.prompt(t.state, t.asked, 1).endswith("MP left: go on, leave some, or stop.")


# --- 6 stacking


@case("6.0a", "6.2")
def test_a_japanese_move_does_not_end_where_five_units_stand(table):
    five = {f"J-CEA-{u}": "2106" for u in ("D13", "D26", "B1", "B7", "D37")}
    t = moving(table, "J-CEA-D3", "2006", others=five)
    t.act("to", "2106")
    assert not t.offers("stop")
    t.act("to", "2206")
    assert t.offers("stop")


@case("6.0a", "R83")
def test_a_full_hex_is_closed_to_a_unit_that_could_not_go_on(table):
    five = {f"J-CEA-{u}": "2106" for u in ("D13", "D26", "B1", "B7", "D37")}
    t = moving(table, "J-CEA-D3", "2006", others=five, air="Allied", air_markers=["2106"])
    for hex_ in ("2007", "2006", "2005"):
        t.act("to", hex_)
    t = table(turn=2, phase="japanese-movement", units={"J-FG-D9": "3318", "J-FG-D12": "3320",
              "J-KA-D11": "3320", "J-KA-D25": "3320", "J-KA-D57": "3320", "J-KA-D71": "3320"})  # fmt: skip
    t.act("move", "J-FG-D9")  # out of supply: 3 MP, the mountain 3320 costs 2 and nothing behind it is in reach
    assert left(t) == 3
    t.act("to", "3319")
    assert "3320" not in t.goals("to")
    assert set(t.why(space="3320")) & {"6.2", "10.2"}


@case("6.0b")
def test_opposing_units_never_share_a_hex(table):
    t = moving(table, "J-CEA-D3", "2006", others={"CH-18": "2005"})
    assert "2005" not in t.goals("to")
    assert t.why(space="2005") == ["6.0b"]


@case("6.1", "10.3")
def test_a_stack_moves_together_and_some_may_be_left_on_the_way(table):
    units = {"J-CEA-D3": "2006", "J-CEA-D13": "2006", "J-CEA-B1": "2006", "CH-5": "0712"}
    t = table(turn=2, phase="japanese-movement", units=units)
    t.act("move-stack", "2006").act("to", "2106").act("leave", "J-CEA-B1").act("to", "2206").act("stop")
    assert [t.where(u) for u in ("J-CEA-D3", "J-CEA-D13", "J-CEA-B1")] == ["2206", "2206", "2106"]
    assert not t.offers("move", "J-CEA-B1")


@case("6.1", "10.3")
def test_units_taken_out_of_a_stack_before_it_moves_may_move_later(table):
    units = {"J-CEA-D3": "2006", "J-CEA-D13": "2006", "CH-5": "0712"}
    t = table(turn=2, phase="japanese-movement", units=units)
    t.act("move-stack", "2006").act("leave", "J-CEA-D13").act("to", "2106").act("stop")
    assert t.offers("move", "J-CEA-D13")
    assert not t.offers("move", "J-CEA-D3")


@case("6.2")
def test_brigades_and_reduced_divisions_count_one_each(table):
    four = {"J-CEA-B1": "2106", "J-CEA-B7": "2106", "J-CEA-B9": "2106", "J-CEA-D13": ["2106", 1]}
    t = moving(table, "J-CEA-D3", "2006", others=four)
    t.act("to", "2106").act("stop")
    assert t.where("J-CEA-D3") == "2106"


@case("6.3a")
def test_four_chinese_regulars_to_a_hex_and_militia_free(table):
    units = {"CH-5": "1714", "CH-18": "1815", "CH-74": "1815", "CH-100": "1815", "CH-HM": "1815"}
    t = table(turn=2, phase="chinese-movement", units=units)
    t.act("move", "CH-5", dice=[6]).act("to", "1715").act("to", "1815").act("stop")
    assert t.where("CH-5") == "1815"
    t = table(turn=2, phase="chinese-movement", units={**units, "CH-N6": "1815"})
    t.act("move", "CH-5", dice=[3]).act("to", "1715")
    assert "1815" not in t.goals("to")
    assert "6.3a" in t.why(space="1815")


@case("6.3b")
def test_chinese_and_us_units_pass_through_each_other_but_never_end_together(table):
    units = {"US-7": "2718", "CH-5": "2717"}
    t = table(turn=9, phase="us-movement", units=units, **LAUNCHED)
    t.act("move", "US-7").act("to", "2717")
    assert not t.offers("stop")
    t.act("to", "2716").act("stop")
    assert t.where("US-7") == "2716"


@case("6.4")
def test_eight_us_units_to_a_hex(table):
    eight = {f"US-{n}": "2717" for n in (6, 24, 25, 31, 32, 33, 37)}
    t = table(turn=9, phase="us-movement", units={"US-7": "2718", "US-38": "2718", **eight}, **LAUNCHED)
    t.act("move", "US-7").act("to", "2717").act("stop")
    t.act("move", "US-38").act("to", "2717")
    assert not t.offers("stop")


@case("6.5")
def test_markers_do_not_count_for_stacking(table):
    four = {f"J-CEA-{u}": "2106" for u in ("D13", "D26", "B1", "B7")}
    t = moving(table, "J-CEA-D3", "2006", others=four, air="Japanese", air_markers=["2106"])
    assert t.act("to", "2106").offers("stop")


# --- 10 movement


@case("10.0a", "10.7a")
def test_clear_and_rough_cost_one_mp(table):
    t = moving(table, "J-CEA-D3", "2006")
    t.act("to", "2106")
    assert left(t) == 5
    t.act("to", "2206").act("to", "2306")
    assert left(t) == 3


@case("10.7b", "10.12a", "10.12b")
def test_cities_cost_as_clear_and_the_railroad_saves_no_river(table):
    t = moving(table, "J-CEA-D3", "2006", others={})
    t.act("to", "2007").act("to", "2008")
    assert left(t) == 4
    t.act("to", "2009")  # along the railroad, over the Yangtze
    assert left(t) == 2


@case("10.8")
def test_a_mountain_costs_two_mp(table):
    t = moving(table, "J-CEA-D3", "2106")
    t.act("to", "2206").act("to", "2207")
    assert left(t) == 3


@case("10.9", "10.13")
def test_a_river_costs_one_more_and_costs_add_up(table):
    t = moving(table, "J-CEA-D13", "1408", others={})
    before = left(t)
    t.act("to", "1308")  # mountain
    assert before - left(t) == 2
    t.act("to", "1309")  # over the Yangtze into the mountains
    assert left(t) == before - 5


@case("10.2", "10.1a")
def test_without_the_full_cost_a_hex_is_not_entered(table):
    t = moving(table, "J-CEA-D13", "1408")
    t.act("to", "1308").act("to", "1309")
    assert left(t) == 1
    assert "1209" in t.goals("to")
    assert "10.2" in t.why(space="1308")


@case("10.10", "R73")
def test_ground_units_enter_neither_sea_nor_lakes(table):
    t = moving(table, "J-CEA-D3", "1811")
    assert "1711" not in t.goals("to")
    assert t.why(space="1711") == ["10.10"]
    t = moving(table, "J-CEA-D3", "3106")
    assert t.why(space="3206") == ["10.10"]


@case("10.11b", "10.10")
def test_japanese_units_do_not_cross_between_formosa_and_the_mainland(table):
    t = moving(table, "J-FG-D9", "3219")
    assert all(hex_.startswith(("32", "33", "34")) for hex_ in t.goals("to"))


@case("10.0b")
def test_only_the_nation_of_the_phase_moves(table):
    t = table(turn=2, phase="japanese-movement", units={"J-CEA-D3": "2006", "CH-5": "0712"})
    assert t.goals("move") == {"J-CEA-D3"}
    t = table(turn=2, phase="chinese-movement", units={"J-CEA-D3": "2006", "CH-5": "0712"})
    assert t.options("move") == [("move", t.id("CH-5"))]


@case("10.1a", "10.4")
def test_a_unit_that_has_stopped_moves_no_more_in_the_phase(table):
    t = moving(table, "J-CEA-D3", "2006").act("to", "2106").act("stop")
    with pytest.raises(Refused):
        t.act("move", "J-CEA-D3")
    assert "10.4" in t.why("J-CEA-D3")


@case("10.1a")
def test_a_move_begun_is_finished_before_another_starts(table):
    t = moving(table, "J-CEA-D3", "2006", others={"J-CEA-D13": "1609"})
    assert t.why("J-CEA-D13") == ["10.1a"]


@case("10.1b", "2.12a", "5.3.10")
def test_static_units_never_move(table):
    t = table(turn=2, phase="chinese-movement", units={"CH-YRD": "1309", "CH-5": "0712"})
    assert t.goals("move") == {t.id("CH-5")}
    assert "2.12a" in t.why("CH-YRD")
    t = table(turn=8, phase="japanese-movement", units={"J-14AA-2T": "3219"}, **LAUNCHED)
    assert t.options() == [("end-movement",)]


@case("10.14a")
def test_japanese_units_have_6_mp_on_turns_1_to_6(table):
    for turn in range(1, 7):
        assert left(moving(table, "J-CEA-D3", "2006", turn=turn)) == 6


@case("10.14b", "R45")
def test_one_die_serves_all_units_that_began_in_a_hex(table):
    units = {"J-CEA-D3": "2006", "J-CEA-D13": "2006", "CH-5": "0712"}
    t = table(turn=7, phase="japanese-movement", units=units)
    t.act("move", "J-CEA-D3", dice=[5]).act("stop")
    t.act("move", "J-CEA-D13")
    assert left(t) == 5
    assert len(t.told("movement-die")) == 1


@case("10.15a", "10.15b", "R46")
def test_chinese_stacks_have_a_die_less_one_before_and_without_causeway(table):
    for turn, causeway in ((2, "undecided"), (9, "cancelled")):
        t = table(turn=turn, phase="chinese-movement", units={"CH-5": "1604", "CH-18": "1604"}, causeway=causeway)
        t.act("move-stack", "1604", dice=[4])
        assert left(t) == 3


@case("10.15a", "10.2")
def test_a_chinese_die_of_1_gives_no_movement_and_stands(table):
    t = table(turn=2, phase="chinese-movement", units={"CH-5": "1604", "CH-18": "1604"})
    t.act("move", "CH-5", dice=[1])
    assert t.phase() == "chinese-movement"
    assert t.options("move") == []
    assert "10.15a" in t.why("CH-18")


@case("10.15c")
def test_with_causeway_chinese_stacks_have_the_whole_die(table):
    t = table(turn=8, phase="chinese-movement", units={"CH-5": "1604"}, **LAUNCHED)
    t.act("move", "CH-5", dice=[4])
    assert left(t) == 4


@case("10.17b", "R48", "R47")
def test_japanese_strategic_movement_is_12_mp_away_from_the_enemy(table):
    units = {"J-CEA-D3": "2302", "CH-5": "2206"}
    t = table(turn=2, phase="japanese-movement", units=units)
    t.act("go-far", "J-CEA-D3")
    assert left(t) == 12
    t.act("to", "2303").act("to", "2304").act("to", "2305")
    assert "2205" not in t.goals("to")
    assert t.why(space="2205") == ["10.17b"]


@case("10.17b")
def test_strategic_movement_enters_no_allied_city(table):
    t = table(turn=2, phase="japanese-movement", units={"J-CEA-D3": "1801"}, allied=["1601"])
    t.act("go-far", "J-CEA-D3").act("to", "1701")
    assert "1601" not in t.goals("to")
    assert t.why(space="1601") == ["10.17b"]


@case("10.17b", "R47")
def test_no_strategic_movement_for_units_next_to_the_enemy_or_not_in_full_supply(table):
    t = table(turn=2, phase="japanese-movement", units={"J-CEA-D3": "2006", "CH-5": "2005", "J-FG-D9": "3318"})
    assert t.options("go-far") == []
    t = table(turn=7, phase="japanese-movement", units={"J-CEA-D3": "2302"})
    assert t.options("go-far") == []


@case("10.17a")
def test_us_strategic_movement(table):
    units = {"US-7": "2718", "US-6": "2516", "J-CEA-D3": "2416"}
    t = table(turn=9, phase="us-movement", units=units, **LAUNCHED)
    assert t.goals("go-far") == {"US-7"}
    t.act("go-far", "US-7")
    assert left(t) == 12


@case("10.18")
def test_chinese_units_have_no_strategic_movement(table):
    t = table(turn=2, phase="chinese-movement", units={"CH-5": "1604"})
    assert t.options("go-far") == []


@case("11.29a", "R16")
def test_allied_units_do_not_walk_into_a_garrisoned_city(table):
    t = table(turn=2, phase="chinese-movement", units={"CH-5": "2007"})
    t.act("move", "CH-5", dice=[6])
    assert "2008" not in t.goals("to")
    assert t.why(space="2008") == ["11.29a", "R16"]


@case("8.4a", "8.4b", "8.4c", "R27")
def test_enemy_airpower_costs_one_mp_a_hex_and_one_more_a_river(table):
    t = moving(table, "J-CEA-D3", "2007", air="Allied", air_markers=["2009"])
    t.act("to", "2008")
    assert left(t) == 4
    t.act("to", "2009")  # terrain 1, river 1, airpower 1, airpower over a river 1: nothing is left
    assert t.options("to") == []
    assert t.where("J-CEA-D3") == "2009"
    own = moving(table, "J-CEA-D3", "2007", air="Japanese", air_markers=["2009"]).act("to", "2008")
    assert left(own) == 5


@case("R38")
def test_what_is_too_much_at_the_end_of_movement_is_given_up(table):
    six = {f"J-CEA-{u}": "2106" for u in ("D13", "D26", "B1", "B7", "D37", "B9")}
    t = table(turn=8, phase="japanese-movement", units=six, **LAUNCHED)
    t.act("end-movement")
    assert t.verbs() == {"remove"}
    t.act("remove", "J-CEA-B1")
    assert t.where("J-CEA-B1") == "JDEAD"
    assert t.phase() == "japanese-combat"


@case("10.1a")
def test_the_units_offered_are_those_that_nothing_bars():
    rng = random.Random(2)
    dice = KeyedDice(b"bars")
    s = GAME.new("", {})
    advance(s, dice)
    compared = 0
    for _ in range(3000):
        if s.winner != ONGOING:
            break
        top = s.agenda[-1]
        if isinstance(top, Movement) and rng.random() < 0.2:
            offered = {o[1] for o in s.pending.options if o[0] == "move"}
            far = {o[1] for o in s.pending.options if o[0] == "go-far"}
            assert offered == {u for u in range(GAME.units) if move_bar(s, top.nation, u) is None}
            assert far == {u for u in offered if move_bar(s, top.nation, u, strategic=True) is None}
            compared += 1
        apply(s, s.pending.side, rng.choice(s.pending.options), dice)
    assert compared > 20


# --- what counts as a move, and with how many points


@case("10.1a", "10.4")
def test_who_starts_and_stops_without_a_step_has_not_moved(table):
    t = moving(table, "J-CEA-D3", "2006").act("stop")
    assert t.offers("move", "J-CEA-D3")
    t.act("go-far", "J-CEA-D3").act("stop").act("move", "J-CEA-D3").act("to", "2106").act("stop")
    assert not t.offers("move", "J-CEA-D3")


@case("10.1a", "10.15a", "R46")
def test_a_chinese_stack_that_stays_after_its_die_may_still_go_with_that_die(table):
    t = table(turn=2, phase="chinese-movement", units={"CH-5": "1512", "CH-18": "1512", "J-CEA-D3": "2705"})
    t.act("move", "CH-5", dice=[5]).act("stop")
    t.act("move", "CH-18")  # no second die
    assert left(t) == 5 - GAME.chinese_less
    t.act("stop").act("move", "CH-5")
    assert len(t.told("movement-die")) == 1


@case("7.3a", "10.3", "10.14b", "R45")
def test_who_goes_on_without_the_slow_ones_has_his_own_points(table):
    units = {"J-CEA-D3": "2006", "J-CEA-D13": "2006", "CH-5": "0712"}
    t = table(turn=8, phase="japanese-movement", units=units, causeway="cancelled")
    t.state.cut_off |= 1 << t.unit("J-CEA-D13")  # flagged by a raid: 3 MP, whatever the die says
    t.act("move-stack", "2006", dice=[6])
    best = int(GAME.mp_attenuated[6])
    assert best > GAME.mp_out_of_supply
    assert left(t) == GAME.mp_out_of_supply
    t.act("to", "2106")
    cost = GAME.mp_out_of_supply - left(t)
    t.act("leave", "J-CEA-D13")
    assert left(t) == best - cost
    assert max(row[1] for row in t.game.reach(t.state, 1, [])[0]["spaces"]) == best - cost


@case("7.3a", "10.3", "R45")
def test_the_reach_of_a_stack_of_unlike_points_is_that_of_its_slowest(table):
    units = {"J-CEA-D3": "2006", "J-CEA-D13": "2006", "CH-5": "0712"}
    t = table(turn=8, phase="japanese-movement", units=units, causeway="cancelled")
    t.state.cut_off |= 1 << t.unit("J-CEA-D13")
    way = t.game.reach(t.state, 1, [t.unit("J-CEA-D3"), t.unit("J-CEA-D13")])[0]
    assert max(row[1] for row in way["spaces"]) <= GAME.mp_out_of_supply
    (alone, *_) = t.game.reach(t.state, 1, [t.unit("J-CEA-D3")])
    assert max(row[1] for row in alone["spaces"]) == max(int(GAME.mp_attenuated[face]) for face in range(1, 7))


@case("10.2", "10.17b", "6.0a")
def test_the_steps_on_offer_are_those_that_no_bar_forbids():
    seen = set()

    def look(s):
        move = s.agenda[-1] if s.agenda else None
        if isinstance(move, Move) and move.mp >= 0:
            near = GAME.open_steps[s.where[move.units[0]]]
            assert move.open_steps(s) == [b for b in near if move.step_bar(s, b) is None]
            seen.add((move.nation, move.strategic))

    random_game(GAME, 0, look)
    assert {(0, 0), (2, 0), (2, 1)} <= seen
