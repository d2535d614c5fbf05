"""Lines of a hex map, as SVG: rivers and lakes along hexsides, railways and roads through hexes, borders."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from grognard.atlas.geometry import Point, curve_path, line_path, number, open_spline
from grognard.atlas.hexsheet import HEX, Corner, HexSheet, border_sides, chains, corner_of, flowing, rounded, waver
from grognard.kernel.bits import bitset
from grognard.kernel.ids import Space, per
from grognard.maps.hexmap import Line, Water

WATER = ("#4c85a0", "#8fbfd3")
"""The edge and the inside of a river."""
RIVER_WIDTHS = {"major river": 5.6, "river": 3.8, "minor river": 2.6, "stream": 2.0}
BY_SIZE = {1: 2.7, 2: 3.9, 3: 5.6}
LAKE_WORDS = ("lake", "lagoon")
LINE_ORDER = ("path", "track", "road", "rail")
BORDER = "#6d4a4a"


def is_river(kind: str) -> bool:
    """Whether hexsides of a kind are drawn as a river."""
    return "river" in kind or kind in RIVER_WIDTHS or kind in ("stream", "canal")


def is_lake(kind: str) -> bool:
    """Whether hexsides of a kind are drawn as standing water."""
    return any(word in kind for word in LAKE_WORDS)


# --- water


def lakes(sheet: HexSheet) -> str:
    """Lakes of the rules swell along their hexsides; where the rules have none, the real ones are drawn."""
    ruled = [water for water in sheet.m.waters if is_lake(water.kind)]
    shapes = []
    if ruled:
        for water in ruled:
            shapes += [rounded(line, 2.0) for line in chains(sheet.side(a, b) for a, b in water.sides)]
        path = "".join(shapes)
        rings = (("#4c85a0", 17.0), ("#a9cfdd", 14.6), ("#c3dfe7", 8.0))
        return (
            '<g fill="none" stroke-linecap="round" stroke-linejoin="round">'
            + "".join(f'<path d="{path}" stroke="{colour}" stroke-width="{width}"/>' for colour, width in rings)
            + "</g>"
        )
    path = "".join(flowing(ring, closed=True) for ring in sheet.lines("lakes"))
    return f'<path d="{path}" fill="#b9d8e2" stroke="#4c85a0" stroke-width="1.2"/>' if path else ""


def rivers(sheet: HexSheet) -> str:
    """Rivers along hexsides, winding a little; where two meet they share the corner."""
    waters = [water for water in sheet.m.waters if is_river(water.kind)]
    drawn: list[tuple[float, str]] = []
    for water in waters:
        width = river_width(water)
        for line in river_courses(sheet, water):
            drawn.append((width, curve_path(open_spline(line), close=False)))
    drawn.sort(key=lambda pair: pair[0])
    parts = ['<g fill="none" stroke-linecap="round" stroke-linejoin="round" clip-path="url(#map-land)">']
    for colour, more in ((WATER[0], 1.7), (WATER[1], 0.0)):
        parts += [f'<path d="{path}" stroke="{colour}" stroke-width="{number(w + more)}"/>' for w, path in drawn]
    return "".join(parts) + "</g>"


def river_width(water: Water) -> float:
    """The width of a river: by the size the map gives it, else by its kind."""
    size = water.facts.get("size")
    return BY_SIZE[size] if size in BY_SIZE else RIVER_WIDTHS.get(water.kind, 3.8)


def river_courses(sheet: HexSheet, water: Water, to_sea: bool = True) -> list[list[Point]]:
    """The courses of a river as points: the middle of each side, and between them the corners, drawn in a little."""
    meeting = _meetings(sheet)
    out = []
    for line in chains(sheet.side(a, b) for a, b in water.sides):
        middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(line)]
        ends = ((line[0], line[1]), (line[-1], line[-2]))
        first, last = (_end(sheet, *end) if to_sea and meeting[corner_of(end[0])] == 1 else end[0] for end in ends)
        course = [line[0]] if first == line[0] else [first, line[0]]
        for k, middle in enumerate(middles):
            course.append(middle)
            if k + 1 < len(middles):
                course.append(_bend(line[k + 1], middle, middles[k + 1], meeting[corner_of(line[k + 1])] > 2))
        course.append(line[-1])
        if last != line[-1]:
            course.append(last)
        out.append(course)
    return out


def _bend(corner: Point, before: Point, after: Point, fixed: bool) -> Point:
    if fixed:
        return corner
    inward = ((before[0] + after[0]) / 2, (before[1] + after[1]) / 2)
    dx, dy = waver(corner_of(corner), 3.6)
    return corner[0] * 0.62 + inward[0] * 0.38 + dx, corner[1] * 0.62 + inward[1] * 0.38 + dy


def _end(sheet: HexSheet, corner: Point, before: Point) -> Point:
    """The end of a river that ends at a corner: out at sea, off the map, or right there."""
    x, y = corner
    around = [h for h, centre in per(Space, sheet.centres) if _touches(centre, corner)]
    wet = [sheet.centre(h) for h in around if not sheet.m.land >> h & 1]
    if wet:
        return x + (wet[0][0] - x) * 0.9, y + (wet[0][1] - y) * 0.9
    if len(around) < 3:
        return x + (x - before[0]) * 1.4, y + (y - before[1]) * 1.4
    return corner


def _touches(centre: Point, corner: Point) -> bool:
    return (
        abs(centre[0] - corner[0]) < HEX
        and ((centre[0] - corner[0]) ** 2 + (centre[1] - corner[1]) ** 2) ** 0.5 < HEX * 0.6
    )


@lru_cache(maxsize=2)
def _meetings(sheet: HexSheet) -> dict[Corner, int]:
    """Per corner, how many river sides end there."""
    seen = {(min(pair), max(pair)) for water in sheet.m.waters if is_river(water.kind) for pair in water.sides}
    out: dict[Corner, int] = {}
    for a, b in sorted(seen):
        for point in sheet.side(a, b):
            out[corner_of(point)] = out.get(corner_of(point), 0) + 1
    return out


def background(sheet: HexSheet) -> str:
    """Rivers and borders without effect on play, faint."""
    streams = "".join(flowing(line, closed=False) for line in sheet.lines("rivers") if len(line) > 2)
    borders = "".join(flowing(line, closed=False) for line in sheet.lines("borders") if len(line) > 2)
    return (
        '<g fill="none" stroke-linejoin="round" clip-path="url(#map-land)">'
        f'<path d="{borders}" stroke="#a56a5c" stroke-width="5" stroke-opacity=".16"/>'
        f'<path d="{borders}" stroke="{BORDER}" stroke-width="1.3" stroke-opacity=".6" '
        'stroke-dasharray="9 3 1.6 3" stroke-linecap="round"/>'
        f'<path d="{streams}" stroke="{WATER[0]}" stroke-width="2.6" stroke-opacity=".55"/>'
        f'<path d="{streams}" stroke="{WATER[1]}" stroke-width="1.5"/></g>'
    )


# --- networks


def networks(sheet: HexSheet) -> str:
    """Water ways, then paths, tracks, roads and railways, each in the hobby's usual line."""
    kinds: dict[str, list[Line]] = {}
    for line in sheet.m.lines:
        kinds.setdefault(line.kind, []).append(line)
    parts = ['<g fill="none" stroke-linejoin="round">']
    for kind in sorted(kinds, key=_rank):
        path = "".join(course(sheet, line.hexes, is_waterway(kind)) for line in kinds[kind])
        parts.append(line_look(kind, path))
    return "".join(parts) + "</g>"


