"""The staff bots: they answer everything, the same way for the same seed, from what their side may know."""

from __future__ import annotations

import random
from typing import Any

from grognard.bots import make
from grognard.bots.ichigo.belief import Belief
from grognard.bots.ichigo.general_settings import GENERAL_SETTINGS
from grognard.bots.ichigo.japanese import JapaneseStaff
from grognard.bots.ichigo.japanese_defence import defence_aims
from grognard.bots.ichigo.weights import shipped
from grognard.games.ichigo.facts import ALLIED, CHINA, JAPAN, JAPANESE
from grognard.kernel.bits import bitset, members
from grognard.kernel.play import apply
from staff_games import relieved_every_time

from .conftest import GAME

MANY = 250
"""Decisions of more than one turn."""


def test_a_bot_can_take_over_in_the_middle_of_anything() -> None:
    """A new bot for every decision: nothing that matters is kept in its notes."""
    s, asked_for = relieved_every_time(GAME, MANY)
    assert s.turn > 1, "it does not get on"
    assert {"movement", "combat", "plan-attack", "air-markers", "place-chinese"} <= asked_for


def test_an_attack_that_cannot_lose_is_made(table: Any) -> None:
    units = {"J-CEA-D13": "1812", "J-CEA-D3": "1812", "J-CEA-D37": "1812", "CH-7": "1813", "CH-9": "0712"}
    t = table(turn=3, phase="japanese-combat", units=units, tried=["CH-7"])
    bot = make("staff", GAME, JAPANESE, random.Random(1))
    assert GAME.to_words(bot.choose(GAME.redact(t.state, JAPANESE), t.asked)) == ["attack", "1813"]


def test_a_hopeless_attack_is_not_made(table: Any) -> None:
    units = {"J-CEA-B1": "1812", **dict.fromkeys(["CH-5", "CH-18", "CH-74", "CH-100"], "1813")}
    t = table(turn=3, phase="japanese-combat", units=units, tried=["CH-5", "CH-18", "CH-74", "CH-100"])
    bot = make("staff", GAME, JAPANESE, random.Random(1))
    assert bot.choose(GAME.redact(t.state, JAPANESE), t.asked) == ("end-combat",)


def test_the_chinese_fight_before_they_move_while_the_japanese_choose(table: Any) -> None:
    t = table(turn=3, phase="chinese-order", units={"J-CEA-D3": "2302", "CH-5": "0712"})
    assert t.asked.about == (CHINA, JAPANESE)
    bot = make("staff", GAME, JAPANESE, random.Random(1))
    assert bot.choose(GAME.redact(t.state, JAPANESE), t.asked) == ("fight-first",)


def test_a_beachhead_is_not_left_empty(table: Any) -> None:
    """4.4: of one division in a beachhead none advances."""
    units = {"US-7": "3221", "J-FG-D9": ["3220", 1], "CH-5": "0712", "J-CEA-D3": "2302"}
    t = table(turn=8, phase="us-combat", units=units, causeway="launched", beachheads=["3221", "2223"])
    t.attack("3220", "US-7", dice=[6])
    assert not t.state.present[JAPAN] >> GAME.space_index["3220"] & 1
    bot = make("staff", GAME, ALLIED, random.Random(1))
    assert t.asked.prompt == "advance"
    assert bot.choose(GAME.redact(t.state, ALLIED), t.asked) == ("stay",)


def defending(table: Any, turn: int, missing: list[str]) -> Any:
    """What the Japanese want after the landings, with some of the railroad in Allied hands."""
    rails = [GAME.space_ids[h] for h in members(GAME.rail_set)]
    beaches = ["3221", "2223"]
    units = {"J-CEA-D3": "2008", "US-7": "3221", "US-6": "2223", "CH-5": "0712"}
    t = table(
        turn=turn, phase="japanese-movement", units=units,
        causeway="launched", beachheads=beaches, japanese=[h for h in rails if h not in missing], allied=missing,
    )  # fmt: skip
    return defence_aims(t.state, Belief(t.state, JAPANESE), shipped().japanese)


def test_the_last_hex_of_the_railroad_is_its_whole_point(table: Any) -> None:
    """4.3d: one of many that are missing is worth little, the last one all of it."""
    rails = [GAME.space_ids[h] for h in members(GAME.rail_set)][5:20]
    hex_ = GAME.space_index[rails[0]]
    last, many = defending(table, 10, rails[:1]), defending(table, 10, rails)
    assert last.worth[hex_] == shipped().japanese.point
    assert many.worth[hex_] < shipped().japanese.point / 2
    assert last.pull[hex_] > many.pull[hex_]


def test_units_set_out_for_a_beachhead_before_the_last_turn(table: Any) -> None:
    """4.3b: next to it at the end; who sets out on the last turn comes too late."""
    beside = GAME.open_near[GAME.space_index["2223"]]
    assert not bitset(defending(table, 9, []).need) & beside
    assert bitset(defending(table, 10, []).need) & beside


COLUMNS = {"CH-5": "2809", "CH-7": "2809", "CH-9": "2809", "J-CEA-D3": "1123"}
"""Three Chinese units not far from Shanghai, and the Japanese at the other end of China."""


def marched(table: Any, rank: str) -> list[int]:
    """How far from Shanghai the Chinese stand after a movement phase that a bot has led."""
    t = table(turn=3, phase="chinese-movement", units=COLUMNS, dice=[6] * 8)
    bot = make(rank, GAME, ALLIED, random.Random(1))
    while t.asked.prompt in ("movement", "move-on"):
        apply(t.state, ALLIED, bot.choose(GAME.redact(t.state, ALLIED), t.asked), t.dice)
    return [GAME.map.distance(h, GAME.shanghai) for h in members(t.state.present[CHINA])]


def test_a_general_marches_on_a_city_that_nobody_holds(table: Any) -> None:
    """4.5: with Wuhan and Shanghai the Allies win at once."""
    assert marched(table, "general") == [1]
    assert 1 not in marched(table, "staff")


def test_a_general_keeps_somebody_in_shanghai(table: Any) -> None:
    """4.5: the staff sends everybody to the front."""
    s = table(turn=2, phase="japanese-movement", units={"J-CEA-D60": "3106", "CH-5": "2809", "CH-7": "1813"}).state
    general, staff = (
        JapaneseStaff(GAME, JAPANESE, random.Random(1), GENERAL_SETTINGS.weights(JAPANESE, file)).aims(s, JAPAN).pins
        for file in (GENERAL_SETTINGS.tuned, "")
    )
    assert general[GAME.shanghai] > 1 > staff.get(GAME.shanghai, 0.0)
