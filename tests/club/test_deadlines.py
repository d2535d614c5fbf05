"""Hosts that never finish their answer are given up at the deadline, and keep nobody else waiting."""

from __future__ import annotations

import time
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from clubbed import ClubServer, fresh_name
from databases import fresh_database
from grognard.club.config import Config, House, Mail, Notices
from grognard.deadlines import DEADLINES, Countdown, Deadline
from grognard.server.club import outgoing_http
from grognard.server.club.notification_delivery import DeliveryService, hand_over
from grognard.store import open_store
from grognard.store.members import People
from grognard.store.outbox import AT_ONCE, Outbox
from receivers import Dripping, Endpoint, until

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
    mail = Mail("127.0.0.1", host.port, security, sender="club@example.org")  # type: ignore[arg-type]
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
    people, outbox = People(db), Outbox(db)
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
    people, outbox = People(db), Outbox(db)
    config = Config(club=House(address="https://play.example.org"), notices=Notices(wait=0, private_addresses=True))
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
