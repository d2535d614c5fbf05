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


@case("10.2")
def test_a_certain_stop_is_told_before_the_click(table):
    units = {"U-23": "OKI", "J-309": "CHI", "J-HQ": "KIT"}
    t = table(turn=2, phase="us-movement", units=units, revealed=["J-309"], control=["OKI"])
    shown = GAME.preview(t.state, 0, ("move", t.unit("U-23"), t.space("CHI")))
    assert [note["cases"] for note in shown["notes"]] == [["10.2"]]


@case("12.2.2", "19a-2")
def test_the_card_of_an_assault_cites_the_cases_of_an_assault(table):
    units = {"U-23": "CHI", "J-309": "CHI", "J-HQ": "KIT"}
    t = table(turn=2, phase="us-assault", units=units, revealed=["J-309"]).do("pass")
    shown = GAME.preview(t.state, 0, ("assault", t.unit("U-23")))
    assert shown["reduce"][0]["cases"] == ["12.2.2", "2.2.1b"]
    t = table(turn=2, phase="jp-assault", units=units, revealed=["J-309"], control=["CHI"])
    shown = GAME.preview(t.state, 1, ("assault", t.unit("J-309")))
    assert shown["reduce"][0]["cases"] == ["19a-2", "2.2.1b"]
