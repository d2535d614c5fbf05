"""5.1-A, 7.6: the steps from hex to hex, by what they are like: of some thousand only a few dozen cost differently."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from grognard.kernel.ids import NO_SPACES, Space, Spaces

LIGHT, FOOT, MOTOR = range(3)
"""How a counter moves: light troops (1.2-H), ordinary troops on foot, motorized ones (5.1-A-h)."""
NORMAL, LIMITED_MOVE = range(2)
DRY, LIGHT_MONSOON, HEAVY_MONSOON = range(3)

Prices = tuple[int | None, ...]
"""Per kind of step, what it costs; None for one that is closed."""


class Step(NamedTuple):
    """What a step is like."""

    link: str
    """The best that it follows: road (or railway), track, path; empty where there is none."""
    terrain: str
    """Of the hex that is entered."""
    major: bool
    minor: bool
    """Whether it crosses a river."""


class Steps:
    """The open steps of a map. Rows are made once for all ways, modes and weathers that pay alike."""

    def __init__(self, rows: Sequence[Sequence[tuple[Space, Step]]]) -> None:
        """Per hex, each hex that may be entered from it and what the step is like."""
        number: dict[Step, int] = {}
        self._rows = [[(b, number.setdefault(step, len(number))) for b, step in row] for row in rows]
        self._bits = [[(1 << b, step) for b, step in row] for row in self._rows]
        self.kinds = tuple(number)
        self._costs: dict[Prices, tuple[dict[Space, int], ...]] = {}
        self._near: dict[tuple[bool, ...], tuple[Spaces, ...]] = {}

    def prices(self, costs: Mapping[str, int], way: int, mode: int, weather: int) -> Prices:
        """What each kind of step costs."""
        return tuple(_price(costs, step, way, mode, weather) for step in self.kinds)

    def costs(self, prices: Prices) -> tuple[dict[Space, int], ...]:
        """Per hex, the cost of entering each open neighbour."""
        found = self._costs.get(prices)
        if found is None:
            found = self._costs[prices] = tuple(
                {b: cost for b, step in row if (cost := prices[step]) is not None} for row in self._rows
            )
        return found

    def near(self, prices: Prices, budget: int | None = None) -> tuple[Spaces, ...]:
        """Per hex, the neighbours that can be entered at all, or for so much."""
        open_ = tuple(cost is not None and (budget is None or cost <= budget) for cost in prices)
        found = self._near.get(open_)
        if found is None:
            # No neighbour stands twice in a row: the sum of their bits is the set.
            found = self._near[open_] = tuple(
                sum([bit for bit, step in row if open_[step]], NO_SPACES) for row in self._bits
            )
        return found


def _price(costs: Mapping[str, int], step: Step, way: int, mode: int, weather: int) -> int | None:
    if not step.link and (way == MOTOR or (way == FOOT and step.terrain == "mountain")):
        return None
    if mode == NORMAL and weather != HEAVY_MONSOON and step.link:
        cost = costs["path_light" if step.link == "path" and way == LIGHT else step.link]
    else:
        cost = costs[step.terrain]
        if step.major or (weather != DRY and step.minor):
            cost += costs["major_river"]
    return cost * (costs["heavy_times"] if weather == HEAVY_MONSOON else 1)
