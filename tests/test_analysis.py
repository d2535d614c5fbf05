"""`grognard analyse`: the winning chances over a finished game, and what moved them most."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from grognard import games
from grognard.bots.general.settings import settings_of
from grognard.cli import main
from grognard.lab import analysis
from grognard.lab.simulate import Plan, recorded
from grognard.match import save as saves

GAMES = Path(__file__).parent


@pytest.mark.parametrize("name", ["us-forty", "jp-last-turn"])
def test_the_curve_ends_with_the_result_and_the_swings_make_it_up(name: str) -> None:
    text = (GAMES / "iwojima" / "games" / f"{name}.grog").read_text(encoding="utf-8")
    match = saves.load(text, games.load).match
    found = analysis.analyse(match)
    assert found.points[-1].chance == float(match.state.winner == 0)
    assert [point.number for point in found.points] == sorted({point.number for point in found.points})
    assert all(0 <= point.chance <= 1 for point in found.points)
    rolls = [swing for swing in found.swings if swing.kind == analysis.ROLL]
    assert len(rolls) == sum(len(played.rolls) for played in match.played)
    assert all(swing.text not in ("", "dice") for swing in rolls), "each roll has its sentence"
    for kind in (analysis.DECISION, analysis.ROLL):
        best = found.most(kind)
        assert len(best) == 5
        least = min(abs(swing.moved) for swing in best)
        others = [swing for swing in found.swings if swing.kind == kind and swing.text and swing not in best]
        assert all(abs(swing.moved) <= least for swing in others)


def test_it_is_told_in_words_drawn_and_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = GAMES / "iwojima" / "games" / "us-forty.grog"
    out, data = tmp_path / "curve.svg", tmp_path / "found.json"
    assert main(["analyse", str(file), "--svg", str(out), "--json", str(data), "--nodes", "0"]) == 0
    said = capsys.readouterr().out
    for words in (
        "the chance of United States",
        "Decisions that moved",
        "Rolls that moved it most",
        "dice and the course of the game: ",
    ):
        assert words in said
    assert len(list(ElementTree.fromstring(out.read_text()).iter("{http://www.w3.org/2000/svg}title"))) == 10
    found = json.loads(data.read_text())
    assert found["curve"][-1][2] == 1.0
    assert len(found["turning_points"]["roll"]) == 5


def test_what_cannot_be_analysed_is_said_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    half = tmp_path / "half.txt"
    match = saves.load((GAMES / "iwojima" / "games" / "us-forty.grog").read_text(), games.load).match
    half.write_text(saves.write(match.branch(100)))
    assert main(["analyse", str(half)]) == 2
    assert "is not finished" in capsys.readouterr().err


def test_a_plan_that_cost_something_is_told_with_what_the_general_would_have_done() -> None:
    """Somebody plays the United States at random: already the first landing is not what a general would do."""
    whole = recorded(Plan("iwojima", ("random", "staff"), 1), games.load("iwojima"), 3)
    turn = next(n for n, state in enumerate(whole.walk()) if state.turn == 3)
    match = whole.branch(turn)
    found = analysis.analyse(match, nodes=16)
    assert found.mistakes
    worst = found.mistakes[0]
    assert worst.side == 0
    assert worst.worth >= 0.02
    assert worst.worth > worst.error
    assert worst.text
    said = "\n".join(analysis.lines(match, found))
    assert "What the general would have done instead" in said
    assert f"United States: {worst.text}" in said
    assert analysis.analyse(match, nodes=16).mistakes == found.mistakes, "the same every time"


@pytest.mark.parametrize("ident", games.game_ids())
def test_luck_and_decisions_add_up_to_the_change_and_no_button_is_a_turning_point(ident: str) -> None:
    file = next((GAMES / ident / "games").glob("*.grog"))
    match = saves.load(file.read_text(encoding="utf-8"), games.load).match
    game = match.game
    found = analysis.analyse(match)
    moved = found.points[-1].chance - found.points[0].chance
    own = sum(found.total(analysis.DECISION, side) for side in game.every_side)
    assert found.luck() + own == pytest.approx(moved, abs=1e-12)
    told = analysis.to_json(match, found)
    assert sum(told["decisions"]) + told["dice"] == pytest.approx(told["curve"][-1][2] - told["curve"][0][2], abs=1e-9)
    buttons = {verb.label for verb in game.verbs.values() if not {"unit", "space"} & {*verb.args}}
    deeds = [swing.text for swing in found.most(analysis.DECISION)]
    assert deeds
    assert not buttons & {*deeds}


@pytest.mark.parametrize("ident", ["whitesun", "ichigo", "nemesis", "formosa"])
def test_a_game_is_judged_by_its_own_numbers(ident: str) -> None:
    """Its value was learned from a study: before the first turn is over nobody is ahead, in the end the winner is."""
    file = next((GAMES / ident / "games").glob("*.grog"))
    match = saves.load(file.read_text(encoding="utf-8"), games.load).match
    found = analysis.analyse(match.branch(40))
    assert len({point.chance for point in found.points if point.turn == 1}) == 1
    s = match.position(len(match.played))
    settings = settings_of(ident)
    assert settings is not None
    assert len(settings.features(s)) == len(settings.names)
