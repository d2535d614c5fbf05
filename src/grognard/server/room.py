"""A match that is being played here: who may decide, who listens, and the order of things.

The order is always the same: the rules accept a decision, storage has it on disk, then it is shown. One lock per match
is held from the first to the last, so that nobody ever sees what is not stored.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from grognard import games
from grognard.kernel.flow import Option, Refused
from grognard.kernel.game import Game
from grognard.match import Header, Match
from grognard.match.header import HUMAN
from grognard.match.match import DiceError
from grognard.match.save import dice_from_text, dice_to_text, option_from_text, option_to_text
from grognard.server.backroom import Backroom
from grognard.server.errors import ApiError, unknown
from grognard.server.players import Bots
from grognard.server.storage import Change, Line, OvertakenError, Standing, Storage, Stored
from grognard.server.tables import SeatLog, Table, decisions_at, table_now, table_of_all, table_then

MOST_ROOMS = 400
"""Matches kept in memory; more are read again from storage when somebody comes back to them."""

_log = logging.getLogger("grognard")


class Ear:
    """One page that listens: what it was sent last, and a bell."""

    def __init__(self, side: int) -> None:
        self.side = side
        self.bell = asyncio.Event()
        self.gone = False
        """The match had to be let go: the page should come back and find it as it is stored."""
        self._stamp = ""
        self._sent: tuple[int, bytes] | None = None

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

    def __init__(self, ident: str, match: Match, tokens: dict[str, str], revision: int, house: House) -> None:
        self.id = ident
        self.tokens = tokens
        self.lock = asyncio.Lock()
        self.ears: set[Ear] = set()
        self._house = house
        self._bots_at_work: asyncio.Task[None] | None = None
        self._adopt(match, revision)

    def _adopt(self, match: Match, revision: int) -> None:
        self.match = match
        self._revision = revision
        self._bots = Bots(match)
        self._logs = [SeatLog(side) for side in range(len(match.game.sides))]
        self._open_log = SeatLog(None)
        self._tables: dict[int, Table] = {}

    def side_of(self, token: str) -> int:
        """The side that a token decides for."""
        for name, known in self.tokens.items():
            if hmac.compare_digest(known.encode(), token.encode()):
                return self.match.game.side_index(name)
        raise ApiError(403, "wrong-seat", "That is not a seat at this match.")

    @property
    def idle(self) -> bool:
        """Nobody is here and nothing is under way."""
        at_work = self._bots_at_work is not None and not self._bots_at_work.done()
        return not self.ears and not self.lock.locked() and not at_work

    # --- what a seat sees; the lock is held

    def table(self, side: int) -> Table:
        """The present as a side sees it."""
        if side not in self._tables:
            self._tables[side] = table_now(self.id, self.match, self._logs[side])
        return self._tables[side]

    def table_at(self, side: int, line: int) -> Table:
        """The position after one of the side's own log lines."""
        self._check_line(side, line)
        return table_then(self.id, self.match, self._logs[side], line)

    def table_of_all(self, line: int | None = None) -> Table:
        """A match that is over as anybody may see it: the end, or the position after a line of the open log."""
        if not self.match.over:
            raise ApiError(403, "secret", "The match is not over; until then only its players may look at it.")
        self._open_log.follow(self.match)
        count = len(self._open_log.lines)
        if line is not None and not 0 <= line <= count:
            raise unknown(f"The log has {count} lines.")
        return table_of_all(self.id, self.match, self._open_log, line)

    def branch_of_all(self, line: int) -> Match:
        """A new match from the position after a line of the open log of a match that is over."""
        self.table_of_all(line)
        return self.match.branch(decisions_at(self._open_log, line))

    def branch_at(self, side: int, line: int) -> Match:
        """A new match from the position after one of the side's own log lines."""
        self._check_line(side, line)
        return self.match.branch(decisions_at(self._logs[side], line))

    def _check_line(self, side: int, line: int) -> None:
        count = self.table(side).count
        if not 0 <= line <= count:
            raise unknown(f"Your log has {count} lines.")

    # --- what a seat does; the lock is held

    async def decide(self, side: int, stamp: str, options: Sequence[Option]) -> Table:
        """Take decisions of a side that has seen the present position."""
        self._check_person(side)
        self._check_stamp(side, stamp)
        count = len(self.match.played)
        try:
            self.match.submit_all(side, options)
        except Refused as refused:
            raise ApiError(409, self._code(side), str(refused)) from None
        await self._store(count)
        return self.table(side)

    async def undo(self, side: int, stamp: str) -> Table:
        """Take back a side's last decision."""
        self._check_person(side)
        self._check_stamp(side, stamp)
        try:
            keep = self.match.undo(side)
        except Refused as refused:
            raise ApiError(409, "no-undo", str(refused)) from None
        await self._store(keep, takes_back=True)
        return self.table(side)

    def _check_person(self, side: int) -> None:
        if not self.match.is_person(side):
            raise ApiError(409, "not-your-turn", "A program plays this side: it can only be watched.")

    def _check_stamp(self, side: int, stamp: str) -> None:
        if stamp != self.table(side).stamp:
            raise ApiError(409, "stale", "The position has changed since; look again before you decide.")

    def _code(self, side: int) -> str:
        asked = self.match.asked
        if asked is None:
            return "over"
        return "illegal" if asked.side == side else "not-your-turn"

    async def _store(self, keep: int, takes_back: bool = False) -> None:
        """Put all decisions from `keep` on on disk, then show them; when that fails, nothing has happened."""
        change = Change(self.id, self._revision, keep, lines_of(self.match, keep), standing_of(self.match), takes_back)
        try:
            await asyncio.wrap_future(self._house.storage.change(change))
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
        self.show()

    async def _reread(self) -> None:
        """Take the match from storage again: what stands there is what happened."""
        try:
            stored = await asyncio.wrap_future(self._house.storage.read(self.id))
            if stored is None:
                raise unknown("There is no such match.")
            self._adopt(match_of(stored), stored.revision)
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
        if self.match.bot_to_move is not None and (self._bots_at_work is None or self._bots_at_work.done()):
            self._bots_at_work = asyncio.create_task(self._play_bots())

    async def stop_bots(self) -> None:
        """Let the bots go where they are: what they had not stored has not happened."""
        if self._bots_at_work is not None:
            self._bots_at_work.cancel()
            await asyncio.wait([self._bots_at_work])

    async def _play_bots(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            async with self.lock:
                if self.match.bot_to_move is None:
                    return
                count = len(self.match.played)
                try:
                    await loop.run_in_executor(self._house.workers, self._bots.play_burst)
                    await self._store(count)
                except Exception:
                    _log.exception("A bot could not go on.")
                    await self._reread()
                    return
            await asyncio.sleep(0)


class House:
    """All matches of a server."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.workers = ThreadPoolExecutor(1, "bots")
        self.backroom = Backroom()
        self.playroom = Backroom()
        """For games that are played on: they may take long, and nothing else shall wait for them."""
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[Room]] = {}

    async def add(self, match: Match, kind: str = "") -> Room:
        """Keep a new match; one of a `kind` has it before its id, and stays out of the list of matches."""
        ident = kind + secrets.token_hex(5)
        seats = match.header.seats
        # Where programs play among themselves nobody has secrets from anybody: both sides may be watched.
        shown = [side for side, sitter in seats.items() if sitter == HUMAN] or list(seats)
        tokens = {side: secrets.token_urlsafe(18) for side in shown}
        stored = Stored(match.header.to_store(), tokens, dice_to_text(match.opening), lines_of(match, 0), 0)
        await asyncio.wrap_future(self.storage.create(ident, stored, standing_of(match)))
        return self._keep(Room(ident, match, tokens, 0, self))

    async def room(self, ident: str) -> Room:
        """A match by its id, from memory or storage."""
        room = self._rooms.get(ident)
        if room is not None:
            return room
        if ident not in self._opening:
            task = asyncio.create_task(self._open(ident))
            task.add_done_callback(lambda _: self._opening.pop(ident, None))
            self._opening[ident] = task
        return await asyncio.shield(self._opening[ident])

    def game_of(self, ident: str) -> str | None:
        """The game of a match that is in memory."""
        room = self._rooms.get(ident)
        return room.match.game.id if room is not None else None

    async def _open(self, ident: str) -> Room:
        stored = await asyncio.wrap_future(self.storage.read(ident))
        if stored is None:
            raise unknown("There is no such match.")
        match = await asyncio.to_thread(match_of, stored)
        return self._keep(Room(ident, match, stored.tokens, stored.revision, self))

    def _keep(self, room: Room) -> Room:
        if len(self._rooms) >= MOST_ROOMS:
            idle = (ident for ident, other in self._rooms.items() if other.idle)
            for ident in [ident for ident, _ in zip(idle, range(MOST_ROOMS // 4), strict=False)]:
                del self._rooms[ident]
        self._rooms[room.id] = room
        return room

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
        self.backroom.close()
        self.playroom.close()
        self.storage.close()


def lines_of(match: Match, first: int) -> list[Line]:
    """A match's decisions from a number on, as they are stored."""
    game = match.game
    return [Line(p.side, option_to_text(game, p.option), dice_to_text(p.rolls)) for p in match.played[first:]]


def standing_of(match: Match) -> Standing:
    """What the list of matches shows."""
    asked = match.asked
    decides = "" if asked is None else match.game.sides[asked.side].id
    return Standing(match.state.turn, "over" if match.over else "open", decides)


def match_of(stored: Stored, find: Callable[[str], Game] = games.load) -> Match:
    """The match from its record; one that other rules have overtaken is said to be so."""
    header = Header.from_store(stored.header)
    try:
        game = find(header.game)
    except Refused as refused:
        raise unknown(str(refused)) from None
    match: Match | None = None
    try:
        match = Match(game, header, dice_from_text(stored.opening))
        for line in stored.lines:
            match.redo(line.side, option_from_text(game, line.words), dice_from_text(line.rolls))
    except (Refused, DiceError) as problem:
        # Where it differs is for the server's record only: the number of decisions is nobody's to know.
        _log.warning("A match differs at decision %d: %s", len(match.played) + 1 if match else 0, problem)
        if header.version == game.version:
            raise ApiError(409, "damaged", "The record of this match is damaged.") from None
        played = f"This match was played with version {header.version} of {game.title}"
        raise ApiError(409, "version", f"{played} and does not go on with {game.version}.") from None
    return match
