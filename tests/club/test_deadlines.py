"""Hosts that never finish their answer are given up at the deadline, and keep nobody else waiting."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from sqlalchemy import text

from club_server import RUN, ClubServer, fresh_name
from databases import fresh_database
from grognard.club.config import ClubSettings, Config, MailSettings, NotificationSettings
from grognard.deadlines import DEADLINES, Countdown, Deadline
from grognard.lab.postgres_cluster import Cluster
from grognard.server.club import outgoing_http
from grognard.server.club.notification_delivery import DeliveryService, hand_over
from grognard.store import open_store
from grognard.store.engine import Tables, locked
from grognard.store.interface import StoreError
from grognard.store.members import Members
from grognard.store.outbox import AT_ONCE, Outbox
from grognard.store.postgres import connect
from notification_receivers import Dripping, Endpoint, until
from two_members import Pair, begin, decide, eventually, get

SECONDS = 1.0
LONG = 30.0
"""Seconds: a busy machine may take some, a host that drips would take for ever."""


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("outbound", "email"):
        monkeypatch.setitem(DEADLINES, name, Deadline(SECONDS, "a test"))


@pytest.mark.parametrize(
    ("scheme", "first"),
    [
        pytest.param("http", b"", id="a first line without end"),
        pytest.param("http", b"HTTP/1.1 200 OK\r\nx: ", id="a header without end"),
        pytest.param("https", b"\x16\x03\x03\x40\x00", id="a handshake without end"),
    ],
)
def test_a_host_that_drips_its_answer_is_given_up(hurried: None, scheme: str, first: bytes) -> None:
    host = Dripping(first)
    began = time.monotonic()
    with pytest.raises(OSError, match=r"no answer within 1 s"):
        outgoing_http.send(f"{scheme}://127.0.0.1:{host.port}/", b"{}", {}, private=True)
    assert SECONDS <= time.monotonic() - began < LONG
    until(lambda: [1] if not host.open else [])
    host.stop()


@pytest.mark.parametrize(
    ("security", "first"),
    [
        ("none", b"220 "),
        ("none", b"220 hello\r\n250 "),
        ("starttls", b"220 hello\r\n250 "),
        ("tls", b"\x16\x03\x03\x40\x00"),
    ],
)
def test_a_mail_server_that_drips_is_given_up(hurried: None, security: str, first: bytes) -> None:
    host = Dripping(first)
    email = EmailMessage()
    email["From"], email["To"] = "club@example.org", "ann@example.org"
    email.set_content("Hello.")
    mail = MailSettings("127.0.0.1", host.port, security, sender="club@example.org")  # type: ignore[arg-type]
    began = time.monotonic()
    with pytest.raises(OSError, match=r"no answer within 1 s"):
        hand_over(mail, email)
    assert time.monotonic() - began < LONG
    until(lambda: [1] if not host.open else [])
    host.stop()


def test_a_look_up_that_never_ends_is_given_up() -> None:
    began = time.monotonic()
    with pytest.raises(TimeoutError):
        Countdown(0.2).call(lambda: time.sleep(20))
    assert time.monotonic() - began < 15
    assert Countdown(20).call(lambda: 3) == 3
    with pytest.raises(ValueError, match="own"):
        Countdown(20).call(lambda: int("own"))


@pytest.fixture(params=["sqlite", "postgresql"])
def db(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    url = str(tmp_path / "matches.sqlite") if request.param == "sqlite" else fresh_database()
    open_store(url if "://" in url else Path(url)).close()
    return url


def test_of_one_member_few_deliveries_are_under_way_and_the_others_of_all_members_go_on(db: str) -> None:
    people, outbox = Members(db), Outbox(db)
    greedy, patient = (people.add(fresh_name(), "") for _ in range(2))
    for number in range(50):
        outbox.send(greedy.id, "webhook", {"number": number})
    for number in range(3):
        outbox.send(patient.id, "webhook", {"number": number})
    taken = outbox.take("one")
    assert sorted(each.member for each in taken) == sorted([greedy.id, patient.id] * AT_ONCE)
    assert {each.body["number"] for each in taken if each.member == greedy.id} == {0, 1}
    assert outbox.take("another process") == []
    outbox.finish(next(each.id for each in taken if each.member == greedy.id), "one", "sent")
    assert [each.member for each in outbox.take("another process")] == [greedy.id]
    outbox.close()
    people.close()


def test_who_is_slow_keeps_nobody_else_waiting(hurried: None, tmp_path: Path) -> None:
    db = tmp_path / "matches.sqlite"
    open_store(db).close()
    slow, prompt = Dripping(), Endpoint()
    people, outbox = Members(db), Outbox(db)
    notices = NotificationSettings(wait=0, private_addresses=True)
    config = Config(club=ClubSettings(address="https://play.example.org"), notices=notices)
    post = DeliveryService(config, outbox)
    ann, ben = (people.add(fresh_name(), "") for _ in range(2))
    people.change(ann.id, webhook=f'{{"shape": "plain", "url": "{slow.url}/"}}')
    people.change(ben.id, webhook=f'{{"shape": "plain", "url": "{prompt.url}/ben"}}')
    body: dict[str, Any] = {"shape": "plain", "body": {}}
    for _ in range(40):
        outbox.send(ann.id, "webhook", body)
    outbox.send(ben.id, "webhook", body)
    post._round()
    prompt.at("/ben", seconds=20)
    until(lambda: [1] if slow.most else [])
    for _ in range(5):
        post._round()
    assert slow.most == AT_ONCE
    post._workers.shutdown(wait=True)
    assert {each["outcome"] for each in outbox.outcomes(ann.id, 50)} == {"", "failed: no answer within 1 s"}
    for each in (slow, prompt):
        each.stop()
    outbox.close()
    people.close()


# --- the database


HURRIED = """
from grognard.deadlines import DEADLINES
DEADLINES |= {"database": DEADLINES["database"]._replace(seconds=2.0), "club": DEADLINES["club"]._replace(seconds=4.0)}
"""
"""Before a server's program: it waits for the database only so long."""


