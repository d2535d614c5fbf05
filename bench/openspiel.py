"""An outside opponent: OpenSpiel's information-set Monte Carlo tree search against one of our bots.

    python bench/openspiel.py iwojima --games 10 --simulations 16 --against staff

Sides are exchanged from game to game. It prints each game as it ends, and the share of the points with its interval.
"""

from __future__ import annotations

import argparse
import random
import time

import numpy as np
from open_spiel.python.algorithms.ismcts import ChildSelectionPolicy, ISMCTSBot, ISMCTSFinalPolicyType
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from grognard import bots
from grognard.lab.confidence_intervals import wilson
from grognard.lab.env.spiel import DEALS, load


def play(name: str, seed: int, searcher: int, simulations: int, against: str) -> float:
    """One game; 1 when the searching side wins, 0.5 for a draw."""
    game = load(name, recall=False)
    luck = np.random.RandomState(seed)
    search = ISMCTSBot(
        game, RandomRolloutEvaluator(1, luck), 1.4, simulations, random_state=luck, use_observation_string=True,
        final_policy_type=ISMCTSFinalPolicyType.MAX_VISIT_COUNT, allow_inconsistent_action_sets=True,
        child_selection_policy=ChildSelectionPolicy.UCT,
    )  # fmt: skip
    rules = game.table.game
    other = bots.make(against, rules, 1 - searcher, random.Random(seed))
    state = game.new_initial_state()
    state.apply_action(seed // DEALS % DEALS)
    state.apply_action(seed % DEALS)
    while not state.is_terminal():
        side = state.current_player()
        if side == searcher:
            state.apply_action(search.step(state))
            continue
        position = state.position()
        chosen = other.choose(rules.redact(position, side), position.pending)
        if chosen in position.pending.options:
            state.apply_action(position.pending.options.index(chosen))
        else:
            state.act_besides(chosen)
    return (state.returns()[searcher] + 1) / 2


def main() -> None:
    """As called."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--simulations", type=int, default=16)
    parser.add_argument("--against", default="staff")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    points = 0.0
    for number in range(chosen.games):
        began = time.process_time()
        got = play(chosen.game, chosen.seed + number, number % 2, chosen.simulations, chosen.against)
        points += got
        side = load(chosen.game, recall=False).table.game.sides[number % 2].id
        print(f"game {number + 1}: search as {side} {got:g}, {time.process_time() - began:.0f} s", flush=True)
    low, high = wilson(round(points), chosen.games)
    print(f"{points:g} of {chosen.games} points ({100 * low:.0f} to {100 * high:.0f} %) against {chosen.against}")


if __name__ == "__main__":
    main()
