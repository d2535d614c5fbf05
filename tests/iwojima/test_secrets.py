"""Hidden information never leaves the server: what a player cannot know changes no byte of what he is sent.

Real positions are taken from random play. What the US player cannot know of them (Concealed units, their steps and
facing, Caves, the dead that nobody saw, standing loss orders) is dealt anew; his table, his choices, his odds, the
reasons he is given and what he hears next must be the same to the byte. The same for plans that are not yet confirmed
(R55).
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import msgspec
import pytest

from grognard.games import load
from grognard.games.iwojima.facts import JP, US
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING, Decision, Roll
from grognard.kernel.play import advance, apply
from grognard.match.match import Match
from grognard.server.matches.seat_view import SeatLog, table_now
from iwojima.conftest import table
from random_games import some

case = pytest.mark.case
game: Any = load("iwojima")
SEEDS = some(1, 24)


def played(seed: int, every: int = 23) -> Iterator[Match]:
    """Positions of one random game, set-up included, with some reveals and standing loss orders on the way."""
    rng = random.Random(seed)
    match = Match.new(game, seed=seed)
    while not match.over:
        asked = match.asked
        assert asked is not None
        if len(match.played) % every == 0:
            yield match
        standing = game.standing(match.state, JP)
        shown = [o for o in standing if o[0] in ("reveal", "reveal-cave")]
        ordered = [o for o in standing if o[0] in ("lose-next", "no-loss-order")]
        if shown and rng.random() < 0.004:
            match.submit(JP, rng.choice(shown))
        elif ordered and rng.random() < 0.1:
            match.submit(JP, rng.choice(ordered))
        else:
            match.submit(asked.side, rng.choice(asked.options))


def dealt_anew(match: Match, rng: random.Random) -> Any:
    """Another position that the US player could not tell from this one."""
    other = game.resample(match.state, US, rng)
    other.pending = None
    advance(other, None)
    return other


def table_bytes(match: Match, state: Any, side: int) -> bytes:
    """Every byte that a seat would be sent."""
    true, match.state = match.state, state
    try:
        return table_now("m", match, SeatLog(side)).body()
    finally:
        match.state = true


def answers(state: Any, side: int) -> bytes:
    """Everything else that a seat can ask for: reasons for every unit and space, odds of every option."""
    units, spaces = [None, *range(game.units)], [None, *range(len(game.space_ids))]
    reasons = [game.why_not(state, side, u, a) for u in units for a in spaces[:: 5 if u else 1]]
    odds: list[Any] = []
    if state.pending.side == side:
        odds = [game.preview(state, side, option) for option in state.pending.options]
    return msgspec.json.encode([reasons, odds, game.standing(state, side)])


def is_hidden_differently(a: Any, b: Any) -> bool:
    return (a.where, a.steps, a.caves, a.loss_order) != (b.where, b.steps, b.caves, b.loss_order)


@case("2.2.2b", "3.Status", "9.3.3(5)", "17.2(3)c")
@pytest.mark.parametrize("seed", SEEDS)
def test_the_us_table_does_not_depend_on_what_is_concealed(seed: int) -> None:
    rng = random.Random(seed)
    different = 0
    for match in played(seed):
        true = match.state
        expected = table_bytes(match, true, US)
        for _ in range(3):
            other = dealt_anew(match, rng)
            different += is_hidden_differently(true, other)
            assert table_bytes(match, other, US) == expected
            assert game.check(other) == []
        if match.asked is not None and match.asked.side == US:
            assert answers(dealt_anew(match, rng), US) == answers(true, US)
            redacted, other = game.redact(true, US), game.redact(dealt_anew(match, rng), US)
            assert redacted.to_json() == other.to_json()
    assert different > 20


@case("4.2d", "2.2.2b")
@pytest.mark.parametrize("then", [0, 1], ids=["before the first dice", "after a bombardment"])
def test_the_us_player_cannot_tell_a_garrison_drawn_by_lot_from_one_laid_out_by_hand(then: int) -> None:
    """Neither the table nor the redacted position that programs are handed, not even the number of rolls."""

    def begun(by_lot: bool) -> Match:
        match = Match.new(game, options={"windows": "always"}, seed=9)
        if by_lot:
            match.submit(JP, ("auto-set-up",))
        else:
            match.submit(JP, ("set-up", "A"))
            match.submit(JP, ("confirm-set-up",))
        if then:
            match.submit(US, ("assign", game.unit_index["U-NS1"], game.space_index["HIG"]))
            match.submit(US, ("confirm",))
            match.submit(JP, ("pass",))
        return match

    by_lot, by_hand = begun(True), begun(False)
    if then:
        # The dice are others: what they left behind is made alike, what is compared is how many there were.
        by_hand.state.probed = by_lot.state.probed
        by_hand.state.shown, by_hand.state.caves = by_lot.state.shown, by_lot.state.caves
    assert by_lot.state.rolls == by_hand.state.rolls + 1
    one, other = game.redact(by_lot.state, US), game.redact(by_hand.state, US)
    assert one.to_text() == other.to_text()
    assert game.redact(by_lot.state, JP).rolls == by_lot.state.rolls
    if not then:
        assert table_bytes(by_lot, by_lot.state, US) == table_bytes(by_hand, by_hand.state, US)


def test_the_japanese_table_shows_what_the_us_table_does_not() -> None:
    """The comparison above is not blind: the owner's bytes do change."""
    rng = random.Random(1)
    changed = 0
    for match in played(1):
        other = dealt_anew(match, rng)
        if is_hidden_differently(match.state, other):
            changed += table_bytes(match, other, JP) != table_bytes(match, match.state, JP)
    assert changed > 10