class Frozen:
    """A PostgreSQL of one's own that can be stopped as if its machine stood still."""

    def __init__(self) -> None:
        self._cluster = Cluster(hasty=True)
        self.url = self._cluster.fresh()

    def signal(self, number: int) -> None:
        first = self._cluster.process.pid
        own = Path(f"/proc/{first}/task/{first}/children").read_text().split()
        for process in (first, *map(int, own)):
            os.kill(process, number)

    def stop(self) -> None:
        self.signal(signal.SIGCONT)
        self._cluster.stop()


@pytest.fixture
def frozen() -> Iterator[Frozen]:
    database = Frozen()
    yield database
    database.stop()


def test_a_database_that_stands_still_holds_nobody(frozen: Frozen, tmp_path: Path) -> None:
    server = ClubServer(tmp_path, frozen.url, program=HURRIED + RUN)
    pair = Pair(server, server)
    match = begin(pair)
    frozen.signal(signal.SIGSTOP)
    began = time.monotonic()
    with ThreadPoolExecutor(24) as crowd:
        paths = ["lobby", "tournaments", "club/me", f"matches/{match}/club", "leaderboard/iwojima", "matches"] * 4
        said = list(crowd.map(lambda path: pair.anna.get(f"/api/{path}").status_code, paths))
    assert set(said) <= {200, 503}
    assert 503 in said
    assert time.monotonic() - began < LONG
    frozen.signal(signal.SIGCONT)
    eventually(lambda: pair.anna.get("/api/lobby").status_code == 200 and pair.anna.get("/api/matches").is_success)
    decide(pair.anna if get(pair.anna, f"matches/{match}")["ask"]["side"] == 0 else pair.ben, match)
    server.stop()


