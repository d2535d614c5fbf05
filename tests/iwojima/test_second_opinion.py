"""Moves, Damage and secrecy of Iwo Jima worked out a second time, by other means, beside random games.

Nothing here asks the modules it checks: the map is read from its file again.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from grognard.games import data_folder, load
from grognard.games.iwojima.knowledge import deal_caves
from grognard.games.iwojima.movement import UsMovement
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING
from grognard.kernel.play import advance, apply

case = pytest.mark.case
GAME: Any = load("iwojima")
AREAS = tomllib.loads((data_folder("iwojima") / "map.toml").read_text(encoding="utf-8"))["area"]
BY_ID = {area["id"]: area for area in AREAS}
IDS = [area["id"] for area in AREAS]
US, JP = 0, 1


def games(seeds: range) -> Iterator[tuple[Any, Any, list[Any]]]:
    """Every decision of some random games: the position before, after, and what was told between."""
    for seed in seeds:
        rng = random.Random(seed)
        dice = KeyedDice(b"second %d" % seed)
        s = GAME.new("standard", {"firing": "turn"} if seed % 3 == 2 else {})
        s.log = []
        advance(s, dice)
        while s.winner == ONGOING:
            before = s.copy()
            before.pending = s.pending
            options = s.pending.options
            bold = [o for o in options if o[0] in ("assign", "assault", "move", "land", "fire", "to")]
            s.log.clear()
            apply(s, s.pending.side, rng.choice(bold if bold and rng.random() < 0.7 else options), dice)
            yield before, s, list(s.log)


def standing(s: Any, area: int, side: int) -> list[int]:
    """Ground units of a side in an area."""
    return [u for u in range(GAME.units) if s.where[u] == area and GAME.side_of[u] == side]


@case("10.1a", "10.3b", "10.3c", "10.3d", "10.3e", "22.4.1", "3.Stacking-a")
def test_us_moves_are_the_same_by_other_means(long: bool) -> None:
    seen = 0
    for before, _, _ in games(range(200 if long else 4)):
        if not isinstance(before.agenda[-1], UsMovement):
            continue
        expected = set()
        for unit in range(GAME.units):
            row = GAME.rows[unit]
            if row["side"] != "US" or "support" in row["type"] or before.moved >> unit & 1 or not before.steps[unit]:
                continue
            where = GAME.space_ids[before.where[unit]]
            for area, facts in BY_ID.items():
                at = IDS.index(area)
                if (facts["class"] == "hill" and row["type"] == "tank") or len(standing(before, at, US)) >= 5:
                    continue
                beachhead = bool(before.beachheads >> at & 1)
                if where in BY_ID and area in BY_ID[where]["adjacent"]:
                    expected.add(("move", unit, at))
                if where == "LANDING" and facts["class"] in ("beach", "coastal"):
                    cost = 1 if beachhead else 2 if facts["class"] == "beach" else 3
                    most = 5 if facts["class"] == "beach" else 1
                    heavy = row["type"] in ("tank", "artillery")
                    if cost <= row["mp"] and before.landed[at] < most and (beachhead or not heavy):
                        expected.add(("land", unit, at))
        offered = {option for option in before.pending.options if option[0] in ("move", "land")}
        assert offered == expected
        seen += 1
    assert seen > 40


@case("9.3.1", "9.3.2a", "12.2.2", "16.4", "19a-2", "22.5a")
def test_damage_is_the_same_by_other_means(long: bool) -> None:
    seen = 0
    for before, after, told in games(range(200 if long else 6)):
        state = before
        for roll, damage in pairwise(told):
            if damage.kind != "damage" or roll.kind not in ("bombardment", "assault"):
                continue
            side, at = roll.args[0], roll.args[1]
            rockets = roll.args[2] if roll.kind == "bombardment" else 0
            plain, flying = (roll.dice[:-1], roll.dice[-1]) if rockets else (roll.dice, 0)
            hits = sum(face > 4 for face in plain) + flying
            ours = bool(state.control >> at & 1)
            ground = {"beach": 0, "coastal": 1, "inland": 2, "hill": 3}[AREAS[at]["class"]]
            caves = state.caves[at] + state.shown[at]
            collapsed = [e for e in told[: told.index(damage)] if e.kind == "cave-collapsed" and e.args[0] == at]
            taken = (0 if ours else ground + caves - len(collapsed)) if side == US else (ground if ours else 0)
            assert damage.args[:3] == (at, hits, max(0, hits - taken))
            seen += 1
        assert after.vp[JP] >= before.vp[JP]
    assert seen > 40


@case("2.2.2b", "3.Status", "9.3.3(5)")
def test_what_the_us_player_sees_is_the_same_by_other_means(long: bool) -> None:
    seen = 0
    for _, s, told in games(range(200 if long else 3)):
        if s.winner != ONGOING or seen > (100_000 if long else 1500):
            continue
        open_units = {
            u
            for u in range(GAME.units)
            if GAME.side_of[u] == US
            or (not s.concealed >> u & 1 and GAME.space_ids[s.where[u]] not in ("SECRET", "HAND"))
        }
        assert {row[0] for row in GAME.view(s, US)["units"]} == open_units
        known = GAME.redact(s, US)
        for unit in range(GAME.units):
            if unit not in open_units:
                assert GAME.space_ids[known.where[unit]] == "HAND"
                assert known.steps[unit] == GAME.full[unit]
        # How many Caves are left is public, where they lie is not: dealt anew they look the same.
        anew = s.copy()
        deal_caves(anew, random.Random(seen))
        assert GAME.redact(anew, US).caves == known.caves
        assert sum(known.caves) in (0, sum(s.caves))
        named = [u for event in told if event.seen & 1 << US for u in GAME.mentions(event)["units"]]
        hidden = [u for u in named if u not in open_units and s.steps[u] and GAME.side_of[u] == JP]
        assert all(any(e.kind == "hid" and e.args[0] == u for e in told) for u in hidden), told
        seen += 1
    assert seen > 300
