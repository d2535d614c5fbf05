"""Deletion of an account and export of its data, as far as the lobby and matches are concerned."""

from __future__ import annotations

import asyncio
from typing import Any

from grognard.server.club.match_lifecycle import MatchLifecycle
from grognard.store import account_deletion


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
    """The matches that a member leaves open are over."""
    await lifecycle.rows.each("account", matches, lambda ident: lifecycle.leave_match(ident, member))
