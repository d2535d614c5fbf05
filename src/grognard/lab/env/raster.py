"""Positions as pixels: the map is drawn once, and the counters are laid over it."""

from __future__ import annotations

import base64
import io
from functools import lru_cache
from typing import Any

import numpy as np
import resvg_py
from PIL import Image

from grognard.kernel.game import Game
from grognard.kernel.ids import Side
from grognard.lab.position_picture import pieces
from grognard.match.visibility import seen_by

WIDTH = 960


def pixels(game: Game, state: Any, side: Side | None = None, width: int = WIDTH) -> np.ndarray:
    """Height × width × 3 bytes; `side` draws what that side may know, otherwise everything is open."""
    board = _board(game)
    size = board["map"]
    over = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size["width"]:g} {size["height"]:g}">'
        f"{game.counters_svg()}{pieces(board, seen_by(game, state, side))}</svg>"
    )
    image = _map(game, width).copy()
    image.alpha_composite(_drawn(over, width))
    return np.asarray(image.convert("RGB"))


def map_address(game: Game, width: int = 1600) -> str:
    """The map as a picture that a page can hold, a fraction of the drawing's size."""
    out = io.BytesIO()
    _map(game, width).convert("RGB").save(out, "webp", quality=72, method=4)
    return f"data:image/webp;base64,{base64.b64encode(out.getvalue()).decode()}"


@lru_cache(maxsize=8)
def _board(game: Game) -> dict[str, Any]:
    return game.board()


@lru_cache(maxsize=8)
def _map(game: Game, width: int) -> Image.Image:
    return _drawn(game.map_svg(), width)


def _drawn(svg: str, width: int) -> Image.Image:
    return Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width)))).convert("RGBA")
