"""Crash test: servers are killed during play; nothing acknowledged may be lost, nothing half written.

Clients play hot-seat matches by lot over HTTP, each at whichever process it likes, and note what they were shown. Again
and again one process is killed at a random moment and started anew. A client that is cut off tries another; what
it finds there must begin with all that it was shown, with at most the one decision on top that was not answered.
"""

from __future__ import annotations

import contextlib
import http.client
import importlib
import json
import multiprocessing
import os
import random
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from grognard.kernel.flow import Refused
from grognard.store import open_store
from grognard.store.doctor import every, look
from grognard.store.interface import Store

LOADED = ("grognard.server.start", "grognard.store.postgres", "uvicorn.protocols.websockets.websockets_sansio_impl",
          "uvloop", "grognard.games.iwojima", "grognard.bots.iwojima")  # fmt: skip
"""Read once, by the process of which all servers are made: to read it a thousand times would take hours."""
PATIENCE = 60.0
"""Seconds that a client tries to find a process that answers, and that decisions are waited for before a kill."""


class Outcome(NamedTuple):
    """Results of the crash test."""

    kills: int
    decisions: int
    """Acknowledged."""
    away: list[float]
    """Seconds that each client was without a server, per broken line."""
    problems: list[str]


class Process:
    """One server process; killed and started again on the same port."""

    def __init__(self, db: str | Path, port: int = 0) -> None:
        self._db = str(db)
        self.port = port
        self.start()

    def start(self) -> None:
        """Start and wait until its port is bound."""
        nursery = multiprocessing.get_context("forkserver")
        nursery.set_forkserver_preload(list(LOADED))
        here, there = nursery.Pipe()
        self._process = nursery.Process(target=_serve, args=(self._db, self.port, there), daemon=True)
        self._process.start()
        there.close()
        try:
            self.port = here.recv()
        except EOFError:
            raise Refused("The server did not start.") from None
        finally:
            here.close()

    def end(self) -> None:
        """End it at once."""
        self._process.kill()
        self._process.join()


def _serve(db: str, port: int, started: Connection) -> None:
    """A server process as any other."""
    run = importlib.import_module(LOADED[0])  # the laboratory does not know the server
    with open(os.devnull, "w", encoding="ascii") as nowhere, contextlib.redirect_stdout(nowhere):
        listening = run.bind(port=port)
        started.send(listening.getsockname()[1])
        run.serve(listening, db, manner=run.ServeOptions(limited=False))


