"""What a player might gain by the club's own calls at a match: seats, tournaments, time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import update

from club_server import Browser, ClubServer, refused
from grognard.store import schema
from grognard.store.lobby import Lobby
from grognard.store.members import Members
from two_members import LIVE, MINUTE, Pair, begin, decide, eventually, get, post, sat_down, warned, wind

DAY = 86_400.0


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubServer]:
    server = ClubServer(tmp_path_factory.mktemp("cheats"), club={"guests_play": True, "guests_watch": True})
    yield server
    server.stop()


@pytest.fixture(scope="module")
def lobby(club: ClubServer) -> Iterator[Lobby]:
    people = Members(club.db)
    yield Lobby(people)
    people.close()


def between_guests(club: ClubServer) -> tuple[str, Browser, Browser]:
    """A match of two guests on the clock; who must decide, and the other."""
    one, two = club.browser(), club.browser()
    table = post(one, "lobby", game="iwojima", side="US", pace=MINUTE)["id"]
    match = post(two, f"lobby/{table}/join")["matches"][0]
    eventually(lambda: get(one, f"matches/{match}/club")["clock"]["side"])
    first = get(one, f"matches/{match}")["ask"]["side"]
    return match, (one, two)[first], (one, two)[1 - first]


def run_out(lobby: Lobby, match: str, other: Browser) -> None:
    """The time of who must decide has run out, and they were warned."""
    wind(lobby, match, 3600)
    other.post(f"/api/matches/{match}/claim", json={})
    eventually(lambda: warned(lobby, match))
    wind(lobby, match, 0, warned=3600)


def test_the_seat_of_a_guest_who_has_come_back_is_nobody_elses(club: ClubServer, lobby: Lobby) -> None:
    match, slow, other = between_guests(club)
    run_out(lobby, match, other)
    refused(other.post(f"/api/matches/{match}/replace", json={"open": True}), 403, "enter")
    decide(slow, match)
    offered = [each for each in get(other, "lobby")["tables"] if each["match"] == match]
    assert offered == []


def test_a_guest_who_leaves_is_followed_by_somebody_else(club: ClubServer) -> None:
    match, slow, _ = between_guests(club)
    post(slow, f"matches/{match}/replace", act="leave", open=True)
    table = next(each for each in get(slow, "lobby")["tables"] if each["match"] == match)
    third = club.browser()
    assert post(third, f"lobby/{table['id']}/join")["matches"] == [match]
    assert third.get(f"/api/matches/{match}").status_code == 200
    assert slow.get(f"/api/matches/{match}").status_code == 403


def test_nobody_has_their_tournament_game_won_by_somebody_else(club: ClubServer) -> None:
    pair, keeper = Pair(club, club), club.member()
    people = Members(club.db)
    people.change(str(keeper.ask("me")["id"]), roles="umpire")
    people.close()
    wanted = {"name": "The cup", "kind": "round-robin", "game": "iwojima", "pace": LIVE, "rated": False}
    ident = eventually(lambda: keeper.post("/api/tournaments", json=wanted).json().get("id"))
    for who in (pair.anna, pair.ben):
        post(who, f"tournaments/{ident}/join")
    post(keeper, f"tournaments/{ident}/start")

    def matches() -> Any:
        shown = get(pair.anna, f"tournaments/{ident}")["results"]
        return shown and shown[0]["pairings"][0]["matches"]

    match = eventually(matches)[0]
    for way in ({"open": True}, {"bot": "random"}):
        refused(pair.ben.post(f"/api/matches/{match}/replace", json={"act": "leave", **way}), 409, "illegal")


def test_whoever_decides_every_day_has_not_vanished(club: ClubServer, lobby: Lobby) -> None:
    """A turn of many decisions may take longer than a month."""
    pair = Pair(club, club)
    match = begin(pair, pace={"kind": "none"}, rated=False)
    asked = get(pair.anna, f"matches/{match}")["ask"]["side"]
    slow, other = (pair.anna, pair.ben) if asked == 0 else (pair.ben, pair.anna)
    row = lobby.match(match)
    assert row is not None
    assert lobby.change(row, since=row.since - 40 * DAY, made=row.made - 40 * DAY) is not None
    decide(slow, match)
    assert post(other, f"matches/{match}/abandon")["result"] is None
    with Members(club.db).write() as db:
        db.execute(update(schema.matches).where(schema.matches.c.id == match).values(updated=row.made - 31 * DAY))
    assert post(other, f"matches/{match}/abandon")["result"]["how"] == "abandoned"


def test_a_decision_that_the_club_hears_of_late_costs_its_player_no_time(tmp_path: Path) -> None:
    """The process that stored it was killed: another finds it, and counts until it was stored."""
    server = ClubServer(tmp_path)
    people = Members(server.db)
    lobby = Lobby(people)
    match, slow, _, side, other = sat_down(Pair(server, server))
    decide(slow, match, ["auto-set-up"])
    eventually(lambda: (row := lobby.match(match)) is not None and row.asks == other)
    row = lobby.match(match)
    assert row is not None
    assert row.clock is not None
    left = row.clock.left[("US", "JP").index(side)]
    # As if the process had been killed between the decision and the clock: the other side is not known to be asked.
    began = msgspec.structs.replace(row.clock, side=("US", "JP").index(side), since=row.since - 5.0)
    assert lobby.change(row, asks=side, clock=began, since=row.since - 5.0) is not None
    with people.write() as db:
        stored = update(schema.matches).where(schema.matches.c.id == match)
        db.execute(stored.values(updated=row.since))
    eventually(lambda: (now := lobby.match(match)) is not None and now.asks == other)
    now = lobby.match(match)
    assert now is not None
    assert now.clock is not None
    assert now.clock.left[("US", "JP").index(side)] == pytest.approx(left - 5.0, abs=0.5)
    server.stop()
    people.close()
