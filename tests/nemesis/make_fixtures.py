"""Make the finished games that the tests replay: one per way in which the game can end, and the golden playthrough.

Run it after a change of the rules or the data: `python tests/nemesis/make_fixtures.py`. Hasty random players play; the
first seed that gives an ending is kept. A Superior at 9 against one at 0 starts from a position by hand.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from grognard import sandbox
from grognard.games import load
from grognard.games.nemesis.facts import ALLIED, JAPANESE
from grognard.kernel.flow import CONCEDE, DRAW, Decision, Option
from grognard.lab.playthrough import playthrough
from grognard.match.match import Match
from grognard.match.save import write

FOLDER = Path(__file__).parent / "games"
GOLDEN = Path(__file__).parent / "golden.txt"
SIDES = ("Allied", "Japanese")
MOST_SEEDS = 300
HASTE = 0.15
BOLD = 0.5
EAGER = ("attack", "join-all", "confirm", "massive", "lead", "enforce", "advance-all")


def choose(asked: Decision, rng: random.Random) -> Option:
    """Anything, but attacks are pressed and phases end soon."""
    bold = [option for option in asked.options if option[0] in EAGER]
    if bold and rng.random() < BOLD:
        return rng.choice(bold)
    ends = [option for option in asked.options if str(option[0]).startswith("end-")]
    return ends[0] if ends and rng.random() < HASTE else rng.choice(asked.options)


def played(seed: int, start: dict[str, Any] | None = None, stop_at: int | None = None) -> Match:
    """A match between two hasty players."""
    match = Match.new(load("nemesis"), seats=dict.fromkeys(SIDES, "random"), seed=seed, start=start)
    rng = random.Random(seed)
    while (asked := match.asked) is not None:
        if stop_at is not None and len(match.played) >= stop_at:
            match.submit(asked.side, CONCEDE)
            break
        match.submit(asked.side, choose(asked, rng))
    return match


def first(ending: str, winner: int, start: dict[str, Any] | None = None) -> Match:
    """The first game that ends so."""
    for seed in range(MOST_SEEDS):
        match = played(seed, start)
        if (match.state.ending, match.state.winner) == (ending, winner):
            return match
    raise SystemExit(f"no game of {MOST_SEEDS} ended with {ending} for {winner}")


def one_step_from_joy() -> dict[str, Any]:
    """The last Japanese phase of Game Turn 9: Hirohito at 9, Churchill at 0."""
    units = {"J31-58": "1111", "J33-214": "0419", "B17-48": "0418", "B23-1": "0511"}
    change = {"turn": 9, "phase": "allied-attack", "units": units, "superior": [0, 9], "yunnan_active": 1}
    found: dict[str, Any] = sandbox("nemesis", **change).state.to_json()
    return found


def main() -> None:
    """Every ending."""
    FOLDER.mkdir(exist_ok=True)
    games = {
        "allied-superior": first("superiors", ALLIED),
        "japanese-superior": first("superiors", JAPANESE),
        "draw": first("superiors", DRAW),
        "happy-superior": first("happy-superior", JAPANESE, one_step_from_joy()),
        "concession": played(1, stop_at=80),
    }
    for name, match in games.items():
        (FOLDER / f"{name}.grog").write_text(write(match), encoding="utf-8")
    GOLDEN.write_text(playthrough((FOLDER / "happy-superior.grog").read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
