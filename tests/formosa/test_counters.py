"""The counters of Operation Causeway: what the rules say of their numbers and values, and what is printed on them."""

from __future__ import annotations

from collections import Counter
from importlib import resources
from typing import Any
from xml.etree import ElementTree

import pytest

from formosa.conftest import GAME
from grognard.atlas.counters import Face, counter_sheet
from grognard.atlas.symbols import SIZE_MARKS, SYMBOL_NAMES
from grognard.games.formosa.counter_faces import CONCEALED, back_of, faces, force
from grognard.maps.hexmap import EVIDENCE, HexMap, load_hexmap

Unit = dict[str, Any]

AT_START = {
    "9th Division": 3,
    "12th Division": 3,
    "50th Division": 3,
    "66th Division": 3,
    "1st Marine Division": 3,
    "2nd Marine Division": 3,
    "7th Division": 3,
    "27th Division": 3,
    "81st Division": 3,
    "96th Division": 3,
}


@pytest.fixture(scope="module")
def every() -> list[Unit]:
    return GAME.all_rows


@pytest.fixture(scope="module")
def drawn() -> dict[str, Face]:
    return {f.id: f for f in faces(GAME)}


@pytest.fixture(scope="module")
def m() -> HexMap:
    content = resources.files("grognard.games.formosa").joinpath("data/map.toml").read_text("utf-8")
    return load_hexmap("map.toml", content)


def of(every: list[Unit], side: str, kind: str, nation: str = "", size: str = "") -> list[Unit]:
    return [
        u
        for u in every
        if u["side"] == side and u["type"] == kind and nation in ("", u["nation"]) and size in ("", u["size"])
    ]


def ground(every: list[Unit], side: str) -> list[Unit]:
    return [u for u in every if u["side"] == side and u["steps"]]


def free_at_start(every: list[Unit], scenario: int) -> list[list[Unit]]:
    """Per group of which some start on the map or in the staging area: the strongest choice."""
    groups: dict[tuple[str, str, str, str, str], list[Unit]] = {}
    for u in every:
        if u["steps"] and u[f"start{scenario}"]:
            key = (u["side"], u["type"], u["size"], u["nation"], u[f"start{scenario}"])
            groups.setdefault(key, []).append(u)
    out = []
    for key, group in groups.items():
        strongest = sorted(group, key=lambda u: -(u["cf"] or 0))
        out.append(strongest if key[-1] == "all" else strongest[: int(key[-1])])
    return out


# --- how many


def test_there_are_176_counters_83_of_them_japanese(every: list[Unit]) -> None:
    assert len(every) == len({u["id"] for u in every}) == 176
    assert sum(u["side"] == "Japanese" for u in every) == 83
    assert len({u["name"] for u in every}) == 176


@pytest.mark.parametrize(
    ("kind", "size", "count"),
    [
        ("infantry", "III", 18),
        ("infantry", "X", 7),
        ("engineer", "", 4),
        ("armor", "", 2),
        ("coastal defence", "", 6),
        ("heavy weapons", "X", 7),
        ("guard", "", 6),
        ("construction", "", 4),
        ("guerrilla", "", 6),
        ("deception", "", 4),
        ("marines", "X", 1),
        ("airborne", "", 1),
        ("special forces", "", 1),
        ("PW camp", "", 1),
        ("TAC", "", 6),
        ("Kamikaze", "", 6),
        ("fleet", "", 1),
        ("LP", "", 2),
    ],
)
def test_the_japanese_have_so_many_of_each_type(every: list[Unit], kind: str, size: str, count: int) -> None:
    assert len(of(every, "Japanese", kind, size=size)) == count


