"""Storage of tournaments. Both engines behind SQLAlchemy; every method blocks and is called off the loop."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, and_, delete, func, insert, or_, select, update

from grognard.club.clock import Pace
from grognard.club.pairing import Pairing
from grognard.club.tournaments import Wanted
from grognard.kernel.flow import Refused
from grognard.store import schema
from grognard.store.engine import Also, Tables, locked, readable, typed
from grognard.store.moderation import noted

OPEN, RUNNING, OVER, CANCELLED = "open", "running", "over", "cancelled"
LEASE = 40.0
"""Seconds for which one process makes the matches of a pairing: longer than any call of the club's tables may last."""
_pace = msgspec.json.Decoder(Pace)
_encode = msgspec.json.Encoder().encode


class Tournament(msgspec.Struct, frozen=True, kw_only=True):
    """One tournament."""

    id: str
    name: str
    kind: str
    game: str
    scenario: str
    options: dict[str, str]
    pace: Pace
    rated: bool
    most: int
    rounds: int
    by: str
    made: float
    started: float = 0.0
    ended: float = 0.0
    status: str = OPEN
    round: int = 0


class Entrant(msgspec.Struct, frozen=True):
    """Somebody who has signed up."""

    member: str
    seed: int
    gone: float


class Meeting(msgspec.Struct, frozen=True, kw_only=True):
    """A pairing with its two matches."""

    round: int
    n: int
    first: str
    second: str
    match: str = ""
    other: str = ""
    score: float = -1.0
    forfeit: bool = False

    @property
    def pairing(self) -> Pairing:
        """As the rules of tournaments see it."""
        score = None if self.score < 0 else self.score
        return Pairing(self.round, self.first, self.second, score, self.forfeit)

    @property
    def open(self) -> bool:
        """Whether it is still to be decided."""
        return self.score < 0 and bool(self.second)


