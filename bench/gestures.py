"""How many clicks and changes of seat a turn takes, by staff games: `python bench/gestures.py [GAME …] [--games N]`."""

from __future__ import annotations

import argparse

from grognard import games
from grognard.lab.gestures import GAMES, measured

HEAD = "| game | games, turns | decisions | one by one | by hand | with sets, not yet | worst | covers | open |"


def main() -> None:
    """Print a table: medians per turn, clicks of the busier player."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", default=games.game_ids())
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    print(HEAD)
    print("|---|" + "---:|" * 8)
    for ident in chosen.game:
        row = measured(games.load(ident), chosen.games, chosen.seed)
        print(f"| {ident} | {row.games}, {row.turns} | " + " | ".join(f"{figure:g}" for figure in row[2:]) + " |")


if __name__ == "__main__":
    main()
