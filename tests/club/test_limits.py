"""Nobody sits down at more tables than he can play at."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from club_server import PAGE, ClubServer, refused
from grognard.club.config import ClubSettings, Config
from grognard.server.app import create_app
from grognard.server.club.lobby import MOST_MATCHES, MOST_OF_GUEST
from grognard.server.http.rate_limits import QUOTAS, SEVERAL
from grognard.store.lobby import COUNTED, GUESTS_STAY
from grognard.store.schema import club_matches
from two_members import concede, eventually, post


def test_a_member_has_so_many_open_matches_and_no_more(club: ClubServer) -> None:
    anna, ben = club.member(), club.member()
    match = post(anna, "lobby", game="iwojima", bot="random", side="US")["matches"][0]
    table = post(ben, "lobby", game="iwojima")["id"]
    columns = ", ".join(f'"{column.name}"' for column in club_matches.columns if column.name != "match")
    numbers = f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {MOST_MATCHES - 1})"
    with sqlite3.connect(club.db, timeout=120) as db:
        db.execute(
            f"{numbers} INSERT INTO club_matches(match, {columns}) SELECT 'x' || i, {columns} FROM club_matches, n "
            "WHERE match = ?", [match]
        )  # fmt: skip
        db.execute(f"{numbers} INSERT INTO seats SELECT 'x' || i, 'US', ? FROM n", [anna.ask("me")["id"]])
    db.close()
    refused(anna.post("/api/lobby", json={"game": "iwojima", "bot": "random"}), 409, "full")
    refused(anna.post(f"/api/lobby/{table}/join", json={}), 409, "full")
    concede(anna, match)
    eventually(lambda: anna.post(f"/api/lobby/{table}/join", json={}).status_code == 200)


def test_a_guest_has_few_tables_and_matches_and_does_not_stay_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(QUOTAS, "open", QUOTAS["open"]._replace(most=1))
    app = create_app(tmp_path / "matches.sqlite", limited=True, club=Config(club=ClubSettings(guests_play=True)))
    with TestClient(app, base_url="http://localhost", headers=PAGE) as guest:
        table, match = {"game": "iwojima", "rated": False}, {"game": "iwojima", "rated": False, "bot": "random"}
        assert guest.post("/api/lobby", json=match).status_code == 200
        refused(guest.post("/api/lobby", json=match), 429, "quota")
        for _ in range(SEVERAL - 1):  # one who says that he is another counts by where he is
            guest.cookies.clear()
            assert guest.post("/api/lobby", json=match).status_code == 200
        guest.cookies.clear()
        refused(guest.post("/api/lobby", json=match), 429, "quota")
        made = [guest.post("/api/lobby", json=table) for _ in range(MOST_OF_GUEST + 1)]
        assert [answer.status_code for answer in made] == [200] * MOST_OF_GUEST + [409]
        lobby = app.state.lifecycle.lobby
        lobby.sweep(time.time() + GUESTS_STAY - 60)
        assert len(guest.get("/api/lobby").json()["tables"]) == MOST_OF_GUEST
        lobby.sweep(time.time() + GUESTS_STAY + 60)
        assert guest.get("/api/lobby").json()["tables"] == []
        assert lobby.offer_of(made[0].json()["id"]).key == ""
        assert guest.post("/api/lobby", json=table).status_code == 200
        lobby.sweep(time.time() + COUNTED + 60)
        assert guest.post("/api/lobby", json=match).status_code == 200, "what lies about for long does not count"
