"""Operation Causeway over HTTP: board, map, counters, a match by hand for some decisions, its save and its replay."""

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
    made = Server(Path(tmp_path_factory.mktemp("formosa")) / "matches.sqlite")
    yield made
    made.stop()


def get(server: Server, path: str, **query: Any) -> Any:
    answer = server.http.get(path, params=query)
    assert answer.status_code == 200, answer.text
    return answer


def test_the_page_gets_board_map_counters_and_options(server: Server) -> None:
    board = get(server, "/api/games/formosa/board").json()
    counters = get(server, "/api/games/formosa/counters.svg").text
    symbols = {e.get("id") for e in ElementTree.fromstring(counters).iter() if e.tag.endswith("symbol")}
    assert {face for unit in board["units"] for face in unit["faces"].values()} <= symbols
    assert {face["symbol"] for face in board["faces"]} <= symbols
    assert {marker["symbol"] for marker in board["markers"]} <= symbols
    assert get(server, "/api/games/formosa/map.svg").text.startswith("<svg")
    (game,) = [g for g in get(server, "/api/games").json() if g["id"] == "formosa"]
    assert [s["id"] for s in game["scenarios"]] == ["1", "2"]
    assert len(game["options"]) == 10


@pytest.mark.parametrize("scenario", ["1", "2"])
def test_a_match_with_options_is_played_saved_and_loaded(server: Server, scenario: str) -> None:
    body = {
        "game": "formosa",
        "scenario": scenario,
        "options": {"25.6": "on", "25.10": "on"},
        "seats": dict.fromkeys(SIDES, "human"),
        "seed": 11,
    }
    made = server.http.post("/api/matches", json=body)
    assert made.status_code == 200, made.text
    match, tokens = made.json()["id"], [made.json()["seats"][side]["token"] for side in SIDES]
    board = get(server, "/api/games/formosa/board").json()
    rng = random.Random(11)
    for _ in range(110):
        tables = [get(server, f"/api/matches/{match}", seat=token).json() for token in tokens]
        side = tables[0]["ask"]["side"]
        mine, other = tables[side], tables[1 - side]
        assert other["ask"]["options"] == []
        assert other["ask"]["prompt"] == f"Waiting for the {SIDES[side]} player."
        for view in (mine["view"], other["view"]):
            assert set(view["tracks"]) <= {track["id"] for track in board["tracks"]}
            assert all(0 <= marker < len(board["markers"]) for _, marker, _ in view["marks"])
        chosen = {"seat": tokens[side], "stamp": mine["stamp"], "option": rng.choice(mine["ask"]["options"])}
        answer = server.http.post(f"/api/matches/{match}/decide", json=chosen)
        assert answer.status_code == 200, answer.text
    save = server.http.get(f"/api/matches/{match}/save", params=[("seat", t) for t in tokens])
    assert save.status_code == 200, save.text
    assert server.http.get(f"/api/matches/{match}/save", params={"seat": tokens[0]}).status_code == 403
    loaded = server.http.post("/api/load", content=save.text)
    assert loaded.status_code == 200, loaded.text


def test_the_japanese_set_up_is_not_shown_to_the_allied_seat(server: Server) -> None:
    seats = dict.fromkeys(SIDES, "human")
    made = server.http.post("/api/matches", json={"game": "formosa", "seats": seats, "seed": 3}).json()
    path, tokens = f"/api/matches/{made['id']}", [made["seats"][side]["token"] for side in SIDES]
    for _ in range(8):
        table = get(server, path, seat=tokens[1]).json()
        body = {"seat": tokens[1], "stamp": table["stamp"], "option": table["ask"]["options"][0]}
        assert server.http.post(f"{path}/decide", json=body).status_code == 200
    seen = get(server, path, seat=tokens[0]).json()
    assert [row for row in seen["view"]["units"] if row[0] < 68] == []
    assert sum(count for _, _, count in seen["view"]["marks"]) >= 4
    assert not [line for line in seen["log"] if line["units"] and line["units"][0] < 68]
