"""A club under one's hands: a real server process with members, and browsers that enter it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from club_server import ClubServer


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubServer]:
    """A club on a file, with nobody in it yet."""
    running = ClubServer(tmp_path_factory.mktemp("club"))
    yield running
    running.stop()
