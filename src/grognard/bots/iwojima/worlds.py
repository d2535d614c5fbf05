"""Worlds for the general: what the US side cannot see, dealt as self-play had it.

The rules alone give no chances: they say where a Concealed unit may be and no more. How often one was dead by a turn,
how many steps it had, and where it lay is counted from games of the staff (`bench/belief.py`), and a world is drawn
from that, within what the side has seen.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from functools import lru_cache

from grognard.bots.general.weights import text_of
from grognard.games.iwojima.facts import US
from grognard.games.iwojima.knowledge import (
    busy_units,
    deal_loss_order,
    keep_one_alive,
    possible_homes,
    resample,
    unknown_to_us,
)
from grognard.games.iwojima.state import State, count
from grognard.kernel.bits import members
from grognard.kernel.ids import Side, Unit
from grognard.kernel.state import place

HIDDEN_FIRED = 0.1
"""The part of Concealed units that have fired and lie turned."""


@dataclass(frozen=True, slots=True)
class Beliefs:
    """Chances counted from self-play."""

    edition: int
    dead: tuple[float, ...]
    """By turn, the part of the unseen units that is dead."""
    whole: tuple[float, ...]
    """By turn, the part of those alive that has all its steps."""
    places: dict[str, tuple[float, ...]]
    """By unit, how it is spread over the areas."""


@lru_cache(maxsize=1)
def beliefs() -> Beliefs:
    """What was counted."""
    found = json.loads(text_of("grognard.bots.iwojima", "belief.json"))
    places = {unit: tuple(map(float, row)) for unit, row in found["places"].items()}
    return Beliefs(int(found["edition"]), tuple(found["dead"]), tuple(found["whole"]), places)


def hidden(s: State) -> list[list[int]]:
    """Of every unit that the US side cannot see: the unit, where it is (-1: dead), and its steps."""
    g = s.game
    unseen = s.concealed | s.at[g.secret]
    return [[u, s.where[u] if s.steps[u] else -1, s.steps[u]] for u in g.jp_units if unseen >> u & 1]


def world(s: State, side: Side, rng: random.Random) -> State:
    """A full position that agrees with what a side has seen; the Japanese side sees all but unconfirmed plans."""
    other = resample(s, side, rng)
    if side == US and s.rolls and s.game.phases[s.phase].id != "set-up":
        deal_units(other, s, rng)
    return other


def deal_units(other: State, s: State, rng: random.Random) -> None:
    """The unseen units anew, one after the other in any order, each by its own chances."""
    g = s.game
    fixed = busy_units(s)
    loose = [u for u in members(unknown_to_us(s)) if u not in fixed]
    rng.shuffle(loose)
    for unit in loose:
        _bury(other, unit)
    homes = possible_homes(s)
    known = beliefs()
    at = min(s.turn, len(known.dead)) - 1
    for unit in loose:
        gone = g.red >> unit & 1 and s.turn > g.red_revealed_turn and not g.mp[unit]
        if gone or rng.random() < known.dead[at]:
            continue
        open_homes = [a for a in homes if count(other.at[a] & g.jp) < g.max_jp]
        if not open_homes:
            continue
        chances = [known.places[g.unit_ids[unit]][a] for a in open_homes]
        place(other, unit, rng.choices(open_homes, chances)[0])
        full = g.full[unit]
        other.steps[unit] = full if full == 1 or rng.random() < known.whole[at] else rng.randint(1, full - 1)
        other.concealed |= 1 << unit
        if s.turn > 1 and rng.random() < HIDDEN_FIRED:
            other.fired |= 1 << unit
    if loose and not any(other.at[a] & g.jp for a in g.every_area):
        keep_one_alive(other, loose[0], homes, rng)
    deal_loss_order(other, fixed, rng)


def _bury(s: State, unit: Unit) -> None:
    bit = 1 << unit
    s.steps[unit] = 0
    s.concealed &= ~bit
    s.fired &= ~bit
    place(s, unit, s.game.secret)
