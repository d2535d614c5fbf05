"""Copies: made and read back while the store is in use, from either engine to either."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from sqlalchemy import delete, insert, select, update

from databases import empty_database
from grognard import cli
from grognard.kernel.flow import Refused
from grognard.store import checksums, open_store, schema
from grognard.store.backup import backup, restore
from grognard.store.backup_club_tables import BELONGINGS, OF_THE_MOMENT
from grognard.store.engine import Tables
from grognard.store.interface import Change, Line, Standing, Store, Stored
from random_games import some_of

STANDING = Standing(1, "open", "US")


def create(store: Store, name: str, count: int = 0) -> None:
    lines = [Line(0, f"d{n}", "") for n in range(count)]
    store.create(name, Stored({"game": "iwojima"}, {}, "", lines, 0), STANDING).result()


def go_on(store: Store, name: str, times: int = 1) -> None:
    for _ in range(times):
        read = store.read(name).result()
        assert read is not None
        n, before = len(read.lines), read.sums[-1] if read.sums else 0
        lines = [Line(0, f"d{n}", "")]
        made = checksums.chain(name, n, before, lines)
        store.change(Change(name, read.revision, n, lines, STANDING, False, before, made)).result()


def length(store: Store, name: str) -> int:
    read = store.read(name).result()
    return -1 if read is None else len(read.lines)


def test_a_copy_made_under_load_is_one_moment(store: Store, address: str | Path, tmp_path: Path) -> None:
    """One match is always a decision ahead of the other, or level with it: in every copy, too."""
    for name in ("first", "second", *(f"m{n}" for n in range(50))):
        create(store, name)
    ending, played = threading.Event(), threading.Semaphore(0)

    def play() -> None:
        while not ending.is_set():
            go_on(store, "first")
            go_on(store, "second")
            played.release()

    player = threading.Thread(target=play)
    player.start()
    try:
        for n in range(4):
            while played.acquire(blocking=False):
                pass
            assert played.acquire(timeout=60), "on a busy machine the player may have to be waited for"
            assert backup(address, tmp_path / f"copy{n}.sqlite") == 52
    finally:
        ending.set()
        player.join()
    seen = []
    for n in range(4):
        copy = open_store(tmp_path / f"copy{n}.sqlite")
        seen.append(length(copy, "first"))
        assert seen[-1] - length(copy, "second") in (0, 1)
        copy.close()
    assert seen == sorted(seen)
    assert seen[0] < seen[-1]


def test_a_copy_brings_back_what_is_missing_and_damaged_and_leaves_what_went_on(
    store: Store, address: str | Path, tmp_path: Path
) -> None:
    for name in ("same", "ahead", "ill"):
        create(store, name, 5)
    copy = tmp_path / "copy.sqlite"
    backup(address, copy)
    go_on(store, "ahead", 2)
    raw = store.raw("ill").result()
    assert raw is not None
    store.put(raw[0], raw[1][:3]).result()
    done = restore(copy, address)
    assert (done.added, done.mended, done.set_back, done.left, done.damaged) == (0, 1, 0, 2, [])
    assert (length(store, "ahead"), length(store, "ill")) == (7, 5)
    assert restore(copy, address, replace=True).set_back == 1
    assert length(store, "ahead") == 5
    revision = store.revision("ahead").result()
    assert revision is not None
    assert revision > 2, "a server that has it in memory must notice"
    go_on(store, "ahead")


def test_a_copy_moves_a_home_store_to_another_place(store: Store, address: str | Path, tmp_path: Path) -> None:
    for n in range(5):
        create(store, f"m{n}", n)
    backup(address, tmp_path / "copy.sqlite")
    assert restore(tmp_path / "copy.sqlite", tmp_path / "other.sqlite").added == 5
    other = open_store(tmp_path / "other.sqlite")
    assert [other.raw(f"m{n}").result()[1] for n in range(5)] == [  # type: ignore[index]
        store.raw(f"m{n}").result()[1]
        for n in range(5)  # type: ignore[index]
    ]
    other.close()


def test_copies_are_not_written_over_and_noise_is_not_restored(tmp_path: Path) -> None:
    path, copy = tmp_path / "m.sqlite", tmp_path / "copy.sqlite"
    open_store(path).close()
    backup(path, copy)
    with pytest.raises(Refused, match="already"):
        backup(path, copy)
    noise = tmp_path / "noise"
    noise.write_bytes(b"x" * 5000)
    with pytest.raises(Refused, match="damaged or not"):
        restore(noise, path)
    with pytest.raises(Refused, match="no file"):
        backup(tmp_path / "none", tmp_path / "other")


def test_the_commands_say_what_they_did(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "m.sqlite"
    store = open_store(path)
    create(store, "m", 3)
    raw = store.raw("m").result()
    assert raw is not None
    assert cli.main(["backup", str(tmp_path / "copy.sqlite"), "--db", str(path)]) == 0
    assert "1 match copied" in capsys.readouterr().out
    store.put(raw[0], raw[1][:1]).result()
    assert cli.main(["doctor", "--db", str(path)]) == 1
    assert "Match m: the last 2 decisions are missing." in capsys.readouterr().out
    assert cli.main(["restore", str(tmp_path / "copy.sqlite"), "--db", str(path)]) == 0
    assert "0 matches added, 1 mended" in capsys.readouterr().out
    store.close()


def club_of(address: str | Path) -> dict[str, list[tuple[object, ...]]]:
    """All rows of the club's own tables."""
    there = Tables(address)
    try:
        with there.read() as db:
            return {table.name: sorted(map(tuple, db.execute(select(table)))) for table in BELONGINGS}
    finally:
        there.close()


