"""The bots: they finish games, know no secrets, and the staff plays better than chance."""

from __future__ import annotations

import random
import sys
from copy import copy

import pytest

from grognard import bots
from grognard.bots.iwojima.japanese_assault import plan_assaults
from grognard.bots.iwojima.japanese_charges import banzai_reason
from grognard.bots.iwojima.japanese_movement import Front
from grognard.bots.iwojima.us_aims import sits_tight
from grognard.bots.iwojima.weights import shipped
from grognard.bots.scripted import Scripted
from grognard.games import load
from grognard.games.iwojima.facts import JP, US
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING, Decision, Refused
from grognard.kernel.play import advance, apply
from grognard.kernel.state import place


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


def test_the_us_staff_knows_no_secrets(iwojima, long):
    """Positions that differ only in what the US player cannot know get the same answer."""
    compared = 0
    for seed in range(4 if long else 2):
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
    assert compared > (200 if long else 100)


@pytest.mark.parametrize("side", [US, JP])
def test_the_staff_beats_chance(iwojima, side, long):
    """60 games at length: a staff that won but nine games of ten would lose four or more of them in 86 runs of 100. Of
    20 it would lose two or more in 61."""
    names = ("staff", "random") if side == US else ("random", "staff")
    games, most = (60, 3) if long else (20, 1)
    lost = sum(bots.play(iwojima, names, seed).winner != side for seed in range(games))
    assert lost <= most


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
    assert bots.names(iwojima) == ["general", "staff", "recruit", "random"]
    assert bots.names("iwojima") == ["general", "staff", "recruit", "random"]
    with pytest.raises(Refused, match=r"There is no bot 'napoleon' for Iwo Jima: general, staff, recruit, random\."):
        bots.make("napoleon", iwojima, US, random.Random(0))


def test_a_game_from_elsewhere_brings_its_own_bots(iwojima):
    class Elsewhere(type(iwojima)):
        id = "elsewhere"
        bots = {"mine": bots.RandomBot}  # noqa: RUF012

    game = object.__new__(Elsewhere)
    game.__dict__.update(iwojima.__dict__)
    assert bots.names(game) == ["mine", "random"]
    assert bots.play(game, ("mine", "random"), 1).winner != ONGOING


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("BOTS = {'mine': Mine}\n", "NameError: name 'Mine' is not defined (__init__.py, line 1)."),
        ("BOTS = {\n", "SyntaxError: '{' was never closed (__init__.py, line 1)."),
        (
            "import grognard.bots.halfway.plans\n",
            "ModuleNotFoundError: No module named 'grognard.bots.halfway.plans' (__init__.py, line 1).",
        ),
        ("", "AttributeError: module 'grognard.bots.halfway' has no attribute 'BOTS'."),
        ("BOTS = 5\n", "TypeError: 'int' object is not iterable."),
    ],
)
def test_a_half_written_package_of_bots_is_named_and_all_other_bots_play_on(
    iwojima, monkeypatch, tmp_path, caplog, text, says
):
    (tmp_path / "halfway").mkdir()
    (tmp_path / "halfway" / "__init__.py").write_text(text, encoding="utf-8")
    monkeypatch.setattr(bots, "__path__", [*bots.__path__, str(tmp_path)])
    monkeypatch.delitem(sys.modules, "grognard.bots.halfway", raising=False)
    halfway = copy(iwojima)
    halfway.id = "halfway"
    sentence = f"The package grognard.bots.halfway cannot be loaded: {says}"
    assert bots.names(halfway) == bots.names("halfway") == ["random"]
    assert [record.message for record in caplog.records] == [sentence], "once"
    with pytest.raises(Refused) as refused:
        bots.make("staff", halfway, US, random.Random(0))
    assert str(refused.value) == f"There is no bot 'staff' for Iwo Jima: random. {sentence}"
    assert bots.play(halfway, ("random", "random"), 1).winner != ONGOING
    assert bots.names(iwojima) == ["general", "staff", "recruit", "random"]
    assert isinstance(bots.make("staff", iwojima, US, random.Random(0)), Scripted)


# --- the judgement of the staff


