"""The map and the counters: the geography holds together, and what is drawn is sound, small and self-contained."""

from __future__ import annotations

import copy
import re
import tomllib
from collections import Counter
from collections.abc import Callable
from importlib import resources
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest

from grognard.atlas.areas import AreaMap, area_map, check, projection, ring_nodes
from grognard.atlas.counters import MARKER_KINDS, Face, Marker, counter_sheet, face_svg, readable_ink
from grognard.atlas.drawing import draw_area_map
from grognard.atlas.geometry import (
    area_of,
    closed_spline,
    distance_to_edge,
    flatten,
    inside,
    rect_meets_polygon,
    rects_overlap,
)
from grognard.atlas.relief import Rise, contours, hachures, height_field, shaded_strokes
from grognard.atlas.symbols import SIZE_MARKS, SYMBOL_NAMES, size_mark, symbol, symbol_id
from grognard.games import load

SVG = "{http://www.w3.org/2000/svg}"
Spec = dict[str, Any]
SPACES = load("iwojima").board()["spaces"]


@pytest.fixture(scope="module")
def shipped() -> Spec:
    return tomllib.loads(resources.files("grognard.games.iwojima").joinpath("data/map.toml").read_text("utf-8"))


@pytest.fixture
def spec(shipped: Spec) -> Spec:
    return copy.deepcopy(shipped)


@pytest.fixture(scope="module")
def island(shipped: Spec) -> AreaMap:
    return area_map(shipped)


@pytest.fixture(scope="module")
def drawing(island: AreaMap, shipped: Spec) -> str:
    return draw_area_map(island, shipped)


def entry(spec: Spec, area: str) -> dict[str, Any]:
    return next(a for a in spec["area"] if a["id"] == area)


def test_shipped_map_breaks_no_constraint(shipped: Spec) -> None:
    assert check(shipped) == []


def test_shipped_map_has_the_known_counts(shipped: Spec, island: AreaMap) -> None:
    assert Counter(a["class"] for a in shipped["area"]) == {"beach": 3, "coastal": 7, "inland": 5, "hill": 6}
    assert Counter(s for a in shipped["area"] for s in a["symbols"]) == {"airfield": 4, "beach": 3, "mountain": 4}
    assert Counter(a["box"] for a in shipped["area"] if a["box"]) == {"beachhead": 3, "safe": 4, "flag": 1}
    assert sum(map(len, island.adjacency)) == 2 * 49
    assert [box.id for box in island.boxes] == ["LANDING", "RESERVE", "SUPPORT", "ELIMINATED", "SECRET", "HAND"]


def test_areas_come_in_the_order_of_the_data(shipped: Spec, island: AreaMap) -> None:
    assert island.ids[:3] == ("SUR", "OKI", "FUT")
    assert island.ids[-1] == "KIT"
    assert len(island.ids) == len(set(island.ids)) == 21
    names = {island.ids[n] for n in island.adjacency[island.ids.index("SUR")]}
    assert names == {"CHH", "OKI"}


def test_polygons_add_up_to_the_island(island: AreaMap) -> None:
    whole = area_of(flatten(island.coast))
    assert sum(area_of(p) for p in island.polygons) == pytest.approx(whole, rel=1e-6)
    square_kilometres = whole * 7.2**2 / 1e6
    assert 23 < square_kilometres < 24


def test_stacks_and_labels_stand_inside_their_areas(shipped: Spec, island: AreaMap) -> None:
    project = projection(shipped)
    for i, a in enumerate(shipped["area"]):
        assert inside(island.anchors[i], island.polygons[i]), a["id"]
        assert inside(project.point(a["label"]), island.polygons[i]), a["id"]
        others = [p for j, p in enumerate(island.polygons) if j != i]
        assert not any(inside(island.anchors[i], other) for other in others), a["id"]


def test_two_stacks_fit_or_nearly_fit_and_never_meet_their_neighbours(island: AreaMap) -> None:
    stands = [(x - 50, y - 23, 100.0, 46.0) for x, y in island.anchors]
    for (i, a), (j, b) in combinations(enumerate(stands), 2):
        assert not rects_overlap(a, b), (island.ids[i], island.ids[j])
    for i, (x, y, w, h) in enumerate(stands):
        corners = [(x, y), (x + w, y), (x, y + h), (x + w, y + h)]
        for corner in corners:
            if not inside(corner, island.polygons[i]):
                assert distance_to_edge(corner, island.polygons[i]) < 26, island.ids[i]


