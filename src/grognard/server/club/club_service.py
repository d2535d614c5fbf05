"""State of the club in one server process: its stores, members, configuration and background tasks."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from sqlalchemy import Connection
from starlette.requests import HTTPConnection

from grognard.club import emails
from grognard.club.config import Config
from grognard.club.emails import Email
from grognard.club.member import FOR_EVER, Member
from grognard.club.notification_text import KINDS, facts_of
from grognard.deadlines import DEADLINES
from grognard.server.club import email_limits
from grognard.server.club.authentication import Asker
from grognard.server.club.login_throttle import LoginThrottle
from grognard.server.club.notification_delivery import DeliveryService
from grognard.server.http.errors import ApiError
from grognard.store.engine import MEMBER, Also
from grognard.store.interface import News, StoreError
from grognard.store.login_attempts import LoginAttempts
from grognard.store.members import RESET, TAKE_BACK, VERIFY, Members, new_code
from grognard.store.moderation import ModerationRecords
from grognard.store.outbox import Outbox, letter, put_notice

KNOWN_FOR = 5.0
"""Seconds for which somebody is known without a look: who ends a session or suspends a member is heard at once, except
from `grognard club` on a SQLite file."""
MOST_KNOWN = 20_000
TOUCHED = 300.0
"""Seconds after which the time of a session is written again."""
DAY = 86_400.0

_P = ParamSpec("_P")
_T = TypeVar("_T")
_log = logging.getLogger("grognard")


async def _none_waiting(member: Member) -> int:
    return 0


class ClubService:
    """The club of a server."""

    def __init__(self, config: Config, db: Path | str) -> None:
        self.config = config
        self.people = Members(db)
        self.outbox = Outbox(db)
        self.keep = ModerationRecords(db)
        self.post = DeliveryService(config, self.outbox)
        self.tries = LoginAttempts(self.people)
        self.patience = LoginThrottle(self.tries, self.outbox.fact("known-browsers", lambda: secrets.token_urlsafe(32)))
        self.push_key: str | None = self.post.public_key
        """The public half of the keys for Web Push."""
        self.exports: dict[str, Callable[[str], Any]] = {}
        """Other data about a member, for the export of their data: by heading, called in a thread."""
        self.leaving: list[Callable[[str], Any]] = []
        """Called in a thread when a member deletes their account."""
        self.forgotten: list[Callable[[str], None]] = []
        """Who else is told that what is known of a member, or of all, is old."""
        self.waiting: Callable[[Member], Awaitable[int]] = _none_waiting
        """How many matches wait for a member."""
        self._workers = ThreadPoolExecutor(4, "club")
        self._hashing = ThreadPoolExecutor(2, "passwords")
        self._known: OrderedDict[str, tuple[float, Asker | None]] = OrderedDict()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._connected: dict[str, list[Callable[[], None]]] = {}

    async def run(self, work: Callable[_P, _T], *given: _P.args, **named: _P.kwargs) -> _T:
        """A call of the store, off the loop. What waits too long for its turn is not begun any more."""
        deadline = asyncio.timeout(DEADLINES["club"].seconds)
        try:
            async with deadline:
                return await asyncio.get_running_loop().run_in_executor(self._workers, lambda: work(*given, **named))
        except TimeoutError:
            if deadline.expired():
                raise StoreError("The club's tables did not answer in time.") from None
            raise

    async def hash(self, work: Callable[_P, _T], *given: _P.args, **named: _P.kwargs) -> _T:
        """Run password hashing, two at a time: each takes a processor and 64 MB."""
        return await asyncio.get_running_loop().run_in_executor(self._hashing, lambda: work(*given, **named))

    def later(self, work: Awaitable[Any]) -> None:
        """Something that nobody waits for."""

        async def done() -> None:
            try:
                await work
            except Exception:
                _log.exception("The club could not finish something.")

        task = asyncio.create_task(done())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Finish what is under way and let go."""
        await self.post.close()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=5)
        self._workers.shutdown(wait=True)
        self._hashing.shutdown(wait=True)
        for tables in (self.people, self.outbox, self.keep):
            tables.close()

    @property
    def address(self) -> str:
        """The address of the club, for links."""
        return self.config.house.address.rstrip("/")

    async def tell(self, member: str, kind: str, match: str = "", at: float | None = None, **facts: Any) -> None:
        """Put a notice in the box: it is sent when it has waited long enough to see whether it is needed.

        `at` is when it happened, if not just now.
        """
        await self.run(self.write, self.notice(member, kind, match, at, **facts))

    def notice(self, member: str, kind: str, match: str = "", at: float | None = None, **facts: Any) -> Also:
        """The same, to be written in the transaction of the fact that it tells of."""
        if kind not in KINDS:
            raise ValueError(f"There is no notice {kind!r}.")
        told, wait = facts_of(facts), self.config.notices.wait

        def write(db: Connection) -> None:
            put_notice(db, member, kind, match, told, wait, at)

        return write

    def write(self, *writes: Also) -> None:
        """Something small, in a transaction of its own; called in a thread."""
        with self.outbox.write() as db:
            for write in writes:
                write(db)

    def verification(self, member: Member, email: str) -> list[Also]:
        """An email with a code that verifies an address, to be written with the address."""
        if not email or not self.config.mail.host:
            return []
        code, kept = new_code(member.id, VERIFY, email, 48)
        return [kept, self._letter(member, email, emails.verification, f"{self.address}/#verify={code}")]

    async def send_reset(self, email: str) -> None:
        """An email with a code for a new password, to everybody whose verified address this is."""
        members = await self.run(self.people.with_email, email)
        wait = await self.run(email_limits.waits, self.tries, to=email) if members else 0.0
        if wait:
            return  # anyone who asks is told nothing: whose address this is, is nobody's business
        for member in members:
            await self.run(self.write, *self.reset(member))

    def reset(self, member: Member) -> list[Also]:
        """An email with a code for a new password."""
        code, kept = new_code(member.id, RESET, "", 1)
        return [kept, self._letter(member, member.email, emails.reset, f"{self.address}/#reset={code}")]

    def take_back(self, member: Member) -> list[Also]:
        """An email to the address that a member had: it was changed, and for a week this address can undo that."""
        if not self.config.mail.host:
            return []
        code, kept = new_code(member.id, TAKE_BACK, member.email, 7 * 24)
        link = f"{self.address}/api/club/take-back/{code}"
        return [kept, self._letter(member, member.email, emails.changed, link)]

    def _letter(self, member: Member, email: str, write: Callable[[str, str, str], Email], link: str) -> Also:
        """An email to one address, whatever the member wishes about notices."""
        words = write(member.name, self.config.house.name, link)
        return letter(member.id, {"to": email, "subject": words.subject, "text": words.text})

    # --- who asks

    @property
    def oldest(self) -> float:
        """A session that was not used since is over."""
        return time.time() - self.config.house.session_days * DAY

    async def asker(self, session: str, token: str) -> Asker | None:
        """The member with this session or token; nobody who is suspended."""
        shown = token or session
        now = time.monotonic()
        known = self._known.get(shown)
        if known is None or now - known[0] > KNOWN_FOR:
            known = now, await self._look(session, token)
            self._known[shown] = known
            while len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)
        found = known[1]
        return found if found is not None and not found.member.is_suspended(time.time()) else None

    async def _look(self, session: str, token: str) -> Asker | None:
        if token:
            by_token = await self.run(self.people.token, token)
            if by_token is None:
                return None
            member, own = by_token
            if time.time() - own.seen > TOUCHED:
                self.later(self.run(self.people.touch, token=own.id))
            return Asker(member, token=own.id, scopes=own.scopes)
        by_session = await self.run(self.people.session, session, self.oldest)
        if by_session is None:
            return None
        member, place = by_session
        if time.time() - place.seen > TOUCHED:
            self.later(self.run(self.people.touch, session=place.id))
        return Asker(member, session=place.id)

    def check_suspended(self, member: Member) -> None:
        """Refuse a member who is suspended, and say until when and why."""
        if member.is_suspended(time.time()):
            day = time.strftime("%d %B %Y, %H:%M UTC", time.gmtime(min(member.banned, FOR_EVER)))
            until = f" until {day}" if member.banned < FOR_EVER else ""
            why = f": {member.why.rstrip('.')}" if member.why else ""
            raise ApiError(403, "suspended", f"You are suspended from this club{until}{why}.")

    def forget(self, member: str = "") -> None:
        """Drop cached data of a member, or of all."""
        for hears in self.forgotten:
            hears(member)
        ended = [self._connected.get(member, [])] if member else list(self._connected.values())
        for end in [each for ends in ended for each in ends]:
            end()
        for shown, (_, found) in list(self._known.items()):
            if not member or (found is not None and found.member.id == member):
                del self._known[shown]

    def connected(self, member: str, end: Callable[[], None]) -> None:
        """A connection of a member is open, with what ends it: when what is known of the member is old, so are the
        rights with which it was opened."""
        self._connected.setdefault(member, []).append(end)

    def disconnected(self, member: str, end: Callable[[], None]) -> None:
        """It is closed."""
        left = [each for each in self._connected.get(member, []) if each != end]
        if left:
            self._connected[member] = left
        else:
            self._connected.pop(member, None)

    async def judge_connected(self) -> None:
        """End the connections of members who were suspended, or are gone, by a command beside this server: a file has
        nobody who tells of it."""
        known = await self.run(self.people.by_ids, list(self._connected)) if self._connected else {}
        for member in list(self._connected):
            found = known.get(member)
            if found is None or found.gone or found.is_suspended(time.time()):
                self.forget(member)

    def hear(self, news: News | None) -> None:
        """News from another process; None: some were missed."""
        if news is None:
            self.forget()
        elif news.match.startswith(MEMBER):
            self.forget(news.match.removeprefix(MEMBER))


def club_of(asked: HTTPConnection) -> ClubService:
    """The club, where there is one."""
    club: ClubService | None = asked.app.state.club
    if club is None:
        raise ApiError(404, "unknown", "This server has no club.")
    return club
