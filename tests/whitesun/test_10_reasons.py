"""Chapter 10: what a battle answers word for word, and the small print of its end."""

from __future__ import annotations

import pytest

from whitesun.conftest import GAME, NOTHING, X, fire
from whitesun.test_10_combat import FOUR, peking, tigers

case = pytest.mark.case


def says(t, unit=None, verb=""):
    """The first reason why something is not on offer."""
    u = None if unit is None else t.unit(unit)
    return GAME.why_not(t.state, t.asked.side, u, None, verb)[0].text


def facing_peking(marching, **change):
    """A round is over at Peking, and both sides live."""
    return peking(marching, X, ["R-17D"], **change).advance("1419", *NOTHING, 2, "R-17D", *fire(14), *fire(1))


@case("10.1a", "R58", "10.9a", "R16")
def test_why_a_unit_does_not_take_the_strike_of_the_flying_tigers(marching):
    t = tigers(marching, ["J-3D", "J-5D", "J-Kaw", "J-2IMB"]).advance("3814", *NOTHING, 3, "A-AVG")
    two_steps = "The fighters strike a two-step unit, where one may lose a step."
    spared = f"{GAME.unit_names[t.unit('J-2IMB')]} may not be eliminated while a unit with an asterisk is left."
    for verb in ("", "lose"):
        assert says(t, "J-Kaw", verb) == two_steps
        assert says(t, "J-2IMB", verb) == spared
        assert says(t, "J-9D", verb) == f"{GAME.unit_names[t.unit('J-9D')]} is not in the force."
    first = "First the strike of the Flying Tigers must be taken."
    assert says(t, verb="withdraw") == says(t, verb="fight-on") == first
    assert says(t) == "The strike of the Flying Tigers must be taken."
    assert [bar.text for bar in t.state.agenda[-1].why_not(t.state, 0, None, t.space("3814"))] == [
        "The battle must be finished first."
    ]


@case("10.1a", "10.9a", "R16")
def test_the_tigers_keep_to_the_order_of_losses(marching):
    t = tigers(marching, ["J-Kaw", "J-Kun", "J-2IMB"]).advance("3814", *NOTHING, 3, "A-AVG")
    assert t.goals("lose") == {"J-Kaw", "J-Kun"}


@case("10.1a", "3.9c", "11.3")
def test_the_avg_is_no_garrison_of_the_hex_that_it_leaves(marching):
    t = tigers(marching, ["J-3D", "J-5D"], ["A-AVG", "R-17D"], standing=["A-AVG"])
    t.advance("3814", *NOTHING, 4, "A-AVG", "R-17D").do("lose", "J-3D", dice=[*fire(3), *fire(1)])
    assert t.state.standing == 0
    assert t.state.agenda[-1].avg == 1
    t.do("withdraw", dice=[2, 3])
    told = [kind for kind in t.kinds() if kind.startswith("fighters-")]
    assert told == [
        "fighters-struck",
        "fighters-die",
        "fighters-back",
    ]


@case("10.1a", "R58")
def test_on_a_one_the_log_says_that_the_fighters_are_gone(marching):
    t = tigers(marching, ["J-3D", "J-5D"]).advance("3814", *NOTHING, 3, "A-AVG").do("lose", "J-5D", dice=[1])
    told = [kind for kind in t.kinds() if kind.startswith("fighters-")]
    assert told == [
        "fighters-struck",
        "fighters-die",
        "fighters-gone",
    ]


@case("10.1a", "10.1b")
def test_the_flotilla_fires_after_the_fighters(marching):
    change = {"turn": 2, "japanese": ["area"], "chinese": ["3513"], "flotilla": "usable", "along": 1}
    t = marching(["J-3D", "J-5D"], "3414", pool=["A-AVG", "R-17D"], units={"J-9D": "READY"}, **change)
    t.advance("3513", *NOTHING, 4, "A-AVG", "R-17D").do("lose", "J-3D", dice=[1, 1, *fire(3), *fire(1)])
    assert [kind for kind in t.kinds() if kind.endswith("-fire")] == ["flotilla-fire", "japanese-fire", "regular-fire"]


