"""The odds before a die is thrown, and the reasons why something is not on offer."""

from __future__ import annotations

import ast
import random
import re
from collections import Counter
from pathlib import Path

import pytest

from formosa.conftest import GAME
from formosa.test_secrets import played
from grognard.games import formosa
from grognard.games.formosa.state import OPTIONS
from grognard.kernel.play import apply, throw

case = pytest.mark.case


def outcomes(shown):
    return {row["text"]: row["p"] for row in shown["outcomes"]}


@case("15.2a", "15.4a")
def test_an_attack_is_itemised_and_its_outcomes_add_up(table):
    units = {"A01": "0614", "A31": "0614", "J01": "0615", "J38": "0615"}
    t = table(turn=2, phase="allied-combat", units=units, support={"0615": ["US"]}).do("join-all")
    (shown,) = t.game.previews(t.state, 0)
    assert [row["value"] for row in shown["items"]] == ["6", "5", "11"]
    assert [row["value"] for row in shown["reduce"]] == ["4", "4", "8"]
    assert {row["text"]: row["value"] for row in shown["shifts"]} == {
        "Percentage": "137%", "Ground support, 1 point": "+1", "Attacker with A": "+1", "Defender with D": "−1",
        "City": "−2",
    }  # fmt: skip
    assert sum(outcomes(shown).values()) == pytest.approx(1, abs=1e-5)
    assert [c["text"] for c in shown["columns"] if c["raw"]] == ["100–199%"]
    assert [c["text"] for c in shown["columns"] if c["p"]] == ["50–99%"]
    assert all(row["cases"] for row in shown["shifts"])


@case("15.2a")
def test_the_odds_shown_are_those_of_the_die(table):
    for faces in range(1, 7):
        t = table(turn=2, phase="allied-combat", units={"A01": "0713", "A02": "0713", "J01": "0612"}, lp={"Allied": 0})
        t.plan("0612", "A01")
        (shown,) = t.game.previews(t.state, 0)
        t.dice.faces.extend([faces, 1])
        t.do("confirm").ready()
        assert outcomes(shown)[str(t.told("result")[0].args[1])] >= 1 / 6 - 1e-6


@case("R49", "15.4.1h")
def test_hovering_a_commitment_shows_what_it_would_change(table):
    units = {"A01": "0520", "A39": "0419", "J01": "0620"}
    t = table(turn=2, phase="allied-combat", units=units, bases=["A39"], lp={"Allied": 5, "Japanese": 0})
    t.plan("0620", "A01").do("confirm")
    before = t.game.preview(t.state, 0, ("ready",))
    after = t.game.preview(t.state, 0, ("add-lp",))
    assert [c["text"] for c in before["columns"] if c["p"]] != [c["text"] for c in after["columns"] if c["p"]]
    assert t.lp("Allied") == 5


@case("16.5c", "16.5b")
def test_a_b29_strike_shows_both_columns_where_a_fortress_may_lie(table):
    units = {"A01": "0420", "J01": "0615", "J02": "0521"}
    t = table(turn=2, phase="b29", units=units, concealed=["J01"], b29="committed")
    shown = t.game.preview(t.state, 0, t.game.from_words(["bomb", "0615"]))
    rows = {row["text"]: (row["p"], row.get("p2")) for row in shown["outcomes"]}
    assert rows["DS"] == (pytest.approx(1 / 6, abs=1e-5), pytest.approx(3 / 6, abs=1e-5))
    shown = t.game.preview(t.state, 0, t.game.from_words(["bomb", "0521"]))
    assert "p2" not in shown["outcomes"][0]


