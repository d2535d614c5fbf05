"""Words for people: log lines. Rules write facts; sentences are made here and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from grognard.games.nemesis.breakdown_text import BreakdownText
from grognard.games.nemesis.facts import CHITS
from grognard.games.nemesis.movement import points
from grognard.games.nemesis.names_in_sentences import GENERALS, LEVELS, PEOPLE, SIDE_NAMES, SIDES, SUPERIORS, signed
from grognard.games.nemesis.odds import parse
from grognard.games.nemesis.prompts import Prompts
from grognard.games.nemesis.score_ledger import ScoreLedger
from grognard.kernel.flow import DRAW, Event
from grognard.kernel.ids import Side, Space, Unit
from grognard.kernel.score_ledger import minus
from grognard.kernel.words import listed, numbered

BUNKERS = ("A Japanese", "A British", "The Yunnan")
ENDINGS = {
    "happy-superior": "One Superior is at 9, the other at 0. {winner} wins.",
    "superiors": "The campaign is over. {winner} wins: its Superior is the happier one.",
    "concession": "{loser} concedes. {winner} wins.",
}

ARGUMENTS = {
    "chit": ("side",),
    "chit-chosen": ("side",),
    "chit-laid": ("side",),
    "draw": ("side",),
    "general": ("side",),
    "superior": ("side",),
    "superiors-stay": ("side",),
    "lament": ("side",),
    "superior-die": ("side",),
    "superior-unmoved": ("side",),
    "flag-removed": ("side", "space"),
    "captured": ("side", "space"),
    "flag-taken": ("side", "space"),
    "step-lost": ("unit", "space"),
    "becomes": ("unit", "unit", "space"),
    "eliminated": ("unit",),
    "bunker-lost": ("space",),
    "overstacked": ("space", "unit"),
    "dropped-off": ("unit", "unit", "space"),
    "merged": ("unit", "space", "", "units"),
    "moved": ("unit", "space", "space"),
    "bunker-taken": ("space",),
    "air-back": ("units",),
    "never-returns": ("unit",),
    "general-again": ("side",),
    "too-dear": ("space",),
    "supply-unchanged": ("side",),
    "attrition-done": ("units", "units"),
    "bunker": ("", "space", "unit"),
    "ambush": ("space",),
    "ambush-cleared": ("space",),
    "withdrew": ("unit", "space", "space"),
    "dispersed": ("unit", "space"),
    "relocated": ("unit", "space"),
    "returns-later": ("unit",),
    "attack": ("side", "space", "units"),
    "storm": ("side", "space", "units"),
    "spearhead": ("unit",),
    "meeting": ("unit",),
    "massive": ("side", "space"),
    "banzai": ("space",),
    "combat": ("side", "space"),
    "result": ("space",),
    "leader": ("unit",),
    "refuser": ("unit",),
    "not-forced": ("space",),
    "enforced": ("side", "space"),
    "retreat": ("side", "space"),
    "refused": ("side", "space"),
    "driven-out": ("side", "space"),
    "no-retreat": ("unit", "space"),
    "retreated": ("unit", "space", "space"),
    "advanced": ("unit", "space", "space"),
    "supply-check": ("side",),
    "supply-level": ("unit",),
    "attrition": ("units",),
    "grounded": ("unit",),
    "replaced": ("unit", "space"),
    "refitted": ("unit", "space"),
    "recovered": ("unit",),
    "due": ("unit",),
    "delayed": ("unit",),
    "arrived": ("unit", "space"),
    "flew": ("unit", "space", "space"),
    "railed": ("unit", "space", "space"),
}
JOINED = {
    "due": ("is", "are", "at hand in the Off-Map Box"),
    "recovered": ("goes", "go", "to the Off-Map Box"),
    "delayed": ("finds", "find", "no room and must wait"),
    "returns-later": ("returns", "return", "next turn"),
    "grounded": ("leaves", "leave", "the game"),
}
"""Lines about one unit that are one line for several: one, many, and the rest of it."""


def be(things: Sequence[object]) -> str:
    """`is` or `are`."""
    return "is" if len(things) == 1 else "are"


class Text(BreakdownText, Prompts, ScoreLedger):
    """The game's sentences."""

    adjectives = SIDES
    capitals = ("Churchill", "Hirohito")
    arguments = ARGUMENTS

    def sentence(self, event: Event) -> str:
        """A log line, with its reason where the line itself has none."""
        line, why = super().sentence(event), self.reason(event)
        return f"{line.removesuffix('.')} ({why})." if why else line

    def in_reach(self, way: Mapping[str, Any], cost: float) -> str:
        """R30: with halves."""
        return f"It is on offer: {way['name']}, {points(round(2 * cost))} MP. Click it."

    # --- lines that are one

    def together(self, run: Sequence[Event]) -> str:
        """One march, the supply levels of a check, advances and retreats, and what is told of several units alike."""
        kind = run[-1].kind
        if any(event.kind != kind for event in run):
            return ""
        if kind == "moved":
            return self._march(run)
        if kind == "supply-level":
            return self._levels(run)
        if kind in ("advanced", "retreated"):
            return self._went(run)
        if kind == "ambush":
            return f"Ambushes in {listed([self.space(event.args[0]) for event in run])}."
        if kind in JOINED:
            one, many, rest = JOINED[kind]
            return f"{self.all_do([event.args[0] for event in run], one, many)} {rest}."
        return ""

    def _march(self, run: Sequence[Event]) -> str:
        unit = run[0].args[0]
        if any(later.args[:2] != (unit, before.args[2]) for before, later in pairwise(run)):
            return ""
        way = " → ".join(self.space(hex_) for hex_ in (run[0].args[1], *(event.args[2] for event in run)))
        return f"{self.unit(unit)}: {way}, {points(sum(event.args[3] for event in run))} MP."

    def _levels(self, run: Sequence[Event]) -> str:
        parts = []
        for level, name in enumerate(LEVELS):
            units = [event.args[0] for event in run if event.args[1] == level]
            if units:
                parts.append(f"{self.all_do(units, 'is', 'are')} {name}")
        return f"{'; '.join(parts)}."

    def _went(self, run: Sequence[Event]) -> str:
        goal = run[0].args[2]
        if any(event.args[2] != goal for event in run):
            return ""
        one, where = ("advances", "into") if run[0].kind == "advanced" else ("retreats", "to")
        return f"{self.all_do([event.args[0] for event in run], one)} {where} {self.space(goal)}."

    # --- 4 turns and chits

    def say_turn(self, turn: int) -> str:
        return f"Game Turn {turn}: {self.facts.dates[turn - 1]}."

    def say_monsoon(self, heavy: int) -> str:
        if heavy:
            return "The Heavy Monsoon: all movement costs are doubled."
        return "The Light Monsoon: Minor Rivers count as Major Rivers."

    def say_grounded(self, unit: Unit) -> str:
        return f"The Light Monsoon: {self.does(unit, 'leaves')} the game."

    def say_draw(self, side: Side, left: list[int]) -> str:
        return f"{PEOPLE[side]} draw one of {listed([CHITS[chit] for chit in left])}"

    def say_chit(self, side: Side, chit: int, number: int) -> str:
        return f"{SIDES[side]} chit {number}: {CHITS[chit]}."

    def say_chit_chosen(self, side: Side, chit: int) -> str:
        return f"First chit of the next turn: {CHITS[chit]}."

    def say_chit_laid(self, side: Side) -> str:
        return f"The {SIDES[side]} player lays a chit face down."

    def say_yunnan_active(self) -> str:
        return "The Yunnan Force is active this turn."

    def say_yunnan_sleeps(self) -> str:
        woken = "the Japanese attack it or come next to a Chinese Objective"
        return f"The Yunnan Force stays inactive this turn, unless {woken}."

    def say_chiangs_face(self, face: int, drm: int) -> str:
        more = f", {signed(drm)} on the die" if drm else ""
        return f"Does Chiang lose face? {face} or less activates the Yunnan Force{more}"

    # --- 2.3-2.5 tracks

    def say_general(self, side: Side, more: int, now: int) -> str:
        return f"{GENERALS[side]} {signed(more)}, now at {now}."

    def say_superior(self, side: Side, more: int, now: int) -> str:
        return f"{SUPERIORS[side]} {signed(more)}, now at {now}."

    def say_superiors_stay(self, side: Side) -> str:
        return f"{SUPERIORS[side]} is at 9 and {SUPERIORS[1 - side]} at 0: neither moves any farther."

    def say_superior_die(self, side: Side, general: int) -> str:
        if not general:
            return f"Is {SUPERIORS[side]} happy? {GENERALS[side]} is at 0: no die can please him"
        return f"Is {SUPERIORS[side]} happy? {min(general, 6)} or less pleases him"

    def say_superior_unmoved(self, side: Side) -> str:
        return f"{SUPERIORS[side]} is not impressed; {GENERALS[side]} begins again at 0."

    def say_general_again(self, side: Side) -> str:
        return f"{GENERALS[side]} begins again at 0."

    def say_lament(self, side: Side, more: int, now: int) -> str:
        return f"{SIDES[side]} Lament {signed(more)}, now at {now}."

    def say_scale(self, more: int, now: int) -> str:
        return f"Allied Reinforcement Scale {signed(more)}, now at {now}."

    def say_captured(self, side: Side, hex_: Space, value: int) -> str:
        return f"A {SIDES[side]} flag over {self.space(hex_)}, worth {numbered(value, 'point')}.".replace("A A", "An A")

    def say_flag_removed(self, side: Side, hex_: Space) -> str:
        return f"The {SIDES[side]} flag over {self.space(hex_)} is removed."

    def say_flag_taken(self, side: Side, hex_: Space) -> str:
        return f"No flag is left: the one over {self.space(hex_)} is used."

    def say_game_over(self, winner: int, ending: str) -> str:
        if winner == DRAW:
            return "The campaign is over: both Superiors are equally happy. A draw."
        return ENDINGS[ending].format(winner=SIDE_NAMES[winner], loser=SIDE_NAMES[1 - winner])

    # --- losses

    def say_step_lost(self, unit: Unit, hex_: Space, left: int) -> str:
        if left:
            return f"{self.does(unit, 'loses', 'lose')} a step in {self.space(hex_)}."
        own = "their" if self.is_many([unit]) else "its"
        return f"{self.does(unit, 'loses', 'lose')} {own} last step in {self.space(hex_)}."

    def say_becomes(self, unit: Unit, battalion: Unit, hex_: Space) -> str:
        return f"{self.does(unit, 'leaves')} the map: {self.unit(battalion)} is left of it in {self.space(hex_)}."

    def say_eliminated(self, unit: Unit, for_good: int) -> str:
        return f"{self.does(unit, 'is', 'are')} lost{' for good' if for_good else ', and may be replaced'}."

    def say_overstacked(self, hex_: Space, unit: Unit, chindits: int) -> str:
        many = "more than two Chindits" if chindits else "too many units"
        return f"{self.space(hex_)} holds {many}: {self.does(unit, 'is', 'are')} given up."

    def say_bunker_lost(self, hex_: Space) -> str:
        return f"The Bunker in {self.space(hex_)} is gone: nobody is left who could hold it."

    def say_bunker_taken(self, hex_: Space) -> str:
        return f"The Bunker in {self.space(hex_)} is taken away, to be built elsewhere."

    # --- 3.3, 5.1 movement

    def say_dropped_off(self, unit: Unit, battalion: Unit, hex_: Space) -> str:
        return f"{self.does(unit, 'drops', 'drop')} off a battalion in {self.space(hex_)}."

    def say_merged(self, unit: Unit, hex_: Space, steps: int, battalions: list[Unit]) -> str:
        taken = f"{self.units(battalions)} in {self.space(hex_)}"
        if len(battalions) == 1:
            return f"{self.does(unit, 'takes')} in {taken} ({numbered(steps, 'step')})."
        return f"{taken} become {self.unit(unit)} ({numbered(steps, 'step')})."

    def say_moved(self, unit: Unit, start: Space, goal: Space, cost: int) -> str:
        return f"{self.unit(unit)}: {self.space(start)} → {self.space(goal)}, {points(cost)} MP."

    def say_bunker(self, pool: int, hex_: Space, unit: Unit) -> str:
        return f"{BUNKERS[pool]} Bunker in {self.space(hex_)}, dug by {self.unit(unit)}."

    def say_ambush(self, hex_: Space) -> str:
        return f"Ambush in {self.space(hex_)}."

    def say_ambush_cleared(self, hex_: Space) -> str:
        return f"The Ambush in {self.space(hex_)} is cleared: Allied units stand there."

    def say_ambushes_lifted(self, hexes: list[Space]) -> str:
        names = listed([self.space(h) for h in hexes])
        return f"The turn ends: the {'Ambush' if len(hexes) == 1 else 'Ambushes'} in {names} {be(hexes)} lifted."

    def say_air_back(self, units: list[Unit]) -> str:
        return f"The turn ends: {self.all_do(units, 'is', 'are')} available again."

    def say_withdrew(self, unit: Unit, start: Space, goal: Space) -> str:
        return f"{self.does(unit, 'withdraws', 'withdraw')} from {self.space(start)} to {self.space(goal)}."

    def say_dispersed(self, unit: Unit, hex_: Space) -> str:
        return f"{self.does(unit, 'leaves', 'leave')} {self.space(hex_)} and the map."

    def say_relocated(self, unit: Unit, hex_: Space) -> str:
        return f"{self.does(unit, 'reappears', 'reappear')} at {self.space(hex_)}."

    def say_returns_later(self, unit: Unit) -> str:
        return f"{self.does(unit, 'returns', 'return')} next turn."

    def say_never_returns(self, unit: Unit) -> str:
        return f"{self.does(unit, 'leaves', 'leave')} the map; after the last turn nobody returns."

    # --- 6 combat

    def say_attack(self, side: Side, target: Space, units: list[Unit], air: Unit, odds: str, assault: int) -> str:
        by = self.units(units if air < 0 else [*units, air])
        return (
            f"{SIDES[side]} {'assault' if assault else 'attack'} on {self.space(target)} by {by}: {odds} before shifts."
        )

    def say_storm(self, side: Side, target: Space, units: list[Unit]) -> str:
        return f"{self.all_do(units, 'walks')} into {self.space(target)}."

    def say_spearhead(self, unit: Unit) -> str:
        return f"{self.does(unit, 'is', 'are')} the spearhead."

    def say_meeting(self, unit: Unit) -> str:
        return f"{self.does(unit, 'meets')} the charge."

    def say_massive(self, side: Side, target: Space) -> str:
        return f"Massive Combat at {self.space(target)}: both sides lose one step more."

    def say_banzai(self, target: Space) -> str:
        return f"Banzai at {self.space(target)}! Japanese losses in it are permanent."

    def say_combat(self, side: Side, target: Space, column: str, drm: int, assault: int) -> str:
        more = f", {signed(drm)} on the die" if drm else ""
        return f"{SIDES[side]} {'assault' if assault else 'attack'} on {self.space(target)}: column {column}{more}"

    def say_result(self, target: Space, result: str, modified: int, massive: int, ours: int, theirs: int) -> str:
        lost, slain, forced = parse(result)
        more = "; a retreat may be forced" if forced else ""
        steps = [
            f"{who} loses {numbered(min(number + massive, most), 'step')}"
            for who, number, most in (("the attacker", lost, ours), ("the defender", slain, theirs))
            if number + massive and most
        ]
        return f"A modified {minus(modified)}: {' and '.join(steps) or 'nobody loses a step'}{more}."

    def say_leader(self, unit: Unit) -> str:
        return f"{self.does(unit, 'leads')} the advance."

    def say_refuser(self, unit: Unit) -> str:
        return f"{self.does(unit, 'stands')} ready to refuse."

    def say_not_forced(self, target: Space) -> str:
        return f"No retreat from {self.space(target)} is enforced."

    def say_too_dear(self, target: Space, price: int) -> str:
        return f"Enforcing the retreat from {self.space(target)} would cost {numbered(price, 'step')}: too many."

    def say_enforced(self, side: Side, target: Space, price: int) -> str:
        cost = f" at the price of {numbered(price, 'step')}" if price else ""
        return f"The retreat from {self.space(target)} is enforced{cost}."

    def say_retreat(self, side: Side, target: Space) -> str:
        return f"The {SIDES[side]} units retreat from {self.space(target)}."

    def say_refused(self, side: Side, target: Space, owed: int) -> str:
        return f"The {SIDES[side]} units in {self.space(target)} refuse, at the price of {numbered(owed, 'step')}."

    def say_driven_out(self, side: Side, target: Space) -> str:
        return f"The {SIDES[side]} units that fled to {self.space(target)} are driven on."

    def say_no_retreat(self, unit: Unit, hex_: Space) -> str:
        return f"{self.does(unit, 'has', 'have')} no way out of {self.space(hex_)}."

    def say_retreated(self, unit: Unit, start: Space, goal: Space) -> str:
        return f"{self.does(unit, 'retreats')} to {self.space(goal)}."

    def say_advanced(self, unit: Unit, start: Space, goal: Space) -> str:
        return f"{self.does(unit, 'advances')} into {self.space(goal)}."

    # --- 7, 8

    def say_supply_check(self, side: Side) -> str:
        return f"{SIDES[side]} supply is checked."

    def say_supply_level(self, unit: Unit, level: int) -> str:
        return f"{self.does(unit, 'is', 'are')} {LEVELS[level]}."

    def say_air_supply(self, fields: list[Space]) -> str:
        if not fields:
            return "No Airfield is used for air supply."
        return f"Used for air supply: {listed([self.space(hex_) for hex_ in fields])}."

    def say_supply_unchanged(self, side: Side) -> str:
        return "Every supply level stays as it was."

    def say_attrition(self, units: list[Unit]) -> str:
        dice = "a die" if len(units) == 1 else "a die for each"
        return f"Attrition, {dice}, a step on 1–{self.facts.small_loses_to}: {self.units(units)}"

    def say_attrition_done(self, suffer: list[Unit], spared: list[Unit]) -> str:
        parts = [f"{self.all_do(suffer, 'loses', 'lose')} a step"] if suffer else []
        parts += [f"{self.all_do(spared, 'comes', 'come')} through"] if spared else []
        return f"Attrition: {', '.join(parts)}."

    def say_replaced(self, unit: Unit, hex_: Space, level: int) -> str:
        return f"{self.does(unit, 'returns')} at {self.space(hex_)}, {LEVELS[level]}."

    def say_refitted(self, unit: Unit, hex_: Space) -> str:
        return f"{self.does(unit, 'is', 'are')} brought to full strength in {self.space(hex_)}."

    def say_recovered(self, unit: Unit) -> str:
        return f"{self.does(unit, 'goes', 'go')} to the Off-Map Box."

    def say_due(self, unit: Unit) -> str:
        return f"{self.does(unit, 'is', 'are')} at hand in the Off-Map Box."

    def say_delayed(self, unit: Unit) -> str:
        return f"{self.does(unit, 'finds')} no room and must wait."

    def say_arrived(self, unit: Unit, hex_: Space, steps: int) -> str:
        reduced = ", reduced" if steps < self.facts.full[unit] else ""
        return f"{self.does(unit, 'arrives')} at {self.space(hex_)}{reduced}."

    def say_flew(self, unit: Unit, start: Space, goal: Space) -> str:
        if start == self.facts.offmap:
            return f"{self.does(unit, 'flies', 'fly')} in from the Off-Map Box to {self.space(goal)}."
        return f"{self.does(unit, 'flies', 'fly')} from {self.space(start)} to {self.space(goal)}."

    def say_railed(self, unit: Unit, start: Space, goal: Space) -> str:
        return f"{self.does(unit, 'goes', 'go')} by rail from {self.space(start)} to {self.space(goal)}."
