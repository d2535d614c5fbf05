"""A hex map's geography from public files: coasts, lakes, rivers, borders, relief.

The coast is the real one, bent as little as needed for it never to contradict which hexes are land: the rules' word is
final. Only public-domain, government and CC-BY layers are read: land, lakes, rivers and provinces of Natural Earth, and
the elevation grids. Anyone who plays never loads this module: its libraries are those of the extra `maps`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from contourpy import FillType, contour_generator
from PIL import Image
from pyproj import Proj
from scipy import ndimage
from shapely.geometry import shape

from grognard.atlas.geometry import Point, area_of, inside
from grognard.kernel.ids import Space
from grognard.maps.hexmap import EARTH_KM, HexMap, Projection

Array = Any
Frame = tuple[float, float, float, float]
"""Left, top, right and bottom, in hex units."""

CELLS = 14
"""Raster cells to a hex."""
BEYOND = 2.0
"""Hexes of land and sea kept around the map, so that the coast runs off the sheet instead of ending on it."""
CORE, BRIDGE, CHANNEL = 0.35, 0.15, 0.12
"""How far around the middle of a hex, beside the line between two like hexes, and beside a hexside that is a strait,
the rules overrule the coast."""
SMALLEST = 0.012
"""In square hexes: islands and lakes below this are left out."""
SMALLEST_POOL = 0.12
RELIEF_WIDTH = 860
LEVELS = 25
"""Steps of shading: half of them shadow, half light."""
BIG_RIVERS = 6
"""Natural Earth's rank down to which rivers are drawn on a map whose rules know no rivers."""
NOT_DRAWN = ("Yangtze", "Chang Jiang", "Jinsha", "Tongtian")
"""Rivers that such a map has as hexes of its own."""
LATER = ("Reservoir",)
GONE = ("Songhua Hu",)


class Surveyor:
    """A map's projection over whole arrays of places, both ways."""

    def __init__(self, projection: Projection) -> None:
        self._p = projection
        lon0, lat0 = projection.origin
        self._conic = None
        if projection.parallels is not None:
            first, second = projection.parallels
            self._conic = Proj(
                proj="lcc", lat_1=first, lat_2=second, lat_0=lat0, lon_0=lon0, R=1000 * EARTH_KM, units="km"
            )
        # Kilometres east and north to hex units.
        self._turn = np.array([projection.across[1:], projection.down[1:]])
        self._shift = np.array([projection.across[0], projection.down[0]])

    def hexes(self, places: Array) -> Array:
        """Rows of longitude and latitude, in hex units."""
        if self._conic is not None:
            km = np.column_stack(self._conic(places[:, 0], places[:, 1]))
        else:
            km = (places - self._p.origin) * self._p.km_per_degree
        return km @ self._turn.T + self._shift

    def places(self, hexes: Array) -> Array:
        """Rows in hex units, as longitude and latitude."""
        km = (hexes - self._shift) @ np.linalg.inv(self._turn).T
        if self._conic is not None:
            return np.column_stack(self._conic(km[:, 0], km[:, 1], inverse=True))
        return km / self._p.km_per_degree + self._p.origin


# --- lines


def geography(m: HexMap, folder: Path, borders: str) -> dict[str, Any]:
    """Coasts, lakes, rivers and borders as flat lists of numbers, in hex units."""
    left, top, right, bottom = bounds(m)
    corner = (left - BEYOND, top - BEYOND)
    wide, high = (round((b - a + 2 * BEYOND) * CELLS) for a, b in ((left, right), (top, bottom)))
    frame = (corner[0], corner[1], corner[0] + wide / CELLS, corner[1] + high / CELLS)
    surveyor = Surveyor(m.projection)
    coasts = _coasts(m, _features(folder / "land.geojson", surveyor), corner, wide, high)
    agree(m, coasts)
    has_rivers = any("river" in kind for kind in m.edges)
    rivers = [] if has_rivers else _rivers(folder / "rivers_ne.geojson", surveyor, frame)
    return {
        "land": [_flat(ring) for ring in coasts],
        "lakes": [_flat(ring) for ring in _lakes(folder / "lakes.geojson", surveyor, frame)],
        "rivers": [_flat(line) for line in rivers],
        "borders": [_flat(line) for line in _borders(folder / "provinces.geojson", surveyor, frame, borders)],
    }


def bounds(m: HexMap) -> Frame:
    """The box around all hexes, in hex units."""
    centres = [m.centre(h) for h in m.every_hex]
    half_wide, half_high = (0.5, 3**-0.5) if m.grid.pointed else (3**-0.5, 0.5)
    xs, ys = [x for x, _ in centres], [y for _, y in centres]
    return min(xs) - half_wide, min(ys) - half_high, max(xs) + half_wide, max(ys) + half_high


def agree(m: HexMap, coasts: Sequence[Sequence[Point]]) -> None:
    """Stop when a hex's middle lies on the wrong side of the coast."""
    for h in m.every_hex:
        dry = sum(inside(m.centre(h), ring) for ring in coasts) % 2 == 1
        if dry != bool(m.land >> h & 1):
            raise SystemExit(f"The coast contradicts hex {m.graph.ids[h]}.")


