"""Hand-overs per turn, without and with standing orders: `python bench/handovers.py [GAME …] [--games N]`."""

from __future__ import annotations

import argparse

from grognard import games
from grognard.lab.handovers import SENSIBLE, measured


def main() -> None:
    """Print a table: hand-overs per turn, the median and the largest."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", default=list(SENSIBLE))
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--turns", type=int, default=99)
    chosen = parser.parse_args()
    print("| game | games, turns | without orders | worst turn | with orders | worst turn |")
    print("|---|" + "---:|" * 5)
    for ident in chosen.game:
        row = measured(games.load(ident), chosen.games, chosen.seed, chosen.turns)
        print(f"| {ident} | {row.games}, {row.turns} | " + " | ".join(f"{figure:g}" for figure in row[2:]) + " |")


if __name__ == "__main__":
    main()
