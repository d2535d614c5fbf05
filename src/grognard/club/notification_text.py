"""Texts of notifications: game, opponent, turn and a link, never what happened on the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from grognard.kernel.words import numbered

KINDS = (
    "your-turn", "time-short", "challenge", "accepted", "declined", "ended", "draw-offered", "void-proposed", "joined",
    "message", "test",
)  # fmt: skip
FACTS = (
    "game", "opponent", "turn", "side", "hours", "began", "until", "terms", "outcome", "why", "rating", "change",
)  # fmt: skip
"""All that a notification may know; `side` is not said, it tells whether the match still waits for that side."""
OUTCOMES = {"won": "You won", "lost": "{other} won", "draw": "It ended in a draw", "void": "It has no result"}
"""How a match ended for who is told."""
WAITS = ("your-turn", "time-short")
"""Which are of no use once the match has gone on."""
ONCE = ("message",)
"""Which are told once, until the member has looked at the match: a chat has many lines."""
LONGEST = 80
"""Characters of a name or title in a notification."""
LONGEST_SENTENCE = 240
"""The same of what the club itself says: the terms of a match, why it ended."""


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
    return {
        name: value[: LONGEST_SENTENCE if name in ("terms", "why") else LONGEST] if isinstance(value, str) else value
        for name, value in given.items()
    }


def worded(kind: str, match: str, facts: Mapping[str, Any], club: str, address: str) -> Words:
    """A notification in words."""
    game, name = facts.get("game") or "Your match", facts.get("game") or "a game"
    other, against = facts.get("opponent") or "Your opponent", facts.get("opponent") or "your opponent"
    turn = f" (turn {facts['turn']})" if facts.get("turn") else ""
    until = f" Decide by {_moment(facts['until'])}." if facts.get("until") else ""
    has_played = f"Your match against {against} has begun." if facts.get("began") else f"{other} has played{turn}."
    terms = f": {facts['terms']}" if facts.get("terms") else ""
    title, text = {
        "your-turn": (f"{game}: it is your move", f"{has_played}{until}"),
        "time-short": (
            f"{game}: your time runs out {_left(facts.get('hours'))}",
            f"It is your move against {against}{turn}.{until}",
        ),
        "challenge": (f"{other} challenges you", f"The game is {name}{terms}. Accept or decline in the lobby."),
        "accepted": (f"{other} accepted your challenge", f"Your match of {name} has started."),
        "declined": (f"{other} declined your challenge", f"The game would have been {name}."),
        "ended": (f"{game}: the match is over", f"{_ending(facts, other, against)} You can watch the replay."),
        "draw-offered": (f"{other} offers a draw", f"Accept or decline it in your match of {name}{turn}."),
        "void-proposed": (
            f"{other} proposes to abandon your match",
            f"If you agree, your match of {name}{turn} ends without a result.",
        ),
        "joined": (f"{other} joined your game", f"Your match of {name} has started."),
        "message": (f"{other} wrote to you", f"Read the message in your match of {name}."),
        "test": (f"{club}: test notification", "It works: this is how you will hear that it is your move."),
    }[kind]  # fmt: skip
    return Words(title, text, f"{address.rstrip('/')}/match/{match}" if match else f"{address.rstrip('/')}/")


def subject(words: Words, club: str) -> str:
    """The subject of an email: it begins with the club, for who plays in two."""
    return words.title if words.title.startswith(f"{club}:") else f"{club}: {words.title}"


def _left(hours: float | None) -> str:
    """The time that is left, in words that are true."""
    if hours is None:
        return "soon"
    if hours < 1 / 60:
        return "in less than 1 minute"
    if hours < 1:
        return f"in about {numbered(round(hours * 60), 'minute')}"
    return f"in {numbered(round(hours), 'hour')}" if hours >= 1.5 else "in about 1 hour"


def _ending(facts: Mapping[str, Any], other: str, against: str) -> str:
    """The winner, the reason, and the rating as it is now."""
    said = [f"Your match against {against} is over."]
    decided = facts.get("outcome") in ("won", "lost")
    if decided or (facts.get("outcome") and not facts.get("why")):  # the reason itself says that nobody won
        said.append(f"{OUTCOMES[facts['outcome']].format(other=other)}.")
    if facts.get("why"):
        said.append(str(facts["why"]))
    if facts.get("rating"):
        change = int(facts.get("change", 0))
        signed = f"+{change}" if change > 0 else f"\N{MINUS SIGN}{-change}" if change else "no change"
        said.append(f"Your rating is {facts['rating']} now ({signed}).")
    return " ".join(said)


def _moment(at: float) -> str:
    """A moment as everybody reads it alike."""
    then = datetime.fromtimestamp(at, UTC)
    return f"{then:%A}, {then.day} {then:%B %Y}, {then:%H:%M} UTC"


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
