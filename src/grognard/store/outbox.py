"""Notices and what becomes of them: each waits a little, is dropped when it is not needed, and goes every way that its
member chose. Any number of processes may be at it: a notice is spread in one transaction, and a delivery is leased to
one process at a time."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import Connection, and_, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from grognard.club.notification_text import ONCE, WAITS
from grognard.store.engine import DAMAGE, Also, Tables, readable, report, typed
from grognard.store.schema import club_facts, club_matches, deliveries, matches, members, notices, pushes, sights

LEASE = 90.0
"""Seconds after which another process may try a delivery that one has begun."""
AT_ONCE = 2
"""Deliveries of one member that may be under way."""
KEPT = 14 * 86_400.0
"""Seconds after which notices and deliveries are swept away."""


class Push(msgspec.Struct, frozen=True):
    """A browser that can be reached by Web Push."""

    id: str
    endpoint: str
    p256dh: str
    auth: str
    device: str


class Delivery(msgspec.Struct, frozen=True):
    """Something to be sent."""

    id: str
    member: str
    way: str
    target: str
    body: dict[str, Any]
    tries: int


class Notice(msgspec.Struct, frozen=True):
    """Something that a member is to be told."""

    id: str
    member: str
    kind: str
    match: str
    facts: dict[str, Any]
    made: float


class Wishes(msgspec.Struct, frozen=True):
    """A member's notification settings."""

    email: str
    verified: bool
    mail: str
    reminders: bool
    webhook: dict[str, str] | None
    push: list[Push]
    announcements: bool = False


Word = Callable[[Notice, str, str], dict[str, Any]]
"""A notice as it is sent by a way, to a shape."""


