"""The drawing of hex maps and counter sheets: sound, sized, the same every time, and true to the data."""

from __future__ import annotations

import re
import shutil
import struct
import zlib
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image

from grognard import games
from grognard.atlas import drawn_maps, report
from grognard.atlas.counters import BACKS, EMBLEMS, Face, face_svg
from grognard.atlas.countersheet import visible_sheet
from grognard.atlas.drawing import draw_hex_map
from grognard.atlas.geometry import flatten, inside, open_spline, rects_overlap
from grognard.atlas.hexlines import is_river, river_courses
from grognard.atlas.hexmargins import north_of, units_per_km, wrapped
from grognard.atlas.hexsheet import HEX, Art, HexSheet, chains, rounded
from grognard.atlas.hexterrain import NEUTRAL, STYLES, style_of
from grognard.cli import main
from grognard.cli.atlas import BROWSERS
from grognard.lab.simulate import Plan, recorded
from grognard.maps.hexmap import load_hexmap
from grognard.match import save as saves
from test_hexmap import SMALL

GAMES = [game for game in drawn_maps.HEX_GAMES if drawn_maps.has_map(game)]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("game", GAMES)
def test_a_map_is_xml_with_a_size_and_fetches_nothing(game: str) -> None:
    drawing = drawn_maps.drawing(game)
    root = ElementTree.fromstring(drawing)
    sheet = drawn_maps.hex_sheet(game)
    assert root.tag == f"{SVG}svg"
    assert [float(v) for v in root.get("viewBox", "").split()] == [0, 0, sheet.width, sheet.height]
    links = re.findall(r'(?:href|src)="([^"]*)"', drawing) + re.findall(r"url\(([^)]*)\)", drawing)
    assert all(link.startswith(("#map-", "data:image/webp;base64,")) for link in links)
    assert "<script" not in drawing


@pytest.mark.parametrize("game", GAMES)
def test_every_id_is_the_maps_own_and_every_reference_has_its_target(game: str) -> None:
    drawing = drawn_maps.drawing(game)
    ids = re.findall(r'\bid="([^"]*)"', drawing)
    assert len(ids) == len(set(ids))
    assert all(name.startswith("map-") for name in ids)
    assert set(re.findall(r'href="#([^"]*)"', drawing)) <= set(ids)
    assert set(re.findall(r"url\(#([^)]*)\)", drawing)) <= set(ids)


@pytest.mark.parametrize("game", GAMES)
def test_a_map_is_drawn_the_same_every_time_and_is_small_enough(game: str) -> None:
    inks = drawn_maps.INKS.get(game, drawn_maps.SIDE_INKS)
    again = draw_hex_map(HexSheet(drawn_maps.hex_map(game), drawn_maps.art(game), inks))
    assert again == drawn_maps.drawing(game)
    assert len(zlib.compress(again.encode(), 6)) < 1_500_000


@pytest.mark.parametrize("game", GAMES)
def test_the_coast_never_contradicts_which_hexes_are_land(game: str) -> None:
    m = drawn_maps.hex_map(game)
    rings = [list(zip(ring[::2], ring[1::2], strict=True)) for ring in drawn_maps.art(game).lines["land"]]
    wrong = [
        m.graph.ids[h]
        for h in range(len(m.graph))
        if (sum(inside(m.centre(h), ring) for ring in rings) % 2 == 1) != bool(m.land >> h & 1)
    ]
    assert wrong == []


@pytest.mark.parametrize("game", GAMES)
def test_the_relief_is_a_picture_of_the_whole_field(game: str) -> None:
    art, sheet = drawn_maps.art(game), drawn_maps.hex_sheet(game)
    picture = Image.open(BytesIO(art.relief))
    assert picture.format == "WEBP"
    assert len(art.relief) < 200_000
    wide, high = picture.size
    left, top, right, bottom = art.lines["relief"]
    assert 600 <= wide <= 900
    assert wide / high == pytest.approx((right - left) / (bottom - top), rel=0.01)
    x, y = sheet.point((left, top))
    assert (x, y) == pytest.approx(sheet.field[:2], abs=HEX)


