""" "Why can't I?" over random positions: what is on offer is said to be, what is not has a true reason with a rule."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from grognard.games.whitesun.forming_forces import Muster
from grognard.games.whitesun.movement import March
from grognard.games.whitesun.state import own
from grognard.games.whitesun.supply import net_of, supplied_of
from grognard.kernel.bits import members
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING, Bar
from grognard.kernel.play import advance, apply
from random_games import some
from whitesun.conftest import GAME
from whitesun.test_fuzz import choose, position

SEEDS = some(4, 8)
GENERAL = re.compile(r": (not now|nothing can be done with it now)\.$")
OFFERED = "It is on offer"
OURS = [u for u in range(GAME.units) if GAME.side_of[u] == 0]


def positions(seed: int, most: int = 60) -> Iterator[Any]:
    """Questions of a random game, one in a few; every kind of question that comes up at least once."""
    rng = random.Random(seed)
    dice = KeyedDice(b"why %d" % seed)
    s = position(seed)
    advance(s, dice)
    seen: dict[str, int] = {}
    for _ in range(500):
        if s.winner != ONGOING or sum(seen.values()) > most:
            return
        prompt = s.pending.prompt
        if seen.get(prompt, 0) < 3 or rng.random() < 0.1:
            seen[prompt] = seen.get(prompt, 0) + 1
            yield s
        apply(s, 0, choose(s, rng), dice)


def reasons(s: Any, unit: int | None, space: int | None, verb: str = "") -> list[Bar]:
    found = GAME.why_not(s, 0, unit, space, verb)
    assert found
    return found


def is_specific(found: list[Bar]) -> bool:
    return all(bar.cases and not GENERAL.search(bar.text) for bar in found)


def named(option: tuple[Any, ...], kind: str) -> int | None:
    args = zip(GAME.verbs[option[0]].args, option[1:], strict=True)
    return next((arg for what, arg in args if what == kind), None)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_option_is_said_to_be_on_offer_and_every_verb_belongs_to_its_frame(seed):
    for s in positions(seed):
        for option in s.pending.options:
            unit, space = named(option, "unit"), named(option, "space")
            assert option[0] in s.agenda[-1].verbs, option
            assert reasons(s, unit, space, option[0])[0].text.startswith(OFFERED)
            if unit is not None or space is not None:
                assert reasons(s, unit, space)[0].text.startswith(OFFERED)


@pytest.mark.parametrize("seed", SEEDS)
def test_every_verb_that_a_unit_is_not_offered_has_a_reason_with_a_case(seed):
    rng = random.Random(seed)
    for s in positions(seed):
        for unit in rng.sample(OURS, 12):
            for verb in s.agenda[-1].verbs:
                assert is_specific(reasons(s, unit, None, verb)), (s.pending.prompt, verb, GAME.unit_ids[unit])
            for _, why in GAME.verbs_for(s, 0, unit):
                assert not why or is_specific(why)
        for verb in s.agenda[-1].verbs:
            assert is_specific(reasons(s, None, None, verb)), (s.pending.prompt, verb)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_end_of_what_is_asked_has_a_reason_or_nothing_stands_in_the_way(seed):
    ends = {"end-phase", "halt", "hold-cities", "withdraw"}
    for s in positions(seed):
        can_end = any(option[0] in ends for option in s.pending.options)
        found = GAME.why_not(s, 0, None, None)
        assert (found[0].text == "Nothing prevents it.") == can_end, (s.pending.prompt, found)
        assert all(bar.cases for bar in found)


# --- true for what was asked


def walked(s: Any, most: int) -> set[int]:
    """Every hex that some way of single legal steps enters within so many points: the engine's rules, tried out."""
    g = s.game
    closed = g.treaty_ports if s.turn < g.treaty_ports_from else 0
    out: set[int] = set()
    seen: set[tuple[int, int, int]] = set()
    waiting = [(s.force_hex, most, own(s))]
    while waiting:
        here, left, ours = waiting.pop()
        if (here, left, ours) in seen:
            continue
        seen.add((here, left, ours))
        net = net_of(s, ours)
        open_ = supplied_of(s, ours, net) & ~closed
        for there in g.steps_from[here]:
            linked = net >> here & 1 and g.links.near[here] >> there & 1
            cost = 1 if linked else g.entry_cost[there]
            if cost <= left and open_ >> there & 1:
                out.add(there)
                waiting.append((there, left - cost, ours | 1 << there))
    return out - {s.force_hex}


