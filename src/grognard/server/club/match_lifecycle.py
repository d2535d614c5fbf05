"""Lifecycle of club matches: start, clocks, notifications, end and rating.

A decision is stored and shown by the match's room alone, as at home. The desk hears of it afterwards: it moves the
clock when the question has gone to the other side, tells who is asked now, and writes down the result of what is
over. It may be killed in between: what it missed it finds when it next looks, from what the matches themselves say.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

import msgspec
from sqlalchemy import Connection

from grognard.club import clock as clocks
from grognard.club import match_endings
from grognard.club.clock import Span
from grognard.club.member import Member
from grognard.kernel.flow import DRAW
from grognard.match.header import HUMAN
from grognard.server.club.heartbeat import GAP, Heartbeat
from grognard.server.club.player_names import BOT, name_of, player
from grognard.server.club.row_by_row import RowByRow
from grognard.server.http.errors import ApiError, unknown
from grognard.server.http.json_responses import encode
from grognard.server.matches.live_match import LiveMatch
from grognard.server.matches.match_registry import MatchRegistry
from grognard.store.chat import PLAYERS, Chat
from grognard.store.engine import Also, unreadable
from grognard.store.interface import News, StoreError
from grognard.store.lobby import (
    OPEN,
    OVER,
    SEATING,
    VOID,
    ClubMatch,
    FullError,
    Lobby,
    PlayedAgainError,
    Waiting,
    not_vanished,
)
from grognard.store.results import Played, Results

if TYPE_CHECKING:
    from grognard.server.club.club_service import ClubService

BEAT = 2.0
"""Seconds between two looks at the clocks."""
GRACE_LIVE, GRACE_DAYS = 10.0, 3600.0
"""Seconds between a warning and a forfeit, at least."""
RECONCILE = 15.0
"""Seconds between two looks for what follows from stored facts and is missing."""
SETTLED = 8.0
"""Seconds after a fact in which the process that stored it writes down what follows."""
ORPHANED = 45.0
"""Seconds after which a match that was stored for the club, and of which it does not know, is cleared away: longer than
any call of the club's tables may last (`DEADLINES`)."""
SWEEP = 3600.0
"""Seconds between two rounds in which what is old is cleared away."""
LIVE_FOR, MOST_LIVE = 2.0, 30
"""Seconds for which the list of matches to watch is good, and how long it is."""
MOST_KNOWN = 4_000
NAMES_FOR = 60.0
TRIES = 5
CONSEQUENCES = (
    ("a decision", "whose clock runs, and the notification", "`Lobby.behind`, then in one transaction"),
    ("the end of a match by its rules", "result, ratings, notifications", "`Lobby.behind`, then in one transaction"),
    ("the end of a match beside its rules", "result, ratings, notifications", "in its transaction"),
    ("a match that is over", "its result and ratings", "`Results.uncounted`"),
    ("a player who joins a table", "seats, notification", "in one transaction, else `Lobby.unsettled` reopens it"),
    ("a match stored for the club", "the club's row of it", "else `Lobby.orphans` removes it"),
    ("a seat that is taken over", "whose keys open it, or which bot plays", "`Lobby.unsettled`"),
    ("a pairing of a tournament", "its two matches", "in one transaction, else made after its lease"),
    ("the results of a round", "the next round", "looked at every 15 s"),
    ("a proposal, a challenge, a message", "the notification", "in its transaction"),
    ("another email address", "the emails to both, with their codes", "in its transaction"),
    ("an act of a moderator or umpire", "its record", "in its transaction"),
    ("a member who ended their account", "the end of their open matches", "`Lobby.left_open`"),
    ("a notification", "its deliveries", "leased for 90 s, then tried by another process"),
    ("a decision in a match by link", "the email to whoever left an address", "`Lobby.owing_emails`, marked when sent"),
    ("a clock that is due", "a warning, then the forfeit", "looked at every 2 s, row by row"),
)
"""Facts of a club, what follows from each, and what writes it or finds it missing (a table in docs/hosts/limits.md)."""
_log = logging.getLogger("grognard")


async def _no_rival(member: str, match: str) -> bool:
    return False


