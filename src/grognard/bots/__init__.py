"""Players that are programs: each is given what its side may know, and chooses a legal option.

Bots have ranks: `marshal` is a general that looks further, in the games where that was seen to gain; `general`
looks ahead (as far as a budget lets it: `general:500` nodes, `general:2s` seconds), `staff` follows the book, `recruit`
is a hasty staff, `random` plays by the rules and nothing else. `random` plays every game. Other bots belong to a game:
ours live in the package `grognard.bots.<game id>`, which names them in `BOTS`, and those that search in `SEARCHERS`; a
game from elsewhere brings its own in an attribute `bots` of the same shape (name to maker). Wherever there is a staff
there is a recruit. Plans of play that are only measured are named in `STUDIES`: called by name they play, and nobody is
offered one. A package that cannot be loaded, because somebody is still writing it, is said to be so; every other bot
plays on.

From here come `make`, `play` and the names; besides, `budget` (how long a bot may think), `hints` and `staff_plans`
(what the staff would do), `strength` (as measured), `scripted` (the frame of a staff, for games from elsewhere),
`position_arrays` (positions and options as numbers, for bots that have learned and for the environments), and of
`general` its `plan_search`, `settings`, `plans` and `fitted_value`.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from traceback import extract_tb
from typing import Any, NamedTuple, Protocol

from grognard.bots import budget, class_bot, external
from grognard.bots.budget import Budget
from grognard.bots.random_bot import RandomBot
from grognard.bots.recruit import CAUTION, HASTE, Recruit
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING, Decision, Option, Refused
from grognard.kernel.game import Game
from grognard.kernel.ids import Side, per
from grognard.kernel.play import advance, apply

__all__ = [
    "Bot", "Finished", "Maker", "Searcher", "is_offered", "make", "maker_of", "names", "play", "searches",
    "usual",
]  # fmt: skip

_log = logging.getLogger("grognard")


class Bot(Protocol):
    """A player. It may keep plans and notes, but must be able to go on from any position without them."""

    reason: str
    """Why the last choice was made, in one sentence; empty when there is nothing to say."""

    def choose(self, known: Any, asked: Decision) -> Option:
        """One of the options asked for, or a standing act, from `game.redact(state, side)`."""
        ...


Maker = Callable[[Game, Side, random.Random], Bot]

Searcher = Callable[[Game, Side, random.Random, Budget | None], Bot]
"""What makes a bot that searches; without a budget it takes its own."""

MARSHAL, STAFF, RANDOM, RECRUIT = "marshal", "staff", "random", "recruit"
NO_MARSHAL = "Nothing that was tried made one stronger than the general here, so there is no marshal."


def names(game: Game | type[Game] | str) -> list[str]:
    """The bots that can play a game (its class will do, or the id of one of ours), strongest first."""
    return [*reversed(_makers(game))]


def usual(game: Game | str) -> str:
    """The bot that plays where nobody names one: the staff, which answers at once, or the best there is."""
    found = names(game)
    return STAFF if STAFF in found else found[0]


def make(name: str, game: Game, side: Side, rng: random.Random) -> Bot:
    """A bot by name, to play one side. All its luck comes from `rng`."""
    return maker_of(name, game)(game, side, rng)


def is_offered(name: str, game: Game) -> bool:
    """Whether anybody may seat this bot: one of `names`, with a budget that others can wait for, if any."""
    rank, given = budget.split(name)
    if rank not in names(game):
        return False
    if not given:
        return name == rank
    try:
        maker_of(name, game)
        return budget.read(name).fits_a_table
    except Refused:
        return False


def searches(name: str, game: Game) -> bool:
    """Whether a bot of this name looks ahead, and so takes its time."""
    return budget.split(name)[0] in _part(game.id, "SEARCHERS")


def maker_of(name: str, game: Game) -> Maker:
    """The function that makes a bot of this name; a name that the game has no bot for is refused.

    `exec:COMMAND` is a program of one's own, and `module:Class` a class of one's own. They are not among `names`, so
    that nobody can seat one over the network.
    """
    if name.startswith(external.PREFIX):
        own: Maker = external.maker(name)
        return own
    rank, given = budget.split(name)
    searchers = _part(game.id, "SEARCHERS")
    makers: dict[str, Maker] = {**_part(game.id, "STUDIES"), **_makers(game)}
    if rank not in makers and class_bot.is_class(name):
        made: Maker = class_bot.maker(name)
        return made
    if rank not in makers:
        _, problem = _package(game.id)
        problem = problem or (NO_MARSHAL if rank == MARSHAL and searchers else "")
        raise Refused(f"There is no bot {rank!r} for {game.title}: {', '.join(names(game))}. {problem}".strip())
    if given or name != rank:
        if rank not in searchers:
            who = ", ".join(searchers) or "no bot of this game"
            raise Refused(f"{rank} answers at once and takes no budget ({name!r}): {who} searches.")
        return partial(_searching, searchers[rank], budget.read(name))
    return makers[rank]


def _searching(maker: Searcher, given: Budget | None, game: Game, side: Side, rng: random.Random) -> Bot:
    return maker(game, side, rng, given)


def _makers(game: Game | type[Game] | str) -> dict[str, Maker]:
    """Weakest first."""
    own: Mapping[str, Maker] = getattr(game, "bots", {})
    ident = game if isinstance(game, str) else game.id
    ours, problem = _package(ident)
    if problem:
        _warn(problem)
    scripted = {**ours, **own}
    found: dict[str, Maker] = {RANDOM: RandomBot}
    if STAFF in scripted:
        found[RECRUIT] = partial(Recruit, scripted[STAFF], *_temper(ident))
    found |= scripted
    found |= {name: partial(_searching, maker, None) for name, maker in _part(ident, "SEARCHERS").items()}
    return found


def _temper(ident: str) -> tuple[float | Sequence[float], float]:
    """The share of decisions that the recruit of a game makes without thinking (per side where they differ), and the
    share of those that it then passes."""
    package = f"grognard.bots.{ident}"
    own = import_module(package) if find_spec(package) else None
    return getattr(own, "HASTE", HASTE), getattr(own, "CAUTION", CAUTION)


def _part(ident: str, attribute: str) -> dict[str, Any]:
    """Some of the bots of a game of ours, where its package can be loaded and names them."""
    _, problem = _package(ident)
    package = f"grognard.bots.{ident}"
    if problem or find_spec(package) is None:
        return {}
    return dict(getattr(import_module(package), attribute, {}))


def _package(ident: str) -> tuple[dict[str, Maker], str]:
    """The bots of a game of ours; none, and a sentence on what is wrong, when their package cannot be loaded."""
    package = f"grognard.bots.{ident}"
    if find_spec(package) is None:
        return {}, ""
    try:
        module = import_module(package)
        return dict(module.BOTS), ""
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
    seated = [make(name, game, side, random.Random(f"{seed}/{side}")) for side, name in per(Side, bots)]
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
