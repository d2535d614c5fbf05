"""Arenas: every pair of bots on the same dice from both sides, and the strength of each.

In a game for one player each bot plays the same numbers, and the game itself is the opponent of all. Results are kept
as lines of JSON, one a game, so that a tournament that was broken off goes on where it was.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from grognard import bots, interrupt
from grognard.kernel.flow import DRAW, Decision, Option, Refused
from grognard.kernel.game import Game
from grognard.kernel.ids import Side, every
from grognard.lab import bradley_terry, sprt
from grognard.lab.confidence_intervals import mean, wilson
from grognard.lab.process_pool import spread
from grognard.lab.simulate import Plan, checked, play_one

FORMAT = 1
MOST_BOTS = 12
ALONE = "the game itself"
"""Whom a single player plays against."""


class Fixture(NamedTuple):
    """One game to be played: who sits where, and its number."""

    seats: tuple[str, ...]
    number: int


class Played(NamedTuple):
    """One game that was played."""

    seats: tuple[str, ...]
    number: int
    winner: int
    decisions: int
    asked: tuple[int, ...]
    """Questions by side."""
    thought: tuple[float, ...]
    """Seconds of processor time by side."""
    longest: tuple[float, ...]
    """The longest of them for one question, by side."""
    problem: str

    def points(self, side: Side) -> float:
        """The points of a side."""
        return 0.5 if self.winner == DRAW else float(self.winner == side)


@dataclass(slots=True)
class Arena:
    """A tournament: what all games share, who takes part, and what was played so far."""

    plan: Plan
    bots: tuple[str, ...]
    games: int
    """By pair; for a single player, by bot."""
    file: Path | None = None
    against: str = ""
    """Whom all others meet, and nobody else; without a name everybody meets everybody."""
    test: sprt.Hypotheses | None = None
    """Ends the tournament when the first bot is known to be so much stronger than the second, or not."""
    played: dict[Fixture, Played] = field(default_factory=dict)

    def fixtures(self) -> list[Fixture]:
        """Every game, number by number, so that a tournament broken off is fair as far as it came."""
        game = self.plan.load()
        if len(game.sides) == 1:
            return [Fixture((bot,), number) for number in range(self.games) for bot in self.bots]
        return [
            Fixture(seats, number)
            for number in range(self.games // 2)
            for a, b in combinations(self.bots, 2)
            if self.against in ("", a, b)
            for seats in ((a, b), (b, a))
        ]

    def play(self, jobs: int, told: Callable[[int], None] = lambda done: None) -> None:
        """All games that were not played before."""
        wanted = self.fixtures()
        left = [fixture for fixture in wanted if fixture not in self.played]
        left_over = len(left)
        work = partial(_play, self.plan)
        results: Iterator[Played] = map(work, left) if jobs == 1 else spread(work, left, min(jobs, len(left) or 1))
        with closing(_closable(results)) as playing:
            for done in playing:
                with interrupt.held():
                    self.played[Fixture(done.seats, done.number)] = done
                    self._keep(done)
                interrupt.check()
                left_over -= 1
                told(len(wanted) - left_over)
                if self.test is not None and sprt.verdict(self.pairs(), self.test):
                    return

    def pairs(self) -> list[float]:
        """The first bot's share of the points in each pair of games with the second: the same dice from both sides (or
        for a single player the same dice for both), in their order, as far as whole pairs go without a gap."""
        one, other = self.bots[:2]
        out: list[float] = []
        for number in range(self.games):
            seats = ((one,), (other,)) if len(self.plan.load().sides) == 1 else ((one, other), (other, one))
            found = [self.played.get(Fixture(each, number)) for each in seats]
            if any(each is None or each.problem for each in found):
                break
            first, second = (each for each in found if each is not None)
            if len(seats[0]) == 1:
                out.append((1 + first.points(Side(0)) - second.points(Side(0))) / 2)
            else:
                out.append((first.points(Side(0)) + second.points(Side(1))) / 2)
        return out

    def counted(self) -> list[Played]:
        """The games of this tournament that ended as games should."""
        return [self.played[each] for each in self.fixtures() if each in self.played and not self.played[each].problem]

    def failures(self) -> list[Played]:
        """The others."""
        return [each for each in self.played.values() if each.problem]

    def _keep(self, done: Played) -> None:
        if self.file is not None:
            with self.file.open("a", encoding="utf-8") as kept:
                kept.write(json.dumps(done._asdict()) + "\n")


def _closable(results: Iterator[Played]) -> Generator[Played, None, None]:
    yield from results


# --- beginning and going on


def enter(
    plan: Plan,
    names: tuple[str, ...],
    games: int,
    file: Path | None,
    against: str = "",
    test: sprt.Hypotheses | None = None,
) -> Arena:
    """A tournament, with what its file already holds; what cannot be played is refused in a sentence."""
    game = plan.load()
    for name in names:
        bots.maker_of(name, game)
    if len(set(names)) < len(names):
        raise Refused("Each bot takes part once: two of the names are the same.")
    if not (1 if len(game.sides) == 1 else 2) <= len(names) <= MOST_BOTS:
        raise Refused(f"--bots takes two to {MOST_BOTS} bots, separated by commas.")
    if len(game.sides) > 2:
        raise Refused(f"{game.title} has {len(game.sides)} sides: the arena knows games for one or two.")
    if len(game.sides) == 2 and games % 2:
        raise Refused(f"--games takes an even number, for each game is played from both sides: {games} is odd.")
    if against and against not in names:
        raise Refused(f"--against takes one of --bots, and {against!r} is not among them.")
    if test is not None and len(names) != 2:
        raise Refused("--sprt compares two bots: name two in --bots.")
    if test is not None and test.weaker >= test.stronger:
        raise Refused("--sprt takes two Elo differences, the lower first, as in --sprt 0,35.")
    plan = replace(plan, bots=(names[0],) * len(game.sides), games=1)
    checked(plan)
    arena = Arena(plan, names, games, file, against, test)
    if file is not None:
        _go_on(arena, game)
    return arena


def _go_on(arena: Arena, game: Game) -> None:
    """Read what was played before; a last line that was broken off is played again."""
    file, plan = arena.file, arena.plan
    assert file is not None
    head = {
        "arena": FORMAT, "game": plan.game, "version": game.version, "seed": plan.seed, "scenario": plan.scenario,
        "options": [list(option) for option in plan.options],
    }  # fmt: skip
    if not file.exists() or not file.stat().st_size:
        try:
            file.write_text(json.dumps(head) + "\n", encoding="utf-8")
        except OSError as problem:
            raise Refused(f"{file} cannot be written: {problem.strerror}.") from None
        return
    try:
        lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
        kept = json.loads(lines[0])
        found = [_read(line) for line in lines[1:] if line.endswith("\n")]
    except (OSError, ValueError, TypeError, KeyError):
        raise Refused(f"{file} is no file of an arena: give --into a new name.") from None
    if not isinstance(kept, dict) or kept.get("arena") != FORMAT:
        raise Refused(f"{file} is no file of an arena: give --into a new name.")
    for name, value in head.items():
        if kept.get(name) != value:
            raise Refused(f"{file} was played with {name} {kept.get(name)!r}, not {value!r}: give --into a new name.")
    if not lines[-1].endswith("\n"):
        file.write_text("".join(lines[:-1]), encoding="utf-8")
    arena.played = {Fixture(each.seats, each.number): each for each in found}


def _read(line: str) -> Played:
    row = json.loads(line)
    return Played(
        tuple(map(str, row["seats"])), int(row["number"]), int(row["winner"]), int(row["decisions"]),
        tuple(map(int, row["asked"])), tuple(map(float, row["thought"])), tuple(map(float, row["longest"])),
        str(row["problem"]),
    )  # fmt: skip


# --- one game


class _Timed:
    """A bot with a clock beside it."""

    def __init__(self, bot: bots.Bot) -> None:
        self._bot = bot
        self.reason = ""
        self.asked = 0
        self.thought = 0.0
        self.longest = 0.0

    def choose(self, known: Any, asked: Decision) -> Option:
        began = time.process_time()
        option = self._bot.choose(known, asked)
        took = time.process_time() - began
        self.thought += took
        self.longest = max(self.longest, took)
        self.asked += 1
        return option


def _play(plan: Plan, fixture: Fixture) -> Played:
    game = plan.load()
    plan = replace(plan, bots=fixture.seats, first=fixture.number)
    seated = [_Timed(bot) for bot in plan.seated(game, fixture.number)]
    result = play_one(plan, game, fixture.number, [*seated])
    return Played(
        fixture.seats, fixture.number, result.winner, result.decisions, tuple(bot.asked for bot in seated),
        tuple(round(bot.thought, 4) for bot in seated), tuple(round(bot.longest, 4) for bot in seated), result.problem,
    )  # fmt: skip


# --- what came of it


class Standing(NamedTuple):
    """The result of one bot."""

    bot: str
    strength: bradley_terry.Strength
    points: float
    games: int
    by_side: tuple[tuple[float, int], ...]
    """Points and games from each side."""
    thinking: float
    """Seconds of processor time a question."""
    longest: float
    """Seconds of the longest question of a game, in the mean of all games."""

    def share(self) -> tuple[float, float, float]:
        """The share of the points with its interval, a draw half a victory."""
        low, high = wilson(self.points, self.games)
        return (self.points / self.games if self.games else 0.0), low, high


def standings(arena: Arena) -> tuple[list[Standing], float]:
    """All bots, the strongest first, in Elo above the staff (or the first named); and what the first side is worth."""
    played = arena.counted()
    names = [*arena.bots]
    index = {name: number for number, name in enumerate(names)}
    sides = len(arena.plan.load().sides)
    anchor = index.get(bots.STAFF, 0)
    if sides == 1:
        games = [bradley_terry.Game(index[each.seats[0]], len(names), each.points(Side(0))) for each in played]
        found, seat = bradley_terry.strengths(len(names) + 1, games, anchor)
    else:
        games = [
            bradley_terry.Game(index[each.seats[0]], index[each.seats[1]], each.points(Side(0))) for each in played
        ]
        found, seat = bradley_terry.strengths(len(names), games, anchor)
    out = []
    for name in names:
        by_side = []
        asked, thought = 0, 0.0
        longest: list[float] = []
        for side in every(Side, sides):
            mine = [each for each in played if each.seats[side] == name]
            by_side.append((sum(each.points(side) for each in mine), len(mine)))
            asked += sum(each.asked[side] for each in mine)
            thought += sum(each.thought[side] for each in mine)
            longest += [each.longest[side] for each in mine]
        out.append(
            Standing(
                name, found[index[name]], sum(p for p, _ in by_side), sum(n for _, n in by_side), tuple(by_side),
                thought / asked if asked else 0.0, mean(longest),
            )
        )  # fmt: skip
    return sorted(out, key=lambda one: -one.strength.elo), seat


def between(arena: Arena, one: str, other: str) -> tuple[float, int]:
    """The points of one bot in its games against another, and how many there were."""
    played = [each for each in arena.counted() if set(each.seats) == {one, other}]
    return sum(each.points(Side(each.seats.index(one))) for each in played), len(played)
