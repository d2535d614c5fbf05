"""Chapter 9: movement, hex by hex (9.1-9.10, 9.16), and the ways onto the map (3.5, 9.13)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from grognard.games.whitesun import flotilla, operation
from grognard.games.whitesun.bound_to_objective import FAR, least_costs, objective_bar
from grognard.games.whitesun.defence import arrive
from grognard.games.whitesun.facts import JAPANESE
from grognard.games.whitesun.multi_hex_paths import cheapest, cost_of
from grognard.games.whitesun.state import HALTED, TAKEN, State, is_own
from grognard.games.whitesun.supply import in_supply, next_in_supply, step_cost, supplied_net
from grognard.games.whitesun.why_not_units import at_large
from grognard.kernel.bits import each, members
from grognard.kernel.flow import Bar, Decision, Frame, Option, bars, space_of
from grognard.kernel.ids import NO_SPACE, NO_SPACES, Side, Space, Spaces, Unit


def closed_bar(s: State, hex_: Space) -> Bar | None:
    """9.8, 9.16b, R60: hexes that no force may enter from another."""
    g = s.game
    if not g.land >> hex_ & 1:
        return Bar("Forces do not enter the sea.", ("9.8a", "9.13a"))
    if g.treaty_ports >> hex_ & 1 and s.turn < g.treaty_ports_from:
        return Bar(f"Treaty ports are closed before Turn {g.treaty_ports_from}.", ("9.16b",))
    return None


def step_bar(s: State, hex_: Space, net: Spaces, supplied: Spaces) -> Bar | None:
    """9.8, 9.10, 9.11g: why the force may not step into a hex."""
    g = s.game
    name = g.space_names[hex_]
    if hex_ == g.hainan:
        return Bar("Hainan is reached by sea only.", ("9.15", "R60"))
    if closed := closed_bar(s, hex_):
        return closed
    if not g.steps.near[s.force_hex] >> hex_ & 1:
        return far_bar(s, hex_)
    cost = step_cost(s, s.force_hex, hex_, net)
    if cost > s.mp:
        return Bar(f"{name} costs {cost} MP; {s.mp} MP left.", ("9.8a", "9.8b", "9.10a"))
    if not supplied >> hex_ & 1:
        return Bar(f"{name} is out of supply.", ("9.11g", "R34"))
    return objective_bar(s, s.objective, hex_, s.mp - cost)


def open_steps(s: State) -> list[Space]:
    """`step_bar` for all neighbours at once: those that are open."""
    g, here = s.game, s.force_hex
    net = supplied_net(s)
    supplied = next_in_supply(s, here, net)
    by_link = g.links.near[here] if net >> here & 1 else NO_SPACES
    found = []
    for there in each(supplied & enterable(s)):
        cost = g.link_cost if by_link >> there & 1 else g.entry_cost[there]
        if cost <= s.mp and objective_bar(s, s.objective, there, s.mp - cost) is None:
            found.append(there)
    return found


def enterable(s: State) -> Spaces:
    """9.8, 9.15, 9.16b: the hexes that a force may enter from another at all."""
    g = s.game
    land = g.land & ~(1 << g.hainan)
    return land & ~g.treaty_ports if s.turn < g.treaty_ports_from else land


def far_bar(s: State, hex_: Space) -> Bar:
    """9.8a, 9.11g, R72: why the force does not get to a hex that is several steps off, or that it can."""
    g = s.game
    name = g.space_names[hex_]
    if hex_ == s.force_hex:
        return Bar(f"The force is in {name}.", ("2.2b",))
    least = least_costs(g, hex_)[s.force_hex]
    if least > s.mp:
        return Bar(f"{name} is at least {least} MP away; {s.mp} MP left.", ("9.8a", "9.10a"))
    way = cheapest(s, s.force_hex, hex_, FAR)
    if not way:
        return Bar(f"Every way to {name} leads out of supply.", ("9.11g", "R34"))
    cost = cost_of(s, way)
    if cost > s.mp:
        return Bar(f"The supplied route to {name} costs {cost} MP; {s.mp} MP left.", ("9.8a", "9.11g"))
    taken = NO_SPACES
    for here, there in pairwise(way):
        spent = cost_of(s, way[: way.index(there) + 1])
        if bar := objective_bar(s, s.objective, there, s.mp - spent, taken):
            return bar
        taken |= 1 << here | 1 << there
    return Bar(f"It can be reached: {cost} MP, by way of {g.space_names[way[1]]}.", ("9.8a",))


def halt_bar(s: State) -> Bar | None:
    """5.3b, R47: on Turns 2 and 3 a force must enter at least one hex."""
    if s.game.free[s.turn] or s.entered:
        return None
    return Bar("A force with an objective must enter at least one hex.", ("11.2b", "R47"))


@dataclass(slots=True)
class March(Frame):
    """9.1-9.8: the force goes on hex by hex, or halts."""

    id = "whitesun.movement.March"
    verbs = ("advance", "halt")

    def run(self, s: State) -> Decision | None:
        if not s.force:
            s.agenda.pop()
            return None
        if s.objective >= 0 and is_own(s, s.objective):
            s.agenda.pop()
            operation.end(s, TAKEN)
            return None
        options: list[Option] = [("advance", b) for b in open_steps(s)]
        if not options or halt_bar(s) is None:
            options.append(("halt",))
        about = (s.force_hex, s.mp, members(s.force))
        return Decision(JAPANESE, "march", options, ("9.8a", "9.5"), about)

    def moving(self, s: State) -> Space:
        return s.force_hex if s.force else NO_SPACE

    def answer(self, s: State, option: Option) -> None:
        if option[0] == "halt":
            s.agenda.pop()
            operation.end(s, HALTED)
            return
        hex_ = space_of(option)
        cost = step_cost(s, s.force_hex, hex_, supplied_net(s))
        go(s, hex_, cost)

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        return self.why_not_do(s, side, "advance", unit, space)

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit == s.game.flotilla:
            return [flotilla.pick_bar(s)]
        if unit is not None and not s.force >> unit & 1:
            return [Bar("A force neither drops nor picks up units, and is finished before the next.", ("9.1a", "9.2a"))]
        if verb == "halt":
            return bars(halt_bar(s)) or at_large(s, verb, unit, space)
        if space is None:
            return at_large(s, verb, unit, space) or [self.nowhere(s)]
        if space >= s.game.hexes:
            return [Bar("No unit goes back to a box while its operation runs.", ("9.13c",))]
        bar = step_bar(s, space, supplied_net(s), in_supply(s))
        return [bar or Bar("It is on offer for the whole force: click the hex.", ("9.8a", "9.2a"))]

    def nowhere(self, s: State) -> Bar:
        """Why no step is on offer at all: the commonest reason among the hexes around."""
        net, supplied = supplied_net(s), in_supply(s)
        found = [bar for b in s.game.steps_from[s.force_hex] if (bar := step_bar(s, b, net, supplied))]
        return found[0] if found else Bar("No land lies around it.", ("9.8a",))

    def why_not_end(self, s: State, side: Side) -> list[Bar]:
        return bars(halt_bar(s))


def go(s: State, hex_: Space, cost: int) -> None:
    """9.8a: pay and enter. What waits there may end the operation or the game: do it last."""
    s.mp -= cost
    s.paid = cost
    s.entered += 1
    operation.stand_in(s, hex_)
    arrive(s, hex_)
