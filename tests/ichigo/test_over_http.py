"""Operation Ichi-Go over HTTP: board, map, counters, a match by hand for some decisions, its save and its replay."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from test_server import Server

SIDES = ("Allied", "Japanese")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(Path(tmp_path_factory.mktemp("ichigo")) / "matches.sqlite")
    yield made
    made.stop()


def get(server: Server, path: str, **query: Any) -> Any:
    answer = server.http.get(path, params=query)
    assert answer.status_code == 200, answer.text
    return answer


def test_the_page_gets_board_map_counters_and_rules(server: Server) -> None:
    board = get(server, "/api/games/ichigo/board").json()
    assert len(board["spaces"]) > 822
    counters = get(server, "/api/games/ichigo/counters.svg").text
    symbols = {e.get("id") for e in ElementTree.fromstring(counters).iter() if e.tag.endswith("symbol")}
    assert {face for unit in board["units"] for face in unit["faces"].values()} <= symbols
    assert {face["symbol"] for face in board["faces"]} <= symbols
    assert {marker["symbol"] for marker in board["markers"]} <= symbols
    assert get(server, "/api/games/ichigo/map.svg").text.startswith("<svg")
    cases = {row["id"] for row in get(server, "/api/games/ichigo/cases").json()["cases"]}
    rulings = {row["id"] for row in get(server, "/api/games/ichigo/cases").json()["rulings"]}
    named = {c for v in board["verbs"].values() for c in v["cases"]} | {c for m in board["markers"] for c in m["cases"]}
    assert named <= cases | rulings


def test_a_match_is_played_saved_and_loaded(server: Server) -> None:
    seats = dict.fromkeys(SIDES, "human")
    made = server.http.post("/api/matches", json={"game": "ichigo", "seats": seats, "seed": 11})
    assert made.status_code == 200, made.text
    match, tokens = made.json()["id"], [made.json()["seats"][side]["token"] for side in SIDES]
    rng = random.Random(11)
    for _ in range(150):
        tables = [get(server, f"/api/matches/{match}", seat=token).json() for token in tokens]
        side = tables[0]["ask"]["side"]
        mine, other = tables[side], tables[1 - side]
        assert mine["ask"]["mine"]
        assert other["ask"]["options"] == []
        option = rng.choice(mine["ask"]["options"])
        body = {"seat": tokens[side], "stamp": mine["stamp"], "option": option}
        answer = server.http.post(f"/api/matches/{match}/decide", json=body)
        assert answer.status_code == 200, answer.text
    save = server.http.get(f"/api/matches/{match}/save", params=[("seat", t) for t in tokens])
    assert save.status_code == 200, save.text
    loaded = server.http.post("/api/load", content=save.text)
    assert loaded.status_code == 200, loaded.text


def test_a_bot_plays_against_a_bot_and_may_be_watched_from_either_side(server: Server) -> None:
    made = server.http.post("/api/matches", json={"game": "ichigo", "seats": dict.fromkeys(SIDES, "random")})
    assert made.status_code == 200, made.text
    match, seats = made.json()["id"], made.json()["seats"]
    for side, name in enumerate(SIDES):
        table = get(server, f"/api/matches/{match}", seat=seats[name]["token"]).json()
        assert table["side"] == side
        assert table["standing"] == []
        assert not table["undo"]
        assert table["ask"] is None or table["ask"]["options"] == []
        body = {"seat": seats[name]["token"], "stamp": table["stamp"], "option": ["concede"]}
        answer = server.http.post(f"/api/matches/{match}/decide", json=body)
        assert (answer.status_code, answer.json()["code"]) == (409, "not-your-turn")


def test_a_bot_of_a_person_is_not_watched(server: Server) -> None:
    seats = {"Allied": "human", "Japanese": "random"}
    made = server.http.post("/api/matches", json={"game": "ichigo", "seats": seats}).json()
    assert "token" in made["seats"]["Allied"]
    assert "token" not in made["seats"]["Japanese"]


def test_how_far_units_get_is_asked_for_by_number(server: Server) -> None:
    made = server.http.post("/api/matches", json={"game": "ichigo", "seats": dict.fromkeys(SIDES, "human")}).json()
    path, token = f"/api/matches/{made['id']}/reach", made["seats"]["Japanese"]["token"]
    assert get(server, path, seat=token, unit=[0, 1]).json() == []
    assert server.http.get(path, params={"seat": token, "unit": 9999}).status_code == 400
    assert server.http.get(path, params={"seat": token, "unit": "x"}).status_code == 400
    assert server.http.get(path, params={"seat": "nobody", "unit": 1}).status_code == 403


def test_the_board_names_what_the_views_use(server: Server) -> None:
    board = get(server, "/api/games/ichigo/board").json()
    made = server.http.post("/api/matches", json={"game": "ichigo", "seats": dict.fromkeys(SIDES, "human")}).json()
    for side in SIDES:
        view = get(server, f"/api/matches/{made['id']}", seat=made["seats"][side]["token"]).json()["view"]
        assert set(view["tracks"]) <= {track["id"] for track in board["tracks"]}
        assert all(str(steps) in board["units"][unit]["faces"] for unit, _, steps, *_ in view["units"])
        assert all(0 <= marker < len(board["markers"]) for _, marker, _ in view["marks"])
    assert len(board["phases"]) == 19
