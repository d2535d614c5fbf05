"""What the staffs give as their reasons is so in the position, in whole games of theirs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from grognard.bots.ichigo import fighting
from grognard.bots.ichigo.battle import Plan
from grognard.bots.ichigo.ground import distances
from grognard.games.ichigo.facts import ALLIED, CHINA, JAPAN, JAPANESE
from grognard.games.ichigo.victory import controls
from grognard.kernel.bits import each, members
from grognard.kernel.flow import Option
from ichigo.conftest import GAME
from random_games import some
from wording import staff_reasons

case = pytest.mark.case
Fact = Callable[[Any, Option, re.Match[str]], bool]


def place(words: str) -> int:
    """The hex that is named."""
    return next(h for h in range(GAME.hexes) if GAME.space_names[h] == words)


def covers(s: Any, option: Option, said: re.Match[str]) -> bool:
    hex_ = int(option[1])
    range_ = (1 << hex_ | GAME.near[hex_]) & ~s.air_range
    return all(range_ >> place(name) & 1 for name in said[1].split(" and "))


def as_on_the_card(s: Any, option: Option, said: re.Match[str]) -> bool:
    """Where the plan stands complete, the chance is that of the card beside it."""
    if option[0] != "confirm":
        return option[0] == "attack" and GAME.space_names[int(option[1])] == said["where"]
    (card,) = GAME.previews(s, s.pending.side)
    note = next(row["p"] for row in card["notes"] if "is taken" in row["text"])
    return f"{note:.0%}" == said["chance"]


def on_the_card_on_average(s: Any, option: Option, said: re.Match[str]) -> bool:
    """The steps are those of the card, of an attack that takes nothing."""
    if option[0] != "confirm":
        return option[0] == "attack" and GAME.space_names[int(option[1])] == said["where"]
    (card,) = GAME.previews(s, s.pending.side)
    taken = next(row["p"] for row in card["notes"] if "is taken" in row["text"])
    return taken < 0.005 and any(f" {said['steps']} defending" in row["text"] for row in card["notes"])


def nearest(s: Any, option: Option, said: re.Match[str]) -> bool:
    far = distances(GAME, int(option[1]))
    return min(far[h] for h in members(s.present[JAPAN])) == int(said[1])


def cut_off(s: Any, hex_: int) -> int:
    """The Japanese strength around a city, as far as one can see: counters."""
    return sum(s.at[h].bit_count() for h in each(s.present[JAPAN]) if GAME.map.distance(h, hex_) <= GAME.b29_radius)


def grows(s: Any, option: Option, said: re.Match[str]) -> bool:
    division, brigade = int(option[1]), int(option[2])
    values = GAME.attack[division]
    return [values[s.steps[division]], values[-1], GAME.attack[brigade][-1]] == [int(n) for n in said.groups()]


def city_held(s: Any, option: Option, said: re.Match[str]) -> bool:
    return controls(s, place(said[1]), JAPANESE) == (said[2] == "must not fall")


def short_of(s: Any, option: Option, said: re.Match[str]) -> bool:
    return bool(s.where[s.agenda[-1].units[0]] != place(said[1]))


FACTS: dict[str, Fact] = {
    r"It covers (.+)\.": covers,
    r"(?:Momentum: )?\d+ units?(?: and .+)? takes? (?P<where>.+) with a chance of (?P<chance>\d+%)\.": as_on_the_card,
    r"(?:Momentum: )?\d+ units?(?: and .+)? costs? the defence of (?P<where>.+) (?P<steps>[\d.]+) steps on average\.": (
        on_the_card_on_average
    ),
    r"The nearest Japanese unit is (\d+) hex(?:es)? away\.": nearest,
    r"No other raid is known to cut off more Japanese strength\.": lambda s, option, _: cut_off(s, int(option[1])) > 0,
    r"Its strength rises from (\d+) to (\d+), for a brigade of strength (\d+)\.": grows,
    r"(.+) (must not fall|is to be won back)\.": city_held,
    r"It can go no further towards (.+) this turn\.": short_of,
    r"It can be reached over land from (\d+) hex(?:es)? only\.": lambda s, option, said: (
        len(GAME.open_steps[int(option[1])]) == int(said[1])
    ),
    r"Inland, it is out of the fleet's reach\.": lambda s, option, _: not GAME.coast >> int(option[2]) & 1,
    r"Formosa is clear\.": lambda s, option, _: not s.present[JAPAN] & GAME.formosa,
    r"Formosa must be held\.": lambda s, option, _: bool(s.present[JAPAN] & GAME.formosa),
    r"On the way to (.+)\.": lambda s, option, said: place(said[1]) >= 0,
    r"To (.+)\.": lambda s, option, said: not controls(s, place(said[1]), ALLIED),
    r"Attacking first gives the Chinese no time to gather\.": lambda s, option, _: option[0] == "fight-first",
    r"The units gather first, then attack\.": lambda s, option, _: option[0] == "move-first",
    r"It puts a Japanese unit on Formosa on the last turn\.": lambda s, option, _: bool(
        GAME.formosa >> int(option[2]) & 1
    ),
}
"""What is said of the position, and whether it is so."""
PURPOSES = {
    "The airlift takes it where it is needed.",
    "It is needed elsewhere.",
    "No hex in reach needs it more.",
    "The nearest point of entry to its goal.",
    "It is the least needed where it stands.",
    "Every division is needed ashore.",
    "The 11th Airborne goes where it is needed most.",
    "Shifting the attack one column left is worth a regiment here.",
    "A regiment is worth more than one column here.",
}
"""What the staff means to do, or prefers: no fact that could be wrong."""


def judged(s: Any, option: Option, reason: str) -> str:
    """The kind of a reason, once it was found to be so."""
    if reason in PURPOSES:
        return reason
    for pattern, fact in FACTS.items():
        if (said := re.fullmatch(pattern, reason)) is not None:
            assert fact(s, option, said), (GAME.to_words(option), reason)
            return pattern
    raise AssertionError(f"nobody has looked whether this is so: {reason}")


@pytest.mark.parametrize("seed", some(2, 20))
def test_a_reason_of_the_staff_is_so(seed: int, long: bool) -> None:
    kinds: Counter[str] = Counter()
    for s, option, reason in staff_reasons(GAME, seed, 4000 if long else 700):
        if reason:
            kinds[judged(s, option, reason)] += 1
    assert len(kinds) > 5


@case("5.3.4", "5.3.6", "5.3.12a", "9.5a", "8.9c")
@pytest.mark.parametrize("seed", some(1, 10))
def test_a_reason_of_the_staff_is_so_when_the_americans_come(seed: int, long: bool) -> None:
    start = {"turn": 7, "phase": "landing", "causeway": "launched"}
    kinds: Counter[str] = Counter()
    for s, option, reason in staff_reasons(GAME, seed, 4000 if long else 500, start):
        if reason:
            kinds[judged(s, option, reason)] += 1
    assert len(kinds) > 5


@case("11.20a")
def test_an_attack_that_cannot_take_its_hex_is_advised_for_the_steps_it_costs(table: Any) -> None:
    strong = {"J-CEA-D3": "1904", "J-CEA-D13": "1904", "J-CEA-B1": "1904"}
    t = table(turn=2, phase="chinese-combat", units={**strong, "CH-5": "1905"}, tried=["CH-5"])
    plan = Plan(0.0, t.space("1904"), [(t.unit("CH-5"), t.space("1905"))])
    said = fighting._why(t.state, CHINA, plan)
    assert re.fullmatch(r"1 unit costs the defence of 1904 [\d.]+ steps on average\.", said)


@case("11.17d")
def test_no_reason_says_that_nothing_can_be_done_while_tanks_are_at_hand(table: Any) -> None:
    assert GAME.verbs["go-on"].why == ""
    assert "attacker" not in GAME.verbs["commit-tank"].why
