"""Chapters 3.6 to 3.9 and 7: Phase I, garrisons, reinforcements and replacements."""

from __future__ import annotations

import pytest

from grognard.games.whitesun.administration import garrisons_needed
from grognard.kernel.bits import members
from whitesun.conftest import GAME, NOTHING, fire

case = pytest.mark.case
CHUNGKING = ["R-36AG", "R-44C", "E-1D"]
"""Drawn for Chungking on Turn 4."""


def phase_one(table, turn: int, **change):
    """Phase I with the objective area taken."""
    japanese = ["area", *change.pop("japanese", [])]
    dice = CHUNGKING if turn == 4 else []
    return table(dice, **{"turn": turn, "phase": "administration", "japanese": japanese, "flotilla": "gone", **change})


# --- 3.6 the objective area


@case("3.6a", "9.17b")
def test_from_turn_2_everything_inside_the_line_is_japanese(table):
    t = table(turn=1, phase="victory", japanese=[GAME.space_ids[h] for h in members(GAME.objectives)])
    assert (t.state.turn, t.phase()) == (2, "administration")
    assert t.state.japanese == GAME.inside
    assert t.where("J-YRF") == "OUT", "no attack on Shanghai was made"


@case("3.6b", "R23")
def test_hexes_taken_beyond_the_line_stay_japanese(table):
    t = phase_one(table, 2, japanese=["3618", "3619", "2904", "4013"])
    t.do("fill").do("hold-cities")
    assert all(t.own(h) for h in ("3618", "3619", "2904", "4013"))


@case("3.6c", "R25")
def test_fifty_units_of_the_players_choice_garrison_the_area(table):
    t = phase_one(table, 2)
    assert t.asked.about == (50,)
    assert len(t.goals("garrison")) == 66
    t.do("garrison", "J-3D")
    assert t.asked.about == (49,)
    t.do("fill", dice=[3])
    assert len(t.at("GARRISON")) == 50
    assert "J-3D" in t.at("GARRISON")
    assert len(t.at("READY")) == 16
    assert all(GAME.two_step >> t.unit(u) & 1 for u in t.at("READY")), "the weakest go on garrison duty first"


@case("R25")
def test_with_fewer_than_fifty_all_are_garrison_and_nobody_operates(table):
    few = [f"J-{n}D" for n in (3, 5, 6, 9, 10, 11, 13, 14, 15)]
    out = {u: "OUT" for u in table().at("T2") if u.startswith("J-")}
    t = table(CHUNGKING, turn=2, phase="administration", japanese=["area"], flotilla="gone", ready=few, units=out)
    assert t.at("GARRISON") >= set(few)
    assert t.state.ending == "time", "nobody was left for an operation on any turn"
    assert not t.told("objective")


@case("3.6d", "R26", "R71")
def test_one_unit_for_each_city_beyond_the_line_ports_included(table):
    t = phase_one(table, 2, japanese=["3618", "3302", "5710", "2905"]).do("fill")
    assert garrisons_needed(t.state) == 4
    t.do("hold-cities").do("garrison", "J-41D")
    assert t.where("J-41D") == "CITIES"
    t.do("fill", dice=[3])
    assert len(t.at("CITIES")) == 4
    assert t.asked.prompt == "choose-port"
    t.do("port", "3702")
    assert t.why("J-41D") == ["3.6d", "R71"], "garrisons take no part in operations"


@case("3.6e", "R24")
def test_cities_that_cannot_be_garrisoned_are_given_up_with_their_dead_ends(table):
    ready = [u for u in GAME.unit_ids if u.startswith("J-") and u != "J-YRF"][:51]
    out = {u: "OUT" for u in table().at("T2") if u.startswith("J-") and u not in ready}
    line = ["2719", "2820", "2821", "2822", "3118"]
    t = phase_one(table, 2, ready=ready, units=out, japanese=line).do("fill")
    assert t.goals("give-up") == {"2820", "3118"}
    assert not t.offers("hold-cities"), "two cities and one unit"
    t.do("give-up", "2820")
    lost = [h for h in line if not t.own(h)]
    assert lost == ["2719", "2820", "2821", "2822"], "the city, and what leads into it from both sides"
    assert t.own("2718"), "inside the line nothing is lost"


@case("R24")
def test_a_hex_with_two_ways_on_is_not_lost(table):
    t = phase_one(table, 2, japanese=["3814", "3913", "4013", "4012", "4112", "3618"]).do("fill")
    t.do("give-up", "3913")
    assert not t.own("3913")
    assert not t.own("3814"), "a dead end"
    assert all(t.own(h) for h in ("4013", "4012", "4112")), "the junction still joins two lines"


@case("3.6f", "3.7b")
def test_cities_may_be_given_up_to_free_units(table):
    for turn in (2, 3):
        t = phase_one(table, turn, japanese=["3618", "2905"]).do("fill")
        t.do("give-up", "2905")
        assert not t.own("2905")
        assert garrisons_needed(t.state) == 1
        assert t.why(space="1419") == ["3.6a"], "nothing inside the line can be given up"


@case("3.6g")
def test_what_is_left_is_the_operational_force(table):
    t = phase_one(table, 2, japanese=["3618"]).do("fill").do("hold-cities").do("garrison", "J-41D", dice=[3])
    assert t.told("operational")[-1].args == (15,)


# --- 3.7, 3.8 later turns


