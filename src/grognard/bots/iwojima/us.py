"""The US staff: airfields early, guns dead, losses low."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from grognard.bots.iwojima.us_assault import defensive_fire, designate_assault, fall_back, retreats
from grognard.bots.iwojima.us_bombardment import designate_bombardment, next_bombardment, order_row
from grognard.bots.iwojima.us_memory import UsMemory
from grognard.bots.iwojima.us_movement import move_on, us_movement
from grognard.bots.iwojima.weights import UsWeights
from grognard.bots.scripted import Answer
from grognard.games.iwojima.state import State
from grognard.kernel.flow import Decision, Option, unit_of

WHY_BUILD = {
    "beachhead": "A Beachhead lets tanks, artillery and the 3rd Division land, and restores steps.",
    "safe": "A Safe to Land airfield earns VP every turn.",
    "flag": "The flag earns a die roll of VP.",
}
KINDS = {"marines": "A regiment", "tank": "A tank unit", "artillery": "An artillery unit"}
"""What an eliminated unit is called that comes back."""


def weakest(staff: UsMemory, s: State, asked: Decision) -> Option:
    """6c, 21b, 22.1.3: the weakest unit stays away."""
    away = min(asked.options, key=lambda o: (s.game.bombard[unit_of(o)][1], unit_of(o)))
    return staff.because(away, "The unit with the weakest Bombardment Rating goes.")


def recover(staff: UsMemory, s: State, asked: Decision) -> Option:
    """8: the step that brings back the most dice; a returning unit is a garrison besides."""
    best = max(asked.options, key=lambda o: recovered_dice(staff.weights, s, o))
    if best[0] == "no-recovery":
        return best
    if best[0] == "restore":
        return staff.because(best, "Its step restores the most dice.")
    kind = KINDS.get(s.game.unit_type[unit_of(best)], "A unit")
    return staff.because(best, f"{kind} comes back to the line.")


def recovered_dice(w: UsWeights, s: State, option: Option) -> float:
    """The dice that a recovered step adds."""
    if option[0] == "no-recovery":
        return 0.0
    g = s.game
    unit = unit_of(option)
    left = s.steps[unit]
    gain = g.assault[unit][left + 1] - g.assault[unit][left] + g.bombard[unit][left + 1] - g.bombard[unit][left]
    return gain + (w.recover_unit if option[0] == "return" else 0.0) + w.recover_step


def construction(staff: UsMemory, s: State, asked: Decision) -> Option:
    """14: everything that can be built, Beachheads on the side where the airfields are."""
    option = asked.options[0]
    return staff.because(option, WHY_BUILD[str(option[0])]) if option[0] in WHY_BUILD else option


class UsStaff(UsMemory):
    """A scripted US player."""

    answers: ClassVar[Mapping[str, Answer]] = {
        "ground-air": weakest,
        "retire-air": weakest,
        "retire-naval": weakest,
        "recover": recover,
        "designate-bombardment": designate_bombardment,
        "next-bombardment": next_bombardment,
        "order-row": order_row,
        "us-movement": us_movement,
        "move-on": move_on,
        "fall-back": fall_back,
        "defensive-fire": defensive_fire,
        "designate-assault": designate_assault,
        "retreats": retreats,
        "construction": construction,
    }
