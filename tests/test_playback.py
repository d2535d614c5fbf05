"""Playback, step by step: put on top of each other the steps give every position that a side has seen."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grognard.match.save import load
from grognard.server.http import messages_to_page
from grognard.server.http.json_responses import encode
from grognard.server.matches.playback import MOST, steps_between
from grognard.server.matches.seat_view import SeatLog, table_now, table_then

FINISHED = {"iwojima": "us-forty", "formosa": "draw", "ichigo": "collapse", "nemesis": "draw", "whitesun": "victory"}
LINES = 90
"""Of the log, from its middle."""


def laid_over(view: dict[str, Any], step: dict[str, Any]) -> dict[str, Any]:
    """A view after a step."""
    units = {row[0]: row for row in view["units"]} | {row[0]: row for row in step.get("units", [])}
    for unit in step.get("gone", []):
        del units[unit]
    return {
        "turn": step["turn"],
        "phase": step["phase"],
        "past": step.get("past", []),
        "units": sorted(units.values()),
        "marks": sorted(step.get("marks", view["marks"])),
        "tracks": view["tracks"] | step.get("tracks", {}),
        "plans": step.get("plans", []),
    }


def plain(view: dict[str, Any]) -> dict[str, Any]:
    return view | {"units": sorted(view["units"]), "marks": sorted(view["marks"]), "past": view.get("past", [])}


@pytest.mark.parametrize(
    ("name", "side"), [(name, side) for name in FINISHED for side in (0, 1) if (name, side) != ("whitesun", 1)]
)
def test_steps_add_up_to_what_the_side_has_seen(name: str, side: int) -> None:
    save = (Path(__file__).parent / name / "games" / f"{FINISHED[name]}.grog").read_text(encoding="utf-8")
    match, log = load(save).match, SeatLog(side)
    table_now("", match, log)
    since = len(log.lines) // 2
    body = encode(steps_between(match, log, since, since + LINES))
    msgspec.json.decode(body, type=list[messages_to_page.PlaybackStep])
    steps = json.loads(body)
    assert 1 < len(steps) <= MOST
    then = json.loads(table_then("", match, log, since).body())
    view, holds = plain(then["view"]), then["holds"]
    for step in steps:
        view, holds = laid_over(view, step), step.get("holds", holds)
        then = json.loads(table_then("", match, log, step["line"]).body())
        assert view == plain(then["view"])
        assert holds == then["holds"]


def test_of_a_long_time_the_last_steps_come(monkeypatch: pytest.MonkeyPatch) -> None:
    save = (Path(__file__).parent / "iwojima" / "games" / "us-forty.grog").read_text(encoding="utf-8")
    match, log = load(save).match, SeatLog(0)
    whole = steps_between(match, log, 0, 60)
    monkeypatch.setattr("grognard.server.matches.playback.MOST", 5)
    few = steps_between(match, log, 0, 60)
    assert [step.line for step in few] == [step.line for step in whole][-5:]
    assert len(few[0].units) >= len(whole[-5].units)
