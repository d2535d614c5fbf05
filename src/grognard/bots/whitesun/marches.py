"""On the march and in battle: go on or halt, another round or not, who takes the losses."""

from __future__ import annotations

from grognard.bots.whitesun.forces import ranked
from grognard.bots.whitesun.path_costs import Roads, Root, path_to
from grognard.bots.whitesun.plan import Planner
from grognard.games.whitesun.battle_forecasts import Foes, foes_in, next_round
from grognard.games.whitesun.entry_odds import entry_odds
from grognard.games.whitesun.facts import COMMUNIST, ELITE, LINE, LINE_AND_CITY, OTHER, REGULAR
from grognard.games.whitesun.hits import happening
from grognard.games.whitesun.round_strength import Numbers, Strength, numbers, strength_of
from grognard.games.whitesun.state import FIRST, State, is_own, phase_id
from grognard.games.whitesun.supply import step_cost, supplied_net
from grognard.kernel.bits import bitset
from grognard.kernel.flow import Decision, Option, space_of, unit_of
from grognard.kernel.ids import Space

HALT: Option = ("halt",)
EASY_DICE = 9


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
    if HALT not in asked.options:
        return option
    strength = strength_of(s, s.force)
    if is_easy(s, strength, hex_):
        return option
    chance = through(s, strength, hex_)
    least, others = dares(staff, s, hex_, chance)
    if chance < least:
        more = "leave it to fresh units" if others else "do not risk the force"
        return staff.because(HALT, f"{chance:.0%} to take {g.space_names[hex_]} and go on: {more}.")
    return option


def is_easy(s: State, strength: Strength, hex_: Space) -> bool:
    """Whether nobody stands in the next hex, the force has many dice, and points for two further rounds: by no weights
    does it shrink back there, and nothing need be reckoned."""
    cost = step_cost(s, s.force_hex, hex_, supplied_net(s))
    alone = not s.at[hex_] & s.game.fighting and s.game.defence_line[hex_] in (LINE_AND_CITY, LINE, OTHER)
    return alone and sum(strength.dice[0]) >= EASY_DICE and s.mp >= 3 * cost


def through(s: State, strength: Strength, hex_: Space) -> float:
    """The chance that a force takes the next hex and can go on, with the points that are left: as the card has it."""
    cost = step_cost(s, s.force_hex, hex_, supplied_net(s))
    return entry_odds(s, strength, hex_, cost, s.mp - cost).through


def dares(staff: Planner, s: State, hex_: Space, chance: float) -> tuple[float, bool]:
    """The least chance with which the force goes on: where fresh units would do better it leaves it to them."""
    g, w = s.game, staff.weights
    others = ranked(s, s.at[g.ready] & g.ground)[: g.most_units[s.turn]]
    large = s.began_with >= g.number_of["great_victory"] and not s.great_victory
    least = w.grave if large and len(others) >= 4 else w.forlorn
    most = w.doubtful * urgency(staff, s)
    if len(others) < 4 or not s.entered or chance >= most:
        return least, False
    fresh = through(s, strength_of(s, bitset(others), fresh=True), hex_)
    return max(least, min(most, fresh - w.better)), True


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
        return staff.because(HALT, "No goal is worth the march." if goals else "No goal is within reach.")
    safe = [o for o in asked.options if is_own(s, space_of(o))]
    return (safe or asked.options)[0]


def another_round(staff: Planner, s: State, asked: Decision) -> Option:
    """9.4: while the hex can be had, and no stack is thrown away."""
    if ("fight-on",) not in asked.options:
        return ("withdraw",)
    hex_, w = s.force_hex, staff.weights
    strength = strength_of(s, s.force)
    clear = next_round(s, hex_, 0).taken
    danger = all_fire(foes_in(s, hex_), numbers(s, hex_, s.round + 1, happening(s)))
    last = phase_id(s) != FIRST and not (s.at[s.game.ready] & s.game.ground).bit_count() >= 4
    push = urgency(staff, s)
    if clear >= w.round_least * push or strength.steps > (w.round_danger * danger + w.round_spare) * push or last:
        return staff.because(("fight-on",), f"{clear:.0%} chance to take it in this round.")
    return staff.because(("withdraw",), "The force is worth more than the hex.")


def all_fire(foes: Foes, n: Numbers) -> float:
    """The steps that all defenders would take on average, if none of them fell first."""
    faces = {ELITE: n.elite, COMMUNIST: n.communist, REGULAR: n.regular}
    return sum(dice * faces[kind] for kind, dice in foes) / 6


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
    """10.9b: the unit that would hit most: regulars now, elites in the next round."""
    g = s.game

    def danger(option: Option) -> float:
        unit = unit_of(option)
        if g.communists >> unit & 1:
            return s.turn / 6
        dice = g.dice[unit][1]
        return dice / 3 if g.elites >> unit & 1 else dice / 6

    return max(asked.options, key=danger)
