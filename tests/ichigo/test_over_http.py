"""Operation Ichi-Go over HTTP: bots that are watched, how far units get. What every game does is in test_server.py."""

from __future__ import annotations

from match_server import Server

SIDES = ("Allied", "Japanese")


def test_the_board_has_822_hexes_besides_its_boxes_and_19_phases(server: Server) -> None:
    board = server.get("/api/games/ichigo/board").json()
    assert len(board["spaces"]) > 822
    assert len(board["phases"]) == 19


def test_a_bot_plays_against_a_bot_and_may_be_watched_from_either_side(server: Server) -> None:
    made = server.open("ichigo", seats=dict.fromkeys(SIDES, "random"))
    for side in range(len(SIDES)):
        table = made.table(side)
        assert table["side"] == side
        assert table["standing"] == []
        assert not table["undo"]
        assert table["ask"] is None or table["ask"]["options"] == []
        answer = made.post(side, "/decide", stamp=table["stamp"], option=["concede"])
        assert (answer.status_code, answer.json()["code"]) == (409, "not-your-turn")


def test_a_bot_of_a_person_is_not_watched(server: Server) -> None:
    allied, japanese = server.open("ichigo", seats={"Allied": "human", "Japanese": "random"}).tokens
    assert allied
    assert not japanese


def test_how_far_units_get_is_asked_for_by_number(server: Server) -> None:
    made = server.open("ichigo")
    assert made.get(1, "/reach", unit=[0, 1]).json() == []
    assert made.get(1, "/reach", unit=9999).status_code == 400
    assert made.get(1, "/reach", unit="x").status_code == 400
    assert made.get(1, "/reach", seat="nobody", unit=1).status_code == 403
