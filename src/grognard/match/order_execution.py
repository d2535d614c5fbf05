"""Execution of an order: the options of its units in turn, all of them or up to the first surprise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grognard.kernel.flow import Bar, Option, Refused
from grognard.kernel.ids import Side, Unit
from grognard.kernel.orders import Order, next_part, why_not
from grognard.match.match import Match

DONE, DICE, NEWS, ASKED, BARRED, OVER = "done", "dice", "news", "asked", "barred", "over"
"""Why it ended: all of it is done; dice were rolled; something became known; the other side must decide; what is
left is not allowed; the match is over."""
MOST = 2000
"""Options in one order."""


class Carried(NamedTuple):
    """The result of an order."""

    taken: list[Option]
    done: list[int]
    """The units that followed it."""
    left: list[Unit]
    ended: str

    def reasons(self, match: Match, side: Side, order: Order) -> list[tuple[Unit, list[Bar]]]:
        """Per unit that stands still, why, as far as its side is asked again."""
        if self.ended != BARRED:
            return [(unit, []) for unit in self.left]
        return [(unit, why_not(match.game, match.known(side), side, unit, order)) for unit in self.left]


class Wanted(NamedTuple):
    """An order given in one gesture: units and a goal, a list of options, or all that a verb resolves."""

    order: Order | None = None
    options: tuple[Option, ...] = ()
    resolve: str = ""
    press: bool = False
    """Go on over dice and discoveries, as long as the same is asked."""


def carried(match: Match, side: Side, wanted: Wanted) -> Carried:
    """Do what was asked for, whole or up to the first surprise."""
    if wanted.order is not None:
        return carry_out(match, side, wanted.order)
    if wanted.resolve:
        return resolve_all(match, side, wanted.resolve)
    if wanted.options[:1] and wanted.options[0] in match.game.standing(match.state, side):
        return _acts_first(match, side, wanted.options)
    take = press_on if wanted.press else take_plan
    return take(match, side, wanted.options)


def carry_out(match: Match, side: Side, order: Order) -> Carried:
    """Have units go to a goal, each when it can: who stands in the way of another goes first."""
    if not order.units:
        raise Refused("An order names the units that it is for.")
    taken: list[Option] = []
    done: list[int] = []
    left = list(order.units)
    began = _Watch(match, side)
    while left and len(taken) < MOST:
        part = next_part(match.game, match.known(side), side, order._replace(units=tuple(left)))
        if part is None:
            break
        began.presses = part.press
        moved = _part(match, began, [*part.options, *([part.end] if part.end else [])], len(part.options))
        taken += moved
        if len(moved) < len(part.options) and not began.surprise:
            break  # what was worked out for it is not on offer: it stays where it is
        if _is_other(match, side) and len(moved) < len(part.options) + bool(part.end):
            break  # it is still under way: it goes on, or ends its move, when its side is asked again
        done += [unit for unit in part.units if unit in left]
        left = [unit for unit in left if unit not in part.units]
        if began.surprise:
            break
    if not taken:
        raise Refused(_why_none(match, side, order))
    return Carried(taken, done, left, began.surprise or (BARRED if left else DONE))


def take_plan(match: Match, side: Side, options: Sequence[Option]) -> Carried:
    """Take options one after another; what is no longer on offer ends it, and what was done before is kept."""
    began = _Watch(match, side)
    taken = _part(match, began, options, 0)
    if not taken:
        raise Refused("The first part of the plan is no longer possible.")
    ended = began.surprise or (DONE if len(taken) == len(options) else BARRED)
    return Carried(taken, [], [], ended)


def press_on(match: Match, side: Side, options: Sequence[Option]) -> Carried:
    """Take options one after another over dice and discoveries, until something else is asked or the next is barred."""
    began = _Watch(match, side)
    prompt = match.asked.prompt if match.asked else ""
    taken: list[Option] = []
    for option in options:
        asked = match.asked
        if asked is None or (asked.side, asked.prompt) != (side, prompt) or option not in asked.options:
            break
        match.submit(side, option)
        taken.append(option)
    if not taken:
        raise Refused("The first step is no longer possible.")
    return Carried(taken, [], [], DONE if len(taken) == len(options) else began.surprise or BARRED)


def act_all(match: Match, side: Side, options: Sequence[Option]) -> Carried:
    """Take standing acts one after another, no matter who is asked, up to the first dice."""
    rolls = match.state.rolls
    taken: list[Option] = []
    for option in options:
        if match.state.rolls != rolls or option not in match.game.standing(match.state, side):
            break
        match.submit(side, option)
        taken.append(option)
    return Carried(taken, [], [], DONE if len(taken) == len(options) else BARRED)


def _acts_first(match: Match, side: Side, options: Sequence[Option]) -> Carried:
    """A plan that begins with standing acts: they are taken, then the rest of it, if there were no dice."""
    began = _Watch(match, side)
    acts = act_all(match, side, options)
    rest = options[len(acts.taken) :]
    if not rest or began.surprise or not _on_offer(match, rest[0]) or _is_other(match, side):
        return acts
    then = take_plan(match, side, rest)
    return Carried([*acts.taken, *then.taken], [], [], then.ended)


def resolve_all(match: Match, side: Side, verb: str) -> Carried:
    """Take whatever is next, one after another and over dice, until something else is asked."""
    began = _Watch(match, side)
    asked = match.asked
    prompt = asked.prompt if asked else ""
    taken: list[Option] = []
    while (asked := match.asked) is not None and asked.side == side and asked.prompt == prompt and len(taken) < MOST:
        option = next((o for o in asked.options if o[0] == verb), None)
        if option is None:
            break
        match.submit(side, option)
        taken.append(option)
    if not taken:
        raise Refused("There is nothing to resolve.")
    return Carried(taken, [], [], began.surprise or DONE)


def _is_other(match: Match, side: Side) -> bool:
    return match.asked is not None and match.asked.side != side


class _Watch:
    """Whether anything has happened that nobody could know when the order was given."""

    def __init__(self, match: Match, side: Side) -> None:
        self.match, self.side = match, side
        self._news, self._rolls = match.state.news, match.state.rolls
        self.presses = False

    @property
    def surprise(self) -> str:
        asked, s = self.match.asked, self.match.state
        if self.presses and asked is not None and asked.side == self.side and s.rolls == self._rolls:
            self._news = s.news
        if asked is None:
            return OVER
        if s.rolls != self._rolls:
            return DICE
        if s.news != self._news:
            return NEWS
        return "" if asked.side == self.side else ASKED


def _part(match: Match, began: _Watch, options: Sequence[Option], needed: int) -> list[Option]:
    """Take options up to the first surprise. Of the first `needed` all are taken or, without a surprise, none."""
    kept = len(match.played)
    taken: list[Option] = []
    for option in options:
        if began.surprise or not _on_offer(match, option):
            break
        match.submit(began.side, option)
        taken.append(option)
    if len(taken) < needed and not began.surprise:
        match.take_back_to(kept)
        return []
    return taken


def _on_offer(match: Match, option: Option) -> bool:
    asked = match.asked
    return asked is not None and option in asked.options


def _why_none(match: Match, side: Side, order: Order) -> str:
    bars = why_not(match.game, match.known(side), side, order.units[0], order)
    return bars[0].text if bars else "That is not a legal choice here."
