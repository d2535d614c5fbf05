"""A score as a ledger: in every game each point has a cause and a case, during play and at the end."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from grognard.games import load as load_game
from grognard.kernel.score_ledger import Ledger
from grognard.match import Match
from grognard.match.save import load
from grognard.server.matches.score_ledger import ledger_of

HERE = Path(__file__).parent
FINISHED = sorted(HERE.glob("*/games/*.grog"))


def scored(match: Match, side: int) -> int:
    """What the position itself says that a side has, where it says so."""
    s: Any = match.state
    game = match.game.id
    if game == "iwojima":
        return int(s.vp[side])
    if game == "nemesis":
        return int(s.superior[side])
    points = match.game.score(s)
    if game == "formosa":
        return int(points[("Allied VP", "Japanese VP")[side]])
    return int(points["Japanese VP"]) if side else 0


@pytest.mark.parametrize("file", FINISHED, ids=lambda file: f"{file.parent.parent.name}-{file.stem}")
def test_the_ledger_of_a_finished_game_adds_up_to_its_score(file: Path) -> None:
    match = load(file.read_text(encoding="utf-8")).match
    game = match.game
    found = game.ledger(match.state, None, [event for event, _ in match.log])
    assert isinstance(found, Ledger)
    assert found.closed
    assert not any(entry.due for entry in found.entries)
    if game.id != "whitesun":
        for side in range(2):
            assert found.total(side) == scored(match, side), game.sides[side].name
    cases = {case["id"] for case in game.cases} | {ruling["id"] for ruling in game.rulings}
    for entry in found.entries:
        assert set(entry.why.cases) <= cases
    for side in (None, *range(len(game.sides))):
        words = ledger_of(match, side)
        assert words is not None
        assert words.verdict.text.endswith(".")
        assert set(words.tracks) & set(game.view(match.state, side or 0)["tracks"])


def test_a_loser_is_told_by_how_much_and_for_what() -> None:
    match = load((HERE / "iwojima/games/jp-last-turn.grog").read_text(encoding="utf-8")).match
    lost, won = ledger_of(match, 0), ledger_of(match, 1)
    assert lost is not None
    assert won is not None
    us, jp = match.state.vp
    assert lost.verdict.text.startswith(f"You lost by {jp - us} VP. United States {us}:")
    assert won.verdict.text.startswith(f"You won by {jp - us} VP.")
    assert f"Japan {jp}: " in lost.verdict.text
    assert "areas under Japanese control" in lost.verdict.text


@pytest.mark.parametrize("name", ["iwojima", "ichigo", "formosa", "nemesis", "whitesun"])
def test_the_ledger_of_a_game_under_way_says_what_the_end_would_bring_and_betrays_nothing(name: str) -> None:
    longest = max((f for f in FINISHED if f.parent.parent.name == name), key=lambda file: file.stat().st_size)
    finished = load(longest.read_text(encoding="utf-8")).match
    game = load_game(name)
    rng = random.Random(7)
    for part in (3, 2):
        state = finished.position(len(finished.played) * 2 // part - len(finished.played) // 4)
        for side in range(len(game.sides)):
            told: list[Any] = []
            known = game.redact(state, side)
            here = game.ledger(known, side, told)
            assert here is not None
            assert any(entry.due for entry in here.entries)
            other = game.ledger(game.redact(game.resample(state, side, rng), side), side, told)
            assert other == here
