"""Chapter 8.11: the random events table."""

from __future__ import annotations

import pytest

from grognard.games.whitesun.facts import COMMUNIST, ELITE, GARRISON, IMPERIAL, NAVY, PUPPET, REGULAR
from grognard.games.whitesun.hits import chinese_hits, japanese_hits
from whitesun.conftest import GAME, HIT, NOTHING, X, fire

case = pytest.mark.case
RAPE, KILL, HUNDRED, FIERCE, CUT = (3, 4), (4, 1), (4, 4), (6, 1), (6, 4)
LINE = ["1417", "1517", "1618", "1518", "1419"]


def japanese(t, force: int, hex_: str, round_: int, event: str = "") -> int:
    return japanese_hits(t.state, force, t.space(hex_), round_, event).face


def chinese(t, force: int, round_: int, event: str = "") -> int:
    return chinese_hits(t.state, force, round_, event).face


# --- hit numbers


@case("RE.11", "R9")
def test_command_unity_helps_all_chinese_in_the_whole_battle(table):
    t = table()
    for round_ in (1, 2, 3):
        assert chinese(t, ELITE, round_, "unity") == 4
        assert chinese(t, REGULAR, round_, "unity") == chinese(t, GARRISON, round_, "unity") == 5
        assert chinese(t, COMMUNIST, round_, "unity") == 2


@case("RE.13", "R13")
def test_special_smoke_makes_all_japanese_dice_hit_on_4_in_the_first_round(table):
    t = table()
    for force in (IMPERIAL, PUPPET, NAVY):
        assert japanese(t, force, "1517", 1, "smoke") == 4
    assert japanese(t, IMPERIAL, "1517", 2, "smoke") == 5
    assert japanese(t, PUPPET, "1517", 2, "smoke") == 6


@case("RE.13", "R13")
@pytest.mark.parametrize("hex_", ["1420", "2708"])
def test_smoke_and_rough_or_fort_cancel_each_other(table, hex_):
    t = table()
    assert (japanese(t, IMPERIAL, hex_, 1, "smoke"), japanese(t, PUPPET, hex_, 1, "smoke")) == (5, 6)


@case("RE.15", "R13")
def test_fieldworks_leave_only_sixes_in_the_first_round(table):
    t = table()
    assert japanese(t, IMPERIAL, "1517", 1, "fieldworks") == 6
    assert japanese(t, IMPERIAL, "1517", 2, "fieldworks") == 5
    assert japanese(t, IMPERIAL, "1420", 1, "fieldworks") == 6
    words = [m.text for m in japanese_hits(t.state, IMPERIAL, t.space("1420"), 1, "fieldworks").lines]
    assert not any("Fieldworks" in text for text in words), "no effect beside rough terrain"


@case("RE.21", "R9", "R12")
def test_shouling_holds_elites_back_in_every_round_and_nobody_else(table):
    t = table()
    assert {chinese(t, ELITE, r, "shouling") for r in (1, 2)} == {6}
    assert (chinese(t, REGULAR, 1, "shouling"), chinese(t, COMMUNIST, 1, "shouling")) == (6, 1)
    won = table()
    won.state.great_victory = 1
    assert chinese(won, ELITE, 1, "shouling") == 5, "set to 6 first, then one better"


@case("RE.24", "R9")
def test_the_baoding_clique_helps_in_the_first_round_only(table):
    t = table()
    assert [chinese(t, ELITE, r, "baoding") for r in (1, 2)] == [4, 5]
    assert [chinese(t, REGULAR, r, "baoding") for r in (1, 2)] == [5, 6]
    assert chinese(t, COMMUNIST, 1, "baoding") == 1


@case("RE.51", "R13")
def test_operations_100_to_102_on_turn_2_first_round(table, marching):
    t = table()
    assert [japanese(t, IMPERIAL, "1517", r, "bombing") for r in (1, 2)] == [6, 5]
    assert [japanese(t, IMPERIAL, "1420", r, "bombing") for r in (1, 2)] == [6, 5]
    effects = [marching(["J-3D"], "1417", turn=turn, mp=1).advance("1517", 5, 1, 1, *[3] * 9) for turn in (1, 4)]
    assert all(e.told("event")[0].args[3] for e in effects), "nothing on Turns 1 and 4"


@case("RE.54", "R13")
def test_the_soviet_border_clash_lasts_all_rounds_on_turn_2(table):
    t = table()
    assert [japanese(t, IMPERIAL, h, r, "soviet") for h in ("1517", "1420") for r in (1, 2)] == [6] * 4


