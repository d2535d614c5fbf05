"""Types of command-line arguments: each is checked as it is read, and errors name what is allowed."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn, Protocol

from grognard.kernel.flow import Refused


class Commands(Protocol):
    """A parser's subcommands."""

    def add_parser(self, name: str, **settings: Any) -> Parser: ...


class Parser(argparse.ArgumentParser):
    """A parser that complains in one sentence and never prints the usage instead of help."""

    def __init__(self, **settings: Any) -> None:
        settings.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        settings.setdefault("allow_abbrev", False)
        super().__init__(**settings)

    def error(self, message: str) -> NoReturn:
        print(_missing_command(self, message) or _sentence(message, self.prog), file=sys.stderr)
        sys.exit(2)


def command(
    commands: Commands, name: str, run: Callable[[argparse.Namespace], int], about: str, *example: str
) -> Parser:
    """Add a command: its sentence stands in the list of commands, its examples at the end of its help."""
    lines = "\n".join(f"  grognard {line}" for line in example)
    parser = commands.add_parser(
        name,
        help=about,
        description=f"{about[:1].upper()}{about[1:]}.",
        epilog=f"examples:\n{lines}" if lines else None,
    )
    parser.set_defaults(run=run)
    return parser


def _missing_command(parser: Parser, message: str) -> str:
    """No command at all: say which there are."""
    for action in parser._actions:
        if action.choices and message.endswith(f"required: {action.metavar}"):
            return f"Say what {parser.prog} shall do: {', '.join(map(str, action.choices))}."
    return ""


def _sentence(message: str, prog: str) -> str:
    """argparse's error as a sentence for people."""
    choice = re.fullmatch(r"argument (\S+): invalid choice: (.+?) \(choose from (.+)\)", message)
    if choice:
        what = {"COMMAND": "command", "WHAT": "command"}.get(choice[1], choice[1])
        return f"There is no {what} {choice[2]}: {choice[3].replace(chr(39), '')}."
    needed = re.fullmatch(r"the following arguments are required: (.+)", message)
    if needed:
        return f"{needed[1]} is missing: see {prog} --help."
    extra = re.fullmatch(r"unrecognized arguments: (.+)", message)
    if extra:
        return f"{extra[1]} is not known here: see {prog} --help."
    argument = re.fullmatch(r"argument (\S+): (.+)", message, re.DOTALL)
    if argument:
        return f"{argument[1]}: {argument[2].rstrip('.')}."
    return f"{message[:1].upper()}{message[1:].rstrip('.')}."


def whole(low: int, high: int | None = None) -> Callable[[str], int]:
    """A whole number in a range."""
    allowed = f"a whole number of at least {low}" if high is None else f"a whole number from {low} to {high}"

    def parse(text: str) -> int:
        if not re.fullmatch(r"[+-]?\d{1,18}", text) or int(text) < low or (high is not None and int(text) > high):
            raise argparse.ArgumentTypeError(f"{text!r} is not {allowed}")
        return int(text)

    return parse


def any_whole(text: str) -> int:
    """A whole number of any size that a seed may have."""
    if not re.fullmatch(r"[+-]?\d{1,18}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number")
    return int(text)


DB = "GROGNARD_DB"
"""In the environment: the store. Unlike an argument, it is not shown to everybody who can list processes."""


def add_db(parser: argparse.ArgumentParser) -> None:
    """The argument `--db`."""
    told = f"the file to keep matches in, or a postgresql:// address (default: {DB}, or a file in your data folder)"
    parser.add_argument("--db", type=place, metavar="DB", default=os.environ.get(DB) or None, help=told)


def place(text: str) -> Path | str:
    """A file of matches, or the address of a database."""
    from grognard.store import is_url

    return text if is_url(text) else Path(text)


def pair(text: str) -> tuple[str, str]:
    """`name=value`."""
    name, equals, value = text.partition("=")
    if not (name and equals and value):
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form name=value")
    return name, value


def add_match_settings(parser: Parser) -> None:
    """Scenario, options and data: what a match or a simulation starts from."""
    parser.add_argument("--scenario", default="", metavar="X", help="the scenario (default: the game's first)")
    parser.add_argument(
        "--option", type=pair, action="append", default=[], metavar="K=V", help="an option of the game; may be repeated"
    )
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="play with your own data files from DIR (see `grognard data`)"
    )


def options_in(pairs: list[tuple[str, str]]) -> dict[str, str]:
    """The given options, each once."""
    out: dict[str, str] = {}
    for name, value in pairs:
        if out.get(name, value) != value:
            raise Refused(f"Option {name!r} is given twice, as {out[name]!r} and as {value!r}.")
        out[name] = value
    return out
