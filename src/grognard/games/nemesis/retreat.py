"""6.1-G and 6.2-D, E: losses shared out, units that retreat, units that advance."""

from __future__ import annotations

from dataclasses import dataclass, field

from grognard.games.nemesis.battalions import drop_off, drop_off_bar, may_drop_off, merge_moved
from grognard.games.nemesis.losses import (
    GONE,
    check_bunkers,
    destroy,
    lose_step,
    steps_of,
    take_battalion,
    what_is_left,
)
from grognard.games.nemesis.movement import may_enter
from grognard.games.nemesis.shared_frames import OneKindFrame
from grognard.games.nemesis.stacking import fits, is_full_for
from grognard.games.nemesis.state import Piece, State, piece, place
from grognard.games.nemesis.transporters import Displace, retreat_bar, to_next_turn
from grognard.kernel.bits import bitset, each, members
from grognard.kernel.flow import Bar, Decision, Frame, Option, bars, for_each, space_of, unit_of
from grognard.kernel.ids import NO_UNIT, Side, Space, Unit


class Engaged(Frame):
    """A procedure that names units: when one of them becomes another counter, the names follow."""

    id = "nemesis.retreat.Engaged"

    __slots__ = ()

    def swap(self, old: Unit, new: Unit) -> None:
        """A regiment or Chindit brigade has become a battalion, or (GONE) a unit is no more."""
        raise TypeError(f"{type(self).__name__} names no units")


def follow(s: State, old: Unit, new: Unit) -> None:
    """6.1-G-f, 3.4-c, R59: every procedure under way goes on with the counter that stands there now."""
    if old != new:
        for frame in s.agenda:
            if isinstance(frame, Engaged):
                frame.swap(old, new)


def under_way_bar(s: State, target: Space, space: Space | None) -> list[Bar]:
    """R43: why nothing is done about another hex while a combat is fought out."""
    if space is None or space == target:
        return []
    words = f"The combat at {s.game.space_names[target]} is finished first; other hexes come after it."
    return [Bar(words, ("R43",))]


def swapped(units: list[Unit], old: Unit, new: Unit) -> list[Unit]:
    """The same list with one unit exchanged, or without it."""
    return [new if u == old else u for u in units if u != old or new != GONE]


def hit(s: State, unit: Unit, permanent: bool, *cases: str) -> Unit:
    """A unit loses a step in combat; what stands for it now."""
    stands = lose_step(s, unit, permanent, *cases)
    follow(s, unit, stands)
    return stands


# --- 6.1-G losses


@dataclass(slots=True)
class Losses(Engaged):
    """6.1-G-b..g, R57: the first step from the unit in front, the rest as the owner likes."""

    id = "nemesis.retreat.Losses"
    verbs = ("lose",)
    side: Side
    units: list[Unit]
    owed: int
    first: Unit
    permanent: int
    enforcing: int = 0
    """Whether the attacker pays for a retreat: who pays must advance (6.2-E-b)."""

    def run(self, s: State) -> Decision | None:
        if self.owed <= 0 or not self.units:
            s.agenda.pop()
            return None
        if self.first >= 0:
            front, self.first = self.first, NO_UNIT
            self.take(s, front)
            return None
        if self.owed >= steps_of(s, self.units):
            self.take(s, self.units[0])
            return None
        options: list[Option] = [("lose", u) for u in self.units]
        cases = ("6.2-B-a",) if self.enforcing else ("6.1-G-g", "R57")
        return Decision(self.side, "losses", options, cases, (self.owed,), atomic=True)

    def answer(self, s: State, option: Option) -> None:
        self.take(s, unit_of(option))

    def take(self, s: State, unit: Unit) -> None:
        """One step, noted below when it is the price of a retreat."""
        self.owed -= 1
        if self.enforcing:
            payer = s.agenda[-2]
            assert isinstance(payer, Paying)
            payer.note_payer(unit)
        hit(s, unit, bool(self.permanent), "6.2-B-a" if self.enforcing else "6.1-G-d")

    def swap(self, old: Unit, new: Unit) -> None:
        self.units = swapped(self.units, old, new)

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        below = s.agenda[-2]
        if unit is None:
            return under_way_bar(s, below.target, space) if isinstance(below, Paying) else []
        if s.game.transporters >> unit & 1:
            return [Bar("Transporters never satisfy step losses.", ("5.1-F-d",))]
        if s.game.artillery >> unit & 1 and isinstance(below, Paying) and below.attacks_with(unit):
            return [Bar("The attacker's Artillery takes no losses.", ("6.1-G-b", "6.2-B-a"))]
        return [Bar("It takes no part in this combat.", ("6.1-G-g",))]

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, space)


