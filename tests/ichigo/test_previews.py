"""The odds before the die, as the asked side may know them."""

from __future__ import annotations

import pytest

from grognard.kernel.bits import members
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
    shifts = {row["text"]: (row["value"], row["cases"][0]) for row in preview["shifts"]}
    assert shifts["Concentric attack"] == ("1R", "11.15a")
    assert shifts["Airpower"] == ("1R", "8.5")
    assert shifts["All shifts"] == ("2R", "11.9")


@case("6.6c", "11.27a")
def test_untried_defenders_are_a_range_with_the_expectation(table):
    preview = planned(table, {"J-CEA-D3": "2302", "CH-5": "2303"}, "J-CEA-D3")
    strength = next(row["value"] for row in preview["reduce"] if row["text"] == "Defence strength")
    assert strength.startswith("0 to 4, ")
    assert strength.endswith(" expected")
    assert [row["text"] for row in preview["reduce"][:-1]] == ["An untried unit"]
    cleared = preview["notes"][0]
    assert cleared["low"] < cleared["p"] < cleared["high"] == 1.0
    assert chance(preview, "no defender has any strength") == pytest.approx(15 / 75, abs=1e-3)
    assert sum(row["p"] for row in preview["outcomes"]) == pytest.approx(1.0, abs=2e-3)


@case("6.6a", "11.1b")
def test_units_below_the_top_are_listed_without_their_names(table):
    units = {"J-CEA-D3": "2302", "J-CEA-D13": "2303", "J-CEA-B1": "2303", "CH-5": "2304", **NO_TANKS}
    preview = planned(table, units, "CH-5", phase="chinese-combat", tried=["CH-5"])
    names = [row["text"] for row in preview["reduce"]]
    assert names == ["13th Division", "A unit below the top", "Defence strength"]


@case("11.8b", "11.9")
def test_the_line_of_columns_shows_where_the_odds_fall_before_and_after_the_shifts(table):
    units = {"J-CEA-D3": "2302", "J-CEA-D13": "2304", "CH-5": "2303"}
    preview = planned(table, units, "J-CEA-D3", "J-CEA-D13", tried=["CH-5"])
    found = {row["text"]: (row["raw"], row["p"]) for row in preview["columns"] if row["raw"] or row["p"]}
    assert found == {"2:1": (1.0, 0.0), "3:1": (0.0, 1.0)}


@case("11.17f")
def test_tanks_of_the_defence_take_losses_before_the_hex_is_cleared(table):
    units = {"CH-5": "2302", "CH-18": "2302", "J-CEA-D13": "2303"}
    t = table(turn=2, phase="chinese-combat", units=units, tried=["CH-5", "CH-18"])
    t.act("attack", "2303").act("join-all")
    (before,) = t.game.previews(t.state, 0)
    t.do("volunteer-tank", side="Japanese")
    (after,) = t.game.previews(t.state, 0)
    assert after["notes"][0]["p"] < before["notes"][0]["p"]
    assert any(row["text"] == "Defending tank regiment" for row in after["shifts"])


def average(preview) -> tuple[float, float]:
    """The steps that attacker and defender lose on average."""
    words = next(row["text"] for row in preview["notes"] if row["text"].startswith("On average")).split()
    return float(words[2]), float(words[5])


@case("11.17f", "2.15a", "11.28c")
def test_support_that_is_lost_for_certain_is_among_the_steps_lost(table):
    units = {f"J-CEA-D{n}": "2302" for n in (3, 13, 26, 27)} | {"CH-5": "2303", "J-14AA-SF": "SUPPORT"}
    t = table(turn=2, phase="japanese-combat", units=units, tried=["CH-5"])
    t.act("attack", "2303").act("join-all")
    assert average(t.game.previews(t.state, 1)[0])[0] == 1.0
    t.act("commit-tank").act("commit-special-forces")
    (card,) = t.game.previews(t.state, 1)
    assert average(card) == (2.0, 1.0)  # nothing else two columns on, but both of these
    assert {"11.17f", "11.28c"} <= set(next(row for row in card["notes"] if "On average" in row["text"])["cases"])


