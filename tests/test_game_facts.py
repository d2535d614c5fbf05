"""The opening book of facts: read from games that are kept, and each number is what the games say."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from grognard import cli, games
from grognard.lab import game_statistics_page as facts_page
from grognard.lab.executors import here
from grognard.lab.game_observer import Dice, Throw, Turn, Watched, watch
from grognard.lab.game_statistics import Facts
from grognard.lab.simulate import Plan, Result, play_one, recorded
from grognard.lab.study import Study, note_of, run
from grognard.lab.study_findings import Findings
from grognard.match import save as saves

PLAN = Plan("iwojima", ("random", "random"), 6, seed=5)


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    kept = Study.begin(tmp_path_factory.mktemp("facts") / "study", PLAN, 3)
    run(kept, 6, here)
    return kept


def facts_of(rows: list[Watched]) -> Facts:
    game = games.load("iwojima")
    return Facts(game, note_of(PLAN), Findings.of(game, rows))


def game_of(number: int, winner: int, *held: list[int], **seen: object) -> Watched:
    """A game of Iwo Jima in which the US side has these areas after each turn."""
    everything = range(21)
    turns = [
        Turn(i + 1, {"US VP": 0.0, "JP VP": 0.0}, [1, 1], [1, 1], [mine, [a for a in everything if a not in mine]])
        for i, mine in enumerate(held)
    ]
    score = {"US VP": 20.0 + number * (1 if winner == 0 else -1), "JP VP": 20.0, "turns": float(len(turns))}
    return Watched(Result(number, winner, "turns", 10 * number, score, ""), turns, **seen)  # type: ignore[arg-type]


def test_a_place_falls_when_it_is_first_in_other_hands_and_may_be_won_back() -> None:
    facts = facts_of([game_of(1, 0, [3], [3, 4]), game_of(2, 1, [], [3], []), game_of(3, 1, [], [], [])])
    falls, never = facts.falls()
    assert [fall.space for fall in falls] == [3, 4]
    three, four = falls
    assert three.holder == 1
    assert three.by_turn == [1 / 3, 2 / 3, 2 / 3]
    assert (three.ever.games, three.turn, three.again) == (2, 1.5, 0.5)
    assert (four.ever.games, four.turn, four.again) == (1, 2.0, 0.0)
    assert len(never) == 19


def test_the_deadliest_place_is_where_most_steps_are_lost_by_both() -> None:
    one = game_of(1, 0, [3], died=Counter({(1, 0, 5): 3, (1, 1, 5): 1, (1, 1, 7): 2, (1, 0, -1): 2}))
    other = game_of(2, 1, [3], died=Counter({(1, 1, 7): 4}))
    first, second = facts_of([one, other]).deadliest()
    assert (first.space, first.steps, first.part) == (7, [0.0, 3.0], 0.5)
    assert (second.space, second.steps, second.part) == (5, [1.5, 0.5], 1 / 3)


def test_luck_is_counted_in_hits_against_what_was_to_be_expected() -> None:
    thrown = {
        Throw(0, "assault", 6, 5): Dice(18, 80, 12), Throw(1, "assault", 6, 5): Dice(18, 50, 3),
        Throw(0, "weather", 6, 0): Dice(9, 9, 0),
    }  # fmt: skip
    facts = facts_of([game_of(1, 0, [3], thrown=thrown), game_of(2, 1, [3], thrown=thrown)])
    us = facts.dice_of(facts.rows[0], 0)
    assert (us.dice, us.got, us.expected, us.sigmas) == pytest.approx((18, 12, 6, 3.0))
    assert facts.dice_of(facts.rows[0], 1).sigmas == pytest.approx(-1.5)
    assert facts.luck_wins().share == 0.5
    told = {notable.title: notable for notable in facts.notable()}
    assert told["The luckiest"].words.startswith("United States: 12 hits with 18 dice in battle, 6 were to be expected")
    assert (told["Won with the worst dice"].number, told["Won with the worst dice"].words[:5]) == (2, "Japan")


def test_the_closest_game_is_the_one_nearest_to_the_line_between_victory_and_defeat() -> None:
    facts = facts_of([game_of(n, winner, [3]) for n, winner in ((2, 0), (5, 0), (9, 0), (3, 1), (7, 1))])
    told = {notable.title: notable for notable in facts.notable()}
    assert told["The closest"].number == 3
    assert told["The closest"].words.startswith("US VP − JP VP -3, where -0.5 divides")


def test_the_page_says_what_it_was_made_of_and_names_games_that_can_be_opened(study: Study, tmp_path: Path) -> None:
    page = tmp_path / "facts.md"
    assert cli.main(["lab", "facts", "iwojima", "--study", str(study.folder), "-o", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert "what 6 games say" in text
    assert f"edition {games.load('iwojima').version}" in text
    assert "grognard lab play iwojima --games 6 --bots random,random --seed 5 --into iwojima-study" in text
    for heading in (
        "How it ends",
        "When places fall",
        "Where it is deadly",
        "The dice of battle",
        "Games worth a look",
    ):
        assert f"## {heading}" in text
    assert "`grognard lab record iwojima NUMBER --seed 5 --bots random,random -o FILE`" in text


def test_the_command_for_a_record_names_the_scenario_and_options_that_were_played() -> None:
    plan = Plan("formosa", ("random", "random"), 1, seed=1, scenario="2", options=(("25.1", "on"),))
    game = games.load("formosa")
    facts = Facts(game, note_of(plan), Findings.of(game, [watch(plan, game, 0)]))
    words = facts_page.page(facts, 0)
    assert "`grognard lab record formosa NUMBER --bots random,random --scenario 2 --option 25.1=on -o FILE`" in words


def test_a_game_of_a_study_is_written_as_a_record(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    call = ["lab", "record", "iwojima", "4", "--bots", "random", "--seed", "5", "-o", str(file)]
    assert cli.main(call) == 0
    game = games.load("iwojima")
    assert file.read_text(encoding="utf-8") == saves.write(recorded(PLAN, game, 4))
    assert len(recorded(PLAN, game, 4).played) == play_one(PLAN, game, 4).decisions


def test_facts_of_another_game_are_refused(study: Study, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call = ["lab", "facts", "ichigo", "--study", str(study.folder), "-o", str(tmp_path / "facts.md")]
    assert cli.main(call) == 2
    assert "is a study of iwojima, not of ichigo." in capsys.readouterr().err
