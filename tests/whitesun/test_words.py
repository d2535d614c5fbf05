"""The log: every number is reckoned out, one march is one line, and the sentences are sound."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from grognard import bots
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING, Event
from grognard.kernel.log_grouping import Runs
from grognard.kernel.play import advance, apply
from whitesun.conftest import GAME, NOTHING, X, fire
from whitesun.test_fuzz import choose, position

case = pytest.mark.case
RIVER = ["3513", "3614", "3714", "3615", "3616", "3617", "3618", "3619", "3620", "3720", "3721", "3822", "3922", "4023"]


def sums(t: Any, kind: str) -> list[str]:
    """The fold of the last event of a kind."""
    event = t.told(kind)[-1]
    return [text for text, _ in GAME.reckoning(event, 0)]


def lines(events: list[Event]) -> list[str]:
    """The log as it is read: runs as one line."""
    runs, out = Runs(GAME), []
    for event in events:
        if event.seen:
            whole = runs.add(event, 0)
            if whole:
                out[-1] = whole
            else:
                out.append(GAME.sentence(event))
    return out


# --- sums


@case("10.1", "10.5a", "1.3")
def test_fire_is_reckoned_out_unit_by_unit(marching):
    t = marching(["J-3D", "J-101D"], "1419", pool=["R-17D"], japanese=["1417", "1517", "1618", "1518"])
    t.advance("1420", *NOTHING, 6, "R-17D", *fire(4, 6), 3)
    assert sums(t, "hits") == [
        "3rd Division: 2 dice",
        "101st Division: 2 dice",
        "hits on 5+",
        "rough terrain: only 6 in the first round",
        "hits on 6; thrown: 6 1 1 1 = 1 hit",
    ]
    assert sums(t, "cohesion-result") == ["strength 1: 2 or more brings it back; die 3"]
    assert sums(t, "enters") == ["along a supplied railroad or river: 1 MP", "22 − 1 = 21 MP"]


@case("12.4a", "8.2g")
def test_the_defence_table_and_szechuans_unit_more_are_shown(marching):
    t = marching(X, "3822", turn=4, japanese=["area", *RIVER[:11]], flotilla="gone", pool=["R-17D"])
    t.advance("3922", *NOTHING, 2, "R-17D", *fire(14, 5), 6)
    assert sums(t, "called-for") == [
        "defence table, railroad or Yangtze: die 2 = nobody",
        "Szechuan on Turn 4: 0 + 1 = 1",
    ]


@case("RE.31a", "RE.61b", "8.12")
def test_event_losses_are_reckoned_from_their_dice(marching):
    t = marching(X, "1417").advance("1517", 3, 2, 1, 3)
    assert sums(t, "setback") == ["die 3, halved and rounded up = 2 steps"]
    t = marching(X[:4], "2718", turn=2, japanese=["area"], flotilla="gone")
    t.advance("2719", 6, 1, 1, 1).do("lose", "J-3D", dice=[3, 4])
    assert sums(t, "setback") == ["die 1 = 1 step"]
    assert sums(t, "points-lost") == ["11 − 7 = 4 MP"]


@case("RE.31a", "RE.61b", "8.12")
def test_no_more_is_lost_than_there_was(marching):
    t = marching(["J-Kaw", "J-2IMB"], "1417").advance("1517", 3, 1, 1, 6, 4)
    assert "2 steps of the force are lost." in t.said()
    late = {"turn": 3, "japanese": ["area"], "flotilla": "gone", "units": {"J-9D": "READY"}}
    t = marching(X[:4], "2718", **late)
    t.advance("2719", 6, 1, 1, 1).do("lose", "J-3D", dice=[6, 6, 3])
    assert "The dice take 12 MP: none is left." in t.said()
    assert sums(t, "points-lost") == ["11 − 12: no MP left"]


@case("3.6g", "7.2", "7.3", "7.4b", "7.4e", "8.10c", "10.4b")
def test_phase_i_says_who_arrives_returns_and_leaves(table):
    t = table(turn=2, phase="administration", japanese=["area"], flotilla="gone", units={"R-NR": "1420"})
    said = t.said()
    assert any(line.startswith("22 Japanese reinforcements: 4th Independent Mixed Brigade") for line in said)
    assert any(line.startswith("19 Chinese units for the force pool: 5 Corps") for line in said)
    assert "Back to the force pool from the map: North Route." in said
    assert any(line.startswith("The puppets leave play: Hopei Army") for line in said)
    assert "44 Japanese units back from last turn, all at full strength." in said
    t.do("fill", dice=[3])
    assert sums(t, "operational") == ["66 units − 50 inside the line − 0 in cities beyond it = 16"]


@case("3.5d", "7.4a")
def test_phase_i_says_who_is_not_at_hand(table):
    t = table(turn=3, phase="administration", japanese=["area"], flotilla="gone",
              units={"J-Kaw": "OUT", "J-Sak": "T4"})  # fmt: skip
    assert "Not at hand: out of the game: Kawabe Brigade; Sakai Brigade comes back on Turn 4." in t.said()


@case("10.4b")
def test_depots_that_are_left_go_with_a_word(table):
    t = table(turn=2, phase="administration", flotilla="gone", japanese=["1417"])
    assert "The Chinese depots are removed: Shanghai 2504, Nanking 2708 and Wuhan 3414." in t.said()


@case("9.6", "9.4")
def test_a_withdrawal_for_want_of_points_says_so(marching):
    t = marching(["J-2IMB"], "1417", pool=["R-17D"], mp=1)
    t.advance("1517", *NOTHING, 3, "R-17D", 1, 1)
    assert "The attack on Taku 1517 is broken off for want of movement points: the force goes back to 1417, the hex " \
        "stays Chinese." in t.said()  # fmt: skip
    assert sums(t, "repulsed") == ["another round costs 1 MP; 0 left"]


@case("10.1g", "3.5d", "7.4b")
def test_it_is_said_what_becomes_of_the_lost(marching):
    t = marching(["J-2IMB", "P-HA", "J-Kaw"], "1417", pool=["R-NR"])
    t.advance("1517", *NOTHING, 3, "R-NR", *fire(2), 1, *fire(12, 6, 6, 6), 4)
    assert t.said()[-6:-3] == [
        "Kawabe Brigade is eliminated; a die says when it comes back, if at all.",
        "2nd Independent Mixed Brigade is eliminated and goes to the Reserve Box for Phase III.",
        "Hopei Army is eliminated and is out of the game.",
    ]
    assert sums(t, "asterisk-result") == ["Turn 1 + 4 = Turn 5, after the last"]


@case("11.4b", "R50")
def test_a_raid_says_why_it_comes_here(table):
    t = table([6], turn=2, phase="first", japanese=["area"], flotilla="gone", ready=X)
    assert sums(t, "raid") == ["1 of 4 hexes that are raided before all others"]
    t = table([6], turn=2, phase="first", japanese=["area"], flotilla="gone", ready=X,
              broken=["1417", "1618", "2215", "2219"])  # fmt: skip
    assert sums(t, "raid") == ["breaks to repair between north and south: 1 before, 2 if the raid succeeds"]


@case("4.3b")
def test_the_end_names_what_is_missing(table):
    t = table(turn=4, phase="victory", japanese=["area", "4224"], flotilla="gone")
    assert t.said()[0].startswith("Not Japanese at the end of Turn 4: Chengtu 4028, ")
    assert t.said()[0].endswith("and the railroad from north to south.")


@case("10.1h", "R5")
@pytest.mark.parametrize(
    ("strength", "tie", "said"),
    [(9, 0, "no die"), (6, 0, "no die"), (6, 1, "a 6"), (5, 0, "a 6"), (2, 0, "3 or more"), (2, 1, "2 or more"),
     (1, 1, "2 or more")],
)  # fmt: skip
def test_no_die_is_promised_that_there_is_not(strength: int, tie: int, said: str) -> None:
    assert GAME.text.term_cohesion(4, strength, tie) == f"strength {strength}: {said} brings it back; die 4"


# --- lines that are one


@case("9.8a")
def test_one_march_is_one_line(marching):
    t = marching(X, "1419", japanese=["1417", "1517", "1618", "1518", "1519"], pool=["R-17D"])
    t.advance("1519").advance("1620", *NOTHING, 1).advance("1719", *NOTHING, 2)
    assert lines(t.events) == [
        "The force: Peking 1419 → 1519 → 1620 → Paoting 1719, 3 MP, 19 left, 2 hexes taken without a fight."
    ]
    t.advance("1820", 1, 5, 3, "R-17D", *fire(14, 6), 6)
    assert lines(t.events)[0].endswith(
        "18 left, 2 hexes taken without a fight; 1820: 1 defender called for, Fieldworks."
    )
    assert lines(t.events)[1] == "17 Division (regular 1) defends 1820."


@case("10.1c", "10.1h")
def test_a_volley_the_defence_and_the_beaten_are_a_line_each(marching):
    t = marching(X, "1518", japanese=["1417", "1517", "1618"], pool=["E-88D", "R-17D", "R-32D"])
    t.advance("1419", *NOTHING, 6, "E-88D", "R-17D", "R-32D", 2, *fire(14, 6, 6, 6), 1, 1, 6)
    assert lines(t.events)[1:] == [
        "Peking 1419 is defended by 88 Division (elite 1), 17 Division (regular 1) and 32 Division (regular 1).",
        "Peking 1419, round 1: elites fire, hits on 5–6: no hit.",
        "Peking 1419, round 1: the Japanese fire, hits on 5–6: 3 hits.",
        "88 Division, 17 Division and 32 Division are beaten; their cohesion is checked after the round.",
        "88 Division is destroyed for good (1 against 1); 17 Division is destroyed for good (1 against 1); "
        "32 Division slips away to the force pool (6 against 1).",
        "Peking 1419 is Japanese.",
    ]


@case("3.6e", "R24")
def test_a_city_and_what_is_given_up_with_it_are_one_line(table):
    t = table(turn=2, phase="administration", japanese=["area", "3513", "3614", "3714"], flotilla="gone").do("fill")
    heard = len(t.events)
    t.do("give-up", "3714", dice=[3])
    assert lines(t.events[heard:])[0] == "Given up: Yochow 3714, 3614 and 3513."


# --- every template over real games

KNOWN = {"MP", "II", "III", "IV"}
ABBREVIATION = re.compile(r"\b(?:[A-Z]{2,}|[A-Z]\d[A-Z]|\d[A-Z]{2,}|T[1-4])\b")
DOUBLED = re.compile(r"\b([a-z]+) \1\b", re.IGNORECASE)
PLURAL_IS = re.compile(r"\b(?:[02-9]|\d\d+) (?:units|hexes|steps|dice|hits|defenders) (?:is|has|goes|comes|was)\b")
ONE_MANY = re.compile(r"(?<![\d–])\b1 (?:units|hexes|steps|dice|hits|defenders|reinforcements)\b")


def faults(text: str) -> list[str]:
    """What is wrong with a sentence."""
    out = [word for word in ABBREVIATION.findall(text) if word not in KNOWN]
    for pattern in (DOUBLED, PLURAL_IS, ONE_MANY):
        out += [found[0] for found in pattern.finditer(text)]
    out += [bad for bad in ("None", "{", "}", "  ", "..", " ,", "( ", "−0") if bad in text]
    return out if text[:1].isupper() or text[:1].isdigit() or text[:1] in "“" else [*out, "begins small"]


def events_of(seed: int, name: str) -> tuple[list[Event], list[str]]:
    """The log and the prompts of a game."""
    rng = random.Random(seed)
    dice = KeyedDice(b"words %d" % seed)
    bot = bots.make("staff", GAME, 0, rng) if name == "staff" else None
    s = GAME.new("", {}) if bot else position(seed)
    s.log = []
    advance(s, dice)
    prompts = []
    for _ in range(700):
        if s.winner != ONGOING:
            break
        prompts.append(GAME.prompt(s, s.pending, 0))
        apply(s, 0, bot.choose(GAME.redact(s, 0), s.pending) if bot else choose(s, rng), dice)
    return s.log, prompts


@pytest.mark.parametrize(("seed", "name"), [(0, "staff"), (1, "random"), (2, "random"), (3, "random"), (5, "random")])
def test_every_sentence_of_real_games_is_sound(seed, name):
    cases = {row["id"] for row in (*GAME.cases, *GAME.rulings)}
    events, prompts = events_of(seed, name)
    assert len(events) > 50
    said = [(GAME.sentence(event), event) for event in events]
    wrong = {text: found for text, _ in said if (found := faults(text))}
    wrong |= {text: found for text in prompts if (found := faults(text))}
    wrong |= {text: found for text in lines(events) if (found := faults(text))}
    assert wrong == {}
    for text, event in said:
        assert text.endswith(".") or event.dice, f"{text} is no sentence"
        assert set(event.cases) <= cases
        for words, of in GAME.reckoning(event, 0):
            assert faults("X" + words) == [], words
            assert of
            assert set(of) <= cases


RECKONED = {"hits", "called-for", "setback", "points-lost", "enters", "moved", "round", "cohesion-result",
            "great-victory", "asterisk-result", "operation", "operational", "raid"}  # fmt: skip


def test_every_number_that_decided_something_has_its_sum():
    for seed, name in ((0, "staff"), (2, "random")):
        for event in events_of(seed, name)[0]:
            if event.kind in RECKONED:
                assert event.sum, event


def test_a_campaigns_log_is_read_in_half_the_lines():
    events, _ = events_of(0, "staff")
    single = [event for event in events if event.seen]
    assert len(lines(events)) < 0.5 * len(single)
