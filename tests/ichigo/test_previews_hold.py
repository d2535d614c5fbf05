"""Previewed chances against battles that are fought: attacks of random games, resolved over and over.

What the attacker cannot know is dealt anew for every battle, so that the preview's averages are put to the test too.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from grognard.games.ichigo.combat import Combat, PlanAttack
from grognard.games.ichigo.facts import JAPAN, JAPANESE, SIDE_OF_NATION
from grognard.games.ichigo.knowledge import hidden_from, slots_of
from grognard.kernel.bits import bitset
from grognard.kernel.dice import Dice, KeyedDice
from grognard.kernel.flow import ONGOING
from grognard.kernel.play import advance, apply
from ichigo.conftest import GAME, table
from ichigo.test_fuzz import random_act
from odds_hold import Figure, by_lot, hold_again
from random_games import some

case = pytest.mark.case
ABOUT = 0.05
"""How far a figure told to one digit may be from what it is."""
QUIET = ("go-on", "no-momentum", "stay")


def plans(seed: int, most: int, start: dict[str, Any] | None = None) -> Iterator[Any]:
    """Attacks about to be confirmed, in a random game, whose unknowns are all of one kind."""
    rng = random.Random(seed)
    dice = KeyedDice(b"plans %d" % seed)
    s = GAME.new("campaign", {})
    advance(s, dice)
    if start:
        GAME.edit(s, start)
        advance(s, dice)
    found = 0
    while s.winner == ONGOING and found < most:
        top = s.agenda[-1]
        if isinstance(top, Combat) and (attacks := [o for o in s.pending.options if o[0] == "attack"]):
            trial = s.copy()
            advance(trial, None)
            apply(trial, trial.pending.side, rng.choice(attacks), dice)
            apply(
                trial, trial.pending.side, rng.choice([o for o in trial.pending.options if "join" in str(o[0])]), dice
            )
            support(trial, rng, dice)
            if is_plain(trial):
                found += 1
                yield trial
        apply(s, *random_act(s, rng, 0.5), dice)


def support(s: Any, rng: random.Random, dice: Dice) -> None:
    """11.17, 11.28, R55: whatever may be committed or promised, by lot."""
    while adding := [o for o in s.pending.options if str(o[0]).startswith("commit-")]:
        if rng.random() < 0.5:
            return
        apply(s, s.pending.side, rng.choice(adding), dice)
    if s.agenda[-1].nation != JAPAN and rng.random() < 0.3 and ("volunteer-tank",) in GAME.standing(s, JAPANESE):
        apply(s, JAPANESE, ("volunteer-tank",), dice)


def is_plain(s: Any) -> bool:
    """The enemies below the tops are all untried (dealt from one pool), or nobody of the target is hidden."""
    plan = s.agenda[-1]
    assert isinstance(plan, PlanAttack)
    hidden = hidden_from(s, SIDE_OF_NATION[plan.nation])
    if plan.nation == JAPAN:
        return not hidden & GAME.regulars & s.tried
    return not s.at[plan.target] & hidden


def unknown(s: Any) -> int:
    """What the attacker does not know of those who fight: fronts, and who lies below a top."""
    plan = s.agenda[-1]
    fighting = s.at[plan.target] | bitset(plan.units)
    return fighting & (hidden_from(s, SIDE_OF_NATION[plan.nation]) | GAME.regulars & ~s.tried)


def fought(s: Any, times: int, lot: int = 0, tanks: bool = False) -> Counter[str]:
    """What came of a confirmed attack: who cleared the hex, who could advance; and steps lost on both sides."""
    side = SIDE_OF_NATION[s.agenda[-1].nation]
    came: Counter[str] = Counter()
    name = s.fingerprint()
    if not unknown(s):
        rng = random.Random(f"{name}/{lot}")
        for row, often in by_lot(lambda dice: battle(s.copy(), side, dice, tanks), times, rng).items():
            for word, count in zip(("taken", "steps", "slain"), row, strict=True):
                came[word] += count * often
        return came
    # Nothing outside the hex bears on a battle: where the fighters are the same, it is the same.
    rng = random.Random(f"{name}/{lot}")
    dealt: dict[tuple[int, ...], tuple[Any, int]] = {}
    for _ in range(times):
        t = GAME.resample(s, side, rng)
        key = fighters(t)
        world, often = dealt.get(key, (t, 0))
        dealt[key] = world, often + 1
    for world, number in dealt.values():
        for row, often in by_lot(
            lambda dice, world=world: battle(world.copy(), side, dice, tanks), number, rng
        ).items():
            for word, count in zip(("taken", "steps", "slain"), row, strict=True):
                came[word] += count * often
    return came


def fighters(s: Any) -> tuple[int, ...]:
    """Who stands in the hex, and the fronts of all regulars that fight."""
    plan = s.agenda[-1]
    regulars = (s.at[plan.target] | bitset(plan.units)) & GAME.regulars
    return (s.at[plan.target], *[s.front[slot] for slot in slots_of(GAME, regulars)])


def battle(t: Any, side: int, dice: Dice, tanks: bool = False) -> tuple[int, int, int]:
    """One battle: whether the hex was taken, and the steps that attacker and defender lost; the defender commits no
    tank regiments, or all that he may."""
    t.pending = None
    advance(t, None)
    t.log = []
    depth = len(t.agenda)
    apply(t, side, ("confirm",), dice)
    while t.winner == ONGOING and len(t.agenda) >= depth:
        options = t.pending.options
        if tanks and ("commit-tank",) in options:
            options = [("commit-tank",)]
        calm = [o for o in options if o[0] in QUIET]
        going = [o for o in options if o[0] in ("advance-all", "advance")]
        apply(t, t.pending.side, (going or calm or options)[0], dice)
    lost = [GAME.side_of[e.args[0]] for e in t.log if e.kind in ("step-lost", "support-spent")]
    ours = lost.count(side)
    return int(any(e.kind == "advanced" for e in t.log)), ours, len(lost) - ours


def figures(s: Any, times: int, lot: int) -> Iterator[Figure]:
    """What the preview says, and what came."""
    (card,) = GAME.previews(s, s.pending.side)
    said = next(note["p"] for note in card["notes"] if "is taken" in note["text"])
    came = fought(s, times, lot)
    yield Figure(card["title"], said, came["taken"] / times, times)
    words = next(note["text"] for note in card["notes"] if note["text"].startswith("On average"))
    attackers, defenders = float(words.split()[2]), float(words.split()[5])
    wide = ABOUT + 6 / times**0.5  # no battle's losses spread wider than two steps
    assert abs(came["steps"] / times - attackers) <= wide, (card["title"], words, came["steps"] / times)
    if card["reduce"][0]["text"] != "The city's own garrison":
        assert abs(came["slain"] / times - defenders) <= wide, (card["title"], words, came["slain"] / times)
    for note in card["notes"]:
        if note["text"].startswith("The same, if the defence is joined by ") and not unknown(s) & GAME.of_nation[JAPAN]:
            joined = fought(s, times, lot, tanks=True)
            yield Figure(f"{card['title']}, with tank regiments", note["p"], joined["taken"] / times, times)


def option_figures(s: Any) -> None:
    """The card of a target, before anybody joins, is that of the plan that everybody has joined."""
    plan = s.agenda[-1]
    trial = s.copy()
    advance(trial, None)
    apply(trial, trial.pending.side, ("call-off",), KeyedDice(b""))
    before = GAME.preview(trial, trial.pending.side, ("attack", plan.target))
    plan = trial.copy()
    advance(plan, None)
    apply(plan, plan.pending.side, ("attack", before["space"]), KeyedDice(b""))
    for option in [("join-all",), plan.pending.options[0]]:
        if option in plan.pending.options and option[0] in ("join", "join-all"):
            apply(plan, plan.pending.side, option, KeyedDice(b""))
    (after,) = GAME.previews(plan, plan.pending.side)
    assert {**before, "title": ""} == {**after, "title": ""}


@case("11.6", "11.19", "11.24a", "3.3a")
@pytest.mark.parametrize("seed", range(2))
def test_previewed_chances_hold_in_battles_that_are_fought(seed: int) -> None:
    for s in plans(seed, 4):
        option_figures(s)
        hold_again(lambda lot, s=s: figures(s, 150, lot))


LANDED = {"turn": 7, "phase": "landing", "causeway": "launched"}


@case("11.16", "7.9b", "8.9b", "11.17c", "11.15a")
@pytest.mark.parametrize("seed", some(1, 20))
def test_previewed_chances_hold_when_the_americans_have_come(seed: int, long: bool) -> None:
    nations = set()
    for s in plans(200 + seed, 8, LANDED):
        nations.add(s.agenda[-1].nation)
        option_figures(s)
        hold_again(lambda lot, s=s: figures(s, 2000 if long else 150, lot))
    assert nations


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
def test_previewed_chances_hold_at_length(seed: int) -> None:
    for s in plans(100 + seed, 10):
        option_figures(s)
        hold_again(lambda lot, s=s: figures(s, 20_000, lot))


@case("11.24a")
def test_a_hex_that_is_cleared_by_the_last_attacker_is_not_taken() -> None:
    t = table(turn=2, phase="chinese-combat", units={"CH-5": "2302", "J-CEA-B1": "2303", "J-CEA-T12": "OUT",
              "J-CEA-T13": "OUT", "J-CEA-T17": "OUT"}, tried=["CH-5"])  # fmt: skip
    t.act("attack", "2303").act("join", "CH-5")
    (card,) = GAME.previews(t.state, 0)
    cleared, taken = card["notes"][0]["p"], card["notes"][1]["p"]
    assert cleared > taken == 0.0  # a Chinese attacker with one step never survives its own attack


@case("11.17d")
def test_the_tanks_that_the_defender_may_still_add_are_on_the_card() -> None:
    t = table(turn=2, phase="chinese-combat", units={"CH-5": "2302", "CH-18": "2302", "J-CEA-D13": "2303"},
              tried=["CH-5", "CH-18"])  # fmt: skip
    t.act("attack", "2303").act("join-all")
    (card,) = GAME.previews(t.state, 0)
    assert card["notes"][-1]["text"] == "The same, if the defence is joined by a tank regiment"
    assert card["notes"][-1]["p"] <= card["notes"][1]["p"]