def test_marker_slots_touch_their_area_and_stay_clear_of_the_stacks(shipped: Spec, island: AreaMap) -> None:
    for i, a in enumerate(shipped["area"]):
        slot = island.slots[i]
        assert (slot is not None) == bool(a["box"])
        if slot is not None:
            assert inside(slot, island.polygons[i]), a["id"]
            square = (slot[0] - 20, slot[1] - 20, 40.0, 40.0)
            for x, y in island.anchors:
                assert not rects_overlap(square, (x - 50, y - 23, 100, 46)), a["id"]


def test_boxes_leave_the_island_and_each_other_alone(island: AreaMap) -> None:
    shore = flatten(island.coast)
    for box in island.boxes:
        x, y, w, h = box.rect
        assert not rect_meets_polygon(box.rect, shore)
        assert x >= 0
        assert y >= 0
        assert x + w <= island.width
        assert y + h <= island.height
    for a, b in combinations(island.boxes, 2):
        assert not rects_overlap(a.rect, b.rect)


@pytest.mark.parametrize(("box", "counters"), [("SUPPORT", 10), ("LANDING", 10), ("RESERVE", 15), ("HAND", 23)])
def test_boxes_hold_their_counters_at_full_size(island: AreaMap, box: str, counters: int) -> None:
    _, _, w, h = island.box_rects()[box]
    assert ((w - 16 + 4) // 50) * ((h - 32 + 4) // 50) >= counters


def spoil_ring(spec: Spec) -> None:
    entry(spec, "SUR")["ring"] = "c43..c55 t01"


def spoil_node(spec: Spec) -> None:
    entry(spec, "SUR")["ring"] = "c43..c56 t99"


def spoil_twin_area(spec: Spec) -> None:
    spec["area"].append(copy.deepcopy(entry(spec, "KAF")))


def spoil_adjacency(spec: Spec) -> None:
    entry(spec, "SUR")["adjacent"] = ["CHH"]


def spoil_far_adjacency(spec: Spec) -> None:
    entry(spec, "SUR")["adjacent"].append("KIT")


def spoil_label(spec: Spec) -> None:
    entry(spec, "OKI")["label"] = [141.32, 24.80]


def spoil_stack(spec: Spec) -> None:
    entry(spec, "OKI")["stack"] = [141.32, 24.80]


def spoil_defense(spec: Spec) -> None:
    entry(spec, "TEN")["bdv"] = 2


def spoil_boxes(spec: Spec) -> None:
    entry(spec, "CHI")["box"] = ["safe", "beachhead"]


def spoil_box_rect(spec: Spec) -> None:
    spec["box"][0]["rect"] = [600, 500, 200, 100]


def spoil_box_overlap(spec: Spec) -> None:
    spec["box"][1]["rect"] = spec["box"][2]["rect"]


def spoil_box_sheet(spec: Spec) -> None:
    spec["box"][1]["rect"] = [1400, 900, 268, 180]


def spoil_key(spec: Spec) -> None:
    del entry(spec, "OKI")["ring"]


def spoil_part(spec: Spec) -> None:
    del spec["coast"]


def spoil_evidence(spec: Spec) -> None:
    del spec["place"][0]["evidence"]


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (spoil_ring, "SUR|c55|c56"),
        (spoil_node, "unknown nodes: t99"),
        (spoil_twin_area, "id KAF is used 2 times"),
        (spoil_adjacency, "SUR: shares a border with OKI"),
        (spoil_far_adjacency, "SUR: listed as adjacent to KIT"),
        (spoil_label, "OKI: the label lies outside"),
        (spoil_stack, "OKI: the stacks stand outside"),
        (spoil_defense, "TEN: a hill area has BDV 3, not 2"),
        (spoil_boxes, "CHI: box must be one of"),
        (spoil_box_rect, "LANDING: the box lies on the island"),
        (spoil_box_overlap, "SUPPORT: the box overlaps RESERVE"),
        (spoil_box_sheet, "RESERVE: the box leaves the sheet"),
        (spoil_key, "area OKI has no ring"),
        (spoil_part, r"the map has no \[coast\]"),
        (spoil_evidence, "place Mt Suribachi summit says nothing about its evidence"),
    ],
)
def test_a_broken_map_is_reported(spec: Spec, spoil: Callable[[Spec], None], complaint: str) -> None:
    spoil(spec)
    assert any(re.search(complaint, fault) for fault in check(spec)), check(spec)


def test_one_sided_adjacency_is_reported_from_both_ends(spec: Spec) -> None:
    entry(spec, "SUR")["adjacent"].remove("OKI")
    faults = check(spec)
    assert any("SUR: shares a border with OKI" in f for f in faults)
    assert any("OKI: lists SUR as adjacent, but not the other way round" in f for f in faults)


