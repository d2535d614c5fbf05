"""Japanese movement: hide what was seen, feed the front, step onto what was left empty, raid what is weakly held."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from grognard.bots.iwojima.common import distances
from grognard.bots.iwojima.japanese_aims import (
    Stack,
    area_vp,
    hold_worth,
    is_last,
    marker_worth,
    may_not_assault,
    turns_left,
    unit_worth,
)
from grognard.bots.iwojima.japanese_memory import JapaneseMemory
from grognard.bots.iwojima.weights import JapaneseWeights
from grognard.games.iwojima.assault import assault_dice
from grognard.games.iwojima.defensive_fire import is_observed
from grognard.games.iwojima.facts import Facts
from grognard.games.iwojima.japanese_movement import HIDE, MARCH, SHOW_AND_MARCH, SNEAK
from grognard.games.iwojima.state import State, count
from grognard.kernel.bits import bitset, members
from grognard.kernel.flow import Decision, Option, space_of, unit_of
from grognard.kernel.ids import NO_SPACES, Space, Spaces, Unit
from grognard.kernel.odds import pool


@dataclass(slots=True)
class Move:
    """A move worth making."""

    gain: float
    option: Option
    way: tuple[Space, ...]
    why: str


class Front:
    """Yardstick for the moves of one phase, worked out once."""

    __slots__ = ("dice", "needs", "raids", "s", "stacks", "us", "w")

    def __init__(self, w: JapaneseWeights, s: State) -> None:
        g = s.game
        self.w = w
        self.s = s
        self.us = NO_SPACES
        for area in g.every_area:
            if s.at[area] & g.us_ground:
                self.us |= 1 << area
        self.needs = [self._need(area) for area in g.every_area]
        self.stacks: dict[Space, Stack] = {}
        self.dice: dict[Space, int] = {}
        self.raids: dict[tuple[tuple[int, ...], int, int, Space], float] = {}

    def _need(self, area: Space) -> float:
        """Need of an area for another defender: near the enemy, worth holding, and thinly held."""
        g = self.s.game
        if not g.near[area] & self.us:
            return 0.0
        w = self.w
        worth = (
            w.need_airfield if g.airfields >> area & 1 else w.need_mountain if g.mountains >> area & 1 else w.need_other
        )
        return worth * 2 / (1 + count(self.s.at[area] & g.jp))

    def stack(self, area: Space) -> Stack:
        """The US units of an area."""
        if area not in self.stacks:
            s = self.s
            self.stacks[area] = Stack(self.w, s, area)
            ready = members(s.at[area] & s.game.jp & ~may_not_assault(s))
            self.dice[area] = sum(max(0, assault_dice(s, u)) for u in ready)
        return self.stacks[area]

    # --- what a place is worth

    def step_onto(self, unit: Unit, area: Space) -> float:
        """13b, 20: an empty US-controlled area changes hands, and its marker goes."""
        s, w = self.s, self.w
        g = s.game
        gain = w.step_onto + area_vp(w, s) + marker_worth(w, s, area) * (1.0 if is_last(s) else 1.0 + w.retaken)
        if g.mountains >> area & 1 and turns_left(s):
            gain += w.step_onto_mountain
        if is_last(s):
            return gain
        return gain - w.step_onto_risk * unit_worth(w, s, unit) - w.raid_leaving * self.leaving(unit)

    def raid(self, unit: Unit, area: Space) -> float:
        """A raid's worth, less what the unit leaves behind; units alike are worked out once."""
        s = self.s
        alike = (s.game.assault[unit], s.steps[unit], may_not_assault(s) >> unit & 1, area)
        if alike not in self.raids:
            self.raids[alike] = self._raid(unit, area)
        return self.raids[alike] - (0.0 if is_last(s) else self.w.raid_leaving * self.leaving(unit))

    def _raid(self, unit: Unit, area: Space) -> float:
        """17b, 18, 19: into an area with US units: their fire, then a part in the assault, then what is left of it."""
        s, w = self.s, self.w
        g = s.game
        stack = self.stack(area)
        upright = members(s.at[area] & g.us_ground & ~s.fired)
        fire = max((g.assault[u][s.steps[u]] for u in upright), default=0)
        base = stack.worth(self.dice[area])
        left = s.steps[unit]
        fired = may_not_assault(s) >> unit & 1
        before = unit_worth(w, s, unit)
        gain = 0.0
        contested = not s.control >> area & 1 and not s.at[area] & g.jp
        bonus = max(0, assault_dice(s, unit) - g.assault[unit][left])
        best = stack.worth(self.dice[area] + (0 if fired else g.assault[unit][left] + bonus)) - base
        best += hold_worth(w, s, area) if contested else 0.0
        if best <= w.move_least:
            return best
        for hits, chance in enumerate(pool(fire)):
            after = max(0, left - hits)
            if not after:
                gain -= chance * before
                continue
            dice = 0 if fired else g.assault[unit][after] + bonus
            gain += chance * (stack.worth(self.dice[area] + dice) - base)
            gain += chance * (hold_worth(w, s, area) if contested else 0.0)
            gain -= chance * (before - unit_worth(w, s, unit, after))
            if not is_last(s):
                gain -= (
                    chance
                    * unit_worth(w, s, unit, after)
                    * (w.raid_lost_theirs if s.control >> area & 1 else w.raid_lost_ours)
                )
        return gain

    def leaving(self, unit: Unit) -> float:
        """Loss of the area that a unit leaves."""
        return self.needs[self.s.where[unit]]

    def hiding(self, unit: Unit) -> float:
        """17.2(4): a hidden unit is no target and fires with two dice more; it matters near the front."""
        s = self.s
        g = s.game
        if is_last(s):
            return 0.0
        w = self.w
        near = g.near[s.where[unit]] & self.us
        worth = w.hide_near if near else w.hide_far
        worth = worth + w.hide_dice * g.assault[unit][s.steps[unit]] + (w.hide_gun if g.bombard[unit][1] else 0)
        return worth + (w.hide_hq if unit == g.hq else 0.0)

    def flight(self, area: Space) -> float:
        """Distance of the HQ from harm."""
        g = self.s.game
        if self.us >> area & 1:
            return -self.w.hq_among
        return -self.w.hq_near if g.near[area] & self.us else -self.w.hq_two_away if self._two_away(area) else 0.0

    def _two_away(self, area: Space) -> bool:
        g = self.s.game
        return any(g.near[a] & self.us for a in g.adjacent[area])


