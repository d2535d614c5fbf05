"""Storage of failed sign-ins and of emails asked for, for all processes together: how many are left, by owner.

Of an owner (a name, an address, both) a digest is kept, for a day at most.
"""

from __future__ import annotations

import time
from typing import NamedTuple

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from grognard.store.engine import Tables, digest_of
from grognard.store.schema import wrong

LONGEST = 86_400.0
"""Seconds after which everybody has all tries again."""


class Allowance(NamedTuple):
    """Tries of one owner: in one go, and how many come back in a minute."""

    owner: str
    once: int
    minute: float


class LoginAttempts:
    """Attempts left, by owner."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def take(self, owners: list[Allowance], now: float | None = None) -> float:
        """One try of each: 0, or the seconds until all of them have one, and none is taken."""
        now = time.time() if now is None else now
        kept = sorted((digest_of(each.owner), each) for each in owners)  # in one order, so that nobody waits in a ring
        with self._tables.write() as db:
            db.execute(delete(wrong).where(wrong.c.at < now - LONGEST))
        for owner, each in kept:
            self._begin(owner, each.once, now)
        with self._tables.write() as db:
            left = {}
            for owner, each in kept:
                row = db.execute(select(wrong.c.tokens, wrong.c.at).where(wrong.c.owner == owner).with_for_update())
                tokens, since = row.one_or_none() or (float(each.once), now)
                left[owner] = min(float(each.once), tokens + max(0.0, now - since) * each.minute / 60)
            wait = max(0.0 if left[owner] >= 1 else (1 - left[owner]) * 60 / each.minute for owner, each in kept)
            for owner, _ in kept:
                values = {"tokens": left[owner] - (0 if wait else 1), "at": now}
                db.execute(update(wrong).where(wrong.c.owner == owner).values(values))
        return wait

    def give_back(self, owners: list[Allowance]) -> None:
        """It was right, and so none of those that are counted."""
        with self._tables.write() as db:
            for owner, each in sorted((digest_of(each.owner), each) for each in owners):
                full = wrong.c.tokens + 1 > each.once
                db.execute(update(wrong).where(wrong.c.owner == owner, full).values(tokens=float(each.once)))
                db.execute(update(wrong).where(wrong.c.owner == owner, ~full).values(tokens=wrong.c.tokens + 1))

    def _begin(self, owner: str, once: int, now: float) -> None:
        with self._tables.read() as db:
            if db.execute(select(wrong.c.owner).where(wrong.c.owner == owner)).first() is not None:
                return
        try:
            with self._tables.write() as db:
                db.execute(insert(wrong).values(owner=owner, tokens=float(once), at=now))
        except IntegrityError:
            pass  # another was quicker
