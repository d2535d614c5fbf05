"""Bots that are a class in a module of one's own, in the same process: `mybot:Bot`.

The class is made without arguments and has a method `choose(position)`, which returns one of `position.options`, or its
number. It sees what its side may know and nothing else. A class that is slow, fails or answers nonsense concedes, with
a sentence that says so. See `docs/programmers/bots.md`.
"""

from __future__ import annotations

import logging
import random
import re
import sys
import threading
from importlib import import_module
from pathlib import Path
from traceback import extract_tb
from typing import Any

from grognard.deadlines import DEADLINES
from grognard.kernel.flow import CONCEDE, Decision, Option, Refused
from grognard.kernel.game import Game
from grognard.kernel.ids import Side

DECIDE_SECONDS = DEADLINES["program"].seconds
_NAME = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*:[A-Za-z_]\w*")
_log = logging.getLogger("grognard")


class AskedPosition:
    """A position as the asked side knows it, with the question: what a class chooses from."""

    def __init__(self, game: Game, known: Any, asked: Decision, rng: random.Random) -> None:
        self.game, self.state = game, known
        self.side = game.sides[asked.side].id
        self.turn: int = known.turn
        self.phase = game.phases[known.phase].name
        self.asked = asked.prompt
        """The kind of question, as `decide` names it to programs."""
        self.options = [game.to_words(option) for option in asked.options]
        """Everything that may be chosen, each a list of words: a verb, then the ids of units and spaces."""
        self.rng = rng
        """Luck that is the same when a game is repeated."""
        self.seconds = DECIDE_SECONDS
        """The time for a decision."""
        self._asked = asked

    @property
    def prompt(self) -> str:
        """The question in words."""
        return self.game.prompt(self.state, self._asked, self._asked.side)

    @property
    def view(self) -> dict[str, Any]:
        """The position as the page gets it."""
        return self.game.view(self.state, self._asked.side)

    def preview(self, option: list[str]) -> dict[str, Any] | None:
        """The exact odds behind an option; None when no die follows."""
        return self.game.preview(self.state, self._asked.side, self.game.from_words(option))


class ClassBot:
    """A seat that is held by such a class."""

    def __init__(self, name: str, made: Any, game: Game, rng: random.Random) -> None:
        self.name, self.game = name, game
        self.reason = ""
        self._made: Any = made
        self._rng = rng

    def choose(self, known: Any, asked: Decision) -> Option:
        """Its answer; it concedes when it has none that can be used."""
        position = AskedPosition(self.game, known, asked, self._rng)
        said: list[Any] = []
        failed: list[Exception] = []

        def think() -> None:
            try:
                said.append(self._made.choose(position))
            except Exception as problem:
                failed.append(problem)

        thread = threading.Thread(target=think, daemon=True)
        thread.start()
        thread.join(DECIDE_SECONDS)
        if failed:
            return self._concede(f"failed: {_told(failed[0])}")
        if not said:
            return self._concede(f"gave no answer within {DECIDE_SECONDS:g} s")
        chosen = said[0]
        options = position.options
        if isinstance(chosen, int) and not isinstance(chosen, bool) and 0 <= chosen < len(options):
            return asked.options[chosen]
        if isinstance(chosen, list | tuple) and list(chosen) in options:
            return asked.options[options.index(list(chosen))]
        return self._concede(f"chose {str(chosen)[:60]!r}, which is not on offer")

    def _concede(self, why: str) -> Option:
        self.reason = f"{self.name} {why}: it concedes."
        _log.warning("%s", self.reason)
        return CONCEDE


def _told(problem: Exception) -> str:
    """An exception in one line, with the place in the code that it came from."""
    lines = extract_tb(problem.__traceback__)
    place = f" ({Path(lines[-1].filename).name}, line {lines[-1].lineno})" if lines else ""
    return f"{type(problem).__name__}: {problem}{place}"


def is_class(name: str) -> bool:
    """Whether a bot's name is of this form."""
    return _NAME.fullmatch(name) is not None


def maker(name: str) -> Any:
    """A function that seats a class; refused where there is none of this name."""
    module, _, word = name.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        made = getattr(import_module(module), word, None)
    except ModuleNotFoundError as missing:
        if missing.name != module.partition(".")[0]:
            raise Refused(f"{module} cannot be read: {_told(missing)}.") from None
        raise Refused(f"There is no module {module!r} here or on Python's path.") from None
    except Exception as problem:
        raise Refused(f"{module} cannot be read: {_told(problem)}.") from None
    if not callable(made) or not callable(getattr(made, "choose", None)):
        raise Refused(f"{module} has no class {word!r} with a method `choose(position)`.")

    def make(game: Game, side: Side, rng: random.Random) -> ClassBot:
        try:
            return ClassBot(name, made(), game, rng)
        except Exception as problem:
            raise Refused(f"{name} cannot be made: {_told(problem)}.") from None

    return make
