"""3.3: Japanese regiments drop off battalions and merge with them again."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.games.nemesis.facts import JAPANESE
from grognard.games.nemesis.losses import put_away, take_battalion
from grognard.games.nemesis.state import FULL, State, inherit, place
from grognard.kernel.bits import members
from grognard.kernel.flow import Bar, Decision, Frame, Option

WHOLE, REDUCED = 3, 2
"""Battalions in a full and in a reduced regiment (6.1-G)."""


def may_drop_off(s: State, units: int) -> int:
    """3.3-a, b, d, 3.4-a: full regiments among some counters; nobody else has a battalion to drop."""
    full = s.game.full
    return sum(1 << u for u in members(units & s.game.regiments) if s.steps[u] == full[u])


def drop_off(s: State, unit: int) -> int:
    """3.3-b, R34: the regiment is reduced and a battalion of its division stands beside it, with all its marks."""
    s.steps[unit] -= 1
    battalion = take_battalion(s, s.game.division[unit])
    place(s, battalion, s.where[unit])
    s.level[battalion], s.out_since[battalion] = FULL, 0
    inherit(s, unit, battalion)
    s.tell("dropped-off", unit, battalion, s.where[unit], cases=("3.3-b",))
    return battalion


# --- mergers


@dataclass(slots=True)
class Mergers(Frame):
    """3.3-e..h, R35, R36, R105: at the end of a move and of a phase, hex by hex; "must", not "may"."""

    id = "nemesis.battalions.Mergers"
    hexes: list[int]

    def run(self, s: State) -> Decision | None:
        while self.hexes:
            found = due_merger(s, self.hexes[0])
            if found is None:
                self.hexes.pop(0)
                continue
            regiment, battalions, counters = found
            if regiment >= 0:
                merge(s, regiment, battalions)
                continue
            options: list[Option] = [("rebuild", u) for u in counters]
            return Decision(JAPANESE, "rebuild", options, ("3.3-g", "R35"), (self.hexes[0],))
        s.agenda.pop()
        return None

    def answer(self, s: State, option: Option) -> None:
        hex_, regiment = self.hexes[0], int(option[1])
        found = due_merger(s, hex_)
        assert found is not None
        rebuild(s, regiment, hex_, found[1])

    def why_not(self, s: State, side: int, unit: int | None, space: int | None) -> list[Bar]:
        return [Bar("A regiment counter of that division that is off the map is used.", ("3.3-g", "R35"))]


def due_merger(s: State, hex_: int) -> tuple[int, list[int], list[int]] | None:
    """R35: the next merger in a hex: a reduced regiment (or -1), the battalions, and the counters that may return."""
    g = s.game
    here = s.at[hex_]
    found = here & g.battalions
    if not found:
        return None
    first = here & g.regiments
    if not first and not found & found - 1:
        return None
    for battalion in members(found):
        kin = g.of_division[g.division[battalion]]
        for regiment in members(first & kin):
            if s.steps[regiment] < g.full[regiment] and s.level[regiment] == s.level[battalion]:
                return regiment, [battalion], []
    for battalion in members(found):
        kin = g.of_division[g.division[battalion]]
        counters = members(s.at[g.shelf] & kin)
        alike = [b for b in members(found & kin) if s.level[b] == s.level[battalion]]
        if counters and len(alike) >= REDUCED:
            return -1, alike[:WHOLE], counters
    return None


def merge(s: State, regiment: int, battalions: list[int]) -> None:
    """3.3-e: the regiment is whole again; the battalion goes back to the box."""
    for battalion in battalions:
        inherit(s, battalion, regiment)
        put_away(s, battalion, s.game.battalion_box)
        s.steps[regiment] += 1
    s.tell("merged", regiment, s.where[regiment], s.steps[regiment], cases=("3.3-e",))


def rebuild(s: State, regiment: int, hex_: int, battalions: list[int]) -> None:
    """3.3-g: two battalions are a reduced regiment, three a full one."""
    place(s, regiment, hex_)
    s.out_since[regiment] = 0
    for battalion in battalions:
        inherit(s, battalion, regiment)
        put_away(s, battalion, s.game.battalion_box)
    s.steps[regiment] = len(battalions)
    s.tell("merged", regiment, hex_, s.steps[regiment], cases=("3.3-g",))


def merge_in(s: State, *hexes: int) -> None:
    """R35: begin the mergers in some hexes, if there is anything to merge."""
    due = [h for h in dict.fromkeys(hexes) if h < s.game.hexes and due_merger(s, h) is not None]
    if due:
        s.agenda.append(Mergers(due))


def added_height_is_nothing(s: State, hex_: int, battalion: int) -> bool:
    """R80: a battalion that a reduced regiment of its division takes in at once adds nothing to the stack."""
    g = s.game
    kin = s.at[hex_] & g.regiments & g.of_division[g.division[battalion]]
    return bool(g.battalions >> battalion & 1) and any(
        s.steps[r] < g.full[r] and s.level[r] == s.level[battalion] for r in members(kin)
    )
