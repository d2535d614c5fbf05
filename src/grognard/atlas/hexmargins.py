"""The margins of a hex map, as SVG: frame, boxes and tracks, title, key with the effects chart, compass, scale bar."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from grognard.atlas.geometry import Point, Rect, number
from grognard.atlas.hexlines import BY_SIZE, RIVER_WIDTHS, WATER, border_look, is_lake, is_river, line_look
from grognard.atlas.hexsheet import CAPTION, EDGE, HEX, HexSheet
from grognard.atlas.hexsigns import feature_sign, main_sign, side_signs
from grognard.atlas.hexterrain import INK, SHORE_INK, style_of, swatch
from grognard.atlas.lettering import SANS, SERIF, fitted, text_width
from grognard.atlas.terrain import INK as TEXT_INK
from grognard.kernel.ids import NO_SPACE
from grognard.maps.hexmap import Place, cells_of

PAPER = "#efe7d2"
PANEL = "#f7f2e2"
RULE = "#26353b"
NEUTRAL = "#4a4640"
STEPS = (0.25, 0.5, 1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)


def paper(sheet: HexSheet) -> str:
    """The sheet itself."""
    return f'<rect width="{number(sheet.width)}" height="{number(sheet.height)}" fill="{PAPER}"/>'


def frame(sheet: HexSheet) -> str:
    """The neat lines round the hexes and the sheet, and the credit."""
    x, y, w, h = sheet.field
    wide, high = sheet.width, sheet.height
    parts = [
        f'<g fill="none" stroke="{RULE}"><rect x="{number(x - 1)}" y="{number(y - 1)}" width="{number(w + 2)}" '
        f'height="{number(h + 2)}" stroke-width="2"/><rect x="{number(x - 5)}" y="{number(y - 5)}" '
        f'width="{number(w + 10)}" height="{number(h + 10)}" stroke-width=".8"/>'
        f'<rect x="10" y="10" width="{number(wide - 20)}" height="{number(high - 20)}" stroke-width="1.6"/>'
        f'<rect x="14" y="14" width="{number(wide - 28)}" height="{number(high - 28)}" stroke-width=".6"/></g>'
    ]
    at = sheet.margin.get("credit", (x, high - EDGE + 2))
    values = sheet.m.spec.values
    words = "  ·  ".join(str(values[key]) for key in ("credit", "note") if key in values)
    parts.append(
        f'<text x="{number(at[0])}" y="{number(at[1])}" font-family="{SANS}" font-size="8" fill="#5c5546">'
        f"{escape(words)}</text>"
    )
    return "".join(parts)


def boxes(sheet: HexSheet) -> str:
    """Boxes for counters and tracks: caption in a strip along the top, notes inside in small type."""
    parts = [f'<g font-family="{SERIF}">']
    for entry in sheet.m.spec.values.get("box", ()):
        parts.append(_box(entry, sheet.boxes[str(entry["id"])], sheet.inks))
        cells = [sheet.cells[name] for name in cells_of(entry)]
        parts += [_cell(rect, str(word)) for rect, word in zip(cells, entry.get("spaces", ()), strict=True)]
    return "".join(parts) + "</g>"


def _box(entry: Mapping[str, Any], rect: Rect, inks: tuple[str, ...]) -> str:
    x, y, w, h = rect
    side = entry.get("side")
    ink = inks[side] if isinstance(side, int) and 0 <= side < len(inks) else NEUTRAL
    parts = [
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(w)}" height="{number(h)}" fill="{PANEL}" '
        f'stroke="{ink}" stroke-width="1.6"/>',
        f'<path d="M{number(x)} {number(y)}h{number(w)}v{number(CAPTION)}h-{number(w)}z" fill="{ink}"/>',
    ]
    if h > CAPTION + 12:
        parts.append(
            f'<rect x="{number(x + 3)}" y="{number(y + CAPTION + 3)}" width="{number(w - 6)}" '
            f'height="{number(h - CAPTION - 6)}" fill="none" stroke="{ink}" stroke-width=".6" stroke-opacity=".6"/>'
        )
    name = str(entry.get("name", entry["id"]))
    size = min(11.5, 11.5 * (w - 10) / text_width(name, 11.5, 0.6))
    middle = x + 8 + text_width(name, size, 0.6) / 2
    parts.append(fitted(name, (middle, y + 14), size, 0.6, ' fill="#fbf5e4" font-weight="bold"'))
    lines = [part for text in entry.get("text", ()) for part in wrapped(str(text), w - 14, 8.6)]
    for k, line in enumerate(lines):
        down = y + h - 8 - 10.5 * (len(lines) - 1 - k)
        parts.append(
            f'<text x="{number(x + 8)}" y="{number(down)}" font-family="{SANS}" font-size="8.6" fill="{ink}">'
            f"{escape(line)}</text>"
        )
    return "".join(parts)


def _cell(rect: Rect, word: str) -> str:
    """A space of a track: its number or name large and pale, under what lies on it."""
    x, y, w, h = rect
    size = min(h * 0.5, 0.8 * w / max(text_width(word, 1.0), 0.5))
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(w)}" height="{number(h)}" fill="none" '
        f'stroke="{NEUTRAL}" stroke-width=".6" stroke-opacity=".5"/>'
        f'<text x="{number(x + w / 2)}" y="{number(y + h / 2 + size * 0.35)}" font-size="{number(size)}" '
        f'text-anchor="middle" fill="{NEUTRAL}" fill-opacity=".3" font-weight="bold">{escape(word)}</text>'
    )


def title_block(sheet: HexSheet) -> str:
    """Title, subtitle and dates on a double rule, as large as the space around their middle allows."""
    values = sheet.m.spec.values
    title = str(values.get("title", "")).upper()
    if not title:
        return ""
    x, _, w, _ = sheet.field
    at, down = sheet.margin.get("title", (x + w / 2, 56.0))
    room = 2 * min(at - 24, sheet.width - at - 24, at - (x + w) - 14 if at > x + w else sheet.width)
    size = min(44.0, 44.0 * 0.92 * room / text_width(title, 44.0, 3))
    half = text_width(title, size, 3) / 2
    parts = [f'<g font-family="{SERIF}" fill="{RULE}">', fitted(title, (at, down), size, 3, ' font-weight="bold"')]
    for below, ink, width in ((11.0, "#7a2a20", 2.0), (14.5, RULE, 0.7)):
        parts.append(
            f'<path d="M{number(at - half)} {number(down + below)}h{number(2 * half)}" stroke="{ink}" '
            f'stroke-width="{width}"/>'
        )
    words = [str(values[key]) for key in ("subtitle", "dates") if key in values]
    below = down + 35
    if words and text_width(" · ".join(words), 16) <= max(2 * half, 300):
        words = ["  ·  ".join(words)]
    for word, large in zip(words, (17.0, 13.0), strict=False):
        fit = min(large, large * room / text_width(word, large, 0.3))
        parts.append(fitted(word, (at, below), fit, 0.3, ' font-style="italic"'))
        below += 20
    return "".join(parts) + "</g>"


# --- the key


def key(sheet: HexSheet) -> str:
    """The terrain key and effects chart in one: a sample, a name, and what it does."""
    entries = list(sheet.m.spec.values.get("effect", ()))
    rect = sheet.margin.get("key")
    if not entries or rect is None:
        return ""
    x, y, w, h = (float(v) for v in rect)
    parts = [
        f'<g font-family="{SERIF}" fill="{TEXT_INK}"><rect x="{number(x)}" y="{number(y)}" width="{number(w)}" '
        f'height="{number(h)}" fill="{PANEL}" stroke="{RULE}" stroke-width="1.2"/>',
        fitted("TERRAIN EFFECTS", (x + w / 2, y + 17), 11.5, 2.4, ' font-weight="bold"'),
        f'<path d="M{number(x + 10)} {number(y + 23)}h{number(w - 20)}" stroke="{RULE}" stroke-width=".6"/>',
    ]
    size, columns, placed = _set_key(entries, w - 20, h - 32)
    wide = (w - 20) / columns
    for entry, column, down, lines in placed:
        left, top = x + 10 + column * wide, y + 29 + down
        parts.append(f'<g fill="none">{sample(sheet, str(entry.get("class", "")), (left, top + 1, 38, 19))}</g>')
        parts.append(
            f'<text x="{number(left + 46)}" y="{number(top + size)}" font-size="{number(size + 0.6)}" '
            f'font-weight="bold">{escape(str(entry.get("name", "")))}</text>'
        )
        for k, line in enumerate(lines):
            parts.append(
                f'<text x="{number(left + 46)}" y="{number(top + size + (k + 1) * (size + 1.4))}" '
                f'font-family="{SANS}" font-size="{number(size - 0.6)}">{escape(line)}</text>'
            )
    return "".join(parts) + "</g>"


Placed = list[tuple[Mapping[str, Any], int, float, list[str]]]


def _set_key(entries: list[Mapping[str, Any]], wide: float, high: float) -> tuple[float, int, Placed]:
    """The largest type, and the fewest columns for it, in which all entries fit."""
    for tenths in range(100, 55, -3):
        size = tenths / 10
        for columns in (1, 2, 3, 4):
            if wide / columns < 130 or (columns == 1 and wide > 420):
                continue
            placed: Placed = []
            column, down = 0, 0.0
            for entry in entries:
                lines = [row for text in effect_lines(entry) for row in wrapped(text, wide / columns - 52, size - 0.6)]
                tall = max(23.0, size + len(lines) * (size + 1.4) + 6)
                if down + tall > high and down > 0:
                    column, down = column + 1, 0.0
                placed.append((entry, column, down, lines))
                down += tall
            if column < columns and down <= high:
                return size, columns, placed
    return 5.6, 4, placed


def effect_lines(entry: Mapping[str, Any]) -> list[str]:
    """The lines of a chart entry, one for each of its columns."""
    if "text" in entry:
        return [str(line) for line in entry["text"]]
    known = ("class", "name", "cases", "evidence")
    words = {"move": "Move", "combat": "Combat"}
    return [
        f"{words.get(name, name.replace('_', ' ').capitalize())}: {value}"
        for name, value in entry.items()
        if name not in known and str(value) not in ("", "–", "—")
    ]


def sample(sheet: HexSheet, kind: str, rect: Rect) -> str:
    """A sample of a terrain, line or sign for the key."""
    x, y, w, h = rect
    middle = y + h / 2
    line = f"M{number(x)} {number(middle)}q{number(w / 4)}-5 {number(w / 2)} 0t{number(w / 2)} 0"
    terrains = {name.lower() for name in sheet.m.terrain}
    if kind in terrains or kind == "sea":
        return swatch(kind, rect)
    if is_lake(kind):
        return f'<path d="{line}" stroke="{WATER[0]}" stroke-width="12" stroke-linecap="round"/>' + (
            f'<path d="{line}" stroke="#b5d7e2" stroke-width="10" stroke-linecap="round"/>'
        )
    if "yangtze" in kind:
        return line_look("yangtze primary", line)
    if is_river(kind):
        width = RIVER_WIDTHS.get(kind, BY_SIZE[2])
        return f'<path d="{line}" stroke="{WATER[0]}" stroke-width="{width + 1.7}" stroke-linecap="round"/>' + (
            f'<path d="{line}" stroke="{WATER[1]}" stroke-width="{width}" stroke-linecap="round"/>'
        )
    if any(word in kind for word in ("rail", "road", "track", "path", "trail")):
        return line_look(kind, line)
    if "line" in kind or "border" in kind or "strait" in kind:
        return border_look(kind, line)
    if kind.startswith("coast"):
        return (
            f'<rect x="{number(x)}" y="{number(y)}" width="{number(w)}" height="{number(h)}" fill="#cfe0e0"/>'
            f'<path d="M{number(x)} {number(y)}h{number(w * 0.6)}q-7 5-3 9t-6 {number(h - 9)}H{number(x)}z" '
            f'fill="{style_of("clear")[0]}" stroke="{SHORE_INK}" stroke-width="1.2"/>'
        )
    place = f'<g transform="translate({number(x + w / 2)} {number(middle)})">'
    if kind in ("city", "town", "village"):
        return f"{place}{main_sign(_example(kind), '')}</g>"
    signs = [sign for _, sign in side_signs(_example(kind))] or [feature_sign(kind)[1]]
    if signs[0]:
        return f"{place}{signs[0]}</g>"
    if terrain := next((name for name in sorted(terrains) if name in kind or kind in name), ""):
        return swatch(terrain, rect)
    return f'{place}<circle r="3" fill="{INK}"/></g>'


def _example(kind: str) -> Place:
    return Place("", NO_SPACE, None, None, (kind,), 2, "", {})


def wrapped(text: str, wide: float, size: float) -> Iterator[str]:
    """Lines of a text that fit a width, about."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and text_width(longer, size) * 1.1 > wide:
            yield line
            line = word
        else:
            line = longer
    if line:
        yield line


