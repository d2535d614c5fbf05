"""While the database is away, what needs it says so, and everything else is served."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from club_server import PASSWORD, ClubServer, fresh_name, refused
from databases import fresh_database
from two_members import eventually


@contextmanager
def away(url: str) -> Iterator[None]:
    """Nobody gets into the database, and whoever was in is out."""
    parts = conninfo_to_dict(url)
    name = str(parts["dbname"])
    with psycopg.connect(**{**parts, "dbname": "postgres"}, autocommit=True) as db:  # type: ignore[arg-type]
        allow = sql.SQL("ALTER DATABASE {} WITH ALLOW_CONNECTIONS {}")
        db.execute(allow.format(sql.Identifier(name), sql.Literal(False)))
        db.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname=%s", [name])
        try:
            yield
        finally:
            db.execute(allow.format(sql.Identifier(name), sql.Literal(True)))


def test_while_the_database_is_away_pages_are_served_and_calls_say_what_is_wrong(tmp_path: Path) -> None:
    url = fresh_database()
    server = ClubServer(tmp_path, db=url)
    browser, name = server.member(), fresh_name()
    page = browser.get("/").text
    files = [part.partition('"')[0] for part in page.split('"/') if part.partition('"')[0].endswith((".css", ".js"))]
    assert files
    with away(url):
        for path in ("", *files, "healthz", "metrics"):
            answer = browser.get(f"/{path}")
            assert answer.status_code == 200, (path, answer.status_code, answer.text[:200])
        assert server.browser().get("/api/games").status_code == 200
        for path in ("api/club", "api/lobby", "api/club/me", "api/matches/0123456789", "readyz"):
            refused(browser.get(f"/{path}"), 503, "storage")
        refused(browser.post("/api/club/sign-in", json={"name": name, "password": PASSWORD}), 503, "storage")
        refused(browser.post("/api/matches", json={"game": "iwojima"}), 503, "storage")
    eventually(lambda: browser.get("/api/club/me").status_code == 200)
    server.stop()
