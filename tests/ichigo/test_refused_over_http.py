"""What a rule forbids is refused by the kernel over HTTP too, whoever sends it, and the position stays as it was."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grognard.match.match import Match
from grognard.match.save import write
from ichigo.conftest import GAME, Table, table
from ichigo.test_why_not import ROWS, Row, lay
from test_server import Server

case = pytest.mark.case
SIDES = ("Allied", "Japanese")
FORBIDDEN = [row for row in ROWS if row.refuses]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = Server(Path(tmp_path_factory.mktemp("ichigo-refused")) / "matches.sqlite")
    yield made
    made.stop()


class Played:
    """A match on the server that starts from a position, with both seats in hand."""

    def __init__(self, server: Server, t: Table) -> None:
        self.http = server.http
        self.t = t
        made = self.http.post("/api/load", content=write(Match.new(GAME, seed=1, start=t.state.to_json())))
        assert made.status_code == 200, made.text
        self.id: str = made.json()["id"]
        self.tokens = [made.json()["seats"][side]["token"] for side in SIDES]

    def everything(self) -> list[str]:
        """The tables of both seats, and the save: the whole position."""
        tables = [self.http.get(f"/api/matches/{self.id}", params={"seat": token}).text for token in self.tokens]
        save = self.http.get(f"/api/matches/{self.id}/save", params=[("seat", token) for token in self.tokens])
        assert save.status_code == 200
        return [*tables, save.text]

    def decide(self, side: int, option: Any) -> Any:
        seat = self.tokens[side]
        stamp = self.http.get(f"/api/matches/{self.id}", params={"seat": seat}).json()["stamp"]
        return self.http.post(f"/api/matches/{self.id}/decide", json={"seat": seat, "stamp": stamp, "option": option})

    def option(self, *words: str) -> list[Any]:
        """An option as the page would send it; Chinese regulars may be named by their fronts."""
        named = [self.t.id(w) if w in GAME.printed_ids and w not in GAME.unit_index else w for w in words]
        return list(GAME.from_words(named))


@case("10.0a", "11.0a")
@pytest.mark.parametrize("row", FORBIDDEN, ids=lambda row: row.name)
def test_a_forbidden_act_is_refused_and_nothing_has_changed(server: Server, row: Row) -> None:
    played = Played(server, lay(row))
    before = played.everything()
    answer = played.decide(played.t.asked.side, played.option(*row.refuses))
    assert (answer.status_code, answer.json()["code"]) == (409, "illegal")
    assert answer.json()["error"] == "That is not a legal choice here."
    assert played.everything() == before


@pytest.fixture
def moving(server: Server) -> Played:
    """A Japanese division that has begun to move."""
    units = {"J-CEA-D3": "2006", "J-CEA-D13": "2006", "CH-5": "2005", "CH-18": "0712"}
    return Played(server, table(turn=2, phase="japanese-movement", units=units).act("move", "J-CEA-D3"))


@case("5.0a")
def test_the_other_side_moves_nothing_and_attacks_nobody(moving: Played) -> None:
    before = moving.everything()
    for words in (("to", "2106"), ("stop",), ("move", "CH-5"), ("attack", "2006"), ("end-movement",)):
        answer = moving.decide(0, moving.option(*words))
        assert (answer.status_code, answer.json()["code"]) == (409, "not-your-turn")
    assert moving.everything() == before


@case("10.2", "6.0b")
def test_a_list_with_one_forbidden_step_is_taken_not_at_all(moving: Played) -> None:
    before = moving.everything()
    steps = [moving.option(*words) for words in (("to", "2106"), ("to", "2206"), ("to", "2005"))]
    seat = moving.tokens[1]
    stamp = moving.http.get(f"/api/matches/{moving.id}", params={"seat": seat}).json()["stamp"]
    body = {"seat": seat, "stamp": stamp, "options": steps}
    answer = moving.http.post(f"/api/matches/{moving.id}/decide", json=body)
    assert (answer.status_code, answer.json()["code"]) == (409, "illegal")
    assert moving.everything() == before
    answer = moving.http.post(f"/api/matches/{moving.id}/decide", json={**body, "options": steps[:2]})
    assert answer.status_code == 200
    assert moving.everything() != before


@case("10.0a")
@pytest.mark.parametrize(
    "option",
    [["to", 10**9], ["to", -1], ["to", "2106"], ["to"], ["to", 1, 2], ["fly", 3], ["move", 0.5], [], ["to", None],
     ["to", True], "to", {"to": 3}, ["to", [3]]],
    ids=json.dumps,
)  # fmt: skip
def test_nonsense_in_place_of_a_move_is_refused(moving: Played, option: Any) -> None:
    before = moving.everything()
    answer = moving.decide(1, option)
    assert answer.status_code in (400, 409)
    assert answer.json()["error"].endswith(".")
    assert moving.everything() == before


@case("11.0a", "11.2a")
def test_what_is_allowed_goes_through_the_same_door(server: Server) -> None:
    """The refusals above are not those of a door that is always shut."""
    units = {"J-CEA-D3": "2302", "J-CEA-D13": "2305", "CH-5": "2303"}
    played = Played(server, table(turn=2, phase="japanese-combat", units=units))
    for words in (("attack", "2303"), ("join", "J-CEA-D3"), ("confirm",)):
        assert played.decide(1, played.option(*words)).status_code == 200
    log = played.http.get(f"/api/matches/{played.id}", params={"seat": played.tokens[0]}).json()["log"]
    assert any(line.get("dice") for line in log)
