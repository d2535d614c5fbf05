"""Several server processes on one PostgreSQL: any of them serves any match, and one that is killed is not missed."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import psycopg
import pytest
from websockets.exceptions import InvalidStatus

from databases import empty_database, fresh_database
from grognard.store import open_store
from match_server import Seats, Server

CREW = [sys.executable, "-m", "grognard.cli", "serve", "--port", "0", "--workers", "2", "--db"]


@contextmanager
def two_processes() -> Iterator[list[Server]]:
    url = fresh_database()
    open_store(url).close()
    servers = [Server(url), Server(url)]
    yield servers
    for server in servers:
        server.stop(signal.SIGKILL)


@pytest.fixture(scope="module")
def lasting() -> Iterator[list[Server]]:
    """Two processes on one database, for tests that leave both alive."""
    with two_processes() as servers:
        yield servers


@pytest.fixture
def pair() -> Iterator[list[Server]]:
    """Two processes on one database, of which one may be killed."""
    with two_processes() as servers:
        yield servers


def test_any_process_serves_any_match_and_pushes_travel(lasting: list[Server]) -> None:
    pair = lasting
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


def test_a_commitment_of_one_process_is_kept_by_the_other_once(lasting: list[Server]) -> None:
    pair = lasting
    commitment = pair[0].http.post("/api/dice", json={}).json()["commitment"]
    body = {"game": "iwojima", "commitment": commitment, "shares": {"US": "ab" * 32, "JP": "cd" * 32}}
    made = pair[1].seats(pair[1].http.post("/api/matches", json=body))
    assert made.table(0)["commitment"] == commitment
    for server in pair:
        answer = server.http.post("/api/matches", json=body)
        assert (answer.status_code, answer.json()["code"]) == (409, "stale")
    for path in ("x" * 5000, "..", "a b"):
        assert pair[0].http.get(f"/api/matches/{path}").status_code == 404
    assert pair[0].http.get("/api/matches/%00").status_code == 400
    answer = pair[0].http.post("/api/matches", json={**body, "commitment": "\0"})
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


def ask(server: Server, seats: Seats, side: int, body: dict[str, object]) -> socket.socket:
    """Send a decision, and do not wait for its answer."""
    text = json.dumps(body)
    line = socket.create_connection(("127.0.0.1", server.port))
    line.sendall(
        f"POST /api/matches/{seats.id}/decide HTTP/1.1\r\nhost: 127.0.0.1:{server.port}\r\n"
        f"authorization: Bearer {seats.tokens[side]}\r\ncontent-length: {len(text)}\r\n\r\n{text}".encode()
    )
    return line


def stored(url: str, match: str) -> int:
    """How many decisions of a match lie in the database."""
    with psycopg.connect(url) as db:
        row = db.execute("SELECT count(*) FROM decisions WHERE match=%s", (match,)).fetchone()
        return int(row[0]) if row else 0


def test_a_decision_that_was_stored_before_the_kill_is_not_taken_twice(pair: list[Server]) -> None:
    """Whoever had no answer and sends it again is told to look: it is there, once."""
    here = pair[0].new()
    there = Seats(pair[1], here.id, here.tokens)
    body = {"stamp": here.table(1)["stamp"], "option": ["set-up", "A"]}
    line = ask(pair[0], here, 1, body)
    until = time.monotonic() + 120
    while not stored(str(pair[0].db), here.id):
        assert time.monotonic() < until
    pair[0].process.kill()
    line.close()
    again = there.post(1, "/decide", **body)
    assert (again.status_code, again.json()["code"]) == (409, "stale")
    assert stored(str(pair[0].db), here.id) == 1
    there.decide(1, ["confirm-set-up"])


def test_a_decision_on_its_way_into_the_database_overtakes_whoever_looked_before_it_was_there(
    pair: list[Server],
) -> None:
    """The process is killed while PostgreSQL writes what it was given: that stands, and nobody decides past it."""
    url = str(pair[0].db)
    with psycopg.connect(url) as db:
        db.execute(
            "CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS "
            "'BEGIN IF NEW.n = 0 THEN PERFORM pg_sleep(3); END IF; RETURN NULL; END'"
        )
        db.execute(
            "CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON decisions DEFERRABLE INITIALLY DEFERRED "
            "FOR EACH ROW EXECUTE FUNCTION slow()"
        )
    here = pair[0].new()
    there = Seats(pair[1], here.id, here.tokens)
    before = there.table(1)
    line = ask(pair[0], here, 1, {"stamp": before["stamp"], "option": ["set-up", "A"]})
    until = time.monotonic() + 120
    with psycopg.connect(url, autocommit=True) as db:
        writing = "SELECT 1 FROM pg_stat_activity WHERE wait_event='PgSleep' AND datname=current_database()"
        while db.execute(writing).fetchone() is None:
            assert time.monotonic() < until
        pair[0].process.kill()
        line.close()
        assert there.table(1)["stamp"] == before["stamp"], "it is not there yet"
        refused = there.post(1, "/decide", stamp=before["stamp"], option=["set-up", "B"])
        assert (refused.status_code, refused.json()["code"]) == (409, "stale")
    assert stored(url, here.id) == 1
    assert there.table(1)["stamp"] != before["stamp"]
    there.decide(1, ["confirm-set-up"])


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
    url = empty_database()
    crew = subprocess.Popen([*CREW, url], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert crew.stdout is not None
    said = re.search(r"http://127\.0\.0\.1:(\d+)/", crew.stdout.readline())
    assert said
    base = f"http://127.0.0.1:{said[1]}"
    try:
        with httpx.Client(base_url=base, timeout=120) as http:
            made = http.post("/api/matches", json={"game": "iwojima"}).json()
            shown = {"Authorization": f"Bearer {made['seats']['JP']['token']}"}
            look = f"/api/matches/{made['id']}"
            before = http.get(look, headers=shown).json()
        workers = children(crew.pid)
        assert len(workers) == 2
        assert all(url not in shown_to_everybody(worker) for worker in workers), "an address may hold a password"
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
            began = time.monotonic()
            after = asked_until_answered(base + look, shown)
            assert after.json()["stamp"] == before["stamp"]
            assert time.monotonic() - began < 120, "generous: this machine may be busy"
            await_crew(crew.pid, base)
        figures = httpx.get(f"{base}/metrics", timeout=120).text
        assert "grognard_requests_total{" in figures
        assert httpx.get(f"{base}/metrics", headers={"x-forwarded-for": "1.2.3.4"}, timeout=120).status_code == 403
        assert httpx.get(f"{base}/readyz", timeout=120).json() == {"ok": True}
    finally:
        crew.send_signal(signal.SIGTERM)
        crew.wait(120)
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


def shown_to_everybody(process: int) -> str:
    """What anybody on this machine can read of a process."""
    return Path(f"/proc/{process}/cmdline").read_text()


def asked_until_answered(address: str, headers: dict[str, str] | None = None) -> httpx.Response:
    """A page that tries again when its line breaks."""
    while True:
        try:
            return httpx.get(address, headers=headers, timeout=20)
        except httpx.TransportError:
            time.sleep(0.02)


def await_crew(process: int, base: str) -> None:
    until = time.monotonic() + 120
    while len(children(process)) < 2 and time.monotonic() < until:
        time.sleep(0.05)
    assert len(children(process)) == 2, "nobody took the place of the killed one"
    assert asked_until_answered(f"{base}/readyz").status_code == 200


def test_a_store_can_be_named_where_nobody_else_reads_it(tmp_path: Path) -> None:
    there = tmp_path / "named.sqlite"
    command = [sys.executable, "-m", "grognard.cli", "serve", "--port", "0"]
    environment = {**os.environ, "GROGNARD_DB": str(there)}
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert server.stdout is not None
    assert "http://127.0.0.1:" in server.stdout.readline()
    assert str(there) not in shown_to_everybody(server.pid)
    server.send_signal(signal.SIGTERM)
    server.wait(60)
    server.stdout.close()
    assert there.exists()


def test_several_processes_on_a_file_are_refused(tmp_path: Path) -> None:
    done = subprocess.run([*CREW, str(tmp_path / "m.sqlite")], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "postgresql://" in done.stderr


def test_a_process_that_is_told_to_end_says_so_first_and_answers_what_it_has(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "grognard.cli", "serve", "--port", "0", "--drain", "4", "--log", "json", "--db"]
    kept = [*command, str(tmp_path / "m.sqlite")]
    server = subprocess.Popen(kept, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert server.stdout is not None
    assert server.stderr is not None
    said = re.search(r":(\d+)/", server.stdout.readline())
    assert said
    with httpx.Client(base_url=f"http://127.0.0.1:{said[1]}", timeout=120) as http:
        made = http.post("/api/matches", json={"game": "iwojima"}, headers={"x-request-id": "from-the-proxy"})
        assert made.headers["x-request-id"] == "from-the-proxy"
        token = made.json()["seats"]["US"]["token"]
        http.get(f"/api/matches/{made.json()['id']}", headers={"Authorization": f"Bearer {token}"})
        assert http.get("/readyz").status_code == 200
        server.send_signal(signal.SIGTERM)
        until = time.monotonic() + 120
        while http.get("/readyz").status_code != 503 and time.monotonic() < until:
            pass
        assert http.get("/readyz").json()["code"] == "draining"
        assert http.get("/healthz").status_code == 200
    server.wait(120)
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
