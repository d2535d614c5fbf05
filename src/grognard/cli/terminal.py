"""Text output for a terminal: wrapping, emphasis, progress bar."""

from __future__ import annotations

import os
import re
import shutil
import sys
import textwrap
import time
from collections.abc import Iterable
from typing import TextIO


def width() -> int:
    """Columns to fill."""
    return max(50, min(110, shutil.get_terminal_size((100, 24)).columns))


def wrapped(text: str, indent: str = "  ", first: str | None = None) -> str:
    """Text folded to the screen."""
    return textwrap.fill(
        text, width(), initial_indent=indent if first is None else first, subsequent_indent=indent,
        break_on_hyphens=False,
    )  # fmt: skip


def bold(text: str) -> str:
    """Text that stands out, where the terminal can."""
    return f"\x1b[1m{text}\x1b[0m" if _has_colour() else text


def marked(text: str, words: Iterable[str]) -> str:
    """Text with words marked: bold on a terminal, between asterisks elsewhere."""
    pattern = "|".join(re.escape(word) + r"\w*" for word in sorted(words, key=len, reverse=True))
    if not pattern:
        return text
    return re.sub(rf"\b(?:{pattern})", lambda found: _mark(found[0]), text, flags=re.IGNORECASE)


def _mark(text: str) -> str:
    return f"\x1b[1;33m{text}\x1b[0m" if _has_colour() else f"*{text}*"


def _has_colour() -> bool:
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ


class Bar:
    """A progress bar on a terminal; nothing anywhere else."""

    def __init__(self, total: int, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self._total = total
        self._shown = self._stream.isatty()
        self._last = 0.0
        self._started = time.monotonic()

    def __call__(self, done: int) -> None:
        now = time.monotonic()
        if not self._shown or (done < self._total and now - self._last < 0.1):
            return
        self._last = now
        left = (now - self._started) / done * (self._total - done)
        filled = 30 * done // self._total
        self._stream.write(
            f"\r[{'#' * filled}{'.' * (30 - filled)}] {done:,}/{self._total:,}, {left:,.0f} s left \x1b[K"
        )
        self._stream.flush()

    def close(self) -> None:
        """Take it off the screen."""
        if self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
