"""The Japanese staff: the coast and the railroads in time, ports while Tokyo dithers, then Chungking."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from grognard.bots.scripted import Answer
from grognard.bots.whitesun import aims, forces, marches
from grognard.bots.whitesun.plan import Planner
from grognard.games.whitesun.state import State
from grognard.kernel.ids import Space


class JapaneseStaff(Planner):
    """Decides from the position alone: it may sit down at any time."""

    answers: ClassVar[Mapping[str, Answer]] = {
        "muster": forces.muster,
        "march": marches.march,
        "another-round": marches.another_round,
        "losses": marches.losses,
        "fighters": marches.losses,
        "chinese-losses": marches.chinese_losses,
        "garrison-area": forces.garrison_area,
        "keep-cities": forces.keep_cities,
        "garrison-cities": forces.garrison_cities,
        "station": forces.station,
        "call-up": forces.call_up,
        "choose-port": forces.choose_port,
        "occupy": forces.weakest,
        "spend": forces.weakest,
    }


class Dash(JapaneseStaff):
    """A study of a plan: with the objectives of Turn 1 taken it goes for Chungking and Chengtu in the same turn."""

    def worth(self, s: State) -> dict[Space, float]:
        return aims.first_turn_and_chungking(s, self.weights)
