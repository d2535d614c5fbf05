"""The staff of either side: it answers everything, the same way for the same seed, from what its side may know."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

from grognard.bots import make
from grognard.bots.nemesis.weights import shipped
from grognard.bots.nemesis.worth import objective_worth
from grognard.games.nemesis.facts import ALLIED, JAPANESE
from grognard.games.nemesis.odds import defenders
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import Decision
from grognard.kernel.play import advance, apply
from staff_games import answers_while, relieved_every_time

from .conftest import GAME

MANY = 400
"""Decisions of more than one turn."""


def test_a_bot_can_take_over_in_the_middle_of_anything() -> None:
    """A new bot for every decision: nothing that matters is kept in its notes."""
    s, asked_for = relieved_every_time(GAME, MANY)
    assert s.turn > 1, "it does not get on"
    assert {"movement", "into-the-fire", "assaults", "attacks", "choose-first"} <= asked_for


def test_the_railway_is_held_before_the_chindits_come() -> None:
    """Katha is empty at the start; a regiment stands there after the first Japanese Assault."""
    dice = KeyedDice(b"staff/katha")
    s = GAME.new("", {})
    advance(s, dice)
    bot = make("staff", GAME, JAPANESE, random.Random(1))
    katha = GAME.space_index["1914"]
    assert not s.present[JAPANESE] >> katha & 1
    while isinstance(s.pending, Decision) and s.pending.prompt in ("movement", "move-on"):
        apply(s, JAPANESE, bot.choose(GAME.redact(s, JAPANESE), s.pending), dice)
    assert s.at[katha] & GAME.regiments


def test_a_regiment_stays_where_more_is_at_stake(table: Any) -> None:
    """The Chindits are next to Myitkyina and near Katha, and Katha is worth less."""
    units = {"J18-114": "2607", "C-77": "2507", "C-111": "2015", "J31-58": "1111"}
    t = table(turn=1, phase="japanese-assault", units=units)
    answers_while(t, JAPANESE, "movement", "move-on")
    assert t.where("J18-114") == "2607"


def test_who_was_sent_to_hold_a_place_holds_it(table: Any) -> None:
    """The 114th Regiment has come to Katha, which is not its business; the Chindits are next door."""
    units = {"J18-114": "1914", "C-16": "1813", "C-111": "2015", "J18-55": "2308", "S22-64": "2207"}
    t = table(turn=1, phase="japanese-attack", units=units)
    answers_while(t, JAPANESE, "into-the-fire", "move-on")
    assert t.where("J18-114") == "1914"


def test_a_flag_that_is_turned_counts_for_both(table: Any) -> None:
    """2.3-d: retaking a place gives fewer points at once, but the enemy's flag is gone as well."""
    taken, lost = table(turn=2), table(turn=2, allied_flags=["1914"])
    katha = GAME.space_index["1914"]
    w = shipped().japanese
    assert objective_worth(lost.state, JAPANESE, katha, w) > objective_worth(taken.state, ALLIED, katha, w)


def choice_of_attack(t: Any) -> list[Any]:
    """What the Japanese staff attacks after its Into the Fire movement."""
    bot = make("staff", GAME, JAPANESE, random.Random(1))
    t.do("end-movement")
    assert t.asked.prompt == "attacks"
    words: list[Any] = GAME.to_words(bot.choose(GAME.redact(t.state, JAPANESE), t.asked))
    return words


def test_an_empty_objective_is_taken(table: Any) -> None:
    """6.1-B-d: nobody is in Kohima."""
    t = table(turn=3, phase="japanese-attack", units={"J31-58": "0607", "B17-48": "0418"})
    assert choice_of_attack(t) == ["storm", "0606"]


def test_an_attack_that_cannot_lose_is_made(table: Any) -> None:
    units = {"J31-58": "0607", "J31-124": "0607", "J31-138": "0607", "BL-RIF": "0606"}
    t = table(turn=3, phase="japanese-attack", units=units)
    assert choice_of_attack(t) == ["attack", "0606"]


def test_a_hopeless_attack_is_not_made(table: Any) -> None:
    units = {"J31-58": "0607", "B17-48": "0606", "B17-63": "0606"}
    t = table(turn=3, phase="japanese-attack", units=units, bunkers={"0606": "British"})
    assert choice_of_attack(t) == ["end-combat"]


def test_aircraft_join_a_fight_that_is_worth_it_and_are_no_reason_for_one(table: Any) -> None:
    """1.2-B-h: a brigade alone against a battalion waits; two go, and are flown for."""
    alone = {"B17-48": "0418", "J33-b1": "0419"}
    chosen = []
    for units in (alone, alone | {"B17-63": "0418"}):
        t = table(turn=2, phase="allied-attack", units=units).to_combat()
        bot = make("staff", GAME, ALLIED, random.Random(1))
        chosen.append([bot.choose(GAME.redact(t.state, ALLIED), t.asked)[0]])
        while chosen[-1][-1] not in ("end-combat", "confirm"):
            t.do(*GAME.to_words(bot.choose(GAME.redact(t.state, ALLIED), t.asked)))
            chosen[-1].append(bot.choose(GAME.redact(t.state, ALLIED), t.asked)[0])
    assert chosen == [["end-combat"], ["attack", "join-all", "call-air", "confirm"]]


def test_reasons_of_the_staff_name_facts_that_are_so() -> None:
    """Each kind of reason is held to the position in which it is given."""
    dice = KeyedDice(b"staff/reasons")
    s = GAME.new("", {})
    advance(s, dice)
    bots = [make("staff", GAME, side, random.Random(side)) for side in (ALLIED, JAPANESE)]
    given: Counter[str] = Counter()
    stated = ""
    for _ in range(1200):
        asked = s.pending
        if not isinstance(asked, Decision):
            break
        bot = bots[asked.side]
        option = bot.choose(GAME.redact(s, asked.side), asked)
        if option[0] == "confirm" and stated:
            notes = [f"{note['p']:.0%}" for note in GAME.previews(s, asked.side)[0]["notes"] if "p" in note]
            assert re.findall(r"\d+%", stated) == [notes[0], notes[2]]
        if option[0] in ("attack", "confirm"):
            stated = ""
        if bot.reason and option[0] in ("attack", "storm", "move", "leave-behind", "bring-on", "fly"):
            kind = next(word for word in KINDS if word in bot.reason)
            given[kind] += 1
            if kind == "Column":
                stated = bot.reason
            elif kind == "is undefended":
                assert not s.present[1 - asked.side] >> int(option[1]) & 1
            elif kind == "has just fled":
                assert not defenders(s, int(option[1]), asked.side)
            elif kind == "Reinforcement Scale":
                assert f"at {s.scale}," in bot.reason
        apply(s, asked.side, option, dice)
    assert {"Column", "It is needed at", "Reinforcement Scale"} <= set(given), given


KINDS = (
    "Column", "is undefended", "has just fled", "It is needed at", "is a better position", "better supplied",
    "improve the supply", "closer to units", "Reinforcement Scale", "is near",
)  # fmt: skip