def _coasts(
    m: HexMap, land: Iterator[tuple[Any, dict[str, Any]]], corner: Point, wide: int, high: int
) -> list[list[Point]]:
    """The real land on a raster, overruled where the rules know better, smoothed and outlined."""
    # One cell of sea all around, so that every outline is closed.
    xs, ys = (corner[a] + (np.arange(-1, count + 1) + 0.5) / CELLS for a, count in ((0, wide), (1, high)))
    x, y = np.meshgrid(xs[1:-1], ys[1:-1])
    real = np.zeros((high, wide), dtype=bool)
    for polygon, _ in land:
        shapely.prepare(polygon)
        real |= shapely.contains_xy(polygon, x, y)
    dry, wet = _forced(m, x, y, corner)
    field = _blurred(((real | dry) & ~wet).astype(float), 0.075 * CELLS)
    field = np.where(dry, np.maximum(field, 0.55), np.where(wet, np.minimum(field, 0.45), field))
    field = np.pad(_blurred(field, 0.05 * CELLS), 1)
    lines = contour_generator(xs, ys, field, fill_type=FillType.OuterOffset).filled(0.5, math.inf)
    coasts = []
    for points, offsets in zip(*lines, strict=True):
        for number, (start, end) in enumerate(pairwise(offsets.tolist())):
            ring = shapely.LinearRing(points[start:end])
            # Pools inside the land are lakes or accidents of the raster, and lakes have their own layer.
            if shapely.Polygon(ring).area > (SMALLEST_POOL if number else SMALLEST):
                outline = _simplified(ring, 0.009)[:-1]
                is_land = number == 0
                coasts.append(outline if (area_of(outline) < 0) == is_land else outline[::-1])
    return coasts


def _forced(m: HexMap, x: Array, y: Array, corner: Point) -> tuple[Array, Array]:
    """Cells that must be land and cells that must be sea; the edge wavers a little, as coasts do."""
    high, wide = x.shape
    waver = 0.05 * (np.sin(7.3 * x + 2.1 * y) + np.sin(9.7 * y - 4.3 * x + 1.0) * 0.7 + np.sin(17 * x + 13 * y) * 0.4)
    masks = [np.zeros((high, wide), dtype=bool) for _ in (0, 1)]
    barred = {frozenset(side) for water in m.waters if water.kind in ("lake", "sea", "strait") for side in water.sides}
    for h in m.every_hex:
        dry = m.land >> h & 1
        for other in (h, *(n for n in m.graph.neighbours[h] if n > h)):
            if (m.land >> other & 1) != dry or frozenset((h, other)) in barred:
                continue
            a, b = m.centre(h), m.centre(other)
            near = _cells_near(a, b, corner, wide, high)
            away = _distance(x[near], y[near], a, b)
            masks[1 - dry][near] |= away < (CORE if other == h else BRIDGE) + waver[near]
    parted = np.zeros((high, wide), dtype=bool)
    for water in m.waters:
        for side in water.sides if water.kind in ("sea", "strait") else ():
            ends = _side(m, *side)
            near = _cells_near(*ends, corner, wide, high)
            parted[near] |= _distance(x[near], y[near], *ends) < CHANNEL
    land = masks[0] & ~parted
    return land, (masks[1] | parted) & ~land


def _side(m: HexMap, a: Space, b: Space) -> tuple[Point, Point]:
    """The ends of the side between two hexes, in hex units."""
    (ax, ay), (bx, by) = m.centre(a), m.centre(b)
    x, y, half = (ax + bx) / 2, (ay + by) / 2, 0.5 / 3**0.5
    return (x - (by - ay) * half, y + (bx - ax) * half), (x + (by - ay) * half, y - (bx - ax) * half)


def _cells_near(a: Point, b: Point, corner: Point, wide: int, high: int) -> tuple[slice, slice]:
    def span(low: float, top: float, first: float, count: int) -> slice:
        return slice(max(0, int((low - first - 0.6) * CELLS)), min(count, int((top - first + 0.6) * CELLS) + 1))

    return (
        span(min(a[1], b[1]), max(a[1], b[1]), corner[1], high),
        span(min(a[0], b[0]), max(a[0], b[0]), corner[0], wide),
    )


def _distance(x: Array, y: Array, a: Point, b: Point) -> Array:
    line = shapely.LineString((a, b)) if a != b else shapely.Point(a)
    return shapely.distance(line, shapely.points(x, y))


def _lakes(file: Path, surveyor: Surveyor, frame: Frame) -> Iterator[list[Point]]:
    for polygon, facts in _features(file, surveyor):
        if facts.get("featurecla") in LATER or facts.get("name") in GONE:
            continue
        lake = shapely.Polygon(polygon.exterior)
        if lake.area > SMALLEST and shapely.box(*frame).intersects(lake):
            yield _simplified(lake.exterior, 0.012)[:-1]


