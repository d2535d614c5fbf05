"""Trials in worker processes of decisions from custom positions, before the match takes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.kernel.flow import Option
from grognard.kernel.ids import Side
from grognard.match import Match
from grognard.match.order_execution import Wanted
from grognard.server.matches import jobs
from grognard.server.workers.worker_pool import done
from grognard.work.queue import Queues


async def tried(queues: Queues, owner: str, match: Match, side: Side, options: Sequence[Option]) -> None:
    """Take decisions on trial."""
    await done(queues, "positions", owner, jobs.played_on, *as_is(match), side, list(options))


async def ordered(queues: Queues, owner: str, match: Match, side: Side, wanted: Wanted) -> None:
    """Carry out an order on trial."""
    await done(queues, "positions", owner, jobs.ordered, *as_is(match), side, wanted)


async def chosen_by_bots(queues: Queues, owner: str, match: Match) -> list[tuple[Side, Option]]:
    """The next decisions of the bots, tried."""
    return await done(queues, "positions", owner, jobs.played_by_bots, *as_is(match), len(match.played))


def as_is(match: Match) -> tuple[dict[str, Any], dict[str, Any]]:
    """The header and the position, as plain values."""
    return match.header.to_store(), match.state.to_json()
