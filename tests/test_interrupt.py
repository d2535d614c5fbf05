"""Ctrl-C at any moment: every long command ends within two seconds, quietly, and leaves no process behind."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
GROGNARD = [sys.executable, "-m", "grognard.cli"]
LONG = {
    "simulate": [*GROGNARD, "simulate", "iwojima", "--games", "100000", "--bots", "random", "--jobs", "2"],
    "simulate alone": [*GROGNARD, "simulate", "nemesis", "--games", "100000", "--jobs", "1"],
    "arena": [
        *GROGNARD,
        "arena",
        "iwojima",
        "--games",
        "100000",
        "--bots",
        "staff,random",
        "--into",
        "{folder}/a.jsonl",
    ],
    "serve": [*GROGNARD, "serve", "--port", "0", "--db", "{folder}/matches.sqlite"],
    "bench": [*GROGNARD, "bench"],
    "cases": [*GROGNARD, "cases"],
    "atlas": [*GROGNARD, "atlas", "check"],
    "strength": [sys.executable, str(ROOT / "bench/strength.py"), "iwojima", "staff", "staff", "--games", "100000"],
}
ENDING = LONG["cases"], LONG["atlas"]
"""Those that are done after some seconds."""
ALLOWED = 2.0
"""Seconds of a machine that has nothing else to do: counted in `make soak`."""
PATIENCE = 60.0
"""Seconds for those who must not fail because the machine is slow."""


def busy() -> float:
    """How many processes share a processor here."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def interrupted(command: list[str], after: float, whole_group: bool, folder: Path, allowed: float) -> str:
    """What is wrong with how a command ends that is interrupted after so many seconds; nothing is right."""
    # Until our first line runs Python itself would complain, so the interrupt waits for that line.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        working = subprocess.Popen(
            [part.format(folder=folder) for part in command],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True, cwd=folder,
            env={**os.environ, "TMPDIR": str(folder)},
        )  # fmt: skip
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    time.sleep(after)
    if working.poll() is not None:
        working.communicate()
        return ""  # it was done before
    if whole_group:  # as a terminal does
        os.killpg(working.pid, signal.SIGINT)
    else:
        working.send_signal(signal.SIGINT)
    began = time.monotonic()
    try:
        out, err = working.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        for process in started_in(folder):
            os.kill(process, signal.SIGKILL)
        working.communicate()
        return "goes on"
    took = time.monotonic() - began
    wrong = []
    # It may have been done, and Python clearing away: then it has said all that it says undisturbed.
    was_done = working.returncode == 0 and command in ENDING and out == said_by(command)
    if working.returncode != 130 and not was_done:
        wrong.append(f"status {working.returncode}")
    if err:
        wrong.append(f"said {err!r}")
    if took > allowed:
        wrong.append(f"took {took:.1f} s")
    left = left_behind(folder)
    if left:
        wrong.append(f"left behind {left}")
    return ", ".join(wrong)


def said_by(command: list[str]) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def started_in(folder: Path) -> dict[int, str]:
    """The processes that were started by commands of a folder, which is in their environment, and still run."""
    mark = f"TMPDIR={folder}".encode()
    found = {}
    for each in Path("/proc").glob("[0-9]*"):
        try:
            if mark in (each / "environ").read_bytes().split(b"\0"):
                found[int(each.name)] = (each / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:
            continue
    return found


def left_behind(folder: Path) -> list[str]:
    """What is still there some seconds after the end."""
    for _ in range(20 * 10):
        found = started_in(folder)
        if not found:
            return []
        time.sleep(0.05)  # killed, and about to be gone
    return list(found.values())


CLEARS_AWAY = """
import os, sys, time
from grognard.interrupt import guarded
class Large:
    def __del__(self, write=os.write, sleep=time.sleep):
        write(1, b"clearing away")
        sleep(1)
large = Large()
sys.exit(guarded(lambda: 0))
"""


def test_who_interrupts_what_is_done_changes_nothing() -> None:
    """Python clears away for a while, and would be ended by the signal."""
    with subprocess.Popen([sys.executable, "-c", CLEARS_AWAY], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as done:
        assert done.stdout is not None
        assert done.stdout.read(8) == b"clearing"
        done.send_signal(signal.SIGINT)
        _, err = done.communicate(timeout=PATIENCE)
    assert (done.returncode, err) == (0, b"")


@pytest.mark.parametrize("name", LONG)
def test_a_command_ends_quietly_when_it_is_interrupted(name: str, tmp_path: Path, long: bool) -> None:
    rng = random.Random(time.time_ns())
    for _ in range(200 // len(LONG) + 1 if long else 1):
        # They work hard till then: not for long, where others have to work beside them.
        after, whole_group = rng.random() ** 2 * (4 if long else 2) * min(busy(), 3), rng.random() < 0.5
        allowed = ALLOWED * busy() if long else PATIENCE
        wrong = interrupted(LONG[name], after, whole_group, tmp_path, allowed)
        assert not wrong, f"{name}, interrupted after {after:.2f} s ({'group' if whole_group else 'alone'}): {wrong}"


SWALLOWED = """
import sys, signal, os
from grognard import interrupt, games
from grognard.lab import simulate

class Deaf:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)  # arrives here, where Python ignores what is raised

def told(done):
    if done == 3:
        Deaf()

def main():
    simulate.simulate(simulate.Plan("iwojima", ("random", "random"), 10**6), int(sys.argv[1]), told)
    return 0

sys.exit(interrupt.guarded(main))
"""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_that_python_loses_is_not_lost(jobs: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SWALLOWED, jobs], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert (done.returncode, done.stderr) == (130, "")


ENDLESS = """
import sys, time
from grognard import interrupt

def main():
    while True:
        try:
            time.sleep(0.1)
        except KeyboardInterrupt:
            pass  # as some library might

print("ready", flush=True)
sys.exit(interrupt.guarded(main))
"""


def test_what_does_not_want_to_end_is_ended(long: bool) -> None:
    process = subprocess.Popen([sys.executable, "-c", ENDLESS], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    began = time.monotonic()
    process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert not long or time.monotonic() - began < ALLOWED * busy()


WHILE_A_CLASS_IS_MADE = """
import os, signal, sys
from grognard import interrupt

def main():
    exec("os.kill(os.getpid(), signal.SIGINT)", globals())  # as dataclasses do while modules load
    return 0

sys.exit(interrupt.guarded(main))
"""


def test_an_interrupt_while_a_class_is_made_ends_like_any_other(tmp_path: Path) -> None:
    (tmp_path / "made.py").write_text(WHILE_A_CLASS_IS_MADE)
    command = [sys.executable, "-m", "made"]  # what is started from a file ends in another way
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "")


SLOW_TO_GO = """
import os, signal, sys, time
from grognard import interrupt

class Heavy:
    def __del__(self, sleep=time.sleep):
        sleep(3)  # as the memory of a large program on a busy machine

kept = Heavy()

def main():
    os.kill(os.getpid(), signal.SIGINT)

sys.exit(interrupt.guarded(main))
"""


def test_the_clock_does_not_end_what_is_ending_already() -> None:
    """While Python clears away it handles no signal any more: our own clock would end it with another status."""
    done = subprocess.run([sys.executable, "-c", SLOW_TO_GO], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "")
