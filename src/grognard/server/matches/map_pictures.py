"""Pictures of maps: two layers for play, and thumbnails with or without the units of a match.

The small picture of a map, and the one of a game under way, are drawn once, by tests/browser/make_pictures.py, and lie
with the game's data; a game that has none is shown by its map itself. A match's picture is an SVG of a few dots to lay
over it. Only what every asking seat may see is in it: at a shared screen that is what both sides see.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree

from grognard import games
from grognard.kernel.ids import Side, Space, Unit
from grognard.kernel.lazy import once

MARGIN = 18.0
"""Map units left free around the spaces."""
DOT = 0.021
"""The width of a dot, as a part of the picture's."""

Frame = tuple[float, float, float, float]
SVG = "http://www.w3.org/2000/svg"
FINE = "d3"
"""The class of what only a near eye sees."""


@once
def _layers(ident: str) -> tuple[bytes, bytes]:
    ElementTree.register_namespace("", SVG)
    root = ElementTree.fromstring(games.load(ident).map_svg())
    *_, wide, high = root.get("viewBox", "").split()
    fine = ElementTree.Element(root.tag, {**root.attrib, "width": wide, "height": high})
    root.attrib.update(fine.attrib)
    fine.extend(root.findall(f"{{{SVG}}}style"))
    for parent in list(root.iter()):
        layer = [child for child in parent if child.get("class") == FINE]
        fine.extend(layer)
        for child in layer:
            parent.remove(child)
    return ElementTree.tostring(root, "utf-8"), ElementTree.tostring(fine, "utf-8")


def map_layer(ident: str, fine: bool) -> bytes:
    """The numbers of the hexes alone, which the page hides and shows by its zoom; or all the rest of the map, which it
    lays under everything as one picture."""
    return _layers(ident)[fine]


def frame_of(board: dict[str, Any]) -> Frame:
    """The part of the map that a picture shows: all areas or hexes, without the boxes and tables around them."""
    wide, high = board["map"]["width"], board["map"]["height"]
    at = [space["at"] for space in board["spaces"] if "path" in space and "at" in space]
    if not at:
        return 0.0, 0.0, wide, high
    reach = _reach(at) + MARGIN
    left, top = max(0.0, min(x for x, _ in at) - reach), max(0.0, min(y for _, y in at) - reach)
    right, bottom = min(wide, max(x for x, _ in at) + reach), min(high, max(y for _, y in at) + reach)
    return left, top, right - left, bottom - top


def _reach(at: Sequence[Sequence[float]]) -> float:
    """About how far a space stretches from its middle: half the way to the nearest other one, at the median."""
    near = sorted(min((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 for b in at if b is not a) for a in at[:40])
    return float(near[len(near) // 2] ** 0.5 / 2) if len(at) > 1 else 0.0


def map_picture(ident: str) -> bytes | None:
    """The picture of a game's map, if it has one; the game itself is not needed for it."""
    item = games.data_folder(ident).joinpath("picture.webp")
    return item.read_bytes() if item.is_file() else None


def cover_picture(ident: str) -> bytes | None:
    """A game under way, with its counters; without such a picture its map."""
    item = games.data_folder(ident).joinpath("cover.webp")
    return item.read_bytes() if item.is_file() else map_picture(ident)


def common_units(views: Sequence[dict[str, Any]]) -> list[tuple[Unit, Space]]:
    """Unit and space of what all of these views show alike."""
    rows = [{(row[0], row[1]) for row in view["units"]} for view in views]
    return sorted(set.intersection(*rows)) if rows else []


def position_picture(board: dict[str, Any], views: Sequence[dict[str, Any]]) -> bytes:
    """Picture of a position: dots in the colour and shape of each side, squares and discs."""
    left, top, wide, high = frame_of(board)
    size = wide * DOT
    held: dict[tuple[Space, Side], int] = {}
    for unit, space in common_units(views):
        if "path" in board["spaces"][space]:
            key = space, board["units"][unit]["side"]
            held[key] = held.get(key, 0) + 1
    contested = {space for space, side in held if (space, 1 - side) in held}
    dots = []
    for (space, side), number in sorted(held.items()):
        x, y = board["spaces"][space]["at"]
        x += 0 if space not in contested else (size * 0.55 if side else -size * 0.55)
        dots.append(_dot(board["sides"][side]["colour"], side, x, y, size * (1 if number == 1 else 1.25)))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left:g} {top:g} {wide:g} {high:g}">'
    return f"{head}{''.join(dots)}</svg>".encode()


def _dot(colour: str, side: Side, x: float, y: float, size: float) -> str:
    half = size / 2
    corner = half if side else size * 0.16
    return (
        f'<rect x="{x - half:.0f}" y="{y - half:.0f}" width="{size:.0f}" height="{size:.0f}" rx="{corner:.0f}" '
        f'fill="{colour}" stroke="#fff" stroke-width="{size * 0.16:.1f}"/>'
    )