def _rivers(file: Path, surveyor: Surveyor, frame: Frame) -> Iterator[list[Point]]:
    for line, facts in _features(file, surveyor):
        names = f"{facts.get('name')} {facts.get('name_alt')} {facts.get('featurecla')}"
        if facts["scalerank"] > BIG_RIVERS or "estuary" in names or any(word in names for word in NOT_DRAWN):
            continue
        for piece in _within(line, frame):
            yield _simplified(piece, 0.015)


def _borders(file: Path, surveyor: Surveyor, frame: Frame, between: str) -> Iterator[list[Point]]:
    """Borders between provinces or countries of the time: edges that two different ones share."""
    if not between:
        return
    owners: dict[tuple[Point, Point], set[str]] = {}
    for polygon, facts in _features(file):
        owner = str(facts.get("name_1940s") or facts.get("name")) if between == "province" else str(facts["country"])
        owner = {"Chungking": "Szechwan", "Chongqing": "Szechwan", "Szechuan": "Szechwan"}.get(owner, owner)
        for ring in (polygon.exterior, *polygon.interiors):
            for a, b in pairwise(ring.coords):
                if a != b:
                    owners.setdefault((min(a, b), max(a, b)), set()).add(owner)
    shared = shapely.MultiLineString([edge for edge, names in owners.items() if len(names) == 2])
    for line in _parts(shapely.line_merge(shared)):
        for piece in _within(shapely.transform(line, surveyor.hexes), frame):
            yield _simplified(piece, 0.02)


def _features(file: Path, surveyor: Surveyor | None = None) -> Iterator[tuple[Any, dict[str, Any]]]:
    """The polygons or lines of a layer one by one, each with its facts; with a surveyor, in hex units."""
    for feature in json.loads(file.read_text(encoding="utf-8"))["features"]:
        for part in _parts(shape(feature["geometry"])):
            yield part if surveyor is None else shapely.transform(part, surveyor.hexes), feature["properties"]


def _within(line: Any, frame: Frame) -> Iterator[Any]:
    """The parts of a line that lie in the frame."""
    return (part for part in _parts(shapely.intersection(line, shapely.box(*frame))) if part.geom_type == "LineString")


def _parts(whole: Any) -> Iterator[Any]:
    """The single shapes of one or of many; nothing of an empty one."""
    return (part for part in shapely.get_parts(whole) if not part.is_empty)


def _simplified(line: Any, tolerance: float) -> list[Point]:
    return [(x, y) for x, y in shapely.simplify(line, tolerance, preserve_topology=False).coords]


def _flat(line: Sequence[Point]) -> list[float]:
    return [round(v, 3) for point in line for v in point]


# --- relief


def relief(m: HexMap, file: Path, strength: float) -> tuple[bytes, list[float]]:
    """The hill shading as a picture, and the box that it fills in hex units. Light comes from the upper left."""
    left, top, right, bottom = bounds(m)
    wide = RELIEF_WIDTH if right - left > bottom - top else round(RELIEF_WIDTH * 0.86)
    step = (right - left) / wide
    high = round((bottom - top) / step)
    x, y = np.meshgrid(left + (np.arange(wide) + 0.5) * step, top + (np.arange(high) + 0.5) * step)
    lon, lat = Surveyor(m.projection).places(np.column_stack((x.ravel(), y.ravel()))).T
    height = _blurred(_sampled(np.load(file), lon, lat).reshape(high, wide), 0.7)
    steep_y, steep_x = np.gradient(height)
    steepness = np.hypot(steep_x, steep_y)
    scale = 1.4 / max(1e-9, float(np.percentile(steepness[height > 5], 88)))
    # A slope that faces the upper left is light, one that faces away dark; plains are neither.
    light = np.tanh(0.8 * (steep_x + steep_y) * scale / math.sqrt(2))
    middle = LEVELS // 2
    levels = np.clip(np.round(middle + light * middle * strength), 0, LEVELS - 1)
    return _packed(levels.astype(np.uint8)), [round(v, 4) for v in (left, top, right, bottom)]


def _packed(levels: Array) -> bytes:
    """A picture of all levels, shadow to light, each more opaque the farther it is from the middle."""
    middle = LEVELS // 2
    colours = [(38, 28, 18) if k < middle else (255, 250, 232) for k in range(LEVELS)]
    opacity = [round(150 * (1 - k / middle)) if k < middle else round(135 * (k / middle - 1)) for k in range(LEVELS)]
    shades = np.array([(*colour, how) for colour, how in zip(colours, opacity, strict=True)], dtype=np.uint8)
    out = BytesIO()
    Image.fromarray(shades[levels], "RGBA").save(out, "WEBP", lossless=True, quality=100, method=6)
    return out.getvalue()


def _sampled(grid: Any, lon: Array, lat: Array) -> Array:
    """Heights between the grid's own points, none below the sea; north is the grid's first row."""
    lons, lats = grid["lon"], grid["lat"]
    column, row = (lon - lons[0]) / (lons[1] - lons[0]), (lat - lats[0]) / (lats[1] - lats[0])
    return ndimage.map_coordinates(np.maximum(grid["z"].astype(float), 0.0), (row, column), order=1, mode="nearest")


def _blurred(field: Array, sigma: float) -> Array:
    return ndimage.gaussian_filter(field, sigma, mode="nearest", truncate=3)
