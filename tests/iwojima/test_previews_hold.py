"""Previewed chances against dice that are thrown, and what follows for certain said before the click."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from grognard.games import load
from grognard.games.iwojima.assault import DeclareRetreats, ResolveAssaults
from grognard.games.iwojima.bombardment import ResolveBombardments
from grognard.games.iwojima.losses import OrderRow
from grognard.kernel.dice import Dice, KeyedDice
from grognard.kernel.flow import ONGOING
from grognard.kernel.play import advance, apply
from odds_hold import Figure, by_lot, hold_again

case = pytest.mark.case
GAME: Any = load("iwojima")


def positions(seed: int, kinds: tuple[type, ...]) -> Iterator[Any]:
    """Questions of these kinds in random games."""
    rng = random.Random(seed)
    dice = KeyedDice(b"hold %d" % seed)
    s = GAME.new("standard", {})
    advance(s, dice)
    while s.winner == ONGOING:
        if isinstance(s.agenda[-1], kinds):
            trial = s.copy()
            advance(trial, None)
            yield trial
        options = s.pending.options
        bold = [o for o in options if o[0] in ("assign", "assault", "move", "land")]
        apply(s, s.pending.side, rng.choice(bold if bold and rng.random() < 0.8 else options), dice)


def card(s: Any) -> Any:
    """What is previewed of the first option."""
    return GAME.preview(s, s.pending.side, s.pending.options[0])


def figures(s: Any, times: int, lot: int) -> Iterator[Figure]:
    """Damage as the card says, and as it came."""
    side, option = s.pending.side, s.pending.options[0]
    shown = card(s)
    if any("p2" in row for row in shown["outcomes"]):
        return  # the reduction is not known to this side: a range

    def damage(dice: Dice) -> str:
        t = s.copy()
        advance(t, None)
        t.log = []
        apply(t, side, option, dice)
        points = next(e.args[2] for e in t.log if e.kind == "damage")
        return "no Damage" if not points else f"{points} Damage"

    came = by_lot(damage, times, random.Random(f"{s.fingerprint()}/{lot}"))
    said = {row["text"]: row["p"] for row in shown["outcomes"]}
    rest = max(0.0, 1 - sum(said.values()))  # what is rarer than one in 2,000 is not on the card
    unsaid = sum(came[text] for text in set(came) - set(said))
    assert rest < 0.001
    yield Figure(f"{shown['title']}: what is not said", rest, unsaid / times, times)
    for text, p in said.items():
        yield Figure(f"{shown['title']}: {text}", p, came[text] / times, times)


@case("9.3.1", "12.2.1", "22.5a")
@pytest.mark.parametrize("seed", range(2))
def test_previewed_chances_hold_when_the_dice_are_thrown(seed: int) -> None:
    found = positions(seed, (ResolveBombardments, ResolveAssaults))
    for s, _ in zip(found, range(6), strict=False):
        hold_again(lambda lot, s=s: figures(s, 200, lot))


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
def test_previewed_chances_hold_at_length(seed: int) -> None:
    for s, _ in zip(positions(50 + seed, (ResolveBombardments, ResolveAssaults)), range(10), strict=False):
        hold_again(lambda lot, s=s: figures(s, 20_000, lot))


@case("9.3.3(2)", "12.2.3(3)")
@pytest.mark.parametrize("kind", [OrderRow, DeclareRetreats], ids=["rows", "retreats"])
def test_what_a_row_and_a_retreat_cost_is_what_they_cost(kind: type) -> None:
    checked = 0
    for seed in range(4):
        for s in positions(seed, (kind,)):
            last = [o for o in s.pending.options if o[0] in ("rank-rest", "no-more-retreats")]
            shown = GAME.preview(s, s.pending.side, last[0]) if last else None
            if shown is None or (s.agenda[-1].__class__ is OrderRow and s.agenda[-1].retreats):
                continue
            t = s.copy()
            advance(t, None)
            t.log = []
            apply(t, s.pending.side, last[0], KeyedDice(b"0"))
            lost = Counter(GAME.unit_names[e.args[0]] for e in t.log if e.kind == "step-lost" and e.turn == s.turn)
            said = Counter({row["text"]: row["value"] != "nothing" for row in shown["items"]})
            assert {name for name in lost if name in said} <= {name for name, hit in said.items() if hit}
            checked += 1
    assert checked > 3


@case("22.2.1b", "23.2(2)", "10.3b")
def test_the_price_of_landing_the_3rd_division_is_told_before_the_click(table):
    t = table(turn=2, phase="us-movement", units={"U-3": "LANDING", "U-23": "LANDING", "J-HQ": "KIT"})
    option = ("land", t.unit("U-3"), t.space("OKI"))
    shown = GAME.preview(t.state, 0, option)
    assert any("gives Japan 10 VP" in note["text"] for note in shown["notes"])
    assert [row["value"] for row in shown["items"]] == ["2 MP", "1 MP"]
    shown = GAME.preview(t.state, 0, ("land", t.unit("U-23"), t.space("OKI")))
    assert not any("10 VP" in note["text"] for note in shown["notes"])


def noted(t, *option):
    """What is noted on the card of an option, as whoever is asked reads it."""
    words = t.game.from_words(option)
    return [note["text"] for note in GAME.preview(t.state, t.asked.side, words)["notes"]]


@case("10.2", "10.4a", "11c")
def test_a_certain_stop_and_who_may_fire_are_told_before_the_click(table):
    units = {"U-23": "OKI", "J-309": "CHI", "J-MG2": "CHI", "J-HQ": "KIT"}
    position = {"turn": 2, "phase": "us-movement", "units": units, "control": ["OKI"]}
    stop = "Japanese units are in view: it stops there"
    t = table(**position, revealed=["J-309"])
    assert noted(t, "move", "U-23", "CHI") == [stop, "309/2 MB may fire at it, or a Concealed unit"]
    t = table(**position, revealed=["J-309", "J-MG2"])
    assert noted(t, "move", "U-23", "CHI")[1] == "One of 2 units may fire at it, or a Concealed unit"
    t = table(**position, revealed=["J-309", "J-MG2", "J-HQ"])
    assert noted(t, "move", "U-23", "CHI") == [stop, "One of 2 units may fire at it"]
    t = table(**position, revealed=["J-309", "J-MG2", "J-HQ"], fired=["J-309", "J-MG2"])
    assert noted(t, "move", "U-23", "CHI") == [stop]
    t = table(**position, revealed=["J-309"], fired=["J-309"])
    assert noted(t, "move", "U-23", "CHI") == [stop, "No Revealed unit can fire; a Concealed unit may"]
    assert noted(t, "move", "U-23", "SUR") == ["It may be fired at, and then its move ends"]


@case("11.1.2(1)c", "22.4.2", "11.1.2(1)b")
def test_whether_a_unit_can_retreat_from_fire_is_told_before_it_enters(table):
    units = {"U-23": "LANDING", "U-4T": "OKI", "U-24": "OKI", "J-309": "CHI", "J-310": "OKI", "J-HQ": "KIT"}
    t = table(
        turn=2, phase="us-movement", units=units, revealed=["J-309", "J-310"], control=["OKI"], beachheads=["OKI"]
    )
    landed = "A unit that has just landed cannot retreat from fire"
    assert landed in noted(t, "land", "U-23", "OKI")  # at a Beachhead too
    assert "A tank unit cannot retreat from Defensive Fire" in noted(t, "move", "U-4T", "CHI")
    assert "No area is open for a retreat" in noted(t, "move", "U-24", "CHI")  # 310/2 MB stands in Okina Hama
    t.edit(units={"J-310": "KIT"})
    assert not any("retreat" in note for note in noted(t, "move", "U-24", "CHI"))
    assert not any("retreat" in note for note in noted(t, "land", "U-23", "OKI"))  # nobody is there to fire


@case("9.2a", "9.3.2a", "9.3.3(2)")
def test_with_caves_unknown_the_card_of_a_bombardment_gives_ranges(table):
    t = table(turn=2, phase="us-bombardment", units={"J-309": "CHI", "J-310": "CHI", "J-HQ": "KIT"},
              revealed=["J-309", "J-310"], caves={"CHI": 2, "KIT": 2, "SUR": 1})  # fmt: skip
    card = GAME.preview(t.state, 0, t.game.from_words(("assign", "U-NS1", "CHI")))
    clears, steps = (note for note in card["notes"] if note["cases"] == ["9.3.3(2)"])
    assert clears["text"] == "Damage 4 or more clears what is in view"
    assert clears["p"] == 0 < clears.get("p2", 0.0) + 1e-9
    # Five dice less 2 for the ground: 0.3 Damage on average without a Cave, 0.0 behind two.
    assert steps["text"] == "On average 0.0–0.3 steps of the units in view are lost"
    t.edit(shown={"CHI": 2}, caves={}, probed=["CHI"])
    card = GAME.preview(t.state, 0, t.game.from_words(("assign", "U-NS1", "CHI")))
    assert not any("p2" in row for row in [*card["notes"], *card["outcomes"]])


@case("9.2a", "4.1b")
def test_caves_that_can_lie_nowhere_else_are_counted_for_certain(table):
    g = table().game
    areas = [name for name in g.space_ids[: g.areas] if name not in ("CHI", "KIT")]
    t = table(turn=5, phase="us-bombardment", units={"J-309": "CHI", "J-HQ": "KIT"}, caves={"CHI": 2, "KIT": 1},
              probed=areas)  # fmt: skip
    card = GAME.preview(t.state, 0, t.game.from_words(("assign", "U-NS1", "CHI")))
    assert [row["value"] for row in card["reduce"]] == ["−2", "−1 to −2"]
    assert any(note["text"] == "A Cave collapses" for note in card["notes"])


@case("12.2.2", "19a-2")
def test_the_card_of_an_assault_cites_the_cases_of_an_assault(table):
    units = {"U-23": "CHI", "J-309": "CHI", "J-HQ": "KIT"}
    t = table(turn=2, phase="us-assault", units=units, revealed=["J-309"]).do("pass")
    shown = GAME.preview(t.state, 0, ("assault", t.unit("U-23")))
    assert shown["reduce"][0]["cases"] == ["12.2.2", "2.2.1b"]
    t = table(turn=2, phase="jp-assault", units=units, revealed=["J-309"], control=["CHI"])
    shown = GAME.preview(t.state, 1, ("assault", t.unit("J-309")))
    assert shown["reduce"][0]["cases"] == ["19a-2", "2.2.1b"]
