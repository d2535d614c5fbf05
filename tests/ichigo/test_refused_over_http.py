"""What a rule forbids is refused by the kernel over HTTP too, whoever sends it, and the position stays as it was."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from ichigo.conftest import GAME, Table, table
from ichigo.test_why_not import ROWS, Row, lay
from match_server import Seats, Server

case = pytest.mark.case
FORBIDDEN = [row for row in ROWS if row.refuses]
FEW = [row if n % 4 == 0 else pytest.param(row, marks=pytest.mark.soak) for n, row in enumerate(FORBIDDEN)]
"""Each is refused without a server in test_why_not.py: over HTTP a quarter of them, in `make soak` all."""


class Played(Seats):
    """A match on the server that starts from a position, with both seats in hand."""

    def __init__(self, server: Server, t: Table) -> None:
        begun = server.begin(t.state)
        super().__init__(server, begun.id, begun.tokens)
        self.t = t

    def everything(self) -> list[str]:
        """The tables of both seats, and the save: the whole position."""
        return [self.get(0).text, self.get(1).text, self.save()]

    def try_to(self, side: int, *options: Any) -> httpx.Response:
        """Send options as the page would: one, or a list of them."""
        body = {"option": options[0]} if len(options) == 1 else {"options": options}
        return self.post(side, "/decide", stamp=self.table(side)["stamp"], **body)

    def option(self, *words: str) -> list[Any]:
        """An option as the page would send it; Chinese regulars may be named by their fronts."""
        named = [self.t.id(w) if w in GAME.printed_ids and w not in GAME.unit_index else w for w in words]
        return list(GAME.from_words(named))


@case("10.0a", "11.0a")
@pytest.mark.parametrize("row", FEW, ids=lambda row: row.name)
def test_a_forbidden_act_is_refused_and_nothing_has_changed(server: Server, row: Row) -> None:
    played = Played(server, lay(row))
    before = played.everything()
    answer = played.try_to(played.t.asked.side, played.option(*row.refuses))
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
        answer = moving.try_to(0, moving.option(*words))
        assert (answer.status_code, answer.json()["code"]) == (409, "not-your-turn")
    assert moving.everything() == before


@case("10.2", "6.0b")
def test_a_list_with_one_forbidden_step_is_taken_not_at_all(moving: Played) -> None:
    before = moving.everything()
    steps = [moving.option(*words) for words in (("to", "2106"), ("to", "2206"), ("to", "2005"))]
    answer = moving.try_to(1, *steps)
    assert (answer.status_code, answer.json()["code"]) == (409, "illegal")
    assert moving.everything() == before
    answer = moving.try_to(1, *steps[:2])
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
    answer = moving.try_to(1, option)
    assert answer.status_code in (400, 409)
    assert answer.json()["error"].endswith(".")
    assert moving.everything() == before


@case("11.0a", "11.2a")
def test_what_is_allowed_goes_through_the_same_door(server: Server) -> None:
    """The refusals above are not those of a door that is always shut."""
    units = {"J-CEA-D3": "2302", "J-CEA-D13": "2305", "CH-5": "2303"}
    played = Played(server, table(turn=2, phase="japanese-combat", units=units))
    for words in (("attack", "2303"), ("join", "J-CEA-D3"), ("confirm",)):
        assert played.try_to(1, played.option(*words)).status_code == 200
    assert any(line.get("dice") for line in played.table(0)["log"])
