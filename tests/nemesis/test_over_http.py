"""Nemesis over HTTP: board, map, counters, a match by hand for some decisions, its save; secrets stay at home."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from grognard.match.match import Match
from grognard.match.save import write
from nemesis.conftest import GAME, table
from test_server import Server

SIDES = ("Allied", "Japanese")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(Path(tmp_path_factory.mktemp("nemesis")) / "matches.sqlite")
    yield made
    made.stop()


def get(server: Server, path: str, **query: Any) -> Any:
    answer = server.http.get(path, params=query)
    assert answer.status_code == 200, answer.text
    return answer


def test_the_page_gets_board_map_counters_and_rules(server: Server) -> None:
    board = get(server, "/api/games/nemesis/board").json()
    assert len(board["spaces"]) > 836
    counters = get(server, "/api/games/nemesis/counters.svg").text
    symbols = {e.get("id") for e in ElementTree.fromstring(counters).iter() if e.tag.endswith("symbol")}
    assert {face for unit in board["units"] for face in unit["faces"].values()} <= symbols
    assert {face["symbol"] for face in board["faces"]} <= symbols
    assert {marker["symbol"] for marker in board["markers"]} <= symbols
    assert get(server, "/api/games/nemesis/map.svg").text.startswith("<svg")
    index = get(server, "/api/games/nemesis/cases").json()
    known = {row["id"] for row in (*index["cases"], *index["rulings"])}
    parts = [*board["verbs"].values(), *board["markers"], *board["flags"], *board["tracks"], *board["phases"]]
    parts += [fact for thing in (*board["spaces"], *board["units"]) for fact in thing["facts"]]
    assert {case for part in parts for case in part["cases"]} <= known


def loaded(server: Server, t: Any) -> tuple[str, list[str]]:
    made = server.http.post("/api/load", content=write(Match.new(GAME, seed=1, start=t.state.to_json())))
    assert made.status_code == 200, made.text
    return made.json()["id"], [made.json()["seats"][side]["token"] for side in SIDES]


def decide(server: Server, match: str, seat: str, *words: str) -> Any:
    stamp = get(server, f"/api/matches/{match}", seat=seat).json()["stamp"]
    body = {"seat": seat, "stamp": stamp, "option": list(GAME.from_words(words))}
    return server.http.post(f"/api/matches/{match}/decide", json=body)


def test_a_match_is_played_saved_and_loaded(server: Server) -> None:
    seats = dict.fromkeys(SIDES, "human")
    made = server.http.post("/api/matches", json={"game": "nemesis", "seats": seats, "seed": 11})
    assert made.status_code == 200, made.text
    match, tokens = made.json()["id"], [made.json()["seats"][side]["token"] for side in SIDES]
    rng = random.Random(11)
    for _ in range(60):
        tables = [get(server, f"/api/matches/{match}", seat=token).json() for token in tokens]
        side = tables[0]["ask"]["side"]
        mine, other = tables[side], tables[1 - side]
        assert mine["ask"]["mine"]
        assert other["ask"]["options"] == []
        body = {"seat": tokens[side], "stamp": mine["stamp"], "option": rng.choice(mine["ask"]["options"])}
        answer = server.http.post(f"/api/matches/{match}/decide", json=body)
        assert answer.status_code == 200, answer.text
    save = server.http.get(f"/api/matches/{match}/save", params=[("seat", t) for t in tokens])
    assert save.status_code == 200, save.text
    assert server.http.post("/api/load", content=save.text).status_code == 200


def test_a_chosen_chit_reaches_the_other_seat_in_no_answer(server: Server) -> None:
    answers = []
    for chit in ("Assault", "Attack", "Supply Check"):
        match, (allied, japanese) = loaded(server, table(phase="end", units={"J31-58": "1111", "B17-48": "0511"}))
        assert decide(server, match, japanese, "choose-first", chit).status_code == 200
        seen = get(server, f"/api/matches/{match}", seat=allied).json()
        told = [line["text"] for line in seen["log"]]
        answers.append(
            (seen["view"], seen["ask"], told, get(server, f"/api/matches/{match}/overlays", seat=allied).json())
        )
        assert server.http.get(f"/api/matches/{match}/save", params={"seat": allied}).status_code == 403
    assert answers[0] == answers[1] == answers[2]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"phase": "japanese-assault", "units": {"JG-MYI": "2607", "J31-58": "1111"}}, ("move", "JG-MYI")),
        ({"phase": "japanese-assault", "units": {"J31-58": "1111", "B17-48": "0511"}}, ("move", "B17-48")),
        ({"phase": "allied-assault", "units": {"Y87-259": "3609", "B17-48": "0511"}}, ("move", "Y87-259")),
        ({"phase": "japanese-attack", "units": {"J31-58": "1111", "B17-48": "0511"}}, ("dig", "J31-58")),
        ({"phase": "end", "units": {"J31-58": "1111"}}, ("choose-first", "Reinforcements")),
        ({"phase": "allied-reinforcements", "units": {"B17-48": "0511"}}, ("bring-on", "BTRK")),
    ],
)
def test_what_the_rules_forbid_is_refused_and_changes_nothing(
    server: Server, change: dict[str, Any], words: tuple[str, ...]
) -> None:
    match, tokens = loaded(server, table(**change))
    before = [get(server, f"/api/matches/{match}", seat=token).json()["stamp"] for token in tokens]
    for token in tokens:
        assert decide(server, match, token, *words).status_code == 409
    assert [get(server, f"/api/matches/{match}", seat=token).json()["stamp"] for token in tokens] == before


def test_layers_reach_and_reasons_come_over_http(server: Server) -> None:
    match, (_, japanese) = loaded(server, table(phase="japanese-assault"))
    unit = GAME.unit_index["J31-58"]
    ways = get(server, f"/api/matches/{match}/reach", seat=japanese, unit=unit).json()
    assert [way["name"] for way in ways] == ["Move", "Operational Movement"]
    layers = get(server, f"/api/matches/{match}/overlays", seat=japanese).json()
    assert {layer["id"] for layer in layers} >= {"supply-0", "supply-1"}
    reasons = get(server, f"/api/matches/{match}/whynot", seat=japanese, unit=GAME.unit_index["B17-48"]).json()
    assert reasons["reasons"][0]["cases"] == ["4.0-A-a"]
