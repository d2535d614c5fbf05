"""The odds before the die, as the asked side may know them."""

from __future__ import annotations

import pytest

from ichigo.conftest import GAME

case = pytest.mark.case
NO_TANKS = {"J-CEA-T12": "OUT", "J-CEA-T13": "OUT", "J-CEA-T17": "OUT"}


def planned(table, units, *attackers, phase="japanese-combat", tried=(), target="2303", **change):
    t = table(turn=2, phase=phase, units=units, tried=list(tried), **change)
    t.act("attack", target)
    for unit in attackers:
        t.act("join", unit)
    (preview,) = t.game.previews(t.state, t.asked.side)
    return preview


def chance(preview, text: str) -> float:
    return float(sum(row["p"] for row in preview["outcomes"] if row["text"] == text))


@case("11.6", "11.19")
def test_known_strengths_give_the_exact_row_of_the_table(table):
    units = {"J-CEA-D3": "2302", "J-CEA-D13": "2302", "CH-5": "2303"}
    preview = planned(table, units, "J-CEA-D3", "J-CEA-D13", tried=["CH-5"])
    assert chance(preview, "2/4") == pytest.approx(1 / 6, abs=1e-5)
    assert chance(preview, "2/1") == pytest.approx(2 / 6, abs=1e-5)
    assert preview["notes"][0]["p"] == pytest.approx(1.0)  # every result of column 5 takes the one step


@case("11.9")
def test_every_shift_is_itemised_with_its_case(table):
    units = {"J-CEA-D3": "2302", "J-CEA-D13": "2304", "CH-5": "2303"}
    preview = planned(table, units, "J-CEA-D3", "J-CEA-D13", air="Japanese", air_markers=["2303"])
    items = {row["text"]: (row["value"], row["cases"][0]) for row in preview["items"]}
    assert items["Concentric attack"] == ("1R", "11.15a")
    assert items["Airpower"] == ("1R", "8.5")


@case("6.6c", "11.27a")
def test_untried_defenders_are_a_range_with_the_expectation(table):
    preview = planned(table, {"J-CEA-D3": "2302", "CH-5": "2303"}, "J-CEA-D3")
    strength = preview["reduce"][0]["value"]
    assert strength.startswith("0 to 4, ")
    assert chance(preview, "no defender has any strength") == pytest.approx(15 / 75, abs=1e-3)
    assert sum(row["p"] for row in preview["outcomes"]) == pytest.approx(1.0, abs=2e-3)


@case("11.13a", "7.3b")
def test_halvings_are_named(table):
    preview = planned(table, {"J-CEA-D3": "2004", "CH-5": "2005"}, "J-CEA-D3", target="2005")
    assert "across a river" in preview["items"][0]["text"]
    assert "11.13a" in preview["items"][0]["cases"]


@case("11.23a")
def test_chinese_losses_are_shown_doubled(table):
    units = {"J-CEA-D3": "2303", "CH-5": "2302", **NO_TANKS}
    preview = planned(table, units, "CH-5", phase="chinese-combat", tried=["CH-5"])
    assert {row["text"].split("/")[0] for row in preview["outcomes"]} <= {"4", "6", "8", "1"}


@case("R64")
def test_an_option_is_previewed_before_it_is_taken(table):
    t = table(turn=2, phase="japanese-combat", units={"J-CEA-D3": "2302", "J-CEA-D13": "2302", "CH-5": "2303"})
    t.act("attack", "2303").act("join", "J-CEA-D3")
    with_tank = t.game.preview(t.state, 1, ("commit-tank",))
    assert any(row["text"] == "Tank regiment" for row in with_tank["items"])
    assert t.game.preview(t.state, 1, ("call-off",)) is None


def test_every_case_that_a_reason_or_a_prompt_names_is_in_the_index(table):
    known = {row["id"] for row in GAME.cases} | {row["id"] for row in GAME.rulings}
    assert all(set(verb.cases) <= known for verb in GAME.verbs.values())