async def _no_event(match: str) -> bool:
    return False


class MatchLifecycle:
    """The club's matches, as far as one server process has to do with them."""

    def __init__(self, club: ClubService, registry: MatchRegistry) -> None:
        self.club = club
        self.registry = registry
        registry.club = self
        self.me = secrets.token_hex(6)
        self.lobby, self.results, self.chat = Lobby(club.people), Results(club.people), Chat(club.people)
        self.down: list[Span] = []
        self.told: list[Callable[[LiveMatch, ClubMatch], None]] = []
        """Who else wants to know that a match has gone on: the programs' streams."""
        self.ended: list[Callable[[str], None]] = []
        """Who wants to know that a match is over: the tournaments."""
        self.started: list[Callable[[ClubMatch], None]] = []
        self.is_event: Callable[[str], Awaitable[bool]] = _no_event
        """Whether a match is of a tournament."""
        self.is_rival: Callable[[str, str], Awaitable[bool]] = _no_rival
        """Whether a member plays in the tournament that a match belongs to."""
        self.offered: list[Callable[[str, Any], None]] = []
        self.owing: list[tuple[str, Callable[[float], Awaitable[list[str]]], Callable[[str], Awaitable[None]]]] = []
        """What else may be missing, by name: what finds it as of a time, and what does it."""
        self._rows: OrderedDict[str, ClubMatch | None] = OrderedDict()
        self._members: dict[str, tuple[float, Member | None]] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """One for each match that is being changed just now."""
        self._watched: dict[str, int] = {}
        self._live: tuple[float, list[Waiting]] = (-1e9, [])
        self._swept = self._reconciled = 0.0
        self._unsettled: dict[str, float] = {}
        self.rows = RowByRow()
        self.heart = Heartbeat(lambda now, stood_still: self.lobby.beat(now, GAP, stood_still))
        self._round: asyncio.Task[None] | None = None
        registry.opened = self.adopt
        registry.stored.append(self._stored)
        registry.news.append(self._heard)
        club.waiting = self._waiting
        club.forgotten.append(self._forget)

    def start(self) -> None:
        """Begin to look at the clocks."""
        self.heart.start()
        self._round = asyncio.create_task(self._rounds())

    async def close(self) -> None:
        """Stop looking."""
        await asyncio.to_thread(self.heart.stop)
        if self._round is not None:
            self._round.cancel()
            await asyncio.wait([self._round])

    def gauges(self) -> dict[str, Callable[[], float]]:
        """Figures for anyone who runs the server: damaged rows, and work that failed."""
        return {
            "grognard_rows_passed_over": lambda: float(len(unreadable)),
            "grognard_rows_put_off": lambda: float(self.rows.put_off),
        }

    # --- what is known of a match

    async def row(self, ident: str, fresh: bool = False) -> ClubMatch | None:
        """The club's row of a match; None of one that is not the club's."""
        if fresh or ident not in self._rows:
            self._know(ident, await self.club.run(self.lobby.match, ident))
        return self._rows[ident]

    async def is_recorded(self, match: str) -> bool:
        """Whether a match belongs to the club."""
        return await self.club.run(self.lobby.match, match) is not None

    async def is_rated(self, match: str) -> bool:
        """Whether a match counts for ratings."""
        row = await self.row(match)
        return row is not None and row.rated

    async def ended_of(self, matches: Sequence[str]) -> set[str]:
        """Those of these matches that the club has ended, whatever their rules say."""
        ended: set[str] = await self.club.run(self.lobby.ended, list(matches))
        return ended

    async def the_row(self, ident: str, fresh: bool = True) -> ClubMatch:
        """The same, and a refusal where there is none."""
        found = await self.row(ident, fresh)
        if found is None:
            raise unknown("This match does not belong to the club.")
        return found

    def _know(self, ident: str, row: ClubMatch | None) -> None:
        self._rows[ident] = row
        self._rows.move_to_end(ident)
        while len(self._rows) > MOST_KNOWN:
            self._rows.popitem(last=False)

    async def change(
        self,
        ident: str,
        how: Callable[[ClubMatch], dict[str, Any] | None],
        follows: Callable[[ClubMatch], Awaitable[list[Also]]] | None = None,
    ) -> ClubMatch | None:
        """Change a match's facts by what `how` makes of them now; None when it wants no change after all.

        What `follows` from the match as it will be is written in the same transaction: a process that is killed has
        written both or neither.
        """
        lock = self._locks.setdefault(ident, asyncio.Lock())
        async with lock:
            for _ in range(TRIES):
                row = await self.the_row(ident)
                values = how(row)
                if values is None:
                    return None
                also = await follows(msgspec.structs.replace(row, **values)) if follows is not None else []
                new = await self.club.run(self.lobby.change, row, also, **values)
                if new is not None:
                    self._know(ident, new)
                    return new
        raise ApiError(409, "stale", "This match was changed on another server; try again.")

    async def begin(
        self, made: Sequence[tuple[LiveMatch, ClubMatch]], also: Sequence[Also] = (), by: str = "", most: int = 0
    ) -> None:
        """Begin club matches, all or none, with what follows from them: notify each side that is asked first and start
        its clock. The member `by` whom they are begun has at most so many open ones."""
        rows = [row for _, row in made]
        try:
            await self.club.run(lambda: self.lobby.add(*rows, also=also, by=by, most=most))
        except (FullError, PlayedAgainError):
            for live, _ in made:  # nobody has seen them
                await asyncio.wrap_future(self.registry.store.remove(live.id))
                self.registry.forget(live)
            raise
        for live, row in made:
            self._know(live.id, row)
            self._mark(live, row)
            live.wake_bots()
            await self.after(live)
            for tell in self.started:
                tell(row)

    async def adopt(self, live: LiveMatch) -> None:
        """A match was opened here: does the club know of it, and how did it end?"""
        row = await self.row(live.id, fresh=True)
        if row is not None:
            self._mark(live, row)

    def _mark(self, live: LiveMatch, row: ClubMatch) -> None:
        live.of_club, live.rated = True, row.rated
        if row.status == OVER and row.how in match_endings.OUTSIDE and not live.match.over:
            live.ending = self.text_of(live, row)

    def text_of(self, live: LiveMatch, row: ClubMatch) -> str:
        """The ending of a match outside the rules, in a sentence."""
        sides = {side.id: side.name for side in live.match.game.sides}
        absent = row.asks if row.how == match_endings.NEVER_CAME else ""
        loser = sides.get(absent) or next((name for side, name in sides.items() if side != row.winner), "")
        return match_endings.sentence(row.how, sides.get(row.winner, ""), loser)

    async def live(self) -> list[Waiting]:
        """Matches that anybody may watch, as they were a moment ago: every page in the lobby asks."""
        now = time.monotonic()
        if now - self._live[0] > LIVE_FOR:
            self._live = now, await self.club.run(self.lobby.live, MOST_LIVE)
        return self._live[1]

    # --- people

    async def people(self, idents: list[str]) -> dict[str, Member | None]:
        """Members by their ids, as they were known not long ago."""
        now = time.monotonic()
        old = [
            i for i in idents if i and not i.startswith(BOT) and now - self._members.get(i, (-1e9, None))[0] > NAMES_FOR
        ]
        if old:
            found = await self.club.run(self.club.people.by_ids, old)
            if len(self._members) > 10 * MOST_KNOWN:
                self._members.clear()
            self._members |= {ident: (now, found.get(ident)) for ident in old}
        return {ident: self._members.get(ident, (now, None))[1] for ident in idents}

    def _forget(self, member: str) -> None:
        """A member has another name, or none any more."""
        if member:
            self._members.pop(member, None)
        else:
            self._members.clear()

    async def name(self, ident: str) -> str:
        """Under which name a player is shown."""
        return name_of(ident, (await self.people([ident]))[ident])

    # --- a match goes on

    def _stored(self, live: LiveMatch) -> None:
        if self._rows.get(live.id, ...) is not None:
            self.club.later(self.after(live, time.time()))

    async def after(self, live: LiveMatch, at: float | None = None) -> None:
        """A decision was stored here, just now or at that time: whose turn is it now, and is it over?"""
        row = await self.row(live.id)
        if row is None or row.status == OVER:
            return
        match = live.match
        if match.over:
            how = match_endings.CONCESSION if match.state.ending == "concession" else match_endings.RULES
            winner = "" if match.state.winner == DRAW else match.game.sides[match.state.winner].id
            await self.finish(live, how, winner)
            return
        asks = match.game.sides[match.asked.side].id if match.asked is not None else ""
        if asks != row.asks:
            await self._hand_over(live, asks, time.time() if at is None else at)
        for tell in self.told:
            tell(live, row)

    async def _hand_over(self, live: LiveMatch, asks: str, now: float) -> None:
        person = live.match.header.seats.get(asks) == HUMAN
        to = live.match.game.side_index(asks) if asks and person else None
        decided = ""

        def moved(row: ClubMatch) -> dict[str, Any] | None:
            nonlocal decided
            if row.asks == asks or row.status == OVER:
                return None
            decided = row.asks
            clock = row.clock
            if clock is not None:
                clock = clocks.hand_over(row.pace, clock, to, now, self.down)
            due = self._due(row.pace, clock, 0.0)
            # An offer of a draw stands until the other side has decided something else.
            draw = row.draw if row.draw.removeprefix(VOID) == row.asks else ""
            return {"asks": asks, "since": now, "clock": clock, "due": due, "warned": 0.0, "draw": draw}

        async def told(row: ClubMatch) -> list[Also]:
            # As of when it was stored: a page that showed it since may have said so already.
            facts: dict[str, Any] = {} if decided else {"began": True}
            facts |= self._deadline(row)
            notices = await self.notice(row, row.seats[asks], "your-turn", live, at=now, **facts) if person else []
            return [*notices, *([not_vanished(live.id, decided, row.seats[decided])] if decided else [])]

        if await self.change(live.id, moved, told) is not None:
            await self.show(live.id)

    def _deadline(self, row: ClubMatch) -> dict[str, float]:
        """By when a player by correspondence must decide: a live one reads the clock at the table."""
        if row.clock is None or not isinstance(row.pace, clocks.Days):
            return {}
        out = clocks.runs_out_at(row.pace, row.clock, self.down)
        return {} if out is None else {"until": out}

    def _due(self, pace: clocks.Pace, clock: clocks.Clock | None, warned: float) -> float:
        if clock is None or clock.side is None:
            return 0.0
        at = clocks.runs_out_at(pace, clock, self.down) if warned else clocks.warns_at(pace, clock, self.down)
        return at or 0.0

    async def finish(
        self, live: LiveMatch, how: str, winner: str, rated: bool = True, also: Sequence[Also] = ()
    ) -> ClubMatch | None:
        """A match is over, by the rules or beside them: write it down, rate unless it is not to be `rated` after all,
        tell both, and write what else follows.

        Beside the rules the lock is held.
        """
        now = time.time()

        def over(row: ClubMatch) -> dict[str, Any] | None:
            if row.status == OVER:
                return None
            clock = row.clock and clocks.hand_over(row.pace, row.clock, None, now, self.down)
            facts = {"status": OVER, "how": how, "winner": winner, "ended": now, "due": 0.0, "draw": "", "clock": clock}
            return facts | {"rated": row.rated and rated}

        async def follows(row: ClubMatch) -> list[Also]:
            return [await self._end_told(live, row), *also]

        row = await self.change(live.id, over, follows)
        if row is None:
            return None
        self._mark(live, row)
        if how in match_endings.OUTSIDE:
            await live.touch()
        live.show()
        await self.show(live.id)
        for tell in self.told:
            tell(live, row)
        for hear in self.ended:
            hear(live.id)
        return row

    async def forfeit(self, live: LiveMatch, row: ClubMatch) -> None:
        """The time of who must decide has run out. Who never decided anything was never there: such a match is void,
        except in a tournament, where it is lost and changes no rating. The lock is held."""
        side = live.match.game.side_index(row.asks)
        came = any(played.side == side for played in live.match.played)
        other = next(each for each in row.seats if each != row.asks)
        if came:
            await self.finish(live, match_endings.FORFEIT, other)
        elif await self.is_event(live.id):
            await self.finish(live, match_endings.FORFEIT, other, rated=False)
        else:
            await self.finish(live, match_endings.NEVER_CAME, "")

    async def _end_told(self, live: LiveMatch, row: ClubMatch) -> Also:
        """The result with its ratings, and to each player who won and what the rating did."""
        game, why, counted = live.match.game, "", self._counted(live, row)
        if row.how in match_endings.OUTSIDE:
            why = self.text_of(live, row)
        names = {who: await self.name(who) for who in row.seats.values()}

        def write(db: Connection) -> None:
            players = {side: who for side, who in row.seats.items() if who and not who.startswith(BOT)}
            before = {who: self.results.known(db, who, row.game) for who in players.values()}
            for each in counted:
                each(db)
            for side, who in players.items():
                opponent = next((names[other] for at, other in row.seats.items() if at != side), "")
                facts: dict[str, Any] = {"game": game.title, "opponent": opponent, "side": side, "why": why}
                facts["outcome"] = match_endings.outcome(row.how, row.winner, side)
                now = self.results.known(db, who, row.game)
                if now.games != before[who].games:
                    facts |= {"rating": round(now.value), "change": round(now.value) - round(before[who].value)}
                self.club.notice(who, "ended", row.match, **facts)(db)

        return write

    def _counted(self, live: LiveMatch, row: ClubMatch) -> list[Also]:
        """The result of a match that is over, with the ratings that come of it; nothing where none counts."""
        sides = [side.id for side in live.match.game.sides]
        first, second = (row.seats.get(side, "") for side in sides)
        if row.how in match_endings.VOID or not first or not second or first == second:
            return []
        score = 0.5 if not row.winner else float(row.winner == sides[0])
        played = Played(
            match=row.match, at=row.ended, game=row.game, scenario=row.scenario, first=first, second=second,
            score=score, how=row.how, rated=row.rated, turn=live.match.state.turn,
        )  # fmt: skip

        def write(db: Connection) -> None:
            self.results.put(db, played)

        return [write]

    async def notice(
        self, row: ClubMatch, who: str, kind: str, live: LiveMatch, at: float | None = None, **facts: Any
    ) -> list[Also]:
        """A notice to one of the players, to be written with the fact that it tells of: game, opponent, turn and link,
        nothing else. Guests and our own programs have none."""
        if not who or who.startswith(BOT):
            return []
        side, other = next(((s, o) for s, m in row.seats.items() if m == who for o in row.seats if o != s), ("", ""))
        if kind == "your-turn":
            side = row.asks
            other = next((s for s in row.seats if s != side), "")
        opponent = await self.name(row.seats.get(other, ""))
        game = live.match.game
        facts |= {"side": side, "game": game.title, "opponent": opponent, "turn": live.match.state.turn}
        return [self.club.notice(who, kind, row.match, at, **facts)]

    def notify(self, who: str, kind: str, match: str, **facts: Any) -> list[Also]:
        """The same about something else than a match."""
        return [self.club.notice(who, kind, match, **facts)] if who and not who.startswith(BOT) else []

    # --- looking at the clocks

    async def _rounds(self) -> None:
        while True:
            try:
                await self._look()
            except (StoreError, ApiError) as failed:
                _log.warning("The clocks could not be looked at: %s", failed)
            except Exception:
                _log.exception("The clocks could not be looked at.")
            await asyncio.sleep(BEAT)

    async def _look(self) -> None:
        now = time.time()
        if now - self._swept > SWEEP:
            self._swept = now
            await self.club.run(self.lobby.sweep, now)
            await self.rows.each("result", await self.club.run(self.results.uncounted), self._count)
        if not self.registry.store.shared:
            await self.club.judge_connected()
        if not self.heart.noted.is_set():
            return
        if self.heart.found_standstill.is_set() or now - self._reconciled > RECONCILE:
            self.heart.found_standstill.clear()
            self.down = await self.club.run(self.lobby.standstills, now - 120 * clocks.DAY)
        await self.rows.each("clock", await self.club.run(self.lobby.due, now), self.look_at)
        if now - self._reconciled > RECONCILE:
            self._reconciled = now
            await self.reconcile(now)

    async def reconcile(self, now: float) -> None:
        """Find what follows from stored facts and is missing, because a process ended before it wrote it down."""
        run = self.club.run
        await self.rows.each("decision", await run(self.lobby.behind, now - SETTLED), self._catch_up)
        left = dict(await run(self.lobby.left_open))
        await self.rows.each("account", list(left), lambda ident: self.leave_match(ident, left[ident]))
        unsettled = await run(self.lobby.unsettled)
        self._unsettled = {ident: self._unsettled.get(ident, now) for ident in unsettled}
        stuck = [ident for ident, since in self._unsettled.items() if now - since > SETTLED]
        await self.rows.each("table", stuck, self._settle)
        await self.rows.each("match", await run(self.lobby.orphans, now - ORPHANED), self._clear_away)
        for what, find, do in self.owing:
            await self.rows.each(what, await find(now), do)

    async def _catch_up(self, ident: str) -> None:
        """Do what follows from the last decision, as of when it was stored: nobody's clock ran since."""
        live = await self.registry.match(ident)
        await self.after(live, min(time.time(), await self.club.run(self.lobby.decided_at, ident)))

    async def _count(self, ident: str) -> None:
        row = await self.the_row(ident)
        for write in self._counted(await self.registry.match(ident), row):
            await self.club.run(self.club.write, write)

    async def _settle(self, ident: str) -> None:
        """Put a table up again whose match was never made, or finish what was begun at a seat."""
        await self.club.run(self.lobby.reopen, ident)
        await self.seat(ident)

    async def seat(self, ident: str) -> None:
        """Let a match hear who has a seat from now on: the members that the club names, for the club knows it first."""
        offer = await self.club.run(self.lobby.offer_of, ident)
        if offer is None or offer.status != SEATING:
            return
        row, live = await self.the_row(offer.match), await self.registry.match(offer.match)
        who = row.seats[offer.side]
        member = None if not who or who.startswith(BOT) else await self.club.run(self.club.people.member, who)
        async with live.lock:
            if not live.over:
                if who.startswith(BOT):
                    await live.seat_bot(offer.side, who.removeprefix(BOT))
                else:
                    await live.seat_anew([offer.side], offer.key if member is None else member.key)
        await self.club.run(self.lobby.sat_down, ident)
        live.wake_bots()
        await self.after(live)

    async def _clear_away(self, ident: str) -> None:
        """A match was stored for the club and never begun: nobody knows of it."""
        await asyncio.wrap_future(self.registry.store.remove(ident))
        live = self.registry.known(ident)
        if live is not None:
            self.registry.forget(live)

    async def leave_match(self, ident: str, member: str) -> None:
        """A member has ended their account: an open match of theirs ends, without a result in its first turns, except
        in a tournament."""
        live = await self.registry.match(ident)
        async with live.lock:
            row = await self.row(ident, fresh=True)
            if row is None or row.status == OVER or live.match.over:
                return
            early = live.match.state.turn <= match_endings.FIRST_TURNS and not await self.is_event(ident)
            winner = next((side for side, who in row.seats.items() if who != member), "")
            await self.finish(live, match_endings.ABANDONED if early else match_endings.LEFT, "" if early else winner)

    async def look_at(self, ident: str) -> None:
        """A clock is due: warn, or end the match where the club's rule says so."""
        row = await self.row(ident, fresh=True)
        if row is None or row.status == OVER or row.clock is None:
            return
        live = await self.registry.match(ident)
        asked = live.match.asked
        if asked is None or live.match.game.sides[asked.side].id != row.asks:
            await self._catch_up(ident)  # the clock had not heard of the last decision
            return
        now = time.time()
        if self.may_forfeit(row, now):
            if self.club.config.house.forfeits == "automatic" or await self.is_event(ident):
                async with live.lock:
                    await self.forfeit(live, row)
            else:
                await self.change(ident, lambda row: {"due": 0.0})
                await self.show(ident)
            return
        await self._warn(live, now)

    async def _warn(self, live: LiveMatch, now: float) -> None:
        first = False

        def warned(row: ClubMatch) -> dict[str, Any] | None:
            nonlocal first
            if row.clock is None or row.status == OVER:
                return None
            at = clocks.warns_at(row.pace, row.clock, self.down)
            given = row.warned or (now if at is not None and now >= at else 0.0)
            first = bool(given) and not row.warned  # of several processes that look at once one warns
            due = self._due(row.pace, row.clock, given)
            if given:
                due = max(due, given + grace(row))
            return {"warned": given, "due": due}

        async def told(row: ClubMatch) -> list[Also]:
            if not first:
                return []
            out = clocks.runs_out_at(row.pace, row.clock, self.down) if row.clock else None
            hours = 0.0 if out is None else round(max(0.0, out - now) / clocks.HOUR, 2)
            facts = self._deadline(row) | {"hours": hours}
            return await self.notice(row, row.seats[row.asks], "time-short", live, **facts)

        if await self.change(live.id, warned, told) is not None and first:
            await self.show(live.id)

    def may_forfeit(self, row: ClubMatch, now: float) -> bool:
        """Whether who must decide has run out of time and was warned long enough before."""
        if row.clock is None or row.clock.side is None or row.status == OVER:
            return False
        out = clocks.is_out(row.pace, row.clock, now, self.down)
        return out and row.warned > 0 and now >= row.warned + grace(row)

    async def warn_now(self, live: LiveMatch) -> None:
        """Warn a player at once whose time is claimed and who has had no warning."""
        await self._warn(live, time.time())

    # --- between processes

    def _heard(self, news: News | None) -> None:
        """Another process changed a match: what the club knows of it may be old."""
        if news is None:
            self._rows.clear()
            return
        by, _, written = news.by.partition(" chat ")
        if by == self.me:
            return
        if written:
            self.club.later(self._pass_chat(news.match, written))
            return
        if news.revision == 0 and news.match in self._rows:
            self.club.later(self._follow(news.match))
        elif news.match in self._rows and self.told:
            self.club.later(self._pass_on(news.match))

    async def _follow(self, ident: str) -> None:
        row = await self.row(ident, fresh=True)
        live = await self.registry.listened(ident)
        if row is not None and live is not None:
            self._mark(live, row)
            if row.status == OVER:
                live.show()
                for hear in self.ended:
                    hear(ident)
            await self._say(live, row)
            for tell in self.told:
                tell(live, row)

    async def _pass_chat(self, ident: str, where: str) -> None:
        """Somebody spoke at another process: the pages here fetch what is new."""
        row, live = await self.row(ident), await self.registry.listened(ident)
        if row is not None and live is not None:
            self.announce_chat(live, row, where, 0)

    async def _pass_on(self, ident: str) -> None:
        """A decision at another process: the streams here may wait for it."""
        row = await self.row(ident)
        if row is not None and row.status == OPEN:
            live = await self.registry.match(ident)
            for tell in self.told:
                tell(live, row)

    async def show(self, ident: str) -> None:
        """The club's facts of a match have changed: every page at it is told, here and at other processes."""
        row, live = await self.row(ident), await self.registry.listened(ident)
        if row is not None and live is not None:
            await self._say(live, row)
        await self.club.run(self.lobby.announce, self.me, ident)

    async def _say(self, live: LiveMatch, row: ClubMatch) -> None:
        if live.subscribers:
            said = encode({"club": await self.facts(live, row)})
            for subscriber in live.subscribers:
                subscriber.say("club", said)

    def announce_chat(self, live: LiveMatch, row: ClubMatch, room: str, n: int) -> None:
        """Tell the pages at a match here, if they may read that room, that there is a new line."""
        over, players = row.status == OVER, room == PLAYERS
        named = "players" if players else "spectators"
        said = encode({"chat": {"room": named, "n": n}, "talk": {"room": room, "n": n}})
        for subscriber in live.subscribers:
            if over or players == (subscriber.side is not None):
                subscriber.say("chat", said)

    async def greet(self, ident: str, subscriber: Any) -> None:
        """A page has come: the club's facts, and one spectator more if it has no seat."""
        row = await self.row(ident)
        if row is None:
            return
        if subscriber.side is None:
            await self._count_spectators(ident, 1)
        else:
            subscriber.say(
                "club", encode({"club": await self.facts(await self.registry.match(ident, fresh=False), row)})
            )

    async def farewell(self, ident: str, subscriber: Any) -> None:
        """A page has gone."""
        if subscriber.side is None and await self.row(ident) is not None:
            await self._count_spectators(ident, -1)

    async def _count_spectators(self, ident: str, more: int) -> None:
        number = self._watched[ident] = max(0, self._watched.get(ident, 0) + more)
        if not number:
            del self._watched[ident]
        if self.registry.store.shared:
            await self.club.run(self.lobby.watching, ident, self.me, number)
        await self.show(ident)

    async def _waiting(self, member: Member) -> int:
        return await self.club.run(self.lobby.waits_for, member.id)

    # --- what anybody may know

    async def facts(self, live: LiveMatch, row: ClubMatch) -> dict[str, Any]:
        """`GET …/club`: the same for everybody who may look at the match."""
        spectators = self._watched.get(live.id, 0)
        if self.registry.store.shared:
            spectators += await self.club.run(self.lobby.spectators, live.id, self.me)
        over = row.status == OVER
        return {
            "seats": await self.seats(row),
            "rated": row.rated,
            "watch": row.watch,
            "spectators": spectators,
            "watchers": spectators,
            "pace": row.pace,
            "clock": None if row.clock is None else self.clock(live, row),
            "draw": row.proposes_draw or None,
            "void": row.proposes_void or None,
            "paused": (clocks.standing_still(row.pace, row.clock, time.time()) or None) if row.clock else None,
            "stood": self.stood_still(row),
            "pair": row.pair or None,
            "again": row.again or None,
            "turn": live.match.state.turn,
            "result": self.result(live, row) if over else None,
        }

    def result(self, live: LiveMatch, row: ClubMatch) -> dict[str, Any]:
        """The result of a match; an ending by the rules is told by the table."""
        text = self.text_of(live, row) if row.how in match_endings.OUTSIDE else ""
        return {"winner": row.winner or None, "how": row.how, "text": text}

    async def seats(self, row: ClubMatch) -> dict[str, Any]:
        """The players of each seat, with their ratings."""
        people = await self.people(list(row.seats.values()))
        ratings = await self.club.run(self.results.ratings, list(row.seats.values()))
        return {side: player(who, people[who], ratings.get((who, row.game))) for side, who in sorted(row.seats.items())}

    def clock(self, live: LiveMatch, row: ClubMatch) -> dict[str, Any]:
        """The clock as the page shows it: seconds, as of now."""
        assert row.clock is not None
        now, sides = time.time(), [side.id for side in live.match.game.sides]
        left = [clocks.time_left(row.pace, row.clock, side, now, self.down) for side in range(len(sides))]
        running = row.clock.side
        days = isinstance(row.pace, clocks.Days)
        return {
            "now": now,
            "side": None if running is None else sides[running],
            "turn": {side: part[0] for side, part in zip(sides, left, strict=True)} if days else None,
            "left": {side: part[1] for side, part in zip(sides, left, strict=True)},
            "vacation": dict(zip(sides, row.clock.vacation, strict=False)) if days else None,
            "outAt": clocks.runs_out_at(row.pace, row.clock, self.down),
            "out": clocks.is_out(row.pace, row.clock, now, self.down),
            "claim": self.may_forfeit(row, now),
        }

    def stood_still(self, row: ClubMatch) -> list[list[float]]:
        """Times when the server was down while the side was being asked; they do not count."""
        if row.clock is None or row.clock.side is None:
            return []
        return [[span.start, span.end] for span in self.down if span.end > row.clock.since]


def grace(row: ClubMatch) -> float:
    """Seconds between a warning and a forfeit."""
    return GRACE_LIVE if isinstance(row.pace, clocks.Live) else GRACE_DAYS
