"""Positions and frames are copied and written by code made from their fields: it must do what reflection would."""

from __future__ import annotations

import hashlib
import json
from dataclasses import fields
from typing import Any

import pytest

from grognard import games
from grognard.kernel.flow import Frame
from grognard.kernel.serialization import saved_as
from grognard.kernel.state import TRANSIENT, State
from grognard.lab.benchmarks import random_game

STEP = 150
"""Every so many decisions of a random game a position is looked at."""


def seen(game: Any, look: Any) -> None:
    """Look at the position itself, not at a copy, as the game goes on."""
    count = 0

    def visit(s: Any) -> None:
        nonlocal count
        if count % STEP == 0:
            look(s)
        count += 1

    random_game(game, 3, visit)
    assert count > STEP


def by_reflection(thing: State | Frame) -> list[Any]:
    return [getattr(thing, f.name) for f in fields(thing) if f.name not in TRANSIENT]  # type: ignore[arg-type]


@pytest.mark.parametrize("ident", games.OURS)
def test_a_copy_is_equal_and_shares_nothing_that_can_change(ident: str) -> None:
    def look(s: Any) -> None:
        new = s.copy()
        assert type(new) is type(s)
        assert new.game is s.game
        assert new.log is None
        assert new.pending is s.pending
        pairs = [(s, new), *zip(s.agenda, new.agenda, strict=True)]
        for old, copied in pairs:
            assert type(old) is type(copied)
            for mine, other in zip(by_reflection(old), by_reflection(copied), strict=True):
                if not isinstance(mine, (list, bytearray)):
                    assert mine == other
                    continue
                assert mine is not other
                if mine is not s.agenda:
                    assert mine == other

    seen(games.load(ident), look)


@pytest.mark.parametrize("ident", games.OURS)
def test_a_position_is_written_as_its_fields_say_and_its_fingerprint_stays_what_it_was(ident: str) -> None:
    def look(s: Any) -> None:
        values = s.to_json()
        ids = saved_as(type(s))
        # `unseen` is what one side must not see counted; it is found again by replaying, and never saved.
        kept = [f.name for f in fields(s) if f.name not in (*TRANSIENT, "unseen")]
        written = [ids[name] for name in kept if ids[name] in values or getattr(s, name)]
        assert list(values) == written  # what came later and is not in use may be left out
        assert values["agenda"] == [[frame.id, *by_reflection(frame)] for frame in s.agenda]
        lists = [name for name in kept if isinstance(values.get(ids[name]), list)]
        assert all(getattr(s, name) is not values[ids[name]] for name in lists)
        assert not any(isinstance(value, bytearray) for value in values.values())
        text = json.dumps(values, sort_keys=True, separators=(",", ":"))
        assert s.to_text() == text
        assert s.fingerprint() == hashlib.sha256(text.encode()).hexdigest()[:16]
        again = type(s).from_json(s.game, json.loads(text))
        assert again == s
        assert [type(value) for value in by_reflection(again)] == [type(value) for value in by_reflection(s)]

    seen(games.load(ident), look)
