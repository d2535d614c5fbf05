"""What is on disk: killing the server at any moment loses nothing that was acknowledged; restarts; other files."""

from __future__ import annotations

import random
import signal
import sqlite3
import time
from pathlib import Path

import pytest

from databases import empty_database
from grognard import interrupt
from grognard.kernel.flow import Refused
from grognard.lab.crash_test import kill
from grognard.store import open_store
from match_server import Seats, Server

KILLS = {"sqlite": (2, 1), "postgresql": (1, 1), "postgresql, two processes": (2, 2)}
"""Five in all, and thirty times as many in `make soak`; `bench/kill.py` does a thousand."""


@pytest.mark.parametrize("way", KILLS)
def test_nothing_acknowledged_is_lost_when_a_server_is_killed(tmp_path: Path, way: str, long: bool) -> None:
    kills, processes = KILLS[way]
    kills *= 30 if long else 1
    outcome = kill(tmp_path / "m.sqlite" if way == "sqlite" else empty_database(), kills, processes, clients=3, seed=2)
    assert outcome.problems == []
    assert outcome.kills == kills
    assert outcome.decisions > 5 * kills


# --- restarts and other files


@pytest.mark.parametrize("moment", [0, pytest.param(3, marks=pytest.mark.soak)])
def test_the_server_ends_while_programs_play(tmp_path: Path, moment: int) -> None:
    """Ctrl-C in the middle of a bot's turn: what it had not stored has not happened, and nobody waits for it."""
    server = Server(tmp_path / "matches.sqlite")
    seats = server.open("nemesis", seats={"Allied": "staff", "Japanese": "staff"})
    until = time.monotonic() + 120
    while len(Seats(server, seats.id, seats.tokens).table(0)["log"]) < 5 + 5 * moment:
        assert time.monotonic() < until, "the bots do not play"
        time.sleep(0.02)
    server.stop(signal.SIGINT)
    assert server.process.returncode == interrupt.STATUS
    again = Server(tmp_path / "matches.sqlite")
    assert Seats(again, seats.id, seats.tokens).table(0)["log"]
    again.stop()


def test_a_match_is_the_same_after_a_restart_and_refused_once_its_record_was_tampered_with(tmp_path: Path) -> None:
    server = Server(tmp_path / "kept.sqlite")
    made = server.new(seed=1)
    made.play(random.Random(1), 60)
    before = [made.get(side).content for side in (0, 1)]
    server.stop()
    again = Server(tmp_path / "kept.sqlite")
    made.server = again
    assert [made.get(side).content for side in (0, 1)] == before
    made.play(random.Random(2), 20)
    again.stop()
    with sqlite3.connect(server.db) as db:
        db.execute("UPDATE decisions SET words='nuke' WHERE n=30")
    db.close()
    made.server = Server(tmp_path / "kept.sqlite")
    answer = made.get(0)
    assert (answer.status_code, answer.json()["code"]) == (409, "damaged")
    made.server.stop()


def test_two_servers_on_one_file_never_overwrite_each_other(tmp_path: Path) -> None:
    servers = [Server(tmp_path / "shared.sqlite") for _ in range(2)]
    made = servers[0].new()
    other = Seats(servers[1], made.id, made.tokens)
    stale = other.table(1)
    made.decide(1, ["set-up", "A"])
    refused = other.post(1, "/decide", stamp=stale["stamp"], option=["auto-set-up"])
    assert (refused.status_code, refused.json()["code"]) == (409, "stale")
    assert other.get(1).content == made.get(1).content
    other.decide(1, ["confirm-set-up"])
    for server in servers:
        server.stop()


def test_another_programs_file_and_a_damaged_one_are_left_alone(tmp_path: Path) -> None:
    foreign = tmp_path / "foreign.sqlite"
    with sqlite3.connect(foreign) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    db.close()
    noise = tmp_path / "noise.sqlite"
    noise.write_bytes(random.Random(1).randbytes(5000))
    newer = tmp_path / "newer.sqlite"
    open_store(newer).close()
    with sqlite3.connect(newer) as db:
        db.execute("PRAGMA user_version=99")
    db.close()
    folder = tmp_path / "folder"
    folder.mkdir()
    for path, says in (
        (foreign, "another program"),
        (noise, "damaged"),
        (newer, "newer Grognard"),
        (folder, "cannot be opened"),
    ):
        before = path.read_bytes() if path.is_file() else b""
        with pytest.raises(Refused, match=says):
            open_store(path)
        assert (path.read_bytes() if path.is_file() else b"") == before
