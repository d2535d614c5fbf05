"""Standing orders: answers that a player gives ahead, for while they are away.

A game declares them as data: for which questions one is, what may be ordered, and a pure function that turns the order
into one of the options on offer. It is handed the position as the order's owner sees it, so that no order knows more
than a player who sat there.

Where a question must not betray that it was put (`Decision.always`), whether an order answers it depends on nothing
that is hidden: such an order has an answer to every question of its kind. Its quickness then says no more than that
there is an order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from grognard.kernel.flow import Decision, Option, unit_of
from grognard.kernel.ids import Side, Unit


class Given(NamedTuple):
    """An order as its owner gave it."""

    choice: str
    units: tuple[Unit, ...] = ()
    """Whom it is about, the first of them first."""
    turn: int = 0
    """Good for this turn only; 0: until it is withdrawn."""


Answer = Callable[[Any, Decision, Given], Option | None]


@dataclass(frozen=True, slots=True)
class Standing:
    """A kind of order that a game knows."""

    id: str
    name: str
    """When it answers, as a heading."""
    prompts: tuple[str, ...]
    """The questions that it answers."""
    choices: Mapping[str, str]
    """What may be ordered, each as the page writes it."""
    answer: Answer
    side: Side | None = None
    """For one side only."""
    units: bool = False
    """Whether it may name units, in order."""
    defending: bool = False
    """It answers in the other side's phases only: in one's own one is there anyway."""
    cases: tuple[str, ...] = ()


# --- what many orders say


def the_verb(s: Any, asked: Decision, given: Given) -> Option | None:
    """The choice is the verb of a plain button."""
    return (given.choice,)


def only(verb: str) -> Answer:
    """Always the same plain button."""
    return lambda s, asked, given: (verb,)


def named_first(asked: Decision, verb: str, units: Sequence[Unit], rest: Callable[[Unit], Any]) -> Option | None:
    """`verb` for the first named unit for which it is on offer; else for the least by `rest`."""
    able = [unit_of(option) for option in asked.options if option[0] == verb]
    named = next((unit for unit in units if unit in able), None)
    if named is not None:
        return verb, named
    return (verb, min(able, key=lambda unit: (rest(unit), unit))) if able else None
