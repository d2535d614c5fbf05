"""The margins of an area map: holding boxes, title, key, compass, scale bar and frame, as SVG."""

from __future__ import annotations

import math
from collections.abc import Mapping
from html import escape
from typing import Any

from grognard.atlas.areas import AreaMap, Projection
from grognard.atlas.geometry import Point, number, rects_overlap
from grognard.atlas.lettering import SANS, SERIF, defence_badge, fitted, text_width
from grognard.atlas.terrain import INK, peak_symbol, swatch

SIDE_INK = ("#2c4a33", "#7a2a20")
"""Captions and frames of the boxes: olive for side 0, brick for side 1."""
CAPTION = 20
"""Height of a box's caption strip: the page keeps counters clear of it."""
MILE = 1609.344


def holding_boxes(m: AreaMap) -> str:
    """Boxes for counters, each with its caption in a strip along the top, its side's emblem faintly inside."""
    parts = [f'<g font-family="{SERIF}" font-weight="bold">']
    for box in m.boxes:
        x, y, w, h = box.rect
        ink = SIDE_INK[box.side]
        parts.append(
            f'<rect x="{number(x)}" y="{number(y)}" width="{number(w)}" height="{number(h)}" fill="#f6f1df" '
            f'fill-opacity=".62" stroke="{ink}" stroke-width="1.6"/>'
            f'<rect x="{number(x + 3)}" y="{number(y + CAPTION + 3)}" width="{number(w - 6)}" '
            f'height="{number(h - CAPTION - 6)}" '
            f'fill="none" stroke="{ink}" stroke-width=".6" stroke-opacity=".7"/>'
            f'<path d="M{number(x)} {number(y)}h{number(w)}v{CAPTION}h-{number(w)}z" fill="{ink}"/>'
        )
        middle = x + 10 + text_width(box.name, 11.5, 0.7) / 2
        parts.append(fitted(box.name, (middle, y + 14), 11.5, 0.7, ' fill="#fbf5e4"'))
        parts.append(_emblem(box.side, (x + w / 2, y + (h + CAPTION) / 2), min(h * 0.32, 46), ink))
    return "".join(parts) + "</g>"


def title_block(spec: Mapping[str, Any]) -> str:
    """Title, subtitle and dates, centred on a double rule."""
    x, y = spec["margin"]["title"]
    parts = [f'<g font-family="{SERIF}" fill="#26353b">']
    parts.append(fitted(spec["title"].upper(), (x, y), 46, 4, ' font-weight="bold"'))
    half = text_width(spec["title"].upper(), 46, 4) / 2
    parts.append(
        f'<path d="M{number(x - half)} {number(y + 13)}h{number(2 * half)}" stroke="#7a2a20" stroke-width="2"/>'
    )
    parts.append(
        f'<path d="M{number(x - half)} {number(y + 16.5)}h{number(2 * half)}" stroke="#26353b" stroke-width=".7"/>'
    )
    parts.append(fitted(spec["subtitle"], (x, y + 37), 18, 0.4, ' font-style="italic"'))
    parts.append(fitted(spec["dates"], (x, y + 57), 12, 0.6))
    return "".join(parts) + "</g>"


def terrain_key(spec: Mapping[str, Any]) -> str:
    """The key of the terrains: the effect of each, with a sample of it."""
    x, y, w, h = spec["margin"]["key"]
    parts = [
        f'<g font-family="{SERIF}" fill="{INK}"><rect x="{x}" y="{y}" width="{w}" height="{h}" fill="#f6f1df" '
        f'fill-opacity=".62" stroke="#26353b" stroke-width="1"/>',
        fitted("TERRAIN", (x + w / 2, y + 19), 12, 3, ' font-weight="bold"'),
        f'<path d="M{x + 12} {y + 26}h{w - 24}" stroke="#26353b" stroke-width=".6"/>',
    ]
    down = y + 36.0
    for entry in spec["effect"]:
        parts.append(_key_sample(entry["class"], (x + 12, down)))
        parts.append(
            f'<text x="{x + 66}" y="{number(down + 9)}" font-size="11" font-weight="bold">'
            f"{escape(entry['name'])}</text>"
        )
        for k, line in enumerate(entry["text"]):
            parts.append(
                f'<text x="{x + 66}" y="{number(down + 20.5 + 10.5 * k)}" font-size="8.8" font-family="{SANS}">'
                f"{escape(line)}</text>"
            )
        down += 30 + 10.5 * (len(entry["text"]) - 1)
    return "".join(parts) + "</g>"