@case("16.2b", "16.6b", "18.0b", "25.7b")
def test_planning_sorties_and_raids_have_their_odds(table):
    here = {"A01": "0420", "J01": "0615"}
    t = table(turn=2, phase="planning", units=here, tac={"US": {"available": 6}}, kamikaze=1)
    shown = t.game.preview(t.state, 0, ("assign-rest", "US", "superiority"))
    assert shown["mean"] == pytest.approx(1.0)
    t.do("end-planning")
    assert t.game.preview(t.state, 1, ("assign-kamikaze",))["mean"] == pytest.approx(2 / 6, abs=1e-3)
    t = table(turn=2, phase="special-attack", units=here, fleet="ready", dice=[1])
    assert outcomes(t.game.preview(t.state, 1, ("sortie",)))["fiasco"] == pytest.approx(0.5)
    t = table("1", ["25.7"], turn=2, phase="japanese-movement", units={**here, "J65": "J-REINFORCEMENTS"}).do(
        "raid", "J65"
    )
    shown = t.game.preview(t.state, 1, t.game.from_words(["raid-at", "0623"]))
    assert outcomes(shown)["lands"] == pytest.approx(0.5)


def test_every_option_of_a_random_game_can_be_previewed_and_every_piece_asked_about() -> None:
    rng = random.Random(3)
    kinds: Counter[str] = Counter()
    for s in played(3, every=23):
        side = s.pending.side
        for option in rng.sample(s.pending.options, min(6, len(s.pending.options))):
            if GAME.preview(s, side, option):
                kinds[str(option[0])] += 1
        for _ in range(8):
            unit, space = rng.choice([None, rng.randrange(GAME.units)]), rng.choice([None, rng.randrange(GAME.hexes)])
            for bar in GAME.why_not(s, side, unit, space):
                assert bar.text
                assert all(case_ in CASES for case_ in bar.cases), bar
    assert kinds


CASES = {row["id"] for row in (*GAME.cases, *GAME.rulings)}


def test_every_case_that_the_code_names_exists() -> None:
    for verb in GAME.verbs.values():
        assert set(verb.cases) <= CASES
    for phase in GAME.phases:
        assert set(phase.cases) <= CASES
    board = GAME.board()
    for row in (*board["tracks"], *board["flags"], *board["markers"]):
        assert set(row["cases"]) <= CASES
    for row in (*board["spaces"], *board["units"], *board["faces"]):
        assert all(set(fact["cases"]) <= CASES for fact in row["facts"])


def test_every_case_in_the_source_exists() -> None:
    folder = Path(formosa.__file__).parent
    looks_like = re.compile(r"(?:\d+(?:\.\d+)+[a-z]?|R\d+|LPJ\.\w|LPA\.\w|MFT\.\w)")
    named = set()
    for file in folder.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and looks_like.fullmatch(node.value):
                named.add(node.value)
    assert len(named) > 200
    assert named - set(OPTIONS) <= CASES


@case("15.2a")
def test_a_search_may_give_the_dice(table):
    t = table(turn=2, phase="allied-combat", units={"A01": "0713", "A02": "0713", "J01": "0612"}, lp={"Allied": 0})
    t.plan("0612", "A01")
    s = t.state
    apply(s, 0, ("confirm",), None)
    apply(s, 0, ("ready",), None)
    throw(s, (5,))
    assert t.told("result")[0].args[1] == "D1"


@case("7.3a", "LPJ.f", "LPA.g")
def test_the_shop_shows_the_prices():
    words = GAME.board()["verbs"]["buy"]["words"]
    assert words["amphibious"] == "an amphibious marker, 3 logistics points"
    assert words["kamikaze"] == "a Kamikaze point, ½ logistics point"


@case("16.1b")
def test_the_planner_shows_its_running_totals(table):
    t = table(turn=2, phase="planning", units={"A01": "0420", "J01": "0615"}, tac={"US": {"available": 6}})
    t.do("assign", "US", "superiority").do("assign", "US", "tactical").do("stage-gunfire", "US")
    words = GAME.prompt(t.state, t.asked, 0)
    assert "air superiority 1, tactical 1, held 4" in words
    assert "gunfire 1 staged, 3 kept safe" in words
    assert GAME.prompt(t.state, t.asked, 1) == "Waiting for the Allied player."