def _rank(kind: str) -> tuple[int, str]:
    return next((k for k, word in enumerate(LINE_ORDER) if word in kind), -1), kind


def is_waterway(kind: str) -> bool:
    """Whether a network is a river that runs through hexes."""
    return any(word in kind for word in ("river", "yangtze", "waterway", "canal"))


def course(sheet: HexSheet, hexes: Sequence[Space], winding: bool = False) -> str:
    """A smooth way through the middles of hexes, run off the map where it ends at the edge; rivers wind on the way."""
    points = [sheet.centre(h) for h in hexes]
    if len(points) < 2:
        return ""
    points = [*_way_out(sheet, hexes[0], hexes[1])[::-1], *points, *_way_out(sheet, hexes[-1], hexes[-2])]
    if winding:
        points = _winding(points)
    return curve_path(open_spline(points), close=False)


def _winding(points: Sequence[Point]) -> list[Point]:
    """The same points with bends between them, alternately to either side and never twice alike."""
    out = [points[0]]
    for k, (a, b) in enumerate(pairwise(points)):
        for share, way in ((0.28, 1), (0.72, -1)):
            x, y = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
            bend = (0.06 + 0.05 * waver(corner_of((x, y)), 1.0)[0]) * (way if k % 2 else -way)
            out.append((x - (b[1] - a[1]) * bend, y + (b[0] - a[0]) * bend))
        out.append(b)
    return out


