"""Check and repair of all matches of a store, as far as a repair is certain.

A decision that was damaged or lost can often be had back: the rules say what could have been decided there, the secret
says which dice fell, and the checksum says which of these it was. What nothing vouches for is left as it lies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from grognard.kernel.flow import Option, Refused
from grognard.kernel.ids import Side
from grognard.kernel.play import apply
from grognard.match import Header, Match
from grognard.match.header import SeededDice
from grognard.match.match import DiceError
from grognard.match.notation import dice_to_text, option_to_text
from grognard.store import checksums
from grognard.store.interface import DamagedError, Entry, Head, Line, Standing, Store, StoreError
from grognard.store.match_rows import OtherRulesError, go_on, match_of, standing_of

BATCH = 200
Rows = tuple[Head, list[Entry]]


class Finding(NamedTuple):
    """Faults of one match."""

    match: str
    text: str
    mended: bool = False


def every(store: Store) -> Iterator[str]:
    """The ids of all matches."""
    last = ""
    while batch := store.ids(last, BATCH).result():
        yield from batch
        last = batch[-1]


def examine(store: Store, mend: bool = False, say: Callable[[Finding], None] = lambda finding: None) -> tuple[int, int]:
    """Look at every match, replaying it with its dice held against the secret: how many there are, how many are ill."""
    count = ill = 0
    for ident in every(store):
        count += 1
        finding = look(store, ident, mend)
        if finding is not None:
            ill += not finding.mended
            say(finding)
    return count, ill


def look(store: Store, ident: str, mend: bool = False) -> Finding | None:
    """The faults of a match, if there are any."""
    try:
        rows = store.raw(ident).result()
    except StoreError as failed:
        return Finding(ident, f"it cannot be read: {failed}")
    if rows is None:
        return None  # taken away since it was listed
    wrong = complaints(*rows)
    if not wrong:
        return None
    if mend and (new := mended(*rows)) is not None:
        store.put(*new).result()
        return Finding(ident, wrong, mended=True)
    return Finding(ident, wrong)


def complaints(head: Head, entries: list[Entry]) -> str:
    """All that is wrong with a record, in a few words; nothing for a sound one."""
    wrong = checksums.faults(head, entries)
    if wrong:
        return "; ".join(wrong)
    try:
        match = match_of(checksums.stored_of(head, entries))
    except DamagedError as damage:
        return str(damage)
    except (OtherRulesError, Refused):
        return ""  # rules of another version, or a game that is not here: its record is as it was written
    if standing_of(match) != Standing(head.turn, head.status, head.decides):
        return "the list shows another turn or side than the match has"
    return ""


def mended(head: Head, entries: list[Entry]) -> Rows | None:
    """The record as it must have been, or None when that cannot be known."""
    if checksums.of_head(head.id, head.header, head.tokens, head.opening) != head.head:
        return None
    try:
        header = Header.from_store(checksums.texts_of(head)[0])
        match = match_of(checksums.stored_of(*_bare(head)))
    except (DamagedError, OtherRulesError, Refused):
        return None
    there = {entry.n: entry for entry in entries}
    length = _length(head, entries)
    made: list[Entry] = []
    for n in range(length):
        before = made[-1].sum if made else 0
        dice = SeededDice(header, [share for _, share in match.shares])
        found = _true(head, match, dice, n, before, there, length)
        if found is None:
            return None
        try:
            go_on(match, [Line(found.side, found.words, found.rolls)])
        except (Refused, DiceError):
            return None
        made.append(found)
    standing, last = standing_of(match), made[-1].sum if made else 0
    # The next revision: a server that has the match in memory reads it again.
    revision = head.revision + 1
    mark = checksums.of_mark(head.id, standing, revision, length, last)
    turn, status, decides = standing
    return head._replace(turn=turn, status=status, decides=decides, revision=revision, length=length, mark=mark), made


def _bare(head: Head) -> Rows:
    """The match before its first decision."""
    standing = Standing(head.turn, head.status, head.decides)
    return head._replace(length=0, mark=checksums.of_mark(head.id, standing, head.revision, 0, 0)), []


def _length(head: Head, entries: list[Entry]) -> int:
    """The number of decisions in the match: as its row says, or as many as lie there if its checksum says so."""
    for length in (head.length, len(entries)):
        last = next((entry.sum for entry in entries if entry.n == length - 1), 0)
        if _closes(head, length, last):
            return length
    return head.length


def _closes(head: Head, length: int, last: int) -> bool:
    standing = Standing(head.turn, head.status, head.decides)
    return checksums.of_mark(head.id, standing, head.revision, length, last) == head.mark


def _true(
    head: Head, match: Match, dice: SeededDice, n: int, before: int, there: dict[int, Entry], length: int
) -> Entry | None:
    """Decision n: as it lies there if anything vouches for it, or the one that could have been taken and fits."""
    entry = there.get(n)

    def fits(sum_: int) -> bool:
        """Whether this decision's own checksum, the next one's, or the match's vouches for it."""
        after = there.get(n + 1)
        if entry is not None and entry.sum == sum_:
            return True
        if n + 1 == length:
            return _closes(head, length, sum_)
        return (
            after is not None
            and checksums.total(sum_, head.id, n + 1, after.side, after.words, after.rolls) == after.sum
        )

    if entry is not None:
        sum_ = checksums.total(before, head.id, *entry[:4])
        if fits(sum_):
            return entry._replace(sum=sum_)
    for line in _possible(match, dice):
        sum_ = checksums.total(before, head.id, n, *line)
        if fits(sum_):
            return Entry(n, *line, sum_)
    return None


def _possible(match: Match, dice: SeededDice) -> Iterator[Line]:
    """All decisions that were possible here, with the dice that the secret gives."""
    asked = match.asked
    ways: list[tuple[Side, Option]] = [] if asked is None else [(asked.side, option) for option in asked.options]
    for side in match.game.every_side:
        ways += [(side, option) for option in match.game.standing(match.state, side)]
    for side, option in ways:
        dice.thrown.clear()
        try:
            apply(match.state.copy(), side, option, dice)
        except Refused:
            continue
        yield Line(side, option_to_text(match.game, option), dice_to_text(tuple(dice.thrown)))
