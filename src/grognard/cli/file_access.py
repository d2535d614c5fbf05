"""Reading and writing of files that the user names, with one-sentence errors."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from grognard import games
from grognard.kernel.flow import Refused
from grognard.kernel.game import Game
from grognard.match import save as saves


def read_save(path: Path) -> str:
    """The text of a save file."""
    try:
        if path.stat().st_size > 4 * saves.LARGEST:
            raise Refused(f"{path} is longer than a save can be.")
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError as error:
        raise Refused(f"{path} is not a save: it is not UTF-8 text at byte {error.start}.") from None


def load_save(path: Path, folder: Path | None = None) -> saves.Loaded:
    """The match of a save file, played with the data of a folder where there is one."""
    try:
        return saves.load(read_save(path), finder(folder))
    except saves.SaveError as error:
        raise Refused(f"{path}: {error}") from None


def finder(folder: Path | None) -> Callable[[str], Game]:
    """A function that finds the game of a save: with our data, or with an owner's own."""
    if folder is not None and not folder.is_dir():
        raise Refused(f"There is no folder {folder}.")
    return lambda game: games.load(game, folder)


def check_target(path: Path | None) -> None:
    """Refuse a file that could not be written, before the work that fills it is done."""
    if path is not None and (path.is_dir() or not path.absolute().parent.is_dir()):
        why = "it is a folder" if path.is_dir() else f"there is no folder {path.absolute().parent}"
        raise Refused(f"{path} cannot be written: {why}.")


def write_text(path: Path, text: str) -> None:
    """Write a file."""
    try:
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        raise Refused(f"{path} cannot be written: {error.strerror}.") from None


def write_json(path: Path, values: Any) -> None:
    """Write values as JSON."""
    write_text(path, json.dumps(values, indent=1, ensure_ascii=False) + "\n")
