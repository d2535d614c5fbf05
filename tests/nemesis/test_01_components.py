"""Chapter 1: the map and the counters, as the rules use them."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.nemesis.facts import ALLIED, JAPANESE, US
from grognard.games.nemesis.odds import Attack, attacking_support, defending_support, shifts, strength
from grognard.kernel.bits import members

case = pytest.mark.case


@case("1.1-b", "R8")
def test_an_objective_without_a_flag_belongs_to_its_printed_owner(table: Any) -> None:
    t = table()
    g = t.game
    assert g.value[t.space("0511")] == 6
    assert g.printed[ALLIED] >> t.space("0511") & 1
    assert g.printed[JAPANESE] >> t.space("2607") & 1
    assert t.flag("0511") == t.flag("2607") == ""
    assert sum(g.value[h] for h in members(g.printed[ALLIED])) == 36
    assert sum(g.value[h] for h in members(g.printed[JAPANESE])) == 42


@case("1.1-c", "R70")
def test_a_captured_depot_serves_its_printed_owner_only(table: Any) -> None:
    units = {"J31-58": "0511", "B23-1": "0510"}
    t = table(phase="japanese-supply", units=units, japanese_flags=["0511"], dice=[6, 6, 1], yunnan_active=1)
    assert t.level("J31-58") == "out"


@case("1.2-B-a", "1.2-B-b")
def test_a_support_units_strength_counts_twice(table: Any) -> None:
    units = {"J33-213": "0617", "JX-14T": "0617", "JX-3H": "0617", "B20-100": "0717"}
    t = table(phase="japanese-attack", units=units)
    attack = Attack(JAPANESE, t.space("0717"), [t.unit(u) for u in ("J33-213", "JX-14T", "JX-3H")])
    assert attacking_support(t.state, attack) == 2 + 4
    assert sum(strength(t.state, u, True) for u in attack.units) == 6 + 2 + 4


@case("1.2-B-c", "6.1-F-f")
@pytest.mark.parametrize(("defending", "words"), [("", "Support Advantage"), ("B20-A", "")])
def test_three_points_more_of_support_are_an_advantage(table: Any, defending: str, words: str) -> None:
    units = {"J33-213": "0617", "JX-3H": "0617", "B20-100": "0717"}
    if defending:
        units[defending] = "0717"
    t = table(phase="japanese-attack", units=units)
    attack = Attack(JAPANESE, t.space("0717"), [t.unit("J33-213"), t.unit("JX-3H")], -1)
    attack.spearhead, attack.meeting = t.unit("J33-213"), t.unit("B20-100")
    assert defending_support(t.state, attack) == (3 if defending else 0)
    assert any(words and m.text.startswith(words) for m in shifts(t.state, attack)) == bool(words)


@case("1.2-B-c")
def test_the_defenders_support_may_be_the_advantage(table: Any) -> None:
    t = table(phase="japanese-attack", units={"J33-213": "0617", "B20-100": "0717", "B4C-A": "0717"})
    attack = Attack(JAPANESE, t.space("0717"), [t.unit("J33-213")], -1, t.unit("J33-213"), t.unit("B20-100"))
    assert [m.value for m in shifts(t.state, attack) if m.text.startswith("Support")] == [-1]


@case("1.2-B-d", "1.2-B-e", "3.1-b")
def test_an_air_unit_that_took_part_is_used_for_the_turn(table: Any) -> None:
    t = table(phase="allied-attack", units={"B17-48": "0418", "J33-214": "0419"}, yunnan_active=1, dice=[3])
    assert t.where("A-RAF1") == "BAIR"
    t.to_combat().attack("0419", "B17-48", air="A-RAF1")
    t.finish("no-banzai", "no-force")
    assert t.state.used_air >> t.unit("A-RAF1") & 1
    assert not t.state.used_air >> t.unit("A-RAF2") & 1


@case("1.2-B-e")
def test_a_used_air_unit_is_not_offered(table: Any) -> None:
    t = table(phase="allied-attack", units={"B17-48": "0418", "J33-214": "0419"}, used_air=["A-RAF1"])
    t.to_combat().do("attack", "0419").do("join", "B17-48")
    assert t.goals("call-air") == {"A-RAF2", "A-US1", "A-US2"}
    assert "1.2-B-e" in t.why("A-RAF1")


@case("1.2-B-f", "4.0-A-g")
def test_all_air_is_available_again_when_the_turn_ends(table: Any) -> None:
    t = table(phase="end", used_air=["A-RAF1", "J-AIR"])
    t.do("choose-first", "Assault").do("choose-first", "Assault")
    assert t.state.turn == 2
    assert not t.state.used_air


@case("1.2-B-g")
def test_air_never_helps_the_defence(table: Any) -> None:
    t = table(phase="japanese-attack", units={"J33-214": "0419", "B17-48": "0418"})
    t.to_combat().do("attack", "0418").do("join", "J33-214")
    assert t.goals("call-air") == {"J-AIR"}
    t.do("confirm", dice=[4])
    assert all(t.side != "Allied" or "call-air" not in t.verbs() for _ in (0,))
    assert strength(t.state, t.unit("A-RAF1"), False) == 4
    attack = Attack(JAPANESE, t.space("0418"), [t.unit("J33-214")])
    assert defending_support(t.state, attack) == 0


@case("1.2-B-h")
def test_one_air_unit_at_most(table: Any) -> None:
    t = table(phase="allied-attack", units={"B17-48": "0418", "J33-214": "0419"})
    t.to_combat().do("attack", "0419").do("join", "B17-48").do("call-air", "A-US1")
    assert t.options("call-air") == []
    assert t.game.subject(t.asked)["units"] == [t.unit("A-US1")]
    assert "1.2-B-h" in t.why("A-RAF1")
    t.do("send-air-home")
    assert len(t.options("call-air")) == 4


@case("1.2-B-i")
def test_any_nation_flies_for_british_and_stilwell_units(table: Any) -> None:
    t = table(phase="allied-attack", units={"S22-64": "2103", "J18-55": "2104"})
    t.to_combat().do("attack", "2104").do("join", "S22-64")
    assert t.goals("call-air") == {"A-RAF1", "A-RAF2", "A-US1", "A-US2"}


@case("1.2-B-j")
def test_nobody_flies_for_the_yunnan_force_alone(table: Any) -> None:
    t = table(phase="allied-attack", units={"Y87-259": "3511", "J56-C": "3411"}, yunnan_active=1)
    t.to_combat().do("attack", "3411").do("join", "Y87-259")
    assert t.options("call-air") == []
    assert "1.2-B-j" in t.why("A-US1")


@case("1.2-C-a", "6.1-G-d")
def test_a_large_unit_is_reduced_by_its_first_loss(table: Any) -> None:
    t = table(phase="japanese-attack", units={"J33-214": "0419", "B17-48": "0418"}, dice=[6])
    t.to_combat().attack("0418", "J33-214").finish("no-banzai", "no-force")
    assert t.steps("B17-48") == 1
    assert strength(t.state, t.unit("B17-48"), False) == 4


@case("1.2-C-b", "R92")
def test_the_back_of_a_small_unit_is_limited_supply(table: Any) -> None:
    t = table(units={"C-MF": "2610", "BL-ASM": "0906"}, level={"C-MF": "limited"})
    rows = {row[0]: row for row in t.view("Allied")["units"]}
    faces = t.game.board()["faces"]
    assert faces[rows[t.unit("C-MF")][4]]["symbol"] == "c-C-MF-back"
    assert len(rows[t.unit("BL-ASM")]) == 4
    assert strength(t.state, t.unit("C-MF"), False) == 2
    assert strength(t.state, t.unit("C-MF"), True) == 1


@case("1.2-C-c")
def test_a_transporter_on_its_back_supplies_nobody_at_the_end_of_the_turn(table: Any) -> None:
    units = {"JH-31": "1008", "J31-58": "0806", "B50P": "1110"}
    t = table(turn=2, phase="end", units=units, level={"JH-31": "out", "J31-58": "out"}, out_since={"J31-58": 1})
    t.do("choose-first", "Assault").do("choose-first", "Assault", dice=[1])
    assert t.steps("J31-58") == 2


@case("1.2-D-b", "7.1-C-f")
def test_the_stilwell_force_counts_as_us_for_supply(table: Any) -> None:
    t = table(phase="allied-supply", units={"S22-64": "2103", "SG-1": "2103", "Y87-259": "2103"}, dice=[6, 1])
    assert t.game.nation_of[t.unit("S22-64")] == US
    assert (t.level("S22-64"), t.level("SG-1"), t.level("Y87-259")) == ("full", "full", "limited")


@case("1.2-E-a", "R117")
def test_a_non_replaceable_unit_is_lost_for_good(table: Any) -> None:
    t = table(phase="japanese-attack", units={"J31-58": "0906", "BL-RIF": "0806"}, dice=[6])
    t.to_combat().attack("0806", "J31-58").finish("no-banzai", "stay")
    assert t.where("BL-RIF") == "APERM"


@case("1.2-F-a", "6.1-A-a")
@pytest.mark.parametrize("phase", ["japanese-assault", "japanese-attack"])
def test_garrisons_do_not_move(table: Any, phase: str) -> None:
    t = table(phase=phase, units={"JG-MYI": "2607", "J18-114": "2607"})
    assert t.goals("move") == {"J18-114"}
    if phase == "japanese-attack":
        assert "1.2-F-a" in t.why("JG-MYI")


@case("1.2-F-c")
def test_garrisons_do_not_attack_but_defend(table: Any) -> None:
    t = table(phase="japanese-attack", units={"JG-MYI": "2607", "C-77": "2508"})
    t.to_combat()
    assert not t.options("attack")
    assert "1.2-F-c" in t.why("JG-MYI")
    t = table(phase="allied-attack", units={"JG-MYI": "2607", "C-77": "2508"})
    assert ("attack", "2607") in t.to_combat().options()


@case("1.2-F-b", "R61")
def test_a_garrison_that_should_retreat_is_eliminated(table: Any) -> None:
    units = {"JG-BHA": "2514", "J56-148": "2514", "B2-4": "2513", "B2-5": "2513", "B2-6": "2513"}
    t = table(phase="allied-attack", units=units, dice=[5])
    t.to_combat().attack("2514", "B2-4", "B2-5", "B2-6")
    t.do("spearhead", "B2-4").do("meet", "J56-148").do("no-banzai")
    t.do("lead", "B2-4").do("refuse-with", "JG-BHA").do("enforce").do("retreat")
    assert t.where("JG-BHA") == "JPERM"


@case("1.2-G-a", "7.1-A-h")
def test_transporters_pass_supply_on(table: Any) -> None:
    units = {"JM-31": "0907", "J31-58": "0806"}
    t = table(phase="japanese-supply", units=units, dice=[6], yunnan_active=1)
    assert t.level("J31-58") == "full"
    t = table(phase="japanese-supply", units={"J31-58": "0806"}, dice=[6], yunnan_active=1)
    assert t.level("J31-58") == "out"


@case("1.2-H-a", "5.1-A-e")
def test_light_troops_pay_one_point_along_a_path(table: Any) -> None:
    t = table(phase="japanese-assault", units={"J31-58": "1111", "JH-31": "1111", "B17-48": "0906"})
    t.do("move", "J31-58").do("to", "1110")
    assert t.asked.about[2] == 2 * 5 * 2 - 2
    t.do("stop").do("move", "JH-31").do("to", "1110")
    assert t.asked.about[2] == 2 * 5 - 4


@case("1.2-H-b", "R28")
def test_only_light_troops_enter_a_mountain_without_a_link(table: Any) -> None:
    t = table(phase="allied-assault", units={"B17-48": "0418", "BL-CHIN": "0418"})
    t.do("move", "B17-48")
    assert "0318" in t.goals("to")
    assert not t.offers("to", "0319")
    assert "1.2-H-b" in t.why("B17-48", "0319")
    t.do("stop").do("move", "BL-CHIN")
    assert t.offers("to", "0319")


@case("1.2-H-c", "R101")
def test_who_is_light(table: Any) -> None:
    g = table().game

    def light(name: str) -> bool:
        return bool(g.light >> g.unit_index[name] & 1)

    assert all(
        map(light, ("J31-58", "J31-A", "JX-INA1", "C-77", "C-b1", "B50P", "BL-ASM", "SL-KR", "SG-1", "JM-31", "BM-1"))
    )
    assert not any(map(light, ("JX-3H", "JH-31", "BH", "BTRK", "B17-48", "S22-64", "Y87-259")))
