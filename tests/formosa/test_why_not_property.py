"""Why not? over random positions: what is on offer is said to be, every verb has its reason, no far hex is answered
with "not adjacent", and what is said of a far hex is true."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import pytest

from formosa.conftest import GAME
from formosa.test_fuzz import new_game, random_act
from grognard.games.formosa.facts import movement
from grognard.games.formosa.hex_movement import Move, may_move
from grognard.games.formosa.movement_phase import Movement
from grognard.games.formosa.reach import hexes
from grognard.kernel.bits import members
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING, Bar, Decision
from grognard.kernel.play import advance, apply

SEEDS = range(4)
DECISIONS = 700
LOOK_EVERY = 23
OFFER = ("It is on offer.", "It is on offer:")
GENERAL = re.compile(r": (nothing can be done with it now|not now)\.$")
FALSE_FAR = "is not adjacent"
POINTS = [movement(halves) for halves in range(200)]
"""What is said of so many halves of a point."""


def positions(seed: int) -> list[Any]:
    """Some positions of a random game, each with its question."""
    rng = random.Random(seed)
    s, dice = new_game(seed), KeyedDice(b"why %d" % seed)
    advance(s, dice)
    found = []
    for count in range(DECISIONS):
        if s.winner != ONGOING:
            break
        if count % LOOK_EVERY == 0:
            found.append(s.copy())
            advance(found[-1], None)
        apply(s, *random_act(s, rng, 0.5), dice)
    return found


def offers(bars: list[Bar]) -> bool:
    return any(bar.text.startswith(OFFER) for bar in bars)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_option_is_said_to_be_on_offer_and_every_verb_has_its_reason(seed: int) -> None:
    rng = random.Random(seed)
    for s in positions(seed):
        asked = s.pending
        assert isinstance(asked, Decision)
        frame, side = s.agenda[-1], asked.side
        assert {str(option[0]) for option in asked.options} <= set(frame.verbs), frame.id
        for option in rng.sample(asked.options, min(8, len(asked.options))):
            kinds = dict(zip(GAME.verbs[str(option[0])].args, option[1:], strict=True))
            unit, space = kinds.get("unit"), kinds.get("space")
            if unit is not None or space is not None:
                assert offers(GAME.why_not(s, side, unit, space)), option
                assert offers(GAME.why_not(s, side, unit, space, str(option[0]))), option
        own = members(GAME.of_side[side])
        for unit in rng.sample(own, 10):
            for verb, bars in GAME.verbs_for(s, side, unit):
                if not GAME.offered(asked, verb, unit, None):
                    assert bars, (frame.id, verb, GAME.unit_ids[unit])
                    assert all(bar.cases for bar in bars), (frame.id, verb)
                    assert not any(GENERAL.search(bar.text) for bar in bars), (frame.id, verb, GAME.unit_ids[unit])


@pytest.mark.parametrize("seed", SEEDS)
def test_far_hexes_get_their_true_reason(seed: int) -> None:
    rng = random.Random(seed)
    told: Counter[bool] = Counter()
    for s in positions(seed):
        frame = s.agenda[-1]
        if not isinstance(frame, Movement):
            continue
        units = [u for u in members(may_move(s, frame.side)) if s.where[u] < GAME.hexes]
        for unit in rng.sample(units, min(2, len(units))):
            reach = {hex_: ends for hex_, _, _, ends in hexes(s, Move(unit))}
            far = max((GAME.map.distance(s.where[unit], h) for h in reach), default=1)
            near = [h for h in members(GAME.land) if 0 < GAME.map.distance(s.where[unit], h) <= 2 * far]
            for space in rng.sample(near, min(6, len(near))):
                bars = GAME.why_not(s, frame.side, unit, space)
                text = " ".join(bar.text for bar in bars)
                told[not any(GENERAL.search(bar.text) for bar in bars)] += 1
                assert FALSE_FAR not in text
                assert offers(bars) == bool(reach.get(space)), (GAME.unit_ids[unit], GAME.space_ids[space], text)
                if amounts := re.search(r" costs (.+); .*: (.+)\.", text):
                    cost, has = (POINTS.index(words) for words in amounts.groups())
                    assert cost > has or s.interdict_hex, text
                if "Enemy units are in" in text:
                    assert s.at[space] & GAME.of_side[1 - frame.side]
    assert told[True] >= 0.95 * sum(told.values())


def test_why_a_phase_cannot_end_is_said(table: Any) -> None:
    t = table(turn=2, phase="allied-combat", units={"A01": "0614", "J01": "0615"}, lp={"Allied": 0})
    t.do("call-off") if t.prompt() == "plan-attack" else None
    words = GAME.why_not(t.state, 0, None, None)[0]
    assert "15.0d" in words.cases or "15.0a" in words.cases
