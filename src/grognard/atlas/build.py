"""Makes a hex map's geography: `python -m grognard.atlas.build GAME GEO_FOLDER`. For developers; needs numpy.

From public geographic files and the map's own projection it writes two files beside the game's `map.toml`, which are
all that the drawing needs: `coast.json`, lines in hex units, and `relief.png`, the hill shading. The coast is the real
one, bent as little as needed for it never to contradict which hexes are land: the rules' word is final.

Only public-domain, government and CC-BY layers are read: land, lakes, rivers and provinces of Natural Earth, and the
elevation grids.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any

from grognard.atlas.geometry import Point, area_of, inside
from grognard.atlas.raster import Array, blur, contour, fill, palette_png, simplified, simplified_ring
from grognard.maps.hexmap import HexMap, Projection, load_hexmap

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
ELEVATION = {
    "ichigo": "elev_china_1min.npz",
    "whitesun": "elev_china_1min.npz",
    "formosa": "elev_taiwan_15s.npz",
    "nemesis": "elev_burma_30s.npz",
}
STRENGTH = {"formosa": 0.8, "nemesis": 1.0}
BIG_RIVERS = 6
"""Natural Earth's rank down to which rivers are drawn on a map whose rules know no rivers."""
NOT_DRAWN = ("Yangtze", "Chang Jiang", "Jinsha", "Tongtian")
"""Rivers that such a map has as hexes of its own."""
BORDERS = {"nemesis": "country", "formosa": "", "ichigo": "province", "whitesun": "province"}
"""Which of today's borders stood in the 1940s too."""
LATER = ("Reservoir",)
GONE = ("Songhua Hu",)


def main(arguments: Sequence[str]) -> int:
    """Build one map's art; one sentence when it cannot be done."""
    if len(arguments) != 2:
        print("Usage: python -m grognard.atlas.build GAME GEO_FOLDER", file=sys.stderr)
        return 2
    try:
        np = import_module("numpy")
    except ModuleNotFoundError:
        print("Building a map's geography needs numpy: pip install numpy.", file=sys.stderr)
        return 2
    game, folder = arguments[0], Path(arguments[1])
    data = Path(__file__).resolve().parents[1] / "games" / game / "data"
    if game not in ELEVATION or not (data / "map.toml").is_file():
        print(f"There is no hex map of {game!r}: {', '.join(ELEVATION)}.", file=sys.stderr)
        return 2
    if not folder.is_dir():
        print(f"There is no folder {folder}.", file=sys.stderr)
        return 2
    m = load_hexmap("map.toml", (data / "map.toml").read_text(encoding="utf-8"))
    art = geography(np, m, folder, BORDERS[game])
    picture, frame = relief(np, m, folder / ELEVATION[game], STRENGTH.get(game, 1.0))
    art["relief"] = frame
    (data / "coast.json").write_text(json.dumps(art, separators=(",", ":")) + "\n", encoding="utf-8")
    (data / "relief.png").write_bytes(picture)
    points = sum(len(line) for key in ("land", "lakes", "rivers", "borders") for line in art[key]) // 2
    print(f"{game}: {len(art['land'])} coasts, {points:,} points in all; relief {len(picture):,} bytes.")
    return 0


# --- lines


