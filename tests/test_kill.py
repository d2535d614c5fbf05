"""What is on disk: killing the server at any moment loses nothing that was acknowledged; restarts; other files."""

from __future__ import annotations

import random
import signal
import sqlite3
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from grognard.kernel.flow import Refused
from grognard.store import open_store
from served import Seats, Server

ROUNDS = 16
CLIENTS = 8


class Client:
    """Plays one hot-seat match and notes, after each acknowledged decision, what both seats must see from then on."""

    def __init__(self, server: Server, number: int) -> None:
        self.rng = random.Random(number)
        made = server.new()
        self.id, self.tokens = made.id, made.tokens
        self.acknowledged = 0
        """Decisions that were answered with a table."""
        self.log: dict[int, list[Any]] = {0: [], 1: []}
        """Per side, the log lines that it was sent: what was shown must never be unsaid."""
        self.table: dict[str, Any] | None = None
        self.side = 0
        self.doubtful = False
        """Whether a decision was sent and not answered: it may or may not have been taken."""
        self.problem: str | None = None

    def play(self, server: Server) -> None:
        """Decide until the line breaks."""
        try:
            while self._step(server.http):
                pass
        except httpx.TransportError:
            return
        except AssertionError as wrong:
            self.problem = str(wrong)

    def _step(self, http: httpx.Client) -> bool:
        base = f"/api/matches/{self.id}"
        if self.table is None or not self.table["ask"]["mine"]:
            side = self.table["ask"]["side"] if self.table else self.side
            query = {"seat": self.tokens[side], "since": len(self.log[side])}
            self.table, self.side = self._receive(side, http.get(base, params=query)), side
            return self.table["ask"] is not None
        option = self.rng.choice(self.table["ask"]["options"])
        body = {"seat": self.tokens[self.side], "stamp": self.table["stamp"], "option": option}
        self.doubtful = True
        table = self._receive(self.side, http.post(f"{base}/decide", json={**body, "since": len(self.log[self.side])}))
        self.doubtful = False
        self.acknowledged += 1
        self.table = table
        return table["ask"] is not None

    def _receive(self, side: int, answer: httpx.Response) -> dict[str, Any]:
        assert answer.status_code == 200, answer.text
        table: dict[str, Any] = answer.json()
        self.log[side] += table["log"]
        return table

    def check(self, server: KilledServer) -> None:
        """After the restart: all that was acknowledged is there, and at most the doubtful decision on top."""
        made = Seats(server, self.id, self.tokens)
        stored = server.decisions(self.id)
        assert self.acknowledged <= stored <= self.acknowledged + self.doubtful
        for side in (0, 1):
            assert made.table(side)["log"][: len(self.log[side])] == self.log[side]
        now = made.table(self.side)
        if self.table is not None and stored == self.acknowledged:
            assert now["stamp"] == self.table["stamp"]
        self.acknowledged = stored
        self.doubtful = False
        self.log[self.side] = now["log"]
        self.table = now if now["ask"] is not None else None


class KilledServer(Server):
    """A server whose file can be read behind its back."""

    def decisions(self, match: str) -> int:
        """How many decisions of a match are in the file."""
        db = sqlite3.connect(self.db)
        try:
            return int(db.execute("SELECT count(*) FROM decisions WHERE match=?", (match,)).fetchone()[0])
        finally:
            db.close()


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    rng = random.Random(2)
    server = KilledServer(tmp_path / "matches.sqlite")
    clients: list[Client] = []
    total = 0
    for kills in range(ROUNDS):
        clients = [client for client in clients if client.table is not None]
        clients += [Client(server, kills * 100 + n) for n in range(CLIENTS - len(clients))]
        threads = [threading.Thread(target=client.play, args=(server,)) for client in clients]
        before = sum(client.acknowledged for client in clients)
        for thread in threads:
            thread.start()
        wanted, until = before + rng.randrange(20, 150), time.monotonic() + 3
        while sum(client.acknowledged for client in clients) < wanted and time.monotonic() < until:
            time.sleep(0.001)
        time.sleep(rng.uniform(0, 0.01))
        server.process.send_signal(signal.SIGKILL)
        for thread in threads:
            thread.join()
        server.stop(signal.SIGKILL)
        total += sum(client.acknowledged for client in clients) - before
        assert [client.problem for client in clients if client.problem] == []
        server = KilledServer(tmp_path / "matches.sqlite")
        for client in clients:
            client.check(server)
    server.stop()
    assert total > 20 * ROUNDS


# --- restarts and other files


@pytest.mark.parametrize("moment", range(4))
def test_the_server_ends_while_programs_play(tmp_path: Path, moment: int) -> None:
    """Ctrl-C in the middle of a bot's turn: what it had not stored has not happened, and nobody waits for it."""
    server = Server(tmp_path / "matches.sqlite")
    seats = server.open("nemesis", seats={"Allied": "staff", "Japanese": "staff"})
    until = time.monotonic() + 60
    while len(server.get(f"/api/matches/{seats.id}?seat={seats.tokens[0]}").json()["log"]) < 5 + 5 * moment:
        assert time.monotonic() < until, "the bots do not play"
    server.stop(signal.SIGINT)
    assert server.process.returncode == 0
    again = Server(tmp_path / "matches.sqlite")
    assert again.get(f"/api/matches/{seats.id}?seat={seats.tokens[0]}").json()["log"]
    again.stop()


def test_a_record_that_was_tampered_with_is_refused(tmp_path: Path) -> None:
    server = Server(tmp_path / "kept.sqlite")
    made = server.new(seed=1)
    made.play(random.Random(1), 60)
    server.stop()
    with sqlite3.connect(server.db) as db:
        db.execute("UPDATE decisions SET words='nuke' WHERE n=30")
    db.close()
    made.server = Server(tmp_path / "kept.sqlite")
    answer = made.get(0)
    assert (answer.status_code, answer.json()["code"]) == (409, "damaged")
    made.server.stop()


def test_a_match_is_the_same_after_a_restart(tmp_path: Path) -> None:
    server = Server(tmp_path / "kept.sqlite")
    made = server.new(seed=1)
    made.play(random.Random(1), 150)
    before = [made.get(side).content for side in (0, 1)]
    server.stop()
    again = Server(tmp_path / "kept.sqlite")
    made.server = again
    assert [made.get(side).content for side in (0, 1)] == before
    made.play(random.Random(2), 20)
    again.stop()


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
