"""Registry of all matches of a server process: in memory, stored away, and subscribed to.

A match that nobody has asked for in a long time is put away: it is in the store, and is read again when somebody comes
back to it or when one of the pages that listen to it must hear something.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from weakref import WeakValueDictionary

from grognard.match import Match
from grognard.match.header import HUMAN
from grognard.server.http import rate_limits
from grognard.server.http.credentials import INVITATION, kept_invitation, new_invitation, new_token
from grognard.server.http.errors import ApiError, unknown
from grognard.server.matches.club_interface import ClubRecords, NoClub
from grognard.server.matches.live_match import LiveMatch, damaged, rebuilt
from grognard.server.matches.subscriptions import Subscriber
from grognard.store.interface import (
    NOBODY,
    DamagedError,
    News,
    OvertakenError,
    Standing,
    Store,
    Stored,
    StoreError,
    TooManyError,
)
from grognard.store.match_rows import digest_of, made_of, standing_of, stored_of
from grognard.work.queue import Queues

IDENT = re.compile(r"[\w-]{1,40}", re.ASCII)
"""What may be the id of a match: nothing else is looked for."""
LONGEST_LINE = 50
"""Of branches of branches."""
MOST_MATCHES = 1500
MOST_DECISIONS = 300_000
"""What is kept in memory: so many matches, with so many decisions in all (about a kilobyte each). A club whose players
are at more than that at the same time wants more processes."""
TRIES = 200
"""To add a match while other processes count theirs."""
READY = 2.0
"""Seconds in which the store must answer for the server to be ready."""

_log = logging.getLogger("grognard")


async def _nothing(match: str) -> None:
    """Without a mail server there are no emails."""


async def _any_number(to: str, address: str) -> None:
    """Without a mail server none is sent."""


class MatchRegistry:
    """All matches of a server."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.club: ClubRecords = NoClub()
        self.workers = ThreadPoolExecutor(1, "bots")
        self._readers = ThreadPoolExecutor(1, "readers")
        """Matches are rebuilt one after the other: several at once would only take the processor from who decides."""
        self.queues = Queues()
        """For what takes long or comes from somebody else: nothing else waits for it."""
        self.news: list[Callable[[News | None], None]] = []
        """Who else hears of what other processes change."""
        self.opened: Callable[[LiveMatch], Awaitable[None]] | None = None
        """A club is told of matches that are opened."""
        self.stored: list[Callable[[LiveMatch], None]] = []
        """Who is told that a decision was stored here."""
        self.send_email: Callable[[str, str, str], Awaitable[bool]] | None = None
        """Sends an email to an address: its subject, its text; False where the mail server is to be asked again."""
        self.email_asked: Callable[[str], None] = lambda match: None
        """Hears that an address was left at a match."""
        self.keep_emails: Callable[[str], Awaitable[None]] = _nothing
        """Notes that emails are sent at a match, so that it is found again."""
        self.take_email: Callable[[str, str], Awaitable[None]] = _any_number
        """Refuses one more email to an address that nobody has confirmed, asked for from a network address."""
        self.address = ""
        """Of this server, for links in emails."""
        self._in_memory: OrderedDict[str, LiveMatch] = OrderedDict()
        """Those in memory, the one that was asked for last at the end."""
        self._somewhere: WeakValueDictionary[str, LiveMatch] = WeakValueDictionary()
        """Also those that were put away while somebody still holds them: there is never a second one."""
        self._away: dict[str, int] = {}
        """Matches that were put away while pages listen to them, with the revision that those know."""
        self._subscribers: dict[str, set[Subscriber]] = {}
        self._opening: dict[str, asyncio.Task[LiveMatch]] = {}
        self._following: set[asyncio.Task[None]] = set()

    async def add(
        self,
        match: Match,
        kind: str = "",
        key: str | Mapping[str, str] | None = None,
        invited: Sequence[str] = (),
        makers: Mapping[str, int] = NOBODY,
    ) -> LiveMatch:
        """Keep a new match; one of a `kind` has it before its id, and stays out of the list of matches.

        Its seats are held by the browser with this key (or each by another's, by side); without one, by tokens, and an
        invitation to all of them, which lie in `issued` to be told once. Those that are `invited` are nobody's until
        somebody takes them by their invitation.
        """
        ident = kind + secrets.token_hex(5)
        seats = match.header.seats
        # Where programs play among themselves nobody has secrets from anybody: both sides may be watched.
        shown = [side for side, sitter in seats.items() if sitter == HUMAN] or list(seats)
        held = [side for side in shown if side not in invited]
        keys = {side: key.get(side, "") if isinstance(key, Mapping) else key for side in held}
        issued = {side: new_token() for side, held_by in keys.items() if not held_by}
        tokens = {
            side: made_of(held_by, ident, side) if held_by else digest_of(issued[side])
            for side, held_by in keys.items()
        }
        tokens |= {INVITATION + side: kept_invitation(secrets.token_urlsafe(9)) for side in invited}
        if key is None and held:
            issued[INVITATION] = new_invitation()
            tokens[INVITATION] = kept_invitation(secrets.token_urlsafe(9), [issued[INVITATION]])
        stored = stored_of(ident, match, tokens)
        await self._create(ident, stored, standing_of(match), makers)
        live = self._keep(LiveMatch(ident, match, stored, self))
        live.owners, live.issued = frozenset(makers), issued
        return live

    async def _create(self, ident: str, stored: Stored, standing: Standing, makers: Mapping[str, int]) -> None:
        for _ in range(TRIES):
            try:
                since = time.time() - rate_limits.RECENTLY
                await asyncio.wrap_future(self.store.create(ident, stored, standing, makers, since))
                return
            except TooManyError as full:
                raise rate_limits.too_many("open", full.args[0]) from None
            except OvertakenError:
                await asyncio.sleep(random.uniform(0.005, 0.05))
        raise StoreError("Too many matches are being created at once.")

    def at_work(self, owner: str) -> int:
        """In how many matches programs think for somebody."""
        return sum(owner in live.owners and live.bots_at_work for live in self._in_memory.values())

    async def match(self, ident: str, fresh: bool = True) -> LiveMatch:
        """A match by its id, from memory or the store; not from memory when the store is not what it was.

        Who is going to store something need not have it `fresh`: revisions settle that.
        """
        if fresh:
            self.store.check()
        live = self._in_memory.get(ident)
        if live is None and ident in self._somewhere:
            live = self._keep(self._somewhere[ident])
        if live is not None:
            self._in_memory.move_to_end(ident)
            if fresh:
                await live.look()
            return live
        if not IDENT.fullmatch(ident):
            raise unknown("There is no such match.")
        if ident not in self._opening:
            task = asyncio.create_task(self._open(ident))
            task.add_done_callback(lambda _: self._opening.pop(ident, None))
            self._opening[ident] = task
        return await asyncio.shield(self._opening[ident])

    def known(self, ident: str) -> LiveMatch | None:
        """A match that is in memory."""
        return self._in_memory.get(ident)

    async def listened(self, ident: str) -> LiveMatch | None:
        """A match that is in memory, or to which somebody listens."""
        return await self.match(ident, fresh=False) if ident in self._in_memory or ident in self._subscribers else None

    def subscribers_at(self, ident: str) -> Collection[Subscriber]:
        """Subscribers of a match."""
        return self._subscribers.get(ident, ())

    def attend(self, ident: str, subscriber: Subscriber) -> None:
        """A page listens to a match from now on."""
        self._subscribers.setdefault(ident, set()).add(subscriber)

    def leave(self, ident: str, subscriber: Subscriber) -> None:
        """A page has gone."""
        subscribers = self._subscribers.get(ident, set())
        subscribers.discard(subscriber)
        if not subscribers:
            self._subscribers.pop(ident, None)
            self._away.pop(ident, None)

    def game_of(self, ident: str) -> str | None:
        """The game of a match that is in memory."""
        live = self._in_memory.get(ident)
        return live.match.game.id if live is not None else None

    async def read(self, ident: str, since: int = 0) -> Stored | None:
        """A match from the store; one that is damaged is said to be so."""
        try:
            return await asyncio.wrap_future(self.store.read(ident, since))
        except DamagedError as damage:
            raise damaged(ident, damage) from None

    async def ready(self) -> None:
        """Whether the store answers."""
        self.store.check()
        try:
            await asyncio.wait_for(asyncio.wrap_future(self.store.ids("", 1)), READY)
        except TimeoutError:
            raise StoreError("The database does not answer.") from None

    def listen(self) -> None:
        """Hear of what other processes store; called once, in the loop."""
        loop = asyncio.get_running_loop()

        def tell(news: News | None) -> None:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self._heard, news)

        self.store.hear(tell)

    def _heard(self, news: News | None) -> None:
        """Somebody's change: pages that listen here are shown it. Others look when they ask."""
        for hear in self.news:
            hear(news)
        for ident in (
            list(self._subscribers) if news is None else [news.match] if news.match in self._subscribers else []
        ):
            live = self._in_memory.get(ident)
            known = live.revision if live is not None else self._away.get(ident, -1)
            if news is None or news.revision > known:
                task = asyncio.create_task(self._follow(ident))
                self._following.add(task)
                task.add_done_callback(self._following.discard)

    async def _follow(self, ident: str) -> None:
        """Have a match to which pages listen as it is stored, and ring for them."""
        try:
            away = self._away.get(ident)
            if away is not None and await asyncio.wrap_future(self.store.revision(ident)) == away:
                return
            live = await self.match(ident, fresh=False)
            async with live.lock:
                await live.catch_up()
            if away is not None:
                live.show()
            live.wake_bots()
        except Exception:
            _log.exception("Match %s could not be read again.", ident)

    async def _open(self, ident: str) -> LiveMatch:
        stored = await self.read(ident)
        if stored is None:
            raise unknown("There is no such match.")
        match = await asyncio.get_running_loop().run_in_executor(self._readers, rebuilt, ident, stored)
        live = LiveMatch(ident, match, stored, self)
        if self.opened is not None:
            await self.opened(live)
        # Not before the club has said that it is rated: nobody may be helped meanwhile.
        return self._keep(live)

    def _keep(self, live: LiveMatch) -> LiveMatch:
        self._in_memory[live.id] = self._somewhere[live.id] = live
        self._away.pop(live.id, None)
        held = sum(len(other.match.played) for other in self._in_memory.values())
        surplus = len(self._in_memory) - MOST_MATCHES
        for other in list(self._in_memory.values())[:-1]:
            if surplus <= 0 and held <= MOST_DECISIONS:
                break
            if other.idle:
                surplus, held = surplus - 1, held - len(other.match.played)
                self._put_away(other)
        return live

    def _put_away(self, live: LiveMatch) -> None:
        del self._in_memory[live.id]
        if live.id in self._subscribers:
            self._away[live.id] = live.revision

    def gauges(self) -> dict[str, Callable[[], float]]:
        """Gauges for the metrics."""
        rooms = self._in_memory
        return {
            "grognard_rooms": lambda: len(rooms),
            "grognard_listeners": lambda: sum(map(len, self._subscribers.values())),
            "grognard_programs": lambda: sum(live.bots_at_work for live in rooms.values()),
            "grognard_store_waiting": self.store.waiting,
        }

    async def is_closed(self, live: LiveMatch) -> bool:
        """Whether a match still has secrets: it is not over, or one that it left is not, whose secrets it shares."""
        seen = 0
        while live.over and live.match.header.branch_of and seen < LONGEST_LINE:
            seen += 1
            try:
                live = await self.match(live.match.header.branch_of)
            except ApiError:
                return False  # it is gone
        return not live.over

    async def drop(self, ident: str) -> None:
        """Delete a match that nobody has seen yet."""
        live = self._in_memory.get(ident)
        if live is not None:
            self.forget(live)
        await asyncio.wrap_future(self.store.remove(ident))

    def forget(self, live: LiveMatch) -> None:
        """Let a match go from memory, with all who listen to it."""
        self._in_memory.pop(live.id, None)
        self._somewhere.pop(live.id, None)
        for subscriber in live.subscribers:
            subscriber.gone = True

    async def close(self) -> None:
        """Store what is under way and let go."""
        # While there is a file to store to: a bot that found it closed would wait for it for ever.
        for live in list(self._in_memory.values()):
            await live.stop_bots()
        self.workers.shutdown(wait=True, cancel_futures=True)
        self._readers.shutdown(wait=True, cancel_futures=True)
        await self.queues.close()
        self.store.close()
