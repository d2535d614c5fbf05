"""The ground and the sea of a hex map, as SVG: everything under the lines and the lettering.

Terrain shows by colour and by texture, so that it survives colour blindness and print. Its outlines are rounded along
the hexsides: softer than hexes, yet every hex keeps its own middle and the middle of each of its sides.
"""

from __future__ import annotations

import base64
import math
import random
import zlib
from collections.abc import Iterator, Sequence

from grognard.atlas.geometry import Point, Rect, line_path, number
from grognard.atlas.hexsheet import HexSheet, chains, flowing, rounded
from grognard.atlas.peaks import STAMPS, Stamp, stamped
from grognard.kernel.bits import members
from grognard.kernel.ids import Space

INK = "#2f2a24"
SEA = "#a9c4cd"
SHORE_INK = "#3c5561"
DEPTHS = (("#b0c9d1", 150), ("#b8cfd5", 108), ("#c2d7da", 70), ("#cfe0e0", 38), ("#dfebe8", 17))
"""Shoaling water: colour and width of each band, drawn as strokes of the shore, widest first."""
LAND = "#e5deb9"
STYLES: dict[str, tuple[str, str]] = {
    # terrain: colour, texture; in the order of drawing, gentler ground first
    "clear": ("#e5deb9", ""),
    "open": ("#e5deb9", ""),
    "coastal": ("#e5deb9", ""),
    "flood plain": ("#d5dfc4", "flood"),
    "mud flats": ("#d3cfbd", "mud"),
    "swamp": ("#cfd8b8", "flood"),
    "desert": ("#efe2b4", "mud"),
    "colonial": ("#e4cfd8", "slant"),
    "jungle": ("#bccb98", "trees"),
    "forest": ("#bccb98", "trees"),
    "rough": ("#d6c390", "ticks"),
    "hill": ("#d3ba85", "humps"),
    "base area": ("#e0b692", "stars"),
    "mountain": ("#bf9f74", "peaks"),
    "peak": ("#a98664", "summit"),
}
ALIASES = {"mudflats": "mud flats", "hills": "hill", "mountains": "mountain", "flats": "mud flats", "plain": "clear"}
NEUTRAL = ("#e2dccb", "dots")
"""Textures that are set one by one instead of as a tile."""


def style_of(terrain: str) -> tuple[str, str]:
    """Colour and texture of a terrain; a name we do not know gets a neutral look."""
    plain = terrain.lower().replace("_", " ").replace("-", " ")
    plain = ALIASES.get(plain, plain)
    if plain in STYLES:
        return STYLES[plain]
    return next((style for name, style in STYLES.items() if name in plain), NEUTRAL)


def definitions(sheet: HexSheet) -> str:
    """Textures, the shore and clips. Every id starts with "map-"."""
    shore = "".join(flowing(ring, closed=True) for ring in sheet.lines("land"))
    if not shore:
        shore = "".join(sheet.path(h) for h in members(sheet.m.land))
    x, y, w, h = (number(v) for v in sheet.field)
    outline = "".join(line_path(line) + "Z" for line in _hex_outline(sheet))
    return (
        "<style>.d3{display:var(--d3,inline)}</style>"
        f'<defs><path id="map-shore" d="{shore}" fill-rule="evenodd" clip-rule="evenodd"/>'
        '<clipPath id="map-land"><use href="#map-shore" clip-rule="evenodd"/></clipPath>'
        f'<clipPath id="map-field"><rect x="{x}" y="{y}" width="{w}" height="{h}"/></clipPath>'
        f'<path id="map-hexes" d="{outline}"/>{_tiles()}</defs>'
    )


