"""The ground and the sea of an area map, as SVG: everything that lies under the lettering."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from typing import Any

from grognard.atlas.areas import AreaMap, Projection
from grognard.atlas.geometry import (
    Point,
    Rect,
    closed_spline,
    curve_path,
    flatten,
    inside,
    line_path,
    number,
    open_spline,
)
from grognard.atlas.relief import Rise, contours, hachures, height_field, shaded_strokes

GROUND = {"beach": "#aaa091", "coastal": "#cbcca2", "inland": "#e3d6ad", "hill": "#d3b184"}
EDGE = {"beach": "#5d554c", "coastal": "#6f7a45", "inland": "#86682b", "hill": "#8a4b23"}
DEPTHS = (("#b0c9d0", 250), ("#b8cfd4", 180), ("#c1d6d9", 118), ("#cbdddd", 66), ("#d7e5e1", 30))
"""Shoaling water: colour and width of each band, drawn as strokes of the shore, widest first."""
SEA = "#a8c3cc"
INK = "#2f2a24"
HILL_INK = "#7c1a14"
LEVELS = (8, 18, 28, 38, 48, 58, 68, 78, 88, 98, 108, 118, 130, 142, 154)


def definitions(m: AreaMap) -> str:
    """Textures and the outlines that are used more than once. Every id starts with "map-"."""
    outlines = "".join(
        f'<path id="map-{m.ids[i]}" d="{m.path(i)}"/><clipPath id="map-in-{m.ids[i]}"><use href="#map-{m.ids[i]}"/>'
        "</clipPath>"
        for i in range(len(m.ids))
    )
    shore = curve_path(m.coast)
    return (
        f'<defs><path id="map-shore" d="{shore}"/><clipPath id="map-land"><use href="#map-shore"/></clipPath>'
        f"{outlines}{_textures()}</defs>"
    )


def sea(m: AreaMap, spec: Mapping[str, Any], project: Projection) -> str:
    """Water, deeper away from the shore, with lines of surf; offshore rocks stand in it."""
    parts = [f'<rect width="{number(m.width)}" height="{number(m.height)}" fill="{SEA}"/>']
    rocks = [[project.point(p) for p in line["points"]] for line in spec["line"] if line["kind"] == "rock"]
    rock_path = "".join(curve_path(closed_spline(points)) for points in rocks)
    parts.append('<g fill="none" stroke-linejoin="round">')
    for colour, width in DEPTHS:
        parts.append(f'<g stroke="{colour}"><use href="#map-shore" stroke-width="{width}"/>')
        parts.append(f'<path d="{rock_path}" stroke-width="{number(width / 3)}"/></g>')
    parts.append(
        '<g stroke="#f7faf6"><use href="#map-shore" stroke-width="17" opacity=".5" stroke-dasharray="31 7 12 9 44 11"/>'
        '<use href="#map-shore" stroke="#d2e2df" stroke-width="13.5"/>'
        f'<use href="#map-shore" stroke-width="7"/><path d="{rock_path}" stroke-width="5"/></g></g>'
    )
    parts.append(f'<path d="{rock_path}" fill="#9b9184" stroke="{INK}" stroke-width="1"/>')
    return "".join(parts)


def ground(m: AreaMap, spec: Mapping[str, Any]) -> str:
    """Each area in its terrain's colour and texture, a shade darker along its own edge."""
    parts = ["<g>"]
    for i, a in enumerate(spec["area"]):
        kind, here = a["class"], f"#map-{m.ids[i]}"
        parts.append(
            f'<g clip-path="url(#map-in-{m.ids[i]})"><use href="{here}" fill="{GROUND[kind]}"/>'
            f'<use href="{here}" fill="url(#map-{kind})"/>'
            f'<g fill="none" stroke="{EDGE[kind]}"><use href="{here}" stroke-width="20" stroke-opacity=".12"/>'
            f'<use href="{here}" stroke-width="9" stroke-opacity=".2"/></g></g>'
        )
    return "".join(parts) + "</g>"


def sand(m: AreaMap, spec: Mapping[str, Any]) -> str:
    """The strip of black volcanic sand along the beaches."""
    parts = ['<g clip-path="url(#map-land)" fill="none" stroke-linejoin="round">']
    for i, a in enumerate(spec["area"]):
        if "beach" not in a["symbols"]:
            continue
        edge = [curve for curve in m.curves[i] if curve in m.coast]
        path = curve_path(edge, close=False)
        parts.append(f'<path d="{path}" stroke="#57514a" stroke-width="30" stroke-opacity=".28"/>')
        parts.append(f'<path d="{path}" stroke="#463f39" stroke-width="15" stroke-opacity=".38"/>')
        parts.append(f'<path d="{path}" stroke="url(#map-sand)" stroke-width="38"/>')
    return "".join(parts) + "</g>"


