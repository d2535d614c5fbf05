"""When a member asks for all his data, and when he leaves: what the lobby and its matches have of him."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from grognard.club import endings
from grognard.server.club.desk import Desk
from grognard.server.errors import ApiError
from grognard.store import leaving
from grognard.store.facts import StoreError
from grognard.store.lobby import OVER

_log = logging.getLogger("grognard")


def attend(desk: Desk) -> None:
    """See to both at a desk. The running loop is the server's."""
    loop, tables = asyncio.get_running_loop(), desk.club.people

    def export(member: str) -> Any:
        return leaving.all_of(tables, member)

    def leave(member: str) -> None:
        # In a thread of the office's few: what the matches need is done on the loop, and nobody waits for it here.
        left = leaving.clear(tables, member)
        loop.call_soon_threadsafe(lambda: desk.club.later(_end(desk, member, left)))

    desk.club.exports["lobby"] = export
    desk.club.leaving.append(leave)


async def _end(desk: Desk, member: str, matches: list[str]) -> None:
    """The matches that somebody leaves open are over: without a result in their first turns, lost later."""
    for ident in matches:
        try:
            room = await desk.house.room(ident)
            async with room.lock:
                row = await desk.row(ident, fresh=True)
                if row is None or row.status == OVER or room.match.over:
                    continue
                early = room.match.state.turn <= endings.FIRST_TURNS
                winner = next((side for side, who in row.seats.items() if who != member), "")
                await desk.finish(room, endings.ABANDONED if early else endings.LEFT, "" if early else winner)
        except (ApiError, StoreError) as failed:
            _log.warning("A match that a member left could not be ended: %s", failed)
