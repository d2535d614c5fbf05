"""Make the finished games that the tests replay: one per way in which the game can end, and the golden playthrough.

Run it after a change of the rules or the data: `python tests/whitesun/make_fixtures.py`. Bots play; the first seed that
gives an ending is kept.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from grognard import bots
from grognard.games import load
from grognard.kernel.flow import CONCEDE
from grognard.lab.playthrough import playthrough
from grognard.match.match import Match
from grognard.match.save import write

FOLDER = Path(__file__).parent / "games"
GOLDEN = Path(__file__).parent / "golden.txt"
MOST_SEEDS = 200


def played(name: str, seed: int, stop_at: int | None = None) -> Match:
    """A match of a bot against the rules."""
    game = load("whitesun")
    match = Match.new(game, seats={"Japanese": name}, seed=seed)
    bot = bots.make(name, game, 0, random.Random(f"{seed}/0"))
    while not match.over:
        asked = match.asked
        assert asked is not None
        if stop_at is not None and len(match.played) >= stop_at:
            match.submit(0, CONCEDE)
            break
        match.submit(0, bot.choose(game.redact(match.state, 0), asked))
    return match


def first(name: str, ending: str) -> Match:
    """The first game that ends so."""
    for seed in range(MOST_SEEDS):
        match = played(name, seed)
        if match.state.ending == ending:
            return match
    raise SystemExit(f"no game of {MOST_SEEDS} ended with {ending}")


FIXTURES: dict[str, Callable[[], Match]] = {
    "victory": lambda: first("staff", "victory"),
    "time": lambda: first("staff", "time"),
    "survival": lambda: first("random", "survival"),
    "concession": lambda: played("staff", 3, stop_at=60),
}

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, make in FIXTURES.items():
        match = make()
        (FOLDER / f"{name}.grog").write_text(write(match), encoding="utf-8")
        print(f"{name}: {len(match.played)} decisions, {match.state.ending} on turn {match.state.turn}")
    GOLDEN.write_text(playthrough((FOLDER / "concession.grog").read_text(encoding="utf-8")), encoding="utf-8")
