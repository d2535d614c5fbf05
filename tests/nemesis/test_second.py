"""Supply, reach and odds beside a second implementation, in random games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from grognard.games.nemesis.combat import PlanAttack
from grognard.games.nemesis.movement import Movement, move_bar
from grognard.games.nemesis.odds import die_modifiers, final_column, meeting_units, spearheads
from grognard.games.nemesis.supply import levels
from grognard.kernel.bits import members
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING
from grognard.kernel.play import advance, apply
from nemesis.conftest import GAME
from nemesis.second import COLUMNS, Second
from nemesis.test_fuzz import random_act
from random_games import some


def positions(seed: int) -> Iterator[Any]:
    """Questions of a random game, half of them played by attackers, begun in some turn with flags and Ambushes."""
    rng, dice = random.Random(seed), KeyedDice(b"second %d" % seed)
    s = GAME.new("", {})
    s.turn = (1, 5, 8, 3)[seed % 4]
    if s.turn > 1:
        s.last = [rng.randrange(4), rng.randrange(4)]
        s.first = [rng.choice([c for c in range(4) if c != last]) for last in s.last]
    advance(s, dice)
    number = 0
    while s.winner == ONGOING and number < 2000:
        number += 1
        yield s
        apply(s, *random_act(s, rng, eager=0.5 * (seed % 2)), dice)


@pytest.mark.parametrize("seed", some(2, 200))
def test_both_implementations_agree(seed: int) -> None:
    rng = random.Random(seed)
    judged = {"supply": 0, "reach": 0, "odds": 0}
    for number, s in enumerate(positions(seed)):
        top = s.agenda[-1]
        if number % 300 == 7:
            second = Second(s)
            for side in (0, 1):
                said, again = levels(s, side), second.levels(side)
                assert said == again, {GAME.unit_ids[u]: (said[u], again[u]) for u in said if said[u] != again[u]}
                judged["supply"] += len(said)
        if isinstance(top, Movement) and rng.random() < 0.06:
            second = Second(s)
            able = [
                u for u in members(s.on_map & GAME.of_side[top.side]) if not move_bar(s, top.side, u, bool(top.fire))
            ]
            for unit in rng.sample(able, min(3, len(able))):
                near, far = second.reach(unit, bool(top.fire))
                ways = {way["name"]: way["spaces"] for way in GAME.reach(s, top.side, [unit])}
                for name, found in (("Into the Fire" if top.fire else "Move", near), ("Operational Movement", far)):
                    said = {h: Fraction(cost) for h, cost, _, _ in ways.get(name, []) if h != s.where[unit]}
                    if name in ways or name != "Operational Movement":
                        assert said == found, (GAME.unit_ids[unit], name)
                        judged["reach"] += len(found)
        if isinstance(top, PlanAttack) and ("confirm",) in s.pending.options and rng.random() < 0.3:
            second = Second(s)
            plan = top.attack()
            for lead, meet in product(spearheads(s, plan)[:3], meeting_units(s, plan)[:3]):
                attack = replace(plan, spearhead=lead, meeting=meet)
                column = COLUMNS[final_column(s, attack)[0]]
                drm = sum(m.value for m in die_modifiers(s, attack))
                assert (column, drm) == second.odds(attack), attack
                judged["odds"] += 1
    assert judged["supply"] > 100
    assert judged["reach"] + judged["odds"] > 0
