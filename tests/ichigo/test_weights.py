"""The weights of the staffs: each side has its own, uses all of them, and is told how far it led."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

from grognard import bots
from grognard.bots.general.weights import names, scaled
from grognard.bots.ichigo.allied import AlliedStaff
from grognard.bots.ichigo.common import Staff
from grognard.bots.ichigo.general_settings import GENERAL_SETTINGS
from grognard.bots.ichigo.japanese import JapaneseStaff
from grognard.bots.ichigo.weights import AlliedWeights, JapaneseWeights, Weights, shipped
from grognard.games.ichigo.facts import ALLIED, CHINA, JAPAN, JAPANESE, US
from grognard.kernel.bits import members

from .conftest import GAME

PACKAGE = Path(bots.__file__).parent / "ichigo"
SHARED = ("air", "battle", "campaign", "fighting", "marching")
RAILROAD = [GAME.space_ids[h] for h in members(GAME.rail_set)]
AIRBASES = [GAME.space_ids[h] for h in members(GAME.airbases)]
ELSEWHERE = [base for base in AIRBASES if base not in RAILROAD]


@pytest.mark.parametrize(
    ("side", "mine"), [(ALLIED, ("allied", "chinese", "us", *SHARED)), (JAPANESE, ("japanese", *SHARED))]
)
def test_every_weight_is_used_by_its_side(side: int, mine: tuple[str, ...]) -> None:
    code = "".join(path.read_text() for path in PACKAGE.glob("*.py") if path.name.startswith(mine))
    used = set(re.findall(r"(?:\bw|weights\)?)\.(\w+)", code))
    assert set(names(shipped().of(side))) <= used


@pytest.mark.parametrize(("side", "kind"), [(ALLIED, AlliedWeights), (JAPANESE, JapaneseWeights)])
def test_a_side_weighs_by_its_own(side: int, kind: type) -> None:
    staff: Any = bots.make("staff", GAME, side, random.Random(1))
    assert type(staff.weights) is kind
    assert staff.weights is GENERAL_SETTINGS.weights(side, "")


@pytest.mark.parametrize(
    ("kind", "side", "nation", "launched"),
    [
        (AlliedStaff, ALLIED, CHINA, False),
        (AlliedStaff, ALLIED, US, True),
        (JapaneseStaff, JAPANESE, JAPAN, False),
        (JapaneseStaff, JAPANESE, JAPAN, True),
    ],
)
def test_who_leans_wants_more_or_less_of_everything(
    table: Any, kind: type[Staff], side: int, nation: int, launched: bool
) -> None:
    units = {"J-CEA-D3": "2008", "CH-5": "0712"} | ({"US-7": "3221", "US-6": "2223"} if launched else {})
    more = {"causeway": "launched", "beachheads": ["3221", "2223"]} if launched else {}
    s = table(turn=9 if launched else 3, phase="japanese-movement", units=units, **more).state

    def aims(**factors: float) -> Any:
        leaning: Weights = scaled(shipped().of(side), factors)
        return kind(GAME, side, random.Random(1), leaning).aims(s, nation)

    usual = aims()
    twice = aims(places=2.0, kill=2.0, price=2.0, use=2.0, least=2.0, need=2.0, pull=2.0, pins=2.0)
    for name in ("kill", "price", "use", "least"):
        assert getattr(twice, name) == 2 * getattr(usual, name)
    assert twice.worth == [2 * worth for worth in usual.worth]
    for name in ("need", "pull", "pins"):
        assert getattr(twice, name) == {hex_: 2 * value for hex_, value in getattr(usual, name).items()}
    if side == JAPANESE:
        assert aims(tank=2.0).tank == 2 * usual.tank


def led(table: Any, japanese: list[str], where: str, **more: Any) -> float:
    """How far the Allies lead with these places Japanese, and a Japanese division somewhere."""
    allied = [h for h in {*RAILROAD, *AIRBASES} if h not in japanese]
    units = {"J-CEA-D3": where, "CH-5": "3110"} | more.pop("units", {})
    t = table(turn=9, phase="japanese-movement", units=units, japanese=japanese, allied=allied, **more)
    return GENERAL_SETTINGS.margin(t.state)


def test_the_margin_falls_with_every_step_toward_a_japanese_point(table: Any) -> None:
    """4.2: those that are made, and how near the others are."""
    found = [
        led(table, [], "2302"),
        led(table, RAILROAD[:8], "2302"),
        led(table, RAILROAD[:8] + ELSEWHERE[:2], "2302"),
        led(table, RAILROAD[:8] + ELSEWHERE[:2], "2008"),
        led(table, RAILROAD[:8] + AIRBASES, "2008"),
        led(table, RAILROAD + AIRBASES, "2008"),
        led(table, RAILROAD + AIRBASES, "1011"),
    ]
    assert found == sorted(found, reverse=True)
    assert len(set(found)) == len(found)
    assert found[0] > 0.7
    assert found[-1] < -0.3


def test_the_margin_after_the_landings_counts_beachheads_and_formosa(table: Any) -> None:
    """4.3: a foot on Formosa next to the beachhead is two points."""
    launched: dict[str, Any] = {"causeway": "launched", "beachheads": ["3221", "2223"]}
    away = led(table, RAILROAD, "2008", units={"US-7": "3221", "US-6": "2223"}, **launched)
    ashore = led(table, RAILROAD, "2008", units={"US-7": "3221", "US-6": "2223", "J-FG-D9": "3220"}, **launched)
    assert 1 > away > ashore + 0.3 > -1


@pytest.mark.parametrize(("winner", "ending"), [(ALLIED, "shanghai-and-wuhan"), (JAPANESE, "collapse")])
def test_a_game_won_at_once_is_the_most(table: Any, winner: int, ending: str) -> None:
    s = table(turn=5, phase="japanese-movement", units={"J-CEA-D3": "2008", "CH-5": "0712"}).state
    assert abs(GENERAL_SETTINGS.margin(s)) < 1
    s.winner, s.ending = winner, ending
    assert GENERAL_SETTINGS.margin(s) == (1.0 if winner == ALLIED else -1.0)