def geography(np: Any, m: HexMap, folder: Path, borders: str) -> dict[str, Any]:
    """Coasts, lakes, rivers and borders as flat lists of numbers, in hex units."""
    left, top, right, bottom = bounds(m)
    corner = (left - BEYOND, top - BEYOND)
    wide, high = (round((b - a + 2 * BEYOND) * CELLS) for a, b in ((left, right), (top, bottom)))
    frame = (corner[0], corner[1], corner[0] + wide / CELLS, corner[1] + high / CELLS)

    def cells(line: Sequence[Point]) -> list[Point]:
        return [((x - corner[0]) * CELLS, (y - corner[1]) * CELLS) for x, y in line]

    def units(line: Sequence[Point]) -> list[Point]:
        return [(x / CELLS + corner[0], y / CELLS + corner[1]) for x, y in line]

    real = np.zeros((high, wide), dtype=bool)
    for polygon, _ in _polygons(folder / "land.geojson"):
        real |= fill(np, [cells(_projected(m.projection, ring)) for ring in polygon], wide, high)
    land, sea = _forced(np, m, corner, wide, high)
    field = blur(np, ((real | land) & ~sea).astype(float), 0.075 * CELLS)
    field = np.where(land, np.maximum(field, 0.55), np.where(sea, np.minimum(field, 0.45), field))
    rings = contour(np, np.pad(blur(np, field, 0.05 * CELLS), 1), 0.5)
    coasts = [units([(x - 1, y - 1) for x, y in ring]) for ring in rings]
    # Pools inside the land are lakes or accidents of the raster, and lakes have their own layer.
    coasts = [simplified_ring(ring, 0.009) for ring in coasts if not -SMALLEST < area_of(ring) < SMALLEST_POOL]
    agree(m, coasts)
    lakes = [
        simplified_ring(ring, 0.012)
        for polygon, facts in _polygons(folder / "lakes.geojson")
        if facts.get("featurecla") not in LATER and facts.get("name") not in GONE
        for ring in [_projected(m.projection, polygon[0])]
        if abs(area_of(ring)) > SMALLEST and any(_within(p, frame) for p in ring)
    ]
    has_rivers = any("river" in kind for kind in m.edges)
    rivers = [] if has_rivers else [_flat(line) for line in _rivers(m, folder / "rivers_ne.geojson", frame)]
    return {
        "land": [_flat(ring) for ring in coasts],
        "lakes": [_flat(ring) for ring in lakes],
        "rivers": rivers,
        "borders": [_flat(line) for line in _borders(m, folder / "provinces.geojson", frame, borders)],
    }


def bounds(m: HexMap) -> tuple[float, float, float, float]:
    """The box around all hexes, in hex units."""
    centres = [m.centre(h) for h in range(len(m.graph))]
    half_wide, half_high = (0.5, 3**-0.5) if m.grid.pointed else (3**-0.5, 0.5)
    xs, ys = [x for x, _ in centres], [y for _, y in centres]
    return min(xs) - half_wide, min(ys) - half_high, max(xs) + half_wide, max(ys) + half_high


def agree(m: HexMap, coasts: Sequence[Sequence[Point]]) -> None:
    """Stop when a hex's middle lies on the wrong side of the coast."""
    for h in range(len(m.graph)):
        dry = sum(inside(m.centre(h), ring) for ring in coasts) % 2 == 1
        if dry != bool(m.land >> h & 1):
            raise SystemExit(f"The coast contradicts hex {m.graph.ids[h]}.")


def _forced(np: Any, m: HexMap, corner: Point, wide: int, high: int) -> tuple[Array, Array]:
    """Cells that must be land and cells that must be sea; the edge wavers a little, as coasts do."""
    ys, xs = np.mgrid[0:high, 0:wide]
    x, y = (xs + 0.5) / CELLS + corner[0], (ys + 0.5) / CELLS + corner[1]
    waver = 0.05 * (np.sin(7.3 * x + 2.1 * y) + np.sin(9.7 * y - 4.3 * x + 1.0) * 0.7 + np.sin(17 * x + 13 * y) * 0.4)
    masks = [np.zeros((high, wide), dtype=bool) for _ in (0, 1)]
    barred = {frozenset(side) for water in m.waters if water.kind in ("lake", "sea", "strait") for side in water.sides}
    for h in range(len(m.graph)):
        dry = m.land >> h & 1
        for other in (h, *(n for n in m.graph.neighbours[h] if n > h)):
            if (m.land >> other & 1) != dry or frozenset((h, other)) in barred:
                continue
            a, b = m.centre(h), m.centre(other)
            near = _cells_near(a, b, corner, wide, high)
            away = _distance(np, x[near], y[near], a, b)
            masks[1 - dry][near] |= away < (CORE if other == h else BRIDGE) + waver[near]
    parted = np.zeros((high, wide), dtype=bool)
    for water in m.waters:
        for side in water.sides if water.kind in ("sea", "strait") else ():
            ends = _side(m, *side)
            near = _cells_near(*ends, corner, wide, high)
            parted[near] |= _distance(np, x[near], y[near], *ends) < CHANNEL
    land = masks[0] & ~parted
    return land, (masks[1] | parted) & ~land


