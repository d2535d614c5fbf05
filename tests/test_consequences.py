"""Consequences: each button says before it is pressed what the log says after it, and never what nobody may know."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from grognard import bots
from grognard.games import game_ids, load
from grognard.kernel.game import Game
from grognard.kernel.ids import Side
from grognard.match import Match
from grognard.match.header import HUMAN
from grognard.server.matches import consequences as module
from grognard.server.matches.consequences import Heard, consequences
from grognard.server.matches.seat_view import SeatLog

DECISIONS = {"iwojima": 400, "whitesun": 250}


class Lists:
    """A game whose hidden half is dealt anew, by another seed than the server's."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def Random(self, _: int) -> random.Random:  # noqa: N802
        return random.Random(self.seed)


def said(game: Game, match: Match, side: Side) -> dict[int, list[str]]:
    assert match.asked is not None
    return {each.option: each.texts for each in consequences(game, match.known(side), match.asked, side)}


@pytest.mark.parametrize("name", game_ids())
def test_a_button_says_what_the_log_says_after_it(name: str, monkeypatch: pytest.MonkeyPatch, long: bool) -> None:
    game = load(name)
    match = Match.new(game, seats={side.id: HUMAN for side in game.sides}, seed=3)
    staffs = [bots.make("staff", game, side, random.Random(side)) for side in game.every_side]
    logs = [SeatLog(side) for side in game.every_side]
    checked = 0
    for _ in range(DECISIONS.get(name, 500) * (3 if long else 1)):
        if (asked := match.asked) is None:
            break
        side = asked.side
        found = said(game, match, side)
        option = staffs[side].choose(game.redact(match.state, side), asked)
        if found and game.hides(match.known(side)):
            # Whatever the other side holds: what is said does not depend on it.
            monkeypatch.setattr(module, "random", Lists(checked + 1))
            assert said(game, match, side) == found
            monkeypatch.undo()
        logs[side].follow(match)
        before = len(logs[side].lines)
        match.submit(side, option)
        logs[side].follow(match)
        if option not in asked.options or asked.options.index(option) not in found:
            continue
        texts = found[asked.options.index(option)]
        assert texts == read(logs[side].lines[before:])[: len(texts)]
        checked += 1
    assert checked > 1 or name == "ichigo"


def read(lines: list[bytes]) -> list[str]:
    """Lines of the log as they are read: of a run, the sentence for all of it."""
    out: list[str] = []
    for n, line in enumerate(map(json.loads, lines)):
        if line.get("whole") and n:
            out[-1] = line["whole"]
        else:
            out.append(line["text"])
    return out


def test_nothing_is_heard_once_somebody_has_learnt_something() -> None:
    class Table:
        news = 4

    state: Any = Table()
    heard = Heard(state)
    event: Any = object()
    heard.append(event)
    state.news = 5
    heard.append(event)
    assert len(heard) == 1
