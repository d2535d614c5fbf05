"""Studies: the same to the last byte whoever plays them, resumed, merged, reported; and what the figures are worth."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from grognard import cli, extras, games
from grognard.kernel.flow import Refused
from grognard.lab import study_findings
from grognard.lab.executors import cluster, here, processes
from grognard.lab.game_observer import Watched, watch
from grognard.lab.simulate import Plan, play_one
from grognard.lab.study import Study, merge, read, run
from grognard.lab.study_page import difference
from random_games import some_of

PLAN = Plan("iwojima", ("random", "random"), 10, seed=5)


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir())}


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ten games in chunks of three, one after the other."""
    folder = tmp_path_factory.mktemp("studies") / "alone"
    run(Study.begin(folder, PLAN, 3), 10, here)
    return folder


@pytest.mark.parametrize("game", some_of(3, ("iwojima", "whitesun", "ichigo", "nemesis", "formosa")))
def test_to_watch_a_game_changes_nothing_in_it(game: str) -> None:
    loaded = games.load(game)
    plan = Plan(game, ("random",) * len(loaded.sides), 1, seed=8)
    seen = watch(plan, loaded, 0)
    assert seen.result == play_one(plan, loaded, 0)
    assert [turn.turn for turn in seen.turns] == list(range(1, len(seen.turns) + 1))
    assert seen.fought
    everything = [space for party in seen.turns[-1].held for space in party]
    assert len(everything) == len(set(everything)) > 5


def test_processes_write_the_same_bytes(alone: Path, tmp_path: Path) -> None:
    study = Study.begin(tmp_path / "two", PLAN, 3)
    run(study, 10, processes(2))
    assert contents(study.folder) == contents(alone)


def test_a_study_that_was_stopped_goes_on_and_is_the_same(alone: Path, tmp_path: Path) -> None:
    study = Study.begin(tmp_path / "stopped", PLAN, 3)

    def stops(plan: Plan, chunks: list[range]) -> Iterator[tuple[range, list[Watched]]]:
        for number, done in enumerate(here(plan, chunks)):
            if number == 2:
                raise KeyboardInterrupt
            yield done

    with pytest.raises(KeyboardInterrupt):
        run(study, 10, stops)
    assert study.count() == 6
    told: list[int] = []
    run(Study.begin(study.folder, PLAN, 3), 10, here, told.append)
    assert told == [6, 9, 10]
    assert contents(study.folder) == contents(alone)


def test_a_longer_study_begins_with_the_shorter_one(alone: Path, tmp_path: Path) -> None:
    study = Study.begin(tmp_path / "longer", PLAN, 3)
    run(study, 4, here)
    run(study, 10, here)
    assert contents(study.folder) == contents(alone)


def test_merged_parts_are_the_whole(alone: Path, tmp_path: Path) -> None:
    play = ["lab", "play", "iwojima", "--bots", "random", "--seed", "5", "--chunk", "3", "--jobs", "1"]
    assert cli.main([*play, "--games", "6", "--into", str(tmp_path / "one")]) == 0
    assert cli.main([*play, "--games", "10", "--first", "6", "--into", str(tmp_path / "other")]) == 0
    assert cli.main([*play, "--games", "10", "--first", "7", "--into", str(tmp_path / "other")]) == 2
    parts = [str(tmp_path / name) for name in ("other", "one")]
    assert cli.main(["lab", "merge", *parts, "--into", str(tmp_path / "all")]) == 0
    assert contents(tmp_path / "all") == contents(alone)


