"""Commands `replay`, `analyse` and `verify`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from grognard.cli.argument_types import Commands, command, whole
from grognard.cli.file_access import check_target, finder, load_save, read_save, write_json, write_text
from grognard.kernel.flow import Refused

FOUND_ALTERED, NO_SAVE, FOUND_PARTLY = 1, 2, 3
"""What `verify` ends with, besides 0 for a sound record."""


def add(commands: Commands) -> None:
    """The commands of this module."""
    replay = command(
        commands, "replay", _replay, "show a position of a saved game in words, or as a picture",
        "replay game.txt", "replay game.txt --at 120 --side US", "replay game.txt --svg end.svg",
    )  # fmt: skip
    replay.add_argument("file", type=Path, metavar="FILE", help="a save file")
    replay.add_argument("--at", type=whole(0), metavar="N", help="after decision N (default: the last)")
    replay.add_argument("--side", metavar="S", help="only what this side may know (default: everything is open)")
    replay.add_argument("--svg", type=Path, metavar="OUT", help="draw the position into OUT instead of text")

    analyse = command(
        commands, "analyse", _analyse, "show where a saved game was won and lost, and what mattered most",
        "analyse game.txt", "analyse game.txt --svg curve.svg --json analysis.json",
    )  # fmt: skip
    analyse.add_argument("file", type=Path, metavar="FILE", help="a save file")
    analyse.add_argument("--svg", type=Path, metavar="OUT", help="draw the curve into OUT")
    analyse.add_argument("--json", type=Path, metavar="OUT", help="write the findings to OUT as well")
    analyse.add_argument(
        "--nodes", type=whole(0), metavar="N",
        help="simulations at every plan, in search of mistakes (default: as the game can bear; 0: only the curve)",
    )  # fmt: skip

    verify = command(
        commands, "verify", _verify,
        "check every decision and roll of a game: ends with 0 if sound, 3 if sound as far as it goes, 1 if altered",
        "verify game.txt",
    )  # fmt: skip
    verify.add_argument("file", type=Path, metavar="FILE", help="a save file")
    for parser in (replay, analyse, verify):
        parser.add_argument("--data", type=Path, metavar="DIR", help="the data files it was played with, if not ours")


def _replay(chosen: argparse.Namespace) -> int:
    from grognard.lab import position_description
    from grognard.lab.position_picture import picture

    check_target(chosen.svg)
    loaded = load_save(chosen.file, chosen.data)
    match = loaded.match
    count = len(match.played) if chosen.at is None else chosen.at
    if count > len(match.played):
        raise Refused(f"{chosen.file} has {len(match.played)} decisions: --at is from 0 to {len(match.played)}.")
    side = None if chosen.side is None else match.game.side_index(chosen.side)
    state = match.position(count)
    for note in loaded.notes:
        print(note, file=sys.stderr)
    if chosen.svg:
        write_text(chosen.svg, picture(match.game, state, side))
        print(f"{chosen.svg}: the position after decision {count} of {len(match.played)}.")
        return 0
    print(f"Decision {count} of {len(match.played)}")
    print("\n".join(position_description.position(match.game, state, side)))
    told = position_description.log(match, count, side)
    if told:
        print("\nLog")
        print("\n".join(f"  {line}".rstrip() for line in told))
    return 0


def _analyse(chosen: argparse.Namespace) -> int:
    from grognard.lab import analysis

    for target in (chosen.svg, chosen.json):
        check_target(target)
    loaded = load_save(chosen.file, chosen.data)
    for note in loaded.notes:
        print(note, file=sys.stderr)
    if not loaded.match.over:
        raise Refused(f"{chosen.file} is not finished. Hidden information is shown only after the end.")
    found = analysis.analyse(loaded.match, chosen.nodes)
    print("\n".join(analysis.lines(loaded.match, found)))
    if chosen.svg:
        write_text(chosen.svg, analysis.curve(loaded.match, found))
    if chosen.json:
        write_json(chosen.json, analysis.to_json(loaded.match, found))
    return 0


def _verify(chosen: argparse.Namespace) -> int:
    from grognard.match.verify import ALTERED, SOUND, verify

    report = verify(read_save(chosen.file), finder(chosen.data))
    for note in report.notes:
        print(note, file=sys.stderr)
    said = report.text if report.ok else f"{chosen.file}: altered at {report.text[:1].lower()}{report.text[1:]}"
    print(said, file=sys.stdout if report.ok else sys.stderr)
    if report.status == ALTERED:
        return NO_SAVE if report.line == 1 else FOUND_ALTERED
    return 0 if report.status == SOUND else FOUND_PARTLY
