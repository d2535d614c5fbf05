"""Japanese reinforcements: Phase V, the Kwantung Army, the Formosa Garrison, the 14th Area Army."""

from __future__ import annotations

from grognard.bots.ichigo.common import Staff
from grognard.bots.ichigo.ground import march
from grognard.bots.ichigo.japanese_aims import left
from grognard.bots.ichigo.weights import japanese
from grognard.games.ichigo.causeway import Deploy
from grognard.games.ichigo.facts import JAPAN, JAPANESE
from grognard.games.ichigo.state import State
from grognard.games.ichigo.victory import controls
from grognard.kernel.bits import members
from grognard.kernel.flow import Decision, Option, space_of, unit_of
from grognard.kernel.ids import Space

BESIDE = 1.0
"""What one of several units in a place that must be held is worth beyond its nearness."""


def nearness(staff: Staff, s: State, hex_: Space) -> float:
    """Nearness of a hex to what is wanted most."""
    aims = staff.aims(s, JAPAN)
    return max((aims.pull[goal] - 0.05 * march(s.game, goal)[hex_] for goal in aims.pull), default=0.0)


def most_wanting(staff: Staff, s: State, hexes: list[Space]) -> Space:
    """The goal for which most strength is missing, by what it is worth and how far it is from where units may come."""
    aims, w = staff.aims(s, JAPAN), japanese(staff.weights)
    belief = staff.belief(s)
    stacks = [(h, belief.striking(h, JAPAN)) for h in members(s.present[JAPAN])]

    def missing(goal: Space) -> float:
        ways = march(s.game, goal)
        near = sum(f for h, f in stacks if ways[h] <= w.at_hand)
        far = min(ways[h] for h in hexes)
        return (aims.pull[goal] - w.coming * far) * max(0.0, aims.need[goal] - near)

    return max((goal for goal in aims.need if s.game.mainland >> goal & 1), key=lambda o: (missing(o), -o))


def reinforcement(staff: Staff, s: State, asked: Decision) -> Option:
    """9.1, 9.5: brigades fill divisions up; everybody comes as near to the front as the rails go."""
    absorbing = [o for o in asked.options if o[0] == "absorb"]
    if absorbing:
        best = max(absorbing, key=lambda o: (s.game.attack[unit_of(o)][-1], -unit_of(o), -unit_of(o, 2)))
        division, brigade = s.game.attack[unit_of(best)], s.game.attack[unit_of(best, 2)][-1]
        rise = f"Its strength rises from {division[s.steps[unit_of(best)]]} to {division[-1]}"
        gain = f"{rise}, for a brigade of strength {brigade}."
        return staff.because(best, gain)
    entering = [o for o in asked.options if o[0] == "enter"]
    if not entering:
        return ("end-reinforcement",)
    unit = entering[0][1]
    hexes = [space_of(o, 2) for o in entering if o[1] == unit]
    best_hex = max(hexes, key=lambda h: (nearness(staff, s, h), -h))
    return staff.because(("enter", unit, best_hex), "The nearest point of entry to its goal.")


def withdraw(staff: Staff, s: State, asked: Decision) -> Option:
    """9.2: the unit that is farthest from anything wanted, and nobody who holds a place alone."""
    pinned, w = staff.aims(s, JAPAN).pins, japanese(staff.weights)

    def missed(option: Option) -> tuple[float, int]:
        unit = unit_of(option)
        hex_ = s.where[unit]
        alone = s.at[hex_] & s.game.of_nation[JAPAN] == 1 << unit
        return (nearness(staff, s, hex_) + ((w.alone if alone else BESIDE) if hex_ in pinned else 0.0), unit)

    return staff.because(min(asked.options, key=missed), "It is the least needed where it stands.")


def deploy(staff: Staff, s: State, asked: Decision) -> Option:
    """5.3.5, 5.3.6: the garrison in the hills inland, the Kwantung Army by rail to where it is wanted."""
    frame = s.agenda[-1]
    assert isinstance(frame, Deploy)
    g = s.game
    if frame.box == g.garrison_box:
        inland = g.formosa & ~g.coast
        best = max(
            asked.options,
            key=lambda o: (inland >> space_of(o, 2) & 1, g.mountains >> space_of(o, 2) & 1, -space_of(o, 2)),
        )
        hidden = inland >> space_of(best, 2) & 1
        return staff.because(best, "Inland, it is out of the fleet's reach." if hidden else "")
    unit = asked.options[0][1]
    hexes = [space_of(o, 2) for o in asked.options if o[1] == unit]
    coming = (s.at[frame.box] & g.divisions).bit_count()
    goal = g.shanghai if coming > japanese(staff.weights).for_wuhan else g.wuhan
    best_hex = min(hexes, key=lambda h: (march(g, goal)[h], h))
    held = "must not fall" if controls(s, goal, JAPANESE) else "is to be won back"
    return staff.because(("enter", unit, best_hex), f"{g.space_names[goal]} {held}.")


def land_fourteenth(staff: Staff, s: State, asked: Decision) -> Option:
    """5.3.8b, 4.3e: Formosa is held as long as it can be, and on the last day nobody strikes back; else to a port."""
    g = s.game
    unit = asked.options[0][1]
    hexes = [space_of(o, 2) for o in asked.options if o[1] == unit]
    on_formosa = [h for h in hexes if g.formosa >> h & 1]
    if on_formosa and not left(s):
        best = min(on_formosa, key=lambda h: (march(g, s.beachheads[0])[h], h))
        return staff.because(("land", unit, best), "It puts a Japanese unit on Formosa on the last turn.")
    if on_formosa and s.present[JAPAN] & g.formosa:
        best = max(on_formosa, key=lambda h: (g.mountains >> h & 1, (s.at[h] & g.of_nation[JAPAN]).bit_count(), -h))
        return staff.because(("land", unit, best), "Formosa must be held.")
    goal = most_wanting(staff, s, hexes)
    return ("land", unit, min(hexes, key=lambda h: (march(g, goal)[h], h)))


def excess(staff: Staff, s: State, asked: Decision) -> Option:
    """R38: the weakest goes."""
    return min(asked.options, key=lambda o: (s.game.attack[unit_of(o)][s.steps[unit_of(o)]], unit_of(o)))


def first_division(staff: Staff, s: State, asked: Decision) -> Option:
    """9.2b: the strongest may come back with the 14th Area Army."""
    return max(asked.options, key=lambda o: (s.game.attack[unit_of(o)][-1], unit_of(o)))