class Client(threading.Thread):
    """Plays a match for both sides, and another when that is over."""

    def __init__(self, number: int, processes: list[Process], ending: threading.Event) -> None:
        super().__init__(name=f"client {number}", daemon=True)
        self._luck = random.Random(number)
        self._processes = processes
        self._ending = ending
        self._line: http.client.HTTPConnection | None = None
        self.acknowledged = 0
        self.away: list[float] = []
        self.problem = ""
        self.match = ""
        self.taken: dict[str, list[int]] = {}
        """Per match, the decisions that were acknowledged, and those of which nobody knows."""

    def run(self) -> None:
        try:
            while not self._ending.is_set():
                self._play()
        except AssertionError as wrong:
            self.problem = f"Match {self.match}: {wrong}"
        except Exception as fault:
            self.problem = f"Match {self.match}: {fault!r}"

    def _play(self) -> None:
        made = self._ask("POST", "/api/matches", {"game": "iwojima"})
        self.match = made["id"]
        self.taken[self.match] = [0, 0]
        tokens = [seat["token"] for seat in made["seats"].values()]
        shown: list[list[Any]] = [[], []]
        side, table = 0, self._look(tokens[0])
        shown[0] = table["log"]
        in_doubt = False
        while table["ask"] is not None and not self._ending.is_set():
            if not table["ask"]["mine"]:
                side = table["ask"]["side"]
                table = self._look(tokens[side])
                assert table["log"][: len(shown[side])] == shown[side], "what was shown is not there any more"
                shown[side] = table["log"]
                continue
            body = {
                "stamp": table["stamp"],
                "option": self._luck.choice(table["ask"]["options"]),
                "since": len(shown[side]),
            }
            answer = self._decide(tokens[side], body, in_doubt)
            # A killed process may have handed its last decision to the database, which takes it a moment later: whoever
            # looked in between is told to look again, once.
            stale, in_doubt = answer == {}, answer is None
            if not answer:
                # Nobody knows whether it was taken; all that was shown must be there.
                self.taken[self.match][1] += not stale
                table = self._look(tokens[side])
                assert table["log"][: len(shown[side])] == shown[side], "what was acknowledged is lost"
                shown[side] = table["log"]
            else:
                table = answer
                self.acknowledged += 1
                self.taken[self.match][0] += 1
                shown[side] = shown[side] + table["log"]

    def _look(self, token: str) -> dict[str, Any]:
        return self._ask("GET", f"/api/matches/{self.match}", token=token)

    def _decide(self, token: str, body: dict[str, Any], in_doubt: bool) -> dict[str, Any] | None:
        """The table after a decision; None when the line broke, nothing when one that was in doubt came before it."""
        try:
            status, answer = self._send("POST", f"/api/matches/{self.match}/decide", body, token)
        except (OSError, http.client.HTTPException):
            self._line = None
            return None
        if in_doubt and status == 409 and answer["code"] == "stale":
            return {}
        assert status == 200, f"a decision on the present table was refused: {answer}"
        return answer

    def _ask(self, method: str, path: str, body: Any = None, token: str = "") -> dict[str, Any]:
        """An answer from whichever process gives one."""
        began, broken = time.monotonic(), False
        while time.monotonic() - began < PATIENCE:
            try:
                status, answer = self._send(method, path, body, token)
            except (OSError, http.client.HTTPException):
                self._line, broken = None, True
                time.sleep(0.01)
                continue
            assert status == 200, f"{method} {path}: {answer}"
            if broken:
                self.away.append(time.monotonic() - began)
            return answer
        raise AssertionError("nobody answers")

    def _send(self, method: str, path: str, body: Any, token: str) -> tuple[int, dict[str, Any]]:
        if self._line is None or self._luck.random() < 0.05:
            self._line = http.client.HTTPConnection("127.0.0.1", self._luck.choice(self._processes).port, timeout=20)
        shown = {"Authorization": f"Bearer {token}"} if token else {}
        self._line.request(method, path, None if body is None else json.dumps(body).encode(), shown)
        answer = self._line.getresponse()
        return answer.status, json.loads(answer.read())


def kill(
    db: str | Path,
    kills: int,
    processes: int,
    clients: int = 4,
    seed: int = 1,
    say: Callable[[str], None] = lambda line: None,
) -> Outcome:
    """Kill so many times, and look at every match afterwards."""
    luck = random.Random(seed)
    open_store(db).close()
    servers = [Process(db) for _ in range(processes)]
    ending = threading.Event()
    playing = [Client(seed * 1000 + number, servers, ending) for number in range(clients)]
    done = 0
    try:
        for client in playing:
            client.start()
        for done in range(1, kills + 1):
            before = sum(client.acknowledged for client in playing)
            wanted, until = before + luck.randrange(5, 60), time.monotonic() + PATIENCE
            while sum(client.acknowledged for client in playing) < wanted and time.monotonic() < until:
                time.sleep(0.002)
            time.sleep(luck.uniform(0, 0.01))
            server = luck.choice(servers)
            server.end()
            server.start()
            if any(client.problem for client in playing):
                break
            if done % 50 == 0:
                say(f"{done} kills, {sum(client.acknowledged for client in playing):,} decisions acknowledged")
        ending.set()
        for client in playing:
            client.join(2 * PATIENCE)
    finally:
        ending.set()
        for server in servers:
            server.end()
    taken = {match: counts for client in playing for match, counts in client.taken.items()}
    problems = [client.problem for client in playing if client.problem] + _ill(db, taken)
    away = [seconds for client in playing for seconds in client.away]
    return Outcome(done, sum(client.acknowledged for client in playing), away, problems)


def _ill(db: str | Path, taken: dict[str, list[int]]) -> list[str]:
    """Faults that the doctor finds (every match is replayed, every die held against its secret), and losses."""
    store: Store = open_store(db)
    try:
        found = [look(store, ident) for ident in every(store)]
        wrong = [f"Match {finding.match}: {finding.text}" for finding in found if finding is not None]
        for match, (acknowledged, doubtful) in taken.items():
            stored = store.read(match).result()
            count = -1 if stored is None else len(stored.lines)
            if not acknowledged <= count <= acknowledged + doubtful:
                wrong.append(f"Match {match}: {acknowledged} acknowledged, {doubtful} in doubt, {count} stored")
        return wrong
    finally:
        store.close()
