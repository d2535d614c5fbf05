"""Operation Causeway over HTTP: scenarios and options, hidden set-up. What every game does is in test_server.py."""

from __future__ import annotations

from match_server import Server


def test_the_page_gets_both_scenarios_and_all_options(server: Server) -> None:
    (game,) = [g for g in server.get("/api/games").json() if g["id"] == "formosa"]
    assert [s["id"] for s in game["scenarios"]] == ["1", "2"]
    assert len(game["options"]) == 14


def test_the_japanese_set_up_is_not_shown_to_the_allied_seat(server: Server) -> None:
    made = server.open("formosa", seed=3)
    for _ in range(8):
        made.decide(1, made.table(1)["ask"]["options"][0])
    seen = made.table(0)
    assert [row for row in seen["view"]["units"] if row[0] < 68] == []
    assert sum(count for _, _, count in seen["view"]["marks"]) >= 4
    assert not [line for line in seen["log"] if line["units"] and line["units"][0] < 68]
