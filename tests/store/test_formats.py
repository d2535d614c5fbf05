"""Files of earlier formats are brought up to date; all ways to the tables lead to the same tables."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from databases import empty_database
from grognard.kernel.flow import Refused
from grognard.store import open_store
from grognard.store.database_file import open_file
from grognard.store.members import Members, TakenError
from grognard.store.migrations import HEAD
from grognard.store.schema import statements, tables

FIRST = Path(__file__).parent / "format-1.sqlite"
KEPT = {"d368a41b94": 60, "e8a45d9021": 40, "learn-fb6677f5c3": 5, "9a2732cc6b": 0}


def rows(path: Path, table: str, columns: str) -> list[tuple[object, ...]]:
    db = sqlite3.connect(path)
    try:
        return db.execute(f"SELECT {columns} FROM {table} ORDER BY 1, 2").fetchall()
    finally:
        db.close()


def columns_of(path: Path) -> list[tuple[object, ...]]:
    db = sqlite3.connect(path)
    try:
        names = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type='table' ORDER BY name")]
        return [(name, *row) for name in names for row in db.execute(f"PRAGMA table_info({name})")]
    finally:
        db.close()


def test_a_file_of_the_first_format_is_brought_up_to_date_and_kept_beside(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite"
    shutil.copy(FIRST, path)
    store = open_store(path)
    for name, count in KEPT.items():
        read = store.read(name).result()
        assert read is not None
        assert len(read.lines) == count
    store.close()
    for table, columns in (
        ("matches", "id, header, opening, turn, status, decides, revision, updated"),
        ("decisions", "match, n, side, words, rolls"),
    ):
        assert rows(path, table, columns) == rows(FIRST, table, columns)
        assert rows(tmp_path / "matches.sqlite.format-1", table, columns) == rows(FIRST, table, columns)
    open_store(path).close()
    assert sorted(each.name for each in tmp_path.iterdir()) == ["matches.sqlite", "matches.sqlite.format-1"]


def test_a_migration_that_is_broken_off_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "matches.sqlite"
    shutil.copy(FIRST, path)
    db = sqlite3.connect(path)
    db.execute("UPDATE matches SET header=CAST('x' AS TEXT) WHERE id='e8a45d9021'")
    db.execute("ALTER TABLE matches ADD COLUMN mark INTEGER")  # the step will stumble over it
    db.commit()
    before = db.execute("SELECT sql FROM sqlite_schema").fetchall()
    db.close()
    with pytest.raises(Refused, match="cannot be upgraded"):
        open_store(path)
    db = sqlite3.connect(path)
    assert db.execute("PRAGMA user_version").fetchone() == (1,)
    assert db.execute("SELECT sql FROM sqlite_schema").fetchall() == before
    db.close()


def test_members_whose_names_are_alike_keep_them(tmp_path: Path) -> None:
    path = tmp_path / "matches.sqlite"
    open_store(path).close()
    people = Members(path)
    people.add("カトー", "")
    db = sqlite3.connect(path)
    # As a store of format 9 was, with a member whom today's rules would have refused.
    db.execute(
        "INSERT INTO members SELECT 'other', '力卜一', 'x', 'x', 'x', secret, kind, roles, email, verified, since, "
        "banned, why, gone, mail, reminders, webhook, digest, announcements, '', '' FROM members"
    )
    for name in ("alike", "drawn"):
        db.execute(f"DROP INDEX ix_members_{name}")
        db.execute(f"ALTER TABLE members DROP COLUMN {name}")
    db.execute("PRAGMA user_version=9")
    db.commit()
    db.close()
    people.close()
    open_store(path).close()
    people = Members(path)
    assert [one.name for one in people.by_ids(["other"]).values()] == ["力卜一"]
    assert people.is_taken("カト一")
    with pytest.raises(TakenError):
        people.add("力トー", "")
    people.close()


def test_a_new_file_is_what_the_migrations_make_of_an_old_one(tmp_path: Path) -> None:
    shutil.copy(FIRST, tmp_path / "old.sqlite")
    open_file(tmp_path / "old.sqlite").close()
    open_file(tmp_path / "new.sqlite").close()
    old = [row for row in columns_of(tmp_path / "old.sqlite") if row[0] != "alembic_version"]
    assert [row[:4] for row in old] == [row[:4] for row in columns_of(tmp_path / "new.sqlite")]


def test_new_files_are_made_of_the_schema() -> None:
    text = (Path(open_file.__code__.co_filename).parent / "tables.sql").read_text(encoding="utf-8")
    assert text == statements("sqlite")


def test_a_database_has_the_columns_of_the_schema() -> None:
    url = empty_database()
    open_store(url).close()
    with psycopg.connect(url) as db:
        for table in tables.sorted_tables:
            found = db.execute(
                "SELECT column_name, is_nullable FROM information_schema.columns WHERE table_name=%s "
                "ORDER BY ordinal_position",
                (table.name,),
            ).fetchall()
            assert found == [(column.name, "NO") for column in table.columns]
        assert db.execute("SELECT version_num FROM alembic_version").fetchone() == (f"{HEAD:04}",)


def test_playing_at_home_loads_neither_sqlalchemy_nor_postgresql(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; import grognard.server.app; from grognard.store import open_store; "
        f"open_store(Path({str(tmp_path / 'm.sqlite')!r})).close(); "
        "print([m for m in ('sqlalchemy', 'alembic', 'psycopg') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
