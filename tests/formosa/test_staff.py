"""The staff bot: it answers everything, the same way for the same seed, from what its side may know."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard import bots
from grognard.bots import make, play
from grognard.games.formosa.facts import ALLIED, JAPANESE
from grognard.games.formosa.state import OPTIONS
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING, Decision
from grognard.kernel.play import advance, apply
from staff_games import relieved_every_time

from .conftest import GAME

ALL_OPTIONS = dict.fromkeys(OPTIONS, "on")
MANY = 500
"""Decisions of more than one turn."""


def decisions(seed: int, turns: int) -> list[tuple[int, Any]]:
    """What two staffs decide in the first turns of a game."""
    dice = KeyedDice(b"staff/%d" % seed)
    seated = [make("staff", GAME, side, random.Random(f"{seed}/{side}")) for side in (ALLIED, JAPANESE)]
    s = GAME.new("", {})
    advance(s, dice)
    out = []
    while s.winner == ONGOING and s.turn <= turns:
        asked = s.pending
        assert isinstance(asked, Decision)
        option = seated[asked.side].choose(GAME.redact(s, asked.side), asked)
        assert option in asked.options
        out.append((asked.side, option))
        apply(s, asked.side, option, dice)
    return out


def test_above_the_staff_there_is_a_general_alone() -> None:
    assert bots.names("formosa") == ["general", "staff", "recruit", "random"]


def test_the_same_seed_gives_the_same_game() -> None:
    assert decisions(5, 1) == decisions(5, 1)


@pytest.mark.parametrize("scenario", ["1", "2"])
def test_staff_plays_a_whole_game_against_staff_with_every_optional_rule(scenario: str) -> None:
    end = play(GAME, ["staff", "staff"], 2, ALL_OPTIONS, scenario)
    assert end.winner in (ALLIED, JAPANESE, -1)
    assert end.decisions < 6000


@pytest.mark.parametrize(("seats", "winner"), [(("staff", "random"), ALLIED), (("random", "staff"), JAPANESE)])
@pytest.mark.parametrize("scenario", ["1", "2"])
def test_staff_beats_random(seats: tuple[str, str], winner: int, scenario: str) -> None:
    assert play(GAME, seats, 11, {}, scenario).winner == winner


def test_a_bot_can_take_over_in_the_middle_of_anything() -> None:
    """A new bot for every decision: nothing that matters is kept in its notes."""
    s, asked_for = relieved_every_time(GAME, MANY, ALL_OPTIONS)
    assert s.turn > 1, "it does not get on"
    assert {"set-up-unit", "planning", "markers", "board", "movement", "combat", "plan-attack", "bases"} <= asked_for


def test_what_is_concealed_does_not_sway_the_allied_staff() -> None:
    """Positions that the Allied side cannot tell apart get the same answer."""
    dice = KeyedDice(b"staff/hidden")
    seated = [make("staff", GAME, side, random.Random(f"7/{side}")) for side in (ALLIED, JAPANESE)]
    s = GAME.new("", {})
    advance(s, dice)
    compared = 0
    while s.turn < 2:
        asked = s.pending
        assert isinstance(asked, Decision)
        known = GAME.redact(s, asked.side)
        if asked.side == ALLIED and asked.prompt in ("markers", "movement", "combat", "b29", "interdiction"):
            other = GAME.redact(GAME.resample(s, ALLIED, random.Random(compared)), ALLIED)
            answers = [make("staff", GAME, ALLIED, random.Random(3)).choose(k, asked) for k in (known, other)]
            assert answers[0] == answers[1]
            compared += 1
        apply(s, asked.side, seated[asked.side].choose(known, asked), dice)
    assert compared > 5


@pytest.mark.parametrize("seed", [3, 5])
def test_the_first_landings_are_made_together(seed: int) -> None:
    """Markers that are not used are lost (10.1j): the staff finds shores for most of them, near one another."""
    dice = KeyedDice(b"staff/landing%d" % seed)
    seated = [make("staff", GAME, side, random.Random(f"{9 + seed}/{side}")) for side in (ALLIED, JAPANESE)]
    s = GAME.new("2", {})
    advance(s, dice)
    while s.pending.prompt != "board":
        asked = s.pending
        apply(s, asked.side, seated[asked.side].choose(GAME.redact(s, asked.side), asked), dice)
    shores = set(s.marker_target)
    assert len(s.marker_hex) >= 3
    for hex_ in shores:
        assert min((GAME.map.distance(hex_, h) for h in shores if h != hex_), default=0) <= 3


@pytest.mark.parametrize("scenario", ["1", "2"])
def test_each_fortress_is_set_up_in_the_port_it_is_named_for(scenario: str) -> None:
    s = GAME.new(scenario, {})
    advance(s, KeyedDice(b"fortresses"))
    bot = make("staff", GAME, JAPANESE, random.Random(1))
    homes = {"J32": "Kiirun 1603", "J33": "Takao 0522"}
    for _ in range(2 * len(homes)):
        assert isinstance(s.pending, Decision)
        apply(s, JAPANESE, bot.choose(GAME.redact(s, JAPANESE), s.pending), KeyedDice(b"fortresses"))
    assert {unit: GAME.space_names[s.where[GAME.unit_ids.index(unit)]] for unit in homes} == homes


@pytest.mark.case("25.6a")
@pytest.mark.parametrize("options", [(), ("25.6",)])
def test_the_staff_says_when_its_chance_leaves_out_die_hards(table: Any, options: tuple[str, ...]) -> None:
    units = {"J01": "0716", "J02": "0420", "A05": "0521"} | dict.fromkeys(("A01", "A02", "A03", "A04"), "0616")
    t = table("1", options, turn=2, phase="allied-combat", units=units, lp={"Allied": 0, "Japanese": 0})
    staff: Any = make("staff", GAME, ALLIED, random.Random(1))
    assert t.prompt() == "combat"
    assert staff.choose(GAME.redact(t.state, ALLIED), t.asked)[0] == "attack"
    assert staff.reason.endswith(", not counting die-hards.") == bool(options)
    assert "to clear" in staff.reason
