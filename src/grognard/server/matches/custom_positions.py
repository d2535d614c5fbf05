"""Custom positions: fields that the editor can change, the resulting position, and matches that start from it.

The editor starts where the set-up ends: a bot sets up where players would, always alike. What it sends is the sum of
all changes, which the game's own sandbox carries out; a position that breaks the game's invariants, or from which the
rules cannot go on, is refused with sentences.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from grognard import bots
from grognard.kernel import bounds
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING, DeadEnd, Decision, Refused
from grognard.kernel.game import Game
from grognard.kernel.play import advance, apply
from grognard.kernel.sandbox import Field, fields_of
from grognard.match.visibility import seen_by

SET_UP = "set-up"
LONGEST_SET_UP = 500
DICE = b"position by hand"


def sheet(game: Game) -> dict[str, Any]:
    """Editable fields of a game, for the page."""
    return {"fields": [_field(game, field) for field in fields_of(game)]}


def _field(game: Game, field: Field) -> dict[str, Any]:
    out: dict[str, Any] = {"id": field.id, "name": field.name, "kind": field.kind}
    if field.kind in ("number", "counts", "scores"):
        out |= {"least": field.least, "most": _most(game, field)}
    if field.choices:
        out["choices"] = [{"id": value, "name": name} for value, name in field.choices]
    if field.among:
        index = game.unit_index if field.kind == "units" else game.space_index
        out["among"] = [index[name] for name in field.among]
    return out


def _most(game: Game, field: Field) -> int:
    if field.id != "turn":
        return field.most
    return next((int(t["max"]) for t in game.board()["tracks"] if t["id"] == "turn" and "max" in t), field.most)


@lru_cache(maxsize=32)
def _opening(game: Game, scenario: str, options: tuple[tuple[str, str], ...]) -> Any:
    """The position in which the set-up is done."""
    dice = KeyedDice(DICE)
    s = game.new(scenario, dict(options))
    advance(s, dice)
    players = [bots.make(bots.usual(game), game, side, random.Random(side)) for side in game.every_side]
    for _ in range(LONGEST_SET_UP):
        asked = s.pending
        if s.winner != ONGOING or not isinstance(asked, Decision) or not game.phases[s.phase].id.endswith(SET_UP):
            break
        apply(s, asked.side, players[asked.side].choose(game.redact(s, asked.side), asked), dice)
    return s


def changed(game: Game, scenario: str, options: Mapping[str, str], change: Mapping[str, Any]) -> Any:
    """The position with the changes, before anything is asked."""
    chosen = {choice.id: options.get(choice.id, choice.default) for choice in game.options}
    if any(value not in choice.choices for choice in game.options for value in (chosen[choice.id],)):
        raise Refused("One of the options is not among its choices.")
    if scenario and scenario not in [choice.id for choice in game.scenarios]:
        raise Refused(f"There is no scenario {scenario!r} in {game.title}.")
    bounds.check_words(game, change)
    for field in fields_of(game):
        if field.id in change:
            _check(game, field, change[field.id])
    s = _opening(game, scenario or game.scenarios[0].id, tuple(sorted(chosen.items()))).copy()
    try:
        if "turn" in change:
            game.edit(s, {word: change[word] for word in ("turn", "phase") if word in change})
            getattr(game.of_sandbox, "keep_calendar", lambda _: None)(s)
        game.edit(s, change)
    except (ValueError, TypeError, KeyError, IndexError, AttributeError):
        raise Refused("One of the values is not valid in this game.") from None
    s.rolls = s.news = 0
    bounds.check_values(game, s.to_json())
    return s


def _check(game: Game, field: Field, value: Any) -> None:
    """Check the values for a field: their type, and numbers within bounds."""
    if not _SHAPES[field.kind](value):
        raise Refused(f"{field.name}: one of the values is not valid in this game.")
    if field.kind == "number":
        numbers = [value]
    elif field.kind in ("counts", "scores"):
        numbers = list(value.values())
    else:
        return
    least, most = field.least, _most(game, field)
    if any(type(number) is not int or not least <= number <= most for number in numbers):
        raise Refused(f"{field.name} is between {least} and {most}.")


def _is_place(value: Any) -> bool:
    if isinstance(value, list):
        return len(value) == 2 and isinstance(value[0], str) and type(value[1]) is int
    return isinstance(value, str)


def _are_names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


_SHAPES: dict[str, Callable[[Any], bool]] = {
    "number": lambda value: True,
    "choice": lambda value: isinstance(value, str),
    "places": lambda value: isinstance(value, dict) and all(map(_is_place, value.values())),
    "units": _are_names,
    "spaces": _are_names,
    "counts": lambda value: isinstance(value, dict),
    "scores": lambda value: isinstance(value, dict),
}


def wrong_with(game: Game, s: Any) -> list[str]:
    """Why a position by hand is not sound: broken invariants, and what cannot be in its turn.

    A save is held to the invariants alone: matches from positions that were accepted once stay readable.
    """
    calendar: Callable[[Any], list[str]] = getattr(game.of_sandbox, "calendar", lambda _: [])
    return bounds.broken(game, s) or calendar(s)


def start_of(game: Game, scenario: str, options: Mapping[str, str], change: Mapping[str, Any]) -> dict[str, Any]:
    """The position as the header of a match keeps it; one that cannot be played is refused."""
    s = changed(game, scenario, options, change)
    wrong = wrong_with(game, s)
    if wrong:
        raise Refused(" ".join(wrong))
    _go_on(s.copy())
    values: dict[str, Any] = s.to_json()
    return values


def _go_on(s: Any) -> Decision | None:
    """Run a position to its first question."""
    s.pending = None
    try:
        advance(s, KeyedDice(DICE))
    except (DeadEnd, ValueError, TypeError, KeyError, IndexError, AttributeError, AssertionError):
        raise Refused("The game cannot continue from here: something that this phase needs is missing.") from None
    return s.pending if isinstance(s.pending, Decision) else None


def shown(game: Game, scenario: str, options: Mapping[str, str], change: Mapping[str, Any]) -> dict[str, Any]:
    """A position for the editor's page: everything open, with all values, what is asked first, and what is wrong."""
    s = changed(game, scenario, options, change)
    out: dict[str, Any] = {
        "view": seen_by(game, s, None),
        "values": {field.id: field.read(s) for field in fields_of(game)},
        "errors": wrong_with(game, s),
        "asked": None,
    }
    try:
        then = s.copy()
        asked = _go_on(then)
    except Refused as refused:
        out["errors"] = [*out["errors"], str(refused)]
    else:
        out["asked"] = asked and {"side": asked.side, "prompt": game.prompt(then, asked, asked.side)}
    return out
