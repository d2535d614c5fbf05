"""Whether previewed chances hold: the same option, resolved many times, against what was said of it before.

A game's test says what came of a resolution in the words of the preview's outcomes; everything else is here:

    def came(before, after) -> str: …            # the text of the outcome that happened

    def test_previews_hold():
        for s, option in chosen("ichigo", {"attack-now"}, count=200):
            preview = s.game.preview(s, s.pending.side, option)
            hold(chances(preview["outcomes"]), resolved(s, option, came, 100))

`hold` wants every frequency within so many standard errors (3, or more where hundreds are compared). Where hundreds
are held to 3, one in four hundred is outside by mere luck: `hold_again` throws those anew with other dice.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

from grognard.games import load
from grognard.kernel.dice import Dice, KeyedDice, Throw
from grognard.kernel.flow import ONGOING, Decision, Option
from grognard.kernel.play import advance, apply
from why_not import positions

T = TypeVar("T")
Came = Callable[[Any, Any], str]
"""Which outcome it was, from the position before and after."""


def chosen(game: str, verbs: set[str], count: int, seeds: Iterable[int] = range(40)) -> Iterator[tuple[Any, Option]]:
    """Positions of random games in which an option of these verbs has a preview, with that option."""
    rng = random.Random(game)
    left = count
    for seed in seeds:
        for s in positions(load(game), seed, 2000, 1):
            asked = s.pending
            fitting = [option for option in asked.options if option[0] in verbs]
            if not fitting:
                continue
            option = rng.choice(fitting)
            if s.game.preview(s, asked.side, option) is None:
                continue
            yield again(s), option
            left -= 1
            if not left:
                return


def again(s: Any) -> Any:
    """The same position, asking the same question."""
    t = s.copy()
    advance(t, None)
    return t


def resolved(
    s: Any, option: Option, came: Came, times: int, answer: Callable[[Any], Option] | None = None, most: int = 60
) -> Counter[str]:
    """What came of an option: dice by lot, and every question that follows within the procedure answered by lot, or by
    `answer`, until the frames that were open before it are open again."""
    out: Counter[str] = Counter()
    side = s.pending.side
    for number in range(times):
        rng = random.Random(number)
        dice = KeyedDice(f"{number}/{s.fingerprint()}".encode())
        t = again(s)
        depth = len(t.agenda)
        apply(t, side, option, dice)
        for _ in range(most):
            if t.winner != ONGOING or len(t.agenda) <= depth:
                break
            asked = t.pending
            assert isinstance(asked, Decision)
            apply(t, asked.side, answer(t) if answer else rng.choice(asked.options), dice)
        out[came(s, t)] += 1
    return out


class Thrown:
    """Dice: the throws that are given first, then by lot. What fell is noted, and of how many dice with what sides."""

    def __init__(self, rng: random.Random, given: Iterable[Throw] = ()) -> None:
        self.rng = rng
        self.given = list(given)
        self.fell: list[Throw] = []
        self.asked: list[tuple[int, int]] = []

    def roll(self, number: int, count: int, sides: int) -> Throw:
        given = self.given[len(self.fell) :]
        throw = given[0] if given else lot(self.rng, count, sides)
        self.asked.append((count, sides))
        self.fell.append(throw)
        return throw


def lot(rng: random.Random, count: int, sides: int) -> Throw:
    """Some dice."""
    return tuple([rng.randint(1, sides) for _ in range(count)])


def by_lot(resolve: Callable[[Dice], T], times: int, rng: random.Random) -> Counter[T]:
    """What comes of so many throws, where nothing but the dice decides: each way that they fall is resolved once."""
    asked: dict[tuple[Throw, ...], tuple[int, int]] = {}
    known: dict[tuple[Throw, ...], T] = {}
    out: Counter[T] = Counter()
    for _ in range(times):
        fell: tuple[Throw, ...] = ()
        while fell in asked:
            fell = (*fell, lot(rng, *asked[fell]))
        if fell not in known:
            dice = Thrown(rng, fell)
            came = resolve(dice)
            for number, each in enumerate(dice.asked):
                asked[tuple(dice.fell[:number])] = each
            fell = tuple(dice.fell)
            known[fell] = came
        out[known[fell]] += 1
    return out


def chances(outcomes: Iterable[Mapping[str, Any]]) -> dict[str, tuple[float, float]]:
    """Per outcome of a preview, its least and its greatest chance (the same where nothing is hidden)."""
    return {
        str(line["text"]): (float(line.get("low", line["p"])), float(line.get("high", line.get("p2", line["p"]))))
        for line in outcomes
    }


def hold(said: Mapping[str, tuple[float, float]], came: Counter[str], errors: float = 3.0) -> None:
    """Every outcome came about as often as was said, within so many standard errors; nothing else did."""
    times = sum(came.values())
    assert set(came) <= set(said), f"not foreseen: {set(came) - set(said)}"
    for outcome, (low, high) in said.items():
        share = came[outcome] / times
        edge = low if share < low else high
        slack = errors * math.sqrt(max(edge * (1 - edge), 1 / times) / times)
        assert low - slack <= share <= high + slack, f"{outcome}: said {low:.3f} to {high:.3f}, came {share:.3f}"


class Figure(NamedTuple):
    """One chance of a preview, and how often it came."""

    what: str
    said: float
    share: float
    times: int

    @property
    def errors(self) -> float:
        """How many standard errors lie between the two; that of a chance near 0 or 1 is of one in so many times."""
        spread = max(self.said * (1 - self.said), 1 / self.times)
        return abs(self.share - self.said) / math.sqrt(spread / self.times)


def hold_again(figures: Callable[[int], Iterable[Figure]], errors: float = 3.0, tries: int = 3) -> list[Figure]:
    """All figures of the first throws; what is too far off must not be so again with the dice of another lot."""
    first = list(figures(0))
    far = {figure.what: [figure] for figure in first if figure.errors > errors}
    for lot in range(1, tries):
        if not far:
            break
        now = {figure.what: figure for figure in figures(lot)}
        far = {what: [*seen, now[what]] for what, seen in far.items() if now[what].errors > errors}
    assert not far, far
    return first
