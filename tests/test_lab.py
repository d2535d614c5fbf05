"""The laboratory: statistics, coverage of cases, pictures, measurements."""

from __future__ import annotations

import signal
import threading
from pathlib import Path

import pytest

from grognard import cli, games
from grognard.kernel.flow import Refused
from grognard.lab import benchmarks, position_description
from grognard.lab.case_coverage import claims_in, coverage
from grognard.lab.confidence_intervals import mean, quantile, wilson
from grognard.lab.machine_speed import USUAL, Stopwatch, search
from grognard.lab.simulate import Plan, checked, play_one, recorded, simulate
from grognard.match import save as saves
from grognard.match import visibility

GAME = games.load("iwojima")


def test_the_wilson_interval_is_the_textbook_one() -> None:
    low, high = wilson(50, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    assert wilson(0, 10)[0] == 0.0
    assert round(wilson(0, 10)[1], 4) == 0.2775
    assert wilson(10, 10)[1] == 1.0
    assert wilson(0, 0) == (0.0, 1.0)


def test_means_and_quantiles() -> None:
    assert mean([]) == 0.0
    assert mean([1, 2, 6]) == 3
    assert quantile([3, 1, 2], 0.5) == 2
    assert quantile(list(range(1, 101)), 0.99) == 99
    assert quantile([], 0.5) == 0.0


def test_the_yardstick_reaches_every_hex_step_by_step() -> None:
    """From a corner, the farthest of 40 by 30 hexes is 39 columns away, which also crosses 19 or 20 rows."""
    assert search(0) == 39 + 29 - 20 + 1
    assert 20 < search(15 * 40 + 20) < 30


# --- coverage

TESTS = """
import pytest
from helpers import case

pytestmark = pytest.mark.case("24(3)")

@case("9.3.2a", "R12")
def test_one(): ...

class TestMore:
    @pytest.mark.case("24(2)")
    @pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.case("24(1)"))])
    def test_two(self, n): ...

@case("6b")
def helper(): ...
"""


def made_up(folder: Path, text: str) -> Path:
    (folder / "iwojima").mkdir()
    (folder / "iwojima" / "test_made_up.py").write_text(text, encoding="utf-8")
    return folder / "iwojima"


def test_tests_are_read_for_the_cases_they_name(tmp_path: Path) -> None:
    found = {(claim.case, claim.test.partition("::")[2]) for claim in claims_in(made_up(tmp_path, TESTS))}
    assert found == {
        ("24(3)", "test_one"),
        ("9.3.2a", "test_one"),
        ("R12", "test_one"),
        ("24(3)", "TestMore::test_two"),
        ("24(2)", "TestMore::test_two"),
        ("24(1)", "TestMore::test_two"),
    }


def test_missing_and_unknown_cases_are_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = made_up(tmp_path, TESTS + '\n@case("99.9z")\ndef test_three(): ...\n')
    found = coverage(GAME, folder)
    missing = {entry.id for entry in found.missing}
    assert "R12" not in missing
    assert "R13" in missing
    assert "6b" in missing
    notes = {row["id"] for row in (*GAME.cases, *GAME.rulings) if row.get("kind") == "note"}
    assert notes
    assert not notes & missing
    assert [claim.case for claim in found.unknown] == ["99.9z"]
    assert cli.main(["cases", "iwojima", "--missing", "--tests", str(tmp_path)]) == 1
    out, err = capsys.readouterr()
    assert "R13 " in out
    assert "9.3.2a" not in out
    assert err == "iwojima/test_made_up.py, line 18: there is no case '99.9z' in Iwo Jima.\n"


def test_a_test_that_names_an_unknown_case_is_wrong_even_when_nothing_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ids = [str(row["id"]) for row in (*GAME.cases, *GAME.rulings)]
    whole = f"@case({', '.join(map(repr, ids))})\ndef test_all(): ...\n"
    made_up(tmp_path, whole)
    assert cli.main(["cases", "iwojima", "--tests", str(tmp_path)]) == 0
    (tmp_path / "iwojima" / "test_more.py").write_text('@case("R999")\ndef test_more(): ...\n', encoding="utf-8")
    assert cli.main(["cases", "iwojima", "--tests", str(tmp_path)]) == 1
    assert "there is no case 'R999'" in capsys.readouterr().err


def test_ids_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    folder = made_up(tmp_path, "@case(*IDS)\ndef test_x(): ...\n")
    with pytest.raises(Refused, match=r"test_made_up.py, line 1: the ids of cases must be written out"):
        list(claims_in(folder))
    (folder / "test_made_up.py").write_text("def (:\n", encoding="utf-8")
    with pytest.raises(Refused, match=r"test_made_up.py, line 1: this is not Python"):
        list(claims_in(folder))


# --- games


def test_the_recorded_game_is_the_simulated_one() -> None:
    plan = Plan("iwojima", ("staff", "random"), 1, seed=3)
    result = play_one(plan, GAME, 5)
    match = recorded(plan, GAME, 5)
    assert not result.problem
    assert (result.winner, result.ending, result.decisions) == (
        match.state.winner,
        match.state.ending,
        len(match.played),
    )
    assert result.score == GAME.score(match.state)


def test_faults_are_caught_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stubborn:
        reason = ""

        def choose(self, known: object, asked: object) -> tuple[str, ...]:
            return ("surrender-everything",)

    monkeypatch.setattr("grognard.lab.simulate.make", lambda *_: Stubborn())
    plan = Plan("iwojima", ("random", "random"), 2)
    outcome = simulate(plan)
    assert len(outcome.failures) == 2
    assert "Refused: That is not a legal choice here. in apply (play.py, line" in outcome.failures[0].problem


def test_an_endless_game_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.lab.simulate.MOST_DECISIONS", 50)
    result = play_one(Plan("iwojima", ("random", "random"), 1), GAME, 0)
    assert result.problem == "endless: more than 50 decisions"


def test_a_plan_is_checked_before_it_is_played() -> None:
    with pytest.raises(Refused, match="no bot 'genius'"):
        checked(Plan("iwojima", ("genius", "random"), 1))
    with pytest.raises(Refused, match="no scenario 'winter'"):
        checked(Plan("iwojima", ("random", "random"), 1, scenario="winter"))


def test_an_open_position_shows_all_and_a_side_only_its_own() -> None:
    match = recorded(Plan("iwojima", ("random", "random"), 1), GAME, 1)
    state = match.position(250)
    everything = visibility.seen_by(GAME, state, None)
    american = visibility.seen_by(GAME, state, 0)
    assert len(everything["units"]) == len(GAME.unit_ids) > len(american["units"])
    assert american == GAME.view(state, 0)
    heard = position_description.log(match, 250, 0)
    assert len(heard) < len(position_description.log(match, 250))


# --- measurements


def test_figures_know_their_targets() -> None:
    more = benchmarks.Figure("decisions", 100, "per second", 90, more=True)
    assert more.met(1.0)
    assert not more.met(0.5)
    less = benchmarks.Figure("copy", 10, "us", 9)
    assert not less.met(1.0)
    assert less.met(1.2)
    assert not benchmarks.Figure("size", 10, "bytes", 9, timed=False).met(2.0)
    assert benchmarks.Figure("other", 10, "ms").met(1.0) is None
    assert benchmarks.Figure("other", 10, "ms").usual(2.0) == 5


def test_a_figure_that_watched_the_machine_asks_no_yardstick_afterwards() -> None:
    watched = benchmarks.Figure("decisions", 100, "per second", 190, more=True, speed=2.0)
    assert watched.usual(0.1) == 200
    assert watched.met(0.1)


def test_the_stopwatch_weighs_the_yardstick_as_what_it_is() -> None:
    """Whatever the machine does meanwhile, a search measured by searches takes what it takes on the usual machine."""
    searches = 3000
    with Stopwatch() as watch:
        for _ in range(searches):
            search(620)
    assert watch.slices > 5, "the yardstick is looked at in between"
    assert watch.usual / searches == pytest.approx(USUAL / 1e6, rel=0.15)
    assert watch.seconds == pytest.approx(watch.usual * watch.speed)


def test_the_stopwatch_goes_on_and_leaves_the_alarm_as_it_was() -> None:
    watch = Stopwatch()
    with watch:
        search(0)
    first = watch.seconds
    with watch:
        search(0)
    assert watch.seconds > first > 0
    assert signal.getsignal(signal.SIGPROF) is not watch._pause
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)


def test_beside_the_main_thread_the_yardstick_stands_at_both_ends() -> None:
    watch = Stopwatch()

    def work() -> None:
        with watch:
            for _ in range(500):
                search(620)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert watch.slices == 1
    assert watch.usual > 0


def test_the_rules_are_measured() -> None:
    decisions, played = benchmarks.random_figures(GAME, 0.05, benchmarks.Targets())
    assert decisions.value > played.value > 0
    assert decisions.usual(1.0) > played.usual(1.0) > 0
    assert benchmarks.positions(GAME, 1)
    match = benchmarks.played_match(GAME, "random", 0)
    assert saves.write(benchmarks.replay(match)) == saves.write(match)


def test_the_server_is_measured_over_http(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmarks, "MATCHES", 3)
    figures = {figure.name: figure.value for figure in benchmarks.server_figures(GAME, 0.5)}
    assert figures["server, 3 matches, flat out"] > 0
    assert 0 < figures["server, flat out, p50"] <= figures["server, flat out, p99"]