def compass(spec: Mapping[str, Any]) -> str:
    """A plain rose with north marked."""
    x, y = spec["margin"]["compass"]
    rays = []
    for k in range(16):
        length, width = (52, 0.13) if k % 4 == 0 else (34, 0.17) if k % 2 == 0 else (20, 0.16)
        angle = k * math.tau / 16 - math.pi / 2
        tip = (math.cos(angle) * length, math.sin(angle) * length)
        for turn, fill in ((-width * 2.4, "#26353b"), (width * 2.4, "#f3efe0")):
            waist = (math.cos(angle + turn) * 10, math.sin(angle + turn) * 10)
            rays.append(
                (
                    k % 4 == 0,
                    k % 2 == 0,
                    f'<path d="M0 0L{number(waist[0])} {number(waist[1])}L{number(tip[0])} '
                    f'{number(tip[1])}Z" fill="{fill}" stroke="#26353b" stroke-width=".6"/>',
                )
            )
    rays.sort(key=lambda ray: ray[:2])
    return (
        f'<g transform="translate({x} {y})"><g fill="none" stroke="#26353b" stroke-opacity=".6">'
        '<circle r="40" stroke-width=".8"/><circle r="43" stroke-width="2.2" stroke-dasharray="1 3.5"/></g>'
        + "".join(path for _, _, path in rays)
        + f'<text y="-57" font-family="{SERIF}" font-weight="bold" font-size="18" text-anchor="middle" fill="#26353b">N'
        "</text></g>"
    )


def scale_bar(spec: Mapping[str, Any], project: Projection) -> str:
    """Kilometres above, miles below."""
    x, y = spec["margin"]["scale"]
    kilometre, mile = 1000 / project.metres_per_unit, MILE / project.metres_per_unit
    parts = [
        f'<g transform="translate({x} {y})" font-family="{SANS}" font-size="9" fill="#26353b" text-anchor="middle">'
    ]
    for k in range(4):
        fill = "#26353b" if k % 2 == 0 else "#f3efe0"
        parts.append(
            f'<rect x="{number(k * kilometre / 2)}" y="-6" width="{number(kilometre / 2)}" height="5" fill="{fill}" '
            'stroke="#26353b" stroke-width=".7"/>'
        )
    for k, text in ((0, "0"), (1, "1"), (2, "2 km")):
        parts.append(f'<text x="{number(k * kilometre)}" y="-10">{text}</text>')
    for k in range(2):
        fill = "#f3efe0" if k % 2 == 0 else "#26353b"
        parts.append(
            f'<rect x="{number(k * mile / 2)}" y="1" width="{number(mile / 2)}" height="5" fill="{fill}" '
            'stroke="#26353b" stroke-width=".7"/>'
        )
    for half, text in ((0, "0"), (1, "½"), (2, "1 mile")):
        parts.append(f'<text x="{number(half * mile / 2)}" y="17">{text}</text>')
    return "".join(parts) + "</g>"


def graticule(m: AreaMap, project: Projection) -> str:
    """Minutes of longitude and latitude, faint, under everything but the open sea."""
    parts = ['<g stroke="#5f8492" stroke-width=".6" stroke-opacity=".5">']
    for _, x in _minutes(project, m.width, 0):
        parts.append(f'<path d="M{number(x)} 0V{number(m.height)}"/>')
    for _, y in _minutes(project, m.height, 1):
        parts.append(f'<path d="M0 {number(y)}H{number(m.width)}"/>')
    return "".join(parts) + "</g>"


