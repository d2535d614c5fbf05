"""Storage of the lobby and of club matches: open games, seats by member, clocks and endings.

Both engines behind SQLAlchemy, one short transaction a call; nothing here is on the path of a decision. Every method
blocks and is called off the event loop.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, and_, delete, func, insert, or_, select, text, update
from sqlalchemy.exc import IntegrityError

from grognard.club.clock import DAY, Clock, NoPace, Pace, Span
from grognard.kernel.flow import Refused
from grognard.store import schema
from grognard.store.engine import Also, Tables, locked, readable, typed
from grognard.store.interface import CHANNEL

OPEN, OVER = "open", "over"
JOINING, SEATING, JOINED, DECLINED, WITHDRAWN = "joining", "seating", "joined", "declined", "withdrawn"
"""A table is `joining` from the moment somebody sits down until its match is there. Where it is a seat of a match it
is `seating` from the moment the club knows who sits there until the match does."""
NEWBORN = "club:newborn"
"""Among the makers of a match that was made for the club, until the club knows it."""
EMAILED = "club:emails"
"""The same of a match by link at which somebody has left an address."""
VOID = "void:"
"""Before a side in the column `draw`: it proposes to abandon the match. Of the two proposals the last one stands."""
MOST_TABLES = 300
GUESTS_STAY, SETTLED_STAYS, COUNTED = DAY, 30 * DAY, 30 * DAY
"""Seconds after which `sweep` clears away: guests' open tables, settled ones, and for whom an open match counts."""
ALIVE = "alive"
"""Under this name the club's facts have the last moment at which a server process was seen to run."""
_pace = msgspec.json.Decoder(Pace)
_clock = msgspec.json.Decoder(Clock)
_encode = msgspec.json.Encoder().encode


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """A table on offer, a challenge, or a seat that became empty."""

    id: str
    by: str
    key: str = ""
    game: str
    scenario: str
    options: dict[str, str]
    side: str
    rated: bool
    pace: Pace
    low: float = 0.0
    high: float = 0.0
    to: str = ""
    digest: str = ""
    both: bool = False
    match: str = ""
    watch: bool = True
    made: float
    status: str = OPEN


class ClubMatch(msgspec.Struct, frozen=True, kw_only=True):
    """The club's row of a match."""

    match: str
    game: str
    scenario: str
    options: dict[str, str]
    rated: bool
    watch: bool = True
    pace: Pace = NoPace()
    clock: Clock | None = None
    pair: str = ""
    again: str = ""
    draw: str = ""
    asks: str = ""
    since: float = 0.0
    made: float
    due: float = 0.0
    warned: float = 0.0
    status: str = OPEN
    how: str = ""
    winner: str = ""
    ended: float = 0.0
    revision: int = 0
    seats: dict[str, str] = {}
    """Side to the id of who sits there."""

    @property
    def proposes_draw(self) -> str:
        """The side that offers a draw, if any."""
        return "" if self.draw.startswith(VOID) else self.draw

    @property
    def proposes_void(self) -> str:
        """The side that proposes to abandon the match, if any."""
        return self.draw.removeprefix(VOID) if self.draw.startswith(VOID) else ""


class Waiting(msgspec.Struct, frozen=True):
    """One of a member's matches, as the lobby shows it."""

    row: ClubMatch
    turn: int
    decides: str
    updated: float


class FullError(Exception):
    """Somebody has as many tables open as may be: so many, or 0 where it is all guests together."""


