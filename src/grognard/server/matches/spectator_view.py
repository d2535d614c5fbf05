"""The view of spectators: what both sides may see, and nothing else.

A spectator's table is made of the two seats' tables alone and holds what stands in both, so that no player can learn
anything from it that their own seat does not show.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from typing import Any

from grognard.kernel.flow import Event
from grognard.kernel.game import Game
from grognard.kernel.ids import Side, per
from grognard.kernel.log_grouping import Runs
from grognard.kernel.messages import Reason
from grognard.match import Match
from grognard.server.http.json_responses import encode
from grognard.server.matches.seat_view import SeatLog, Table, ask_of, frame_of, line_of, result_of, sealed


class CommonLog(SeatLog):
    """The log as both sides read it."""

    def __init__(self) -> None:
        super().__init__(None)
        self._both: list[Runs] = []

    def follow(self, match: Match) -> None:
        """Catch up with the match, also when decisions were taken back."""
        log = match.log
        if self._read and (self._read > len(log) or log[self._read - 1] is not self._last):
            self._rewind()
            self._both = []
        sides = match.game.every_side
        self._both = self._both or [Runs(match.game) for _ in sides]
        for told in log[self._read :]:
            if all(told.event.seen >> side & 1 for side in sides):
                self._tell(match.game, told.event, told.after)
        self._read = len(log)
        self._last = log[-1] if log else None

    def _tell(self, game: Game, event: Event, after: int) -> None:
        number = len(self.lines) + 1
        readings = [line_of(game, event, side, number) for side in game.every_side]
        # A run is kept up for both, also when its line is not shown: it must not depend on what one of them reads.
        wholes = {runs.add(event, side) for side, runs in per(Side, self._both)}
        if any(reading != readings[0] for reading in readings):
            return
        values = readings[0]
        reckoned = [game.reckoning(event, side) for side in game.every_side] if event.sum else []
        shared = [line for line in reckoned[0] if all(line in other for other in reckoned)] if reckoned else []
        if shared:
            values["sum"] = [Reason(text, cases) for text, cases in shared]
        whole = wholes.pop() if len(wholes) == 1 else ""
        if whole and number > 1:
            values |= {"joins": self._first, "whole": whole}
        else:
            self._first = number
        line = encode(values)
        self.lines.append(line)
        self.chain.append(hashlib.blake2b(self.chain[-1] + line, digest_size=16).digest())
        self.after.append(after)


def table_for_spectators(ident: str, match: Match, log: CommonLog) -> Table:
    """The present as both sides see it: nothing to choose, no secret, no number of decisions; at the end its result."""
    log.follow(match)
    game, asked = match.game, match.asked
    views = [game.view(match.known(side), side) for side in game.every_side]
    values = frame_of(ident, match, None, in_both(views))
    if asked is not None:
        values["ask"] = ask_of(game, match.known(1 - asked.side), asked, 1 - asked.side, False)
    if match.over:
        values["result"] = result_of(match, Side(0))
    return sealed(match, values, log, len(log.lines))


def in_both(views: list[dict[str, Any]]) -> dict[str, Any]:
    """The common part of all views: rows that all have, entries that are the same."""
    first, *others = views
    return {
        name: kept
        for name, value in first.items()
        if all(name in other for other in others)
        for kept in [(_units if name == "units" else _shared)(value, [other[name] for other in others])]
        if kept is not None
    }


def _units(rows: Any, others: list[Any]) -> list[Any]:
    """Counters that all see in the same place and strength, with the flags and the open face on which all agree."""
    found = []
    where = [{row[0]: row for row in other} for other in others]
    for row in rows:
        same = [seen[row[0]] for seen in where if row[0] in seen and seen[row[0]][1:3] == row[1:3]]
        if len(same) < len(others):
            continue
        flags = row[3]
        for other in same:
            flags &= other[3]
        face = row[4:] if all(other[4:] == row[4:] for other in same) else ()
        found.append((*row[:3], flags, *face))
    return found


def _shared(value: Any, others: list[Any]) -> Any:
    if isinstance(value, dict):
        return {key: part for key, part in value.items() if all(key in o and o[key] == part for o in others)}
    if isinstance(value, list | tuple):
        counts = [Counter(map(encode, other)) for other in others]
        kept = []
        for row in value:
            name = encode(row)
            if all(count[name] > 0 for count in counts):
                for count in counts:
                    count[name] -= 1
                kept.append(row)
        return kept
    return value if all(other == value for other in others) else None
