"""Random games with checks on the way, for the fuzzers of several games."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from grognard.kernel import bounds
from grognard.kernel.flow import CONCEDE, ONGOING, Option
from grognard.kernel.ids import Side
from grognard.kernel.play import advance, apply
from grognard.match.match import Match

Act = Callable[[Any], tuple[Side, Option]]
"""Who does what in a position."""


def by_lot(rng: random.Random, haste: float = 0.1) -> Act:
    """Any option that is on offer; now and then a plain button, so that phases end before long."""

    def act(s: Any) -> tuple[Side, Option]:
        asked = s.pending
        ends = [option for option in asked.options if len(option) == 1]
        if ends and rng.random() < haste:
            return asked.side, rng.choice(ends)
        return asked.side, rng.choice(asked.options)

    return act


def watched(s: Any, act: Act, dice: Any, most: int, check_every: int = 1) -> Any:
    """Play to the end: every invariant holds, JSON changes nothing, it ends in time, and its log can be told."""
    game = s.game
    known = {str(row["id"]) for row in (*game.cases, *game.rulings)}
    s.log = []
    decisions = 0
    advance(s, dice)
    while s.winner == ONGOING:
        side, option = act(s)
        apply(s, side, option, dice)
        decisions += 1
        if decisions % check_every == 0 or s.winner != ONGOING:
            wrong = game.check(s)
            assert not wrong, (decisions, option, wrong)
        if decisions % 50 == 0:
            again = bounds.position(game, s.to_json())
            advance(again, None)
            assert again == s == s.copy()
            assert again.pending == s.pending
        assert decisions < most, "endless game"
    for event in s.log:
        assert game.sentence(event)
        game.mentions(event)
        assert set(event.cases) <= known, event
    return s


def undone(match: Match, act: Act, rng: random.Random, most: int, look: Callable[[Any, Any], None]) -> int:
    """Take decisions back now and then and `look` at what was and what is: none crosses a roll. How many there were."""
    count = 0
    while not match.over and len(match.played) < most:
        asked = match.asked
        assert asked is not None
        if rng.random() < 0.25 and match.can_undo(asked.side):
            before = match.state.copy()
            match.undo(asked.side)
            count += 1
            assert match.state.rolls == before.rolls
            look(before, match.state)
            assert match.asked is not None
            assert match.asked.side == asked.side
            assert match.asked.options
            continue
        assert not match.can_undo(1 - asked.side)
        match.submit(*act(match.state))
    return count


def interrupted(s: Any, rng: random.Random, dice: Any, most: int = 40) -> int:
    """Standing acts of all sides by lot, one after the other, at one question; then some decisions. Their number.

    After each act there is an answer: to what was asked, or to what is asked now in its place.
    """
    game, t = s.game, s.copy()
    advance(t, None)
    count = 0
    while t.winner == ONGOING and count < most:
        acts = [(side, act) for side in game.every_side for act in game.standing(t, side) if act != CONCEDE]
        if not acts:
            break
        side, act = rng.choice(acts)
        was = t.pending.prompt
        apply(t, side, act, dice)
        count += 1
        assert t.winner != ONGOING or t.pending.options, f"{game.plain(act)} leaves no answer to {was}"
        assert game.check(t) == [], (was, game.plain(act))
    for _ in range(3):
        if t.winner == ONGOING:
            apply(t, t.pending.side, rng.choice(t.pending.options), dice)
            assert t.winner != ONGOING or t.pending.options
    return count