@pytest.mark.parametrize("game", GAMES)
def test_hexes_tile_the_field(game: str) -> None:
    sheet = drawn_maps.hex_sheet(game)
    m = sheet.m
    x, y, w, h = sheet.field
    for space in range(0, len(m.graph), 7):
        assert all(x - 0.01 <= px <= x + w + 0.01 and y - 0.01 <= py <= y + h + 0.01 for px, py in sheet.corners(space))
        for d, other in enumerate(m.sides[space]):
            if other >= 0:
                a, b = sheet.side(space, other)
                c, e = sheet.side(other, space)
                assert (a, b) == (pytest.approx(e), pytest.approx(c))
                assert a == pytest.approx(sheet.corners(space)[d])
                (ax, ay), (bx, by) = sheet.centre(space), sheet.centre(other)
                assert ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) == pytest.approx(((ax + bx) / 2, (ay + by) / 2))


@pytest.mark.parametrize("game", GAMES)
def test_boxes_lie_on_the_sheet_and_not_on_each_other(game: str) -> None:
    sheet = drawn_maps.hex_sheet(game)
    boxes = list(sheet.boxes.items())
    for k, (name, rect) in enumerate(boxes):
        x, y, w, h = rect
        assert x >= 0, name
        assert y >= 0, name
        assert x + w <= sheet.width, name
        assert y + h <= sheet.height, name
        assert not any(rects_overlap(rect, other) for _, other in boxes[:k]), name


def test_cells_lie_in_their_boxes_and_not_on_each_other() -> None:
    sheet = drawn_maps.hex_sheet("nemesis")
    cells = list(sheet.cells.items())
    assert [name for name, _ in cells[:3]] == ["JSAT-0", "JSAT-1", "JSAT-2"]
    for k, (name, (x, y, w, h)) in enumerate(cells):
        left, top, wide, high = sheet.boxes[name.split("-")[0]]
        assert left <= x, name
        assert top < y, name
        assert x + w <= left + wide + 0.01, name
        assert y + h <= top + high + 0.01, name
        assert not any(rects_overlap((x + 0.01, y, w - 0.02, h), other) for _, other in cells[:k]), name


@pytest.mark.parametrize("game", GAMES)
def test_no_box_covers_a_hex(game: str) -> None:
    sheet = drawn_maps.hex_sheet(game)
    for space in range(len(sheet.m.graph)):
        x, y = sheet.centre(space)
        core = (x - 23, y - 23, 46, 46)
        assert not any(rects_overlap(core, rect) for rect in sheet.boxes.values()), sheet.m.graph.ids[space]


@pytest.mark.parametrize("game", GAMES)
def test_every_hex_number_and_every_place_is_lettered(game: str) -> None:
    words = {"".join(node.itertext()) for node in ElementTree.fromstring(drawn_maps.drawing(game)).iter(f"{SVG}text")}
    m = drawn_maps.hex_map(game)
    assert set(m.graph.ids) <= words
    small = {word.upper() for word in words}
    wanted = {p.name: p.facts.get("label", p.name) for p in m.places}
    assert [name for name, label in wanted.items() if label and str(label).upper() not in small] == []


@pytest.mark.parametrize("game", GAMES)
def test_rivers_keep_to_their_hexsides(game: str) -> None:
    sheet = drawn_maps.hex_sheet(game)
    for water in sheet.m.waters:
        if not is_river(water.kind):
            continue
        drawn = [p for course in river_courses(sheet, water) for p in flatten(open_spline(course), 6)]
        for a, b in water.sides:
            (ax, ay), (bx, by) = sheet.centre(a), sheet.centre(b)
            x, y = (ax + bx) / 2, (ay + by) / 2
            assert min((px - x) ** 2 + (py - y) ** 2 for px, py in drawn) < 16, water.name


def test_north_is_turned_where_the_map_is() -> None:
    turns = {game: north_of(drawn_maps.hex_sheet(game)) for game in GAMES}
    assert turns["ichigo"] == pytest.approx(-5.7, abs=0.3)
    assert turns["whitesun"] == pytest.approx(-27, abs=0.5)
    assert turns["formosa"] == pytest.approx(0, abs=0.1)
    assert 64 / units_per_km(drawn_maps.hex_sheet("nemesis")) == pytest.approx(20, abs=0.1)


