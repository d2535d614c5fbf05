"""Words for people: log lines and prompts. Rules write facts; sentences are made here and nowhere else."""

from __future__ import annotations

from grognard.games.nemesis.facts import CHITS, Facts
from grognard.games.nemesis.movement import points
from grognard.games.nemesis.odds import parse
from grognard.kernel.flow import DRAW
from grognard.kernel.words import Words, listed, numbered

SIDES = ("Allied", "Japanese")
SIDE_NAMES = ("The Allied side", "The Japanese side")
GENERALS = ("Slim", "Mutaguchi")
SUPERIORS = ("Churchill", "Hirohito")
LEVELS = ("in Full Supply", "in Limited Supply", "Out of Supply")
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
    "merged": ("unit", "space"),
    "moved": ("unit", "space", "space"),
    "bunker": ("", "space"),
    "ambush": ("space",),
    "ambush-cleared": ("space",),
    "withdrew": ("unit", "space", "space"),
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
    "railed": ("unit", "space", "space"),
}
SUBJECTS = {
    "move-on": ("unit", "space"),
    "take-bunker": ("space",),
    "absorb": ("space",),
    "rebuild": ("space",),
    "withdraw": ("unit", "space"),
    "relocate": ("unit",),
    "plan-attack": ("space",),
    "plan-storm": ("space",),
    "spearhead": ("space",),
    "meeting": ("space", "unit"),
    "massive": ("space",),
    "banzai": ("space",),
    "force": ("space",),
    "new-leader": ("space",),
    "refuser": ("space", "unit"),
    "enforce": ("space",),
    "retreat-or-refuse": ("space",),
    "retreat": ("space",),
    "retreat-on": ("unit", "space"),
    "advance": ("space",),
    "lead-storm": ("space",),
    "overstacked": ("space",),
    "take-flag": ("space",),
    "place-replacement": ("unit",),
    "arrival": ("unit",),
    "arrivals": ("units",),
    "fly": ("unit",),
    "detrain": ("unit", "space"),
}


