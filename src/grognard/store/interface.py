"""Interface of a store: its methods, rows and errors."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from grognard.kernel.ids import Side

NOBODY: Mapping[str, int] = MappingProxyType({})
CHANNEL = "grognard"
"""On which processes that share a database tell each other what has changed."""


class OvertakenError(Exception):
    """Another process wrote to this match since it was read."""


class TooManyError(Exception):
    """An owner has as many open matches as may be: so many."""


class StoreError(Exception):
    """The store failed: nothing may be said to be kept, and nobody may be told what was not read."""


class DamagedError(Exception):
    """A match's record does not agree with its checksums: it hides itself, and no other."""


class Line(NamedTuple):
    """One decision as it is stored."""

    side: Side
    words: str
    rolls: str


class Standing(NamedTuple):
    """A match as the list of matches shows it."""

    turn: int
    status: str
    decides: str


class Change(NamedTuple):
    """The change that one request makes to a match: keep its first decisions and add some.

    `before` is the checksum of the last decision that is kept, `sums` are those of the lines (see `checksums`).
    """

    match: str
    revision: int
    keep: int
    lines: list[Line]
    standing: Standing
    takes_back: bool
    before: int
    sums: list[int]

    @property
    def length(self) -> int:
        """The number of decisions after the change."""
        return self.keep + len(self.lines)

    @property
    def last(self) -> int:
        """The checksum of the last decision after it."""
        return self.sums[-1] if self.sums else self.before


class Stored(NamedTuple):
    """A match as it was read. Read from a decision on, it has only the lines from there."""

    header: dict[str, Any]
    tokens: dict[str, str]
    opening: str
    lines: list[Line]
    revision: int
    sums: Sequence[int] = ()
    """The checksums of the lines."""
    before: int | None = 0
    """That of the decision before the first line; None when that decision is not there any more."""


Held = Callable[[str, dict[str, str]], bool]
"""Whether somebody holds a seat of a match, by its id and its tokens."""


class Row(NamedTuple):
    """One line of the list of matches."""

    id: str
    header: dict[str, Any]
    tokens: dict[str, str]
    standing: Standing
    updated: float


class Head(NamedTuple):
    """A match's own row, as it lies in the store."""

    id: str
    header: str
    tokens: str
    opening: str
    turn: int
    status: str
    decides: str
    revision: int
    updated: float
    length: int
    head: int
    mark: int


class Entry(NamedTuple):
    """A decision's row, as it lies in the store."""

    n: int
    side: Side
    words: str
    rolls: str
    sum: int


class News(NamedTuple):
    """Word that a match has changed: by which process, and which revision it has now."""

    by: str
    match: str
    revision: int


class Store(Protocol):
    """A store of matches. Each call returns a future that is done when its work is on disk.

    A future fails with `OvertakenError` or `DamagedError` for one match's sake, with `StoreError` for all else.
    """

    @property
    def shared(self) -> bool:
        """Whether other processes may be at work on the same matches, so that memory may be behind."""

    def check(self) -> None:
        """Notice at once, without waiting, that the store is not what it was: `StoreError`."""

    def create(
        self, match: str, stored: Stored, standing: Standing, makers: Mapping[str, int] = NOBODY, since: float = 0.0
    ) -> Future[None]:
        """A new match, with the decisions it already has, and digests of its maker.

        Each of the makers has at most so many open matches that were played at since then (0: any number), or it fails
        with `TooManyError`, counted and written in one transaction; with `OvertakenError` while another process counts.
        """

    def made_by(self, maker: str, since: float) -> Future[int]:
        """The number of open matches by an owner that were played at since then."""

    def commit(self, commitment: str, secret: bytes, since: float) -> Future[None]:
        """Keep a secret that was committed to, for whichever process is asked; those from before `since` are void."""

    def redeem(self, commitment: str, since: float) -> Future[bytes | None]:
        """The secret, once; None when there is none, or none that was kept since then."""

    def change(self, change: Change) -> Future[None]:
        """Add decisions to a match, or take some back; refused when another process wrote to it meanwhile."""

    def written(self, change: Change) -> asyncio.Future[None]:
        """The same, for callers that wait in an event loop."""

    def amend(self, match: str, revision: int, header: dict[str, Any], tokens: dict[str, str]) -> Future[None]:
        """Another header and other tokens for a match; it has the next revision then."""

    def read(self, match: str, since: int = 0) -> Future[Stored | None]:
        """One match with its decisions from a number on, every checksum looked at; None when there is none."""

    def revision(self, match: str) -> Future[int | None]:
        """The number of a match's last change; None when there is none."""

    def recent(self, limit: int, held: Held | None = None) -> Future[list[Row]]:
        """Of the matches that were touched last, those that are `held`; not those of lessons, nor those whose row is
        damaged. Of others than those held nothing but the tokens is read: their headers are as long as strangers make
        them."""

    def ids(self, after: str, limit: int) -> Future[list[str]]:
        """The ids of matches in their order, from one on."""

    def raw(self, match: str) -> Future[tuple[Head, list[Entry]] | None]:
        """One match as it lies there, for the doctor."""

    def put(self, head: Head, entries: list[Entry]) -> Future[None]:
        """One match in place of what lies there, with checksums as given, for the doctor and for copies."""

    def remove(self, match: str) -> Future[None]:
        """Delete a match with all that belongs to it."""

    def fact(self, name: str, fresh: str) -> Future[str]:
        """A fact that is kept once: the one that is there, else this one."""

    def claim(self, match: str) -> Future[bool]:
        """Whether this process alone may let the programs of a match play; it may until it lets go or ends."""

    def release(self, match: str) -> Future[None]:
        """Let another process have the programs of a match."""

    def hear(self, tell: Callable[[News | None], None]) -> None:
        """Have `tell` called, from another thread, for every change by any process; None: some were missed."""

    def waiting(self) -> int:
        """The number of waiting calls."""

    def close(self) -> None:
        """Finish what is waiting and let go; who still comes is told so."""
