"""Aims of the Japanese staff: the VP at stake in units, areas and markers, and what an assault does to a stack."""

from __future__ import annotations

from grognard.bots.iwojima.weights import JapaneseWeights
from grognard.games.iwojima.defensive_fire import retreat_areas
from grognard.games.iwojima.facts import JP, US
from grognard.games.iwojima.japanese_movement import on_the_map
from grognard.games.iwojima.losses import armor_of, suggested_order
from grognard.games.iwojima.state import State, count
from grognard.kernel.bits import members
from grognard.kernel.ids import NO_SPACES, Space, Spaces, Unit, Units
from grognard.kernel.odds import Chances, added, pool

FLAG = 3.5
"""The mean of the flag's die."""


def turns_left(s: State) -> int:
    """Turns to come after this one."""
    return s.game.last_turn - s.turn


def is_last(s: State) -> bool:
    """The turn whose End Phase counts areas, units and HQ."""
    return s.turn == s.game.last_turn


# --- 23 the VP at stake


def income(s: State, without: Spaces = NO_SPACES) -> float:
    """23.1: the US VP of this turn's End Phase, without the markers of some areas."""
    g = s.game
    safe = s.safe & ~without
    vp = float(g.vp_safe * count(safe))
    if safe & g.both_airfields == g.both_airfields:
        vp += g.vp_both
    return vp + (FLAG if s.flag == 1 else 0.0)


def marker_worth(w: JapaneseWeights, s: State, area: Space) -> float:
    """The VP that the loss of a marker costs the US side now; those that would end the game count for more."""
    bit = 1 << area
    if s.safe & bit:
        whole = income(s)
        less = income(s, bit)
        if s.vp[US] + whole >= s.game.goal:
            return whole - less + (w.saves_the_game if s.vp[US] + less < s.game.goal else w.saves_the_game / 4)
        return whole - less
    return w.beachhead if s.beachheads & bit and turns_left(s) else 0.0


def area_vp(w: JapaneseWeights, s: State) -> float:
    """23.2(5): what an area held now is worth at the end."""
    return s.game.vp_area * w.area_by_turns_left[turns_left(s)]


def hold_worth(w: JapaneseWeights, s: State, area: Space) -> float:
    """Worth of denying the US side control of an area for another turn."""
    g = s.game
    bit = 1 << area
    worth = area_vp(w, s)
    if g.safe_boxes & bit:
        pair = g.both_airfields & bit and s.control & g.both_airfields & ~bit
        worth += g.vp_safe + (g.vp_both if pair else 0)
    if turns_left(s):
        worth += w.hold_mountain if g.mountains & bit else 0.0
        worth += w.hold_flag if g.flag_boxes & bit and not s.flag else 0.0
    return worth


def unit_worth(w: JapaneseWeights, s: State, unit: Unit, steps: int | None = None) -> float:
    """Worth of a Japanese unit to its side, with so many steps."""
    g = s.game
    left = s.steps[unit] if steps is None else steps
    if not left:
        return 0.0
    last = g.vp_jp_unit * (1.0 if is_last(s) else w.unit_kept)
    if unit == g.hq:
        return last + (g.vp_hq if is_last(s) else w.hq_kept)
    if is_last(s):
        return last
    return last + g.assault[unit][left] * w.unit_dice + abs(g.bombard[unit][left]) * w.unit_guns + w.unit_step * left


def final_margin(s: State) -> float:
    """23.2(3)-(5), 24(3): the Japanese lead after turn 9 if the position stays as it is."""
    g = s.game
    kept = count(on_the_map(s)) * g.vp_jp_unit + (g.vp_hq if s.steps[g.hq] else 0)
    kept += (g.areas - count(s.control)) * g.vp_area
    return s.vp[JP] + kept - s.vp[US] - income(s)


# --- 19 what an assault does


def may_not_assault(s: State) -> Units:
    """12.1a, R26: Fired units, and by the other reading those that gave Defensive Fire in this turn."""
    return s.fired | s.spent


def shield_of(s: State, area: Space) -> int:
    """16.4, 19a-2: what is taken off Japanese Hits."""
    return s.game.bdv[area] if s.control >> area & 1 else 0


class Stack:
    """The US units of one area under a Japanese assault; all but one leave when that saves them a step."""

    __slots__ = ("area", "known", "lost", "marker", "shield", "us", "value", "whole")

    def __init__(self, w: JapaneseWeights, s: State, area: Space) -> None:
        g = s.game
        self.area = area
        self.us = members(s.at[area] & g.us_ground)
        self.shield = shield_of(s, area)
        self.marker = marker_worth(w, s, area)
        leaving = set(self.us[1:]) if len(self.us) > 1 and retreat_areas(s, self.us[0], area) else set()
        row = suggested_order(s, self.us)
        armor = armor_of(s, row)
        left = {u: s.steps[u] for u in row}
        self.lost = [0]
        self.value = [0.0]
        while any(left.values()):
            for unit in row:
                if not left[unit]:
                    continue
                steps, gain = 0, 0.0
                if unit in leaving:
                    leaving.discard(unit)
                    gain = w.pushed
                elif armor.get(unit):
                    armor[unit] -= 1
                else:
                    left[unit] -= 1
                    steps, gain = 1, 1.0
                self.lost.append(self.lost[-1] + steps)
                self.value.append(self.value[-1] + gain)
        self.known: dict[int, float] = {0: 0.0}
        self.whole = area_vp(w, s) if s.control >> area & 1 else w.whole_stack

    def worth(self, dice: int) -> float:
        """The mean VP of an assault with so many dice: steps, a marker gone, perhaps the area."""
        if dice in self.known:
            return self.known[dice]
        top = len(self.value) - 1
        total = 0.0
        for number, chance in enumerate(pool(dice)):
            damage = number - self.shield
            if damage <= 0:
                continue
            total += chance * (self.value[min(damage, top)] + self.marker)
            if damage >= top:
                total += chance * self.whole
        self.known[dice] = total
        return total

    def chances(self, dice: int) -> Chances:
        """The chance of each number of steps lost."""
        out = [0.0] * (self.lost[-1] + 1)
        top = len(self.lost) - 1
        for number, chance in enumerate(pool(dice)):
            out[self.lost[min(max(0, number - self.shield), top)]] += chance
        return tuple(out)


def together(stacks: list[tuple[Stack, int]]) -> Chances:
    """The chance of each number of steps lost in several assaults, each with its dice."""
    total: Chances = (1.0,)
    for stack, dice in stacks:
        total = added(total, stack.chances(dice))
    return total
