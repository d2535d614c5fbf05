"""Decisions that a player may take ahead: nothing that the defender is asked in a battle is a secret."""

from __future__ import annotations

from grognard.games.ichigo.facts import JAPANESE
from grognard.games.ichigo.state import State
from grognard.kernel.flow import Decision, Option
from grognard.kernel.standing_orders import Given, Standing, named_first, the_verb


def losses(s: State, asked: Decision, given: Given) -> Option | None:
    """11.20-11.21: those named first, else who has most steps."""
    return named_first(asked, "lose", given.units, lambda unit: -s.steps[unit])


ORDERS = (
    Standing(
        "tanks", "A tank regiment could join my defence", ("defending-tanks",),
        {"go-on": "Commit none", "commit-tank": "Commit as many as allowed"}, the_verb, JAPANESE,
        cases=("11.17d", "R55"),
    ),
    Standing(
        "losses", "My units lose steps in the defence", ("losses",),
        {"order": "These units first, then those with the most steps"}, losses, units=True, defending=True,
        cases=("11.20b", "11.21"),
    ),
)  # fmt: skip
