"""The bots: they finish games, know no secrets, and the staff plays better than chance."""

from __future__ import annotations

import random

import pytest

from grognard import bots
from grognard.games import load
from grognard.games.iwojima.facts import JP, US
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING, Decision, Refused, advance, apply


@pytest.fixture(scope="module")
def iwojima():
    return load("iwojima")


@pytest.mark.parametrize("windows", ["always", "able"])
@pytest.mark.parametrize("names", [("staff", "staff"), ("random", "staff"), ("staff", "random"), ("random", "random")])
def test_bots_finish_their_games_without_breaking_the_position(iwojima, names, windows):
    for seed in range(6):
        end = bots.play(iwojima, names, seed, options={"windows": windows})
        assert end.winner != ONGOING
        assert iwojima.check(end.state) == []


def test_the_same_seed_gives_the_same_game(iwojima):
    first = bots.play(iwojima, ("staff", "staff"), 5)
    again = bots.play(iwojima, ("staff", "staff"), 5)
    assert first.decisions == again.decisions
    assert first.state.fingerprint() == again.state.fingerprint()


def test_the_staff_goes_on_from_any_position(iwojima):
    """A bot seated in mid-game, as after a restart of the server, finishes it."""
    s = iwojima.new("", {})
    dice = KeyedDice(b"restart")
    advance(s, dice)
    for number in range(100_000):
        if s.winner != ONGOING:
            break
        asked = s.pending
        bot = bots.make("staff", iwojima, asked.side, random.Random(number))
        apply(s, asked.side, bot.choose(iwojima.redact(s, asked.side), asked), dice)
    assert s.winner != ONGOING


def test_the_us_staff_knows_no_secrets(iwojima):
    """Positions that differ only in what the US player cannot know get the same answer."""
    compared = 0
    for seed in range(4):
        s = iwojima.new("", {})
        dice = KeyedDice(b"secrets/%d" % seed)
        advance(s, dice)
        luck = random.Random(seed)
        seated = [bots.make("staff", iwojima, side, random.Random(seed)) for side in (US, JP)]
        while s.winner == ONGOING:
            asked = s.pending
            assert isinstance(asked, Decision)
            if asked.side == US:
                other = iwojima.resample(s, US, luck)
                other.pending = None
                advance(other, None)
                assert isinstance(other.pending, Decision)
                answers = [
                    bots.make("staff", iwojima, US, random.Random(1)).choose(iwojima.redact(p, US), p.pending)
                    for p in (s, other)
                ]
                assert answers[0] == answers[1]
                compared += 1
            apply(s, asked.side, seated[asked.side].choose(iwojima.redact(s, asked.side), asked), dice)
    assert compared > 200


@pytest.mark.parametrize("side", [US, JP])
def test_the_staff_beats_chance(iwojima, side):
    """60 games: a staff that won but nine games of ten would lose four or more of them in 86 runs of 100."""
    names = ("staff", "random") if side == US else ("random", "staff")
    lost = sum(bots.play(iwojima, names, seed).winner != side for seed in range(60))
    assert lost <= 3


def test_every_answer_of_a_staff_is_on_offer_or_a_standing_act(iwojima):
    for seed in range(3):
        s = iwojima.new("", {})
        dice = KeyedDice(b"offer/%d" % seed)
        advance(s, dice)
        seated = [bots.make("staff", iwojima, side, random.Random(seed)) for side in (US, JP)]
        while s.winner == ONGOING:
            asked = s.pending
            option = seated[asked.side].choose(iwojima.redact(s, asked.side), asked)
            assert option in asked.options or option[0] == "commit"
            assert isinstance(seated[asked.side].reason, str)
            apply(s, asked.side, option, dice)


def test_names_are_listed_and_unknown_ones_refused(iwojima):
    assert bots.names(iwojima) == ["staff", "random"]
    assert bots.names("iwojima") == ["staff", "random"]
    with pytest.raises(Refused, match=r"There is no bot 'napoleon' for Iwo Jima: staff, random\."):
        bots.make("napoleon", iwojima, US, random.Random(0))


def test_a_game_from_elsewhere_brings_its_own_bots(iwojima):
    class Elsewhere(type(iwojima)):
        id = "elsewhere"
        bots = {"mine": bots.EVERYWHERE["random"]}  # noqa: RUF012

    game = object.__new__(Elsewhere)
    game.__dict__.update(iwojima.__dict__)
    assert bots.names(game) == ["mine", "random"]
    assert bots.play(game, ("mine", "random"), 1).winner != ONGOING
