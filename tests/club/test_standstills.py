"""Time that nobody's clock counts: when the machine stood still, not when somebody kept the server busy."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import insert

from databases import fresh_database
from grognard.club.clock import Span
from grognard.server.club.heartbeat import GAP, Heartbeat, Witness
from grognard.store import open_store
from grognard.store.lobby import Lobby
from grognard.store.members import Members
from grognard.store.schema import standstills


@pytest.fixture(params=["sqlite", "postgresql"])
def lobby(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Lobby]:
    db = str(tmp_path / "matches.sqlite") if request.param == "sqlite" else fresh_database()
    open_store(db if "://" in db else Path(db)).close()
    people = Members(db)
    yield Lobby(people)
    people.close()


def test_a_server_that_was_down_took_nobodys_time(lobby: Lobby) -> None:
    assert lobby.beat(1000.0, GAP) is None
    assert lobby.beat(1002.0, GAP, 2.0) is None
    assert lobby.beat(2000.0, GAP) == Span(1002.0, 2000.0)
    assert lobby.standstills(0) == [Span(1002.0, 2000.0)]


def test_a_machine_that_slept_took_nobodys_time(lobby: Lobby) -> None:
    lobby.beat(1000.0, GAP)
    assert lobby.beat(1500.0, GAP, 499.0) == Span(1001.0, 1500.0)


def test_a_server_that_was_kept_busy_was_not_down(lobby: Lobby) -> None:
    lobby.beat(1000.0, GAP)
    assert lobby.beat(1100.0, GAP, 0.0) is None
    assert lobby.standstills(0) == []


def test_a_clock_that_is_set_a_day_ahead_and_back_stops_no_time(lobby: Lobby) -> None:
    lobby.beat(1000.0, GAP)
    assert lobby.beat(87_402.0, GAP, 2.0) is None
    assert lobby.beat(1004.0, GAP, 2.0) is None
    assert lobby.beat(1006.0, GAP, 2.0) is None
    assert lobby.beat(1106.0, GAP, 100.0) == Span(1006.0, 1106.0)


def test_a_standstill_that_ends_in_the_future_does_not_count(lobby: Lobby) -> None:
    now = time.time()
    with lobby._tables.write() as db:
        db.execute(insert(standstills), [{"start": now - 50, "end": now - 40}, {"start": now - 5, "end": now + 86_000}])
    assert lobby.standstills(now - 100) == [Span(now - 50, now - 40)]


def test_another_process_whose_clock_is_ahead_is_alive(lobby: Lobby) -> None:
    lobby.beat(1003.0, GAP)
    assert lobby.beat(1000.0, GAP, 2.0) is None
    assert lobby.beat(1009.0, GAP, 2.0) is None
    assert lobby.standstills(0) == []


def test_work_of_this_process_is_told_from_a_machine_that_stands_still() -> None:
    times = iter([(0.0, 0.0), (2.0, 0.1), (102.0, 0.2), (202.0, 95.0)])
    now = next(times)
    witness = Witness(lambda: now[0], lambda: now[1])
    assert witness.stood_still() is None
    found = []
    for now in times:  # noqa: B007
        found.append(witness.stood_still())
    assert found == [2.0, 100.0, 0.0]


def test_the_heart_beats_in_a_thread_of_its_own(lobby: Lobby) -> None:
    seen: list[float | None] = []
    heart = Heartbeat(lambda now, stood_still: seen.append(stood_still))
    heart.start()
    until = time.monotonic() + 60
    while len(seen) < 2 and time.monotonic() < until:
        time.sleep(0.1)
    heart.stop()
    assert seen[0] is None
    assert len(seen) >= 2
