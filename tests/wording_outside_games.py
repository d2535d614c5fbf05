"""The sentences of page, server, emails and command line, gathered from the code.

`errors` are the refusals of server, store and club, `emails` all kinds of notification and message, `helps` the help of
every command, `messages` what commands print. The page's own sentences are gathered in a browser (`tests/browser`).
"""

from __future__ import annotations

import argparse
import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grognard
from grognard.cli import parser
from grognard.club import emails as email_texts
from grognard.club import notification_text
from wording import Vocabulary, english, offences

SRC = Path(grognard.__file__).parent
RAISED = {"ApiError", "malformed", "unknown", "Refused", "StoreError", "GaveUp", "error", "refuse"}
PRINTED = {"print", "_say", "say", "fail", "SystemExit", "exit", "info", "warning"}
Said = tuple[str, str]
"""Where a sentence stands, and the sentence."""


def errors() -> Iterator[Said]:
    """Refusals, with a figure in every open place."""
    for folder in ("server", "club", "store", "work", "match"):
        yield from _called(SRC / folder, RAISED)


def messages() -> Iterator[Said]:
    """What commands print."""
    yield from _called(SRC / "cli", PRINTED | RAISED)


def _called(folder: Path, names: set[str]) -> Iterator[Said]:
    for file in sorted(folder.rglob("*.py")):
        if "migrations" in file.parts:
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called in names:
                for given in node.args:
                    text = _text(given)
                    if text and re.search(r"[A-Za-z]{2,} ", text):
                        yield f"{file.relative_to(SRC)}:{given.lineno}", text


def _text(node: ast.expr) -> str:
    """A literal, with 7 in every open place."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        parts = [part.value if isinstance(part, ast.Constant) else "7" for part in node.values]
        return "".join(map(str, parts))
    return ""


def emails() -> Iterator[Said]:
    """Every email and notification, in full."""
    for write in (email_texts.verification, email_texts.changed, email_texts.reset):
        email = write("Ann", "Our Club", "https://play.example.org")
        yield write.__name__, email.subject
        yield write.__name__, " ".join(email.text.split())
    facts = {"game": "Iwo Jima", "opponent": "Ben", "turn": 3, "side": "US", "hours": 5, "until": 1.79e9}
    ends = [{"outcome": how, "why": "", "rating": 1520, "change": 20} for how in notification_text.OUTCOMES]
    short = [{"hours": hours} for hours in (0.0, 0.02, 0.5, 1.2)]
    others = [{"began": True, "terms": "you play US, 30 minutes for each player, rated"}, *ends, *short]
    for kind in notification_text.KINDS:
        for given in (facts, {}, *(facts | other for other in others)):
            words = notification_text.worded(kind, "abc", given, "Our Club", "https://play.example.org")
            yield f"notification {kind}", words.title
            yield f"notification {kind}", words.text


def helps() -> Iterator[Said]:
    """Descriptions and help of every command and option."""
    yield from _helps(parser(), "grognard")


def _helps(of: argparse.ArgumentParser, name: str) -> Iterator[Said]:
    for text in (of.description, of.epilog):
        if text:
            yield f"{name} --help", text
    for action in of._actions:
        if isinstance(action, argparse._SubParsersAction):
            for choice in action._choices_actions:
                yield f"{name} {choice.dest}", choice.help or ""
            for sub, each in action.choices.items():
                yield from _helps(each, f"{name} {sub}")
        elif action.help and action.help != argparse.SUPPRESS:
            shown: Any = action.help
            yield f"{name} {'/'.join(action.option_strings) or action.dest}", shown


TERMS = """API CSV CSS CLI CPU DIR FILE GAME HIGH HTML HTTP ID ISO JSON LETTERS LOW MP NAME NUL OUT PNG POST PUT QR SHA
SIGTERM SMTP SQL SVG TLS TOML URL UTC UTF VERB WORD"""


class _NoGame(Vocabulary):
    """Names of no game; the computing words that hosts and programmers know."""

    def __init__(self) -> None:
        self.names = ["Grognard"]
        self.units = set()
        self.ids = set()
        self.terms = set(TERMS.split())


NOBODY = _NoGame()
OWN: dict[str, re.Pattern[str]] = {
    "a member is no he": re.compile(r"\b(?:he|him|his|himself)\b"),
    "a unit is spelled out": re.compile(r"\b\d+ (?:s|h|min)\b"),
    "old word": re.compile(
        r"\b(?:[Ll]etter(?= (?:is|to|with))|[Ww]hoever|[Ww]atchers?|shall|[Mm]ails?(?! server)|[Nn]otices?|anew)\b"
    ),
}
QUOTED = re.compile(r"`[^`]*`|--\w[\w-]*|https?:\S*|\w+_\w+|hex digits|  ")
"""What programs are told, in a sentence for people."""


def faults(text: str) -> Iterator[str]:
    """What is wrong with a sentence that belongs to no game."""
    if "examples:\n" in text or "\n  " in text:
        return
    plain = QUOTED.sub("it", text.strip()).replace("None", "Not one")
    for fault, pattern in OWN.items():
        for found in pattern.finditer(plain):
            yield f"{fault}: {found[0]}" if fault != "a member is no he" else fault
    for fault in (*offences(plain, NOBODY), *english(plain, NOBODY)):
        if not fault.startswith(("an inner name: [", "unlabelled", "nothing taken off")):
            yield fault