def position(game, turn, units, control=(), safe=(), vp=(0, 0)):
    """A position with these units in these areas, all in view, and nothing else on the map."""
    s = game.new("", {})
    s.turn = turn
    s.vp[:] = vp
    for unit in game.jp_units:
        s.steps[unit] = 0
        place(s, unit, game.eliminated)
    for name, area in units.items():
        unit = game.unit_index[name]
        s.steps[unit] = game.full[unit]
        place(s, unit, game.space_index[area])
    s.concealed = 0
    s.control = sum(1 << game.space_index[a] for a in control)
    s.safe = sum(1 << game.space_index[a] for a in safe)
    return s


JP_WEIGHTS = shipped().japanese
CONTACT = {"J-HQ": "KIT", "J-309": "TEN", "J-310": "TEN", "U-23": "TEN"}


def test_banzai_is_declared_when_its_hits_bring_forty(iwojima):
    assert "Banzai" in banzai_reason(JP_WEIGHTS, position(iwojima, 7, CONTACT, vp=(20, 37)))
    assert banzai_reason(JP_WEIGHTS, position(iwojima, 5, CONTACT, vp=(10, 10))) == ""


def test_on_the_last_turn_banzai_is_declared_only_by_the_side_that_is_behind(iwojima):
    everywhere = iwojima.space_ids[: iwojima.areas]
    ruled = [a for a in everywhere if a not in ("KIT", "TEN")]
    assert banzai_reason(JP_WEIGHTS, position(iwojima, 9, CONTACT, control=ruled, vp=(20, 30))) == ""
    behind = position(iwojima, 9, {**CONTACT, "U-24": "TEN"}, control=ruled, safe=["CHI", "FUN"], vp=(36, 36))
    assert "last chance" in banzai_reason(JP_WEIGHTS, behind)


def test_an_assault_without_prospects_is_not_made_but_on_the_last_turn_fire_is_not_saved(iwojima):
    weak = {"J-HQ": "KIT", "J-MT2": "OSA", "U-23": "OSA", "U-24": "IDO", "U-25": "IDO"}
    assert plan_assaults(JP_WEIGHTS, position(iwojima, 5, weak, control=["OSA", "IDO"])) == {}
    strong = {"J-HQ": "KIT", "J-309": "FUN", "J-MG2": "FUN", "U-23": "FUN"}
    assert len(plan_assaults(JP_WEIGHTS, position(iwojima, 9, strong))) == 2


def test_an_emptied_airfield_is_worth_more_to_step_onto_than_an_emptied_beach(iwojima):
    s = position(iwojima, 6, {"J-309": "IDO", "U-23": "OKI"}, control=["CHI", "CHH", "OKI"], safe=["CHI"])
    front = Front(JP_WEIGHTS, s)
    infantry, airfield, beach = iwojima.unit_index["J-309"], iwojima.space_index["CHI"], iwojima.space_index["CHH"]
    assert front.step_onto(infantry, airfield) > front.step_onto(infantry, beach) > 0


def test_the_us_staff_sits_on_its_airfields_when_they_win_in_time(iwojima):
    fields = ["CHI", "FUN", "MAF"]
    assert sits_tight(shipped().us, position(iwojima, 7, CONTACT, control=fields, vp=(24, 36)))
    assert not sits_tight(shipped().us, position(iwojima, 7, CONTACT, control=fields, vp=(10, 36)))
    assert not sits_tight(shipped().us, position(iwojima, 7, CONTACT, control=fields, vp=(24, 10)))


TRIVIAL = {"confirm", "stop", "end-movement", "pass", "go-on", "confirm-set-up", "stay", "no-more-retreats"}


def test_a_reason_is_given_for_every_choice_but_the_trivial(iwojima):
    for seed in range(3):
        s = iwojima.new("", {})
        dice = KeyedDice(b"reasons/%d" % seed)
        advance(s, dice)
        seated = [bots.make("staff", iwojima, side, random.Random(seed)) for side in (US, JP)]
        while s.winner == ONGOING:
            asked = s.pending
            bot = seated[asked.side]
            option = bot.choose(iwojima.redact(s, asked.side), asked)
            order_only = asked.side == US and asked.prompt in ("next-bombardment", "next-assault")
            if len(asked.options) > 1 and option[0] not in TRIVIAL and not order_only:
                assert bot.reason.endswith("."), (asked.prompt, option)
            apply(s, asked.side, option, dice)
