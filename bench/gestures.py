"""How many clicks and changes of seat a turn takes, by staff games: `python bench/gestures.py [GAME …] [--games N]`."""

from __future__ import annotations

import argparse

from grognard import games
from grognard.lab.clicks_per_turn import GAMES, measured

HEAD = (
    "game", "games, turns", "decisions", "one by one", "by hand", "with sheets", "filled in by habit", "a drag is one",
    "worst", "covers", "changes", "with orders",
)  # fmt: skip
SHOWN = 8
"""Kinds of question that cost most, with `--kinds`."""


def main() -> None:
    """Print a table: medians per turn, clicks of the busier player."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", default=games.game_ids())
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", type=int, nargs="?", const=SHOWN, default=0, help="and what costs the clicks")
    chosen = parser.parse_args()
    print("| " + " | ".join(HEAD) + " |")
    print("|---|" + "---:|" * (len(HEAD) - 1))
    costs: list[str] = []
    for ident in chosen.game:
        row, kinds = measured(games.load(ident), chosen.games, chosen.seed)
        print(f"| {ident} | {row.games}, {row.turns} | " + " | ".join(f"{figure:g}" for figure in row[2:]) + " |")
        costs += [f"{ident}: {clicks:.1f} clicks a turn, {kind}" for kind, clicks in kinds[: chosen.kinds]]
    print("\n".join(costs))


if __name__ == "__main__":
    main()
