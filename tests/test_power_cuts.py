"""Power cuts: whatever was not synced is lost, in part or in any order, and nothing that was acknowledged is. The store
lies on a disk of our own (`powercut.py`), which needs root and /dev/fuse."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import psycopg
import pytest

from club_server import Browser, ClubServer, fresh_name
from grognard.lab.postgres_cluster import Cluster
from grognard.store import open_store
from grognard.store.chat import Chat
from grognard.store.doctor import every, look
from grognard.store.lobby import Lobby
from grognard.store.members import Members
from power_cut_disk import LOSSES, MARKS, Act, Platter, can_be_had, mounted, read_journal
from reverse_proxies import Database
from two_members import LIVE, get, post

pytestmark = pytest.mark.skipif(not can_be_had(), reason="a disk of one's own needs root and /dev/fuse")
LENGTH = 25
"""Decisions of a match, before the next begins."""


@pytest.fixture
def ground() -> Iterator[Path]:
    """A folder that PostgreSQL's owner may look into too."""
    folder = Path(tempfile.mkdtemp(prefix="grognard-cut-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


class Notary:
    """Writes on the disk itself what somebody was told, when he was told it."""

    def __init__(self, disk: Path) -> None:
        self._file = os.open(disk / MARKS, os.O_CREAT | os.O_WRONLY | os.O_APPEND)
        self._lock = threading.Lock()
        self.count = 0

    def note(self, *words: Any) -> None:
        with self._lock:
            os.write(self._file, (" ".join(map(str, words)) + "\n").encode())
            self.count += 1

    def close(self) -> None:
        os.close(self._file)


class Player(threading.Thread):
    """Two members who play, talk and take notes, one match after the other."""

    def __init__(self, server: ClubServer, notary: Notary, number: int, ending: threading.Event) -> None:
        super().__init__(daemon=True)
        self._server, self._notary, self._ending = server, notary, ending
        self._luck = random.Random(number)
        self.problem = ""

    def run(self) -> None:
        try:
            while not self._ending.is_set():
                pair = self._member(), self._member()
                for _ in range(3):
                    self._play(pair)
        except Exception as fault:
            if not self._ending.is_set():
                self.problem = repr(fault)

    def _member(self) -> Browser:
        name = fresh_name()
        member = self._server.member(name)
        self._notary.note("member", name)
        return member

    def _play(self, pair: tuple[Browser, Browser]) -> None:
        wanted = {"game": "iwojima", "side": "US", "rated": False, "pace": LIVE}
        match = str(post(pair[1], f"lobby/{post(pair[0], 'lobby', **wanted)['id']}/join")["matches"][0])
        self._notary.note("joined", match)
        side = 0
        for n in range(1, LENGTH):
            if self._ending.is_set():
                return
            table = get(pair[side], f"matches/{match}")
            if not table["ask"]["mine"]:
                side = table["ask"]["side"]
                table = get(pair[side], f"matches/{match}")
            option = self._luck.choice(table["ask"]["options"])
            post(pair[side], f"matches/{match}/decide", stamp=table["stamp"], option=option)
            self._notary.note("decided", match, n)
            if n % 6 == 0:
                post(pair[side], f"matches/{match}/chat", room="players", text=f"line {n}")
                self._notary.note("said", match, n)


def played(server: ClubServer, disk: Path, marks: int, luck: Any = None) -> None:
    """People play until so much was acknowledged; then the server is killed."""
    notary, ending = Notary(disk), threading.Event()
    players = [Player(server, notary, number, ending) for number in (1, 2)]
    try:
        for player in players:
            player.start()
        until = time.monotonic() + 120 + marks / 5
        while notary.count < marks and not any(player.problem for player in players):
            assert time.monotonic() < until, f"only {notary.count} of {marks} acknowledged"
            time.sleep(0.05)
            if luck is not None:
                luck()
    finally:
        ending.set()
        server.stop(signal.SIGKILL)
        for player in players:
            player.join(60)
        notary.close()
    assert [player.problem for player in players if player.problem] == []


def moments(journal: list[Act], start: int, count: int, seed: int) -> list[int]:
    """When the power is cut: half anywhere; the others where it hurts, just after somebody was told something, and
    between the writes of what is not the log of the database."""
    luck = random.Random(seed)
    marks = next(act.other for act in journal if act.what == "enter" and act.name == MARKS)
    told = [n for n, act in enumerate(journal, 1) if act.node == marks and act.what == "write" and n > start]
    busiest = {act.node for act in journal if act.what == "sync"}
    sparse = [n for n in range(start, len(journal)) if journal[n].node in busiest and journal[n].what != "write"]
    between = [n for n in range(start + 1, len(journal)) if journal[n].what == journal[n - 1].what == "write"]
    anywhere = range(start, len(journal) + 1)
    # The last is where everybody had been told everything.
    picked = [len(journal)] + [
        luck.choice((anywhere, anywhere, told, between or sparse)[n % 4]) for n in range(count - 1)
    ]
    return sorted(picked)


def missing(db: Path | str, marks: list[str]) -> list[str]:
    """What of all that was acknowledged is not there, or not sound."""
    wrong = []
    store = open_store(db)
    try:
        wrong += [str(finding) for ident in every(store) if (finding := look(store, ident))]
        decided: dict[str, int] = {}
        for mark in marks:
            what, *rest = mark.split()
            if what == "decided":
                decided[rest[0]] = int(rest[1])
        for match, count in decided.items():
            stored = store.read(match).result()
            if stored is None or len(stored.lines) < count:
                wrong.append(f"{match}: {count} decisions acknowledged, {stored and len(stored.lines)} there")
    finally:
        store.close()
    people = Members(db)
    try:
        lobby, chat = Lobby(people), Chat(people)
        for mark in marks:
            what, first, *rest = mark.split()
            there: Any = True
            if what == "member":
                there = people.named(first)
            elif what == "joined":
                there = lobby.match(first)
            elif what == "said":
                there = any(said.text == f"line {rest[0]}" for said in chat.lines(first, "players"))
            if not there:
                wrong.append(f"acknowledged and lost: {mark}")
    finally:
        people.close()
    return wrong


@pytest.mark.parametrize("journals", [True, False], ids=["as ext4", "as POSIX"])
def test_nothing_acknowledged_is_lost_when_the_power_is_cut(ground: Path, journals: bool, long: bool) -> None:
    """SQLite: 200 cuts in `make soak`, six in every run."""
    cuts, wanted = (100, 1200) if long else (3, 60)
    with mounted(ground / "disk", ground / "journal") as disk:
        played(ClubServer(ground, str(disk / "matches.sqlite")), disk, wanted)
    journal = read_journal(ground / "journal")
    platter, luck, wrong = Platter(journal, journals), random.Random(3), []
    for number, moment in enumerate(moments(journal, 0, cuts, 4 + journals)):
        platter.go_to(moment)
        loss, left = LOSSES[number % len(LOSSES)], ground / "left"
        platter.left(left, luck, loss)
        db = left / "matches.sqlite"
        if db.exists() or platter.marks:
            found = missing(db, platter.marks)
            wrong += [f"cut after {moment} of {len(journal)} acts, {loss} left: {each}" for each in found]
        shutil.rmtree(left)
    assert wrong == []
    assert len(platter.marks) >= wanted


@pytest.mark.soak
@pytest.mark.parametrize("journals", [True, False], ids=["as ext4", "as POSIX"])
def test_nothing_acknowledged_is_lost_by_postgresql(
    ground: Path, journals: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Eight cuts each: each is a recovery of its own, of ten seconds."""
    with mounted(ground / "disk", ground / "journal") as disk:
        monkeypatch.setattr(tempfile, "tempdir", str(disk))
        cluster = Cluster()
        monkeypatch.setattr(tempfile, "tempdir", None)
        folder = cluster._folder
        url = cluster.fresh()
        open_store(url).close()

        def checkpoint() -> None:
            if random.random() < 0.05:
                with psycopg.connect(cluster.url("postgres"), autocommit=True) as db:
                    db.execute("CHECKPOINT")

        try:
            with psycopg.connect(cluster.url("postgres"), autocommit=True) as db:
                db.execute("CHECKPOINT")
            played(ClubServer(ground, url), disk, 400, checkpoint)
        finally:
            cluster.process.kill()
            cluster.process.wait(20)
            cluster.stop = lambda: None  # type: ignore[method-assign]
    journal = read_journal(ground / "journal")
    marks = next(n for n, act in enumerate(journal) if act.what == "enter" and act.name == MARKS)
    platter, luck, wrong = Platter(journal, journals), random.Random(5), []
    platter.go_to(marks)
    platter.settle()  # the database has long been there when people come
    for number, moment in enumerate(moments(journal, marks, 8, 6 + journals)):
        platter.go_to(moment)
        loss, left = LOSSES[number % len(LOSSES)], ground / "left"
        platter.left(left, luck, loss)
        again = Database.revived(left / folder.name)
        try:
            found = missing(again.url("grognard1"), platter.marks)
            wrong += [f"cut after {moment} of {len(journal)} acts, {loss} left: {each}" for each in found]
        finally:
            again.stop()
        shutil.rmtree(left)
    assert wrong == []
    assert len(platter.marks) >= 400


def test_the_disk_loses_what_was_not_synced(ground: Path) -> None:
    """The measure measured: a file that is not synced is lost by a cut, and one that is synced is not."""
    with mounted(ground / "disk", ground / "journal") as disk:
        for name in ("kept", "lost"):
            with (disk / name).open("wb") as file:
                file.write(b"x" * 5000)
                file.flush()
                if name == "kept":
                    os.fsync(file.fileno())
    journal = read_journal(ground / "journal")
    for loss, sizes in (("nothing more", {"kept": 5000}), ("all", {"kept": 5000, "lost": 5000})):
        platter = Platter(journal, journals=True)
        platter.go_to(len(journal))
        platter.left(ground / loss, random.Random(1), loss)
        assert {file.name: file.stat().st_size for file in (ground / loss).iterdir()} == sizes


def test_a_store_that_does_not_sync_is_found_out(ground: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same with SQLite told not to wait for the disk: what was acknowledged is lost, and it is seen."""
    with mounted(ground / "disk", ground / "journal") as disk:
        with sqlite3.connect(disk / "careless.sqlite") as db:
            db.execute("PRAGMA journal_mode=WAL")
            db.execute("PRAGMA synchronous=NORMAL")
            db.execute("CREATE TABLE told (n)")
        notary = Notary(disk)
        for n in range(20):
            with db:
                db.execute("INSERT INTO told VALUES (?)", (n,))
            notary.note("told", n)
        notary.close()
        db.close()
    journal = read_journal(ground / "journal")
    told = [n for n, act in enumerate(journal, 1) if act.what == "write" and bytes(act.data).startswith(b"told ")]
    platter = Platter(journal, journals=True)
    platter.go_to(told[-1])
    platter.left(ground / "left", random.Random(1), "nothing more")
    with suppress(sqlite3.Error), sqlite3.connect(ground / "left" / "careless.sqlite") as db:
        assert db.execute("SELECT count(*) FROM told").fetchone()[0] < len(platter.marks) == 20
    db.close()
