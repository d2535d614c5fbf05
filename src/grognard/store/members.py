"""Storage of members: sessions, API tokens, emailed codes, invitations. See `engine` for when."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from grognard.club import member_names
from grognard.club.member import FORMER_SCOPES, PERSON, Member
from grognard.kernel.flow import Refused
from grognard.store.engine import Also, Tables, digest_of, locked, readable, typed
from grognard.store.match_rows import new_member_key
from grognard.store.schema import codes, invitations, member_tokens, members, sessions

HOUR, DAY = 3600.0, 86_400.0
_T = TypeVar("_T")
Follows = Callable[[_T], Sequence[Also]]
"""What follows from something new, and is written with it."""
_MEMBER = (
    members.c.id, members.c.name, members.c.key, members.c.roles, members.c.kind, members.c.since, members.c.banned,
    members.c.email, members.c.verified, members.c.why, members.c.gone,
)  # fmt: skip


class Session(msgspec.Struct, frozen=True):
    """A session: a member signed in with one browser."""

    id: str
    made: float
    seen: float
    device: str


class Token(msgspec.Struct, frozen=True):
    """An API token."""

    id: str
    name: str
    scopes: tuple[str, ...]
    made: float
    seen: float


class Invitation(msgspec.Struct, frozen=True):
    """That lets somebody register."""

    id: str
    by: str
    note: str
    uses: int
    made: float
    until: float


VERIFY, RESET, TAKE_BACK = "verify", "reset", "take-back"
"""Purposes of codes; the last one gives a changed email address back."""


class TakenError(Exception):
    """Another member has this name, or one that reads like it."""


class Members(Tables):
    """The list of members."""

    # --- members

    def add(
        self,
        name: str,
        secret: str,
        email: str = "",
        kind: str = PERSON,
        invitation: str | None = None,
        roles: str = "",
        follows: Follows[Member] = lambda made: (),
    ) -> Member:
        """A new member, with what follows; with the code of an invitation that is used up by it."""
        now = time.time()
        row = {
            "id": secrets.token_hex(8), "name": name, **_keys(name), "key": new_member_key(), "secret": secret,
            "kind": kind, "roles": roles, "email": email, "verified": 0, "since": now, "banned": 0.0, "why": "",
            "gone": 0.0,
        }  # fmt: skip
        try:
            with self.write() as db:
                if invitation is not None and not _use_invitation(db, invitation, now):
                    raise Refused("This invitation is not valid or no longer valid.")
                _check_free(db, row)
                db.execute(insert(members).values(row))
                made = _one(db, members.c.id == row["id"])
                assert made is not None
                for write in follows(made):
                    write(db)
                return made
        except IntegrityError:
            raise TakenError from None

    def member(self, ident: str) -> Member | None:
        """A member by id, deleted accounts included."""
        with self.read() as db:
            return _one(db, members.c.id == ident)

    def by_ids(self, idents: list[str]) -> dict[str, Member]:
        """Several members."""
        with self.read() as db:
            rows = db.execute(select(*_MEMBER).where(members.c.id.in_(idents)))
            return {member.id: member for member in readable(rows, _member, "members")}

    def keepers(self, role: str) -> list[Member]:
        """The members who may do what a role may."""
        with self.read() as db:
            rows = db.execute(select(*_MEMBER).where(members.c.roles != "", members.c.gone == 0))
            return [each for each in map(_member, rows) if each.may(role)]

    def named(self, name: str) -> Member | None:
        """The member whose name reads like this."""
        with self.read() as db:
            return _one(db, members.c.skeleton == member_names.skeleton(name))

    def is_taken(self, name: str, but: str = "") -> bool:
        """Whether another member has this name or one like it."""
        with self.read() as db:
            return _is_taken(db, _keys(name), but)

    def secret_of(self, name: str) -> tuple[Member | None, str]:
        """The member of a name, with the password hash."""
        with self.read() as db:
            chosen = select(*_MEMBER, members.c.secret).where(members.c.skeleton == member_names.skeleton(name))
            row = db.execute(chosen).first()
            return (None, "") if row is None else (_member(row), row.secret)

    def secret_by_id(self, ident: str) -> str:
        """The password of a member as it is kept."""
        with self.read() as db:
            return db.execute(select(members.c.secret).where(members.c.id == ident)).scalar() or ""

    def search(self, words: str = "", after: str = "", limit: int = 50) -> list[Member]:
        """Members whose name holds these letters, by name, from one on."""
        bones = member_names.skeleton(words)
        chosen = select(*_MEMBER).where(members.c.gone == 0, members.c.skeleton > (member_names.skeleton(after) or ""))
        if bones:
            chosen = chosen.where(members.c.skeleton.contains(bones, autoescape=True))
        with self.read() as db:
            return readable(db.execute(chosen.order_by(members.c.skeleton).limit(limit)), _member, "members")

    def change(self, ident: str, also: Sequence[Also] = (), **values: Any) -> None:
        """Other values for a member's columns, and what else follows; a name that is taken raises `TakenError`."""
        values |= _keys(values["name"]) if "name" in values else {}
        try:
            with self.write() as db:
                if "name" in values:
                    _check_free(db, {**values, "id": ident})
                db.execute(update(members).where(members.c.id == ident).values(values))
                for write in also:
                    write(db)
                self.announce(db, ident)
        except IntegrityError:
            raise TakenError from None

    def columns(self, ident: str) -> dict[str, Any]:
        """All that is kept in a member's own row."""
        with self.read() as db:
            row = db.execute(select(members).where(members.c.id == ident)).mappings().first()
            return dict(row) if row else {}

    def standing(self) -> dict[str, int]:
        """The number of members."""
        with self.read() as db:
            count = select(func.count()).select_from(members)
            here = db.execute(count.where(members.c.gone == 0)).scalar() or 0
            week = db.execute(
                select(func.count(func.distinct(sessions.c.member))).where(sessions.c.seen > time.time() - 7 * DAY)
            ).scalar()
            banned = db.execute(count.where(members.c.banned > time.time())).scalar() or 0
            return {"members": here, "this_week": week or 0, "suspended": banned}

    def forget(self, ident: str) -> None:
        """Delete an account: a row without a name remains, which its finished matches point to."""
        with self.write() as db:
            nobody = {
                "name": "", **dict.fromkeys(KEYS, f"-{ident}"), "key": new_member_key(),
                "secret": "", "roles": "", "email": "", "verified": 0, "webhook": "", "mail": "off", "reminders": 0,
                "announcements": 0, "gone": time.time(), "why": "",
            }  # fmt: skip
            db.execute(update(members).where(members.c.id == ident).values(nobody))
            for table in (sessions, member_tokens, codes):
                db.execute(delete(table).where(table.c.member == ident))
            self.announce(db, ident)

    # --- sessions

    def begin_session(self, member: str, device: str) -> str:
        """Begin a session; the value of its cookie."""
        token, now = secrets.token_urlsafe(32), time.time()
        values = {"id": secrets.token_hex(6), "member": member, "digest": digest_of(token), "made": now, "seen": now}
        with self.write() as db:
            db.execute(insert(sessions).values(**values, device=device[:120]))
        return token

    def session(self, token: str, since: float) -> tuple[Member, Session] | None:
        """Whose session this is, if it was used since."""
        chosen = (
            select(*_MEMBER, sessions.c.id.label("session"), sessions.c.made, sessions.c.seen, sessions.c.device)
            .join(members, members.c.id == sessions.c.member)
            .where(sessions.c.digest == digest_of(token), sessions.c.seen >= since)
        )
        with self.read() as db:
            row = db.execute(chosen).first()
        return None if row is None else (_member(row), Session(row.session, row.made, row.seen, row.device))

    def touch(self, session: str = "", token: str = "") -> None:
        """A session or a token was used just now."""
        table, ident = (sessions, session) if session else (member_tokens, token)
        with self.write() as db:
            db.execute(update(table).where(table.c.id == ident).values(seen=time.time()))

    def sessions_of(self, member: str, since: float) -> list[Session]:
        """A member's sessions, the last used first."""
        with self.write() as db:
            db.execute(delete(sessions).where(sessions.c.member == member, sessions.c.seen < since))
            rows = db.execute(select(sessions).where(sessions.c.member == member).order_by(sessions.c.seen.desc()))
            return [Session(row.id, row.made, row.seen, row.device) for row in rows]

    def end_sessions(self, member: str, only: str = "", but: str = "") -> int:
        """End one of a member's sessions, all but one, or all; how many."""
        chosen = delete(sessions).where(sessions.c.member == member)
        if only:
            chosen = chosen.where(sessions.c.id == only)
        if but:
            chosen = chosen.where(sessions.c.id != but)
        with self.write() as db:
            count = db.execute(chosen).rowcount
            self.announce(db, member)
            return count

    def new_secret(self, member: str, secret: str, but: str = "", also: Sequence[Also] = ()) -> None:
        """Another password: all that was opened with the old one ends, but for one session, and the right of a former
        address to take the account back."""
        with self.write() as db:
            self._new_secret(db, member, secret, but)
            for write in also:
                write(db)

    def _new_secret(self, db: Connection, member: str, secret: str, but: str = "") -> None:
        db.execute(update(members).where(members.c.id == member).values(secret=secret))
        db.execute(delete(sessions).where(sessions.c.member == member, sessions.c.id != but))
        db.execute(delete(member_tokens).where(member_tokens.c.member == member))
        db.execute(delete(codes).where(codes.c.member == member, codes.c.purpose != TAKE_BACK))
        self.announce(db, member)

    # --- programs' tokens

    def add_token(self, member: str, name: str, scopes: list[str], most: int = 10) -> tuple[str, Token] | None:
        """A new token for a program, which is shown once; None when the member has as many as may be."""
        shown, now = "grog_" + secrets.token_urlsafe(30), time.time()
        made = Token(secrets.token_hex(6), name, tuple(scopes), now, 0.0)
        values = {"id": made.id, "member": member, "digest": digest_of(shown), "name": name, "made": now, "seen": 0.0}
        with self.write() as db:
            locked(db, f"tokens-{member}")
            own = select(func.count()).select_from(member_tokens).where(member_tokens.c.member == member)
            if (db.execute(own).scalar() or 0) >= most:
                return None
            db.execute(insert(member_tokens).values(**values, scopes=" ".join(scopes)))
        return shown, made

    def token(self, shown: str) -> tuple[Member, Token] | None:
        """Whose program shows this token."""
        own = member_tokens.c
        columns = (own.id.label("token"), own.name.label("label"), own.scopes, own.made, own.seen)
        chosen = select(*_MEMBER, *columns).join(members, members.c.id == own.member)
        with self.read() as db:
            row = db.execute(chosen.where(own.digest == digest_of(shown))).first()
        if row is None:
            return None
        return _member(row), Token(row.token, row.label, _scopes(row.scopes), row.made, row.seen)

    def tokens_of(self, member: str) -> list[Token]:
        """The tokens of a member's programs."""
        with self.read() as db:
            chosen = select(member_tokens).where(member_tokens.c.member == member).order_by(member_tokens.c.made)
            return [Token(r.id, r.name, _scopes(r.scopes), r.made, r.seen) for r in db.execute(chosen)]

    def end_token(self, member: str, ident: str) -> bool:
        """Take a token back."""
        with self.write() as db:
            own = member_tokens.c
            done = db.execute(delete(member_tokens).where(own.member == member, own.id == ident)).rowcount
            self.announce(db, member)
            return bool(done)

    # --- codes in emails

    def is_code(self, shown: str, purpose: str) -> bool:
        """Whether a code is good, without using it."""
        with self.read() as db:
            return db.execute(select(codes.c.digest).where(*_good(shown, purpose))).first() is not None

    def verify(self, shown: str) -> tuple[str, str] | None:
        """The code of an address came back from it: the member and the address that is verified."""
        with self.write() as db:
            found = _use_code(db, shown, VERIFY)
            if found is None:
                return None
            member, email = found
            own = members.c.id == member, members.c.email == email, members.c.gone == 0
            if not db.execute(update(members).where(*own).values(verified=1)).rowcount:
                return None
            self.announce(db, member)
            return found

    def reset(self, shown: str, secret: str) -> str:
        """Another password by the code of an email: whose it is; empty where the code is not good."""
        with self.write() as db:
            found = _use_code(db, shown, RESET)
            if found is None:
                return ""
            self._new_secret(db, found[0], secret)
            return found[0]

    def take_back(self, shown: str, follows: Follows[Member] = lambda made: ()) -> Member | None:
        """A former address takes its account back: no password opens it, and everything that did has ended."""
        with self.write() as db:
            found = _use_code(db, shown, TAKE_BACK)
            if found is None:
                return None
            member, email = found
            db.execute(update(members).where(members.c.id == member).values(email=email, verified=1))
            self._new_secret(db, member, "")
            db.execute(delete(codes).where(codes.c.member == member))
            now = _one(db, members.c.id == member)
            assert now is not None
            for write in follows(now):
                write(db)
            return now

    def with_email(self, email: str) -> list[Member]:
        """The members whose verified address this is."""
        with self.read() as db:
            own = func.lower(members.c.email) == email.lower()
            found = db.execute(select(*_MEMBER).where(own, members.c.verified == 1))
            return readable(found, _member, "members")

    # --- invitations

    def invite(
        self, by: str, note: str, uses: int, days: float, follows: Follows[Invitation] = lambda made: ()
    ) -> tuple[str, Invitation]:
        """A code that lets somebody register, which is shown once, and what follows."""
        shown, now = secrets.token_urlsafe(12), time.time()
        made = Invitation(secrets.token_hex(4), by, note, uses, now, now + days * DAY)
        with self.write() as db:
            db.execute(insert(invitations).values(**msgspec.structs.asdict(made), digest=digest_of(shown)))
            for write in follows(made):
                write(db)
        return shown, made

    def invitations(self) -> list[Invitation]:
        """Those that are still good."""
        own = invitations.c
        with self.read() as db:
            chosen = select(invitations).where(own.uses > 0, own.until >= time.time()).order_by(own.made)
            return readable(
                db.execute(chosen),
                _invitation,
                "invitations",
            )

    def end_invitation(self, ident: str, also: Sequence[Also] = ()) -> bool:
        """Take an invitation back, and write what else follows."""
        with self.write() as db:
            if not db.execute(delete(invitations).where(invitations.c.id == ident)).rowcount:
                return False
            for write in also:
                write(db)
            return True

    def is_invited(self, shown: str) -> bool:
        """Whether an invitation is good, without using it."""
        own = invitations.c
        good = own.digest == digest_of(shown), own.uses > 0, own.until >= time.time()
        with self.read() as db:
            return db.execute(select(own.id).where(*good)).first() is not None


