"""How strong the bots are: plays many games on all cores and prints who wins how often, with 95 % intervals.

python bench/strength.py iwojima staff staff --games 1000
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from math import sqrt

from grognard import interrupt
from grognard.bots import play
from grognard.games import load
from grognard.kernel.flow import DRAW
from grognard.lab.process_pool import spread


def one(job: tuple[str, tuple[str, ...], int]) -> tuple[int, int, str, dict[str, float], float]:
    """Play one game: winner, decisions, ending, score, milliseconds."""
    game_id, bots, seed = job
    game = load(game_id)
    begun = time.perf_counter()
    end = play(game, bots, seed)
    spent = (time.perf_counter() - begun) * 1000
    return end.winner, end.decisions, end.state.ending, game.score(end.state), spent


def interval(wins: int, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a proportion."""
    z = 1.96
    p = wins / games
    middle = (p + z * z / (2 * games)) / (1 + z * z / games)
    half = z / (1 + z * z / games) * sqrt(p * (1 - p) / games + z * z / (4 * games * games))
    return middle - half, middle + half


def main() -> int:
    """Read the command line, play, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game")
    parser.add_argument("bots", nargs="+", help="one per side, in the game's order of sides")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--cores", type=int, default=2)
    given = parser.parse_args()
    game = load(given.game)
    jobs = [(given.game, tuple(given.bots), given.first + i) for i in range(given.games)]
    results = list(spread(one, jobs, given.cores))
    won = Counter(winner for winner, *_ in results)
    endings = Counter((winner, ending) for winner, _, ending, *_ in results)
    for side, army in enumerate(game.sides):
        low, high = interval(won[side], len(results))
        print(
            f"{army.name} ({given.bots[side]}): {won[side]} of {len(results)} = {won[side] / len(results):.1%}"
            f"  [{low:.1%}, {high:.1%}]"
        )
    print(f"drawn: {won[DRAW]}")
    for (winner, ending), number in sorted(endings.items()):
        print(f"  {game.sides[winner].id if winner >= 0 else 'draw'} by {ending}: {number}")
    for name in results[0][3]:
        values = [score[name] for *_, score, _ in results]
        print(f"mean {name}: {sum(values) / len(values):.2f}")
    print(f"mean decisions: {sum(r[1] for r in results) / len(results):.0f}")
    print(f"mean time of a game: {sum(r[4] for r in results) / len(results):.1f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(interrupt.guarded(main))
