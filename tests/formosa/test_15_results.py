"""15.5-15.8, 25.2: what each result of a combat leaves to be done, frame by frame."""

from __future__ import annotations

import pytest

from formosa.conftest import GAME
from formosa.test_04_victory import FAR, LINE, SITES
from grognard.games.formosa.battle import Battle, Losses
from grognard.games.formosa.facts import ALLIED, JAPANESE
from grognard.games.formosa.retreat import Advance
from grognard.games.formosa.state import place
from grognard.kernel.flow import GameOver
from grognard.kernel.play import advance

case = pytest.mark.case


def quiet(table, units, options=(), **change):
    """A position in which no combat goes on."""
    return table("1", options, phase="bases", turn=2, units={"A46": "1706", **units}, **change)


def after(t, battle, step):
    """The frames that a step of a battle lays on the agenda."""
    before = len(t.state.agenda)
    getattr(battle, step)(t.state)
    return t.state.agenda[before:]


def numbers(t, *units):
    return [t.unit(unit) for unit in units]


@case("15.5f", "R53")
def test_a_bloodbath_kills_the_weaker_and_costs_the_stronger_as_much(table):
    t = quiet(table, {"A51": "0713", "J01": "0612", "J07": "0612", "J13": "0611"})
    for units, theirs, due in (
        (["J01"], ["J02"], [(ALLIED, 1, 0), (JAPANESE, 1, 0)]),
        (["J01"], ["J13"], [(ALLIED, 0, 4), (JAPANESE, 1, 0)]),
        (["J13"], ["J01"], [(ALLIED, 1, 0), (JAPANESE, 0, 4)]),
    ):
        battle = Battle(JAPANESE, numbers(t, *units), [t.space("0612")], defenders=numbers(t, *theirs), result="BB")
        frames = after(t, battle, "bloodbath")
        assert sorted((frame.side, frame.count, frame.factors) for frame in frames) == due


@case("15.5a", "15.5f")
def test_who_has_given_up_factors_enough_gives_up_no_more(table):
    t = quiet(table, {"A01": "0713", "J01": "0612", "J02": "0612"})
    t.state.agenda.append(Losses(JAPANESE, numbers(t, "J01", "J02"), 0, 4, 0, [], "BB"))
    advance(t.state, t.dice)
    assert (t.asked.prompt, t.asked.about) == ("losses", (0, 4))
    t.do("lose", "J01")
    assert t.asked.prompt != "losses"
    assert t.where("J02") == "0612"


@case("15.5i", "15.7a")
@pytest.mark.parametrize("side", [ALLIED, JAPANESE])
def test_a_retreat_is_that_of_its_owner(table, side):
    t = quiet(table, {"A01": "0713", "J01": "0612"})
    both = [numbers(t, "A01"), numbers(t, "J01")]
    for result, who in (("AR", side), ("DR", 1 - side)):
        battle = Battle(side, both[side], [t.space("0612")], defenders=both[1 - side], result=result)
        (frame,) = after(t, battle, "begin_retreat")
        assert (frame.side, frame.units) == (who, both[who])


@case("15.7f", "25.10b")
def test_a_camp_that_cannot_retreat_is_one_loss_and_no_factors(table):
    t = quiet(table, {"A01": "0713", "J01": "0612", "J68": "0612"}, ["25.10"])
    battle = Battle(ALLIED, numbers(t, "A01"), [t.space("0612")], defenders=numbers(t, "J01", "J68"), result="DR")
    losses, retreat = after(t, battle, "begin_retreat")
    assert (losses.side, losses.units, losses.count, losses.factors) == (JAPANESE, numbers(t, "J68"), 1, 0)
    assert retreat.units == numbers(t, "J01")


