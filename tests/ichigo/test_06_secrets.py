"""Hidden information: untried fronts, and what lies below the top of an enemy stack (3.3, 6.6, 11.27)."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from grognard.games.ichigo.air import LIFTED
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING
from grognard.kernel.play import advance, apply
from ichigo.conftest import GAME
from ichigo.test_fuzz import random_act
from random_games import some

case = pytest.mark.case
ALLIED, JAPANESE = 0, 1


def seen(t, side: str) -> set[str]:
    return {t.game.unit_ids[row[0]] for row in t.view(side)["units"]}


@case("6.6a", "R63")
def test_of_an_enemy_stack_one_sees_the_top_unit_and_how_many_lie_below(table):
    units = {"J-CEA-D3": "2302", "J-CEA-D13": "2302", "J-CEA-B1": "2302", "CH-5": "0712", "CH-18": "0712"}
    t = table(turn=2, phase="japanese-order", units=units)
    assert seen(t, "Allied") & {"J-CEA-D3", "J-CEA-D13", "J-CEA-B1"} == {"J-CEA-D3"}
    assert (GAME.space_index["2302"], 0, 2) in t.view("Allied")["marks"]
    assert {"J-CEA-D3", "J-CEA-D13", "J-CEA-B1"} <= seen(t, "Japanese")


@case("R63")
def test_the_owner_may_put_another_unit_on_top_in_his_own_turn(table):
    units = {"J-CEA-D3": "2302", "J-CEA-B1": "2302", "CH-5": "0712", "CH-18": "0712"}
    t = table(turn=2, phase="japanese-movement", units=units)
    t.do("top", "J-CEA-B1", side="Japanese")
    assert seen(t, "Allied") & {"J-CEA-D3", "J-CEA-B1"} == {"J-CEA-B1"}
    assert not [o for o in t.standing("Allied") if o[0] == "top"]


@case("R63")
def test_the_owner_sees_his_stack_in_its_order_with_the_top_unit_last(table):
    units = {"J-CEA-D3": "2302", "J-CEA-D13": "2302", "J-CEA-B1": "2302", "CH-5": "0712"}
    t = table(turn=2, phase="japanese-movement", units=units)
    for top in ("J-CEA-B1", "J-CEA-D13"):
        t.do("top", top, side="Japanese")
        stack = [t.game.unit_ids[row[0]] for row in t.view("Japanese")["units"] if t.game.unit_ids[row[0]] in units]
        assert stack[-1] == top


@case("R63")
def test_militia_lie_at_the_bottom(table):
    t = table(turn=2, phase="japanese-order", units={"CH-HM": "1815", "CH-5": "1815", "J-CEA-D3": "2302"})
    assert seen(t, "Japanese") & {"CH-HM", t.id("CH-5")} == {t.id("CH-5")}


@case("6.6c", "3.3a")
def test_an_untried_unit_looks_the_same_to_its_owner_whatever_it_is(table):
    views = []
    for front in ("CH-5", "CH-4"):
        t = table(turn=2, phase="chinese-order", units={"J-CEA-D3": "2302"})
        slot = GAME.regular_index[t.unit(front)]
        other = GAME.regular_index[t.unit("CH-5")]
        t.state.front[slot], t.state.front[other] = t.state.front[other], t.state.front[slot]
        t.edit(add={"C01": "1813"})
        views.append(json.dumps(t.view("Allied")))
    assert views[0] == views[1]


@case("11.27a")
def test_a_tried_unit_on_top_shows_its_front(table):
    t = table(turn=2, phase="chinese-order", units={"J-CEA-D3": "2302", "CH-5": "1813"}, tried=["CH-5"])
    row = next(r for r in t.view("Japanese")["units"] if r[0] == t.unit("CH-5"))
    assert GAME.board()["faces"][row[4]]["symbol"] == "c-CH-5-1"
    assert row[2] == 1


@case("3.3a", "11.27a")
def test_an_untried_unit_shows_no_front(table):
    t = table(turn=2, phase="chinese-order", units={"J-CEA-D3": "2302", "CH-5": "1813"})
    row = next(r for r in t.view("Allied")["units"] if r[0] == t.unit("CH-5"))
    assert len(row) == 4
    assert GAME.board()["units"][row[0]]["faces"] == {"1": "c-untried"}


@case("6.6a")
def test_a_move_tells_how_many_moved_and_not_who(table):
    units = {"J-CEA-D3": "2302", "J-CEA-D13": "2302", "J-CEA-B1": "2302", "CH-5": "0712"}
    heard = []
    for unit in ("J-CEA-D13", "J-CEA-B1"):
        t = table(turn=2, phase="japanese-movement", units=units)
        t.act("move", unit).act("to", "2303")
        heard.append([(GAME.sentence(e), GAME.reckoning(e, 0)) for e in t.heard("Allied") if e.kind == "moved"])
    assert heard[0] == heard[1] != []


@case("6.6a", "6.6b")
def test_the_look_at_the_defenders_comes_only_after_the_attack_is_binding(table):
    units = {"J-CEA-D3": "2302", "CH-5": "2303", "CH-18": "2303"}
    t = table(turn=2, phase="japanese-combat", units=units)
    t.act("attack", "2303").act("join", "J-CEA-D3")
    assert not t.told("revealed")
    news = t.state.news
    t.act("confirm", dice=[1])
    assert t.told("defenders")
    assert t.state.news > news
    assert "call-off" not in t.verbs()


# --- positions of random games


def played(seed: int, every: int = 61) -> Iterator[Any]:
    rng = random.Random(seed)
    dice = KeyedDice(b"secret %d" % seed)
    s = GAME.new("", {})
    advance(s, dice)
    decisions = 0
    while s.winner == ONGOING and decisions < 4000:
        if decisions % every == 0:
            yield s
        apply(s, *random_act(s, rng), dice)
        decisions += 1


def all_that_is_sent(s: Any, side: int) -> str:
    """Every byte of a position that reaches a side: view, question, options, odds, standing acts, reasons."""
    asked = s.pending
    mine = asked.side == side
    sent: list[Any] = [GAME.view(s, side), GAME.standing(s, side), GAME.prompt(s, asked, side), GAME.previews(s, side)]
    if mine:
        sent += [asked.options, GAME.subject(asked)]
        sent += [GAME.reach(s, side, units) for units in [[], *([o[1]] for o in asked.options[::5] if o[0] == "move")]]
        sent += [GAME.preview(s, side, option) for option in asked.options[::7]]
    sent += [GAME.why_not(s, side, u, h) for u in range(0, GAME.units, 9) for h in (None, *range(0, GAME.hexes, 97))]
    return json.dumps(sent)


@case("6.6a", "6.6c", "3.3a")
@pytest.mark.parametrize("seed", some(1, 4))
def test_what_a_side_cannot_know_changes_no_byte_of_what_it_is_sent(seed: int) -> None:
    rng = random.Random(seed)
    different = 0
    for s in played(seed):
        for side in (ALLIED, JAPANESE):
            other = GAME.resample(s, side, rng)
            other.pending = None
            advance(other, None)
            assert GAME.check(other) == []
            different += (other.where, other.front) != (s.where, s.front)
            assert all_that_is_sent(other, side) == all_that_is_sent(s, side)
            assert GAME.redact(other, side).to_json() == GAME.redact(s, side).to_json()
    assert different > 20


def test_no_event_of_a_random_game_shows_the_lots_of_face_down_counters() -> None:
    dice = KeyedDice(b"lots")
    s = GAME.new("", {})
    s.log = []
    advance(s, dice)
    rng = random.Random(5)
    for _ in range(1500):
        if s.winner != ONGOING:
            break
        apply(s, *random_act(s, rng), dice)
    secret = [e for e in s.log if e.kind in ("deal", "pool-lots")]
    assert secret
    assert all(e.seen == 0 for e in secret)


def test_a_resampled_position_can_be_played_on() -> None:
    rng = random.Random(7)
    tried = 0
    for s in played(7, every=97):
        for side in (ALLIED, JAPANESE):
            other = GAME.resample(s, side, rng)
            other.pending = None
            dice = KeyedDice(b"on")
            advance(other, dice)
            for _ in range(40):
                if other.winner != ONGOING:
                    break
                apply(other, *random_act(other, rng, eager=0.5), dice)
                assert GAME.check(other) == []
            tried += 1
    assert tried > 20


@case("6.6a", "8.10c")
def test_the_die_of_an_airlifted_unit_does_not_name_the_counter(table):
    units = {"CH-5": "0712", "CH-18": "0119", "J-CEA-D3": "2705"}
    t = table(turn=3, phase="chinese-movement", units=units, air="Allied")
    t.act("airlift", "CH-5").act("fly-to", "0119").act("move", "CH-5", dice=[1])
    assert t.unit("CH-5") not in [row[0] for row in t.view("Japanese")["units"]]  # it lies below the top
    known = t.game.redact(t.state, 1)
    assert t.unit("CH-5") not in {key - LIFTED for key in known.rolled_hexes}
    assert max(known.began) < LIFTED
    assert len(known.rolled_hexes) == len(known.rolled_mp) == 1
