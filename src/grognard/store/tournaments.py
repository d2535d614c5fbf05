"""Storage of tournaments. Both engines behind SQLAlchemy; every method blocks and is called off the loop."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, and_, delete, func, insert, or_, select, update

from grognard.club.clock import Pace
from grognard.club.pairing import GAMES, Pairing
from grognard.club.tournaments import (
    ADMITTED,
    CANCELLED,
    CORRECTED,
    SEED,
    SUBSTITUTED,
    WITHDRAWN,
    Wanted,
    place_holders,
)
from grognard.kernel.flow import Refused
from grognard.store import schema
from grognard.store.engine import Also, Tables, locked, readable, typed
from grognard.store.moderation import noted

OPEN, RUNNING, OVER, CALLED_OFF = "open", "running", "over", "cancelled"
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
    text: str = ""
    closes: float = 0.0
    begins: float = 0.0
    daily: int = 0
    accelerated: bool = False
    decider: str = SEED
    reminded: bool = False

    def takes_entries(self, now: float) -> bool:
        """Whether anybody may sign up."""
        return self.status == OPEN and not (self.closes and now >= self.closes)


class Entrant(msgspec.Struct, frozen=True):
    """Somebody who has signed up."""

    member: str
    seed: int
    gone: float
    waits: bool = False
    """A substitute, who does not play yet."""
    since: int = 0
    """The first round of a late entrant."""
    instead: str = ""
    """Whose place they have taken."""


class Places(NamedTuple):
    """The places of a tournament, with the players who hold them now."""

    order: list[str]
    """By strength."""
    gone: list[str]
    holders: dict[str, str]
    """Who holds the place of each player that was replaced."""
    began: int
    """With so many of them it began: late entrants come last."""


def places_of(entrants: Sequence[Entrant]) -> Places:
    """The places of those who play, or have left a place that nobody took."""
    holders = place_holders({each.member: each.instead for each in entrants})
    there = [each for each in entrants if not each.waits and each.member not in holders]
    began = sum(not each.since for each in there)
    return Places([each.member for each in there], [each.member for each in there if each.gone], holders, began)


class Ruling(msgspec.Struct, frozen=True):
    """A ruling of an umpire, for all to read."""

    at: float
    by: str
    act: str
    subject: str
    other: str
    detail: str
    why: str


class Ruled(NamedTuple):
    """A ruling to be written with what it changes."""

    by: str
    why: str


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
    third: str = ""
    """The game that decides a tie of a knock-out."""
    decided: str = ""
    """Who won it."""

    @property
    def pairing(self) -> Pairing:
        """As the rules of tournaments see it."""
        score = None if self.score < 0 else self.score
        return Pairing(self.round, self.first, self.second, score, self.forfeit, self.decided)

    @property
    def matches(self) -> list[str]:
        """Its games, as far as they were begun."""
        return [match for match in (self.match, self.other, self.third) if match]

    @property
    def open(self) -> bool:
        """Whether it is still to be decided."""
        return self.score < 0 and bool(self.second)


class Tournaments:
    """The tables of tournaments."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def create(self, wanted: Wanted, by: str, also: Sequence[Callable[[Tournament], Also]] = ()) -> Tournament:
        """Announce one, with what follows from it; that is on record."""
        made = Tournament(id=secrets.token_hex(5), by=by, made=time.time(), **msgspec.structs.asdict(wanted))
        values = msgspec.structs.asdict(made)
        values |= {"options": _encode(made.options).decode(), "pace": _encode(made.pace).decode()}
        values |= {name: int(values[name]) for name in ("rated", "accelerated", "reminded")}
        with self._tables.write() as db:
            db.execute(insert(schema.tournaments).values(**values))
            noted(by, "tournament announced", made.id, made.name)(db)
            for each in also:
                each(made)(db)
        return made

    def wishing(self) -> list[str]:
        """The members who want to hear of new tournaments."""
        m = schema.members.c
        with self._tables.read() as db:
            return list(db.execute(select(m.id).where(m.announcements == 1, m.gone == 0)).scalars())

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
        plays = t.tournament.in_(list(idents)), t.waits == 0, t.instead == ""
        query = select(t.tournament, func.count()).where(*plays).group_by(t.tournament)
        with self._tables.read() as db:
            return {row[0]: row[1] for row in db.execute(query)}

    def entrants(self, ident: str) -> list[Entrant]:
        """Entrants, by strength once the tournament has started, before by entry."""
        t = schema.entrants.c
        query = select(t.member, t.seed, t.gone, t.waits, t.since, t.instead).where(t.tournament == ident)
        with self._tables.read() as db:
            rows = db.execute(query.order_by(t.seed, t.at, t.member)).mappings()
            return [typed(Entrant, {**row, "waits": bool(row["waits"])}) for row in rows]

    def meetings(self, ident: str) -> list[Meeting]:
        """All pairings, in order."""
        t = schema.pairings.c
        query = select(t.round, t.n, t.first, t.second, t.match, t.other, t.score, t.forfeit, t.third, t.decided)
        with self._tables.read() as db:
            rows = db.execute(query.where(t.tournament == ident).order_by(t.round, t.n)).mappings()
            return [typed(Meeting, {**row, "forfeit": bool(row["forfeit"])}) for row in rows]

    def of_match(self, match: str) -> str:
        """The tournament that a match belongs to; nothing for any other."""
        t = schema.pairings.c
        with self._tables.read() as db:
            query = select(t.tournament).where(or_(t.match == match, t.other == match, t.third == match), t.match != "")
            return str(db.execute(query).scalar() or "")

    def rulings(self, ident: str) -> list[Ruling]:
        """Rulings of umpires, in order."""
        t = schema.rulings.c
        query = select(t.at, t.by, t.act, t.subject, t.other, t.detail, t.why).where(t.tournament == ident)
        with self._tables.read() as db:
            return [typed(Ruling, row._asdict()) for row in db.execute(query.order_by(t.n))]

    # --- signing up

    def enter(self, ident: str, member: str, waits: bool = False) -> bool:
        """Sign somebody up, or with `waits` as a substitute; not when it has begun or is full."""
        t, e = schema.tournaments.c, schema.entrants
        with self._tables.write() as db:
            locked(db, f"tournament-{ident}")
            row = db.execute(select(t.status, t.most, t.closes).where(t.id == ident)).first()
            known = db.execute(select(e.c.member, e.c.waits).where(e.c.tournament == ident)).all()
            if any(each.member == member and bool(each.waits) == waits for each in known):
                return True
            playing, now = sum(not each.waits for each in known), time.time()
            if row is None or row.status not in ((OPEN, RUNNING) if waits else (OPEN,)):
                return False
            if not waits and ((row.most and playing >= row.most) or (row.closes and now >= row.closes)):
                return False
            if any(each.member == member for each in known):
                if waits:
                    return False  # they play, or have played
                mine = e.c.tournament == ident, e.c.member == member
                db.execute(update(e).where(*mine).values(waits=0, at=now))
            else:
                values = {"tournament": ident, "member": member, "at": now, "seed": 0, "gone": 0.0}
                db.execute(insert(e).values(**values, waits=int(waits), since=0, instead=""))
            return True

    def withdraw(self, ident: str, member: str, ruled: Ruled | None = None, also: Sequence[Also] = ()) -> bool:
        """Withdraw a member: off the list before the start, no more games afterwards; False for others. What else
        follows is written with it."""
        t, e = schema.tournaments.c, schema.entrants
        mine = and_(e.c.tournament == ident, e.c.member == member)
        with self._tables.write() as db:
            locked(db, f"tournament-{ident}")
            status = db.execute(select(t.status).where(t.id == ident)).scalar()
            waits = db.execute(select(e.c.waits).where(mine)).scalar()
            if status == OPEN or (status == RUNNING and waits):
                done = db.execute(delete(e).where(mine)).rowcount == 1
            elif status == RUNNING:
                done = db.execute(update(e).where(mine, e.c.gone == 0).values(gone=time.time())).rowcount == 1
            else:
                done = False
            if done and ruled is not None:
                _rule(db, ident, ruled, WITHDRAWN, member)
            for write in also if done else ():
                write(db)
            return done

    def admit(self, ident: str, member: str, since: int, ruled: Ruled) -> bool:
        """Let a substitute play from this round on; before the start like all others."""
        e = schema.entrants
        with self._tables.write() as db:
            locked(db, f"tournament-{ident}")
            mine = e.c.tournament == ident, e.c.member == member, e.c.waits == 1
            last = db.execute(select(func.max(e.c.seed)).where(e.c.tournament == ident)).scalar() or 0
            values = {"waits": 0, "since": since, "seed": last + 1 if since else 0}
            done = db.execute(update(e).where(*mine).values(values)).rowcount == 1
            if done:
                _rule(db, ident, ruled, ADMITTED, member)
            return done

    def substitute(self, ident: str, replaced: str, by: str, ruled: Ruled, also: Sequence[Also] = ()) -> bool:
        """Let a substitute take the place of a player, who plays no more, with what follows from it."""
        e = schema.entrants
        with self._tables.write() as db:
            locked(db, f"tournament-{ident}")
            known = {row.member: row for row in db.execute(select(e).where(e.c.tournament == ident))}
            taken = any(row.instead == replaced for row in known.values())
            if taken or replaced not in known or by not in known or known[replaced].waits or not known[by].waits:
                return False
            one = e.c.tournament == ident
            now = time.time()
            db.execute(update(e).where(one, e.c.member == replaced, e.c.gone == 0).values(gone=now))
            values = {"waits": 0, "instead": replaced, "seed": known[replaced].seed}
            db.execute(update(e).where(one, e.c.member == by).values(values))
            p = schema.pairings
            for column in (p.c.first, p.c.second):
                open_ = p.c.tournament == ident, p.c.score < 0, column == replaced
                db.execute(update(p).where(*open_).values({column: by}))
            _rule(db, ident, ruled, SUBSTITUTED, replaced, by)
            for each in also:
                each(db)
            return True

    # --- playing

    def start(self, ident: str, seeded: Sequence[str], also: Sequence[Also] = ()) -> bool:
        """Begin with these, the strongest first, and write what else follows; of several who try, one is told that
        they did."""
        t, e = schema.tournaments, schema.entrants
        with self._tables.write() as db:
            locked(db, f"tournament-{ident}")
            there = db.execute(select(e.c.member).where(e.c.tournament == ident, e.c.waits == 0)).scalars().all()
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

    def cancel(self, ident: str, ruled: Ruled, also: Sequence[Also] = (), act: str = CANCELLED) -> bool:
        """Call one off that has not ended, with what follows from it."""
        t = schema.tournaments
        with self._tables.write() as db:
            called_off = update(t).where(t.c.id == ident, t.c.status.in_((OPEN, RUNNING)))
            if db.execute(called_off.values(status=CALLED_OFF, ended=time.time())).rowcount != 1:
                return False
            _rule(db, ident, ruled, act)
            for write in also:
                write(db)
            return True

    def remind(self, ident: str, also: Sequence[Also]) -> bool:
        """Tell once that entries close soon."""
        t = schema.tournaments
        with self._tables.write() as db:
            first = update(t).where(t.c.id == ident, t.c.status == OPEN, t.c.reminded == 0)
            done = db.execute(first.values(reminded=1)).rowcount == 1
            for each in also if done else ():
                each(db)
            return done

    def pair(self, ident: str, after: int, pairings: Sequence[Pairing], also: Sequence[Also] = ()) -> bool:
        """The next round, or the end where there is none, with what follows from it; one process does it."""
        t = schema.tournaments
        values = {"round": after + 1} if pairings else {"status": OVER, "ended": time.time()}
        with self._tables.write() as db:
            now = update(t).where(t.c.id == ident, t.c.status == RUNNING, t.c.round == after)
            if db.execute(now.values(**values)).rowcount != 1:
                return False
            rows = [
                {"tournament": ident, "round": after + 1, "n": n, "first": each.first, "second": each.second,
                 "match": "", "other": "", "score": -1.0 if each.score is None else each.score,
                 "forfeit": int(each.forfeit), "lease": 0.0, "third": "", "decided": ""}
                for n, each in enumerate(pairings, 1)
            ]  # fmt: skip
            if rows:
                db.execute(insert(schema.pairings), rows)
            for each in also:
                each(db)
            return True

    def take(self, ident: str, meeting: Meeting, now: float) -> bool:
        """Be the one who makes the matches of a pairing, or the one that decides a tie."""
        p = schema.pairings
        empty = p.c.third == "" if meeting.match else p.c.match == ""
        free = and_(_this(ident, meeting), empty, p.c.score < 0, p.c.lease < now)
        with self._tables.write() as db:
            return db.execute(update(p).where(free).values(lease=now + LEASE)).rowcount == 1

    def made(self, ident: str, meeting: Meeting, matches: Sequence[str]) -> Also:
        """Its matches are there, written with them; refused where others were made for it meanwhile."""
        p = schema.pairings

        def write(db: Connection) -> None:
            empty = p.c.third == "" if meeting.match else p.c.match == ""
            values = {"third": matches[0]} if meeting.match else {"match": matches[0], "other": matches[1]}
            if db.execute(update(p).where(_this(ident, meeting), empty).values(values)).rowcount != 1:
                raise Refused("This pairing has its matches already.")

        return write

    def decide(self, ident: str, meeting: Meeting, score: float, forfeit: bool, decided: str = "") -> bool:
        """A pairing is over."""
        p = schema.pairings
        with self._tables.write() as db:
            open_ = update(p).where(_this(ident, meeting), p.c.score < 0)
            return db.execute(open_.values(score=score, forfeit=int(forfeit), decided=decided)).rowcount == 1

    def correct(self, ident: str, meeting: Meeting, score: float, ruled: Ruled) -> bool:
        """An umpire sets the result of a pairing, as long as nothing was paired by it in a knock-out."""
        p = schema.pairings
        with self._tables.write() as db:
            values = {"score": score, "forfeit": 0, "decided": ""}
            done = db.execute(update(p).where(_this(ident, meeting)).values(values)).rowcount == 1
            if done:
                _rule(db, ident, ruled, CORRECTED, meeting.first, meeting.second, f"{score:g}–{GAMES - score:g}")
            return done


def _rule(
    db: Connection, ident: str, ruled: Ruled, act: str, subject: str = "", other: str = "", detail: str = ""
) -> None:
    t = schema.rulings
    locked(db, f"tournament-{ident}")
    last = db.execute(select(func.max(t.c.n)).where(t.c.tournament == ident)).scalar() or 0
    values = {"tournament": ident, "n": last + 1, "at": time.time(), "by": ruled.by, "act": act, "why": ruled.why}
    db.execute(insert(t).values(**values, subject=subject, other=other, detail=detail))


def _this(ident: str, meeting: Meeting) -> Any:
    p = schema.pairings.c
    return and_(p.tournament == ident, p.round == meeting.round, p.n == meeting.n)


def _tournament(row: Any) -> Tournament:
    values = dict(row)
    values |= {"options": msgspec.json.decode(values["options"]), "pace": _pace.decode(values["pace"])}
    return typed(Tournament, values | {name: bool(values[name]) for name in ("rated", "accelerated", "reminded")})