@pytest.mark.parametrize(
    ("kind", "nation", "count"),
    [
        ("marines", "US", 9),
        ("infantry", "US", 18),
        ("headquarters", "US", 3),
        ("armor", "US", 3),
        ("artillery", "US", 5),
        ("engineer", "US", 10),
        ("airborne", "US", 2),
        ("ranger", "US", 1),
        ("headquarters", "Commonwealth", 1),
        ("infantry", "Commonwealth", 3),
        ("armor", "Commonwealth", 1),
        ("engineer", "Commonwealth", 1),
        ("TAC", "US", 14),
        ("TAC", "Commonwealth", 2),
        ("B-29", "US", 1),
        ("air supply", "US", 1),
        ("gunfire", "US", 5),
        ("gunfire", "Commonwealth", 2),
        ("amphibious", "", 6),
        ("drop zone", "", 1),
        ("LP", "", 2),
        ("control", "", 1),
    ],
)
def test_the_allies_have_so_many_of_each_type(every: list[Unit], kind: str, nation: str, count: int) -> None:
    assert len(of(every, "Allied", kind, nation)) == count


def test_the_turn_marker_is_nobodys(every: list[Unit]) -> None:
    assert [u["type"] for u in every if not u["side"]] == ["turn"]


def test_air_points_are_limited_by_the_counters(every: list[Unit]) -> None:
    def limit(side: str, kind: str, nation: str) -> int:
        return sum(int(u["value"].split("/")[0]) for u in of(every, side, kind, nation))

    assert limit("Allied", "TAC", "US") == 28
    assert limit("Allied", "TAC", "Commonwealth") == 4
    assert limit("Japanese", "TAC", "Japan") == 12
    assert limit("Japanese", "Kamikaze", "Japan") == 12


def test_every_row_says_what_it_rests_on(every: list[Unit]) -> None:
    assert all(u["evidence"].startswith(EVIDENCE) for u in every)


# --- set-up


@pytest.mark.parametrize("scenario", [1, 2])
def test_these_divisions_start_whole_in_both_scenarios(every: list[Unit], scenario: int) -> None:
    whole = Counter(u["formation"] for u in every if u[f"start{scenario}"] == "all" and u["formation"])
    assert whole == AT_START


@pytest.mark.parametrize(
    ("side", "kind", "nation", "size", "some", "out_of"),
    [
        ("Japanese", "infantry", "", "X", "5", 7),
        ("Japanese", "coastal defence", "", "", "2", 6),
        ("Japanese", "heavy weapons", "", "", "5", 7),
        ("Japanese", "engineer", "", "", "2", 4),
        ("Allied", "armor", "US", "", "2", 3),
        ("Allied", "artillery", "US", "", "3", 5),
        ("Allied", "engineer", "US", "", "7", 10),
    ],
)
def test_some_of_a_type_start_and_the_owner_chooses_which(
    every: list[Unit], side: str, kind: str, nation: str, size: str, some: str, out_of: int
) -> None:
    pool = of(every, side, kind, nation, size)
    assert len(pool) == out_of
    assert {(u["start1"], u["start2"]) for u in pool} == {(some, some)}


def test_the_headquarters_3ac_and_24_start_and_the_others_are_bought(every: list[Unit]) -> None:
    started = {u["label"]: u["start1"] for u in of(every, "Allied", "headquarters")}
    assert started == {"3AC": "all", "24": "all", "10": "", "1 Aus": ""}


def test_air_and_gunfire_at_the_start_differ_by_scenario(every: list[Unit]) -> None:
    found = {
        (u["side"], u["type"], u["nation"]): (u["start1"], u["start2"])
        for u in every
        if u["type"] in ("TAC", "Kamikaze", "gunfire")
    }
    assert found == {
        ("Japanese", "TAC", "Japan"): ("d6+3 points", "d6+3 points"),
        ("Japanese", "Kamikaze", "Japan"): ("d6 points", "d6 points"),
        ("Allied", "TAC", "US"): ("15 points", "20 points"),
        ("Allied", "TAC", "Commonwealth"): ("", "2 points"),
        ("Allied", "gunfire", "US"): ("4", "4"),
        ("Allied", "gunfire", "Commonwealth"): ("", "1"),
    }


