"""Every log line cites first a case of the chapter whose procedure wrote it; what points elsewhere stands in a list."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from grognard.games.nemesis.facts import ALLIED
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING, Event, Frame
from grognard.kernel.play import advance, apply
from nemesis.conftest import GAME
from nemesis.test_fuzz import random_act
from nemesis.test_previews_hold import READINGS
from random_games import some

Written = tuple[str, str, str]
"""Procedure, kind of line, first case."""


class Witness(list[Event]):
    """A log that notes which procedure wrote each line."""

    def __init__(self) -> None:
        super().__init__()
        self.written: set[Written] = set()

    def append(self, event: Event) -> None:
        super().append(event)
        self.written.add((writer(), event.kind, event.cases[0] if event.cases else ""))


def writer() -> str:
    """The class of the innermost procedure that is being carried out."""
    calls = sys._getframe(2)
    while calls is not None:
        frame = calls.f_locals.get("self")
        if isinstance(frame, Frame) and type(frame).__module__.startswith("grognard."):
            return type(frame).__name__
        calls = calls.f_back
    return ""


def written(seed: int) -> Iterator[Written]:
    """What is written in a random game."""
    rng, dice, log = random.Random(seed), KeyedDice(b"cited %d" % seed), Witness()
    s = GAME.new("", READINGS[seed % 2])
    s.log = log
    advance(s, dice)
    while s.winner == ONGOING:
        apply(s, *random_act(s, rng, eager=0.6), dice)
    yield from sorted(log.written)


OWN: dict[str, tuple[str, ...]] = {
    "": ("game-over", "4.0-B", "9.0"),
    "Advance": ("6.2-E",),
    "AlliedReinforcements": ("8.2-B",),
    "AlliedReplacements": ("8.2-A",),
    "Arrivals": ("8.1-B",),
    "AtDepot": ("5.1-F",),
    "Attrition": ("7.1-D",),
    "Battle": ("6.1", "6.2"),
    "ChiangsFace": ("3.5",),
    "ChooseFirst": ("4.0-A",),
    "ComeOn": ("8.2-B",),
    "Displace": ("5.1-F",),
    "EndOfPhase": ("2.2", "2.3", "3.3", "3.5"),
    "EndOfTurn": ("4.0-A", "4.0-B"),
    "GroundAir": ("2.6",),
    "JapaneseRail": ("8.1-B",),
    "JapaneseReinforcements": ("8.1-B",),
    "LastReckoning": ("9.0",),
    "Losses": ("6.1-G", "6.2-B"),
    "Mergers": ("3.3",),
    "Monsoon": ("2.6",),
    "Move": ("5.1", "6.1-A"),
    "Movement": ("5.1", "6.1-A"),
    "Objectives": ("2.3",),
    "Overstacked": ("2.2",),
    "PlaceAmbushes": ("5.1-E",),
    "PlaceReplacement": ("8.1-A",),
    "PlanAttack": ("5.2", "6.1"),
    "PlanStorm": ("6.1-B",),
    "PleaseSuperior": ("7.2",),
    "RemoveFlag": ("7.2",),
    "Replacements": ("8.1-A",),
    "Retreat": ("6.2-D",),
    "RetreatOn": ("6.2-D",),
    "Storm": ("6.1-B",),
    "SupplyCheck": ("7.0", "7.1"),
    "TakeBunker": ("5.1-B",),
    "TakeFlag": ("2.3-f",),
    "Train": ("8.1-B", "8.2-B"),
    "TransporterSuffers": ("7.1-D",),
    "Turn": ("4.0-A",),
    "YunnanArrivals": ("8.2-B-2",),
    "YunnanReturns": ("8.2-A-b",),
}
"""Per procedure, the chapter that it carries out."""
ANYWHERE: dict[str, tuple[tuple[str, ...], str]] = {
    "becomes": (
        ("6.1-G-f", "3.4-c"),
        "how a regiment or a Chindit brigade shrinks, whatever took the step",
    ),
    "eliminated": (
        ("1.2-E-a", "6.1-G-d"),
        "to which Losses Box a unit goes, whatever took its last step",
    ),
    "step-lost": (("R36",), "by the other reading of R36 a part of the unit has fled before"),
    "lament": (("2.4",), "Lament follows a loss, or flags, at once: who moves the marker is said there"),
    "superior": (("2.3", "2.4-h", "7.2-a"), "a Superior moves at once when a marker passes 9"),
    "superiors-stay": (("2.3-j",), "the same, at the ends of both tracks"),
    "general": (("2.3",), "a die, or a flag, moves the General at once"),
    "scale": (("2.5",), "the scale moves at once with a loss or a flag"),
    "bunker-lost": (("5.1-B-c",), "a Bunker without occupants goes at once, in combat and at the end of a phase"),
    "yunnan-active": (("3.5",), "the Yunnan Force wakes at once, whatever wakes it"),
    "dropped-off": (("3.3-b",), "a regiment drops off a battalion in every kind of move"),
    "withdrew": (("5.1-F",), "Transporters give way to movement, combat and rail alike"),
    "returns-later": (("5.1-F-f", "7.1-D-e", "8.1-B-c", "6.2-D-f"), "what sent the counter to the turn track is named"),
    "never-returns": (("5.1-F-f", "7.1-D-e", "8.1-B-c", "6.2-D-f"), "the same, after the last turn"),
}
"""Kinds of lines that any procedure may bring about, the cases that they cite, and why."""
FROM: dict[tuple[str, str], tuple[str, str]] = {
    ("EndOfPhase", "ambush-cleared"): ("5.1-E-e", "Ambushes are cleared at the end of every Allied phase"),
    ("EndOfTurn", "ambushes-lifted"): ("5.1-E-e", "Ambushes lie until the turn ends"),
    ("EndOfTurn", "air-back"): ("1.2-B-f", "Air Support is available again when the turn ends"),
    ("Turn", "monsoon"): ("2.6", "the monsoon begins with a turn"),
    ("Turn", "grounded"): ("2.6-b", "the Light Monsoon takes aircraft when it begins"),
    ("Retreat", "no-retreat"): ("1.2-F-b", "a garrison cannot retreat: that is said of garrisons"),
    ("Retreat", "step-lost"): ("1.2-F-b", "the same"),
    ("Battle", "not-forced"): ("R110", "to desist after the refuser is named costs nothing by this ruling"),
    ("Battle", "leader"): ("R59", "another leads when the leader has died: by this ruling"),
    ("Storm", "leader"): ("R59", "the same"),
    ("Battle", "massive"): ("6.1-F", "Massive Combat"),
    ("AlliedReplacements", "scale"): ("8.2-A-c", "what the flip costs"),
    ("ComeOn", "scale"): ("8.2-B-5", "what coming on costs"),
    ("AlliedReinforcements", "scale"): ("8.2-B-4", "what Hirohito's lead gives"),
    ("LastReckoning", "lament"): ("9.0-a", "the last flags"),
    ("PleaseSuperior", "general"): ("7.2-a", "flags move the General"),
    ("PleaseSuperior", "superior"): ("7.2-a", "the die"),
    ("Battle", "lament"): ("6.1-F-o", "what Massive Combat costs Japan"),
    ("Battle", "scale"): ("6.1-F-o", "what Massive Combat costs the Allies"),
}
"""Single pointers to another chapter, or kinds of the list above that cite their own, each with its reason."""


def within(case: str, chapters: tuple[str, ...]) -> bool:
    """Whether a case belongs to one of these chapters: `6.1-G` holds `6.1-G-a`, not `6.1-Ga`."""
    return any(case == chapter or case.startswith((f"{chapter}-", f"{chapter}.")) for chapter in chapters)


def is_at_home(procedure: str, kind: str, case: str) -> bool:
    """Whether a line's first case is of its procedure's chapter, or stands in a list."""
    if kind in ("combat", "attrition", "superior-die", "chiangs-face", "draw", "game-over"):
        return bool(case)  # dice and endings are told by the kernel
    lists = (OWN[procedure], ANYWHERE.get(kind, ((), ""))[0], (FROM.get((procedure, kind), ("none", ""))[0],))
    return any(within(case, chapters) for chapters in lists)


@pytest.mark.parametrize("seed", some(3, 30))
def test_the_first_case_of_every_line_is_of_the_chapter_of_its_procedure(seed: int) -> None:
    found = list(written(seed))
    assert len(found) > 60
    assert [one for one in found if not is_at_home(*one)] == []


def test_every_pointer_to_another_chapter_has_its_reason() -> None:
    assert all(reason for _, reason in (*ANYWHERE.values(), *FROM.values()))
    assert not is_at_home("Battle", "result", "7.1-D-d")
    assert not is_at_home("Attrition", "attrition-done", "6.1-G-d")


@pytest.mark.case("2.2-g", "R98")
def test_a_third_chindit_is_given_up_for_the_chindits_own_limit(table: Any) -> None:
    units = {"C-77": "1814", "C-16": "1814", "C-111": "1814"}
    t = table(phase="allied-attack", units=units, yunnan_active=1, dice=[1, 1])
    t.finish("end-movement").finish("end-combat")
    assert GAME.prompt(t.state, t.asked, ALLIED) == "Indaw 1814 holds more than two Chindits: eliminate one."
    t.do("eliminate", "C-16")
    (told,) = t.told("overstacked")
    assert told.cases[0] == "2.2-g"
    assert GAME.sentence(told) == "Indaw 1814 holds more than two Chindits: 16th Brigade is given up."
