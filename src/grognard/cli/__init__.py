"""The command line: `grognard COMMAND …`. Each module holds a few commands; each returns an exit status.

Nobody imports from it.
"""

from __future__ import annotations

import gc
import io
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from grognard import __version__, interrupt
from grognard.collector import SELDOM

if TYPE_CHECKING:
    from grognard.cli.argument_types import Parser

ABOUT = "Historical board wargames with every rule enforced."
START = """\
To begin:
  grognard play iwojima           a match in your browser, against a bot
  grognard rules iwojima landing  what the rules say
  grognard COMMAND --help         what a command can do, with examples

Exit status: 0 done; 1 something was found wrong (a failed game, an altered save, an untested case);
2 it cannot be done as asked, and nothing was changed; 130 you ended it."""


def command() -> int:
    """`grognard` as people call it: from here on Ctrl-C is quiet, also while the rest is being loaded."""
    gc.set_threshold(*SELDOM)  # what a command makes much of holds no cycles
    return interrupt.guarded(main)


def parser() -> Parser:
    """The parser of every command."""
    from grognard.cli import (
        arena,
        atlas,
        backup,
        bot,
        club,
        data,
        lab,
        newgame,
        play,
        report,
        rulebook,
        saves,
        simulate,
    )
    from grognard.cli.argument_types import Parser

    every = Parser(prog="grognard", description=ABOUT, epilog=START)
    every.add_argument("--version", action="version", version=f"grognard {__version__}")
    commands = every.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=Parser)
    for module in (play, rulebook, saves, report, simulate, arena, lab, data, newgame, atlas, backup, club, bot):
        module.add(commands)
    return every


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command: 0, 1 when it found something wrong, 2 with one sentence when it cannot be done as asked."""
    from grognard.kernel.flow import Refused

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that has no arrows gets a question mark
    chosen = parser().parse_args(arguments)
    try:
        status: int = chosen.run(chosen)
        sys.stdout.flush()
        return status
    except Refused as refused:
        print(refused, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return interrupt.STATUS
    except BrokenPipeError:
        # Anyone who read our output has seen enough; what is left in the buffer has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
