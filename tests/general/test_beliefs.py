"""Iwo Jima's worlds as self-play had them: they agree with what was seen, and the truth is likelier among them."""

from __future__ import annotations

import json
import random
from typing import Any

from grognard import bots, games
from grognard.bots.general.weights import text_of
from grognard.bots.iwojima.worlds import beliefs, hidden, world
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING
from grognard.kernel.play import advance, apply

GAME: Any = games.load("iwojima")


def test_the_beliefs_belong_to_the_present_edition_and_foretell_games_they_were_not_counted_from() -> None:
    assert str(beliefs().edition) == GAME.version.split("-")[0]
    held_out = json.loads(text_of("grognard.bots.iwojima", "belief.json"))["held_out"]
    assert held_out["units"] > 1000
    assert held_out["likelihood"] > 1.5 * held_out["by_the_rules_alone"]
    assert list(beliefs().dead) == sorted(beliefs().dead), "the dead do not come back"


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