def sea(sheet: HexSheet) -> str:
    """Water, deeper away from the shore."""
    x, y, w, h = (number(v) for v in sheet.field)
    parts = [f'<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="{SEA}"/>']
    parts.append('<g fill="none" stroke-linejoin="round">')
    parts += [f'<use href="#map-shore" stroke="{colour}" stroke-width="{width}"/>' for colour, width in DEPTHS]
    parts.append('<use href="#map-shore" stroke="#f4f8f4" stroke-width="5.5"/></g>')
    return "".join(parts)


def ground(sheet: HexSheet) -> str:
    """The land in its terrain's colours, gentler ground under rougher."""
    parts = ['<g clip-path="url(#map-land)">']
    x, y, w, h = (number(v) for v in sheet.field)
    parts.append(f'<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="{LAND}"/>')
    for terrain, path in _layers(sheet):
        colour, texture = style_of(terrain)
        if colour != LAND:
            parts.append(f'<path d="{path}" fill="{colour}"/>')
            parts.append(f'<path d="{path}" fill="none" stroke="{_darker(colour)}" stroke-width="1" opacity=".55"/>')
        if texture and texture not in STAMPS:
            parts.append(f'<path d="{path}" fill="url(#map-{texture})"/>')
    return "".join(parts) + "</g>"


def relief(sheet: HexSheet) -> str:
    """The hill shading over the colours, at low contrast."""
    frame = sheet.art.lines.get("relief")
    if not sheet.art.relief or not frame:
        return ""
    (x0, y0), (x1, y1) = sheet.point((frame[0], frame[1])), sheet.point((frame[2], frame[3]))
    box = f'x="{number(x0)}" y="{number(y0)}" width="{number(x1 - x0)}" height="{number(y1 - y0)}"'
    data = base64.b64encode(sheet.art.relief).decode()
    return (
        f'<g clip-path="url(#map-land)"><image {box} preserveAspectRatio="none" opacity=".62" '
        f'href="data:image/webp;base64,{data}"/></g>'
    )


def textures(sheet: HexSheet) -> str:
    """Peaks and hills, set by hand as it were: a few to each hex, never twice alike."""
    rows: dict[int, list[Stamp]] = {}
    for h in members(sheet.m.land):
        texture = style_of(sheet.m.terrain[h])[1]
        if texture in STAMPS:
            rows.setdefault(sheet.m.positions[h][1], []).extend(_scatter(sheet, h, texture))
    return '<g clip-path="url(#map-land)">' + "".join(stamped(rows[row]) for row in sorted(rows)) + "</g>"


def shore(sheet: HexSheet) -> str:
    """The line of the coast."""
    return f'<use href="#map-shore" fill="none" stroke="{SHORE_INK}" stroke-width="1.5" stroke-linejoin="round"/>'


def beyond(sheet: HexSheet) -> str:
    """A veil over what lies outside the hexes."""
    x, y, w, h = (number(v) for v in sheet.field)
    return (
        f'<path d="M{x} {y}h{w}v{h}h-{w}z{_path_of_outline(sheet)}" fill="#efe7d2" fill-opacity=".62" '
        'fill-rule="evenodd"/>'
    )


def grid(sheet: HexSheet) -> str:
    """The hex grid, thin, every side once; lighter at sea."""
    dry: list[str] = []
    wet: list[str] = []
    for h in sheet.m.every_hex:
        corners = sheet.corners(h)
        for d, other in enumerate(sheet.m.sides[h]):
            if other < h:
                a, b = corners[d], corners[(d + 1) % 6]
                piece = f"M{number(a[0])} {number(a[1])}L{number(b[0])} {number(b[1])}"
                land = sheet.m.land >> h & 1 or (other >= 0 and sheet.m.land >> other & 1)
                (dry if land else wet).append(piece)
    return (
        '<g fill="none" stroke-linecap="round">'
        f'<path d="{"".join(wet)}" stroke="#5d7f8c" stroke-width=".8" stroke-opacity=".5"/>'
        f'<path d="{"".join(dry)}" stroke="#4c4032" stroke-width=".9" stroke-opacity=".58"/></g>'
    )


