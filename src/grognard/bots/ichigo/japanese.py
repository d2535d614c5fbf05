"""The Japanese staff: the railroad and the airbases first, and whatever it takes to keep them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from grognard.bots.ichigo import fighting
from grognard.bots.ichigo.air import japanese_markers
from grognard.bots.ichigo.battle import Aims, leaning
from grognard.bots.ichigo.campaign import Campaign
from grognard.bots.ichigo.common import Staff
from grognard.bots.ichigo.japanese_aims import campaign_aims
from grognard.bots.ichigo.japanese_defence import defence_aims
from grognard.bots.ichigo.japanese_reinforcement import (
    deploy,
    excess,
    first_division,
    land_fourteenth,
    reinforcement,
    withdraw,
)
from grognard.bots.ichigo.marching import go_on, next_move, phase_orders
from grognard.bots.ichigo.weights import japanese
from grognard.bots.scripted import Answer
from grognard.games.ichigo.combat import defended, may_join, target_bar
from grognard.games.ichigo.facts import CHINA, JAPAN
from grognard.games.ichigo.movement import begin, beside
from grognard.games.ichigo.state import LAUNCHED, State
from grognard.kernel.bits import members
from grognard.kernel.flow import Decision, Option


def draft(staff: Staff, s: State, nation: int) -> Campaign:
    """The plan of a movement phase."""
    campaign = Campaign(s, nation, staff.belief(s), staff.aims(s, nation))
    campaign.draw_up()
    return campaign


def movement(staff: Staff, s: State, asked: Decision) -> Option:
    """10: the next order."""
    return next_move(staff, s, asked, phase_orders(staff, s, JAPAN, draft))


def move_on(staff: Staff, s: State, asked: Decision) -> Option | None:
    """10: the next hex."""
    return go_on(staff, s, asked, phase_orders(staff, s, JAPAN, draft))


def order(staff: Staff, s: State, asked: Decision) -> Option:
    """5.5: the Chinese fight before they can come together; we move first unless the best attacks stand ready."""
    if asked.about[0] == CHINA:
        return staff.because(("fight-first",), "Attacking first gives the Chinese no time to gather.")
    seen = fighting.prospects(staff, s, JAPAN)
    ready = 0.0
    for target in members(defended(s, JAPAN) & beside(s, s.present[JAPAN])):
        able = [(u, s.where[u]) for u in may_join(s, JAPAN, target)]
        if able and target_bar(s, JAPAN, target) is None:
            plan = seen.best(target, able)
            ready += max(0.0, plan.net) if plan else 0.0
    if not ready:
        return ("move-first",)
    begin(JAPAN)(s)
    campaign = Campaign(s, JAPAN, staff.belief(s), staff.aims(s, JAPAN))
    s.agenda.pop()
    campaign.prepare(campaign.aims.least)
    after = sum(plan.net for plan in campaign.attacks)
    return ("fight-first",) if ready >= japanese(staff.weights).eager * after else ("move-first",)


class JapaneseStaff(Staff):
    """A scripted Japanese player."""

    answers: ClassVar[Mapping[str, Answer]] = {
        "air-markers": japanese_markers,
        "reinforcement": reinforcement,
        "withdraw": withdraw,
        "withdrawn-to-pool": first_division,
        "deploy": deploy,
        "land-fourteenth": land_fourteenth,
        "order": order,
        "movement": movement,
        "move-on": move_on,
        "excess": excess,
        "combat": fighting.combat,
        "plan-attack": fighting.plan_attack,
        "momentum": fighting.momentum,
        "advance": fighting.advance,
        "losses": fighting.losses,
        "defending-tanks": fighting.defending_tanks,
    }

    def aims(self, s: State, nation: int) -> Aims:
        """Present aims; made again when the map has changed."""
        key = (s.turn, s.phase, s.japanese, s.rolls, s.present[CHINA])
        make = defence_aims if s.causeway == LAUNCHED else campaign_aims
        return self.recall("aims", key, lambda: leaning(make(s, self.belief(s), japanese(self.weights))))
