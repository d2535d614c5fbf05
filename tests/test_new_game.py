"""The sixth game: `grognard new-game` writes a package that is clean, installs beside ours and passes its tests."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from grognard.cli import main
from grognard.kernel.flow import Refused
from grognard.newgame import new_game
from tutorial import followed
from virtual_environments import ROOT, built, environment

NAME, TITLE = "ambush", "Ambush at Dawn"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game that the command has just written."""
    folder = tmp_path_factory.mktemp("games") / NAME
    assert main(["new-game", NAME, "--title", TITLE, "--into", str(folder)]) == 0
    return folder


@pytest.fixture(scope="module")
def python(wheel: Path, made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a fresh environment that holds Grognard, the game and pytest."""
    folder = tmp_path_factory.mktemp("fresh")
    copy = shutil.copytree(made, folder / "copy")  # a build leaves something behind
    return environment(folder / "env", [wheel, built(copy, "wheel", folder)], also=["pytest"])


def run(python: Path, *words: str, **more: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(python), *words], capture_output=True, text=True, **more)


# --- what is written


def test_nothing_of_the_model_is_left_but_the_game(made: Path) -> None:
    files = [file for file in made.rglob("*") if file.is_file()]
    assert not [file for file in files if file.suffix == ".txt"]
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    assert "threefords" not in text.lower()
    assert "Three Fords" not in text
    assert TITLE in text
    assert {"cases.toml", "units.csv", "map.toml", "tables.toml", "glossary.toml", "lessons.toml"} == {
        file.name for file in (made / "src" / NAME / "data").iterdir()
    }
    grid = (made / "src" / NAME / "data" / "map.toml").read_text(encoding="utf-8").split('"""')[1]
    assert len(grid.split("\n")[1:-1]) == 10


def test_what_is_written_is_clean(made: Path) -> None:
    done = run(Path(sys.executable), "-m", "ruff", "check", "--no-cache", ".", cwd=made)
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("which", ["made", "changed"])
def test_what_is_written_is_typed(which: str, request: pytest.FixtureRequest) -> None:
    """As it was made, and after the tutorial."""
    made: Path = request.getfixturevalue(which)
    settings = ["--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(ROOT / ".mypy_cache")]
    done = run(
        Path(sys.executable), "-m", "mypy", *settings, str(made / "src" / NAME),
        cwd=ROOT, env=os.environ | {"MYPYPATH": f"{made / 'src'}{os.pathsep}{ROOT / 'src'}"},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("name", ["Ambush", "2nd", "class", "a-b", "json", "x" * 30, "../ambush", ""])
def test_a_name_that_cannot_be_a_package_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(Refused):
        new_game(name, tmp_path / "made")
    assert not (tmp_path / "made").exists()


def test_nothing_is_written_over(made: Path) -> None:
    before = sorted(made.rglob("*"))
    with pytest.raises(Refused, match="nothing was written over"):
        new_game(NAME, made)
    assert sorted(made.rglob("*")) == before


def test_a_title_that_would_break_a_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused):
        new_game(NAME, tmp_path / "made", 'Say "no"')


# --- in a fresh environment


def test_it_plays_at_once_beside_ours_and_its_bot_is_offered(python: Path, tmp_path: Path) -> None:
    said = run(python, "-m", "grognard.cli", "games", cwd=tmp_path)
    assert TITLE in said.stdout
    done = run(python, "-m", "grognard.cli", "simulate", NAME, "--games", "1", "--bots", "staff,staff", cwd=tmp_path)
    assert done.returncode == 0, done.stderr


def test_its_own_tests_pass(made: Path, python: Path) -> None:
    done = run(python, "-m", "pytest", "-p", "no:cacheprovider", "tests", cwd=made)
    assert done.returncode == 0, done.stdout[-3000:]
    assert "1 skipped" in done.stdout, "the page is driven from here"


def test_every_case_of_it_has_a_test(made: Path, python: Path) -> None:
    done = run(python, "-m", "grognard.cli", "cases", NAME, "--missing", "--tests", str(made / "tests"), cwd=made)
    assert done.returncode == 0, done.stdout + done.stderr


# --- the tutorial


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game after everything that the tutorial says."""
    folder = tmp_path_factory.mktemp("taught") / NAME
    new_game(NAME, folder, TITLE)
    touched = followed((ROOT / "docs" / "programmers" / "new-game.md").read_text(encoding="utf-8"), folder)
    assert len(touched) > 8
    return folder


def test_the_tutorial_leaves_a_clean_game(changed: Path) -> None:
    done = run(Path(sys.executable), "-m", "ruff", "check", "--no-cache", ".", cwd=changed)
    assert done.returncode == 0, done.stdout


def test_the_tutorials_unit_rules_and_bot_pass_its_tests(changed: Path, python: Path, long: bool) -> None:
    env = os.environ | {"PYTHONPATH": str(changed / "src")}
    some = [] if long else ["-k", "engineers or guns or bot or changes_no_byte"]
    done = run(python, "-m", "pytest", "-p", "no:cacheprovider", "tests", *some, cwd=changed, env=env)
    assert done.returncode == 0, done.stdout[-3000:]
    words = ["cases", NAME, "--missing", "--tests", str(changed / "tests")]
    assert run(python, "-m", "grognard.cli", *words, env=env).returncode == 0


def test_a_secret_that_gets_out_is_found(made: Path, python: Path, tmp_path: Path) -> None:
    """The general tests can fail: here the page of the Column is shown what lies face down."""
    broken = tmp_path / NAME
    shutil.copytree(made, broken)
    file = broken / "src" / NAME / "knowledge.py"
    text = file.read_text(encoding="utf-8")
    assert "unseen = s.hidden if" in text
    file.write_text(text.replace("unseen = s.hidden if", "unseen = 0 if"), encoding="utf-8")
    env = os.environ | {"PYTHONPATH": str(broken / "src")}
    done = run(python, "-m", "pytest", "-p", "no:cacheprovider", "tests", "-k", "changes_no_byte", cwd=broken, env=env)
    assert done.returncode == 1, done.stdout


@pytest.mark.browser
def test_it_is_played_in_the_browser(python: Path, browser: Browser, long: bool) -> None:
    from grognard.testing.browser import asked_of, play_by_hand, served

    with served([str(python), "-m", "grognard.cli"]) as server:
        offered = {game["id"]: game for game in asked_of(f"{server}/api/games")}
        assert offered[NAME]["title"] == TITLE
        assert "staff" in offered[NAME]["bots"]
        assert play_by_hand(browser, server, NAME, 60 if long else 5) >= 5


@pytest.mark.browser
@pytest.mark.soak
def test_a_hand_that_is_slower_than_the_page_goes_on(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """A question with one answer is answered by the page itself after a beat (Causeway asks two such early on)."""
    from grognard.testing import browser as testing_browser

    quick, answered = testing_browser._simple, []

    def slow(verbs: Any, options: Any) -> Any:
        if len(options) == 1:
            answered.append(options[0])
            time.sleep(1.5)
        return quick(verbs, options)

    monkeypatch.setattr(testing_browser, "_simple", slow)
    with testing_browser.served() as server:
        assert testing_browser.play_by_hand(browser, server, "formosa", 11, seed=6) == 11
    assert answered
