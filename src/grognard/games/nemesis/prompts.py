"""Words for people: every prompt, as the asked side reads it."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.games.nemesis.movement import points
from grognard.games.nemesis.names_in_sentences import NamesInSentences
from grognard.kernel.ids import Side, Space, Unit
from grognard.kernel.words import numbered

SUBJECTS = {
    "move-on": ("unit", "space"),
    "take-bunker": ("space",),
    "absorb": ("space",),
    "rebuild": ("space",),
    "withdraw": ("unit", "space"),
    "relocate": ("unit",),
    "plan-attack": ("space", "", "units"),
    "plan-storm": ("space",),
    "spearhead": ("space",),
    "meeting": ("space", "unit"),
    "massive": ("space",),
    "banzai": ("space",),
    "force": ("space",),
    "new-leader": ("space",),
    "refuser": ("space", "unit"),
    "enforce": ("space",),
    "retreat-or-refuse": ("space", "", "", "units", "units"),
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


MORE_TO_FULL = "1 unit more on the map to full strength"


class Prompts(NamesInSentences):
    """The game's questions."""

    subjects = SUBJECTS

    def asked(self, unit: Unit) -> str:
        """`does the 4th Brigade`, `do Assam Rifles`."""
        return f"{'do' if self.is_many([unit]) else 'does'} {self.unit(unit)}"

    def ask_choose_first(self) -> str:
        return "Choose in secret the chit that you play first next turn."

    def ask_ground_air(self, left: int) -> str:
        return f"The monsoon: {numbered(left, 'Air Support unit')} must leave the game."

    def ask_movement(self, side: Side) -> str:
        return "Assault Phase: move counters one by one, dig Bunkers, then end movement."

    def ask_into_the_fire(self, side: Side) -> str:
        return "Into the Fire: move counters one by one, then end movement."

    def ask_move_on(self, unit: Unit, hex_: Space, left: int, open_: int, may_stop: int) -> str:
        where = f"{self.unit(unit)} in {self.space(hex_)}, {points(left)} MP left"
        if not open_:
            return f"{where}: no hex is open to it any more."
        return f"{where}: go on or stop." if may_stop else f"{where}: it must leave the hex."

    def ask_take_bunker(self, hex_: Space) -> str:
        return f"No Bunker is left for {self.space(hex_)}: which one is taken from the map?"

    def ask_absorb(self, hex_: Space) -> str:
        return f"A battalion in {self.space(hex_)} merges: which regiment takes it in?"

    def ask_rebuild(self, hex_: Space) -> str:
        return f"The battalions in {self.space(hex_)} merge: into which regiment?"

    def ask_ambush(self, left: int) -> str:
        return (
            "Place Ambushes in or next to your units: "
            f"1 MP more for the enemy to enter or to trace supply ({left} left)."
        )

    def ask_withdraw(self, unit: Unit, hex_: Space) -> str:
        return f"{self.unit(unit)} must leave {self.space(hex_)}: where to?"

    def ask_relocate(self, unit: Unit) -> str:
        return f"At which depot {self.asked(unit)} reappear?"

    def ask_assaults(self, side: Side) -> str:
        return "Choose a hex to assault, or end the phase."

    def ask_attacks(self, side: Side) -> str:
        return "Choose a hex to attack, or end the phase."

    def ask_plan_attack(self, target: Space, assault: int, air: Sequence[Unit]) -> str:
        who, from_where = ("assaults", "units of one hex") if assault else ("attacks", "units next to it")
        return f"Who {who} {self.space(target)}? Any {from_where}; once confirmed, it cannot be cancelled."

    def ask_plan_storm(self, target: Space, fled: int) -> str:
        if fled:
            part = ", or a part of them," if fled > 1 else ""
            return f"The units in {self.space(target)}{part} have just retreated there: who drives them on?"
        return f"{self.space(target)} is undefended: which units enter?"

    def ask_spearhead(self, target: Space, assault: int) -> str:
        return f"{'Assault' if assault else 'Attack'} on {self.space(target)}: which unit is the spearhead?"

    def ask_meeting(self, target: Space, spearhead: Unit) -> str:
        return f"{self.does(spearhead, 'charges')} {self.space(target)}: which unit meets the charge?"

    def ask_massive(self, target: Space) -> str:
        return f"Declare a Massive Combat at {self.space(target)}? Both sides lose one step more."

    def ask_banzai(self, target: Space) -> str:
        return f"Declare a Banzai at {self.space(target)}? You gain 1 on the die; your losses are permanent."

    def ask_losses(self, owed: int) -> str:
        return f"Take {numbered(owed, 'step loss', 'step losses')}."

    def ask_force(self, target: Space) -> str:
        return f"Force the defenders of {self.space(target)} to retreat? Name who leads the advance."

    def ask_new_leader(self, target: Space) -> str:
        return f"The leader has died: who leads the advance into {self.space(target)} now?"

    def ask_refuser(self, target: Space, leader: Unit) -> str:
        return f"{self.unit(leader)} would lead the advance into {self.space(target)}: which unit would refuse?"

    def ask_enforce(self, target: Space, price: int) -> str:
        cost = f"It costs {numbered(price, 'step')}." if price else "It costs nothing."
        return f"Enforce the retreat from {self.space(target)}? {cost}"

    def ask_retreat_or_refuse(
        self, target: Space, price: int, there: int, no_way: list[Unit], spent: list[Unit]
    ) -> str:
        where = self.space(target)
        stuck = f" {self.all_do(no_way, 'has', 'have')} no way out and would be eliminated." if no_way else ""
        if spent:
            stuck += (
                f" {self.units(spent)} would lose {'their' if self.is_many(spent) else 'its'} last step on the way."
            )
        if not price:
            return f"All units in {where} have to retreat: nobody there may refuse.{stuck}"
        dear = f", more than the {there} there: all of it would be lost" if price > there else ""
        return f"Retreat from {where}, or refuse at the price of {numbered(price, 'step')}{dear}?{stuck}"

    def ask_retreat(self, hex_: Space) -> str:
        return f"Every unit leaves {self.space(hex_)}: where to?"

    def ask_retreat_on(self, unit: Unit, hex_: Space) -> str:
        return f"{self.space(hex_)} is full: {self.does(unit, 'goes', 'go')} one hex farther."

    def ask_advance(self, target: Space) -> str:
        return f"{self.space(target)} is empty: who advances?"

    def ask_lead_storm(self, target: Space) -> str:
        return f"Which unit leads the way into {self.space(target)}?"

    def ask_overstacked(self, hex_: Space, chindits: int) -> str:
        many = "more than two Chindits" if chindits else "too many units"
        return f"{self.space(hex_)} holds {many}: eliminate one."

    def ask_take_flag(self, hex_: Space) -> str:
        return f"No flag is left for {self.space(hex_)}: which one is taken from the map?"

    def ask_remove_flag(self) -> str:
        return "Take one of your flags off an Objective that was yours from the start."

    def ask_monsoon(self, left: int, light: int) -> str:
        where = "not in Full Supply" if light else "in Clear or Jungle"
        return f"The monsoon takes {numbered(left, 'step')}: choose a unit {where}."

    def ask_replacements(self, left: int, battalions: int, support: int) -> str:
        one = "a Support step instead" if battalions else "1 Support step"
        if not battalions:
            return f"Bring back {one}, or end replacements."
        back = f"up to {left} battalions, each of another division if possible" if left > 1 else "1 battalion"
        return f"Bring back {back}{f'; one may be {one}' if support else ''}."

    def ask_place_replacement(self, unit: Unit) -> str:
        return f"Where {self.asked(unit)} return?"

    def ask_allied_replacements(self, lost: int, flips: int, paid: int) -> str:
        back = f"up to {numbered(lost, 'unit')} from the Losses Box" if lost > 1 else "1 unit from the Losses Box"
        full = f"up to {numbered(flips, 'unit')} on the map to full strength" if flips > 1 else MORE_TO_FULL
        if not lost:
            return f"Bring {full}{', for 1 of the scale' if paid else ''}, or end replacements."
        if not flips:
            return f"Bring back {back}, or end replacements."
        if not paid:
            return f"Bring back {back}, and bring {full}."
        instead = "instead of one of them" if lost > 1 else "instead"
        return f"Bring back {back}; {instead} you may bring {full}, for 1 of the scale."

    def ask_yunnan_returns(self) -> str:
        return "Which Yunnan unit returns?"

    def ask_arrival(self, unit: Unit) -> str:
        return f"Where {self.asked(unit)} come in?"

    def ask_arrivals(self, units: list[Unit]) -> str:
        return f"{self.units(units)} come in: which is next, and where?"

    def ask_fly(self, unit: Unit) -> str:
        return f"Where {self.asked(unit)} land?"

    def ask_rail(self) -> str:
        return "Move units by rail, or end the phase."

    def ask_detrain(self, unit: Unit, hex_: Space) -> str:
        return f"{self.does(unit, 'goes', 'go')} by rail: where to?"

    def ask_bring_on(self, scale: int, flights: int) -> str:
        ways = [f"bring on units (the Allied Reinforcement Scale is at {scale})"] if scale else []
        ways += [f"fly ({numbered(flights, 'flight')})"] if flights else []
        said = ", ".join([*ways, "go by rail"])
        return f"{said[0].upper()}{said[1:]}, or end the phase."
