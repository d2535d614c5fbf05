"""Chapters 12 and 22: the Ground Movement Phase. Pick a unit, then go hex by hex; trucks for a logistics point."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from grognard.games.formosa import special_movement
from grognard.games.formosa.breakdowns import paid
from grognard.games.formosa.facts import ALLIED
from grognard.games.formosa.hex_movement import Move, may_leave, may_move, move_bar
from grognard.games.formosa.reach import far_bar
from grognard.games.formosa.stacking import begin_check, overfull
from grognard.games.formosa.state import State, hexes_of, spend
from grognard.games.formosa.supply import in_supply
from grognard.games.formosa.victory import settled
from grognard.games.formosa.zones import enemy_zone, zone_around
from grognard.kernel.bits import bitset, each
from grognard.kernel.flow import Bar, Decision, Frame, Later, Option, bars, for_each, space_of, unit_of
from grognard.kernel.ids import NO_SPACES, NO_UNITS, Side, Space, Spaces, Unit
from grognard.kernel.position_cache import noted, thinking


def begin(side: Side) -> Callable[[State], None]:
    """12.0a: a side's Ground Movement Phase."""

    def start(s: State) -> None:
        s.moved, s.motorized = NO_UNITS, NO_SPACES
        s.began = list(s.where)
        s.agenda.append(Movement(side))

    return start


@noted
def left_behind(s: State) -> Spaces:
    """R82: the hexes out of which an Allied unit has moved in this phase."""
    return bitset(s.began[u] for u in each(s.moved & s.game.of_side[ALLIED]))


def motor_bar(s: State, hex_: Space) -> Bar | None:
    """22.0e-f, R82, 19.5a: why no trucks can be paid for a hex."""
    g = s.game
    if s.motorized >> hex_ & 1:
        return Bar("Trucks have been paid for this hex.", ("22.0f",))
    if s.lp[ALLIED] < g.price["motorized"]:
        return Bar("No logistics points are left.", ("7.2j",))
    if hex_ >= g.hexes or not g.roads >> hex_ & 1:
        return Bar("Motorized movement starts on a road or railroad.", ("22.0e",))
    here = s.at[hex_] & may_move(s, ALLIED)
    if not any(s.began[u] == hex_ and in_supply(s, u) for u in each(here)):
        return Bar("No unit that can move from here has a line of supply.", ("22.0e", "19.5a"))
    if left_behind(s) >> hex_ & 1:
        return Bar("The first unit of this hex has moved.", ("R82",))
    return None


def drive_bar(s: State, unit: Unit) -> Bar | None:
    """22.0e-f, R82: why a unit does not go by truck."""
    g = s.game
    if g.side_of[unit] != ALLIED:
        return Bar("Only Allied units go by truck.", ("22.0e",))
    bar, here = move_bar(s, ALLIED, unit), s.where[unit]
    if bar is not None:
        return bar
    if not s.motorized >> here & 1:
        return motor_bar(s, here) or Bar("Trucks must be paid for its hex first: 1 logistics point.", ("22.0f",))
    if s.began[unit] != here or not in_supply(s, unit):
        return Bar(f"{g.does(unit, 'has', 'have')} no line of supply, or did not begin here.", ("22.0e", "19.5a"))
    return Bar("Every path out of its hex is closed.", ("12.2e", "14.1b"))


# --- the phase


