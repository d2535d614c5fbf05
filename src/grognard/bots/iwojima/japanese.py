"""The Japanese staff: make every US step cost, keep the airfields shut, live to the last turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from grognard.bots.iwojima.japanese_assault import designate_assault, next_assault, retreats
from grognard.bots.iwojima.japanese_charges import kirikami
from grognard.bots.iwojima.japanese_fire import (
    defensive_fire,
    designate_bombardment,
    next_bombardment,
    order_concealed,
    order_row,
)
from grognard.bots.iwojima.japanese_memory import JapaneseMemory
from grognard.bots.iwojima.japanese_movement import fall_back, japanese_movement, move_on
from grognard.bots.iwojima.japanese_setup import set_up
from grognard.bots.scripted import Answer


class JapaneseStaff(JapaneseMemory):
    """A scripted Japanese player."""

    answers: ClassVar[Mapping[str, Answer]] = {
        "set-up": set_up,
        "defensive-fire": defensive_fire,
        "order-concealed": order_concealed,
        "order-row": order_row,
        "designate-bombardment": designate_bombardment,
        "next-bombardment": next_bombardment,
        "japanese-movement": japanese_movement,
        "move-on": move_on,
        "fall-back": fall_back,
        "kirikami": kirikami,
        "designate-assault": designate_assault,
        "next-assault": next_assault,
        "retreats": retreats,
    }