@case("3.7a", "3.8a", "3.8d")
def test_the_garrison_procedure_is_repeated_each_turn_and_garrisons_may_be_withdrawn(table):
    for turn in (3, 4):
        t = phase_one(table, turn, japanese=["3618"], units={"J-3D": "GARRISON", "J-5D": "CITIES"})
        assert {"J-3D", "J-5D"} <= t.goals("garrison"), "everything from last turn is in the list again"
        assert t.asked.about == (50,)


@case("3.8b")
def test_hong_kong_and_macao_need_one_garrison_together(table):
    t = phase_one(table, 4, japanese=["4906", "5007", "5107"]).do("fill")
    assert garrisons_needed(t.state) == 1
    t.do("give-up", "5107")
    assert garrisons_needed(t.state) == 1
    assert garrisons_needed(phase_one(table, 4, japanese=["4906", "5511"]).state) == 2


# --- 3.9, 7 reinforcements and replacements


@case("3.9a", "8.10c")
def test_no_chinese_unit_appears_by_itself_and_defenders_leave_the_map(table):
    t = phase_one(table, 2, units={"R-NR": "3618", "E-88D": "2905"}, held=["3618"])
    on_map = {u for h in range(GAME.hexes) for u in members(t.state.at[h] & GAME.fighting)}
    assert on_map == {t.unit("G-HDG")}
    assert t.where("R-NR") == t.where("E-88D") == "POOL"
    assert t.state.held == 0


@case("3.9b", "7.1", "7.2")
@pytest.mark.parametrize(("turn", "names"), [(2, ["E-5C", "R-5AG", "A-AVG"]), (3, ["E-10C", "R-30AG"]), (4, ["E-16C"])])
def test_chinese_reinforcements_go_into_the_pool(table, turn, names):
    t = phase_one(table, turn)
    assert {t.where(name) for name in names} == {"POOL"}
    assert not {u for u in t.at(f"T{turn}") if u[0] in "ERA"}


@case("3.9c", "R55")
def test_on_turn_4_three_arriving_units_stand_in_chungking(table):
    t = phase_one(table, 4)
    assert t.at("4224") == set(CHUNGKING)
    assert t.state.standing == sum(1 << t.unit(u) for u in CHUNGKING)
    assert len(t.at("POOL") & {u for u in GAME.unit_ids if GAME.arrival[GAME.unit_index[u]] == 4}) == 15
    taken = table(turn=4, phase="administration", japanese=["area", "4224"], flotilla="gone")
    assert taken.at("4224") == set(), "a Japanese Chungking gets none"


@case("7.3", "7.5")
def test_japanese_reinforcements_join_the_set_up_of_their_turn(table):
    t = phase_one(table, 2)
    assert {"J-4D", "J-Kon"} <= t.goals("garrison")
    t.do("fill", dice=[3])
    t.do("port", "3702").muster("J-4D").do("land", "3702", dice=[*NOTHING, 1, 3])
    assert t.own("3702"), "at once and with all they can do"


@case("7.4a", "7.4e")
def test_eliminated_units_come_back_but_not_the_excepted_ones(table):
    t = phase_one(table, 2, units={"J-6D": "T2", "J-Kaw": "T3", "J-Sak": "OUT", "P-HA": "READY",
                                   "R-NR": "DEAD", "G-56": "DEAD", "R-17D": "POOL"})  # fmt: skip
    assert "J-6D" in t.goals("garrison")
    assert not {"J-Kaw", "J-Sak", "P-HA"} & t.goals("garrison")
    assert (t.where("R-NR"), t.where("G-56"), t.where("R-17D")) == ("DEAD", "DEAD", "POOL")


@case("7.4b", "R15")
def test_puppets_leave_play_at_the_end_of_turn_1(table):
    t = phase_one(table, 2)
    assert {t.where(u) for u in GAME.unit_ids if u.startswith("P-")} == {"OUT"}


@case("7.4c")
@pytest.mark.parametrize(("die", "box"), [(1, "T2"), (3, "T4"), (4, "OUT"), (6, "OUT")])
def test_an_eliminated_asterisked_unit_comes_back_that_many_turns_later(marching, die, box):
    t = marching(["J-Kaw", "J-3D"], "1417", pool=["R-NR"])
    t.advance("1517", *NOTHING, 3, "R-NR", *fire(3), *fire(12, 6)).do("lose", "J-Kaw", dice=[die])
    assert t.where("J-Kaw") == box


@case("7.4d")
def test_two_step_units_come_back_at_full_strength(table):
    t = table(turn=2, phase="administration", japanese=["area"], flotilla="gone")
    assert all(t.steps(u) == GAME.full[t.unit(u)] for u in t.goals("garrison"))


@case("7.6", "R58")
def test_the_avg_is_in_the_pool_on_turn_2_only(table):
    t = phase_one(table, 2)
    assert t.where("A-AVG") == "POOL"
    for place in ("POOL", "3913"):
        assert phase_one(table, 3, units={"A-AVG": place}, standing=["A-AVG"]).where("A-AVG") == "DEAD"


@case("8.8c")
def test_the_communist_armies_leave_at_the_end_of_turn_3(table):
    assert phase_one(table, 3).where("C-8RA") == "POOL"
    t = phase_one(table, 4)
    assert t.where("C-8RA") == t.where("C-N4A") == "DEAD"


@case("10.4b", "R59")
def test_surviving_start_depots_vanish_on_turn_2(table):
    t = table(turn=2, phase="administration", flotilla="gone")
    assert {t.where(u) for u in ("S-2504", "S-2708", "S-3414")} == {"DEAD"}
    assert t.where("S-3913") == "T2", "Changsha's is kept aside"
