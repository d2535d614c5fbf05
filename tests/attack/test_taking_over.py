"""Nobody who has found a session open, an old password or an old copy takes an account over, and no limit is outrun."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import insert, select, update

from club_server import PASSWORD, Browser, ClubServer, fresh_name, refused
from databases import fresh_database
from grognard.server.club.account_settings import FRESH, MOST_TOKENS
from grognard.server.club.lobby import MOST_MATCHES, MOST_OPEN
from grognard.store import open_store
from grognard.store.backup import backup, restore
from grognard.store.lobby import Lobby
from grognard.store.members import Members
from grognard.store.schema import club_matches, matches, seats, sessions
from notification_receivers import Letters
from random_games import some_of
from two_members import concede, eventually, get, post

NEW = "another long secret"


@pytest.fixture(scope="module")
def sink() -> Iterator[Letters]:
    letters = Letters()
    yield letters
    letters.stop()


@pytest.fixture(scope="module", params=some_of(1, ["sqlite", "postgresql"]))
def club(
    sink: Letters, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ClubServer]:
    mail = {"host": "127.0.0.1", "port": sink.port, "security": "none", "sender": "club@example.org"}
    db = None if request.param == "sqlite" else fresh_database()
    running = ClubServer(tmp_path_factory.mktemp("club"), db, club={"address": "https://play.example.org"}, mail=mail)
    yield running
    running.stop()


def grow_old(club: ClubServer) -> None:
    """All that are signed in have been so for longer than a password is not asked for."""
    people = Members(club.db)
    with people.write() as db:
        db.execute(update(sessions).values(made=sessions.c.made - FRESH - 1))
    people.close()


def verified(club: ClubServer, sink: Letters) -> tuple[Browser, str]:
    address = f"{fresh_name().lower()}@example.org"
    browser = club.member(email=address)
    browser.say("me/verify", code=code_in(sink, address, "verify="))
    return browser, address


def code_in(sink: Letters, address: str, before: str, number: int = 1) -> str:
    text = sink.to(address, number)[number - 1].get_content()
    found = re.search(rf"{re.escape(before)}([\w-]+)", text)
    assert found, text
    return found[1]


def test_a_session_that_was_found_open_changes_neither_address_nor_tokens(club: ClubServer) -> None:
    browser = club.member()
    browser.say("me/email", email="mine@example.org")
    browser.say("me/tokens", name="bot", scopes=["play"])
    grow_old(club)
    for path, body in (("me/email", {"email": "thief@example.org"}), ("me/tokens", {"name": "x", "scopes": ["play"]})):
        refused(browser.post(f"/api/club/{path}", json=body), 403, "password")
        refused(browser.post(f"/api/club/{path}", json={**body, "password": "wrong"}), 403, "wrong-password")
        browser.say(path, **body, password=PASSWORD)


def test_the_former_address_takes_the_account_back_also_from_who_changed_the_password(
    club: ClubServer, sink: Letters
) -> None:
    browser, address = verified(club, sink)
    name = browser.ask("me")["name"]
    browser.say("me/email", email="thief@example.org")
    browser.say("me/verify", code=code_in(sink, "thief@example.org", "verify=", len(sink.to("thief@example.org"))))
    browser.say("me/password", old=PASSWORD, new=NEW)
    code = code_in(sink, address, "/api/club/take-back/", 2)
    stranger = club.browser()
    page = stranger.get(f"/api/club/take-back/{code}")
    assert "<button>Take my account back</button>" in page.text
    assert browser.get("/api/club/me").status_code == 200, "whoever only looks changes nothing"
    assert address in stranger.post(f"/api/club/take-back/{code}").text
    assert browser.get("/api/club/me").status_code == 401
    stranger.say("reset", code=code_in(sink, address, "reset=", 3), password="a third long secret")
    stranger.enter(name, "a third long secret")
    assert stranger.ask("me")["email"] == address
    assert stranger.post(f"/api/club/take-back/{code}").status_code == 404


@pytest.mark.parametrize("way", ["change", "reset"])
def test_a_new_password_ends_the_tokens_of_programs(club: ClubServer, sink: Letters, way: str) -> None:
    browser, address = verified(club, sink)
    token = browser.say("me/tokens", name="bot", scopes=["play"])["token"]
    program = club.browser(auth=None)
    program.headers["authorization"] = f"Bearer {token}"
    assert program.get("/api/club/me").status_code == 200
    if way == "change":
        browser.say("me/password", old=PASSWORD, new=NEW)
        assert browser.get("/api/club/me").status_code == 200
    else:
        browser.say("forgot", email=address)
        browser.say("reset", code=code_in(sink, address, "reset=", 2), password=NEW)
        assert browser.get("/api/club/me").status_code == 401
    assert program.get("/api/club/me").status_code == 401


def at_once(browser: Browser, path: str, times: int, **body: object) -> list[int]:
    def one(_: int) -> int:
        return browser.post(path, json=body).status_code

    with ThreadPoolExecutor(16) as threads:
        return list(threads.map(one, range(times)))


def test_many_at_the_same_moment_get_no_more_than_one_may_have(club: ClubServer) -> None:
    browser = club.member()
    made = at_once(browser, "/api/club/me/tokens", MOST_TOKENS + 10, name="bot", scopes=["play"])
    assert (made.count(200), made.count(409)) == (MOST_TOKENS, 10)
    opened = at_once(browser, "/api/lobby", MOST_OPEN + 12, game="iwojima")
    assert (opened.count(200), opened.count(409)) == (MOST_OPEN, 12)


def test_of_many_rematches_at_the_same_moment_one_is_made(club: ClubServer) -> None:
    ann = club.member()
    match = post(ann, "lobby", game="iwojima", bot="random", side="US", rated=False)["matches"][0]
    concede(ann, match)
    eventually(lambda: get(ann, f"matches/{match}/club")["result"])
    with ThreadPoolExecutor(12) as threads:
        answers = list(threads.map(lambda _: ann.post(f"/api/matches/{match}/rematch", json={}), range(12)))
    assert [answer.status_code for answer in answers] == [200] * 12, [answer.text for answer in answers]
    assert len({answer.json()["matches"][0] for answer in answers}) == 1
    kept = {each["id"] for each in get(ann, "matches")}
    assert len(kept) == 2, "none of the others is left over"


def test_matches_begun_at_the_same_moment_are_no_more_than_one_may_have(club: ClubServer) -> None:
    ann = club.member()
    first = post(ann, "lobby", game="iwojima", bot="random", side="US", rated=False)["matches"][0]
    people, who = Members(club.db), ann.ask("me")["id"]
    lobby = Lobby(people)
    row = lobby.match(first)
    assert row is not None
    with people.write() as db:  # all but five of those that one may have, in which nothing is played
        for number in range(MOST_MATCHES - 6):
            ident = f"{first}-{number}"
            stored = {**db.execute(select(matches).where(matches.c.id == first)).mappings().one(), "id": ident}
            own = db.execute(select(club_matches).where(club_matches.c.match == first)).mappings().one()
            db.execute(insert(matches).values(stored))
            db.execute(insert(club_matches).values({**own, "match": ident, "due": 0.0}))
            db.execute(insert(seats).values(match=ident, side="US", member=who))
    assert lobby.open_of(who) == MOST_MATCHES - 5
    made = at_once(ann, "/api/lobby", 12, game="iwojima", bot="random", side="US", rated=False)
    assert (made.count(200), made.count(409)) == (5, 7)
    assert lobby.open_of(who) == MOST_MATCHES
    people.close()


def test_a_copy_brings_no_ended_session_back(tmp_path: Path) -> None:
    there = tmp_path / "club.sqlite"
    open_store(there).close()
    people = Members(there)
    ann = people.add(fresh_name(), "")
    stolen, (token, _) = people.begin_session(ann.id, ""), people.add_token(ann.id, "bot", ["play"]) or ("", None)
    backup(there, tmp_path / "copy.sqlite")
    people.end_sessions(ann.id)
    people.new_secret(ann.id, "")
    restore(tmp_path / "copy.sqlite", there)
    assert people.session(stolen, 0) is None
    assert people.token(token) is None
    restore(tmp_path / "copy.sqlite", there, credentials=True)
    assert people.session(stolen, 0) is not None
    people.close()
    restore(tmp_path / "copy.sqlite", tmp_path / "other.sqlite")
    moved = Members(tmp_path / "other.sqlite")
    assert moved.session(stolen, time.time() - 3600) is not None, "an empty store takes all"
    moved.close()


def test_a_page_of_ours_that_posts_a_form_says_where_it_comes_from(club: ClubServer) -> None:
    """With no referrer at all a browser would send `Origin: null`, which is refused."""
    assert club.browser().get("/api/club/unsubscribe/x.y").headers["referrer-policy"] == "same-origin"
    post(club.member(), "lobby", game="iwojima")
