"""Texts of notifications: game, opponent, turn and a link, never what happened on the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

KINDS = (
    "your-turn", "time-short", "challenge", "accepted", "declined", "ended", "draw-offered", "void-proposed", "joined",
    "message", "test",
)  # fmt: skip
FACTS = ("game", "opponent", "turn", "side", "hours")
"""All that a notice may know; `side` is not said, it tells whether the match still waits for that side."""
WAITS = ("your-turn", "time-short")
"""Which are of no use once the match has gone on."""
ONCE = ("message",)
"""Which are told once, until the member has looked at the match: talk is many lines."""
LONGEST = 80
"""Characters of a name or title in a notice."""


class Words(NamedTuple):
    """A notice as it is read."""

    title: str
    text: str
    link: str


def facts_of(given: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a notice, if they are none but those that it may know."""
    for name, value in given.items():
        if name not in FACTS or not isinstance(value, str | int | float):
            raise ValueError(f"A notice may not know {name!r}.")
    return {name: value[:LONGEST] if isinstance(value, str) else value for name, value in given.items()}


def worded(kind: str, match: str, facts: Mapping[str, Any], club: str, address: str) -> Words:
    """A notice in words."""
    game = facts.get("game") or "Your match"
    other = facts.get("opponent") or "Your opponent"
    turn = f" (turn {facts['turn']})" if facts.get("turn") else ""
    hours = facts.get("hours")
    left = "soon" if not hours else f"in {round(hours)} hours" if hours >= 1.5 else "in about an hour"
    title, text = {
        "your-turn": (f"{game}: it is your move", f"{other} has played{turn}. The match waits for you."),
        "time-short": (f"{game}: your time runs out {left}", f"Your match against {other} waits for you{turn}."),
        "challenge": (f"{other} challenges you", f"To a match of {game}. Accept or decline it in the lobby."),
        "accepted": (f"{other} accepts your challenge", f"Your match of {game} has begun."),
        "declined": (f"{other} declines your challenge", f"There will be no match of {game} this time."),
        "ended": (f"{game}: the match is over", f"Your match against {other} has ended. Its replay is open."),
        "draw-offered": (f"{other} offers a draw", f"In your match of {game}{turn}."),
        "void-proposed": (
            f"{other} proposes to abandon your match",
            f"If you agree, your match of {game}{turn} ends without a result.",
        ),
        "joined": (f"{other} sits down at your table", f"Your match of {game} has begun."),
        "message": (f"{other} has written to you", f"In your match of {game}."),
        "test": (f"{club}: this notice arrived", "This is how you will be told that it is your move."),
    }[kind]
    return Words(title, text, f"{address.rstrip('/')}/match/{match}" if match else f"{address.rstrip('/')}/")


def summed_up(all_words: Sequence[Words], club: str, address: str) -> Words:
    """One daily letter for several notices."""
    count = len(all_words)
    title = f"{club}: {count} notices" if count != 1 else f"{club}: {all_words[0].title}"
    lines = [f"- {words.title}. {words.text}\n  {words.link}" for words in all_words]
    return Words(title, "\n".join(lines), f"{address.rstrip('/')}/")


def hook_body(shape: str, words: Words, kind: str, match: str) -> dict[str, Any]:
    """A notice in the shape that a webhook wants."""
    line = f"{words.title}. {words.text} {words.link}"
    if shape == "discord":
        return {"content": line, "allowed_mentions": {"parse": []}}
    if shape == "slack":
        for letter, safe in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")):
            line = line.replace(letter, safe)
        return {"text": line}
    if shape == "matrix":
        return {"msgtype": "m.text", "body": line}
    return {"kind": kind, "match": match, "title": words.title, "text": words.text, "link": words.link}
