"""Every log line, fold and prompt of real games reads well: grammar, no bare abbreviations, no doubled words."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from grognard.kernel.bits import each
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING, Event
from grognard.kernel.log_grouping import Runs
from grognard.kernel.play import advance, apply
from nemesis.conftest import GAME
from nemesis.test_fuzz import KNOWN, random_act
from nemesis.test_previews_hold import READINGS
from random_games import some

case = pytest.mark.case

SINGULAR = (
    r"(is|has|loses|goes|retreats|advances|arrives|returns|leads|meets|walks|leaves|finds|withdraws|stands|does|starts"
    r"|takes|drops|gathers|charges|reappears|comes|flies|refuses|suffers)"
)
PLURAL = "|".join(sorted({re.sub(r" \d+$", "", GAME.unit_names[u]).split()[-1] for u in each(GAME.plural)}))
FAULTS = {
    "a doubled word": re.compile(r"\b([A-Za-z]+|\(\d{4}\)) \1\b"),
    "a nought with a sign": re.compile(r"[+−-]0\b"),
    "one with a plural": re.compile(r"\b1 (steps|columns|points|units|battalions|flights|dice|hexes)\b"),
    "many with a singular": re.compile(r"\b([02-9]|1\d) (step|column|point|unit|battalion|flight|die|hex)\b"),
    "a singular verb after a plural name": re.compile(rf"\b({PLURAL})( \d)? {SINGULAR}\b"),
    "one MP with a plural": re.compile(r"\b(1|½) MP are\b"),
    "a hyphen for a minus": re.compile(r"(?<![\w-])-\d"),
    "a bare abbreviation": re.compile(r"\b(mp|OOS|GT|SaP|ZOC|ZoC|CRT|SC|drm|DRM|Q[123]|T\d+|EZOC)\b"),
    "an unknown name": re.compile(r"\b(?:J|B|S|Y)\d+-|None|\bJLOSS|\bALOSS"),
    "a bad article": re.compile(r"\b[Aa] (?!unit|US\b|one\b)[AEIOUaeiou]"),
    "a space or a stop too many": re.compile(r"  | \.|\.\.|,,|: *:|\( "),
}


def faults(text: str) -> list[str]:
    """What is wrong with a sentence."""
    return [f"{name}: {text}" for name, pattern in FAULTS.items() if pattern.search(text)]


@pytest.mark.parametrize("seed", range(3))
def test_lines_folds_and_prompts_of_random_games_read_well(seed: int) -> None:
    rng, dice = random.Random(seed), KeyedDice(b"words %d" % seed)
    s = GAME.new("", {})
    log: list[Event] = []
    s.log = log
    advance(s, dice)
    seen: Counter[str] = Counter()
    wrong: list[str] = []
    told = 0
    runs = Runs(GAME)
    while s.winner == ONGOING:
        decision = s.pending
        if seen[decision.prompt] < 25:
            seen[decision.prompt] += 1
            wrong += faults(GAME.prompt(s, decision, decision.side))
        apply(s, *random_act(s, rng, eager=0.5), dice)
        for event in log[told:]:
            whole = runs.add(event, 0)
            wrong += faults(whole) if whole else []
            if seen[event.kind] < 60:
                seen[event.kind] += 1
                wrong += faults(GAME.sentence(event))
                for text, cases in GAME.reckoning(event, 0):
                    wrong += faults(text)
                    assert set(cases) <= KNOWN, (event.kind, cases)
                    assert cases, text
        told = len(log)
        assert not wrong, wrong[:3]
    assert len(seen) > 50


FINITE = re.compile(
    r"\b(is|are|was|were|has|have|had|do|does|may|can|cannot|could|must|goes|go|comes?|takes?|needs?|costs?|lies?|joins?|"
    r"enters?|starts?|stands?|holds?|drops?|returns?|lands?|leaves?|moves?|merges?|flies|fly|keeps?|leads?|meets?|"
    r"attacks?|assaults?|advances?|retreats?|creates?|reaches|reaches|choose|defends?|suffers?|withdraws?|reappears?|"
    r"waits?|uses?|led|paid|costs|fits?|stacks?|enters|lacks?|leads?|satisfy|satisfies|neither|prevents|finish|make|remove|place)\b",
    re.I,
)


@pytest.mark.parametrize("seed", some(1, 6))
def test_reasons_and_cards_of_random_games_are_whole_sentences(seed: int) -> None:
    rng, dice = random.Random(seed), KeyedDice(b"reasons %d" % seed)
    s = GAME.new("", READINGS[seed % 2])
    advance(s, dice)
    seen: Counter[str] = Counter()
    wrong: list[str] = []
    while s.winner == ONGOING:
        asked = s.pending
        if seen[asked.prompt] < 12:
            seen[asked.prompt] += 1
            said = set(reasons(s, rng))
            wrong += [f"no whole sentence: {text}" for text in said if not whole_sentence(text)]
            cards = [*GAME.previews(s, asked.side), *(GAME.preview(s, asked.side, o) for o in asked.options[:40])]
            said |= {text for card in cards if card for text in texts_in(card)}
            said |= {words for layer in GAME.overlays(s, asked.side) for _, _, words in layer.units}
            ledger = GAME.ledger(s, asked.side, [])
            said |= {GAME.text.term(entry.why) for entry in ledger.entries} | {GAME.text.term(ledger.verdict)}
            wrong += [fault for text in said for fault in faults(text)]
        apply(s, *random_act(s, rng, eager=0.5), dice)
    assert not wrong, sorted(set(wrong))
    assert len(seen) > 15


def reasons(s: Any, rng: random.Random) -> Iterator[str]:
    """Why units and hexes by lot, and those that are asked about, are not on offer."""
    asked = s.pending
    near = [u for u in range(GAME.units) if s.on_map >> u & 1]
    units = [None, *rng.sample(near, 6), *rng.sample(range(GAME.units), 4)]
    for unit in units:
        for space in (
            None,
            rng.randrange(GAME.hexes),
            *([] if unit is None else GAME.neighbours[s.where[unit]][:2] if s.where[unit] < GAME.hexes else []),
        ):
            yield from (bar.text for bar in GAME.why_not(s, asked.side, unit, space))


def whole_sentence(text: str) -> bool:
    """Whether it begins and ends as a sentence does and has a verb."""
    return (text[0].isupper() or text[0].isdigit()) and text[-1] in ".?" and bool(FINITE.search(text))


def texts_in(card: Any) -> Iterator[str]:
    """Whatever a card says."""
    if isinstance(card, dict):
        for name, value in card.items():
            if name in ("title", "text", "words", "value", "unit") and isinstance(value, str):
                yield from () if re.fullmatch(r"\d-\dr?", value) else (value,)
            else:
                yield from texts_in(value)
    elif isinstance(card, list):
        for value in card:
            yield from texts_in(value)


def test_every_name_says_whether_it_is_plural() -> None:
    last = [re.sub(r" \d+$", "", name).split()[-1] for name in GAME.unit_names]
    assert {u for u, noun in enumerate(last) if noun.endswith("s")} == set(each(GAME.plural))
    assert GAME.does(GAME.unit_index["BL-CHIN"], "has", "have") == "Chin Levies have"
    assert GAME.does(GAME.unit_index["JM-31"], "goes", "go") == "31st Division Supply Mules go"
    assert GAME.does(GAME.unit_index["J31-58"], "loses") == "58th Regiment loses"


# --- what must be said


@case("6.1-D-a", "6.1-F-d", "6.1-F-e", "6.1-G-a")
def test_a_combat_is_reckoned_out(table: Any) -> None:
    units = {"B17-48": "0418", "B17-63": "0418", "BT-3C": "0418", "J33-214": "0419"}
    t = table(phase="allied-attack", units=units, dice=[3], level={"B17-63": "limited"}, bunkers={"0419": "Japanese"})
    t.to_combat().attack("0419", "B17-48", "B17-63", "BT-3C").do("spearhead", "BT-3C").do("no-banzai")
    attack = fold(t, "attack")
    assert "63rd Indian Brigade: Strength 7, in Limited Supply, halved and rounded up to 4" in attack
    assert "Allied attack: Strength 15" in attack
    assert "Japanese defence: Strength 6" in attack
    result = fold(t, "result")
    assert result[0] == "15 against 6: 2-1"
    assert "214th Regiment: Quality 3 + 1 for the Bunker = 4" in result
    assert "Quality 3 against 4: 1 column down" in result
    assert "Hill: 1 column down" in result
    assert "Column 1-1" in result
    assert "Die 3" in result


@case("5.2-a")
def test_an_assault_is_called_an_assault(table: Any) -> None:
    t = table(phase="japanese-assault", units={"J31-58": "0707", "B5-161": "0606"}, dice=[5])
    t.to_combat().attack("0606", "J31-58")
    assert line(t, "attack").startswith("Japanese assault on Kohima")
    t.finish("no-banzai")
    assert line(t, "combat").startswith("Japanese assault on Kohima")


@case("5.1-A-b")
def test_a_march_is_one_line(table: Any) -> None:
    t = table(phase="japanese-assault", units={"J31-58": "1111"})
    t.march("J31-58", "1110", "1009")
    steps = t.told("moved")
    assert GAME.text.together(steps) == "58th Regiment: Homalin 1111 → 1110 → 1009, 2 MP."
    assert [len(event.sum) for event in steps] == [1, 1]


@case("7.1-B-a")
def test_supply_levels_of_a_check_are_one_line_with_what_feeds_whom(table: Any) -> None:
    units = {"J31-58": "0806", "J31-E": "0806", "J33-214": "0419", "JH-31": "1008"}
    t = table(phase="japanese-supply", units=units, level={"J31-58": "out"}, dice=[1, 1, 1, 1])
    told = t.told("supply-level")
    whole = GAME.text.together(told)
    assert "58th Regiment is in Full Supply" in whole
    assert any("fed by 31st Division HQ" in GAME.text.term(term) for event in told for term in event.sum)


@case("2.3-a", "2.3-g", "2.4-h", "2.5-c")
def test_every_change_of_a_track_has_its_reason(table: Any) -> None:
    units = {"J31-58": "0906", "BL-RIF": "0806"}
    t = table(phase="japanese-attack", units=units, dice=[6], general=[0, 9], lament=[9, 0])
    t.to_combat().attack("0806", "J31-58").do("no-banzai")
    assert line(t, "general") == "Mutaguchi +1, now at 0 (a modified 5 or more)."
    assert fold(t, "general") == ["9 + 1 is past 9: it begins again at 0 and is now at 0"]
    assert [fold(t, "superior", n) for n in (0, 1)] == [["Mutaguchi has passed 9"], ["Allied Lament has passed 9"]]
    assert line(t, "lament") == "Allied Lament +1, now at 0 (a small unit is lost)."
    assert line(t, "scale") == "Allied Reinforcement Scale +1, now at 1 (an Allied unit is lost)."


@case("7.2-a")
def test_the_general_who_begins_again_is_told(table: Any) -> None:
    t = table(phase="japanese-supply", units={"J31-58": "1111"}, general=[0, 4], dice=[2, 1])
    assert line(t, "general-again") == "Mutaguchi begins again at 0."
    assert fold(t, "superior") == ["Die 2 against Mutaguchi at 4"]


@case("5.1-B-f", "5.1-E-e", "1.2-B-f")
def test_what_leaves_the_map_is_told(table: Any) -> None:
    t = table(turn=2, phase="end", units={"J31-58": "1111"}, ambushes=["0707"], used_air=["A-US1"])
    t.do("choose-first", "Assault").do("choose-first", "Assault")
    assert line(t, "ambushes-lifted") == "The turn ends: the Ambush in 0707 is lifted."
    assert line(t, "air-back") == "The turn ends: US Air Support 1 is available again."
    fields = [f"{column:02d}{row:02d}" for column, row in ((11, 11), (11, 10), (10, 9), (10, 8), (10, 7), (9, 6))]
    t = table(phase="japanese-assault", units={"J31-58": "0707"}, bunkers=dict.fromkeys(fields, "Japanese"))
    t.do("dig", "J31-58")
    if t.asked.prompt == "take-bunker":
        t.do("take-bunker", "1111")
        assert line(t, "bunker-taken") == "The Bunker in Homalin 1111 is taken away, to be built elsewhere."


def line(t: Any, kind: str, number: int = -1) -> str:
    """A line of the log."""
    return GAME.sentence(t.told(kind)[number])


def fold(t: Any, kind: str, number: int = -1) -> list[str]:
    """The reckoning under it."""
    return [text for text, _ in GAME.reckoning(t.told(kind)[number], 0)]
