"""What looking ahead brings, plan by plan: how much better the general's plans are than the staff's, at what cost.

    python bench/gains.py iwojima --positions 8 --nodes 120 --worlds 40

In games of the staff it stops at questions where a general plans, side by side and turn by turn. There he looks for a
plan; the one that he chose and the staff's are then followed through worlds that the search did not see, with the
same dice in both. The mean of all gains (nought where he stays with the staff's plan) is what a plan is worth; a game
has as many of them as it has such questions. A value that is wrong is found out by `--to-the-end`: the same plans are
followed until the game is over, and what is left of the gain is what they are really worth.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from math import sqrt
from statistics import mean, stdev
from typing import Any

from grognard import bots, games, interrupt
from grognard.bots.general.plan_search import table_at
from grognard.bots.general.plans import Plan, candidates, gain, search
from grognard.bots.general.settings import GeneralSettings, settings_of
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING
from grognard.kernel.play import advance, apply

FOREVER = 1000
"""Half-turns that no game has."""
APART = 3
"""Of so many planning questions one is looked at, so that the positions of a game differ."""


def questions(game: Any, settings: GeneralSettings, seed: int) -> Iterator[tuple[Any, int, Any]]:
    """Positions in which a side plans, out of games of the staff: the position, the side and its staff."""
    for number in range(1000):
        dice = KeyedDice(f"gains {seed} {number}".encode())
        seated = [bots.make("staff", game, side, random.Random(f"{number}/{side}")) for side in range(len(game.sides))]
        s = game.new("", {})
        advance(s, dice)
        met, last = number, None
        while s.winner == ONGOING:
            asked = s.pending
            here = (asked.side, s.turn, s.phase)
            if asked.prompt in settings.prompts[asked.side] and here != last:
                last, met = here, met + 1
                if met % APART == 0:
                    yield s, asked.side, seated[asked.side]
            apply(s, asked.side, seated[asked.side].choose(game.redact(s, asked.side), asked), dice)


def weighed(
    settings: GeneralSettings,
    judged: GeneralSettings,
    game: Any,
    s: Any,
    side: int,
    staff: Any,
    nodes: int,
    worlds: int,
) -> tuple[int, float, float]:
    """How many plans there were, the gain of the chosen one in fresh worlds, and its standard error."""
    known = game.redact(s, side)
    known.pending = s.pending
    table = table_at(settings, game, side, known, "search", staff)
    plans = candidates(table, random.Random("gains"))
    found = search(table, plans, nodes)
    if found.chosen is found.staff:
        return len(plans), 0.0, 0.0
    fresh = table_at(judged, game, side, known, "fresh", staff)
    chosen, own = Plan(found.chosen.factors, []), Plan({}, [])
    for number in range(worlds):
        for plan in (chosen, own):
            plan.chances.append(fresh.play(plan, number))
    return len(plans), *gain(chosen, own)


def main() -> int:
    """As called."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game")
    parser.add_argument("--positions", type=int, default=8)
    parser.add_argument("--nodes", type=int, default=0, help="simulations of a search (default: the general's own)")
    parser.add_argument("--worlds", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--to-the-end", action="store_true", help="judge by who wins, not by the value")
    chosen = parser.parse_args()
    game: Any = games.load(chosen.game)
    settings = settings_of(game.id)
    if settings is None:
        print(f"{game.title} has no general.", file=sys.stderr)
        return 2
    nodes = chosen.nodes or settings.nodes
    judged = replace(settings, ahead=FOREVER) if chosen.to_the_end else settings
    gains: dict[int, list[float]] = {side: [] for side in range(len(game.sides))}
    for number, (s, side, staff) in enumerate(questions(game, settings, chosen.seed)):
        if number == chosen.positions:
            break
        interrupt.check()
        began = time.process_time()
        plans, gained, error = weighed(settings, judged, game, s, side, staff, nodes, chosen.worlds)
        took = time.process_time() - began
        gains[side].append(gained)
        print(
            f"Turn {s.turn}, {game.sides[side].name}, {s.pending.prompt}: {plans} plans, "
            f"{100 * gained:+.1f} points (error {100 * error:.1f}), {took:.1f} s",
            flush=True,
        )
    for side, found in gains.items():
        if found:
            error = stdev(found) / sqrt(len(found)) if len(found) > 1 else 0.0
            print(f"{game.sides[side].name}: {100 * mean(found):+.2f} points a plan (error {100 * error:.2f})")
    return 0


if __name__ == "__main__":
    sys.exit(interrupt.guarded(main))
