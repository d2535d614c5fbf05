""" "Why can't I?" for a unit and a hex that take two choices: what to do first is said, and nothing else."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.games.whitesun.forming_forces import Muster
from grognard.kernel.play import advance, apply
from random_games import some
from whitesun.conftest import GAME, NOTHING, X, fire, marching, table
from whitesun.test_why_not_property import OFFERED, positions, reasons

case = pytest.mark.case
FIRST = "let it join"
STARTS = ("start", "start-with-flotilla", "enter", "land")


def says(t: Any, unit: str, hex_: str) -> str:
    return GAME.why_not(t.state, 0, t.unit(unit), t.space(hex_))[0].text


def starts_after(s: Any, unit: int) -> set[int]:
    """Where the force could start once the unit has joined it."""
    t = s.copy()
    advance(t, None)
    apply(t, 0, ("join", unit), None)
    return {option[1] for option in t.pending.options if option[0] in STARTS}


@case("9.2b", "3.5f", "9.13b", "R31")
@pytest.mark.parametrize("seed", some(3, 20))
def test_a_unit_that_could_start_somewhere_is_told_to_join_first(seed: int) -> None:
    rng = random.Random(seed)
    first = others = 0
    for s in positions(seed):
        if not isinstance(s.agenda[-1], Muster):
            continue
        joining = [option[1] for option in s.pending.options if option[0] == "join"]
        for unit in rng.sample(joining, min(3, len(joining))):
            able = starts_after(s, unit)
            for hex_ in [*rng.sample(sorted(able), min(3, len(able))), *rng.sample(range(GAME.hexes), 6)]:
                (bar,) = reasons(s, unit, hex_)
                assert (FIRST in bar.text) == (hex_ in able), (bar, GAME.space_ids[hex_])
                first += hex_ in able
                others += hex_ not in able
    assert first > 5
    assert others > 5


@case("9.2b", "9.13d")
def test_what_stands_in_the_way_after_joining_is_said_at_once() -> None:
    t = table(ready=["J-3D", "J-5D", "P-HA"])
    assert says(t, "J-3D", "1417") == "A force with 3rd Division can start there: let it join first."
    assert says(t, "P-HA", "2504") == "Puppet units never move by sea."
    t.muster("J-3D")
    assert says(t, "J-5D", "1417") == "5th Division is not in the force: let it join, then start there."
    assert says(t, "J-5D", "1920") == "Shihkiachwang 1920 is not Japanese."


@case("OT.3a", "R48")
def test_a_unit_and_a_port_that_can_be_chosen() -> None:
    for turn in (2, 3):
        t = table([3], turn=turn, phase="first", ready=X[:3], japanese=["area"], flotilla="gone")
        assert says(t, "J-3D", "3302") == "Choose the port first, then the force."
    t = table([3], turn=2, phase="first", ready=X[:3], japanese=["area"], flotilla="gone")
    assert says(t, "J-3D", "4906") == "Treaty ports are closed before Turn 3."


@case("OT.3b", "9.16c")
def test_a_unit_and_the_treaty_port_that_it_can_occupy() -> None:
    t = table([3], turn=3, phase="first", ready=X[:3], japanese=["area"], flotilla="gone").do("port", "5511")
    assert says(t, "J-3D", "5511") == "3rd Division can occupy Kwangchowan 5511: choose it."
    assert says(t, "J-3D", "4906") == "One unit must occupy Kwangchowan 5511."


@case("9.17c", "9.17e", "R14")
def test_the_flotilla_and_a_city_from_which_it_can_go_along() -> None:
    t = table(turn=4, phase="first", ready=X, japanese=["area"], flotilla="usable", units={"J-YRF": "3414"})
    first = "It can go along from there: choose the units, then start there with the flotilla."
    assert says(t, "J-YRF", "3414") == first
    assert says(t.muster("J-3D"), "J-YRF", "3414") == first
    assert says(t, "J-YRF", "2504") == "In Phase II the flotilla starts where it stands: Wuhan 3414."


@case("9.17e")
def test_the_flotilla_and_a_berth_that_is_on_offer() -> None:
    t = table(turn=2, phase="administration", japanese=["area"], flotilla="usable").do("fill")
    assert t.asked.prompt == "station"
    assert says(t, "J-YRF", "3414").startswith(OFFERED)


@case("9.10a", "9.4")
def test_one_point_is_one_point() -> None:
    t = marching(X, "1417", mp=1)
    assert says(t, "J-3D", "1418") == "1418 costs 2 MP; 1 MP left."


@case("OT.1", "OT.2", "R46")
def test_a_unit_that_can_be_called_up_is_not_denied_for_a_hex() -> None:
    units = dict.fromkeys(("J-2IMB", "J-3IMB", "J-9D"), "GARRISON")
    t = table([2], turn=2, phase="first", ready=["J-3D"], japanese=["area"], flotilla="gone", units=units)
    assert says(t, "J-2IMB", "1417") == "2nd Independent Mixed Brigade can be called up: choose it."
    assert says(t, "J-9D", "1417") == "9th Division is not a brigade."


@case("10.9b")
def test_a_defender_that_can_be_eliminated_is_not_denied_for_its_hex() -> None:
    t = marching(X, "1518", japanese=["1417", "1517", "1618"], pool=["R-17D", "R-32D"])
    t.advance("1419", *NOTHING, 3, "R-17D", "R-32D", *fire(14, 6))
    assert says(t, "R-17D", "1419") == "17 Division can be eliminated."
