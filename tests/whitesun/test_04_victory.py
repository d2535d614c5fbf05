"""Chapters 4 and 5: victory, defeat and the sequence of play."""

from __future__ import annotations

import pytest

from grognard.games.whitesun.victory import has_won, holds_trunk_line, missing_objectives, missing_victory_hexes
from grognard.kernel.bits import members
from grognard.kernel.flow import CONCEDE
from whitesun.conftest import GAME, NOTHING, X, fire

case = pytest.mark.case
OBJECTIVES = [GAME.space_ids[h] for h in members(GAME.objectives)]
PORTS = ["3302", "3702", "4906", "5007", "5107", "5511", "5513", "5615", "5710"]
CAPITALS = ["4224", "4028"]
TRUNK = [
    "5819", "5718", "5618", "5617", "5516", "5416", "5315", "5216", "5115", "5016", "4915", "4815", "4714", "4615",
    "4514", "4414", "4313", "4213", "4112", "4013", "3913", "3814", "3714", "3614", "3513",
]  # fmt: skip
"""From the south edge to Wuhan: what lies north of it is inside the objective line."""
LOST = 1


def late(table, *missing: str, **change):
    """Turn 4 with everything taken but some hexes."""
    japanese = ["area", *(h for h in [*PORTS, *CAPITALS, *TRUNK] if h not in missing)]
    return table(**{"turn": 4, "phase": "second", "japanese": japanese, "flotilla": "gone", "ready": X, **change})


# --- 4.1 Turn 1


@case("4.1a", "4.3a", "R30", "1.1b")
def test_turn_1_is_lost_when_one_city_inside_the_line_is_chinese(table):
    t = table(turn=1, phase="victory", japanese=OBJECTIVES[:-1])
    assert (t.state.winner, t.state.ending) == (LOST, "survival")
    t = table(turn=1, phase="victory", japanese=OBJECTIVES)
    assert t.state.turn == 2


@case("4.1b")
def test_thirty_cities_and_four_ports_count(table):
    assert len(OBJECTIVES) == 34
    assert {"4102", "4503", "4907", "4908"} <= set(OBJECTIVES)
    for hex_ in ("4503", "1524"):
        t = table(turn=1, phase="victory", japanese=[h for h in OBJECTIVES if h != hex_])
        assert t.state.ending == "survival"


@case("4.1c")
def test_hexes_beyond_the_line_replace_none_inside(table):
    t = table(turn=1, phase="second", japanese=[*OBJECTIVES[1:], "3618", "3714", "3913"], flotilla="gone")
    assert missing_objectives(t.state).bit_count() == 1
    assert t.do("end-phase").state.ending == "survival"


# --- 4.2 victory


@case("4.2a", "R30")
@pytest.mark.parametrize("turn", [2, 3, 4])
def test_everything_at_once_wins_on_any_turn_after_the_first(table, turn):
    dice = ["R-36AG", "R-44C", "E-1D"] if turn == 4 else []
    here = {u: "RESERVE" for box in ("T2", "T3") for u in table().at(box) if u.startswith("J-")}
    t = table(dice, turn=turn, phase="administration", flotilla="gone", units=here,
              japanese=["area", *PORTS, *CAPITALS, *TRUNK])  # fmt: skip
    assert not t.over, "garrisons come first"
    t.do("fill").do("hold-cities").do("fill")
    assert (t.state.winner, t.state.ending) == (0, "victory")


@case("4.2a")
def test_turn_1_cannot_be_won(table):
    t = table(turn=1, phase="first", flotilla="gone", japanese=[*OBJECTIVES, *PORTS, *CAPITALS, *TRUNK])
    assert not has_won(t.state)


@case("4.2b", "4.2c", "4.2d", "R27")
@pytest.mark.parametrize("hex_", [*CAPITALS, *PORTS])
def test_chungking_chengtu_and_each_of_the_nine_port_hexes_are_needed(table, hex_):
    t = late(table, hex_)
    assert not t.over
    assert [GAME.space_ids[h] for h in members(missing_victory_hexes(t.state))] == [hex_]
    assert not has_won(t.state)


