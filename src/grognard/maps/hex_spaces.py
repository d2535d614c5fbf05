"""Spaces of a hex map by number, hexes first and boxes after, with their names."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.kernel.ids import Space, Spaces, per
from grognard.maps.hexmap import HexMap, cells_of, load_hexmap


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
        town: dict[Space, str] = {}
        for place in m.places:
            if "city" in place.kinds or place.hex not in town:
                town[place.hex] = place.name
        self.space_ids: tuple[str, ...] = (*m.graph.ids, *(id_ for id_, _ in boxes))
        self.space_index = {name: space for space, name in per(Space, self.space_ids)}
        self.space_names: tuple[str, ...] = (
            *(f"{town[h]} {name}" if h in town else name for h, name in per(Space, m.graph.ids)),
            *(name for _, name in boxes),
        )
        self.out = self.space_index["OUT"]

    def within(self, hex_: Space, distance: int) -> Spaces:
        """The hexes at most so far away, whatever lies between."""
        found = 1 << hex_
        for _ in range(distance):
            found |= self.map.graph.next_to(found)
        return found
