"""When a member asks for all his data, and when he leaves: what the lobby and its matches have of him."""

from __future__ import annotations

import asyncio
from typing import Any

from grognard.server.club.desk import Desk
from grognard.store import leaving


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
    """The matches that a member leaves open are over."""
    await desk.rows.each("account", matches, lambda ident: desk.leave_match(ident, member))
