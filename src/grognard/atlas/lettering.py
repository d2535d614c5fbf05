"""Lettering of an area map: names, defence values, marker boxes, places and landing beaches, as SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from html import escape
from typing import Any

from grognard.atlas.areas import AreaMap, Projection
from grognard.atlas.geometry import Point, inside, number
from grognard.atlas.terrain import EDGE, HILL_INK, INK, peak_symbol

SERIF = "Georgia, 'DejaVu Serif', serif"
SANS = "'Segoe UI', 'Helvetica Neue', 'DejaVu Sans', sans-serif"
STACK_HALF = 23.0
"""Half of a counter: names stand clear of the stacks by this."""
SLOT = 40.0
SLOT_TEXT = {"beachhead": ("Beachhead?",), "safe": ("Safe to", "Land?"), "flag": ("Stars and", "Stripes?")}
BEACH_COLOURS = {"Green": "#3f7a3a", "Red": "#b23a2e", "Yellow": "#d9a921", "Blue": "#2f5f9e"}

_WIDE = {"m": 0.88, "w": 0.74, "M": 0.93, "W": 0.98, "H": 0.81, "O": 0.74, "U": 0.76, "N": 0.77, "D": 0.75, "G": 0.73}
_NARROW = {"i": 0.3, "l": 0.29, "j": 0.29, "t": 0.35, "f": 0.33, "r": 0.41, " ": 0.25, ".": 0.27, ",": 0.27, "I": 0.39}


def text_width(text: str, size: float, spacing: float = 0.0) -> float:
    """About how wide a line of the map's serif is, by letter: enough to centre things around it."""
    return _letters(text) * size + spacing * len(text)


@lru_cache(maxsize=4096)
def _letters(text: str) -> float:
    """The width of a line in its own size: the same line is tried in many."""
    return sum(_WIDE.get(c) or _NARROW.get(c) or (0.66 if c.isupper() else 0.53) for c in text)


def fitted(text: str, at: Point, size: float, spacing: float = 0.0, more: str = "") -> str:
    """A line of text, middle at a point, made as wide as we reckoned it whatever serif the reader's machine has."""
    width = text_width(text, size, spacing)
    return (
        f'<text x="{number(at[0])}" y="{number(at[1])}" font-size="{number(size)}" text-anchor="middle" '
        f'textLength="{number(width)}" lengthAdjust="spacingAndGlyphs"{more}>{escape(text)}</text>'
    )


def area_names(m: AreaMap, spec: Mapping[str, Any], project: Projection) -> str:
    """Each area's name over its stacks, in red for hills, its defence value in a small box before it."""
    parts = [f'<g font-family="{SERIF}" font-weight="bold" stroke-linejoin="round">']
    for i, a in enumerate(spec["area"]):
        lines = a.get("name_lines", [a["name"]])
        size = float(a.get("name_size", 14))
        x, y = _name_point(m, a, i, project)
        widths = [text_width(line, size) for line in lines]
        badge, mountain = 20.0, 28.0 if "mountain" in a["symbols"] else 0.0
        middle = x + (badge - mountain) / 2
        ink = HILL_INK if a["class"] == "hill" else INK
        halo = f' fill="{ink}" stroke="#fbf3dd" stroke-width="3.2" stroke-opacity=".85" paint-order="stroke"'
        top = y - (len(lines) - 1) * (size + 1)
        for k, line in enumerate(lines):
            parts.append(fitted(line, (middle, top + k * (size + 1)), size, more=halo))
        half, height = max(widths) / 2, (top + y) / 2 - size * 0.34
        before, over, after = (middle - half - 12, height), (middle, top - size - 8), (middle + half + 12, height)
        (ax, ay), low = m.anchors[i], STACK_HALF + 19
        beside = (ax - STACK_HALF - 14, ay), (ax + STACK_HALF + 14, ay)
        ways = before, over if mountain else after, over, (ax - 40, ay + low), (ax + 32, ay + low), *beside
        # On its border the outline of an area that can be clicked would cross it out.
        centre = next((way for way in ways if _is_clear(way, m.polygons[i], m.slots[i])), before)
        parts.append(defence_badge(a["bdv"], a["class"], centre))
        if mountain:
            parts.append(peak_symbol((middle + half + 16, height + 1), 0.95))
    return "".join(parts) + "</g>"


def _is_clear(centre: Point, polygon: Sequence[Point], slot: Point | None) -> bool:
    """Whether a badge there stands off the border of its area and off the box for a marker."""
    x, y = centre
    if slot and max(abs(x - slot[0]), abs(y - slot[1])) < SLOT / 2 + 9:
        return False
    return all(inside((x + dx, y + dy), polygon) for dx in (-10, 10) for dy in (-10, 10))


def defence_badge(value: int, kind: str, centre: Point) -> str:
    """A Basic Defense Value in its box, in the colour of the terrain."""
    x, y = centre
    return (
        f'<rect x="{number(x - 8)}" y="{number(y - 8)}" width="16" height="16" rx="2.5" fill="{EDGE[kind]}" '
        f'stroke="#fdf6e3" stroke-width="1.2"/><text x="{number(x)}" y="{number(y + 4.4)}" font-family="{SANS}" '
        f'font-size="12.5" font-weight="bold" text-anchor="middle" fill="#fffaf0">{value}</text>'
    )


