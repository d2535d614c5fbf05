"""The Japanese staff: it finishes its games, goes on from anywhere, says why, and plays better than chance."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from grognard import bots
from grognard.bots.whitesun.aims import needed_cities, trunk_line, worth
from grognard.bots.whitesun.path_costs import Roads, Root, path_to
from grognard.bots.whitesun.staff import Dash, JapaneseStaff
from grognard.games.whitesun.round_strength import strength_of
from grognard.games.whitesun.state import own
from grognard.kernel.bits import bitset
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING, Option
from grognard.kernel.play import advance, apply
from random_games import some
from whitesun.conftest import GAME, HIT, NOTHING, X, fire, marching, table


def chosen(t: Any) -> tuple[str, ...]:
    """What the staff would do, in words."""
    bot = bots.make("staff", GAME, 0, random.Random(1))
    return tuple(GAME.to_words(bot.choose(t.state.copy(), t.asked)))


class NeverAtALoss(JapaneseStaff):
    """A staff that may not fall back on whatever is offered first."""

    def harmless(self, options: list[Option]) -> Option:
        raise AssertionError(f"no legal answer among {options}")


def test_a_game_is_finished_by_legal_choices_with_reasons() -> None:
    s = GAME.new("", {})
    dice = KeyedDice(b"staff")
    advance(s, dice)
    bot = NeverAtALoss(GAME, 0, random.Random(1))
    said = 0
    for number in range(3000):
        if s.winner != ONGOING:
            break
        if number % 40 == 0:
            bot = NeverAtALoss(GAME, 0, random.Random(number))
        option = bot.choose(GAME.redact(s, 0), s.pending)
        said += bool(bot.reason)
        apply(s, 0, option, dice)
        assert GAME.check(s) == []
    assert s.winner != ONGOING
    assert said > 100
    missing = GAME.score(s)["objectives missing"]
    assert missing < 12, "random play leaves 31 of 34"


@pytest.mark.parametrize("turn", [2, 3, 4])
def test_the_staff_finishes_a_game_from_any_turn(turn: int) -> None:
    s = GAME.new("", {})
    GAME.edit(s, {"turn": turn, "phase": "administration", "japanese": ["area"], "flotilla": "usable"})
    dice = KeyedDice(b"late %d" % turn)
    advance(s, dice)
    bot = bots.make("staff", GAME, 0, random.Random(2))
    while s.winner == ONGOING:
        apply(s, 0, bot.choose(GAME.redact(s, 0), s.pending), dice)
    assert s.ending in ("victory", "time")
    assert GAME.score(s)["victory hexes missing"] < 8


def test_the_war_begins_at_shanghai() -> None:
    t = table()
    while t.asked.prompt == "muster" and chosen(t)[0] == "join":
        t.do(*chosen(t))
    assert chosen(t) == ("land", "2504")
    units = t.state.agenda[-1].units
    assert len(units) == 7
    assert not bitset(units) & (GAME.asterisk | GAME.puppets)


def test_losses_reduce_divisions_before_anybody_goes() -> None:
    t = marching(["J-101D", "J-2IMB", "J-3D"], "1417", pool=["R-NR"])
    t.advance("1517", *NOTHING, 3, "R-NR", *fire(5), *fire(12, 6))
    assert chosen(t) == ("lose", "J-3D")


def test_the_most_dangerous_chinese_unit_goes_first() -> None:
    t = marching(X, "1518", pool=["R-NR", "E-88D", "R-17D"], japanese=["1417", "1517", "1618"])
    t.advance("1419", *NOTHING, 5, "R-NR", "E-88D", "R-17D", 1, *fire(14, HIT))
    assert chosen(t) == ("destroy", "R-NR")


def test_a_hopeless_battle_is_broken_off_while_others_can_follow() -> None:
    t = marching(["J-2IMB"], "1417", pool=["R-NR", "R-SR"], units={"J-9D": "READY", "J-10D": "READY",
                 "J-11D": "READY", "J-13D": "READY"})  # fmt: skip
    t.advance("1517", *NOTHING, 4, "R-NR", "R-SR", 1, *fire(24))
    assert chosen(t) == ("withdraw",)


def test_a_march_makes_for_the_objectives() -> None:
    t = marching(X, "1417", pool=[])
    assert chosen(t) == ("advance", "1517")


def test_the_search_finds_the_way_along_the_railroad() -> None:
    t = marching(X, "1417", pool=[])
    roads = Roads(t.state)
    ways = roads.search([Root("start", t.space("1417"), 0)], 22, strength_of(t.state, t.state.force), worth(t.state))
    way = [GAME.space_ids[h] for h in path_to(ways, t.space("1920"))]
    assert way[-3:] == ["1719", "1820", "1920"]
    assert ways[t.space("1920")].cost == 9


def test_what_victory_does_not_need_is_given_up() -> None:
    t = table(turn=2, phase="administration", japanese=["area", "2905", "3302", "3618"], flotilla="gone").do("fill")
    assert chosen(t) == ("give-up", "2905")
    t.do("give-up", "2905")
    assert chosen(t) == ("hold-cities",)
    assert needed_cities(t.state) >> t.space("3302") & 1


def test_irreplaceable_units_go_on_garrison_duty() -> None:
    t = table(turn=2, phase="administration", japanese=["area"], flotilla="gone")
    verb, unit = chosen(t)
    assert verb == "garrison"
    assert GAME.asterisk >> t.unit(unit) & 1


def test_on_turn_3_treaty_ports_are_taken_for_the_asking() -> None:
    t = table([3], turn=3, phase="first", ready=X, japanese=["area"], flotilla="gone")
    assert chosen(t)[1] in {"4906", "5007", "5107", "5511"}


def test_the_trunk_line_is_the_one_of_the_rules() -> None:
    line = [GAME.space_ids[h] for h in trunk_line(table(japanese=["area"]).state)]
    assert (line[0], line[-1], len(line)) == ("5819", "1419", 46)


def test_the_dash_is_played_by_name_and_offered_to_nobody() -> None:
    assert "dash" not in bots.names(GAME)
    assert isinstance(bots.make("dash", GAME, 0, random.Random(1)), Dash)


def test_the_dash_wants_chungking_once_the_objectives_are_taken() -> None:
    both = {GAME.chungking, GAME.chengtu}
    taken, missing = table(japanese=["area"]).state, table(japanese=["area"], chinese=["1419"]).state
    dash = Dash(GAME, 0, random.Random(1))
    assert both <= dash.worth(taken).keys()
    assert not both & dash.worth(missing).keys()
    assert not both & JapaneseStaff(GAME, 0, random.Random(1)).worth(taken).keys()


def is_true(reason: str, s: Any, option: Option) -> bool:
    """Whether what the staff says of the position holds; an opinion always does."""
    g = GAME
    chance = int(found[1]) if (found := re.match(r"(\d+)%", reason)) else 0
    if "to take it in this round" in reason:
        return chance == percent(g.preview(s, 0, ("fight-on",))["outcomes"][0]["p"])
    if "to beat the raiders" in reason:
        return option[0] != "fight" or chance == percent(g.preview(s, 0, option)["outcomes"][0]["p"])
    if "and go on" in reason:
        hexes = [h for _, h in (o for o in s.pending.options if o[0] == "advance") if g.space_names[h] in reason]
        ends = [g.preview(s, 0, ("advance", h))["notes"][0]["p"] for h in hexes]
        return chance in map(percent, ends)
    if reason == "No railroad leads there: go by sea.":
        return option[0] != "land" or not g.rail_set >> option[1] & 1
    if reason == "A treaty port needs one unit.":
        return option[0] != "land" or bool(g.treaty_ports >> option[1] & 1)
    if reason == "At the front it might be lost for good.":
        return bool(g.asterisk >> option[1] & 1)
    if reason == "Victory does not need it.":
        return not g.victory_hexes >> option[1] & 1
    if reason == "There are not enough garrisons.":
        return ("hold-cities",) not in s.pending.options
    if reason.endswith("can be taken from the sea at once."):
        return option[0] == "land" and bool(g.coast >> option[1] & 1)
    if reason.startswith("Towards "):
        return not own(s) >> next(h for h in range(g.hexes) if reason == f"Towards {g.space_names[h]}.") & 1
    assert reason in OPINIONS, reason
    return True


def percent(p: float) -> int:
    return int(f"{p:.0%}"[:-1])


OPINIONS = {
    "It is the least valuable unit.", "No further operation is worthwhile.", "As good as any.",
    "Shanghai opens the Yangtze.", "Changsha can wait: as few as possible.", "It can land directly in the port.",
    "The weakest units suffice for garrison duty.",
    "The port that is easiest to take first.", "No goal is within reach.", "No goal is worth the march.",
    "The force is worth more than the hex.",
}  # fmt: skip


@pytest.mark.parametrize("seed", some(2, 20))
def test_what_the_staff_says_of_the_position_is_so(seed: int) -> None:
    s = GAME.new("", {})
    dice = KeyedDice(b"reasons %d" % seed)
    advance(s, dice)
    bot = JapaneseStaff(GAME, 0, random.Random(seed))
    said = 0
    while s.winner == ONGOING:
        option = bot.choose(GAME.redact(s, 0), s.pending)
        if bot.reason and option[0] not in ("lose", "destroy", "join"):
            assert is_true(bot.reason, s, option), (bot.reason, option)
            said += 1
        apply(s, 0, option, dice)
    assert said > 60