def test_a_process_that_stands_still_in_a_transaction_keeps_the_others_waiting_no_longer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(DEADLINES, "idle-transaction", Deadline(SECONDS, "a test"))
    url = fresh_database()
    one, other = Tables(url), Tables(url)
    with suppress(StoreError), one.write() as db:
        locked(db, "a test")
        began = time.monotonic()
        with other.write() as second:
            locked(second, "a test")
        assert SECONDS / 2 < time.monotonic() - began < DEADLINES["database"].seconds
        db.execute(text("SELECT 1"))
        pytest.fail("the transaction goes on")
    one.close()
    other.close()


def test_a_connection_that_only_listens_learns_that_the_other_machine_is_gone() -> None:
    """A machine that vanishes closes nothing: without probes one would wait for it for two hours."""
    url = fresh_database()
    given = conninfo_to_dict(url)
    with socket.create_server(("127.0.0.1", 0)) as network, socket.socket(socket.AF_UNIX) as inside:
        inside.connect(f"{given['host']}/.s.PGSQL.5432")

        def pass_on(one: socket.socket, other: socket.socket) -> None:
            with suppress(OSError):
                while some := one.recv(1 << 16):
                    other.sendall(some)

        def served() -> None:
            outside, _ = network.accept()
            with outside, ThreadPoolExecutor(2) as both:
                both.submit(pass_on, outside, inside)
                pass_on(inside, outside)

        threading.Thread(target=served, daemon=True).start()
        port = network.getsockname()[1]
        db = connect(make_conninfo(url, host="127.0.0.1", port=port, sslmode="disable", gssencmode="disable"))
        line = socket.socket(fileno=os.dup(db.pgconn.socket))
        idle, between, count = (
            line.getsockopt(socket.IPPROTO_TCP, which)
            for which in (socket.TCP_KEEPIDLE, socket.TCP_KEEPINTVL, socket.TCP_KEEPCNT)
        )
        assert line.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
        assert idle + between * count <= DEADLINES["silence"].seconds
        assert line.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) <= 1000 * DEADLINES["silence"].seconds
        line.close()
        db.close()


def test_who_waits_for_a_lock_too_long_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DEADLINES, "database", Deadline(SECONDS, "a test"))
    url = fresh_database()
    one, other = Tables(url), Tables(url)
    with one.write() as db:
        locked(db, "a test")
        with pytest.raises(StoreError, match=r"no answer within 1 s|statement timeout"), other.write() as second:
            locked(second, "a test")
    with other.write() as second:
        locked(second, "a test")
    one.close()
    other.close()


# --- clients that do not read


ASKED = 100
"""Answers that are longer together than all that lies between a server and a client."""


def test_a_client_that_reads_nothing_of_its_answer_is_cut_off(tmp_path: Path) -> None:
    quick = "from grognard.server.http import connection; connection.ANSWER_SECONDS = 1.0\n"
    server = ClubServer(tmp_path, program=quick + RUN)
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", server.port))
        line.settimeout(60)
        line.sendall(b"GET /api/games/ichigo/board HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n" * ASKED)
        time.sleep(5)
        read = b""
        with suppress(ConnectionResetError):
            while some := line.recv(1 << 20):
                read += some
    assert 0 < read.count(b"HTTP/1.1 200") < ASKED
    assert server.browser().get("/healthz").is_success
    server.stop()


def test_test_notices_have_a_limit(tmp_path: Path) -> None:
    endpoint = Endpoint()
    server = ClubServer(tmp_path, notices={"private_addresses": True})
    ann, ben = server.member(), server.member()
    for browser in (ann, ben):
        browser.say("me/notifications", webhook={"shape": "plain", "url": f"{endpoint.url}/"})
    for _ in range(5):
        ann.say("me/notifications/test", way="webhook")
    answer = ann.say("me/notifications/test", 429, way="webhook")
    assert answer["error"].startswith("Too many tests. Try again in ")
    ben.say("me/notifications/test", way="webhook")
    server.stop()
    endpoint.stop()
