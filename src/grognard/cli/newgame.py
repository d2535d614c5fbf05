"""Command `new-game`."""

from __future__ import annotations

import argparse
from pathlib import Path

from grognard.cli.argument_types import Commands, command


def add(commands: Commands) -> None:
    """The command of this module."""
    parser = command(
        commands, "new-game", _new_game, "write a small playable game of your own, ready to be changed",
        "new-game ambush", 'new-game ambush --title "Ambush at Dawn" --into ~/games/ambush',
    )  # fmt: skip
    parser.add_argument("name", metavar="NAME", help="its package name: lower-case letters, digits and underscores")
    parser.add_argument("--title", default="", metavar="TITLE", help="its title (default: made from NAME)")
    parser.add_argument("--into", type=Path, metavar="DIR", help="an empty or new folder (default: NAME)")


def _new_game(chosen: argparse.Namespace) -> int:
    from grognard.newgame import new_game

    folder: Path = chosen.into or Path(chosen.name)
    made = new_game(chosen.name, folder, chosen.title)
    print(
        f"{folder}: {len(made)} files. Next:\n"
        f"  pip install -e '{folder}[test]'\n"
        f"  grognard play {chosen.name} --side Column --bot staff\n"
        f"  pytest {folder}\n"
        f"Then read docs/programmers/new-game.md of Grognard, and {folder / 'README.md'}."
    )
    return 0
