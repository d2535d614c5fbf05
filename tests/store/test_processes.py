"""Several server processes on one PostgreSQL: any of them serves any match, and one that is killed is not missed."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from databases import fresh_database
from grognard.store import open_store
from served import Seats, Server

CREW = [sys.executable, "-m", "grognard.cli", "serve", "--port", "0", "--workers", "2", "--db"]


@pytest.fixture
def pair() -> Iterator[list[Server]]:
    """Two processes on one database."""
    url = fresh_database()
    open_store(url).close()
    servers = [Server(url), Server(url)]
    yield servers
    for server in servers:
        server.stop(signal.SIGKILL)


def test_any_process_serves_any_match_and_pushes_travel(pair: list[Server]) -> None:
    here = pair[0].new()
    there = Seats(pair[1], here.id, here.tokens)
    with pair[1].listen(here.id, here.tokens[1]) as ears:
        first = json.loads(ears.recv(20))
        here.decide(1, ["set-up", "A"])
        pushed = json.loads(ears.recv(20))
        assert pushed["stamp"] != first["stamp"]
        assert pushed["stamp"] == there.table(1)["stamp"] == here.table(1)["stamp"]
    # Turn about, each on what the other has just stored.
    rng = random.Random(1)
    side, table = 1, here.table(1)
    for n in range(30):
        seats = (here, there)[n % 2]
        option = rng.choice(table["ask"]["options"])
        answer = seats.post(side, "/decide", stamp=table["stamp"], option=option)
        assert answer.status_code == 200, answer.text
        table = answer.json()
        if not table["ask"]["mine"]:
            side = table["ask"]["side"]
            table = seats.table(side)
    # An undo here is an undo there.
    assert here.get(side).content == there.get(side).content


def test_a_commitment_of_one_process_is_kept_by_the_other_once(pair: list[Server]) -> None:
    commitment = pair[0].http.post("/api/dice", json={}).json()["commitment"]
    body = {"game": "iwojima", "commitment": commitment, "shares": {"US": "ab" * 32, "JP": "cd" * 32}}
    made = pair[1].seats(pair[1].http.post("/api/matches", json=body))
    assert made.table(0)["commitment"] == commitment
    for server in pair:
        answer = server.http.post("/api/matches", json=body)
        assert (answer.status_code, answer.json()["code"]) == (409, "stale")
    for path in ("%00", "x" * 5000, "..", "a b"):
        assert pair[0].http.get(f"/api/matches/{path}").status_code == 404
    answer = pair[0].http.post("/api/matches", json={**body, "commitment": "\0"})
    assert (answer.status_code, answer.json()["code"]) == (409, "stale")


def test_programs_go_on_in_another_process_when_theirs_is_killed(pair: list[Server]) -> None:
    seats = pair[0].open("nemesis", seats={"Allied": "staff", "Japanese": "staff"})
    with pair[1].listen(seats.id, seats.tokens[0]) as ears:
        while not json.loads(ears.recv(30))["log"]:
            pass
        pair[0].process.send_signal(signal.SIGKILL)
        pair[0].process.wait()
        seen = [json.loads(ears.recv(20)) for _ in range(2)]
        assert seen[-1]["stamp"] != seen[0]["stamp"]


def test_a_killed_process_of_a_crew_is_not_missed(tmp_path: Path) -> None:
    url = fresh_database()
    crew = subprocess.Popen([*CREW, url], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert crew.stdout is not None
    said = re.search(r"http://127\.0\.0\.1:(\d+)/", crew.stdout.readline())
    assert said
    base = f"http://127.0.0.1:{said[1]}"
    try:
        with httpx.Client(base_url=base, timeout=30) as http:
            made = http.post("/api/matches", json={"game": "iwojima"}).json()
            shown = {"Authorization": f"Bearer {made['seats']['JP']['token']}"}
            look = f"/api/matches/{made['id']}"
            before = http.get(look, headers=shown).json()
        workers = children(crew.pid)
        assert len(workers) == 2
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
            began = time.monotonic()
            after = asked_until_answered(base + look, shown)
            assert after.json()["stamp"] == before["stamp"]
            assert time.monotonic() - began < 30, "generous: this machine may be busy"
            await_crew(crew.pid, base)
        figures = httpx.get(f"{base}/metrics").text
        assert "grognard_requests_total{" in figures
        assert httpx.get(f"{base}/metrics", headers={"x-forwarded-for": "1.2.3.4"}).status_code == 403
        assert httpx.get(f"{base}/readyz").json() == {"ok": True}
    finally:
        crew.send_signal(signal.SIGTERM)
        crew.wait(30)
        crew.stdout.close()
        assert crew.stderr is not None
        crew.stderr.close()
    assert children(crew.pid) == []


def children(process: int) -> list[int]:
    found = Path(f"/proc/{process}/task/{process}/children")
    if not found.exists():
        return []
    return [
        child for child in map(int, found.read_text().split())
        if "serve" in Path(f"/proc/{child}/cmdline").read_text()
    ]  # fmt: skip


def asked_until_answered(address: str, headers: dict[str, str] | None = None) -> httpx.Response:
    """A page that tries again when its line breaks."""
    while True:
        try:
            return httpx.get(address, headers=headers, timeout=20)
        except httpx.TransportError:
            time.sleep(0.02)


def await_crew(process: int, base: str) -> None:
    until = time.monotonic() + 60
    while len(children(process)) < 2 and time.monotonic() < until:
        time.sleep(0.05)
    assert len(children(process)) == 2, "nobody took the place of the killed one"
    assert asked_until_answered(f"{base}/readyz").status_code == 200


def test_several_processes_on_a_file_are_refused(tmp_path: Path) -> None:
    done = subprocess.run([*CREW, str(tmp_path / "m.sqlite")], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "postgresql://" in done.stderr


def test_a_process_that_is_told_to_end_says_so_first_and_answers_what_it_has(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "grognard.cli", "serve", "--port", "0", "--drain", "1", "--log", "json", "--db"]
    kept = [*command, str(tmp_path / "m.sqlite")]
    server = subprocess.Popen(kept, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert server.stdout is not None
    assert server.stderr is not None
    said = re.search(r":(\d+)/", server.stdout.readline())
    assert said
    with httpx.Client(base_url=f"http://127.0.0.1:{said[1]}", timeout=20) as http:
        made = http.post("/api/matches", json={"game": "iwojima"}, headers={"x-request-id": "from-the-proxy"})
        assert made.headers["x-request-id"] == "from-the-proxy"
        token = made.json()["seats"]["US"]["token"]
        http.get(f"/api/matches/{made.json()['id']}", headers={"Authorization": f"Bearer {token}"})
        assert http.get("/readyz").status_code == 200
        server.send_signal(signal.SIGTERM)
        until = time.monotonic() + 20
        while http.get("/readyz").status_code != 503 and time.monotonic() < until:
            pass
        assert http.get("/readyz").json()["code"] == "draining"
        assert http.get("/healthz").status_code == 200
    server.wait(30)
    lines = server.stderr.read()
    server.stdout.close()
    server.stderr.close()
    records = [json.loads(line) for line in lines.splitlines()]
    assert {"call": "new_match", "status": 200, "request": "from-the-proxy"}.items() <= records[0].items()
    assert token not in lines


def test_a_file_that_is_taken_away_is_noticed_before_the_next_answer_whatever_is_asked(tmp_path: Path) -> None:
    server = Server(tmp_path / "m.sqlite")
    seats = server.new()
    table = seats.table(1)
    (tmp_path / "m.sqlite").unlink()
    answers = [
        seats.get(1),
        seats.post(1, "/decide", stamp=table["stamp"], option=table["ask"]["options"][0]),
        server.http.get("/api/matches"),
        server.http.post("/api/matches", json={"game": "iwojima"}),
        server.http.get("/readyz"),
    ]
    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(503, "storage")] * 5
    with pytest.raises(InvalidStatus, match="503"):
        server.listen(seats.id, seats.tokens[1])
    assert server.http.get("/healthz").status_code == 200
    server.stop()
