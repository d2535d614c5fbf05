"""Plans of the staff bot as whole orders, up to the first event that cannot be foreseen.

The plan is made from what a side may know and nothing else. What it cannot know is dealt anew, and the plan ends before
that could show: at a roll, a discovery, or a question to the other side.
"""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from grognard import bots, games
from grognard.bots.hints import ENOUGH, STAFF, in_words, space_name
from grognard.kernel.flow import Decision, Option
from grognard.kernel.game import Game
from grognard.kernel.ids import Side, Space, Unit
from grognard.kernel.play import apply

MOST = 400
"""Options in one plan."""
QUESTION, PHASE, ORDER, FILL, SETTLE = "question", "phase", "order", "fill", "settle"
"""How far a plan goes: to the end of this kind of question, of the phase, of one order, or of the set that is asked
for (losses, purchases, arrivals: what verbs that fill say), or of that with all that settles a fight."""

LEVEL = 0.5
"""From this chance on another round of a fight is part of a plan."""

KEPT = "What it would cost is more than the staff expects of it."
PLACED = "Of the places on offer this one is wanted most."
BEST = "Of the choices on offer the staff rates this one highest."


class Planned(NamedTuple):
    """One order of a plan."""

    options: list[Option]
    text: str
    reason: str
    units: list[Unit]
    goal: Space | None
    weighs: bool = False
    """It answers a question that the player is to weigh, wherever it was not planned beforehand."""


def is_weighed(game: Game, s: Any, asked: Decision) -> bool:
    """Whether the player is to answer: a choice that their game says is theirs, or another round against the odds."""
    if len(asked.options) < 2:
        return False
    verbs = [game.verbs[str(option[0])] for option in asked.options]
    if any(verb.renews for verb in verbs):
        odds = [float(card["hope"]) for card in game.previews(game.redact(s, asked.side), asked.side) if "hope" in card]
        return max(odds, default=0.0) < LEVEL
    return any(verb.weighs for verb in verbs)


def why(game: Game, option: Option, asked: Decision, said: str = "") -> str:
    """The staff's own reason, or what can be said of such a choice."""
    verb = game.verbs[str(option[0])]
    if said or verb.why:
        return said or verb.why
    if verb.forgoes:
        return KEPT
    if verb.primary and len(asked.options) > 1:
        return ENOUGH
    return PLACED if "space" in verb.args else BEST


def planned(game_id: str, table: str, side: Side, known: dict[str, Any], asked: Decision, scope: str) -> list[Planned]:
    """The staff's orders from here on. `known` is the redacted position as JSON values, `table` names the match."""
    game = games.load(game_id)
    state = game.state_type.from_json(game, known)
    state.pending = asked
    rng = random.Random(f"{table}/{side}/{state.turn}")
    staff = bots.make(STAFF, game, side, rng)
    s = game.resample(state, side, rng)
    s.pending = asked
    news, phase = s.news, s.phase
    orders: list[Planned] = []
    for _ in range(MOST):
        now = s.pending
        if not isinstance(now, Decision) or (now.side, s.news, s.phase) != (side, news, phase):
            break
        moving = s.agenda[-1].moving(s) >= 0
        if orders and not moving and (scope == ORDER or (scope == QUESTION and now.prompt != asked.prompt)):
            break
        option = staff.choose(game.redact(s, side), now)
        # A standing act is no part of an order, but what the staff would begin with.
        stands = option not in now.options
        if stands and (moving or scope != PHASE or option not in game.standing(s, side)):
            break
        verb = game.verbs[str(option[0])]
        if scope in (FILL, SETTLE) and not (verb.fills or (verb.settles and scope == SETTLE)):
            break
        if orders and moving:
            orders[-1] = _longer(game, orders[-1], option)
        else:
            first = _first(game, option, why(game, option, now, staff.reason))
            orders.append(first._replace(weighs=is_weighed(game, s, now)))
        apply(s, side, option, None)
    return orders


def _first(game: Game, option: Option, reason: str) -> Planned:
    return Planned([option], in_words(game, option), reason, game.units_of(option), _goal(game, option))


def _longer(game: Game, order: Planned, option: Option) -> Planned:
    """One more step of the same move: the whole is said, not each hex."""
    options = [*order.options, option]
    goal = _goal(game, option)
    if goal is None:
        return order._replace(options=options)
    text = f"{in_words(game, options[0])} to {space_name(game, goal)}"
    return order._replace(options=options, text=text, goal=goal)


def _goal(game: Game, option: Option) -> Space | None:
    return next(iter(game.spaces_of(option)), None)