class Text(Words[Facts]):
    """The game's sentences."""

    adjectives = SIDES
    arguments = ARGUMENTS
    subjects = SUBJECTS
    hops = ("moved",)

    # --- 4 turns and chits

    def say_turn(self, turn: int) -> str:
        return f"Game Turn {turn}: {self.facts.dates[turn - 1]}."

    def say_monsoon(self, heavy: int) -> str:
        if heavy:
            return "The Heavy Monsoon: all movement costs are doubled."
        return "The Light Monsoon: Minor Rivers count as Major Rivers."

    def say_grounded(self, unit: int) -> str:
        return f"{self.unit(unit)} leaves the game."

    def say_draw(self, side: int, left: list[int]) -> str:
        return f"{SIDES[side]} draw from {listed([CHITS[chit] for chit in left])}"

    def say_chit(self, side: int, chit: int, number: int) -> str:
        return f"{SIDES[side]} chit {number}: {CHITS[chit]}."

    def say_chit_chosen(self, side: int, chit: int) -> str:
        return f"First chit of the next turn: {CHITS[chit]}."

    def say_chit_laid(self, side: int) -> str:
        return f"The {SIDES[side]} player lays a chit face down."

    def say_yunnan_active(self) -> str:
        return "The Yunnan Force is active this turn."

    def say_yunnan_sleeps(self) -> str:
        return "The Yunnan Force does not move this turn."

    def say_chiangs_face(self, face: int, drm: int) -> str:
        return f"Does Chiang lose face? {face} or less activates the Yunnan Force ({drm:+d})"

    # --- 2.3-2.5 tracks

    def say_general(self, side: int, more: int, now: int) -> str:
        return f"{GENERALS[side]} {more:+d}: at {now}."

    def say_superior(self, side: int, more: int, now: int) -> str:
        return f"{SUPERIORS[side]} {more:+d}: at {now}."

    def say_superior_die(self, side: int, general: int) -> str:
        return f"Is {SUPERIORS[side]} happy? {general} or less"

    def say_superior_unmoved(self, side: int) -> str:
        return f"{SUPERIORS[side]} is not impressed."

    def say_lament(self, side: int, more: int, now: int) -> str:
        return f"{SIDES[side]} Lament {more:+d}: at {now}."

    def say_scale(self, more: int, now: int) -> str:
        return f"Allied Reinforcement Scale {more:+d}: at {now}."

    def say_captured(self, side: int, hex_: int, value: int) -> str:
        return f"{SIDES[side]} flag over {self.space(hex_)}, worth {value}."

    def say_flag_removed(self, side: int, hex_: int) -> str:
        return f"The {SIDES[side]} flag over {self.space(hex_)} comes off."

    def say_flag_taken(self, side: int, hex_: int) -> str:
        return f"No flag is left: the one over {self.space(hex_)} is used."

    def say_game_over(self, winner: int, ending: str) -> str:
        if winner == DRAW:
            return "The campaign is over: both Superiors are equally happy. A draw."
        return ENDINGS[ending].format(winner=SIDE_NAMES[winner], loser=SIDE_NAMES[1 - winner])

    # --- losses

    def say_step_lost(self, unit: int, hex_: int, left: int) -> str:
        if left:
            return f"{self.unit(unit)} loses a step in {self.space(hex_)}."
        return f"{self.unit(unit)} loses its last step in {self.space(hex_)}."

    def say_becomes(self, unit: int, battalion: int, hex_: int) -> str:
        return f"Of {self.unit(unit)} a battalion is left in {self.space(hex_)}."

    def say_eliminated(self, unit: int, for_good: int) -> str:
        return f"{self.unit(unit)} is lost{' for good' if for_good else ''}."

    def say_overstacked(self, hex_: int, unit: int) -> str:
        return f"{self.space(hex_)} holds too many units: {self.unit(unit)} is given up."

    def say_bunker_lost(self, hex_: int) -> str:
        return f"The Bunker in {self.space(hex_)} is gone."

    # --- 3.3, 5.1 movement

    def say_dropped_off(self, unit: int, battalion: int, hex_: int) -> str:
        return f"{self.unit(unit)} drops off a battalion in {self.space(hex_)}."

    def say_merged(self, unit: int, hex_: int, steps: int) -> str:
        return f"{self.unit(unit)} gathers its battalions in {self.space(hex_)} ({numbered(steps, 'step')})."

    def say_moved(self, unit: int, start: int, goal: int) -> str:
        return f"{self.unit(unit)}: {self.space(start)} → {self.space(goal)}."

    def say_bunker(self, pool: int, hex_: int) -> str:
        return f"{BUNKERS[pool]} Bunker in {self.space(hex_)}."

    def say_ambush(self, hex_: int) -> str:
        return f"Ambush in {self.space(hex_)}."

    def say_ambush_cleared(self, hex_: int) -> str:
        return f"The Ambush in {self.space(hex_)} is cleared."

    def say_withdrew(self, unit: int, start: int, goal: int) -> str:
        return f"{self.unit(unit)} withdraws from {self.space(start)} to {self.space(goal)}."

    def say_relocated(self, unit: int, hex_: int) -> str:
        return f"{self.unit(unit)} reappears at {self.space(hex_)}."

    def say_returns_later(self, unit: int) -> str:
        return f"{self.unit(unit)} returns next turn."

    # --- 6 combat

    def say_attack(self, side: int, target: int, units: list[int], air: int, odds: str) -> str:
        by = self.units(units if air < 0 else [*units, air])
        return f"{SIDES[side]} attack on {self.space(target)} by {by}: {odds}."

    def say_storm(self, side: int, target: int, units: list[int]) -> str:
        return f"{self.units(units)} {'walks' if len(units) == 1 else 'walk'} into {self.space(target)}."

    def say_spearhead(self, unit: int) -> str:
        return f"{self.unit(unit)} is the spearhead."

    def say_meeting(self, unit: int) -> str:
        return f"{self.unit(unit)} meets the charge."

    def say_massive(self, side: int, target: int) -> str:
        return f"Massive Combat at {self.space(target)}: both sides lose one step more."

    def say_banzai(self, target: int) -> str:
        return f"Banzai at {self.space(target)}!"

    def say_combat(self, side: int, target: int, column: str, drm: int) -> str:
        return f"{SIDES[side]} attack on {self.space(target)}: column {column}, die {drm:+d}"

    def say_result(self, target: int, result: str, modified: int, massive: int) -> str:
        lost, slain, forced = parse(result)
        more = ", a retreat may be forced" if forced else ""
        return f"Modified {modified}: attacker {lost + massive}, defender {slain + massive}{more}."

    def say_leader(self, unit: int) -> str:
        return f"{self.unit(unit)} leads the advance."

    def say_refuser(self, unit: int) -> str:
        return f"{self.unit(unit)} stands ready to refuse."

    def say_not_forced(self, target: int) -> str:
        return f"No retreat from {self.space(target)} is enforced."

    def say_enforced(self, side: int, target: int, price: int) -> str:
        cost = f" at the price of {numbered(price, 'step')}" if price else ""
        return f"The retreat from {self.space(target)} is enforced{cost}."

    def say_retreat(self, side: int, target: int) -> str:
        return f"The {SIDES[side]} units retreat from {self.space(target)}."

    def say_refused(self, side: int, target: int, owed: int) -> str:
        return f"The {SIDES[side]} units in {self.space(target)} refuse: {numbered(owed, 'step')}."

    def say_driven_out(self, side: int, target: int) -> str:
        return f"The {SIDES[side]} units that fled to {self.space(target)} are driven on."

    def say_no_retreat(self, unit: int, hex_: int) -> str:
        return f"{self.unit(unit)} has no way out of {self.space(hex_)}."

    def say_retreated(self, unit: int, start: int, goal: int) -> str:
        return f"{self.unit(unit)} retreats to {self.space(goal)}."

    def say_advanced(self, unit: int, start: int, goal: int) -> str:
        return f"{self.unit(unit)} advances into {self.space(goal)}."

    # --- 7, 8

    def say_supply_check(self, side: int) -> str:
        return f"{SIDES[side]} supply is checked."

    def say_supply_level(self, unit: int, level: int) -> str:
        return f"{self.unit(unit)} is {LEVELS[level]}."

    def say_attrition(self, units: list[int]) -> str:
        return f"Attrition on 1–{self.facts.small_loses_to}: {self.units(units)}"

    def say_replaced(self, unit: int, hex_: int, level: int) -> str:
        return f"{self.unit(unit)} returns at {self.space(hex_)}, {LEVELS[level]}."

    def say_refitted(self, unit: int, hex_: int) -> str:
        return f"{self.unit(unit)} is brought to full strength in {self.space(hex_)}."

    def say_recovered(self, unit: int) -> str:
        return f"{self.unit(unit)} goes to the Off-Map Box."

    def say_due(self, unit: int) -> str:
        return f"{self.unit(unit)} is at hand in the Off-Map Box."

    def say_delayed(self, unit: int) -> str:
        return f"{self.unit(unit)} finds no room and has to wait."

    def say_arrived(self, unit: int, hex_: int) -> str:
        return f"{self.unit(unit)} arrives at {self.space(hex_)}."

    def say_railed(self, unit: int, start: int, goal: int) -> str:
        return f"{self.unit(unit)} goes by rail from {self.space(start)} to {self.space(goal)}."

    # --- prompts

    def ask_choose_first(self) -> str:
        return "Choose in secret the chit that you play first next turn."

    def ask_ground_air(self, left: int) -> str:
        return f"The monsoon: {numbered(left, 'Air Support unit')} must leave the game."

    def ask_movement(self, side: int) -> str:
        return "Assault Phase: move counters one by one, dig Bunkers, then end movement."

    def ask_into_the_fire(self, side: int) -> str:
        return "Into the Fire: move counters one by one, then end movement."

    def ask_move_on(self, unit: int, hex_: int, left: int) -> str:
        return f"{self.unit(unit)} in {self.space(hex_)}, {points(left)} mp left: go on or stop."

    def ask_take_bunker(self, hex_: int) -> str:
        return f"No Bunker is left for {self.space(hex_)}: which one is taken from the map?"

    def ask_absorb(self, hex_: int) -> str:
        return f"A battalion in {self.space(hex_)} merges: which regiment takes it in?"

    def ask_rebuild(self, hex_: int) -> str:
        return f"The battalions in {self.space(hex_)} merge: into which regiment?"

    def ask_ambush(self, left: int) -> str:
        return f"Place Ambushes in or next to your units ({left} left)."

    def ask_withdraw(self, unit: int, hex_: int) -> str:
        return f"{self.unit(unit)} must leave {self.space(hex_)}: where to?"

    def ask_relocate(self, unit: int) -> str:
        return f"At which depot does {self.unit(unit)} reappear?"

    def ask_assaults(self, side: int) -> str:
        return "Choose a hex to assault, or end the phase."

    def ask_attacks(self, side: int) -> str:
        return "Choose a hex to attack, or end the phase."

    def ask_plan_attack(self, target: int, assault: int) -> str:
        from_where = "units of one hex" if assault else "units next to it"
        return f"Who attacks {self.space(target)}? Any {from_where}; once confirmed there is no way back."

    def ask_plan_storm(self, target: int) -> str:
        return f"Nobody holds {self.space(target)}: who walks in?"

    def ask_spearhead(self, target: int) -> str:
        return f"Attack on {self.space(target)}: which unit is the spearhead?"

    def ask_meeting(self, target: int, spearhead: int) -> str:
        return f"{self.unit(spearhead)} charges {self.space(target)}: which unit meets it?"

    def ask_massive(self, target: int) -> str:
        return f"Declare a Massive Combat at {self.space(target)}? Both sides lose one step more."

    def ask_banzai(self, target: int) -> str:
        return f"Declare a Banzai at {self.space(target)}? Your losses are for good."

    def ask_losses(self, owed: int) -> str:
        return f"Take {numbered(owed, 'step loss', 'step losses')}."

    def ask_force(self, target: int) -> str:
        return f"Force the defenders of {self.space(target)} to retreat? Name who leads the advance."

    def ask_new_leader(self, target: int) -> str:
        return f"The leader has died: who leads the advance into {self.space(target)} now?"

    def ask_refuser(self, target: int, leader: int) -> str:
        return f"{self.unit(leader)} would lead the advance into {self.space(target)}: who would refuse?"

    def ask_enforce(self, target: int, price: int) -> str:
        cost = f"It costs {numbered(price, 'step')}." if price else "It costs nothing."
        return f"Enforce the retreat from {self.space(target)}? {cost}"

    def ask_retreat_or_refuse(self, target: int, price: int) -> str:
        return f"Retreat from {self.space(target)}, or refuse at the price of {numbered(price, 'step')}?"

    def ask_retreat(self, hex_: int) -> str:
        return f"Every unit leaves {self.space(hex_)}: where to?"

    def ask_retreat_on(self, unit: int, hex_: int) -> str:
        return f"{self.space(hex_)} is full: {self.unit(unit)} goes one hex farther."

    def ask_advance(self, target: int) -> str:
        return f"{self.space(target)} is empty: who advances?"

    def ask_lead_storm(self, target: int) -> str:
        return f"Which unit leads the way into {self.space(target)}?"

    def ask_overstacked(self, hex_: int) -> str:
        return f"{self.space(hex_)} holds too many units: eliminate one."

    def ask_take_flag(self, hex_: int) -> str:
        return f"No flag is left for {self.space(hex_)}: which one is taken from the map?"

    def ask_remove_flag(self) -> str:
        return "Take one of your flags off an Objective that was yours from the start."

    def ask_monsoon(self, left: int, light: int) -> str:
        where = "not in Full Supply" if light else "in Clear or Jungle"
        return f"The monsoon takes {numbered(left, 'step')}: choose a unit {where}."

    def ask_replacements(self, left: int) -> str:
        return f"Bring back up to {numbered(left, 'battalion')}, each of another division if possible."

    def ask_place_replacement(self, unit: int) -> str:
        return f"Where does {self.unit(unit)} return?"

    def ask_allied_replacements(self, slots: int, flips: int) -> str:
        more = f", flip {flips} more" if flips else ""
        return f"Replacements: {numbered(slots, 'unit')} from the Losses Box or a flip{more}."

    def ask_yunnan_returns(self) -> str:
        return "Which Yunnan unit returns?"

    def ask_arrival(self, unit: int) -> str:
        return f"Where does {self.unit(unit)} come in?"

    def ask_arrivals(self, units: list[int]) -> str:
        return f"{self.units(units)} come in: who goes next, and where?"

    def ask_fly(self, unit: int) -> str:
        return f"Where does {self.unit(unit)} land?"

    def ask_rail(self) -> str:
        return "Move units by rail, or end the phase."

    def ask_detrain(self, unit: int, hex_: int) -> str:
        return f"{self.unit(unit)} goes by rail: where to?"

    def ask_bring_on(self, scale: int, flights: int) -> str:
        return f"Bring on units (scale {scale}), fly ({numbered(flights, 'flight')}), go by rail, or end the phase."
