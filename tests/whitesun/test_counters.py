"""The 280 counters of Armies of the White Sun, held against what the rules say or imply about them."""

from __future__ import annotations

from collections import Counter
from importlib import resources
from typing import Any
from xml.etree import ElementTree

import pytest

from grognard.atlas.counters import Face, counter_sheet, readable_ink
from grognard.atlas.symbols import SYMBOL_NAMES
from grognard.games.whitesun.counter_faces import CHINESE, JAPANESE, back_of, faces
from grognard.games.whitesun.units import dice
from grognard.maps.hexmap import EVIDENCE, HexMap, load_hexmap
from whitesun.conftest import GAME

Unit = dict[str, Any]

IMPERIAL_ABBREVIATIONS = {"Kaw", "Kon", "Kun", "Sak", "Sen", "Shg", "Szk", "Twn"}
PUPPET_ABBREVIATIONS = {"HA", "LCS", "M", "PB", "YCS"}
CHINESE_ABBREVIATIONS = {
    "AVG", "Gddg", "Gua", "FHQG", "HDG", "M", "N3", "NMC", "NR", "N4A", "NW", "Sha", "SR", "WG", "8RA",
}  # fmt: skip


@pytest.fixture(scope="module")
def counters() -> list[Unit]:
    return GAME.all_rows


@pytest.fixture(scope="module")
def by_id(counters: list[Unit]) -> dict[str, Unit]:
    return {unit["id"]: unit for unit in counters}


@pytest.fixture(scope="module")
def drawn() -> dict[str, Face]:
    return {face.id: face for face in faces(GAME)}


@pytest.fixture(scope="module")
def m() -> HexMap:
    content = resources.files("grognard.games.whitesun").joinpath("data/map.toml").read_text("utf-8")
    return load_hexmap("map.toml", content)


def of(counters: list[Unit], force: str, turn: int | None = None) -> list[Unit]:
    return [u for u in counters if u["force"] == force and turn in (None, u["turn"])]


def strength(stack: list[Unit]) -> tuple[int, int]:
    """Dice and steps of a stack at full strength."""
    return sum(int(dice(u)[0]) for u in stack), sum(u["steps"] for u in stack)


# --- how many


def test_the_counters_are_280_in_all(counters: list[Unit]) -> None:
    assert sum(unit["count"] for unit in counters) == 280
    assert len({unit["id"] for unit in counters}) == len(counters)


@pytest.mark.parametrize(
    ("force", "by_turn"),
    [
        ("Imperial", {1: 44, 2: 22, 3: 8, 4: 4}),
        ("Puppet", {1: 5}),
        ("Navy", {1: 1}),
        ("Elite", {1: 26, 2: 6, 3: 6, 4: 10}),
        ("Regular", {1: 30, 2: 12, 3: 8, 4: 8}),
        ("Communist", {1: 2, 0: 4}),
        ("Air", {2: 1}),
        ("Garrison", {0: 8}),
        ("Works", {0: 8}),
    ],
)
def test_each_force_arrives_turn_by_turn(counters: list[Unit], force: str, by_turn: dict[int, int]) -> None:
    assert Counter(unit["turn"] for unit in of(counters, force)) == by_turn


def test_imperial_units_by_turn_split_into_divisions_and_smaller_units(counters: list[Unit]) -> None:
    imperial = of(counters, "Imperial")
    two_step = Counter(u["turn"] for u in imperial if u["size"] == "XX" and u["steps"] == 2)
    one_step = Counter(u["turn"] for u in imperial if u["size"] == "XX" and u["steps"] == 1)
    smaller = Counter(u["turn"] for u in imperial if u["size"] in ("X", "III"))
    assert two_step == {1: 18, 2: 12, 3: 6, 4: 2}
    assert one_step == {1: 8}
    assert smaller == {1: 18, 2: 10, 3: 2, 4: 2}


def test_markers_are_51_control_15_break_and_one_for_movement_points(counters: list[Unit]) -> None:
    assert {u["id"]: u["count"] for u in of(counters, "Marker")} == {"MK-ctl": 51, "MK-brk": 15, "MK-mp": 1}
    assert {u["count"] for u in counters if u["force"] != "Marker"} == {1}


def test_sixteen_imperial_units_are_left_on_turn_two_beside_the_garrison_of_fifty(counters: list[Unit]) -> None:
    assert len(of(counters, "Imperial", 1)) + len(of(counters, "Imperial", 2)) - 50 == 16


# --- strengths


def test_divisions_below_100_with_sen_and_kon_have_two_steps_and_no_others(counters: list[Unit]) -> None:
    for unit in counters:
        if unit["side"] == "Japanese" and unit["steps"]:
            low = unit["size"] == "XX" and unit["label"].isdigit() and int(unit["label"]) < 100
            assert unit["steps"] == (2 if low or unit["label"] in ("Sen", "Kon") else 1), unit["id"]


def test_chinese_units_have_one_step(counters: list[Unit]) -> None:
    assert {u["steps"] for u in counters if u["side"] == "Chinese" and u["force"] != "Works"} == {1}


