"""Chapter 4: set-up. The US side places itself; the Japanese player hides 21 Caves and all Japanese units."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.games.iwojima.facts import JP, Facts
from grognard.games.iwojima.state import JP_ONLY, State, jp_room
from grognard.kernel.bits import members
from grognard.kernel.dice import Throw
from grognard.kernel.flow import Bar, Decision, Frame, Option, Roll, bars, space_of, unit_of
from grognard.kernel.ids import NO_SPACE, Side, Space, Unit
from grognard.kernel.state import place, set_out
from grognard.kernel.words import listed, numbered

VARIATIONS = 4
"""How many infantry units and Caves of an automatic set-up move to a neighbouring area."""


def new_position(game: Facts) -> State:
    """4.1, 4.2a-c: markers and US units where they start, Japanese units in hand."""
    s = State(game)
    g = s.game
    s.steps = bytearray(g.full)
    set_out(s, g.setup_box, len(g.space_ids))
    s.concealed = g.jp
    s.caves = [0] * g.areas
    s.shown = [0] * g.areas
    s.vp = [0, 0]
    s.landed = [0] * g.areas
    s.target = [NO_SPACE] * g.units
    return s


def begin(s: State) -> None:
    """4.1b, 4.2d."""
    s.agenda.append(SetUp())


def is_not_set_up(s: State) -> bool:
    """Only the first turn starts with units in hand."""
    return s.turn == 1 and bool(s.at[s.game.hand])


@dataclass(slots=True)
class SetUp(Frame):
    """4.1b, 4.2d: Caves and units go on the MilOps map in any order, within the limits, until confirmed."""

    id = "iwojima.setup.SetUp"
    verbs = ("place", "lift", "cave", "lift-cave", "set-up", "auto-set-up", "confirm-set-up")

    def run(self, s: State) -> Decision:
        g = s.game
        areas = g.every_area
        options: list[Option] = []
        in_hand = members(s.at[g.hand])
        if in_hand:
            open_areas = [a for a in areas if jp_room(s, a)]
            options += [("place", u, a) for u in in_hand for a in open_areas]
        if sum(s.caves) < g.caves:
            options += [("cave", a) for a in areas if s.caves[a] < g.max_caves]
        options += [("lift-cave", a) for a in areas if s.caves[a]]
        options += [("lift", u) for u in g.jp_units if s.where[u] != g.hand]
        options += [("set-up", name) for name in g.setups]
        options.append(("auto-set-up",))
        if not in_hand and sum(s.caves) == g.caves:
            options.append(("confirm-set-up",))
        return Decision(
            JP, "set-up", options, ("4.1b", "4.2d"), (len(in_hand), g.caves - sum(s.caves)), always=True, atomic=True
        )

    def answer(self, s: State, option: Option) -> None:
        g = s.game
        verb = option[0]
        if verb == "place":
            place(s, unit_of(option), space_of(option, 2))
        elif verb == "lift":
            place(s, unit_of(option), g.hand)
        elif verb == "cave":
            s.caves[space_of(option)] += 1
        elif verb == "lift-cave":
            s.caves[space_of(option)] -= 1
        elif verb == "set-up":
            take_set_up(s, str(option[1]))
        elif verb == "auto-set-up":
            s.agenda[-1] = AutomaticSetUp()
        else:
            finish(s)

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        g = s.game
        if unit is not None and g.side_of[unit] != JP:
            return [Bar("US units are in place; only the Japanese garrison is set up now.", ("4.2a", "4.2d"))]
        if space is not None and space >= g.areas:
            return [Bar("The garrison is placed in areas of the island.", ("4.2d",))]
        if unit is not None:
            return bars(self.place_bar(s, unit, space))
        return bars(None if space is None else cave_bar(s, space))

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if verb == "place":
            return self.why_not(s, side, unit, space)
        if verb == "lift":
            return [Bar("It is in hand: it has no place to be taken back from.", ("4.2d",))]
        if verb == "cave" and space is not None:
            return bars(cave_bar(s, space))
        if verb == "lift-cave":
            return [Bar("No Cave is there.", ("4.1b",))]
        return self.why_not_end(s, side)

    def why_not_end(self, s: State, side: Side) -> list[Bar]:
        units, caves = s.at[s.game.hand].bit_count(), s.game.caves - sum(s.caves)
        if not units and not caves:
            return []
        return [Bar(f"Still to be placed: {to_place(units, caves)}.", ("4.1b", "4.2d"))]

    def place_bar(self, s: State, unit: Unit, space: Space | None) -> Bar | None:
        """4.2d: why a unit is not placed (here)."""
        g = s.game
        if s.where[unit] != g.hand:
            area = g.space_names[s.where[unit]]
            return Bar(f"{g.does(unit, 'is', 'are')} in {area}: take the unit back first.", ("4.2d",))
        if space is not None and not jp_room(s, space):
            full = f"{g.space_names[space]} holds {g.max_jp} Japanese units already: take one back first."
            return Bar(full, ("3.Stacking-a",))
        return None


def to_place(units: int, caves: int) -> str:
    """`3 units and 2 Caves`, or one of them alone."""
    return listed([numbered(number, name) for number, name in ((units, "unit"), (caves, "Cave")) if number])


def take_set_up(s: State, name: str) -> None:
    """4.2d: one of the set-ups of the data, whole; it may be changed before it is confirmed."""
    placed, caves = s.game.setups[name]
    for unit, area in placed:
        place(s, unit, area)
    s.caves[:] = caves


def finish(s: State) -> None:
    """4.1b, 4.2d: the set-up stands; from now on Caves are never added or moved (4.1d)."""
    s.agenda.pop()
    s.news += 1
    s.tell("set-up-done", cases=("4.1b", "4.2d"))
    for area in s.game.every_area:
        if s.caves[area] or s.at[area]:
            s.tell("placed", area, members(s.at[area]), s.caves[area], cases=("4.2d",), seen=JP_ONLY)


@dataclass(slots=True)
class AutomaticSetUp(Frame):
    """A pacing aid within 4.2d: a set-up drawn by lot and varied, so that nobody can learn it by heart."""

    id = "iwojima.setup.AutomaticSetUp"

    def run(self, s: State) -> Roll:
        return Roll("auto-set-up", 1 + 3 * VARIATIONS, (), ("4.2d",), sides=60, seen=JP_ONLY)

    def rolled(self, s: State, dice: Throw) -> None:
        g = s.game
        s.unseen += 1
        names = sorted(g.setups)
        take_set_up(s, names[dice[0] % len(names)])
        infantry = [u for u in g.jp_units if g.unit_type[u] == "infantry"]
        for i in range(VARIATIONS):
            who, where, cave = dice[1 + 3 * i : 4 + 3 * i]
            unit = infantry[who % len(infantry)]
            nearby = g.adjacent[s.where[unit]]
            area = nearby[where % len(nearby)]
            if jp_room(s, area):
                place(s, unit, area)
            donor = cave % g.areas
            nearby = g.adjacent[donor]
            heir = nearby[where % len(nearby)]
            if s.caves[donor] and s.caves[heir] < g.max_caves:
                s.caves[donor] -= 1
                s.caves[heir] += 1
        finish(s)


def cave_bar(s: State, area: Space) -> Bar | None:
    """4.1b: why no Cave may be put here."""
    g = s.game
    if s.caves[area] >= g.max_caves:
        return Bar(f"{g.space_names[area]} has {g.max_caves} Caves already, the most an area may have.", ("4.1b",))
    if sum(s.caves) >= g.caves:
        return Bar(f"All {g.caves} Caves are placed: take one back first.", ("4.1b",))
    return None
