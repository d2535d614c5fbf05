"""Reach of a US unit: every area with its cost and the way there, up to contact in view (10.2).

What is Concealed is not looked at: it may fire, and then the move ends early.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.games.iwojima.facts import US
from grognard.games.iwojima.japanese_movement import JapaneseMovement, allowance_of, modes, on_the_map
from grognard.games.iwojima.movement import UsMove, UsMovement, entry_bar, landing_bar, landing_cost
from grognard.games.iwojima.state import State
from grognard.kernel.bits import each
from grognard.kernel.board_parts import Reached, way_to_move
from grognard.kernel.flow import Bar
from grognard.kernel.ids import Side, Space, Unit


def ways_to_move(s: State, side: Side, units: Sequence[Unit]) -> list[dict[str, Any]]:
    """10.1, 10.3: the one unit that is asked about, or what is under way."""
    top = s.agenda[-1] if s.agenda else None
    if side != US:
        return []
    if isinstance(top, UsMove):
        if any(unit != top.unit for unit in units) or top.mp <= 0:
            return []
        start = s.where[top.unit]
        return _way(s, top.unit, top.mp, reached(s, top.unit, {start: (0, start)}, top.mp), [])
    if not isinstance(top, UsMovement) or len(units) != 1:
        return []
    return _begun(s, units[0])


def _begun(s: State, unit: Unit) -> list[dict[str, Any]]:
    """A unit that has not moved yet, on the island or at sea."""
    g = s.game
    ashore = g.us_ground & ~s.moved & ~s.at[g.reserve]
    if not ashore >> unit & 1:
        return []
    here = s.where[unit]
    if here != g.landing:
        found = reached(s, unit, {here: (0, here)}, g.mp[unit])
        return _way(s, unit, g.mp[unit], found, ["move", unit])
    shore = {a: (landing_cost(s, a), here) for a in each(g.coast) if landing_bar(s, unit, a) is None}
    return _way(s, unit, g.mp[unit], reached(s, unit, shore, g.mp[unit]), ["land", unit])


def reached(s: State, unit: Unit, first: dict[Space, tuple[int, Space]], mp: int) -> list[Reached]:
    """The areas within reach of where a move begins (cost and area before it): one MP an area, up to contact."""
    g = s.game
    enemies = g.jp & ~s.concealed if g.us >> unit & 1 else g.us_ground
    found = dict(first)
    edge = sorted(first, key=lambda area: first[area][0])
    while edge:
        here = edge.pop(0)
        cost = found[here][0] + 1
        if cost > mp or (here < g.areas and found[here][1] != here and s.at[here] & enemies):
            continue
        for there in g.adjacent[here]:
            if there != s.where[unit] and cost < found.get(there, (mp + 1, 0))[0] and entry_bar(s, unit, there) is None:
                found[there] = (cost, here)
                edge.append(there)
    return [(area, cost, before, 1.0) for area, (cost, before) in found.items() if area != s.where[unit]]


def who_comes(s: State, side: Side, area: Space) -> Bar | None:
    """10.1, 17.2: in a Movement Phase, who can come to an area that no first step leads to, and for how much."""
    g = s.game
    top = s.agenda[-1]
    if isinstance(top, UsMovement):
        ways = [(way["spaces"], unit) for unit in g.us_ground_units for way in _begun(s, unit)]
        case = "10.1a"
    elif isinstance(top, JapaneseMovement):
        able = [(unit, modes(s, unit)) for unit in each(on_the_map(s) & ~s.moved)]
        most = [(unit, max(allowance_of(s, unit, mode) for mode in ways)) for unit, ways in able if ways]
        ways = [(reached(s, unit, {s.where[unit]: (0, s.where[unit])}, mp), unit) for unit, mp in most]
        case = "17b"
    else:
        return None
    able_to = [(row[1], unit, row[2]) for spaces, unit in ways for row in spaces if row[0] == area]
    name = g.space_names[area]
    if not able_to:
        return Bar(f"No unit that may still move can come to {name} from elsewhere.", (case,))
    cost, unit, before = min(able_to)
    unless = "" if before == s.where[unit] else " unless it is stopped on the way"
    return Bar(f"{g.unit_names[unit]} can come to {name} for {cost} MP{unless}: choose the unit first.", (case,))


def _way(s: State, unit: Unit, mp: int, spaces: list[Reached], begin: list[Any]) -> list[dict[str, Any]]:
    """R56: the other side is asked after each area, so the move is sent as an order, which goes on after that."""
    if not spaces:
        return []
    more = {
        "look": "",
        "points": f"{mp} MP",
        "cases": ["10.3b", "10.1a"] if begin[:1] == ["land"] else ["10.1a", "10.2"],
        "from": s.where[unit],
        "start": [],
        "begin": begin,
        "step": "to",
        "end": ("stop",),
        "order": True,
        "press": True,
        "notes": [],
    }
    return [way_to_move("Move", [unit], spaces, **more)]