def swatch(terrain: str, rect: Rect) -> str:
    """A sample of a terrain for the key."""
    colour, texture = style_of(terrain) if terrain != "sea" else (SEA, "")
    x, y, w, h = rect
    box = f'x="{number(x)}" y="{number(y)}" width="{number(w)}" height="{number(h)}" rx="2"'
    parts = [f'<rect {box} fill="{colour}"/>']
    if texture in STAMPS:
        spots = ((0.26, 0.66), (0.54, 0.8), (0.8, 0.62))
        variants = len(STAMPS[texture])
        parts.append(
            stamped(Stamp(texture, k % variants, (x + w * dx, y + h * dy), 0.8) for k, (dx, dy) in enumerate(spots))
        )
    elif texture:
        parts.append(f'<rect {box} fill="url(#map-{texture})"/>')
    parts.append(f'<rect {box} fill="none" stroke="{_darker(colour)}" stroke-width="1"/>')
    return "".join(parts)


# --- outlines


def _layers(sheet: HexSheet) -> Iterator[tuple[str, str]]:
    """Each terrain with the outline of itself and of all that is drawn after it, so that no gaps show between."""
    classes = _spread(sheet)
    order = {name: k for k, name in enumerate(STYLES)}
    present = sorted({*classes.values()}, key=lambda name: (order.get(_known(name), order["rough"] - 0.5), name))
    for k, terrain in enumerate(present):
        later = set(present[k:])
        if k == 0 and style_of(terrain)[0] == LAND:
            continue
        yield terrain, "".join(_outline(sheet, {place for place, name in classes.items() if name in later}))


def _known(terrain: str) -> str:
    style = style_of(terrain)
    return next((name for name, known in STYLES.items() if known == style), "")


def _spread(sheet: HexSheet) -> dict[tuple[int, int], str]:
    """Terrain for every place of the grid and two rings around it; sea and gaps take that of the land beside them."""
    m, grid = sheet.m, sheet.m.grid
    found = {m.positions[h]: m.terrain[h] for h in members(m.land)}
    (c0, r0) = grid.first
    every = {(c, r) for c in range(c0 - 2, c0 + grid.columns + 2) for r in range(r0 - 2, r0 + grid.rows + 2)}
    left = sorted(every - found.keys())
    while left:
        fresh: dict[tuple[int, int], str] = {}
        for place in left:
            beside = [found[near] for d in range(6) if (near := grid.step(*place, d)) in found]
            if beside:
                fresh[place] = max(sorted(set(beside)), key=beside.count)
        if not fresh:
            break
        found |= fresh
        left = [place for place in left if place not in fresh]
    return found


def _outline(sheet: HexSheet, places: set[tuple[int, int]]) -> list[str]:
    sides = []
    for c, r in sorted(places):
        x, y = sheet.at(c, r)
        for d in range(6):
            if sheet.m.grid.step(c, r, d) not in places:
                (ax, ay), (bx, by) = sheet.spokes[d], sheet.spokes[(d + 1) % 6]
                sides.append(((x + ax, y + ay), (x + bx, y + by)))
    return [rounded(line, 3.5) for line in chains(sides)]


def _hex_outline(sheet: HexSheet) -> list[list[Point]]:
    sides = []
    for h in sheet.m.every_hex:
        corners = sheet.corners(h)
        sides += [(corners[d], corners[(d + 1) % 6]) for d, other in enumerate(sheet.m.sides[h]) if other < 0]
    return chains(sides)


def _path_of_outline(sheet: HexSheet) -> str:
    return "".join(line_path(line) + "Z" for line in _hex_outline(sheet))


# --- textures


