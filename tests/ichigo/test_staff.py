"""The staff bots: they answer everything, the same way for the same seed, from what their side may know."""

from __future__ import annotations

import random
from typing import Any

from grognard.bots import make
from grognard.games.ichigo.facts import ALLIED, CHINA, JAPAN, JAPANESE
from staffs import relieved_every_time

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
    assert t.asked.about == (CHINA,)
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