@case("9.4", "9.6", "10.1k", "10.1f")
def test_why_a_battle_is_not_fought_on(marching):
    t = facing_peking(marching)
    assert says(t, "J-3D") == "The battle must be finished first."
    assert says(t, "J-3D", "lose") == says(t, verb="lose") == "No loss is due: the round is over."
    assert says(t, "J-3D", "withdraw") == "It is on offer, though not for one unit by itself."
    assert says(t, "J-3D", "fight-on") == "It is on offer, though not for one unit by itself."
    assert t.state.agenda[-1].why_not_end(t.state, 0) == []


@case("9.4", "9.6", "10.1k")
@pytest.mark.parametrize("short", [0, 1])
def test_who_can_pay_for_another_round_withdraws_of_his_own_will(marching, short):
    t = facing_peking(marching)
    t.state.mp = t.state.paid - short
    frame, unit = t.state.agenda[-1], t.unit("J-3D")
    assert [len(option) for option in frame.after(t.state).options] == [1] * (2 - short)
    due = f"Another round costs {t.state.paid} MP; {t.state.mp} MP left."
    said = [bar.text for bar in frame.why_not_do(t.state, 0, "fight-on", unit, None)]
    assert said == [due if short else "It is on offer, though not for one unit by itself."]
    (bar,) = frame.why_not_do(t.state, 0, "withdraw", unit, None)
    assert bar.text == "It is on offer, though not for one unit by itself."
    t.do("withdraw")
    (event,) = t.told("repulsed")
    assert event.args[2] == short
    assert [term.kind for term in event.sum or ()] == ["no-points"] * short


@case("10.6a", "10.6b")
def test_a_great_victory_is_counted_once(marching):
    t = peking(marching, FOUR, ["E-FHQG", "E-NMC"])
    t.advance("1419", *NOTHING, 3, "E-FHQG", "E-NMC", 5, 5, 5, 5, 1, 1)
    assert t.state.great_victory == 1


@case("10.1h", "R5")
@pytest.mark.parametrize(("unit", "die", "box"), [("R-29C", 2, "POOL"), ("R-29C", 1, "DEAD"), ("R-17D", 1, "DEAD")])
def test_by_the_option_an_equal_cohesion_die_brings_a_unit_back_but_for_a_one(marching, unit, die, box):
    t = peking(marching, X, [unit], options={"cohesion_tie": "returns"})
    assert GAME.dice[t.unit(unit)][1] == (1 if unit == "R-17D" else 2)
    t.advance("1419", *NOTHING, 2, unit, *fire(14, 5), die)
    assert t.where(unit) == box


@case("3.5d", "7.4c")
@pytest.mark.parametrize(("die", "turn"), [(1, 3), (2, 4), (3, 0)])
def test_the_log_says_on_which_turn_an_asterisked_unit_comes_back_or_that_it_does_not(marching, die, turn):
    t = tigers(marching, ["J-Kaw"]).advance("3814", *NOTHING, 3, "A-AVG", die, 2, 3)
    assert [event.args[1] for event in t.told("asterisk-result")] == [turn]


@case("8.12", "10.1", "10.9a")
def test_why_losses_must_be_taken_first(marching):
    t = marching(X, "1417").advance("1517", 3, 2, 1, 5)
    (bar,) = GAME.why_not(t.state, t.asked.side, None, None)
    assert (bar.text, bar.cases) == ("First 3 step losses must be taken.", ("RE.31b", "8.12"))
    t = peking(marching, ["J-3D", "J-101D"], ["E-FHQG"]).advance("1419", *NOTHING, 2, "E-FHQG", 5, 5, 1)
    (bar,) = GAME.why_not(t.state, t.asked.side, None, None)
    assert (bar.text, bar.cases) == ("First 2 step losses must be taken.", ("10.1", "10.9a"))
