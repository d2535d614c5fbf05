"""A store full of finished matches: start and list cost no more for it (`bench/many_matches.py` tells it by the clock).

Counted is the work of SQLite itself, in steps of its machine, which is the same on every computer.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from grognard import games
from grognard.kernel.flow import CONCEDE
from grognard.match import Match
from grognard.server.app import create_app
from grognard.server.matches import invitations
from grognard.store import database_file, open_store
from grognard.store.match_rows import digests_of, standing_of, stored_of

FEW, MANY = invitations.SEARCHED, 2_000
STEPS = 100
"""Of SQLite's machine, between two counts."""


def filled(db: Path, count: int) -> None:
    match = Match.new(games.load("iwojima"), seed=1)
    match.submit(0, CONCEDE)
    store = open_store(db)
    whole, standing = stored_of("x", match, digests_of({"US": "token"})), standing_of(match)
    assert standing.status == "over"
    for future in [store.create(f"{number:010x}", whole, standing) for number in range(count)]:
        future.result()
    store.close()


def test_start_and_list_cost_the_same_however_many_matches_are_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = [0]

    def count() -> int:
        counted[0] += 1
        return 0

    connect = database_file.connect

    def watched(path: Path) -> sqlite3.Connection:
        db = connect(path)
        db.set_progress_handler(count, STEPS)
        return db

    work: dict[int, tuple[int, int]] = {}
    for number in (FEW, MANY):
        db = tmp_path / f"{number}.sqlite"
        filled(db, number)
        with monkeypatch.context() as patched:
            patched.setattr(database_file, "connect", watched)
            counted[0] = 0
            with TestClient(create_app(db), base_url="http://localhost") as client:
                assert client.get("/readyz").status_code == 200
                start = counted[0]
                listed = client.get("/api/matches", headers={"Authorization": "Bearer token"}).json()
                assert len(listed) == 60
                work[number] = start, counted[0] - start
    assert work[MANY][1] > 10, "nothing was counted"
    assert work[MANY][0] <= work[FEW][0] + 10
    assert work[MANY][1] <= 1.2 * work[FEW][1] + 10
