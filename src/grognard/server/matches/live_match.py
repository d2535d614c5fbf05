"""A live match: seats, subscribers, decisions, undo, bots, and their order.

The order is always the same: the rules accept a decision, storage has it on disk, then it is shown. One lock per match
is held from the first to the last, so that nobody ever sees what is not stored.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, Protocol

from grognard.bots import usual
from grognard.kernel.flow import Decision, Option, Refused
from grognard.kernel.ids import Side
from grognard.match import Match
from grognard.match.header import HUMAN
from grognard.match.match import DiceError
from grognard.match.order_execution import Carried, Wanted, carried
from grognard.match.standing_orders import stand_in
from grognard.server.http.errors import ApiError, unknown
from grognard.server.matches import trials
from grognard.server.matches.seat_holders import SeatHolders
from grognard.server.matches.seat_view import SeatLog, Table, decisions_at, table_now, table_of_all, table_then
from grognard.server.matches.spectator_view import CommonLog, table_for_spectators
from grognard.server.matches.subscriptions import Subscriber
from grognard.server.workers.bot_players import Bots
from grognard.server.workers.general_progress import Thoughts
from grognard.store.checksums import chain
from grognard.store.interface import Change, DamagedError, OvertakenError, Store, Stored
from grognard.store.match_rows import OtherRulesError, go_on, lines_of, match_of, standing_of
from grognard.work.queue import Queues

CLAIM_AGAIN = 0.5
"""Seconds between two tries to let programs play that another process had claimed."""
LESSON = "lesson-"
PEOPLE = frozenset({HUMAN})

_log = logging.getLogger("grognard")


class Keeper(Protocol):
    """The registry as a live match needs it."""

    store: Store
    queues: Queues
    workers: ThreadPoolExecutor
    opened: Callable[[LiveMatch], Awaitable[None]] | None
    stored: list[Callable[[LiveMatch], None]]

    def subscribers_at(self, ident: str) -> Collection[Subscriber]:
        """Subscribers of a match."""

    async def read(self, ident: str, since: int = 0) -> Stored | None:
        """A match from the store."""

    def forget(self, live: LiveMatch) -> None:
        """Let a match go from memory, with all who listen to it."""


class LiveMatch(SeatHolders):
    """One match in memory."""

    def __init__(self, ident: str, match: Match, stored: Stored, registry: Keeper) -> None:
        self.id = ident
        self.lock = asyncio.Lock()
        self.owners: frozenset[str] = frozenset()
        """For whom its programs think: who made it here, or decided last (see `rate_limits.Quotas`)."""
        self.issued: dict[str, str] = {}
        """Tokens and an invitation that were made with it: its maker is told them, and nobody can be again."""
        self._registry = registry
        self._bots_at_work: asyncio.Task[None] | None = None
        self.of_club = False
        """Whether it is in a club's records: then its players are members, and names and chat are the club's."""
        self.rated = False
        """Whether the match counts for its players: then nobody helps them."""
        self.ending = ""
        """How a club ended it outside the rules of the game, in a sentence."""
        self.thoughts = Thoughts()
        self._adopt(match, stored)

    def _adopt(self, match: Match, stored: Stored) -> None:
        self.match = match
        self.tokens = stored.tokens
        self._revision = stored.revision
        self._sums = list(stored.sums)
        self._bots = Bots(match)
        self._logs = [SeatLog(side) for side in match.game.every_side]
        self._open_log = SeatLog(None)
        self._common_log = CommonLog()
        self._tables: dict[int | None, Table] = {}

    async def _amend(
        self,
        tokens: dict[str, str],
        orders: dict[str, dict[str, Any]] | None = None,
        between: dict[str, Any] | None = None,
    ) -> None:
        kept = self.match.header.orders if orders is None else {side: given for side, given in orders.items() if given}
        said = self.match.header.between if between is None else between
        header = replace(self.match.header, orders=kept, between=said).to_store()
        try:
            await asyncio.wrap_future(self._registry.store.amend(self.id, self._revision, header, tokens))
        except OvertakenError:
            await self._reread()
            raise ApiError(409, "stale", "This match was changed on another server; try again.") from None
        self._revision += 1
        self.tokens = tokens
        self.match.header.orders = kept
        self.match.header.between = said

    async def put_between(self, between: dict[str, Any]) -> None:
        """Store what the players have said to each other and agreed on, and tell every page; the lock is held."""
        await self._amend(self.tokens, between=between)
        for subscriber in self.subscribers:
            subscriber.bell.set()

    async def take_back(self, side: Side, between: dict[str, Any]) -> None:
        """Go back to a side's last choice, to which the others agreed; the lock is held."""
        self._check_person(side)
        if self.is_by_hand:
            raise ApiError(409, "by-hand", "A match from a position set up by hand takes nothing back.")
        try:
            keep = self.match.take_back(side)
        except Refused as refused:
            raise ApiError(409, "illegal", str(refused)) from None
        # First the decisions, then the new secret: between the two the record is whole with the old one.
        await self._store(keep, takes_back=True)
        await self.put_between(between)

    def _reseat(self) -> None:
        self._bots = Bots(self.match)
        self.show()

    async def share(self, side: Side, number: str) -> None:
        """Add a player's number to the dice; the lock is held."""
        count = len(self.match.played)
        self.match.share(side, number)
        await self._store(count)

    @property
    def subscribers(self) -> Collection[Subscriber]:
        """Subscribers of this match; they stay when the match is put away, and wake it."""
        return self._registry.subscribers_at(self.id)

    @property
    def revision(self) -> int:
        """The number of its last change."""
        return self._revision

    @property
    def bots_at_work(self) -> bool:
        """Whether a program is thinking, or waits for its turn."""
        return self._bots_at_work is not None and not self._bots_at_work.done()

    @property
    def has_programs(self) -> bool:
        """Whether a program sits at it."""
        return not PEOPLE.issuperset(self.match.header.seats.values())

    @property
    def is_by_hand(self) -> bool:
        """Whether it started from a position that somebody else than us made: its rules are tried out first."""
        return self.match.header.start is not None and not self.id.startswith(LESSON)

    @property
    def idle(self) -> bool:
        """Nothing is under way."""
        return not self.lock.locked() and not self.bots_at_work

    # --- what a seat sees; the lock is held

    def table(self, side: Side | None) -> Table:
        """The present as a side sees it, or as anybody may who watches."""
        if side not in self._tables:
            if side is None:
                self._tables[side] = table_for_spectators(self.id, self.match, self._common_log)
            else:
                self._tables[side] = table_now(self.id, self.match, self._logs[side])
        return self._tables[side]

    @property
    def over(self) -> bool:
        """Whether it has ended, by the rules or as the club decided."""
        return self.match.over or bool(self.ending)

    def log_of(self, side: Side) -> SeatLog:
        """The log as a side reads it, up to the present."""
        self._logs[side].follow(self.match)
        return self._logs[side]

    def table_at(self, side: Side, line: int) -> Table:
        """The position after one of the side's own log lines."""
        self._check_line(side, line)
        return table_then(self.id, self.match, self._logs[side], line)

    def table_of_all(self, line: int | None = None) -> Table:
        """A match that is over as anybody may see it: the end, or the position after a line of the open log."""
        if not self.over:
            raise ApiError(403, "secret", "Only its players can see this match until it is over.")
        self._open_log.follow(self.match)
        count = len(self._open_log.lines)
        if line is not None and not 0 <= line <= count:
            raise unknown(f"The log has {count} lines.")
        return table_of_all(self.id, self.match, self._open_log, line)

    def decisions_of(self, side: Side | None) -> list[int]:
        """Per line of a side's log, or of the open one, after how many decisions it was told; the match is over."""
        log = self._open_log if side is None else self._logs[side]
        log.follow(self.match)
        return log.after

    def branch_of_all(self, line: int) -> Match:
        """A new match from the position after a line of the open log of a match that is over."""
        self.table_of_all(line)
        return self._branch(decisions_at(self._open_log, line))

    def branch_at(self, side: Side, line: int) -> Match:
        """A new match from the position after one of the side's own log lines."""
        self._check_line(side, line)
        return self._branch(decisions_at(self._logs[side], line))

    def _branch(self, count: int) -> Match:
        branch = self.match.branch(count)
        branch.header.branch_of = self.id
        return branch

    def _check_line(self, side: Side, line: int) -> None:
        count = self.table(side).count
        if not 0 <= line <= count:
            raise unknown(f"Your log has {count} lines.")

    # --- what a seat does; the lock is held

    async def decide(self, side: Side, stamp: str, options: Sequence[Option]) -> Table:
        """Take decisions of a side that has seen the present position."""
        self._check_person(side)
        await self._check_stamp(side, stamp)
        count = len(self.match.played)
        if self.is_by_hand:
            await trials.tried(self._registry.queues, self.id, self.match, side, options)
        try:
            self.match.submit_all(side, options)
        except Refused as refused:
            raise ApiError(409, self._code(side), str(refused)) from None
        stand_in(self.match)
        await self._store(count)
        return self.table(side)

    async def order(self, side: Side, stamp: str, wanted: Wanted) -> Carried:
        """Carry out an order of a side that has seen the present position: stored as one change, like a decision."""
        self._check_person(side)
        await self._check_stamp(side, stamp)
        count = len(self.match.played)
        if self.is_by_hand:
            await trials.ordered(self._registry.queues, self.id, self.match, side, wanted)
        try:
            done = carried(self.match, side, wanted)
        except Refused as refused:
            raise ApiError(409, self._code(side), str(refused)) from None
        stand_in(self.match)
        await self._store(count)
        return done

    async def give_orders(self, side: Side, orders: dict[str, Any]) -> None:
        """From now on these are a side's standing orders; one that answers what is asked now does so at once."""
        self._check_person(side)
        if self.is_by_hand:
            raise ApiError(409, "by-hand", "A match that began from a custom position has no standing orders.")
        await self.catch_up()
        name, header = self.match.game.sides[side].id, self.match.header
        await self._amend(dict(self.tokens), {**header.orders, name: orders})
        count = len(self.match.played)
        if stand_in(self.match):
            await self._store(count)

    async def undo(self, side: Side, stamp: str) -> Table:
        """Take back a side's last decision."""
        self._check_person(side)
        await self._check_stamp(side, stamp)
        try:
            keep = self.match.undo(side)
        except Refused as refused:
            raise ApiError(409, "no-undo", str(refused)) from None
        await self._store(keep, takes_back=True)
        return self.table(side)

    def _check_person(self, side: Side) -> None:
        if self.ending:
            raise ApiError(409, "over", self.ending)
        if not self.match.is_person(side):
            raise ApiError(409, "not-your-turn", "A bot plays this side: you can only watch.")

    async def _check_stamp(self, side: Side, stamp: str) -> None:
        if stamp != self.table(side).stamp:
            # It may be we who have not heard yet what another process has stored.
            await self.catch_up()
        if stamp != self.table(side).stamp:
            raise ApiError(409, "stale", "The position has changed. Look again before you decide.")

    def _code(self, side: Side) -> str:
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
            await self._registry.store.written(change)
        except asyncio.CancelledError:
            await self._reread()
            raise
        except OvertakenError:
            await self._reread()
            raise ApiError(409, "stale", "The match was changed elsewhere. Look again before you decide.") from None
        except Exception:
            _log.exception("A decision could not be stored.")
            await self._reread()
            raise ApiError(503, "storage", "Your decision could not be saved. Nothing has changed.") from None
        self._revision += 1
        self._sums[keep:] = sums
        self.show()
        for tell in self._registry.stored:
            tell(self)

    async def look(self) -> None:
        """Before an answer from memory: has another process written to this match? Who holds the lock knows."""
        if self._registry.store.shared and not self.lock.locked():
            async with self.lock:
                await self.catch_up()

    def behind(self, revision: int) -> bool:
        """Whether memory lacks a change."""
        return revision > self._revision

    async def catch_up(self) -> None:
        """Take over what other processes have stored since; the lock is held."""
        store = self._registry.store
        if not store.shared:
            return
        revision = await asyncio.wrap_future(store.revision(self.id))
        if revision == self._revision:
            return
        if self._registry.opened is not None:
            await self._registry.opened(self)
        stored = await self._registry.read(self.id, since=len(self._sums))
        if stored is not None:
            self.tokens = stored.tokens
        whole = stored is None or stored.before != (self._sums[-1] if self._sums else 0)
        if stored is None or whole or _facts(stored.header) != _facts(self.match.header.to_store()):
            await self._reread()
            return
        self.match.header.between = stored.header.get("between", {})
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
            stored = await self._registry.read(self.id)
            if stored is None:
                raise unknown("There is no such match.")
            self._adopt(rebuilt(self.id, stored), stored)
        except BaseException:
            # Memory may hold what the disk does not: the next call starts from the disk.
            self._registry.forget(self)
            raise
        finally:
            self.show()

    def show(self) -> None:
        """Ring for every page that listens; each sends only what changed for its seat."""
        self._tables.clear()
        for subscriber in self.subscribers:
            subscriber.bell.set()

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
        store = self._registry.store
        while not await asyncio.wrap_future(store.claim(self.id)):
            await asyncio.sleep(CLAIM_AGAIN)
            await self.look()
            if self.match.bot_to_move is None or not self.subscribers:
                return
        try:
            await self.look()
            await self._play_claimed()
        finally:
            store.release(self.id)

    async def _play_claimed(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            name = self.match.bot_to_move
            option = await self._thought(name) if name is not None and self._bots.thinks(name) else None
            async with self.lock:
                if self.match.bot_to_move is None:
                    return
                count = len(self.match.played)
                try:
                    if option is not None:
                        asked, said = option
                        if asked is not self.match.asked:
                            continue  # the match went on meanwhile, or was read again
                        await self._submit_thought(asked.side, said)
                    elif self.is_by_hand:
                        for side, chosen in await trials.chosen_by_bots(self._registry.queues, self.id, self.match):
                            self.match.submit(side, chosen)
                    else:
                        await loop.run_in_executor(self._registry.workers, self._bots.play_burst)
                        stand_in(self.match)
                    await self._store(count)
                except Exception:
                    _log.exception("A bot could not go on.")
                    await self._reread()
                    return
            await asyncio.sleep(0)

    async def _thought(self, name: str) -> tuple[Decision, Option | None] | None:
        """The question to a general and its answer; the lock is not held, so that all may look."""
        async with self.lock:
            asked, match, bots = self.match.asked, self.match, self._bots
        if asked is None or self.match.bot_to_move != name:
            return None
        return asked, await self.thoughts.had(self._registry.queues, self.id, match, name, bots)

    async def _submit_thought(self, side: Side, option: Option | None) -> None:
        """Take a general's decision; the staff stands in where the general failed."""
        match = self.match
        if option is None:
            loop = asyncio.get_running_loop()
            await loop.run_in_executor(self._registry.workers, self._bots.decide, usual(match.game))
        else:
            if self.is_by_hand:
                await trials.tried(self._registry.queues, self.id, match, side, [option])
            match.submit(side, option)
        if not self.is_by_hand:
            stand_in(match)


def _facts(header: dict[str, Any]) -> dict[str, Any]:
    """Of a stored header, what the match was built from."""
    return {name: value for name, value in header.items() if name != "between"}


def rebuilt(ident: str, stored: Stored) -> Match:
    """The match from its record; one that is damaged, or that other rules have overtaken, is said to be so."""
    try:
        return match_of(stored)
    except DamagedError as damage:
        raise damaged(ident, damage) from None
    except OtherRulesError as overtaken:
        raise ApiError(409, "version", str(overtaken)) from None
    except Refused as refused:
        raise unknown(str(refused)) from None


def damaged(ident: str, damage: DamagedError) -> ApiError:
    # Where it differs is for the server's record only: the number of decisions is nobody's to know.
    _log.warning("Match %s is damaged: %s", ident, damage)
    return ApiError(409, "damaged", "The record of this match is damaged.")
