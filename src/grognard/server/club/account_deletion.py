"""Deletion of an account and export of its data, as far as the lobby and matches are concerned."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from grognard.club import match_endings
from grognard.server.club.match_lifecycle import MatchLifecycle
from grognard.server.http.errors import ApiError
from grognard.store import account_deletion
from grognard.store.interface import StoreError
from grognard.store.lobby import OVER

_log = logging.getLogger("grognard")


def attend(desk: MatchLifecycle) -> None:
    """See to both at a desk. The running loop is the server's."""
    loop, tables = asyncio.get_running_loop(), desk.club.people

    def export(member: str) -> Any:
        return account_deletion.all_of(tables, member)

    def leave(member: str) -> None:
        # In a thread of the office's few: what the matches need is done on the loop, and nobody waits for it here.
        left = account_deletion.clear(tables, member)
        loop.call_soon_threadsafe(lambda: desk.club.later(_end(desk, member, left)))

    desk.club.exports["lobby"] = export
    desk.club.leaving.append(leave)


async def _end(desk: MatchLifecycle, member: str, matches: list[str]) -> None:
    """The matches that somebody leaves open are over: without a result in their first turns, lost later."""
    for ident in matches:
        try:
            room = await desk.house.room(ident)
            async with room.lock:
                row = await desk.row(ident, fresh=True)
                if row is None or row.status == OVER or room.match.over:
                    continue
                early = room.match.state.turn <= match_endings.FIRST_TURNS
                winner = next((side for side, who in row.seats.items() if who != member), "")
                await desk.finish(
                    room, match_endings.ABANDONED if early else match_endings.LEFT, "" if early else winner
                )
        except (ApiError, StoreError) as failed:
            _log.warning("A match that a member left could not be ended: %s", failed)
