"""Players that are programs. Each is handed what its side may know, and chooses.

`random` plays every game. Other bots belong to a game: ours live in the package `grognard.bots.<game id>`, which names
them in `BOTS`; a game from elsewhere brings its own in an attribute `bots` of the same shape (name to maker). Plans of
play that are only measured are named in `STUDIES`: called by name they play, and nobody is offered one. A package that
cannot be loaded, because somebody is still writing it, is said to be so; every other bot plays on.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from traceback import extract_tb
from typing import Any, NamedTuple, Protocol

from grognard.bots import external
from grognard.bots.random_bot import RandomBot
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING, Decision, Option, Refused
from grognard.kernel.game import Game
from grognard.kernel.play import advance, apply

__all__ = ["Bot", "Finished", "Maker", "make", "maker_of", "names", "play"]

_log = logging.getLogger("grognard")


class Bot(Protocol):
    """A player. It may keep plans and notes, but must be able to go on from any position without them."""

    reason: str
    """Why the last choice was made, in one sentence; empty when there is nothing to say."""

    def choose(self, known: Any, asked: Decision) -> Option:
        """One of the options asked for, or a standing act, from `game.redact(state, side)`."""
        ...


Maker = Callable[[Game, int, random.Random], Bot]

EVERYWHERE: Mapping[str, Maker] = {"random": RandomBot}


def names(game: Game | str) -> list[str]:
    """The bots that can play a game (or the game of ours with this id), strongest first."""
    return [*reversed(_makers(game))]


def make(name: str, game: Game, side: int, rng: random.Random) -> Bot:
    """A bot by name, to play one side. All its luck comes from `rng`."""
    return maker_of(name, game)(game, side, rng)


def maker_of(name: str, game: Game) -> Maker:
    """What makes a bot of this name; a name that the game has no bot for is refused.

    `exec:COMMAND` is a program of one's own. It is not among `names`, so that nobody can seat one over the network.
    """
    if name.startswith(external.PREFIX):
        own: Maker = external.maker(name)
        return own
    makers = {**_package(game.id, studies=True)[0], **_makers(game)}
    if name not in makers:
        _, problem = _package(game.id)
        raise Refused(f"There is no bot {name!r} for {game.title}: {', '.join(names(game))}. {problem}".strip())
    return makers[name]


def _makers(game: Game | str) -> dict[str, Maker]:
    own: Mapping[str, Maker] = getattr(game, "bots", {})
    ours, problem = _package(game if isinstance(game, str) else game.id)
    if problem:
        _warn(problem)
    return {**EVERYWHERE, **ours, **own}


def _package(ident: str, studies: bool = False) -> tuple[dict[str, Maker], str]:
    """The bots of a game of ours; none, and a sentence on what is wrong, when their package cannot be loaded."""
    package = f"grognard.bots.{ident}"
    if find_spec(package) is None:
        return {}, ""
    try:
        module = import_module(package)
        return dict(getattr(module, "STUDIES", {}) if studies else module.BOTS), ""
    except Exception as problem:
        return {}, f"The package {package} cannot be loaded: {type(problem).__name__}: {problem}{_place(problem)}."


def _place(problem: Exception) -> str:
    """The line at which a package went wrong, unless the problem itself says it."""
    lines = [line for line in extract_tb(problem.__traceback__) if "importlib" not in line.filename]
    if isinstance(problem, SyntaxError) or lines[-1].filename == __file__:
        return ""
    return f" ({Path(lines[-1].filename).name}, line {lines[-1].lineno})"


@lru_cache(maxsize=64)
def _warn(problem: str) -> None:
    """Tell the programmer, once."""
    _log.warning(problem)


class Finished(NamedTuple):
    """A game that has been played to its end."""

    state: Any
    winner: int
    decisions: int


def play(
    game: Game,
    bots: Sequence[str],
    seed: int,
    options: Mapping[str, str] | None = None,
    scenario: str = "",
    limit: int = 100_000,
) -> Finished:
    """One game between bots named per side, the same for the same seed. `limit` decisions are never reached."""
    dice = KeyedDice(b"play/%d" % seed)
    seated = [make(name, game, side, random.Random(f"{seed}/{side}")) for side, name in enumerate(bots)]
    s = game.new(scenario, options or {})
    advance(s, dice)
    decisions = 0
    while s.winner == ONGOING:
        asked = s.pending
        assert isinstance(asked, Decision)
        option = seated[asked.side].choose(game.redact(s, asked.side), asked)
        apply(s, asked.side, option, dice)
        decisions += 1
        if decisions > limit:
            raise RuntimeError(f"{limit} decisions and no end: {asked.prompt!r} is asked")
    return Finished(s, s.winner, decisions)
