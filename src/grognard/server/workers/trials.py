"""Rules that are played on from a position by hand: tried where they can do no harm, before the match takes them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from grognard.kernel.flow import Option
from grognard.kernel.ids import Side
from grognard.match import Match
from grognard.match.order_execution import Wanted
from grognard.server.http.errors import ApiError
from grognard.server.workers import jobs
from grognard.work.queue import Crowded, Queues
from grognard.work.worker import Broken, Failed, Overrun

SOON = 5
"""Seconds after which somebody whose jobs are still waiting may come back."""

_T = TypeVar("_T")
_log = logging.getLogger("grognard")


async def done(lanes: Queues, kind: str, owner: str, work: Callable[..., _T], *given: Any) -> _T:
    """Have a job done in a worker process; what goes wrong is a sentence."""
    try:
        return await lanes[kind].do(owner, work, *given)
    except Overrun:
        raise ApiError(422, "overrun", "This took more time or memory than it may have here, and was ended.") from None
    except Crowded:
        text = "You have asked for a lot that is still being worked at. Wait a little."
        raise ApiError(429, "busy", text, SOON) from None
    except Broken:
        raise ApiError(503, "busy", "The program cannot do this now. Try again.") from None
    except Failed as failed:
        _log.error("Work of the kind %s failed: %s", kind, failed)
        raise ApiError(500, "fault", "The program failed at this; the position is unchanged.") from None


async def tried(lanes: Queues, owner: str, match: Match, side: Side, options: Sequence[Option]) -> None:
    """Take decisions on trial."""
    await done(lanes, "positions", owner, jobs.played_on, *as_is(match), side, list(options))


async def ordered(lanes: Queues, owner: str, match: Match, side: Side, wanted: Wanted) -> None:
    """Carry out an order on trial."""
    await done(lanes, "positions", owner, jobs.ordered, *as_is(match), side, wanted)


async def chosen_by_bots(lanes: Queues, owner: str, match: Match) -> list[tuple[Side, Option]]:
    """What the bots decide next, tried."""
    return await done(lanes, "positions", owner, jobs.played_by_bots, *as_is(match), len(match.played))


def as_is(match: Match) -> tuple[dict[str, Any], dict[str, Any]]:
    """The header and the position, as plain values."""
    return match.header.to_store(), match.state.to_json()