KEYS = {
    "skeleton": member_names.skeleton,
    "capitals": member_names.capitals,
    "alike": member_names.alike,
    "drawn": member_names.drawn,
}
"""By what names are told apart, each in a column of its own."""


def _keys(name: str) -> dict[str, str]:
    return {column: key(name) for column, key in KEYS.items()}


def _is_taken(db: Connection, keys: dict[str, Any], but: str) -> bool:
    same = or_(*(members.c[column] == keys[column] for column in KEYS))
    return db.execute(select(members.c.id).where(same, members.c.id != but)).first() is not None


def _check_free(db: Connection, row: dict[str, Any]) -> None:
    """Of two who ask for confusable names at the same moment one is told that it is taken."""
    locked(db, "names")
    if _is_taken(db, row, row["id"]):
        raise TakenError


def signed_out(member: str) -> Also:
    """All of a member's sessions end."""

    def write(db: Connection) -> None:
        db.execute(delete(sessions).where(sessions.c.member == member))

    return write


def new_code(member: str, purpose: str, value: str, hours: float) -> tuple[str, Also]:
    """A code that is good once, in place of those for the same purpose that are out, and what writes it down."""
    shown, now = secrets.token_urlsafe(24), time.time()

    def write(db: Connection) -> None:
        if purpose != TAKE_BACK:  # the first owner of an address keeps what lets them take it back
            db.execute(delete(codes).where(codes.c.member == member, codes.c.purpose == purpose))
        db.execute(delete(codes).where(codes.c.until < now))
        values = {"digest": digest_of(shown), "member": member, "purpose": purpose, "value": value}
        db.execute(insert(codes).values(**values, until=now + hours * HOUR))

    return shown, write


