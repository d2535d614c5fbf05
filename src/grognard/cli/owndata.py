"""An owner's own data files in place of ours, for everything that this process loads from now on."""

from __future__ import annotations

from pathlib import Path

from grognard import games
from grognard.kernel.flow import Refused

_shipped = games.data_files


def use(game: str, folder: Path) -> None:
    """Play a game with the files of a folder; files that do not fit are refused with file, line and field."""
    games.load(game, folder)
    own = {name: (folder / name).read_text(encoding="utf-8") for name in _shipped(game) if (folder / name).is_file()}

    owned, before = game, games.data_files

    def with_own(game: str) -> dict[str, str]:
        texts = before(game)
        return texts | own if game == owned else texts

    games.data_files = with_own
    games.load.cache_clear()


def named(text: str) -> tuple[str, Path]:
    """`GAME=DIR`, or `DIR` while there is only one game."""
    game, equals, folder = text.partition("=")
    known = games.game_ids()
    if equals and game in known:
        return game, Path(folder)
    if len(known) == 1:
        return known[0], Path(text)
    raise Refused(f"Say which game the data is for, as GAME={text}: {', '.join(known)}.")
