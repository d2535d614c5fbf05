"""The first case of a log line belongs to a chapter of the procedure that wrote it.

The chapters of a procedure are those of the cases with which its docstring begins (`15.7: the owner …`), those of a
function without one are its module's. A line that is told by another chapter's rule is listed with its reason.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from formosa.conftest import GAME
from formosa.test_fuzz import random_act
from grognard.games.formosa.state import OPTIONS, State
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING, Frame
from grognard.kernel.play import advance, apply
from random_games import some

CASE = re.compile(r"(?<![\w.])(\d+)\.\d+(?:\.\d+)?[a-z]?(?![\w])|\b[Cc]hapters? (\d+)(?: and (\d+))?")
CASES_OF = {str(row["id"]): [str(case) for case in row["cases"]] for row in GAME.rulings}
REVEALED = "to be revealed is a rule of chapter 11, whoever brings it about"
REMOVED = "a deception that is revealed is removed by chapter 11, whoever reveals it"
PRICES = "what is bought costs what chapter 7 says, whenever it is bought"
KEPT = "chapter 7 caps what is kept when a side has finished buying"
SUPPORT = "what is added to a combat is ruled by its own chapter; chapter 15 asks for it"
OPTION = "an optional rule that steps into this procedure"
CROSS: dict[tuple[str, str, str], str] = {
    ("Advance", "camp-freed", "25"): OPTION,
    ("Land", "camp-freed", "25"): OPTION,
    ("Battle", "battlefield-lp", "25"): OPTION,
    ("AlliedSetUp", "ninety-seventh", "25"): OPTION,
    ("Recruit", "ninety-seventh", "25"): OPTION,
    ("JapaneseSetUp", "bought-unit", "25"): OPTION,
    ("B29Phase", "camp-die", "25"): OPTION,
    ("B29Phase", "camp-bombed", "25"): OPTION,
    ("Battle", "gunfire", "17"): SUPPORT,
    ("Battle", "air-supply", "19"): SUPPORT,
    ("Battle", "revealed", "19"): "a source that is shown proves a line of supply (19.3b)",
    ("ProveSupply", "revealed", "19"): "a source that is shown proves a line of supply (19.3b)",
    ("Battle", "revealed", "R30"): REVEALED,
    ("Battle", "revealed", "R36"): REVEALED,
    ("Interdiction", "revealed", "11"): REVEALED,
    ("Move", "revealed", "11"): REVEALED,
    ("Move", "revealed", "R43"): REVEALED,
    ("B29Phase", "revealed", "11"): REVEALED,
    ("start", "revealed", "11"): REVEALED,
    **{
        (who, "deception-removed", "11"): REMOVED
        for who in ("Battle", "Interdiction", "Move", "Reconnaissance", "start")
    },
    ("AlliedSetUp", "bought", "7"): PRICES,
    ("JapaneseSetUp", "bought", "7"): PRICES,
    ("Recruit", "bought", "7"): PRICES,
    ("AlliedSetUp", "lp-lost", "7"): KEPT,
    ("JapaneseSetUp", "lp-lost", "7"): KEPT,
    ("Recruit", "lp-lost", "7"): KEPT,
    ("AlliedSetUp", "set-up-done", "3"): "set-up is ruled by chapter 3 and filled by the scenario",
    ("JapaneseSetUp", "set-up-done", "3"): "set-up is ruled by chapter 3 and filled by the scenario",
    ("AlliedSetUp", "turn", "6"): "with the last set-up the first turn begins",
    ("Movement", "motorized", "22"): "trucks are special movement, asked for in the movement phase",
    ("Recruit", "sixth-marines", "24"): "the scenario brings the division in the recruit phase",
}
"""Procedure, kind of line, chapter (or ruling) of its first case: why the rule stands in another chapter."""


def chapters(text: str) -> set[str]:
    """The chapters that a docstring begins with: up to the first colon that follows a case."""
    head = text.split(":")[0] if ":" in text else text
    return {number for found in CASE.finditer(head) for number in found.groups() if number}


def told_by(s: Any) -> tuple[str, set[str]]:
    """The innermost procedure that is at work, and its chapters; else the function, with those of its module.

    A roll is told for the procedure that called for it.
    """
    frame: Any = sys._getframe(2)
    outer = passing = None
    while frame is not None:
        own = frame.f_locals.get("self")
        module = str(frame.f_globals.get("__name__", ""))
        if isinstance(own, Frame) and module.startswith("grognard.games.formosa"):
            return type(own).__name__, chapters(str(type(own).__doc__))
        if module.startswith("grognard.games.formosa"):
            if module.rsplit(".", 1)[1] not in PASSING:
                outer = frame
            passing = passing or frame
        frame = frame.f_back
    outer = outer or passing
    if outer is None:
        return type(s.agenda[-1]).__name__, chapters(str(type(s.agenda[-1]).__doc__))
    module = sys.modules[outer.f_globals["__name__"]]
    function = getattr(module, outer.f_code.co_name, None)
    return outer.f_code.co_name, chapters(str(module.__doc__)) | chapters(str(getattr(function, "__doc__", "")))


PASSING = ("losses", "concealment", "game", "flow")
"""Modules whose functions tell lines for whoever calls them, with that one's cases."""


def written(monkeypatch: Any, seed: int, most: int) -> Iterator[tuple[str, set[str], str, str]]:
    """Who told what, with the first case."""
    rng = random.Random(seed)
    lines: list[tuple[str, set[str], str, str]] = []
    tell = State.tell

    def listening(s: Any, kind: str, *args: Any, **more: Any) -> None:
        if s.log is not None and more.get("cases") and s.agenda:  # the end of the game is told by nobody
            who, own = told_by(s)
            lines.append((who, own, kind, str(more["cases"][0])))
        tell(s, kind, *args, **more)

    monkeypatch.setattr(State, "tell", listening)
    s = GAME.new(str(1 + seed % 2), {name: rng.choice(("on", "on", "off")) for name in OPTIONS})
    s.log = []
    dice = KeyedDice(b"chapters %d" % seed)
    advance(s, dice)
    for _ in range(most):
        if s.winner != ONGOING:
            break
        apply(s, *random_act(s, rng, 0.6), dice)
    yield from lines


@pytest.mark.parametrize("seed", some(2, 30))
def test_the_first_case_of_a_line_is_of_the_chapter_of_who_wrote_it(monkeypatch: Any, seed: int, long: bool) -> None:
    wrong, seen = set(), set()
    for who, own, kind, first in written(monkeypatch, seed, 6000 if long else 1200):
        seen.add(kind)
        cited = CASES_OF.get(first, [first])
        numbers = {case.split(".")[0] for case in cited}
        if not numbers & own:
            wrong.add((who, kind, first.split(".")[0], first, *sorted(own)))
    assert len(seen) > 15
    assert {row for row in wrong if row[:3] not in CROSS} == set()


def test_every_cross_reference_has_a_reason_and_names_what_there_is() -> None:
    procedures = {frame.__name__ for frame in Frame.registry.values() if frame.id.startswith("formosa.")}
    for (who, kind, chapter), reason in CROSS.items():
        assert who in procedures or who == "start"
        assert hasattr(GAME.text, f"say_{kind.replace('-', '_')}")
        assert chapter in CASES_OF or chapter in {str(row["id"]).split(".")[0] for row in GAME.cases}
        assert len(reason) > 20