def test_the_10th_and_23rd_divisions_are_for_scenario_1_only(every: list[Unit]) -> None:
    first_only = [u for u in every if u["scenarios"] == "1"]
    assert Counter(u["formation"] for u in first_only) == {"10th Division": 3, "23rd Division": 3}
    assert {(u["entry"], u["recruit"], u["start1"]) for u in first_only} == {("set-up", "2", "")}


def test_commonwealth_counters_are_for_scenario_2_only(every: list[Unit]) -> None:
    assert {u["id"] for u in every if u["scenarios"] == "2"} == {
        u["id"] for u in every if u["nation"] == "Commonwealth"
    }


def test_the_6th_marine_division_comes_free_at_amoy(every: list[Unit]) -> None:
    division = [u for u in every if u["formation"] == "6th Marine Division"]
    assert len(division) == 3
    assert {(u["entry"], u["place"], u["recruit"], u["replace"]) for u in division} == {("Amoy", "AMOY", "", "1")}


def test_optional_units_need_their_rule(every: list[Unit]) -> None:
    assert {u["name"]: u["option"] for u in every if u["option"]} == {
        "303rd Infantry": "25.5",
        "386th Infantry": "25.5",
        "387th Infantry": "25.5",
        "Marine Brigade": "25.7",
        "Airborne Raiders": "25.8",
        "Takasago Special Force": "25.9",
        "Prisoner-of-war Camp": "25.10",
    }
    assert not [u["id"] for u in every if u["option"] and (u["start1"] or u["start2"])]


def test_every_counter_is_set_up_in_a_box_of_the_map_or_a_kind_of_hex(every: list[Unit], m: HexMap) -> None:
    boxes = {b["id"]: b.get("side") for b in m.spec.values["box"]}
    hexes = {"Formosa", "port", "city or town", "city, town or port", "town", "hideout"}
    for u in every:
        if u["place"] in boxes:
            assert boxes[u["place"]] == {"Allied": 0, "Japanese": 1, "": None}[u["side"]], u["id"]
        else:
            assert u["place"] in hexes, u["id"]
            assert u["side"] == "Japanese", u["id"]


def test_coastal_defences_go_to_ports_and_heavy_weapons_to_cities_and_towns(every: list[Unit]) -> None:
    assert {u["place"] for u in of(every, "Japanese", "coastal defence")} == {"port"}
    assert {u["place"] for u in of(every, "Japanese", "heavy weapons")} == {"city or town"}


def test_coastal_defences_bear_the_names_of_ports(every: list[Unit], m: HexMap) -> None:
    ports = {name for p in m.places if "port" in p.kinds for name in (p.name, p.facts.get("also"))}
    assert {u["label"] for u in of(every, "Japanese", "coastal defence")} <= ports


# --- prices


@pytest.mark.parametrize(
    ("kind", "recruit", "replace", "entry"),
    [
        ("armor", "3", "", "set-up"),
        ("coastal defence", "3", "", "set-up"),
        ("heavy weapons", "3", "", "set-up"),
        ("marines", "3", "", "set-up"),
        ("airborne", "3", "", "set-up"),
        ("special forces", "3", "", "set-up"),
        ("engineer", "2", "", "set-up"),
        ("guard", "1", "1", "any"),
        ("construction", "1", "1", "any"),
        ("guerrilla", "1", "1", "any"),
        ("deception", "", "", ""),
        ("TAC", "2", "2", "any"),
        ("Kamikaze", "1/2", "", "later"),
        ("fleet", "4", "", "any"),
    ],
)
def test_japanese_prices_are_those_of_the_chart(
    every: list[Unit], kind: str, recruit: str, replace: str, entry: str
) -> None:
    found = {(u["recruit"], u["replace"], u["entry"]) for u in of(every, "Japanese", kind)}
    assert found == {(recruit, replace, entry)}


def test_japanese_infantry_of_the_first_line_costs_2_and_is_never_replaced(every: list[Unit]) -> None:
    line = of(every, "Japanese", "infantry")
    assert {u["recruit"] for u in line if u["start1"] != "all"} == {"2"}
    assert {u["replace"] for u in line} == {""}


