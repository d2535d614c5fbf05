"""The games, by package name. A sixth game may live elsewhere and announce itself as an entry point.

The house imports `load`, `find` and the other functions of this module, and nothing of a single game; only a game's
own bots look into its modules.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import get_type_hints

from grognard.kernel.flow import Refused
from grognard.kernel.game import Game
from grognard.kernel.lazy import once

OURS = ("iwojima", "ichigo", "whitesun", "nemesis", "formosa")
READABLE = (".toml", ".csv")


def game_ids() -> list[str]:
    """Every game that can be played."""
    return [*OURS, *sorted(_elsewhere())]


@once
def _elsewhere() -> dict[str, str]:
    """The packages of other games. To ask what is installed takes milliseconds, and it stays as it is."""
    return {point.name: point.value for point in entry_points(group="grognard.games")}


_folders: dict[str, Path] = {}


def use(game: str, folder: Path) -> None:
    """From now on play a game with the files of a folder; files that do not fit are refused and nothing is changed."""
    _load(game, folder)
    _folders[game] = folder


def own_folders() -> dict[str, Path]:
    """The folders that games are played with in place of our data."""
    return dict(_folders)


def load(game: str, folder: Path | None = None) -> Game:
    """A game with its data, and with an owner's own files from `folder` in place of ours."""
    return _load(game, folder or _folders.get(game))


@once
def _load(game: str, folder: Path | None) -> Game:
    return _build(_package(game), data_files(game) | _own_files(game, folder))


def data_files(game: str) -> dict[str, str]:
    """The text of every data file of a game that is there to be read and corrected, by name."""
    found = data_folder(game).iterdir()
    return {item.name: item.read_text(encoding="utf-8") for item in found if item.name.endswith(READABLE)}


def data_file(game: str, name: str) -> str | None:
    """The text of one of them, if there is such a file."""
    found = data_folder(game) / name
    return found.read_text(encoding="utf-8") if found.is_file() else None


def data_folder(game: str) -> Traversable:
    """Where a game's data lie."""
    return files(_package(game)) / "data"


def _own_files(game: str, folder: Path | None) -> dict[str, str]:
    if folder is None:
        return {}
    if not folder.is_dir():
        raise Refused(f"There is no folder {folder}.")
    known = data_files(game)
    found = {item.name: item for item in sorted(folder.iterdir()) if item.is_file() and item.name in known}
    if not found:
        raise Refused(f"{folder} holds none of {', '.join(sorted(known))}.")
    out = {}
    for name, item in found.items():
        try:
            out[name] = item.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise Refused(f"{name}: not UTF-8 text at byte {error.start}.") from None
    return out


def _package(game: str) -> str:
    if game in OURS:
        return f"grognard.games.{game}"
    if game in _elsewhere():
        return _elsewhere()[game]
    raise Refused(f"There is no game {game!r}: {', '.join(game_ids())}.")


def about(game: str) -> Game | type[Game]:
    """What says a game's title, sides, scenarios and options: its class does so without its data, if it is named."""
    return kind_of(game) or load(game)


@once
def kind_of(game: str) -> type[Game] | None:
    """The class of a game, which says what it is without its data; None when its `build` does not name it."""
    found = get_type_hints(import_module(_package(game)).build).get("return")
    return found if isinstance(found, type) and issubclass(found, Game) and hasattr(found, "title") else None


def _build(package: str, texts: Mapping[str, str]) -> Game:
    built: Game = import_module(package).build(texts)
    return built