class Outbox(Tables):
    """The outbox: notifications to be sent."""

    # --- wishes

    def wishes(self, member: str) -> Wishes:
        """A member's notification settings."""
        with self.read() as db:
            return _wishes(db, member)

    def add_push(self, member: str, endpoint: str, p256dh: str, auth: str, device: str, most: int) -> str:
        """A browser to be reached by Web Push, in place of the same one; the oldest goes when there are too many."""
        ident = secrets.token_hex(6)
        with self.write() as db:
            db.execute(delete(pushes).where(pushes.c.endpoint == endpoint))
            values = {"id": ident, "member": member, "endpoint": endpoint, "p256dh": p256dh, "auth": auth}
            db.execute(insert(pushes).values(**values, device=device, made=time.time()))
            own = select(pushes.c.id).where(pushes.c.member == member).order_by(pushes.c.made.desc())
            kept = [row.id for row in db.execute(own)][:most]
            db.execute(delete(pushes).where(pushes.c.member == member, pushes.c.id.not_in(kept)))
        return ident

    def end_push(self, ident: str, member: str = "") -> bool:
        """Such a browser is gone, or the member turned this off."""
        chosen = delete(pushes).where(pushes.c.id == ident)
        with self.write() as db:
            return bool(db.execute(chosen.where(pushes.c.member == member) if member else chosen).rowcount)

    def drop_all(self, member: str) -> None:
        """Drop all notifications of a deleted account."""
        with self.write() as db:
            for table in (pushes, notices, deliveries, sights):
                db.execute(delete(table).where(table.c.member == member))

    def see(self, member: str, match: str, revision: int) -> None:
        """A member was really shown a match just now."""
        with self.write() as db:
            own = and_(sights.c.member == member, sights.c.match == match)
            values = {"revision": revision, "at": time.time()}
            if not db.execute(update(sights).where(own).values(values)).rowcount:
                db.execute(insert(sights).values(member=member, match=match, **values))

    # --- notices

    def tell(
        self, member: str, kind: str, match: str, facts: dict[str, Any], wait: float, at: float | None = None
    ) -> str:
        """Put a notice in the box; of those that a match waits for somebody only the last stays, of talk the first.

        `at` is when it happened, where that was some moments ago: who saw the match since needs no notice.
        """
        with self.write() as db:
            return put_notice(db, member, kind, match, facts, wait, at)

    def tell_once(
        self, member: str, kind: str, match: str, facts: dict[str, Any], wait: float, since: float
    ) -> bool:
        """The same, unless the member was told of it since then."""
        n = notices.c
        same = n.member == member, n.match == match, n.kind == kind, n.made >= since
        with self.write() as db:
            if db.execute(select(n.id).where(*same)).first() is None:
                put_notice(db, member, kind, match, facts, wait)
                return True
            return False

    def send(self, member: str, way: str, body: dict[str, Any], target: str = "") -> str:
        """Something to be sent at once."""
        with self.write() as db:
            return _deliver(db, member, "", way, target, body, time.time())

    def spread(self, word: Word, limit: int = 50) -> int:
        """Turn notices that have waited long enough into deliveries; how many there were."""
        now = time.time()
        due = select(notices).where(notices.c.due > 0, notices.c.due <= now).order_by(notices.c.due).limit(limit)
        with self.write() as db:
            rows = db.execute(due.with_for_update(skip_locked=True)).all()
            for row in rows:
                later = False
                for notice in readable([row], _notice, "notices"):
                    try:
                        with db.begin_nested():
                            later = _is_needed(db, notice) and _spread_one(db, notice, word, now)
                    except DAMAGE as wrong:
                        report("notices", notice.id, wrong)
                db.execute(update(notices).where(notices.c.id == row.id).values(due=0, digested=int(later)))
            return len(rows)

    def digest(self, day: float, word: Callable[[list[Notice]], dict[str, Any]]) -> int:
        """Make the daily emails, each once for the day that began then; how many."""
        waiting = select(notices.c.member).where(notices.c.digested == 1)
        with self.write() as db:
            chosen = select(members.c.id).where(members.c.id.in_(waiting), members.c.digest < day)
            who = [row.id for row in db.execute(chosen.with_for_update(skip_locked=True))]
            for member in who:
                own = notices.c.member == member, notices.c.digested == 1
                rows = db.execute(select(notices).where(*own).order_by(notices.c.made)).all()
                told = readable(rows, _notice, "notices")
                needed = [notice for notice in told if _is_needed(db, notice)]
                wishes = _wishes(db, member)
                if needed and wishes.mail == "daily" and wishes.verified:
                    _deliver(db, member, "", "mail", "", word(needed), time.time())
                db.execute(update(notices).where(*own).values(digested=0))
                db.execute(update(members).where(members.c.id == member).values(digest=day))
            return len(who)

    # --- deliveries

    def take(self, me: str, limit: int = 20) -> list[Delivery]:
        """Deliveries that are due, of one member never more than `AT_ONCE` under way: this process's until their
        lease ends. Anyone who is slow to answer keeps nobody else waiting."""
        now = time.time()
        own = deliveries.c
        place = func.row_number().over(partition_by=own.member, order_by=own.due).label("place")
        waiting = select(own.id, place).where(own.due > 0, own.due <= now).subquery()
        first = select(waiting.c.id).where(waiting.c.place <= AT_ONCE)
        due = select(own.id, own.member).where(own.id.in_(first)).order_by(own.due).limit(limit)
        leased = select(own.member, func.count()).where(own.by != "", own.due > now).group_by(own.member)
        with self.write() as db:
            free = {row[0]: AT_ONCE - row[1] for row in db.execute(leased)}
            chosen = []
            for row in db.execute(due.with_for_update(skip_locked=True)):
                if free.setdefault(row.member, AT_ONCE) > 0:
                    free[row.member] -= 1
                    chosen.append(row.id)
            if not chosen:
                return []
            lease = {"due": now + LEASE, "by": me, "tries": own.tries + 1}
            db.execute(update(deliveries).where(own.id.in_(chosen)).values(lease))
            rows = db.execute(select(deliveries).where(own.id.in_(chosen))).all()
            taken = readable(rows, _delivery, "deliveries")
            damaged = {row.id for row in rows} - {each.id for each in taken}
            given_up = {"due": 0.0, "by": "", "outcome": "given up: it cannot be read"}
            db.execute(update(deliveries).where(own.id.in_(damaged)).values(given_up))
            return taken

    def finish(self, ident: str, me: str, outcome: str, again: float = 0.0) -> None:
        """A delivery is done or given up, and its body forgotten; or it is tried again at a time."""
        values: dict[str, Any] = {"due": again, "by": "", "outcome": outcome[:200]}
        if not again:
            values["body"] = "{}"
        with self.write() as db:
            db.execute(update(deliveries).where(deliveries.c.id == ident, deliveries.c.by == me).values(values))

    def is_idle(self) -> bool:
        """Whether nothing is due: looked at before anything is locked."""
        now = time.time()
        with self.read() as db:
            for table in (notices, deliveries):
                if db.execute(select(table.c.id).where(table.c.due > 0, table.c.due <= now).limit(1)).first():
                    return False
        return True

    def sweep(self) -> None:
        """Forget what was sent long ago."""
        old = time.time() - KEPT
        with self.write() as db:
            db.execute(delete(notices).where(notices.c.made < old, notices.c.due == 0, notices.c.digested == 0))
            gone = deliveries.c.due == 0, deliveries.c.notice.not_in(select(notices.c.id))
            db.execute(delete(deliveries).where(*gone))

    def outcomes(self, member: str, limit: int = 20) -> list[dict[str, Any]]:
        """Outcomes of a member's notifications, the last first."""
        own = deliveries.c
        with self.read() as db:
            rows = db.execute(select(own.way, own.tries, own.outcome).where(own.member == member).limit(limit))
            return [{"way": row.way, "tries": row.tries, "outcome": row.outcome} for row in rows]

    # --- facts of the club

    def fact(self, name: str, make: Callable[[], str]) -> str:
        """A fact that is made once and kept, whichever process comes first."""
        chosen = select(club_facts.c.value).where(club_facts.c.name == name)
        with self.read() as db:
            known = db.execute(chosen).scalar()
        if known is None:
            try:
                with self.write() as db:
                    db.execute(insert(club_facts).values(name=name, value=make()))
            except IntegrityError:
                pass  # another process was quicker
            with self.read() as db:
                known = db.execute(chosen).scalar()
        return str(known)


