"""Nobody sits down at more tables than he can play at."""

from __future__ import annotations

import sqlite3

from clubbed import ClubServer, refused
from grognard.server.club.lobby import MOST_MATCHES
from grognard.store.schema import club_matches
from paired import concede, eventually, get, post


def test_a_member_has_so_many_open_matches_and_no_more(club: ClubServer) -> None:
    anna, ben = club.member(), club.member()
    match = post(anna, "lobby", game="iwojima", bot="random", side="US")["matches"][0]
    table = post(ben, "lobby", game="iwojima")["id"]
    columns = ", ".join(f'"{column.name}"' for column in club_matches.columns if column.name != "match")
    numbers = f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {MOST_MATCHES - 1})"
    with sqlite3.connect(club.db, timeout=20) as db:
        db.execute(
            f"{numbers} INSERT INTO club_matches(match, {columns}) SELECT 'x' || i, {columns} FROM club_matches, n "
            "WHERE match = ?", [match]
        )  # fmt: skip
        db.execute(f"{numbers} INSERT INTO seats SELECT 'x' || i, 'US', ? FROM n", [anna.ask("me")["id"]])
    db.close()
    refused(anna.post("/api/lobby", json={"game": "iwojima", "bot": "random"}), 409, "full")
    refused(anna.post(f"/api/lobby/{table}/join", json={}), 409, "full")
    concede(anna, match)
    eventually(lambda: get(anna, f"matches/{match}/club")["result"])
    assert post(anna, f"lobby/{table}/join")["matches"]