@pytest.mark.parametrize(
    ("kind", "recruit", "replace"),
    [
        ("headquarters", "4", "2"),
        ("armor", "3", "2"),
        ("artillery", "3", "2"),
        ("airborne", "3", "2"),
        ("ranger", "3", "2"),
        ("infantry", "2", "1"),
        ("engineer", "2", "1"),
        ("gunfire", "3", "3"),
        ("B-29", "3", "3"),
        ("air supply", "2", "2"),
        ("TAC", "1", "1"),
        ("amphibious", "3", "3"),
        ("drop zone", "1", "1"),
    ],
)
def test_allied_prices_are_those_of_the_chart(every: list[Unit], kind: str, recruit: str, replace: str) -> None:
    found = of(every, "Allied", kind)
    assert {u["replace"] for u in found} == {replace}
    assert {(u["recruit"], u["entry"]) for u in found if u["start1"] != "all"} == {(recruit, "any")}


# --- values


def test_each_ground_unit_has_one_step_and_only_deception_has_no_factors(every: list[Unit]) -> None:
    for side in ("Allied", "Japanese"):
        without = {u["type"] for u in ground(every, side) if u["cf"] is None}
        assert without == ({"deception"} if side == "Japanese" else set())
    assert {u["type"] for u in every if not u["steps"]}.isdisjoint({u["type"] for u in every if u["steps"]})


def test_the_values_of_the_examples_exist(every: list[Unit]) -> None:
    values = {(u["side"], u["cf"], u["mf"]) for u in every}
    assert ("Japanese", 3, 6) in values
    assert ("Allied", 5, 5) in values


@pytest.mark.parametrize(
    ("division", "value"),
    [
        ("9th Division", (4, 6)),
        ("12th Division", (4, 6)),
        ("50th Division", (3, 6)),
        ("66th Division", (3, 6)),
        ("10th Division", (5, 6)),
        ("23rd Division", (5, 6)),
        ("1st Marine Division", (6, 5)),
        ("6th Marine Division", (6, 5)),
        ("27th Division", (5, 5)),
        ("97th Division", (5, 5)),
        ("7th Australian Division", (5, 5)),
    ],
)
def test_divisions_have_three_like_regiments(every: list[Unit], division: str, value: tuple[int, int]) -> None:
    assert [(u["cf"], u["mf"]) for u in every if u["formation"] == division] == [value] * 3


@pytest.mark.parametrize(
    ("kind", "factors"),
    [("coastal defence", [4, 4, 3, 3, 3, 2]), ("heavy weapons", [4, 3, 3, 3, 3, 2, 2]), ("armor", [4, 3])],
)
def test_japanese_fortress_and_tank_factors_are_spread_so(every: list[Unit], kind: str, factors: list[int]) -> None:
    assert [u["cf"] for u in of(every, "Japanese", kind)] == factors


@pytest.mark.parametrize("scenario", [1, 2])
def test_the_strongest_start_is_66_mobile_and_24_static_factors_against_134(every: list[Unit], scenario: int) -> None:
    total: Counter[tuple[str, bool]] = Counter()
    for group in free_at_start(every, scenario):
        for u in group:
            total[u["side"], u["class"] == "static"] += u["cf"] or 0
    assert total["Japanese", False] == 66
    assert total["Japanese", True] == 24
    assert total["Allied", False] == 134


def test_static_units_never_move_and_all_mobile_ones_do(every: list[Unit]) -> None:
    for u in every:
        if u["cf"] is not None:
            assert (u["mf"] == 0) == (u["class"] in ("static", "camp")), u["id"]


def test_only_armor_artillery_and_headquarters_are_mechanized(every: list[Unit]) -> None:
    assert {u["type"] for u in every if u["class"] == "mechanized"} == {"armor", "artillery", "headquarters"}
    assert {u["type"] for u in every if u["class"] == "static"} == {"coastal defence", "heavy weapons"}