def letter(member: str, body: dict[str, Any]) -> Also:
    """An email to be sent at once, written in the transaction of what it tells of."""

    def write(db: Connection) -> None:
        _deliver(db, member, "", "mail", "", body, time.time())

    return write


def put_notice(
    db: Connection, member: str, kind: str, match: str, facts: dict[str, Any], wait: float, at: float | None = None
) -> str:
    """Put a notice in the box, in the transaction of the fact that it tells of; see `Outbox.tell`."""
    ident, now = secrets.token_hex(8), time.time()
    same = notices.c.member == member, notices.c.match == match, notices.c.kind == kind
    if kind in WAITS:
        db.execute(delete(notices).where(*same, notices.c.due > 0))
    if kind in ONCE:
        own = select(sights.c.at).where(sights.c.member == member, sights.c.match == match)
        looked = db.execute(own).scalar() or 0.0
        told = db.execute(select(notices.c.id).where(*same, notices.c.made > looked)).scalar()
        if told is not None:
            return str(told)
    values = {"id": ident, "member": member, "kind": kind, "match": match, "facts": json.dumps(facts)}
    db.execute(insert(notices).values(**values, made=now if at is None else at, due=now + wait, digested=0))
    return ident


def _notice(row: Any) -> Notice:
    facts = _object(row.facts)
    return typed(Notice, {name: getattr(row, name) for name in Notice.__struct_fields__} | {"facts": facts})


def _push(row: Any) -> Push:
    return typed(Push, {name: getattr(row, name) for name in Push.__struct_fields__})


def _delivery(row: Any) -> Delivery:
    body = _object(row.body)
    return typed(Delivery, {name: getattr(row, name) for name in Delivery.__struct_fields__} | {"body": body})


def _object(text: str) -> dict[str, Any]:
    found = json.loads(text)
    if not isinstance(found, dict):
        raise TypeError("it is not an object")
    return found


def _wishes(db: Connection, member: str) -> Wishes:
    row = db.execute(select(members).where(members.c.id == member)).first()
    found = db.execute(select(pushes).where(pushes.c.member == member).order_by(pushes.c.made))
    push = readable(found, _push, "pushes")
    if row is None or row.gone:
        return Wishes("", False, "off", False, None, [])
    hook = _object(row.webhook) if row.webhook else None
    return Wishes(row.email, bool(row.verified), row.mail, bool(row.reminders), hook, push, bool(row.announcements))


def _is_needed(db: Connection, notice: Notice) -> bool:
    """Whether the member was not shown the match since, and it still waits for them."""
    own = sights.c.member == notice.member, sights.c.match == notice.match, sights.c.at >= notice.made
    if notice.match and notice.kind != "test" and db.execute(select(sights.c.at).where(*own)).first():
        return False
    side = notice.facts.get("side")
    if notice.kind in WAITS and side:
        mine = club_matches.c.match == notice.match
        ended = select(club_matches.c.match).where(mine, club_matches.c.status == "over")
        row = db.execute(select(matches.c.status, matches.c.decides).where(matches.c.id == notice.match)).first()
        return row is not None and row.status == "open" and row.decides == side and db.execute(ended).first() is None
    return True


def _spread_one(db: Connection, notice: Notice, word: Word, now: float) -> bool:
    """Queue a notification for every channel that the member chose; whether it also waits for the daily email."""
    wishes = _wishes(db, notice.member)
    if notice.kind == "time-short" and not wishes.reminders:
        return False
    for push in wishes.push:
        _deliver(db, notice.member, notice.id, "push", push.id, word(notice, "push", ""), now)
    if wishes.webhook:
        shape = wishes.webhook["shape"]
        _deliver(db, notice.member, notice.id, "webhook", "", word(notice, "webhook", shape), now)
    by_mail = wishes.verified and wishes.email
    # Members with a daily email are still told in time when their clock runs out.
    if by_mail and (wishes.mail == "each" or (wishes.mail == "daily" and notice.kind == "time-short")):
        _deliver(db, notice.member, notice.id, "mail", "", word(notice, "mail", ""), now)
        return False
    return bool(by_mail and wishes.mail == "daily")


def _deliver(db: Connection, member: str, notice: str, way: str, target: str, body: dict[str, Any], due: float) -> str:
    ident = secrets.token_hex(8)
    values = {"id": ident, "member": member, "notice": notice, "way": way, "target": target, "body": json.dumps(body)}
    db.execute(insert(deliveries).values(**values, due=due, tries=0, by="", outcome=""))
    return ident
