"""Notes on a position: whoever thinks long about one that does not change meanwhile works nothing out twice.

A player opens them when it is asked and closes them when it has chosen, and so does a rule that lists what is on offer.
While the rules play there are none, so that nothing that was true before a step is taken for true after it; a copy has
none either.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from grognard.kernel.state import State

_Work = TypeVar("_Work", bound=Callable[..., Any])


class thinking:  # noqa: N801  # a block, used as one would use a function
    """Notes are kept, until whoever thinks is done; within a thought they are those of the thinker."""

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
        if key in notes:
            return notes[key]
        notes[key] = out = work(s, *words)
        return out

    return cast(_Work, found)