@dataclass(slots=True)
class Movement(Frame):
    """12.0a, 12.2a: one unit after another, in any order, none obliged (12.0d)."""

    id = "formosa.movement.Movement"
    verbs = ("move", "drive", "motorize", "fly", "raid", "end-movement")
    side: Side

    def run(self, s: State) -> Decision | None:
        settled(s)
        return Later(self, s, self.side, "movement", ("12.0a", "12.2a"), (), always=True)

    def options(self, s: State) -> list[Option]:
        """12.0a, 22.0, 24: everything that may be done now."""
        with thinking(s):
            return self.all_options(s)

    def offers(self, s: State, option: Option) -> bool:
        g, verb = s.game, option[0]
        if verb == "end-movement":
            return self.end_bar(s) is None
        if verb == "motorize":
            hex_ = space_of(option)
            if self.side != ALLIED or hex_ >= g.hexes or zone_around(s, ALLIED, hex_) >> hex_ & 1:
                return False
            return motor_bar(s, hex_) is None
        if verb not in ("move", "drive"):
            return False
        unit, here = unit_of(option), s.where[unit_of(option)]
        if g.side_of[unit] != self.side or move_bar(s, self.side, unit):
            return False
        if zone_around(s, self.side, here) >> here & 1 and not may_leave(s, unit):
            return False
        return verb == "move" or bool(s.motorized >> here & 1 and s.began[unit] == here and in_supply(s, unit))

    def all_options(self, s: State) -> list[Option]:
        """The same, while it is noted what is found out."""
        g = s.game
        able = may_move(s, self.side)
        options: list[Option] = []
        zone = enemy_zone(s, self.side)
        trucks = self.side == ALLIED and (s.lp[ALLIED] >= g.price["motorized"] or s.motorized)
        for hex_ in each(hexes_of(s, self.side)):
            ready = s.at[hex_] & able
            if ready and zone >> hex_ & 1:
                ready = bitset(u for u in each(ready) if may_leave(s, u))
            if not ready:
                continue
            options += for_each("move", ready)
            if trucks and g.roads >> hex_ & 1:
                if s.motorized >> hex_ & 1:
                    options += [("drive", u) for u in each(ready) if s.began[u] == hex_ and in_supply(s, u)]
                elif motor_bar(s, hex_) is None:
                    options.append(("motorize", hex_))
        options += special_movement.movement_options(s, self.side)
        if self.end_bar(s) is None:
            options.append(("end-movement",))
        return options

    def end_bar(self, s: State) -> Bar | None:
        """13.0b, R40: an over-stack that can still be undone must be."""
        for hex_ in overfull(s, self.side):
            if any(may_leave(s, u) for u in each(s.at[hex_] & may_move(s, self.side))):
                return Bar(f"Too many units are in {s.game.space_names[hex_]}: one must move on.", ("13.0b", "R40"))
        return None

    def answer(self, s: State, option: Option) -> None:
        verb = option[0]
        if verb == "end-movement":
            s.agenda.pop()
            begin_check(s, self.side)
        elif verb in ("move", "drive"):
            s.agenda.append(Move(unit_of(option), int(verb == "drive")))
        elif verb == "motorize":
            spend(s, ALLIED, s.game.price["motorized"])
            s.motorized |= 1 << space_of(option)
            price = s.game.price["motorized"]
            s.tell("motorized", space_of(option), cases=("22.0f",), sum=paid(s, ALLIED, price, "22.0f"))
        else:
            special_movement.begin(s, option)

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is None:
            if space is None:
                return bars(self.end_bar(s))
            first = Bar("Choose a unit first; then the hexes in its reach are on offer.", ("12.0a",))
            return [first, *(bars(motor_bar(s, space)) if side == ALLIED else [])]
        if s.where[unit] >= s.game.hexes:
            return [special_movement.off_map_bar(s, unit)]
        found = move_bar(s, side, unit)
        if found is None and space is None and not may_leave(s, unit):
            found = Bar("Every path out of its hex is closed.", ("12.2e", "14.1b"))
        if found is not None or space is None:
            return bars(found)
        return bars(far_bar(s, Move(unit), space))

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if verb == "fly" and unit is not None:
            return bars(special_movement.fly_bar(s, unit))
        if verb == "raid" and unit is not None:
            return bars(special_movement.raid_bar(s, unit))
        if verb == "motorize":
            return [] if space is None else bars(motor_bar(s, space))
        if verb == "drive" and unit is not None:
            return bars(drive_bar(s, unit))
        return self.why_not(s, side, unit, space)

    def why_not_end(self, s: State, side: Side) -> list[Bar]:
        return bars(self.end_bar(s))
