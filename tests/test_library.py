"""The library: what its page shows is run, and its names are those that are promised."""

from __future__ import annotations

import doctest
import random
from pathlib import Path

import pytest

import grognard

DOCS = Path(__file__).parent.parent / "docs" / "programmers"


def test_everything_on_the_page_runs_as_it_stands() -> None:
    result = doctest.testfile(str(DOCS / "library.md"), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 20
    assert result.failed == 0


def test_the_promised_names_are_there_and_told_about() -> None:
    page = (DOCS / "library.md").read_text(encoding="utf-8")
    for name in grognard.__all__:
        assert hasattr(grognard, name)
        assert name in page or name in ("__version__", "Refused", "Sandbox", "load"), name


@pytest.mark.parametrize("game", grognard.game_ids())
def test_any_game_is_played_on_from_a_copy_as_from_the_original(game: str) -> None:
    p = grognard.start(game, seed=11)
    for number in range(30):
        p.apply(p.options[number % len(p.options)])
    q = p.copy()
    for twin in (p, q):
        for _ in range(20):
            if not twin.over:
                twin.apply(twin.options[0])
    assert p.state.fingerprint() == q.state.fingerprint()
    assert p.log() == q.log()
    assert p.prompt == q.prompt


def test_other_dice_lead_elsewhere() -> None:
    p = grognard.start("iwojima", seed=1)
    ends = set()
    for seed in range(6):
        twin = p.shuffled(seed)
        while not twin.over and twin.turn == 1:
            twin.apply(twin.options[-1])
        ends.add(twin.state.fingerprint())
    assert len(ends) > 1


def test_what_is_refused_changes_nothing() -> None:
    p = grognard.start("whitesun", seed=1)
    before = p.state.fingerprint()
    for wrong in ([], ["fly"], [*p.options[0], "more"], ["concede", "now"]):
        with pytest.raises(grognard.Refused):
            p.apply(wrong)
    with pytest.raises(grognard.Refused):
        p.apply(p.options[0], side="Nobody")
    with pytest.raises(grognard.Refused):
        p.why_not(unit="no such unit")
    assert p.state.fingerprint() == before


def test_a_side_reads_only_its_own_lines() -> None:
    p = grognard.start("iwojima", seed=3)
    rng = random.Random(3)
    while not p.over:
        p.apply(rng.choice(p.options))
    assert len(p.log("US")) < len(p.log())