@pytest.mark.parametrize("seed", SEEDS)
def test_of_a_hex_far_away_it_is_said_truly_whether_it_can_be_reached(seed):
    asked = specific = 0
    rng = random.Random(seed)
    for s in positions(seed, 24):
        if not isinstance(s.agenda[-1], March):
            continue
        t = s.copy()
        t.mp, t.objective = min(t.mp, 4), -1
        advance(t, None)
        within = walked(t, t.mp)
        unit = members(t.force)[0]
        near = [h for h in range(GAME.hexes) if 0 < GAME.map.distance(h, t.force_hex) <= 2 * t.mp]
        for hex_ in rng.sample(near, min(8, len(near))):
            found = reasons(t, unit, hex_)
            asked += 1
            specific += is_specific(found)
            reachable = found[0].text.startswith((OFFERED, "It can be reached"))
            assert reachable == (hex_ in within), (found, GAME.space_ids[hex_])
            if number := re.search(r"at least (\d+) MP away", found[0].text):
                assert int(number[1]) > t.mp
    assert specific >= 0.95 * asked


def box(name: str) -> Callable[[Any, int], bool]:
    return lambda s, unit: GAME.space_ids[s.where[unit]] == name


TRUE_OF_UNITS: dict[str, Callable[[Any, int], bool]] = {
    r"is on garrison duty": box("GARRISON"),
    r"is the garrison of a city": box("CITIES"),
    r"waits in the Reserve Box": box("RESERVE"),
    r"is out of the game|no turn follows": box("OUT"),
    r"is in the force that operates": lambda s, u: bool(s.force >> u & 1),
    r"is in the force\.": lambda s, u: u in s.agenda[-1].units,
    r"arrives on Turn|comes back on Turn": lambda s, u: GAME.space_ids[s.where[u]] in ("T2", "T3", "T4"),
    r"At most (\d+) units": lambda s, u: len(s.agenda[-1].units) == GAME.most_units[s.turn],
    r"[Ff]lotilla": lambda s, u: u == GAME.flotilla,
}
TRUE_OF_HEXES: dict[str, Callable[[Any, int], bool]] = {
    r"is not a city": lambda s, h: not GAME.cities >> h & 1,
    r"is not Japanese": lambda s, h: not s.japanese >> h & 1,
    r"is broken": lambda s, h: bool(s.broken >> h & 1),
    r"No Japanese railroad or river joins": lambda s, h: bool(own(s) & GAME.cities & ~GAME.coast & 1 << h),
    r"is in supply: the force could not": lambda s, h: (
        not GAME.steps.near[h] & supplied_of(s, own(s), net_of(s, own(s)))
    ),
    r"is not on the coast": lambda s, h: not GAME.coast >> h & 1,
    r"is Japanese: a landing": lambda s, h: bool(own(s) >> h & 1),
    r"Puppet units": lambda s, h: any(GAME.puppets >> u & 1 for u in s.agenda[-1].units),
    r"units per phase move by sea": lambda s, h: s.amphibious + len(s.agenda[-1].units) > 10,
    r"south edge opens": lambda s, h: s.turn < 3,
    r"come over the south edge this turn": lambda s, h: s.turn > 2,
    r"Treaty ports are closed": lambda s, h: s.turn < 3 and bool(GAME.treaty_ports >> h & 1),
    r"do not enter the sea": lambda s, h: not GAME.land >> h & 1,
    r"starts in the closest city|starts in a city": lambda s, h: s.agenda[-1].kind == 2,
    r"is not on any supplied route": lambda s, h: s.turn in (2, 3) and not own(s) >> h & 1,
    r"First choose the units": lambda s, h: not s.agenda[-1].units,
    r"met where they strike": lambda s, h: s.agenda[-1].kind == 3,
    r"on no edge": lambda s, h: not (GAME.north_edge | GAME.south_edge) >> h & 1,
}


def is_true(text: str, tests: dict[str, Callable[[Any, int], bool]], s: Any, what: int) -> bool:
    """Whether the claim of a sentence holds; a sentence that no line knows is a fault of the test."""
    found = [test for pattern, test in tests.items() if re.search(pattern, text)]
    assert found, text
    return all(test(s, what) for test in found[:1])


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_said_of_units_and_starts_is_true(seed):
    rng = random.Random(seed)
    for s in positions(seed):
        if not isinstance(s.agenda[-1], Muster):
            continue
        for unit in rng.sample(OURS, 15):
            for bar in reasons(s, unit, None):
                assert bar.text.startswith(OFFERED) or is_true(bar.text, TRUE_OF_UNITS, s, unit), bar
        starts = {o[1] for o in s.pending.options if o[0] in ("start", "enter", "land")}
        for hex_ in rng.sample(range(GAME.hexes), 60):
            bar = reasons(s, None, hex_)[0]
            assert bar.text.startswith(OFFERED) == (hex_ in starts)
            assert bar.text.startswith(OFFERED) or is_true(bar.text, TRUE_OF_HEXES, s, hex_), bar
