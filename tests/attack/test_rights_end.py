"""Rights end, and everything that hangs on them ends within a second or two, at every process of a club."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from club_server import PASSWORD, Browser, ClubServer
from databases import fresh_database
from grognard.cli import main
from random_games import some_of
from two_members import Pair, begin, post

SECONDS = 20.0
"""Far more than it takes, for a busy machine; without an end they stay open for ever."""


@pytest.fixture(scope="module", params=some_of(1, ["two", "one"]))
def servers(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[ClubServer]]:
    folders = [tmp_path_factory.mktemp("club") for _ in range(2)]
    if request.param == "one":
        running = [ClubServer(folders[0])] * 2
    else:
        db = fresh_database()
        running = [ClubServer(folder, db) for folder in folders]
    yield running
    for each in dict.fromkeys(running):
        each.stop()


def socket_of(server: ClubServer, browser: Browser, match: str) -> ClientConnection:
    cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    address = f"ws://127.0.0.1:{server.port}/api/matches/{match}/ws"
    line = connect(address, additional_headers={"Cookie": cookies}, open_timeout=60)
    json.loads(line.recv(60))
    return line


def closes(line: ClientConnection) -> bool:
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        try:
            line.recv(1)
        except TimeoutError:
            continue
        except ConnectionClosed:
            return True
    return False


def stream_of(server: ClubServer, token: str) -> threading.Event:
    """A program's stream, read in a thread; the event is set when it has ended."""
    ended, begun = threading.Event(), threading.Event()

    def read() -> None:
        headers = {"Authorization": f"Bearer {token}"}
        with httpx.stream("GET", f"{server.url}/api/stream", headers=headers, timeout=120) as answer:
            assert answer.status_code == 200
            for _ in answer.iter_lines():
                begun.set()
        ended.set()

    threading.Thread(target=read, daemon=True).start()
    assert begun.wait(60)
    return ended


ENDS: dict[str, Callable[[Browser, str], Any]] = {
    "sign out everywhere": lambda browser, token: browser.delete("/api/club/me/sessions/others"),
    "a new password": lambda browser, token: browser.say("me/password", old=PASSWORD, new="another long secret"),
    "the end of the account": lambda browser, token: browser.say("me/delete", password=PASSWORD),
}


@pytest.mark.parametrize("how", ENDS)
def test_sockets_close_at_every_process_when_the_session_behind_them_ends(servers: list[ClubServer], how: str) -> None:
    pair = Pair(servers[0], servers[0])
    match = begin(pair)
    stolen = socket_of(servers[1], pair.ben, match)
    thief = servers[1].browser()
    thief.cookies.update(pair.ben.cookies)
    with servers[0].browser() as own:
        own.enter(pair.names[1])
        ENDS[how](own, "")
    assert closes(stolen)
    with pytest.raises(InvalidStatus) as refused:
        socket_of(servers[1], thief, match)
    assert refused.value.response.status_code in (401, 403)


def test_a_stream_ends_with_its_token(servers: list[ClubServer]) -> None:
    member = servers[0].member()
    token = member.say("me/tokens", name="bot", scopes=["play"])
    ended = stream_of(servers[1], token["token"])
    assert member.delete(f"/api/club/me/tokens/{token['id']}").status_code == 200
    assert ended.wait(SECONDS)
    shown = {"Authorization": f"Bearer {token['token']}"}
    assert httpx.get(f"{servers[1].url}/api/stream", headers=shown, timeout=60).status_code == 401


def test_whoever_is_suspended_sees_nothing_more(servers: list[ClubServer]) -> None:
    pair = Pair(servers[0], servers[1])
    match = begin(pair)
    line = socket_of(servers[0], pair.ben, match)
    assert main(["club", "ban", pair.names[1], "--days", "1", "--db", str(servers[0].db)]) == 0
    assert closes(line)


def test_a_seat_that_another_took_is_shown_to_the_first_no_more(servers: list[ClubServer]) -> None:
    """A match without the club: an invitation hands the seat over, at the other process."""
    host, guest = servers[0].browser(), servers[1].browser()
    made = post(host, "matches", game="iwojima")["id"]
    line = socket_of(servers[0], host, made)
    code = post(host, f"matches/{made}/invite", seat="US")["code"]
    post(guest, f"matches/{made}/sit", code=code)
    assert closes(line)
