"""The counters of Operation Ichi-Go: what the rules say of their numbers and values, and what is printed on them."""

from __future__ import annotations

from collections import Counter
from importlib import resources
from typing import Any
from xml.etree import ElementTree

import pytest

from grognard.atlas.counters import Face, counter_sheet
from grognard.atlas.symbols import SYMBOL_NAMES
from grognard.games.ichigo.counter_faces import UNTRIED, faces
from grognard.maps.hexmap import HexMap, load_hexmap
from ichigo.conftest import GAME

Unit = dict[str, Any]

JAPANESE_ARMIES = ("CEA", "FG", "KA", "14AA")


@pytest.fixture(scope="module")
def every() -> dict[str, Unit]:
    return {u["id"]: u for u in GAME.rows}


@pytest.fixture(scope="module")
def drawn() -> dict[str, Face]:
    return {f.id: f for f in faces(GAME)}


@pytest.fixture(scope="module")
def m() -> HexMap:
    content = resources.files("grognard.games.ichigo").joinpath("data/map.toml").read_text("utf-8")
    return load_hexmap("map.toml", content)


def of(every: dict[str, Unit], army: str, size: str | None = None) -> list[Unit]:
    return [u for u in every.values() if u["army"] == army and size in (None, u["size"])]


def full_factor(unit: Unit) -> int:
    return int(unit["attack"].split("/")[0])


def on_the_map(unit: Unit) -> bool:
    return len(unit["setup"]) == 4 and unit["setup"].isdigit()


# --- how many


