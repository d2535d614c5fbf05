"""The marshal: settings as data, in the games where he gains; elsewhere a sentence says that there is none."""

from __future__ import annotations

import random
import time
import tomllib
from typing import Any

import pytest

from grognard import bots, games
from grognard.bots.general import fitted_value
from grognard.bots.general.marshal import FILE, marshal_settings
from grognard.bots.general.plans import Plan, Table, finished, searching
from grognard.bots.general.position_features import encoder_of
from grognard.bots.general.settings import settings_of
from grognard.bots.general.weights import names, origin, text_of
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING, Refused
from grognard.kernel.play import advance, apply

MARSHALS = [ident for ident in games.game_ids() if "marshal" in bots.names(ident)]


def planning(ident: str, plans: int) -> tuple[Any, Any]:
    """A position of a game between staffs in which somebody plans."""
    game: Any = games.load(ident)
    settings = settings_of(ident)
    assert settings is not None
    dice = KeyedDice(b"marshal")
    s = game.new("", {})
    advance(s, dice)
    seated = [bots.make("staff", game, side, random.Random(side)) for side in game.every_side]
    last, met = None, 0
    while s.winner == ONGOING:
        asked = s.pending
        if asked.prompt in settings.prompts[asked.side] and (s.turn, s.phase, asked.side) != last:
            last, met = (s.turn, s.phase, asked.side), met + 1
            if met == plans:
                break
        apply(s, asked.side, seated[asked.side].choose(game.redact(s, asked.side), asked), dice)
    return game, s


def test_there_is_one_where_he_gains_and_elsewhere_a_sentence_says_why_not() -> None:
    assert MARSHALS == ["ichigo", "nemesis"]
    assert all(bots.names(ident)[:2] == ["marshal", "general"] for ident in MARSHALS)
    with pytest.raises(Refused, match="Nothing that was tried made one stronger than the general here"):
        bots.maker_of("marshal", games.load("formosa"))


@pytest.mark.parametrize("ident", MARSHALS)
def test_his_settings_belong_to_the_present_edition_and_say_what_was_measured(ident: str) -> None:
    game: Any = games.load(ident)
    general = settings_of(ident)
    assert general is not None
    edition = game.version.split("-")[0]
    kept = tomllib.loads(text_of(general.package, FILE))
    assert str(kept["edition"]) == edition
    assert "grognard arena" in kept["made"]
    settings = marshal_settings(general, game)
    found = origin(text_of(settings.package, settings.tuned))
    assert str(found.edition) == edition
    assert "general.toml" in found.made, "what they were begun with"
    for side in game.every_side:
        assert names(settings.own(side)) == names(general.own(side))
    assert any(settings.own(side) != general.own(side) for side in game.every_side)
    assert str(fitted_value.load(settings.package, settings.value, settings.names).edition) == edition


@pytest.mark.parametrize("ident", games.game_ids())
def test_the_wide_view_has_a_number_for_every_name_and_changes_with_the_table(ident: str) -> None:
    game: Any = games.load(ident)
    settings = settings_of(ident)
    assert settings is not None
    encoder = encoder_of(game, settings)
    s = game.new("", {})
    advance(s, KeyedDice(b"wide"))
    first = encoder(s)
    assert len(first) == len(encoder.names) == len(set(encoder.names))
    _, later = planning(ident, 4)
    assert encoder(later) != first
    assert encoder(later) == encoder(later.copy())


def test_a_search_that_is_out_of_time_answers_by_what_it_has() -> None:
    game, s = planning("nemesis", 3)
    general = settings_of("nemesis")
    assert general is not None
    settings = marshal_settings(general, game)
    side = s.pending.side
    known = game.redact(s, side)
    known.pending = s.pending
    staff = settings.staff(game, side, random.Random(1), settings.own(side))
    model = fitted_value.load(settings.package, settings.value, settings.names)
    table = Table(settings, model, game, side, known, "late", staff)
    plans = [Plan({}, []), Plan({"danger": 2.0}, []), Plan({"threat": 0.5}, []), Plan({"pull": 2.0}, [])]
    verdict = finished(searching(table, plans, 4000, lambda: True))
    assert table.tried == 2 * len(plans), "two worlds for everybody, and then the clock is looked at"
    assert verdict.chosen in plans


@pytest.mark.parametrize("ident", MARSHALS)
def test_he_is_never_over_five_seconds(ident: str) -> None:
    game, s = planning(ident, 6)
    side = s.pending.side
    bot = bots.make("marshal", game, side, random.Random(3))
    began = time.process_time()
    option = bot.choose(game.redact(s, side), s.pending)
    assert time.process_time() - began < 5
    assert option in s.pending.options or option in game.standing(s, side)