def _scatter(sheet: HexSheet, h: Space, texture: str) -> Iterator[Stamp]:
    """A few stamps in a hex, at places that depend on its number alone."""
    dice = random.Random(zlib.crc32(sheet.m.graph.ids[h].encode()))
    x, y = sheet.centre(h)
    spots = [(-17.0, -9.0), (10.0, -14.0), (-5.0, 5.0), (18.0, 6.0), (-19.0, 17.0), (5.0, 22.0)]
    if texture == "summit":
        yield Stamp("summit", 0, (x, y + 13), 1.5)
        spots = [(-21.0, 2.0), (22.0, 4.0), (-10.0, 23.0), (14.0, 23.0)]
    for dx, dy in spots:
        px, py = x + dx + dice.uniform(-4, 4), y + dy + dice.uniform(-3.5, 3.5)
        kind = "peaks" if texture == "summit" else texture
        # Steps of a tenth: what is alike packs well.
        yield Stamp(kind, dice.randrange(3), (px, py), round(dice.uniform(0.8, 1.15), 1))


def _tiles() -> str:
    """Tiles large enough not to show as tiles."""
    dice = random.Random(1944)

    def spread(count: int, size: float, apart: float) -> list[Point]:
        found: list[Point] = []
        for _ in range(count * 40):
            p = (dice.uniform(4, size - 4), dice.uniform(4, size - 4))
            if all(math.dist(p, q) >= apart for q in found):
                found.append(p)
                if len(found) == count:
                    break
        return found

    def tile(name: str, size: int, body: str) -> str:
        return f'<pattern id="map-{name}" width="{size}" height="{size}" patternUnits="userSpaceOnUse">{body}</pattern>'

    def marks(points: Sequence[Point], shape: str) -> str:
        return "".join(f"M{x:.1f} {y:.1f}{shape}" for x, y in points)

    tree = "m0 3v-2.4m-2.6 0q-1-3.6 2.6-4.4 3.6.8 2.6 4.4z"
    star = "l1.1 2.4 2.6.3-1.9 1.8.5 2.6-2.3-1.3-2.3 1.3.5-2.6-1.9-1.8 2.6-.3z"
    return (
        tile(
            "ticks",
            97,
            f'<path d="{marks(spread(13, 97, 20), "m-5 2q3-5 6-4m1-.6q3 1 4 4")}" fill="none" stroke="#8a6d33" '
            'stroke-width="1.1" stroke-opacity=".68" stroke-linecap="round"/>',
        )
        + tile(
            "trees",
            89,
            f'<path d="{marks(spread(24, 89, 14), tree)}" fill="#6f8a4a" fill-opacity=".55" stroke="#4b6532" '
            'stroke-width=".8" stroke-opacity=".7"/>',
        )
        + tile(
            "flood",
            79,
            f'<path d="{marks(spread(14, 79, 15), "m-5 0q2.5-2.4 5 0t5 0")}" fill="none" stroke="#4f88a0" '
            'stroke-width="1" stroke-opacity=".75"/>',
        )
        + tile(
            "mud",
            73,
            f'<path d="{marks(spread(13, 73, 14), "m-4 0h8m-5.5 2.6h3")}" stroke="#6b6656" stroke-width=".9" '
            'stroke-opacity=".7"/>',
        )
        + tile(
            "stars",
            83,
            f'<path d="{marks(spread(9, 83, 22), star)}" fill="#a8432f" fill-opacity=".6"/>',
        )
        + tile(
            "dots",
            61,
            f'<path d="{marks(spread(16, 61, 12), "h.01")}" stroke="#6b6656" stroke-width="1.6" '
            'stroke-linecap="round" stroke-opacity=".6"/>',
        )
        + tile(
            "slant",
            14,
            '<path d="M-2 16L16-2M-9 9L9-9M5 23L23 5" stroke="#9b6b85" stroke-width="1" stroke-opacity=".5"/>',
        )
    )


def _darker(colour: str) -> str:
    red, green, blue = (int(int(colour[k : k + 2], 16) * 0.74) for k in (1, 3, 5))
    return f"#{red:02x}{green:02x}{blue:02x}"
