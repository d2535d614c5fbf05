"""A general at a served table: he thinks in a process of its own, can be hurried and asked, and goes through what is
over; before that nobody is told anything."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from browser.positions import staff_game_until
from grognard import bots, games
from grognard.kernel.flow import CONCEDE
from grognard.match import Match
from grognard.match import save as saves
from match_server import Seats, Server

HUMAN = {"US": "human", "JP": "human"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    served = Server(tmp_path_factory.mktemp("generals") / "matches.sqlite")
    served.http.timeout = 150  # thoughts yield to everything else on a busy machine
    yield served
    served.stop()


def conceded() -> Match:
    """Two turns, and somebody has enough: a short match that is over."""
    match = staff_game_until(2, "us-movement", 0, HUMAN)
    match.submit(0, CONCEDE)
    assert match.over
    return match


def until(seats: Seats, wanted: str, seconds: float = 150) -> dict[str, object]:
    """Look at the general's thoughts until he is at work, or has decided."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found: dict[str, object] = seats.get(0, "/considering").json()
        if (found["side"] is not None) == (wanted == "at work"):
            return found
        time.sleep(0.05)
    raise AssertionError(wanted)


def test_a_general_thinks_while_all_may_look_and_can_be_hurried(server: Server) -> None:
    match = staff_game_until(2, "japanese-movement", 1, {"US": "human", "JP": "general:2000"})
    seats = server.load(saves.write(match))
    found = until(seats, "at work")
    assert found["side"] == 1
    assert set(found) == {"side", "done", "hurried"}, "how far he is, and nothing of what he thinks"
    assert seats.table(0)["ask"]["mine"] is False, "the table answers while he thinks"
    assert seats.post(0, "/hurry").json()["hurried"] is True
    end = time.monotonic() + 150
    while server.http.get("/api/matches").json() and seats.table(0)["ask"]["side"] == 1 and time.monotonic() < end:
        if seats.get(0, "/considering").json()["side"] is None and len(seats.table(0)["log"]) > len(match.log):
            break
        time.sleep(0.05)
    assert time.monotonic() < end


def test_he_is_asked_for_his_plan_and_says_the_same_twice(server: Server) -> None:
    seats = server.load(saves.write(staff_game_until(2, "us-movement", 0, {"US": "human", "JP": "staff"})))
    first = seats.get(0, "/general")
    assert first.status_code == 200, first.text
    found = first.json()
    assert found["reason"].endswith("%.")
    assert 1 <= len(found["plans"]) <= 3
    assert found["plans"][0]["difference"] == 0
    assert found["stamp"] == seats.table(0)["stamp"]
    assert found["option"] in seats.table(0)["ask"]["options"]
    assert seats.get(0, "/general").json() == found


def test_between_people_he_is_not_asked(server: Server) -> None:
    seats = server.load(saves.write(staff_game_until(2, "us-movement", 0, HUMAN)))
    assert seats.get(0, "/general").json()["code"] == "fair"


def test_a_match_is_analysed_when_it_is_over_for_everybody_and_not_before(server: Server) -> None:
    open_match = server.load(saves.write(staff_game_until(1, "us-movement", 0, HUMAN)))
    assert open_match.get(0, "/analysis").json()["code"] == "secret"
    assert server.http.get(f"/api/replays/{open_match.id}/analysis").json()["code"] == "secret"
    seats = server.load(saves.write(conceded()))
    shares = []
    for _ in range(400):
        found = seats.get(0, "/analysis").json()
        shares.append(found["done"])
        if "curve" in found:
            break
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert len(found["curve"]) == len(seats.table(0)["log"]), "one chance for every line of the seat's own log"
    assert found["curve"][-1] == 0, "the United States conceded"
    assert found["turning_points"]["roll"]
    for rows in (*found["turning_points"].values(), found["mistakes"]):
        assert all(1 <= row["line"] <= len(found["curve"]) for row in rows)
    anybody = server.http.get(f"/api/replays/{seats.id}/analysis").json()
    assert anybody["done"] == 1, "it is done once for all"
    assert len(anybody["curve"]) >= len(found["curve"])
    report = seats.get(0, "/report").text
    assert "Where it was won and lost" in report
    assert ("What the general would have done instead" in report) == bool(found["mistakes"])


def test_every_game_says_whether_it_has_a_general(server: Server) -> None:
    boards = {ident: server.get(f"/api/games/{ident}/board").json() for ident in games.game_ids()}
    assert {ident for ident, board in boards.items() if board["general"]} == {
        ident for ident in boards if "general" in bots.names(ident)
    }
