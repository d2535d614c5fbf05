"""Processes that are split off from the one that stands by are processes of their own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest

import forked_servers

SAYS = """
import json, os, random, sys
print(json.dumps([os.getpid(), sys.argv[1:], os.getcwd(), os.environ["GROGNARD_TRIED"], random.random()]), flush=True)
sys.exit(int(sys.argv[1]))
"""
WAITS = "import time; print('there', flush=True); time.sleep(600)"


def test_it_has_its_words_folder_settings_and_luck_and_its_status_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = []
    for word in ("one", "two"):
        monkeypatch.setenv("GROGNARD_TRIED", word)
        process = forked_servers.Process(SAYS, "7", "ä ö")
        number, words, folder, tried, luck = json.loads(process.stdout.read())
        assert (words, Path(folder), tried) == (["7", "ä ö"], tmp_path, word)
        assert number == process.pid != os.getpid()
        assert process.wait() == process.returncode == 7
        process.stdout.close()
        said += [number, luck]
    assert len(set(said)) == 4, "each is another, with luck of its own"


def test_it_is_waited_for_and_ended_by_signals() -> None:
    for number, status in ((signal.SIGKILL, -9), (signal.SIGTERM, -15), (signal.SIGINT, -2)):
        process = forked_servers.Process(WAITS)
        assert process.stdout.readline() == "there\n"
        assert process.poll() is None
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.01)
        process.send_signal(number)
        assert process.wait() == status
        process.send_signal(number)  # nobody is there any more: nobody is hurt
        process.stdout.close()


def test_what_it_complains_of_goes_where_it_was_told(tmp_path: Path) -> None:
    with (tmp_path / "errors").open("w") as errors:
        process = forked_servers.Process("raise ValueError('no good')", errors=errors)
        assert process.wait() == 1
        process.stdout.close()
    assert (tmp_path / "errors").read_text().endswith("ValueError: no good\n")