def relief(m: AreaMap, spec: Mapping[str, Any], project: Projection) -> str:
    """Contours lit from the north-west over the whole island, hachures on the hills."""
    rises = [
        Rise(project.point(r["at"]), r["metres"], r["radius_metres"] / project.metres_per_unit) for r in spec["rise"]
    ]
    field = height_field(flatten(m.coast, 3), rises)
    lines = {level: contours(field, level) for level in LEVELS}
    strokes = shaded_strokes(field, [line for level in LEVELS for line in lines[level]])
    looks = (
        ("#3f2c18", 2.2, 0.34),
        ("#4a351f", 1.5, 0.26),
        ("#5d4a30", 0.9, 0.2),
        ("#fff6df", 1.2, 0.24),
        ("#fffaea", 1.9, 0.4),
    )
    parts = ['<g fill="none" stroke-linecap="round" stroke-linejoin="round">']
    for path, (colour, width, strength) in zip(strokes, looks, strict=True):
        if path:
            parts.append(f'<path d="{path}" stroke="{colour}" stroke-width="{width}" stroke-opacity="{strength}"/>')
    hills = [m.polygons[i] for i, a in enumerate(spec["area"]) if a["class"] == "hill"]
    strokes_down = [
        (a, b)
        for a, b in hachures(field, [line for level in LEVELS[2:] for line in lines[level]])
        if any(inside(a, hill) and inside(b, hill) for hill in hills)
    ]
    parts.append(f'<path d="{_segments(strokes_down)}" stroke="#5a2f14" stroke-width="1" stroke-opacity=".5"/></g>')
    return "".join(parts)


def works(spec: Mapping[str, Any], project: Projection) -> str:
    """Roads, runways and the crater: scenery, without effect on play."""
    roads, strips, unfinished, craters = [], [], [], []
    for line in spec["line"]:
        points = [project.point(p) for p in line["points"]]
        if line["kind"] == "road":
            roads.append(curve_path(open_spline(points), close=False))
        elif line["kind"] == "runway":
            strips.append(line_path(points))
        elif line["kind"] == "unfinished runway":
            unfinished.append(line_path(points))
        elif line["kind"] == "crater":
            craters.append(_crater(points[0], line["radius_metres"] / project.metres_per_unit))
    road, strip, bare = "".join(roads), "".join(strips), "".join(unfinished)
    return (
        '<g fill="none" stroke-linejoin="round">'
        f'<path d="{road}" stroke="#7d6747" stroke-width="3.4" stroke-opacity=".75"/>'
        f'<path d="{road}" stroke="#f3e8cb" stroke-width="1.9"/>'
        f'<path d="{strip}" stroke="#5b564d" stroke-width="16" stroke-opacity=".28" stroke-linecap="round"/>'
        f'<path d="{strip}" stroke="#4f4a43" stroke-width="10.5"/>'
        f'<path d="{strip}" stroke="#b9b2a4" stroke-width="8.5"/>'
        f'<path d="{strip}" stroke="#f6f1e4" stroke-width="1" stroke-dasharray="7 5"/>'
        f'<path d="{bare}" stroke="#4f4a43" stroke-width="10.5" stroke-dasharray="9 4" stroke-opacity=".75"/>'
        f'<path d="{bare}" stroke="#cfc6ad" stroke-width="8.5"/>'
        f'<path d="{bare}" stroke="#6e675b" stroke-width="1" stroke-dasharray="2 4"/></g>' + "".join(craters)
    )


def borders(m: AreaMap) -> str:
    """The borders between areas, cased in light so that they show on every ground; then the shore line."""
    drawn = set()
    inland = []
    for ring in m.curves:
        for curve in ring:
            ends = frozenset((curve[0], curve[3]))
            if curve not in m.coast and ends not in drawn:
                drawn.add(ends)
                inland.append(curve_path([curve], close=False))
    path = "".join(inland)
    return (
        '<g fill="none" stroke-linecap="round" stroke-linejoin="round">'
        f'<path d="{path}" stroke="#fdf6e3" stroke-width="4.2" stroke-opacity=".5"/>'
        f'<path d="{path}" stroke="#43301f" stroke-width="1.5"/>'
        f'<use href="#map-shore" stroke="#33424a" stroke-width="1.8"/></g>'
    )


def peak_symbol(at: Point, size: float = 1.0) -> str:
    """The Mountain symbol: two peaks, the near one lit from the left."""
    x, y = at
    return (
        f'<g transform="translate({number(x)} {number(y)}) scale({number(size)})">'
        '<path d="M-1 6L5.5-3.5 12 6Z" fill="#8b4a2b" stroke="#fff7e6" stroke-width=".8"/>'
        '<path d="M-11 6L-3-8 5 6Z" fill="#6d2a17" stroke="#fff7e6" stroke-width=".8"/>'
        '<path d="M-11 6L-3-8-4.2-1-2.4 1.5-5 6Z" fill="#c98d63"/></g>'
    )