class Paying(Engaged):
    """A combat whose attacker may pay steps to enforce a retreat."""

    id = "nemesis.retreat.Paying"

    __slots__ = ()
    target: Space

    def note_payer(self, unit: Unit) -> None:
        """6.2-E-b: who lost a step for it must advance."""
        raise TypeError(f"{type(self).__name__} enforces nothing")

    def attacks_with(self, unit: Unit) -> bool:
        """Whether a unit is among the attackers."""
        raise TypeError(f"{type(self).__name__} attacks with nobody")


def begin_losses(s: State, side: Side, units: list[Unit], owed: int, first: Unit, permanent: int) -> None:
    """6.1-G: as far as there are steps to lose."""
    if owed > 0 and units:
        s.agenda.append(Losses(side, list(units), owed, first, permanent))


# --- 6.2-D retreat


def open_neighbours(s: State, unit: Unit, here: Space) -> list[Space]:
    """6.2-D-a, b: where a unit may retreat from a hex, stacking apart."""
    return [h for h in s.game.neighbours[here] if retreat_bar(s, unit, here, h) is None]


def second_hexes(s: State, goer: Piece, left: Space, via: Space) -> list[Space]:
    """6.2-D-d, R62, R63: behind a full hex, those with room that may be entered; never the hex just left."""
    return [h for h in open_neighbours(s, goer.unit, via) if h != left and fits(s, h, goer)]


def retreat_hexes(s: State, goer: Piece, here: Space) -> list[Space]:
    """6.2-D-a..d: where a unit may go from a hex; through a full hex only if it survives the step that this costs, and
    if there is room behind for what is left of it."""
    rest = what_is_left(s, goer)

    def is_open(goal: Space) -> bool:
        return fits(s, goal, goer) or (rest is not None and bool(second_hexes(s, rest, here, goal)))

    return [goal for goal in open_neighbours(s, goer.unit, here) if is_open(goal)]


def ways_out(s: State, unit: Unit) -> list[Space]:
    """1.2-F-b, 6.2-D-a..d: where a unit may retreat to from where it stands; a garrison nowhere."""
    return [] if s.game.garrisons >> unit & 1 else retreat_hexes(s, piece(s, unit), s.where[unit])


def may_save_half(s: State, unit: Unit) -> bool:
    """3.3-b, i, R34: whether a full regiment that finds no way out as a whole could get a part of it away."""
    if not may_drop_off(s, 1 << unit):
        return False
    steps, level = s.steps[unit], s.level[unit]
    parts = Piece(take_battalion(s, s.game.division[unit]), 1, level), Piece(unit, steps - 1, level)
    return any(retreat_hexes(s, part, s.where[unit]) for part in parts)


def may_leave_map(s: State, unit: Unit) -> bool:
    """6.2-D-f, R64: from a map-edge hex within three hexes of a Supply Entry Hex of its side that no enemy occupies."""
    g = s.game
    side, here = g.side_of[unit], s.where[unit]
    if not g.map_edge >> here & 1 or g.garrisons >> unit & 1:
        return False
    open_entries = g.all_entries[side] & ~s.present[1 - side]
    return any(g.map.distance(here, entry) <= g.retreat_within for entry in each(open_entries))


def has_no_way_out(s: State, unit: Unit) -> bool:
    """6.2-D-c, 1.2-F-b: whether a unit that retreats is eliminated, whole and in halves."""
    return not (ways_out(s, unit) or may_leave_map(s, unit) or may_save_half(s, unit))


def lost_in_retreat(s: State, units: list[Unit]) -> tuple[list[Unit], list[Unit]]:
    """6.2-D-c, e: which units of a hex would be eliminated if they retreated now: those that find no way out, and those
    that have retreated before and have no second step to pay for it."""
    again = [u for u in units if s.retreated >> u & 1]
    stuck = [u for u in units if u not in again and has_no_way_out(s, u)]
    spent = []
    for unit in again:
        rest = what_is_left(s, piece(s, unit))
        if rest is None:
            spent.append(unit)
        elif not retreat_hexes(s, rest, s.where[unit]) and not may_leave_map(s, unit):
            stuck.append(unit)
    return stuck, spent


