"""The tables as the dice give them: measured with the match's own dice, held against arithmetic within 3 sigma."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import Any

import pytest

from grognard.games.whitesun.combat import COMMUNISTS, ELITES, FLOTILLA, GROUND, PUPPETS, REGULARS, Battle
from grognard.games.whitesun.defence import Draw, Entry
from grognard.games.whitesun.losses import cohesion_die
from grognard.kernel.bits import members
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import Roll
from grognard.kernel.state import place
from whitesun.conftest import GAME, X, marching, table

case = pytest.mark.case
DICE = KeyedDice(b"statistics of the white sun")


class Thrower:
    """Throws what frames call for, each roll with the next number of the stream."""

    def __init__(self) -> None:
        self.number = 0

    def throw(self, s: Any, frame: Any) -> tuple[int, ...]:
        asked = frame.run(s)
        assert isinstance(asked, Roll)
        faces = DICE.roll(self.number, asked.count, asked.sides)
        self.number += 1
        frame.rolled(s, faces)
        return faces


def within_3_sigma(count: int, trials: int, p: float) -> None:
    """A number of successes against its expectation."""
    assert abs(count - trials * p) <= 3 * sqrt(trials * p * (1 - p)), (count, trials, p)


def mean_within_3_sigma(values: list[int], chances: list[float]) -> None:
    """A sample against the distribution it should come from: chances of 0, 1, 2 …"""
    mean = sum(i * p for i, p in enumerate(chances))
    variance = sum((i - mean) ** 2 * p for i, p in enumerate(chances))
    assert abs(sum(values) - len(values) * mean) <= 3 * sqrt(len(values) * variance)


# --- the pool


@case("3.1c", "8.2a")
def test_draws_from_the_pool_pass_a_chi_square_test_against_its_composition() -> None:
    s = table().state
    urn = members(s.at[GAME.pool])
    trials, thrower = 100 * len(urn), Thrower()
    drawn: Counter[int] = Counter()
    for _ in range(trials):
        frame = Draw(GAME.shanghai, 1)
        s.agenda.append(frame)
        thrower.throw(s, frame)
        (unit,) = members(s.at[GAME.shanghai] & GAME.fighting & ~GAME.garrisons) or [*frame.aside]
        drawn[unit] += 1
        place(s, unit, GAME.pool)
        s.agenda.pop()
    assert set(drawn) <= set(urn)
    chi_square = sum((drawn[u] - 100) ** 2 / 100 for u in urn)
    freedom = len(urn) - 1
    # Wilson and Hilferty's normal approximation, one in a thousand at either end.
    score = ((chi_square / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / sqrt(2 / (9 * freedom))
    assert abs(score) < 3.09, chi_square
    for force, number in ((GAME.elites, 26), (GAME.regulars, 30), (GAME.armies, 2)):
        within_3_sigma(sum(drawn[u] for u in members(force)), trials, number / 58)


@case("8.2a", "R6", "R7")
def test_a_draw_never_gives_a_unit_twice() -> None:
    thrower = Thrower()
    for _ in range(200):
        s = table().state
        frame = Draw(GAME.shanghai, 6)
        s.agenda.append(frame)
        while s.agenda[-1] is frame and frame.left:
            thrower.throw(s, frame)
        on_map = s.at[GAME.shanghai] & GAME.fighting & ~GAME.garrisons
        assert on_map.bit_count() == 6
        assert not set(frame.aside) & set(members(on_map))


# --- the defence table


@case("8.2c", "8.2d", "8.2e", "8.2f", "8.5d", "8.2g")
@pytest.mark.parametrize(
    ("hex_", "turn", "line", "mean"),
    [
        ("2504", 1, [1, 2, 3, 4, 5, 6], 3.50),
        ("1419", 1, [0, 1, 2, 2, 3, 3], 11 / 6),
        ("1417", 1, [0, 0, 1, 2, 2, 3], 8 / 6),
        ("1411", 1, [0, 0, 0, 1, 2, 3], 1.00),
        ("2626", 1, [1, 2, 3, 4, 4, 4], 3.00),
        ("4028", 4, [1, 1, 1, 2, 3, 4], 2.00),
        ("3822", 4, [1, 2, 3, 3, 4, 4], 17 / 6),
    ],
)
def test_defence_sizes_by_class_of_hex(hex_: str, turn: int, line: list[int], mean: float) -> None:
    s = marching(X, "1417").state
    s.turn = turn
    thrower, values = Thrower(), []
    for _ in range(3000):
        frame = Entry(GAME.space_index[hex_], 1)
        depth = len(s.agenda)
        thrower.throw(s, frame)
        del s.agenda[depth:]
        s.rape_used = 1
        s.force = s.force or 1
        values.append(frame.number)
    assert sum(line) / 6 == pytest.approx(mean)
    mean_within_3_sigma(values, [line.count(n) / 6 for n in range(7)])
    found = Counter(values)
    for number in set(line):
        within_3_sigma(found[number], 3000, line.count(number) / 6)


# --- events


@case("8.11a", "8.11b", "RE.11", "RE.13", "RE.15", "RE.21", "RE.24", "RE.31a", "RE.34a", "RE.41", "RE.44a")
def test_event_frequencies() -> None:
    s = marching(X, "1417").state
    thrower, found = Thrower(), Counter()
    trials = 7200
    for _ in range(trials):
        frame = Entry(GAME.space_index["1517"], 1)
        s.log = []
        depth = len(s.agenda)
        thrower.throw(s, frame)
        del s.agenda[depth:]
        found[next(event.args[0] for event in s.log if event.kind == "event")] += 1
    for number, event in enumerate(GAME.events):
        within_3_sigma(found[number], trials, len(event.faces) / 36)
    assert sum(found.values()) == trials


# --- hits


def battle(defenders: list[str], **change: Any) -> Any:
    """A battle at 1517, or elsewhere, with these defenders."""
    hex_ = change.pop("hex", "1517")
    t = marching([*X[:6], "P-HA", "P-M"], "1417", units=dict.fromkeys(defenders, hex_))
    s = t.state
    for unit in members(s.force):
        place(s, unit, GAME.space_index[hex_])
    s.force_hex = GAME.space_index[hex_]
    for name, value in change.items():
        setattr(s, name, value)
    s.round = change.get("round", 1)
    return s


EVENT = GAME.event_index
RATES = [
    ("imperial", GROUND, {}, 2 / 6),
    ("imperial in rough terrain, round 1", GROUND, {"hex": "1420"}, 1 / 6),
    ("imperial in rough terrain, round 2", GROUND, {"hex": "1420", "round": 2}, 2 / 6),
    ("imperial with smoke", GROUND, {"event": EVENT["smoke"]}, 3 / 6),
    ("imperial with smoke in rough terrain", GROUND, {"event": EVENT["smoke"], "hex": "1420"}, 2 / 6),
    ("imperial against fieldworks", GROUND, {"event": EVENT["fieldworks"]}, 1 / 6),
    ("imperial against fieldworks, round 2", GROUND, {"event": EVENT["fieldworks"], "round": 2}, 2 / 6),
    ("imperial, border clash, round 3", GROUND, {"event": EVENT["soviet"], "round": 3}, 1 / 6),
    ("puppet", PUPPETS, {}, 1 / 6),
    ("puppet with smoke", PUPPETS, {"event": EVENT["smoke"]}, 3 / 6),
    ("flotilla", FLOTILLA, {"hex": "2505", "flotilla_along": 1}, 2 / 6),
    ("elite", ELITES, {}, 2 / 6),
    ("elite with unity", ELITES, {"event": EVENT["unity"]}, 3 / 6),
    ("elite with shouling", ELITES, {"event": EVENT["shouling"]}, 1 / 6),
    ("elite, baoding, round 2", ELITES, {"event": EVENT["baoding"], "round": 2}, 2 / 6),
    ("elite after a great victory", ELITES, {"great_victory": 1}, 3 / 6),
    ("regular", REGULARS, {}, 1 / 6),
    ("regular with baoding and a great victory", REGULARS, {"event": EVENT["baoding"], "great_victory": 1}, 3 / 6),
    ("communist on turn 1", COMMUNISTS, {}, 1 / 6),
    ("communist on turn 3", COMMUNISTS, {"turn": 3}, 3 / 6),
    ("communist on turn 3 with unity", COMMUNISTS, {"turn": 3, "event": EVENT["unity"]}, 4 / 6),
]


@case("10.2a", "10.2b", "10.5a", "10.5b", "10.6b", "RE.13", "RE.15", "RE.21", "RE.24", "RE.11", "RE.54", "8.8d")
@pytest.mark.parametrize(("what", "step", "change", "rate"), RATES, ids=[row[0] for row in RATES])
def test_hit_rates_by_class_and_modifier(what: str, step: int, change: dict[str, Any], rate: float) -> None:
    s = battle(["E-FHQG", "E-NMC", "R-NR", "R-SR", "C-8RA", "C-R1", "C-R2"], **change)
    thrower, hits, dice = Thrower(), 0, 0
    while dice < 3000:
        frame = Battle(s.force_hex, step)
        dice += len(thrower.throw(s, frame))
        hits += frame.hits
    within_3_sigma(hits, dice, rate)


# --- after the battle


@case("10.1h")
@pytest.mark.parametrize(("unit", "back"), [("R-17D", 5 / 6), ("E-1C", 4 / 6), ("E-FHQG", 3 / 6), ("R-Gddg", 0.0)])
def test_the_share_of_beaten_units_that_slip_away(unit: str, back: float) -> None:
    s = table().state
    number, trials, returned = GAME.unit_index[unit], 2000, 0
    for i in range(trials):
        place(s, number, GAME.dead)
        cohesion_die(s, number, DICE.roll(10_000 + i, 1, 6)[0])
        returned += s.where[number] == GAME.pool
    within_3_sigma(returned, trials, back)


@case("OT.1", "OT.3a", "OT.6a")
def test_objectives_come_as_often_as_their_rows() -> None:
    found = Counter(GAME.objective_rows[DICE.roll(20_000 + i, 1, 6)[0]] for i in range(3000))
    for row in set(GAME.objective_rows[1:]):
        within_3_sigma(found[row], 3000, GAME.objective_rows.count(row) / 6)