def a_club(address: str | Path) -> None:
    """One row in every table that a copy keeps, each of the right kind."""
    there = Tables(address)
    with there.write() as db:
        for table in BELONGINGS:
            known = {"match": "m", "member": "anna", "tournament": "cup"}
            row = {
                column.name: known.get(column.name, 1 if column.type.python_type in (int, float) else f"{table.name}")
                for column in table.columns
            }
            row |= {"members": {"id": "anna"}, "tournaments": {"id": "cup"}}.get(table.name, {})
            db.execute(insert(table).values({table.c[name]: value for name, value in row.items()}))
    there.close()


def test_a_copy_brings_back_everything_of_a_club(store: Store, address: str | Path, tmp_path: Path) -> None:
    create(store, "m", 3)
    a_club(address)
    before, copy = club_of(address), tmp_path / "copy.sqlite"
    assert all(before.values()), "there is a table that this test knows nothing of"
    backup(address, copy)
    for other in (tmp_path / "other.sqlite", empty_database()):
        done = restore(copy, other)
        assert (done.added, done.belongings["members"]) == (1, 1)
        kept = {name: [] if name in OF_THE_MOMENT else rows for name, rows in before.items()}
        assert club_of(other) == kept
        assert restore(copy, other).belongings == {}


def test_a_copy_leaves_the_club_as_it_is_now_unless_it_is_told_to_set_it_back(
    store: Store, address: str | Path, tmp_path: Path
) -> None:
    create(store, "m", 3)
    a_club(address)
    before, copy = club_of(address), tmp_path / "copy.sqlite"
    backup(address, copy)
    there = Tables(address)
    with there.write() as db:
        db.execute(update(schema.members).values(email="anna@example.org"))
        db.execute(delete(schema.notes))
    there.close()
    assert restore(copy, address).belongings == {"notes": 1}
    assert club_of(address)["members"] != before["members"]
    assert restore(copy, address, replace=True).belongings == {"members": 1}
    assert club_of(address) == before


def test_what_the_club_knows_of_a_match_outlives_its_mending(store: Store, address: str | Path) -> None:
    create(store, "m", 3)
    a_club(address)
    before = club_of(address)
    raw = store.raw("m").result()
    assert raw is not None
    store.put(raw[0], raw[1][:2]).result()
    assert club_of(address) == before


KILLED = """
import os, signal, sys
from grognard.store import engine, write_thread

step = 0
put, write = write_thread.Writer._put, engine.Tables.write


def counted(work):
    def called(self, *given):
        global step
        step += 1
        if step == int(os.environ["KILL_AT"]):
            os.kill(os.getpid(), signal.SIGKILL)
        return work(self, *given)

    return called


write_thread.Writer._put, engine.Tables.write = counted(put), counted(write)
from grognard.cli import main
sys.exit(main(sys.argv[1:]))
"""
"""`grognard`, which dies at its Nth call of the store."""
LONGEST = 60


@pytest.mark.parametrize("engine", some_of(1, ["sqlite", "postgresql"]))
def test_a_copy_that_is_brought_back_after_a_kill_is_whole(tmp_path: Path, engine: str, long: bool) -> None:
    """Whatever step it died at: the same command again brings back what is missing, once."""
    first, copy = tmp_path / "first.sqlite", tmp_path / "copy.sqlite"
    store = open_store(first)
    for name in ("m", "n", "o"):
        create(store, name, 3)
    a_club(first)
    store.close()
    backup(first, copy)
    whole = club_of(first)
    kept = {name: [] if name in OF_THE_MOMENT else rows for name, rows in whole.items()}
    steps = range(1, LONGEST) if long else (2, 6)
    for step in steps:
        there = empty_database() if engine == "postgresql" else str(tmp_path / f"there-{step}.sqlite")
        command = [sys.executable, "-c", KILLED, "restore", str(copy), "--db", there]
        died = subprocess.run(command, env=os.environ | {"KILL_AT": str(step)}, capture_output=True, check=False)
        restore(copy, there if engine == "postgresql" else Path(there))
        assert club_of(there if engine == "postgresql" else Path(there)) == kept, step
        store = open_store(there if engine == "postgresql" else Path(there))
        assert [length(store, name) for name in ("m", "n", "o")] == [3, 3, 3]
        store.close()
        if died.returncode == 0:
            break
        assert died.returncode == -signal.SIGKILL, died.stderr.decode()
    else:
        assert not long, "it takes more steps than were tried"
