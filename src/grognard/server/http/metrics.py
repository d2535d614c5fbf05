"""Metrics of the server in Prometheus's text format.

Several processes on one socket answer in turn: each leaves its figures in a folder, and the one that is asked adds all
of them up. A process that ended stays in the sum, so that counters never fall.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from bisect import bisect_left
from collections.abc import Callable
from pathlib import Path
from typing import Any

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds: the upper bounds of a latency's buckets."""
WRITE_EVERY = 1.0
HELP = {
    "grognard_requests_total": ("counter", "Requests answered, by call and status."),
    "grognard_request_seconds": ("histogram", "Seconds from a request to its answer, by call."),
    "grognard_decisions_total": ("counter", "Decisions of people that were taken and stored."),
    "grognard_store_failures_total": ("counter", "Answers that failed because of the store."),
    "grognard_processes": ("gauge", "Server processes at work."),
    "grognard_rooms": ("gauge", "Matches in memory."),
    "grognard_listeners": ("gauge", "Pages that listen."),
    "grognard_programs": ("gauge", "Matches in which a program is thinking or waiting to."),
    "grognard_store_waiting": ("gauge", "Calls that wait for the store."),
    "grognard_rows_passed_over": ("gauge", "Damaged rows that this process has found; `grognard doctor` says which."),
    "grognard_rows_put_off": ("gauge", "Matches, tables, accounts and tournaments whose work failed lately."),
    "grognard_process_seconds_total": ("counter", "Processor time used."),
}
Key = tuple[str, tuple[tuple[str, str], ...]]


class Metrics:
    """The figures of this process, and of those beside it."""

    def __init__(self, folder: Path | None = None) -> None:
        self.counts: dict[Key, float] = {}
        self.times: dict[Key, list[float]] = {}
        """Histograms: the buckets, the one beyond all bounds, and the sum."""
        self._keys: dict[tuple[str, int], tuple[Key, Key]] = {}
        self.gauges: dict[str, Callable[[], float]] = {"grognard_processes": lambda: 1.0}
        self._file = folder / f"{os.getpid()}.json" if folder is not None else None
        self._written = 0.0

    def request(self, call: str, status: int, seconds: float) -> None:
        """One more, in one go: it is done for every request."""
        keys = self._keys.get((call, status))
        if keys is None:
            told = (("call", call), ("status", str(status)))
            keys = self._keys[call, status] = ("grognard_requests_total", told), ("grognard_request_seconds", told[:1])
            self.counts[keys[0]] = 0.0
            self.times.setdefault(keys[1], [0.0] * (len(BOUNDS) + 2))
        self.counts[keys[0]] += 1.0
        row = self.times[keys[1]]
        row[bisect_left(BOUNDS, seconds)] += 1
        row[-1] += seconds

    def count(self, name: str, by: float = 1.0, **labels: str) -> None:
        """Add to a counter."""
        key = name, tuple(labels.items())
        self.counts[key] = self.counts.get(key, 0.0) + by

    def leave(self) -> None:
        """Leave this process's figures for the others to find, at most once a second."""
        if self._file is not None and time.monotonic() - self._written > WRITE_EVERY:
            self._written = time.monotonic()
            half = self._file.with_suffix(".half")
            half.write_text(json.dumps(self._own()), encoding="utf-8")
            os.replace(half, self._file)

    def text(self) -> str:
        """All figures, of all processes."""
        sets = [self._own(), *self._others()]
        counts: dict[Key, float] = {}
        times: dict[Key, list[float]] = {}
        for each in sets:
            for name, labels, value in each["counts"]:
                key = name, tuple((k, v) for k, v in labels)
                counts[key] = counts.get(key, 0.0) + value
            for name, labels, row in each["times"]:
                key = name, tuple((k, v) for k, v in labels)
                times[key] = [a + b for a, b in zip(times.get(key, [0.0] * len(row)), row, strict=True)]
        lines: list[str] = []
        for name, (kind, about) in HELP.items():
            lines += [f"# HELP {name} {about}", f"# TYPE {name} {kind}"]
            lines += [f"{name}{_labels(key[1])} {_plain(value)}" for key, value in counts.items() if key[0] == name]
            for key, row in times.items():
                if key[0] == name:
                    lines += _histogram(key, row)
        return "\n".join(lines) + "\n"

    def _own(self) -> dict[str, list[list[Any]]]:
        now: list[list[Any]] = [[name, [], read()] for name, read in self.gauges.items()]
        now.append(["grognard_process_seconds_total", [], time.process_time()])
        return {
            "counts": [*([name, list(labels), value] for (name, labels), value in self.counts.items()), *now],
            "times": [[name, list(labels), row] for (name, labels), row in self.times.items()],
        }

    def _others(self) -> list[dict[str, list[list[Any]]]]:
        out = []
        for file in self._file.parent.glob("*.json") if self._file is not None else ():
            if file != self._file:
                with contextlib.suppress(OSError, ValueError):
                    figures = json.loads(file.read_text(encoding="utf-8"))
                    if not _lives(int(file.stem)):
                        figures["counts"] = [row for row in figures["counts"] if HELP[row[0]][0] == "counter"]
                    out.append(figures)
        return out


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except OSError:
        return False
    return True


def _labels(labels: tuple[tuple[str, str], ...]) -> str:
    return "{" + ",".join(f'{name}="{value}"' for name, value in labels) + "}" if labels else ""


def _plain(value: float) -> str:
    return str(int(value)) if value == int(value) else f"{value:.6f}"


def _histogram(key: Key, row: list[float]) -> list[str]:
    name, labels = key
    lines, total = [], 0.0
    for bound, count in zip([*map(str, BOUNDS), "+Inf"], row, strict=False):
        total += count
        lines.append(f"{name}_bucket{_labels((*labels, ('le', bound)))} {_plain(total)}")
    return [*lines, f"{name}_sum{_labels(labels)} {row[-1]:.6f}", f"{name}_count{_labels(labels)} {_plain(total)}"]