class Tournaments:
    """The tables of tournaments."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def create(self, wanted: Wanted, by: str) -> Tournament:
        """Announce one; that is on record."""
        made = Tournament(id=secrets.token_hex(5), by=by, made=time.time(), **msgspec.structs.asdict(wanted))
        values = msgspec.structs.asdict(made)
        values |= {"options": _encode(made.options).decode(), "pace": _encode(made.pace).decode()}
        with self._tables.write() as db:
            db.execute(insert(schema.tournaments).values(**values | {"rated": int(made.rated)}))
            noted(by, "tournament announced", made.id, made.name)(db)
        return made

    def one(self, ident: str) -> Tournament | None:
        """One, by its id."""
        t = schema.tournaments
        with self._tables.read() as db:
            row = db.execute(select(t).where(t.c.id == ident)).mappings().first()
            return None if row is None else _tournament(row)

    def listed(self, *status: str, limit: int = 100) -> list[Tournament]:
        """Those of some status, or all; the newest first."""
        t = schema.tournaments
        query = select(t).where(t.c.status.in_(status)) if status else select(t)
        with self._tables.read() as db:
            rows = db.execute(query.order_by(t.c.made.desc()).limit(limit)).mappings()
            return readable(rows, _tournament, "tournaments")

    def sizes(self, idents: Sequence[str]) -> dict[str, int]:
        """The number of entrants of each tournament."""
        t = schema.entrants.c
        query = select(t.tournament, func.count()).where(t.tournament.in_(list(idents))).group_by(t.tournament)
        with self._tables.read() as db:
            return {row[0]: row[1] for row in db.execute(query)}

    def entrants(self, ident: str) -> list[Entrant]:
        """Entrants, by strength once the tournament has started, before by entry."""
        t = schema.entrants.c
        query = select(t.member, t.seed, t.gone).where(t.tournament == ident)
        with self._tables.read() as db:
            rows = db.execute(query.order_by(t.seed, t.at, t.member))
            return [typed(Entrant, row._asdict()) for row in rows]

    def meetings(self, ident: str) -> list[Meeting]:
        """All pairings, in order."""
        t = schema.pairings.c
        query = select(t.round, t.n, t.first, t.second, t.match, t.other, t.score, t.forfeit)
        with self._tables.read() as db:
            rows = db.execute(query.where(t.tournament == ident).order_by(t.round, t.n)).mappings()
            return [typed(Meeting, {**row, "forfeit": bool(row["forfeit"])}) for row in rows]

    def of_match(self, match: str) -> str:
        """The tournament that a match belongs to; nothing for any other."""
        t = schema.pairings.c
        with self._tables.read() as db:
            query = select(t.tournament).where(or_(t.match == match, t.other == match), t.match != "")
            return str(db.execute(query).scalar() or "")

    # --- signing up

    def enter(self, ident: str, member: str) -> bool:
        """Sign somebody up; not when it has begun or is full."""
        t, e = schema.tournaments.c, schema.entrants
        with self._tables.write() as db:
            locked(db, f"tournament-{ident}")
            row = db.execute(select(t.status, t.most).where(t.id == ident)).first()
            there = db.execute(select(e.c.member).where(e.c.tournament == ident)).scalars().all()
            if member in there:
                return True
            if row is None or row.status != OPEN or (row.most and len(there) >= row.most):
                return False
            db.execute(insert(e).values(tournament=ident, member=member, at=time.time(), seed=0, gone=0.0))
            return True

    def withdraw(self, ident: str, member: str, also: Sequence[Also] = ()) -> bool:
        """Withdraw a member: off the list before the start, no more games afterwards; False for others. What else
        follows is written with it."""
        t, e = schema.tournaments.c, schema.entrants
        mine = and_(e.c.tournament == ident, e.c.member == member)
        with self._tables.write() as db:
            locked(db, f"tournament-{ident}")
            status = db.execute(select(t.status).where(t.id == ident)).scalar()
            if status not in (OPEN, RUNNING):
                return False
            off, gone = delete(e).where(mine), update(e).where(mine, e.c.gone == 0).values(gone=time.time())
            done = db.execute(off if status == OPEN else gone).rowcount == 1
            for write in also if done else ():
                write(db)
            return done

    # --- playing

    def start(self, ident: str, seeded: Sequence[str], also: Sequence[Also] = ()) -> bool:
        """Begin with these, the strongest first, and write what else follows; of several who try, one is told that
        they did."""
        t, e = schema.tournaments, schema.entrants
        with self._tables.write() as db:
            locked(db, f"tournament-{ident}")
            there = db.execute(select(e.c.member).where(e.c.tournament == ident)).scalars().all()
            if set(there) != set(seeded):
                return False
            begun = update(t).where(t.c.id == ident, t.c.status == OPEN)
            if db.execute(begun.values(status=RUNNING, started=time.time())).rowcount != 1:
                return False
            for seed, member in enumerate(seeded):
                db.execute(update(e).where(e.c.tournament == ident, e.c.member == member).values(seed=seed + 1))
            for write in also:
                write(db)
            return True

    def cancel(self, ident: str, by: str, name: str) -> bool:
        """Call one off that has not ended; that is on record."""
        t = schema.tournaments
        with self._tables.write() as db:
            called_off = update(t).where(t.c.id == ident, t.c.status.in_((OPEN, RUNNING)))
            if db.execute(called_off.values(status=CANCELLED, ended=time.time())).rowcount != 1:
                return False
            noted(by, "tournament called off", ident, name)(db)
            return True

    def pair(self, ident: str, after: int, pairings: Sequence[Pairing]) -> bool:
        """The next round, or the end where there is none; one process does it."""
        t = schema.tournaments
        values = {"round": after + 1} if pairings else {"status": OVER, "ended": time.time()}
        with self._tables.write() as db:
            now = update(t).where(t.c.id == ident, t.c.status == RUNNING, t.c.round == after)
            if db.execute(now.values(**values)).rowcount != 1:
                return False
            rows = [
                {"tournament": ident, "round": after + 1, "n": n, "first": each.first, "second": each.second,
                 "match": "", "other": "", "score": -1.0 if each.score is None else each.score,
                 "forfeit": int(each.forfeit), "lease": 0.0}
                for n, each in enumerate(pairings, 1)
            ]  # fmt: skip
            if rows:
                db.execute(insert(schema.pairings), rows)
            return True

    def take(self, ident: str, meeting: Meeting, now: float) -> bool:
        """Be the one who makes the matches of a pairing."""
        p = schema.pairings
        free = and_(_this(ident, meeting), p.c.match == "", p.c.score < 0, p.c.lease < now)
        with self._tables.write() as db:
            return db.execute(update(p).where(free).values(lease=now + LEASE)).rowcount == 1

    def made(self, ident: str, meeting: Meeting, matches: Sequence[str]) -> Also:
        """Its matches are there, written with them; refused where others were made for it meanwhile."""
        p = schema.pairings

        def write(db: Connection) -> None:
            free = update(p).where(_this(ident, meeting), p.c.match == "")
            if db.execute(free.values(match=matches[0], other=matches[1])).rowcount != 1:
                raise Refused("This pairing has its matches already.")

        return write

    def decide(self, ident: str, meeting: Meeting, score: float, forfeit: bool) -> bool:
        """A pairing is over."""
        p = schema.pairings
        with self._tables.write() as db:
            open_ = update(p).where(_this(ident, meeting), p.c.score < 0)
            return db.execute(open_.values(score=score, forfeit=int(forfeit))).rowcount == 1


def _this(ident: str, meeting: Meeting) -> Any:
    p = schema.pairings.c
    return and_(p.tournament == ident, p.round == meeting.round, p.n == meeting.n)


def _tournament(row: Any) -> Tournament:
    values = dict(row)
    values |= {"options": msgspec.json.decode(values["options"]), "pace": _pace.decode(values["pace"])}
    return typed(Tournament, values | {"rated": bool(values["rated"])})
