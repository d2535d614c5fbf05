"""What a preview promises is what the dice bring: every face of the die, played out by the engine."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from formosa.conftest import GAME
from grognard.games.formosa.combat import PlanAttack
from grognard.games.formosa.outlook import outlook
from grognard.games.formosa.state import units_at
from grognard.kernel.bits import members
from grognard.kernel.dice import Dice
from grognard.kernel.flow import Decision, Roll
from grognard.kernel.play import advance, apply, throw
from odds_hold import Figure, Thrown, by_lot, hold_again
from random_games import some

case = pytest.mark.case
POSITIONS = 30
FACES = range(1, 7)
WITHIN = ("losses", "retreat", "retreats", "advance", "counterattack", "prove-supply", "commit-defence")
"""What is asked in the course of a combat."""


def duel(table: Any, rng: random.Random) -> Any:
    """Some units of both sides in two adjacent hexes, everything planned, nothing left to add."""
    while True:
        target = rng.choice(members(GAME.land))
        near = [h for h in GAME.land_steps[target] if not GAME.high >> h & 1]
        if near and GAME.map.distance(target, GAME.space_index["1706"]) > 2:
            break
    home = rng.choice(near)
    allies = rng.sample(["A01", "A02", "A07", "A08", "A31", "A34", "A39"], rng.randint(1, 4))
    enemies = rng.sample(["J01", "J07", "J45", "J46", "J51"], rng.randint(1, 3))
    units = dict.fromkeys(allies, GAME.space_ids[home]) | dict.fromkeys(enemies, GAME.space_ids[target])
    if rng.random() < 0.3 and (GAME.cities | GAME.towns) >> target & 1:
        units["J38"] = GAME.space_ids[target]
    t = table(turn=1, phase="allied-combat", units={**units, "A46": "1706"}, lp={"Allied": 0, "Japanese": 0})
    t.plan(GAME.space_ids[target], *allies)
    return t


def played(s: Any, target: int, dice: Dice) -> bool:
    """Whether the attackers stand in the hex afterwards: they give up whom they can best spare, and go in."""
    advance(s, None)
    thrown = False
    while not units_at(s, target, 0):
        asked = s.pending
        if isinstance(asked, Roll):
            throw(s, dice.roll(s.rolls, asked.count, asked.sides))
            thrown = True
        elif not isinstance(asked, Decision) or (thrown and asked.prompt not in WITHIN):
            return False
        else:
            apply(s, asked.side, chosen(s, asked, target), None)
    return True


def chosen(s: Any, asked: Decision, target: int) -> Any:
    """The attacker keeps one who can enter; everybody else takes what comes."""
    options = asked.options
    verbs = {str(option[0]): option for option in options}
    for verb in ("confirm", "ready", "let-go"):
        if verb in verbs:
            return verbs[verb]
    if "advance" in verbs:
        return next((o for o in options if o[-1] == target), options[0])
    if "lose" in verbs and asked.side == 0:
        units = [int(option[1]) for option in options]
        able = [u for u in units if GAME.enterable[GAME.is_mech[u]][s.where[u]] >> target & 1]
        keeper = min(able, key=lambda u: GAME.cf[u], default=-1)
        return min(options, key=lambda option: (option[1] == keeper, -GAME.cf[int(option[1])]))
    return options[0]


@case("15.8a", "15.5e", "15.5f", "15.7g")
@pytest.mark.parametrize("seed", some(3, 20))
def test_the_chance_to_take_a_hex_is_what_the_six_faces_bring(table: Any, seed: int) -> None:
    rng = random.Random(seed)
    for s, target, promised in duels(table, rng, POSITIONS // 3):
        brought = sum(played(s.copy(), target, Thrown(rng, [(face,)])) for face in FACES) / 6
        assert brought == pytest.approx(promised), (s.where, GAME.space_ids[target])


def duels(table: Any, rng: random.Random, count: int) -> Iterator[tuple[Any, int, float]]:
    """Positions, each with the hex that is attacked and the chance to take it that is previewed."""
    for _ in range(count):
        s = duel(table, rng).state
        frame = s.agenda[-1]
        if isinstance(frame, PlanAttack) and frame.units:
            yield s, frame.targets[0], outlook(s, frame.combat(s)).taken


def figures(s: Any, target: int, promised: float, times: int, lot: int) -> Iterator[Figure]:
    """What the preview says of taking a hex, and what came of so many combats."""
    came = by_lot(lambda dice: played(s.copy(), target, dice), times, random.Random(f"{lot}/{s.fingerprint()}"))
    yield Figure(f"{GAME.space_ids[target]} is taken", promised, came[True] / times, times)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
def test_many_dice_agree_with_the_preview(table: Any, seed: int) -> None:
    for duel_ in duels(table, random.Random(100 + seed), 10):
        hold_again(lambda lot, duel_=duel_: figures(*duel_, 20_000, lot))


@case("15.2a", "15.8a", "R49")
def test_the_preview_answers_the_attackers_question(table: Any) -> None:
    units = {"A01": "0614", "A02": "0614", "J01": "0615", "J38": "0615"}
    t = table(turn=2, phase="allied-combat", units=units, lp={"Allied": 0, "Japanese": 1}).plan("0615", "A01")
    (shown,) = GAME.previews(t.state, 0)
    notes = {note["text"]: note.get("p") for note in shown["notes"]}
    taken = notes["You take it: cleared, and somebody left to enter"]
    assert notes["If the defender adds what he may, 1 column left"] <= taken <= notes["The defenders are gone"]
    assert any(text.startswith("Factors lost on the average: attacker") for text in notes)


@case("19.3b")
def test_the_japanese_layer_says_what_a_reveal_would_supply(table: Any) -> None:
    units = {"J01": "0614", "J38": "0615", "A01": "1706"}
    t = table(turn=2, phase="japanese-movement", units=units, concealed=["J38"])
    for side, words in ((1, ["could be supplied by revealing 1st Heavy Weapons Brigade"]), (0, ["no line of supply"])):
        layer = next(layer for layer in GAME.overlays(t.state, side) if layer.id == "japanese-supply")
        assert [text for unit, _, text in layer.units if unit == t.unit("J01")] == words
