"""Limits of one job by kind of work: time and memory; docs/hosts/limits.md shows the table."""

from __future__ import annotations

from typing import NamedTuple

MB = 1024 * 1024


class Limits(NamedTuple):
    """Of one job. Wall time is far longer than processor time, because a busy machine is no fault of the job."""

    processor: int
    """Seconds."""
    memory: int
    """Bytes of the whole process."""
    wall: int
    """Seconds."""
    workers: int = 1
    waiting: int = 6
    """Jobs of one owner that may wait; another one is refused."""
    patience: int = 10
    """How much it yields to everything else, as `nice` counts it."""


LIMITS: dict[str, Limits] = {
    "positions": Limits(processor=5, memory=1536 * MB, wall=40, workers=2, waiting=12, patience=0),
    "saves": Limits(processor=15, memory=1536 * MB, wall=90, patience=0),
    "advice": Limits(processor=30, memory=1536 * MB, wall=120),
    "estimates": Limits(processor=60, memory=1536 * MB, wall=180),
    "reports": Limits(processor=60, memory=1536 * MB, wall=180),
    "generals": Limits(processor=60, memory=1536 * MB, wall=180),
}
"""Each kind has processes of its own, so that nobody's report delays somebody's advice."""
