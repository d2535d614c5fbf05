"""A match that is being played here: who may decide, who listens, and the order of things.

The order is always the same: the rules accept a decision, storage has it on disk, then it is shown. One lock per match
is held from the first to the last, so that nobody ever sees what is not stored.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

from grognard.kernel.flow import Option, Refused
from grognard.match import Match
from grognard.match.header import HUMAN
from grognard.match.match import DiceError
from grognard.match.ordering import Carried, Wanted, carried
from grognard.match.standing import stand_in
from grognard.server import tryout
from grognard.server.common import CommonLog, table_for_watchers
from grognard.server.errors import ApiError, unknown
from grognard.server.players import Bots
from grognard.server.seats import (
    BESIDE,
    INVITATION,
    MOST_BESIDE,
    Credentials,
    Invited,
    made_of,
    new_token,
    new_typed_code,
    opens,
)
from grognard.server.tables import SeatLog, Table, decisions_at, table_now, table_of_all, table_then
from grognard.store.facts import Change, DamagedError, News, OvertakenError, Store, Stored, StoreError
from grognard.store.record import OtherRulesError, go_on, lines_of, match_of, standing_of, stored_of
from grognard.store.sums import chain
from grognard.work.lane import Lanes

CLAIM_AGAIN = 0.5
"""Seconds between two tries to let programs play that another process had claimed."""
IDENT = re.compile(r"[\w-]{1,40}", re.ASCII)
"""What may be the id of a match: nothing else is looked for."""
LESSON = "lesson-"
LONGEST_LINE = 50
"""Of branches of branches."""
MOST_ROOMS = 400
"""Matches kept in memory; more are read again from storage when somebody comes back to them."""
READY = 2.0
"""Seconds in which the store must answer for the server to be ready."""

_log = logging.getLogger("grognard")


class Ear:
    """One page that listens: what it was sent last, and a bell."""

    def __init__(self, side: int | None) -> None:
        self.side = side
        """None: somebody who only watches."""
        self.bell = asyncio.Event()
        self.gone = False
        """The match had to be let go: the page should come back and find it as it is stored."""
        self._stamp = ""
        self._sent: tuple[int, bytes] | None = None
        self._asides: dict[str, bytes] = {}

    def say(self, kind: str, message: bytes) -> None:
        """Have something sent besides the table; a later word of the same kind takes its place."""
        self._asides[kind] = message
        self.bell.set()

    def asides(self) -> list[bytes]:
        """What is to be sent besides the table, once."""
        said, self._asides = list(self._asides.values()), {}
        return said

    def news(self, table: Table, since: int = 0) -> bytes | None:
        """What to send: the table when any of its bytes changed, with the log lines that were not sent yet."""
        if table.stamp == self._stamp:
            return None
        reset = False
        if self._sent is not None:
            since, digest = self._sent
            reset = since > table.count or table.log.chain[since] != digest
        self._stamp = table.stamp
        self._sent = (table.count, table.log.chain[table.count])
        return table.body(since, reset)


class Room:
    """One match in memory."""

    def __init__(self, ident: str, match: Match, stored: Stored, house: House) -> None:
        self.id = ident
        self.lock = asyncio.Lock()
        self.ears: set[Ear] = set()
        self.owners: frozenset[str] = frozenset()
        """For whom its programs think: who made it here, or decided last (see `rates.Quotas`)."""
        self._house = house
        self._bots_at_work: asyncio.Task[None] | None = None
        self.rated = False
        """Whether the match counts for its players: then nobody helps them."""
        self.ending = ""
        """How a club ended it outside the rules of the game, in a sentence."""
        self._adopt(match, stored)

    def _adopt(self, match: Match, stored: Stored) -> None:
        self.match = match
        self.tokens = stored.tokens
        self._revision = stored.revision
        self._sums = list(stored.sums)
        self._bots = Bots(match)
        self._logs = [SeatLog(side) for side in range(len(match.game.sides))]
        self._open_log = SeatLog(None)
        self._common_log = CommonLog()
        self._tables: dict[int | None, Table] = {}

    def held(self, shown: Credentials) -> list[int]:
        """The sides whose seats somebody holds."""
        return [self.match.game.side_index(side) for side in shown.sides(self.id, self.tokens)]

    def seat_of(self, shown: Credentials, wanted: str) -> int:
        """The side that somebody decides for: the one that he names, or the first that he holds."""
        held = self.held(shown)
        named = [side for side in held if wanted in ("", self.match.game.sides[side].id)]
        if not named:
            raise ApiError(403, "wrong-seat", "That is not a seat at this match.")
        return named[0]

    def invited(self, code: str) -> Invited | None:
        """What an invitation is for."""
        for name, known in self.tokens.items():
            if opens(code, name, known):
                every = [side for side in self.match.header.seats if side in self.tokens]
                sides = every if name == INVITATION else [name.strip(INVITATION + BESIDE)]
                return Invited(name, sides, name == INVITATION or name.endswith(BESIDE))
        return None

    def is_open(self, side: str) -> bool:
        """Whether it is a person's seat that nobody has yet."""
        return self.match.header.seats.get(side) == HUMAN and side not in self.tokens

    async def invite(self, side: str, anew: bool = False) -> str:
        """The invitation to a seat, or a new one in place of one that may be out; the lock is held."""
        code = self.tokens.get(INVITATION + side, "")
        if anew or not code:
            code = new_token()
            await self._amend({**self.tokens, INVITATION + side: code})
        return code

    async def invite_beside(self, side: str) -> str:
        """A code by which another device gets a seat too; the lock is held."""
        code = new_typed_code()
        await self._amend({**self.tokens, INVITATION + side + BESIDE: code})
        return code

    async def seat_beside(self, invited: Invited, key: str) -> None:
        """A browser sits down beside whoever holds the seats; the invitation is used up. The lock is held."""
        tokens = {name: token for name, token in self.tokens.items() if name != invited.name}
        for side in invited.sides:
            places = [side + BESIDE * n for n in range(1, MOST_BESIDE + 1)]
            free = [place for place in places if place not in tokens]
            tokens[(free or places[-1:])[0]] = made_of(key, self.id, side)
        await self._amend(tokens)

    async def seat_anew(self, sides: Sequence[str], key: str | None) -> None:
        """Seats go to a browser, or to a program; tokens and invitations of before are void. The lock is held."""
        void = {INVITATION, *sides}
        tokens = {
            name: token
            for name, token in self.tokens.items()
            if name not in void and name.strip(INVITATION + BESIDE) not in sides
        }
        for side in sides:
            tokens[side] = new_token() if key is None else made_of(key, self.id, side)
        await self._amend(tokens, self._orders_without(sides))
        # Who had the seat hears nothing more of it: whoever still holds it comes back at once.
        for ear in self.ears:
            if ear.side is not None and self.match.game.sides[ear.side].id in sides:
                ear.gone = True
                ear.bell.set()

    async def touch(self) -> None:
        """Have the next revision: what other processes decide on an older one is overtaken. The lock is held."""
        await self._amend(dict(self.tokens))

    async def seat_bot(self, side: str, name: str) -> None:
        """A program goes on for a side; its seat is nobody's any more. The lock is held."""
        before = self.match.header.seats
        self.match.header.seats = {**before, side: name}
        try:
            left = {key: token for key, token in self.tokens.items() if key.strip("?+") != side}
            await self._amend(
                left, {other: given for other, given in self.match.header.orders.items() if other != side}
            )
        except BaseException:
            self.match.header.seats = before
            raise
        self._bots = Bots(self.match)
        self.show()

    def _orders_without(self, sides: Sequence[str]) -> dict[str, dict[str, Any]]:
        """The standing orders of the others: nobody is bound by what somebody ordered who had the seat before."""
        return {side: given for side, given in self.match.header.orders.items() if side not in sides}

    async def _amend(self, tokens: dict[str, str], orders: dict[str, dict[str, Any]] | None = None) -> None:
        kept = self.match.header.orders if orders is None else {side: given for side, given in orders.items() if given}
        header = replace(self.match.header, orders=kept).to_store()
        try:
            await asyncio.wrap_future(self._house.store.amend(self.id, self._revision, header, tokens))
        except OvertakenError:
            await self._reread()
            raise ApiError(409, "stale", "Another server changed this match; try again.") from None
        self._revision += 1
        self.tokens = tokens
        self.match.header.orders = kept

    async def share(self, side: int, number: str) -> None:
        """A player adds his number to the dice; the lock is held."""
        count = len(self.match.played)
        self.match.share(side, number)
        await self._store(count)

    @property
    def bots_at_work(self) -> bool:
        """Whether a program is thinking, or waits for its turn."""
        return self._bots_at_work is not None and not self._bots_at_work.done()

    @property
    def has_programs(self) -> bool:
        """Whether a program sits at it."""
        return any(kind != HUMAN for kind in self.match.header.seats.values())

    @property
    def is_by_hand(self) -> bool:
        """Whether it started from a position that somebody else than us made: its rules are tried out first."""
        return self.match.header.start is not None and not self.id.startswith(LESSON)

    @property
    def idle(self) -> bool:
        """Nobody is here and nothing is under way."""
        return not self.ears and not self.lock.locked() and not self.bots_at_work

    # --- what a seat sees; the lock is held

    def table(self, side: int | None) -> Table:
        """The present as a side sees it, or as anybody may who watches."""
        if side not in self._tables:
            if side is None:
                self._tables[side] = table_for_watchers(self.id, self.match, self._common_log)
            else:
                self._tables[side] = table_now(self.id, self.match, self._logs[side])
        return self._tables[side]

    @property
    def over(self) -> bool:
        """Whether it has ended, by the rules or as the club decided."""
        return self.match.over or bool(self.ending)

    def table_at(self, side: int, line: int) -> Table:
        """The position after one of the side's own log lines."""
        self._check_line(side, line)
        return table_then(self.id, self.match, self._logs[side], line)

    def table_of_all(self, line: int | None = None) -> Table:
        """A match that is over as anybody may see it: the end, or the position after a line of the open log."""
        if not self.over:
            raise ApiError(403, "secret", "The match is not over; until then only its players may look at it.")
        self._open_log.follow(self.match)
        count = len(self._open_log.lines)
        if line is not None and not 0 <= line <= count:
            raise unknown(f"The log has {count} lines.")
        return table_of_all(self.id, self.match, self._open_log, line)

    def branch_of_all(self, line: int) -> Match:
        """A new match from the position after a line of the open log of a match that is over."""
        self.table_of_all(line)
        return self._branch(decisions_at(self._open_log, line))

    def branch_at(self, side: int, line: int) -> Match:
        """A new match from the position after one of the side's own log lines."""
        self._check_line(side, line)
        return self._branch(decisions_at(self._logs[side], line))

    def _branch(self, count: int) -> Match:
        branch = self.match.branch(count)
        branch.header.branch_of = self.id
        return branch

    def _check_line(self, side: int, line: int) -> None:
        count = self.table(side).count
        if not 0 <= line <= count:
            raise unknown(f"Your log has {count} lines.")

    # --- what a seat does; the lock is held

    async def decide(self, side: int, stamp: str, options: Sequence[Option]) -> Table:
        """Take decisions of a side that has seen the present position."""
        self._check_person(side)
        await self._check_stamp(side, stamp)
        count = len(self.match.played)
        if self.is_by_hand:
            await tryout.tried(self._house.lanes, self.id, self.match, side, options)
        try:
            self.match.submit_all(side, options)
        except Refused as refused:
            raise ApiError(409, self._code(side), str(refused)) from None
        stand_in(self.match)
        await self._store(count)
        return self.table(side)

    async def order(self, side: int, stamp: str, wanted: Wanted) -> Carried:
        """Carry out an order of a side that has seen the present position: stored as one change, like a decision."""
        self._check_person(side)
        await self._check_stamp(side, stamp)
        count = len(self.match.played)
        if self.is_by_hand:
            await tryout.ordered(self._house.lanes, self.id, self.match, side, wanted)
        try:
            done = carried(self.match, side, wanted)
        except Refused as refused:
            raise ApiError(409, self._code(side), str(refused)) from None
        stand_in(self.match)
        await self._store(count)
        return done

    async def give_orders(self, side: int, orders: dict[str, Any]) -> None:
        """From now on these are a side's standing orders; one that answers what is asked now does so at once."""
        self._check_person(side)
        if self.is_by_hand:
            raise ApiError(409, "by-hand", "A match from a position set up by hand takes no standing orders.")
        await self.catch_up()
        name, header = self.match.game.sides[side].id, self.match.header
        await self._amend(dict(self.tokens), {**header.orders, name: orders})
        count = len(self.match.played)
        if stand_in(self.match):
            await self._store(count)

    async def undo(self, side: int, stamp: str) -> Table:
        """Take back a side's last decision."""
        self._check_person(side)
        await self._check_stamp(side, stamp)
        try:
            keep = self.match.undo(side)
        except Refused as refused:
            raise ApiError(409, "no-undo", str(refused)) from None
        await self._store(keep, takes_back=True)
        return self.table(side)

    def _check_person(self, side: int) -> None:
        if self.ending:
            raise ApiError(409, "over", self.ending)
        if not self.match.is_person(side):
            raise ApiError(409, "not-your-turn", "A program plays this side: it can only be watched.")

    async def _check_stamp(self, side: int, stamp: str) -> None:
        if stamp != self.table(side).stamp:
            # It may be we who have not heard yet what another process has stored.
            await self.catch_up()
        if stamp != self.table(side).stamp:
            raise ApiError(409, "stale", "The position has changed since; look again before you decide.")

    def _code(self, side: int) -> str:
        asked = self.match.asked
        if asked is None:
            return "over"
        return "illegal" if asked.side == side else "not-your-turn"

    async def _store(self, keep: int, takes_back: bool = False) -> None:
        """Put all decisions from `keep` on on disk, then show them; when that fails, nothing has happened."""
        lines, before = lines_of(self.match, keep), self._sums[keep - 1] if keep else 0
        sums = chain(self.id, keep, before, lines)
        change = Change(self.id, self._revision, keep, lines, standing_of(self.match), takes_back, before, sums)
        try:
            await asyncio.wrap_future(self._house.store.change(change))
        except asyncio.CancelledError:
            await self._reread()
            raise
        except OvertakenError:
            await self._reread()
            raise ApiError(409, "stale", "Another server changed this match; look again before you decide.") from None
        except Exception:
            _log.exception("A decision could not be stored.")
            await self._reread()
            raise ApiError(503, "storage", "The decision could not be stored; nothing has changed.") from None
        self._revision += 1
        self._sums[keep:] = sums
        self.show()
        if self._house.stored is not None:
            self._house.stored(self)

    async def look(self) -> None:
        """Before an answer from memory: has another process written to this match? Who holds the lock knows."""
        if self._house.store.shared and not self.lock.locked():
            async with self.lock:
                await self.catch_up()

    def behind(self, revision: int) -> bool:
        """Whether memory lacks a change."""
        return revision > self._revision

    async def catch_up(self) -> None:
        """Take over what other processes have stored since; the lock is held."""
        store = self._house.store
        if not store.shared:
            return
        revision = await asyncio.wrap_future(store.revision(self.id))
        if revision == self._revision:
            return
        if self._house.opened is not None:
            await self._house.opened(self)
        stored = await self._house.read(self.id, since=len(self._sums))
        if stored is not None:
            self.tokens = stored.tokens
        whole = stored is None or stored.before != (self._sums[-1] if self._sums else 0)
        if stored is None or whole or stored.header != self.match.header.to_store():
            await self._reread()
            return
        try:
            go_on(self.match, stored.lines)
        except (Refused, DiceError):
            await self._reread()
            return
        self.tokens, self._revision = stored.tokens, stored.revision
        self._sums += stored.sums
        self.show()

    async def _reread(self) -> None:
        """Take the match from the store again: what stands there is what happened."""
        try:
            stored = await self._house.read(self.id)
            if stored is None:
                raise unknown("There is no such match.")
            self._adopt(_rebuilt(self.id, stored), stored)
        except BaseException:
            # Memory may hold what the disk does not: whoever comes next starts from the disk.
            self._house.forget(self)
            raise
        finally:
            self.show()

    def show(self) -> None:
        """Ring for every page that listens; each sends only what changed for its seat."""
        self._tables.clear()
        for ear in self.ears:
            ear.bell.set()

    # --- bots

    def wake_bots(self) -> None:
        """Let the bots play, if one is asked and none is at work."""
        if self.ending:
            return
        if self.match.bot_to_move is not None and (self._bots_at_work is None or self._bots_at_work.done()):
            self._bots_at_work = asyncio.create_task(self._play_bots())

    async def stop_bots(self) -> None:
        """Let the bots go where they are: what they had not stored has not happened."""
        if self._bots_at_work is not None:
            self._bots_at_work.cancel()
            await asyncio.wait([self._bots_at_work])

    async def _play_bots(self) -> None:
        """Play while it is the programs' turn, in one process at a time: should that end, another goes on."""
        store = self._house.store
        while not await asyncio.wrap_future(store.claim(self.id)):
            await asyncio.sleep(CLAIM_AGAIN)
            await self.look()
            if self.match.bot_to_move is None or not self.ears:
                return
        try:
            await self.look()
            await self._play_claimed()
        finally:
            store.release(self.id)

    async def _play_claimed(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            async with self.lock:
                if self.match.bot_to_move is None:
                    return
                count = len(self.match.played)
                try:
                    if self.is_by_hand:
                        for side, option in await tryout.chosen_by_bots(self._house.lanes, self.id, self.match):
                            self.match.submit(side, option)
                    else:
                        await loop.run_in_executor(self._house.workers, self._bots.play_burst)
                        stand_in(self.match)
                    await self._store(count)
                except Exception:
                    _log.exception("A bot could not go on.")
                    await self._reread()
                    return
            await asyncio.sleep(0)


class House:
    """All matches of a server."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.workers = ThreadPoolExecutor(1, "bots")
        self.lanes = Lanes()
        """For what takes long or comes from somebody else: nothing else waits for it."""
        self.news: list[Callable[[News | None], None]] = []
        """Who else hears of what other processes change."""
        self.opened: Callable[[Room], Awaitable[None]] | None = None
        self.stored: Callable[[Room], None] | None = None
        """A club is told of matches that are opened, and of what was stored in one."""
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._following: set[asyncio.Task[None]] = set()

    async def add(
        self,
        match: Match,
        kind: str = "",
        key: str | Mapping[str, str] | None = None,
        invited: Sequence[str] = (),
        makers: Sequence[str] = (),
    ) -> Room:
        """Keep a new match; one of a `kind` has it before its id, and stays out of the list of matches.

        Its seats are held by the browser with this key (or each by another's, by side); without one, by tokens, and an
        invitation to all of them. Those
        that are `invited` are nobody's until somebody takes them by their invitation.
        """
        ident = kind + secrets.token_hex(5)
        seats = match.header.seats
        # Where programs play among themselves nobody has secrets from anybody: both sides may be watched.
        shown = [side for side, sitter in seats.items() if sitter == HUMAN] or list(seats)
        held = [side for side in shown if side not in invited]
        keys = {side: key.get(side, "") if isinstance(key, Mapping) else key for side in held}
        tokens = {side: made_of(held_by, ident, side) if held_by else new_token() for side, held_by in keys.items()}
        tokens |= {INVITATION + side: new_token() for side in invited}
        if key is None:
            tokens[INVITATION] = new_token()
        stored = stored_of(ident, match, tokens)
        await asyncio.wrap_future(self.store.create(ident, stored, standing_of(match), makers))
        room = self._keep(Room(ident, match, stored, self))
        room.owners = frozenset(makers)
        return room

    def at_work(self, owner: str) -> int:
        """In how many matches programs think for somebody."""
        return sum(owner in room.owners and room.bots_at_work for room in self._rooms.values())

    async def room(self, ident: str, fresh: bool = True) -> Room:
        """A match by its id, from memory or the store; not from memory when the store is not what it was.

        Who is going to store something need not have it `fresh`: revisions settle that.
        """
        if fresh:
            self.store.check()
        room = self._rooms.get(ident)
        if room is not None:
            if fresh:
                await room.look()
            return room
        if not IDENT.fullmatch(ident):
            raise unknown("There is no such match.")
        if ident not in self._opening:
            task = asyncio.create_task(self._open(ident))
            task.add_done_callback(lambda _: self._opening.pop(ident, None))
            self._opening[ident] = task
        return await asyncio.shield(self._opening[ident])

    def known(self, ident: str) -> Room | None:
        """A match that is in memory."""
        return self._rooms.get(ident)

    def game_of(self, ident: str) -> str | None:
        """The game of a match that is in memory."""
        room = self._rooms.get(ident)
        return room.match.game.id if room is not None else None

    async def read(self, ident: str, since: int = 0) -> Stored | None:
        """A match from the store; one that is damaged is said to be so."""
        try:
            return await asyncio.wrap_future(self.store.read(ident, since))
        except DamagedError as damage:
            raise _damaged(ident, damage) from None

    async def ready(self) -> None:
        """Whether the store answers."""
        self.store.check()
        try:
            await asyncio.wait_for(asyncio.wrap_future(self.store.ids("", 1)), READY)
        except TimeoutError:
            raise StoreError("The store does not answer.") from None

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
        named = None if news is None else self._rooms.get(news.match)
        for room in self._rooms.values() if news is None else [named] if named is not None else []:
            if room.ears and (news is None or room.behind(news.revision)):
                task = asyncio.create_task(self._follow(room))
                self._following.add(task)
                task.add_done_callback(self._following.discard)

    async def _follow(self, room: Room) -> None:
        try:
            async with room.lock:
                await room.catch_up()
            room.wake_bots()
        except Exception:
            _log.exception("Match %s could not be read again.", room.id)

    async def _open(self, ident: str) -> Room:
        stored = await self.read(ident)
        if stored is None:
            raise unknown("There is no such match.")
        match = await asyncio.to_thread(_rebuilt, ident, stored)
        room = self._keep(Room(ident, match, stored, self))
        if self.opened is not None:
            await self.opened(room)
        return room

    def _keep(self, room: Room) -> Room:
        if len(self._rooms) >= MOST_ROOMS:
            idle = (ident for ident, other in self._rooms.items() if other.idle)
            for ident in [ident for ident, _ in zip(idle, range(MOST_ROOMS // 4), strict=False)]:
                del self._rooms[ident]
        self._rooms[room.id] = room
        return room

    def gauges(self) -> dict[str, Callable[[], float]]:
        """What can be read off at any moment."""
        rooms = self._rooms
        return {
            "grognard_rooms": lambda: len(rooms),
            "grognard_listeners": lambda: sum(len(room.ears) for room in rooms.values()),
            "grognard_programs": lambda: sum(room.bots_at_work for room in rooms.values()),
            "grognard_store_waiting": self.store.waiting,
        }

    async def is_closed(self, room: Room) -> bool:
        """Whether a match still has secrets: it is not over, or one that it left is not, whose secrets it shares."""
        seen = 0
        while room.over and room.match.header.branch_of and seen < LONGEST_LINE:
            seen += 1
            try:
                room = await self.room(room.match.header.branch_of)
            except ApiError:
                return False  # it is gone
        return not room.over

    def forget(self, room: Room) -> None:
        """Let a match go from memory, with all who listen to it."""
        self._rooms.pop(room.id, None)
        for ear in room.ears:
            ear.gone = True

    async def close(self) -> None:
        """Store what is under way and let go."""
        # While there is a file to store to: a bot that found it closed would wait for it for ever.
        for room in list(self._rooms.values()):
            await room.stop_bots()
        self.workers.shutdown(wait=True, cancel_futures=True)
        await self.lanes.close()
        self.store.close()


def _rebuilt(ident: str, stored: Stored) -> Match:
    """The match from its record; one that is damaged, or that other rules have overtaken, is said to be so."""
    try:
        return match_of(stored)
    except DamagedError as damage:
        raise _damaged(ident, damage) from None
    except OtherRulesError as overtaken:
        raise ApiError(409, "version", str(overtaken)) from None
    except Refused as refused:
        raise unknown(str(refused)) from None


def _damaged(ident: str, damage: DamagedError) -> ApiError:
    # Where it differs is for the server's record only: the number of decisions is nobody's to know.
    _log.warning("Match %s is damaged: %s", ident, damage)
    return ApiError(409, "damaged", "The record of this match is damaged.")
