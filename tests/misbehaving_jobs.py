"""Jobs that do not end, take all the memory, or bring their process down: for the tests of the worker processes."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from grognard.kernel.flow import Refused


def ever() -> None:
    while True:
        pass


def sleeping() -> None:
    time.sleep(600)


def hungry() -> int:
    held = [bytearray(1 << 24) for _ in range(1000)]
    return len(held)


def refusing() -> None:
    raise Refused("Not here.")


def failing() -> None:
    raise ValueError("a fault of ours")


def dying() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def number() -> int:
    return os.getpid()


def noting(path: str, word: str, seconds: float = 0) -> None:
    """Write down that it was done, after a while."""
    time.sleep(seconds)
    with Path(path).open("a") as file:
        file.write(word + "\n")