@dataclass(slots=True)
class Retreat(Engaged):
    """6.2-D: every unit of the hex goes, each where its owner likes; who cannot is eliminated."""

    id = "nemesis.retreat.Retreat"
    verbs = ("retreat-to", "retreat-off", "split")
    side: Side
    hex: Space
    units: list[Unit]
    permanent: int
    homes: list[Space] = field(default_factory=list)
    """Hexes in which pieces may have to merge."""
    movers: list[Unit] = field(default_factory=list)
    """Who has come there."""
    paid: list[Unit] = field(default_factory=list)
    """Who retreats again and has lost its step for it."""

    def run(self, s: State) -> Decision | None:
        options: list[Option] = []
        for unit in self.units:
            if s.retreated >> unit & 1 and unit not in self.paid:
                self.pay(s, unit)
                return None
        for unit in self.units:
            if has_no_way_out(s, unit):
                self.perish(s, unit)
                return None
            options += [("retreat-to", unit, h) for h in ways_out(s, unit)]
            if may_leave_map(s, unit):
                options.append(("retreat-off", unit))
        if not self.units:
            s.agenda.pop()
            check_bunkers(s, 1 << self.hex)
            merge_moved(s, self.movers, *self.homes)
            s.agenda.append(Displace(self.side, self.hex))
            return None
        options += for_each("split", may_drop_off(s, bitset(self.units)))
        return Decision(self.side, "retreat", options, ("6.2-D-a", "6.2-D-b"), (self.hex,), atomic=True)

    def pay(self, s: State, unit: Unit) -> None:
        """6.2-D-e, R45: who retreats again loses a step; only then room is judged, for what is left."""
        in_part = s.whole_flees and s.game.regiments >> unit & 1
        stands = hit(s, unit, bool(self.permanent), *(("R36",) if in_part else ()), "6.2-D-e")
        if stands != GONE:
            self.paid.append(stands)

    def perish(self, s: State, unit: Unit) -> None:
        """6.2-D-c, 1.2-F-b, R61: no way out."""
        case = "1.2-F-b" if s.game.garrisons >> unit & 1 else "6.2-D-c"
        self.units.remove(unit)
        s.tell("no-retreat", unit, self.hex, cases=(case,))
        destroy(s, unit, bool(self.permanent), case)

    def answer(self, s: State, option: Option) -> None:
        unit = unit_of(option)
        if option[0] == "split":
            battalion = drop_off(s, unit)
            self.units.append(battalion)
            if unit in self.paid:
                self.paid.append(battalion)
            return
        self.units.remove(unit)
        if option[0] == "retreat-off":
            to_next_turn(s, unit, "6.2-D-f")
            return
        goal = space_of(option, 2)
        if is_full_for(s, goal, unit):
            unit = hit(s, unit, bool(self.permanent), "6.2-D-d")
            if unit != GONE:
                s.agenda.append(RetreatOn(self.side, unit, self.hex, goal))
            return
        self.go(s, unit, goal)

    def go(self, s: State, unit: Unit, goal: Space) -> None:
        """6.2-D-a, e: it is marked until the phase ends."""
        s.tell("retreated", unit, self.hex, goal, cases=("6.2-D-a",))
        place(s, unit, goal)
        s.retreated |= 1 << unit
        self.homes.append(goal)
        self.movers.append(unit)

    def swap(self, old: Unit, new: Unit) -> None:
        self.units = swapped(self.units, old, new)

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is None or unit not in self.units:
            return [Bar("It is not among the units that retreat.", ("6.2-D-a",))]
        if space is None:
            return []
        full = Bar("It is fully stacked and there is no room behind it.", ("6.2-D-d", "R63"))
        return bars(retreat_bar(s, unit, self.hex, space) or full)

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is None or unit not in self.units or space is not None:
            return self.why_not(s, side, unit, space)
        if verb == "split":
            return bars(drop_off_bar(s, unit))
        if verb == "retreat-off":
            near = f"within {s.game.retreat_within} hexes of a Supply Entry Hex of its side that no enemy occupies"
            return [Bar(f"A unit leaves the map only from a hex at its edge, {near}.", ("6.2-D-f", "R64"))]
        return [Bar("No hex that it may enter has room for all of it.", ("6.2-D-c", "6.2-D-d"))]