def marker_slots(m: AreaMap, spec: Mapping[str, Any]) -> str:
    """The empty boxes that wait for a Beachhead, an airfield in use or the flag."""
    half = SLOT / 2
    parts = [f'<g font-family="{SERIF}" font-style="italic" text-anchor="middle" fill="#3a2f24">']
    for at, a in zip(m.slots, spec["area"], strict=True):
        if at is None:
            continue
        x, y = at
        lines = SLOT_TEXT[a["box"]]
        parts.append(
            f'<rect x="{number(x - half)}" y="{number(y - half)}" width="{number(SLOT)}" height="{number(SLOT)}" '
            'rx="3" fill="#fff8e6" fill-opacity=".5" stroke="#3a2f24" stroke-width="1.1" stroke-dasharray="4 2.6"/>'
        )
        size = 7.8 if len(lines) > 1 else 6.8
        for k, line in enumerate(lines):
            parts.append(fitted(line, (x, y + 2.5 + 10 * (k - (len(lines) - 1) / 2)), size))
    return "".join(parts) + "</g>"


def places(spec: Mapping[str, Any], project: Projection) -> str:
    """Villages, capes, numbered hills and works in small italics, where the data asks for lettering."""
    parts = [f'<g font-family="{SERIF}" font-style="italic" font-size="9.5" fill="{INK}">']
    for place in spec["place"]:
        kind = place["kind"]
        if kind == "landing beach":
            continue
        x, y = project.point(place["at"])
        if place.get("mark", True):
            parts.append(_place_mark(kind, (x, y)))
        side = "at" if "text_at" in place else place.get("text", "")
        if side:
            if side == "at":
                x, y = project.point(place["text_at"])
            dx, dy, anchor = {
                "at": (0, 3.2, "middle"),
                "right": (6, 3.2, "start"),
                "left": (-6, 3.2, "end"),
                "above": (0, -6, "middle"),
                "below": (0, 12, "middle"),
            }[side]
            at_sea = ' fill="#2b4650"' if not place["area"] or kind in ("cape", "harbour") else ""
            parts.append(
                f'<text x="{number(x + dx)}" y="{number(y + dy)}" text-anchor="{anchor}" stroke="#fbf3dd" '
                f'stroke-width="2.4" stroke-opacity=".7" paint-order="stroke"{at_sea}>{escape(place["name"])}</text>'
            )
    return "".join(parts) + "</g>"


def landing_beaches(spec: Mapping[str, Any], project: Projection) -> str:
    """The landing beaches off the shore, each with a bar of its colour, turned as the shore runs."""
    parts = [f'<g font-family="{SERIF}" font-weight="bold" text-anchor="middle" fill="#22363f">']
    for place in spec["place"]:
        if place["kind"] != "landing beach":
            continue
        x, y = project.point(place["at"])
        colour = BEACH_COLOURS.get(place["name"].split()[0], "#22363f")
        turn = f'transform="translate({number(x)} {number(y)}) rotate({number(place["turn"])})"'
        parts.append(
            f'<g {turn}><path d="M-19-5.5h38M-19-9v7M19-9v7" stroke="{colour}" stroke-width="2.6" fill="none"/>'
            f"{fitted(place['name'].upper(), (0, 8), 8.4, 0.8)}</g>"
        )
    return "".join(parts) + "</g>"


def _name_point(m: AreaMap, area: Mapping[str, Any], index: int, project: Projection) -> Point:
    """The middle of the name's last base line: above the stacks unless the data says otherwise."""
    if "name_at" in area:
        return project.point(area["name_at"])
    x, y = m.anchors[index]
    return x, y - STACK_HALF - 8


def _place_mark(kind: str, at: Point) -> str:
    x, y = at
    here = f'transform="translate({number(x)} {number(y)})"'
    if kind == "village":
        return f'<path {here} d="M-4-1h3v3h-3zM0-4h3v3h-3zM1 1h4v3h-4z" fill="#3b332a"/>'
    if kind == "peak":
        return f'<path {here} d="M0-4L4 3H-4Z" fill="#5a2412" stroke="#fff4de" stroke-width=".8"/>'
    if kind == "strongpoint":
        return f'<path {here} d="M-4 3a4 4 0 0 1 8 0z" fill="#3b332a" stroke="#fff4de" stroke-width=".8"/>'
    if kind == "quarry":
        return (
            f'<path {here} d="M-5-3q5 5 10 0M-4-2l1 3M0 0v3M4-2l-1 3" fill="none" stroke="#4b3522" stroke-width="1.2"/>'
        )
    if kind == "works":
        return f'<path {here} d="M-4 4v-5h4v2l4-2v5zM-3-1v-4h2v4z" fill="#3b332a"/>'
    if kind == "harbour":
        return (
            f'<path {here} d="M0-4v8M-2.5-2h5M-4 1q0 3.5 4 3.5T4 1" fill="none" stroke="#22424f" stroke-width="1.3"/>'
        )
    return ""
