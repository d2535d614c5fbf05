"""Jobs of the general in worker processes: moves, advice, analysis of finished matches.

A thought is had in slices, so that the page can say how far it is and the general can be hurried. The worker keeps what
it has thought so far; should it be replaced, the thought begins anew and ends the same.
"""

from __future__ import annotations

import random
import time
from collections import OrderedDict
from collections.abc import Generator
from typing import Any, NamedTuple

from grognard import bots, games
from grognard.bots.budget import Budget
from grognard.bots.general.plan_search import General, alternatives
from grognard.bots.general.settings import settings_of
from grognard.bots.hints import in_words
from grognard.kernel.flow import Decision, Option
from grognard.kernel.ids import Side
from grognard.lab.analysis import Analysis, analysing, to_json
from grognard.match import save as saves

SLICE = 0.3
"""Seconds of a thought between two words on how far it is."""
KEPT = 16
"""Generals, and analyses under way, that a worker remembers."""

_seated: OrderedDict[tuple[str, str, int], tuple[bots.Bot, random.Random]] = OrderedDict()
_thoughts: OrderedDict[tuple[str, bytes], Generator[float, None, Option]] = OrderedDict()
_analyses: OrderedDict[tuple[str, int], Generator[float, None, Analysis]] = OrderedDict()


class Thought(NamedTuple):
    """Progress of a general; an option when it has decided."""

    done: float
    option: Option | None = None


def think(
    game_id: str, table: str, name: str, side: Side, known: dict[str, Any], asked: Decision, luck: bytes, hurried: bool
) -> Thought:
    """One slice of a general's thinking about a question; `known` is all that it may know."""
    game = games.load(game_id)
    seat = (table, name, side)
    if seat not in _seated:
        rng = random.Random()
        _seated[seat] = (bots.make(name, game, side, rng), rng)
    bot, rng = _seated[seat]
    _trim(_seated, seat)
    key = (table, luck)
    if key not in _thoughts:
        rng.seed(luck)
        state = game.state_type.from_json(game, known)
        state.pending = asked
        if not isinstance(bot, General):
            return Thought(1.0, bot.choose(state, asked))
        _thoughts[key] = bot.consider(state, asked)
    _trim(_thoughts, key)
    if hurried and isinstance(bot, General):
        bot.hurry()
    try:
        done = _slice(_thoughts[key])
    except StopIteration as stop:
        del _thoughts[key]
        return Thought(1.0, stop.value)
    except BaseException:
        del _thoughts[key]
        raise
    return Thought(done)


def _slice(thought: Generator[float, None, Any]) -> float:
    """Go on with it for a while: how far it is. Its end is a `StopIteration`."""
    until = time.monotonic() + SLICE
    done = next(thought)
    while time.monotonic() < until:
        done = next(thought)
    return done


def _trim(kept: OrderedDict[Any, Any], key: Any) -> None:
    kept.move_to_end(key)
    while len(kept) > KEPT:
        kept.popitem(last=False)


# --- advice


def advised(
    game_id: str, table: str, side: Side, known: dict[str, Any], asked: Decision, budget: Budget
) -> dict[str, Any]:
    """The general's advice: the option, its plan in a sentence, and the best alternatives with their difference.

    The same for the same position and budget; where no plan is asked for, it answers as the staff does.
    """
    game = games.load(game_id)
    state = game.state_type.from_json(game, known)
    state.pending = asked
    settings = settings_of(game_id)
    assert settings is not None
    general = General(settings, game, side, random.Random(f"{table}/{side}/{state.turn}/{state.phase}"), budget)
    option = general.choose(state, asked)
    plans = alternatives(settings, state, side, general.verdict) if general.verdict else []
    return {
        "option": option,
        "text": in_words(game, option) if str(option[0]) in game.verbs else str(option[0]),
        "reason": general.reason,
        "plans": [plan._asdict() for plan in plans],
    }


# --- the analysis of a finished match


def analysed(table: str, text: str) -> tuple[float, dict[str, Any] | None]:
    """A slice of the analysis of a save: how far it is, and at its end what was found."""
    key = (table, len(text))
    if key not in _analyses:
        _analyses[key] = analysing(saves.load(text).match, None)
    _trim(_analyses, key)
    try:
        return _slice(_analyses[key]), None
    except StopIteration as stop:
        del _analyses[key]
        return 1.0, to_json(saves.load(text).match, stop.value)
    except BaseException:
        del _analyses[key]
        raise
