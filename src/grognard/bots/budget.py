"""Budgets of bots that search: `general:500` nodes, or `general:2s` seconds for one decision."""

from __future__ import annotations

import re
from typing import NamedTuple

from grognard.kernel.flow import Refused

MOST_NODES = 100_000
MOST_SECONDS = 60.0
SERVED = "5s or 2000"
"""What a table on a server allows at most, in words; `fits_a_table` holds it."""


class Budget(NamedTuple):
    """Nodes (the same answer on every machine) or seconds of the clock; one of them is nought."""

    nodes: int = 0
    seconds: float = 0.0

    def __str__(self) -> str:
        return f"{self.seconds:g}s" if self.seconds else str(self.nodes)

    @property
    def fits_a_table(self) -> bool:
        """Whether others at a table can be asked to wait so long."""
        return self.nodes <= 2000 and self.seconds <= 5.0


def split(name: str) -> tuple[str, str]:
    """The rank and what stands behind the colon."""
    rank, _, budget = name.partition(":")
    return rank, budget


def read(name: str) -> Budget:
    """The budget in a bot's name."""
    rank, text = split(name)
    nodes = re.fullmatch(r"[0-9]{1,9}", text)
    seconds = re.fullmatch(r"([0-9]{1,4}(?:\.[0-9]{1,3})?)s", text)
    if nodes and 1 <= int(text) <= MOST_NODES:
        return Budget(nodes=int(text))
    if seconds and 0.0 < float(seconds[1]) <= MOST_SECONDS:
        return Budget(seconds=float(seconds[1]))
    raise Refused(
        f"{name!r} is no budget for a decision: {rank}:500 are 500 nodes (1 to {MOST_NODES:,}), "
        f"{rank}:2s two seconds (up to {MOST_SECONDS:g}s)."
    )
