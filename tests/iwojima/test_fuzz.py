"""Random games: no exception, no dead end, no endless game, no broken invariant, no undo past new information.

A game that fails is left as a save in `fuzz-failures/`, which opens on the page.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from grognard.games import load
from grognard.games.iwojima.facts import JP, US
from grognard.kernel import bounds
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import CONCEDE, ONGOING, Decision, Option
from grognard.kernel.play import advance, apply
from grognard.match.header import seed_from
from grognard.match.match import Match
from grognard.match.save import write
from random_games import some

GAMES, MORE_GAMES = 20, 2000
CHUNK = 20
MOST_DECISIONS = 5000
FAILURES = Path(__file__).parents[2] / "fuzz-failures"


def dump(seed: int, windows: str, decisions: list[tuple[int, Option]]) -> Path:
    """The game up to its fault, as a save."""
    match = Match.new(load("iwojima"), options={"windows": windows}, seed=seed)
    for side, option in decisions[:-1]:
        match.submit(side, option)
    FAILURES.mkdir(exist_ok=True)
    file = FAILURES / f"iwojima-{seed}.grog"
    file.write_text(write(match), encoding="utf-8")
    return file


def random_act(s: Any, rng: random.Random) -> tuple[int, Option]:
    """An answer to what is asked, or now and then a standing act of either side."""
    if rng.random() < 0.03:
        side = rng.randrange(2)
        standing = [option for option in s.game.standing(s, side) if option != CONCEDE]
        if standing:
            return side, rng.choice(standing)
    return s.pending.side, rng.choice(s.pending.options)


def vp_by_the_log(s: Any) -> list[int]:
    """Victory points counted from the facts they are given for."""
    g = s.game
    japanese = sum(e.kind == "step-lost" and g.side_of[e.args[0]] == US for e in s.log) * g.vp_step
    japanese += g.vp_third * s.third_landed
    japanese += sum(e.args[1] for e in s.log if e.kind == "scored" and e.cases[0] in ("23.2(3)", "23.2(4)", "23.2(5)"))
    american = sum(e.args[1] for e in s.log if e.kind == "scored" and e.args[0] == US)
    return [american, japanese]


def play(seed: int) -> Any:
    rng = random.Random(seed)
    game: Any = load("iwojima")
    windows = rng.choice(["always", "able"])
    dice = KeyedDice(seed_from(seed) or b"")
    s = game.new("", {"windows": windows})
    s.log = []
    decisions: list[tuple[int, Option]] = []
    advance(s, dice)
    try:
        while s.winner == ONGOING:
            decisions.append(random_act(s, rng))
            apply(s, *decisions[-1], dice)
            wrong = game.check(s)
            assert not wrong, wrong
            if len(decisions) % 50 == 0:
                again = bounds.position(game, s.to_json())
                advance(again, None)
                assert again == s == s.copy()
                assert again.pending == s.pending
                assert s.vp == vp_by_the_log(s)
            assert len(decisions) < MOST_DECISIONS, "endless game"
        assert s.vp == vp_by_the_log(s)
    except Exception as error:
        raise AssertionError(f"seed {seed}, decision {len(decisions)}: {dump(seed, windows, decisions)}") from error
    return s


@pytest.mark.parametrize("start", some(GAMES, MORE_GAMES, CHUNK))
def test_random_games_keep_every_invariant(start: int) -> None:
    endings = Counter(play(seed).ending for seed in range(start, start + CHUNK))
    assert sum(endings.values()) == CHUNK
    assert set(endings) <= {"forty", "last-turn", "wiped-out"}


@pytest.mark.parametrize("seed", some(3, 40))
def test_no_undo_crosses_a_roll_or_a_reveal(seed: int) -> None:
    rng = random.Random(seed)
    match = Match.new(load("iwojima"), seed=seed)
    undone = 0
    while not match.over and len(match.played) < 1500:
        asked = match.asked
        assert isinstance(asked, Decision)
        if rng.random() < 0.25:
            for side in (US, JP):
                if side != asked.side:
                    assert not match.can_undo(side)
            if match.can_undo(asked.side):
                now, count = match.state.copy(), len(match.played)
                match.undo(asked.side)
                undone += 1
                assert len(match.played) < count
                then = match.state
                assert then.rolls == now.rolls
                shown = then.concealed & ~now.concealed & ~now.at[now.game.hand]
                assert not shown, "an undo hid a unit again that had been Revealed"
                assert sum(then.caves) <= sum(now.caves) or then.at[then.game.hand] or now.phase == 0
                assert match.asked is not None
                assert match.asked.side == asked.side
                continue
        match.submit(*random_act(match.state, rng))
        assert match.log == [] or match.log[-1].after <= len(match.played)
    assert undone > 20


def test_an_undone_match_is_the_match_that_was_never_played_on() -> None:
    rng = random.Random(9)
    match = Match.new(load("iwojima"), seed=9)
    compared = 0
    for _ in range(600):
        if match.over:
            break
        before, played, log = match.state.copy(), len(match.played), list(match.log)
        side, option = match.state.pending.side, rng.choice(match.state.pending.options)
        match.submit(side, option)
        if match.can_undo(side):
            match.undo(side)
            assert match.state == before
            assert (len(match.played), match.log) == (played, log)
            compared += 1
            match.submit(side, option)
    assert compared > 100
