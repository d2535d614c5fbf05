"""The Japanese staff: the coast and the railroads in time, ports while Tokyo dithers, then Chungking."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from grognard.bots.scripted import Answer, Scripted
from grognard.bots.whitesun import forces, marches


class JapaneseStaff(Scripted):
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
