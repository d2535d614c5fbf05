"""Hints by the staff bot: its choice for a side, from what that side may know, in words and with its reason."""

from __future__ import annotations

import random
import re
from collections import OrderedDict
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from grognard import bots, games
from grognard.kernel.flow import Decision, Option
from grognard.kernel.game import Game
from grognard.kernel.ids import Side, Space, Unit

STAFF = "staff"
ENOUGH = "No other option seems worthwhile."
"""Why a button is pressed that ends something, where the staff says nothing itself."""
REMEMBERED = 16
"""Tables whose staff keeps its plans from one question to the next."""

_seated: OrderedDict[tuple[str, str, int, int], bots.Bot] = OrderedDict()


class Hint(NamedTuple):
    """A choice, what it says, and why."""

    option: Option
    text: str
    reason: str


def has_staff(game: Game) -> bool:
    """Whether anybody can be asked."""
    return STAFF in bots.names(game)


def staff_hint(game_id: str, table: str, side: Side, known: dict[str, Any], asked: Decision) -> Hint:
    """The staff's answer to a question. `known` is the redacted position as JSON values, `table` names the match.

    The same staff answers a table's questions of one turn, so that its plan holds from one to the next.
    """
    game = games.load(game_id)
    state = game.state_type.from_json(game, known)
    state.pending = asked
    bot = _staff(game, table, side, state.turn)
    option = bot.choose(state, asked)
    ends_it = game.verbs[str(option[0])].primary and len(asked.options) > 1
    return Hint(option, in_words(game, option), bot.reason or (ENOUGH if ends_it else ""))


def _staff(game: Game, table: str, side: Side, turn: int) -> bots.Bot:
    key = (game.id, table, side, turn)
    if key not in _seated:
        _seated[key] = bots.make(STAFF, game, side, random.Random(f"{table}/{side}/{turn}"))
        while len(_seated) > REMEMBERED:
            _seated.popitem(last=False)
    _seated.move_to_end(key)
    return _seated[key]


def in_words(game: Game, option: Option) -> str:
    """An option as the page would write it on a button: the verb's label with its names put in."""
    verb = game.verbs[str(option[0])]
    board = _board(game)
    names: dict[str, list[str]] = {"unit": [], "space": [], "word": []}
    for kind, arg in zip(verb.args, option[1:], strict=True):
        if kind == "word":
            names[kind].append(verb.words.get(str(arg), str(arg)))
        else:
            names[kind].append(board[f"{kind}s"][int(arg)]["name"])
    text = re.sub(
        r"\{(unit|space|word)\d*\}", lambda found: names[found[1]].pop(0) if names[found[1]] else "", verb.label
    )
    return f"{text}: {', '.join(names['word'])}" if names["word"] else text


def caption(game: Game, verb: str, unit: Unit) -> str:
    """The label of a verb for a unit, wherever and however: with the unit's name, and dots for the rest."""
    names = iter([str(_board(game)["units"][unit]["name"])])
    text = re.sub(r"\{unit\d*\}", lambda _: next(names, "…"), game.verbs[verb].label)
    return re.sub(r"\{(space|word)\d*\}", "…", text)


def space_name(game: Game, space: Space) -> str:
    """The name of a space on the page."""
    return str(_board(game)["spaces"][space]["name"])


@lru_cache(maxsize=32)
def _board(game: Game) -> dict[str, Any]:
    return game.board()


def from_odds(preview: Mapping[str, Any] | None) -> str:
    """A reason made of an option's odds, where the staff gave none: what it brings on average, or most likely."""
    if not preview:
        return ""
    title, unit = preview.get("title", ""), preview.get("unit", "")
    low, high = preview.get("mean"), preview.get("mean2")
    if isinstance(low, int | float):
        amount = f"{low:.1f}" if high in (None, low) else f"{low:.1f} to {high:.1f}"
        return f"{title}: {amount} {unit} on average.".replace("  ", " ")
    outcomes = [line for line in preview.get("outcomes", ()) if line.get("p") is not None]
    if not outcomes:
        return ""
    likely = max(outcomes, key=lambda line: float(line["p"]))
    return f"{title}: most likely {likely['text']} ({100 * float(likely['p']):.0f} %)."