def japanese_movement(staff: JapaneseMemory, s: State, asked: Decision) -> Option:
    """17: the move that gains most, one unit after the other."""
    w = staff.weights
    front = Front(w, s)
    best: Move | None = None
    walked: dict[Unit, list[Move]] = {}
    for option in asked.options:
        verb = option[0]
        if verb == HIDE:
            unit = unit_of(option)
            moves = [Move(front.hiding(unit), option, (), why_hide(s, unit))]
        elif verb == SNEAK:
            moves = [step(front, option)]
        elif verb in (MARCH, SHOW_AND_MARCH) and option[1] not in walked:
            unit = unit_of(option)
            moves = walked[unit] = marches(front, asked, str(verb), unit)
        else:
            continue
        for move in moves:
            if move.gain > w.move_least and (best is None or move.gain > best.gain):
                best = move
    if best is None:
        return staff.because(("end-movement",), "No move is worth making.")
    if best.way:
        staff.send(s.turn, unit_of(best.option), best.way)
    return staff.because(best.option, best.why)


def why_hide(s: State, unit: Unit) -> str:
    """17.2(4), 11.1.1b-c, R27: what a unit has of it that it hides."""
    if s.fired >> unit & 1:
        return "While Concealed, it takes losses only after all Revealed units."
    if is_observed(s, s.where[unit]):
        return "While Concealed, it takes losses only after all Revealed units. US observers cancel its surprise."
    return "While Concealed, it takes losses only after all Revealed units, and its fire gains surprise."


def step(front: Front, option: Option) -> Move:
    """17.2(3): one area further, unseen as long as the US side neither stands nor rules there."""
    s = front.s
    g = s.game
    unit, area = unit_of(option), space_of(option, 2)
    name = g.space_names[area]
    if unit == g.hq or g.bombard[unit][s.steps[unit]]:
        return Move(0.0, option, (), "")
    if front.us >> area & 1:
        return Move(front.raid(unit, area), option, (), f"A raid into {name} gains more than it costs.")
    if s.control >> area & 1:
        return Move(front.step_onto(unit, area), option, (), f"{name} is undefended.")
    gain = 0.0 if is_last(s) else front.needs[area] - front.leaving(unit) - front.w.feed_least
    return Move(gain, option, (), f"{name} needs another defender.")


