"""\"Why can't I?\" is true for what was asked, in random positions of every game.

What a game does not say yet is listed here, and the lists may only shrink.
"""

from __future__ import annotations

from typing import Any

import pytest

from grognard import games
from why_not import Found, walked

SPECIFIC = {"iwojima": 0.95, "ichigo": 0.95, "whitesun": 0.95, "nemesis": 0.95, "formosa": 0.97}
"""The least share of (unit, place) pairs that get a reason of their own; 0.95 is what we want of all."""
STILL_GENERAL: dict[str, set[str]] = {}
"""Frame and verb for which a unit may still be told nothing particular."""
EVERY = {"nemesis": 61}
"""How many questions lie between two that are looked at: where games are long and answers dear, more than elsewhere."""


@pytest.fixture(scope="module", params=games.game_ids())
def found(request: Any, long: bool) -> Found:
    return (
        walked(request.param, range(40), every=11)
        if long
        else walked(request.param, range(2), every=EVERY.get(request.param, 23))
    )


def test_no_answer_is_false(found: Found) -> None:
    assert found.options > 100
    assert found.ends > 20
    assert found.places > 500
    assert found.wrong == []


def test_places_near_and_far_get_a_reason_of_their_own(found: Found) -> None:
    assert found.specific >= SPECIFIC[found.game.id], found.vague.most_common()


def test_verbs_that_are_not_on_offer_say_why(found: Found) -> None:
    assert set(found.general) <= STILL_GENERAL.get(found.game.id, set()), found.general


def test_frames_list_what_they_may_offer(found: Found) -> None:
    assert found.undeclared == set()
