"""3.3: Japanese regiments drop off battalions and merge with them again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from grognard.games.nemesis.facts import JAPANESE
from grognard.games.nemesis.losses import put_away, take_battalion
from grognard.games.nemesis.shared_frames import OneKindFrame
from grognard.games.nemesis.state import FULL, MARKS, Piece, State, inherit, join, piece, place
from grognard.kernel.bits import each, members
from grognard.kernel.flow import Bar, Decision, Option, unit_of
from grognard.kernel.ids import NO_UNITS, Side, Space, Unit, Units

WHOLE, REDUCED = 3, 2
"""Battalions in a full and in a reduced regiment (6.1-G)."""


def may_drop_off(s: State, units: Units) -> Units:
    """3.3-a, b, d, 3.4-a: full regiments among some counters; nobody else has a battalion to drop."""
    full, found = s.game.full, NO_UNITS
    for unit in each(units & s.game.regiments):
        if s.steps[unit] == full[unit]:
            found |= 1 << unit
    return found


def drop_off_bar(s: State, unit: Unit) -> Bar | None:
    """3.3-a, d, 3.4-a: why a unit has no battalion to drop."""
    g = s.game
    if not g.regiments >> unit & 1:
        return Bar(
            f"{g.does(unit, 'drops', 'drop')} off nobody: only Japanese infantry regiments and one brigade do.",
            ("3.3-a",),
        )
    if not s.on_map >> unit & 1:
        return Bar(f"{g.does(unit, 'is', 'are')} not on the map.", ("3.3-b",))
    if s.steps[unit] < g.full[unit]:
        return Bar(f"{g.unit_names[unit]} is reduced: it drops off nobody.", ("3.3-d",))
    return None


def drop_off(s: State, unit: Unit) -> Unit:
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
class Mergers(OneKindFrame):
    """3.3-e..h, R35, R36, R105: at the end of a move and of a phase, hex by hex; "must", not "may"."""

    id = "nemesis.battalions.Mergers"
    verbs = ("absorb", "rebuild")
    hexes: list[Space]
    movers: list[Unit] = field(default_factory=list)
    """3.3-f: who has just moved, or was parted from its regiment: nobody else merges before the phase ends. None named:
    the phase ends."""

    def run(self, s: State) -> Decision | None:
        while self.hexes:
            hex_ = self.hexes[0]
            fillings = due_fillings(s, hex_, self.movers)
            if fillings:
                cases = ("3.3-e", "R35", "R36")
                return Decision(JAPANESE, "absorb", [("absorb", *pair) for pair in fillings], cases, (hex_,))
            found = due_rebuilding(s, hex_, self.movers)
            if found is not None:
                options: list[Option] = [("rebuild", u) for u in found[1]]
                return Decision(JAPANESE, "rebuild", options, ("3.3-g", "R35"), (hex_,))
            self.hexes.pop(0)
        s.agenda.pop()
        return None

    def answer(self, s: State, option: Option) -> None:
        regiment = unit_of(option)
        if option[0] == "absorb":
            merge(s, regiment, unit_of(option, 2))
        else:
            hex_ = self.hexes[0]
            found = due_rebuilding(s, hex_, self.movers)
            assert found is not None
            rebuild(s, regiment, hex_, found[0])
        if self.movers:
            self.movers.append(regiment)

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is not None and s.where[unit] != self.hexes[0] and s.where[unit] != s.game.regiment_box:
            return [Bar(f"Pieces in {s.game.space_names[self.hexes[0]]} merge now.", ("3.3-f", "R35"))]
        if due_fillings(s, self.hexes[0], self.movers):
            words = "The battalion merges first: a reduced regiment of its division and supply level takes it in."
            return [Bar(words, ("3.3-e",))]
        words = "The battalions merge first: into a regiment counter of their division that is off the map."
        return [Bar(words, ("3.3-g", "R35"))]


def due_fillings(s: State, hex_: Space, movers: list[Unit]) -> list[tuple[Unit, Unit]]:
    """3.3-e, f, R35, R36: reduced regiments in a hex, each with a battalion of its division that it may take in now.

    Of battalions alike in all their marks one is named.
    """
    g = s.game
    here = s.at[hex_]
    battalions, reduced = here & g.battalions, [r for r in each(here & g.regiments) if s.steps[r] < g.full[r]]
    out = []
    for regiment in reduced if battalions else ():
        seen = []
        for battalion in each(battalions & g.of_division[g.division[regiment]]):
            if s.level[regiment] != s.level[battalion]:
                continue
            if movers and regiment not in movers and battalion not in movers:
                continue
            marks = [s.out_since[battalion], *(getattr(s, name) >> battalion & 1 for name in MARKS)]
            if marks not in seen:
                seen.append(marks)
                out.append((regiment, battalion))
    return out


def due_rebuilding(s: State, hex_: Space, movers: list[Unit]) -> tuple[list[Unit], list[Unit]] | None:
    """3.3-g, R35: the next battalions in a hex that become a regiment, and the counters that may return."""
    g = s.game
    found = s.at[hex_] & g.battalions
    if not found & found - 1:
        return None
    for battalion in each(found):
        kin = g.of_division[g.division[battalion]]
        counters = members(s.at[g.regiment_box] & kin)
        alike = [b for b in each(found & kin) if s.level[b] == s.level[battalion]]
        if movers:
            alike.sort(key=lambda b: b not in movers)
            if alike[0] not in movers:
                continue
        if counters and len(alike) >= REDUCED:
            return alike[:WHOLE], counters
    return None


def merge(s: State, regiment: Unit, battalion: Unit) -> None:
    """3.3-e: the regiment is whole again; the battalion goes back to the box."""
    join(s, (regiment, battalion), regiment)
    put_away(s, battalion, s.game.battalion_box)
    s.steps[regiment] += 1
    s.tell("merged", regiment, s.where[regiment], s.steps[regiment], [battalion], cases=("3.3-e",))


def rebuild(s: State, regiment: Unit, hex_: Space, battalions: list[Unit]) -> None:
    """3.3-g: two battalions are a reduced regiment, three a full one."""
    place(s, regiment, hex_)
    s.out_since[regiment] = 0
    join(s, battalions, regiment)
    for battalion in battalions:
        put_away(s, battalion, s.game.battalion_box)
    s.steps[regiment] = len(battalions)
    s.tell("merged", regiment, hex_, s.steps[regiment], battalions, cases=("3.3-g",))


def merge_moved(s: State, movers: list[Unit], *hexes: Space) -> None:
    """3.3-f, R35: at the end of a move, where pieces came to, or where they were parted from each other."""
    _begin(s, [u for u in movers if u >= 0], hexes)


def merge_all(s: State, *hexes: Space) -> None:
    """3.3-f: at the end of a phase everybody merges."""
    _begin(s, [], hexes)


def _begin(s: State, movers: list[Unit], hexes: tuple[Space, ...]) -> None:
    g = s.game
    held = [h for h in hexes if 0 <= h < g.hexes and s.at[h] & g.battalions]
    due = [h for h in dict.fromkeys(held) if due_fillings(s, h, movers) or due_rebuilding(s, h, movers)] if held else []
    if due:
        s.agenda.append(Mergers(due, movers))


def room_made_by_mergers(s: State, hex_: Space, comers: Sequence[Piece] = ()) -> int:
    """3.3-e..g, R35, R80: the room that the Japanese in a hex and these comers give up by merging, in halves of a
    large unit: a battalion that fills up a regiment takes none, and three in a regiment take that of two."""
    g = s.game
    able = g.regiments | g.battalions
    pieces = {u: piece(s, u) for u in each(s.at[hex_] & able)} | {p.unit: p for p in comers if able >> p.unit & 1}
    shelf = [(s.at[g.regiment_box] & kin).bit_count() for kin in g.of_division]
    for comer in pieces.values():
        shelf[g.division[comer.unit]] += comer.frees
    battalions, missing = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    for unit, steps, level, _ in pieces.values():
        if g.battalions >> unit & 1:
            battalions[g.division[unit], level] += 1
        else:
            missing[g.division[unit], level] += g.full[unit] - steps
    room, large, small = 0, g.stacking["large"], g.stacking["small"]
    for kin, number in battalions.items():
        filling = min(number, missing[kin])
        wholes = min((number - filling) // WHOLE, shelf[kin[0]])
        shelf[kin[0]] -= wholes
        room += filling * small + wholes * (WHOLE * small - large)
    return room
