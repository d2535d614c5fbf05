"""Texts of notifications: game, opponent, turn and a link, never what happened on the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

KINDS = (
    "your-turn", "time-short", "challenge", "accepted", "declined", "ended", "draw-offered", "void-proposed", "joined",
    "message", "test",
)  # fmt: skip
FACTS = ("game", "opponent", "turn", "side", "hours")
"""All that a notification may know; `side` is not said, it tells whether the match still waits for that side."""
WAITS = ("your-turn", "time-short")
"""Which are of no use once the match has gone on."""
ONCE = ("message",)
"""Which are told once, until the member has looked at the match: a chat has many lines."""
LONGEST = 80
"""Characters of a name or title in a notification."""


class Words(NamedTuple):
    """A notification as it is read."""

    title: str
    text: str
    link: str


def facts_of(given: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a notification, if they are none but those that it may know."""
    for name, value in given.items():
        if name not in FACTS or not isinstance(value, str | int | float):
            raise ValueError(f"A notification may not know {name!r}.")
    return {name: value[:LONGEST] if isinstance(value, str) else value for name, value in given.items()}


def worded(kind: str, match: str, facts: Mapping[str, Any], club: str, address: str) -> Words:
    """A notification in words."""
    game, name = facts.get("game") or "Your match", facts.get("game") or "a game"
    other, against = facts.get("opponent") or "Your opponent", facts.get("opponent") or "your opponent"
    turn = f" (turn {facts['turn']})" if facts.get("turn") else ""
    hours = facts.get("hours")
    left = "soon" if not hours else f"in {round(hours)} hours" if hours >= 1.5 else "in about 1 hour"
    title, text = {
        "your-turn": (f"{game}: it is your move", f"{other} has played{turn}."),
        "time-short": (f"{game}: your time runs out {left}", f"It is your move against {against}{turn}."),
        "challenge": (f"{other} challenges you", f"The game is {name}. Accept or decline in the lobby."),
        "accepted": (f"{other} accepted your challenge", f"Your match of {name} has started."),
        "declined": (f"{other} declined your challenge", f"The game would have been {name}."),
        "ended": (f"{game}: the match is over", f"Your match against {against} is over. You can watch the replay."),
        "draw-offered": (f"{other} offers a draw", f"Accept or decline it in your match of {name}{turn}."),
        "void-proposed": (
            f"{other} proposes to abandon your match",
            f"If you agree, your match of {name}{turn} ends without a result.",
        ),
        "joined": (f"{other} joined your game", f"Your match of {name} has started."),
        "message": (f"{other} wrote to you", f"Read the message in your match of {name}."),
        "test": (f"{club}: test notification", "It works: this is how you will hear that it is your move."),
    }[kind]
    return Words(title, text, f"{address.rstrip('/')}/match/{match}" if match else f"{address.rstrip('/')}/")


def summed_up(all_words: Sequence[Words], club: str, address: str) -> Words:
    """One daily email for several notifications."""
    count = len(all_words)
    title = f"{club}: {count} notifications" if count != 1 else f"{club}: {all_words[0].title}"
    lines = [f"- {words.title}. {words.text}\n  {words.link}" for words in all_words]
    return Words(title, "\n".join(lines), f"{address.rstrip('/')}/")


def hook_body(shape: str, words: Words, kind: str, match: str) -> dict[str, Any]:
    """A notification in the shape that a webhook wants."""
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