def marches(front: Front, asked: Decision, verb: str, unit: Unit) -> list[Move]:
    """17.2(1), 17.2(2)a: in full view, as far as the MP go; worth it to take something, or to save the HQ."""
    s = front.s
    g = s.game
    if g.bombard[unit][s.steps[unit]]:
        return []
    found: list[Move] = []
    here = s.where[unit]
    if unit != g.hq and not within(g, g.mp[unit])[here] & (front.us | s.control):
        return found
    shown = 0.0 if verb == MARCH or is_last(s) else front.w.march_shown
    seen = {here}
    layer: list[tuple[Space, ...]] = [(space_of(o, 2),) for o in asked.options if o[0] == verb and o[1] == unit]
    for spent in range(1, g.mp[unit] + 1):
        following: list[tuple[Space, ...]] = []
        for way in layer:
            area = way[-1]
            if area in seen:
                continue
            seen.add(area)
            option: Option = (verb, unit, way[0])
            name = g.space_names[area]
            if unit == g.hq:
                gain = front.flight(area) - front.flight(here) - front.w.flight_least - shown
                found.append(Move(0.0 if is_last(s) else gain, option, way, f"In {name} the HQ is safer."))
                continue
            if front.us >> area & 1:
                found.append(
                    Move(front.raid(unit, area) - shown, option, way, f"A raid into {name} gains more than it costs.")
                )
                continue
            if s.control >> area & 1:
                found.append(Move(front.step_onto(unit, area) - shown, option, way, f"{name} is undefended."))
            if spent < g.mp[unit]:
                tank = g.tanks >> unit & 1
                following += [(*way, a) for a in g.adjacent[area] if not (tank and g.hills >> a & 1)]
        layer = following
    return found


@lru_cache(maxsize=16)
def within(g: Facts, mp: int) -> tuple[Spaces, ...]:
    """Per area, the areas at most so many MP away."""
    far = distances(g)
    return tuple(bitset(b for b in g.every_area if far[a][b] <= mp) for a in g.every_area)


def move_on(staff: JapaneseMemory, s: State, asked: Decision) -> Option:
    """17: on along the way, if there is one."""
    unit, _ = asked.about
    way = staff.planned_way(s.turn, unit)
    here = s.where[unit]
    if here in way and way[-1] != here:
        following: Option = ("to", way[way.index(here) + 1])
        if following in asked.options:
            return staff.because(following, f"The goal is {s.game.space_names[way[-1]]}.")
    return ("stop",)


def fall_back(staff: JapaneseMemory, s: State, asked: Decision) -> Option:
    """18c: on with the raid, or back with one loss less: whatever leaves more."""
    g = s.game
    w = staff.weights
    mover, area, damage = asked.about[:3]
    left = s.steps[mover]
    offered = [o for o in asked.options if o[0] == "fall-back"]
    if not offered:
        return ("stay",)
    away = max(offered, key=lambda o: g.bdv[space_of(o)])
    back = unit_worth(w, s, mover, max(0, left - max(0, damage - 1)))
    after = max(0, left - damage)
    stay = 0.0
    if after:
        stack = Stack(w, s, area)
        ready = members(s.at[area] & g.jp & ~may_not_assault(s))
        others = sum(max(0, assault_dice(s, u)) for u in ready if u != mover)
        dice = 0 if may_not_assault(s) >> mover & 1 else g.assault[mover][after]
        stay = unit_worth(w, s, mover, after) * (1.0 if is_last(s) else w.stay_alive)
        stay += stack.worth(others + dice) - stack.worth(others)
    if back > stay:
        saved = damage and damage <= left
        return staff.because(away, "Retreating saves steps." if saved else "There is nothing to gain here.")
    return staff.because(
        ("stay",), "The assault is worth the loss." if damage else "It has lost nothing: the raid goes on."
    )
