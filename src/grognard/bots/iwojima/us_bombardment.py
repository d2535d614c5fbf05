"""US bombardment: where the dice of ships, planes and guns do most."""

from __future__ import annotations

from itertools import accumulate
from math import exp
from operator import itemgetter, mul

from grognard.bots.iwojima.belief import Belief, believe
from grognard.bots.iwojima.common import chance_of, circumstances, mean_damage
from grognard.bots.iwojima.us_aims import Outlook, threat_of
from grognard.bots.iwojima.us_memory import UsMemory
from grognard.bots.iwojima.us_movement import best_attack, fights_within, ranks_of, reaches
from grognard.bots.iwojima.weights import UsWeights
from grognard.games.iwojima.bombardment import targets
from grognard.games.iwojima.losses import suggested_order
from grognard.games.iwojima.state import State
from grognard.kernel.bits import members
from grognard.kernel.flow import Decision, Option, unit_of
from grognard.kernel.ids import Space, Spaces, Unit, per
from grognard.kernel.odds import pool

SPACING = 8
LEVELS = (0, 8, 16, 24)
"""The numbers of dice for which the attack after the bombardment is worked out."""
MOST_FIGHTS = 5
"""The areas, most wanted first, whose attack is worked out."""
LONGEST = 60
"""More Hits than any bombardment can score."""


def designate_bombardment(staff: UsMemory, s: State, asked: Decision) -> Option:
    """9.1: the whole plan is made once; then it is told unit by unit."""
    ready = {unit_of(o) for o in asked.options if o[0] == "assign"}
    plan = staff.recall("bombardment", circumstances(s), lambda: plan_bombardment(staff, s, sorted(ready)))
    for unit, area in plan.items():
        if unit in ready and ("assign", unit, area) in asked.options:
            return staff.because(("assign", unit, area), plan_reason(s, unit, area))
    take_notes(staff, s)
    return ("confirm",)


def plan_reason(s: State, unit: Unit, area: Space) -> str:
    """Reason for a bombardment."""
    g = s.game
    name = g.space_names[area]
    if any(g.range[u] > 1 for u in members(s.at[area] & g.jp & g.artillery)):
        return f"The guns at {name} do the most harm."
    if s.at[area] & g.jp:
        return f"The Revealed units at {name} are the best target for {g.unit_names[unit]}."
    return f"{name} is to be taken, and units are probably hidden there."


def take_notes(staff: UsMemory, s: State) -> None:
    """Write down what the plan should do to Concealed units."""
    g = s.game
    w = staff.weights
    belief = believe(w, s, staff.notes)
    killed: dict[Space, float] = {}
    for area, dice in per(Space, planned_dice(s)):
        if dice and not s.control >> area & 1:
            damage = mean_damage(dice, g.bdv[area] + round(belief.caves[area]))
            damage -= sum(s.steps[u] for u in members(s.at[area] & g.jp))
            killed[area] = max(0.0, damage) / w.hidden_steps
    staff.notes.record(s.turn, killed)


def planned_dice(s: State) -> list[int]:
    """Per area, the dice assigned so far."""
    g = s.game
    dice = [0] * g.areas
    for unit, area in per(Unit, s.target):
        if area >= 0 and g.us >> unit & 1:
            dice[area] += g.bombard[unit][s.steps[unit]]
    return dice


def plan_bombardment(staff: UsMemory, s: State, ready: list[Unit]) -> dict[Unit, Space]:
    """The targets of all units: again and again the bundle of units that gains most a die on one area."""
    g = s.game
    w = staff.weights
    belief = believe(w, s, staff.notes)
    outlook = Outlook(w, s)
    ladders = [Ladder(w, s, belief, area, outlook.worth[area]) for area in g.every_area]
    prepare_attacks(w, s, belief, outlook, ladders)
    plan: dict[Unit, Space] = {}
    dice = planned_dice(s)
    supports = [sum(g.supports >> u & 1 for u, t in enumerate(s.target) if t == a) for a in g.every_area]
    free = sorted(ready, key=lambda u: (-g.bombard[u][s.steps[u]], u))
    reach = {u: targets(s, u) for u in free}
    offers = [offer for a in g.every_area if (offer := best_bundle(s, ladders[a], a, dice, supports, free, reach))]
    while offers:
        # With fewer units free an offer only gets worse: one is worked out again only when it leads.
        offer = max(offers, key=itemgetter(0))
        offers.remove(offer)
        _, area, bundle = offer
        if all(unit in free for unit in bundle):
            for unit in bundle:
                plan[unit] = area
                dice[area] += g.bombard[unit][s.steps[unit]]
                supports[area] += g.supports >> unit & 1
                free.remove(unit)
        again = best_bundle(s, ladders[area], area, dice, supports, free, reach)
        if again:
            offers.append(again)
    return plan


