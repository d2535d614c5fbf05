"""Words for people: log lines and prompts. Rules write facts; sentences are made here and nowhere else."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grognard.games.iwojima.score_ledger import ScoreLedger
from grognard.games.iwojima.setup import to_place
from grognard.kernel.bits import each
from grognard.kernel.flow import DRAW, Event
from grognard.kernel.ids import Side, Space, Unit
from grognard.kernel.words import listed, numbered

ENDINGS = {
    "forty": "{winner} reaches {goal} VP and wins.",
    "wiped-out": "{loser} has no unit left. {winner} wins.",
    "last-turn": "The last turn is over. {winner} wins on victory points.",
    "concession": "{loser} concedes. {winner} wins.",
}
ARGUMENTS = {
    "placed": ("space", "units"),
    "grounded": ("unit",),
    "retired": ("unit",),
    "restored": ("unit", "space"),
    "returned": ("unit", "space"),
    "built": ("", "space"),
    "bombardment-named": ("side", "space", "units"),
    "no-bombardment": ("side",),
    "bombardment": ("side", "space"),
    "assault-named": ("side", "space", "units"),
    "no-assault": ("side",),
    "assault": ("side", "space"),
    "damage": ("space",),
    "damage-to-concealed": ("space",),
    "loss-order": ("space", "units"),
    "cave-collapsed": ("space",),
    "caves-revealed": ("space",),
    "caves-removed": ("space",),
    "beachhead-lost": ("space",),
    "safe-lost": ("space",),
    "rocket-spent": ("unit",),
    "step-lost": ("unit", "space"),
    "spared": ("unit",),
    "stopped": ("unit", "space"),
    "fire-damage": ("unit", "space"),
    "retreat-declared": ("unit", "space", "space"),
    "retreated": ("unit", "space", "space"),
    "moved": ("unit", "space", "space"),
    "landed": ("unit", "space"),
    "committed": ("unit",),
    "hid": ("unit", "space"),
    "revealed": ("unit", "space"),
    "defensive-fire": ("unit", "unit", "space"),
    "overstacked": ("unit", "space"),
    "kirikami": ("unit", "space"),
    "banzai": ("unit", "space"),
    "hq-spent": ("unit",),
    "us-control": ("space",),
    "jp-control": ("space",),
    "scored": ("side",),
}
"""What the first arguments of an event are, so that a log line can point at the map."""
SUBJECTS = {
    "recover": ("space",),
    "order-row": ("space",),
    "order-concealed": ("space",),
    "concealed-losses": ("space",),
    "move-on": ("unit",),
    "defensive-fire": ("unit", "space"),
    "fall-back": ("unit", "space"),
    "retreats": ("space",),
}
"""What the first arguments of a prompt are, so that the page can point at what is asked about."""
LOST_BY = {
    "bombardment": "the bombardment has hit",
    "assault": "the assault did Damage",
    "control": "the Japanese side controls the area",
}
"""16.6, 19b, 13b: why a US marker is removed."""
POOLS = ("bombardment", "assault", "defensive-fire")
SIDE_NAMES = ("The US side", "The Japanese side")
ADJECTIVES = ("US", "Japanese")


def steps(number: int) -> str:
    """`1 step`, `2 steps`."""
    return numbered(number, "step")


def caves(number: int) -> str:
    """`1 Cave`, `2 Caves`."""
    return numbered(number, "Cave")


class Text(ScoreLedger):
    """The game's sentences."""

    arguments = ARGUMENTS
    subjects = SUBJECTS
    adjectives = ADJECTIVES
    capitals = ("Safe",)
    hops = ("moved",)

    def together(self, run: Sequence[Event]) -> str:
        """10.1, 23.2(1): a landing and the steps after it are one line, and so are the losses of one unit."""
        return self.came_ashore(run) or self.suffered(run) or super().together(run)

    def came_ashore(self, run: Sequence[Event]) -> str:
        """10.3: a landing, then steps inland."""
        if run[0].kind != "landed" or any(event.kind != "moved" for event in run[1:]):
            return ""
        unit, shore, cost = run[0].args
        if any(event.args[0] != unit for event in run):
            return ""
        way = " → ".join(self.space(space) for space in (shore, *(event.args[2] for event in run[1:])))
        return f"{self.facts.does(unit, 'lands')}: {way}, {cost + len(run) - 1} MP."

    def suffered(self, run: Sequence[Event]) -> str:
        """3.Losses, 23.2(1): the losses of one roll unit by unit, with the VP that they bring."""
        lost = [event for event in run if event.kind == "step-lost"]
        scored = [event for event in run if event.kind == "scored" and event.args[3] == "step"]
        if not lost or len(lost) + len(scored) < len(run) or run[0].kind != "step-lost":
            return ""
        units = dict.fromkeys(event.args[0] for event in lost)
        if len({event.args[1] for event in lost}) > 1 or any(event.args[4] not in units for event in scored):
            return ""
        told = " ".join(self.fared([event for event in lost if event.args[0] == unit]) for unit in units)
        vp = f" Japanese VP +{sum(e.args[1] for e in scored)}, now {scored[-1].args[2]} VP." if scored else ""
        return f"{told}{vp}"

    def fared(self, lost: Sequence[Event]) -> str:
        """3.Losses: all that one unit has lost."""
        unit, area, left = lost[-1].args
        fate = f"{steps(left)} left" if left else self.fate(unit)
        return f"{self.facts.does(unit, 'loses')} {steps(len(lost))} in {self.space(area)} ({fate})."

    def fate(self, unit: Unit) -> str:
        """8d, 3.Losses: whether a unit that is eliminated may come back."""
        return "eliminated; it may come back by Recovery" if self.facts.us >> unit & 1 else "eliminated for good"

    def mentions(self, event: Event) -> dict[str, Any]:
        """Whose act it was, which units and spaces it touched, and from which face on its dice hit."""
        out = super().mentions(event)
        # A rocket's die shows how many Hits it makes: a roll with one in it has no face from which all dice hit.
        if event.kind in POOLS and not (event.kind == "bombardment" and event.args[2]):
            out["hits"] = self.facts.hit
        return out

    # --- set-up, weather, turn

    def say_set_up_done(self) -> str:
        return "The Japanese garrison is in place: 23 units and 21 Caves, out of sight."

    def say_placed(self, area: Space, units: list[Unit], number: int) -> str:
        parts = [self.units(units)] if units else []
        if number:
            parts.append(caves(number))
        return f"{self.space(area)}: {'; '.join(parts)}."

    def say_auto_set_up(self) -> str:
        return "The set-up is random."

    def say_weather(self) -> str:
        return "Weather"

    def say_weather_is(self, weather: int, grounded: int) -> str:
        name = self.facts.weather_names[weather]
        flying = "all air units fly" if not grounded else f"{numbered(grounded, 'air unit')} grounded"
        return f"{name} weather: {flying}."

    def say_grounded(self, unit: Unit) -> str:
        return f"{self.facts.does(unit, 'is', 'are')} grounded."

    def say_turn(self, turn: int) -> str:
        return f"The Turn marker advances to turn {turn}: {self.facts.dates[turn - 1]}."

    def say_retired(self, unit: Unit) -> str:
        return f"{self.facts.does(unit, 'leaves')} for good."

    # --- recovery and construction

    def say_restored(self, unit: Unit, area: Space, now: int) -> str:
        return f"{self.facts.does(unit, 'recovers')} 1 step at {self.space(area)} (now {steps(now)})."

    def say_returned(self, unit: Unit, area: Space) -> str:
        return f"{self.facts.does(unit, 'returns')} with 1 step at {self.space(area)}."

    def say_built(self, kind: str, area: Space) -> str:
        if kind == "flag":
            return f"The Stars and Stripes go up on {self.space(area)}."
        name = "Beachhead" if kind == "beachhead" else "Safe to Land"
        return f"{name} marker placed in {self.space(area)}."

    # --- bombardment and assault

    def say_bombardment_named(self, side: Side, area: Space, units: list[Unit]) -> str:
        return f"{ADJECTIVES[side]} bombardment of {self.space(area)}: {self.units(units)}."

    def say_no_bombardment(self, side: Side) -> str:
        return f"No {ADJECTIVES[side]} bombardment."

    def say_bombardment(self, side: Side, area: Space, rockets: int) -> str:
        rocket = "; the last die is the rocket's Hits" if rockets else ""
        return f"{ADJECTIVES[side]} bombardment of {self.space(area)}{rocket}"

    def say_assault_named(self, side: Side, area: Space, units: list[Unit]) -> str:
        return f"{ADJECTIVES[side]} assault in {self.space(area)}: {self.units(units)}."

    def say_no_assault(self, side: Side) -> str:
        return f"No {ADJECTIVES[side]} assault."

    def say_assault(self, side: Side, area: Space) -> str:
        return f"{ADJECTIVES[side]} assault in {self.space(area)}"

    def say_damage(self, area: Space, hits: int, damage: int) -> str:
        return f"{self.space(area)}: {numbered(hits, 'Hit')}, Damage {damage}."

    def say_spared(self, unit: Unit, number: int, armor: int) -> str:
        if armor and number > armor:
            return f"Armor of {self.unit(unit)} ignores {numbered(armor, 'loss', 'losses')}, its retreat 1 more."
        by = "Armor" if armor else "The retreat"
        return f"{by} of {self.unit(unit)} ignores {numbered(number, 'loss', 'losses')}."

    def say_fire_damage(self, mover: Unit, area: Space, damage: int) -> str:
        return f"{numbered(damage, 'Hit')} on {self.unit(mover)} in {self.space(area)}: Damage {damage}."

    def say_stopped(self, unit: Unit, area: Space, why: str) -> str:
        reason = "contact" if why == "contact" else "it came under fire"
        return f"{self.facts.does(unit, 'stops')} in {self.space(area)}: {reason}."

    def say_damage_to_concealed(self, area: Space, damage: int) -> str:
        return f"Damage {damage} goes to Concealed units in {self.space(area)}, if any."

    def say_loss_order(self, area: Space, units: list[Unit]) -> str:
        if not units:
            return f"No standing loss order in {self.space(area)}."
        return f"Standing loss order in {self.space(area)}: {', then '.join(map(self.unit, units))}."

    def say_cave_collapsed(self, area: Space, left: int) -> str:
        return f"A Cave in {self.space(area)} collapses ({caves(left) if left else 'none'} left in view)."

    def say_caves_revealed(self, area: Space, number: int) -> str:
        return f"{caves(number)} Revealed in {self.space(area)}."

    def say_caves_removed(self, area: Space, number: int) -> str:
        return f"{caves(number)} removed from {self.space(area)}: the US side controls it."

    def say_beachhead_lost(self, area: Space, why: str) -> str:
        return f"The Beachhead marker in {self.space(area)} is removed: {LOST_BY[why]}."

    def say_safe_lost(self, area: Space, why: str) -> str:
        return f"The Safe to Land marker in {self.space(area)} is removed: {LOST_BY[why]}."

    def say_rocket_spent(self, unit: Unit) -> str:
        return f"{self.facts.does(unit, 'is', 'are')} spent and gone for good."

    def say_step_lost(self, unit: Unit, area: Space, left: int) -> str:
        where = self.space(area)
        if left:
            return f"{self.facts.does(unit, 'loses')} 1 step in {where} ({steps(left)} left)."
        return f"{self.facts.does(unit, 'loses')} 1 step in {where} ({self.fate(unit)})."

    def say_retreat_declared(self, unit: Unit, area: Space, away: Space) -> str:
        return f"{self.unit(unit)} will retreat to {self.space(away)}."

    def say_retreated(self, unit: Unit, area: Space, away: Space) -> str:
        return f"{self.facts.does(unit, 'retreats')} from {self.space(area)} to {self.space(away)}."

    # --- movement

    def say_moved(self, unit: Unit, origin: Space, area: Space) -> str:
        return f"{self.unit(unit)}: {self.space(origin)} → {self.space(area)}."

    def say_landed(self, unit: Unit, area: Space, cost: int) -> str:
        return f"{self.facts.does(unit, 'lands')} at {self.space(area)}, {cost} MP."

    def say_committed(self, unit: Unit) -> str:
        return f"{self.unit(unit)} of the 3rd Division is committed to the Landing Area Box."

    def say_japanese_movement(self) -> str:
        return "Japanese movement allowance"

    def say_may_move(self, number: int) -> str:
        return f"{numbered(number, 'Japanese unit')} may move."

    def say_hid(self, unit: Unit, area: Space) -> str:
        return f"{self.facts.does(unit, 'goes', 'go')} into hiding in {self.space(area)}."

    def say_revealed(self, unit: Unit, area: Space, left: int, fired: int) -> str:
        revealed = f"{self.facts.does(unit, 'is', 'are')} Revealed in {self.space(area)}"
        found = [f"{steps(left)} left"] if left < self.facts.full[unit] else []
        state = ", ".join([*found, "Fired"] if fired else found)
        return f"{revealed} ({state})." if state else f"{revealed}."

    def say_defensive_fire(self, firer: Unit, mover: Unit, area: Space) -> str:
        return f"{self.facts.does(firer, 'fires')} at {self.unit(mover)} in {self.space(area)}"

    def say_overstacked(self, unit: Unit, area: Space) -> str:
        return f"{self.facts.does(unit, 'is', 'are')} removed for good: {self.space(area)} is over its stacking limit."

    # --- charges

    def say_kirikami(self, unit: Unit, area: Space) -> str:
        return f"Kirikami Charge! {self.facts.does(unit, 'leads')} it in {self.space(area)}."

    def say_banzai(self, unit: Unit, area: Space) -> str:
        return f"Banzai Charge! {self.facts.does(unit, 'leads')} it from {self.space(area)}."

    def say_hq_spent(self, unit: Unit) -> str:
        return f"{self.facts.does(unit, 'falls')} in the Banzai Charge."

    # --- control and victory

    def say_us_control(self, area: Space) -> str:
        return f"{self.space(area)} comes under US control."

    def say_jp_control(self, area: Space) -> str:
        return f"{self.space(area)} comes under Japanese control."

    def say_scored(self, side: Side, points: int, total: int, why: str, about: Any) -> str:
        return f"{ADJECTIVES[side]} VP +{points}, now {total} VP: {self.reason(why, about)}."

    def reason(self, why: str, about: Any) -> str:
        """23: what victory points are for."""
        if why == "step":
            return f"{self.unit(about)} lost 1 step"
        if why == "third":
            return f"the 3rd Division lands in {self.space(about)} without a Beachhead"
        if why == "safe":
            return f"Safe to Land at {listed([self.space(area) for area in each(about)])}"
        if why == "both":
            return f"both {listed([self.space(area) for area in each(about)])} are Safe to Land"
        if why == "alive":
            return f"{numbered(about, 'Japanese unit')} alive"
        if why == "areas":
            return f"{numbered(about, 'area')} under Japanese control"
        return "the headquarters survives" if why == "headquarters" else "the flag on Mt Suribachi"

    # --- sums

    def term_dice(self, unit: Unit, dice: int) -> str:
        return f"{self.unit(unit)}: {numbered(dice, 'die', 'dice')}"

    def term_charge(self, name: str, extra: int) -> str:
        return f"{name} Charge: {numbered(extra, 'die', 'dice')} more"

    def term_surprise(self, extra: int) -> str:
        return f"Surprise, since it was Concealed: {numbered(extra, 'die', 'dice')} more"

    def term_hits(self, hits: int, dice: int) -> str:
        return f"{numbered(dice, 'die', 'dice')} at {self.facts.hit} or more: {numbered(hits, 'Hit')}"

    def term_rocket(self, face: int) -> str:
        return f"The rocket's die: {numbered(face, 'Hit')}"

    def term_damage(self, area: Space, hits: int, ground: int, number: int, damage: int) -> str:
        taken = f" − {ground} ({self.facts.area_class[area]})" if ground else ""
        taken += f" − {number} ({'Cave' if number == 1 else 'Caves'})" if number else ""
        return f"{numbered(hits, 'Hit')}{taken or ', nothing taken off'} = Damage {damage}"

    def term_open_fire(self) -> str:
        return "Ground and Caves take nothing off Defensive Fire"

    def term_anti_tank(self) -> str:
        return "Armor does not count against an anti-tank unit"

    def term_allowance(self, die: int) -> str:
        return f"Die {die}: 1 unit on 1–2, 2 on 3–4, 3 on 5–6"

    def say_flag(self) -> str:
        return "VP for raising the flag"

    def say_game_over(self, winner: int, ending: str) -> str:
        if winner == DRAW:
            return "The last turn is over. Victory points are equal: a draw."
        words = {"winner": SIDE_NAMES[winner], "loser": SIDE_NAMES[1 - winner], "goal": self.facts.goal}
        return ENDINGS[ending].format(**words)

    # --- prompts

    def ask_set_up(self, units: int, caves_left: int) -> str:
        if not units and not caves_left:
            return "The garrison is complete. Confirm the set-up, or change it."
        return f"Set up the garrison: {to_place(units, caves_left)} to place. Only you can see them."

    def ask_ground_air(self, number: int) -> str:
        if number == 1:
            return "The weather grounds one air unit: choose it."
        return f"The weather grounds {number} air units: choose the first."

    def ask_recover(self, area: Space, restore: int, bring_back: int) -> str:
        if restore and bring_back:
            return f"Recovery at {self.space(area)}: restore one step, or bring back an eliminated unit with one step."
        if restore:
            return f"Recovery at {self.space(area)}: restore one step?"
        return f"Recovery at {self.space(area)}: bring back an eliminated unit with one step?"

    def ask_designate_bombardment(self) -> str:
        return "Name every target: click a bombarding unit, then its area. Then confirm."

    def ask_next_bombardment(self) -> str:
        return "Which bombardment is resolved next?"

    def ask_bombardment_window(self) -> str:
        return "The US targets are named. Reveal anything before the dice?"

    def ask_assault_window(self) -> str:
        return "The US assaults are named. Reveal anything before the dice?"

    def ask_order_row(self, area: Space, damage: int) -> str:
        return f"Damage {damage} in {self.space(area)}: click the enemy units in the order in which they lose steps."

    def ask_order_concealed(self, area: Space, damage: int) -> str:
        where = f"Damage {damage} on your Concealed units in {self.space(area)}"
        return f"{where}: choose the order of losses. The US player sees nothing."

    def ask_concealed_losses(self, area: Space, damage: int, ordered: int) -> str:
        how = "Your standing loss order is used." if ordered else "There is nothing to choose."
        return f"Damage {damage} falls on Concealed units in {self.space(area)}. {how}"

    def ask_us_movement(self) -> str:
        return "Move or land one unit at a time, or end the phase."

    def ask_move_on(self, unit: Unit, mp: int) -> str:
        return f"{self.facts.does(unit, 'has', 'have')} {mp} MP left: go on, or stop."

    def ask_defensive_fire(self, mover: Unit, area: Space, able: int, hidden: int) -> str:
        entered = f"{self.facts.does(mover, 'has', 'have')} entered {self.space(area)}."
        if able:
            return f"{entered} Fire with one unit there?"
        if hidden:
            return f"{entered} No unit of yours there can fire. Reveal one, or pass."
        return f"{entered} You have no unit there that can fire or be Revealed."

    def ask_fall_back(self, mover: Unit, area: Space, damage: int, is_open: int) -> str:
        if not is_open:
            return f"Damage {damage} on {self.unit(mover)} in {self.space(area)}. No area is open for a retreat."
        if not damage:
            return f"No Damage on {self.unit(mover)} in {self.space(area)}. It may stay or retreat, but its move ends."
        return (
            f"Damage {damage} on {self.unit(mover)} in {self.space(area)}: "
            "the losses are 1 fewer if it retreats. Its move ends either way."
        )

    def ask_kirikami(self) -> str:
        return (
            "Kirikami Charge? A unit in contact loses 1 step; every Japanese unit assaults with 1 extra die this turn."
        )

    def ask_designate_assault(self) -> str:
        return "Name every assault and every assaulting unit, then confirm."

    def ask_next_assault(self) -> str:
        return "Which assault is resolved next?"

    def ask_retreats(self, area: Space, damage: int, is_open: int) -> str:
        if not is_open:
            return f"Damage {damage} in {self.space(area)}. No unit of yours there can retreat."
        return f"Damage {damage} in {self.space(area)}. Declare retreats: each retreating unit ignores its first loss."

    def ask_construction(self, beachheads: int, safe: int, flag: int) -> str:
        said = ["Construction in US-controlled areas."]
        if beachheads:
            said.append(f"{numbered(beachheads, 'Beachhead')} left: artillery and tanks land there.")
        if safe:
            said.append(f"Safe to Land earns {self.facts.vp_safe} VP in each End Phase.")
        if flag:
            said.append("The flag earns a die roll of VP, once.")
        return " ".join(said)

    def ask_japanese_movement(self, left: int) -> str:
        return f"{numbered(left, 'unit')} may still move. Choose a unit and how it moves."

    def ask_retire_air(self) -> str:
        return "One air support unit leaves for good. Which?"

    def ask_retire_naval(self) -> str:
        return "One naval support unit withdraws. Which?"