NEUTRAL = ("pass", "go-on", "no-more-retreats", "confirm", "end-movement", "stay", "stop", "rank-rest", "assault-area")


def answer_for_japan(asked: Decision) -> Any:
    """The Japanese player does as little as he can."""
    for verb in NEUTRAL:
        for option in asked.options:
            if option[0] == verb:
                return option
    return asked.options[0]


def heard_until_us_is_asked(start: Any, option: Any, seed: int) -> tuple[list[Any], list[int], Any]:
    """What the US player hears after a decision, and who was asked, as far as he can notice."""
    s = start.copy()
    s.log = []
    dice = KeyedDice(b"%d" % seed)
    asked_sides: list[int] = []
    apply(s, US, option, dice)
    while s.winner == ONGOING and s.pending.side == JP and s.phase == start.phase:
        asked_sides.append(JP)
        apply(s, JP, answer_for_japan(s.pending), dice)
    return [e for e in s.log if e.seen & 1 << US], [side for side, _ in groupby(asked_sides)], s


@case("R47", "R56", "10.2", "9.3.3(4)")
@pytest.mark.parametrize("seed", SEEDS)
def test_what_happens_next_betrays_nothing_until_something_is_revealed(seed: int) -> None:
    """The same US decision on two positions that differ only in secrets: the same news, the same pauses."""
    rng = random.Random(seed)
    compared = 0
    for match in played(seed, every=7):
        if match.asked is None or match.asked.side != US or match.asked.prompt == "designate-bombardment":
            continue
        option = rng.choice(match.asked.options)
        true, other = match.state, dealt_anew(match, rng)
        news, pauses, s = heard_until_us_is_asked(true, option, seed)
        other_news, other_pauses, t = heard_until_us_is_asked(other, option, seed)
        if s.winner != ONGOING or t.winner != ONGOING:
            continue  # the end of the game opens everything
        if any(e.kind in ("revealed", "caves-revealed") for e in [*news, *other_news]):
            continue
        if sum(true.caves) and any(e.kind == "damage" for e in news):
            continue  # a Cave that was found by the dice's target is no secret any more
        assert news == other_news
        assert pauses == other_pauses
        assert game.view(s, US) == game.view(t, US)
        compared += 1
    assert compared > 8


@case("9.3.3(5)", "R47")
def test_a_bombardment_of_nothing_sounds_like_one_that_kills_in_secret(table: Any) -> None:
    def bombard(where: str) -> tuple[list[Any], list[str]]:
        units = {"J-309": where, "J-310": where, "J-HQ": "KIT"}
        t = table(turn=2, phase="us-bombardment", units=units, probed=["CHI"])
        t.do("assign", "U-NS1", "CHI").do("confirm")
        asked = []
        t.dice.faces.extend([6, 6, 6, 6, 6])
        while t.side == "JP" and t.phase() == "us-bombardment":
            asked.append(t.side)
            t.do("pass" if "pass" in t.verbs() else "rank-rest" if "rank-rest" in t.verbs() else "go-on")
        return t.heard("US"), asked

    hit, asked_hit = bombard("CHI")
    missed, asked_missed = bombard("MOT")
    assert hit == missed
    assert asked_hit == asked_missed == ["JP", "JP"]
    assert any(e.kind == "damage-to-concealed" and e.args[1] == 3 for e in hit)


