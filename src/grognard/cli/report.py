"""Command `report`: writes the after-action report of a save."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from grognard.cli.argument_types import Commands, command
from grognard.cli.file_access import check_target, load_save, write_text
from grognard.kernel.flow import Refused


def add(commands: Commands) -> None:
    """The commands of this module."""
    report = command(
        commands, "report", _report, "write the after-action report of a saved game as one HTML page",
        "report game.txt", "report game.txt -o battle.html", "report game.txt --side US",
    )  # fmt: skip
    report.add_argument("file", type=Path, metavar="FILE", help="a save file")
    report.add_argument("-o", "--output", type=Path, metavar="PATH", help="the page to write (default: FILE.html)")
    report.add_argument("--side", metavar="S", help="only what this side may know (default: all, of a finished game)")
    report.add_argument("--data", type=Path, metavar="DIR", help="the data files that the game was played with")


def _report(chosen: argparse.Namespace) -> int:
    from grognard.lab.after_action import report

    path: Path = chosen.output or chosen.file.with_suffix(".html")
    check_target(path)
    loaded = load_save(chosen.file, chosen.data)
    match = loaded.match
    side = None if chosen.side is None else match.game.side_index(chosen.side)
    if side is None and not match.over:
        sides = " or ".join(each.id for each in match.game.sides)
        raise Refused(f"{chosen.file} is not over: choose with --side {sides} whose report you want.")
    for note in loaded.notes:
        print(note, file=sys.stderr)
    write_text(path, report(match, side))
    print(path)
    return 0
