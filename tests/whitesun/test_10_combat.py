"""Chapter 10: battles."""

from __future__ import annotations

import pytest

from grognard.games.whitesun.facts import ELITE, IMPERIAL, PUPPET, REGULAR
from grognard.games.whitesun.hits import chinese_hits, japanese_hits
from whitesun.conftest import HIT, NOTHING, X, fire

case = pytest.mark.case
LINE = ["1417", "1517", "1618", "1518"]
FOUR = ["J-2IMB", "J-3IMB", "J-4IMB", "J-5IMB"]


def peking(marching, force, pool, **change):
    """A force before Peking."""
    return marching(force, "1518", pool=pool, japanese=LINE, **change)


# --- 10.1 the round


@case("10.1", "R66")
def test_one_hit_is_one_step_and_surplus_hits_are_lost(marching):
    t = peking(marching, X, ["R-17D"])
    t.advance("1419", *NOTHING, 2, "R-17D", *fire(14, HIT, HIT, HIT), 6)
    assert t.kinds().count("chinese-lost") == 1
    t = peking(marching, ["J-101D"], ["E-FHQG"])
    t.advance("1419", *NOTHING, 2, "E-FHQG", 5, 5, 5)
    assert t.kinds().count("step-lost") == 1


@case("10.1c", "10.1d", "10.1e", "10.1f")
def test_elites_fire_before_the_japanese_and_regulars_after_them(marching):
    t = peking(marching, X, ["E-88D", "R-17D", "C-8RA"])
    t.advance("1419", *NOTHING, 5, "E-88D", "R-17D", "C-8RA", 6, 1, *fire(14), *fire(1)).do("withdraw")
    fired = [k for k in t.kinds() if k.endswith("-fire")]
    assert fired == ["communist-fire", "elite-fire", "japanese-fire", "regular-fire"]


@case("10.1d", "10.2b")
def test_puppets_fire_with_the_japanese_and_hit_on_6(marching):
    t = peking(marching, ["J-101D", "P-HA"], ["R-NR"])
    t.advance("1419", *NOTHING, 2, "R-NR", 4, 4, 5, *fire(12))
    assert t.told("puppet-fire")[0].args[2] == 6
    assert t.told("puppet-fire")[0].dice == (5,)
    assert t.at("1419") >= {"R-NR"}


@case("10.1e")
def test_regulars_that_fell_do_not_fire(marching):
    t = peking(marching, X, ["R-NR", "R-17D"])
    t.advance("1419", *NOTHING, 3, "R-NR", "R-17D", *fire(14, HIT)).do("destroy", "R-NR", dice=[1, 3])
    assert len(t.told("regular-fire")[0].dice) == 1


@case("10.1g", "10.1i")
def test_with_all_chinese_gone_the_battle_is_won_and_the_hex_japanese(marching):
    t = peking(marching, X, ["R-17D"]).advance("1419", *NOTHING, 2, "R-17D", *fire(14, HIT), 1)
    assert t.own("1419")
    assert t.where("R-17D") == "DEAD"


@case("10.1h", "R67")
@pytest.mark.parametrize(("unit", "die", "box"), [
    ("R-17D", 1, "DEAD"), ("R-17D", 2, "POOL"), ("E-FHQG", 3, "DEAD"), ("E-FHQG", 4, "POOL"), ("R-NR", 6, "DEAD"),
    ("R-Gddg", 6, "DEAD"), ("R-29C", 3, "POOL"),
])  # fmt: skip
def test_cohesion_dice_at_the_end_of_the_round(marching, unit, die, box):
    t = peking(marching, X, [unit])
    first = [1, 1, 1] if unit.startswith("E") else []
    t.advance("1419", *NOTHING, 2, unit, *first, *fire(14, HIT), die)
    assert t.where(unit) == box


@case("R67", "10.1k")
def test_the_eliminated_are_dealt_with_before_another_round_in_order(marching):
    t = peking(marching, X, ["R-17D", "R-29C", "R-32D"])
    t.advance("1419", *NOTHING, 5, "R-17D", "R-29C", "R-32D", *fire(14, HIT, HIT))
    t.do("destroy", "R-29C").do("destroy", "R-17D", dice=[1, 2, 2])
    assert [e.args[0] for e in t.told("cohesion-result")] == [t.unit("R-29C"), t.unit("R-17D")]
    assert t.asked.prompt == "another-round"
    assert t.at("1419") == {*X, "R-32D"}