def test_ring_words_expand() -> None:
    assert ring_nodes("c09..c11 t01") == ["c09", "c10", "c11", "t01"]


def test_map_svg_is_well_formed_small_and_self_contained(drawing: str, island: AreaMap) -> None:
    root = ElementTree.fromstring(drawing)
    assert root.get("viewBox") == f"0 0 {island.width:.0f} {island.height:.0f}"
    assert len(drawing.encode()) < 200_000
    assert_self_contained(root, drawing)


def test_map_svg_letters_every_area_and_box(drawing: str, shipped: Spec) -> None:
    texts = [t.text for t in ElementTree.fromstring(drawing).iter(f"{SVG}text")]
    for a in shipped["area"]:
        for line in a.get("name_lines", [a["name"]]):
            assert line in texts
    for box in shipped["box"]:
        assert box["name"] in texts
    assert shipped["credit"] in texts
    for place in shipped["place"]:
        if place["kind"] == "landing beach":
            assert place["name"].upper() in texts


def test_map_svg_is_the_same_every_time(drawing: str, island: AreaMap, shipped: Spec) -> None:
    assert draw_area_map(island, shipped) == drawing


def test_every_number_of_defence_stands_within_its_area_off_the_border(island: AreaMap, drawing: str) -> None:
    found = re.findall(r'<rect x="([\d.]+)" y="([\d.]+)" width="16" height="16" rx="2.5"', drawing)
    badges = [(float(x), float(y)) for x, y in found[: len(island.polygons)]]
    for (x, y), polygon, name in zip(badges, island.polygons, [space["id"] for space in SPACES], strict=False):
        corners = [(x + dx, y + dy) for dx in (0, 16) for dy in (0, 16)]
        assert all(inside(corner, polygon) for corner in corners), name


def test_area_paths_meet_on_shared_borders(island: AreaMap) -> None:
    """Each inland curve is drawn by two areas, once in each direction, with the same handles."""
    curves = Counter(curve for ring in island.curves for curve in ring)
    shore = set(island.coast)
    for curve in curves:
        assert curve in shore or curves[curve[::-1]] == 1
    assert island.path(0).startswith("M")
    assert island.path(0).endswith("Z")


def test_relief_stands_on_land_and_is_lit_from_the_north_west() -> None:
    shore = flatten(closed_spline([(0, 0), (400, 0), (400, 400), (0, 400)]))
    field = height_field(shore, [Rise((200, 200), 100, 90)])
    lines = contours(field, 40)
    assert lines
    for line in lines:
        assert line[0] == line[-1]
        assert all(inside(p, shore) for p in line)
    dark, *_, bright = shaded_strokes(field, lines)
    starts = [tuple(map(float, s.split())) for s in re.findall(r"M([\d.]+ [\d.]+)l", bright)]
    assert starts
    assert all(x + y < 400 for x, y in starts), "the lit side faces the upper left"
    assert all(x + y > 400 for x, y in [tuple(map(float, s.split())) for s in re.findall(r"M([\d.]+ [\d.]+)l", dark)])
    for (ax, ay), (bx, by) in hachures(field, lines):
        assert (bx - 200) ** 2 + (by - 200) ** 2 > (ax - 200) ** 2 + (ay - 200) ** 2, "hachures run downhill"


def test_every_symbol_and_size_mark_is_well_formed() -> None:
    assert len(SYMBOL_NAMES) >= 22
    for name in SYMBOL_NAMES:
        ElementTree.fromstring(f"<g>{symbol(name)}</g>")
    assert len({symbol(name) for name in SYMBOL_NAMES}) == len(SYMBOL_NAMES)
    for mark in SIZE_MARKS:
        path = ElementTree.fromstring(size_mark(mark)).get("d") or ""
        assert path.count("M") == len(mark)
    assert size_mark("") == ""


def a_face(**changes: Any) -> Face:
    plain: dict[str, Any] = {"id": "c-1", "side": 0, "fill": "#a7b487", "ink": "#16130f", "symbol": "marines"}
    return Face(**(plain | changes))


def test_sheet_holds_each_face_marker_and_symbol_once() -> None:
    faces = [a_face(id=f"c-{name.replace(' ', '-')}", symbol=name, side=k % 2) for k, name in enumerate(SYMBOL_NAMES)]
    markers = [Marker(f"m-{kind}", kind) for kind in MARKER_KINDS]
    sheet = counter_sheet(faces, markers)
    root = ElementTree.fromstring(sheet)
    ids = Counter(s.get("id") for s in root.iter(f"{SVG}symbol"))
    wanted = {*(f.id for f in faces), *(m.id for m in markers), *map(symbol_id, SYMBOL_NAMES)}
    assert ids == dict.fromkeys(wanted, 1)
    boxes = {s.get("id"): s.get("viewBox") for s in root.iter(f"{SVG}symbol")}
    assert boxes["m-cave"] == boxes[faces[0].id] == "0 0 46 46"
    assert_self_contained(root, sheet)


