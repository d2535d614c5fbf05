"""The Japanese staff: the coast and the railroads in time, ports while Tokyo dithers, then Chungking."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import ClassVar

from grognard.bots.whitesun import forces, marches
from grognard.games.whitesun.game import WhiteSun
from grognard.games.whitesun.state import State
from grognard.kernel.flow import Decision, Option

Answer = Callable[["JapaneseStaff", State, Decision], Option]


class JapaneseStaff:
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

    def __init__(self, game: WhiteSun, side: int, rng: random.Random) -> None:
        self.game = game
        self.reason = ""
        self.noted: tuple[tuple[int, ...], forces.Intent | None] = ((), None)
        """The operation that is being put together, and the moment it was thought of."""

    def choose(self, known: State, asked: Decision) -> Option:
        """One of the options, with a reason."""
        self.reason = ""
        return self.answers[asked.prompt](self, known, asked)

    def because(self, option: Option, reason: str) -> Option:
        """An option and why."""
        self.reason = reason
        return option
