"""“Why can't I?” is true for what was asked, in random positions: on offer, by verb, near and far, and never false."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from typing import Any

import pytest

from grognard.games.nemesis.movement import Move, allowance, ambush_cost, entry_bar, step_costs
from grognard.games.nemesis.rail import Train
from grognard.games.nemesis.zones import zone_of
from grognard.kernel.bits import members
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING
from grognard.kernel.play import advance, apply
from nemesis.conftest import GAME
from nemesis.test_fuzz import KNOWN, random_act
from random_games import some

SEEDS = some(1, 2)
EVERY = 97
UNITS, PLACES, OPTIONS = 5, 8, 12
GENERAL = ("not now.", "nothing can be done with it now.")
HEX_OF = {name: h for h, name in enumerate(GAME.space_names[: GAME.hexes])}
UNIT_OF = {name: u for u, name in enumerate(GAME.unit_names)}


def positions(seed: int) -> Iterator[Any]:
    """Every so many questions of a random game, and each kind of question at least now and then."""
    rng, dice = random.Random(seed), KeyedDice(b"why %d" % seed)
    s = GAME.new("", {})
    advance(s, dice)
    seen: Counter[str] = Counter()
    number = 0
    while s.winner == ONGOING and number < 3500:
        number += 1
        if number % EVERY == 0 or seen[s.pending.prompt] < 3:
            seen[s.pending.prompt] += 1
            yield s
        apply(s, *random_act(s, rng, eager=0.5 * (seed % 2)), dice)


def cost_to(s: Any, unit: int, goal: int) -> int | None:
    """The cheapest way, found anew: no code of the reach."""
    best, queue = {s.where[unit]: 0}, [(0, s.where[unit])]
    while queue:
        spent, here = heappop(queue)
        if here == goal:
            return spent
        for there in GAME.neighbours[here]:
            if spent > best[here] or entry_bar(s, unit, here, there):
                continue
            total = spent + step_costs(s, unit, here)[there] + ambush_cost(s, GAME.side_of[unit], there)
            if total < best.get(there, 9999):
                best[there] = total
                heappush(queue, (total, there))
    return None


def halves(words: str) -> int:
    """`2½` is 5."""
    return 2 * int(words.rstrip("½") or 0) + words.endswith("½")


def is_left(s: Any, unit: int, words: str) -> bool:
    top = s.agenda[-1]
    spent = top.spent if isinstance(top, Move) else 0
    return max(0, allowance(s, unit, bool(top.fire)) - spent) == halves(words)


Claim = Callable[[Any, int, tuple[str, ...]], bool]
CLAIMS: dict[str, Claim] = {
    r"^(.+) needs ([\d½]+) MP; .+ ha(?:s|ve) ([\d½]+) left\.$": lambda s, u, m: (
        cost_to(s, u, HEX_OF[m[0]]) == halves(m[1]) and is_left(s, u, m[2]) and halves(m[1]) > halves(m[2])
    ),
    r"^Every way to (.+) is closed": lambda s, u, m: cost_to(s, u, HEX_OF[m[0]]) is None,
    r"^Enemy units are in (.+)\.$": lambda s, u, m: bool(s.present[1 - GAME.side_of[u]] >> HEX_OF[m[0]] & 1),
    r"^(.+) is in an enemy zone of control": lambda s, u, m: bool(zone_of(s, 1 - GAME.side_of[u]) >> HEX_OF[m[0]] & 1),
    r"starts? in an enemy zone of control": lambda s, u, m: bool(zone_of(s, 1 - GAME.side_of[u]) >> s.where[u] & 1),
    r"^An Ambush is in (.+?)(:|\.)": lambda s, u, m: bool(s.ambushes >> HEX_OF[m[0]] & 1),
    r"ha(?:s|ve) moved or dug in": lambda s, u, m: bool(s.moved >> u & 1),
    r"(?:is|are) not on the map\.$": lambda s, u, m: not s.on_map >> u & 1,
    r"is a garrison": lambda s, u, m: bool(GAME.garrisons >> u & 1),
    r"is reduced": lambda s, u, m: s.steps[u] < GAME.full[u],
    r"ha(?:s|ve) attacked in this phase": lambda s, u, m: bool(s.attacked >> u & 1),
    r"not in Full Supply": lambda s, u, m: s.level[u] != 0,
    r"^It is in Full Supply": lambda s, u, m: s.level[u] == 0,
    r"neither in Clear nor in Jungle": lambda s, u, m: not GAME.clear_and_jungle >> s.where[u] & 1,
    r"Yunnan Force is not active": lambda s, u, m: not s.yunnan_active,
    r"ha(?:s|ve) Quality 1": lambda s, u, m: GAME.quality[u] == 1,
    r"There is a Bunker here": lambda s, u, m: any(pool >> s.where[u] & 1 for pool in s.bunkers),
    r"ha(?:s|ve) gone by rail": lambda s, u, m: bool(s.railed >> u & 1),
    r"(?:is|are) motorized": lambda s, u, m: bool(GAME.motorized >> u & 1),
    r"Reinforcement Scale is at 0": lambda s, u, m: s.scale == 0,
    r"is not in the Losses Box": lambda s, u, m: s.where[u] not in GAME.losses,
    r"is not in the Off-Map Box": lambda s, u, m: s.where[u] != GAME.offmap,
    r"^(.+) is not on the railway": lambda s, u, m: not GAME.rail_hexes[GAME.side_of[u]] >> HEX_OF.get(m[0], 0) & 1,
    r"takes? part already": lambda s, u, m: u in s.agenda[-1].units,
    r"takes? no part\.": lambda s, u, m: u not in s.agenda[-1].units,
}
"""What a sentence claims of a unit, judged from the position itself."""


def judge(s: Any, unit: int, text: str, checked: Counter[str]) -> None:
    for pattern, true in CLAIMS.items():
        found = re.search(pattern, text)
        if found:
            checked[pattern] += 1
            assert true(s, unit, found.groups()), (GAME.unit_ids[unit], text, s.pending.prompt)


@pytest.mark.parametrize("seed", SEEDS)
def test_reasons_are_particular_and_true(seed: int) -> None:
    rng = random.Random(seed)
    places = vague = 0
    vaguely: Counter[str] = Counter()
    checked: Counter[str] = Counter()
    for s in positions(seed):
        asked, frame, side = s.pending, s.agenda[-1], s.pending.side
        assert {option[0] for option in asked.options} <= set(frame.verbs), (frame.id, asked.options[:3])
        for option in rng.sample(asked.options, min(OPTIONS, len(asked.options))):
            kinds = GAME.verbs[str(option[0])].args
            unit = next((int(a) for k, a in zip(kinds, option[1:], strict=True) if k == "unit"), None)
            space = next((int(a) for k, a in zip(kinds, option[1:], strict=True) if k == "space"), None)
            for verb in ("", str(option[0])) if (unit, space) != (None, None) else ():
                said = GAME.why_not(s, side, unit, space, verb)
                assert said[0].text.startswith("It is on offer"), (GAME.to_words(option), verb, said)
        mine = [u for u in members(GAME.of_side[side]) if s.where[u] != GAME.out]
        for unit in rng.sample(mine, UNITS):
            for verb, said in GAME.verbs_for(s, side, unit):
                assert bool(said) != GAME.offered(asked, verb, unit, None), (verb, GAME.unit_ids[unit])
                for bar in said:
                    assert not bar.text.endswith(GENERAL), (frame.id, verb, GAME.unit_ids[unit])
                    assert bar.cases, bar
                    assert set(bar.cases) <= KNOWN, bar
                    judge(s, unit, bar.text, checked)
            ways = GAME.reach(s, side, [unit])
            goals = {h: cost for way in ways for h, cost, _, chance in way["spaces"] if chance}
            far = max([GAME.map.distance(s.where[unit], h) for h in goals] or [1]) if s.on_map >> unit & 1 else 1
            here = s.where[unit] if s.on_map >> unit & 1 else s.where[members(s.on_map)[0]]
            about = members(GAME.around(1 << here, min(10, 2 * far)) & ~(1 << here))
            for space in rng.sample(about, min(PLACES, len(about))):
                places += 1
                said = GAME.why_not(s, side, unit, space)
                on_offer = space in goals or GAME.offered(asked, "", unit, space)
                assert said[0].text.startswith("It is on offer") == on_offer, (GAME.unit_ids[unit], space, said)
                if said[0].text.endswith(GENERAL):
                    vague += 1
                    vaguely[f"{frame.id} {asked.prompt}"] += 1
                assert all(bar.cases for bar in said)
                for bar in said:
                    judge(s, unit, bar.text, checked)
        assert GAME.why_not(s, side, None, None)[0].cases
    assert vague <= 0.05 * places, vaguely
    assert len(checked) >= 8, checked


# --- what becomes possible one choice later

FIRST = re.compile(
    r"\b(first|once|after|alone|then|ended|finished|already there|confirm|choose its next hex|comes? on|merge now"
    r"|named now)\b",
    re.I,
)
"""How a reason says that another choice has to be made before."""


def named_in(option: Any) -> tuple[int | None, int | None]:
    """The unit and the space of an option."""
    kinds = GAME.verbs[str(option[0])].args
    found = dict(zip(kinds, option[1:], strict=True))
    return found.get("unit"), found.get("space")


@pytest.mark.parametrize("seed", SEEDS)
def test_what_another_choice_would_make_possible_is_not_denied(seed: int) -> None:
    rng = random.Random(seed)
    asked_about = 0
    denied: Counter[str] = Counter()
    for s in positions(seed):
        asked, side = s.pending, s.pending.side
        for option in rng.sample(asked.options, min(4, len(asked.options))):
            t = s.copy()
            advance(t, None)
            apply(t, side, option, KeyedDice(b"two"))
            then = t.pending
            if t.winner != ONGOING or then.side != side or t.phase != s.phase or then.prompt == "choose-first":
                continue
            for next_ in rng.sample(then.options, min(4, len(then.options))):
                unit, space = named_in(next_)
                if isinstance(t.agenda[-1], Move | Train):
                    unit = t.agenda[-1].unit
                if (unit, space) == (None, None) or (unit is not None and s.where[unit] >= GAME.hexes):
                    continue
                if getattr(s.agenda[-1], "target", -1) == space or next_[0] == "eliminate":
                    continue  # what is planned already, planned again; and what nobody wishes for
                if next_[0] in ("take-bunker", "remove-flag"):  # the space is not one for the unit named
                    unit = None
                said = GAME.why_not(s, side, unit, space)
                asked_about += 1
                if not said[0].text.startswith("It is on offer") and not any(FIRST.search(bar.text) for bar in said):
                    denied[f"{asked.prompt}: {option[0]}, then {next_[0]}: {said[0].text}"] += 1
    assert asked_about > 200
    assert not denied, denied


# --- a few by hand


case = pytest.mark.case


def texts(t: Any, unit: str, space: str | None = None, verb: str = "") -> list[str]:
    at = None if space is None else t.space(space)
    return [bar.text for bar in GAME.why_not(t.state, t.asked.side, t.unit(unit), at, verb)]


@case("5.1-A-b", "5.1-C-a")
def test_a_far_hex_is_answered_from_the_reach(table: Any) -> None:
    t = table(phase="japanese-assault", units={"J31-58": "1111", "BL-ASM": "0906"})
    assert texts(t, "J31-58", "1009") == ["It is on offer: Move, 2 MP. Click it."]
    needs, *operation = texts(t, "J31-58", "0511")
    assert re.fullmatch(r"Imphal 0511 needs [\d½]+ MP; 58th Regiment has 5 left\.", needs)
    assert operation == ["Imphal 0511 is an enemy controlled Objective: no Operational Movement."]
    assert texts(t, "J31-58", "0906") == ["Enemy units are in Jessami 0906.", "Combat comes after movement."]


@case("3.3-d", "5.1-B-a", "6.1-A-b")
def test_each_verb_has_its_own_reason(table: Any) -> None:
    t = table(phase="japanese-attack", units={"J31-58": ["0707", 2], "J31-A": "0707", "B17-48": "0511"})
    verbs = dict(GAME.verbs_for(t.state, 1, t.unit("J31-58")))
    assert verbs["move"] == []
    assert verbs["detach"][0].text == "58th Regiment is reduced: it drops off nobody."
    assert verbs["dig"][0].text == "Bunkers are dug in the Assault Phase only."
    assert "3.3-a" in dict(GAME.verbs_for(t.state, 1, t.unit("J31-A")))["leave-behind"][0].cases


@case("R34", "6.1-D-d", "6.2-E-b")
def test_with_nothing_named_it_tells_why_the_end_has_to_wait(table: Any) -> None:
    t = table(phase="japanese-assault", units={"J31-58": "0707", "BL-RIF": "0806"})
    t.do("detach", "J31-58")
    assert [bar.cases for bar in GAME.why_not(t.state, 1, None, None)] == [("3.3-b", "R34")]
    t = table(phase="japanese-attack", units={"J31-58": "0707", "BL-RIF": "0806"})
    t.to_combat().do("attack", "0806")
    assert GAME.why_not(t.state, 1, None, None)[0].text == "At least one unit must attack."