# --- compass and scale


def compass(sheet: HexSheet) -> str:
    """A rose turned to true north, as it is in the middle of the map."""
    x, y, w, _ = sheet.field
    at = sheet.margin.get("compass", (x + w - 80, y + 90))
    turn = north_of(sheet)
    rays = []
    for k in range(8):
        length, waist = (44.0, 9.0) if k % 2 == 0 else (24.0, 6.5)
        angle = k * math.tau / 8 - math.pi / 2
        tip = (math.cos(angle) * length, math.sin(angle) * length)
        for aside, fill in ((-math.tau / 16, RULE), (math.tau / 16, "#f7f2e2")):
            foot = (math.cos(angle + aside * 2) * waist, math.sin(angle + aside * 2) * waist)
            rays.append((k % 2 == 0, f'<path d="M0 0L{_pair(foot)}L{_pair(tip)}Z" fill="{fill}"/>'))
    rays.sort(key=lambda ray: ray[0])
    return (
        f'<g transform="translate({number(at[0])} {number(at[1])}) rotate({turn:.1f})" stroke="{RULE}" '
        'stroke-width=".6"><circle r="33" fill="none" stroke-width=".8"/><circle r="36" fill="none" stroke-width="2" '
        f'stroke-dasharray="1 3.2"/>{"".join(path for _, path in rays)}<text y="-48" font-family="{SERIF}" '
        f'font-weight="bold" font-size="16" text-anchor="middle" fill="{RULE}" stroke="none">N</text></g>'
    )


