"""Values that are computed once and kept, safely for several threads."""

from collections.abc import Callable
from functools import wraps
from threading import Lock, RLock
from typing import TypeVar, TypeVarTuple

_Words = TypeVarTuple("_Words")
_T = TypeVar("_T")
MOST = 64


def once(make: Callable[[*_Words], _T]) -> Callable[[*_Words], _T]:
    """Keep what `make` made of the same words: the newest `MOST`.

    `lru_cache` lets two threads make the same thing side by side, in twice the time. Here the second waits for the
    first, and who asks for anything else does not.
    """
    kept: dict[tuple[*_Words], tuple[_T]] = {}
    turns: dict[tuple[*_Words], RLock] = {}
    books = Lock()

    @wraps(make)
    def found(*words: *_Words) -> _T:
        if got := kept.get(words):
            return got[0]
        with books:
            turn = turns.setdefault(words, RLock())
        try:
            with turn:
                got = kept.get(words) or (make(*words),)
                with books:
                    kept[words] = got
                    while len(kept) > MOST:
                        del kept[next(iter(kept))]
                return got[0]
        finally:
            turns.pop(words, None)

    return found
