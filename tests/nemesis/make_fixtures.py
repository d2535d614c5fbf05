"""Make the finished games that the tests replay: one per way in which the game can end, and the golden playthrough.

Run it after a change of the rules or the data: `python tests/nemesis/make_fixtures.py`, with the names of single games
if not all are wanted. Bots play; the first seed that gives an ending is kept. The draw starts from a position by hand.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from grognard import bots, sandbox
from grognard.games import load
from grognard.games.nemesis.facts import ALLIED, JAPANESE
from grognard.kernel.flow import CONCEDE, DRAW
from grognard.lab.playthrough import playthrough
from grognard.match.match import Match
from grognard.match.save import write

FOLDER = Path(__file__).parent / "games"
GOLDEN = Path(__file__).parent / "golden.txt"
SIDES = ("Allied", "Japanese")
MOST_SEEDS = 100


def played(seats: tuple[str, str], seed: int, start: dict[str, Any] | None = None, stop_at: int | None = None) -> Match:
    """A match between two bots."""
    game = load("nemesis")
    match = Match.new(game, options={}, seats=dict(zip(SIDES, seats, strict=True)), seed=seed, start=start)
    seated = [bots.make(name, game, side, random.Random(f"{seed}/{side}")) for side, name in enumerate(seats)]
    while not match.over:
        asked = match.asked
        assert asked is not None
        if stop_at is not None and len(match.played) >= stop_at:
            match.submit(asked.side, CONCEDE)
            break
        match.submit(asked.side, seated[asked.side].choose(game.redact(match.state, asked.side), asked))
    return match


Ending = tuple[str, int]
"""How it ends, and who wins."""


def first(ending: Ending, seats: tuple[str, str], start: Callable[[], dict[str, Any]] | None = None) -> Match:
    """The first game that ends so."""
    for seed in range(MOST_SEEDS):
        match = played(seats, seed, start() if start else None)
        if (match.state.ending, match.state.winner) == ending:
            return match
    raise SystemExit(f"no game of {MOST_SEEDS} ended with {ending}")


def last_turn() -> dict[str, Any]:
    """The last Attack of Game Turn 10, both Superiors equal."""
    found: dict[str, Any] = sandbox(
        "nemesis",
        turn=10,
        phase="allied-attack",
        played=["Assault", "Assault", "Supply Check", "Supply Check", "Reinforcements", "Reinforcements", "Attack"],
        superior=[5, 5],
    ).state.to_json()
    return found


STAFF, RANDOM = "staff", "random"
FIXTURES: dict[str, Callable[[], Match]] = {
    "allied-superiors": lambda: first(("superiors", ALLIED), (STAFF, STAFF)),
    "japanese-superiors": lambda: first(("superiors", JAPANESE), (STAFF, STAFF)),
    "draw": lambda: first(("superiors", DRAW), (STAFF, STAFF), last_turn),
    "churchill-happy": lambda: first(("happy-superior", ALLIED), (STAFF, RANDOM)),
    "hirohito-happy": lambda: first(("happy-superior", JAPANESE), (RANDOM, STAFF)),
    "concession": lambda: played((STAFF, STAFF), 3, stop_at=400),
}

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[1:] or FIXTURES:
        match = FIXTURES[name]()
        (FOLDER / f"{name}.grog").write_text(write(match), encoding="utf-8")
        print(f"{name}: {len(match.played)} decisions, {match.state.ending}, turn {match.state.turn}", flush=True)
    GOLDEN.write_text(playthrough((FOLDER / "allied-superiors.grog").read_text(encoding="utf-8")), encoding="utf-8")
