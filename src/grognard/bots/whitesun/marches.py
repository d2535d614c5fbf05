"""On the march and in battle: go on or halt, another round or not, who takes the losses."""

from __future__ import annotations

from grognard.bots.whitesun.forces import ranked
from grognard.bots.whitesun.plan import Planner
from grognard.bots.whitesun.roads import Roads, Root, path_to
from grognard.games.whitesun.hits import happening
from grognard.games.whitesun.odds import clear_chance, entry_odds, in_place, numbers, strength_of
from grognard.games.whitesun.state import FIRST, State, is_own, phase_id
from grognard.kernel.bits import bitset
from grognard.kernel.flow import Decision, Option, space_of, unit_of
from grognard.kernel.ids import Space

HALT: Option = ("halt",)


def march(staff: Planner, s: State, asked: Decision) -> Option:
    """9.8: along the way on which most is to be gained, while the odds hold."""
    g = s.game
    steps = [o for o in asked.options if o[0] == "advance"]
    if not steps:
        return HALT
    if s.objective >= 0:
        return towards(staff, s, asked, {s.objective: 10.0})
    value = staff.worth(s)
    option = towards(staff, s, asked, value)
    if option == HALT:
        return option
    hex_ = space_of(option)
    if is_own(s, hex_) or g.treaty_ports >> hex_ & 1:
        return option
    chance = entry_odds(s, strength_of(s, s.force), hex_, s.mp, brief=True).through
    if HALT in asked.options and chance < dares(staff, s, hex_):
        return staff.because(HALT, f"Only {chance:.0%} to get through: fresh units shall do it.")
    return option


def dares(staff: Planner, s: State, hex_: Space) -> float:
    """The least chance with which the force goes on: where fresh units would do better it leaves it to them."""
    g, w = s.game, staff.weights
    others = ranked(s, s.at[g.ready] & g.ground)[: g.most_units[s.turn]]
    large = s.began_with >= g.number_of["great_victory"] and not s.great_victory
    least = w.grave if large and len(others) >= 4 else w.forlorn
    if len(others) < 4 or not s.entered:
        return least
    fresh = entry_odds(s, strength_of(s, bitset(others), fresh=True), hex_, s.mp, brief=True).through
    return max(least, min(w.doubtful * urgency(staff, s), fresh - w.better))


def urgency(staff: Planner, s: State) -> float:
    """4.1a: what is not taken when Turn 1 is over loses the game."""
    return staff.weights.last_push if s.turn == 1 and phase_id(s) != FIRST else 1.0


def towards(staff: Planner, s: State, asked: Decision, value: dict[Space, float]) -> Option:
    """The first step to the hex that brings most."""
    g = s.game
    ways = Roads(s, staff.weights).search([Root("start", s.force_hex, 0)], s.mp, strength_of(s, s.force), value)
    goals = [h for h in ways if h in value and h != s.force_hex]
    if goals:
        goal = max(goals, key=lambda h: (ways[h].gain - staff.weights.hex_price * ways[h].cost, -h))
        option: Option = ("advance", path_to(ways, goal)[1])
        if option in asked.options and ways[goal].gain > 0:
            return staff.because(option, f"Towards {g.space_names[goal]}.")
    if HALT in asked.options:
        return staff.because(HALT, "Nothing more is within reach.")
    safe = [o for o in asked.options if is_own(s, space_of(o))]
    return (safe or asked.options)[0]


def another_round(staff: Planner, s: State, asked: Decision) -> Option:
    """9.4: while the hex can be had, and no stack is thrown away."""
    if ("fight-on",) not in asked.options:
        return ("withdraw",)
    hex_, w = s.force_hex, staff.weights
    strength = strength_of(s, s.force)
    company, regular = in_place(s, hex_)
    n = numbers(s, hex_, s.round + 1, happening(s))
    clear = clear_chance(strength, 0, 0, company, 0, n)
    danger = (company[1] * n.elite + company[2] * n.communist + regular * n.regular) / 6
    last = phase_id(s) != FIRST and not (s.at[s.game.ready] & s.game.ground).bit_count() >= 4
    push = urgency(staff, s)
    if clear >= w.round_least * push or strength.steps > (w.round_danger * danger + w.round_spare) * push or last:
        return staff.because(("fight-on",), f"{clear:.0%} to take it in this round.")
    return staff.because(("withdraw",), "The stack is worth more than the hex.")


def losses(staff: Planner, s: State, asked: Decision) -> Option:
    """10.9: divisions are reduced first, then puppets and those with fewest dice go."""
    g = s.game

    def price(option: Option) -> tuple[int, int, int]:
        unit = unit_of(option)
        left = s.steps[unit]
        dice = g.dice[unit][left] - g.dice[unit][left - 1]
        eliminated = left == 1
        return (int(eliminated and not g.puppets >> unit & 1) + dice, int(bool(g.asterisk >> unit & 1)), unit)

    return min(asked.options, key=price)


def chinese_losses(staff: Planner, s: State, asked: Decision) -> Option:
    """10.9b: whoever would hit most: regulars now, elites in the next round."""
    g = s.game

    def danger(option: Option) -> float:
        unit = unit_of(option)
        if g.communists >> unit & 1:
            return s.turn / 6
        dice = g.dice[unit][1]
        return dice / 3 if g.elites >> unit & 1 else dice / 6

    return max(asked.options, key=danger)
