"""Emails to a player without an account: confirmed by a link, told of moves when no page is open, ended by a link."""

from __future__ import annotations

import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.testclient import TestClient

from club_server import RUN, ClubServer
from databases import fresh_database
from grognard.club.config import Config, MailSettings
from grognard.server.app import create_app
from notification_receivers import Letters, free_port
from random_games import some_of
from test_friend_matches import concede, decide, facts, refused, seated


@pytest.fixture(scope="module")
def letters() -> Iterator[Letters]:
    receiver = Letters()
    yield receiver
    receiver.stop()


@pytest.fixture(scope="module")
def house(letters: Letters, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubServer]:
    mail = {"host": "127.0.0.1", "port": letters.port, "security": "none", "sender": "club@example.org"}
    port = free_port()
    club = {"name": "The Sand Table", "address": f"http://127.0.0.1:{port}"}
    server = ClubServer(tmp_path_factory.mktemp("letters"), port=port, club=club, mail=mail, notices={"wait": 0.2})
    yield server
    server.stop()


def guest(house: ClubServer) -> httpx.Client:
    return httpx.Client(base_url=house.url, headers={"X-Grognard": "page"}, timeout=120)


def test_an_address_is_told_of_moves_once_it_is_confirmed_and_until_it_is_given_up(
    house: ClubServer, letters: Letters
) -> None:
    with guest(house) as host, guest(house) as friend, guest(house) as third:
        one = seated(host, friend)
        assert facts(host, one)["friends"]["emails"] is True
        host.post(f"{one}/name", json={"seat": "US", "name": "Ann"})
        friend.post(f"{one}/name", json={"seat": "JP", "name": "Bob"})
        refused(host.post(f"{one}/emails", json={"seat": "US", "email": "no address"}), 400, "malformed")
        refused(third.post(f"{one}/emails", json={"seat": "US", "email": "eve@example.org"}), 403, "wrong-seat")
        assert host.post(f"{one}/emails", json={"seat": "US", "email": "ann@example.org"}).json()["confirmed"] is False
        refused(host.post(f"{one}/emails", json={"seat": "US", "email": "ann@example.org"}), 429, "busy")
        code = re.search(r"#emails=([\w-]+)", letters.to("ann@example.org")[0].get_content())
        assert code
        refused(third.post(f"{one}/emails/confirm", json={"code": "x" + code[1]}), 404, "unknown")
        assert third.post(f"{one}/emails/confirm", json={"code": code[1]}).json() == {"email": "ann@example.org"}
        assert host.get(f"{one}/emails", params={"seat": "US"}).json() == {
            "email": "ann@example.org",
            "confirmed": True,
        }
        assert "ann@example.org" not in str(facts(friend, one))
        decide(friend, one, "JP", 500)
        told = letters.to("ann@example.org", 2)[1]
        assert told["subject"] == "Iwo Jima: it is your move"
        said = told.get_content()
        assert "Bob has played" in said
        stop = re.search(r"#no-emails=([\w-]+)", said)
        assert stop
        assert third.post(f"{one}/emails/stop", json={"code": stop[1]}).status_code == 200
        assert host.get(f"{one}/emails", params={"seat": "US"}).json() == {"email": "", "confirmed": False}
        refused(third.post(f"{one}/emails/stop", json={"code": stop[1]}), 404, "unknown")


def test_a_club_keeps_names_chat_and_rematch_of_a_match_by_link(house: ClubServer) -> None:
    with guest(house) as host, guest(house) as friend, guest(house) as third:
        one = seated(host, friend)
        assert host.post(f"{one}/chat", json={"room": "players", "text": "Hello"}).status_code == 200
        assert friend.get(f"{one}/chat?room=players").json()[0]["text"] == "Hello"
        assert third.get(f"{one}/watch").json()["side"] is None
        concede(friend, one, "JP")
        assert friend.post(f"{one}/rematch", json={"seat": "JP"}).json() == {"matches": []}
        (match,) = host.post(f"{one}/rematch", json={"seat": "US"}).json()["matches"]
        assert friend.post(f"{one}/rematch", json={"seat": "JP"}).json() == {"matches": [match]}


def ask(page: httpx.Client, one: str, seat: str, email: str) -> int:
    return page.post(f"{one}/emails", json={"seat": seat, "email": email}).status_code


QUICK = """
from grognard.server.club import match_lifecycle
from grognard.server.matches import turn_emails
match_lifecycle.BEAT = match_lifecycle.RECONCILE = 0.2
turn_emails.LATE, turn_emails.AGAIN = 0.5, (0.5,) * 100
"""
"""Before a server's program: it looks at once for letters that were not sent."""


