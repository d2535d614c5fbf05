"""Japanese Defensive Fire and bombardment, and how Concealed losses are borne."""

from __future__ import annotations

from grognard.bots.iwojima.common import Staff, chance_of, mean_damage
from grognard.games.iwojima.bombardment import targets
from grognard.games.iwojima.defensive_fire import fire_dice
from grognard.games.iwojima.facts import ROCKET_DIE
from grognard.games.iwojima.state import State
from grognard.kernel.bits import members
from grognard.kernel.flow import Decision, Option

BEACHHEAD = 2.0
"""What the loss of a Beachhead costs the US side: tanks, guns and the 3rd Division cannot land, nobody recovers."""
ROCKET_WORTH = 3.0
"""The least a rocket must promise: it is spent by its one salvo."""


def unit_worth(s: State, unit: int) -> float:
    """What a Japanese unit is worth to its side while it lives."""
    g = s.game
    if unit == g.hq:
        return 4.0
    left = s.steps[unit]
    return g.assault[unit][left] * 0.4 + abs(g.bombard[unit][left]) * 0.8


def order_concealed(staff: Staff, s: State, asked: Decision) -> Option:
    """9.3.3(3): losses go first to units that survive them, then to those that matter least."""
    units = [int(o[1]) for o in asked.options if o[0] == "rank"]
    return ("rank", min(units, key=lambda u: (s.steps[u] < 2, unit_worth(s, u), u)))


# --- Defensive Fire


def defensive_fire(staff: Staff, s: State, asked: Decision) -> Option:
    """11: the unit that hurts the mover most; nothing for a tank that only shrugs, while others are still to come."""
    mover, area = asked.about
    best, most = None, 0.0
    for option in asked.options:
        if option[0] == "fire":
            unit = int(option[1])
            harm = fire_harm(s, unit, mover) - 0.05 * unit_worth(s, unit)
            if harm > most:
                best, most = option, harm
    if best is None:
        return ("pass",)
    g = s.game
    if g.armor[mover] and most < 0.45 and others_may_come(s, mover, area):
        return staff.because(("pass",), "The tank would shrug it off: the fire is kept for the infantry behind it.")
    return staff.because(best, f"It promises {most:.1f} step losses.")


def fire_harm(s: State, unit: int, mover: int) -> float:
    """The steps that the fire of one unit takes from the moving unit on average."""
    g = s.game
    ignored = 0 if g.anti_tank >> unit & 1 else g.armor[mover]
    return mean_damage(fire_dice(s, unit), ignored, s.steps[mover])


def others_may_come(s: State, mover: int, area: int) -> bool:
    """Whether unarmoured US units that have not moved stand next to the area or wait at sea."""
    g = s.game
    waiting = g.us_ground & ~g.tanks & ~s.moved & ~(1 << mover)
    if g.beaches >> area & 1 and s.at[g.landing] & waiting:
        return True
    return any(s.at[a] & waiting for a in g.adjacent[area])


# --- bombardment


def designate_bombardment(staff: Staff, s: State, asked: Decision) -> Option:
    """16: guns go where they promise most, alone or together; a marker counts as the VP it would have earned."""
    g = s.game
    load: dict[int, list[int]] = {}
    for unit in g.jp_units:
        if s.target[unit] >= 0:
            load.setdefault(s.target[unit], []).append(unit)
    free = sorted({int(o[1]) for o in asked.options if o[0] == "assign"}, key=lambda u: (u == g.rocket, -u))
    best: tuple[float, int, int] | None = None
    for area in worthy_targets(s):
        firing = load.get(area, [])
        base = bombardment_worth(s, area, firing)
        able = [u for u in free if targets(s, u) >> area & 1]
        for number in range(1, len(able) + 1):
            gain = bombardment_worth(s, area, firing + able[:number]) - base
            gain -= sum(price(s, u) for u in able[:number])
            if best is None or gain / number > best[0]:
                best = (gain / number, able[0], area)
    if best is None or best[0] <= 0.0:
        return ("confirm",)
    return staff.because(("assign", best[1], best[2]), f"Each gun is worth {best[0]:.1f} VP there.")


def worthy_targets(s: State) -> list[int]:
    """Areas with US units or markers."""
    g = s.game
    return [a for a in range(g.areas) if s.at[a] & g.us_ground or (s.safe | s.beachheads) >> a & 1]


def price(s: State, unit: int) -> float:
    """What firing costs: the rocket is gone, and a Concealed mortar gives its place away."""
    g = s.game
    if unit == g.rocket:
        return max(0.5, ROCKET_WORTH - 0.25 * s.turn)
    return 0.5 if s.concealed >> unit & 1 and not g.red >> unit & 1 else 0.15


def marker_worth(s: State, area: int) -> float:
    """The VP that the loss of a marker costs the US side now."""
    g = s.game
    bit = 1 << area
    if s.safe & bit:
        both = g.both_airfields
        return g.vp_safe + (g.vp_both if both & bit and s.safe & both == both else 0)

    return BEACHHEAD if s.beachheads & bit else 0.0


def bombardment_worth(s: State, area: int, units: list[int]) -> float:
    """The VP that these guns promise against an area."""
    if not units:
        return 0.0
    g = s.game
    dice, rocket = 0, False
    for unit in units:
        rating = g.bombard[unit][s.steps[unit]]
        if rating == ROCKET_DIE:
            rocket = True
        else:
            dice += rating
    shield = g.bdv[area] if s.control >> area & 1 else 0
    soft = sum(s.steps[u] + g.armor[u] for u in members(s.at[area] & g.us_ground))
    if rocket:
        harm = (
            sum(
                mean_damage(dice, shield - face, soft)
                if face <= shield
                else min(soft, mean_damage(dice, 0, soft) + face - shield)
                for face in range(1, 7)
            )
            / 6
        )
        return harm + marker_worth(s, area)
    return mean_damage(dice, shield, soft) + chance_of(dice, 1) * marker_worth(s, area)


def next_bombardment(staff: Staff, s: State, asked: Decision) -> Option:
    """16b: the order changes nothing, except that 40 VP end the game: most US steps first."""
    g = s.game
    return max(asked.options, key=lambda o: (s.at[int(o[1])] & g.us_ground).bit_count())
