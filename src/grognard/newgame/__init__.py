"""Template of a new game package: a small game that plays at once (`grognard new-game`).

The model lies in `template`, as files with `.txt` after their names: a battle of our own called Three Fords. What is
made of it is that game under another name. `docs/programmers/new-game.md` goes on from there.
"""

from __future__ import annotations

import keyword
import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path

from grognard.kernel.flow import Refused

MODEL, MODEL_CLASS, MODEL_TITLE = "threefords", "ThreeFords", "Three Fords"
LONGEST = 20


def check_name(name: str) -> None:
    """Refuse what cannot be a package, or is one already."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name) or keyword.iskeyword(name) or len(name) > LONGEST:
        raise Refused(f"{name!r} cannot be a game's name: small letters, digits and _, a letter first.")
    if name != MODEL and find_spec(name) is not None:
        raise Refused(f"There is a Python package {name!r} already: choose another name.")


def title_of(name: str) -> str:
    """The default title of a game."""
    return MODEL_TITLE if name == MODEL else name.replace("_", " ").strip().title()


def new_game(name: str, folder: Path, title: str = "") -> list[Path]:
    """Write the package of a new game into a folder that is empty or not there; the files, in order."""
    check_name(name)
    title = title or title_of(name)
    if not re.fullmatch(r"[^\"\\\n{}]{1,60}", title):
        raise Refused("A title is one line of up to 60 characters, without quotation marks, braces or backslashes.")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Refused(f"{folder} is there already: nothing was written over.")
    words = re.sub(r"[^0-9a-zA-Z]+", " ", name).title().replace(" ", "")
    swap = {MODEL: name, MODEL_CLASS: words, MODEL_TITLE: title}
    made = []
    for path, item in _files(files(__name__) / "template"):
        target = folder / _renamed("/".join(path), swap).removesuffix(".txt")
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(_renamed(item.read_text(encoding="utf-8"), swap), encoding="utf-8", newline="\n")
        except OSError as error:
            raise Refused(f"{target} cannot be written: {error.strerror}.") from None
        made.append(target)
    return made


def _files(folder: Traversable, above: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], Traversable]]:
    found: list[tuple[tuple[str, ...], Traversable]] = []
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_dir():
            found += _files(item, (*above, item.name)) if item.name != "__pycache__" else []
        else:
            found.append(((*above, item.name), item))
    return found


def _renamed(text: str, swap: dict[str, str]) -> str:
    return re.sub("|".join(swap), lambda found: swap[found[0]], text)