@pytest.mark.parametrize(
    ("size", "steps", "expected"),
    [("XX", 2, ["2", "1"]), ("XX", 1, ["2"]), ("X", 1, ["1"]), ("III", 1, ["1"])],
)
def test_imperial_strength_follows_from_size_and_steps(
    counters: list[Unit], size: str, steps: int, expected: list[str]
) -> None:
    found = [dice(u) for u in of(counters, "Imperial") if (u["size"], u["steps"]) == (size, steps)]
    assert found
    assert all(sides == expected for sides in found)


def test_the_stack_of_the_example_has_14_dice_and_11_steps(by_id: dict[str, Unit]) -> None:
    divisions = [by_id[f"J-{n}D"] for n in (3, 5, 6, 101, 108, 109)]
    assert strength([*divisions, by_id["J-2IMB"], by_id["J-3IMB"]]) == (14, 11)


def test_senda_is_an_ad_hoc_mechanized_division_of_two_steps_with_an_asterisk(by_id: dict[str, Unit]) -> None:
    senda = by_id["J-Sen"]
    assert (senda["type"], senda["size"], senda["steps"], dice(senda)) == ("mechanized", "XX", 2, ["2", "1"])
    assert {"ad hoc", "asterisk"} <= set(senda["traits"])


def test_asterisks_are_on_the_named_imperial_units_and_on_static_garrisons(counters: list[Unit]) -> None:
    marked = [u for u in counters if "asterisk" in u["traits"]]
    assert {u["label"] for u in marked if u["side"] == "Japanese"} == IMPERIAL_ABBREVIATIONS
    assert [u["id"] for u in marked if u["side"] == "Chinese"] == [u["id"] for u in of(counters, "Garrison")]


def test_elites_have_one_two_or_three_dice_and_regulars_up_to_twelve(counters: list[Unit]) -> None:
    assert {u["cdr"] for u in of(counters, "Elite")} == {"1", "2", "3"}
    assert {u["cdr"] for u in of(counters, "Regular")} == {"1", "2", "6", "9", "12"}


def test_the_first_pool_can_give_every_draw_of_the_example(counters: list[Unit]) -> None:
    regular = Counter(u["cdr"] for u in of(counters, "Regular", 1))
    elite = Counter(u["cdr"] for u in of(counters, "Elite", 1))
    assert regular >= Counter({"9": 2, "2": 2, "12": 1, "6": 1, "1": 4})
    assert elite >= Counter({"3": 1, "2": 1, "1": 2})


def test_the_flotilla_has_two_dice_and_on_its_other_side_one_but_no_steps(by_id: dict[str, Unit]) -> None:
    assert (dice(by_id["J-YRF"]), by_id["J-YRF"]["steps"]) == (["2", "1"], 0)


# --- names and places


def test_every_abbreviation_of_the_rules_is_on_a_counter(counters: list[Unit]) -> None:
    assert {u["label"] for u in of(counters, "Puppet")} == PUPPET_ABBREVIATIONS
    labels = {u["label"] for u in counters if u["side"] == "Chinese"}
    assert labels >= CHINESE_ABBREVIATIONS
    assert any(label.startswith("P") and label[1:].isdigit() for label in labels)
    assert "YRF" in {u["label"] for u in counters}


def test_every_type_of_the_rules_occurs(counters: list[Unit]) -> None:
    japanese = {u["type"] for u in of(counters, "Imperial")}
    assert japanese == {"infantry", "mechanized", "cavalry", "artillery", "tank"}
    others = {u["type"] for u in counters} - japanese
    assert others == {"garrison", "warships", "fighters", "fort", "depot", "marker"}


def test_units_are_set_up_in_hexes_or_boxes_of_the_map(counters: list[Unit], m: HexMap) -> None:
    boxes = {box["id"] for box in m.spec.values["box"]}
    for unit in counters:
        if unit["count"] == 1:
            assert unit["setup"] in boxes or m.land >> m.hex(unit["setup"]) & 1, unit["id"]


def test_units_wait_in_the_box_of_their_turn(counters: list[Unit]) -> None:
    first = {"Imperial": "RESERVE", "Puppet": "RESERVE", "Elite": "POOL", "Regular": "POOL", "Communist": "POOL"}
    for unit in counters:
        if unit["turn"] and unit["force"] != "Navy":
            expected = first[unit["force"]] if unit["turn"] == 1 else f"T{unit['turn']}"
            assert unit["setup"] == expected, unit["id"]


def test_garrisons_forts_and_depots_stand_where_the_map_marks_them(counters: list[Unit], m: HexMap) -> None:
    def where(kind: str) -> int:
        return sum(1 << m.hex(name) for name in {u["setup"] for u in counters if u["type"] == kind})

    assert where("garrison") == m.features["garrison"]
    assert where("fort") == m.features["fort"] | m.features["later fort"]
    assert where("depot") == m.features["depot"] | m.features["later depot"]


def test_hainan_has_one_garrison_and_the_four_regiments_stay_in_the_base_area(counters: list[Unit]) -> None:
    assert [u["label"] for u in counters if u["setup"] == "5710"] == ["HDG"]
    assert [u["size"] for u in counters if u["setup"] == "BASE"] == ["III"] * 4


