"""Prompts in words: one method per prompt."""

from __future__ import annotations

from grognard.games.formosa.facts import Facts, movement
from grognard.kernel.ids import Side, Space, Unit
from grognard.kernel.words import Words, numbered


class Prompts(Words[Facts]):
    """The game's questions."""

    def form(self, unit: Unit, one: str, many: str) -> str:
        """The verb that goes with a unit: `are 1st Marines`."""
        return many if self.facts.is_plural(unit) else one

    def ask_set_up(self, lp: int) -> str:
        return f"Set up a unit, or buy one. {self.purse(lp)}"

    def purse(self, lp: int) -> str:
        """7.2i."""
        return f"{numbered(lp, 'logistics point')}; more than {self.facts.most_lp} cannot be kept."

    def ask_set_up_unit(self, unit: Unit) -> str:
        return f"Where {self.form(unit, 'is', 'are')} {self.unit(unit)} set up?"

    def ask_reconnaissance(self, left: int) -> str:
        return f"Reveal a Japanese stack ({left} left)."

    def ask_allied_set_up(self, lp: int, markers: int) -> str:
        need = "Without a marker nobody lands or drops, and with no unit ashore this turn the game is lost."
        return f"Buy units and markers. {self.purse(lp)}" + ("" if markers else f" {need}")

    def ask_recruit(self, lp: int) -> str:
        return f"Recruit or replace. {self.purse(lp)}"

    def ask_deploy(self, unit: Unit) -> str:
        return f"Where {self.form(unit, 'is', 'are')} {self.unit(unit)} deployed?"

    def ask_excess(self, hex_: Space) -> str:
        return f"{self.space(hex_)} is over-stacked: remove a unit."

    def ask_planning(self, side: Side, sky: int, ground: int, held: int, out: int, kept: int) -> str:
        extra = f"gunfire {out} staged, {kept} kept safe" if side == 0 else f"Kamikazes {out} to Tokku, {kept} held"
        return f"Plan your strikes: air superiority {sky}, tactical {ground}, held {held}; {extra}."

    def ask_air_losses(self, owed: int) -> str:
        return f"Lose {numbered(owed, 'air point')}."

    def ask_kamikaze_losses(self, owed: int, there: int = 1) -> str:
        if not there:
            return "Kamikazes: no marker or gunfire unit is there to be hit."
        return f"Kamikazes: lose {numbered(owed, 'marker or gunfire unit', 'markers or gunfire units')}."

    def ask_sortie(self) -> str:
        return "Does the mobile fleet sortie?"

    def ask_b29(self) -> str:
        return "Where does the B-29 strike?"

    def ask_show_fortress(self, hex_: Space) -> str:
        return f"Bombs on {self.space(hex_)}: show a coastal defence or heavy weapons?"

    def ask_bombed(self, hex_: Space) -> str:
        return f"Bombs on {self.space(hex_)}: which unit is lost?"

    def ask_markers(self, left: int, drop: int, doomed: int) -> str:
        how = "A held shore wants two clicks: the sea hex, then the shore. What is not placed now goes back to the box."
        if left:
            asked = f"Place invasion markers ({left} amphibious left). {how}"
        else:
            asked = "Place the drop zone, or continue without it." if drop else "There is no invasion marker to place."
        return f"{asked} With no unit ashore this turn the game is lost." if doomed else asked

    def ask_board(self, hex_: Space, target: Space, aboard: int) -> str:
        where = f"{self.space(hex_)}" if hex_ == target else f"{self.space(hex_)}, against {self.space(target)}"
        return f"Which units go to {where}? {aboard} so far."

    def ask_assault(self) -> str:
        return "Which assault comes next?"

    def ask_land(self, hex_: Space) -> str:
        return f"{self.space(hex_)} is cleared: who lands?"

    def ask_support(self) -> str:
        return "Place ground support, before any attack is declared."

    def ask_interdiction(self) -> str:
        return "Place interdiction."

    def ask_transfer(self) -> str:
        return "Ship a unit, or end naval transfer."

    def ask_ship(self, unit: Unit) -> str:
        return f"Where {self.form(unit, 'is', 'are')} {self.unit(unit)} shipped?"

    def ask_movement(self) -> str:
        return "Move a unit, or end movement."

    def ask_move_on(self, unit: Unit, hex_: Space, left: int) -> str:
        return f"{self.unit(unit)} in {self.space(hex_)}: {movement(left)} left."

    def ask_fly(self, unit: Unit) -> str:
        return f"Where {self.form(unit, 'is', 'are')} {self.unit(unit)} flown?"

    def ask_raid(self, unit: Unit) -> str:
        return f"Where {self.form(unit, 'does', 'do')} {self.unit(unit)} try to land?"

    def ask_hide_landing(self, unit: Unit) -> str:
        return f"{self.facts.does(unit, 'has', 'have')} landed: openly, or concealed?"

    def ask_sabotage(self, owed: int) -> str:
        return f"Sabotage: lose {numbered(owed, 'air point')}."

    def ask_combat(self, must: int, targets: int) -> str:
        if not must and not targets:
            return "Attack a hex, or end combat."
        return f"Attack: {numbered(must, 'hex', 'hexes')} must attack, {targets} must be attacked."

    def ask_plan_attack(self, hex_: Space) -> str:
        return f"Attack on {self.space(hex_)}: who attacks, and what else is attacked?"

    def ask_exploitation(self) -> str:
        return "Exploitation: one stack may attack again."

    def ask_commit_attack(self, hex_: Space) -> str:
        return f"Attack on {self.space(hex_)}: what supports it?"

    def ask_commit_defence(self, hex_: Space) -> str:
        return f"{self.space(hex_)} is attacked: what supports the defence?"

    def ask_prove_supply(self, unit: Unit) -> str:
        if self.facts.is_plural(unit):
            return f"{self.unit(unit)} are lost: prove that they were in supply?"
        return f"{self.unit(unit)} is lost: prove that it was in supply?"

    def ask_losses(self, count: int, factors: int) -> str:
        if factors:
            return f"Lose units with a total of at least {numbered(factors, 'combat factor')}."
        return f"Give up {numbered(count, 'unit')}."

    def ask_counterattack(self, hex_: Space) -> str:
        return f"The defenders of {self.space(hex_)} counterattack: which hex?"

    def ask_retreat(self, unit: Unit, hex_: Space) -> str:
        return f"Where {self.form(unit, 'does', 'do')} {self.unit(unit)} retreat?"

    def ask_retreats(self, count: int) -> str:
        return f"{count} units retreat: which goes next, and where?"

    def ask_advance(self, hex_: Space) -> str:
        return f"Who advances to {self.space(hex_)}?"

    def ask_bases(self, lp: int) -> str:
        return f"Build bases with your engineers ({numbered(lp, 'logistics point')}), or give bases up."
