"""The maps of all games, by game id: loaded from the game packages' data, checked, drawn, and kept."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from grognard.atlas.areas import area_map
from grognard.atlas.drawing import draw_area_map, draw_hex_map
from grognard.atlas.hexsheet import SIDE_INKS, Art, HexSheet
from grognard.kernel.flow import Refused
from grognard.maps.hexmap import HexMap, load_hexmap

AREA_GAMES = ("iwojima",)
HEX_GAMES = ("ichigo", "whitesun", "formosa", "nemesis")
GAMES = (*AREA_GAMES, *HEX_GAMES)
INKS = {"whitesun": SIDE_INKS[::-1]}
"""Where the first side is the Japanese one."""


def check_id(game: str) -> None:
    """Refuse a game that has no map."""
    if game not in GAMES or not has_map(game):
        raise Refused(f"There is no map of {game!r}: {', '.join(name for name in GAMES if has_map(name))}.")


def has_map(game: str) -> bool:
    """Whether a game's map is there."""
    return (data_of(game) / "map.toml").is_file()


def data_of(game: str) -> Traversable:
    """The data folder of a game."""
    return files("grognard.games") / game / "data"


@lru_cache(maxsize=8)
def hex_map(game: str) -> HexMap:
    """A game's hex map."""
    check_id(game)
    return load_hexmap("map.toml", (data_of(game) / "map.toml").read_text(encoding="utf-8"))


@lru_cache(maxsize=8)
def art(game: str) -> Art:
    """The built geography of a game's hex map; empty where it has not been built."""
    folder = data_of(game)
    coast, relief = folder / "coast.json", folder / "relief.webp"
    if not coast.is_file() or not relief.is_file():
        return Art()
    return Art.read(coast.read_text(encoding="utf-8"), relief.read_bytes())


@lru_cache(maxsize=8)
def hex_sheet(game: str) -> HexSheet:
    """A game's hex map laid out: where hexes and boxes lie in map units."""
    return laid_out(game, hex_map(game))


@lru_cache(maxsize=2)
def area_spec(game: str) -> Mapping[str, Any]:
    """The text of an area map."""
    check_id(game)
    return tomllib.loads((data_of(game) / "map.toml").read_text(encoding="utf-8"))


@lru_cache(maxsize=8)
def drawing(game: str) -> str:
    """A game's map as SVG."""
    check_id(game)
    text = (data_of(game) / "map.toml").read_text(encoding="utf-8")
    return drawn(game, text)


@lru_cache(maxsize=8)
def drawn(game: str, text: str) -> str:
    """A game's map as SVG, from the text of its `map.toml`: ours, or an owner's own. Kept by content."""
    if game in AREA_GAMES:
        spec = tomllib.loads(text)
        return draw_area_map(area_map(spec), spec)
    return draw_hex_map(laid_out(game, load_hexmap("map.toml", text)))


def laid_out(game: str, m: HexMap) -> HexSheet:
    """A hex map on its sheet, with the geography built for the game."""
    return HexSheet(m, art(game), INKS.get(game, SIDE_INKS))