def _side(m: HexMap, a: int, b: int) -> tuple[Point, Point]:
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


def _distance(np: Any, x: Array, y: Array, a: Point, b: Point) -> Array:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    t = np.clip(((x - a[0]) * dx + (y - a[1]) * dy) / length, 0, 1) if length else 0.0
    return np.hypot(x - a[0] - t * dx, y - a[1] - t * dy)


def _rivers(m: HexMap, file: Path, frame: tuple[float, ...]) -> Iterator[list[Point]]:
    for feature in json.loads(file.read_text(encoding="utf-8"))["features"]:
        facts = feature["properties"]
        names = f"{facts.get('name')} {facts.get('name_alt')} {facts.get('featurecla')}"
        if facts["scalerank"] > BIG_RIVERS or "estuary" in names or any(word in names for word in NOT_DRAWN):
            continue
        line = _projected(m.projection, feature["geometry"]["coordinates"])
        for piece in _pieces_within(line, frame):
            yield simplified(piece, 0.015)


def _borders(m: HexMap, file: Path, frame: tuple[float, ...], between: str) -> Iterator[list[Point]]:
    """Borders between provinces or countries of the time: edges that two different ones share."""
    if not between:
        return
    owners: dict[tuple[tuple[float, float], tuple[float, float]], set[str]] = {}
    for feature in json.loads(file.read_text(encoding="utf-8"))["features"]:
        facts = feature["properties"]
        owner = str(facts.get("name_1940s") or facts.get("name")) if between == "province" else str(facts["country"])
        owner = {"Chungking": "Szechwan", "Chongqing": "Szechwan", "Szechuan": "Szechwan"}.get(owner, owner)
        shape = feature["geometry"]
        for polygon in shape["coordinates"] if shape["type"] == "MultiPolygon" else [shape["coordinates"]]:
            for ring in polygon:
                places = [(float(p[0]), float(p[1])) for p in ring]
                for a, b in pairwise(places):
                    if a != b:
                        owners.setdefault((min(a, b), max(a, b)), set()).add(owner)
    joined: dict[tuple[float, float], list[tuple[float, float]]] = {}
    for (a, b), names in owners.items():
        if len(names) == 2:
            joined.setdefault(a, []).append(b)
            joined.setdefault(b, []).append(a)
    for line in _chains(joined):
        for piece in _pieces_within(_projected(m.projection, line), frame):
            yield simplified(piece, 0.02)


def _chains(joined: dict[Point, list[Point]]) -> Iterator[list[Point]]:
    """Edges joined to lines that end where they meet others or nothing."""
    used: set[frozenset[Point]] = set()
    ends = [p for p in joined if len(joined[p]) != 2]
    for start in [*ends, *joined]:
        for there in joined[start]:
            if frozenset((start, there)) in used:
                continue
            line = [start]
            here, ahead = start, there
            while True:
                used.add(frozenset((here, ahead)))
                line.append(ahead)
                onward = [p for p in joined[ahead] if frozenset((ahead, p)) not in used]
                if len(joined[ahead]) != 2 or not onward:
                    break
                here, ahead = ahead, onward[0]
            yield line


def _pieces_within(line: Sequence[Point], frame: tuple[float, ...]) -> Iterator[list[Point]]:
    piece: list[Point] = []
    for point in line:
        if _within(point, frame):
            piece.append(point)
            continue
        if len(piece) > 1:
            yield piece
        piece = []
    if len(piece) > 1:
        yield piece


def _within(point: Point, frame: tuple[float, ...]) -> bool:
    return frame[0] <= point[0] <= frame[2] and frame[1] <= point[1] <= frame[3]


