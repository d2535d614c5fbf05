"""Every game's value: of the present edition, of numbers that the game keeps, with its birth certificate."""

from __future__ import annotations

import json
from typing import Any

import pytest

from grognard import games
from grognard.bots.general import fitted_value
from grognard.bots.general.score_value import numbers
from grognard.bots.general.settings import settings_of
from grognard.bots.general.weights import text_of
from grognard.kernel.dice import KeyedDice
from grognard.kernel.play import advance

JUDGED = [ident for ident in games.game_ids() if settings_of(ident)]


@pytest.mark.parametrize("ident", JUDGED)
def test_a_value_belongs_to_the_present_edition_and_says_how_it_was_made(ident: str) -> None:
    game: Any = games.load(ident)
    settings = settings_of(ident)
    assert settings is not None
    kept = json.loads(text_of(settings.package, settings.value))
    assert str(kept["edition"]) == game.version.split("-")[0]
    assert kept["games"]["version"] == game.version, "rules or data have changed since: play and fit again"
    assert kept["made"].endswith("then bench/value.py")
    assert kept["games"]["kept_out"] >= 30
    assert sum(tenth["positions"] for tenth in kept["calibration"]) > 100
    model = fitted_value.load(settings.package, settings.value, settings.names)
    s = game.new("", {})
    advance(s, KeyedDice(b"value"))
    features = settings.features(s)
    assert len(features) == len(model.names)
    assert 0.05 < model.chance(settings.half_turn(s), features) < 0.95, "nobody has won before it begins"


@pytest.mark.parametrize("ident", JUDGED)
def test_every_tenth_is_won_as_often_as_it_is_called(ident: str) -> None:
    """On games that were not used for the fit, to three points and within what so many games can tell."""
    settings = settings_of(ident)
    assert settings is not None
    tenths = json.loads(text_of(settings.package, settings.value))["calibration"]
    told = [tenth for tenth in tenths if tenth["games"] >= 8]
    assert len(told) >= 6
    for tenth in told:
        foretold = tenth["foretold"]
        chance = 1.96 * (foretold * (1 - foretold) / tenth["games"]) ** 0.5
        assert abs(tenth["won"] - foretold) < 0.03 + chance, tenth


def test_every_game_of_ours_has_a_general_and_a_stranger_has_none() -> None:
    assert games.game_ids() == JUDGED
    assert settings_of("ambush") is None


@pytest.mark.parametrize("ident", [ident for ident in JUDGED if ident != "iwojima"])
def test_what_a_value_looks_at_is_what_the_game_keeps(ident: str) -> None:
    game: Any = games.load(ident)
    settings = settings_of(ident)
    assert settings is not None
    s = game.new("", {})
    advance(s, KeyedDice(b"value"))
    assert set(settings.names) <= set(numbers(game, s))
