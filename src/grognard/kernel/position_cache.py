"""Cache of results that belong to one position while it does not change.

A player opens them when it is asked and closes them when it has chosen, and so does a rule that lists what is on offer.
While the rules play there are none, so that nothing that was true before a step is taken for true after it; a copy has
none either. A position made for one side to look at has notes from the first: nobody plays on it without a copy, and
should somebody do so, they are gone with the first step (`kernel/play.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from grognard.kernel.state import State

_Work = TypeVar("_Work", bound=Callable[..., Any])
_T = TypeVar("_T")
Memory = dict[Callable[..., Any], tuple[tuple[Any, ...], Any, Any]]
"""What was made of the position before, by what made it: with which words, from what, and what came of it."""
_MEMORY = "memory"
_NOTHING = object()
"""Where None may have been found out."""


class thinking:  # noqa: N801  # a block, used as one would use a function
    """Notes are kept, until the thinker is done; within a thought they are those of the thinker."""

    __slots__ = ("_opened", "_s")

    def __init__(self, s: State) -> None:
        self._s = s

    def __enter__(self) -> None:
        self._opened = self._s.notes is None
        if self._opened:
            self._s.notes = {}

    def __exit__(self, *_: object) -> None:
        if self._opened:
            self._s.notes = None


def noted(work: _Work) -> _Work:
    """Keep what was found out about a position, as long as notes are kept."""

    @wraps(work)
    def found(s: State, *words: Any) -> Any:
        notes = s.notes
        if notes is None:
            return work(s, *words)
        key = (work, words)
        out = notes.get(key, _NOTHING)
        if out is _NOTHING:
            notes[key] = out = work(s, *words)
        return out

    return cast(_Work, found)


def note(s: State, work: Callable[..., Any], *words: Any, found: Any) -> None:
    """Write down on a position that will only be looked at what is known of it from elsewhere."""
    if s.notes is None:
        s.notes = {}
    s.notes[work.__wrapped__, words] = found  # type: ignore[attr-defined]


def remember(s: State, memory: Memory) -> None:
    """Give a position that will only be looked at a memory of those before it."""
    if s.notes is None:
        s.notes = {}
    s.notes[_MEMORY] = memory


class looking:  # noqa: N801  # a block, used as one would use a function
    """Notes are kept while a position that is played on is looked at, with a memory of those that were seen before."""

    __slots__ = ("_before", "_memory", "_s")

    def __init__(self, s: State, memory: Memory) -> None:
        self._s = s
        self._memory = memory

    def __enter__(self) -> None:
        self._before = before = self._s.notes
        self._s.notes = {_MEMORY: self._memory} if before is None else {_MEMORY: self._memory, **before}

    def __exit__(self, *_: object) -> None:
        self._s.notes = self._before


def again(s: State, work: Callable[..., _T], looked_at: Any, *words: Any) -> _T:
    """The same as for the position before, where all that the work looks at is the same; `looked_at` must be all.

    It is kept, so it holds copies of lists: the position may be played on.
    """
    memory: Memory | None = s.notes.get(_MEMORY) if s.notes is not None else None
    if memory is None:
        return work(s, *words)
    kept = memory.get(work)
    if kept is not None and kept[0] == words and kept[1] == looked_at:
        same: _T = kept[2]
        return same
    out = work(s, *words)
    memory[work] = (words, looked_at, out)
    return out