@case("10.1j", "8.10a")
def test_with_all_japanese_gone_the_survivors_stay(marching):
    t = peking(marching, ["J-101D"], ["E-FHQG", "R-17D"])
    t.advance("1419", *NOTHING, 3, "E-FHQG", "R-17D", 5, 1, 1)
    assert t.at("1419") == {"E-FHQG", "R-17D"}
    assert t.where("J-101D") == "RESERVE"
    assert not t.own("1419")
    assert not t.told("japanese-fire"), "nobody was left to fire"


@case("10.1k")
def test_both_alive_the_player_decides(marching):
    t = peking(marching, X, ["R-17D"]).advance("1419", *NOTHING, 2, "R-17D", *fire(14), *fire(1))
    assert t.verbs() == {"fight-on", "withdraw"}
    t.do("fight-on", dice=[*fire(14, HIT), 6])
    assert t.own("1419")
    assert t.mp == 20


# --- 10.1a the AVG


def tigers(marching, force, pool=("A-AVG",), **change):
    return marching(force, "3714", turn=2, japanese=["area", "3513", "3614"], objective="3913", flotilla="gone",
                    pool=[*pool], units={"J-9D": "READY"}, **change)  # fmt: skip


@case("10.1a", "R58")
def test_the_avg_takes_a_step_of_a_two_step_unit_and_leaves(marching):
    t = tigers(marching, ["J-3D", "J-5D", "J-101D"]).advance("3814", *NOTHING, 3, "A-AVG")
    assert t.asked.prompt == "fighters"
    assert t.goals("lose") == {"J-3D", "J-5D"}
    assert t.why("J-101D") == ["10.1a", "R58"]
    t.do("lose", "J-3D", dice=[4])
    assert t.steps("J-3D") == 1
    assert t.where("A-AVG") == "POOL"


@case("10.1a", "R58")
@pytest.mark.parametrize(("die", "box"), [(1, "DEAD"), (2, "POOL"), (6, "POOL")])
def test_after_the_battle_a_die_for_the_avg(marching, die, box):
    t = tigers(marching, ["J-3D", "J-5D"])
    t.advance("3814", *NOTHING, 3, "A-AVG").do("lose", "J-5D", dice=[die])
    assert t.where("A-AVG") == box
    assert t.own("3814"), "it was the only defender"


@case("R58")
def test_without_a_two_step_unit_the_avg_eliminates_another(marching):
    t = tigers(marching, ["J-101D", "J-2IMB"]).advance("3814", *NOTHING, 3, "A-AVG")
    assert t.goals("lose") == {"J-101D", "J-2IMB"}
    t.do("lose", "J-2IMB", dice=[3])
    assert t.where("J-2IMB") == "T3"


@case("R58", "10.1a")
def test_the_avg_counts_as_a_defender_drawn_and_is_rolled_for_when_the_battle_is_broken_off(marching):
    t = tigers(marching, ["J-3D", "J-5D"], ["A-AVG", "R-17D"])
    t.advance("3814", *NOTHING, 4, "A-AVG", "R-17D").do("lose", "J-3D", dice=[*fire(3), *fire(1)])
    t.do("withdraw", dice=[1, 3])
    assert t.where("A-AVG") == "DEAD"
    assert t.at("3814") == {"R-17D"}


@case("R58", "R38")
def test_an_avg_that_wipes_out_the_force_leaves_the_hex_chinese_and_empty(marching):
    t = tigers(marching, ["J-2IMB"]).advance("3814", *NOTHING, 3, "A-AVG", 4, 3)
    assert not t.own("3814")
    assert t.at("3814") == set()
    assert t.state.held == 0


# --- 10.2, 10.5 hit numbers


@case("10.2a", "10.2b")
def test_base_numbers(table):
    t = table()
    hex_ = t.space("1517")
    assert japanese_hits(t.state, IMPERIAL, hex_, 1, "").face == 5
    assert japanese_hits(t.state, PUPPET, hex_, 1, "").face == 6
    assert chinese_hits(t.state, ELITE, 1, "").face == 5
    assert chinese_hits(t.state, REGULAR, 1, "").face == 6


