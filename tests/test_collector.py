"""The collector of cycles looks seldom where there are none."""

from __future__ import annotations

import gc
import subprocess
import sys
from threading import Barrier, Thread

import pytest

from grognard import collector, games
from grognard.collector import SELDOM, seldom
from grognard.lab.benchmarks import open_match, random_game, replay

USUAL = (701, 11, 9)


@pytest.fixture(autouse=True)
def _as_it_was():  # type: ignore[no-untyped-def]
    before = gc.get_threshold()
    gc.set_threshold(*USUAL)
    yield
    gc.set_threshold(*before)


def test_it_looks_seldom_until_the_last_is_done() -> None:
    with seldom():
        with seldom():
            assert gc.get_threshold() == SELDOM
        assert gc.get_threshold() == SELDOM
    assert gc.get_threshold() == USUAL


def test_it_looks_as_before_when_the_work_has_failed() -> None:
    with pytest.raises(ValueError, match="no"), seldom():
        raise ValueError("no")
    assert gc.get_threshold() == USUAL


def test_who_has_set_it_meanwhile_is_left_alone() -> None:
    with seldom():
        gc.set_threshold(5000, 10, 10)
    assert gc.get_threshold() == (5000, 10, 10)


def test_threads_that_overlap_leave_it_as_it_was() -> None:
    together = Barrier(4)

    def work() -> None:
        for _ in range(200):
            with seldom():
                assert gc.get_threshold() == SELDOM
        together.wait()

    threads = [Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert gc.get_threshold() == USUAL
    assert collector._held == 0


@pytest.mark.parametrize("ident", games.OURS)
def test_positions_and_records_hold_no_cycles(ident: str) -> None:
    game = games.load(ident)
    random_game(game, 1)
    match = replay(open_match(game, 1))
    gc.collect()
    gc.disable()
    found = []
    try:
        gc.set_debug(gc.DEBUG_SAVEALL)
        for _ in range(3):
            random_game(game, 1)  # a game seen before: what is made once in a process is made
            again = replay(match)
            del again
            gc.collect()
            found.append(list(gc.garbage))
            gc.garbage.clear()
    finally:
        gc.set_debug(0)
        gc.enable()
    ours = [each for some in found for each in some if str(getattr(each, "__module__", "")).startswith("grognard")]
    assert ours == []
    assert [] in found, "whatever else lives in this process may leave something once, and not each time"


def test_in_a_command_it_looks_seldom() -> None:
    said = "import gc, sys; from grognard.cli import command; sys.argv = ['grognard', '--version']\n"
    said += "try:\n    command()\nexcept SystemExit:\n    pass\nprint(*gc.get_threshold())"
    done = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[-2] == " ".join(map(str, SELDOM))
