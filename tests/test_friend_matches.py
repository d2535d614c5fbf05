"""A match with a friend by link: names, chat, a take-back by consent, one rematch with sides exchanged, watching."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from grognard.games import load
from grognard.kernel.flow import CONCEDE
from grognard.match import Match
from grognard.match.save import write
from grognard.match.verify import verify
from match_server import Server
from test_seat_transfer import browser, refused, with_friend


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("friends") / "matches.sqlite")
    yield running
    running.stop()


@pytest.fixture
def host(server: Server) -> Iterator[httpx.Client]:
    with browser(server) as page:
        yield page


@pytest.fixture
def friend(server: Server) -> Iterator[httpx.Client]:
    with browser(server) as page:
        yield page


@pytest.fixture
def third(server: Server) -> Iterator[httpx.Client]:
    with browser(server) as page:
        yield page


def seated(host: httpx.Client, friend: httpx.Client) -> str:
    """A match of Iwo Jima between two browsers: its address."""
    one, _ = with_friend(host)
    code = host.post(f"{one}/invite", json={"seat": "JP"}).json()["code"]
    assert friend.post(f"{one}/sit", json={"code": code}).status_code == 200
    return one


def decide(page: httpx.Client, one: str, side: str, most: int = 1) -> dict[str, Any]:
    """Some decisions of a side, until the other is asked."""
    table: dict[str, Any] = page.get(one, params={"seat": side}).json()
    for n in range(most):
        if not (table["ask"] or {}).get("mine"):
            break
        options = table["ask"]["options"]
        body = {"seat": side, "stamp": table["stamp"], "option": options[n * 7 % len(options)]}
        answer = page.post(f"{one}/decide", json=body)
        assert answer.status_code == 200, answer.text
        table = answer.json()
    return table


def concede(page: httpx.Client, one: str, side: str) -> None:
    table = page.get(one, params={"seat": side}).json()
    grave = next(option for option in table["standing"] if "concede" in str(option[0]))
    body = {"seat": side, "stamp": table["stamp"], "option": grave}
    assert page.post(f"{one}/decide", json=body).status_code == 200


def facts(page: httpx.Client, one: str) -> dict[str, Any]:
    answer = page.get(f"{one}/club")
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_each_gives_a_name_for_this_match_and_the_other_reads_it(
    host: httpx.Client, friend: httpx.Client, third: httpx.Client
) -> None:
    one = seated(host, friend)
    assert [seat["name"] for seat in facts(friend, one)["seats"].values()] == ["", ""]
    assert host.post(f"{one}/name", json={"seat": "US", "name": "  Ann\u202e\n Lee "}).status_code == 200
    assert facts(friend, one)["seats"]["US"]["name"] == "Ann Lee"
    refused(third.post(f"{one}/name", json={"seat": "US", "name": "Eve"}), 403, "wrong-seat")
    refused(friend.post(f"{one}/name", json={"seat": "US", "name": "Eve"}), 403, "wrong-seat")
    refused(host.post(f"{one}/name", json={"seat": "US", "name": "x" * 41}), 413, "too-long")
    assert facts(friend, one)["seats"]["US"]["name"] == "Ann Lee"


def test_a_line_of_chat_reaches_the_other_and_no_watcher(
    server: Server, host: httpx.Client, friend: httpx.Client, third: httpx.Client
) -> None:
    one = seated(host, friend)
    cookie = "; ".join(f"{name}={value}" for name, value in friend.cookies.items())
    with connect(
        f"ws://127.0.0.1:{server.port}{one}/ws?seat=JP&since=0", additional_headers={"Cookie": cookie}, open_timeout=60
    ) as line:
        said = host.post(f"{one}/chat", json={"room": "players", "text": "Good luck!"})
        assert said.status_code == 200, said.text
        while '"lines":1' not in (heard := str(line.recv(timeout=60))):
            assert heard
    assert friend.get(f"{one}/chat?room=players").json()[0]["text"] == "Good luck!"
    assert friend.get(f"{one}/chat?room=players&after=1").json() == []
    refused(third.get(f"{one}/chat?room=players"), 403, "secret")
    refused(third.post(f"{one}/chat", json={"room": "players", "text": "Hm."}), 403, "secret")
    refused(host.post(f"{one}/chat", json={"room": "spectators", "text": "Hm."}), 403, "secret")
    refused(host.post(f"{one}/chat", json={"room": "players", "text": " \u202e "}), 400, "malformed")
    refused(host.post(f"{one}/chat", json={"room": "players", "text": "x" * 1001}), 413, "too-long")


def test_the_oldest_lines_make_room(host: httpx.Client, friend: httpx.Client) -> None:
    from grognard.server.matches.friend_matches import MOST_LINES

    one = seated(host, friend)
    for n in range(MOST_LINES + 2):
        assert host.post(f"{one}/chat", json={"room": "players", "text": f"Line {n + 1}"}).status_code == 200
    kept = friend.get(f"{one}/chat?room=players").json()
    assert (len(kept), kept[0]["n"], kept[-1]["text"]) == (MOST_LINES, 3, f"Line {MOST_LINES + 2}")


def test_lines_in_any_script_take_up_no_more_room(host: httpx.Client, friend: httpx.Client) -> None:
    from grognard.server.matches.friend_matches import LONGEST_LINE, MOST_BYTES

    one = seated(host, friend)
    for _ in range(13):
        said = host.post(f"{one}/chat", json={"room": "players", "text": "\U0001f600" * LONGEST_LINE})
        assert said.status_code == 200
    kept = friend.get(f"{one}/chat?room=players").json()
    assert sum(len(line["text"].encode()) for line in kept) <= MOST_BYTES


def test_a_decision_is_taken_back_when_the_other_agrees_and_the_dice_are_other_ones(
    host: httpx.Client, friend: httpx.Client, third: httpx.Client
) -> None:
    one = seated(host, friend)
    refused(friend.post(f"{one}/takeback", json={"seat": "JP", "act": "ask"}), 409, "illegal")
    assert not decide(friend, one, "JP", 500)["ask"]["mine"]
    asked = friend.post(f"{one}/takeback", json={"seat": "JP", "act": "ask"})
    assert asked.status_code == 200
    assert facts(host, one)["friends"]["takeBack"] == "JP"
    refused(friend.post(f"{one}/takeback", json={"seat": "JP", "act": "grant"}), 409, "stale")
    refused(third.post(f"{one}/takeback", json={"seat": "US", "act": "grant"}), 403, "wrong-seat")
    assert host.post(f"{one}/takeback", json={"seat": "US", "act": "grant"}).status_code == 200
    now = decide(friend, one, "JP", 0)
    assert now["ask"]["mine"]
    assert len(now["ask"]["options"]) > 1
    assert facts(host, one)["friends"]["takeBack"] is None
    # What was proposed lapses with the next decision.
    friend.post(f"{one}/takeback", json={"seat": "JP", "act": "ask"})
    decide(friend, one, "JP")
    refused(host.post(f"{one}/takeback", json={"seat": "US", "act": "grant"}), 409, "stale")
    # It can be declined.
    friend.post(f"{one}/takeback", json={"seat": "JP", "act": "ask"})
    assert host.post(f"{one}/takeback", json={"seat": "US", "act": "decline"}).status_code == 200
    assert facts(friend, one)["friends"]["takeBack"] is None


def on_to_the_dice(match: Match) -> None:
    """Some decisions, until dice have been rolled for one."""
    for n in range(2000):
        asked = match.asked
        assert asked is not None
        match.submit(asked.side, asked.options[n * 7 % len(asked.options)])
        if match.played[-1].rolls:
            return
    raise AssertionError("no dice in 2,000 decisions")


def test_a_match_with_a_take_back_across_dice_is_verified_at_its_end() -> None:
    game = load("iwojima")
    match = Match.new(game, seed=None)
    for _ in range(3):
        on_to_the_dice(match)
    roller = next(played.side for played in reversed(match.played) if played.rolls)
    thrown = [played.rolls for played in match.played if played.rolls]
    point = match.take_back(roller)
    assert len(match.played) == point
    on_to_the_dice(match)
    assert match.asked is not None
    match.submit(match.asked.side, CONCEDE)
    again = [played.rolls for played in match.played if played.rolls]
    assert again[: len(thrown)] != thrown, "the same dice would let one try a fight until it goes well"
    report = verify(write(match))
    assert report.ok, report.text
    assert "it was taken up again with other dice" in report.because


def test_a_request_tells_nobody_that_the_other_decides_in_secret(
    host: httpx.Client, friend: httpx.Client, third: httpx.Client
) -> None:
    one = seated(host, friend)
    assert not decide(friend, one, "JP", 500)["ask"]["mine"]
    friend.post(f"{one}/takeback", json={"seat": "JP", "act": "ask"})
    before = [facts(page, one) for page in (friend, third)]
    decide(host, one, "US")
    assert [facts(page, one) for page in (friend, third)] == before
    assert host.post(f"{one}/takeback", json={"seat": "US", "act": "grant"}).status_code == 200
    assert friend.get(one, params={"seat": "JP"}).json()["ask"]["mine"]


def test_two_who_ask_for_a_rematch_get_one_match_with_sides_exchanged(
    host: httpx.Client, friend: httpx.Client, third: httpx.Client
) -> None:
    one = seated(host, friend)
    host.post(f"{one}/name", json={"seat": "US", "name": "Ann"})
    refused(host.post(f"{one}/rematch", json={"seat": "US"}), 409, "illegal")
    concede(friend, one, "JP")
    assert host.post(f"{one}/rematch", json={"seat": "US"}).json() == {"matches": []}
    assert host.post(f"{one}/rematch", json={"seat": "US"}).json() == {"matches": []}, "one offer, however often"
    assert facts(friend, one)["friends"]["rematch"] == "US"
    refused(third.post(f"{one}/rematch", json={"seat": "JP"}), 403, "wrong-seat")
    (match,) = friend.post(f"{one}/rematch", json={"seat": "JP"}).json()["matches"]
    assert host.post(f"{one}/rematch", json={"seat": "US"}).json() == {"matches": [match]}
    assert friend.post(f"{one}/rematch", json={"seat": "JP"}).json() == {"matches": [match]}
    new = f"/api/matches/{match}"
    assert host.get(f"{new}/seats").json()["seats"]["JP"] == {"kind": "human", "token": "JP"}
    assert friend.get(f"{new}/seats").json()["seats"]["US"] == {"kind": "human", "token": "US"}
    assert facts(friend, new)["seats"]["JP"]["name"] == "Ann", "names go along"
    assert facts(host, one)["again"] == match
    refused(host.get(new, params={"seat": "US"}), 403, "wrong-seat")


def test_talk_takes_no_more_room_however_much_is_said(host: httpx.Client, friend: httpx.Client) -> None:
    one = seated(host, friend)
    for n in range(40):
        assert host.post(f"{one}/chat", json={"text": f"{n} " + "ß" * 990, "seat": "US"}).status_code == 200
    kept = friend.get(f"{one}/chat").json()
    assert kept[-1]["text"].startswith("39 ")
    assert 15 < len(kept) < 25


def test_whoever_has_the_address_watches_what_both_sides_see(
    server: Server, host: httpx.Client, friend: httpx.Client, third: httpx.Client
) -> None:
    one = seated(host, friend)
    seen = third.get(f"{one}/watch").json()
    assert seen["side"] is None
    assert (seen["ask"]["mine"], seen["ask"]["options"]) == (False, [])
    with connect(f"ws://127.0.0.1:{server.port}{one}/watch/ws?since=0", open_timeout=60) as line:
        assert '"side":null' in str(line.recv(timeout=60))
    assert third.get("/api/matches/nothing000/watch").status_code == 404


def test_a_lesson_is_not_watched(server: Server, host: httpx.Client, third: httpx.Client) -> None:
    made = host.post("/api/games/iwojima/learn", json={"step": 0, "lesson": 0}).json()
    refused(third.get(f"/api/matches/{made['id']}/watch"), 403, "secret")


def test_at_a_shared_screen_nobody_is_called_a_friend(host: httpx.Client) -> None:
    made = host.post("/api/matches", json={"game": "iwojima"}).json()
    refused(host.post(f"/api/matches/{made['id']}/rematch", json={"seat": "US"}), 409, "illegal")
    assert facts(host, f"/api/matches/{made['id']}")["friends"]["apart"] is False


def test_all_of_it_is_there_after_a_restart_and_a_save_holds_none(
    tmp_path: Path,
) -> None:
    running = Server(tmp_path / "matches.sqlite")
    with browser(running) as host, browser(running) as friend:
        one = seated(host, friend)
        host.post(f"{one}/name", json={"seat": "US", "name": "Ann"})
        host.post(f"{one}/chat", json={"room": "players", "text": "See you tomorrow."})
        running.stop()
        again = Server(tmp_path / "matches.sqlite")
        try:
            host.base_url = friend.base_url = f"http://127.0.0.1:{again.port}"
            assert facts(friend, one)["seats"]["US"]["name"] == "Ann"
            assert friend.get(f"{one}/chat?room=players").json()[0]["text"] == "See you tomorrow."
            concede(friend, one, "JP")
            assert "tomorrow" not in host.get(f"{one}/save").text
        finally:
            again.stop()


def test_a_browser_at_an_unknown_address_gets_a_page_and_a_program_a_sentence(server: Server) -> None:
    with httpx.Client(base_url=f"http://127.0.0.1:{server.port}", timeout=60) as visitor:
        for path in ("/nothing", "/match", "/a/b/c", "/rules/iwojima/more"):
            page = visitor.get(path, headers={"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"})
            assert (page.status_code, page.headers["content-type"][:9]) == (404, "text/html"), path
            assert "/main.js" in page.text
            assert visitor.get(path).json()["code"] == "unknown"
        for path in ("/api/nothing", "/static/nothing.js"):
            plain = visitor.get(path, headers={"Accept": "text/html"})
            assert (plain.status_code, plain.json()["code"]) == (404, "unknown"), path


def test_a_shared_replay_says_how_it_ended_and_shows_its_map(host: httpx.Client, friend: httpx.Client) -> None:
    one = seated(host, friend)
    replay = one.replace("/api/matches/", "/replay/")
    assert "og:title" not in host.get(replay).text, "nothing of a match that goes on"
    refused(host.get(one.replace("/matches/", "/replays/") + "/picture.png"), 403, "secret")
    concede(friend, one, "JP")
    page = host.get(replay).text
    assert 'property="og:title" content="Iwo Jima: United States win, turn 1"' in page
    found = re.search(r'property="og:image" content="https?://[^/]+([^"]+)"', page)
    assert found
    drawn = host.get(found[1])
    assert drawn.content[:8] == b"\x89PNG\r\n\x1a\n", drawn.text[:200]
    assert drawn.headers["content-type"] == "image/png"
