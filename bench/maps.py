"""How fast the maps are: `python bench/maps.py [--json FILE]`. Microseconds of processor time, best of several runs.

Targets: flood of the largest map under 150 us, reachable set of one unit under 250 us; a map drawn in under 3 s and
smaller than 1.5 MB when compressed.
"""

from __future__ import annotations

import json
import platform
import sys
import time
import zlib
from collections.abc import Callable
from pathlib import Path

from grognard.atlas import drawn_maps
from grognard.atlas.drawing import draw_hex_map
from grognard.kernel.map_search import flood, reach
from grognard.maps.hexmap import HexMap

MOVEMENT = 8
COSTS = {"clear": 1, "open": 1, "rough": 2, "mud flats": 2, "jungle": 2, "hill": 3, "mountain": 3, "peak": 4}
FLOOD_TARGET, REACH_TARGET, DRAW_TARGET, SIZE_TARGET = 150.0, 250.0, 3.0, 1.5e6


def measure(work: Callable[[], object], runs: int = 7, times: int = 200) -> float:
    """Microseconds of one call."""
    best = float("inf")
    for _ in range(runs):
        start = time.process_time()
        for _ in range(times):
            work()
        best = min(best, (time.process_time() - start) / times)
    return best * 1e6


def figures(game: str) -> dict[str, float]:
    """What one map costs."""
    m = drawn_maps.hex_map(game)
    graph, count = m.graph, len(m.graph)
    sea = graph.every & ~m.land
    largest = max((flood(graph, 1 << h, sea) for h in (p.hex for p in m.places)), key=int.bit_count)
    source = largest & -largest
    start = _middle(m)
    costs = [COSTS.get(terrain, 2) for terrain in m.terrain]

    def cost(here: int, there: int) -> int | None:
        return costs[there] if m.land >> there & 1 else None

    pairs = [(h, h * 7919 % count) for h in range(count)]
    begun = time.process_time()
    drawing = draw_hex_map(drawn_maps.hex_sheet(game))
    drawn = time.process_time() - begun
    return {
        "hexes": count,
        "neighbours": measure(lambda: [graph.neighbours[h] for h in range(count)], times=40) / count,
        "distance": measure(lambda: [m.distance(a, b) for a, b in pairs], times=10) / count,
        "reach": measure(lambda: reach(graph, start, MOVEMENT, cost)),
        "reached": len(reach(graph, start, MOVEMENT, cost)),
        "flood": measure(lambda: flood(graph, source, sea)),
        "flooded": flood(graph, source, sea).bit_count(),
        "draw_s": drawn,
        "bytes": len(drawing),
        "compressed": len(zlib.compress(drawing.encode(), 6)),
    }


def _middle(m: HexMap) -> int:
    """The place with the most land within reach: the hardest question."""
    return max(
        (p.hex for p in m.places),
        key=lambda h: sum(m.distance(h, k) <= 5 and m.land >> k & 1 for k in range(len(m.graph))),
    )


def main() -> int:
    every = {game: figures(game) for game in drawn_maps.HEX_GAMES if drawn_maps.has_map(game)}
    print(f"Python {platform.python_version()}, {platform.machine()}; microseconds unless said otherwise")
    print(f"{'map':<10}{'hexes':>7}{'neighbours':>12}{'distance':>10}{'reach':>9}{'(hexes)':>9}{'flood':>8}{'(hexes)':>9}"
          f"{'draw, s':>9}{'kB':>7}{'kB zip':>8}")  # fmt: skip
    missed = 0
    for game, f in every.items():
        print(f"{game:<10}{f['hexes']:>7}{f['neighbours']:>12.3f}{f['distance']:>10.2f}{f['reach']:>9.1f}"
              f"{f['reached']:>9}{f['flood']:>8.1f}{f['flooded']:>9}{f['draw_s']:>9.2f}{f['bytes'] / 1000:>7.0f}"
              f"{f['compressed'] / 1000:>8.0f}")  # fmt: skip
        missed += f["flood"] > FLOOD_TARGET or f["reach"] > REACH_TARGET
        missed += f["draw_s"] > DRAW_TARGET or f["compressed"] > SIZE_TARGET
    if "--json" in sys.argv[1:-1]:
        Path(sys.argv[sys.argv.index("--json") + 1]).write_text(json.dumps(every, indent=1) + "\n", encoding="utf-8")
    print("All targets are met." if not missed else f"{missed} targets are missed.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
