"""Corners of the rules that play reaches seldom."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.nemesis.losses import lose_step

case = pytest.mark.case
WEST = {"B17-48": "0418", "B17-63": "0418", "BT-3C": "0418"}


@case("6.2-D-e", "6.2-A-c")
def test_when_only_units_that_had_retreated_are_left_nobody_refuses(table: Any) -> None:
    units = {**WEST, "J33-E": "0419", "J33-215": "0419"}
    t = table(phase="allied-attack", units=units, retreated=["J33-215"], dice=[4])
    t.to_combat().attack("0419", "B17-48", "B17-63", "BT-3C").do("spearhead", "BT-3C").do("no-banzai")
    assert t.where("J33-E") == "JLOSS"
    t.do("lead", "B17-48")
    assert (t.asked.prompt, t.asked.about[1]) == ("enforce", 0)
    t.do("enforce")
    assert t.asked.prompt == "retreat"


@case("6.2-B-a", "R59")
def test_a_price_that_would_leave_nobody_cannot_be_paid(table: Any) -> None:
    guns = {"B4C-A": "0511", "B33C-A": "0511"}
    units = {"B17-48": ["0511", 1], **guns, "J31-b1": "0510", "J31-b2": "0510", "J31-b3": "0510"}
    t = table(phase="allied-attack", units=units, dice=[6])
    t.to_combat().attack("0510", "B17-48", "B4C-A", "B33C-A", air="A-US1").do("meet", "J31-b1").do("no-banzai")
    assert t.result() == "0-2r"
    t.do("lose", "J31-b2").do("lead", "B17-48")
    # The last battalion would refuse with Quality 3 against 2: one step, and the brigade has no more than one.
    assert len(t.told("too-dear")) == 1
    assert t.asked.prompt == "attacks"
    assert t.where("J31-b3") == "0510"


@case("3.5-b", "R119")
def test_walking_into_an_objective_where_yunnan_units_fled_wakes_them(table: Any) -> None:
    units = {"J56-113": "3510", "Y87-259": "3609"}
    t = table(phase="japanese-attack", units=units, retreated=["Y87-259"], yunnan_active=0)
    t.to_combat().storm("3609", "J56-113")
    assert t.state.yunnan_active


@case("6.1-B-b", "R45")
def test_a_plan_can_be_changed_until_it_is_confirmed(table: Any) -> None:
    units = {**WEST, "J33-214": "0419"}
    t = table(phase="allied-attack", units=units)
    t.to_combat().do("attack", "0419").do("join-all")
    assert {words[1] for words in t.options("drop-out")} == {"B17-48", "B17-63", "BT-3C"}
    t.do("call-air", "A-US1").do("drop-out", "BT-3C").do("drop-out", "B17-48").do("drop-out", "B17-63")
    assert not t.offers("send-air-home")
    t.do("call-off")
    assert t.asked.prompt == "attacks"
    t = table(phase="japanese-attack", units={"J31-58": "0706", "J31-124": "0706"})
    t.to_combat().do("storm", "0606").do("join-all").do("drop-out", "J31-58").do("confirm").do("advance", "J31-124")
    assert (t.where("J31-58"), t.where("J31-124")) == ("0706", "0606")


@case("6.1-G-f", "R34", "6.1-B-c")
def test_what_is_left_of_a_regiment_keeps_its_level_and_its_marks(table: Any) -> None:
    t = table(units={"J33-214": ["0419", 2]}, level={"J33-214": "limited"}, attacked=["J33-214"], moved=["J33-214"])
    battalion = lose_step(t.state, t.unit("J33-214"))
    assert t.state.level[battalion] == 1
    assert t.state.attacked >> battalion & 1
    assert t.state.moved >> battalion & 1
    assert not t.state.attacked >> t.unit("J33-214") & 1


@case("3.4-c")
def test_what_is_left_of_a_chindit_brigade_keeps_its_level(table: Any) -> None:
    t = table(units={"C-77": ["2211", 2]}, level={"C-77": "limited"}, attacked=["C-77"])
    battalion = lose_step(t.state, t.unit("C-77"))
    assert t.state.level[battalion] == 1
    assert t.state.attacked >> battalion & 1


@case("8.1-A-e")
def test_refitting_gives_the_guns_their_step_back(table: Any) -> None:
    units = {"J31-A": ["1110", 1], "JH-31": "1111"}
    t = table(turn=3, phase="japanese-reinforcements", units=units, yunnan_active=1)
    t.do("refit", "J31-A")
    assert t.steps("J31-A") == 2
    assert not t.options("refit")
    t = table(turn=3, phase="japanese-reinforcements", units=units, level={"JH-31": "out"}, yunnan_active=1)
    assert not t.options("refit")
    assert "8.1-A-e" in t.why("J31-A")


@case("8.2-A-a", "8.2-A-c")
def test_replacements_may_be_forgone(table: Any) -> None:
    t = table(phase="allied-reinforcements", units={"B23-1": "0511"}, box={"B17-48": "ALOSS"})
    t.do("end-replacements")
    assert t.where("B17-48") == "ALOSS"
    assert t.asked.prompt == "bring-on"


@case("8.2-B-2", "R89")
def test_yunnan_units_without_room_wait_in_the_box(table: Any) -> None:
    units = {"J33-214": "3807", "J33-215": "3609", "J31-58": "3811"}
    t = table(phase="allied-reinforcements", units=units, box={"Y87-259": "OFFMAP"})
    assert t.where("Y87-259") == "OFFMAP"
    assert [event.args[0] for event in t.told("delayed")] == [t.unit("Y87-259")]
    assert "8.2-B-2" in t.why("Y87-259")


@case("3.3-b", "3.3-i")
def test_a_regiment_may_leave_a_battalion_when_it_advances_or_takes_the_train(table: Any) -> None:
    t = table(phase="japanese-attack", units={"J31-58": "0906", "BL-RIF": "0806"}, dice=[6])
    t.to_combat().attack("0806", "J31-58").do("no-banzai").do("leave-behind", "J31-58")
    assert (t.where("J31-58"), t.steps("J31-58")) == ("0806", 2)
    assert any(name.startswith("J31-b") for name in t.units_at("0906"))
    t = table(phase="japanese-reinforcements", units={"J18-114": "2607"}, yunnan_active=1)
    t.finish("end-replacements").do("leave-behind", "J18-114").do("detrain", "1814")
    assert (t.where("J18-114"), t.steps("J18-114")) == ("1814", 2)
    assert any(name.startswith("J18-b") for name in t.units_at("2607"))


@case("6.2-D-e")
def test_a_last_step_that_should_retreat_again_is_lost(table: Any) -> None:
    units = {"J31-58": ["0706", 2], "BL-ASM": "0606"}
    t = table(phase="japanese-attack", units=units, retreated=["BL-ASM"])
    t.to_combat().storm("0606", "J31-58")
    assert t.where("BL-ASM") == "APERM"
    assert t.where("J31-58") == "0606"


@case("2.6-f")
def test_the_heavy_monsoon_is_announced(table: Any) -> None:
    t = table(turn=8, phase="start", first=["Attack", "Attack"], last=["Assault", "Assault"])
    assert [event.args for event in t.told("monsoon")] == [(1,)]


@case("R91", "8.2-B-9")
def test_the_call_of_an_arrival_can_be_taken_back(table: Any) -> None:
    t = table(turn=2, phase="allied-reinforcements", units={"B23-1": "0511"}, scale=1)
    t.do("bring-on", "B5-9").do("call-off")
    assert (t.state.scale, t.where("B5-9")) == (1, "OFFMAP")
