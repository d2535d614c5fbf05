"""What cards, ledger and layers foretell is what happens, over all dice: also at the ends of the tracks."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from grognard import games
from grognard.games.nemesis.attrition import set_levels, sufferers_at_check, sufferers_at_end
from grognard.games.nemesis.facts import ALLIED, JAPANESE
from grognard.games.nemesis.overlays import LATE, LEVELS, SOON
from grognard.games.nemesis.previews import superior_preview
from grognard.games.nemesis.satisfaction import PleaseSuperior
from grognard.games.nemesis.victory import LastReckoning
from grognard.kernel.bits import each
from grognard.kernel.dice import KeyedDice, ScriptedDice, ScriptRanOut
from grognard.kernel.flow import ONGOING, GameOver
from grognard.kernel.play import advance, apply
from grognard.kernel.score_ledger import between
from nemesis.conftest import GAME, Table
from nemesis.conftest import table as laid
from nemesis.test_fuzz import random_act
from nemesis.test_previews_hold import READINGS

case = pytest.mark.case
FACES = range(1, 7)
ENDS = [(5, 5), (9, 0), (0, 9), (9, 5), (8, 0), (0, 8), (9, 1), (1, 9), (9, 9), (0, 0)]
"""Superiors, Allied and Japanese: where neither, one or both are at the end of a track."""


def standing(rng: random.Random, superior: tuple[int, int]) -> Table:
    """Tracks and flags by lot."""
    hexes = [GAME.space_ids[h] for h in each(GAME.objectives)]
    rng.shuffle(hexes)
    ours, theirs = rng.randint(0, 8), rng.randint(0, 8)
    return laid(
        units={"J31-58": "1111"},
        superior=list(superior),
        general=[rng.randint(0, 9), rng.randint(0, 9)],
        lament=[rng.randint(0, 9), rng.randint(0, 9)],
        allied_flags=hexes[:ours],
        japanese_flags=hexes[ours : ours + theirs],
    )


def run(t: Table, frame: Any, *dice: int) -> Any:
    """The position when a frame has run to its end with these dice."""
    s = t.state.copy()
    s.agenda, s.pending = [frame.copy()], None
    with suppress(GameOver, IndexError, ScriptRanOut):  # nothing lies below the frame
        advance(s, ScriptedDice(list(dice)))
    return s


def moved(before: Any, after: Any) -> str:
    """Which Superior the die moved, in the words of the card."""
    for side, name in ((ALLIED, "Churchill"), (JAPANESE, "Hirohito")):
        more = after.superior[side] - before.superior[side]
        if more:
            return f"{name} {'up' if more > 0 else 'down'} 1"
    return ""


@case("2.3-g", "2.3-h", "2.3-j", "7.2-a")
def test_the_card_of_a_superiors_die_foretells_what_every_face_does(long: bool) -> None:
    rng = random.Random(14)
    for superior, _, side in product(ENDS, range(40 if long else 6), (ALLIED, JAPANESE)):
        t = standing(rng, superior)
        card = superior_preview(t.state, side)
        least = run(t, PleaseSuperior(side))  # what passing 9 does comes before the die
        came: Counter[str] = Counter()
        for face in FACES:
            pleased = face <= least_general(t, side)
            came[moved(least, run(t, PleaseSuperior(side), face)) or ("nobody moves" if pleased else "unmoved")] += 1
        said = {row["text"]: round(6 * row["p"]) for row in card["outcomes"] if row["p"]}
        assert said == dict(came), (superior, side, t.state.general, t.state.flags)
        gained = sum(lead(run(t, PleaseSuperior(side), face), side) - lead(t.state, side) for face in FACES)
        assert card["mean"] == round(gained / 6, 2)


def least_general(t: Table, side: int) -> int:
    """Where the General stands when the die falls."""
    return int((t.state.general[side] + t.state.flags[side].bit_count()) % 10)


def lead(s: Any, side: int) -> int:
    """How far a side's Superior is above the other."""
    return int(s.superior[side] - s.superior[1 - side])


@case("9.0-a", "9.0-b", "2.3-h", "2.3-i", "2.3-j")
def test_the_ledger_foretells_the_last_reckoning_as_a_range(long: bool) -> None:
    rng = random.Random(15)
    for superior, _ in product(ENDS, range(20 if long else 3)):
        t = standing(rng, superior)
        ends = [tuple(run(t, LastReckoning(), *dice).superior) for dice in product(FACES, FACES)]
        found = GAME.ledger(t.state, None, [])
        ranges = [between(min(end[side] for end in ends), max(end[side] for end in ends)) for side in (0, 1)]
        assert list(found.verdict.args[2:]) == ranges, (superior, t.state.general, t.state.lament)
        for side in (ALLIED, JAPANESE):
            assert found.total(side, due=False) == superior[side]
            assert between(found.total(side), found.most(side)) == ranges[side]


@case("2.3-j", "R42")
def test_a_die_that_pleases_at_9_and_0_says_that_nobody_moves() -> None:
    t = laid(units={"J31-58": "1111"}, superior=[0, 9], general=[0, 6])
    t.events.clear()
    t.state.log = t.events
    t.state.agenda, t.state.pending = [PleaseSuperior(JAPANESE)], None
    with suppress(IndexError):  # nothing lies below the frame
        advance(t.state, ScriptedDice([1]))
    assert "Hirohito is at 9 and Churchill at 0: neither moves any farther." in t.lines()


@case("4.0-B-a")
def test_no_text_promises_that_9_against_0_wins_before_the_turn_ends() -> None:
    folder = Path(games.__file__).parent / "nemesis" / "data"
    for file in folder.glob("*.toml"):
        for line in file.read_text(encoding="utf-8").splitlines():
            assert not ("9 against 0" in line or "at 9 and the other" in line) or "at once" not in line, line


# --- layers: what a check now, and the end of the turn, would do


def positions(seeds: int) -> Any:
    """Positions of random games, by every reading, at questions of every kind."""
    for seed in range(seeds):
        rng, dice = random.Random(seed), KeyedDice(b"layers %d" % seed)
        s = GAME.new("", READINGS[seed % 2])
        advance(s, dice)
        for number in range(900):
            if s.winner != ONGOING:
                break
            if number % 45 == 30:
                yield s.copy()
            apply(s, *random_act(s, rng, eager=0.6), dice)


def layer(s: Any, ident: str) -> dict[int, str]:
    """The words of a layer by unit."""
    found = next(one for one in GAME.overlays(s, ALLIED) if one.id == ident)
    return {unit: words for unit, _, words in found.units}


@case("7.1-B-a", "7.1-D-f", "R75")
def test_the_layers_foretell_supply_and_attrition(long: bool) -> None:
    for s in positions(20 if long else 2):
        words = layer(s, "attrition")
        for side in (ALLIED, JAPANESE):
            checked = s.copy()
            then = layer(s, f"supply-{side}")
            suffer = sufferers_at_check(checked, side, set_levels(checked, side))
            for unit in each(s.on_map & GAME.of_side[side]):
                assert then[unit].endswith(LEVELS[checked.level[unit]]), GAME.unit_names[unit]
            foretold = {u for u, said in words.items() if SOON in said and GAME.side_of[u] == side}
            assert foretold == set(suffer)
            late = {u for u, said in words.items() if LATE in said and GAME.side_of[u] == side}
            assert late == set(sufferers_at_end(s, side))