def swatch(kind: str, rect: Rect) -> str:
    """A sample of a terrain for the key."""
    x, y, w, h = (number(v) for v in rect)
    box = f'x="{x}" y="{y}" width="{w}" height="{h}" rx="2"'
    strokes = ""
    if kind == "hill":
        strokes = _segments(
            [
                ((rect[0] + 4 + k * 4.4, rect[1] + 4 + (k % 2)), (rect[0] + 3 + k * 4.7, rect[1] + 11 + (k % 3)))
                for k in range(int((rect[2] - 6) / 4.6))
            ]
        )
        strokes = f'<path d="{strokes}" stroke="#5a2f14" stroke-width="1.1" stroke-opacity=".6"/>'
    return (
        f'<rect {box} fill="{GROUND[kind]}"/><rect {box} fill="url(#map-{kind})"/>{strokes}'
        f'<rect {box} fill="none" stroke="{EDGE[kind]}" stroke-width="1"/>'
    )


def _textures() -> str:
    """Stipple for sand, tufts for scrub, ticks for the plateau: tiles large enough not to show as tiles."""
    dice = random.Random(1945)

    def spread(count: int, width: float, height: float, apart: float) -> list[Point]:
        found: list[Point] = []
        for _ in range(count * 30):
            p = (dice.uniform(3, width - 3), dice.uniform(3, height - 3))
            if all(math.dist(p, q) >= apart for q in found):
                found.append(p)
                if len(found) == count:
                    break
        return found

    def tile(name: str, width: int, height: int, body: str) -> str:
        return (
            f'<pattern id="map-{name}" width="{width}" height="{height}" patternUnits="userSpaceOnUse">{body}</pattern>'
        )

    def dots(points: Sequence[Point], low: float, high: float) -> str:
        return "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{dice.uniform(low, high):.2f}"/>' for x, y in points)

    stipple = dots(spread(70, 67, 61, 5.2), 0.45, 1.0)
    black = dots(spread(85, 53, 47, 3.2), 0.5, 1.0)
    tufts = "".join(
        f"M{x:.1f} {y:.1f}q.2-2.6-1.7-3.9m1.7 3.9q0-3 .5-4.6m-.5 4.6q.2-2.4 2.3-3.5" for x, y in spread(15, 83, 79, 16)
    )
    leaves = dots(spread(26, 83, 79, 9), 0.4, 0.8)
    ticks = "".join(f"M{x:.1f} {y:.1f}h{dice.uniform(2.5, 5):.1f}" for x, y in spread(16, 89, 71, 14))
    grains = dots(spread(16, 89, 71, 11), 0.4, 0.7)
    screes = dots(spread(40, 61, 59, 6), 0.35, 0.75)
    return (
        tile("beach", 67, 61, f'<g fill="#39332d" fill-opacity=".5">{stipple}</g>')
        + tile("sand", 53, 47, f'<g fill="#1f1b18" fill-opacity=".6">{black}</g>')
        + tile(
            "coastal",
            83,
            79,
            f'<path d="{tufts}" fill="none" stroke="#5e6a36" stroke-width=".9" stroke-opacity=".75"/>'
            f'<g fill="#5e6a36" fill-opacity=".5">{leaves}</g>',
        )
        + tile(
            "inland",
            89,
            71,
            f'<path d="{ticks}" stroke="#a08446" stroke-width=".9" stroke-opacity=".55"/>'
            f'<g fill="#a08446" fill-opacity=".5">{grains}</g>',
        )
        + tile("hill", 61, 59, f'<g fill="#6b3a1a" fill-opacity=".35">{screes}</g>')
    )


def _crater(at: Point, radius: float) -> str:
    """A ring with teeth inward and long strokes outward, uneven as a pen would make them."""
    dice = random.Random(169)
    inward, outward = [], []
    for k in range(44):
        angle = k * math.tau / 44 + dice.uniform(-0.03, 0.03)
        ray = (math.cos(angle), math.sin(angle))

        def on(length: float, ray: Point = ray) -> Point:
            return at[0] + ray[0] * length, at[1] + ray[1] * length

        inward.append((on(radius - 1), on(radius * dice.uniform(0.5, 0.72))))
        if k % 2 == 0:
            outward.append((on(radius + 2.5), on(radius + dice.uniform(9, 17))))
    x, y = number(at[0]), number(at[1])
    return (
        f'<g fill="none" stroke="#4d2812"><circle cx="{x}" cy="{y}" r="{number(radius)}" fill="#8b6a4c" '
        f'fill-opacity=".45" stroke-width="1.6"/><path d="{_segments(inward)}" stroke-width="1.1"/>'
        f'<path d="{_segments(outward)}" stroke-width="1.3" stroke-opacity=".75"/></g>'
    )


def _segments(pairs: Sequence[tuple[Point, Point]]) -> str:
    """Path data of separate short strokes."""
    return "".join(f"M{number(a[0])} {number(a[1])}l{number(b[0] - a[0])} {number(b[1] - a[1])}" for a, b in pairs)
