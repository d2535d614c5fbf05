"""Tournament runner: begins tournaments, makes the matches of a round, reads results, pairs the next round.

All decisions follow from what is stored, and each step is taken by one process: whatever was not done because the
server ended is done at the next look.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Sequence

from grognard.club import match_endings
from grognard.club.member import UMPIRE
from grognard.club.pairing import GAMES, standings
from grognard.club.tournaments import (
    KNOCK_OUT,
    LEAST,
    TIME,
    TOO_FEW,
    forfeited,
    in_place,
    next_round,
    quicker,
)
from grognard.server.club.lobby import Who, make
from grognard.server.club.match_lifecycle import MatchLifecycle
from grognard.server.club.player_names import name_of
from grognard.server.club.tournament_notices import SOON, TournamentNotices
from grognard.server.http.errors import ApiError
from grognard.server.matches.installed_games import find_kind
from grognard.store.engine import Also
from grognard.store.interface import StoreError
from grognard.store.lobby import OVER as MATCH_OVER
from grognard.store.lobby import SEATING, ClubMatch, Offer, seated, seating
from grognard.store.tournaments import (
    OPEN,
    RUNNING,
    Entrant,
    Meeting,
    Ruled,
    Tournament,
    Tournaments,
    places_of,
)

EVERY = 15.0
"""Seconds between two looks at all that is running: what one's own process saw is acted on at once."""
MOST_STEPS = 600
"""Rounds and pairings settled in one look."""
_log = logging.getLogger("grognard")


