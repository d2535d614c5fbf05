"""What every game on a hex map needs of it: spaces by number, hexes first and boxes after, by name and for the page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from grognard.atlas.hexmap import HexMap, load_hexmap
from grognard.atlas.hexsheet import HexSheet, cells_of
from grognard.atlas.maps import laid_out
from grognard.kernel.bits import members
from grognard.kernel.showing import heading

Facts = list[dict[str, Any]]


class HexFacts:
    """The map of a hex game, laid out for quick use. A game's own Facts begin with this."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.map: HexMap = load_hexmap("map.toml", texts["map.toml"])
        m = self.map
        self.hexes = len(m.graph)
        self.neighbours = m.graph.neighbours
        self.near = m.graph.near
        boxes: list[tuple[str, str]] = []
        for entry in m.spec.values.get("box", ()):
            boxes.append((str(entry["id"]), str(entry["name"])))
            cells = zip(cells_of(entry), entry.get("spaces", ()), strict=True)
            boxes += [(id_, f"{entry['name']}: {cell}") for id_, cell in cells]
        if all(id_ != "OUT" for id_, _ in boxes):
            boxes.append(("OUT", "Out of play"))
        town: dict[int, str] = {}
        for place in m.places:
            if "city" in place.kinds or place.hex not in town:
                town[place.hex] = place.name
        self.space_ids: tuple[str, ...] = (*m.graph.ids, *(id_ for id_, _ in boxes))
        self.space_index = {name: i for i, name in enumerate(self.space_ids)}
        self.space_names: tuple[str, ...] = (
            *(f"{town[h]} {name}" if h in town else name for h, name in enumerate(m.graph.ids)),
            *(name for _, name in boxes),
        )
        self.out = self.space_index["OUT"]

    def within(self, hex_: int, distance: int) -> int:
        """The hexes at most so far away, whatever lies between."""
        found = 1 << hex_
        for _ in range(distance):
            for h in members(found):
                found |= self.near[h]
        return found


def board_of(
    g: Any, phase_names: Iterable[str], of_hex: Callable[[int], Facts], of_box: Callable[[str], Facts]
) -> dict[str, Any]:
    """The parts of a board that follow from the game and its map: heading, size and spaces."""
    sheet = laid_out(g.id, g.map)
    return {
        **heading(g, phase_names),
        "map": {"width": sheet.width, "height": sheet.height},
        "spaces": spaces(g, sheet, of_hex, of_box),
    }


def spaces(
    g: HexFacts, sheet: HexSheet, of_hex: Callable[[int], Facts], of_box: Callable[[str], Facts]
) -> list[dict[str, Any]]:
    """The spaces of docs/protocol.md, with what the game says of a hex and of a box."""
    out: list[dict[str, Any]] = []
    for h in range(g.hexes):
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
