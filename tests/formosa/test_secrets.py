"""Hidden information: concealed counters, displays, plans and purchases never reach the other side (11)."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import pytest

from formosa.conftest import GAME
from formosa.test_fuzz import new_game, random_act
from grognard import bots
from grognard.kernel.bits import members
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING, Decision
from grognard.kernel.play import advance, apply
from random_games import some

case = pytest.mark.case
ALLIED, JAPANESE = 0, 1


def played(seed: int, every: int = 17) -> Iterator[Any]:
    rng = random.Random(seed)
    dice = KeyedDice(b"secret %d" % seed)
    s = new_game(seed)
    advance(s, dice)
    decisions = 0
    while s.winner == ONGOING and decisions < 1500:
        if decisions % every == 0:
            yield s
        apply(s, *random_act(s, rng, 0.7), dice)
        decisions += 1


def all_that_is_sent(s: Any, side: int) -> str:
    """Every byte of a position that reaches a side: view, question, options, odds, standing acts, reasons."""
    asked = s.pending
    mine = asked.side == side
    sent: list[Any] = [GAME.view(s, side), GAME.standing(s, side), GAME.prompt(s, asked, side), GAME.previews(s, side)]
    sent.append([asked.side, asked.always, asked.atomic])
    if mine:
        sent += [asked.options, GAME.subject(asked), [asdict(sheet) for sheet in GAME.desk(s, asked)]]
        sent += [GAME.preview(s, side, option) for option in asked.options[::9]]
    sent += [GAME.why_not(s, side, u, h) for u in range(0, GAME.units, 11) for h in (None, *range(0, GAME.hexes, 149))]
    return json.dumps(sent)


@case("11.0c", "11.0d", "11.0b", "11.1a")
@pytest.mark.parametrize("seed", some(2, 4))
def test_what_a_side_cannot_know_changes_no_byte_of_what_it_is_sent(seed: int) -> None:
    rng = random.Random(seed)
    different = 0
    for s in played(seed):
        for side in (ALLIED, JAPANESE):
            other = GAME.resample(s, side, rng)
            other.pending = None
            advance(other, None)
            assert isinstance(other.pending, Decision), "what a side cannot know decides whether somebody is asked"
            assert GAME.check(other) == []
            different += other.where != s.where
            assert all_that_is_sent(other, side) == all_that_is_sent(s, side)
            assert GAME.redact(other, side).to_json() == GAME.redact(s, side).to_json()
    assert different > 8


@case("11.0d")
@pytest.mark.parametrize("seed", range(2))
def test_a_resampled_position_can_be_played_on(seed: int) -> None:
    rng = random.Random(seed)
    tried = 0
    for s in played(seed, every=83):
        for side in (ALLIED, JAPANESE):
            other = GAME.resample(s, side, rng)
            other.pending = None
            dice = KeyedDice(b"on")
            advance(other, dice)
            for _ in range(25):
                if other.winner != ONGOING:
                    break
                apply(other, *random_act(other, rng, 0.5), dice)
                assert GAME.check(other) == []
            tried += 1
    assert tried > 8


@case("11.0d", "16.1b")
def test_the_hands_of_the_other_side_are_empty_in_a_redacted_position(table):
    t = table(
        turn=2,
        phase="planning",
        units={"J01": "0615", "J38": "0522", "A01": "0420", "A02": "STAGING"},
        concealed=["J01"],
        tac={"US": {"available": 6}, "Japan": {"available": 4}},
        kamikaze=3,
        fleet="ready",
        b29="available",
        amphibious=3,
    )
    t.do("assign", "US", "superiority").do("commit-b29")
    known = GAME.redact(t.state, JAPANESE)
    assert (known.amphibious, known.b29, known.tac_available[0], known.tac_superiority[0]) == (0, 0, 0, 0)
    assert GAME.space_ids[known.where[t.unit("A02")]] == "A-REINFORCEMENTS"
    known = GAME.redact(t.state, ALLIED)
    assert (known.kamikaze, known.fleet, known.tac_available[2]) == (0, 0, 0)
    assert known.concealed.bit_count() == 1
    assert known.tac_superiority[0] == 1


@case("11.0c")
def test_a_redacted_position_names_no_concealed_counter(table):
    seen = set()
    for unit in ("J01", "J30", "J61", "J38"):
        t = table(turn=2, phase="bases", units={"A39": "0420", unit: "0615"}, concealed=[unit], lp={"Allied": 9})
        t.edit(add={u: "J-REINFORCEMENTS" for u in ("J01", "J30", "J61", "J38") if u != unit})
        seen.add(json.dumps(GAME.redact(t.state, ALLIED).to_json()))
    assert len(seen) == 1


@case("7.1a", "11.0d")
def test_no_private_event_of_a_random_game_is_told_to_the_other_side() -> None:
    private = {
        "start-tac": ALLIED, "start-kamikaze": ALLIED, "marker-lost": JAPANESE, "gunfire-lost": JAPANESE,
        "markers-back": JAPANESE, "ninety-seventh": JAPANESE, "sixth-marines": JAPANESE, "bought-unit": ALLIED,
    }  # fmt: skip
    found = set()
    for seed in range(3):
        rng = random.Random(seed)
        dice = KeyedDice(b"told %d" % seed)
        s = new_game(seed)
        s.log = []
        advance(s, dice)
        for _ in range(900):
            if s.winner != ONGOING:
                break
            apply(s, *random_act(s, rng, 0.7), dice)
        for event in s.log:
            if event.kind in private:
                found.add(event.kind)
                assert not event.seen & 1 << private[event.kind] or event.seen == 1 << 1 - private[event.kind]
                assert event.seen != -1
    assert len(found) > 3


@case("25.10a", "11.0c")
def test_the_camp_is_believed_in_any_town_with_a_concealed_counter() -> None:
    """What the Allied player is handed puts it somewhere; the worlds drawn from that must not leave it there."""
    dice = KeyedDice(b"camp")
    s = GAME.new("1", {"25.10": "on"})
    advance(s, dice)
    seated = [bots.make("staff", GAME, side, random.Random(side)) for side in (ALLIED, JAPANESE)]
    while not s.is_set_up or s.pending.side != ALLIED:
        asked = s.pending
        apply(s, asked.side, seated[asked.side].choose(GAME.redact(s, asked.side), asked), dice)
    camp, rng = members(GAME.camp)[0], random.Random(4)
    assert s.concealed & GAME.camp
    known = GAME.redact(s, ALLIED)
    seen = set()
    for _ in range(40):
        other = GAME.resample(known, ALLIED, rng)
        assert GAME.view(other, ALLIED) == GAME.view(s, ALLIED)
        seen.add(other.where[camp])
    assert len(seen) > 1
    assert all(GAME.towns >> hex_ & 1 for hex_ in seen)
