"""8.1-B, 8.2-B: movement by rail, and where a reinforcement may be placed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from grognard.games.nemesis.battalions import merge_moved
from grognard.games.nemesis.facts import ALLIED, JAPANESE, Facts
from grognard.games.nemesis.shared_frames import OneKindFrame
from grognard.games.nemesis.stacking import is_full_for
from grognard.games.nemesis.state import State, blocked, place
from grognard.games.nemesis.transporters import Displace
from grognard.kernel.bits import each, members
from grognard.kernel.flow import Bar, Decision, Option, for_each, space_of
from grognard.kernel.ids import NO_SPACES, NO_UNIT, Side, Space, Spaces, Unit
from grognard.kernel.map_search import flood, path


def rail_reach(s: State, side: Side, start: Space) -> Spaces:
    """8.1-B-d..f, 8.2-B-9, 10, R83, R88: where trains from a hex can go, that hex included; nothing if it is shut."""
    g = s.game
    if not g.rail_hexes[side] >> start & 1:
        return NO_SPACES
    return _reached(g, side, start, blocked(s, side) & g.rail_net[side])


@lru_cache(maxsize=1 << 12)
def _reached(g: Facts, side: Side, start: Space, shut: Spaces) -> Spaces:
    """The same from what is shut of the railway: kept, because it seldom changes."""
    reached = flood(g.rail_graph[side], 1 << start, shut)
    if side == JAPANESE and not reached & (g.rail_ends | 1 << g.myitkyina):
        return NO_SPACES
    return reached


def rail_bar(s: State, side: Side, unit: Unit) -> Bar | None:
    """8.1-B-d, e, 8.2-B-9, R82, R91: why a counter may not go by rail."""
    g = s.game
    bit = 1 << unit
    cases = ("8.1-B-d",) if side == JAPANESE else ("8.2-B-9",)
    if g.side_of[unit] != side:
        return Bar("Only units of your side go by rail.", cases)
    if not g.ground & bit:
        return Bar("Transporters and Air Support do not go by rail.", (*cases, "R82"))
    if side == ALLIED and not g.british & bit:
        return Bar("Only British units use the railway in India.", cases)
    if side == ALLIED and g.garrisons & bit:
        return Bar("The two garrisons in India do not move.", (*cases, "R91"))
    if s.railed & bit:
        return Bar(f"{g.does(unit, 'has', 'have')} gone by rail in this phase.", ("R82",))
    if not s.on_map & bit or not g.rail_hexes[side] >> s.where[unit] & 1:
        return Bar(f"{g.does(unit, 'is', 'are')} not on a railway hex.", cases)
    if not rail_reach(s, side, s.where[unit]) & ~(1 << s.where[unit]):
        return cut_bar(s, side, s.where[unit])
    return None


def cut_bar(s: State, side: Side, hex_: Space) -> Bar:
    """8.1-B-e, 8.2-B-9, R83: why no train leaves a railway hex."""
    name = s.game.space_names[hex_]
    if side == JAPANESE:
        words = f"The railway from {name} is closed by the enemy: no way to the map edge or Myitkyina is free."
        return Bar(words, ("8.1-B-e", "R83"))
    return Bar(f"The railway is closed by the enemy on every side of {name}.", ("8.2-B-9",))


def may_entrain(s: State, side: Side) -> list[Unit]:
    """The units that `rail_bar` lets go; each hex is looked at once."""
    g = s.game
    able = s.on_map & g.ground_of[side] & ~s.railed
    if side == ALLIED:
        able &= g.british & ~g.garrisons
    found = []
    for hex_ in each(g.rail_hexes[side] & s.present[side]):
        ready = s.at[hex_] & able
        if ready and rail_reach(s, side, hex_) & ~(1 << hex_):
            found += members(ready)
    return found


@dataclass(slots=True)
class Train(OneKindFrame):
    """8.1-B, 8.2-B: a unit on its way; R114: enemy Transporters along the line are pushed aside."""

    id = "nemesis.rail.Train"
    verbs = ("detrain",)
    unit: Unit
    kin: Unit = NO_UNIT
    """The piece of its regiment that stays at the station (3.3-b)."""

    def run(self, s: State) -> Decision:
        side, here = s.game.side_of[self.unit], s.where[self.unit]
        options: list[Option] = for_each("detrain", rail_reach(s, side, here) & ~(1 << here))
        cases = ("8.1-B-d", "8.1-B-e") if side == JAPANESE else ("8.2-B-9", "8.2-B-10")
        return Decision(side, "detrain", options, cases, (self.unit, here))

    def answer(self, s: State, option: Option) -> None:
        s.agenda.pop()
        g = s.game
        side, here, goal = g.side_of[self.unit], s.where[self.unit], space_of(option)
        s.railed |= 1 << self.unit
        s.tell("railed", self.unit, here, goal, cases=("8.1-B-d",) if side == JAPANESE else ("8.2-B-9",))
        way = rail_way(s, side, here, goal)
        place(s, self.unit, goal)
        merge_moved(s, [self.unit, self.kin], goal, here)
        push_aside(s, side, way)

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit not in (None, self.unit):
            return [Bar("Finish the current rail movement first.", ("8.1-B-d", "8.2-B-9"))]
        if space is None or space == s.where[self.unit]:
            return [Bar("It is on the train: choose where it gets off.", ("8.1-B-d", "8.2-B-9"))]
        return [destination_bar(s, side, self.unit, space)]


def destination_bar(s: State, side: Side, unit: Unit, goal: Space) -> Bar:
    """8.1-B-d, e, 8.2-B-9, R83: why a train does not lead to a hex, or that the unit has to board first."""
    g = s.game
    cases = ("8.1-B-d", "8.1-B-e") if side == JAPANESE else ("8.2-B-9",)
    name = g.space_names[goal]
    if goal >= g.hexes or not g.rail_hexes[side] >> goal & 1:
        return Bar(f"{name} is not on the railway.", cases)
    if goal == s.where[unit]:
        return Bar("It is there already.", cases)
    if rail_reach(s, side, s.where[unit]) >> goal & 1:
        return Bar(f"It goes by rail to {name} once it has boarded.", cases)
    if blocked(s, side) >> goal & 1:
        return Bar(f"{name} is held by the enemy.", (*cases, "R83"))
    return Bar(f"The line to {name} is cut.", (*cases, "R83"))


def rail_way(s: State, side: Side, start: Space, goal: Space) -> list[Space]:
    """The hexes of a journey in their order."""
    shut = blocked(s, side)
    way = path(s.game.rail_graph[side], start, goal, 99, lambda a, b: None if shut >> b & 1 else 1)
    assert way is not None
    return way


def push_aside(s: State, side: Side, way: list[Space]) -> None:
    """R114: the last hex is asked about last."""
    for before, hex_ in reversed(list(pairwise(way))):
        if s.transporter_hexes[1 - side] >> hex_ & 1:
            s.agenda.append(Displace(1 - side, hex_, before))


# --- fallback hexes


def suits(s: State, unit: Unit, hex_: Space) -> bool:
    """R89: motorized counters only where a link touches the hex, others than light not in a Mountain without one."""
    g = s.game
    linked = (g.roads | g.paths) >> hex_ & 1
    if g.motorized >> unit & 1:
        return bool(linked)
    return bool(g.light >> unit & 1 or linked or not g.mountains >> hex_ & 1)


def has_room(s: State, unit: Unit, hex_: Space) -> bool:
    """R23, R89: not closed by the enemy, not fully stacked for the unit, and fit for it."""
    return not closed_to(s, unit) >> hex_ & 1 and not is_full_for(s, hex_, unit) and suits(s, unit, hex_)


def closed_to(s: State, unit: Unit) -> Spaces:
    """2.2-a, 5.1-F-a, R27: hexes with enemy units; to a Transporter also those with enemy Transporters."""
    enemy = 1 - s.game.side_of[unit]
    return s.present[enemy] | (s.transporter_hexes[enemy] if s.game.transporters >> unit & 1 else NO_SPACES)


def arrive(s: State, unit: Unit, hex_: Space, *cases: str) -> None:
    """8.1-B-b, 8.2-B-6, R114: a counter comes on in Full Supply; an enemy Transporter makes way."""
    side, here = s.game.side_of[unit], s.where[unit]
    if s.flown >> unit & 1:
        s.tell("flew", unit, here, hex_, cases=cases)
    else:
        s.tell("arrived", unit, hex_, s.steps[unit], cases=cases)
    place(s, unit, hex_)
    merge_moved(s, [unit], hex_)
    if s.game.ground >> unit & 1 and s.transporter_hexes[1 - side] >> hex_ & 1:
        s.agenda.append(Displace(1 - side, hex_))


def up_the_line(s: State, unit: Unit, star: Space) -> list[Space]:
    """8.1-B-c, 8.2-B-8: from a full Star on along the railway, to hexes with room."""
    side = s.game.side_of[unit]
    return [h for h in each(rail_reach(s, side, star)) if h != star and has_room(s, unit, h)]
