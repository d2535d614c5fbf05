"""Games by their ids: rules, titles and boards."""

from __future__ import annotations

from typing import Any

from grognard import games
from grognard.bots.general.settings import settings_of
from grognard.kernel.flow import Refused
from grognard.kernel.game import Game
from grognard.kernel.lazy import once
from grognard.server.http.errors import unknown
from grognard.server.matches.map_pictures import frame_of


def find_game(ident: str) -> Game:
    """A game by its id."""
    try:
        return games.load(ident)
    except Refused as refused:
        raise unknown(str(refused)) from None


def find_kind(ident: str) -> Game | type[Game]:
    """A game's class by its id, without loading its data, for its title or its sides."""
    try:
        return games.about(ident)
    except Refused as refused:
        raise unknown(str(refused)) from None


def title_of(ident: str) -> str:
    """The title of a game; its id, where it is not installed any more."""
    try:
        return games.about(ident).title
    except Refused:
        return ident


@once
def board_of(ident: str) -> dict[str, Any]:
    """A game's board, with the part of the map that its small pictures show, and whether it has a general."""
    board = find_game(ident).board()
    return {**board, "general": settings_of(ident) is not None, "map": {**board["map"], "frame": frame_of(board)}}