class Lobby:
    """The tables of the lobby."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    # --- tables on offer

    def offer(self, offer: Offer, most: int = 0, most_of_guests: int = 0, also: Sequence[Also] = ()) -> bool:
        """Put a table up, and write what else follows; False where one of that name is there already: of two who ask
        at once, one was quicker.

        With `most`, a member (or the guest with its key) who has so many open puts up no more, and guests no more than
        so many together: counted and written in one transaction, `FullError` otherwise.
        """
        t = schema.lobby.c
        try:
            with self._tables.write() as db:
                if most:
                    locked(db, f"tables-{offer.by}")
                    open_ = select(func.count()).select_from(schema.lobby).where(t.status == OPEN, t.by == offer.by)
                    own = open_ if offer.by else open_.where(t.key == offer.key)
                    if (db.execute(own).scalar() or 0) >= most:
                        raise FullError(most)
                    if not offer.by and (db.execute(open_).scalar() or 0) >= most_of_guests:
                        raise FullError(0)
                db.execute(insert(schema.lobby).values(**_offer_values(offer)))
                for write in also:
                    write(db)
        except IntegrityError:
            return False
        return True

    def offer_seat(self, offer: Offer) -> bool:
        """Offer a seat at a match to anybody; False where it is on offer already."""
        t = schema.lobby
        with self._tables.write() as db:
            locked(db, f"seat-{offer.match}-{offer.side}")
            there = select(t.c.id).where(t.c.match == offer.match, t.c.side == offer.side, t.c.status == OPEN)
            if db.execute(there).first() is not None:
                return False
            db.execute(insert(t).values(**_offer_values(offer)))
            return True

    def offers(self, member: str) -> list[Offer]:
        """Open tables: those that anybody may join, and those by or to a member; newest first."""
        t = schema.lobby.c
        listed = and_(t.to == "", t.digest == "")
        own = or_(t.by == member, t.to == member) if member else t.id == ""
        with self._tables.read() as db:
            query = select(schema.lobby).where(t.status == OPEN, or_(listed, own))
            rows = db.execute(query.order_by(t.made.desc()).limit(MOST_TABLES)).mappings()
            return readable(rows, _offer, "lobby")

    def offer_of(self, ident: str = "", digest: str = "") -> Offer | None:
        """One table, by its id or by the digest of its link's code."""
        t = schema.lobby.c
        with self._tables.read() as db:
            query = select(schema.lobby).where(t.id == ident if ident else and_(t.digest == digest, t.digest != ""))
            row = db.execute(query).mappings().first()
            return None if row is None else _offer(row)

    def settle(self, ident: str, status: str, before: str = OPEN, also: Sequence[Also] = ()) -> bool:
        """Take an offer off, and write what else follows; of several who try, one is told that it was theirs."""
        t = schema.lobby
        with self._tables.write() as db:
            done = db.execute(update(t).where(t.c.id == ident, t.c.status == before).values(status=status))
            if done.rowcount != 1:
                return False
            for write in also:
                write(db)
            return True

    def reopen(self, ident: str) -> None:
        """Put a table up again that could not be made into a match."""
        t = schema.lobby
        with self._tables.write() as db:
            db.execute(update(t).where(t.c.id == ident, t.c.status == JOINING).values(status=OPEN))

    def unsettled(self, limit: int = 50) -> list[str]:
        """Tables that somebody has joined and that have no match yet, and seats of which the match does not know."""
        t = schema.lobby.c
        with self._tables.read() as db:
            return list(db.scalars(select(t.id).where(t.status.in_((JOINING, SEATING))).limit(limit)))

    def sat_down(self, ident: str) -> None:
        """The match knows who has the seat; what a guest's was made of is forgotten."""
        t = schema.lobby
        with self._tables.write() as db:
            db.execute(update(t).where(t.c.id == ident, t.c.status == SEATING).values(status=JOINED, key=""))

    def orphans(self, before: float, limit: int = 50) -> list[str]:
        """Matches that were stored before some time for the club, which never heard of them."""
        m, k = schema.matches.c, schema.makers.c
        query = select(m.id).join_from(schema.makers, schema.matches, m.id == k.match)
        with self._tables.read() as db:
            return list(db.scalars(query.where(k.maker == NEWBORN, m.updated < before).limit(limit)))

    def keep_emails(self, match: str) -> None:
        """Somebody has left an address at a match by link: it is found again when it has gone on."""
        k = schema.makers.c
        with self._tables.write() as db:
            locked(db, f"emails-{match}")
            there = select(k.match).where(k.match == match, k.maker == EMAILED)
            if db.execute(there).first() is None:
                db.execute(insert(schema.makers).values(match=match, maker=EMAILED))

    def owing_emails(self, since: float, before: float) -> list[str]:
        """Matches by link with addresses that went on between two times."""
        m, k = schema.matches.c, schema.makers.c
        query = select(m.id).join_from(schema.makers, schema.matches, m.id == k.match)
        with self._tables.read() as db:
            return list(db.scalars(query.where(k.maker == EMAILED, m.updated >= since, m.updated < before)))

    def sweep(self, now: float) -> None:
        """Guests' tables at which nobody sat down in a day are taken off; of what is settled nothing stays for long,
        of guests' keys nothing at all."""
        t, m = schema.lobby, schema.matches.c
        with self._tables.write() as db:
            left = t.c.by == "", t.c.key != "", t.c.status == OPEN, t.c.made < now - GUESTS_STAY
            db.execute(update(t).where(*left).values(status=WITHDRAWN, key=""))
            db.execute(delete(t).where(t.c.status != OPEN, t.c.made < now - SETTLED_STAYS))
            # Whose matches they were (digests of keys and addresses) is of use only while they count.
            counts = select(m.id).where(m.status == OPEN, m.updated > now - COUNTED)
            db.execute(delete(schema.makers).where(schema.makers.c.match.not_in(counts)))

    # --- matches of the club

    def add(self, *rows: ClubMatch, also: Sequence[Also] = (), by: str = "", most: int = 0) -> None:
        """New matches with their seats, all or none, and what else follows from them.

        With `most`, the member `by` whom they are begun has no more than so many open ones: counted and written in one
        transaction, `FullError` otherwise.
        """
        seats = [{"match": row.match, "side": side, "member": who} for row in rows for side, who in row.seats.items()]
        with self._tables.write() as db:
            if by and most:
                locked(db, f"matches-{by}")
                if _open_of(db, by) + len(rows) > most:
                    raise FullError(most)
            db.execute(insert(schema.club_matches), [_match_values(row) for row in rows])
            db.execute(insert(schema.seats), seats)
            born = schema.makers.c.match.in_([row.match for row in rows]), schema.makers.c.maker == NEWBORN
            db.execute(delete(schema.makers).where(*born))
            for write in also:
                write(db)

    def match(self, ident: str) -> ClubMatch | None:
        """The club's row of a match; None of one that is not the club's."""
        with self._tables.read() as db:
            return _one(db, ident)

    def several(self, idents: Sequence[str]) -> dict[str, ClubMatch]:
        """The rows of several matches, as they are now."""
        t = schema.club_matches
        with self._tables.read() as db:
            rows = db.execute(select(t).where(t.c.match.in_(list(idents)))).mappings().all()
            seats = _seats(db, [row["match"] for row in rows])
            found = readable(rows, lambda row: _match(row, seats[row["match"]]), "club_matches", "match")
            return {row.match: row for row in found}

    def change(self, row: ClubMatch, also: Sequence[Also] = (), **values: Any) -> ClubMatch | None:
        """Change some facts of a match, and write what else follows from that, if nobody else changed it since it was
        read; None when somebody did."""
        new = msgspec.structs.replace(row, revision=row.revision + 1, **values)
        t = schema.club_matches
        with self._tables.write() as db:
            done = db.execute(
                update(t).where(t.c.match == row.match, t.c.revision == row.revision).values(**_match_values(new))
            )
            if done.rowcount != 1:
                return None
            for write in also:
                write(db)
            return new

    def matches_of(self, member: str, limit: int = 100) -> list[Waiting]:
        """A member's matches: open ones first, then by when they were last played at."""
        m, c, s = schema.matches.c, schema.club_matches.c, schema.seats.c
        joined = schema.seats.join(schema.club_matches, c.match == s.match).join(schema.matches, m.id == s.match)
        query = select(*c, m.turn, m.decides, m.updated).select_from(joined).where(s.member == member)
        with self._tables.read() as db:
            found = db.execute(query.order_by(c.status, m.updated.desc()).limit(limit)).mappings().all()
            seats = _seats(db, [row["match"] for row in found])
            return readable(found, lambda row: _waiting(row, seats), "club_matches", "match")

    def open_of(self, member: str) -> int:
        """The number of a member's open matches."""
        with self._tables.read() as db:
            return _open_of(db, member)

    def ended(self, matches: Iterable[str]) -> set[str]:
        """Those among some matches that are over for the club, by their rules or otherwise."""
        c = schema.club_matches.c
        with self._tables.read() as db:
            return set(db.scalars(select(c.match).where(c.match.in_(list(matches)), c.status == OVER)))

    def waits_for(self, member: str) -> int:
        """The number of open matches that wait for a member's decision."""
        m, c, s = schema.matches.c, schema.club_matches.c, schema.seats.c
        joined = schema.seats.join(schema.club_matches, c.match == s.match).join(schema.matches, m.id == s.match)
        query = select(c.match).select_from(joined)
        with self._tables.read() as db:
            return len(db.execute(query.where(s.member == member, c.status == OPEN, m.decides == s.side)).all())

    def live(self, limit: int = 100) -> list[Waiting]:
        """Open matches that anybody may watch, those played at last first."""
        m, c = schema.matches.c, schema.club_matches.c
        joined = schema.club_matches.join(schema.matches, m.id == c.match)
        query = select(*c, m.turn, m.decides, m.updated).select_from(joined).where(c.status == OPEN, c.watch == 1)
        with self._tables.read() as db:
            found = db.execute(query.order_by(m.updated.desc()).limit(limit)).mappings().all()
            seats = _seats(db, [row["match"] for row in found])
            return readable(found, lambda row: _waiting(row, seats), "club_matches", "match")

    def due(self, now: float, limit: int = 50) -> list[str]:
        """Open matches whose clock must be looked at."""
        c = schema.club_matches.c
        with self._tables.read() as db:
            query = select(c.match).where(c.status == OPEN, c.due > 0, c.due <= now)
            return [row[0] for row in db.execute(query.order_by(c.due).limit(limit))]

    def behind(self, before: float, limit: int = 50) -> list[str]:
        """Open matches that went on before some time without the club knowing it: the rules have ended them, or
        another side is asked. The process that stored the last decision ended before it wrote down what follows."""
        m, c = schema.matches.c, schema.club_matches.c
        joined = schema.club_matches.join(schema.matches, m.id == c.match)
        went_on = or_(m.status == OVER, and_(m.decides != c.asks, m.updated < before))
        with self._tables.read() as db:
            return list(db.scalars(select(c.match).select_from(joined).where(c.status == OPEN, went_on).limit(limit)))

    def decided_at(self, match: str) -> float:
        """The time at which the last decision of a match was stored; 0 for none that is there."""
        m = schema.matches.c
        with self._tables.read() as db:
            return db.execute(select(m.updated).where(m.id == match)).scalar() or 0.0

    def left_open(self, limit: int = 50) -> list[tuple[str, str]]:
        """Open matches of members who have ended their account, with these members."""
        c, s, p = schema.club_matches.c, schema.seats.c, schema.members.c
        joined = schema.seats.join(schema.club_matches, c.match == s.match).join(schema.members, p.id == s.member)
        query = select(c.match, p.id).select_from(joined).where(c.status == OPEN, p.gone > 0).limit(limit)
        with self._tables.read() as db:
            return [(row[0], row[1]) for row in db.execute(query)]

    # --- when the server was down

    def beat(self, now: float, gap: float, stood_still: float | None = None) -> Span | None:
        """A server process is running now. When none was for longer than `gap`, that time stands still.

        A process that was running before says for how long the machine `stood_still`: without that, a gap is its own
        business, or a clock that was set.
        """
        t = schema.club_facts
        with self._tables.write() as db:
            locked(db, "beat")
            last = db.execute(select(t.c.value).where(t.c.name == ALIVE)).scalar()
            if last is None:
                db.execute(insert(t).values(name=ALIVE, value=repr(now)))
                return None
            if 0 <= float(last) - now <= gap:
                return None  # another process, whose clock is a little ahead
            db.execute(update(t).where(t.c.name == ALIVE).values(value=repr(now)))
            if now - float(last) <= gap or (stood_still is not None and stood_still <= gap):
                return None
            span = Span(float(last) if stood_still is None else max(float(last), now - stood_still), now)
            db.execute(insert(schema.standstills).values(start=span.start, end=span.end))
            return span

    def standstills(self, since: float) -> list[Span]:
        """Times when the server was down. One that ends in the future was written while a clock was wrong."""
        t = schema.standstills.c
        query = select(t.start, t.end).where(t.end > since, t.end <= time.time() + 1).order_by(t.start)
        with self._tables.read() as db:
            found = readable(db.execute(query), lambda row: typed(Span, list(row)), "standstills", "start")
        return [span for span in found if 0 < span.start < span.end]

    # --- who watches

    def watching(self, match: str, by: str, number: int) -> None:
        """A process has so many spectators at a match."""
        t = schema.spectators
        with self._tables.write() as db:
            db.execute(delete(t).where(or_(and_(t.c.match == match, t.c.by == by), t.c.at < time.time() - 3600)))
            if number:
                db.execute(insert(t).values(match=match, by=by, number=number, at=time.time()))

    def spectators(self, match: str, but: str) -> int:
        """The number of spectators of a match at other processes."""
        t = schema.spectators.c
        with self._tables.read() as db:
            rows = db.execute(select(t.number).where(t.match == match, t.by != but, t.at > time.time() - 3600))
            return sum(row[0] for row in rows)

    def announce(self, by: str, match: str) -> None:
        """Tell other processes that the club's facts of a match have changed; a file has no others."""
        if self._tables.shared:
            told = _encode([by, [[match, 0]]]).decode()
            with self._tables.write() as db:
                db.execute(text("SELECT pg_notify(:channel, :told)"), {"channel": CHANNEL, "told": told})


