"""In which order tests are handed to several workers: what takes long comes first, so that nobody waits for it at the
end.

pytest-xdist (`--dist worksteal`) gives each worker as long a piece of the list as the others; who is done takes half of
what another still has before him, from its end. So each piece begins with files that start something or play whole
games, and ends with quick ones. Half of the workers have the browser's files, the others what waits for servers, clocks
and processes: a browser draws while they wait, and is started twice and not four times.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Protocol, TypeVar

from changed_tests import is_quick

STARTS = re.compile(r"^(?:from|import) (?:subprocess|virtual_environments|grognard\.lab|grognard\.work)\b", re.M)
"""Programs, environments and studies of their own: quick enough for `make check`, too long for the end."""


class Placed(Protocol):
    """A test, and where it stands."""

    @property
    def path(self) -> Path: ...


T = TypeVar("T", bound=Placed)


@cache
def is_short(file: Path) -> bool:
    return is_quick(file) and not STARTS.search(file.read_text(encoding="utf-8"))


def dealt(tests: Sequence[T], workers: int) -> list[T]:
    """All of them, so ordered that each worker begins with its share of what takes long."""
    files = [list(found) for _, found in groupby(tests, lambda test: test.path)]
    long = [file for file in files if not is_short(file[0].path)]
    short = [test for file in files if is_short(file[0].path) for test in file]
    drawn = [file for file in reversed(long) if file[0].path.parent.name == "browser"]
    others = [file for file in long if file[0].path.parent.name != "browser"]
    half = (workers + 1) // 2
    hands: list[list[T]] = [[] for _ in range(workers)]
    for number, file in enumerate(drawn):
        hands[number % half] += file
    for number, file in enumerate(others):
        hand = hands[(half + number % max(1, workers - half)) % workers]
        if workers > 1 and len(hand) + len(file) >= len(tests) // workers:  # its share is full
            hand = min(hands, key=len)
        hand += file
    out: list[T] = []
    left = len(tests)
    for number, hand in enumerate(hands):
        room = max(0, left // (workers - number) - len(hand))  # as worksteal shares them out
        out += [*hand, *short[:room]]
        del short[:room]
        left = len(tests) - len(out)
    return out + short
