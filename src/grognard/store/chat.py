"""Storage of chat, private notes and blocked members."""

from __future__ import annotations

import time
from collections.abc import Sequence

import msgspec
from sqlalchemy import delete, func, insert, or_, select, update

from grognard.store import schema
from grognard.store.engine import Also, Tables, locked, readable, typed

PLAYERS, SPECTATORS = "players", "watchers"
"""The rooms as the database names them."""
MOST_LINES = 500


class Said(msgspec.Struct, frozen=True):
    """One line."""

    match: str
    n: int
    room: str
    by: str
    side: str
    at: float
    text: str
    hidden: str


class Chat:
    """The tables of chat, notes and blocks."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def say(self, match: str, room: str, by: str, side: str, text: str, also: Sequence[Also] = ()) -> Said:
        """A new line, and what else follows; lines of a match are numbered through both rooms."""
        t = schema.chat
        with self._tables.write() as db:
            locked(db, f"chat-{match}")
            last = db.execute(select(func.max(t.c.n)).where(t.c.match == match)).scalar() or 0
            line = Said(match, last + 1, room, by, side, time.time(), text, "")
            db.execute(insert(t).values(**msgspec.structs.asdict(line)))
            for write in also:
                write(db)
            return line

    def lines(self, match: str, room: str, after: int = 0, search: str = "") -> list[Said]:
        """The lines of a room after a number, the newest so many, in order; with words, those that hold them."""
        t = schema.chat.c
        query = select(schema.chat).where(t.match == match, t.room == room, t.n > after)
        if search:
            query = query.where(func.lower(t.text).contains(search.lower(), autoescape=True), t.hidden == "")
        with self._tables.read() as db:
            rows = db.execute(query.order_by(t.n.desc()).limit(MOST_LINES)).mappings().all()
            return readable(reversed(rows), lambda row: typed(Said, dict(row)), "talk", "match")

    def line(self, match: str, n: int) -> Said | None:
        """One line."""
        t = schema.chat.c
        with self._tables.read() as db:
            row = db.execute(select(schema.chat).where(t.match == match, t.n == n)).mappings().first()
            return None if row is None else Said(**row)

    def hide(self, match: str, n: int, by: str, also: Sequence[Also] = ()) -> bool:
        """A moderator takes a line out of sight, or with nobody named puts it back; what else follows is written."""
        t = schema.chat
        with self._tables.write() as db:
            if db.execute(update(t).where(t.c.match == match, t.c.n == n).values(hidden=by)).rowcount != 1:
                return False
            for write in also:
                write(db)
            return True

    def note(self, match: str, member: str) -> str:
        """A player's private note."""
        t = schema.notes.c
        with self._tables.read() as db:
            return db.execute(select(t.text).where(t.match == match, t.member == member)).scalar() or ""

    def put_note(self, match: str, member: str, text: str) -> None:
        """Note something in place of what was there."""
        t = schema.notes
        with self._tables.write() as db:
            db.execute(delete(t).where(t.c.match == match, t.c.member == member))
            if text:
                db.execute(insert(t).values(match=match, member=member, text=text))

    def notes_with(self, member: str, search: str) -> list[tuple[str, str]]:
        """A member's notes that hold some words, by match."""
        t = schema.notes.c
        query = select(t.match, t.text).where(
            t.member == member, func.lower(t.text).contains(search.lower(), autoescape=True)
        )
        with self._tables.read() as db:
            return [(row[0], row[1]) for row in db.execute(query.order_by(t.match).limit(100))]

    def block(self, member: str, other: str, blocked: bool) -> None:
        """Hear somebody no more, or again."""
        t = schema.blocks
        with self._tables.write() as db:
            db.execute(delete(t).where(t.c.member == member, t.c.other == other))
            if blocked:
                db.execute(insert(t).values(member=member, other=other))

    def blocked_by(self, member: str) -> set[str]:
        """Whom a member does not hear."""
        t = schema.blocks.c
        with self._tables.read() as db:
            return {row[0] for row in db.execute(select(t.other).where(t.member == member))}

    def apart(self, one: str, other: str) -> bool:
        """Whether one of two has blocked the other."""
        t = schema.blocks.c
        either = or_((t.member == one) & (t.other == other), (t.member == other) & (t.other == one))
        with self._tables.read() as db:
            return db.execute(select(t.member).where(either)).first() is not None
