"""The arena: strengths from results, sides exchanged on the same dice, a file to go on from, what is refused."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from grognard.cli import main
from grognard.kernel.flow import Refused
from grognard.lab import arena, arena_page, bradley_terry, sprt
from grognard.lab.simulate import Plan

PLAN = Plan("iwojima", (), 1, 5)


def test_strengths_come_back_from_games_that_were_drawn_with_them() -> None:
    rng = random.Random(3)
    true, seat = [0.0, 150.0, -200.0], 60.0
    games = []
    for _ in range(1500):
        for a in range(3):
            for b in range(3):
                if a != b:
                    chance = 1 / (1 + 10 ** (-(true[a] - true[b] + seat) / 400))
                    games.append(bradley_terry.Game(a, b, float(rng.random() < chance)))
    found, first = bradley_terry.strengths(3, games)
    assert found[0] == (0.0, 0.0, 0.0), "the one that all are measured by"
    for strength, elo in zip(found[1:], true[1:], strict=True):
        assert strength.low < elo < strength.high
        assert strength.high - strength.low < 45
    assert abs(first - seat) < 20


def test_an_interval_holds_the_truth_nineteen_times_of_twenty() -> None:
    held = 0
    for seed in range(200):
        rng = random.Random(seed)
        games = [bradley_terry.Game(i % 2, 1 - i % 2, 0.0) for i in range(60)]
        chance = 1 / (1 + 10 ** (-120 / 400))
        games = [game._replace(points=float((rng.random() < chance) == (game.first == 1))) for game in games]
        found, _ = bradley_terry.strengths(2, games)
        held += found[1].low <= 120 <= found[1].high
    assert 180 <= held <= 199


def test_who_never_lost_has_a_strength_all_the_same() -> None:
    found, _ = bradley_terry.strengths(2, [bradley_terry.Game(i % 2, 1 - i % 2, float(i % 2)) for i in range(40)])
    assert 300 < found[1].elo < 2000
    assert found[1].low > 0


@pytest.fixture(scope="module")
def met(tmp_path_factory: pytest.TempPathFactory) -> arena.Arena:
    """A small tournament, broken off in the middle of a line and gone on with."""
    file = tmp_path_factory.mktemp("arena") / "kept.jsonl"
    arena.enter(PLAN, ("staff", "random", "recruit"), 2, file).play(1)
    text = file.read_text(encoding="utf-8")
    file.write_text(text[:-20], encoding="utf-8")
    meeting = arena.enter(PLAN, ("staff", "random", "recruit"), 4, file)
    assert len(meeting.played) == 5, "the broken line is played again"
    meeting.play(1)
    return meeting


def test_a_tournament_goes_on_from_its_file_and_is_the_same_as_in_one_go(met: arena.Arena) -> None:
    assert met.file is not None
    lines = met.file.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1 + 12
    again = arena.enter(PLAN, ("staff", "random"), 4, None)
    again.play(1)
    kept = {(each.seats, each.number): each.winner for each in met.counted()}
    assert all(kept[each.seats, each.number] == each.winner for each in again.counted())
    assert {each.number for each in again.counted()} == {0, 1}, "each number from both sides"
    assert {each.seats for each in again.counted()} == {("staff", "random"), ("random", "staff")}


def test_the_table_and_the_plot_name_everybody(met: arena.Arena) -> None:
    table = "\n".join(arena_page.lines(met))
    found, _ = arena.standings(met)
    assert found[-1].bot == "random"
    assert next(one for one in found if one.bot == "staff").strength == (0.0, 0.0, 0.0)
    drawn = ElementTree.fromstring(arena_page.plot(met))
    words = [each.text for each in drawn.iter("{http://www.w3.org/2000/svg}text")]
    for name in met.bots:
        assert f"\n{name}" in table
        assert name in words
    assert "staff against random: " in table or "random against staff: " in table
    data = arena_page.to_json(met)
    assert data["games"] == 12
    assert [one["bot"] for one in data["bots"]] == [one.bot for one in found]


def test_all_may_meet_one_only() -> None:
    meeting = arena.enter(PLAN, ("staff", "random", "recruit"), 2, None, "staff")
    assert [each.seats for each in meeting.fixtures()] == [
        ("staff", "random"), ("random", "staff"), ("staff", "recruit"), ("recruit", "staff"),
    ]  # fmt: skip


def test_a_game_for_one_player_is_played_against_the_game_itself() -> None:
    meeting = arena.enter(Plan("whitesun", (), 1, 5), ("random",), 2, None)
    meeting.play(1)
    assert [each.seats for each in meeting.counted()] == [("random",)] * 2
    assert "random" in "\n".join(arena_page.lines(meeting))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("--bots staff,napoleon --games 2", "There is no bot 'napoleon' for Iwo Jima: general, staff, "),
        ("--bots staff,staff --games 2", "Each bot takes part once: two of the names are the same."),
        ("--bots staff --games 2", "--bots takes two to 12 bots, separated by commas."),
        ("--bots staff,random --games 3", "--games takes an even number, for each game is played from both sides: 3 "),
        ("--bots staff,random --games 0", "--games: '0' is not a whole number of at least 1."),
        ("--bots staff,random --games 2 --against general", "--against takes one of --bots, and 'general' is "),
        ("--bots staff:2s,random --games 2", "staff answers at once and takes no budget ('staff:2s'): "),
        ("--bots staff,random --games 2 --plot /nowhere/x.svg", "/nowhere/x.svg cannot be written: "),
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_said_in_a_sentence(
    arguments: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status = main(["arena", "iwojima", *arguments.split()])
    except SystemExit as left:
        status = int(left.code or 0)
    assert status == 2
    assert capsys.readouterr().err.startswith(says)


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("dear diary\n", encoding="utf-8")
    with pytest.raises(Refused, match="is no file of an arena"):
        arena.enter(PLAN, ("staff", "random"), 2, other)
    assert other.read_text(encoding="utf-8") == "dear diary\n"
    kept = tmp_path / "kept.jsonl"
    arena.enter(PLAN, ("staff", "random"), 2, kept)
    head = json.loads(kept.read_text(encoding="utf-8"))
    assert (head["game"], head["seed"]) == ("iwojima", 5)
    with pytest.raises(Refused, match="was played with seed 5, not 6"):
        arena.enter(Plan("iwojima", (), 1, 6), ("staff", "random"), 2, kept)


# --- sequential tests


def decided(elo: float, rng: random.Random, most: int = 20_000) -> tuple[str, int]:
    """A sequential test between two bots that differ by so much: its verdict, and after how many pairs."""
    chance = sprt.expected(elo)
    pairs: list[float] = []
    for number in range(most):
        seat = rng.gauss(0, 0.1)  # the dice of a pair favour one side, and each bot has it once
        pairs.append(((rng.random() < chance + seat) + (rng.random() < chance - seat)) / 2)
        if number % 5 == 4 and (found := sprt.verdict(pairs, sprt.Hypotheses(0, 50))):
            return found, number + 1
    return "", most


@pytest.mark.parametrize(("elo", "true"), [(0, "weaker"), (50, "stronger"), (150, "stronger"), (-100, "weaker")])
def test_a_sequential_test_is_seldom_wrong(elo: float, true: str) -> None:
    rng = random.Random(elo)
    found = [decided(elo, rng)[0] for _ in range(100)]
    assert found.count(true) >= 88, found.count(true)


def test_a_large_difference_is_decided_in_few_games() -> None:
    rng = random.Random(1)
    lengths = {elo: sum(decided(elo, rng)[1] for _ in range(40)) / 40 for elo in (50, 200)}
    assert lengths[200] < 60 < lengths[50] < 400


def test_one_outcome_alone_decides_nothing_at_once() -> None:
    hypotheses = sprt.Hypotheses(0, 35)
    assert sprt.verdict([1.0] * (sprt.LEAST_PAIRS - 1), hypotheses) == ""
    assert sprt.verdict([], hypotheses) == ""
    assert sprt.verdict([1.0] * 40, hypotheses) == "stronger"
    assert sprt.verdict([0.0] * 40, hypotheses) == "weaker"
    assert hypotheses.bound == pytest.approx(2.944, abs=0.001)


def test_an_arena_with_a_test_ends_by_itself_and_says_what_was_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "iwojima", "--bots", "staff,random", "--games", "400", "--sprt", "0,100", "--jobs", "1"]) == 0
    said = capsys.readouterr().out
    assert "staff against random: +100 Elo explains the games better than +0, after 1" in said
    met = arena.enter(PLAN, ("staff", "random"), 400, None, "", sprt.Hypotheses(0, 100))
    met.play(1)
    assert sprt.LEAST_PAIRS <= len(met.pairs()) < 40
    assert len(met.played) == 2 * len(met.pairs())


def test_for_a_single_player_the_same_dice_make_a_pair() -> None:
    plan = Plan("whitesun", (), 1, 5)
    met = arena.enter(plan, ("staff", "random"), 3, None, "", sprt.Hypotheses(0, 100))
    met.play(1)
    won = [met.played[arena.Fixture((name,), n)].winner == 0 for n in range(3) for name in ("staff", "random")]
    assert met.pairs() == [(1 + won[2 * n] - won[2 * n + 1]) / 2 for n in range(3)]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--bots", "staff,random,recruit", "--sprt", "0,35"], "--sprt compares two bots"),
        (["--bots", "staff,random", "--sprt", "35,0"], "the lower first"),
    ],
)
def test_a_sequential_test_that_makes_no_sense_is_refused(more: list[str], said: str, capsys: Any) -> None:
    assert main(["arena", "iwojima", "--games", "10", *more]) == 2
    assert said in capsys.readouterr().err
