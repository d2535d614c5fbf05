"""Orders, translated into options: units and a goal on one side, single legal options on the other.

Everything is a pure function of the position and of what is on offer in it. What comes out is a list of ordinary
options; anyone who takes them has the rules check each one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from grognard.kernel.flow import Bar, Decision, Option
from grognard.kernel.game import Game
from grognard.kernel.ids import Side, Space, Unit
from grognard.kernel.play import apply

MOST_UNITS = 60
"""That one order may name."""
STOP: Option = ("stop",)
"""Ends a move, in all games that move step by step."""


class Order(NamedTuple):
    """An order: units and a goal, or a verb."""

    units: tuple[Unit, ...]
    goal: Space | None = None
    look: str = ""
    """Which of several ways to move, as `Game.reach` calls it."""
    verb: str = ""
    """What to do there, where units and spaces leave a choice."""


class Part(NamedTuple):
    """The options that bring the next of an order's units to the goal."""

    units: tuple[Unit, ...]
    options: list[Option]
    end: Option | None = None
    """Said after that, where it is on offer."""
    press: bool = False
    """To be looked into without a roll does not end it (as `press` of a way has it)."""


def next_part(game: Game, s: Any, side: Side, order: Order) -> Part | None:
    """The options for the first of these units that can follow the order now, or for all that go as one.

    Asked again after each part: units that could not go because another stood in the way have their turn then.
    """
    asked = s.pending
    if not isinstance(asked, Decision) or asked.side != side:
        return None
    wanted = set(order.units)
    if order.goal is not None:
        for units in _joined(order):
            for way in _fitting(game.reach(s, side, units), order.look):
                if wanted.issuperset(way["units"]) and (steps := path(way, order.goal)):
                    return Part(tuple(way["units"]), options_of(way, steps), way.get("end"), way.get("press", False))
    return _direct(game, asked, order) or _under_way(game, s, asked, order)


def _direct(game: Game, asked: Decision, order: Order) -> Part | None:
    """An option that names one of the units, and the goal where there is one."""
    args = ("unit",) if order.goal is None else ("unit", "space")
    rest = () if order.goal is None else (order.goal,)
    for unit in order.units:
        for option in asked.options:
            verb = game.verbs[str(option[0])]
            if verb.args != args or verb.gathers or option[1:] != (unit, *rest):
                continue
            if order.verb == option[0] or (not order.verb and not verb.quiet):
                return Part((unit,), [option], STOP)
    return None


def _under_way(game: Game, s: Any, asked: Decision, order: Order) -> Part | None:
    """Options that continue the move under way to the goal; another unit's move is ended only if one of these can go
    then."""
    about = _moving(game, s, asked)
    if set(about) & set(order.units):
        if order.goal is not None and s.agenda[-1].moving(s) == order.goal and STOP in asked.options:
            return Part(tuple(about), [STOP])
        steps = (o for o in asked.options if game.verbs[str(o[0])].args == ("space",))
        on = next((o for o in steps if o[1] == order.goal), None)
        return None if on is None else Part(tuple(about), [on], STOP)
    after = _when_stopped(game, s, asked, order.units)
    return None if after is s or next_part(game, after, asked.side, order) is None else Part((), [STOP])


def _moving(game: Game, s: Any, asked: Decision) -> list[Unit]:
    """The units whose move is under way."""
    found: list[Unit] = game.subject(asked)["units"]
    return found or [unit for way in game.reach(s, asked.side, []) for unit in way["units"]]


def _when_stopped(game: Game, s: Any, asked: Decision, units: Sequence[Unit]) -> Any:
    """The position once the move under way is ended, where it is another's and can be ended; else this one.

    It is tried in a copy and without dice: what a roll would bring is not known.
    """
    if STOP not in asked.options or set(_moving(game, s, asked)) & set(units):
        return s
    after = s.copy()
    apply(after, asked.side, STOP, None)
    return after


def why_not(game: Game, s: Any, side: Side, unit: Unit, order: Order) -> list[Bar]:
    """Why a unit cannot follow an order, whether or not another unit's move is still under way."""
    asked = s.pending
    if isinstance(asked, Decision) and asked.side == side:
        after = _when_stopped(game, s, asked, order.units)
        if isinstance(after.pending, Decision) and after.pending.side == side:
            s = after
    return game.why_not(s, side, unit, order.goal, order.verb)


def _joined(order: Order) -> list[Sequence[Unit]]:
    """Groups that could move as one: the one under way, all of the units, each alone."""
    each: list[Sequence[Unit]] = [[unit] for unit in order.units]
    return [[], *([order.units] if len(order.units) > 1 else []), *each]


def _fitting(ways: Sequence[dict[str, Any]], look: str) -> list[dict[str, Any]]:
    """The way that was chosen; where these units do not have it, whatever they have."""
    return [way for way in ways if way.get("look", "") == look] or list(ways)


def options_of(way: dict[str, Any], steps: Sequence[Space]) -> list[Option]:
    """Options of a way over these spaces: its start, then a step a space; the first one may begin the move."""
    begin = tuple(way.get("begin") or (way["step"],))
    return [*way["start"], *((*(begin if i == 0 else (way["step"],)), space) for i, space in enumerate(steps))]


def path(way: dict[str, Any], goal: Space) -> list[Space]:
    """The spaces of a way up to where it may end; nothing where it may not."""
    rows = {row[0]: row for row in way["spaces"]}
    if goal not in rows or not rows[goal][3]:
        return []
    out: list[Space] = []
    at = goal
    while at in rows and len(out) <= len(rows):
        out.append(at)
        at = rows[at][2]
    return out[::-1]


def reach_of(game: Game, s: Any, side: Side, units: Sequence[Unit]) -> list[dict[str, Any]]:
    """The reach of some units: as one where the rules move them so, else what all of them can reach one by one.

    A way of the second kind has no options of its own (`"order": true`): it is sent as an order.
    """
    joint = game.reach(s, side, units)
    if joint or len(units) < 2:
        return joint
    each = [ways for unit in units[:MOST_UNITS] if (ways := game.reach(s, side, [unit]))]
    if not each:
        return []
    looks = [way.get("look", "") for way in each[0]]
    found = [_common([_fitting(ways, look)[0] for ways in each], look) for look in looks]
    return [way for way in found if way["spaces"]]


def _common(ways: Sequence[dict[str, Any]], look: str) -> dict[str, Any]:
    """The reach that several ways share: the dearest cost and the least chance of each space, the road of the first."""
    rows = [{row[0]: row for row in way["spaces"] if row[3]} for way in ways]
    spaces = [
        [space, max(row[space][1] for row in rows), rows[0][space][2], min(row[space][3] for row in rows)]
        for space in rows[0]
        if all(space in row for row in rows)
    ]
    first = next((way for way in ways if way.get("look", "") == look), ways[0])
    notes = {note["text"]: note for way in ways for note in way.get("notes", ())}
    return {
        **first,
        "units": [unit for way in ways for unit in way["units"]],
        "start": [],
        "end": None,
        "points": "",
        "spaces": spaces,
        "notes": list(notes.values()),
        "order": True,
    }
