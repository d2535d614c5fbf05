"""Chapter 3: set-up, battalions, Chindits, the Yunnan Force."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.nemesis.facts import ALLIED, JAPANESE
from grognard.games.nemesis.losses import destroy, lose_step
from grognard.games.nemesis.yunnan import face_modifiers, japanese_steps_near

case = pytest.mark.case


# --- 3.1, 3.2


@case("3.1-a", "4.0-A-f", "3.1-d")
def test_both_sides_begin_with_assault_in_game_turn_1(table: Any) -> None:
    t = table()
    assert t.state.turn == 1
    assert t.phase() == "japanese-assault"
    assert [t.game.phases[1].id, t.game.phases[5].id] == ["japanese-assault", "allied-assault"]
    t.end_phase(dice=[6])
    assert t.phase() == "allied-assault"


@case("3.1-c")
def test_six_chindit_battalions_begin_in_their_box(table: Any) -> None:
    assert table().units_at("CHINDIT") == {f"C-b{n}" for n in range(1, 7)}


@case("3.1-e", "3.1-f", "3.1-g", "R6")
def test_where_the_markers_begin(table: Any) -> None:
    s = table().state
    assert (s.general, s.superior, s.lament) == ([0, 0], [5, 5], [0, 0])
    assert (s.face, s.scale) == (1, 0)


@case("3.1-h")
def test_the_battalions_box_at_the_start(table: Any) -> None:
    t = table()
    held = t.units_at("JBATT")
    piles = {d: len([u for u in held if u.startswith(f"J{d}-b")]) for d in ("31", "15", "33", "18", "56", "53", "X")}
    assert piles == {"31": 9, "15": 8, "33": 9, "18": 7, "56": 8, "53": 9, "X": 6}


@case("3.1-i", "3.2-a")
@pytest.mark.parametrize(
    ("unit", "hex_"), [("J31-58", "1111"), ("B17-48", "0418"), ("S22-64", "2102"), ("Y87-259", "3609"), ("SH", "2102")]
)
def test_units_stand_at_their_letters(table: Any, unit: str, hex_: str) -> None:
    assert table().where(unit) == hex_


@case("3.2-b")
def test_letter_i_is_the_losses_box(table: Any) -> None:
    assert table().units_at("JLOSS") == {"J15-b9", "J18-b8", "J18-b9", "J56-b9"}


@case("3.2-d")
def test_some_units_begin_reduced_and_morris_force_on_its_limited_side(table: Any) -> None:
    t = table()
    assert [t.steps(u) for u in ("J18-55", "J18-56", "J56-146", "J18-114")] == [2, 2, 2, 3]
    assert t.level("C-MF") == "limited"


@case("3.2-e", "R93")
def test_the_four_chindits_on_the_map_begin_in_limited_supply_all_others_in_full(table: Any) -> None:
    t = table()
    limited = {name for u, name in enumerate(t.game.unit_ids) if t.state.level[u]}
    assert limited == {"C-16", "C-77", "C-111", "C-MF"}


@case("3.2-f", "8.2-B-6")
def test_the_trucks_wait_in_the_off_map_box_and_come_in_at_their_letter(table: Any) -> None:
    t = table(phase="allied-reinforcements", scale=2)
    assert {"BTRK", "STRK"} <= t.units_at("OFFMAP")
    t.do("bring-on", "BTRK")
    assert t.goals("enter") == {"0404"}


@case("3.2-g")
def test_units_with_an_entry_number_stand_on_the_turn_track(table: Any) -> None:
    t = table()
    assert t.where("J53-128") == "T3"
    assert t.where("B11-21") == "T9"


# --- 3.3 battalions


@case("3.3-a", "3.3-h")
@pytest.mark.parametrize(("unit", "may"), [("J31-58", True), ("JX-24B", True), ("J31-A", False), ("JX-INA1", False)])
def test_infantry_regiments_of_quality_2_and_3_exchange_battalions(table: Any, unit: str, may: bool) -> None:
    t = table(phase="japanese-assault", units={unit: "1111"})
    assert t.offers("detach", unit) == may


@case("3.3-b", "R34")
def test_a_battalion_goes_and_the_regiment_stays(table: Any) -> None:
    t = table(phase="japanese-assault", units={"J31-58": "1111"})
    t.do("detach", "J31-58")
    assert t.verbs() == {"to"}
    t.do("to", "1110").do("stop")
    (battalion,) = t.units_at("1110")
    assert battalion.startswith("J31-b")
    assert (t.steps("J31-58"), t.where("J31-58")) == (2, "1111")
    assert t.offers("move", "J31-58")
    assert not t.offers("detach", "J31-58")


@case("3.3-b", "R34")
def test_the_regiment_goes_and_leaves_a_battalion_with_its_marks(table: Any) -> None:
    t = table(phase="japanese-assault", units={"J31-58": "0806"}, level={"J31-58": "limited"})
    t.do("leave-behind", "J31-58").do("to", "0706")
    (battalion,) = t.units_at("0806")
    assert t.level(battalion) == "limited"
    assert t.offers("move", battalion)
    assert not t.offers("move", "J31-58")


@case("3.3-c", "R35")
def test_auxiliary_battalions_serve_both_auxiliary_regiments(table: Any) -> None:
    units = {"JX-24B": ["1520", 2], "JX-b6": "1519"}
    t = table(phase="japanese-assault", units=units, box={"JX-4": "JSHELF"})
    t.march("JX-b6", "1520")
    assert t.steps("JX-24B") == 3


@case("3.3-d")
def test_a_reduced_regiment_cannot_drop_off(table: Any) -> None:
    t = table(phase="japanese-attack", units={"J31-58": ["1111", 2]}, moved=["J31-58"])
    assert not t.options("detach")
    t = table(phase="japanese-assault", units={"J31-58": ["1111", 2]})
    assert not t.options("detach")
    assert not t.options("leave-behind")


@case("3.3-e", "3.3-f", "R105", "R36")
def test_a_reduced_regiment_and_a_battalion_must_merge_at_the_end_of_a_move(table: Any) -> None:
    t = table(phase="japanese-assault", units={"J31-58": ["1111", 2], "J31-b1": "1110"})
    t.march("J31-b1", "1111")
    assert t.steps("J31-58") == 3
    assert t.where("J31-b1") == "JBATT"
    assert not t.offers("move", "J31-58")


@case("3.3-e")
def test_different_supply_levels_do_not_merge(table: Any) -> None:
    units = {"J31-58": ["1111", 2], "J31-b1": "1110"}
    t = table(phase="japanese-assault", units=units, level={"J31-58": "limited"})
    t.march("J31-b1", "1111")
    assert t.steps("J31-58") == 2
    assert t.where("J31-b1") == "1111"


@case("3.3-f")
def test_mergers_happen_at_the_end_of_a_phase_too(table: Any) -> None:
    units = {"J31-58": ["1111", 2], "J31-b1": "1111"}
    t = table(phase="japanese-attack", units=units, yunnan_active=1)
    t.end_phase()
    assert t.steps("J31-58") == 3


@case("3.3-e")
def test_other_divisions_do_not_merge(table: Any) -> None:
    t = table(phase="japanese-attack", units={"J31-58": ["1111", 2], "J15-b1": "1111"}, yunnan_active=1)
    t.end_phase()
    assert t.where("J15-b1") == "1111"


@case("3.3-g", "R35")
@pytest.mark.parametrize("number", [2, 3])
def test_battalions_alone_become_a_regiment_of_the_players_choice(table: Any, number: int) -> None:
    units = {f"J31-b{n}": "1111" for n in range(1, number + 1)}
    t = table(phase="japanese-attack", units=units, yunnan_active=1)
    t.end_phase()
    assert t.goals("rebuild") == {"J31-58", "J31-124", "J31-138"}
    t.do("rebuild", "J31-124")
    assert t.where("J31-124") == "1111"
    assert t.steps("J31-124") == number


@case("3.3-g", "R35")
def test_without_a_counter_off_the_map_they_stay_apart(table: Any) -> None:
    units = {"J31-b1": "1111", "J31-b2": "1111", "J31-58": "0910", "J31-124": "1010", "J31-138": "1009"}
    t = table(phase="japanese-attack", units=units, yunnan_active=1)
    t.end_phase()
    assert {"J31-b1", "J31-b2"} <= t.units_at("1111")


@case("3.3-g", "R35")
def test_battalions_of_different_supply_levels_stay_apart(table: Any) -> None:
    units = {"J31-b1": "1111", "J31-b2": "1111"}
    t = table(phase="japanese-attack", units=units, level={"J31-b1": "limited"}, yunnan_active=1)
    t.end_phase()
    assert {"J31-b1", "J31-b2"} <= t.units_at("1111")


@case("3.3-h")
def test_cavalry_and_support_never_merge(table: Any) -> None:
    t = table(phase="japanese-attack", units={"J56-148": ["3312", 2], "J56-C": "3312"}, yunnan_active=1)
    t.end_phase()
    assert t.where("J56-C") == "3312"
    assert t.steps("J56-148") == 2


@case("R35")
def test_of_two_out_of_supply_the_longer_standing_counts(table: Any) -> None:
    units = {"J31-58": ["1111", 2], "J31-b1": "1111"}
    level, since = {"J31-58": "out", "J31-b1": "out"}, {"J31-58": 3, "J31-b1": 1}
    t = table(turn=3, phase="japanese-attack", units=units, level=level, out_since=since, yunnan_active=1)
    t.end_phase()
    assert t.state.out_since[t.unit("J31-58")] == 1


@case("R37", "R99")
def test_the_battalions_box_always_holds_the_steps_of_the_regiments(table: Any) -> None:
    t = table()
    for regiment in ("J31-58", "J18-55", "J33-213"):
        destroy(t.state, t.unit(regiment))
        assert t.game.check(t.state) == []
    for brigade in ("C-16", "C-77", "C-111"):
        destroy(t.state, t.unit(brigade))
    assert {f"C-b{n}" for n in range(1, 7)} <= t.units_at("CHINDIT")


# --- 3.4 Chindits


@case("3.4-a")
def test_chindits_drop_off_nothing(table: Any) -> None:
    t = table(phase="allied-assault", units={"C-77": "2211"})
    assert not t.options("detach")
    t.do("dig", "C-77")
    t = table(phase="allied-attack", units={"C-77": "2211", "B17-48": "0418"}, moved=["C-77"])
    assert t.why("C-77")[0] == "5.1-A-b"


@case("3.4-b", "3.4-c", "3.4-d")
def test_the_three_steps_of_a_chindit_brigade(table: Any) -> None:
    t = table(units={"C-77": "2211"})
    s = t.state
    assert lose_step(s, t.unit("C-77")) == t.unit("C-77")
    assert (t.steps("C-77"), s.lament[ALLIED], s.scale) == (2, 1, 0)
    battalion = lose_step(s, t.unit("C-77"))
    assert t.where("C-77") == "APERM"
    assert s.where[battalion] == t.space("2211")
    assert (s.lament[ALLIED], s.scale) == (2, 1)
    lose_step(s, battalion)
    assert s.where[battalion] == t.space("CHINDIT")
    assert (s.lament[ALLIED], s.scale) == (3, 1)


@case("3.4-d", "R117")
def test_morris_force_goes_to_the_chindit_box(table: Any) -> None:
    t = table(units={"C-MF": "2211"})
    lose_step(t.state, t.unit("C-MF"))
    assert t.where("C-MF") == "CHINDIT"


@case("3.4-e")
def test_chindit_battalions_never_merge(table: Any) -> None:
    t = table(phase="allied-attack", units={"C-b1": "2211", "C-b2": "2211"}, dice=[1])
    t.end_phase()
    assert t.units_at("2211") == {"C-b1", "C-b2"}


# --- 3.5 the Yunnan Force


@case("3.5-a", "R38")
def test_activation_is_forgotten_when_a_turn_begins(table: Any) -> None:
    t = table(turn=3, phase="start", units={"Y87-259": "3609"}, yunnan_active=1)
    assert not t.state.yunnan_active


@case("3.5-b", "R119")
def test_an_attack_on_a_yunnan_unit_wakes_the_force_before_the_die(table: Any) -> None:
    t = table(phase="japanese-attack", units={"J56-113": "3411", "Y87-259": "3511"})
    t.to_combat()
    assert not t.state.yunnan_active
    t.attack("3511", "J56-113")
    assert t.asked.prompt == "banzai"
    assert t.state.yunnan_active


@case("3.5-c", "R38")
def test_a_japanese_unit_next_to_a_chinese_objective_wakes_it_at_once(table: Any) -> None:
    t = table(phase="japanese-assault", units={"J56-113": "3312"})
    t.do("move", "J56-113").do("to", "3411")
    assert not t.state.yunnan_active
    t.do("to", "3511")
    assert t.state.yunnan_active


@case("3.5-c")
def test_a_japanese_transporter_does_not_wake_it(table: Any) -> None:
    t = table(phase="japanese-assault", units={"JM-X1": "3411"})
    t.march("JM-X1", "3511")
    assert not t.state.yunnan_active


@case("3.5-d")
@pytest.mark.parametrize(("turn", "active"), [(6, 0), (7, 1)])
def test_from_game_turn_7_on_it_is_active(table: Any, turn: int, active: int) -> None:
    t = table(turn=turn, phase="start", units={"Y87-259": "3609"})
    assert t.state.yunnan_active == active


@case("3.5-e", "R1")
@pytest.mark.parametrize(("die", "active"), [(4, 1), (5, 0)])
def test_a_die_against_the_turns_number_before_the_first_allied_chit(table: Any, die: int, active: int) -> None:
    crowd = {"J56-113": "3411", "J56-148": "3410", "J56-146": "3412"}
    t = table(turn=4, phase="japanese-attack", units={"Y87-259": "3511", **crowd})
    t.end_phase(dice=[die])
    assert t.state.face == 4
    assert t.state.yunnan_active == active
    assert t.phase() == "allied-assault"


@case("3.5-e")
def test_no_second_die_in_a_turn(table: Any) -> None:
    t = table(turn=2, phase="japanese-attack", units={"Y87-259": "3609"})
    t.end_phase(dice=[6]).end_phase(dice=[1])
    assert len(t.told("chiangs-face")) == 1


@case("3.5-f", "R38")
def test_few_japanese_steps_near_make_it_easier(table: Any) -> None:
    t = table(units={"Y87-259": "3511", "J56-113": "3411", "J56-148": "3410", "J56-A": "3410"})
    assert japanese_steps_near(t.state) == 8
    assert [m.value for m in face_modifiers(t.state)] == [-1]
    t = table(units={"Y87-259": "3511", "J56-113": "3411", "J56-148": "3410", "J56-146": "3413"})
    assert japanese_steps_near(t.state) == 9
    assert face_modifiers(t.state) == []


@case("3.5-g")
@pytest.mark.parametrize(("lost", "values"), [(1, []), (2, [1])])
def test_two_lost_yunnan_units_make_it_harder(table: Any, lost: int, values: list[int]) -> None:
    crowd = {"J56-113": "3411", "J56-148": "3410", "J56-146": "3412"}
    box = dict.fromkeys(["Y88-262", "Y88-264"][:lost], "ALOSS")
    t = table(units={"Y87-259": "3511", **crowd}, box=box)
    assert [m.value for m in face_modifiers(t.state)] == values


@case("3.5-h", "R39")
def test_an_inactive_force_neither_moves_nor_attacks_nor_digs(table: Any) -> None:
    units = {"Y87-259": "3510", "YM-1": "3510", "J56-C": "3411"}
    t = table(phase="allied-assault", units=units)
    assert not t.options("move")
    assert not t.options("dig")
    assert "3.5-h" in t.why("YM-1")
    t = table(phase="allied-attack", units={"Y87-259": "3511", "J56-C": "3411"})
    assert not t.to_combat().options("attack")
    assert "3.5-h" in t.why("Y87-259")


@case("3.5-h")
def test_an_inactive_force_still_checks_supply_and_takes_reinforcements(table: Any) -> None:
    t = table(phase="allied-supply", units={"Y87-259": "3301", "Y-A": "3609"}, dice=[6, 1])
    assert t.level("Y87-259") == "out"
    t = table(turn=6, phase="allied-reinforcements", units={"Y-A": "3609"})
    assert t.asked.prompt == "arrivals"
    assert all(t.state.game.yunnan >> unit & 1 for unit in t.asked.about[0])
    assert t.state.present[JAPANESE] == 0
