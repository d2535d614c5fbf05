"""Texts of notifications: game, opponent, turn and a link, never what happened on the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from grognard.kernel.words import numbered

KINDS = (
    "your-turn", "time-short", "challenge", "accepted", "declined", "ended", "draw-offered", "void-proposed", "joined",
    "message", "test", "announced", "entries-close", "round", "deadline", "final-table", "called-off", "substitute",
)  # fmt: skip
FACTS = (
    "game", "opponent", "turn", "side", "hours", "began", "until", "terms", "outcome", "why", "rating", "change",
    "event", "name", "text", "closes", "begins", "round", "rounds", "plays", "table", "place", "daily",
)  # fmt: skip
"""All that a notification may know; `side` is not said, it tells whether the match still waits for that side, and
`event` is the tournament that it is about."""
OUTCOMES = {"won": "You won", "lost": "{other} won", "draw": "It ended in a draw", "void": "It has no result"}
"""How a match ended for who is told."""
WAITS = ("your-turn", "time-short", "deadline")
"""Which are of no use once the match has gone on."""
ONCE = ("message",)
"""Which are told once, until the member has looked at the match: a chat has many lines."""
LONGEST = 80
"""Characters of a name or title in a notification."""
LONGEST_OF = {"terms": 240, "why": 500, "text": 2_000, "table": 6_000}
"""The same of what is longer: the terms of a match, a reason, an announcement, a final table."""


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
        name: value[: LONGEST_OF.get(name, LONGEST)] if isinstance(value, str) else value
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
        "deadline": (f"{game}: your time runs out in 2 days", f"It is your move against {against}{turn}.{until}"),
        "test": (f"{club}: test notification", "It works: this is how you will hear that it is your move."),
    }.get(kind) or _of_tournament(kind, facts)  # fmt: skip
    room = f"match/{match}" if match else f"tournaments/{facts['event']}" if facts.get("event") else ""
    return Words(title, text, f"{address.rstrip('/')}/{room}")


def _of_tournament(kind: str, facts: Mapping[str, Any]) -> tuple[str, str]:
    """Title and text of what a tournament tells its players, and those who want to hear of new ones."""
    name, game = facts.get("name") or "A tournament", facts.get("game") or "a game"
    why = f" Reason: {facts['why']}" if facts.get("why") else ""
    if kind == "announced":
        return f"{name}: a new tournament", "\n\n".join(filter(None, (facts.get("text"), _invitation(facts, game))))
    if kind == "entries-close":
        return f"{name}: entries close soon", _invitation(facts, game)
    if kind == "round":
        return f"{name}: round {facts.get('round')} of {facts.get('rounds')}", _pairing(facts, game)
    if kind == "final-table":
        place = f"You are {_ordinal(int(facts['place']))}. " if facts.get("place") else ""
        return f"{name} is over", f"{place}The final table:\n\n{facts.get('table', '')}"
    if kind == "called-off":
        return f"{name} is called off", f"The tournament does not go on.{why}"
    if kind == "substitute":
        return f"{name}: you play", f"You take the place of {facts.get('opponent')}.{why}"
    raise KeyError(kind)


def _invitation(facts: Mapping[str, Any], game: str) -> str:
    """Game, terms and dates, for those who may join."""
    said = [f"The game is {game}{': ' + facts['terms'] if facts.get('terms') else ''}."]
    if facts.get("closes"):
        said.append(f"Join by {_moment(facts['closes'])}.")
    if facts.get("begins"):
        said.append(f"It starts on {_moment(facts['begins'])}.")
    if facts.get("daily"):
        said.append(f"Players are expected to play {numbered(int(facts['daily']), 'game')} a day.")
    return " ".join(said)


def _pairing(facts: Mapping[str, Any], game: str) -> str:
    """Opponent, first side and time control of a round; or the bye."""
    if not facts.get("opponent"):
        return "You have a bye: you rest in this round and get 2 points."
    first = f" In game 1 you play {facts['plays']}, in game 2 the other side." if facts.get("plays") else ""
    terms = f" You have {facts['terms']}." if facts.get("terms") else ""
    return f"You play {facts['opponent']} in two games of {game}.{first}{terms}"


def _ordinal(number: int) -> str:
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


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
