"""Chapter 2: the map, the counters, their steps and sides."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.whitesun.hits import dice_of
from grognard.kernel.bits import bitset, members
from whitesun.conftest import GAME, NOTHING, X, fire

case = pytest.mark.case


@case("2.2a", "R1")
def test_peking_is_1419_and_even_rows_are_pushed_east():
    assert GAME.space_names[GAME.space_index["1419"]] == "Peking 1419"
    around = {GAME.space_ids[h] for h in GAME.steps_from[GAME.space_index["1518"]]}
    assert around == {"1517", "1519", "1418", "1419", "1618", "1619"}
    around = {GAME.space_ids[h] for h in GAME.steps_from[GAME.space_index["1620"]]}
    assert around == {"1619", "1621", "1519", "1520", "1719", "1720"}


@case("2.2b", "R69")
def test_a_unit_is_in_one_hex_and_leaves_the_map_after_its_operation(marching):
    t = marching(["J-3D", "J-5D"], "1417")
    t.advance("1517", *NOTHING, 1)
    assert {t.where("J-3D"), t.where("J-5D")} == {"1517"}
    assert t.at("1417") == set()
    t.do("halt")
    assert t.where("J-3D") == "RESERVE"
    assert not any(t.state.at[h] & GAME.ground for h in range(GAME.hexes))


@case("2.4b", "10.9a", "R16")
def test_an_asterisked_unit_must_go_before_another_is_eliminated(marching):
    t = marching(["J-Kaw", "J-3D", "J-101D", "P-HA"], "1417", pool=["R-NR"])
    t.advance("1517", *NOTHING, 3, "R-NR", *fire(5), *fire(1), *fire(12, 6, 6, 6))
    assert t.goals("lose") == {"J-Kaw", "J-3D", "P-HA"}, "a full two-step unit may be reduced, a puppet lost"
    assert t.why("J-101D") == ["10.9a", "R16"]
    t.do("lose", "J-3D")
    assert "J-3D" not in t.goals("lose"), "reduced, it would be eliminated"
    t.do("lose", "J-Kaw")
    assert t.goals("lose") == {"J-3D", "J-101D", "P-HA"}


@case("2.4c", "10.9b", "R17")
def test_chinese_losses_are_the_players_free_choice_garrisons_included(marching):
    t = marching(X, "2809", pool=["R-NR"], japanese=["2504", "2505", "2506", "2607", "2608"], flotilla="gone")
    t.advance("2708", *NOTHING, 2, "R-NR", *fire(14, 6, 6))
    assert t.goals("destroy") == {"R-NR", "G-103", "G-112"}


@case("2.4e")
def test_all_japanese_units_move_with_the_turns_allowance(marching):
    for units in (["J-3D"], ["J-1Tk"], ["J-4Cav", "J-1Art"]):
        assert marching(units, "1417").mp == 22


@case("2.5a", "2.5d", "2.5e")
def test_steps_and_dice_are_as_printed():
    two = {name for name in GAME.unit_ids if GAME.two_step >> GAME.unit_index[name] & 1}
    assert {"J-Sen", "J-Kon", "J-3D", "J-3TkD"} <= two
    assert not {"J-101D", "J-2IMB", "J-1Tk", "P-HA"} & two
    numbered = {n for n in GAME.unit_ids if n.startswith("J-") and n.endswith("D") and n[2:-1].isdigit()}
    assert {n for n in numbered if int(n[2:-1]) < 100} == numbered & two
    assert all(GAME.full[u] == 1 for u in members(GAME.fighting))
    assert GAME.dice[GAME.unit_index["J-3D"]] == (0, 1, 2)


@case("2.5b", "2.5c")
def test_a_hit_flips_a_two_step_unit_and_removes_the_reduced_one(marching):
    t = marching(["J-3D", "J-5D"], "1417", pool=["R-NR"])
    t.advance("1517", *NOTHING, 3, "R-NR", *fire(4), *fire(12, 6))
    t.do("lose", "J-3D")
    assert (t.steps("J-3D"), t.steps("J-5D")) == (1, 2)
    t.do("fight-on", dice=[*fire(3), *fire(12, 6)]).do("lose", "J-3D")
    assert t.where("J-3D") == "RESERVE"
    assert t.steps("J-5D") == 2


@case("2.5f", "7.4d", "R18")
def test_every_unit_begins_an_operation_at_full_strength(marching):
    t = marching(["J-3D", "J-5D"], "1417", pool=["R-NR"])
    t.advance("1517", *NOTHING, 3, "R-NR", *fire(4), *fire(12, 6)).do("lose", "J-3D").do("withdraw")
    assert (t.where("J-3D"), t.steps("J-3D")) == ("RESERVE", 2)


@case("2.6a")
def test_the_player_commands_five_puppet_units_like_any_other(table):
    t = table()
    puppets = {name for name in GAME.unit_ids if name.startswith("P-")}
    assert len(puppets) == 5
    assert puppets <= t.goals("join")


@case("2.6b")
def test_nobody_decides_for_the_chinese(table):
    t = table()
    assert len(t.game.sides) == 1
    assert t.why("R-NR") == ["2.6b"]


@case("2.8", "R65")
def test_sizes_matter_for_the_objective_table_only():
    sizes = {GAME.rows[u]["size"] for u in members(GAME.divisions)}
    assert sizes == {"XX"}
    assert {GAME.rows[u]["size"] for u in members(GAME.brigades)} == {"X"}
    tanks = bitset(GAME.unit_index[name] for name in ("J-1Tk", "J-8Tk"))
    assert not (GAME.divisions | GAME.brigades) & tanks
    assert GAME.divisions >> GAME.unit_index["J-Sen"] & 1


@case("2.9")
def test_all_abbreviations_of_the_counters_occur():
    labels = {row["label"] for row in GAME.rows}
    assert {"AVG", "Gddg", "Gua", "FHQG", "HDG", "M", "N3", "NMC", "NR", "N4A", "NW"} <= labels
    assert {"Sha", "SR", "WG", "8RA", "P1"} <= labels
    assert {"HA", "Kaw", "Kon", "Kun", "LCS", "PB", "Sak", "Sen", "Shg", "Szk", "Twn", "YCS", "YRF"} <= labels


@case("2.10", "3.2c")
def test_control_markers_show_japanese_hexes_and_never_run_out(table):
    t = table(japanese=["1417", "1419"])
    shown = {GAME.space_ids[h] for h, marker, _ in t.view("Japanese")["marks"] if marker == 0}
    assert shown == {"1417", "1419"}
    every = [GAME.space_ids[h] for h in members(GAME.land)]
    marks: Any = table(japanese=every).view("Japanese")["marks"]
    assert len(marks) == 1020 > next(row["count"] for row in GAME.markers if row["id"] == "MK-ctl")


@case("6.1", "6.2a", "6.2b", "R70")
def test_at_most_eight_units_whatever_their_steps(table):
    t = table().muster(*X)
    assert not t.options("join")
    assert t.why("J-9D") == ["6.2a", "R70"]
    t.do("stand-down", "J-3D").do("join", "J-9D")
    assert not t.options("join")


@case("6.3")
def test_the_flotilla_does_not_count_for_stacking(table):
    t = table(turn=1, phase="second", japanese=["2504"], flotilla="usable", ready=X).muster(*X)
    t.do("start-with-flotilla", "2504")
    assert t.at("2504") == {*X, "J-YRF"}


@case("6.4", "6.5")
def test_the_chinese_have_no_stacking_limit(marching):
    t = marching(X, "2605", japanese=["2604"], flotilla="gone")
    many = ["R-NR", "R-SR", "R-1AG", "R-Sha", "R-Gua", "R-2AG"]
    t.edit(pool=many).advance("2504", *NOTHING, 6, *many, *fire(14, 6), *fire(66))
    assert len(t.at("2504") - {*X}) == 6 + 2 + 1, "six drawn, two of the garrison, and the fort"
    assert dice_of(t.state, t.state.force) == 14