def joined(ident: str, match: str, status: str = JOINED, key: str = "") -> Also:
    """A table has become a match, or, `seating`, a seat has its player; refused when it was put up again meanwhile."""
    t = schema.lobby
    values = {"status": status, "match": match, "key": key}

    def write(db: Connection) -> None:
        done = db.execute(update(t).where(t.c.id == ident, t.c.status == JOINING).values(values))
        if done.rowcount != 1:
            raise Refused("This game was opened again; join it once more.")

    return write


def not_vanished(match: str, side: str, member: str) -> Also:
    """The player of a side has decided again: nobody else is offered that seat. (An offer of one's own stays.)"""
    t = schema.lobby

    def write(db: Connection) -> None:
        open_ = t.c.match == match, t.c.side == side, t.c.status == OPEN, t.c.by != member
        db.execute(update(t).where(*open_).values(status=WITHDRAWN))

    return write


def seating(offer: Offer) -> Also:
    """A seat has another player, of whom the match is still to hear."""

    def write(db: Connection) -> None:
        db.execute(insert(schema.lobby).values(**_offer_values(offer)))

    return write


def seated(match: str, side: str, member: str) -> Also:
    """Another sits there from now on."""
    t = schema.seats

    def write(db: Connection) -> None:
        db.execute(update(t).where(t.c.match == match, t.c.side == side).values(member=member))

    return write