@case("1.3", "R12")
def test_modifiers_add_up_within_bounds(table):
    t = table()
    t.state.turn, t.state.great_victory = 4, 1
    assert chinese(t, ELITE, 1, "unity") == 3
    assert chinese(t, REGULAR, 1, "baoding") == 4
    assert chinese(t, COMMUNIST, 1, "unity") == 5, "never above 5"
    assert GAME.number_of["best"] == 2


# --- losses


@case("RE.31a", "R45")
@pytest.mark.parametrize(("die", "steps"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_an_overzealous_advance_costs_half_a_die_of_steps(marching, die, steps):
    t = marching(X, "1417").advance("1517", 3, 2, 1, die)
    assert t.told("setback")[0].args[1] == steps
    assert t.asked.about[0] == steps


@case("RE.31b", "R45")
def test_event_losses_ignore_the_asterisk_order_but_roll_the_asterisk(marching):
    t = marching(["J-Kaw", "J-101D", "J-3D"], "1417").advance("1517", 3, 3, 1, 1)
    assert t.goals("lose") == {"J-Kaw", "J-101D", "J-3D"}
    assert t.asked.cases == ("RE.31b", "8.12")
    t.do("lose", "J-Kaw", dice=[2])
    assert t.where("J-Kaw") == "T3"


@case("R45", "10.6a")
def test_a_force_wiped_out_by_an_event_is_no_great_chinese_victory(marching):
    four = ["J-2IMB", "J-3IMB", "J-4IMB", "J-5IMB"]
    t = marching(four, "1417", pool=["R-NR"])
    t.advance("1517", 3, 3, 1, 6).do("lose", "J-2IMB").do("lose", "J-3IMB").do("lose", "J-4IMB")
    assert t.own("1517")
    t.advance("1618", 3, 3, 6, 6)
    assert not t.state.great_victory
    assert not t.own("1618")
    assert not t.told("drawn"), "the operation is over"
    assert t.asked.prompt == "muster"


# --- hexes given, forces gone


@case("RE.34a", "RE.34b", "R41")
def test_rape_gives_the_city_and_takes_the_force_for_the_turn(marching):
    t = marching(["J-3D", "J-Kaw", "P-HA"], "1518", japanese=LINE[:-1], pool=["R-NR"])
    t.advance("1419", *RAPE, 6)
    assert t.own("1419")
    assert (t.where("J-3D"), t.where("J-Kaw"), t.where("P-HA")) == ("T2", "T2", "OUT")
    assert not t.told("asterisk")
    assert not t.told("drawn")
    assert t.state.rape_used


@case("RE.34a", "R41")
def test_rape_happens_once_a_game_in_a_city_and_not_in_shanghai_or_chungking(marching, table):
    t = marching(X, "1518", japanese=LINE[:-1], rape_used=1).advance("1419", *RAPE, 1)
    assert t.asked.prompt == "march"
    t = marching(X, "1417").advance("1517", *RAPE, 1)
    assert t.asked.prompt == "march"
    assert not t.state.rape_used, "used up only when it takes effect"
    t = marching(X, "2604", flotilla="gone").advance("2504", *RAPE, 1, *fire(14, 6, 6, 6))
    assert not t.state.rape_used


@case("R41", "RE.34a")
def test_a_given_hex_loses_garrison_fort_depot_and_defenders(marching):
    t = marching(X, "2809", japanese=["2504", "2505", "2506", "2607", "2608"], flotilla="gone",
                 units={"R-NR": "2708"}, held=["2708"])  # fmt: skip
    t.advance("2708", *RAPE)
    assert t.at("2708") == set()
    assert {t.where(u) for u in ("G-103", "G-112", "F-2708", "S-2708")} == {"DEAD"}
    assert t.where("R-NR") == "POOL", "unchecked"


@case("RE.41", "R41")
def test_kill_all_works_in_any_hex_on_turn_3_only(marching):
    t = marching(X[:4], "3618", turn=3, japanese=["area", "3513", "3614", "3714", "3615", "3616", "3617"],
                 flotilla="gone", units={"J-9D": "READY"})  # fmt: skip
    t.advance("3619", *KILL, 6, 3)
    assert t.own("3619")
    assert {t.where(u) for u in X[:4]} == {"T4"}
    assert marching(X, "1417").advance("1517", *KILL, 1).asked.prompt == "march"


@case("RE.44a", "RE.44b", "R42")
def test_the_hundred_regiments_cost_steps_and_points_north_of_the_river_on_turn_3(marching):
    settings = {"turn": 3, "japanese": ["area", "2718"], "flotilla": "gone"}
    t = marching(X[:4], "2718", **settings)
    t.advance("2719", *HUNDRED, 1, 3).do("lose", "J-3D").do("lose", "J-3D", dice=[4])
    assert t.state.hundred_used
    assert t.mp == 12 - 1 - 4
    assert t.own("2719"), "the battle goes on"
    t.advance("2820", *HUNDRED, 1)
    assert t.told("event")[-1].args[3] == "it has happened this turn"


@case("RE.44a")
def test_the_hundred_regiments_stay_away_from_the_river_and_the_south(marching):
    t = marching(X[:4], "3618", turn=3, japanese=["area", "3513", "3614", "3714", "3615", "3616", "3617"],
                 flotilla="gone")  # fmt: skip
    t.advance("3619", *HUNDRED, 1)
    assert t.told("event")[-1].args[3] == "not north of the Yangtze"
    assert not t.state.hundred_used


@case("RE.44b", "R42")
def test_without_points_left_the_force_is_finished_for_the_turn(marching):
    t = marching([*X[:3], "J-Kaw"], "2718", turn=3, japanese=["area"], flotilla="gone", mp=4,
                 units={"J-9D": "READY"})  # fmt: skip
    t.advance("2719", *HUNDRED, 6, 1).do("lose", "J-3D", dice=[6, 3])
    assert not t.own("2719")
    assert {t.where(u) for u in (*X[:3], "J-Kaw")} == {"T4"}, "no asterisk die"
    assert not t.told("drawn")


@case("RE.61a", "RE.61b", "R43")
def test_the_fierce_counteroffensive_sends_the_force_back_to_the_ready_units(marching):
    t = marching(X[:4], "2718", turn=2, japanese=["area"], flotilla="gone", mp=6)
    t.advance("2719", *FIERCE, 6, 2).do("lose", "J-3D").do("lose", "J-101D", dice=[2, 3, 3])
    assert {t.where(u) for u in ("J-3D", "J-5D", "J-6D")} == {"READY"}
    assert t.where("J-101D") == "T3", "eliminated units wait for the next turn"
    assert t.steps("J-3D") == 2
    assert t.state.fierce_used


@case("RE.61a", "R43")
def test_the_fierce_counteroffensive_comes_once_a_turn_and_not_on_turns_1_and_4(marching):
    t = marching(X[:4], "2718", turn=2, japanese=["area"], flotilla="gone", fierce_used=1)
    t.advance("2719", *FIERCE, 1)
    assert t.asked.prompt == "march"
    for turn in (1, 4):
        t = marching(X[:4], "1417", turn=turn).advance("1517", *FIERCE, 1)
        assert t.asked.prompt == "march"


@case("RE.64", "R44")
def test_an_operation_cut_short_loses_the_force_for_the_turn(marching):
    t = marching([*X[:3], "J-Kaw"], "2718", turn=2, japanese=["area"], flotilla="gone",
                 units={"J-9D": "READY"})  # fmt: skip
    t.advance("2719", *CUT, 6, 3)
    assert not t.own("2719")
    assert {t.where(u) for u in (*X[:3], "J-Kaw")} == {"T3"}
    assert not t.told("drawn")
    assert marching(X, "1417").advance("1517", *CUT, 1).own("1517"), "not on Turn 1"


@case("R20")
def test_on_turn_4_whoever_is_sent_to_the_next_turn_is_out(marching):
    t = marching(["J-3D"], "3913", turn=4, japanese=["area", *RIVER, "3814"], flotilla="gone")
    t.advance("4013", *NOTHING, 1).advance("4112", *NOTHING, 1).advance("4213", *RAPE, 1)
    assert t.own("4213")
    assert t.where("J-3D") == "OUT"


RIVER = ["3513", "3614", "3714", "3615", "3616", "3617"]


@case("8.11b", "8.11a")
def test_every_pair_of_dice_has_its_event():
    found = {f"{a}-{b}": GAME.events[GAME.event_of[a, b]].id for a in range(1, 7) for b in range(1, 7)}
    assert [found[pair] for pair in ("1-1", "1-3", "1-5", "2-1", "2-4", "3-1", "3-4")] == [
        "unity", "smoke", "fieldworks", "shouling", "baoding", "overzealous", "rape",
    ]  # fmt: skip
    assert [found[pair] for pair in ("4-3", "4-4", "5-3", "5-4", "6-3", "6-4")] == [
        "kill-all", "hundred", "bombing", "soviet", "fierce", "cut-short",
    ]  # fmt: skip
    assert HIT == 5