@case("11.17f", "11.22", "11.23b")
def test_no_result_says_that_nothing_is_lost_where_support_is(table):
    units = {f"J-CEA-D{n}": "2302" for n in (3, 13, 26, 27)} | {"CH-5": "2303"}
    t = table(turn=2, phase="japanese-combat", units=units, tried=["CH-5"])
    t.act("attack", "2303").act("join-all").act("commit-tank")
    words = {row["text"]: row["words"] for row in t.game.previews(t.state, 1)[0]["outcomes"]}
    assert words["DE"] == "every defender is gone, the attacker loses 1 step"
    assert not any("attacker loses nothing" in text for text in words.values())
    t.act("confirm", dice=[6])
    said = GAME.sentence(t.told("result")[0])
    assert said == "2303: every defender is eliminated; the attacker loses 1 step."
    t = table(turn=2, phase="chinese-combat", units={"CH-5": "2303", "J-CEA-D3": "2302"}, tried=["CH-5"])
    t.act("attack", "2302").act("join", "CH-5").act("confirm").act("commit-tank", dice=[1])
    assert GAME.sentence(t.told("result")[0]).endswith("the defender 1 step.")


@case("11.17f")
def test_a_promised_tank_regiment_is_among_the_steps_that_the_defender_loses(table):
    units = {"CH-5": "2302", "J-CEA-D13": "2303"}
    t = table(turn=2, phase="chinese-combat", units=units, tried=["CH-5"])
    t.do("volunteer-tank", side="Japanese")
    card = t.game.preview(t.state, 0, ("attack", GAME.space_index["2303"]))
    assert any(row["text"] == "Defending tank regiment" for row in card["shifts"])
    assert average(card)[1] >= 1.0


JOINED = "The same, if the defence is joined by "


def foreseen(t):
    """What the Allied player's card says of tank regiments that may still join the defence."""
    said = [row["text"] for row in t.game.previews(t.state, 0)[0]["notes"]]
    return [text.removeprefix(JOINED) for text in said if text.startswith(JOINED)]


@case("11.17c", "8.9b", "7.1a")
def test_tank_regiments_are_not_foreseen_for_units_out_of_supply(table):
    def attacked(hex_="2303", near="2302", turn=8, **change):
        units = {"CH-5": near, "J-CEA-D13": hex_, "J-CEA-D3": hex_}
        t = table(turn=turn, phase="chinese-combat", units=units, tried=["CH-5"], causeway="cancelled", **change)
        return t.act("attack", hex_).act("join", "CH-5")

    both = ["2 tank regiments, the most there can be"]
    assert foreseen(attacked()) == foreseen(attacked(b29="2008")) == both
    assert foreseen(attacked(b29="2302")) == []
    raided = attacked(b29="2008")
    raided.state.cut_off |= 1 << raided.unit("J-CEA-D13")
    assert foreseen(raided) == ["a tank regiment"]  # the other may have been out of the bombers' reach
    north = [GAME.space_ids[h] for h in members(GAME.sources)]
    assert foreseen(attacked(hex_="1510", near="1511", allied=north)) == []


@case("11.2a")
def test_a_target_is_previewed_with_everything_that_could_attack_it(table):
    t = table(turn=2, phase="japanese-combat", units={"J-CEA-D3": "2302", "J-CEA-D13": "2304", "CH-5": "2303"})
    preview = t.game.preview(t.state, 1, ("attack", GAME.space_index["2303"]))
    assert [row["text"].split(" from ")[0] for row in preview["items"]] == [
        "3rd Division", "13th Division", "Attack strength",
    ]  # fmt: skip


@case("R64")
def test_a_plan_without_attackers_shows_the_defence_and_no_chances(table):
    t = table(turn=2, phase="japanese-combat", units={"J-CEA-D3": "2302", "CH-5": "2303"})
    t.act("attack", "2303")
    (preview,) = t.game.previews(t.state, 1)
    assert "outcomes" not in preview
    assert [row["text"] for row in preview["reduce"]] == ["An untried unit", "Defence strength"]


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
    assert any(row["text"] == "Tank regiment" for row in with_tank["shifts"])
    assert t.game.preview(t.state, 1, ("call-off",)) is None


def test_every_case_that_a_reason_or_a_prompt_names_is_in_the_index(table):
    known = {row["id"] for row in GAME.cases} | {row["id"] for row in GAME.rulings}
    assert all(set(verb.cases) <= known for verb in GAME.verbs.values())