# --- concealment and other traits


def test_every_japanese_ground_unit_has_the_same_concealed_side_faster_than_any_front(every: list[Unit]) -> None:
    japanese = ground(every, "Japanese")
    assert {(u["back_cf"], u["back_mf"]) for u in japanese} == {("?", 8)}
    assert max(u["mf"] or 0 for u in japanese) < 8
    assert not [u["id"] for u in every if u["back_cf"] == "?" and u not in japanese]


def test_two_of_the_four_deception_units_stand_for_static_ones(every: list[Unit]) -> None:
    dummies = of(every, "Japanese", "deception")
    assert all("removed when revealed" in u["traits"] and u["start1"] == u["start2"] == "all" for u in dummies)
    fixed = [u for u in dummies if "D/O" in u["traits"]]
    assert len(fixed) == 2
    assert {u["place"] for u in fixed} == {"city, town or port"}
    assert {u["place"] for u in dummies if u not in fixed} == {"Formosa"}


def test_exactly_the_allied_engineers_have_a_base_on_the_back(every: list[Unit]) -> None:
    bases = [u for u in every if "base" in u["traits"]]
    assert bases == of(every, "Allied", "engineer")
    assert Counter(u["nation"] for u in bases) == {"US": 10, "Commonwealth": 1}
    assert {(u["cf"], u["mf"], u["back_cf"], u["back_mf"]) for u in bases} == {(2, 5, "2", 0)}


@pytest.mark.parametrize(
    ("letter", "side", "types"),
    [
        ("A", "Japanese", {"armor", "marines", "airborne", "special forces"}),
        ("A", "Allied", {"armor", "artillery", "ranger"}),
        ("D", "Japanese", {"engineer", "coastal defence", "heavy weapons"}),
        ("D", "Allied", {"artillery"}),
        ("M", "Allied", {"marines"}),
        ("supply source", "Japanese", {"coastal defence", "heavy weapons"}),
        ("supply link", "Allied", {"headquarters"}),
        ("may drop", "Allied", {"airborne"}),
        ("no ZOC", "Japanese", {"guerrilla"}),
        ("ignores EZOC", "Japanese", {"guerrilla"}),
        ("ignores supply", "Japanese", {"guerrilla"}),
        ("ignores first EZOC", "Japanese", {"special forces"}),
        ("ignores first EZOC", "Allied", {"ranger"}),
        ("any coast", "Allied", {"ranger"}),
        ("no VP", "Allied", {"ranger"}),
        ("die-hard", "Japanese", {"infantry", "guard", "marines", "airborne"}),
        ("once per game", "Japanese", {"Kamikaze", "fleet"}),
    ],
)
def test_traits_belong_to_whole_types(every: list[Unit], letter: str, side: str, types: set[str]) -> None:
    for u in every:
        if u["side"] == side:
            assert (letter in u["traits"]) == (u["type"] in types), u["id"]


def test_markers_say_how_many_units_they_carry(every: list[Unit]) -> None:
    assert {u["value"] for u in of(every, "Allied", "amphibious")} == {"4"}
    assert {u["value"] for u in of(every, "Allied", "drop zone")} == {"2"}


# --- faces


def test_every_counter_has_a_front_and_a_back_where_one_is_printed(every: list[Unit], drawn: dict[str, Face]) -> None:
    fronts = {f"c-{u['id']}" for u in every}
    backs = {back_of(u) for u in every} - {""}
    assert set(drawn) == fronts | backs
    assert len(faces(GAME)) == len(drawn) == 176 + 11 + 28 + 1 + 1


def test_the_concealed_side_is_one_for_all_and_names_nobody(every: list[Unit], drawn: dict[str, Face]) -> None:
    assert {back_of(u) for u in ground(every, "Japanese")} == {CONCEALED}
    face = drawn[CONCEALED]
    assert (face.name, face.note, face.size, face.stripe) == ("", "", "", "")
    assert [text for text, _ in face.values] == ["?", "8"]


