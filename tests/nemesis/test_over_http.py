"""Nemesis over HTTP: secrets stay at home, the forbidden is refused. What every game does is in test_server.py."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from match_server import Seats, Server
from nemesis.conftest import GAME, table


def decide(seats: Seats, side: int, *words: str) -> httpx.Response:
    """Send an option as the page would."""
    return seats.post(side, "/decide", stamp=seats.table(side)["stamp"], option=list(GAME.from_words(words)))


def test_the_board_has_836_hexes_besides_its_boxes(server: Server) -> None:
    assert len(server.get("/api/games/nemesis/board").json()["spaces"]) > 836


def test_a_chosen_chit_reaches_the_other_seat_in_no_answer(server: Server) -> None:
    answers = []
    for chit in ("Assault", "Attack", "Supply Check"):
        seats = server.begin(table(phase="end", units={"J31-58": "1111", "B17-48": "0511"}).state)
        assert decide(seats, 1, "choose-first", chit).status_code == 200
        seen = seats.table(0)
        told = [line["text"] for line in seen["log"]]
        answers.append((seen["view"], seen["ask"], told, seats.get(0, "/overlays").json()))
        assert seats.get(0, "/save").status_code == 403
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
    seats = server.begin(table(**change).state)
    before = [seats.table(side)["stamp"] for side in (0, 1)]
    for side in (0, 1):
        assert decide(seats, side, *words).status_code == 409
    assert [seats.table(side)["stamp"] for side in (0, 1)] == before


def test_layers_reach_and_reasons_come_over_http(server: Server) -> None:
    seats = server.begin(table(phase="japanese-assault").state)
    ways = seats.get(1, "/reach", unit=GAME.unit_index["J31-58"]).json()
    assert [way["name"] for way in ways] == ["Move", "Operational Movement"]
    assert {layer["id"] for layer in seats.get(1, "/overlays").json()} >= {"supply-0", "supply-1"}
    reasons = seats.get(1, "/whynot", unit=GAME.unit_index["B17-48"]).json()
    assert reasons["reasons"][0]["cases"] == ["4.0-A-a"]
