"""Whether "why can't I?" is true for what was asked, in random games: what the tests of every game share.

`walked(game)` plays games by lot and asks, at some of their questions, for options that are on offer, for verbs that
are not, for places near and far, and for the end of the phase. What it found wrong stands in `wrong`, and answers that
say nothing particular are counted in `general`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from grognard.games import load
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING, Decision, Option
from grognard.kernel.game import AT_LAST, GENERAL, ON_OFFER, OPEN_END, Game
from grognard.kernel.play import advance, apply

UNITS = 4
"""Units of a side that are asked about at one question."""
PLACES = 8
"""Places that each of them is asked about."""
OPTIONS = 12
"""Options that are asked about at one question."""

LATER: dict[str, dict[int, dict[str, Any]]] = {
    "whitesun": {
        turn: {"turn": turn, "phase": "administration", "japanese": ["area", *more], "flotilla": "usable"}
        for turn, more in ((2, ()), (3, ()), (4, ("3513", "3614", "3714", "3618", "2905", "4906", "5107")))
    }
}
"""Later turns in which a game begins, per seed: what play by lot would never reach by itself."""


@dataclass
class Found:
    """What was asked, and what was wrong with the answers."""

    game: Game
    options: int = 0
    verbs: int = 0
    places: int = 0
    ends: int = 0
    wrong: list[str] = field(default_factory=list)
    general: Counter[str] = field(default_factory=Counter)
    """Verbs, by frame, for which a unit was told nothing particular."""
    vague: Counter[str] = field(default_factory=Counter)
    """Frames in which a unit and a place were told nothing particular."""

    undeclared: set[str] = field(default_factory=set)
    """Frames that offer a verb which they do not list in `verbs`."""

    @property
    def specific(self) -> float:
        """The share of places that had a reason of their own."""
        return 1 - sum(self.vague.values()) / max(1, self.places)


def positions(game: Game, seed: int, decisions: int, every: int) -> Iterator[Any]:
    """Every so many questions of a random game, over its whole length."""
    rng = random.Random(f"{game.id}/{seed}")
    dice = KeyedDice(f"{game.id}/{seed}".encode())
    scenario = game.scenarios[seed % len(game.scenarios)].id
    s = game.new(scenario, {option.id: option.default for option in game.options})
    if change := LATER.get(game.id, {}).get(1 + seed % 4):
        game.edit(s, change)
    advance(s, dice)
    for number in range(decisions):
        if s.winner != ONGOING:
            return
        asked = s.pending
        assert isinstance(asked, Decision)
        if number % every == 0:
            yield s
        apply(s, asked.side, _choice(game, asked, rng), dice)


def _choice(game: Game, asked: Decision, rng: random.Random) -> Option:
    """A verb first, then one of its options: otherwise moves, of which there are most, would crowd out all else; and
    buttons seldom, since most of them end something."""
    verbs = sorted({str(option[0]) for option in asked.options})
    acts = [verb for verb in verbs if game.verbs[verb].args]
    verb = rng.choice(acts if acts and rng.random() < 0.75 else verbs)
    return rng.choice([option for option in asked.options if option[0] == verb])


def walked(name: str, seeds: Sequence[int] = range(4), decisions: int = 900, every: int = 11) -> Found:
    """Ask on the way through some random games."""
    game = load(name)
    found = Found(game)
    near = [tuple(space.get("adjacent", ())) for space in game.board()["spaces"]]
    sides = [unit["side"] for unit in game.board()["units"]]
    for seed in seeds:
        rng = random.Random(seed)
        for s in positions(game, seed, decisions, every):
            asked = s.pending
            if not {option[0] for option in asked.options} <= set(s.agenda[-1].verbs):
                found.undeclared.add(s.agenda[-1].id)
            _options(found, s, asked, rng)
            view = game.view(s, asked.side)
            mine = [(row[0], row[1]) for row in view["units"] if sides[row[0]] == asked.side and row[2]]
            for unit, at in _some(mine, near, rng):
                _verbs(found, s, asked, unit)
                _places(found, s, asked, unit, at, near, rng)
            _end(found, s, asked)
    return found


def _some(mine: list[tuple[int, int]], near: Sequence[Sequence[int]], rng: random.Random) -> list[tuple[int, int]]:
    """A few units, most of them on the map where there are enough."""
    there = [(unit, at) for unit, at in mine if near[at]]
    some = rng.sample(there, min(UNITS - 1, len(there)))
    others = [row for row in mine if row not in some]
    return some + rng.sample(others, min(UNITS - len(some), len(others)))


def _here(s: Any, asked: Decision) -> str:
    return f"{s.agenda[-1].id} ({asked.prompt})"


def _options(found: Found, s: Any, asked: Decision, rng: random.Random) -> None:
    """Whatever is on offer is said to be."""
    game = found.game
    for option in rng.sample(asked.options, min(OPTIONS, len(asked.options))):
        kinds = game.verbs[str(option[0])].args
        unit = next((int(arg) for kind, arg in zip(kinds, option[1:], strict=True) if kind == "unit"), None)
        space = next((int(arg) for kind, arg in zip(kinds, option[1:], strict=True) if kind == "space"), None)
        if unit is None and space is None:
            continue
        for verb in ("", str(option[0])):
            found.options += 1
            said = game.why_not(s, asked.side, unit, space, verb)
            if not said or not said[0].text.startswith(ON_OFFER):
                about = " ".join(game.to_words(option))
                found.wrong.append(f"{_here(s, asked)}: {about} is on offer, and {verb or 'it'} is told {said}")


def _verbs(found: Found, s: Any, asked: Decision, unit: int) -> None:
    """What the question could offer and does not has a reason with a case."""
    game = found.game
    for verb, said in game.verbs_for(s, asked.side, unit):
        found.verbs += 1
        offered = game.offered(asked, verb, unit, None)
        if offered != (not said):
            found.wrong.append(f"{_here(s, asked)}: {verb} with {game.unit_ids[unit]} has a wrong verdict: {said}")
        for bar in said:
            if bar.text.endswith(GENERAL):
                found.general[f"{s.agenda[-1].id} {verb}"] += 1
            elif not bar.cases or bar.text.startswith(ON_OFFER):
                found.wrong.append(f"{_here(s, asked)}: {verb} with {game.unit_ids[unit]}: {bar}")


def _places(
    found: Found, s: Any, asked: Decision, unit: int, at: int, near: Sequence[Sequence[int]], rng: random.Random
) -> None:
    """Of places up to twice as far as a unit can go, each is on offer, in reach, or barred by something particular.

    From a box every place is as near as any other."""
    game = found.game
    ways = game.reach(s, asked.side, [unit])
    goals = {goal for way in ways for goal, _, _, chance in way["spaces"] if chance}
    far = 2 * max([_distance(near, at, goal) for goal in goals] or [1])
    about = _within(near, at, far) or {space for space in range(len(near)) if near[space]}
    for space in rng.sample(sorted(about), min(PLACES, len(about))):
        found.places += 1
        said = game.why_not(s, asked.side, unit, space)
        offered = game.offered(asked, "", unit, space) or space in goals
        # It may be on offer for all that march, though not for a unit by itself.
        at_large = game.offered(asked, "", None, space)
        claims = bool(said) and said[0].text.startswith(ON_OFFER)
        who = f"{_here(s, asked)}: {game.unit_ids[unit]} to {game.space_ids[space]}"
        if claims != offered and not (claims and at_large):
            found.wrong.append(f"{who}: {said}")
        elif not said or said[0].text.endswith(GENERAL):
            found.vague[f"{s.agenda[-1].id} {asked.prompt}"] += 1
        elif not all(bar.cases for bar in said):
            found.wrong.append(f"{who}: no case: {said}")


def _end(found: Found, s: Any, asked: Decision) -> None:
    """With nothing named: nothing stands in the way exactly where the question can be ended."""
    found.ends += 1
    game = found.game
    said = game.why_not(s, asked.side, None, None)
    open_end = any(not game.verbs[str(option[0])].args for option in asked.options)
    if not said or (said[0].text == OPEN_END) != (open_end and not s.agenda[-1].why_not_end(s, asked.side)):
        found.wrong.append(f"{_here(s, asked)}: end: {said}")
    elif said[0].text != OPEN_END and said[0].text != AT_LAST and not all(bar.cases for bar in said):
        found.wrong.append(f"{_here(s, asked)}: end: no case: {said}")


def _within(near: Sequence[Sequence[int]], start: int, far: int) -> set[int]:
    seen, edge = {start}, {start}
    for _ in range(min(far, 12)):
        edge = {there for here in edge for there in near[here]} - seen
        seen |= edge
    return seen - {start}


def _distance(near: Sequence[Sequence[int]], start: int, goal: int) -> int:
    seen, edge, far = {start}, {start}, 0
    while goal not in seen and edge and far < 12:
        edge = {there for here in edge for there in near[here]} - seen
        seen |= edge
        far += 1
    return far