def _way_out(sheet: HexSheet, end: Space, before: Space) -> list[Point]:
    """From a hex on the edge of the map onward, if going straight on leaves the map."""
    there = sheet.m.sides[end][(sheet.m.direction(end, before) + 3) % 6] if before >= 0 else 0
    if there >= 0:
        return []
    (x, y), (bx, by) = sheet.centre(end), sheet.centre(before)
    return [(x + (x - bx) * 0.56, y + (y - by) * 0.56)]


def line_look(kind: str, path: str) -> str:
    """A network's line; also used by the key."""
    cap = 'stroke-linecap="butt"'
    if "rail" in kind:
        return (
            f'<path d="{path}" stroke="#fff8e6" stroke-width="5" stroke-opacity=".55"/>'
            f'<path d="{path}" stroke="#1f1a16" stroke-width="1.9"/>'
            f'<path d="{path}" stroke="#1f1a16" stroke-width="7" stroke-dasharray="1.5 8.5" {cap}/>'
        )
    if "track" in kind:
        return (
            f'<path d="{path}" stroke="#fff6df" stroke-width="4" stroke-opacity=".55"/>'
            f'<path d="{path}" stroke="#8a4a22" stroke-width="2.2" stroke-dasharray="8 4" {cap}/>'
        )
    if "path" in kind or "trail" in kind:
        return (
            f'<path d="{path}" stroke="#fff6df" stroke-width="3.2" stroke-opacity=".45"/>'
            f'<path d="{path}" stroke="#6f4324" stroke-width="1.8" stroke-dasharray=".1 4.6" stroke-linecap="round"/>'
        )
    if "road" in kind:
        return (
            f'<path d="{path}" stroke="#7b2d1c" stroke-width="4.6"/>'
            f'<path d="{path}" stroke="#f0b27c" stroke-width="2.5"/>'
        )
    if is_waterway(kind):
        return _waterway(kind, path)
    return f'<path d="{path}" stroke="#5b5149" stroke-width="2.4" stroke-dasharray="6 3"/>'


def _waterway(kind: str, path: str) -> str:
    """A river through hexes: broad where ships go, with a light thread for where they may."""
    width = 9.0 if "primary" in kind else 6.4 if "secondary" in kind else 4.2
    thread = ""
    if "tertiary" not in kind:
        dash = "" if "primary" in kind else ' stroke-dasharray="9 6"'
        thread = f'<path d="{path}" stroke="#f2f9fb" stroke-width="1.6"{dash}/>'
    return (
        f'<path d="{path}" stroke="{WATER[0]}" stroke-width="{width + 1.8:.1f}" stroke-linecap="round"/>'
        f'<path d="{path}" stroke="{WATER[1]}" stroke-width="{width:.1f}" stroke-linecap="round"/>{thread}'
    )


# --- borders


def regions(sheet: HexSheet) -> str:
    """Lines along hexsides that are not water, and the outlines of regions that ask for one."""
    parts = ['<g fill="none" stroke-linejoin="round" stroke-linecap="round">']
    for entry in sheet.m.spec.values.get("region", ()):
        if "border" in entry:
            hexes = bitset(sheet.m.hex(name) for name in str(entry["hexes"]).split())
            sides = [sheet.side(a, b) for a, b in border_sides(sheet, hexes)]
            path = "".join(line_path(line) for line in chains(sides))
            parts.append(border_look(str(entry["border"]), path))
    for water in sheet.m.waters:
        if not is_river(water.kind) and not is_lake(water.kind):
            path = "".join(rounded(line) for line in chains(sheet.side(a, b) for a, b in water.sides))
            parts.append(border_look(water.kind, path))
    return "".join(parts) + "</g>"


def border_look(kind: str, path: str) -> str:
    """A border's line; also used by the key."""
    if "objective" in kind or "front" in kind:
        return (
            f'<path d="{path}" stroke="#fff2e2" stroke-width="8" stroke-opacity=".6"/>'
            f'<path d="{path}" stroke="#a8231b" stroke-width="4.4" stroke-opacity=".85"/>'
            f'<path d="{path}" stroke="#f7d9c4" stroke-width="1.2" stroke-dasharray="7 6"/>'
        )
    if "strait" in kind or "sea" in kind:
        return f'<path d="{path}" stroke="#2f6d8c" stroke-width="2.6" stroke-dasharray="3 5"/>'
    return (
        f'<path d="{path}" stroke="#fff2e2" stroke-width="5" stroke-opacity=".5"/>'
        f'<path d="{path}" stroke="{BORDER}" stroke-width="2.2" stroke-dasharray="11 4 2 4"/>'
    )