@case("R55")
@pytest.mark.parametrize("phase", ["us-bombardment", "us-assault"])
def test_an_unconfirmed_us_plan_is_not_in_the_japanese_table(table: Any, phase: str) -> None:
    units = {"U-23": "CHI", "U-24": "CHI", "J-309": "CHI", "J-HQ": "KIT"}
    t = table(turn=2, phase=phase, units=units, revealed=["J-309"], control=["OKI"])
    if t.side == "JP":
        t.do("pass")
    before = msgspec.json.encode(t.view("JP"))
    t.do(*(("assign", "U-NS1", "CHI") if phase == "us-bombardment" else ("assault", "U-23")))
    assert msgspec.json.encode(t.view("JP")) == before
    assert t.view("US")["plans"]


@case("16.2", "R55")
def test_an_unconfirmed_japanese_plan_is_not_in_the_us_table(table: Any) -> None:
    t = table(turn=2, phase="jp-bombardment", units={"J-109a": "SUR", "U-23": "OKI", "J-HQ": "KIT"}, control=["OKI"])
    before = msgspec.json.encode([t.view("US"), t.heard("US")])
    t.do("assign", "J-109a", "OKI")
    assert msgspec.json.encode([t.view("US"), t.heard("US")]) == before
    t.dice.faces.extend([1, 1, 1, 2])
    t.do("confirm")
    assert t.sees("US", "J-109a")


def test_a_waiting_player_reads_the_same_line_whatever_the_other_is_asked() -> None:
    prompts = set()
    for match in played(3, every=1):
        asked = match.asked
        if asked is not None and asked.side == JP:
            prompts.add(game.prompt(match.state, asked, US))
    assert prompts == {"Waiting for the Japanese player."}


def test_no_roll_is_pending_between_decisions() -> None:
    assert all(not isinstance(match.state.pending, Roll) for match in played(4, every=50))


@case("18c", "R56")
def test_a_retreat_that_only_hidden_stacking_forbids_is_asked_about_all_the_same(table: Any) -> None:
    """Ten Concealed units fill the one area a fired-at unit could go to: the US player must not learn it."""

    def fired_at(hidden: int) -> tuple[str, set[str]]:
        names = [name for name in game.unit_ids if name.startswith("J-")][:13]
        crowd = dict.fromkeys(names[2 : 2 + hidden], "SUR")
        units = {names[1]: "CHH", "U-23": "OKI", "J-HQ": "KIT"} | crowd
        control = [a for a in game.space_ids[: game.areas] if a not in ("SUR", "CHH", "KIT")]
        t = table(turn=3, phase="jp-movement", units=units, revealed=[names[1]], control=control, dice=[1])
        t.edit(control=[*control, "CHH"]).do("march", names[1], "OKI").do("fire", "U-23", dice=[6, 1, 1, 1, 1])
        return t.side, t.verbs()

    assert fired_at(0) == ("JP", {"stay", "fall-back"})
    assert fired_at(10) == ("JP", {"stay"})


@case("R56")
@pytest.mark.parametrize(("us", "windows"), [("human", "always"), ("staff", "able")])
def test_a_person_is_told_nothing_by_windows_and_a_bot_costs_nobody_a_click(us: str, windows: str) -> None:
    match = Match.new(game, seats={"US": us, "JP": "human"}, seed=1)
    assert match.header.options["windows"] == windows
    assert Match.new(game, options={"windows": "always"}, seats={"US": us}).header.options["windows"] == "always"


@case("R31", "R56")
@pytest.mark.parametrize("hidden", ["gun and HQ", "gun", "HQ", "neither"])
def test_the_log_of_a_japanese_player_who_is_seldom_asked_says_the_same_whatever_lives(hidden: str) -> None:
    lives = {"J-109a": "KIT" if "gun" in hidden else ["SECRET", 0], "J-HQ": "KIT" if "HQ" in hidden else ["SECRET", 0]}
    t = table(turn=2, phase="jp-bombardment", units={"J-309": "MAF", "U-23": "OKI", **lives}, windows="able", dice=[1])
    while t.phase() != "end":
        t.dice.faces.extend([1] * 4)
        apply(t.state, JP, answer_for_japan(t.asked), t.dice)
        if t.state.turn == 3:
            break
    heard = [e.kind for e in t.heard("US") if e.kind.startswith("no-")]
    assert heard == ["no-bombardment", "no-assault"]