@case("4.2d", "4.2a", "9.16c")
def test_the_last_port_wins_the_moment_it_is_taken(table):
    t = late(table, "5511").muster("J-3D").do("land", "5511")
    assert t.state.ending == "victory"


@case("4.2e", "R29")
def test_the_north_south_line_is_railroad_unbroken_and_not_coastal(table):
    assert holds_trunk_line(late(table, "5511").state)
    assert not holds_trunk_line(late(table, "5511", "4313").state)
    assert not holds_trunk_line(late(table, "5511", broken=["3215"]).state)
    assert holds_trunk_line(late(table, "5511", broken=["2020"]).state), "there is a way round by Tsinan"
    assert holds_trunk_line(late(table, "5511", broken=["1517"]).state), "1419 is an end as good as 1417"
    assert not holds_trunk_line(late(table, "5511", broken=["1419", "1618"]).state)
    assert GAME.trunk >> GAME.space_index["1517"] & 1
    assert not GAME.trunk >> GAME.space_index["2504"] & 1


@case("4.2e", "12.3", "R52")
def test_a_broken_hex_must_be_repaired_before_the_war_is_won(table):
    t = late(table, broken=["3314"])
    assert not t.over
    t.muster(*X).do("start", "3414")
    t.edit(pool=[]).advance("3314", *NOTHING, 1)
    assert t.told("repaired")
    assert t.state.ending == "victory"


@case("4.3b", "5.5")
def test_after_turn_4_the_game_is_lost(table):
    t = late(table, "4028").do("end-phase")
    assert (t.state.winner, t.state.ending) == (LOST, "time")


@case("5.5")
def test_conceding_is_a_loss(table):
    t = table()
    assert [tuple(CONCEDE)] == t.standing("Japanese")
    t.do("concede")
    assert (t.state.winner, t.state.ending) == (LOST, "concession")


# --- 5 the sequence


@case("5.1", "5.2a", "5.2b", "5.2c", "5.2d", "5.4", "12.1", "11.1c")
def test_turns_1_and_4_have_two_phases_and_2_and_3_one(table):
    t = table(flotilla="gone")
    seen = [(t.state.turn, t.phase())]
    t.edit(japanese=OBJECTIVES)
    t.do("end-phase")
    seen.append((t.state.turn, t.phase()))
    t.do("end-phase")
    seen.append((t.state.turn, t.phase()))
    assert seen == [(1, "first"), (1, "second"), (2, "administration")]
    t = table([6, 1, 6, 6, 6], turn=2, phase="first", japanese=["area"], ready=["J-3D"], flotilla="gone")
    t.do("fight", dice=[6, 6, 6])
    phases = {GAME.phases[e.phase].id for e in t.events if e.turn == 2}
    assert phases == {"first"}, "no second phase on Turn 2"
    assert t.state.turn > 2
    t = table(turn=4, phase="first", ready=X, flotilla="gone", japanese=["area"]).do("end-phase")
    assert (t.state.turn, t.phase()) == (4, "second")


@case("5.3b", "12.2")
def test_the_player_may_end_a_free_phase_at_any_time(table):
    for turn in (1, 4):
        t = table(turn=turn, phase="first", japanese=["area"], flotilla="gone", ready=X)
        assert t.offers("end-phase")
        assert t.do("end-phase").phase() == "second"


@case("5.3a", "10.1g", "R18")
def test_survivors_and_replaceable_losses_of_phase_ii_operate_again_in_phase_iii(marching):
    t = marching(["J-101D", "J-3D", "J-Kaw"], "1417", pool=["R-NR"])
    t.advance("1517", *NOTHING, 3, "R-NR", *fire(5), *fire(12, 6, 6))
    t.do("lose", "J-Kaw").do("lose", "J-101D", dice=[1]).do("withdraw")
    t.do("end-phase")
    assert t.goals("join") == {"J-101D", "J-3D", "J-27D"}
    assert t.where("J-Kaw") == "T2"