def _good(shown: str, purpose: str) -> tuple[Any, ...]:
    return codes.c.digest == digest_of(shown), codes.c.purpose == purpose, codes.c.until >= time.time()


def _use_code(db: Connection, shown: str, purpose: str) -> tuple[str, str] | None:
    """Whose code this is, and what it is about; it is used up."""
    row = db.execute(select(codes).where(*_good(shown, purpose))).first()
    # Of two that come at the same moment one finds it gone.
    if row is None or not db.execute(delete(codes).where(codes.c.digest == row.digest)).rowcount:
        return None
    return row.member, row.value


def _scopes(kept: str) -> tuple[str, ...]:
    return tuple(FORMER_SCOPES.get(scope, scope) for scope in kept.split())


def _use_invitation(db: Connection, shown: str, now: float) -> bool:
    own = invitations.c
    good = own.digest == digest_of(shown), own.uses > 0, own.until >= now
    return bool(db.execute(update(invitations).where(*good).values(uses=own.uses - 1)).rowcount)


def _invitation(row: Any) -> Invitation:
    return typed(Invitation, {name: getattr(row, name) for name in Invitation.__struct_fields__})


def _one(db: Connection, chosen: Any) -> Member | None:
    row = db.execute(select(*_MEMBER).where(chosen)).first()
    return None if row is None else _member(row)


def _member(row: Any) -> Member:
    values = [
        row.id, row.name, row.key, row.roles.split(), row.kind, row.since, row.banned, row.email, bool(row.verified),
        row.why, row.gone,
    ]  # fmt: skip
    return typed(Member, dict(zip(Member.__struct_fields__, values, strict=True)))
