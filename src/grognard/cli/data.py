"""Commands `data export` and `data check`."""

from __future__ import annotations

import argparse
from pathlib import Path

from grognard import games
from grognard.cli.argument_types import Commands, Parser, command
from grognard.cli.file_access import write_text
from grognard.kernel.flow import Refused


def add(commands: Commands) -> None:
    """The commands of this module."""
    data = command(
        commands, "data", lambda chosen: 0, "write out a game's data files, or check your own",
        "data export iwojima my-data", "data check iwojima my-data", "play iwojima --data my-data",
    )  # fmt: skip
    what = data.add_subparsers(dest="what", required=True, metavar="WHAT", parser_class=Parser)
    export = command(
        what, "export", _export, "write the data files of a game into a folder, to be corrected; overwrites nothing",
        "data export iwojima my-data",
    )  # fmt: skip
    check = command(
        what, "check", _check, "check the data files in a folder and name every error by file, line and field",
        "data check iwojima my-data",
    )  # fmt: skip
    for parser in (export, check):
        parser.add_argument("game", metavar="GAME", help="one of `grognard games`")
        parser.add_argument("folder", type=Path, metavar="DIR", help="the folder")


def _export(chosen: argparse.Namespace) -> int:
    texts = games.data_files(chosen.game)
    folder: Path = chosen.folder
    if folder.exists() and not folder.is_dir():
        raise Refused(f"{folder} is not a folder.")
    there = [name for name in sorted(texts) if (folder / name).exists()]
    if there:
        raise Refused(f"{folder} already holds {', '.join(there)}: nothing was written over.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(f"{folder} cannot be made: {error.strerror}.") from None
    for name, text in sorted(texts.items()):
        write_text(folder / name, text)
    print(
        f"{folder}: {', '.join(sorted(texts))}. Correct what you like, remove the rest, and play with --data {folder}."
    )
    return 0


def _check(chosen: argparse.Namespace) -> int:
    game = games.load(chosen.game, chosen.folder)
    own = [name for name in sorted(games.data_files(chosen.game)) if (chosen.folder / name).is_file()]
    print(f"{chosen.folder}: {', '.join(own)} can be played; the data of {game.title} is then version {game.version}.")
    return 0
