"""The weights of the staffs: each side has its own, uses all of them, and is told how far it led."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from grognard import bots
from grognard.bots.general.weights import names
from grognard.bots.nemesis.outfit import OUTFIT
from grognard.bots.nemesis.weights import AlliedWeights, JapaneseWeights, shipped
from grognard.games.nemesis.facts import ALLIED, JAPANESE

from .conftest import GAME

PACKAGE = Path(bots.__file__).parent / "nemesis"


def test_every_weight_is_used() -> None:
    code = "".join(path.read_text() for path in PACKAGE.glob("*.py"))
    used = set(re.findall(r"(?:\bw|weights)\.(\w+)", code))
    assert set(names(shipped().allied)) | set(names(shipped().japanese)) <= used


@pytest.mark.parametrize(("side", "kind"), [(ALLIED, AlliedWeights), (JAPANESE, JapaneseWeights)])
def test_a_side_weighs_by_its_own(side: int, kind: type) -> None:
    staff: Any = bots.make("staff", GAME, side, random.Random(1))
    assert type(staff.weights) is kind
    assert staff.weights is OUTFIT.weights(side, "")


def test_the_margin_is_how_much_happier_one_superior_is_than_the_other(table: Any) -> None:
    s = table(turn=10).state
    found = []
    for superiors, laments in (
        ([5, 5], [3, 3]),
        ([7, 4], [0, 0]),
        ([4, 7], [0, 0]),
        ([5, 5], [0, 6]),
        ([9, 0], [0, 9]),
    ):
        s.superior, s.lament = superiors, laments
        found.append(OUTFIT.margin(s))
    assert found == pytest.approx([0.0, 0.5, -0.5, 0.1, 1.0])
