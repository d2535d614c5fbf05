"""Where the time of random play goes: `python bench/profile_play.py [GAME] [GAMES]`."""

from __future__ import annotations

import cProfile
import pstats
import sys
import time

from grognard import games
from grognard.lab.benchmarks import random_game


def main() -> None:
    game = games.load(sys.argv[1] if len(sys.argv) > 1 else "iwojima")
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 40
    random_game(game, 0)
    profile = cProfile.Profile(time.process_time)
    profile.enable()
    decisions = sum(random_game(game, number) for number in range(count))
    profile.disable()
    stats = pstats.Stats(profile)
    print(f"{count} random games of {game.title}, {decisions:,} decisions; own time, top ten")
    rows = sorted(stats.stats.items(), key=lambda item: -item[1][2])  # type: ignore[attr-defined]
    whole = sum(row[2] for _, row in rows)
    for (file, line, name), (_, calls, own, _, _) in rows[:10]:
        where = f"{file.rpartition('grognard/')[2]}:{line}" if "grognard/" in file else "built in"
        print(f"{100 * own / whole:5.1f} %  {calls / decisions:7.2f} calls a decision  {name}  ({where})")


if __name__ == "__main__":
    main()
