"""Chapter 5: the sequence of play, the order of movement and combat, and the 38th Army."""

from __future__ import annotations

import pytest

from ichigo.conftest import GAME

case = pytest.mark.case

QUIET = {"J-CEA-D3": "2006", "CH-5": "0712"}


def walk(t, stop: str, dice=()):
    """Let both sides do as little as possible until a phase is reached; the phases seen on the way."""
    t.dice.faces.extend(dice)
    seen = [t.phase()]
    while t.phase() != stop or t.state.turn == 0:
        idle = ("end-movement", "end-combat", "end-reinforcement", "end-landing", "no-raid", "move-first", "stay")
        option = next((o for o in t.options() if o[0] in idle), t.options()[0])
        t.do(*option)
        if t.phase() != seen[-1]:
            seen.append(t.phase())
    return seen


@case("5.0a", "5.1a", "R3", "R34")
def test_a_turn_before_causeway_goes_through_phases_iv_to_x(table):
    t = table(turn=2, phase="airpower", units=QUIET, dice=[6, 1])
    seen = walk(t, "chinese-order", dice=[])
    assert seen == [
        "airpower", "reinforcement", "japanese-order", "japanese-movement", "japanese-combat", "chinese-order",
    ]  # fmt: skip


@case("5.0b", "5.0c", "R3")
def test_phases_i_to_iii_exist_only_after_launch_and_phase_iv_never_again(table):
    t = table(turn=9, phase="landing", units={"J-CEA-D3": "2006", "CH-5": "0712", "US-7": "3221"},
              causeway="launched", beachheads=["3221", "2819"], allied=["3221", "2819"])  # fmt: skip
    seen = walk(t, "reinforcement")
    assert seen == ["landing", "us-order", "us-movement", "us-combat", "reinforcement"]
    t = table(turn=9, phase="start", units=QUIET, causeway="cancelled", b29_used=1, dice=[6, 1])
    assert t.phase() == "airpower"


@case("5.0d", "4.2a")
def test_without_causeway_the_game_ends_after_turn_9(table):
    t = table(turn=9, phase="end", units=QUIET, causeway="cancelled")
    assert t.over
    t = table(turn=8, phase="end", units=QUIET, causeway="cancelled", b29_used=1, dice=[6, 1])
    assert t.state.turn == 9


@case("5.0d", "4.3a")
def test_with_causeway_the_game_ends_after_turn_12(table):
    launched = {"causeway": "launched", "beachheads": ["3221", "2819"], "allied": ["3221", "2819"]}
    t = table(turn=9, phase="end", units=QUIET, dice=[6], **launched)
    assert not t.over
    assert t.state.turn == 10
    assert table(turn=12, phase="end", units=QUIET, **launched).over


@case("5.5a")
def test_the_japanese_player_chooses_the_order_of_his_own_phases(table):
    t = table(turn=2, phase="japanese-order", units=QUIET)
    assert t.side == "Japanese"
    t.act("fight-first")
    assert t.phase() == "japanese-combat"
    t.act("end-combat")
    assert t.phase() == "japanese-movement-after"
    t = table(turn=2, phase="japanese-order", units=QUIET).act("move-first")
    assert t.phase() == "japanese-movement"
    t.act("end-movement").act("end-combat")
    assert t.phase() == "chinese-order"


@case("5.5b", "5.1b")
def test_the_japanese_player_chooses_the_chinese_order_before_causeway(table):
    for causeway in ("undecided", "cancelled"):
        t = table(turn=8, phase="chinese-order", units=QUIET, causeway=causeway)
        assert t.side == "Japanese"
        assert t.verbs() == {"move-first", "fight-first"}
        assert "you decide for the Chinese too" in t.game.prompt(t.state, t.asked, t.asked.side)
    t.act("fight-first")
    assert (t.phase(), t.side) == ("chinese-combat", "Allied")


@case("5.3.1", "5.5c")
def test_the_allied_player_chooses_both_allied_orders_after_launch(table):
    launched = {"causeway": "launched", "beachheads": ["3221"], "allied": ["3221"]}
    for phase in ("us-order", "chinese-order"):
        assert table(turn=8, phase=phase, units=QUIET, **launched).side == "Allied"


@case("5.4a", "R67")
def test_on_turn_1_the_force_in_0925_neither_moves_nor_attacks_nor_is_attacked(table):
    units = {"J-CEA-D21": "0925", "J-CEA-B34": "0925", "CH-5": "0924"}
    t = table(turn=1, phase="japanese-movement", units=units)
    assert t.options() == [("end-movement",)]
    assert t.why("J-CEA-D21") == ["5.4a"]
    t = table(turn=1, phase="japanese-combat", units=units)
    assert t.options() == [("end-combat",)]
    t = table(turn=1, phase="chinese-combat", units=units)
    assert t.options() == [("end-combat",)]
    assert "5.4a" in t.why(space="0925")


@case("5.4b")
def test_from_turn_2_the_force_in_0925_is_an_ordinary_one(table):
    units = {"J-CEA-D21": "0925", "J-CEA-B34": "0925", "CH-5": "0924"}
    assert table(turn=2, phase="japanese-movement", units=units).offers("move", "J-CEA-D21")
    assert table(turn=2, phase="japanese-combat", units=units).offers("attack", "0924")
    assert table(turn=2, phase="chinese-combat", units=units).offers("attack", "0925")


@case("5.4a")
def test_other_units_move_through_turn_1_as_they_like(table):
    t = table(turn=1, phase="japanese-movement", units={"J-CEA-D21": "0925", "J-CEA-D3": "2006"})
    assert t.goals("move") == {"J-CEA-D3"}


@case("8.6", "R31")
def test_air_markers_raids_and_their_flags_go_at_the_end_of_the_turn(table):
    t = table(turn=7, phase="end", units={"J-CEA-D3": "2008"}, causeway="cancelled", air="Allied",
              air_markers=["2008"], b29="2008", b29_used=1, dice=[6, 1])  # fmt: skip
    assert (t.state.air_markers, t.state.b29, t.state.cut_off) == (0, -1, 0)


def test_every_phase_has_cases_of_the_index():
    known = {row["id"] for row in GAME.cases} | {row["id"] for row in GAME.rulings}
    assert all(set(phase.cases) <= known for phase in GAME.phases)
