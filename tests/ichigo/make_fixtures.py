"""Make the finished games that the tests replay: one per way in which the game can end, and the golden playthrough.

Run it after a change of the rules or the data: `python tests/ichigo/make_fixtures.py`, with the names of single games
if not all are wanted. Bots play; the first seed that gives an ending is kept. What play reaches seldom (China's
collapse, a lost beachhead, points after Causeway) starts from a position by hand.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from grognard import bots, sandbox
from grognard.games import load
from grognard.games.ichigo.facts import ALLIED, JAPANESE
from grognard.games.ichigo.state import LAUNCHED
from grognard.kernel.flow import CONCEDE, DRAW
from grognard.lab.playthrough import playthrough
from grognard.match.match import Match
from grognard.match.save import write

FOLDER = Path(__file__).parent / "games"
GOLDEN = Path(__file__).parent / "golden.txt"
SIDES = ("Allied", "Japanese")
MOST_SEEDS = 200
BASES = ("1815", "1617", "1418", "1321", "1123", "1422", "2116", "2217")


def played(seats: tuple[str, str], seed: int, start: dict[str, Any] | None = None, stop_at: int | None = None) -> Match:
    """A match between two bots."""
    game = load("ichigo")
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


Ending = tuple[str, int, bool]
"""How it ends, who wins, and whether the Americans have come."""


def first(ending: Ending, seats: tuple[str, str], start: Callable[[], dict[str, Any]] | None = None) -> Match:
    """The first game that ends so."""
    for seed in range(MOST_SEEDS):
        match = played(seats, seed, start() if start else None)
        s = match.state
        if (s.ending, s.winner, s.causeway == LAUNCHED) == ending:
            return match
    raise SystemExit(f"no game of {MOST_SEEDS} ended with {ending}")


def position(**change: Any) -> dict[str, Any]:
    """A position by hand."""
    found: dict[str, Any] = sandbox("ichigo", **change).state.to_json()
    return found


def chungking_besieged() -> dict[str, Any]:
    """Turn 8 without Causeway: an army on both open sides of Chungking, every airbase and Kunming Japanese."""
    army = ("J-CEA-D37", "J-CEA-D62", "J-CEA-D110", "J-CEA-D26", "J-CEA-D116")
    more = ("J-CEA-D34", "J-CEA-D3", "J-CEA-D40", "J-CEA-D13", "J-CEA-D39")
    units: dict[str, Any] = {**dict.fromkeys(army, "0611"), **dict.fromkeys(more, "0612")}
    units |= {"CH-7": "0712", "CH-9": "2916", "J-CEA-D60": "3106", "J-CEA-D58": "2008"}
    return position(turn=8, phase="japanese-order", units=units, japanese=[*BASES, "0119"], causeway="cancelled")


def one_point_short() -> dict[str, Any]:
    """The end of turn 9 without Causeway: airbases and a foot near Chungking, nothing else."""
    units = {"J-CEA-D13": "1210", "CH-7": "0712", "CH-9": "2916", "J-CEA-D60": "3106", "J-CEA-D58": "2008"}
    return position(turn=9, phase="chinese-combat", units=units, japanese=[*BASES], causeway="cancelled")


def beachheads_watched(*watched: str) -> dict[str, Any]:
    """The end of turn 12 with Causeway: Japanese divisions next to beachheads."""
    divisions = ("J-FG-D9", "J-FG-D12")
    units: dict[str, Any] = dict(zip(divisions, watched, strict=False))
    units |= {"J-FG-D50": "3417", "CH-7": "0712", "J-CEA-D60": "3106", "J-CEA-D58": "2008", "US-7": "3221"}
    units |= {"US-24": "2223", "J-CEA-D37": "1801", "J-CEA-D21": "0925"}
    beaches = ["3221", "2223"]
    return position(
        turn=12, phase="chinese-combat", units=units, causeway="launched", beachheads=beaches, allied=beaches
    )


def beachhead_bare() -> dict[str, Any]:
    """Turn 9 with Causeway: the garrison of Formosa next to the last step of a division at Takao."""
    garrison = ("J-FG-D9", "J-FG-D12", "J-FG-D50", "J-FG-D66")
    units: dict[str, Any] = {**dict.fromkeys(garrison, "3220"), "US-7": ["3221", 1], "US-24": "2223", "CH-7": "0712"}
    units |= {"J-CEA-D60": "3106", "J-CEA-D58": "2008"}
    beaches = ["3221", "2223"]
    return position(
        turn=9, phase="japanese-combat", units=units, causeway="launched", beachheads=beaches, allied=beaches
    )


STAFF, RANDOM = "staff", "random"
FIXTURES: dict[str, Callable[[], Match]] = {
    "allied-points": lambda: first(("points", ALLIED, False), (STAFF, STAFF)),
    "allied-points-causeway": lambda: first(("points", ALLIED, True), (STAFF, STAFF)),
    "japanese-points": lambda: first(("points", JAPANESE, False), (RANDOM, STAFF)),
    "japanese-points-causeway": lambda: first(
        ("points", JAPANESE, True), (STAFF, STAFF), lambda: beachheads_watched("3220", "2123")
    ),
    "draw": lambda: first(("points", DRAW, False), (STAFF, STAFF), one_point_short),
    "draw-causeway": lambda: first(("points", DRAW, True), (STAFF, STAFF), lambda: beachheads_watched("3220")),
    "beachhead": lambda: first(("beachhead", JAPANESE, True), (STAFF, STAFF), beachhead_bare),
    "shanghai-and-wuhan": lambda: first(("shanghai-and-wuhan", ALLIED, True), (STAFF, RANDOM)),
    "collapse": lambda: first(("collapse", JAPANESE, False), (STAFF, STAFF), chungking_besieged),
    "concession": lambda: played((STAFF, STAFF), 3, stop_at=400),
}

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[1:] or FIXTURES:
        match = FIXTURES[name]()
        (FOLDER / f"{name}.grog").write_text(write(match), encoding="utf-8")
        print(f"{name}: {len(match.played)} decisions, {match.state.ending}, turn {match.state.turn}", flush=True)
    GOLDEN.write_text(playthrough((FOLDER / "allied-points.grog").read_text(encoding="utf-8")), encoding="utf-8")