@dataclass(slots=True)
class RetreatOn(OneKindFrame):
    """6.2-D-d, R63: through a full hex one hex farther; the step for it has been lost."""

    id = "nemesis.retreat.RetreatOn"
    verbs = ("retreat-to",)
    side: Side
    unit: Unit
    left: Space
    """The hex that it has just left,"""
    via: Space
    """and the full one that it goes through."""

    def run(self, s: State) -> Decision:
        goals = second_hexes(s, piece(s, self.unit), self.left, self.via)
        options: list[Option] = [("retreat-to", self.unit, h) for h in goals]
        return Decision(self.side, "retreat-on", options, ("6.2-D-d", "R63"), (self.unit, self.via), atomic=True)

    def answer(self, s: State, option: Option) -> None:
        s.agenda.pop()
        below = s.agenda[-1]
        assert isinstance(below, Retreat)
        below.go(s, self.unit, space_of(option, 2))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if space is None:
            return []
        full = Bar(
            "It goes on into a hex with room next to the full one, never into the hex just left.", ("6.2-D-d", "R63")
        )
        return bars(retreat_bar(s, self.unit, self.via, space) or full)


# --- 6.2-E advance


@dataclass(slots=True)
class Advance(Frame):
    """6.2-E, R66: who led or paid must go in, the other attackers may; Artillery may not."""

    id = "nemesis.retreat.Advance"
    verbs = ("advance", "advance-all", "leave-behind", "detach", "stay")
    side: Side
    target: Space
    must: list[Unit]
    may: list[Unit]
    homes: list[Space] = field(default_factory=list)
    movers: list[Unit] = field(default_factory=list)

    def run(self, s: State) -> Decision | None:
        for unit in self.must:
            if not may_drop_off(s, 1 << unit):
                self.go(s, unit)
                return None
        if not self.must and not self.may:
            s.agenda.pop()
            merge_moved(s, self.movers, self.target, *self.homes)
            return None
        options: list[Option] = [("advance", u) for u in (*self.must, *self.may)]
        if len(options) > 1:
            options.append(("advance-all",))
        splitting = members(may_drop_off(s, bitset((*self.must, *self.may))))
        options += [("leave-behind", u) for u in splitting]
        options += [("detach", u) for u in splitting if u in self.may]
        if not self.must:
            options.append(("stay",))
        return Decision(self.side, "advance", options, ("6.2-E-a", "6.2-E-b", "R66"), (self.target,), atomic=True)

    def answer(self, s: State, option: Option) -> None:
        verb = option[0]
        if verb == "stay":
            self.may = []
            return
        if verb == "advance-all":
            for unit in (*self.must, *self.may):
                self.go(s, unit)
            return
        unit = unit_of(option)
        if verb == "detach":
            self.may.remove(unit)
            self.movers.append(unit)
            unit = drop_off(s, unit)
        elif verb == "leave-behind":
            self.movers.append(drop_off(s, unit))
        self.go(s, unit)

    def go(self, s: State, unit: Unit) -> None:
        """6.2-E-a: one hex, free."""
        here = s.where[unit]
        self.must = [u for u in self.must if u != unit]
        self.may = [u for u in self.may if u != unit]
        self.homes.append(here)
        self.movers.append(unit)
        s.tell("advanced", unit, here, self.target, cases=("6.2-E-a",))
        place(s, unit, self.target)

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is None:
            return self.why_not_end(s, side) or under_way_bar(s, self.target, space)
        if s.game.artillery >> unit & 1 or s.game.transporters >> unit & 1:
            return [Bar("Artillery and Transporters do not advance.", ("6.2-E-c",))]
        if s.where[unit] == self.target:
            return [Bar("It has advanced.", ("6.2-E-a",))]
        return [Bar("Only units that took part advance, if they can enter the hex.", ("6.2-E-c", "R66"))]

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is None or unit not in (*self.must, *self.may):
            return self.why_not(s, side, unit, space)
        bar = drop_off_bar(s, unit)
        if verb == "detach" and bar is None:
            bar = Bar("It led, or paid for the retreat, and must go in itself.", ("6.2-E-b", "R34"))
        return bars(bar)

    def why_not_end(self, s: State, side: Side) -> list[Bar]:
        return (
            [Bar("The unit that led, and those that paid for the retreat, must advance first.", ("6.2-E-b",))]
            if self.must
            else []
        )


def leading_units(s: State, units: list[Unit], target: Space) -> list[Unit]:
    """6.2-A-b, R66: non-Artillery attackers that could move into the hex by normal movement."""
    return [u for u in units if not s.game.artillery >> u & 1 and may_enter(s, u, s.where[u], target)]


def begin_advance(s: State, side: Side, target: Space, units: list[Unit], must: list[Unit]) -> None:
    """6.2-E-a, c, R66: those who took part, are no Artillery and can enter the hex."""
    able = leading_units(s, units, target)
    must = [u for u in dict.fromkeys(must) if u in able]
    if able:
        s.agenda.append(Advance(side, target, must, [u for u in able if u not in must]))