@pytest.mark.parametrize(
    ("face", "values", "note"),
    [
        ("c-J01", ["4", "6"], "S"),
        ("c-J33", ["4", "0"], "D"),
        ("c-J63", [], "D/O S"),
        ("c-J65", ["4", "6"], "A OPT"),
        ("c-J75", ["2"], ""),
        ("c-J75-back", ["1"], ""),
        ("c-A01", ["6", "5"], "M S"),
        ("c-A22", ["5", "5"], "OPT"),
        ("c-A34", ["4", "6"], "A D"),
        ("c-A39", ["2", "5"], ""),
        ("c-A39-back", ["2", "0"], "Base"),
        ("c-A76", ["±1"], ""),
        ("c-A83", ["4"], ""),
        ("c-A92", ["×10"], ""),
    ],
)
def test_faces_show_the_printed_values_and_codes(
    drawn: dict[str, Face], face: str, values: list[str], note: str
) -> None:
    assert [text for text, _ in drawn[face].values] == values
    assert {style for _, style in drawn[face].values} <= {"plain"}
    assert drawn[face].note == note


def test_colours_tell_the_forces_apart(every: list[Unit], drawn: dict[str, Face]) -> None:
    colours = {force(u): (drawn[f"c-{u['id']}"].fill, drawn[f"c-{u['id']}"].ink) for u in every}
    assert len(set(colours.values())) == len(colours)
    us, commonwealth = (colours[f"{nation} air and naval"] for nation in ("US", "Commonwealth"))
    assert us != commonwealth


def test_divisions_of_a_side_have_colours_of_their_own(every: list[Unit], drawn: dict[str, Face]) -> None:
    stripes = {(u["side"], u["formation"]): drawn[f"c-{u['id']}"].stripe for u in every if u["formation"]}
    assert all(stripes.values())
    for side in ("Allied", "Japanese"):
        found = [stripe for (owner, _), stripe in stripes.items() if owner == side]
        assert len(set(found)) == len(found), side


def test_print_reads_well_on_every_counter(drawn: dict[str, Face]) -> None:
    for face in drawn.values():
        light, dark = sorted((luminance(face.fill), luminance(face.ink)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, face.id


def luminance(colour: str) -> float:
    def linear(channel: float) -> float:
        return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)

    red, green, blue = (linear(int(colour[k : k + 2], 16) / 255) for k in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_sizes_and_symbols_are_ones_that_can_be_drawn(drawn: dict[str, Face]) -> None:
    assert {face.symbol for face in drawn.values()} <= set(SYMBOL_NAMES)
    assert {face.size for face in drawn.values()} <= {"", *SIZE_MARKS}


def test_the_sheet_is_sound_svg_with_every_face(drawn: dict[str, Face]) -> None:
    root = ElementTree.fromstring(counter_sheet(faces(GAME), []))
    ids = {element.get("id") for element in root.iter("{http://www.w3.org/2000/svg}symbol")}
    assert set(drawn) <= ids


# --- room


@pytest.mark.parametrize(
    ("box", "counters"),
    [
        ("STAGING", 32 + 5),
        ("AMOY", 3 + 1),
        ("A-AVAILABLE", 25),
        ("A-SUPERIORITY", 10),
        ("A-TACTICAL", 10),
        ("INVASION", 7),
        ("A-REINFORCEMENTS", 40),
        ("J-AVAILABLE", 13),
        ("J-SUPERIORITY", 6),
        ("J-TACTICAL", 6),
        ("TOKKU", 6),
        ("J-REINFORCEMENTS", 46),
        ("J-ELIMINATED", 60),
    ],
)
def test_boxes_hold_their_counters_at_full_size(m: HexMap, box: str, counters: int) -> None:
    (_, _, w, h) = next(b["rect"] for b in m.spec.values["box"] if b["id"] == box)
    assert ((w - 16 + 4) // 50) * ((h - 32 + 4) // 50) >= counters
