"""What a US attack on an area gains on average, before and after bombardment."""

from __future__ import annotations

from grognard.bots.iwojima.belief import Belief
from grognard.bots.iwojima.common import chance_of, mean_damage
from grognard.bots.iwojima.us_aims import area_worth, gun_dice, step_price
from grognard.games.iwojima.state import State
from grognard.kernel.bits import members

HIDDEN_STEPS = 1.8
"""Steps of a Concealed unit on average."""
CONTACT = 0.8
"""What it costs to share an area overnight that the enemy still rules."""
CROWD = 0.02
"""What each die of the enemy's guns costs each unit that stands without cover."""


class Fight:
    """One area to attack: who would fire at those who enter, and what must be killed."""

    __slots__ = (
        "area", "caves", "cover", "fires", "guns", "hidden", "own", "price", "shot", "steps", "tank_shot", "worth",
    )  # fmt: skip

    def __init__(self, s: State, belief: Belief, area: int) -> None:
        g = s.game
        enemy = members(s.at[area] & g.jp & ~s.concealed)
        upright = [u for u in enemy if not s.fired >> u & 1]
        self.area = area
        self.worth = area_worth(s, area)
        self.price = step_price(s)
        self.fires = sorted((g.assault[u][s.steps[u]] / 3 for u in upright), reverse=True)
        self.tank_shot = 0.9 if any(g.anti_tank >> u & 1 for u in upright) else 0.35
        self.hidden = belief.units[area]
        self.shot = belief.dice[area] / 3
        self.steps = float(sum(s.steps[u] for u in enemy))
        self.own = bool(s.control >> area & 1)
        self.cover = g.bdv[area]
        self.caves = belief.caves[area]
        self.guns = gun_dice(s)

    def net(
        self, standing: list[int], team: list[int], tanks: int, risk: float, damage: float = 0.0, collapsed: float = 0.0
    ) -> float:
        """The area's worth if it falls, less the steps it costs.

        `standing` and `team` are the Assault Ratings of upright units there and of those that enter, tanks first;
        `damage` and `collapsed` are what a bombardment is expected to have done before.
        """
        steps = self.steps + HIDDEN_STEPS * self.hidden
        share = max(0.0, 1.0 - damage / steps) if steps else 0.0
        losses = risk
        fires = len(self.fires)
        hidden = self.hidden * share
        for i in range(len(team)):
            if i < fires:
                shot = self.fires[i] * share
            else:
                shot = max(0.0, min(1.0, hidden - (i - fires))) * self.shot
            losses += shot * self.tank_shot if i < tanks else shot
        steps *= share
        dice = max(0, round(sum(standing) + sum(team) - losses))
        shield = 0 if self.own else self.cover + round(max(0.0, self.caves - collapsed))
        if steps < 0.25:
            falls, killed = 1.0 - steps, 0.0
        else:
            whole = int(steps)
            low = chance_of(dice, shield + whole) if whole else 1.0
            falls = low + (chance_of(dice, shield + whole + 1) - low) * (steps - whole)
            killed = min(steps, mean_damage(dice, shield, max(1, round(steps))))
        ahead = 0.5 * (steps - killed) + (0.0 if self.own else CONTACT)
        number = len(standing) + len(team)
        crowd = CROWD * self.guns * max(0, number - 1) * (1.0 - falls * self.cover / 3.0)
        return falls * self.worth + 0.4 * killed - self.price * (losses + (1.0 - falls) * ahead + crowd)
