"""The odds before the die, prices before a choice, how far a counter may go, and the layers over the map."""

from __future__ import annotations

from typing import Any

import pytest

from nemesis.conftest import GAME

case = pytest.mark.case
WEST = {"B17-48": "0418", "B17-63": "0418", "BT-3C": "0418", "J33-214": "0419"}


def planned(t: Any, target: str, *units: str) -> dict[str, Any]:
    t.to_combat().do("attack", target)
    for unit in units:
        t.do("join", unit)
    (preview,) = GAME.previews(t.state, t.asked.side)
    return preview


def of(t: Any, *words: str) -> dict[str, Any]:
    found = GAME.preview(t.state, t.asked.side, GAME.from_words(words))
    assert found is not None
    return found


def lines(preview: dict[str, Any], part: str) -> dict[str, str]:
    return {row["text"]: row["value"] for row in preview[part]}


@case("6.1-G-a", "6.1-D-a")
def test_a_planned_attack_shows_the_whole_sum_and_the_row_of_the_table(table: Any) -> None:
    t = table(phase="allied-attack", units=WEST)
    preview = planned(t, "0419", "B17-48", "B17-63", "BT-3C")
    assert lines(preview, "items") == {
        "48th Indian Brigade": "7",
        "63rd Indian Brigade": "7",
        "3rd Carabiniers": "4",
        "Attack strength": "18",
    }
    assert lines(preview, "reduce") == {"214th Regiment": "6", "Defence strength": "6"}
    assert lines(preview, "shifts") == {"Hill": "1 column down", "Support Advantage, 4 to 0": "1 column up"}
    assert [c["text"] for c in preview["columns"] if c["p"]] == ["3-1"]
    chances = {row["text"]: row["p"] for row in preview["outcomes"]}
    assert sum(chances.values()) == pytest.approx(1, abs=1e-5)
    assert chances["1-1r"] == pytest.approx(2 / 6, abs=1e-5)
    assert chances["0-2r"] == pytest.approx(1 / 6, abs=1e-5)


@case("2.3-a", "2.3-b", "6.2-A-a")
def test_the_notes_tell_the_chances_of_points_and_of_an_r(table: Any) -> None:
    t = table(phase="allied-attack", units=WEST)
    notes = {row["text"]: row.get("p") for row in planned(t, "0419", "B17-48", "B17-63", "BT-3C")["notes"]}
    assert notes["A retreat may be forced: enforced, refused at a price, or left"] == pytest.approx(4 / 6, abs=1e-5)
    assert notes["A point for the Allied General"] == pytest.approx(2 / 6, abs=1e-5)
    assert notes["A point for the Japanese General"] == pytest.approx(2 / 6, abs=1e-5)
    said = {text: p for text, p in notes.items() if text.startswith(("In front: ", "On average "))}
    assert list(said.values()) == [None, None], "what is no chance has no percentage beside it"


@case("5.2-a", "6.1-G-b")
def test_an_assault_is_headed_as_one_and_its_mean_is_what_there_is_to_lose(table: Any) -> None:
    t = table(phase="japanese-assault", units={"J33-214": "0419", "B17-48": "0418"})
    preview = planned(t, "0418", "J33-214")
    assert preview["title"].startswith("Assault on ")
    said = next(row["text"] for row in preview["notes"] if row["text"].startswith("On average "))
    assert f"{preview['mean']:.1f} defending steps" in said
    t = table(phase="japanese-attack", units={"J33-214": "0419", "B17-48": "0418"})
    assert planned(t, "0418", "J33-214")["title"].startswith("Attack on ")


@case("6.1-F-g")
def test_the_question_says_what_a_banzai_brings_and_costs(table: Any) -> None:
    t = table(phase="japanese-attack", units={"J33-214": "0419", "B17-48": "0418"})
    t.to_combat().attack("0418", "J33-214")
    asked = GAME.prompt(t.state, t.asked, 1)
    assert "You gain 1 on the die; your losses are permanent." in asked


@case("7.1-B-e")
def test_halved_units_are_said_to_be_halved(table: Any) -> None:
    t = table(phase="allied-attack", units=WEST, level={"B17-48": "limited"})
    assert lines(planned(t, "0419", "B17-48", "B17-63"), "items")["48th Indian Brigade, Limited Supply ×½"] == "4"


@case("6.1-F-d", "6.1-E-b")
def test_each_meeting_unit_is_shown_with_its_column(table: Any) -> None:
    units = {"J33-213": "0419", "J33-214": "0419", "B17-48": "0418", "BL-ASM": "0418"}
    t = table(phase="japanese-attack", units=units)
    t.to_combat().attack("0418", "J33-213", "J33-214").do("spearhead", "J33-213")
    assert t.side == "Allied"
    column = {u: next(c["text"] for c in of(t, "meet", u)["columns"] if c["p"]) for u in ("B17-48", "BL-ASM")}
    assert column == {"B17-48": "1-1", "BL-ASM": "1-2"}


