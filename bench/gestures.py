"""How many clicks and changes of seat a turn takes, by staff games: `python bench/gestures.py [GAME …] [--games N]`.

With `--written`, the turns that are written down: the same acts every time, through plans (`lab/planned_turns.py`) and
by hand.
"""

from __future__ import annotations

import argparse

from grognard import games
from grognard.kernel.ids import Side
from grognard.lab.clicks_per_turn import GAMES, measured, played
from grognard.lab.gesture_planner import SHEETS, Reader
from grognard.lab.planned_turns import WRITTEN

HEAD = (
    "game", "games, turns", "decisions", "one by one", "by hand", "with sheets", "filled in by habit", "a drag is one",
    "worst", "covers", "changes", "with orders",
)  # fmt: skip
BY_HAND = (("iwojima", Side(0), 1, 3), ("ichigo", Side(1), 1, 3), ("ichigo", Side(1), 2, 3))
"""Turns by hand: game, side, turn and seed of a staff game. Of the page's help no more is used than owed sets that are
filled in, and "order the rest"."""
SHOWN = 8
"""Kinds of question that cost most, with `--kinds`."""


def main() -> None:
    """Print a table: medians per turn, clicks of the busier player."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="*", default=games.game_ids())
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", type=int, nargs="?", const=SHOWN, default=0, help="and what costs the clicks")
    parser.add_argument("--written", action="store_true", help="the turns that are written down")
    chosen = parser.parse_args()
    if chosen.written:
        return written()
    print("| " + " | ".join(HEAD) + " |")
    print("|---|" + "---:|" * (len(HEAD) - 1))
    costs: list[str] = []
    for ident in chosen.game:
        row, kinds = measured(games.load(ident), chosen.games, chosen.seed)
        print(f"| {ident} | {row.games}, {row.turns} | " + " | ".join(f"{figure:g}" for figure in row[2:]) + " |")
        costs += [f"{ident}: {clicks:.1f} clicks a turn, {kind}" for kind, clicks in kinds[: chosen.kinds]]
    print("\n".join(costs))
    return None


def written() -> None:
    """Print a row for each turn that is written down."""
    print("| turn | from roll to roll | through plans | most |\n|---|---:|---:|---:|")
    for turn in WRITTEN:
        game = games.load(turn.game)
        by_rolls, by_phases = turn.open(game).by_rolls(), turn.open(game).by_phases(turn.begun)
        name = f"{turn.game}, {game.sides[turn.side].id}, turn {turn.turn}, seed {turn.seed}"
        print(f"| {name} | {sum(c.clicks for c in by_rolls)} | {sum(c.clicks for c in by_phases)} | {turn.most} |")
    print("\n| turn by hand | decisions | clicks | a drag is one |\n|---|---:|---:|---:|")
    for ident, side, number, seed in BY_HAND:
        game = games.load(ident)
        steps = [step for step in played(game, seed, number) if step.turn == number]
        mine = [gesture for gesture in Reader(game, steps, SHEETS).read() if gesture.first.side == side]
        decisions = sum(len(gesture.options) for gesture in mine)
        clicks, drags = sum(gesture.clicks for gesture in mine), sum(gesture.drags for gesture in mine)
        print(f"| {ident}, {game.sides[side].id}, turn {number}, seed {seed} | {decisions} | {clicks} | {drags} |")


if __name__ == "__main__":
    main()