class PlayedAgainError(Exception):
    """A match has its rematch already: of several who began one at once, another was quicker."""


def played_again(match: str, again: str) -> Also:
    """A match has a rematch, and no more than one."""
    t = schema.club_matches

    def write(db: Connection) -> None:
        first = t.c.match == match, t.c.again == ""
        if db.execute(update(t).where(*first).values(again=again, revision=t.c.revision + 1)).rowcount != 1:
            raise PlayedAgainError

    return write


def _open_of(db: Connection, member: str) -> int:
    """The number of a member's open matches."""
    c, s = schema.club_matches.c, schema.seats.c
    joined = schema.seats.join(schema.club_matches, c.match == s.match)
    query = select(func.count(func.distinct(c.match))).select_from(joined)
    return db.execute(query.where(s.member == member, c.status == OPEN)).scalar() or 0


def _one(db: Connection, ident: str) -> ClubMatch | None:
    t = schema.club_matches
    row = db.execute(select(t).where(t.c.match == ident)).mappings().first()
    return None if row is None else _match(row, _seats(db, [ident])[ident])


def _seats(db: Connection, matches: Iterable[str]) -> dict[str, dict[str, str]]:
    t = schema.seats.c
    found: dict[str, dict[str, str]] = {match: {} for match in matches}
    for row in db.execute(select(t.match, t.side, t.member).where(t.match.in_(list(found)))):
        found[row[0]][row[1]] = row[2]
    return found


