"""The share of luck in results: positions in mid-game, each played on several times with other dice."""

from __future__ import annotations

import hashlib

from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import DRAW, ONGOING
from grognard.kernel.game import Game
from grognard.kernel.play import advance, apply
from grognard.lab.game_observer import watched
from grognard.lab.simulate import Plan, chosen
from grognard.match.header import Header

FROM_TURN = 2


def margin(game: Game, winner: int) -> float:
    """A game as the first party counts it: won 1, drawn 0, lost −1."""
    return 0.0 if winner == DRAW else 1.0 if winner == 0 else -1.0


def played_on(plan: Plan, times: int, index: int) -> list[float]:
    """The results of game `index` from the beginning of turn 2, with its own dice until there and others after it."""
    game = plan.load()
    header = Header.new(game, plan.scenario, dict(plan.options))
    state = game.new(header.scenario, header.options)
    dice = KeyedDice(plan.secret(index))
    seated = plan.seated(game, index)
    advance(state, dice)
    while state.winner == ONGOING and state.turn < FROM_TURN:
        asked = state.pending
        apply(state, asked.side, chosen(game, state, seated, asked), dice)
    if state.winner != ONGOING:
        return []
    out = []
    for time in range(times):
        other = KeyedDice(hashlib.sha256(f"other {plan.seed} {index} {time}".encode()).digest())
        twin = state.copy()
        twin.pending = state.pending
        out.append(margin(game, watched(plan, game, index, twin, other).result.winner))
    return out
