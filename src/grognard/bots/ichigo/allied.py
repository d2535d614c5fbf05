"""The Allied staff: Chinese armies that hold and come back, and the US Army if it lands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from grognard.bots.ichigo import chinese, fighting, us
from grognard.bots.ichigo.battle import Aims, leaning
from grognard.bots.ichigo.chinese_aims import chinese_aims
from grognard.bots.ichigo.common import Staff
from grognard.bots.ichigo.japanese_reinforcement import excess
from grognard.bots.ichigo.us_aims import us_aims
from grognard.bots.ichigo.weights import allied
from grognard.bots.scripted import Answer
from grognard.games.ichigo.combat import Combat
from grognard.games.ichigo.facts import CHINA, US
from grognard.games.ichigo.movement import Move
from grognard.games.ichigo.state import State
from grognard.kernel.flow import Decision, Option


def order(staff: Staff, s: State, asked: Decision) -> Option:
    """5.5c: armies that can come together move first."""
    return staff.because(("move-first",), "The units gather first, then attack.")


def movement(staff: Staff, s: State, asked: Decision) -> Option:
    """10: by nation."""
    return us.movement(staff, s, asked) if asked.about[0] == US else chinese.movement(staff, s, asked)


def move_on(staff: Staff, s: State, asked: Decision) -> Option | None:
    """10: by nation."""
    frame = s.agenda[-1]
    assert isinstance(frame, Move)
    return us.move_on(staff, s, asked) if frame.nation == US else chinese.move_on(staff, s, asked)


def combat(staff: Staff, s: State, asked: Decision) -> Option:
    """11: attacks; a US stack without supply is supplied by air first."""
    frame = s.agenda[-1]
    assert isinstance(frame, Combat)
    supplied = us.aerial_supply(s) if frame.nation == US else None
    return supplied or fighting.combat(staff, s, asked)


class AlliedStaff(Staff):
    """A scripted Allied player."""

    answers: ClassVar[Mapping[str, Answer]] = {
        "air-markers": chinese.allied_markers,
        "raid": us.raid,
        "landing": us.landing,
        "choose-beach": us.choose_beach,
        "displace": us.displace,
        "order": order,
        "movement": movement,
        "move-on": move_on,
        "airlift": chinese.fly_to,
        "excess": excess,
        "combat": combat,
        "plan-attack": fighting.plan_attack,
        "momentum": fighting.momentum,
        "advance": fighting.advance,
        "losses": fighting.losses,
        "place-chinese": chinese.place_chinese,
    }

    def aims(self, s: State, nation: int) -> Aims:
        """Present aims of a nation; made again when the map has changed."""
        key = (s.turn, s.phase, s.japanese, s.rolls, s.present[CHINA], nation)
        make = us_aims if nation == US else chinese_aims
        return self.recall("aims", key, lambda: leaning(make(s, self.belief(s), allied(self.weights))))