def _offer(row: Any) -> Offer:
    values = dict(row)
    options, pace = msgspec.json.decode(values.pop("options")), _pace.decode(values.pop("pace"))
    values |= {name: bool(values[name]) for name in ("rated", "both", "watch")}
    return typed(Offer, values | {"options": options, "pace": pace})


def _offer_values(offer: Offer) -> dict[str, Any]:
    values = msgspec.structs.asdict(offer)
    values |= {"options": _encode(offer.options).decode(), "pace": _encode(offer.pace).decode()}
    return values | {"rated": int(offer.rated), "both": int(offer.both), "watch": int(offer.watch)}


def _match(row: Any, seats: dict[str, str]) -> ClubMatch:
    values = {name: row[name] for name in schema.club_matches.c.keys()}  # noqa: SIM118
    clock = values.pop("clock")
    values |= {"options": msgspec.json.decode(values["options"]), "pace": _pace.decode(values["pace"])}
    values |= {"rated": bool(values["rated"]), "watch": bool(values["watch"])}
    return typed(ClubMatch, values | {"clock": _clock.decode(clock) if clock else None, "seats": seats})


def _waiting(row: Any, seats: dict[str, dict[str, str]]) -> Waiting:
    return typed(
        Waiting,
        {"row": _match(row, seats[row["match"]]), **{name: row[name] for name in ("turn", "decides", "updated")}},
    )


def _match_values(row: ClubMatch) -> dict[str, Any]:
    values = msgspec.structs.asdict(row)
    del values["seats"]
    values |= {"options": _encode(row.options).decode(), "pace": _encode(row.pace).decode()}
    values["clock"] = _encode(row.clock).decode() if row.clock is not None else ""
    return values | {"rated": int(row.rated), "watch": int(row.watch)}
