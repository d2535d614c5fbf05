"""Random games: no exception, no dead end, no endless game, no broken invariant, no state that JSON would change."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from grognard.games.ichigo.state import place
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import CONCEDE, Option
from grognard.match.match import Match
from ichigo.conftest import GAME, table
from random_games import some, undone, watched

GAMES, MORE_GAMES = 3, 120
CHUNK = 3
MOST_DECISIONS = 60_000
EAGER = (
    "attack",
    "join-all",
    "confirm",
    "advance-all",
    "commit-tank",
    "move-stack",
    "to",
    "raid",
    "airlift",
    "airdrop",
)
HASTE = ("end-movement", "end-combat", "end-reinforcement", "end-landing", "stop", "call-off")


def random_act(s: Any, rng: random.Random, eager: float = 0.0) -> tuple[int, Option]:
    """An answer to what is asked, or now and then a standing act of either side; phases end before long."""
    if rng.random() < eager:
        bold = [option for option in s.pending.options if option[0] in EAGER]
        if bold:
            return s.pending.side, rng.choice(bold)
    if rng.random() < 0.02:
        side = rng.randrange(2)
        standing = [option for option in GAME.standing(s, side) if option != CONCEDE]
        if standing:
            return side, rng.choice(standing)
    options = s.pending.options
    if rng.random() < 0.04:
        ends = [option for option in options if option[0] in HASTE]
        if ends:
            return s.pending.side, ends[0]
    return s.pending.side, rng.choice(options)


def play(seed: int) -> Any:
    """One game; every second one is played by attackers."""
    rng = random.Random(seed)
    dice = KeyedDice(b"ichigo %d" % seed)
    return watched(GAME.new("", {}), lambda s: random_act(s, rng, eager=0.6 * (seed % 2)), dice, MOST_DECISIONS)


@pytest.mark.parametrize("start", some(GAMES, MORE_GAMES, CHUNK))
def test_random_games_keep_every_invariant(start: int) -> None:
    endings = Counter(play(seed).ending for seed in range(start, start + CHUNK))
    assert set(endings) <= {"points", "collapse", "beachhead", "shanghai-and-wuhan"}


@pytest.mark.parametrize("seed", some(1, 8))
def test_no_undo_crosses_a_roll_or_a_reveal(seed: int) -> None:
    rng = random.Random(seed)

    def look(before: Any, now: Any) -> None:
        assert not before.tried & ~now.tried, "an undo turned a front down again"

    match = Match.new(GAME, seed=seed)
    assert undone(match, lambda s: random_act(s, rng, eager=0.5), rng, 1200, look) > 20


def broken(change: str, value: Any) -> list[str]:
    """What the check says of a sound position after one change by hand."""
    t = table(turn=2, phase="japanese-movement", units={"J-CEA-D3": "2302", "CH-5": "1813", "CH-18": "1813"})
    assert GAME.check(t.state) == []
    if change == "place":
        name, hex_ = value
        place(t.state, t.unit(name), t.space(hex_))
    elif change == "steps":
        name, left = value
        t.state.steps[t.unit(name)] = left
    elif change == "at":
        t.state.at[t.space(value)] |= 1 << t.unit("J-CEA-D3")
    elif change == "tried":
        t.state.tried |= 1 << t.unit(value)
    elif change == "full":
        for name in value:
            place(t.state, t.unit(name), t.space("1813"))
    else:
        setattr(t.state, change, value(t.state))
    return GAME.check(t.state)


ZERO = GAME.printed_ids[next(u for u in GAME.regular_units if GAME.zeros >> u & 1)]
FAULTS = [
    ("place", ("J-CEA-D3", "1813"), "enemies share"),
    ("place", ("J-CEA-D3", "3606"), "at sea"),
    ("place", ("J-CEA-T12", "2302"), "a support unit is on the map"),
    ("place", ("CH-5", "3220"), "a Chinese unit is on Formosa"),
    ("place", ("US-7", "1813"), "Chinese and US units share"),
    ("place", ("J-CEA-D3", "JDEAD"), "has 2 steps in"),
    ("steps", ("J-CEA-D3", 0), "has 0 steps in"),
    ("steps", ("J-CEA-D3", 3), "has 3 steps of 2"),
    ("steps", ("J-CEA-D3", 9), "has 9 steps of 2"),
    ("at", "2303", "two places"),
    ("tried", "CH-74", "a tried unit is in the pool"),
    ("tried", ZERO, "has no strength"),
    ("full", ("CH-74", "CH-100", "CH-N6"), "overstacked"),
    ("front", lambda s: [s.front[1], *s.front[1:]], "not all different"),
    ("present", lambda s: [0, *s.present[1:]], "sets of occupied hexes"),
    ("japanese", lambda s: s.japanese | 1 << GAME.space_index["2303"], "an untracked hex"),
    ("japanese", lambda s: s.japanese & ~(1 << GAME.space_index["2302"]), "the side that is not in it"),
    ("japanese", lambda s: s.japanese & ~(1 << GAME.space_index["2008"]), "not known to have fallen"),
    (
        "japanese",
        lambda s: s.japanese & ~(1 << GAME.shanghai | 1 << GAME.wuhan),
        "Shanghai and Wuhan have fallen and the game goes on",
    ),
    ("beachheads", lambda s: [GAME.space_index["2302"]], "a beachhead has fallen and the game goes on"),
]


@pytest.mark.parametrize(("change", "value", "says"), FAULTS, ids=[f"{c}: {says}" for c, _, says in FAULTS])
def test_every_broken_invariant_is_found(change: str, value: Any, says: str) -> None:
    assert any(says in sentence for sentence in broken(change, value))
