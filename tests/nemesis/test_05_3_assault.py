"""5.2: what an assault may not do that an attack may."""

from __future__ import annotations

from typing import Any

import pytest

case = pytest.mark.case


@case("5.2-a", "R43")
def test_assaults_come_after_movement_one_after_another(table: Any) -> None:
    units = {"J33-214": "0419", "B17-48": "0418", "J31-58": "0906", "BL-RIF": "0806"}
    t = table(phase="japanese-assault", units=units, dice=[3])
    t.to_combat()
    assert t.goals("attack") == {"0418", "0806"}
    t.attack("0418", "J33-214").do("no-banzai").finish("no-force")
    assert t.asked.prompt == "assaults"
    assert t.goals("attack") == {"0806"}


@case("5.2-b")
def test_the_yunnan_force_moves_but_does_not_assault(table: Any) -> None:
    t = table(phase="allied-assault", units={"Y87-259": "3511", "J56-C": "3411"}, yunnan_active=1)
    assert t.offers("move", "Y87-259")
    t.to_combat()
    assert not t.options("attack")
    assert t.why("Y87-259") == ["5.2-b"]


@case("5.2-c")
def test_the_stilwell_force_makes_one_assault(table: Any) -> None:
    units = {"S22-64": "2103", "S22-65": "2203", "J18-E": "2104", "J33-E": "2303"}
    t = table(phase="allied-assault", units=units, dice=[4])
    t.to_combat()
    assert t.goals("attack") == {"2104", "2303"}
    t.attack("2104", "S22-64").finish("no-banzai", "no-force", "stay")
    assert not t.options("attack")
    assert t.why("S22-65") == ["5.2-c"]


@case("5.2-d", "R94")
@pytest.mark.parametrize("level", ["limited", "out"])
def test_only_units_in_full_supply_assault(table: Any, level: str) -> None:
    t = table(phase="allied-assault", units={"C-77": "2508", "JG-MYI": "2607"}, level={"C-77": level})
    t.to_combat()
    assert not t.options("attack")
    assert t.why("C-77") == ["5.2-d", "R94"]
    t = table(phase="allied-attack", units={"C-77": "2508", "JG-MYI": "2607"}, level={"C-77": level})
    assert t.to_combat().offers("attack", "2607")


@case("5.2-e")
def test_an_assault_comes_from_one_hex(table: Any) -> None:
    units = {"J33-214": "0419", "J33-E": "0419", "J33-215": "0518", "B17-48": "0418"}
    t = table(phase="japanese-assault", units=units)
    t.to_combat().do("attack", "0418").do("join", "J33-214")
    assert t.goals("join") == {"J33-E"}
    assert "5.2-e" in t.why("J33-215")
    t = table(phase="japanese-attack", units=units)
    t.to_combat().do("attack", "0418").do("join", "J33-214")
    assert t.goals("join") == {"J33-E", "J33-215"}


@case("5.2-e", "6.1-B-b")
def test_a_plan_cites_the_rules_of_its_phase(table: Any) -> None:
    units = {"J33-214": "0419", "B17-48": "0418"}
    for phase, rule in (("japanese-assault", "5.2-e"), ("japanese-attack", "6.1-B-b")):
        t = table(phase=phase, units=units)
        t.to_combat()
        t.do("attack", "0418")
        assert t.asked.cases == (rule, "6.1-C-a")
