"""Building a map's geography: coasts that never contradict the rules, borders, relief; a small country of our own."""

from __future__ import annotations

import json
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from grognard import extras
from grognard.atlas import drawn_maps
from grognard.atlas.build import main
from grognard.atlas.geography import LEVELS, Surveyor, geography, relief
from grognard.atlas.geometry import area_of, inside
from grognard.maps.hexmap import HexMap, load_hexmap
from test_hexmap import SMALL

EAST = (-3.0, 6.0)
NORTH = (6.0, -3.0)
"""Degrees of the country's data, west to east and north to south."""


def feature(kind: str, coordinates: Any, **facts: Any) -> dict[str, Any]:
    return {"type": "Feature", "properties": facts, "geometry": {"type": kind, "coordinates": coordinates}}


def box(west: float, south: float, east: float, north: float) -> list[list[list[float]]]:
    return [[[west, south], [east, south], [east, north], [west, north], [west, south]]]


@pytest.fixture(scope="module")
def geo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Land in the west, a lake and a reservoir on it, an islet, a river, two provinces and a ridge."""
    folder = tmp_path_factory.mktemp("geo")
    layers = {
        "land": [feature("Polygon", box(-2, -2, 0.4, 2)), feature("Polygon", box(0.9, 1.4, 0.93, 1.43))],
        "lakes": [
            feature("Polygon", box(-0.1, -0.1, 0.05, 0.05), featurecla="Lake", name="Great Lake"),
            feature("Polygon", box(-0.1, -0.4, 0.05, -0.3), featurecla="Reservoir", name="New Lake"),
        ],
        "rivers_ne": [
            feature("LineString", [[-2, 0.2], [0.0, 0.21], [5, 0.2]], scalerank=3, name="Long River"),
            feature("LineString", [[-2, 0.4], [5, 0.4]], scalerank=9, name="Brook"),
            feature("LineString", [[-2, 5.9], [5, 5.9]], scalerank=1, name="Far River"),
        ],
        "provinces": [
            feature("Polygon", box(-2, -2, 0.1, 2), name="West", country="Here"),
            feature("MultiPolygon", [box(0.1, -2, 0.4, 2)], name="East", country="Here"),
        ],
    }
    for name, features in layers.items():
        text = json.dumps({"type": "FeatureCollection", "features": features})
        (folder / f"{name}.geojson").write_text(text, encoding="utf-8")
    lon, lat = np.linspace(*EAST, 181), np.linspace(*NORTH, 181)
    ridge = 2000 * np.exp(-((lon[None, :] - 0.2) ** 2) / 0.02) * np.ones((181, 1))
    np.savez(folder / "elevation.npz", z=ridge.astype(np.int16), lon=lon, lat=lat)
    return folder


@pytest.fixture(scope="module")
def country() -> HexMap:
    return load_hexmap("map.toml", SMALL)


def pairs(line: list[float]) -> list[tuple[float, float]]:
    return list(zip(line[::2], line[1::2], strict=True))


def test_the_coast_agrees_with_every_hex_and_islets_and_pools_are_left_out(geo: Path, country: HexMap) -> None:
    coasts = [pairs(line) for line in geography(country, geo, "province")["land"]]
    for h in range(len(country.graph)):
        dry = sum(inside(country.centre(h), ring) for ring in coasts) % 2 == 1
        assert dry == bool(country.land >> h & 1), country.graph.ids[h]
    assert all(area_of(ring) < -0.012 or area_of(ring) > 0.12 for ring in coasts)
    assert all(ring[0] != ring[-1] for ring in coasts)  # the drawing closes them


def test_lakes_and_borders_are_those_of_the_time(geo: Path, country: HexMap) -> None:
    art = geography(country, geo, "province")
    (lake,) = art["lakes"]
    assert len(lake) == 8
    (border,) = art["borders"]
    across = country.projection.point(0.1, 0.0)[0]
    assert border[::2] == pytest.approx([across] * (len(border) // 2), abs=1e-3)
    assert geography(country, geo, "country")["borders"] == []
    assert geography(country, geo, "")["borders"] == []


def test_rivers_are_drawn_where_the_rules_know_none(geo: Path, country: HexMap) -> None:
    assert geography(country, geo, "")["rivers"] == []
    dry = load_hexmap("map.toml", SMALL.replace('kind = "river"', 'kind = "ridge"'))
    (river,) = geography(dry, geo, "")["rivers"]
    assert river[1::2] == pytest.approx([country.projection.point(0, 0.2)[1]] * (len(river) // 2), abs=0.06)


def test_the_west_of_a_ridge_is_light_and_its_east_dark(geo: Path, country: HexMap) -> None:
    packed, frame = relief(country, geo / "elevation.npz", 1.0)
    picture = Image.open(BytesIO(packed))
    shades = np.asarray(picture.convert("RGBA")).astype(int)
    assert len(np.unique(shades[..., 3])) > LEVELS // 2
    # Above nought is light, below it shadow.
    levels = np.where(shades[..., 0] > 128, 1, -1) * shades[..., 3]
    crest = round((country.projection.point(0.2, 0)[0] - frame[0]) / (frame[2] - frame[0]) * levels.shape[1])
    assert levels[:, crest - 12].min() > 0 > levels[:, crest + 12].max()
    assert not levels[:, 0].any()  # a plain is neither


@pytest.mark.parametrize("game", [game for game in drawn_maps.HEX_GAMES if drawn_maps.has_map(game)])
def test_the_program_projects_as_the_surveyors_library_does(game: str) -> None:
    """The program brings its few lines of Lambert's formulas along; what draws the coast is PROJ."""
    m = drawn_maps.hex_map(game)
    surveyor = Surveyor(m.projection)
    lon0, lat0 = m.projection.origin
    places = np.array([[lon0 + east, lat0 + north] for east in (-9.0, 0.5, 8.0) for north in (-7.0, 0.0, 6.5)])
    there = surveyor.hexes(places)
    assert there == pytest.approx(np.array([m.projection.point(*place) for place in places.tolist()]), abs=1e-6)
    assert surveyor.places(there) == pytest.approx(places, abs=1e-6)


def test_what_cannot_be_built_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ichigo"]) == 2
    assert main(["iwojima", str(tmp_path)]) == 2
    assert main(["ichigo", str(tmp_path / "nowhere")]) == 2
    assert capsys.readouterr().err.splitlines() == [
        "Usage: python -m grognard.atlas.build GAME GEO_FOLDER",
        "There is no hex map of 'iwojima': ichigo, whitesun, formosa, nemesis.",
        f"There is no folder {tmp_path / 'nowhere'}.",
    ]


def test_without_its_libraries_building_says_what_to_install(tmp_path: Path) -> None:
    hidden = (
        "import sys; sys.modules['shapely'] = None; from grognard.atlas.build import main; sys.exit(main(sys.argv[1:]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", hidden, "ichigo", str(tmp_path)], capture_output=True, text=True, check=False
    )
    said = f"Building a map's geography needs libraries of its own: {extras.install('maps')}.\n"
    assert (done.returncode, done.stderr) == (2, said)
