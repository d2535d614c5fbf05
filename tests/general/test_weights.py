"""Weights as data: each is named once, is used, belongs to the present edition, and can be varied."""

from __future__ import annotations

import importlib.util
import random
import re
from math import log
from pathlib import Path
from statistics import mean, stdev
from typing import Any

import pytest

from grognard import bots, games
from grognard.bots.general.plan_search import General, table_at
from grognard.bots.general.settings import settings_of
from grognard.bots.general.weights import BadWeights, drawn, names, origin, read, scaled, text_of
from grognard.bots.iwojima.us import UsStaff
from grognard.bots.iwojima.weights import JapaneseWeights, UsWeights, shipped
from grognard.kernel.dice import KeyedDice
from grognard.kernel.play import advance, apply


def tune() -> Any:
    """The script, as a module."""
    spec = importlib.util.spec_from_file_location("tune", Path(__file__).parents[2] / "bench" / "tune.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PACKAGE = Path(bots.__file__).parent / "iwojima"
TEXT = text_of("grognard.bots.iwojima", "weights.toml")


@pytest.mark.parametrize("ident", games.game_ids())
def test_the_weights_belong_to_the_present_edition(ident: str) -> None:
    found = origin(text_of(f"grognard.bots.{ident}", "weights.toml"))
    assert games.load(ident).version.split("-")[0] == str(found.edition)
    assert found.made


@pytest.mark.parametrize("ident", games.game_ids())
def test_weights_that_were_tuned_for_the_general_belong_to_it_too_and_say_how_they_were_made(ident: str) -> None:
    settings, game = settings_of(ident), games.load(ident)
    assert settings is not None
    for side in range(len(game.sides)):
        assert names(settings.own(side)) == names(settings.weights(side, ""))
    if settings.tuned:
        found = origin(text_of(settings.package, settings.tuned))
        assert game.version.split("-")[0] == str(found.edition)
        assert "bench/tune.py" in found.made


@pytest.mark.parametrize("side", [0, 1])
def test_a_general_plays_by_weights_of_his_own_and_takes_his_enemy_for_a_staff(side: int) -> None:
    settings = settings_of("iwojima")
    assert settings is not None
    game, dice = games.load("iwojima"), KeyedDice(b"own")
    s = game.new("", {})
    advance(s, dice)
    staffs = [bots.make("staff", game, each, random.Random(1)) for each in (0, 1)]
    asked = differs = 0
    while asked < 100:
        known, decision = game.redact(s, s.pending.side), s.pending
        option = staffs[decision.side].choose(known, decision)
        if decision.side == side and decision.prompt not in settings.prompts[side]:
            asked += 1
            mine, usual = (
                settings.staff(game, side, random.Random(1), weights).choose(known, decision)
                for weights in (settings.own(side), settings.weights(side, ""))
            )
            assert General(settings, game, side, random.Random(1)).choose(known, decision) == mine
            differs += mine != usual
        apply(s, decision.side, option, dice)
    assert differs
    table = table_at(settings, game, side, known, "x", staffs[side])
    assert table.weights[side] == settings.own(side)
    assert table.weights[1 - side] == settings.weights(1 - side, "")


def test_tuned_weights_are_written_with_the_words_beside_them() -> None:
    changed = tune().rewritten(TEXT, 1, {"entries": 2.0, "alive": 0.5})
    assert read(changed, "japanese", JapaneseWeights).entries == (0.9, 0.5, 0.2)
    different = [(a, b) for a, b in zip(TEXT.split("\n"), changed.split("\n"), strict=True) if a != b]
    assert {a.split(" ")[0] for a, _ in different} == {"alive", "entries"}
    assert all(a.partition("#")[2] == b.partition("#")[2] != "" for a, b in different)


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