@case("15.8a", "R31", "R56")
def test_nobody_advances_out_to_sea_nor_where_nothing_is_cleared_nor_without_units(table):
    t = quiet(table, {"A01": "0713", "J01": "0612", "J38": "0611"})
    sea = GAME.space_ids[next(h for h in range(GAME.hexes) if GAME.sea >> h & 1)]
    for side, units, target, goes in (
        (JAPANESE, ["J01"], sea, False),
        (JAPANESE, ["J01"], "0512", True),
        (JAPANESE, ["J01"], "0713", False),
        (JAPANESE, ["J38"], "0512", False),
    ):
        battle = Battle(side, numbers(t, *units), [t.space(target)], result="DE")
        frames = after(t, battle, "begin_advance")
        assert [type(frame) for frame in frames] == [Advance] * goes, target
        assert all(frame.camp == -1 for frame in frames)


@case("25.10c")
def test_a_camp_that_stands_is_freed_by_nobody(table):
    t = quiet(table, {"A01": "0713", "J68": "0613"}, ["25.10"])
    battle = Battle(
        ALLIED, numbers(t, "A01"), [t.space("0612"), t.space("0613")], result="DE", camp_hex=t.space("0613")
    )
    (frame,) = after(t, battle, "begin_advance")
    assert frame.cleared == [t.space("0612")]
    assert frame.camp == -1
    place(t.state, t.unit("J68"), GAME.eliminated[JAPANESE])
    (frame,) = after(t, battle, "begin_advance")
    assert frame.camp == t.space("0613")


@case("4.1a", "25.1a", "R5")
def test_the_last_site_won_in_an_attack_ends_the_game_before_any_exploitation(table):
    units = dict(zip(LINE, SITES, strict=False))
    for is_assault in (1, 0):
        t = quiet(table, {**FAR, **units, "A01": "0612"})
        assert not t.over
        place(t.state, t.unit("A01"), t.space(SITES[0]))
        battle = Battle(ALLIED, numbers(t, "A01"), [t.space(SITES[0])], is_assault=is_assault, result="DE")
        t.state.agenda.append(battle)
        if is_assault:
            battle.end(t.state)
        else:
            with pytest.raises(GameOver):
                battle.end(t.state)


@case("25.2a", "25.2b", "R89")
def test_only_mobile_units_that_are_gone_earn_battlefield_supply(table):
    t = quiet(table, {"A01": "0713", "J01": "0612"}, ["25.2"])
    s = t.state
    for unit in range(GAME.unit_index["J01"], GAME.unit_index["J68"] + 1):
        if GAME.cf[unit]:
            s.where[unit] = GAME.eliminated[JAPANESE]
            before = s.pending_lp[ALLIED]
            Battle(ALLIED, numbers(t, "A01"), [t.space("0612")], defenders=[unit] * 9, fallen=1 << unit).earn(s)
            assert (s.pending_lp[ALLIED] > before) == (not GAME.never_move >> unit & 1), GAME.unit_ids[unit]
    engineer = next(u for u in range(len(GAME.unit_ids)) if GAME.engineers >> u & 1 and GAME.cf[u])
    s.where[engineer] = GAME.eliminated[ALLIED]
    for bases, earned in ((1 << engineer, 0), (0, GAME.battlefield_lp)):
        before = s.pending_lp[JAPANESE]
        battle = Battle(JAPANESE, numbers(t, "J01"), [t.space("0713")], defenders=[engineer] * 9, bases=bases)
        battle.fallen = 1 << engineer
        battle.earn(s)
        assert s.pending_lp[JAPANESE] == before + earned


@case("15.4a", "15.6a", "R49")
def test_a_counterattack_is_no_answer_to_what_may_be_committed(table):
    units = {"A01": "0713", "J01": "0612"}
    t = table("1", (), phase="allied-combat", turn=2, units=units, lp={"Allied": 3, "Japanese": 0})
    t.plan("0612", "A01").do("confirm")
    assert t.asked.prompt == "commit-attack"
    frame = t.state.agenda[-1]
    one = "One hex of attacking units is counterattacked."
    assert [bar.text for bar in frame.why_not_do(t.state, ALLIED, "counterattack", None, None)] == [one]
    assert one not in [bar.text for bar in frame.why_not_do(t.state, ALLIED, "gunfire", None, None)]
