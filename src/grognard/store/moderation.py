"""Storage of reports and the moderation audit log."""

from __future__ import annotations

import secrets
import time

import msgspec
from sqlalchemy import Connection, func, insert, or_, select, update

from grognard.store.engine import Also, Tables, locked, readable, typed
from grognard.store.schema import audit, club_matches, matches, reports


class Report(msgspec.Struct, frozen=True):
    """Somebody complained."""

    id: str
    by: str
    against: str
    match: str
    n: int
    why: str
    made: float
    closed: float
    closed_by: str
    answer: str


class Act(msgspec.Struct, frozen=True):
    """An act of moderation."""

    id: str
    at: float
    by: str
    act: str
    subject: str
    detail: str


class ModerationRecords(Tables):
    """Reports and the audit log."""

    def add_report(self, by: str, against: str, match: str, n: int, why: str) -> str:
        """A complaint about a member, or about a line of talk."""
        ident = secrets.token_hex(6)
        values = {"id": ident, "by": by, "against": against, "match": match, "n": n, "why": why[:1000]}
        with self.write() as db:
            db.execute(insert(reports).values(**values, made=time.time(), closed=0.0, closed_by="", answer=""))
        return ident

    def reports(self, closed: bool = False, limit: int = 100) -> list[Report]:
        """The complaints that wait, the oldest first; or those that are settled, the last first."""
        chosen = select(reports).limit(limit)
        if closed:
            chosen = chosen.where(reports.c.closed > 0).order_by(reports.c.closed.desc())
        else:
            chosen = chosen.where(reports.c.closed == 0).order_by(reports.c.made)
        with self.read() as db:
            return readable(db.execute(chosen).mappings(), lambda row: typed(Report, dict(row)), "reports")

    def appeal(self, member: str, why: str) -> bool:
        """A suspended member's appeal; False while one of theirs waits."""
        ident = secrets.token_hex(6)
        values = {"id": ident, "by": member, "against": member, "match": "", "n": 0, "why": why[:1000]}
        with self.write() as db:
            locked(db, f"appeal-{member}")
            own = reports.c.by == member, reports.c.against == member, reports.c.closed == 0
            if db.execute(select(reports.c.id).where(*own)).first() is not None:
                return False
            db.execute(insert(reports).values(**values, made=time.time(), closed=0.0, closed_by="", answer=""))
            return True

    def imposed_by(self, member: str) -> str:
        """The id of the moderator who suspended a member last."""
        last = audit.c.act == "suspension", audit.c.subject == member
        with self.read() as db:
            found = db.execute(select(audit.c.by).where(*last).order_by(audit.c.id.desc()).limit(1)).scalar()
            return str(found or "")

    def close_report(self, ident: str, by: str, answer: str) -> bool:
        """Settle a complaint."""
        with self.write() as db:
            values = {"closed": time.time(), "closed_by": by, "answer": answer[:1000]}
            open_one = reports.c.id == ident, reports.c.closed == 0
            done = bool(db.execute(update(reports).where(*open_one).values(values)).rowcount)
            if done:
                _note(db, by, "report closed", ident, answer)
            return done

    def acts(self, before: float = 0.0, limit: int = 100) -> list[Act]:
        """Acts of moderation, the last first."""
        chosen = select(audit).order_by(audit.c.at.desc(), audit.c.id.desc()).limit(limit)
        if before:
            chosen = chosen.where(audit.c.at < before)
        with self.read() as db:
            return readable(db.execute(chosen).mappings(), lambda row: typed(Act, dict(row)), "audit")

    def matches(self) -> dict[str, int]:
        """The number of matches; one that ended beside its rules, as by a claim, is over."""
        ended = matches.c.id.in_(select(club_matches.c.match).where(club_matches.c.status == "over"))
        over = or_(matches.c.status == "over", ended)
        with self.read() as db:
            row = db.execute(select(func.count(), func.count().filter(over)).select_from(matches)).one()
        return {"matches_open": row[0] - row[1], "matches_over": row[1]}


def noted(by: str, act: str, subject: str, detail: str = "") -> Also:
    """Put an act on record, in the transaction of the act."""
    return lambda db: _note(db, by, act, subject, detail)


def _note(db: Connection, by: str, act: str, subject: str, detail: str) -> None:
    now = time.time()
    ident = f"{int(now * 1000):013x}{secrets.token_hex(4)}"
    values = {"id": ident, "at": now, "by": by, "act": act, "subject": subject, "detail": detail[:1000]}
    db.execute(insert(audit).values(values))