def _polygons(file: Path) -> Iterator[tuple[list[list[Point]], dict[str, Any]]]:
    for feature in json.loads(file.read_text(encoding="utf-8"))["features"]:
        shape = feature["geometry"]
        if shape["type"] in ("Polygon", "MultiPolygon"):
            for polygon in shape["coordinates"] if shape["type"] == "MultiPolygon" else [shape["coordinates"]]:
                yield polygon, feature["properties"]


def _projected(projection: Projection, line: Sequence[Sequence[float]]) -> list[Point]:
    return [projection.point(float(p[0]), float(p[1])) for p in line]


def _flat(line: Sequence[Point]) -> list[float]:
    return [round(v, 3) for point in line for v in point]


# --- relief


def relief(np: Any, m: HexMap, file: Path, strength: float) -> tuple[bytes, list[float]]:
    """The hill shading as a picture, and the box that it fills in hex units. Light comes from the upper left."""
    left, top, right, bottom = bounds(m)
    wide = RELIEF_WIDTH if right - left > bottom - top else round(RELIEF_WIDTH * 0.86)
    step = (right - left) / wide
    high = round((bottom - top) / step)
    xs = left + (np.arange(wide) + 0.5) * step
    ys = top + (np.arange(high) + 0.5) * step
    lon, lat = _unprojected(np, m.projection, *np.meshgrid(xs, ys))
    grid = np.load(file)
    height = _sampled(np, grid["z"].astype(float), grid["lon"], grid["lat"], lon, lat)
    height = blur(np, np.maximum(height, 0.0), 0.7)
    steep_y, steep_x = np.gradient(height)
    steepness = np.hypot(steep_x, steep_y)
    scale = 1.4 / max(1e-9, float(np.percentile(steepness[height > 5], 88)))
    # A slope that faces the upper left is light, one that faces away dark; plains are neither.
    light = np.tanh(0.8 * (steep_x + steep_y) * scale / math.sqrt(2))
    middle = LEVELS // 2
    levels = np.clip(np.round(middle + light * middle * strength), 0, LEVELS - 1)
    colours = [
        (38, 28, 18, round(150 * (1 - k / middle))) if k < middle else (255, 250, 232, round(135 * (k / middle - 1)))
        for k in range(LEVELS)
    ]
    return palette_png(np, levels, colours), [round(v, 4) for v in (left, top, right, bottom)]


def _unprojected(np: Any, p: Projection, x: Array, y: Array) -> tuple[Array, Array]:
    """Longitude and latitude of points in hex units."""
    (ax, bx, cx), (ay, by, cy) = p.across, p.down
    det = bx * cy - cx * by
    east = ((x - ax) * cy - (y - ay) * cx) / det
    north = ((y - ay) * bx - (x - ax) * by) / det
    lon0, lat0 = p.origin
    if p.parallels is None:
        return lon0 + east / p.km_per_degree[0], lat0 + north / p.km_per_degree[1]
    half = [math.tan(math.pi / 4 + math.radians(b) / 2) for b in (*p.parallels, lat0)]
    first, second = (math.cos(math.radians(b)) for b in p.parallels)
    n = math.log(first / second) / math.log(half[1] / half[0])
    f = 6371.0 * first * half[0] ** n / n
    north = f / half[2] ** n - north
    rho = np.hypot(east, north)
    lat = np.degrees(2 * np.arctan((f / rho) ** (1 / n)) - math.pi / 2)
    return lon0 + np.degrees(np.arctan2(east, north)) / n, lat


def _sampled(np: Any, z: Array, lons: Array, lats: Array, lon: Array, lat: Array) -> Array:
    """Heights between the grid's own points; north is the grid's first row."""
    column = np.clip((lon - lons[0]) / (lons[1] - lons[0]), 0, len(lons) - 1.001)
    row = np.clip((lat - lats[0]) / (lats[1] - lats[0]), 0, len(lats) - 1.001)
    c, r = column.astype(int), row.astype(int)
    u, v = column - c, row - r
    z = np.maximum(z, 0.0)
    upper = z[r, c] * (1 - u) + z[r, c + 1] * u
    return upper * (1 - v) + (z[r + 1, c] * (1 - u) + z[r + 1, c + 1] * u) * v


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