class TournamentRunner:
    """The tournaments of a club, as far as one server process has to do with them."""

    def __init__(self, lifecycle: MatchLifecycle) -> None:
        self.lifecycle = lifecycle
        self.store = Tournaments(lifecycle.club.people)
        self.notices = TournamentNotices(lifecycle)
        self._locks: dict[str, asyncio.Lock] = {}
        self._round: asyncio.Task[None] | None = None
        lifecycle.ended.append(self._heard)
        lifecycle.is_event = self.is_event
        lifecycle.is_rival = self.is_rival

    def start(self) -> None:
        """Begin to look after them."""
        self._round = asyncio.create_task(self._rounds())

    async def close(self) -> None:
        """Stop."""
        if self._round is not None:
            self._round.cancel()
            await asyncio.wait([self._round])

    async def is_event(self, match: str) -> bool:
        """Whether a match is of a tournament: then time that has run out loses it without a claim."""
        return bool(await self.lifecycle.club.run(self.store.of_match, match))

    async def is_rival(self, member: str, match: str) -> bool:
        """Whether a member plays, or has played, in the tournament that a match belongs to."""
        ident = await self.lifecycle.club.run(self.store.of_match, match)
        return bool(ident) and await self.plays(member, ident)

    async def plays(self, member: str, ident: str) -> bool:
        """Whether a member has entered a tournament."""
        entrants = await self.lifecycle.club.run(self.store.entrants, ident)
        return any(each.member == member for each in entrants)

    async def has_second(self, member: str, ident: str) -> bool:
        """Whether an umpire other than this member keeps a tournament without playing in it."""
        keepers = {each.id for each in await self.lifecycle.club.run(self.lifecycle.club.people.keepers, UMPIRE)}
        entrants = await self.lifecycle.club.run(self.store.entrants, ident)
        return bool(keepers - {member} - {each.member for each in entrants})

    def _heard(self, match: str) -> None:
        self.lifecycle.club.later(self._ended(match))

    async def _ended(self, match: str) -> None:
        ident = await self.lifecycle.club.run(self.store.of_match, match)
        if ident:
            await self.look(ident)

    async def _rounds(self) -> None:
        while True:
            try:
                running = [each.id for each in await self.lifecycle.club.run(self.store.listed, OPEN, RUNNING)]
                await self.lifecycle.rows.each("tournament", running, self.look)
            except (StoreError, ApiError) as failed:
                _log.warning("The tournaments could not be looked at: %s", failed)
            except Exception:
                _log.exception("The tournaments could not be looked at.")
            await asyncio.sleep(EVERY)

    async def begin(self, one: Tournament, also: Sequence[Also] = ()) -> bool:
        """Start a tournament with those who have signed up, seeded by their ratings, and write what else follows."""
        run = self.lifecycle.club.run
        entrants = [each.member for each in await run(self.store.entrants, one.id) if not each.waits]
        ratings = await run(self.lifecycle.results.ratings, entrants)
        values = {who: ratings[who, one.game].value if (who, one.game) in ratings else 0.0 for who in entrants}
        seeded = sorted(entrants, key=lambda who: -values[who])
        return await run(self.store.start, one.id, seeded, also)

    async def look(self, ident: str) -> None:
        """Bring a tournament as far as it goes now."""
        async with self._locks.setdefault(ident, asyncio.Lock()):
            for _ in range(MOST_STEPS):
                if not await self._step(ident):
                    return

    async def _step(self, ident: str) -> bool:
        """One thing that is to be done; False when there is nothing any more."""
        run = self.lifecycle.club.run
        one = await run(self.store.one, ident)
        if one is None or one.status not in (OPEN, RUNNING):
            return False
        entrants = await run(self.store.entrants, ident)
        if one.status == OPEN:
            return await self._attend(one, entrants)
        if await self._withdraw_departed(one, entrants):
            return True
        meetings = await run(self.store.meetings, ident)
        places = places_of(entrants)
        withdrawn = [each.member for each in entrants if each.gone]
        for meeting in meetings:
            if meeting.open and await self._settle(one, meeting, withdrawn):
                return True
        if any(meeting.open for meeting in meetings):
            return False
        played = in_place([meeting.pairing for meeting in meetings], places.holders)
        began = places.began if one.accelerated else 0
        pairings = next_round(one.kind, places.order, played, places.gone, one.rounds, began)
        people = await self.lifecycle.people(places.order)
        names = {who: name_of(who, people.get(who)) for who in places.order}
        if pairings:
            told = self.notices.paired(one, pairings, names, len(places.order))
        else:
            told = self.notices.over(one, standings(places.order, played), names)
        return await run(self.store.pair, ident, one.round, pairings, told)

    async def _attend(self, one: Tournament, entrants: list[Entrant]) -> bool:
        """Begin a tournament that is full, or whose day has come; before that, tell that entries close soon."""
        run, now = self.lifecycle.club.run, time.time()
        playing = sum(not each.waits for each in entrants)
        if one.begins and now >= one.begins:
            if playing >= LEAST:
                return await self.begin(one)
            why = f"Only {playing} {'player' if playing == 1 else 'players'} had joined on the day of the start."
            told = self.notices.called_off(one, [each.member for each in entrants], why)
            await run(self.store.cancel, one.id, Ruled("", why), [told], TOO_FEW)
            return False
        last = one.closes or one.begins
        if last and not one.reminded and one.made < last - SOON <= now < last:
            there = {each.member for each in entrants}
            wishing = [who for who in await run(self.store.wishing) if who not in there]
            await run(self.store.remind, one.id, [self.notices.entries_close(one, wishing)])
        full = bool(one.most) and playing >= one.most
        return full and not one.begins and await self.begin(one)

    async def _settle(self, one: Tournament, meeting: Meeting, gone: list[str]) -> bool:
        """Make a pairing's matches, end those of who has withdrawn, or write down its result; False: it goes on."""
        run = self.lifecycle.club.run
        if not meeting.match:
            decided = forfeited(meeting.pairing, [*gone, *await self._left(meeting)])
            if decided.score is not None:
                return await run(self.store.decide, one.id, meeting, decided.score, True)
            if await run(self.store.take, one.id, meeting, time.time()):
                await self._make(one, meeting)
            return False
        await self._end_for(meeting, gone)
        rows = [await self.lifecycle.row(match, fresh=True) for match in meeting.matches]
        for row in rows:
            await self._seat_substitute(meeting, row)
            await self.notices.deadline(row)
        if any(row is not None and row.status != MATCH_OVER for row in rows):
            return False
        sides = [side.id for side in find_kind(one.game).sides]
        score = sum(_score(row, side) for row, side in zip(rows[:GAMES], sides, strict=True))
        forfeit = all(
            row is None or row.how in (match_endings.FORFEIT, match_endings.LEFT, match_endings.WITHDRAWN)
            for row in rows
        )
        tied = one.kind == KNOCK_OUT and one.decider == TIME and score == GAMES / 2 and not forfeit
        if tied and not meeting.third:
            if await run(self.store.take, one.id, meeting, time.time()):
                await self._make(one, meeting)
            return False
        third = rows[GAMES] if meeting.third else None
        best = third.seats[third.winner] if third is not None and third.winner else ""
        return await run(self.store.decide, one.id, meeting, score, forfeit, best)

    async def _seat_substitute(self, meeting: Meeting, row: ClubMatch | None) -> None:
        """Let who took a place play on an open game of the player before them, for no rating any more."""
        both = (meeting.first, meeting.second)
        if row is None or row.status == MATCH_OVER:
            return
        for side, who in row.seats.items():
            if who in both:
                continue
            new = next(player for player in both if player not in row.seats.values())
            offer = Offer(
                id=secrets.token_hex(6), by=new, game=row.game, scenario=row.scenario, options=row.options, side=side,
                rated=False, pace=row.pace, match=row.match, made=time.time(), status=SEATING,
            )  # fmt: skip

            async def follows(_: ClubMatch, side: str = side, new: str = new, offer: Offer = offer) -> list[Also]:
                return [seated(row.match, side, new), seating(offer)]

            await self.lifecycle.change(row.match, lambda _: {"rated": False}, follows)
            await self.lifecycle.seat(offer.id)
            await self.lifecycle.show(row.match)

    async def _withdraw_departed(self, one: Tournament, entrants: list[Entrant]) -> bool:
        """Withdraw those who ended their accounts: the others play on."""
        there = [each.member for each in entrants if not each.gone and not each.waits]
        found = await self.lifecycle.club.run(self.lifecycle.club.people.by_ids, there)
        left = [who for who in there if who not in found or found[who].gone]
        for who in left:
            await self.lifecycle.club.run(self.store.withdraw, one.id, who)
        return bool(left)

    async def _left(self, meeting: Meeting) -> list[str]:
        """Those of a pairing who are members no more."""
        found = await self.lifecycle.club.run(self.lifecycle.club.people.by_ids, [meeting.first, meeting.second])
        return [who for who in (meeting.first, meeting.second) if who not in found or found[who].gone]

    async def _make(self, one: Tournament, meeting: Meeting) -> None:
        """The two games of a pairing; or the one that decides their tie, on half the time and with sides by lot."""
        run = self.lifecycle.club.run
        members = await run(self.lifecycle.club.people.by_ids, [meeting.first, meeting.second])
        first, second = (Who(members[who], "") for who in (meeting.first, meeting.second))
        sides, decides = find_kind(one.game).sides, bool(meeting.match)
        offer = Offer(
            id=f"{one.id}-{meeting.round}-{meeting.n}{'-3' if decides else ''}", by=meeting.first, game=one.game,
            scenario=one.scenario, options=one.options, side=secrets.choice(sides).id if decides else sides[0].id,
            rated=one.rated, pace=quicker(one.pace) if decides else one.pace, both=not decides, made=time.time(),
        )  # fmt: skip
        await make(self.lifecycle, offer, first, second, follows=lambda made: [self.store.made(one.id, meeting, made)])

    async def _end_for(self, meeting: Meeting, gone: list[str]) -> None:
        """The open matches of a player who has withdrawn are lost."""
        absent = [who for who in (meeting.first, meeting.second) if who in gone]
        for match in meeting.matches if absent else ():
            row = await self.lifecycle.row(match, fresh=True)
            if row is None or row.status == MATCH_OVER:
                continue
            live = await self.lifecycle.registry.match(match)
            winner = next((side for side, who in row.seats.items() if who not in absent), "")
            async with live.lock:
                if not live.over:
                    await self.lifecycle.finish(live, match_endings.WITHDRAWN, winner)


def _score(row: ClubMatch | None, side: str) -> float:
    """A side's share of one game; what has no result counts half for each."""
    if row is None or not row.winner:
        return GAMES / 4
    return float(row.winner == side)
