"""Time runs out: a warning, a claim, the result and its rating; a vanished player's seat; vacation.

A live game gives a minute at least. So that nobody waits for it, the clock in the store is wound on as if that time had
passed; everything else is the server's own.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from club_server import Browser, ClubServer, refused
from grognard import games
from grognard.store.lobby import Lobby
from grognard.store.members import Members
from two_members import MINUTE, Pair, came, decide, eventually, get, post, sat_down, warned, wind


@pytest.fixture
def lobby(club: ClubServer) -> Iterator[Lobby]:
    people = Members(club.db)
    yield Lobby(people)
    people.close()


def clock(who: Browser, match: str) -> Any:
    return get(who, f"matches/{match}/club")["clock"]


def test_time_runs_out_and_is_claimed_after_a_warning_and_the_result_is_rated(club: ClubServer, lobby: Lobby) -> None:
    pair = Pair(club, club)
    match, slow, other, wins = came(pair, pace=MINUTE)
    refused(other.post(f"/api/matches/{match}/claim", json={}), 409, "illegal")
    wind(lobby, match, 59.0)
    eventually(lambda: clock(other, match)["out"])  # the last second really passes
    eventually(lambda: warned(lobby, match))
    assert not clock(other, match)["claim"]
    refused(other.post(f"/api/matches/{match}/claim", json={}), 409, "warned")
    refused(slow.post(f"/api/matches/{match}/claim", json={}), 409, "illegal")
    wind(lobby, match, 0.0, warned=10.0)
    eventually(lambda: clock(other, match)["claim"])
    facts = post(other, f"matches/{match}/claim")
    assert (facts["result"]["how"], facts["result"]["winner"]) == ("forfeit", wins)
    assert "ran out" in facts["result"]["text"]
    refused(slow.post(f"/api/matches/{match}/decide", json={"stamp": "x", "option": ["concede"]}), 409, "over")
    name = other.ask("me")["name"]
    shown = eventually(lambda: (found := get(other, f"members/{name}"))["ratings"] and found)
    assert shown["ratings"][0]["rating"] > 1500
    assert shown["recent"][0]["how"] == "forfeit"


@pytest.mark.parametrize("claimed", [True, False])
def test_a_match_is_void_where_time_ran_out_before_the_first_decision(tmp_path: Path, claimed: bool) -> None:
    rules = {} if claimed else {"forfeits": "automatic"}
    server = ClubServer(tmp_path, club=rules)
    people = Members(server.db)
    try:
        pair, lobby = Pair(server, server), Lobby(people)
        match, slow, other, side, _ = sat_down(pair)
        absent = next(each.name for each in games.load("iwojima").sides if each.id == side)
        wind(lobby, match, 61.0)
        eventually(lambda: warned(lobby, match))
        wind(lobby, match, 0.0, warned=11.0)
        if claimed:
            eventually(lambda: clock(other, match)["claim"])
            post(other, f"matches/{match}/claim")
        result = eventually(lambda: get(other, f"matches/{match}/club")["result"])
        text = f"The match is void: the time of {absent} ran out before their first decision. Nobody wins."
        assert result == {"winner": None, "how": "never-came", "text": text}
        for who in (slow, other):
            assert not get(who, f"members/{who.ask('me')['name']}")["ratings"]
            assert get(who, "lobby")["mine"][0]["waits"] == "over"
    finally:
        people.close()
        server.stop()


def test_who_decides_after_the_warning_plays_on(club: ClubServer, lobby: Lobby) -> None:
    pair = Pair(club, club)
    match, slow, other, _, _ = sat_down(pair)
    wind(lobby, match, 70.0)
    eventually(lambda: warned(lobby, match))
    while get(slow, f"matches/{match}")["ask"]["mine"]:
        decide(slow, match, min(get(slow, f"matches/{match}")["ask"]["options"], key=len))
    eventually(lambda: not clock(other, match)["out"])
    refused(other.post(f"/api/matches/{match}/claim", json={}), 409, "illegal")
    assert get(other, f"matches/{match}/club")["result"] is None


def test_a_program_goes_on_for_who_vanished_and_the_match_counts_no_more(club: ClubServer, lobby: Lobby) -> None:
    pair = Pair(club, club)
    match, slow, other, seat, _ = sat_down(pair)
    refused(other.post(f"/api/matches/{match}/replace", json={"bot": "staff"}), 409, "illegal")
    wind(lobby, match, 90.0)
    eventually(lambda: warned(lobby, match))
    wind(lobby, match, 0.0, warned=10.0)
    refused(other.post(f"/api/matches/{match}/replace", json={"bot": "genius"}), 400, "malformed")
    facts = post(other, f"matches/{match}/replace", bot="random")
    assert facts["seats"][seat] | {"rating": 0} == {"name": "random", "kind": "bot", "rating": 0, "provisional": True}
    assert not facts["rated"]
    eventually(lambda: get(other, f"matches/{match}")["ask"]["mine"])  # the program has played on
    assert slow.get(f"/api/matches/{match}").status_code == 403


def test_nobody_slips_out_of_a_rated_match_by_giving_his_seat_away(club: ClubServer) -> None:
    pair = Pair(club, club)
    match, slow, _, _, _ = sat_down(pair)
    for way in ({"bot": "random"}, {"open": True}):
        refused(slow.post(f"/api/matches/{match}/replace", json={"act": "leave", **way}), 409, "illegal")
    assert get(slow, f"matches/{match}/club")["rated"]
    friendly, slow, _, seat, _ = sat_down(pair, rated=False)
    assert post(slow, f"matches/{friendly}/replace", act="leave", bot="random")["seats"][seat]["kind"] == "bot"


def test_a_reminder_comes_once_however_often_the_clock_is_looked_at(club: ClubServer, lobby: Lobby) -> None:
    match, *_ = sat_down(Pair(club, club), pace={"kind": "days", "days": 2, "reserve": 0})

    def told() -> int:
        with sqlite3.connect(club.db, timeout=120) as db:
            found = db.execute("SELECT count(*) FROM notices WHERE match=? AND kind='time-short'", [match])
            count: int = found.fetchone()[0]
        db.close()
        return count

    wind(lobby, match, 1.5 * 86_400)
    eventually(told)
    for _ in range(2):
        wind(lobby, match, 3600.0)  # it is due again
        eventually(lambda: (row := lobby.match(match)) is not None and row.due > time.time())
    assert told() == 1


def test_on_vacation_no_time_runs_and_what_is_left_of_it_is_kept(club: ClubServer, lobby: Lobby) -> None:
    pair = Pair(club, club)
    pace = {"kind": "days", "days": 1, "reserve": 0, "vacation": 5}
    match, slow, other, seat, _ = sat_down(pair, pace=pace)
    before = clock(other, match)["outAt"]
    facts = post(slow, f"matches/{match}/vacation", days=3)
    assert facts["clock"]["outAt"] == pytest.approx(before + 3 * 86_400, abs=60)
    assert facts["paused"] == "Whoever must decide is on vacation: no time is running."
    assert facts["clock"]["vacation"][seat] == 2 * 86_400
    refused(slow.post(f"/api/matches/{match}/vacation", json={"days": 3}), 409, "illegal")
    wind(lobby, match, 0.0)
    back = slow.delete(f"/api/matches/{match}/vacation").json()
    assert back["paused"] is None
    assert back["clock"]["vacation"][seat] == pytest.approx(5 * 86_400, abs=60)
    assert back["clock"]["outAt"] == pytest.approx(before, abs=60)


def test_where_the_club_says_so_a_forfeit_needs_no_claim(tmp_path: Path) -> None:
    server = ClubServer(tmp_path, club={"forfeits": "automatic"})
    people = Members(server.db)
    try:
        match, _, other, wins = came(Pair(server, server))
        lobby = Lobby(people)
        wind(lobby, match, 70.0)
        eventually(lambda: warned(lobby, match))
        assert get(other, f"matches/{match}/club")["result"] is None
        wind(lobby, match, 0.0, warned=10.0)
        result = eventually(lambda: get(other, f"matches/{match}/club")["result"])
        assert (result["how"], result["winner"]) == ("forfeit", wins)
    finally:
        people.close()
        server.stop()


def test_another_person_goes_on_for_who_vanished_and_is_bound_by_no_orders_of_his(
    club: ClubServer, lobby: Lobby
) -> None:
    pair = Pair(club, club)
    match, slow, other, seat, _ = sat_down(pair)
    order = {"choice": "order"}
    assert slow.put(f"/api/matches/{match}/standing/losses", json=order).status_code == 200
    wind(lobby, match, 90.0)
    eventually(lambda: warned(lobby, match))
    wind(lobby, match, 0.0, warned=10.0)
    post(other, f"matches/{match}/replace", open=True)
    carl = club.member()
    table = next(each for each in get(carl, "lobby")["tables"] if each["match"] == match)
    assert table["side"] == seat
    assert post(carl, f"lobby/{table['id']}/join")["matches"] == [match]
    facts = get(carl, f"matches/{match}/club")
    assert facts["seats"][seat]["name"] == carl.ask("me")["name"]
    assert not facts["rated"]
    assert get(carl, f"matches/{match}")["ask"]["mine"]
    assert not any(each["given"] for each in get(carl, f"matches/{match}/standing")["orders"])
    assert slow.get(f"/api/matches/{match}").status_code == 403
