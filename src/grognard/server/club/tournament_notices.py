"""Notices of a tournament: its announcement, each round, deadlines, and the final table."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from grognard.club import clock as clocks
from grognard.club.pairing import Pairing, Place
from grognard.club.tournaments import KINDS, rounds_of
from grognard.server.club.match_lifecycle import MatchLifecycle
from grognard.server.matches.installed_games import find_game, title_of
from grognard.store.engine import Also
from grognard.store.lobby import OPEN as MATCH_OPEN
from grognard.store.lobby import ClubMatch
from grognard.store.tournaments import Tournament

SOON = 2 * clocks.DAY
"""Seconds before a deadline at which players are told of it."""
LONGEST_TABLE = 100
"""Places of a final table that an email shows."""


class TournamentNotices:
    """Notices that are written in the transaction of the fact that they tell of."""

    def __init__(self, lifecycle: MatchLifecycle) -> None:
        self._club = lifecycle.club
        self._lifecycle = lifecycle

    def announced(self, wishing: Sequence[str]) -> Callable[[Tournament], Also]:
        """To those who want to hear of new tournaments."""
        return lambda one: self._each(wishing, "announced", **_terms(one), text=one.text)

    def entries_close(self, one: Tournament, wishing: Sequence[str]) -> Also:
        """To those who have not joined yet."""
        return self._each(wishing, "entries-close", **_terms(one))

    def paired(self, one: Tournament, pairings: Sequence[Pairing], names: dict[str, str], places: int) -> list[Also]:
        """To each player whom they meet, or that they rest."""
        sides = find_game(one.game).sides
        facts: dict[str, Any] = {"event": one.id, "name": one.name, "game": title_of(one.game)}
        facts |= {"round": one.round + 1, "rounds": rounds_of(one.kind, places, one.rounds)}
        facts |= {"terms": clocks.in_words(one.pace)}
        told = []
        for each in pairings:
            for who, side in ((each.first, sides[0]), (each.second, sides[1])):
                if who and each.bye:
                    told.append(self._club.notice(who, "round", **facts))
                elif who and not each.forfeit:
                    told.append(
                        self._club.notice(who, "round", **facts, opponent=names[each.against(who)], plays=side.name)
                    )
        return told

    def over(self, one: Tournament, table: Sequence[Place], names: dict[str, str]) -> list[Also]:
        """The final table, to all who played."""
        lines = [f"{place}. {names[row.player]}: {row.points:g}" for place, row in enumerate(table, 1)]
        shown = "\n".join(lines[:LONGEST_TABLE])
        facts: dict[str, Any] = {"event": one.id, "name": one.name, "table": shown}
        return [
            self._club.notice(row.player, "final-table", **facts, place=place) for place, row in enumerate(table, 1)
        ]

    def called_off(self, one: Tournament, players: Sequence[str], why: str) -> Also:
        """To all who had joined."""
        return self._each(players, "called-off", event=one.id, name=one.name, why=why)

    def substituted(self, one: Tournament, who: str, instead: str, why: str) -> Also:
        """To a substitute who plays from now on."""
        return self._club.notice(who, "substitute", event=one.id, name=one.name, opponent=instead, why=why)

    async def deadline(self, row: ClubMatch | None) -> None:
        """To who must decide by correspondence, once for each question, two days before their time runs out."""
        if row is None or row.status != MATCH_OPEN or row.clock is None or not isinstance(row.pace, clocks.Days):
            return
        out = clocks.runs_out_at(row.pace, row.clock, self._lifecycle.down)
        who = row.seats.get(row.asks, "")
        if out is None or not who or out - row.since <= SOON or not out - SOON <= time.time() < out:
            return
        other = next((player for side, player in row.seats.items() if side != row.asks), "")
        facts = {
            "game": title_of(row.game),
            "side": row.asks,
            "until": out,
            "opponent": await self._lifecycle.name(other),
        }
        wait, since = self._club.config.notices.wait, row.since
        await self._club.run(self._club.outbox.tell_once, who, "deadline", row.match, facts, wait, since)

    def _each(self, members: Sequence[str], kind: str, **facts: Any) -> Also:
        writes = [self._club.notice(member, kind, **facts) for member in members]

        def write(db: Any) -> None:
            for each in writes:
                each(db)

        return write


def _terms(one: Tournament) -> dict[str, Any]:
    """Game, terms and dates of a tournament, as notices know them."""
    rated = "rated" if one.rated else "not rated"
    terms = f"{KINDS[one.kind]}, {clocks.in_words(one.pace)}, {rated}"
    facts = {"event": one.id, "name": one.name, "game": title_of(one.game), "terms": terms}
    dates = {name: value for name in ("closes", "begins", "daily") if (value := getattr(one, name))}
    return facts | dates
