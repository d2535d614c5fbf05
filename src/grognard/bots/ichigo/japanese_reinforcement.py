"""Who comes, who goes, and where: Phase V, the Kwantung Army, the Formosa Garrison, the 14th Area Army."""

from __future__ import annotations

from grognard.bots.ichigo.common import Staff
from grognard.bots.ichigo.ground import march
from grognard.bots.ichigo.japanese_aims import left
from grognard.games.ichigo.causeway import Deploy
from grognard.games.ichigo.facts import JAPAN
from grognard.games.ichigo.state import State, allied_hexes
from grognard.kernel.flow import Decision, Option

ALONE, BESIDE = 5.0, 1.0
"""What a unit in a place that must be held is worth beyond its nearness: the only one there, and one of several."""


def nearness(staff: Staff, s: State, hex_: int) -> float:
    """How near a hex lies to what is wanted most."""
    aims = staff.aims(s, JAPAN)
    return max((aims.pull[goal] - 0.05 * march(s.game, goal)[hex_] for goal in aims.pull), default=0.0)


def reinforcement(staff: Staff, s: State, asked: Decision) -> Option:
    """9.1, 9.5: brigades fill divisions up; everybody comes as near to the front as the rails go."""
    absorbing = [o for o in asked.options if o[0] == "absorb"]
    if absorbing:
        best = max(absorbing, key=lambda o: (s.game.attack[int(o[1])][-1], -int(o[1]), -int(o[2])))
        return staff.because(best, "A full division is worth more than a reduced one and a brigade.")
    entering = [o for o in asked.options if o[0] == "enter"]
    if not entering:
        return ("end-reinforcement",)
    unit = entering[0][1]
    hexes = [int(o[2]) for o in entering if o[1] == unit]
    best_hex = max(hexes, key=lambda h: (nearness(staff, s, h), -h))
    return staff.because(("enter", unit, best_hex), "As near to the front as the railroad goes.")


def withdraw(staff: Staff, s: State, asked: Decision) -> Option:
    """9.2: whoever is farthest from anything wanted, and nobody who holds a place alone."""
    pinned = staff.aims(s, JAPAN).pins

    def missed(option: Option) -> tuple[float, int]:
        unit = int(option[1])
        hex_ = s.where[unit]
        alone = s.at[hex_] & s.game.of_nation[JAPAN] == 1 << unit
        return (nearness(staff, s, hex_) + ((ALONE if alone else BESIDE) if hex_ in pinned else 0.0), unit)

    return staff.because(min(asked.options, key=missed), "It is farthest from the front.")


def deploy(staff: Staff, s: State, asked: Decision) -> Option:
    """5.3.5, 5.3.6: the garrison in the hills inland, the Kwantung Army by rail to where it is wanted."""
    frame = s.agenda[-1]
    assert isinstance(frame, Deploy)
    g = s.game
    if frame.box == g.garrison_box:
        inland = g.formosa & ~g.coast
        best = max(asked.options, key=lambda o: (inland >> int(o[2]) & 1, g.mountains >> int(o[2]) & 1, -int(o[2])))
        return staff.because(best, "Inland hills keep the garrison out of the fleet's reach.")
    unit = asked.options[0][1]
    hexes = [int(o[2]) for o in asked.options if o[1] == unit]
    return ("enter", unit, max(hexes, key=lambda h: (nearness(staff, s, h), -h)))


def land_fourteenth(staff: Staff, s: State, asked: Decision) -> Option:
    """5.3.8b: at the end on Formosa, where a foot ashore counts; else to the weaker of the ports that matter."""
    g = s.game
    unit = asked.options[0][1]
    hexes = [int(o[2]) for o in asked.options if o[1] == unit]
    alive = bool(s.present[JAPAN] & g.formosa)

    def wanted(hex_: int) -> tuple[float, int]:
        if g.formosa >> hex_ & 1:
            close = 0.1 * march(g, s.beachheads[0])[hex_]
            if left(s) <= 1 or not alive:
                return (5.0 - close, -hex_)
            return (0.5 if not allied_hexes(s) & g.near[hex_] else 0.0, -hex_)
        here = (s.at[hex_] & g.of_nation[JAPAN]).bit_count()
        return ((3.0 if hex_ == g.shanghai else 1.0) - 0.5 * here, -hex_)

    return ("land", unit, max(hexes, key=wanted))


def excess(staff: Staff, s: State, asked: Decision) -> Option:
    """R38: the weakest goes."""
    return min(asked.options, key=lambda o: (s.game.attack[int(o[1])][s.steps[int(o[1])]], int(o[1])))


def first_division(staff: Staff, s: State, asked: Decision) -> Option:
    """9.2b: the strongest may come back with the 14th Area Army."""
    return max(asked.options, key=lambda o: (s.game.attack[int(o[1])][-1], int(o[1])))
