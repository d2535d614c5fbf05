"""Hidden information: the chits chosen for the next turn, and nothing else (4.0-A-d, e)."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import pytest

from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING
from grognard.kernel.play import advance, apply
from nemesis.conftest import GAME
from nemesis.test_fuzz import random_act

case = pytest.mark.case
ALLIED, JAPANESE = 0, 1


@case("4.0-A-d", "4.0-A-e")
def test_the_other_player_is_asked_before_he_can_know_and_sees_only_a_back(table: Any) -> None:
    seen = []
    for chit in ("Assault", "Attack", "Supply Check"):
        t = table(phase="end", units={"J31-58": "1111", "B17-48": "0511"})
        t.do("choose-first", chit)
        assert t.side == "Japanese"
        heard = [event for event in t.heard("Japanese") if event.kind.startswith("chit-")]
        seen.append(json.dumps([t.view("Japanese"), t.options(), heard, GAME.redact(t.state, JAPANESE).to_json()]))
    assert seen[0] == seen[1] == seen[2]


@case("4.0-B-c", "4.0-A-e")
def test_the_allied_chit_stays_hidden_through_the_whole_first_japanese_phase(table: Any) -> None:
    sent = []
    for chit in ("Assault", "Attack", "Supply Check"):
        t = table(
            turn=2, phase="start", first=[chit, "Attack"], last=["Reinforcements", "Assault"], units={"J31-58": "1111"}
        )
        assert t.phase() == "japanese-attack"
        sent.append(json.dumps([t.view("Japanese"), t.options(), GAME.redact(t.state, JAPANESE).to_json()]))
        assert GAME.redact(t.state, ALLIED).first[ALLIED] == t.state.first[ALLIED]
    assert sent[0] == sent[1] == sent[2]


@case("4.0-A-d")
def test_a_resampled_chit_is_any_that_could_have_been_chosen(table: Any) -> None:
    t = table(
        turn=2, phase="start", first=["Attack", "Attack"], last=["Reinforcements", "Assault"], units={"J31-58": "1111"}
    )
    rng = random.Random(1)
    found = {GAME.resample(t.state, JAPANESE, rng).first[ALLIED] for _ in range(60)}
    assert found == {0, 1, 2}


def played(seed: int, every: int = 149) -> Iterator[Any]:
    rng = random.Random(seed)
    dice = KeyedDice(b"secret %d" % seed)
    s = GAME.new("", {})
    advance(s, dice)
    decisions = 0
    while s.winner == ONGOING and decisions < 3000:
        if decisions % every == 0 or s.pending.prompt == "choose-first":
            yield s
        apply(s, *random_act(s, rng, eager=0.4), dice)
        decisions += 1


def all_that_is_sent(s: Any, side: int) -> str:
    """Every byte of a position that reaches a side: view, question, options, odds, reasons, layers."""
    asked = s.pending
    sent: list[Any] = [GAME.view(s, side), GAME.standing(s, side), GAME.prompt(s, asked, side), GAME.previews(s, side)]
    sent += [asdict(layer) for layer in GAME.overlays(s, side)]
    if asked.side == side:
        sent += [asked.options, GAME.subject(asked), GAME.reach(s, side, [])]
        sent += [GAME.preview(s, side, option) for option in asked.options[::9]]
    sent += [GAME.why_not(s, side, u, None) for u in range(0, GAME.units, 19)]
    return json.dumps(sent)


@case("4.0-A-e")
@pytest.mark.parametrize("seed", range(2))
def test_what_a_side_cannot_know_changes_no_byte_of_what_it_is_sent(seed: int) -> None:
    rng = random.Random(seed)
    different = 0
    for s in played(seed):
        for side in (ALLIED, JAPANESE):
            other = GAME.resample(s, side, rng)
            other.pending = None
            advance(other, None)
            assert GAME.check(other) == []
            different += other.first != s.first
            assert all_that_is_sent(other, side) == all_that_is_sent(s, side)
            assert GAME.redact(other, side).to_json() == GAME.redact(s, side).to_json()
    assert different > 3


def test_a_chit_is_drawn_when_it_is_needed_and_lies_in_no_position_before() -> None:
    dice = KeyedDice(b"cups")
    s = GAME.new("", {})
    advance(s, dice)
    assert s.played == [0]
    assert "cup" not in s.to_json()