def test_there_are_177_units_on_194_counters(every: dict[str, Unit]) -> None:
    assert len(every) == len(GAME.rows) == 177
    assert sum((u["steps"] + 1) // 2 for u in every.values()) == 194


def test_every_army_has_its_number_of_units(every: dict[str, Unit]) -> None:
    assert Counter(u["army"] for u in every.values()) == {
        "Regulars": 75,
        "Militia": 5,
        "CEA": 27 + 17 + 3,
        "FG": 4,
        "KA": 6 + 2 + 7,
        "14AA": 8 + 5 + 1,
        "US": 17,
    }


@pytest.mark.parametrize(
    ("army", "sizes"),
    [
        ("CEA", {"XX": 27, "X": 17, "III": 3}),
        ("FG", {"XX": 4}),
        ("KA", {"XX": 6, "X": 2, "III": 7}),
        ("14AA", {"XX": 8, "X": 5, "": 1}),
        ("US", {"XX": 17}),
    ],
)
def test_armies_are_made_of_divisions_brigades_and_regiments(
    every: dict[str, Unit], army: str, sizes: dict[str, int]
) -> None:
    assert Counter(u["size"] for u in of(every, army)) == sizes


def test_names_say_the_size(every: dict[str, Unit]) -> None:
    words = {"XX": "Division", "X": "Brigade", "III": "Regiment", "XXXX": "Army", "XXXXX": "Army Group"}
    for u in every.values():
        assert u["name"].endswith(words.get(u["size"], u["name"])), u["id"]


def test_each_unit_can_be_told_from_the_others_of_its_army(every: dict[str, Unit]) -> None:
    for army in {u["army"] for u in every.values()}:
        printed = Counter((u["label"], u["type"], u["size"]) for u in of(every, army))
        assert set(printed.values()) == {1}, army


# --- steps and factors


def test_chinese_units_have_one_step_japanese_divisions_two_and_us_divisions_four(every: dict[str, Unit]) -> None:
    for u in every.values():
        expected = {"China": 1, "US": 4, "Japan": 2 if u["size"] == "XX" else 1}[u["nation"]]
        assert u["steps"] == expected, u["id"]


def test_every_unit_has_a_factor_for_each_step_and_they_fall_with_losses(every: dict[str, Unit]) -> None:
    for u in every.values():
        for key in ("attack", "defence"):
            if u["shift"]:
                assert u[key] == ""
                continue
            factors = [int(f) for f in u[key].split("/")]
            assert len(factors) == u["steps"], u["id"]
            if any(factors):
                assert factors == sorted(set(factors), reverse=True), u["id"]


def test_factors_of_the_chinese_regulars_are_spread_as_set_with_15_zeros(every: dict[str, Unit]) -> None:
    spread = Counter(full_factor(u) for u in of(every, "Regulars"))
    assert spread == {0: 15, 1: 45, 2: 8, 3: 3, 4: 4}
    assert sum(k * n for k, n in spread.items()) / 75 == pytest.approx(86 / 75)


def test_twelve_divisions_of_four_factors_are_numbered_below_101(every: dict[str, Unit]) -> None:
    low = {int(u["label"]) for u in of(every, "CEA", "XX") if full_factor(u) == 4 and int(u["label"]) < 101}
    assert low == {3, 13, 21, 22, 26, 27, 34, 37, 39, 40, 47, 62}


def test_the_china_expeditionary_army_has_113_factors_85_of_them_on_the_map(every: dict[str, Unit]) -> None:
    army = [u for u in of(every, "CEA") if not u["shift"]]
    present = [u for u in army if on_the_map(u)]
    assert Counter(u["size"] for u in present) == {"XX": 19, "X": 15}
    assert sum(map(full_factor, present)) == 85
    assert sum(map(full_factor, army)) == 113


def test_every_brigade_has_one_factor(every: dict[str, Unit]) -> None:
    assert {u["attack"] for u in every.values() if u["size"] == "X"} == {"1"}


# --- special units


def test_the_five_militia_are_static_and_face_up_where_they_belong(every: dict[str, Unit], m: HexMap) -> None:
    militia = {u["label"]: (u["attack"], u["defence"], u["movement"], u["setup"]) for u in of(every, "Militia")}
    assert militia == {
        "YRD": ("0", "4", 0, "1309"),
        "HM": ("0", "2", 0, "1815"),
        "GM": ("0", "2", 0, "1418"),
        "JM": ("0", "2", 0, "2214"),
        "YM": ("0", "2", 0, "1408"),
    }
    assert {m.hex(u["setup"]) for u in of(every, "Militia")} == {
        h for h in range(len(m.graph)) if m.features["militia"] >> h & 1
    }


def test_static_units_are_the_militia_and_the_2nd_tank_division(every: dict[str, Unit]) -> None:
    static = {u["id"] for u in every.values() if "static" in u["traits"]}
    assert static == {u["id"] for u in of(every, "Militia")} | {"J-14AA-2T"}
    assert static == {u["id"] for u in every.values() if u["movement"] == 0}
    tanks = every["J-14AA-2T"]
    assert (tanks["attack"], tanks["defence"], tanks["setup"]) == ("0/0", "6/3", "14AA")


def test_ten_tank_regiments_and_the_special_forces_shift_columns(every: dict[str, Unit]) -> None:
    support = [u for u in every.values() if u["shift"]]
    assert Counter((u["army"], u["type"]) for u in support) == {
        ("CEA", "tank"): 3,
        ("KA", "tank"): 7,
        ("14AA", "airborne"): 1,
    }
    assert all("support" in u["traits"] for u in support)
    assert [u["name"] for u in support if "attack only" in u["traits"]] == ["1st Special Forces Group"]


def test_cavalry_and_airborne_exist_where_the_symbols_need_them(every: dict[str, Unit]) -> None:
    kinds = {kind: {u["id"] for u in every.values() if u["type"] == kind} for kind in ("cavalry", "airborne")}
    assert kinds == {"cavalry": {"CH-2C", "J-CEA-B4C"}, "airborne": {"US-11A", "J-14AA-SF"}}


def test_the_us_1st_cavalry_counts_as_infantry_and_the_11th_airborne_comes_later(every: dict[str, Unit]) -> None:
    assert every["US-1C"]["type"] == "infantry"
    assert sum(u["type"] == "infantry" for u in of(every, "US")) == 16
    assert {u["causeway"] for u in of(every, "US") if u["id"] != "US-11A"} == {7}
    assert every["US-11A"]["causeway"] == 8
    assert every["US-11A"]["traits"] == ("airdrop",)


def test_units_do_not_count_for_stacking_only_as_the_rules_say(every: dict[str, Unit]) -> None:
    free = {u["id"] for u in every.values() if "free stacking" in u["traits"]}
    assert free == {u["id"] for u in every.values() if u["army"] == "Militia" or u["shift"]}


# --- set-up and arrival


def test_every_unit_begins_in_a_land_hex_or_a_box_of_the_map(every: dict[str, Unit], m: HexMap) -> None:
    boxes = {b["id"] for b in m.spec.values["box"]}
    for u in every.values():
        if on_the_map(u):
            assert m.land >> m.hex(u["setup"]) & 1, u["id"]
        else:
            assert u["setup"] in boxes, u["id"]


def test_no_japanese_stack_is_above_five_and_only_kaifeng_and_canton_are_full(every: dict[str, Unit]) -> None:
    stacks = Counter(u["setup"] for u in of(every, "CEA") if on_the_map(u))
    assert {hex_ for hex_, count in stacks.items() if count >= 5} == {"1901", "2022"}
    assert max(stacks.values()) == 5


def test_no_japanese_unit_begins_where_a_chinese_one_does(every: dict[str, Unit], m: HexMap) -> None:
    chinese = m.features["diamond 1"] | m.features["diamond 2"] | m.features["militia"]
    for p in m.places:
        if p.facts.get("control") == "Chinese":
            chinese |= 1 << p.hex
    japanese = {m.hex(u["setup"]) for u in of(every, "CEA") if on_the_map(u)}
    assert not [m.graph.ids[h] for h in japanese if chinese >> h & 1]


def test_the_pool_is_left_with_15_regulars_after_set_up(every: dict[str, Unit], m: HexMap) -> None:
    diamonds = m.features["diamond 1"] | m.features["diamond 2"]
    dealt = m.features["diamond 1"].bit_count() + 2 * m.features["diamond 2"].bit_count()
    dealt += sum(p.facts.get("control") == "Chinese" and not diamonds >> p.hex & 1 for p in m.places)
    assert dealt == 60
    assert sum(u["setup"] == "POOL" for u in of(every, "Regulars")) - dealt == 15


def test_the_first_brigade_begins_in_1906_and_the_third_waits_for_turn_2(every: dict[str, Unit]) -> None:
    assert every["J-CEA-B1"]["setup"] == "1906"
    assert every["J-CEA-B3"]["setup"] == "T2"
    assert every["J-CEA-B3"]["arrival"] == every["J-CEA-B3"]["causeway"] == 2


def test_the_38th_army_is_the_force_in_0925(every: dict[str, Unit]) -> None:
    force = {u["name"] for u in every.values() if "38th Army" in u["traits"]}
    assert force == {"21st Division", "34th Brigade"}
    assert force == {u["name"] for u in every.values() if u["setup"] == "0925"}


def test_ten_units_wait_on_the_turn_track(every: dict[str, Unit]) -> None:
    due: dict[int, set[str]] = {}
    for u in of(every, "CEA"):
        if u["arrival"]:
            due.setdefault(u["arrival"], set()).add(u["name"])
            assert u["setup"] == f"T{u['arrival']}"
    assert due == {
        1: {"27th Division"},
        2: {"69th Division", "3rd Brigade"},
        3: {"63rd Division"},
        4: {"64th Division", "10th Brigade"},
        5: {"115th Division"},
        6: {"117th Division"},
        7: {"118th Division"},
        8: {"47th Division"},
    }


def test_formosa_s_four_divisions_come_on_turn_7_with_causeway_or_on_turn_9(every: dict[str, Unit]) -> None:
    assert {u["label"] for u in of(every, "FG")} == {"9", "12", "50", "66"}
    assert {(u["arrival"], u["causeway"]) for u in of(every, "FG")} == {(9, 7)}


@pytest.mark.parametrize("army", ["KA", "14AA", "US"])
def test_armies_that_come_only_with_causeway_never_come_without(every: dict[str, Unit], army: str) -> None:
    assert all(u["arrival"] == 0 and u["causeway"] >= 7 and u["setup"] == army for u in of(every, army))


@pytest.mark.parametrize(
    ("box", "counters"), [("SUPPORT", 11), ("KA", 15), ("FG", 4), ("14AA", 15), ("POOL", 15), ("US", 17), ("AIR", 9)]
)
def test_boxes_hold_their_counters_at_full_size(m: HexMap, box: str, counters: int) -> None:
    (_, _, w, h) = next(b["rect"] for b in m.spec.values["box"] if b["id"] == box)
    assert ((w - 16 + 4) // 50) * ((h - 32 + 4) // 50) >= counters


# --- faces


def test_every_unit_has_a_face_for_each_number_of_steps(every: dict[str, Unit], drawn: dict[str, Face]) -> None:
    expected = {f"c-{u['id']}-{k + 1}" for u in every.values() for k in range(u["steps"])}
    assert set(drawn) == expected | {UNTRIED}
    assert len(faces(GAME)) == len(drawn)


def test_untried_regulars_share_one_back_that_names_none_of_them(drawn: dict[str, Face]) -> None:
    back = drawn[UNTRIED]
    front = drawn["c-CH-5-1"]
    assert (back.fill, back.ink, back.side) == (front.fill, front.ink, front.side)
    assert (back.name, back.note, back.size) == ("", "", "")
    assert [text for text, _ in back.values] == ["?"]


@pytest.mark.parametrize(
    ("face", "values"),
    [
        ("c-J-CEA-D37-2", ["4"]),
        ("c-J-CEA-D37-1", ["2"]),
        ("c-CH-YRD-1", ["0", "4", "0"]),
        ("c-J-14AA-2T-2", ["0", "6", "0"]),
        ("c-J-14AA-2T-1", ["0", "3", "0"]),
        ("c-J-KA-T34-1", ["<1>"]),
        ("c-J-14AA-SF-1", ["1>"]),
        ("c-US-77-4", ["5"]),
        ("c-US-77-1", ["2"]),
        ("c-CH-LK-1", ["0"]),
    ],
)
def test_faces_show_the_printed_values(drawn: dict[str, Face], face: str, values: list[str]) -> None:
    assert [text for text, _ in drawn[face].values] == values


def test_fronts_of_the_expeditionary_army_and_militia_show_where_or_when_they_come(drawn: dict[str, Face]) -> None:
    assert drawn["c-J-CEA-B1-1"].note == "1906"
    assert drawn["c-J-CEA-B3-1"].note == "2"
    assert drawn["c-J-CEA-D37-2"].note == "1901"
    assert drawn["c-J-CEA-D37-1"].note == ""
    assert drawn["c-CH-YRD-1"].note == "1309"
    assert drawn["c-J-KA-D11-1"].note == "KA"
    assert drawn["c-J-CEA-T12-1"].note == ""


def test_colours_tell_the_armies_apart(every: dict[str, Unit], drawn: dict[str, Face]) -> None:
    colours = {u["army"]: set() for u in every.values()}
    for u in every.values():
        face = drawn[f"c-{u['id']}-1"]
        colours[u["army"]].add((face.fill, face.ink))
    assert all(len(found) == 1 for found in colours.values())
    assert len(set.union(*colours.values())) == 7
    assert len({fill for army in JAPANESE_ARMIES for fill, _ in colours[army]}) == 1


def test_print_reads_well_on_every_counter(drawn: dict[str, Face]) -> None:
    for face in drawn.values():
        light, dark = sorted((luminance(face.fill), luminance(face.ink)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5, face.id


def luminance(colour: str) -> float:
    def linear(channel: float) -> float:
        return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(int(colour[k : k + 2], 16) / 255) for k in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_only_substitute_counters_of_the_us_have_a_stripe(drawn: dict[str, Face]) -> None:
    striped = {face_id for face_id, face in drawn.items() if face.stripe}
    assert striped == {f for f in drawn if f.startswith("c-US-") and f[-2:] in ("-1", "-2")}
    assert len(striped) == 2 * 17


def test_symbols_are_ones_that_can_be_drawn(drawn: dict[str, Face]) -> None:
    assert {face.symbol for face in drawn.values()} == {"infantry", "cavalry", "paratroop", "militia", "tank"}
    assert {face.symbol for face in drawn.values()} <= set(SYMBOL_NAMES)


def test_the_sheet_is_sound_svg_with_every_face(drawn: dict[str, Face]) -> None:
    root = ElementTree.fromstring(counter_sheet(faces(GAME), []))
    ids = {element.get("id") for element in root.iter("{http://www.w3.org/2000/svg}symbol")}
    assert set(drawn) <= ids
