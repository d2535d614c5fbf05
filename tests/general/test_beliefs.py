"""Iwo Jima's worlds as self-play had them: they agree with what was seen, and the truth is likelier among them."""

from __future__ import annotations

import random
from math import log
from typing import Any

from grognard import bots, games
from grognard.bots.iwojima.worlds import hidden, world
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING
from grognard.kernel.play import advance, apply

GAME: Any = games.load("iwojima")
US, JP = 0, 1
DRAWS = 60


def set_up(by_lot: bool) -> Any:
    """The first US decision, after a set-up by lot or one of the printed ones."""
    dice = KeyedDice(b"who is winning")
    s = GAME.new("", {"windows": "always"})
    advance(s, dice)
    options = [("auto-set-up",)] if by_lot else [("set-up", "A"), ("confirm-set-up",)]
    for option in options:
        apply(s, JP, option, dice)
    assert s.pending.side == US
    return s


def test_the_first_judgement_of_the_us_side_does_not_depend_on_how_the_garrison_was_laid_out() -> None:
    """The same table for the US seat: the same worlds, to the byte, so "Who is winning?" says the same."""
    known = [GAME.redact(set_up(by_lot), US) for by_lot in (True, False)]
    worlds = [[world(one, US, random.Random(n)).to_text() for n in range(12)] for one in known]
    assert worlds[0] == worlds[1]
    assert len(set(worlds[0])) == 12, "and not a constant"


def test_nobody_is_dead_or_hurt_before_a_shot_that_the_us_side_has_seen() -> None:
    """The secret roll of a set-up by lot is no bombardment."""
    known = GAME.redact(set_up(True), US)
    for n in range(20):
        other = world(known, US, random.Random(n))
        assert all(area >= 0 and steps == GAME.full[unit] for unit, area, steps in hidden(other))
        assert len(hidden(other)) == len(GAME.jp_units)


def test_the_truth_is_likelier_than_by_the_rules_alone() -> None:
    """On a game of generals that nothing was counted from, hidden counter by hidden counter."""
    dice = KeyedDice(b"held out")
    s = GAME.new("", {})
    advance(s, dice)
    seated = [bots.make("staff", GAME, side, random.Random(f"held/{side}")) for side in (US, JP)]
    by_belief = by_rules = 0.0
    number = units = 0
    while s.winner == ONGOING:
        asked = s.pending
        known = GAME.redact(s, asked.side)
        if asked.side == US and number % 25 == 0 and (lying := hidden(s)):
            worlds = [world(known, US, random.Random(f"{number}/{n}")) for n in range(DRAWS)]
            for unit, area, _ in lying:
                there = sum(other.where[unit] == s.where[unit] for other in worlds)
                by_belief += log((there + 0.5) / (DRAWS + 1))
                by_rules += log(0.2 if area < 0 else 0.8 / GAME.areas)
                units += 1
        apply(s, asked.side, seated[asked.side].choose(known, asked), dice)
        number += 1
    assert units > 50
    assert by_belief / units > by_rules / units + 1.0


def test_the_beliefs_belong_to_the_present_edition() -> None:
    assert str(GAME.beliefs.edition) == GAME.version.split("-")[0]
    assert all(0 < chance < 0.5 for chance in GAME.beliefs.dead)
    assert GAME.beliefs.dead[1] < 0.1 < GAME.beliefs.dead[10]


def test_a_world_agrees_with_all_that_was_seen_and_its_dead_are_as_many_as_in_self_play() -> None:
    dice = KeyedDice(b"beliefs")
    rng = random.Random(3)
    s = GAME.new("", {})
    advance(s, dice)
    seated = [bots.make("staff", GAME, side, random.Random(side)) for side in (0, 1)]
    died: dict[int, list[float]] = {}
    number = 0
    while s.winner == ONGOING:
        asked = s.pending
        known = GAME.redact(s, asked.side)
        if asked.side == 0 and number % 9 == 0:
            for _ in range(3):
                other = world(known, 0, rng)
                assert GAME.view(other, 0) == GAME.view(s, 0)
                assert GAME.check(other) == []
                other.pending = None
                advance(other, None)
                assert other.pending == asked
                units = hidden(other)
                if units:
                    died.setdefault(s.turn, []).append(sum(area < 0 for _, area, _ in units) / len(units))
        apply(s, asked.side, seated[asked.side].choose(known, asked), dice)
        number += 1
    early = sum(died[1]) / len(died[1])
    assert early < 0.3
    assert len(died) >= 4
