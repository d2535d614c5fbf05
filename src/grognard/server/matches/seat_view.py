"""The view of one seat, as bytes.

Nothing here may depend on what the seat cannot know. The stamp is a digest of exactly the bytes that the seat is sent,
log lines carry the seat's own count, and earlier positions are addressed by it: the number of decisions in the match,
which would betray hidden ones, never leaves the server.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import msgspec

from grognard.kernel.bits import members
from grognard.kernel.flow import DRAW, ONGOING, Decision, Event
from grognard.kernel.game import Game
from grognard.kernel.ids import Side, Spaces
from grognard.kernel.log_grouping import Runs
from grognard.kernel.messages import Reason
from grognard.match.match import SHARE, Match, Told
from grognard.match.visibility import reader_of, seen_by
from grognard.server.http.json_responses import encode
from grognard.server.http.messages_to_page import Result

PIECE = 2000


class SeatLog:
    """The log as one side reads it: encoded lines, and a running digest after each.

    Without a side it is the log of a match that is over, as anybody may read it.
    """

    def __init__(self, side: Side | None) -> None:
        self.side = side
        self.lines: list[bytes] = []
        self.chain: list[bytes] = [b""]
        self.after: list[int] = []
        """Per line, after how many decisions it was told."""
        self._last: Told | None = None
        self._read = 0
        self._runs: Runs | None = None
        self._first = 0
        """The line with which the present run begins."""
        self._units: Any = None
        self._written = msgspec.Raw(b"[]")

    def follow(self, match: Match) -> None:
        """Catch up with the match, also when decisions were taken back."""
        log = match.log
        if self._read and (self._read > len(log) or log[self._read - 1] is not self._last):
            self._rewind()
        side = self.side
        for told in log[self._read :]:
            if side is not None:
                if told.event.seen >> side & 1:
                    self._add(match.game, told, side)
            elif (reader := reader_of(match.game, told.event, side)) is not None:
                self._add(match.game, told, reader)
        self._read = len(log)
        self._last = log[-1] if log else None

    def _add(self, game: Game, told: Told, reader: Side) -> None:
        if self._runs is None:
            self._runs = Runs(game)
        event, number = told.event, len(self.lines) + 1
        values = line_of(game, event, reader, number)
        if event.sum and (reckoning := game.reckoning(event, self.side)):
            values["sum"] = [Reason(text, cases) for text, cases in reckoning]
        if whole := self._runs.add(event, reader):
            values["joins"], values["whole"] = self._first, whole
        else:
            self._first = number
        line = encode(values)
        self.lines.append(line)
        self.chain.append(hashlib.blake2b(self.chain[-1] + line, digest_size=16).digest())
        self.after.append(told.after)

    def written(self, units: Any) -> msgspec.Raw:
        """A view's units as they are sent: the same as a moment ago where they are the same."""
        if units is not self._units:
            self._units, self._written = units, msgspec.Raw(encode(units))
        return self._written

    def _rewind(self) -> None:
        """An undo is rare: read the whole log again."""
        self.lines.clear()
        self.after.clear()
        del self.chain[1:]
        self._read = 0
        self._runs = None


def line_of(game: Game, event: Event, side: Side, number: int) -> dict[str, Any]:
    """A log line for the page."""
    line: dict[str, Any] = {
        "n": number,
        "turn": event.turn,
        "phase": event.phase,
        "side": None,
        "text": game.sentence(event),
        "cases": event.cases,
    }
    if event.dice:
        line["dice"] = event.dice
        if event.faces != 6:
            line["faces"] = event.faces
    line.update(game.mentions(event))
    return line


@dataclass(frozen=True, slots=True)
class Table:
    """The view of one seat at one moment."""

    core: bytes
    shares: bytes
    """The players' numbers for the dice: they change nothing that anybody decides about, so they are not in the stamp,
    and a click is not too late because somebody's page has just added one."""
    log: SeatLog
    count: int
    """How many of the log's lines belong to it."""
    stamp: str

    def body(self, since: int = 0, reset: bool = False) -> bytes:
        """The table as JSON, with the log lines that the page does not hold yet."""
        if not 0 <= since <= self.count:
            since, reset = 0, True
        if reset:
            since = 0
        flag = b"true" if reset else b"false"
        rest = b',"shares":%b,"stamp":"%b","reset":%b,"log":[' % (self.shares, self.stamp.encode(), flag)
        lines = b",".join(self.log.lines[since : self.count]) if since < self.count else b""
        return b"".join((memoryview(self.core)[:-1], rest, lines, b"]}"))


def table_now(ident: str, match: Match, log: SeatLog) -> Table:
    """The present, as the log's side sees it."""
    log.follow(match)
    side, state, asked = _seat(log), match.state, match.asked
    known = match.known(side)
    view = match.game.view(known, side)
    view["units"] = log.written(view["units"])
    values = frame_of(ident, match, side, view)
    values["holds"] = holds(match.game, known)
    person = match.is_person(side)
    values["ask"] = None if asked is None else ask_of(match.game, known, asked, side, person)
    values["standing"] = match.standing(side) if asked is not None and person else []
    values["undo"] = person and match.can_undo(side)
    values["since"] = lines_when_decided(match, log)
    if not match.game.hides(state):
        values["open"] = True
    if match.over:
        secret = match.header.seeds[-1].secret
        values["seed"] = None if secret is None else secret.hex()
        values["result"] = result_of(match, side)
    return sealed(match, values, log, len(log.lines))