@case("6.1-F-g", "6.1-F-h")
def test_banzai_shows_its_die_and_its_price(table: Any) -> None:
    t = table(phase="japanese-attack", units={"J33-214": "0419", "B17-48": "0418"})
    t.to_combat().attack("0418", "J33-214")
    with_, without = of(t, "banzai"), of(t, "no-banzai")
    assert lines(with_, "shifts")["Banzai"] == "+1 on the die"
    assert "Banzai" not in lines(without, "shifts")
    assert any("for good" in row["text"] for row in with_["notes"])


@case("6.1-F-p", "6.1-F-o")
def test_massive_combat_shows_a_step_more_on_both_sides(table: Any) -> None:
    units = {**dict.fromkeys(["B17-48", "B17-63", "B20-32", "B20-80"], "0418"), "J33-214": "0419", "J33-215": "0419"}
    t = table(phase="allied-attack", units=units, scale=2)
    t.to_combat().attack("0419", "B17-48", "B17-63", "B20-32", "B20-80", air="A-US1")
    t.do("spearhead", "B17-48").do("meet", "J33-214")
    assert of(t, "massive")["mean"] == pytest.approx(of(t, "no-massive")["mean"] + 1)


@case("6.2-B-a", "6.2-C-b")
def test_enforcing_and_refusing_show_their_price_before_they_are_chosen(table: Any) -> None:
    t = table(phase="allied-attack", units=WEST, dice=[3])
    t.to_combat().attack("0419", "B17-48", "B17-63", "BT-3C").do("spearhead", "BT-3C").do("no-banzai")
    assert lines(of(t, "lead", "B17-48"), "items")["48th Indian Brigade leads"] == "Quality 2"
    t.do("lead", "B17-48")
    (shown,) = GAME.previews(t.state, t.asked.side)
    assert lines(shown, "items")["Enforcing costs the attacker"] == "1 step"
    t.do("enforce")
    assert lines(of(t, "refuse"), "items")["Refusing costs the defender"] == "1 step"


@case("6.1-G-e", "2.4-b", "2.4-f")
def test_a_loss_shows_what_it_would_cost(table: Any) -> None:
    units = {"J33-213": "0419", "J33-214": "0419", "B17-48": "0418", "B17-63": "0418"}
    t = table(phase="japanese-attack", units=units, dice=[1])
    t.to_combat().attack("0418", "J33-213", "J33-214").do("spearhead", "J33-213").do("meet", "B17-48").do("no-banzai")
    before = t.state.to_json()
    told = [row["text"] for row in of(t, "lose", "J33-214")["items"]]
    assert t.state.to_json() == before
    assert told[0].startswith("214th Regiment loses a step")
    assert told[-1].startswith("Japanese Lament +1")
    number = len(t.events)
    t.do("lose", "J33-214")
    assert [GAME.sentence(event) for event in t.events[number : number + len(told)]] == told


@case("6.2-D-d")
def test_a_retreat_through_a_full_hex_shows_its_step(table: Any) -> None:
    full = {"J31-58": "0520", "J31-124": "0520", "J31-138": "0520"}
    t = table(phase="allied-attack", units={**WEST, **full}, dice=[3])
    t.to_combat().attack("0419", "B17-48", "B17-63", "BT-3C").do("spearhead", "BT-3C").do("no-banzai")
    t.do("lead", "B17-48").do("enforce").do("retreat")
    assert lines(of(t, "retreat-to", "J33-214", "0520"), "items") == {"Fully stacked: one hex farther": "1 step"}
    # Where it costs nothing there is nothing to show.
    assert GAME.preview(t.state, t.asked.side, GAME.from_words(("retreat-to", "J33-214", "0420"))) is None


@case("6.1-D-d")
def test_odds_that_are_not_permitted_say_so(table: Any) -> None:
    t = table(phase="japanese-attack", units={"J33-E": "0419", "J33-214": "0419", "B17-48": "0418"})
    t.to_combat().do("attack", "0418")
    assert lines(of(t, "join", "J33-E"), "items")["Odds"] == "below 1-2"


@case("7.2-a")
def test_the_superiors_die_is_shown_when_a_chit_is_chosen(table: Any) -> None:
    t = table(phase="end", units={"J31-58": "1111"}, general=[0, 2], japanese_flags=["0606"])
    t.do("choose-first", "Assault")
    (preview,) = GAME.previews(t.state, 1)
    assert preview["outcomes"][0]["p"] == pytest.approx(3 / 6, abs=1e-5)


