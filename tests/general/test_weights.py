"""Weights as data: each is named once, is used, belongs to the present edition, and can be varied."""

from __future__ import annotations

import random
import re
from math import log
from pathlib import Path
from statistics import mean, stdev

import pytest

from grognard import bots, games
from grognard.bots.general.weights import BadWeights, drawn, names, origin, read, scaled, text_of
from grognard.bots.iwojima.us import UsStaff
from grognard.bots.iwojima.weights import JapaneseWeights, UsWeights, shipped

PACKAGE = Path(bots.__file__).parent / "iwojima"
TEXT = text_of("grognard.bots.iwojima", "weights.toml")


@pytest.mark.parametrize("ident", games.game_ids())
def test_the_weights_belong_to_the_present_edition(ident: str) -> None:
    found = origin(text_of(f"grognard.bots.{ident}", "weights.toml"))
    assert games.load(ident).version.split("-")[0] == str(found.edition)
    assert found.made


@pytest.mark.parametrize(("side", "mine"), [("us", ("us", "belief")), ("japanese", ("japanese",))])
def test_every_weight_is_used_by_its_side(side: str, mine: tuple[str, ...]) -> None:
    code = "".join(path.read_text() for path in PACKAGE.glob("*.py") if path.name.startswith(mine))
    used = set(re.findall(r"(?:\bw|weights)\.(\w+)", code))
    assert set(names(getattr(shipped(), side))) <= used


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("calm = 1.5", "clam = 1.5"), r"lacks \['calm'\] and should not have \['clam'\]"),
        (("calm = 1.5", "calm = true"), "calm is True"),
        (("calm = 1.5", "calm = [1.5]"), r"calm is \[1.5\]"),
        (("stand_near = [0.5, 0.25, 0.15]", "stand_near = 0.5"), "stand_near is 0.5"),
    ],
)
def test_a_file_that_does_not_fit_is_refused(change: tuple[str, str], says: str) -> None:
    with pytest.raises(BadWeights, match=says):
        read(TEXT.replace(*change), "us", UsWeights)


def test_a_list_is_varied_as_one() -> None:
    japanese = scaled(shipped().japanese, {"entries": 2.0, "alive": 0.5})
    assert japanese.entries == (0.9, 0.5, 0.2)
    assert japanese.alive == 0.375
    assert japanese.beachhead == shipped().japanese.beachhead
    assert isinstance(japanese, JapaneseWeights)


def test_factors_are_drawn_log_normal_and_alike_for_a_seed() -> None:
    us = shipped().us
    assert drawn(us, random.Random(4), 0.3) == drawn(us, random.Random(4), 0.3)
    logs = [log(factor) for seed in range(40) for factor in drawn(us, random.Random(seed), 0.3).values()]
    assert abs(mean(logs)) < 0.02
    assert 0.28 < stdev(logs) < 0.32


def test_a_staff_with_other_weights_plays_otherwise() -> None:
    game = games.load("iwojima")
    reckless = scaled(shipped().us, {"calm": 0.1, "use": 0.1, "contact": 0.1})

    def end(weights: UsWeights) -> bytes:
        from grognard.kernel.dice import KeyedDice
        from grognard.kernel.play import advance, apply

        dice = KeyedDice(b"weights")
        s = game.new("", {})
        advance(s, dice)
        seated = [UsStaff(game, 0, random.Random(1), weights), bots.make("staff", game, 1, random.Random(2))]
        while s.turn < 3:
            asked = s.pending
            apply(s, asked.side, seated[asked.side].choose(game.redact(s, asked.side), asked), dice)
        return repr(s.to_json()).encode()

    assert end(shipped().us) == end(shipped().us)
    assert end(shipped().us) != end(reckless)