def table_of_all(ident: str, match: Match, log: SeatLog, line: int | None = None) -> Table:
    """A match that is over, with everything open: its end, or the position after a line of the open log."""
    log.follow(match)
    count = len(log.lines) if line is None else line
    state = match.state if line is None else match.position(decisions_at(log, line))
    values = frame_of(ident, match, None, seen_by(match.game, state, None))
    values["holds"] = holds(match.game, state)
    secret = match.header.seeds[-1].secret
    values["seed"] = None if secret is None else secret.hex()
    values["result"] = result_of(match, Side(0)) if state.winner != ONGOING else None
    return sealed(match, values, log, count)


def lines_when_decided(match: Match, log: SeatLog) -> int:
    """The number of lines the side had read when its last decision was done: what follows is news to it."""
    for number in range(len(match.played), 0, -1):
        played = match.played[number - 1]
        if played.side == log.side and played.option[0] != SHARE and not played.ordered:
            return bisect_right(log.after, number)
    return 0


def table_then(ident: str, match: Match, log: SeatLog, line: int) -> Table:
    """The position after one of the side's own log lines: to look at, with nothing to choose."""
    log.follow(match)
    side = _seat(log)
    known = match.game.known(match.position(decisions_at(log, line)), side)
    values = frame_of(ident, match, side, match.game.view(known, side))
    values["holds"] = holds(match.game, known)
    if known.winner != ONGOING:
        values["result"] = result_of(match, side)
    return sealed(match, values, log, line)


def _seat(log: SeatLog) -> Side:
    assert log.side is not None
    return log.side


def decisions_at(log: SeatLog, line: int) -> int:
    """After how many decisions a log line of this side was told."""
    return log.after[line - 1] if line else 0


def frame_of(ident: str, match: Match, side: Side | None, view: Any) -> dict[str, Any]:
    """A table on which nothing is asked and nothing is over; a side of None only watches."""
    return {
        "match": ident,
        "game": match.game.id,
        "side": side,
        "seats": match.header.seats,
        "view": view,
        "ask": None,
        "standing": [],
        "undo": False,
        "commitment": match.header.seeds[-1].commitment,
        "seed": None,
        "result": None,
    }


def holds(game: Game, state: Any) -> msgspec.Raw:
    """The prizes of the game: spaces, their holders and worth; in every game everybody sees who has what."""
    return _holds(game, game.prizes(state))


@lru_cache(maxsize=1 << 10)
def _holds(game: Game, prizes: tuple[Spaces, ...]) -> msgspec.Raw:
    """As it is written: hands change seldom, and tables are asked for with every decision."""
    each = [(space, side, game.worth(space)) for side, held in enumerate(prizes) for space in members(held)]
    return msgspec.Raw(encode(sorted(each)))


def sealed(match: Match, values: dict[str, Any], log: SeatLog, count: int) -> Table:
    """The table with its stamp."""
    core = encode(values)
    return Table(core, encode(match.shared()), log, count, _digest(core, log.chain[count]))


def _digest(core: bytes, chain: bytes) -> str:
    """A fingerprint of what a seat sees.

    In pieces, because for longer ones the library lets other threads in, and to be let back in by a busy one takes
    far longer than the work itself.
    """
    digest = hashlib.blake2b(chain, digest_size=8)
    for start in range(0, len(core), PIECE):
        digest.update(core[start : start + PIECE])
    return digest.hexdigest()


def ask_of(game: Game, known: Any, asked: Decision, side: Side, person: bool) -> dict[str, Any]:
    """The open question: whole for the side it is put to, a neutral line for any other and for who only watches."""
    mine = asked.side == side and person
    return {
        "side": asked.side,
        "mine": mine,
        "prompt": game.prompt(known, asked, side if person else 1 - asked.side),
        "cases": asked.cases if mine else (),
        "options": asked.options if mine else (),
        "previews": game.previews(known, side) if mine else (),
        "moving": _moving(known) if mine else None,
        "desk": game.desk(known, asked) if mine else (),
        "held": [Reason(bar.text, bar.cases) for bar in game.held_open(known, side)] if mine else (),
        **(game.subject(asked) if mine else {}),
    }


def _moving(state: Any) -> int | None:
    """The place of the move under way; its reach is asked for separately, because it may take long."""
    space = state.agenda[-1].moving(state) if state.agenda else -1
    return space if space >= 0 else None


def result_of(match: Match, side: Side) -> Result:
    """The result of a match that is over."""
    event = next(told.event for told in reversed(match.log) if told.event.kind == "game-over")
    winner = match.state.winner
    return Result(None if winner == DRAW else winner, match.game.sentence(event), event.cases)
