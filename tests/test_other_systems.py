"""Other systems: what Windows and macOS have not is taken away here, for every process, and the program works on.

It is not the same as a machine of that kind; it shows that nothing is used without asking whether it is there.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

POORER = """
import multiprocessing, os, signal, sys
for module in ("resource", "uvloop", "pwd", "grp"):
    sys.modules[module] = None
for name in ("fork", "register_at_fork", "nice", "geteuid", "getuid", "sched_getaffinity", "killpg", "setsid"):
    if hasattr(os, name):
        delattr(os, name)
for name in ("setitimer", "ITIMER_REAL", "SIGALRM", "pthread_sigmask", "SIGXCPU", "SIGHUP"):
    if hasattr(signal, name):
        delattr(signal, name)
multiprocessing.set_start_method("spawn")
"""


@pytest.fixture
def poorer(tmp_path: Path) -> dict[str, str]:
    """The environment of processes that lack all this."""
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(POORER, encoding="utf-8")
    return os.environ | {"PYTHONPATH": str(tmp_path / "site"), "PYTHONIOENCODING": "ascii"}


def test_games_are_simulated_on_several_processes(poorer: dict[str, str]) -> None:
    words = ["simulate", "iwojima", "--games", "2", "--bots", "random,random", "--jobs", "2"]
    done = subprocess.run([sys.executable, "-m", "grognard.cli", *words], capture_output=True, text=True, env=poorer)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_page_is_served_and_ctrl_c_ends_it(poorer: dict[str, str], tmp_path: Path) -> None:
    words = ["play", "iwojima", "--no-open", "--db", str(tmp_path / "matches.sqlite")]
    process = subprocess.Popen(
        [sys.executable, "-m", "grognard.cli", *words], stdout=subprocess.PIPE, text=True, env=poorer
    )
    assert process.stdout is not None
    try:
        said = process.stdout.readline() + process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", said)
        assert found, said
        with urlopen(f"{found[0]}api/games", timeout=120) as answer:
            assert b"iwojima" in answer.read()
        with urlopen(f"{found[0]}learn/iwojima", timeout=120) as answer:
            assert answer.status == 200
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(120) == 130
        process.stdout.close()


def test_a_hard_end_needs_no_timer_of_the_system(poorer: dict[str, str]) -> None:
    code = "import time\nfrom grognard import interrupt\ninterrupt.press()\nfor _ in range(100): time.sleep(0.1)\n"
    done = subprocess.run([sys.executable, "-c", code], env=poorer, capture_output=True, timeout=120)
    assert done.returncode == 130


def test_a_worker_whose_memory_cannot_be_limited_works(tmp_path: Path) -> None:
    """macOS: `setrlimit` refuses a limit on the address space."""
    refusing = (
        "import resource, sys\n"
        "sys.platform = 'darwin'\n"
        "from grognard.work import worker\n"
        "real = resource.setrlimit\n"
        "def refuse(what, limits):\n"
        "    if what == resource.RLIMIT_AS: raise ValueError('current limit exceeds maximum limit')\n"
        "    real(what, limits)\n"
        "resource.setrlimit = refuse\n"
        "class Line:\n"
        "    sent = []\n"
        "    def recv(self):\n"
        "        if self.sent: raise EOFError\n"
        "        return sum, ([1, 2],)\n"
        "    def send(self, what): self.sent.append(what)\n"
        "worker.threading.Thread = lambda **_: type('T', (), {'start': lambda self: None})()\n"
        "from grognard.work.limits import LIMITS\n"
        "worker._serve(Line(), LIMITS['saves'], {})\n"
        "print(Line.sent)\n"
    )
    done = subprocess.run([sys.executable, "-c", refusing], capture_output=True, text=True)
    assert done.stdout.strip() == "[(0, 3)]", done.stderr
