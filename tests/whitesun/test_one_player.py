"""A game for one player in the house: seats, simulation, saves, the server, and what may be known."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from grognard import bots, cli
from grognard.cli import play
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import NOBODY, Roll
from grognard.kernel.play import advance, apply, throw
from grognard.lab import simulate, simulation_report
from grognard.match import Match
from grognard.match import save as saves
from grognard.match.verify import verify
from match_server import Server
from whitesun.conftest import GAME

case = pytest.mark.case


def test_one_side_decides_and_two_can_win() -> None:
    assert [side.id for side in GAME.sides] == ["Japanese"]
    assert [side.id for side in GAME.parties()] == ["Japanese", "Chinese"]
    assert [side["id"] for side in GAME.board()["sides"]] == ["Japanese", "Chinese"]


def test_a_simulation_takes_one_bot_and_reports_both_parties(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["simulate", "whitesun", "--games", "3", "--bots", "random", "--jobs", "1", "--check"]) == 0
    out = capsys.readouterr().out
    assert "Armies of the White Sun: random (Japanese), 3 games" in out
    assert "China                          3" in out
    plan = simulate.Plan("whitesun", ("random",), 2)
    found: Any = simulation_report.to_json(GAME, simulate.simulate(plan))
    assert found["results"]["wins"] == {"Japanese": 0, "Chinese": 2}
    assert found["bots"] == {"Japanese": "random"}


def test_two_bots_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["simulate", "whitesun", "--games", "1", "--bots", "random,random"]) == 2
    assert "--bots takes one name" in capsys.readouterr().err


def test_playing_takes_the_only_seat(capsys: pytest.CaptureFixture[str]) -> None:
    assert play._seats(GAME, None, None) == {"Japanese": "human"}
    assert play._seats(GAME, "Japanese", None) == {"Japanese": "human"}
    assert cli.main(["play", "whitesun", "--bot", "staff"]) == 2
    assert "for one player" in capsys.readouterr().err


def test_bots_play_alone() -> None:
    finished = bots.play(GAME, ["random"], seed=3)
    assert finished.winner == 1
    assert finished.state.ending == "survival"


def test_a_finished_match_is_saved_read_and_verified() -> None:
    match = Match.new(GAME, seed=5)
    rng = random.Random(5)
    while match.asked is not None:
        match.submit(0, rng.choice(match.asked.options))
    text = saves.write(match)
    assert "= over Chinese survival" in text
    assert saves.load(text).match.state == match.state
    found = verify(text)
    assert found.ok, found.text
    assert "China won" in found.text


def test_a_match_over_http_with_one_seat(server: Server) -> None:
    page = server.http
    made = page.post("/api/matches", json={"game": "whitesun", "seats": {"Japanese": "human"}}).json()
    token = made["seats"]["Japanese"]["token"]
    one = f"/api/matches/{made['id']}"
    table = page.get(one, params={"seat": token}).json()
    assert table["ask"]["mine"]
    assert table["seats"] == {"Japanese": "human"}
    options = [["join", GAME.unit_index["J-3D"]], ["enter", GAME.space_index["1417"]]]
    table = page.post(f"{one}/decide", json={"seat": token, "stamp": table["stamp"], "options": options}).json()
    assert any("Event " in line["text"] for line in table["log"])
    assert page.get(f"{one}/overlays", params={"seat": token}).json()[0]["id"] == "operations"
    assert page.get(f"{one}/whynot", params={"seat": token, "space": 3}).json()["reasons"]
    saved = page.get(f"{one}/save", params={"seat": token})
    assert saved.status_code == 200
    assert "seeds" not in saved.text.splitlines()[1], "the secret of the dice stays on the server"
    after = page.post(f"{one}/decide", json={"seat": token, "stamp": table["stamp"], "option": ["concede"]}).json()
    assert after["result"]["winner"] == 1


def test_a_bot_may_sit_in_the_only_seat(tmp_path: Path) -> None:
    match = Match.new(GAME, seats={"Japanese": "random"}, seed=2)
    assert match.bot_to_move == "random"


# --- what may be known


@case("8.6")
def test_the_pool_has_no_order_before_a_draw() -> None:
    """Two positions alike in all that was told are alike in all: what is drawn next lies in the dice alone."""
    states = []
    for _ in range(2):
        s = GAME.new("", {})
        advance(s, None)
        states.append(s)
    one, other = states
    assert GAME.view(one, 0) == GAME.view(other, 0)
    assert one.to_json() == other.to_json()
    drawn = set()
    for seed in range(40):
        s = one.copy()
        dice = KeyedDice(b"draw %d" % seed)
        for name in ("J-3D", "J-5D", "J-6D"):
            apply(s, 0, ("join", GAME.unit_index[name]), dice)
        s.log = []
        apply(s, 0, ("enter", GAME.space_index["1417"]), dice)
        drawn |= {event.args[0] for event in s.log if event.kind in ("drawn", "no-show")}
    assert len(drawn) > 15


@case("8.6")
def test_the_lot_of_a_draw_is_shown_to_nobody_and_the_unit_to_everybody() -> None:
    s = GAME.new("", {})
    advance(s, None)
    apply(s, 0, ("join", GAME.unit_index["J-3D"]), None)
    apply(s, 0, ("enter", GAME.space_index["1417"]), None)
    assert isinstance(s.pending, Roll)
    throw(s, (4, 1, 6))
    assert isinstance(s.pending, Roll)
    assert (s.pending.purpose, s.pending.seen, s.pending.sides) == ("draw", NOBODY, 58)


def test_resampling_gives_a_position_of_the_same_view() -> None:
    s = GAME.new("", {})
    advance(s, None)
    other = GAME.resample(s, 0, random.Random(1))
    assert GAME.view(other, 0) == GAME.view(s, 0)
    assert GAME.redact(s, 0) == s