def north_of(sheet: HexSheet) -> float:
    """The clockwise angle of true north from the top of the sheet at the origin of the projection, in degrees."""
    lon, lat = sheet.m.projection.origin
    x0, y0 = sheet.m.projection.point(lon, lat)
    x1, y1 = sheet.m.projection.point(lon, lat + 0.5)
    return math.degrees(math.atan2(x1 - x0, y0 - y1))


def scale_bar(sheet: HexSheet) -> str:
    """Kilometres above, miles below, four parts each."""
    x, y, w, h = sheet.field
    at = sheet.margin.get("scale", (x + w - 330, y + h - 34))
    per_km = units_per_km(sheet)
    parts = [
        f'<g transform="translate({number(at[0])} {number(at[1])})" font-family="{SANS}" font-size="9" fill="{RULE}" '
        'text-anchor="middle">'
    ]
    for per, unit, top, text_at in ((per_km, "km", -6, -10), (per_km * 1.609344, "miles", 1, 17)):
        step = max((s for s in STEPS if s * per * 4 <= 240), default=STEPS[0])
        for k in range(4):
            fill = RULE if k % 2 == (top > 0) else "#f7f2e2"
            parts.append(
                f'<rect x="{number(k * step * per)}" y="{top}" width="{number(step * per)}" height="5" fill="{fill}" '
                f'stroke="{RULE}" stroke-width=".7"/>'
            )
        for k in (0, 1, 2, 4):
            label = f"{k * step:g} {unit}" if k == 4 else f"{k * step:g}"
            parts.append(f'<text x="{number(k * step * per)}" y="{text_at}">{label}</text>')
    return "".join(parts) + "</g>"


def units_per_km(sheet: HexSheet) -> float:
    """Map units to a kilometre, the mean of both axes."""
    (_, a, b), (_, c, d) = sheet.m.projection.across, sheet.m.projection.down
    return math.sqrt(abs(a * d - b * c)) * HEX


def _pair(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"
