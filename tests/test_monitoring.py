"""Alert rules and the board for hosts: they load, and ask for no figure that the server does not give."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from grognard.server.http.metrics import Metrics

FOLDER = Path(__file__).parents[1] / "docs" / "hosts" / "monitoring"
ALERTS, BOARD = FOLDER / "alerts.yml", FOLDER / "grafana.json"
FIGURE = re.compile(r"\bgrognard_[a-z_]+")
OF_A_HISTOGRAM = re.compile(r"_(bucket|sum|count)$")


def figures_given() -> set[str]:
    """The figures that a server tells, with their help lines."""
    return set(re.findall(r"^# TYPE (\w+) ", Metrics(None).text(), re.MULTILINE))


def expressions(board: Any) -> list[str]:
    return [target["expr"] for panel in board["panels"] for target in panel["targets"]]


def test_alerts_and_board_ask_for_figures_that_the_server_gives() -> None:
    given, board = figures_given(), json.loads(BOARD.read_text(encoding="utf-8"))
    asked = set(FIGURE.findall(" ".join(expressions(board))))
    asked |= set(FIGURE.findall(" ".join(re.findall(r"expr: (?:>-\s+)?(.*)", ALERTS.read_text(encoding="utf-8")))))
    assert {OF_A_HISTOGRAM.sub("", name) for name in asked} <= given
    assert len(asked) > 8


def test_every_panel_of_the_board_has_a_place_of_its_own() -> None:
    board = json.loads(BOARD.read_text(encoding="utf-8"))
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in board["panels"]]
    assert len(set(places)) == len({panel["id"] for panel in board["panels"]}) == len(board["panels"])
    assert {panel["datasource"]["uid"] for panel in board["panels"]} == {"${source}"}


def test_prometheus_takes_the_alerts() -> None:
    promtool = shutil.which("promtool")
    if promtool is None:
        pytest.skip("promtool is not installed")
    done = subprocess.run([promtool, "check", "rules", str(ALERTS)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
