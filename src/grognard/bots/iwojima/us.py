"""The US staff: airfields early, guns dead, losses low."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from grognard.bots.iwojima.common import Staff, distances
from grognard.games.iwojima.movement import uncommitted
from grognard.games.iwojima.state import State, count
from grognard.kernel.flow import Decision, Option

PATH = ("OKI", "FUT", "CHI", "SUR", "FUN", "MAF", "OSA", "TAM", "NID", "KAF", "MOT")


def weakest(staff: Staff, s: State, asked: Decision) -> Option:
    """6c, 21b, 22.1.3: the weakest unit stays away."""
    return min(asked.options, key=lambda o: (s.game.bombard[int(o[1])][1], int(o[1])))


def recover(staff: Staff, s: State, asked: Decision) -> Option:
    """8: the strongest unit below full strength, else a dead one."""
    return max(asked.options, key=lambda o: (o[0] == "restore", o[0] == "return"))


def construction(staff: Staff, s: State, asked: Decision) -> Option:
    """14: everything that can be built."""
    return asked.options[0]


def designate_bombardment(staff: Staff, s: State, asked: Decision) -> Option:
    """9: concentrate on the next areas of the advance."""
    g = s.game
    wanted = [a for a in (g.space_index[n] for n in PATH) if not s.control >> a & 1]
    wanted += [a for a in range(g.areas) if s.at[a] & g.jp]
    for option in asked.options:
        if option[0] != "assign":
            continue
        for area in wanted:
            load = sum(t == area for t in s.target)
            if load < 5:
                choice = ("assign", option[1], area)
                if choice in asked.options:
                    return choice
    return ("confirm",)


def us_movement(staff: Staff, s: State, asked: Decision) -> Option:
    """10: everybody to the nearest area of the path that is not ours."""
    g = s.game
    if s.beachheads:
        waiting = uncommitted(s)
        if waiting:
            return ("commit", waiting[0])
    wanted = [a for a in (g.space_index[n] for n in PATH) if not s.control >> a & 1][:2]
    for option in asked.options:
        if option[0] == "land":
            return option
        if option[0] == "move" and int(option[2]) in wanted:
            here = s.where[int(option[1])]
            if count(s.at[here] & g.us_ground) > 1 and not s.at[here] & g.jp:
                return option
    for option in asked.options:
        if option[0] == "move" and wanted:
            unit, area = int(option[1]), int(option[2])
            here = s.where[unit]
            closer = distances(g)[area][wanted[0]] < distances(g)[here][wanted[0]]
            if closer and s.control >> area & 1 and count(s.at[here] & g.us_ground) > 1:
                return option
    return ("end-movement",)


def defensive_fire(staff: Staff, s: State, asked: Decision) -> Option:
    """18: always."""
    fire = [o for o in asked.options if o[0] == "fire"]
    return max(fire, key=lambda o: s.game.assault[int(o[1])][s.steps[int(o[1])]]) if fire else ("pass",)


def designate_assault(staff: Staff, s: State, asked: Decision) -> Option:
    """12: with all there is."""
    for option in asked.options:
        if option[0] in ("assault", "assault-all"):
            return option
    return ("confirm",)


class UsStaff(Staff):
    """A scripted US player."""

    answers: ClassVar[Mapping[str, Callable[[Any, State, Decision], Option | None]]] = {
        "ground-air": weakest,
        "retire-air": weakest,
        "retire-naval": weakest,
        "recover": recover,
        "construction": construction,
        "designate-bombardment": designate_bombardment,
        "us-movement": us_movement,
        "defensive-fire": defensive_fire,
        "designate-assault": designate_assault,
    }