def test_a_map_without_art_or_margins_can_be_drawn() -> None:
    sheet = HexSheet(load_hexmap("map.toml", SMALL + '[[box]]\nid = "B"\nname = "Box"\n'), Art())
    drawing = draw_hex_map(sheet)
    ElementTree.fromstring(drawing)
    assert "Capital" in drawing
    assert sheet.boxes["B"][0] > sheet.field[0] + sheet.field[2]


def test_terrain_differs_in_texture_and_not_only_in_colour() -> None:
    looks = [style_of(name) for name in ("clear", "rough", "mountain", "jungle", "hill", "peak", "mud flats")]
    assert len({texture for _, texture in looks}) == len(looks)
    assert style_of("lava") == NEUTRAL
    assert style_of("Mud-flats") == STYLES["mud flats"]


def test_a_line_of_sides_is_joined_and_rounded() -> None:
    corners = [(0.0, 0.0), (10.0, 0.0), (15.0, 8.0), (25.0, 8.0)]
    (line,) = chains(reversed([(b, a) for a, b in pairwise(corners)]))
    assert line in (corners, corners[::-1])
    assert rounded(corners) == "M0 0L5 0Q10 0 12.5 4Q15 8 20 8L25 8"


def test_text_is_wrapped_without_losing_a_word() -> None:
    words = "attackers across it are halved and never advance"
    lines = list(wrapped(words, 60, 9))
    assert len(lines) > 2
    assert " ".join(lines) == words


# --- counters


def face(**more: Any) -> Face:
    return Face(id="c-x", side=0, fill="#8f9a67", ink="#101010", symbol="infantry", **more)


def test_plain_values_stand_in_a_row_in_the_given_order() -> None:
    svg = ElementTree.fromstring(face_svg(face(values=(("4", "plain"), ("6", "plain"), ("5", "plain")))))
    found = [(float(t.get("x", "0")), t.text) for t in svg.iter("text")]
    assert [text for _, text in sorted(found)] == ["4", "6", "5"]
    gaps = [b[0] - a[0] for a, b in pairwise(sorted(found))]
    assert gaps[0] == pytest.approx(gaps[1], abs=0.11)


def test_a_second_line_of_identity_is_lettered() -> None:
    assert ">9 Div<" in face_svg(face(second="9 Div"))


@pytest.mark.parametrize("back", BACKS)
def test_a_back_betrays_nothing(back: str) -> None:
    one = face(name="58", second="31", values=(("6", "plain"),), size="XX", steps=2, full=3, back=back, emblem="sun")
    other = face(name="124", values=(("4", "plain"),), size="III", back=back, emblem="sun")
    assert face_svg(one) == face_svg(other)
    ElementTree.fromstring(face_svg(one))


def test_each_emblem_is_another() -> None:
    assert len({face_svg(face(back="generic", emblem=name)) for name in EMBLEMS}) == len(EMBLEMS)


def test_a_counter_sheet_shows_every_counter() -> None:
    faces = [face(), Face("c-y", 1, "#efe9d8", "#a01010", "tank")]
    root = ElementTree.fromstring(visible_sheet("Test & more", faces))
    shown = [use.get("href") for use in root.findall(f"{SVG}use")]
    assert shown == ["#c-x", "#c-y"]


# --- commands


def run(*words: str) -> int:
    try:
        return main(words)
    except SystemExit as end:
        return int(end.code or 0)


