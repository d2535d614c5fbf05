"""Large memory pages: the interpreter's memory lies on pages of 2 MB where the system has them.

A position is a few thousand small objects, and rules, facts and tables are some hundred thousand, strewn over tens of
megabytes. On pages of 4 kB a processor spends a sixth of its time on finding out where they are, on a rented machine
more. Linux puts memory together on large pages when it is asked to (`madvise`); elsewhere nothing is done, and nothing
depends on it.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

LOOK = 2.0
"""Seconds between two looks at how much there is."""
GROWN = 8 << 20
"""Bytes by which a process has grown when it is worth while to ask again."""
FULL = 0.75
"""Of a region that must be in use: the stack of a thread is hardly ever, and would only take room."""
LARGEST = 4 << 20
"""A page beyond which we ask for none: with ordinary pages of 64 kB a large one has half a gigabyte."""
_SYSTEM = Path("/sys/kernel/mm/transparent_hugepage")
_HUGEPAGE, _COLLAPSE = 14, 25
"""Advice for `madvise`: large pages from now on, and at once (Linux 6.1; before that the system does it in time)."""


def settle() -> int:
    """Ask for large pages for all that is there now: for how many bytes."""
    page = page_size()
    if not page:
        return 0
    asked = 0
    with contextlib.suppress(OSError, ValueError, AttributeError):  # a system that says otherwise does without
        advise = _advise()
        for first, last in list(_regions(page)):
            advise(first, last - first, _HUGEPAGE)
            advise(first, last - first, _COLLAPSE)
            asked += last - first
    return asked


def keep() -> threading.Thread | None:
    """Settle now and whenever the process has grown, as long as it lives, in a thread that nobody waits for."""
    if not page_size():
        return None
    thread = threading.Thread(target=_keep, name="large pages", daemon=True)
    thread.start()
    return thread


def _keep() -> None:
    settled = 0
    while True:
        now = _resident()
        if now - settled >= GROWN:
            settle()
            settled = max(now, _resident())
        time.sleep(LOOK)


def page_size(system: Path = _SYSTEM) -> int:
    """Bytes of a large page; 0 where there are none, or where the machine's owner wants none."""
    try:
        size = int((system / "hpage_pmd_size").read_text(encoding="ascii"))
        wanted = "[never]" not in (system / "enabled").read_text(encoding="ascii")
    except (OSError, ValueError):
        return 0
    return size if wanted and size <= LARGEST else 0


def _advise() -> Any:
    call = ctypes.CDLL(None, use_errno=True).madvise
    call.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
    return call


def _resident() -> int:
    """Bytes that the process has in memory."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0


def _regions(page: int) -> Iterator[tuple[int, int]]:
    """Memory of our own that is in use and not on large pages yet: whole pages from where to where."""
    first = last = used = 0
    for line in Path("/proc/self/smaps").read_text(encoding="ascii", errors="replace").splitlines():
        name, _, rest = line.partition(" ")
        if name == "Rss:":
            used = int(rest.split()[0]) << 10
        elif name == "AnonHugePages:":
            large = int(rest.split()[0]) << 10
            if last - first > large and used >= FULL * (last - first):
                yield first, last
        elif name[-1:] != ":":
            begin, _, end = name.partition("-")
            words = rest.split()
            ours = words[0] == "rw-p" and (len(words) == 4 or words[4] == "[heap]")
            first = -(-int(begin, 16) // page) * page if ours else 0
            last = max(first, int(end, 16) // page * page) if ours else 0