def frame(m: AreaMap, spec: Mapping[str, Any], project: Projection) -> str:
    """The neat line, divided in quarter minutes, with degrees lettered; then the credit."""
    w, h = m.width, m.height
    parts = [
        f'<g fill="none" stroke="#26353b"><rect x="2" y="2" width="{number(w - 4)}" height="{number(h - 4)}" '
        'stroke="#f3efe0" stroke-width="4"/>',
    ]
    for axis, length in ((0, w), (1, h)):
        bars = []
        ticks = [at for _, at in _minutes(project, length, axis, 4)]
        for k, (a, b) in enumerate(zip([0.0, *ticks], [*ticks, length], strict=True)):
            if k % 2 == 0:
                low, high = min(a, b), max(a, b)
                bars += [
                    f"M{number(low)} {side}H{number(high)}" if axis == 0 else f"M{side} {number(low)}V{number(high)}"
                    for side in (2, number((h if axis == 0 else w) - 2))
                ]
        parts.append(f'<path d="{"".join(bars)}" stroke-width="4"/>')
    parts.append(
        f'<rect x="4.4" y="4.4" width="{number(w - 8.8)}" height="{number(h - 8.8)}" stroke-width=".9"/></g>'
        f'<g font-family="{SANS}" font-size="7.5" fill="#35535e">'
    )
    for minute, x in _minutes(project, w, 0):
        if x + 50 < w:
            parts.append(f'<text x="{number(x + 3)}" y="13">{_degrees(minute)} E</text>')
    for minute, y in _minutes(project, h, 1):
        if not any(rects_overlap((w - 50, y - 10, 42, 10), box.rect) for box in m.boxes):
            parts.append(f'<text x="{number(w - 8)}" y="{number(y - 3)}" text-anchor="end">{_degrees(minute)} N</text>')
    x, y = spec["margin"]["credit"]
    parts.append(f'<text x="{x}" y="{y}">{escape(spec["credit"])}</text>')
    parts.append(f'<text x="{x}" y="{y + 10}">{escape(spec["note"])}</text>')
    parts.append("</g>")
    for water in spec["margin"]["waters"]:
        parts.append(
            f'<text transform="translate({water["at"][0]} {water["at"][1]}) rotate({water["turn"]})" '
            f'font-family="{SERIF}" font-style="italic" font-size="{water["size"]}" '
            f'letter-spacing="{water["spacing"]}" text-anchor="middle" fill="#55798a" fill-opacity=".8">'
            f"{escape(water['name'])}</text>"
        )
    return "".join(parts)


def _minutes(project: Projection, length: float, axis: int, per: int = 1) -> list[tuple[float, float]]:
    """Whole minutes of arc (or parts of them) and where on the sheet they fall, in the order of the sheet."""
    base = project.lon0 if axis == 0 else project.lat0
    found = []
    for k in range(-12 * per, 12 * per + 1):
        minute = math.floor(base * 60) + k / per
        x, y = project.point((minute / 60, project.lat0) if axis == 0 else (project.lon0, minute / 60))
        at = x if axis == 0 else y
        if 16 < at < length - 16:
            found.append((minute, at))
    return sorted(found, key=lambda pair: pair[1])


def _degrees(minute: float) -> str:
    return f"{int(minute // 60)}°{int(minute % 60):02d}′"


def _key_sample(kind: str, at: Point) -> str:
    x, y = at
    values = {"beach": 0, "coastal": 1, "inland": 2, "hill": 3}
    if kind in values:
        return swatch(kind, (x, y, 44, 24)) + defence_badge(values[kind], kind, (x + 22, y + 12))
    if kind == "mountain":
        return peak_symbol((x + 22, y + 14), 1.3)
    if kind == "airfield":
        return (
            f'<path d="M{number(x + 6)} {number(y + 20)}l30-15M{number(x + 6)} {number(y + 9)}l32 3" stroke="#4f4a43" '
            f'stroke-width="6"/><path d="M{number(x + 6)} {number(y + 20)}l30-15M{number(x + 6)} {number(y + 9)}l32 3" '
            'stroke="#b9b2a4" stroke-width="4.4"/>'
        )
    return (
        f'<path d="M{number(x + 10)} {number(y + 22)}q-1-17 12-18 13 1 12 18z" fill="#8b6a4c" stroke="#4d2812"/>'
        f'<path d="M{number(x + 16)} {number(y + 22)}q-1-10 6-11 7 1 6 11z" fill="#241812"/>'
    )


def _emblem(side: int, at: Point, radius: float, ink: str) -> str:
    x, y = at
    if side == 1:
        return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{ink}" fill-opacity=".09"/>'
    points = []
    for k in range(10):
        reach = radius if k % 2 == 0 else radius * 0.382
        angle = k * math.pi / 5 - math.pi / 2
        points.append(f"{number(x + math.cos(angle) * reach)} {number(y + math.sin(angle) * reach)}")
    return f'<path d="M{"L".join(points)}Z" fill="{ink}" fill-opacity=".1"/>'