def test_render_writes_a_map(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("render", "formosa", "-o", str(tmp_path / "map.svg")) == 0
    assert (tmp_path / "map.svg").read_text(encoding="utf-8") == drawn_maps.drawing("formosa")
    assert "map.svg: 2440 by" in capsys.readouterr().out


@pytest.mark.parametrize("game", drawn_maps.GAMES)
def test_render_writes_a_counter_sheet(game: str, tmp_path: Path) -> None:
    assert run("render", game, "--counters", "-o", str(tmp_path / "sheet.svg")) == 0
    root = ElementTree.parse(tmp_path / "sheet.svg").getroot()
    assert len(root.findall(f"{SVG}use")) > 100


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("render", "chess", "-o", "map.svg"),
            "There is no map of 'chess': iwojima, ichigo, whitesun, formosa, nemesis.",
        ),
        (("render", "ichigo", "-o", "map.gif"), "map.gif must end in .svg or .png."),
        (("render", "ichigo", "-o", "no/such/map.svg"), "no/such/map.svg cannot be written: there is no folder"),
        (
            ("render", "ichigo", "-o", "map.svg", "--at", "3"),
            "--at counts the decisions of a save: name it with --save.",
        ),
        (("render", "ichigo", "-o", "map.svg", "--save", "none.txt"), "none.txt cannot be read"),
        (
            ("render", "ichigo", "-o", "a.svg", "--counters", "--save", "x"),
            "--counters draws the counters by themselves",
        ),
        (("atlas", "check", "chess"), "There is no map of 'chess'"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(
    words: tuple[str, ...],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(*words) == 2
    printed = capsys.readouterr()
    assert printed.err.startswith(said)
    assert printed.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.fixture(scope="module")
def save(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished game as a file."""
    match = recorded(Plan("iwojima", ("random", "random"), 1), games.load("iwojima"), 0)
    path = tmp_path_factory.mktemp("saves") / "game.txt"
    path.write_text(saves.write(match), encoding="utf-8")
    return path


def test_render_puts_the_counters_of_a_save_on_the_map(save: Path, tmp_path: Path) -> None:
    early, late = tmp_path / "early.svg", tmp_path / "late.svg"
    assert run("render", "iwojima", "--save", str(save), "--at", "60", "-o", str(early)) == 0
    assert run("render", "iwojima", "--save", str(save), "-o", str(late)) == 0
    ElementTree.parse(early)
    assert '<use href="#c-U-' in early.read_text(encoding="utf-8")
    assert early.read_text(encoding="utf-8") != late.read_text(encoding="utf-8")


def test_a_save_of_another_game_or_a_decision_too_far_is_refused(
    save: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "x.svg"
    assert run("render", "ichigo", "--save", str(save), "-o", str(target)) == 2
    assert capsys.readouterr().err == f"{save} is a game of Iwo Jima, not of ichigo.\n"
    assert run("render", "iwojima", "--save", str(save), "--at", "100000", "-o", str(target)) == 2
    assert "--at is from 0 to" in capsys.readouterr().err
    assert not target.exists()


@pytest.mark.browser
@pytest.mark.skipif(not any(shutil.which(name) for name in BROWSERS), reason="no browser on the path")
def test_a_png_is_drawn_by_a_browser_at_the_wanted_width(tmp_path: Path) -> None:
    target = tmp_path / "sheet.png"
    assert run("render", "iwojima", "--counters", "-o", str(target), "--width", "400") == 0
    picture = target.read_bytes()
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">I", picture[16:20]) == (400,)


def test_a_png_without_a_browser_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert run("render", "ichigo", "-o", str(tmp_path / "map.png")) == 2
    assert capsys.readouterr().err.startswith("A PNG needs Chromium or Chrome on the path")


def test_atlas_check_prints_the_residuals_of_every_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("atlas", "check", "ichigo") == 0
    out = capsys.readouterr().out
    m = drawn_maps.hex_map("ichigo")
    assert re.search(r"Chungking +0712 +0711 +0\.69 +cited", out)
    assert re.search(r"Kaifeng +1901 +1901 +0\.23", out)
    assert all(place.name in out for place in m.places)
    assert "ichigo: no constraint is broken." in out


def test_atlas_check_fails_on_a_broken_constraint(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(report, "faults", lambda game: ["Long River is in 2 pieces"])
    assert run("atlas", "check", "formosa") == 1
    printed = capsys.readouterr()
    assert printed.err == "formosa: Long River is in 2 pieces\n"
    assert "formosa: 1 broken constraints." in printed.out
