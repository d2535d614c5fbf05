"""Command `arena`: bots against each other."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from grognard.cli.argument_types import Commands, add_match_settings, any_whole, command, options_in, whole
from grognard.cli.file_access import check_target, write_json, write_text
from grognard.cli.terminal import Bar

if TYPE_CHECKING:
    from grognard.lab.sprt import Hypotheses


def add(commands: Commands) -> None:
    """The command of this module."""
    parser = command(
        commands, "arena", _arena, "measure the strength of bots: each pair plays both sides on the same dice",
        "arena iwojima --bots staff,recruit,random --games 40",
        "arena iwojima --bots general:200,staff --games 200 --into general.jsonl --plot general.svg",
        "arena nemesis --bots general:60,general --games 4000 --sprt 0,35",
    )  # fmt: skip
    parser.add_argument("game", metavar="GAME", help="one of `grognard games`")
    parser.add_argument("--bots", required=True, metavar="A,B,C", help="who takes part, with budgets (general:500)")
    parser.add_argument("--games", type=whole(1), required=True, metavar="N", help="how many games each pair plays")
    parser.add_argument("--against", default="", metavar="A", help="all others meet this one only (default: all pairs)")
    parser.add_argument(
        "--sprt", type=_hypotheses, metavar="LOW,HIGH",
        help="stop as soon as the first of two bots is known to be HIGH Elo stronger rather than LOW, or the reverse",
    )  # fmt: skip
    parser.add_argument("--jobs", type=whole(1, 1024), metavar="J", help="processes (default: one per processor)")
    parser.add_argument("--seed", type=any_whole, default=1, metavar="N", help="same seed, same games (default: 1)")
    parser.add_argument("--into", type=Path, metavar="FILE", help="keep each game as a line of FILE, and go on from it")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the strengths as SVG")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the table to FILE as well")
    add_match_settings(parser)


def _hypotheses(text: str) -> Hypotheses:
    """Two differences in Elo."""
    from grognard.lab.sprt import Hypotheses

    low, _, high = text.partition(",")
    try:
        return Hypotheses(float(low), float(high))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not two numbers of Elo, such as 0,35") from None


def _arena(chosen: argparse.Namespace) -> int:
    from grognard.lab import arena, arena_page
    from grognard.lab.simulate import Plan, processors

    for target in (chosen.plot, chosen.json, chosen.into):
        check_target(target)
    names = tuple(name.strip() for name in chosen.bots.split(","))
    options = tuple(options_in(chosen.option).items())
    plan = Plan(chosen.game, (), 1, chosen.seed, 0, chosen.scenario, options, chosen.data)
    meeting = arena.enter(plan, names, chosen.games, chosen.into, chosen.against, chosen.sprt)
    bar = Bar(len(meeting.fixtures()))
    try:
        meeting.play(chosen.jobs or processors(), bar)
    finally:
        bar.close()
    failed = meeting.failures()
    for each in failed:
        print(f"Game {each.number} of {', '.join(each.seats)} failed: {each.problem}.", file=sys.stderr)
    if meeting.counted():
        print("\n".join(arena_page.lines(meeting)))
        if chosen.json:
            write_json(chosen.json, arena_page.to_json(meeting))
        if chosen.plot:
            write_text(chosen.plot, arena_page.plot(meeting))
    return 1 if failed else 0
