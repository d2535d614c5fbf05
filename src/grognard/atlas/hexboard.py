"""The board of a game on a hex map, for the page: its size and its spaces."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from grognard.atlas.drawn_maps import laid_out
from grognard.atlas.hexsheet import HexSheet
from grognard.kernel.board_parts import heading
from grognard.kernel.ids import Space
from grognard.maps.hex_spaces import HexFacts

Facts = list[dict[str, Any]]


def board_of(
    g: Any, phase_names: Iterable[str], of_hex: Callable[[Space], Facts], of_box: Callable[[str], Facts]
) -> dict[str, Any]:
    """The parts of a board that follow from the game and its map: heading, size and spaces."""
    sheet = laid_out(g.id, g.map)
    all_spaces = spaces(g, sheet, of_hex, of_box)
    if worth := [h for h in g.map.every_hex if g.worth(h)]:
        # What draws names is loaded where it is needed: a map is kept drawn.
        from grognard.atlas.hexbadges import badges

        for h, at in badges(sheet, worth).items():
            all_spaces[h]["badge"] = list(at)
    return {
        **heading(g, phase_names),
        "map": {"width": sheet.width, "height": sheet.height},
        "spaces": all_spaces,
    }


def spaces(
    g: HexFacts, sheet: HexSheet, of_hex: Callable[[Space], Facts], of_box: Callable[[str], Facts]
) -> list[dict[str, Any]]:
    """The spaces of docs/programmers/protocol.md, with what the game says of a hex and of a box."""
    out: list[dict[str, Any]] = []
    for h in g.map.every_hex:
        x, y = sheet.centre(h)
        out.append(
            {
                "id": g.space_ids[h],
                "name": g.space_names[h],
                "kind": "hex",
                "path": sheet.path(h),
                "at": [round(x, 1), round(y, 1)],
                "facts": of_hex(h),
                "adjacent": list(g.neighbours[h]),
                **({} if g.map.land >> h & 1 else {"sea": True}),
            }
        )
    rects = sheet.boxes | sheet.cells
    for space in range(g.hexes, len(g.space_ids)):
        name = g.space_ids[space]
        out.append(
            {
                "id": name,
                "name": g.space_names[space],
                "kind": "box",
                "rect": list(rects.get(name, (0.0, 0.0, 0.0, 0.0))),
                "facts": of_box(name),
                "adjacent": [],
            }
        )
    return out
