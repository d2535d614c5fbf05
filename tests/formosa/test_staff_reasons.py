"""What the staffs give as their reasons is so in the position, in whole games of theirs."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from formosa.conftest import GAME
from grognard.bots import make
from grognard.bots.formosa.worth import site_values
from grognard.games.formosa.facts import ALLIED
from grognard.games.formosa.recruiting import price
from grognard.games.formosa.stacking import counted
from grognard.kernel.bits import members
from grognard.kernel.flow import Option
from random_games import some
from wording import staff_reasons

case = pytest.mark.case
Fact = Callable[[Any, Option, re.Match[str]], bool]


def place(words: str) -> int:
    """The hex that is named."""
    return next(h for h in range(GAME.hexes) if GAME.space_names[h] == words)


def at_work(s: Any) -> int:
    """Engineers that are no bases, on the island or in the Staging Area."""
    there = [u for u in members(GAME.engineers & ~s.bases) if s.where[u] < GAME.hexes or s.where[u] == GAME.staging]
    return len(there)


def unbuilt(s: Any) -> int:
    """Ports and airfields that the Allies hold without a base."""
    return sum(1 for h in members(GAME.sites) if s.at[h] & GAME.of_side[ALLIED] and not s.at[h] & s.bases)


def builds(s: Any, option: Option, said: re.Match[str]) -> bool:
    return f"{site_values(GAME)[s.where[int(option[1])]]:g}" == said[1] and bool(GAME.engineers >> int(option[1]) & 1)


FACTS: dict[str, Fact] = {
    r"A unit back in play is a point less for the enemy\.": lambda s, option, _: (
        s.where[int(option[1])] == GAME.replacements[ALLIED] and bool(GAME.worth_vp >> int(option[1]) & 1)
    ),
    r"(\d+) engineers? for (\d+) base sites?: two in reserve are worth having\.": lambda s, option, said: (
        [at_work(s), unbuilt(s)] == [int(n) for n in said.groups()]
    ),
    r"Replace losses while it is cheap\.": lambda s, option, _: (
        s.where[int(option[1])] == GAME.replacements[ALLIED] and price(s, int(option[1])) <= 2
    ),
    r"Another landing is worth (.+) VP\.": lambda s, option, said: float(said[1]) > 0,
    r"The engineers are needed at (.+)\.": lambda s, option, said: bool(GAME.ports >> place(said[1]) & 1),
    r"([\d.]+) VP and logistics points\.": builds,
    r"Final column (?:[≤≥]?\d+(?:–\d+)?%): (\d+)% chance to clear (.+?)(?:, not counting die-hards)?\.": (
        lambda s, option, said: int(option[1]) == place(said[2]) and bool(s.at[int(option[1])])
    ),
    r"To hold (.+)\.": lambda s, option, said: int(option[2]) == place(said[1]),
    r"It is needed at (.+)\.": lambda s, option, said: place(said[1]) >= 0,
    r"Too many are in the hex\.": lambda s, option, _: (
        counted(s, s.where[int(option[1])], s.pending.side).bit_count() > GAME.most_mobile[s.pending.side]
    ),
    r"(.+) is worth (.+) VP\.": lambda s, option, said: said[1] == "The column" or place(said[1]) in option[1:],
    r"(.+) needs it most: for its victory points, defences and beaches\.": lambda s, option, said: (
        int(option[1]) == place(said[1])
    ),
    r"It is more useful at (.+)\.": lambda s, option, said: place(said[1]) >= 0,
    r"To attack (.+)\.": lambda s, option, said: bool(s.at[place(said[1])]),
    r"It can do no more this turn\.": lambda s, option, _: option[2] in ("superiority", "flown", "available"),
    r"It shifts a column at no cost\.": lambda s, option, _: option[0] == "gunfire",
    r"Engineers are needed to build the base\.": lambda s, option, _: bool(GAME.engineers >> int(option[1]) & 1),
}
"""What is said of the position, and whether it is so."""
PURPOSES = {
    "Air superiority first, then the guns and ground units.",
    "It gives the most strength for its price.",
    "It improves the odds most there.",
    "It is one more unit to hold a hex.",
}
"""What the staff means to do, or prefers: no fact that could be wrong."""


def judged(s: Any, option: Option, reason: str) -> str:
    """The kind of a reason, once it was found to be so."""
    if reason in PURPOSES or reason in {verb.why for verb in GAME.verbs.values()}:
        return reason
    for pattern, fact in FACTS.items():
        if (said := re.fullmatch(pattern, reason)) is not None:
            assert fact(s, option, said), (GAME.to_words(option), reason)
            return pattern
    raise AssertionError(f"nobody has looked whether this is so: {reason}")


@pytest.mark.parametrize("seed", some(2, 20))
def test_a_reason_of_the_staff_is_so(seed: int, long: bool) -> None:
    kinds: Counter[str] = Counter()
    for s, option, reason in staff_reasons(GAME, seed, 5000 if long else 900):
        if reason:
            kinds[judged(s, option, reason)] += 1
    assert len(kinds) > 5


@case("16.2e", "R62")
def test_a_point_that_could_still_strike_is_not_said_to_do_no_more(table: Any) -> None:
    points = {"US": {"available": 0, "tactical": 4}, "Commonwealth": {"tactical": 2}, "Japan": {"tactical": 2}}
    t = table("2", turn=2, phase="superiority", units={"A46": "1706", "J01": "1110"}, dice=[1, 6], tac=points)
    assert {words[2] for words in t.options("lose-tac")} == {"tactical"}
    staff: Any = make("staff", GAME, t.asked.side, random.Random(1))
    assert staff.choose(GAME.redact(t.state, t.asked.side), t.asked)[0] == "lose-tac"
    assert not staff.reason
