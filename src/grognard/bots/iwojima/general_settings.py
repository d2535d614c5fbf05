"""The parts of the general of Iwo Jima."""

from __future__ import annotations

import random
from typing import Any

from grognard.bots.general.settings import GeneralSettings
from grognard.bots.iwojima.common import Staff
from grognard.bots.iwojima.features import NAMES, features, half_turn
from grognard.bots.iwojima.japanese import JapaneseStaff
from grognard.bots.iwojima.us import UsStaff
from grognard.bots.iwojima.weights import JapaneseWeights, UsWeights, shipped
from grognard.bots.iwojima.worlds import hidden, world
from grognard.games.iwojima.facts import JP, US
from grognard.games.iwojima.game import IwoJima
from grognard.games.iwojima.japanese_movement import MARCH, SHOW_AND_MARCH, SNEAK, SNEAK_AND_SHOW
from grognard.games.iwojima.state import State
from grognard.kernel.flow import Option, space_of
from grognard.kernel.ids import Side, Space

GOING = ("move", "land", "to", MARCH, SHOW_AND_MARCH, SNEAK, SNEAK_AND_SHOW)
PLANNED = {US: frozenset({"us-movement"}), JP: frozenset({"japanese-movement"})}

INTENTS = {
    US: {
        "the mountains": {"flag": 3.0, "mountain": 5.0, "mountain_airfield": 2.0},
        "the guns first": {"gun": 2.5, "enemy_dice": 2.0, "mortar_close": 2.0},
        "under cover": {"stand_cover": 3.0, "crowd": 3.0},
        "they are fewer than we fear": {"toll": 0.3, "hidden_steps": 0.6, "danger_followed": 0.3},
        "carefully": {"calm": 2.2, "contact": 2.0},
        "boldly": {"calm": 0.4, "contact": 0.5, "steps_left": 0.5},
        "the airfields": {"promise": 2.0, "earned": 1.5},
        "ground wherever it is": {"any_area": 5.0},
        "with few": {"use": 4.0},
        "with many": {"use": 0.1},
    },
    JP: {
        "the beaches": {"beachhead": 5.0},
        "out of sight": {"hide_near": 4.0, "hide_far": 4.0, "hide_dice": 3.0, "hide_gun": 3.0},
        "the airfields": {"need_airfield": 4.0},
        "to the front": {"need_other": 4.0, "need_mountain": 3.0, "need_airfield": 2.0},
        "nobody moves": {"move_least": 10.0, "feed_least": 10.0, "flight_least": 10.0, "march_shown": 5.0},
        "raids": {"raid_lost_theirs": 0.3, "raid_lost_ours": 0.3, "step_onto": 3.0, "step_onto_risk": 0.3},
        "no raids": {"raid_lost_theirs": 3.0, "raid_lost_ours": 3.0, "step_onto": 0.2, "retaken": 2.0},
        "on the march": {"move_least": 0.1, "feed_least": 0.1, "march_shown": 0.2},
    },
}
"""What a commander may have in mind when moving; what proves to be the staff's own plan is dropped."""


def weights(side: Side, file: str = "") -> UsWeights | JapaneseWeights:
    """The weights of a side."""
    both = shipped(file or "weights.toml")
    return both.us if side == US else both.japanese


def staff(game: IwoJima, side: Side, rng: random.Random, chosen: Any) -> Staff:
    """A staff with these weights."""
    return UsStaff(game, side, rng, chosen) if side == US else JapaneseStaff(game, side, rng, chosen)


def margin(s: State) -> float:
    """The VP by which the US side leads, of the 40 that win."""
    return max(-1.0, min(1.0, (s.vp[US] - s.vp[JP]) / s.game.goal))


def aim(s: State, side: Side, options: list[Option]) -> str:
    """Goal of most units of the plan."""
    g = s.game
    goals: dict[Space, int] = {}
    for option in options:
        if option[0] in GOING:
            area = space_of(option, -1)
            goals[area] = goals.get(area, 0) + 1
    fought = {a: n for a, n in goals.items() if (not s.control >> a & 1) == (side == US)} or goals
    if not fought:
        return "every unit stays where it is"
    best = sorted(fought, key=lambda a: (-fought[a], a))[:2]
    return "main effort on " + " and ".join(g.space_names[a] for a in best)


GENERAL_SETTINGS = GeneralSettings(
    weights, staff, half_turn, NAMES, features, margin, hidden, world, PLANNED, aim, "value.json",
    "grognard.bots.iwojima", review=40, plans=8, draws=20, intents=INTENTS,
    tuned="general.toml", by_score=False,
)  # fmt: skip
