"""Makes a hex map's geography: `python -m grognard.atlas.build GAME GEO_FOLDER`.

For developers: it needs the libraries of the extra `maps`. It writes two files beside the game's `map.toml`, which are
all that the drawing needs: `coast.json`, lines in hex units, and `relief.webp`, the hill shading.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from grognard import extras
from grognard.maps.hexmap import load_hexmap

ELEVATION = {
    "ichigo": "elev_china_1min.npz",
    "whitesun": "elev_china_1min.npz",
    "formosa": "elev_taiwan_15s.npz",
    "nemesis": "elev_burma_30s.npz",
}
STRENGTH = {"formosa": 0.8, "nemesis": 1.0}
BORDERS = {"nemesis": "country", "formosa": "", "ichigo": "province", "whitesun": "province"}
"""Which of today's borders stood in the 1940s too."""


def main(arguments: Sequence[str]) -> int:
    """Build one map's art; one sentence when it cannot be done."""
    if len(arguments) != 2:
        print("Usage: python -m grognard.atlas.build GAME GEO_FOLDER", file=sys.stderr)
        return 2
    try:
        from grognard.atlas.geography import geography, relief
    except ModuleNotFoundError:
        print(f"Building a map's geography needs libraries of its own: {extras.install('maps')}.", file=sys.stderr)
        return 2
    game, folder = arguments[0], Path(arguments[1])
    data = Path(__file__).resolve().parents[1] / "games" / game / "data"
    if game not in ELEVATION or not (data / "map.toml").is_file():
        print(f"There is no hex map of {game!r}: {', '.join(ELEVATION)}.", file=sys.stderr)
        return 2
    if not folder.is_dir():
        print(f"There is no folder {folder}.", file=sys.stderr)
        return 2
    m = load_hexmap("map.toml", (data / "map.toml").read_text(encoding="utf-8"))
    art = geography(m, folder, BORDERS[game])
    picture, frame = relief(m, folder / ELEVATION[game], STRENGTH.get(game, 1.0))
    art["relief"] = frame
    (data / "coast.json").write_text(json.dumps(art, separators=(",", ":")) + "\n", encoding="utf-8")
    (data / "relief.webp").write_bytes(picture)
    points = sum(len(line) for key in ("land", "lakes", "rivers", "borders") for line in art[key]) // 2
    print(f"{game}: {len(art['land'])} coasts, {points:,} points in all; relief {len(picture):,} bytes.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
