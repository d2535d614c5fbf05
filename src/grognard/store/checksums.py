"""Checksums against accidents, not against people who can write to the store.

A decision's covers its match, its number, its content and the checksum before it, so that one that is missing, doubled
or left over from a line of play that was taken back shows. A match's row has two: `head` over what is fixed, `mark`
over what every decision moves, the number of decisions and the last one's checksum included.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Any

from grognard.store.interface import DamagedError, Entry, Head, Held, Line, Row, Standing, Stored

ALL_NEW = ", ".join(f"{name}=excluded.{name}" for name in Head._fields if name != "id")
"""A match's row in place of the one that lies there, in both engines' words."""


def total(*parts: str | int) -> int:
    """A checksum of 64 bits, as databases keep whole numbers."""
    digest = blake2b("\0".join(map(str, parts)).encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


def chain(match: str, first: int, before: int, lines: Iterable[Line]) -> list[int]:
    """The checksums of decisions from number `first` on; `before` is that of the one before it, 0 at the start."""
    out = []
    for n, line in enumerate(lines, first):
        before = total(before, match, n, *line)
        out.append(before)
    return out


def of_head(match: str, header: str, tokens: str, opening: str) -> int:
    """The checksum of what is fixed."""
    return total("head", match, header, tokens, opening)


def of_mark(match: str, standing: Standing, revision: int, count: int, last: int) -> int:
    """The checksum of what moves."""
    return total("mark", match, *standing, revision, count, last)


def head_of(match: str, stored: Stored, standing: Standing, now: float) -> tuple[Head, list[Entry]]:
    """The rows of a match."""
    header, tokens = json.dumps(stored.header), json.dumps(stored.tokens)
    sums = chain(match, 0, 0, stored.lines)
    count, last = len(sums), sums[-1] if sums else 0
    head = Head(
        match, header, tokens, stored.opening, *standing, stored.revision, now, count,
        of_head(match, header, tokens, stored.opening), of_mark(match, standing, stored.revision, count, last),
    )  # fmt: skip
    entries = [Entry(n, *line, sum_) for n, (line, sum_) in enumerate(zip(stored.lines, sums, strict=True))]
    return head, entries


def faults(head: Head, entries: Sequence[Entry], since: int = 0, before: int = 0) -> list[str]:
    """Faults that the checksums show, worded for the doctor; `before` is the checksum before entry `since`."""
    out = []
    if of_head(head.id, head.header, head.tokens, head.opening) != head.head:
        out.append("its header is not as it was written")
    last, n = before, since
    for entry in entries:
        if entry.n != n:
            out.append(f"decision {n + 1} is missing" if entry.n > n else f"decision {entry.n + 1} stands there twice")
            n = entry.n
        if total(last, head.id, entry.n, entry.side, entry.words, entry.rolls) != entry.sum:
            out.append(f"decision {entry.n + 1} is not as it was written")
        last, n = entry.sum, n + 1
    if of_mark(head.id, Standing(head.turn, head.status, head.decides), head.revision, n, last) != head.mark:
        short = head.length - n
        what = f"the last {short} decisions are missing" if short > 0 else "its standing is not as it was written"
        out.append(what)
    return out


def stored_of(head: Head, entries: Sequence[Entry], since: int = 0, before: int = 0) -> Stored:
    """The match of these rows, if they are sound."""
    wrong = faults(head, entries, since, before)
    if wrong:
        raise DamagedError(f"Match {head.id}: {'; '.join(wrong)}.")
    header, tokens = texts_of(head)
    lines = [Line(entry.side, entry.words, entry.rolls) for entry in entries]
    return Stored(header, tokens, head.opening, lines, head.revision, [entry.sum for entry in entries], before)


def texts_of(head: Head) -> tuple[dict[str, Any], dict[str, str]]:
    """Header and tokens."""
    try:
        header, tokens = json.loads(head.header), json.loads(head.tokens)
        assert isinstance(header, dict)
        assert isinstance(tokens, dict)
    except (ValueError, RecursionError, AssertionError):
        raise DamagedError(f"Match {head.id}: its header cannot be read.") from None
    return header, tokens


def stored_since(head: Head, entries: Sequence[Entry], since: int) -> Stored:
    """The match with its decisions from a number on; the rows begin with the decision before it, if there is one.

    Without that decision (it was taken back meanwhile) there are no lines, and `before` is None.
    """
    if not since:
        return stored_of(head, entries)
    if not entries or entries[0].n != since - 1:
        return Stored(*texts_of(head), head.opening, [], head.revision, [], None)
    return stored_of(head, entries[1:], since, entries[0].sum)


def amended(head: Head, last: int, header: dict[str, Any], tokens: dict[str, str]) -> Head:
    """The row with another header and other tokens, and the next revision."""
    texts = json.dumps(header), json.dumps(tokens)
    standing = Standing(head.turn, head.status, head.decides)
    return head._replace(
        header=texts[0],
        tokens=texts[1],
        revision=head.revision + 1,
        head=of_head(head.id, *texts, head.opening),
        mark=of_mark(head.id, standing, head.revision + 1, head.length, last),
    )


def held_of(found: Iterable[tuple[str, str]], held: Held) -> list[str]:
    """The ids of those matches, of ids and tokens as they are stored, that are held; what is damaged is held by nobody.
    """
    out = []
    for ident, kept in found:
        with contextlib.suppress(ValueError, TypeError, RecursionError):
            tokens = json.loads(kept)
            if isinstance(tokens, dict) and all(isinstance(token, str) for token in tokens.values()):
                out += [ident] if held(ident, tokens) else []
    return out


def rows_of(heads: Iterable[Head]) -> list[Row]:
    """The list of matches, without those whose row is damaged."""
    out = []
    for head in heads:
        if of_head(head.id, head.header, head.tokens, head.opening) == head.head:
            with contextlib.suppress(DamagedError):
                standing = Standing(head.turn, head.status, head.decides)
                out.append(Row(head.id, *texts_of(head), standing, head.updated))
    return out