def post_office(letters: Letters, port: int) -> dict[str, dict[str, Any]]:
    mail = {"host": "127.0.0.1", "port": letters.port, "security": "none", "sender": "club@example.org"}
    return {"club": {"address": f"http://127.0.0.1:{port}"}, "mail": mail, "notices": {"wait": 30}}


@pytest.mark.parametrize("engine", some_of(1, ["sqlite", "postgresql"]))
def test_a_letter_is_sent_though_the_process_that_stored_the_decision_was_killed(
    letters: Letters, tmp_path: Path, engine: str
) -> None:
    db = str(tmp_path / "matches.sqlite") if engine == "sqlite" else fresh_database()
    port, name = free_port(), f"dora@{engine}.example.org"
    house = post_office(letters, port)
    server = ClubServer(tmp_path, db, port=port, program=QUICK + RUN, **house)
    with guest(server) as host, guest(server) as friend:
        one = seated(host, friend)
        assert ask(host, one, "US", name) == 200
        code = re.search(r"#emails=([\w-]+)", letters.to(name)[0].get_content())
        assert code
        assert host.post(f"{one}/emails/confirm", json={"code": code[1]}).status_code == 200
        decide(friend, one, "JP", 500)
        server.stop(signal.SIGKILL)
        house["notices"] = {"wait": 0.2}
        server = ClubServer(tmp_path, db, port=port, program=QUICK + RUN, **house)
        assert len(letters.to(name, 2)) == 2
        decide(host, one, "US", 1)
        time.sleep(3)
        assert len(letters.to(name, 2)) == 2, "once"
    server.stop()


def test_a_letter_waits_until_the_mail_server_is_there_again(tmp_path: Path) -> None:
    gone = Letters()
    gone.stop()
    port = free_port()
    server = ClubServer(tmp_path, port=port, program=QUICK + RUN, **post_office(gone, port))
    with guest(server) as host, guest(server) as friend:
        one = seated(host, friend)
        assert ask(host, one, "US", "emil@example.org") == 200
        time.sleep(1)
        again = Letters(gone.port)
        assert again.to("emil@example.org")[0]["subject"] == "Iwo Jima: is this your address?"
    server.stop()
    again.stop()


def test_nobody_is_flooded_however_many_matches_ask(house: ClubServer, letters: Letters) -> None:
    with guest(house) as host, guest(house) as friend:
        statuses = []
        for _ in range(3):
            one = seated(host, friend)
            for page, seat in ((host, "US"), (friend, "JP")):
                statuses += [ask(page, one, seat, "victim@example.org"), ask(page, one, seat, "")]
                statuses += [ask(page, one, seat, "Victim@example.org"), ask(page, one, seat, "")]
        assert statuses.count(429) == 8
        assert [len(letters.to(f"{v}ictim@example.org", 2)) for v in "vV"] == [2, 2]


def test_whoever_takes_a_seat_over_does_not_read_the_address_left_there(house: ClubServer, letters: Letters) -> None:
    with guest(house) as host, guest(house) as friend, guest(house) as heir:
        one = seated(host, friend)
        assert ask(friend, one, "JP", "bob@example.org") == 200
        code = friend.post(f"{one}/invite", json={"seat": "JP"}).json()["code"]
        assert heir.post(f"{one}/sit", json={"code": code}).status_code == 200
        assert heir.get(f"{one}/emails", params={"seat": "JP"}).json() == {"email": "", "confirmed": False}
        link = re.search(r"#emails=([\w-]+)", letters.to("bob@example.org")[0].get_content())
        assert link
        refused(heir.post(f"{one}/emails/confirm", json={"code": link[1]}), 404, "unknown")


def test_a_code_in_any_script_is_only_wrong(house: ClubServer) -> None:
    with guest(house) as host, guest(house) as friend:
        one = seated(host, friend)
        assert ask(host, one, "US", "cyr@example.org") == 200
        refused(host.post(f"{one}/emails/confirm", json={"code": "ключ"}), 404, "unknown")


def test_a_server_that_others_can_reach_takes_an_address(letters: Letters, tmp_path: Path) -> None:
    mail = MailSettings(host="127.0.0.1", port=letters.port, security="none", sender="club@example.org")
    app = create_app(tmp_path / "matches.sqlite", limited=True, club=Config(mail=mail))
    with TestClient(app, base_url="http://localhost", headers={"X-Grognard": "page"}) as page:
        made = page.post("/api/matches", json={"game": "iwojima", "invite": ["JP"]}).json()["id"]
        answer = page.post(f"/api/matches/{made}/emails", json={"seat": "US", "email": "ann@example.org"})
        refused(answer, 409, "illegal")
