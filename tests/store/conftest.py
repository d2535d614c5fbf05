"""Stores to test: a real file, and a database of a real PostgreSQL that runs for the session."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from databases import fresh_database
from grognard.store import open_store
from grognard.store.interface import Store

Opener = Callable[[], Store]


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str | Path:
    """Where a new store is kept."""
    return tmp_path / "matches.sqlite" if request.param == "sqlite" else fresh_database()


@pytest.fixture
def opened(address: str | Path) -> Iterator[Opener]:
    """Opens the store, as often as a test wants; all are closed at its end."""
    stores: list[Store] = []

    def opener() -> Store:
        stores.append(open_store(address))
        return stores[-1]

    yield opener
    for store in stores:
        store.close()


@pytest.fixture
def store(opened: Opener) -> Store:
    """The store."""
    return opened()
