"""Previewed chances against simulated battles: a few seconds here, 200 positions × 20,000 battles in `make soak`."""

from __future__ import annotations

import random
from collections.abc import Iterator
from math import sqrt
from typing import Any

import pytest

from grognard.games.whitesun.combat import AFTER, Battle
from grognard.games.whitesun.entry_odds import entry_odds
from grognard.games.whitesun.hits import happening
from grognard.games.whitesun.round_strength import numbers, strength_of
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING
from grognard.kernel.play import advance, apply
from odds_hold import Figure, hold_again
from whitesun.conftest import GAME, X, marching
from whitesun.test_previews import POOL, chances, option

case = pytest.mark.case


def answer(s: Any, dice: KeyedDice) -> None:
    """Losses as the odds take them: steps by the force's own order, of the Chinese whose dice hit most."""
    units = [int(option_[1]) for option_ in s.pending.options]
    if s.pending.prompt != "chinese-losses":
        apply(s, 0, ("lose", min(units, key=lambda u: (s.steps[u] < 2, *order(u)))), dice)
        return
    n = numbers(s, s.force_hex, s.round, happening(s))

    def danger(unit: int) -> tuple[int, int]:
        if GAME.communists >> unit & 1:
            return (-n.communist, unit)
        return (-(n.elite if GAME.elites >> unit & 1 else n.regular) * GAME.dice[unit][1], unit)

    apply(s, 0, ("destroy", min(units, key=danger)), dice)


def order(unit: int) -> tuple[Any, ...]:
    return (not GAME.asterisk >> unit & 1, GAME.dice[unit][1], not GAME.puppets >> unit & 1, unit)


def settle(s: Any, dice: KeyedDice) -> None:
    """All losses of a round."""
    while s.winner == ONGOING and s.force and s.pending.prompt in ("losses", "chinese-losses", "fighters"):
        answer(s, dice)


def fight_on(s: Any, dice: KeyedDice) -> None:
    """Round after round while there are points."""
    while s.winner == ONGOING and s.force and s.pending.prompt == "another-round":
        apply(s, 0, ("fight-on",), dice)
        settle(s, dice)


def battle(seed: int) -> Any:
    """A battle whose first round is over, both sides standing; None when this seed gives none."""
    rng = random.Random(seed)
    force = rng.sample([u for u in GAME.unit_ids[:60] if u.startswith("J-")], rng.randrange(1, 7))
    turn = rng.choice([1, 4])
    chinese = rng.sample(POOL, rng.randrange(1, 4))
    t = marching(force, "1518", turn=turn, pool=[], japanese=["1417", "1517", "1618"], mp=rng.randrange(1, 6),
                 units=dict.fromkeys(chinese, "1419"), held=["1419"], flotilla="gone",
                 great_victory=rng.randrange(2))  # fmt: skip
    s = t.state
    s.log = None
    dice = KeyedDice(b"battle %d" % seed)
    apply(s, 0, ("advance", t.space("1419")), dice)
    while s.winner == ONGOING and s.pending.prompt in ("losses", "chinese-losses", "fighters"):
        option_ = s.pending.options[rng.randrange(len(s.pending.options))]
        apply(s, 0, option_, dice)
    if s.winner != ONGOING or s.pending.prompt != "another-round" or ("fight-on",) not in s.pending.options:
        return None
    return s


def battles(number: int, seed: int = 0) -> list[Any]:
    found: list[Any] = []
    while len(found) < number:
        seed += 1
        if (s := battle(seed)) is not None:
            found.append(s)
    return found


def figures(start: Any, times: int, lot: int) -> Iterator[Figure]:
    """What the preview says of another round and of fighting on, and what came of it."""
    notes = {row["text"]: row["p"] for row in GAME.preview(start, 0, ("fight-on",))["notes"]}
    assert isinstance(start.agenda[-1], Battle)
    assert start.agenda[-1].step == AFTER
    hex_ = start.agenda[-1].hex
    now = end = 0
    name = start.fingerprint()
    for number in range(times):
        s = start.copy()
        advance(s, None)
        dice = KeyedDice(f"{name}/{lot}/{number}".encode())
        apply(s, 0, ("fight-on",), dice)
        settle(s, dice)
        now += bool(s.japanese >> hex_ & 1)
        fight_on(s, dice)
        end += bool(s.japanese >> hex_ & 1)
    for text, came in (("The hex is taken in this round", now), ("Taken in the end, with somebody left to go on", end)):
        yield Figure(text, notes[text], came / times, times)