def test_every_counter_says_what_it_rests_on(counters: list[Unit]) -> None:
    assert all(unit["evidence"].startswith(EVIDENCE) for unit in counters)


# --- faces


def test_every_counter_has_a_front_and_every_printed_back(counters: list[Unit], drawn: dict[str, Face]) -> None:
    for unit in counters:
        sides = max(1, len(dice(unit)))
        assert {f"c-{unit['id']}-{side}" for side in range(1, sides + 1)} <= set(drawn)
        assert not back_of(unit) or back_of(unit) in drawn
    assert len(faces(GAME)) == len(drawn)


def test_two_step_units_show_both_strengths(drawn: dict[str, Face]) -> None:
    full, reduced = drawn["c-J-5D-2"], drawn["c-J-5D-1"]
    assert (full.values, full.steps, full.full) == ((("2", "plain"),), 2, 2)
    assert (reduced.values, reduced.steps, reduced.full) == ((("1", "plain"),), 1, 2)


def test_the_flotilla_is_turned_over_without_looking_reduced(drawn: dict[str, Face]) -> None:
    primary, secondary = drawn["c-J-YRF-2"], drawn["c-J-YRF-1"]
    assert [face.values[0][0] for face in (primary, secondary)] == ["2", "1"]
    assert secondary.steps == secondary.full


def test_japanese_fronts_carry_the_turn_and_chinese_ones_hide_it(counters: list[Unit], drawn: dict[str, Face]) -> None:
    for unit in counters:
        front = drawn[f"c-{unit['id']}-{max(1, len(dice(unit)))}"]
        assert front.note == (str(unit["turn"]) if unit["side"] == "Japanese" and unit["turn"] else "")


def test_backs_of_pool_units_show_the_turn_and_nothing_of_the_unit(
    counters: list[Unit], drawn: dict[str, Face]
) -> None:
    for unit in of(counters, "Elite") + of(counters, "Regular"):
        back = drawn[back_of(unit)]
        assert (back.name, back.size, back.values) == ("", "", ((str(unit["turn"]), "plain"),))


def test_backs_of_static_units_show_where_they_are_set_up(counters: list[Unit], drawn: dict[str, Face]) -> None:
    for unit in of(counters, "Garrison") + of(counters, "Works"):
        assert drawn[back_of(unit)].values == ((unit["setup"], "plain"),)


@pytest.mark.parametrize(
    ("face", "light_card", "ink"),
    [
        ("c-J-5D-2", True, "red"),
        ("c-P-HA-1", True, "dark"),
        ("c-E-18C-1", False, "white"),
        ("c-R-NR-1", False, "white"),
        ("c-G-WG-1", True, "dark"),
        ("c-C-8RA-1", False, "white"),
    ],
)
def test_colours_are_those_of_the_rules(drawn: dict[str, Face], face: str, light_card: bool, ink: str) -> None:
    found = drawn[face]
    red, green, blue = (int(found.ink[k : k + 2], 16) for k in (1, 3, 5))
    said = "white" if min(red, green, blue) > 240 else "dark" if max(red, green, blue) < 40 else "red"
    assert said == ink
    assert said != "red" or red > 2 * max(green, blue)
    assert (readable_ink(found.fill) != "#fffaf0") == light_card


def test_no_two_forces_of_the_pool_look_alike(drawn: dict[str, Face]) -> None:
    samples = ("c-J-5D-2", "c-P-HA-1", "c-E-18C-1", "c-R-NR-1", "c-G-WG-1", "c-C-8RA-1")
    assert len({drawn[name].fill for name in samples}) == len(samples)


def test_the_two_sides_differ_in_shape(counters: list[Unit], drawn: dict[str, Face]) -> None:
    for unit in counters:
        if unit["side"]:
            expected = JAPANESE if unit["side"] == "Japanese" else CHINESE
            assert drawn[f"c-{unit['id']}-1"].side == expected


def test_what_cannot_be_replaced_has_its_asterisk_and_communists_follow_the_turn(drawn: dict[str, Face]) -> None:
    assert drawn["c-J-Sen-2"].values[0][0] == "2*"
    assert drawn["c-G-WG-1"].values[0][0] == "6*"
    assert drawn["c-J-5D-2"].values[0][0] == "2"
    assert drawn["c-C-8RA-1"].values[0][0] == drawn["c-C-R1-1"].values[0][0] == "≤T"


def test_the_sheet_draws_every_face_with_a_known_symbol(drawn: dict[str, Face]) -> None:
    assert {face.symbol for face in drawn.values()} <= set(SYMBOL_NAMES)
    root = ElementTree.fromstring(counter_sheet(list(drawn.values()), []))
    ids = {element.get("id") for element in root.iter("{http://www.w3.org/2000/svg}symbol")}
    assert set(drawn) <= ids


def test_no_two_formations_have_one_name(counters: list[Unit]) -> None:
    many = {name for name, count in Counter(unit["name"] for unit in counters).items() if count > 1}
    assert many <= {"Fortification", "Supply depot"}
