"""Make the finished games that the tests replay: one per way in which the game can end, and the golden playthrough.

Run it after a change of the rules or the data: `python tests/iwojima/make_fixtures.py`. Bots play; the first seed that
gives an ending is kept. What play reaches never (a US side wiped out before 40 VP) or too seldom (a draw) starts from a
position by hand.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from grognard import bots, sandbox
from grognard.games import load
from grognard.games.iwojima.facts import JP, US
from grognard.kernel.flow import CONCEDE
from grognard.lab.playthrough import playthrough
from grognard.match.match import Match
from grognard.match.save import write

FOLDER = Path(__file__).parent / "games"
GOLDEN = Path(__file__).parent / "golden.txt"
SIDES = ("US", "JP")
MOST_SEEDS = 3000


def played(seats: tuple[str, str], seed: int, start: dict[str, Any] | None = None, stop_at: int | None = None) -> Match:
    """A match between two bots."""
    game = load("iwojima")
    match = Match.new(
        game, options={"windows": "able"}, seats=dict(zip(SIDES, seats, strict=True)), seed=seed, start=start
    )
    seated = [bots.make(name, game, side, random.Random(f"{seed}/{side}")) for side, name in enumerate(seats)]
    while not match.over:
        asked = match.asked
        assert asked is not None
        if stop_at is not None and len(match.played) >= stop_at:
            match.submit(asked.side, CONCEDE)
            break
        match.submit(asked.side, seated[asked.side].choose(game.redact(match.state, asked.side), asked))
    return match


def first(ending: str, winner: int, *pairs: tuple[str, str]) -> Match:
    """The first game that ends so."""
    for seed in range(MOST_SEEDS):
        match = played(pairs[seed % len(pairs)], seed)
        if (match.state.ending, match.state.winner) == (ending, winner):
            return match
    raise SystemExit(f"no game of {MOST_SEEDS} ended with {ending}, winner {winner}")


def lone_marine() -> dict[str, Any]:
    """One US step ashore and nothing else left, the Japanese side about to assault it."""
    game: Any = load("iwojima")
    dead = {name: ["RESERVE", 0] for name in game.unit_ids if game.us_ground >> game.unit_index[name] & 1}
    garrison = {"J-309": "OKI", "J-310": "OKI", "J-311": "OKI", "J-HQ": "KIT"}
    units = dead | {"U-28": ["OKI", 1]} | garrison
    t = sandbox("iwojima", turn=4, phase="jp-assault", units=units, revealed=["J-309", "J-310", "J-311"])
    position: dict[str, Any] = t.state.to_json()
    return position


def level_score() -> dict[str, Any]:
    """The last Japanese Assault Phase, with a score that final scoring makes level if nobody hurts anybody."""
    game: Any = load("iwojima")
    kept = ["KIT", "ONS", "TEN", "NIS", "HIG"]
    final = game.vp_jp_unit + game.vp_hq + len(kept) * game.vp_area  # 23.2(3)-(5): the HQ alone, and five areas
    t = sandbox(
        "iwojima",
        turn=9,
        phase="jp-assault",
        units={"U-28": "OKI", "U-27": "CHI", "J-HQ": "KIT"},
        control=[name for name in game.space_ids[: game.areas] if name not in kept],
        vp={"US": game.goal - 1, "JP": game.goal - 1 - final},
    )
    position: dict[str, Any] = t.state.to_json()
    return position


STAFF, RANDOM = "staff", "random"
FIXTURES: dict[str, Callable[[], Match]] = {
    "us-forty": lambda: first("forty", US, (STAFF, STAFF), (STAFF, RANDOM)),
    "jp-forty": lambda: first("forty", JP, (STAFF, STAFF), (RANDOM, STAFF)),
    "us-last-turn": lambda: first("last-turn", US, (STAFF, STAFF), (STAFF, RANDOM)),
    "jp-last-turn": lambda: first("last-turn", JP, (STAFF, STAFF)),
    "draw": lambda: played((STAFF, STAFF), 1, start=level_score()),
    "jp-wiped-out": lambda: first("wiped-out", US, (STAFF, RANDOM), (STAFF, STAFF)),
    "us-wiped-out": lambda: played((RANDOM, STAFF), 1, start=lone_marine()),
    "concession": lambda: played((STAFF, STAFF), 3, stop_at=150),
}

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, make in FIXTURES.items():
        match = make()
        (FOLDER / f"{name}.grog").write_text(write(match), encoding="utf-8")
        print(f"{name}: {len(match.played)} decisions, {match.state.ending}, VP {match.state.vp}")
    GOLDEN.write_text(playthrough((FOLDER / "us-forty.grog").read_text(encoding="utf-8")), encoding="utf-8")
