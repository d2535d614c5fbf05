"""Aims of the US staff: the worth of each area, of each enemy unit, and of its own steps."""

from __future__ import annotations

from grognard.bots.iwojima.belief import Belief
from grognard.bots.iwojima.weights import UsWeights
from grognard.games.iwojima.facts import JP, US
from grognard.games.iwojima.state import State, count
from grognard.kernel.bits import members
from grognard.kernel.ids import Space, Unit


def turns_left(s: State) -> int:
    """End Phases to come, that of this turn included."""
    return s.game.last_turn - s.turn + 1


def step_price(w: UsWeights, s: State) -> float:
    """Worth of a US step in VP: more when few losses a turn can still be borne, less toward the last turn."""
    bearable = (s.game.goal - 1 - s.vp[JP]) / turns_left(s)
    calm = w.calm * (w.calm_late + w.calm_early * turns_left(s) / s.game.last_turn)
    return min(4.0, max(0.1, calm / max(0.5, bearable)))


def threat_of(w: UsWeights, s: State, unit: Unit) -> float:
    """Worth of eliminating a Japanese unit in view."""
    g = s.game
    left = s.steps[unit]
    if g.bombard[unit][left] and g.range[unit] > 1:
        return w.gun * min(7, turns_left(s))
    area = s.where[unit]
    dice = g.assault[unit][left]
    worth = w.enemy_dice * dice + (w.enemy_dice_contact * dice if s.at[area] & g.us_ground else 0.0)
    if g.bombard[unit][left]:
        close = (g.near[area] | 1 << area) & s.control
        worth += w.mortar_close if close else w.mortar_far
    return worth + (w.enemy_hq if unit == g.hq else 0.0)


def gun_dice(w: UsWeights, s: State) -> float:
    """The dice that the enemy's long-range guns in view throw a turn; on turn 1 none is in view and all are there."""
    g = s.game
    guns = [u for u in members(g.artillery & g.jp) if g.range[u] > 1]
    if s.turn <= g.red_revealed_turn:
        dice = sum(g.bombard[u][g.full[u]] for u in guns if u != g.rocket)
    else:
        dice = sum(g.bombard[u][s.steps[u]] for u in guns if u != g.rocket and s.where[u] < g.areas)
    return dice + (w.rocket_dice if s.where[g.rocket] == g.hand or s.where[g.rocket] < g.areas else 0.0)


def airfield_worth(s: State, area: Space) -> float:
    """The VP a turn that a marker here would earn, half of the pair's bonus counted for the first of the two."""
    g = s.game
    bit = 1 << area
    if not g.safe_boxes & bit:
        return 0.0
    worth = float(g.vp_safe)
    if g.both_airfields & bit:
        worth += g.vp_both if s.control & g.both_airfields & ~bit else g.vp_both / 2
    return worth


class Outlook:
    """Aims of the staff at one moment, worked out once for a plan."""

    __slots__ = ("guns", "left", "needed", "price", "worth")

    def __init__(self, w: UsWeights, s: State) -> None:
        self.left = turns_left(s)
        self.price = step_price(w, s)
        self.guns = gun_dice(w, s)
        self.needed = still_needed(w, s)
        self.worth = [self._area_worth(w, s, area) for area in s.game.every_area]

    def _area_worth(self, w: UsWeights, s: State, area: Space) -> float:
        """Worth of taking an area."""
        g = s.game
        bit = 1 << area
        worth = w.any_area
        if g.safe_boxes & bit:
            worth += airfield_worth(s, area) * self.left * w.promise * self.needed
        if g.beachhead_boxes & bit and count(s.beachheads) < g.beachheads:
            beaches = count(g.beachhead_boxes & s.control)
            worth += (w.first_beach, w.second_beach, 0.0, 0.0)[beaches]
        if g.flag_boxes & bit and not s.flag:
            worth += w.flag
        for unit in members(s.at[area] & g.jp & g.artillery):
            if g.bombard[unit][s.steps[unit]] and g.range[unit] > 1:
                worth += threat_of(w, s, unit)
        if g.mountains & bit:
            worth += w.mountain_airfield * count(g.near[area] & g.airfields & ~s.control) + w.mountain
        if self.left == 1 and not s.control & bit:
            worth += g.vp_area
        return worth


def still_needed(w: UsWeights, s: State) -> float:
    """Less than 1 when the airfields already held earn the 40 VP in time."""
    g = s.game
    short = g.goal - s.vp[US] - w.earned * rate(s) * turns_left(s)
    return 1.0 if short > 0 else w.enough


def sits_tight(w: UsWeights, s: State) -> bool:
    """Whether the clock is on the US side and only losses can still lose the game: then nobody attacks.

    The airfields held bring the 40 VP in time, even if guns cost a quarter of it, and the enemy is near 40 VP.
    """
    g = s.game
    soon = s.vp[US] + w.sure * rate(s) * turns_left(s) >= g.goal
    return soon and g.goal - s.vp[JP] <= w.near_forty * turns_left(s)


def rate(s: State) -> float:
    """The VP a turn that the airfields held now would earn."""
    g = s.game
    return sum(airfield_worth(s, a) for a in members(g.safe_boxes & s.control))


def objectives(w: UsWeights, s: State, belief: Belief, outlook: Outlook) -> list[tuple[float, Space]]:
    """Areas worth having that are not ours, best first: their worth less a toll for what is thought to be there."""
    g = s.game
    wanted = []
    for area in g.every_area:
        if s.control >> area & 1 and not s.at[area] & g.jp:
            continue
        wanted.append((outlook.worth[area] - w.toll * belief.units[area], area))
    return sorted(wanted, reverse=True)