def test_what_cannot_be_added_up_is_refused(alone: Path, tmp_path: Path) -> None:
    with pytest.raises(Refused, match="other bots, options, scenario or seed"):
        Study.begin(alone, Plan("iwojima", ("random", "random"), 10, seed=6))
    other = Study.begin(tmp_path / "seed", Plan("iwojima", ("random", "random"), 10, seed=6), 3)
    with pytest.raises(Refused, match="seed is 5 and 6"):
        merge([alone, other.folder], tmp_path / "never")
    assert not (tmp_path / "never").exists()
    note = alone / "study.json"
    before = note.read_text()
    try:
        note.write_text(re.sub(r'"version": "[^"]+"', '"version": "0-old"', before))
        with pytest.raises(Refused, match="edition 0-old"):
            Study.begin(alone, PLAN)
        note.write_text("{")
        with pytest.raises(Refused, match="cannot be read"):
            Study.open(alone)
    finally:
        note.write_text(before)
    with pytest.raises(Refused, match="no study"):
        Study.open(tmp_path / "nowhere")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letters.txt").write_text("mine")
    with pytest.raises(Refused, match="holds something else"):
        Study.begin(tmp_path / "full", PLAN)


def test_a_damaged_file_is_named(alone: Path, tmp_path: Path) -> None:
    file = tmp_path / "games-000000000-000000002.parquet"
    whole = (alone / file.name).read_bytes()
    for broken in (b"", b"nothing", whole[: len(whole) // 2]):
        file.write_bytes(broken)
        with pytest.raises(Refused, match="is damaged"):
            read(file)


@pytest.mark.slow
def test_a_cluster_with_a_killed_worker_writes_the_same_bytes(alone: Path, tmp_path: Path) -> None:
    study = Study.begin(tmp_path / "ray", PLAN, 3)
    killed: list[int] = []
    over = threading.Event()

    def kill_one() -> None:
        while not over.wait(0.05):
            for pid in filter(str.isdigit, os.listdir("/proc")):
                try:
                    command = Path(f"/proc/{pid}/cmdline").read_bytes()
                except OSError:
                    continue
                if command.startswith(b"ray::play_chunk"):
                    os.kill(int(pid), signal.SIGKILL)
                    killed.append(int(pid))
                    return

    killer = threading.Thread(target=kill_one)
    killer.start()
    try:
        run(study, 10, cluster("ray", 2))
    finally:
        over.set()
        killer.join()
    assert killed, "no worker was seen at work"
    assert contents(study.folder) == contents(alone)


def test_a_cluster_that_is_not_there_is_said_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["lab", "play", "iwojima", "--games", "1", "--into", str(tmp_path / "s"), "--on", "dask"]) == 2
    assert "--on takes ray or ray://HOST:PORT, not 'dask'." in capsys.readouterr().err


def test_no_cluster_at_an_address_is_said_in_one_sentence_and_what_was_played_stays(
    alone: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ray = pytest.importorskip("ray")

    def nobody(address: str, **settings: object) -> None:
        raise ConnectionError(f"ray client connection timeout: {address}\nmore")

    monkeypatch.setattr(ray, "init", nobody)
    study = Study.begin(tmp_path / "s", PLAN, 3)
    run(study, 3, here)
    before = contents(study.folder)
    call = ["lab", "play", "iwojima", "--bots", "random", "--seed", "5", "--games", "10", "--into", str(study.folder)]
    assert cli.main([*call, "--on", "ray://127.0.0.1:1"]) == 2
    said = capsys.readouterr().err.strip()
    assert said == "There is no Ray cluster at ray://127.0.0.1:1: ray client connection timeout: ray://127.0.0.1:1."
    assert contents(study.folder) == before


def test_an_extra_that_is_not_installed_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In a process of its own, in which pyarrow cannot be found."""
    hidden = "import sys; sys.modules['pyarrow'] = None; from grognard import cli; sys.exit(cli.main(sys.argv[1:]))"
    call = ["lab", "facts", "iwojima", "--study", str(tmp_path), "-o", str(tmp_path / "f.md")]
    done = subprocess.run([sys.executable, "-c", hidden, *call], capture_output=True, text=True, timeout=120)
    assert done.returncode == 2
    assert done.stderr.strip() == f"Studies need pyarrow: {extras.install('study')}."


def test_pages_of_a_damaged_study_another_edition_or_no_games_are_refused(
    alone: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for what in ("report", "facts"):
        folder = tmp_path / what
        shutil.copytree(alone, folder)
        page = tmp_path / f"{what}.page"
        call = ["lab", what, "iwojima", "--study", str(folder), "-o", str(page)]
        file = folder / "games-000000003-000000005.parquet"
        file.write_bytes(file.read_bytes()[:200])
        assert cli.main(call) == 2
        assert f"{file} is damaged" in capsys.readouterr().err
        for kept in folder.glob("*.parquet"):
            kept.unlink()
        assert cli.main(call) == 2
        assert f"There is no finished game in {folder}" in capsys.readouterr().err
        note = folder / "study.json"
        note.write_text(re.sub(r'"version": "[^"]+"', '"version": "0-old"', note.read_text()))
        assert cli.main(call) == 2
        assert "was played under edition 0-old of the rules and data, this is" in capsys.readouterr().err
        note.write_text(re.sub(r'"format": \d+', '"format": 1', note.read_text()))
        assert cli.main(call) == 2
        assert "was kept in form 1, this is form 2: play it again." in capsys.readouterr().err
        assert not page.exists()


def test_a_report_is_one_page_that_fetches_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "report.html"
    few = ["--games", "8", "--bots", "random", "--luck", "2", "--jobs", "1"]
    assert cli.main(["lab", "report", "iwojima", *few, "-o", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    for part in ("Winners", "Endings", "Length in turns", "Steps lost, by turn", "Fought over", "Records", "seed 1"):
        assert part in text
    outside = re.findall(r'(?:src|href)="(?!#|data:)[^"]+"|url\((?!"?(?:#|%23|data:))[^)]+\)', text)
    assert [found for found in outside if "www.w3.org" not in found] == []
    assert "8 games of Iwo Jima" in capsys.readouterr().out


def test_two_studies_are_laid_side_by_side(alone: Path, tmp_path: Path) -> None:
    other = Study.begin(tmp_path / "other", Plan("iwojima", ("random", "random"), 10, seed=6), 5)
    run(other, 5, here)
    page = tmp_path / "both.html"
    assert cli.main(["lab", "compare", str(alone), str(other.folder), "-o", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert "A: Winners" in text
    assert "B: Winners" in text
    assert "10 games" in text
    assert "5 games" in text


# --- the arithmetic


def test_logistic_regression_finds_the_weights_that_made_the_data() -> None:
    rng = np.random.default_rng(1)
    x = np.hstack([np.ones((4000, 1)), rng.normal(size=(4000, 2))])
    true = np.array([0.3, 1.2, -0.7])
    y = (rng.random(4000) < 1 / (1 + np.exp(-x @ true))).astype(float)
    weights, errors = study_findings.logistic(x, y, 1e-6)
    assert np.all(np.abs(weights - true) < 4 * errors)
    assert np.all(errors < 0.1)


def test_the_area_under_the_curve_of_certainty_guess_and_error() -> None:
    true = np.array([1.0, 1.0, 0.0, 0.0])
    assert study_findings.area_under_curve(np.array([4.0, 3.0, 2.0, 1.0]), true) == 1.0
    assert study_findings.area_under_curve(np.array([1.0, 1.0, 1.0, 1.0]), true) == 0.5
    assert study_findings.area_under_curve(np.array([1.0, 2.0, 3.0, 4.0]), true) == 0.0


def test_the_difference_of_two_shares_has_newcombes_interval() -> None:
    """56 of 70 against 48 of 80: 0.20 (0.0524 to 0.3339), as Newcombe's paper has it."""
    low, high = difference(study_findings.share("", 48, 80), 80, study_findings.share("", 56, 70), 70)
    assert (round(low, 4), round(high, 4)) == (0.0524, 0.3339)


def test_luck_is_what_differs_within_a_position() -> None:
    within, between = study_findings.spread_by_dice([[1, -1, 1, -1], [1, -1, 1, -1]])
    assert within > 1
    assert between == 0
    within, between = study_findings.spread_by_dice([[1, 1, 1], [-1, -1, -1]])
    assert within == 0
    assert between == 2
