"""Random games: no exception, no dead end, no endless game, no broken invariant, no state that JSON would change."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from formosa.conftest import GAME
from grognard.games.formosa.state import OPTIONS
from grognard.kernel.bits import members
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import CONCEDE, Option
from grognard.match.match import Match
from random_games import some, undone, watched

GAMES, MORE_GAMES = 2, 64
CHUNK = 2
MOST_DECISIONS = 30_000
EAGER = (
    "land-marker", "assault-marker", "board", "join-all", "join", "confirm", "attack", "advance", "build", "ship",
    "support", "scout", "drop-marker", "exploit", "raid", "fly", "to", "motorize", "drive", "commit-b29", "bomb",
    "stage-gunfire", "assign-kamikaze", "sortie", "gunfire", "add-lp", "fly-supply", "prove", "show-fortress",
)  # fmt: skip
BUYS = ("amphibious", "drop-zone", "b29", "air-supply", "fleet", "kamikaze")
ENDINGS = {
    "japanese-sudden-death", "allied-sudden-death", "japanese-strategic", "japanese-operational", "draw",
    "allied-operational", "allied-strategic",
}  # fmt: skip


def new_game(seed: int) -> Any:
    """Scenarios by turns, the optional rules by chance."""
    rng = random.Random(seed)
    return GAME.new(str(1 + seed % 2), {name: rng.choice(("on", "off")) for name in OPTIONS})


def random_act(s: Any, rng: random.Random, eager: float = 0.0) -> tuple[int, Option]:
    """An answer to what is asked, or now and then a unit is revealed; phases end before long."""
    side, options = s.pending.side, s.pending.options
    if rng.random() < 0.01:
        standing = [option for option in GAME.standing(s, 1) if option != CONCEDE]
        if standing:
            return 1, rng.choice(standing)
    if rng.random() < eager:
        bold = [o for o in options if o[0] in EAGER or (o[0] == "buy" and o[1] in BUYS)]
        if bold:
            return side, rng.choice(bold)
    if rng.random() < 0.04:
        ends = [o for o in options if str(o[0]).startswith("end-")]
        if ends:
            return side, ends[0]
    return side, rng.choice(options)


def play(seed: int, eager: float) -> Any:
    """One game."""
    rng = random.Random(seed)
    dice = KeyedDice(b"formosa %d" % seed)
    return watched(new_game(seed), lambda s: random_act(s, rng, eager), dice, MOST_DECISIONS, check_every=3)


@pytest.mark.parametrize("start", some(GAMES, MORE_GAMES, CHUNK))
def test_random_games_keep_every_invariant(start: int) -> None:
    endings = Counter(play(seed, 0.7 * (start // CHUNK % 4 != 0)).ending for seed in range(start, start + CHUNK))
    assert set(endings) <= ENDINGS


@pytest.mark.parametrize("seed", some(1, 8))
def test_no_undo_crosses_a_roll_or_a_reveal(seed: int) -> None:
    rng = random.Random(seed)

    def look(before: Any, now: Any) -> None:
        shown, hidden = before.concealed & ~now.concealed, now.concealed & ~before.concealed
        assert not [u for u in members(shown) if now.where[u] < GAME.hexes]
        assert not [u for u in members(hidden) if before.where[u] < GAME.hexes], "an undo turned a counter down again"

    match = Match.new(GAME, seed=seed, scenario=str(1 + seed % 2))
    assert undone(match, lambda s: random_act(s, rng, eager=0.6), rng, 700, look) > 20
