"""12.0-12.4, 14.1: one unit on the march, hex by hex. Movement points are counted in halves."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.games.formosa.concealment import reveal
from grognard.games.formosa.facts import ALLIED, JAPANESE, movement
from grognard.games.formosa.stacking import counted, excess_at, full_among, is_shared, room, stacking_bar
from grognard.games.formosa.state import State, enemy_hexes, hexes_of, immobile, is_concealed, movement_factor, place
from grognard.games.formosa.support import interdiction_at
from grognard.games.formosa.zones import enemy_zone, ignores_zones, zone_around
from grognard.kernel.bits import bitset, each
from grognard.kernel.flow import EVERYONE, Bar, Decision, Frame, Option, Term, bars, for_each, space_of
from grognard.kernel.ids import NO_SPACES, Side, Space, Spaces, Unit, Units

# --- what a step costs, and what closes it


def step_halves(s: State, unit: Unit, a: Space, b: Space) -> int:
    """12.0b, 12.1a, 12.4a-c, 16.4c: terrain and river, or half a point along a road; interdiction in any case."""
    g = s.game
    cost = g.step_halves[g.is_mech[unit]][a][b]
    if s.interdict_hex and g.side_of[unit] == JAPANESE:
        cost += 2 * interdiction_at(s, b)
    return cost


def entry_bar(s: State, unit: Unit, a: Space, b: Space) -> Bar | None:
    """12.2b, d, 16.5i: why a unit may not step into a hex at all, whatever it costs."""
    g = s.game
    name = g.space_names[b]
    side = g.side_of[unit]
    if b >= g.hexes or not g.near[a] >> b & 1:
        return Bar(f"{name} is not adjacent.", ("12.0a",))
    if not g.land >> b & 1:
        return Bar("Ground units do not enter the sea.", ("12.2b",))
    if enemy_hexes(s, side) >> b & 1:
        return Bar(f"Enemy units are in {name}.", ("12.2b",))
    if not g.enterable[g.is_mech[unit]][a] >> b & 1:
        return Bar(f"Mechanized units enter {name} only along a road or railroad.", ("12.2d",))
    if side == JAPANESE and b == s.suppressed:
        return Bar(f"{name} is suppressed by the B-29.", ("16.5i",))
    return None


def move_bar(s: State, side: Side, unit: Unit) -> Bar | None:
    """Why a unit may not start to move."""
    g = s.game
    if s.where[unit] >= g.hexes:
        return Bar(f"{g.does(unit, 'is', 'are')} not on the map.", ("12.0a",))
    if s.bases >> unit & 1:
        words = "a base, which does not move; it may be given up in the Base Building Phase"
        return Bar(f"{g.does(unit, 'is', 'are')} {words}.", ("2.4c", "20.2a"))
    if immobile(s) >> unit & 1:
        return Bar(f"{g.does(unit, 'never moves', 'never move')}.", ("2.4c", "11.1e", "R39"))
    if s.moved >> unit & 1:
        return Bar(f"{g.does(unit, 'has', 'have')} moved.", ("12.2a",))
    if s.landed >> unit & 1:
        words = f"{g.unit_names[unit]} came ashore this turn and cannot move."
        return Bar(words, ("10.2.1b", "10.2.2f", "10.3c", "21.0j"))
    if side == JAPANESE and s.where[unit] == s.suppressed:
        return Bar("Suppressed units do not move.", ("16.5h",))
    return None


def may_move(s: State, side: Side) -> Units:
    """The units that `move_bar` lets go, worked out for all at once."""
    able = s.game.of_side[side] & ~(immobile(s) | s.moved | s.landed)
    if side == JAPANESE and s.suppressed >= 0:
        able &= ~s.at[s.suppressed]
    return able


def may_leave(s: State, unit: Unit) -> bool:
    """12.3a: whether a unit can take a first step at all."""
    move = Move(unit)
    return bool(move.open_steps(s, zone_around(s, s.game.side_of[unit], s.where[unit]), move.left(s)))


@dataclass(slots=True)
class Move(Frame):
    """12.0-12.4, 14.1: one unit goes on, hex by hex, while it has points."""

    id = "formosa.march.Move"
    verbs = ("to", "stop")
    unit: Unit
    motorized: int = 0
    spent: int = 0
    """In half points."""
    steps: int = 0
    slipped: int = 0
    """R83: the one free enemy zone has been used."""
    freely: int = 0
    """Whether the unit stands in an enemy zone that does not bind it (R83)."""

    def run(self, s: State) -> Decision | None:
        g = s.game
        here = s.where[self.unit]
        if here >= g.hexes:
            s.agenda.pop()
            return None
        side, left = g.side_of[self.unit], self.left(s)
        options = for_each("to", self.open_steps(s, zone_around(s, side, here), left))
        if not options or self.stop_bar(s) is None:
            options.append(("stop",))
        return Decision(side, "move-on", options, ("12.0a", "12.0b"), (self.unit, here, left))

    def moving(self, s: State) -> Space:
        return s.where[self.unit]

    def answer(self, s: State, option: Option) -> None:
        unit = self.unit
        if option[0] == "stop":
            s.agenda.pop()
            return  # 12.2a, R82: who has taken no step has not moved
        here, there = s.where[unit], space_of(option)
        zone = zone_around(s, s.game.side_of[unit], here)  # that of the others: who is shown changes nothing in it
        bound = False
        if zone:
            bound = self.is_bound(s, there, zone)
            if self.is_shown_first(s, here, there):
                reveal(s, [unit], "R43")
        cost = step_halves(s, unit, here, there)
        self.spent += cost
        self.steps += 1
        s.moved |= 1 << unit
        if zone >> there & 1 and not bound:
            self.slipped, self.freely = 1, 1
        else:
            self.freely = 0
        concealed = is_concealed(s, unit)
        seen = EVERYONE if not concealed else 1 << JAPANESE
        terms = self.step_sum(s, here, there, cost, bound) if s.log is not None else []
        s.tell("moved", unit, here, there, cases=("12.0a",), seen=seen, sum=terms)
        if concealed:
            # the number keeps the steps of two counters apart that change places
            s.tell("counter-moved", s.moved.bit_count(), here, there, cases=("12.0a",), seen=1 << ALLIED)
        place(s, unit, there)
        if concealed and interdiction_at(s, there):
            reveal(s, [unit], "11.2b", "16.4b")

    def step_sum(self, s: State, here: Space, there: Space, cost: int, bound: bool) -> list[Term]:
        """12.0b, 12.4a, 16.4c: what a step has cost, what is left, and whether the unit must stop."""
        g = s.game
        how, cases = g.step_words[here][there]
        found = [Term("step", (there, cost, how, self.left(s)), cases)]
        if s.interdict_hex and g.side_of[self.unit] == JAPANESE and (air := 2 * interdiction_at(s, there)):
            found.append(Term("interdicted", (air,), ("16.4c",)))
        if bound:
            found.append(Term("contact", (there,), ("12.2f", "14.1a")))
        return found

    # --- what is open

    def points(self, s: State) -> int:
        """11.1d, 22.0e, R35: half points of the side that lies up now, doubled with trucks."""
        halves = 2 * movement_factor(s, self.unit)
        return halves * s.game.motorized_times if self.motorized else halves

    def left(self, s: State) -> int:
        """12.0b: the half points that have not been spent."""
        halves = self.points(s) - self.spent
        return halves if halves > 0 else 0

    def is_bound(self, s: State, hex_: Space, zone: Spaces) -> bool:
        """14.1a, 22.0d, 23.0a, R83: whether an enemy zone in this hex stops the unit."""
        if not zone >> hex_ & 1 or ignores_zones(s, self.unit):
            return False
        return bool(self.slipped) or not s.game.slips_through >> self.unit & 1

    def uses_freedom(self, s: State, here: Space, there: Space) -> bool:
        """R43: a step out of an enemy zone that was entered in this move, or straight from zone to zone."""
        zone = zone_around(s, JAPANESE, here)
        return bool(zone >> here & 1) and bool(self.steps or zone >> there & 1)

    def is_shown_first(self, s: State, here: Space, there: Space) -> bool:
        """R35, R43: whether a concealed guerrilla must be turned up for this step, which its front then has to pay."""
        return ignores_zones(s, self.unit) and is_concealed(s, self.unit) and self.uses_freedom(s, here, there)

    def step_bar(self, s: State, there: Space, zone: Spaces) -> Bar | None:
        """12.2-12.3, 14.1, 22.0g: why the next step is closed; `zone`: the hexes in an enemy zone."""
        g = s.game
        unit, here = self.unit, s.where[self.unit]
        bar = entry_bar(s, unit, here, there)
        if bar is not None:
            return bar
        name = g.space_names[there]
        binds = self.is_bound(s, there, zone)
        if zone >> here & 1 and not ignores_zones(s, unit) and not self.freely:
            if self.steps:
                return Bar("A unit that enters an enemy zone of control stops there.", ("12.2f", "14.1a"))
            if binds:
                return Bar("No move goes straight from one enemy zone to another.", ("12.2e", "14.1b"))
        if self.motorized and not g.linked[here] >> there & 1:
            return Bar("Trucks stay on roads and railroads.", ("22.0g",))
        cost = step_halves(s, unit, here, there)
        left = (2 * g.mf[unit] if self.is_shown_first(s, here, there) else self.points(s)) - self.spent
        if cost > left and (self.steps or self.motorized):
            return Bar(f"{name} costs {movement(cost)}; {movement(max(left, 0))} left.", ("12.0b", "12.2c"))
        if room(s, there, g.nation_of[unit]) > 0:
            return None
        return self.crowd_bar(s, there, self.spent + cost, binds)

    def open_steps(self, s: State, zone: Spaces, left: int) -> Spaces:
        """`step_bar` for all neighbours at once: those that are open with the points left."""
        g, unit = s.game, self.unit
        found = self.ways_out(s, zone)
        if self.steps or self.motorized:
            found = self.in_means(s, found, left)
        if own := found & hexes_of(s, g.side_of[unit]):
            for there in each(full_among(s, own, g.nation_of[unit])):
                spent = self.spent + step_halves(s, unit, s.where[unit], there)
                if self.crowd_bar(s, there, spent, self.is_bound(s, there, zone)) is not None:
                    found ^= 1 << there
        return found

    def in_means(self, s: State, near: Spaces, left: int) -> Spaces:
        """12.0b, 12.2c, 16.4c, R35: those of the hexes next door for which there are points left."""
        g, unit = s.game, self.unit
        here = s.where[unit]
        if ignores_zones(s, unit) and is_concealed(s, unit):
            front = 2 * g.mf[unit] - self.spent
            return bitset(
                b
                for b in each(near)
                if step_halves(s, unit, here, b) <= (front if self.uses_freedom(s, here, b) else left)
            )
        by_points = g.in_means[g.is_mech[unit]][here]
        found = near & by_points[left] if left < len(by_points) else near
        if s.interdict_hex and g.side_of[unit] == JAPANESE:
            for there in s.interdict_hex:
                if found >> there & 1 and step_halves(s, unit, here, there) > left:
                    found ^= 1 << there
        return found

    def ways_out(self, s: State, zone: Spaces) -> Spaces:
        """12.2, 14.1, 22.0g: the hexes next door to which `entry_bar`, zones and trucks leave the way open."""
        g, unit = s.game, self.unit
        here, side = s.where[unit], g.side_of[unit]
        near = g.enterable[g.is_mech[unit]][here] & ~enemy_hexes(s, side)
        if s.suppressed >= 0 and side == JAPANESE:
            near &= ~(1 << s.suppressed)
        if zone >> here & 1 and not self.freely and not ignores_zones(s, unit):
            if self.steps:
                return NO_SPACES
            if self.slipped or not g.slips_through >> unit & 1:
                near &= ~zone
        return near & g.linked[here] if self.motorized else near

    def crowd_bar(self, s: State, there: Space, spent: int, binds: bool) -> Bar | None:
        """13.0b-c, R40: a full hex may be entered when the unit can go on, or others can still leave it."""
        if self.others_can_leave(s, there) or (not binds and self.finds_room(s, there, spent)):
            return None
        if self.shown_by(s, there) and s.game.deceptions >> self.unit & 1:
            return None  # 11.1f: it is gone before anybody counts
        return stacking_bar(s, there, self.unit)

    def others_can_leave(self, s: State, hex_: Space) -> bool:
        """R40: enough units there have not moved and can."""
        g = s.game
        side = g.side_of[self.unit]
        if is_shared(s, hex_, g.nation_of[self.unit]):
            return False
        waiting = counted(s, hex_, side) & may_move(s, side) & ~(1 << self.unit)
        inside = s.where[self.unit] == hex_
        need = excess_at(s, hex_, side) + (0 if inside else 1)
        if waiting.bit_count() < need:
            return False
        zone = zone_around(s, side, hex_)
        for unit in each(waiting):
            if not need:
                break
            need -= Move(unit).has_first_step(s, zone)
        return not need

    def has_first_step(self, s: State, zone: Spaces) -> bool:
        """Whether a step into a hex with room is open to a unit that has not moved."""
        g, ways = s.game, self.ways_out(s, zone)
        own = ways & hexes_of(s, g.side_of[self.unit])
        return ways != own or own != full_among(s, own, g.nation_of[self.unit])

    def shown_by(self, s: State, hex_: Space) -> bool:
        """11.2b, 16.4b: whether interdiction would turn the counter up there."""
        return is_concealed(s, self.unit) and bool(interdiction_at(s, hex_))

    def finds_room(self, s: State, start: Space, spent: int) -> bool:
        """13.0c, R35: whether a hex with room can be reached behind a full one, by a unit that may be shown there."""
        g = s.game
        unit, nation = self.unit, g.nation_of[self.unit]
        front = 2 * g.mf[unit]
        first = (start, self.shown_by(s, start) or self.is_shown_first(s, s.where[unit], start))
        zone = enemy_zone(s, g.side_of[unit])
        best = {first: spent}
        waiting = [first]
        while waiting:
            here, shown = place_ = waiting.pop()
            shown = shown or bool(zone >> here & 1)  # R43; whom a zone binds goes no further anyway
            most = front if shown else self.points(s)
            for there in each(g.enterable[g.is_mech[unit]][here]):
                if self.motorized and not g.linked[here] >> there & 1:
                    continue
                cost = best[place_] + step_halves(s, unit, here, there)
                beyond = (there, shown or self.shown_by(s, there))
                if cost > most or cost >= best.get(beyond, cost + 1) or entry_bar(s, unit, here, there) is not None:
                    continue
                if room(s, there, nation) > 0:
                    return True
                best[beyond] = cost
                if not self.is_bound(s, there, zone):
                    waiting.append(beyond)
        return False

    def stop_bar(self, s: State) -> Bar | None:
        """13.0b, R40: why the move may not end here; where it began it always may."""
        g = s.game
        here = s.where[self.unit]
        if not self.steps or s.at[here] == 1 << self.unit:
            return None
        if not excess_at(s, here, g.side_of[self.unit]) and not is_shared(s, here, g.nation_of[self.unit]):
            return None
        if self.others_can_leave(s, here):
            return None
        if not self.open_steps(s, zone_around(s, g.side_of[self.unit], here), self.left(s)):
            return None
        return Bar(f"{g.space_names[here]} is full.", ("13.0b", "R40"))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is not None and unit != self.unit:
            return [Bar("Finish the current move first.", ("12.0a",))]
        if space is None:
            stop = bars(self.stop_bar(s))
            moving = Bar("It is on the move: choose a hex next to it, or stop.", ("12.0a",))
            return stop or ([] if unit is None else [moving])
        return bars(self.step_bar(s, space, enemy_zone(s, s.game.side_of[self.unit])))

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not(s, side, unit, None if verb == "stop" else space)

    def why_not_end(self, s: State, side: Side) -> list[Bar]:
        return bars(self.stop_bar(s))