@case("10.1g", "9.4")
def test_another_round_and_fighting_on_come_out_as_previewed():
    for start in battles(5):
        hold_again(lambda lot, start=start: figures(start, 500, lot))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
def test_battles_come_out_as_previewed_at_length(seed):
    for start in battles(10, 1000 * seed):
        hold_again(lambda lot, start=start: figures(start, 20_000, lot))


@case("10.1a", "R58")
def test_the_fighters_are_somebody():
    t = marching(["J-2IMB"], "3402", turn=2, pool=["A-AVG"], japanese=["area", "3302"], flotilla="gone",
                 units={"J-9D": "READY", "J-10D": "READY"})  # fmt: skip
    hex_ = t.space("3502")
    odds = entry_odds(t.state, strength_of(t.state, t.state.force), hex_, 2, t.mp - 2)
    assert odds.first_round == 0, "a lone brigade does not survive them"
    assert chances(option(t, "advance", "3502"))["defenders left after a round"] == pytest.approx(
        odds.contested, abs=1e-5
    )
    through = 0
    for seed in range(400):
        s = t.state.copy()
        dice = KeyedDice(b"fighters %d" % seed)
        apply(s, 0, ("advance", hex_), dice)
        through += bool(s.force)
    assert abs(through / 400 - odds.through) < 3.6 * sqrt(odds.through * (1 - odds.through) / 400)


@case("9.17a", "9.17e", "R14")
def test_the_flotilla_counts_where_it_joins_or_follows_and_a_step_that_leaves_it_warns(table):
    t = table(ready=[*X, "J-27D"]).muster(*X)
    card = option(t, "land", "2504")
    assert any(row["text"] == "Flotilla dice" and row["value"] == "2" for row in card["items"])
    t = marching(X, "3414", turn=4, japanese=["area"], flotilla="usable", along=1)
    along, away = option(t, "advance", "3513"), option(t, "advance", "3415")
    assert any(row["text"] == "Flotilla dice" for row in along["items"])
    assert not any(row["text"] == "Flotilla dice" for row in away["items"])
    assert any("leaves the flotilla alone" in row["text"] for row in away["items"])


@case("9.4")
def test_points_that_are_left_limit_the_rounds():
    few, many = (marching(X[3:5], "1417", pool=POOL, mp=mp) for mp in (1, 12))
    short, long_ = option(few, "advance", "1517"), option(many, "advance", "1517")
    assert [r["value"] for c in (short, long_) for r in c["reduce"] if r["text"] == "Rounds that the points allow"] == [
        "1",
        "12",
    ]
    ends = [next(n["p"] for n in c["notes"] if n["text"].startswith("Taken in the end")) for c in (short, long_)]
    assert ends[0] < ends[1]


@case("9.4", "9.5")
def test_taken_in_the_end_is_about_right_for_an_entry(long):
    trials = 2000 if long else 250
    for force, at, to in ((X, "1518", "1419"), (X[:3], "1417", "1517"), (("J-3D", "J-5D"), "1518", "1419")):
        t = marching(force, at, pool=POOL, japanese=["1417", "1517", "1618"] if to == "1419" else [])
        p = next(n["p"] for n in option(t, "advance", to)["notes"] if n["text"].startswith("Taken in the end"))
        hex_ = t.space(to)
        taken = 0
        for seed in range(trials):
            s = t.state.copy()
            dice = KeyedDice(b"end %d" % seed)
            advance(s, None)
            apply(s, 0, ("advance", hex_), dice)
            settle(s, dice)
            fight_on(s, dice)
            taken += bool(s.force and s.japanese >> hex_ & 1)
        assert abs(taken / trials - p) < 0.05 + 3 * sqrt(p * (1 - p) / trials), (to, taken / trials, p)