@case("8.1-A-f")
def test_a_replacement_shows_the_supply_level_it_would_have(table: Any) -> None:
    t = table(phase="japanese-reinforcements", units={"JH-31": "1008"}, level={"JH-31": "limited"}, yunnan_active=1)
    t.do("bring-back", "J31-b1")
    assert lines(of(t, "place", "0907"), "items")["Supply level there"] == "in Limited Supply"


# --- how far


@case("5.1-A-b", "5.1-C-a")
def test_reach_has_an_ordinary_and_an_operational_way(table: Any) -> None:
    t = table(phase="allied-assault", units={"B23-37": "0511"})
    move, far = GAME.reach(t.state, 0, [t.unit("B23-37")])
    assert (move["name"], far["name"]) == ("Move", "Operational Movement")
    cost = {GAME.space_ids[row[0]]: row[1] for row in far["spaces"]}
    assert cost["0606"] == 2.5
    assert "0410" not in cost
    assert {GAME.space_ids[row[0]]: row[1] for row in move["spaces"]}["0410"] == 3
    t.do("move", "B23-37")
    under_way = GAME.reach(t.state, 0, [])
    assert [way["start"] for way in under_way] == [[], []]


@case("5.1-A-b")
@pytest.mark.parametrize("phase", ["japanese-assault", "japanese-attack"])
def test_every_hex_in_reach_can_really_be_walked_to(table: Any, phase: str) -> None:
    for unit in ("J31-58", "JX-3H", "JM-31"):
        t = table(phase=phase)
        for way in GAME.reach(t.state, 1, [t.unit(unit)]):
            before = {row[0]: row[2] for row in way["spaces"]}
            for goal in list(before)[::4]:
                path = [goal]
                while path[-1] in before and before[path[-1]] != way["from"]:
                    path.append(before[path[-1]])
                t = table(phase=phase)
                t.do("move", unit)
                for hex_ in reversed(path):
                    t.do("to", GAME.space_ids[hex_])
                assert t.where(unit) == GAME.space_ids[goal]


@case("2.3-c", "5.1-B-c")
def test_reach_warns_of_what_is_given_up(table: Any) -> None:
    t = table(phase="allied-assault", units={"B23-37": "0511"}, bunkers={"0511": "British"})
    (note, bunker) = GAME.reach(t.state, 0, [t.unit("B23-37")])[0]["notes"]
    assert note["cases"] == ["2.3-c"]
    assert bunker["cases"] == ["5.1-B-c"]


# --- layers


@case("7.1-A-h", "7.1-B-b")
def test_the_supply_layer_shows_levels_and_the_chain(table: Any) -> None:
    t = table(units={"JH-31": "1008", "J31-58": "0806", "J31-124": "0706"})
    layer = next(layer for layer in GAME.overlays(t.state, 1) if layer.id == "supply-1")
    words = {GAME.unit_ids[unit]: (tone, text) for unit, tone, text in layer.units}
    assert words["J31-58"] == ("good", "Full")
    assert words["J31-124"] == ("bad", "Full now, would be Out of Supply")
    pairs = {tuple(GAME.space_ids[h] for h in line) for line in layer.lines}
    assert {("0806", "1008"), ("1008", "1111")} <= pairs


@case("7.1-D-f")
def test_the_attrition_layer_shows_who_suffers_when(table: Any) -> None:
    units = {"B20-32": "1408", "B50P": "1408"}
    t = table(turn=2, units=units, level=dict.fromkeys(units, "out"))
    layer = next(layer for layer in GAME.overlays(t.state, 0) if layer.id == "attrition")
    assert {GAME.unit_ids[unit]: tone for unit, tone, _ in layer.units} == {"B20-32": "bad", "B50P": "warn"}


@case("2.1-b", "3.5-f", "R8")
def test_zones_objectives_and_the_yunnan_front_are_layers_too(table: Any) -> None:
    t = table()
    layers = {layer.id: layer for layer in GAME.overlays(t.state, 0)}
    assert {"supply-0", "supply-1", "attrition", "zones", "control", "stacking", "yunnan"} == set(layers)
    assert len(layers["control"].spaces) == 26
    assert (t.space("0907"), "warn") not in layers["zones"].spaces
    assert (t.space("1110"), "warn") in layers["zones"].spaces


@case("2.2-i")
def test_a_stack_that_is_too_high_is_pointed_out_before_the_phase_ends(table: Any) -> None:
    units = dict.fromkeys(["J31-58", "J31-124", "J31-138", "J31-A"], "1111")
    t = table(phase="japanese-assault", units=units)
    assert GAME.prompt(t.state, t.asked, 1).endswith("Too many units in Homalin 1111.")
    assert "Homalin" not in GAME.prompt(t.state, t.asked, 0)
    layer = next(layer for layer in GAME.overlays(t.state, 1) if layer.id == "stacking")
    assert layer.spaces == [(t.space("1111"), "bad")]
