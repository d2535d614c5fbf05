"""The average gain of a US attack on an area, before and after bombardment."""

from __future__ import annotations

from grognard.bots.iwojima.belief import Belief
from grognard.bots.iwojima.common import chance_of, mean_damage
from grognard.bots.iwojima.us_aims import Outlook
from grognard.bots.iwojima.weights import UsWeights
from grognard.games.iwojima.state import State
from grognard.kernel.bits import members
from grognard.kernel.ids import Space


class Fight:
    """One area to attack: who would fire at those who enter, and what must be killed."""

    __slots__ = (
        "area", "caves", "cover", "fires", "guns", "hidden", "own", "price", "shot", "steps", "tank_shot", "w", "worth",
    )  # fmt: skip

    def __init__(self, w: UsWeights, s: State, belief: Belief, area: Space, outlook: Outlook) -> None:
        g = s.game
        enemy = members(s.at[area] & g.jp & ~s.concealed)
        upright = [u for u in enemy if not s.fired >> u & 1]
        self.w = w
        self.area = area
        self.worth = outlook.worth[area]
        self.price = outlook.price
        self.fires = sorted((g.assault[u][s.steps[u]] / 3 for u in upright), reverse=True)
        self.tank_shot = w.tank_shot_at if any(g.anti_tank >> u & 1 for u in upright) else w.tank_shot
        self.hidden = belief.units[area]
        self.shot = belief.dice[area] / 3
        self.steps = float(sum(s.steps[u] for u in enemy))
        self.own = bool(s.control >> area & 1)
        self.cover = g.bdv[area]
        self.caves = belief.caves[area]
        self.guns = outlook.guns

    def best(
        self, standing: list[int], entering: list[tuple[int, bool, float]], damage: float, collapsed: float
    ) -> tuple[float, int]:
        """The best number of units to send in, and what it nets: the area's worth if it falls, less the steps it costs.

        `standing` are the Assault Ratings of upright units there; `entering` those who could come, in their order, each
        with its dice, whether it is a tank, and the risk of its way; `damage` and `collapsed` are what a bombardment is
        expected to have done before. With nobody there, somebody must enter.
        """
        w = self.w
        before = self.steps + w.hidden_steps * self.hidden
        share = max(0.0, 1.0 - damage / before) if before else 0.0
        fires = len(self.fires)
        hidden = self.hidden * share
        steps = before * share
        shield = 0 if self.own else self.cover + round(max(0.0, self.caves - collapsed))
        whole = int(steps)
        part = steps - whole
        most = max(1, round(steps))
        open_cost = 0.0 if self.own else w.contact
        dice = float(sum(standing))
        losses = 0.0
        top, number = -99.0, 0
        for i in range(len(entering) + 1):
            if i:
                rating, tank, danger = entering[i - 1]
                dice += rating
                losses += danger if i == 1 else w.danger_followed * danger
                if i <= fires:
                    shot = self.fires[i - 1] * share
                else:
                    shot = max(0.0, min(1.0, hidden - (i - 1 - fires))) * self.shot
                losses += shot * self.tank_shot if tank else shot
            elif not standing:
                continue
            thrown = max(0, round(dice - losses))
            if steps < 0.25:
                falls, killed = 1.0 - steps, 0.0
            else:
                low = chance_of(thrown, shield + whole) if whole else 1.0
                falls = low + (chance_of(thrown, shield + whole + 1) - low) * part
                killed = min(steps, mean_damage(thrown, shield, most))
            ahead = w.steps_left * (steps - killed) + open_cost
            crowd = w.crowd * self.guns * max(0, len(standing) + i - 1) * (1.0 - falls * self.cover / 3.0)
            cost = self.price * (losses + (1.0 - falls) * ahead + crowd)
            net = falls * self.worth + w.killed * killed - cost - w.use * i
            if net > top:
                top, number = net, i
        return top, number