def test_the_two_sides_differ_in_shape() -> None:
    def outline(side: int) -> str:
        path = ElementTree.fromstring(face_svg(a_face(side=side))).find("g/path")
        assert path is not None
        return path.get("d") or ""

    assert "a4.2" in outline(0)
    assert "a" not in outline(1)


def test_a_face_shows_its_values_where_they_belong() -> None:
    face = a_face(values=(("3", "bombard"), ("∞", "range"), ("4", "assault-at"), ("2", "move")), armor="9")
    root = ElementTree.fromstring(face_svg(face))
    at = {t.text: (float(t.get("x", "0")), t.get("fill")) for t in root.iter("text")}
    assert at["3"][0] < at["∞"][0] < at["4"][0] < at["2"][0]
    assert at["9"][0] < 9, "armor stands at the left of the symbol"
    assert at["3"][1] == at["∞"][1] != at["4"][1]
    row = next(g for g in root.iter("g") if g.get("class") == "d2" and len(g.findall("text")) == 4)
    assert len(row.findall("path")) == 1, "the anti-tank triangle"


def test_pips_and_band_tell_the_steps() -> None:
    full, reduced = (ElementTree.fromstring(face_svg(a_face(steps=s, full=4))) for s in (4, 1))
    assert [c.get("fill") == "none" for c in full.iter("circle")] == [False] * 4
    assert [c.get("fill") == "none" for c in reduced.iter("circle")] == [False, True, True, True]
    assert len(list(reduced.iter("path"))) == len(list(full.iter("path"))) + 1


def test_names_and_notes_are_only_for_close_up() -> None:
    root = ElementTree.fromstring(face_svg(a_face(name="N. Carolina – Washington", note="D+1")))
    close = next(g for g in root.iter("g") if g.get("class") == "d3")
    assert [t.text for t in close.iter("text")] == ["N. Carolina", "Washington", "D+1"]


def test_words_of_a_face_cannot_break_the_sheet() -> None:
    sheet = counter_sheet([a_face(id='c-"<', name="<&>", values=(("<", "assault"),))], [])
    ids = [s.get("id") for s in ElementTree.fromstring(sheet).iter(f"{SVG}symbol")]
    assert 'c-"<' in ids


def test_ink_is_black_on_light_and_white_on_dark() -> None:
    assert readable_ink("#f0e0a0") == "#16130f"
    assert readable_ink("#401010") == "#fffaf0"


def assert_self_contained(root: ElementTree.Element, text: str) -> None:
    """Nothing is fetched: links and url() point inside the file, and to ids that are there."""
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(ids) == len(set(ids))
    for e in root.iter():
        assert e.tag not in (f"{SVG}image", f"{SVG}script", f"{SVG}foreignObject")
        for key, value in e.attrib.items():
            if key.endswith("href"):
                assert value.startswith("#")
                assert value[1:] in ids
            for target in re.findall(r"url\((.*?)\)", value):
                assert target.startswith("#")
                assert target[1:] in ids
    assert "@import" not in text
    assert re.findall(r"https?://[^\"]*", text) == ["http://www.w3.org/2000/svg"]


LETTERED = re.compile(
    r'<text x="([\d.]+)" y="([\d.]+)" font-size="([\d.]+)" text-anchor="middle" textLength="([\d.]+)"[^>]*>([^<]*)<'
)


@pytest.mark.parametrize("game", ["formosa", "nemesis"])
def test_the_worth_of_a_hex_is_written_beside_its_counter_and_over_no_name(game: str) -> None:
    g = load(game)
    names = [(*map(float, row[:4]), row[4]) for row in LETTERED.findall(g.map_svg())]
    assert len(names) > 60
    spaces = g.board()["spaces"]
    marked = [space for h, space in enumerate(spaces) if g.worth(h)]
    assert len(marked) > 20
    for space in marked:
        (x, y), (cx, cy) = space["badge"], space["at"]
        assert max(abs(x - cx), abs(y - cy)) >= 31, f"the counter in {space['name']} would cover it"
        for middle, base, size, wide, text in names:
            across = max(abs(x - middle) - wide / 2, 0)
            down = max(base - 0.82 * size - y, y - base - 0.18 * size, 0)
            assert across**2 + down**2 >= 8**2, f"the worth of {space['name']} lies over {text}"
