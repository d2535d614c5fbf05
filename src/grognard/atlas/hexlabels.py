"""Lettering and signs of a hex map, as SVG: places by rank, what stands in hexes, hex numbers, names of waters.

A counter covers the middle of its hex, so signs that players look for stand in the corners that stay free, and names
are set where they cover no other name, sign or line.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import pairwise
from math import dist, inf

from grognard.atlas.geometry import Point, Rect, flatten, number, open_spline, rects_overlap
from grognard.atlas.hexlines import is_lake, is_river, river_courses, river_width
from grognard.atlas.hexsheet import HexSheet
from grognard.atlas.hexsigns import feature_sign, main_sign, side_signs
from grognard.atlas.lettering import SANS, SERIF, text_width
from grognard.kernel.bits import members
from grognard.kernel.ids import Space, per
from grognard.maps.hexmap import Place, Water

SIZES = {1: 16.0, 2: 13.0, 3: 11.0, 4: 9.2}
INK = "#231d17"
COUNTER, ABOVE_NEXT = 46.0, 36.0
"""The side of a counter, and how far below the middle of a hex the number of the next hex begins."""
MINOR = frozenset({"village", "town", "shore", "lake", "pass", "bridge", "landing ground", "peak"})
"""Kinds of place whose name need not be read while a counter stands on it."""
HALO = ' stroke="#fbf4de" stroke-width="2.8" stroke-opacity=".82" paint-order="stroke" stroke-linejoin="round"'
SEA_HALO = ' stroke="#d9e7e8" stroke-width="2.8" stroke-opacity=".7" paint-order="stroke" stroke-linejoin="round"'
LABELS = {
    # kind of [[label]]: size, letter spacing, ink, opacity, style
    "province": (19.0, 7.0, "#6d4a4a", 0.55, ""),
    "region": (17.0, 5.0, "#6d4a4a", 0.6, ""),
    "country": (26.0, 12.0, "#6d4a4a", 0.5, ""),
    "sea": (24.0, 8.0, "#47707f", 0.75, ' font-style="italic"'),
    "strait": (16.0, 4.0, "#47707f", 0.8, ' font-style="italic"'),
    "range": (14.0, 4.0, "#5b3f22", 0.75, ' font-style="italic"'),
    "shore": (8.6, 0.2, "#2b4f5d", 0.95, ' font-style="italic"'),
}


def places(sheet: HexSheet) -> str:
    """Signs first, then names where there is room, large ones first."""
    return f'<g font-family="{SERIF}">{"".join(_placed(sheet)[0])}</g>'


def occupied(sheet: HexSheet) -> list[Rect]:
    """The areas of signs and names that nothing else should cover."""
    return _placed(sheet)[1]


def _placed(sheet: HexSheet) -> tuple[list[str], list[Rect]]:
    """Signs and names as SVG, and the room that they take."""
    signs: list[str] = []
    taken: list[Rect] = []
    spots: dict[Space, list[Point]] = {}
    for h, body, at in _signs(sheet, spots):
        x, y = sheet.centre(h)
        signs.append(f'<g transform="translate({number(x + at[0])} {number(y + at[1])})">{body}</g>')
        taken.append((x + at[0] - 7, y + at[1] - 7, 14, 14))
    taken += _lake_rects(sheet)
    lines = _points_of_lines(sheet)
    names = []
    for place in sorted(sheet.m.places, key=lambda p: (p.rank, p.name, p.hex)):
        if "lake" in place.kinds:
            names.append(_lake_name(sheet, place))
        elif text := place.facts.get("label", place.name):
            names.append(_name(sheet, place, str(text), taken, lines))
    return [*signs, *names], taken


def _signs(sheet: HexSheet, spots: dict[Space, list[Point]]) -> Iterator[tuple[Space, str, Point]]:
    """Every sign, its hex and where in the hex it stands."""
    seen: set[tuple[Space, str]] = set()
    for place in sheet.m.places:
        body = main_sign(place, _control(sheet, place))
        if body:
            yield place.hex, body, (0.0, 0.0)
        for word, sign in side_signs(place):
            if (place.hex, word) not in seen:
                seen.add((place.hex, word))
                yield place.hex, sign, _spot(sheet, place.hex, spots)
    centred = {place.hex for place in sheet.m.places if place.kinds}
    for kind, hexes in sheet.m.features.items():
        word, sign = feature_sign(kind)
        for h in members(hexes):
            if sign and (h, word) not in seen:
                seen.add((h, word))
                middle = kind.startswith("diamond") and h not in centred
                yield h, sign, (0.0, 0.0) if middle else _spot(sheet, h, spots)


def _control(sheet: HexSheet, place: Place) -> str:
    return str(place.facts.get("control", place.facts.get("controller", "")))


def _spot(sheet: HexSheet, h: Space, spots: dict[Space, list[Point]]) -> Point:
    """The next free place of a hex beside its counter."""
    if sheet.m.grid.pointed:
        order = [(24.5, 13.0), (-24.5, 13.0), (24.5, -13.0), (-24.5, -13.0), (0.0, 27.0), (13.0, 24.0)]
    else:
        order = [(27.5, 0.0), (-27.5, 0.0), (17.5, 21.5), (-17.5, 21.5), (17.5, -21.5), (-17.5, -21.5)]
    left = spots.setdefault(h, order)
    return left.pop(0) if left else (0.0, 14.0)


def _points_of_lines(sheet: HexSheet) -> list[Point]:
    """Points along rivers and networks, which names should not cover, from west to east."""
    found: list[Point] = []
    for line in sheet.m.lines:
        centres = [sheet.centre(h) for h in line.hexes]
        if len(centres) > 1:
            found += flatten(open_spline(centres), 5)
    for water in sheet.m.waters:
        if is_river(water.kind):
            for course in river_courses(sheet, water):
                found += flatten(open_spline(course), 2)
    return sorted(found)


def _name(sheet: HexSheet, place: Place, text: str, taken: list[Rect], lines: list[Point]) -> str:
    """A name at the best of the places around its sign."""
    size = SIZES[place.rank]
    major = place.rank == 1
    shown = text.upper() if major else text
    spacing = 0.8 if major else 0.1
    width, (x, y) = text_width(shown, size, spacing) * (1.0 if major else 1.06), sheet.centre(place.hex)
    spots = [(x + dx, y + dy, width, size) for dx, dy in _around(place, width, size)]
    left, top = min(spot[0] for spot in spots), min(spot[1] for spot in spots)
    reach = (left, top, max(spot[0] for spot in spots) + width - left, max(spot[1] for spot in spots) + size - top)
    near = [other for other in taken if rects_overlap(reach, other)]
    costs = [order * 3.2 + _crowding(sheet, spot, near, lines) for order, spot in enumerate(spots)]
    rect = spots[costs.index(min(costs))]
    taken.append((rect[0] - 2, rect[1] - 1, rect[2] + 4, rect[3] + 2))
    minor = not place.kinds or place.kinds[0] in ("town", "village", "place", "waypoint") or place.rank == 4
    look = ' font-style="italic"' if minor and place.rank > 2 else ' font-weight="bold"'
    ink = "#2b4650" if "sea" in place.kinds or "shore" in place.kinds else INK
    return (
        f'<text x="{number(rect[0] + width / 2)}" y="{number(rect[1] + size * 0.82)}" font-size="{number(size)}" '
        f'text-anchor="middle" textLength="{number(width)}" lengthAdjust="spacingAndGlyphs"{look} fill="{ink}"{HALO}>'
        f"{escape(shown)}</text>"
    )


def _around(place: Place, width: float, size: float) -> Iterator[Point]:
    """Places for a name, as the upper left corner of its box from the middle of the hex, best first."""
    clear = 7.0 if not place.kinds else 10.0
    if place.rank <= 2 or set(place.kinds) - MINOR:
        # Below the counter that may come to stand here, so that the name is still read, and above the next number.
        below = min(COUNTER / 2, ABOVE_NEXT - size)
        yield -width / 2, below
        yield COUNTER / 2 - 6, below - 2
        yield -COUNTER / 2 + 6 - width, below - 2
    yield -width / 2, clear + 1.5
    yield -width / 2, -clear - size - 0.5
    yield clear + 2, -size / 2
    yield -clear - 2 - width, -size / 2
    yield clear - 2, clear - 2
    yield clear - 2, -clear - size + 2
    yield -clear - width + 2, clear - 2
    yield -clear - width + 2, -clear - size + 2
    yield -width / 2, 22.0
    yield -width / 2, -22.0 - size


def _crowding(sheet: HexSheet, rect: Rect, taken: Iterable[Rect], lines: Sequence[Point]) -> float:
    x, y, w, h = rect
    left, top, wide, high = sheet.field
    cost = 0.0
    if x < left + 3 or y < top + 3 or x + w > left + wide - 3 or y + h > top + high - 3:
        cost += 400
    for other in taken:
        if rects_overlap(rect, other):
            across = min(x + w, other[0] + other[2]) - max(x, other[0])
            down = min(y + h, other[1] + other[3]) - max(y, other[1])
            cost += 8 + across * down * 0.8
    above = lines[bisect_right(lines, (x, inf)) : bisect_left(lines, (x + w, -inf))]
    cost += 0.5 * sum(y < py < y + h for _, py in above)
    return cost + (300 if any(rects_overlap(rect, box) for box in sheet.boxes.values()) else 0)


def _lake_name(sheet: HexSheet, place: Place) -> str:
    x, y = sheet.centre(place.hex)
    return _italic(place.name, (x, y + 3), 9.0, "#2f6077")


def _italic(text: str, at: Point, size: float, ink: str) -> str:
    return (
        f'<text x="{number(at[0])}" y="{number(at[1])}" font-size="{number(size)}" font-style="italic" '
        f'text-anchor="middle" fill="{ink}"{SEA_HALO}>{escape(text)}</text>'
    )


def hex_numbers(sheet: HexSheet) -> str:
    """The number of every hex at its top, small: for reading close up."""
    dry: list[str] = []
    wet: list[str] = []
    drop = -21.5 if sheet.m.grid.pointed else -24.6
    for h, name in per(Space, sheet.m.graph.ids):
        x, y = sheet.centre(h)
        (dry if sheet.m.land >> h & 1 else wet).append(f'<text x="{number(x)}" y="{number(y + drop)}">{name}</text>')
    return (
        f'<g class="d3" font-family="{SANS}" font-size="6.2" text-anchor="middle">'
        f'<g fill="#4a3f30" fill-opacity=".85" stroke="#f8f1da" stroke-width="1.4" stroke-opacity=".5" '
        f'paint-order="stroke">{"".join(dry)}</g><g fill="#4b7282" fill-opacity=".9">{"".join(wet)}</g></g>'
    )


def water_names(sheet: HexSheet) -> str:
    """Names of rivers along their course, of lakes beside them, of seas and provinces where the map wants them."""
    parts = [f'<g font-family="{SERIF}">']
    for k, water in enumerate(sheet.m.waters):
        if is_river(water.kind):
            parts += _river_names(sheet, k)
        elif is_lake(water.kind) and water.sides:
            x, y = _lake_middle(sheet, water)
            parts.append(_italic(water.name, (x, y + 3.2), 9.5, "#1f566e"))
    entries: list[Mapping[str, object]] = [*sheet.m.spec.values.get("label", ())]
    entries += [dict(zip(("name", "kind", "x", "y"), row, strict=True)) for row in sheet.art.lines.get("names", ())]
    set_already: list[Rect] = []
    for entry in entries:
        parts.append(_label(sheet, entry, set_already))
    return "".join(parts) + "</g>"


def _lake_middle(sheet: HexSheet, water: Water) -> Point:
    ends = [p for a, b in water.sides for p in sheet.side(a, b)]
    return sum(p[0] for p in ends) / len(ends), sum(p[1] for p in ends) / len(ends)


def _lake_rects(sheet: HexSheet) -> Iterator[Rect]:
    """The boxes of the names of lakes."""
    for water in sheet.m.waters:
        if is_lake(water.kind) and water.sides:
            (x, y), wide = _lake_middle(sheet, water), text_width(water.name, 9.5)
            yield x - wide / 2, y - 5, wide, 10


def _label(sheet: HexSheet, entry: Mapping[str, object], set_already: list[Rect]) -> str:
    """A large faint name; one that would run into another moves down a line."""
    kind = str(entry.get("kind", "region"))
    size, spacing, ink, opacity, style = LABELS.get(kind, LABELS["region"])
    if "x" in entry:
        x, y = sheet.point((_real(entry["x"]), _real(entry["y"])))
    elif "lon" in entry:
        x, y = sheet.point(sheet.m.projection.point(_real(entry["lon"]), _real(entry["lat"])))
    elif "hex" in entry:
        x, y = sheet.centre(sheet.m.hex(str(entry["hex"])))
    else:
        return ""
    size = _real(entry.get("size", size))
    text = str(entry["name"])
    if kind != "shore":
        text = text.upper()
    turn = f" rotate({number(_real(entry['turn']))})" if "turn" in entry else ""
    wide = text_width(text, size, spacing)
    while any(rects_overlap((x - wide / 2, y - size, wide, size), other) for other in set_already) and not turn:
        y += size * 0.6
    if not turn:
        set_already.append((x - wide / 2, y - size, wide, size))
    if kind in ("province", "region", "range", "country"):
        style += ' stroke="#f6ecd0" stroke-width="2.6" stroke-opacity=".38" paint-order="stroke"'
    return (
        f'<text transform="translate({number(x)} {number(y)}){turn}" font-size="{number(size)}" '
        f'letter-spacing="{number(spacing)}" text-anchor="middle" fill="{ink}" fill-opacity="{opacity}"{style}>'
        f"{escape(text)}</text>"
    )


def _real(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def _river_names(sheet: HexSheet, index: int) -> Iterator[str]:
    """A river's name along its straightest stretch, twice on long rivers; beside it when it is too short."""
    water = sheet.m.waters[index]
    courses = river_courses(sheet, water, to_sea=False)
    if not courses:
        return
    points = list(flatten(open_spline(max(courses, key=len)), 4))
    size = 8.6 + river_width(water) * 0.55
    need = text_width(water.name, size, 1.4)
    count = 2 if len(water.sides) > 45 else 1
    crowd = [sheet.centre(place.hex) for place in sheet.m.places]
    for part in range(count):
        stretch = points[part * len(points) // count : (part + 1) * len(points) // count]
        run = _straightest(stretch, need * 1.3 + 14, crowd)
        if _length(run) < need * 1.12:
            x, y = stretch[len(stretch) // 2]
            yield _italic(water.name, (x, y - 5), size - 0.6, "#1f566e")
            continue
        if run[0][0] > run[-1][0]:
            run.reverse()
        ident = f"map-river-{index}-{part}"
        path = "L".join(f"{number(x)} {number(y)}" for x, y in run)
        yield (
            f'<path id="{ident}" d="M{path}" fill="none"/><text font-size="{number(size)}" font-style="italic" '
            f'letter-spacing="1.2" fill="#1f566e" dy="-4.2"{SEA_HALO}><textPath href="#{ident}" startOffset="50%" '
            f'text-anchor="middle">{escape(water.name)}</textPath></text>'
        )


def _straightest(points: list[Point], need: float, crowd: list[Point]) -> list[Point]:
    """The straightest stretch of the needed length away from places, calmed; empty when the line is too short."""
    best: tuple[float, list[Point]] = (-9.0, [])
    for first in range(0, len(points), 4):
        length, last = 0.0, first
        while length < need and last + 1 < len(points):
            length += dist(points[last], points[last + 1])
            last += 1
        if length < need:
            break
        a, b = points[first], points[last]
        apart = dist(a, b) / length
        if abs(b[0] - a[0]) > abs(b[1] - a[1]) * 0.7:
            apart += 0.15
        middle = points[(first + last) // 2]
        apart -= 0.1 * sum(dist(middle, place) < need * 0.5 + 26 for place in crowd)
        if apart > best[0]:
            best = (apart, points[first : last + 1])
    run = best[1]
    if not run:
        return []
    # Letters stand on a calmer line than the river's own: the mean of the neighbourhood, drawn out at both ends
    # because the mean is shorter than what it was made of.
    calm = [
        (sum(p[0] for p in near) / len(near), sum(p[1] for p in near) / len(near))
        for k in range(0, len(run), 3)
        if (near := run[max(0, k - 6) : k + 7])
    ]
    (ax, ay), (bx, by) = calm[0], calm[-1]
    (cx, cy), (dx, dy) = calm[min(2, len(calm) - 1)], calm[max(0, len(calm) - 3)]
    return [(2 * ax - cx, 2 * ay - cy), *calm, (2 * bx - dx, 2 * by - dy)]


def _length(line: list[Point]) -> float:
    return sum(dist(a, b) for a, b in pairwise(line))
