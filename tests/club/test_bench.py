"""`grognard bench --club`, in small: a real club under a real load, and notices that arrive."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard import games
from grognard.lab import club_benchmark


@pytest.mark.soak
def test_a_club_is_measured_and_can_be_measured_again(tmp_path: Path) -> None:
    size = club_benchmark.Size(members=10, matches=20, online=5, pace=0.05, seconds=1.0)
    said: list[str] = []
    for _ in range(2):  # the second time it is there
        figures = club_benchmark.clubbench([games.load("iwojima")], size, said.append, tmp_path)["club"]
        assert figures["a decision, p99"]["value"] >= figures["a decision, p50"]["value"] > 0
        assert figures["hand-overs that nobody was told of"]["value"] == 0
    told = sum(figures[f"notices that arrived by {way}"]["value"] for way in ("Web Push", "mail"))
    assert told + figures["hand-overs that were seen first"]["value"] == figures["hand-overs"]["value"] > 0
    assert any("A club: 10 members, 20 matches, 5 people there" in line for line in said)
