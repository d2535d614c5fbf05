"""Chapter 4: Phase Chits, the end of a turn, victory; 9.0 the last reckoning."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.nemesis.facts import ALLIED, JAPANESE
from grognard.kernel.flow import CONCEDE, DRAW
from grognard.kernel.play import apply
from nemesis.conftest import GAME

case = pytest.mark.case


def play_turn(t: Any) -> None:
    """Everybody does nothing until the chits are chosen."""
    while t.asked.prompt != "choose-first":
        before = (t.phase(), len(t.events))
        t.end_phase(dice=[1] * 4)
        t.dice.faces.clear()
        if (t.phase(), len(t.events)) == before:
            t.do(*t.options()[-1])


@case("4.0-a", "4.0-A-a", "4.0-A-b", "4.0-A-c")
def test_eight_phases_japanese_and_allied_by_turns_each_chit_once(table: Any) -> None:
    t = table()
    play_turn(t)
    assert len(t.state.played) == 8
    assert sorted(t.state.played[0::2]) == sorted(t.state.played[1::2]) == [0, 1, 2, 3]
    told = [(event.args[0], event.args[1]) for event in t.told("chit")]
    assert [side for side, _ in told] == [JAPANESE, ALLIED] * 4
    assert [chit for _, chit in told] == t.state.played


@case("4.0-A-b")
def test_a_chit_is_drawn_blind_from_those_still_in_the_cup(table: Any) -> None:
    t = table(phase="allied-assault", units={"B17-48": "0418"})
    t.end_phase(dice=[3])
    (draw,) = t.told("draw")
    assert draw.args == (JAPANESE, [1, 2, 3])
    assert draw.faces == 3
    assert t.phase() == "japanese-reinforcements"


@case("4.0-A-b")
def test_the_last_chit_needs_no_die(table: Any) -> None:
    played = ["Assault", "Assault", "Attack", "Attack", "Supply Check", "Supply Check"]
    t = table(units={"J31-58": "1111"}, played=played, phase="japanese-reinforcements")
    t.end_phase()
    assert t.phase() == "allied-reinforcements"
    assert t.told("draw") == []


@case("4.0-A-d", "R40")
def test_the_chit_played_fourth_can_never_be_chosen(table: Any) -> None:
    t = table(phase="end", units={"J31-58": "1111"})
    assert t.side == "Allied"
    assert {words[1] for words in t.options()} == {"Assault", "Attack", "Supply Check"}
    assert "4.0-A-d" in t.why()
    t.do("choose-first", "Attack")
    assert t.side == "Japanese"
    assert {words[1] for words in t.options()} == {"Assault", "Attack", "Supply Check"}


@case("4.0-A-d")
def test_both_choose_at_once_and_who_had_the_last_phase_is_asked_first(table: Any) -> None:
    chosen = []
    for japanese_first in (False, True):
        t = table(phase="end", units={"J31-58": "1111", "B17-48": "0511"})
        assert t.side == "Allied"
        assert ("choose-first", "Reinforcements") not in GAME.standing(t.state, JAPANESE)
        if japanese_first:
            apply(t.state, JAPANESE, ("choose-first", "Attack"), None)
            assert t.side == "Allied"
            assert GAME.standing(t.state, JAPANESE) == [CONCEDE]
            apply(t.state, ALLIED, ("choose-first", "Supply Check"), None)
        else:
            t.do("choose-first", "Supply Check")
            assert GAME.standing(t.state, ALLIED) == [CONCEDE]
            t.do("choose-first", "Attack")
        assert (t.state.turn, t.phase()) == (2, "japanese-attack")
        chosen.append(t.state.fingerprint())
    assert chosen[0] == chosen[1]


@case("4.0-A-e")
def test_nothing_is_hidden_once_both_first_chits_are_played(table: Any) -> None:
    t = table(phase="end", units={"J31-58": "1111", "B17-48": "0511"})
    assert GAME.hides(t.state)  # what is chosen now, nobody else may see
    t.do("choose-first", "Supply Check").do("choose-first", "Attack")
    assert t.phase() == "japanese-attack"
    assert GAME.hides(t.state)
    t = table(turn=2, phase="allied-attack", units={"J31-58": "1111", "B17-48": "0511"})
    assert not GAME.hides(t.state)
    assert GAME.redact(t.state, ALLIED).first == GAME.redact(t.state, JAPANESE).first


@case("4.0-A-e", "4.0-B-c")
def test_chosen_chits_lie_hidden_until_they_are_played(table: Any) -> None:
    t = table(phase="end", units={"J31-58": "1111", "B17-48": "0511"})
    t.do("choose-first", "Supply Check")
    assert t.told("chit-chosen")[0].seen == 1 << ALLIED
    t.do("choose-first", "Attack")
    assert t.told("chit-chosen")[1].seen == 1 << JAPANESE
    assert t.state.turn == 2
    assert t.phase() == "japanese-attack"
    assert t.state.first == [2, -1]
    marks = {mark[:2] for mark in t.view("Japanese")["marks"]}
    back = next(i for i, m in enumerate(t.game.board()["markers"]) if m["id"] == "chit-back")
    assert (t.space("ACHITS"), back) in marks


@case("R40")
def test_nothing_is_chosen_after_the_last_turn(table: Any) -> None:
    t = table(turn=10, phase="end", units={"J31-58": "1111"}, dice=[6, 6])
    assert t.over


@case("4.0-A-g", "R41")
def test_the_end_of_a_turn_in_its_order(table: Any) -> None:
    units = {"J31-58": "0806", "B20-32": "1408"}
    level = {"J31-58": "out", "B20-32": "out"}
    t = table(
        turn=2, phase="end", units=units, level=level, out_since={"J31-58": 1}, ambushes=["0807"], used_air=["J-AIR"]
    )
    t.do("choose-first", "Assault").do("choose-first", "Assault")
    assert (t.steps("J31-58"), t.steps("B20-32")) == (2, 1)
    assert not t.state.ambushes
    assert not t.state.used_air
    assert t.state.turn == 3


@case("4.0-B-a")
@pytest.mark.parametrize(("superior", "winner"), [([9, 0], ALLIED), ([0, 9], JAPANESE)])
def test_9_to_0_wins_when_the_turn_is_over(table: Any, superior: list[int], winner: int) -> None:
    t = table(turn=4, phase="end", units={"J31-58": "1111"}, superior=superior)
    t.do("choose-first", "Assault").do("choose-first", "Assault")
    assert t.over
    assert (t.state.winner, t.state.ending) == (winner, "happy-superior")


@case("4.0-B-a")
def test_9_to_1_does_not(table: Any) -> None:
    t = table(turn=4, phase="end", units={"J31-58": "1111"}, superior=[9, 1])
    t.do("choose-first", "Assault").do("choose-first", "Assault")
    assert not t.over


@case("4.0-B-b", "9.0-a", "9.0-b", "9.0-c", "R90")
def test_the_last_reckoning(table: Any) -> None:
    flags = {"japanese_flags": ["0606", "0418", "0714"], "allied_flags": ["2607", "2308"]}
    t = table(
        turn=10,
        phase="end",
        units={"J31-58": "1111"},
        superior=[5, 5],
        lament=[8, 0],
        general=[2, 0],
        dice=[4, 4],
        **flags,
    )
    assert t.over
    # Allied Lament 8 + 3 passes 9: Churchill down to 4. Mutaguchi 0 + 3 fails with a 4; Slim 2 + 2 passes with a 4.
    assert t.state.superior == [5, 5]
    assert t.state.winner == DRAW
    order = [event.args[0] for event in t.told("superior-die")]
    assert order == [JAPANESE, ALLIED]


@case("9.0-c")
@pytest.mark.parametrize(("superior", "winner"), [([6, 5], ALLIED), ([5, 6], JAPANESE), ([5, 5], DRAW)])
def test_the_happier_superior_wins(table: Any, superior: list[int], winner: int) -> None:
    t = table(turn=10, phase="end", units={"J31-58": "1111"}, superior=superior, dice=[6, 6])
    assert t.state.winner == winner
    assert t.state.ending == "superiors"


@case("R90")
def test_red_dots_play_no_part_at_the_end(table: Any) -> None:
    t = table(turn=10, phase="end", units={"J31-58": "1111"}, allied_flags=["0606"], dice=[6, 6])
    assert t.flag("0606") == "Allied"
