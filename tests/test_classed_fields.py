"""Every field of a position is open or hidden, and somebody has said which: what is hidden changes nothing that a side
is handed.

A game lists its fields beside `redact` (`OPEN`, `HIDDEN`). Of real positions one hidden field after the other is given
another value; redacted, the position must be the same as before, to the byte.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from grognard import games
from grognard.games.formosa import knowledge as of_formosa
from grognard.games.formosa.facts import SIDE_OF_NATION
from grognard.games.ichigo import knowledge as of_ichigo
from grognard.games.ichigo.air import LIFTED
from grognard.games.iwojima import knowledge as of_iwojima
from grognard.games.nemesis import knowledge as of_nemesis
from grognard.games.nemesis.facts import JAPANESE
from grognard.kernel.bits import members
from grognard.kernel.flow import Decision
from grognard.kernel.state import TRANSIENT
from grognard.match.save import load

HERE = Path(__file__).parent
NAMES = games.OURS
POSITIONS = 30
"""Of each game."""


def positions(name: str) -> Iterator[Any]:
    """Positions of a finished game."""
    file = max((HERE / name / "games").glob("*.grog"), key=lambda file: file.stat().st_size)
    match = load(file.read_text(encoding="utf-8")).match
    every = max(1, len(match.played) // POSITIONS)
    for count, s in enumerate(match.walk()):
        if isinstance(s.pending, Decision) and (count % every == 0 or SELDOM.get(name, nothing)(s)):
            yield PREPARED.get(name, as_it_is)(s)


@pytest.mark.parametrize("name", NAMES)
def test_every_field_is_classed(name: str) -> None:
    game: Any = games.load(name)
    known = game.of_knowledge
    opened, hidden = known.OPEN.split(), list(known.HIDDEN)
    fields = [field.name for field in dataclasses.fields(game.state_type) if field.name not in TRANSIENT]
    assert sorted([*opened, *hidden]) == sorted(fields), "say in knowledge.py who may see each field"
    assert all(set(sides) <= set(range(len(game.sides))) for sides in known.HIDDEN.values())


@pytest.mark.parametrize("name", NAMES)
def test_what_is_open_is_handed_out_and_what_is_hidden_changes_nothing(name: str) -> None:
    game: Any = games.load(name)
    known = game.of_knowledge
    rng = random.Random(5)
    due = {(field, side) for field, sides in known.HIDDEN.items() for side in sides}
    shown = set()
    for s in positions(name):
        for side in range(len(game.sides)):
            mine = game.redact(s, side)
            for field in known.OPEN.split():
                assert getattr(mine, field) == getattr(s, field), f"{field} is redacted: is it hidden?"
            for field, other in others(name, s, side, rng):
                assert game.redact(other, side).to_text() == mine.to_text(), f"{field} can be read by side {side}"
                shown.add((field, side))
    assert due - shown == set(), "nobody has tried these"


def others(name: str, s: Any, side: int, rng: random.Random) -> Iterator[tuple[str, Any]]:
    """Positions that differ from this one in one thing that the side may not know, and in which."""
    hidden = [field for field, sides in s.game.of_knowledge.HIDDEN.items() if side in sides]
    units = rng.sample(found, min(2, len(found))) if (found := members(LOOSE.get(name, nobody)(s, side))) else []
    dealt = s.game.resample(s, side, rng)
    for field in hidden:
        for value in values(name, s, side, field, units):
            other = s.copy()
            setattr(other, field, value)
            yield field, other
    yield from WHOLE.get(name, none)(s, side)
    together = [field for field in TOGETHER.get(name, ()) if field in hidden]
    other = s.copy()
    for field in together:
        setattr(other, field, getattr(dealt, field))
    yield from ((field, other) for field in together if getattr(dealt, field) != getattr(s, field))
    for field in (f for f in hidden if f not in together and getattr(dealt, f) != getattr(s, f)):
        other = s.copy()
        setattr(other, field, getattr(dealt, field))
        yield field, other


def values(name: str, s: Any, side: int, field: str, units: list[int]) -> Iterator[Any]:
    """Other values of a field, alone, that the side could not tell from its own."""
    value = getattr(s, field)
    if field == "agenda":
        if s.pending.side != side:
            yield [*value, *value[-1:]]
    elif (name, field) in ALONE:
        yield from ALONE[name, field](s, side)
    elif field in TOGETHER.get(name, ()):
        return
    elif types_of(type(s))[field] == "Units":
        yield from (value ^ 1 << unit for unit in units)
    elif isinstance(value, list) and len(value) == s.game.units:
        yield from ([*value[:unit], value[unit] + 1, *value[unit + 1 :]] for unit in units)
    elif isinstance(value, int):
        yield value + 1


def types_of(cls: type) -> dict[str, str]:
    return {field.name: str(field.type) for field in dataclasses.fields(cls)}


def nobody(s: Any, side: int) -> int:
    return 0


def none(s: Any, side: int) -> list[tuple[str, Any]]:
    return []


def drawn_by_lot(s: Any, side: int) -> list[tuple[str, Any]]:
    """As if the garrison had been drawn by lot: one roll more, of which the other side saw nothing."""
    other = s.copy()
    other.rolls, other.news, other.unseen = s.rolls + 1, s.news + 1, s.unseen + 1
    return [(field, other) for field in ("rolls", "news", "unseen")] if side == 0 else []


def nothing(s: Any) -> bool:
    return False


def as_it_is(s: Any) -> Any:
    return s


def under_the_other_reading(s: Any) -> Any:
    """Only under the other reading of R26 is noted who has fired."""
    s = s.copy()
    s.once = 1
    return s


def other_targets(s: Any, side: int) -> list[Any]:
    """R55: all of a plan that is not confirmed; else those of Concealed units."""
    if of_iwojima.planner(s) not in (None, side):
        return [[area + 1 for area in s.target]]
    hidden = of_iwojima.unknown_to_us(s) if side == 0 else 0
    return [[area + (hidden >> unit & 1) for unit, area in enumerate(s.target)]] if hidden else []


def with_airlift(s: Any) -> Any:
    """As if a unit had been lifted in this phase: its die is noted under its own key."""
    s = s.copy()
    s.rolled_hexes.append(LIFTED + 3)
    s.rolled_mp.append(4)
    return s


LOOSE: dict[str, Callable[[Any, int], int]] = {
    "iwojima": lambda s, side: of_iwojima.unknown_to_us(s) if side == 0 else 0,
    "formosa": lambda s, side: of_formosa.hidden_from(s, side) & ~of_formosa.busy_units(s),
    "ichigo": lambda s, side: of_ichigo.may_change(s, of_ichigo.hidden_from(s, side)),
}
"""Units of which a side may not know what they do."""
TOGETHER = {
    "iwojima": ("where", "at", "steps", "concealed", "fired"),
    "formosa": ("where", "at", "concealed", "began"),
    "ichigo": ("where", "at", "order", "began"),
}
"""Fields that say the same in several ways: they change as one."""
SELDOM: dict[str, Callable[[Any], bool]] = {"nemesis": lambda s: of_nemesis.chit_lies(s, JAPANESE)}
"""Positions that are all looked at."""
PREPARED: dict[str, Callable[[Any], Any]] = {"ichigo": with_airlift, "iwojima": under_the_other_reading}
WHOLE: dict[str, Callable[[Any, int], list[tuple[str, Any]]]] = {"iwojima": drawn_by_lot}
"""Other positions that the side could not tell from its own, each with the field that it is about."""
ALONE: dict[tuple[str, str], Callable[[Any, int], list[Any]]] = {
    **{("iwojima", field): lambda s, side: [] for field in ("rolls", "news", "unseen")},
    ("iwojima", "target"): lambda s, side: other_targets(s, side),
    ("formosa", "tokku"): lambda s, side: [] if of_formosa.plans_are_open(s) else [s.tokku + 1],
    ("formosa", "free_left"): lambda s, side: [[number + 1 for number in s.free_left] or [1]],
    ("formosa", "b29"): lambda s, side: [],
    ("formosa", "air_supply"): lambda s, side: [],
    ("formosa", "planned"): lambda s, side: [] if s.planned >> side & 1 else [s.planned ^ 1 << 1 - side],
    ("ichigo", "rolled_hexes"): lambda s, side: [[key + (key > LIFTED) for key in s.rolled_hexes]],
}
"""Of fields that are hidden in part, the part that may differ."""


def theirs(field: str) -> Callable[[Any, int], list[Any]]:
    """Formosa counts by nation: another number of the other side's."""

    def value(s: Any, side: int) -> list[Any]:
        if field in ("tac_superiority", "tac_tactical") and of_formosa.plans_are_open(s):
            return []
        row = getattr(s, field)
        return [[n + (SIDE_OF_NATION[nation] != side) for nation, n in enumerate(row)]]

    return value


for each in ("tac_available", "tac_flown", "tac_superiority", "tac_tactical"):
    ALONE["formosa", each] = theirs(each)