def best_bundle(
    s: State,
    ladder: Ladder,
    area: Space,
    dice: list[int],
    supports: list[int],
    free: list[Unit],
    reach: dict[Unit, Spaces],
) -> tuple[float, Space, list[Unit]] | None:
    """The bundle of free units, strongest first, that gains most a die on an area."""
    if not ladder.gained:
        return None
    g = s.game
    base = ladder.worth(dice[area])
    best, number = -1.0, 0
    extra, room = 0, g.max_support - supports[area]
    bundle: list[Unit] = []
    for unit in free:
        is_support = g.supports >> unit & 1
        if (is_support and not room) or not reach[unit] >> area & 1:
            continue
        room -= is_support
        bundle.append(unit)
        extra += g.bombard[unit][s.steps[unit]]
        rate = (ladder.worth(dice[area] + extra) - base) / extra
        if rate > best:
            best, number = rate, len(bundle)
    return (best, area, bundle[:number]) if number else None


def prepare_attacks(w: UsWeights, s: State, belief: Belief, outlook: Outlook, ladders: list[Ladder]) -> None:
    """Gain from bombardment for an attack that could follow this turn: worth more than the steps it kills."""
    movers = reaches(w, s, belief)
    free = set(movers)
    ranks = ranks_of(s, movers)
    fights = fights_within(w, s, belief, outlook, ranks)
    fights = sorted((f for f in fights if f.worth > w.attack_worth), key=lambda f: -f.worth)[:MOST_FIGHTS]
    for fight in fights:
        nets = []
        for dice in LEVELS:
            damage = mean_damage(dice, ladders[fight.area].reduction)
            found = best_attack(s, fight, [], free, ranks[fight.area], damage, chance_of(dice, 1))
            nets.append(max(0.0, found[0]) if found else 0.0)
        ladders[fight.area].attack = [w.attack_after * (net - nets[0]) for net in nets]


def expected_guns(w: UsWeights, s: State, area: Space) -> float:
    """Long-range guns in an area: those in view, and on turn 1, when none is, the chance that a hill hides one."""
    g = s.game
    seen = sum(1 for u in members(s.at[area] & g.jp & g.artillery) if g.range[u] > 1)
    if s.turn > g.red_revealed_turn or seen or not g.hills >> area & 1:
        return float(seen)
    return w.gun_on_hill


class Ladder:
    """Worth of each further point of Damage against one area."""

    __slots__ = ("attack", "cave", "gained", "known", "reduction")

    def __init__(self, w: UsWeights, s: State, belief: Belief, area: Space, aim: float) -> None:
        g = s.game
        revealed = members(s.at[area] & g.jp)
        points: list[float] = []
        row = suggested_order(s, revealed) if len(revealed) > 1 else revealed
        worths = {u: threat_of(w, s, u) for u in row}
        points += [worths[u] if s.steps[u] == 1 else w.first_step * worths[u] for u in row]
        points += [w.second_step * worths[u] for u in row if s.steps[u] > 1]
        hidden = belief.units[area]
        if hidden > 0.05:
            stake = w.hidden_step * (1.0 + w.hidden_step_aim * min(aim, 12.0))
            term, none_or_fewer = exp(-hidden), 0.0
            for number in range(1, 6):
                none_or_fewer += term
                term *= hidden / number
                chance = 1.0 - none_or_fewer
                points += [stake * chance, stake * chance]
        own = s.control >> area & 1
        caves = 0.0 if own else belief.caves[area]
        self.attack: list[float] = []
        self.reduction = 0 if own else g.bdv[area] + round(caves)
        guns = expected_guns(w, s, area)
        self.cave = min(1.0, caves) * (w.cave * min(1.0, aim / 6.0) + w.cave_gun * min(1.0, guns))
        if s.turn <= g.red_revealed_turn and guns:
            points[:] = [point + guns * w.gun_share for point in points]
        self.gained = list(accumulate(points))
        if points:
            self.gained += [self.gained[-1]] * (LONGEST - len(points))
        self.known: dict[int, float] = {0: 0.0}

    def worth(self, dice: int) -> float:
        """The mean worth of so many dice."""
        if dice not in self.known:
            chances = pool(dice)
            total = sum(map(mul, chances[self.reduction + 1 :], self.gained))
            self.known[dice] = total + (1.0 - chances[0]) * self.cave + self.follow_up(dice)
        return self.known[dice]

    def follow_up(self, dice: int) -> float:
        """Gain from so many dice for the attack that follows, between the levels that were worked out."""
        if not self.attack:
            return 0.0
        at = min(dice / SPACING, len(LEVELS) - 1.001)
        low = int(at)
        return self.attack[low] + (self.attack[low + 1] - self.attack[low]) * (at - low)


def next_bombardment(staff: UsMemory, s: State, asked: Decision) -> Option:
    """9.3: the order changes nothing for the US side."""
    return asked.options[0]


def order_row(staff: UsMemory, s: State, asked: Decision) -> Option:
    """9.3.3(1), 12.2.3(1): units that fall to one loss first, the most dangerous of them first."""
    units = [unit_of(o) for o in asked.options if o[0] == "rank"]
    first = min(units, key=lambda u: (s.steps[u] > 1, -threat_of(staff.weights, s, u), u))
    why = "It has 1 step left." if s.steps[first] == 1 else "It is the most dangerous unit."
    return staff.because(("rank", first), why)