@case("10.5a", "10.5b", "R13")
@pytest.mark.parametrize("hex_", ["1420", "2504", "2626"])
def test_rough_terrain_or_a_fort_leaves_only_sixes_in_the_first_round(table, hex_):
    t = table()
    assert [japanese_hits(t.state, IMPERIAL, t.space(hex_), r, "").face for r in (1, 2, 3)] == [6, 5, 5]
    assert japanese_hits(t.state, PUPPET, t.space(hex_), 1, "").face == 6


@case("10.5c", "R59")
def test_the_fort_goes_when_the_hex_is_taken_and_not_before(marching):
    t = marching(X, "2604", flotilla="gone")
    t.advance("2504", *NOTHING, 1, *fire(14, 6), *fire(3))
    assert "F-2504" in t.at("2504")
    t.do("withdraw")
    assert "F-2504" in t.at("2504")
    t = marching(X, "2604", flotilla="gone").advance("2504", *NOTHING, 1, *fire(14, 6, 6, 6))
    assert t.where("F-2504") == "DEAD"


# --- 10.4 depots


@case("10.4a", "R59")
def test_a_depot_takes_the_first_hit_and_is_gone(marching):
    t = marching(X, "2604", flotilla="gone").advance("2504", *NOTHING, 1, *fire(14, 6), *fire(3))
    assert t.where("S-2504") == "DEAD"
    assert t.at("2504") >= {"G-M", "G-56"}
    t.do("fight-on", dice=[*fire(14, HIT, HIT)])
    assert t.own("2504")


@case("10.4a", "R59")
def test_the_flotillas_hit_spends_the_depot_too(table):
    t = table(pool=[]).muster(*X).do("land", "2504", dice=[*NOTHING, 1, 6, 1, *fire(14), *fire(3)])
    assert t.where("S-2504") == "DEAD"
    assert t.asked.prompt == "another-round"


# --- 10.6 great Chinese victories


@case("10.6a", "10.6b", "R11")
def test_a_force_of_four_wiped_out_in_combat_helps_all_chinese_for_the_phase(marching):
    t = peking(marching, FOUR, ["E-FHQG", "E-NMC"])
    t.advance("1419", *NOTHING, 3, "E-FHQG", "E-NMC", 5, 5, 5, 5, 1, 1)
    assert t.state.great_victory
    assert chinese_hits(t.state, ELITE, 1, "").face == 4
    assert chinese_hits(t.state, REGULAR, 2, "").face == 5
    t.do("end-phase")
    assert not t.state.great_victory, "it does not carry over"


@case("10.6a", "R11")
def test_what_counts_is_how_many_began_the_operation(marching):
    t = peking(marching, ["J-2IMB"], ["E-FHQG"], began_with=4)
    t.advance("1419", *NOTHING, 2, "E-FHQG", 5, 1, 1)
    assert t.state.great_victory
    t = peking(marching, FOUR[:3], ["E-FHQG"]).advance("1419", *NOTHING, 2, "E-FHQG", 5, 5, 5)
    assert not t.state.great_victory


@case("10.6c")
def test_at_most_one_such_effect_a_phase(marching):
    t = peking(marching, FOUR, ["E-FHQG", "E-NMC"], great_victory=1)
    t.advance("1419", *NOTHING, 3, "E-FHQG", "E-NMC", 4, 4, 4, 4, 1, 1)
    assert not t.told("great-victory")
    assert t.state.great_victory == 1


@case("R11", "10.6a")
def test_the_avg_may_bring_a_great_chinese_victory(marching):
    t = tigers(marching, ["J-2IMB"], began_with=4).advance("3814", *NOTHING, 3, "A-AVG", 4, 3)
    assert t.told("great-victory")


# --- 10.9 losses


@case("10.9a", "R16")
def test_the_player_spreads_losses_as_he_likes(marching):
    t = peking(marching, ["J-3D", "J-101D", "J-2IMB"], ["E-FHQG"])
    t.advance("1419", *NOTHING, 2, "E-FHQG", 5, 5, 1)
    assert t.goals("lose") == {"J-3D", "J-101D", "J-2IMB"}
    t.do("lose", "J-101D").do("lose", "J-2IMB", dice=fire(2))
    assert t.at("1419") == {"J-3D", "E-FHQG"}


@case("10.9a")
def test_a_single_loss_with_one_candidate_is_taken_for_the_player(marching):
    t = peking(marching, ["J-3D"], ["E-FHQG"]).advance("1419", *NOTHING, 2, "E-FHQG", 5, 1, 1, 1)
    assert t.steps("J-3D") == 1
    assert t.asked.prompt == "another-round"
