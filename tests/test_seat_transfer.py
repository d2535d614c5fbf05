"""Seats for people elsewhere: one kept for a friend, one taken to another device, and pictures of links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from grognard.server.http.credentials import DEVICE_SECONDS, as_shown, kept_typed_code, new_typed_code, opens
from match_server import Server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("seats") / "matches.sqlite")
    yield running
    running.stop()


def browser(server: Server) -> httpx.Client:
    """A browser: it marks its calls as the page does, and keeps its cookies."""
    base, page = f"http://127.0.0.1:{server.port}", {"X-Grognard": "page"}
    return httpx.Client(base_url=base, headers=page, timeout=120, verify=False)


def with_friend(host: httpx.Client) -> tuple[str, Any]:
    """A match of Iwo Jima whose Japanese seat is kept for somebody: its address, and what the host was told."""
    answer = host.post("/api/matches", json={"game": "iwojima", "invite": ["JP"]})
    assert answer.status_code == 200, answer.text
    return f"/api/matches/{answer.json()['id']}", answer.json()


def refused(answer: httpx.Response, status: int, code: str) -> str:
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    return str(answer.json()["error"])


def test_a_seat_for_a_friend_is_nobodys_until_he_takes_it(server: Server) -> None:
    with browser(server) as host, browser(server) as friend, browser(server) as third:
        one, made = with_friend(host)
        assert made["seats"] == {"US": {"kind": "human", "token": "US"}, "JP": {"kind": "human", "open": True}}
        refused(host.get(one, params={"seat": "JP"}), 403, "wrong-seat")
        assert host.get("/api/matches").json()[0]["seats"]["JP"] == {"kind": "human", "open": True}
        code = host.post(f"{one}/invite", json={"seat": "JP"}).json()["code"]
        assert host.post(f"{one}/invite", json={"seat": "JP"}).json()["code"] == code, (
            "the link that was sent stays good"
        )
        refused(third.post(f"{one}/invite", json={"seat": "JP"}), 403, "wrong-seat")
        taken = friend.post(f"{one}/sit", json={"code": code}).json()
        assert taken["seats"] == {"US": {"kind": "human"}, "JP": {"kind": "human", "token": "JP"}}
        refused(third.post(f"{one}/sit", json={"code": code}), 403, "wrong-seat")
        seats = host.get(f"{one}/seats").json()
        assert seats["seats"]["JP"] == {"kind": "human"}
        assert (seats["game"], seats["decides"]) == ("iwojima", "JP")
        refused(host.post(f"{one}/invite", json={"seat": "JP"}), 403, "wrong-seat")
        assert third.get(f"{one}/seats").json() is None


def test_a_link_can_be_changed_for_another(server: Server) -> None:
    with browser(server) as host, browser(server) as friend:
        one, _ = with_friend(host)
        old = host.post(f"{one}/invite", json={"seat": "JP"}).json()["code"]
        new = host.post(f"{one}/invite", json={"seat": "JP", "anew": True}).json()["code"]
        refused(friend.post(f"{one}/sit", json={"code": old}), 403, "wrong-seat")
        assert friend.post(f"{one}/sit", json={"code": new}).status_code == 200


@pytest.mark.parametrize("invite", [["US", "JP"], ["XX"]])
def test_one_keeps_a_seat_oneself(server: Server, invite: list[str]) -> None:
    with browser(server) as host:
        refused(host.post("/api/matches", json={"game": "iwojima", "invite": invite}), 400, "malformed")
        seats = {"US": "human", "JP": "staff"}
        body = {"game": "iwojima", "seats": seats, "invite": ["JP"]}
        refused(host.post("/api/matches", json=body), 400, "malformed")


def test_who_gave_a_seat_away_hears_nothing_more_of_it(server: Server) -> None:
    with browser(server) as host, browser(server) as friend:
        one = f"/api/matches/{host.post('/api/matches', json={'game': 'iwojima'}).json()['id']}"
        code = host.post(f"{one}/invite", json={"seat": "JP"}).json()["code"]
        cookie = "; ".join(f"{name}={value}" for name, value in host.cookies.items())
        url = f"ws://127.0.0.1:{server.port}{one}/ws"
        with (
            connect(f"{url}?seat=JP", additional_headers={"Cookie": cookie}) as given,
            connect(f"{url}?seat=US", additional_headers={"Cookie": cookie}) as kept,
        ):
            assert given.recv(20)
            assert kept.recv(20)
            friend.post(f"{one}/sit", json={"code": code})
            with pytest.raises(ConnectionClosed):
                given.recv(20)
            kept.send('{"ping":1}')
            assert kept.recv(20) == '{"pong":1}'


def test_a_seat_is_taken_to_another_device_and_kept_at_the_first(server: Server) -> None:
    with browser(server) as desk, browser(server) as phone, browser(server) as third:
        one, _ = with_friend(desk)
        asked = desk.post(f"{one}/invite", json={"seat": "US", "device": True}).json()
        assert re.fullmatch(r"[2-9A-Z]{4}-[2-9A-Z]{4}", asked["code"])
        assert asked["seconds"] == DEVICE_SECONDS
        assert "mistyped" in refused(phone.post("/api/sit", json={"code": "AAAA-AAAA"}), 403, "wrong-seat")
        typed = f" {asked['code'].lower().replace('-', ' ')} "
        taken = phone.post("/api/sit", json={"code": typed}).json()
        assert taken["seats"]["US"] == {"kind": "human", "token": "US"}
        refused(third.post("/api/sit", json={"code": asked["code"]}), 403, "wrong-seat")
        assert phone.get(one).json()["side"] == 0
        assert desk.get(one).json()["side"] == 0
        assert [row["id"] for row in phone.get("/api/matches").json()] == [taken["id"]]
        refused(phone.get(one, params={"seat": "JP"}), 403, "wrong-seat")
        refused(desk.post(f"{one}/invite", json={"seat": "JP", "device": True}), 403, "wrong-seat")


def test_a_code_for_a_device_is_good_for_some_minutes_only() -> None:
    code = new_typed_code()
    assert opens(as_shown(code), "?US+", kept_typed_code(code))
    assert not opens(as_shown(code), "?US+", kept_typed_code(code, now=1_000_000))
    assert not opens(as_shown(code), "US+", kept_typed_code(code))
    assert not opens("A", "?US+", kept_typed_code(code))


def test_a_link_is_drawn_for_a_camera(server: Server) -> None:
    with browser(server) as page:
        answer = page.post("/api/qr", json={"text": "http://192.168.1.20:8000/match/0123456789#sit=abc"})
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert answer.text.startswith("<svg")
        assert "<path" in answer.text
        for text in ("", "x" * 400):
            refused(page.post("/api/qr", json={"text": text}), 400, "malformed")


def test_nothing_that_draws_is_read_before_somebody_asks(tmp_path: Path) -> None:
    import subprocess
    import sys

    script = "import sys, grognard.server.app; sys.exit('segno' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], cwd=tmp_path, check=False).returncode == 0
