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


def attend(lifecycle: MatchLifecycle) -> None:
    """See to both at a desk. The running loop is the server's."""
    loop, tables = asyncio.get_running_loop(), lifecycle.club.people

    def export(member: str) -> Any:
        return account_deletion.all_of(tables, member)

    def leave(member: str) -> None:
        # In a thread of the office's few: what the matches need is done on the loop, and nobody waits for it here.
        left = account_deletion.clear(tables, member)
        loop.call_soon_threadsafe(lambda: lifecycle.club.later(_end(lifecycle, member, left)))

    lifecycle.club.exports["lobby"] = export
    lifecycle.club.leaving.append(leave)


async def _end(lifecycle: MatchLifecycle, member: str, matches: list[str]) -> None:
    """The matches that somebody leaves open are over: without a result in their first turns, lost later."""
    for ident in matches:
        try:
            live = await lifecycle.registry.match(ident)
            async with live.lock:
                row = await lifecycle.row(ident, fresh=True)
                if row is None or row.status == OVER or live.match.over:
                    continue
                early = live.match.state.turn <= match_endings.FIRST_TURNS
                winner = next((side for side, who in row.seats.items() if who != member), "")
                await lifecycle.finish(
                    live, match_endings.ABANDONED if early else match_endings.LEFT, "" if early else winner
                )
        except (ApiError, StoreError) as failed:
            _log.warning("A match that a member left could not be ended: %s", failed)
