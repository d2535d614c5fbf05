"""Random games: no exception, no dead end, no endless game, no broken invariant, no state that JSON would change."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from grognard.games.nemesis.bunkers import PlaceAmbushes, ambush_bar, bunker_bar
from grognard.games.nemesis.combat import Combat, PlanAttack, can_reach_odds, join_bar, target_bar
from grognard.games.nemesis.movement import Movement, move_bar
from grognard.games.nemesis.rail import rail_bar
from grognard.games.nemesis.reinforcement_allied import AlliedReplacements, BringOn, bring_bar, fly_bar, recover_bar
from grognard.games.nemesis.reinforcement_japanese import JapaneseRail
from grognard.kernel.bits import members
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING, Option
from grognard.kernel.play import advance, apply
from grognard.match.match import Match
from nemesis.conftest import GAME
from random_games import some, undone, watched

GAMES, MORE_GAMES = 2, 40
CHUNK = 1
MOST_DECISIONS = 60_000
EAGER = (
    "attack",
    "storm",
    "join-all",
    "join",
    "confirm",
    "call-air",
    "massive",
    "lead",
    "enforce",
    "advance-all",
    "split",
)
HASTE = ("end-movement", "end-combat", "end-rail", "end-reinforcements", "end-ambush", "stop", "call-off")


KNOWN = {str(row["id"]) for row in (*GAME.cases, *GAME.rulings)}


def random_act(s: Any, rng: random.Random, eager: float = 0.0) -> tuple[int, Option]:
    """An answer to what is asked; attackers attack, and phases end before long."""
    options = s.pending.options
    if rng.random() < eager:
        bold = [option for option in options if option[0] in EAGER]
        if bold:
            return s.pending.side, rng.choice(bold)
    if rng.random() < 0.04:
        ends = [option for option in options if option[0] in HASTE]
        if ends:
            return s.pending.side, ends[0]
    return s.pending.side, rng.choice(options)


def play(seed: int) -> Any:
    """One game; every second one is played by attackers."""
    rng = random.Random(seed)
    dice = KeyedDice(b"nemesis %d" % seed)
    return watched(GAME.new("", {}), lambda s: random_act(s, rng, eager=0.7 * (seed % 2)), dice, MOST_DECISIONS)


@pytest.mark.parametrize("start", some(GAMES, MORE_GAMES, CHUNK))
def test_random_games_keep_every_invariant(start: int) -> None:
    endings = Counter(play(seed).ending for seed in range(start, start + CHUNK))
    assert set(endings) <= {"superiors", "happy-superior"}


@pytest.mark.parametrize("seed", range(2))
def test_every_question_can_be_put_in_words_with_reasons_and_odds(seed: int) -> None:
    rng = random.Random(seed)
    dice = KeyedDice(b"words %d" % seed)
    s = GAME.new("", {})
    advance(s, dice)
    asked = Counter()
    while s.winner == ONGOING:
        decision = s.pending
        if asked[decision.prompt] < 6:
            side = decision.side
            asked[decision.prompt] += 1
            assert GAME.prompt(s, decision, side)
            assert GAME.prompt(s, decision, 1 - side).startswith("Waiting")
            GAME.subject(decision)
            assert set(decision.cases) <= KNOWN, decision.prompt
            GAME.previews(s, side)
            GAME.reach(s, side, [])
            for option in decision.options[:12]:
                GAME.preview(s, side, option)
                assert GAME.from_words(GAME.to_words(option)) == option
            for unit in rng.sample(range(GAME.units), 12):
                bars = GAME.why_not(s, side, unit, rng.choice([None, rng.randrange(GAME.hexes)]))
                assert all(bar.text and bar.cases and set(bar.cases) <= KNOWN for bar in bars)
            assert GAME.why_not(s, side, None, rng.randrange(GAME.hexes))
        apply(s, *random_act(s, rng, eager=0.6), dice)
    assert len(asked) > 20


@pytest.mark.parametrize("seed", range(2))
def test_no_undo_crosses_a_roll_or_a_reveal(seed: int) -> None:
    rng = random.Random(seed)

    def look(before: Any, now: Any) -> None:
        assert len(now.played) == len(before.played), "an undo took back a chit"

    match = Match.new(GAME, seed=seed)
    assert undone(match, lambda s: random_act(s, rng, eager=0.5), rng, 900, look) > 20


def lists_and_reasons(s: Any) -> Iterator[tuple[str, set[int], set[int]]]:
    """Per verb that is on offer now, what is listed, and what the reasons let through."""
    top, options = s.agenda[-1], s.pending.options
    counters = range(GAME.units)

    def listed(verb: str) -> set[int]:
        return {int(option[1]) for option in options if option[0] == verb}

    if isinstance(top, Movement):
        yield "move", listed("move"), {u for u in counters if move_bar(s, top.side, u, bool(top.fire)) is None}
        if not top.fire:
            own = [u for u in counters if GAME.side_of[u] == top.side]
            yield "dig", listed("dig"), {u for u in own if bunker_bar(s, u) is None}
    elif isinstance(top, Combat):
        enemies = members(s.present[1 - top.side])
        able = {h for h in enemies if target_bar(s, top.side, h) is None}
        assault = bool(top.assault)
        yield "attack", listed("attack"), {h for h in able if can_reach_odds(s, top.side, h, assault)}
    elif isinstance(top, PlanAttack):
        homes = {s.where[u] for u in top.units} if top.assault else set()
        found = {u for u in counters if join_bar(s, top.side, u, top.target, bool(top.assault)) is None}
        yield "join", listed("join"), {u for u in found if u not in top.units and (not homes or s.where[u] in homes)}
    elif isinstance(top, PlaceAmbushes):
        yield "ambush", listed("ambush"), {h for h in range(GAME.hexes) if ambush_bar(s, h) is None}
    elif isinstance(top, JapaneseRail):
        yield "entrain", listed("entrain"), {u for u in counters if rail_bar(s, 1, u) is None}
    elif isinstance(top, BringOn):
        yield "entrain", listed("entrain"), {u for u in counters if rail_bar(s, 0, u) is None}
        yield "bring-on", listed("bring-on"), {u for u in counters if bring_bar(s, u) is None}
        yield "fly", listed("fly"), {u for u in counters if fly_bar(s, u) is None}
    elif isinstance(top, AlliedReplacements):
        found = {u for u in counters if recover_bar(s, u, bool(top.support)) is None}
        yield "recover", listed("recover"), found if top.slots else set()


@pytest.mark.parametrize("seed", range(2))
def test_what_is_listed_is_what_no_reason_forbids(seed: int) -> None:
    rng = random.Random(seed)
    dice = KeyedDice(b"reasons %d" % seed)
    s = GAME.new("", {})
    advance(s, dice)
    seen: Counter[str] = Counter()
    while s.winner == ONGOING:
        for verb, on_offer, allowed in lists_and_reasons(s):
            if seen[verb] < 60:
                seen[verb] += 1
                assert on_offer == allowed, (verb, [GAME.unit_ids[u] for u in on_offer ^ allowed if u < GAME.units])
        apply(s, *random_act(s, rng, eager=0.5), dice)
    assert set(seen) >= {"move", "dig", "attack", "join", "ambush", "entrain", "bring-on", "fly"}
