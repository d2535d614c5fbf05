"""Sentences of the log and prompts, in the hobby's words."""

from __future__ import annotations

from typing import Any

from grognard.games.whitesun.breakdown_text import BreakdownText
from grognard.games.whitesun.facts import CHINESE, JAPANESE
from grognard.games.whitesun.prompts import Prompts
from grognard.games.whitesun.score_ledger import ScoreLedger
from grognard.games.whitesun.state import ENDS
from grognard.kernel.flow import Event
from grognard.kernel.ids import Space, Unit
from grognard.kernel.words import listed, numbered

ENDINGS = {
    "victory": "Chungking, Chengtu, the ports and the railroad from north to south are Japanese: Japan wins.",
    "survival": "Cities inside the objective line are still Chinese: Tokyo calls the war off. China wins.",
    "time": "Turn 4 is over and the conditions are not met. China wins.",
    "concession": "Japan concedes. China wins.",
}
ROWS = {
    "division": "a division is called up",
    "brigade": "a brigade is called up",
    "port": "capture a port",
    "changsha": "drive on Changsha",
    "raid": "guerrilla attack",
}
NO_SHOWS = {
    "elite": ("is kept back: no city here", "are kept back: no city here"),
    "north": ("fights north of the Yangtze only", "fight north of the Yangtze only"),
    "south": ("fights south of the Yangtze only", "fight south of the Yangtze only"),
}
ARGUMENTS: dict[str, tuple[str, ...]] = {
    "operation": ("units",),
    "step-lost": ("unit", "space"),
    "chinese-lost": ("unit", "space"),
    "event": ("", "", "", "", "space"),
    "drawn": ("unit", "space"),
    "no-show": ("unit", "space"),
    "asterisk": ("units",),
    "cohesion": ("units",),
    "asterisk-result": ("unit",),
    "cohesion-result": ("unit",),
    "fighters-gone": ("unit",),
    "fighters-back": ("unit",),
    "withdrawn": ("unit",),
    "called-up": ("unit",),
    "spent": ("unit",),
    "raid-beaten": ("unit", "space"),
    **dict.fromkeys((
        "taken", "repaired", "enters", "moved", "entry", "entry-held", "flood-die", "flood", "called-for", "draw",
        "pool-empty", "setback-steps", "setback-points", "setback", "flotilla-fire", "communist-fire", "elite-fire",
        "japanese-fire", "puppet-fire", "regular-fire", "round", "repulsed", "depot-lost", "great-victory",
        "flotilla-joins", "changsha-set", "raid", "raid-fire", "raid-return-fire", "break", "given-up", "stationed",
        "port-chosen", "hits", "sets-out",
    ), ("space",)),
    "occupies": ("unit", "space"),
    "fighters-struck": ("unit", "space"),
    "scattered": ("units", "space"),
    "works-gone": ("units", "space"),
    "operation-over": ("", "units"),
    **dict.fromkeys((
        "cleared", "raiders-back", "puppets-leave", "chinese-reinforcements", "japanese-reinforcements",
        "japanese-missing", "cities-garrisoned", "no-turn-follows",
    ), ("units",)),
}  # fmt: skip
JAPANESE_EVENTS = {
    "operation", "taken", "repaired", "enters", "moved", "flotilla-fire", "japanese-fire", "puppet-fire",
    "raid-return-fire", "called-up", "spent", "setback", "given-up", "stationed", "port-chosen", "flotilla-joins",
    "asterisk", "asterisk-result", "occupies", "japanese-reinforcements", "japanese-back", "japanese-missing",
    "sets-out", "cities-garrisoned", "flotilla-back",
}  # fmt: skip
CHINESE_EVENTS = {
    "drawn", "no-show", "communist-fire", "elite-fire", "regular-fire", "cohesion", "cohesion-result", "raid",
    "raid-fire", "great-victory", "pool-empty", "repulsed", "fighters-gone", "fighters-back", "withdrawn",
    "raid-beaten", "break", "changsha-set", "cleared", "raiders-back", "chinese-reinforcements", "depots-gone",
    "scattered", "works-gone", "fighters-struck",
}  # fmt: skip
LOSSES = {"step-lost": 1, "chinese-lost": 1}
FIRE = {"flotilla-fire", "elite-fire", "japanese-fire", "puppet-fire", "regular-fire"}
LOW_FIRE = {"communist-fire", "raid-fire"}


class Text(Prompts, BreakdownText, ScoreLedger):
    """The game's sentences."""

    adjectives = ("Japanese", "Chinese")
    arguments = ARGUMENTS
    losses = LOSSES
    unharmed = ("no-turn-follows",)

    def mentions(self, event: Event) -> dict[str, Any]:
        out = super().mentions(event)
        if event.kind in JAPANESE_EVENTS or event.kind == "step-lost":
            out["side"] = JAPANESE
        elif event.kind in CHINESE_EVENTS or event.kind == "chinese-lost":
            out["side"] = CHINESE
        if event.kind == "hits":
            out["side"] = CHINESE if event.args[1] in CHINESE_EVENTS else JAPANESE
        if event.kind in FIRE:
            out["hits"] = event.args[2]
        elif event.kind == "raid-return-fire":
            out["hits"] = event.args[1]
        elif event.kind in LOW_FIRE:
            out["low"] = event.args[2] if event.kind == "communist-fire" else event.args[1]
        return out

    # --- turns, control, victory

    def say_turn(self, turn: int) -> str:
        return f"Turn {turn}: {self.facts.years[turn - 1]}."

    def say_conditions_missed(self, hexes: list[Space], line: int) -> str:
        missing = [self.space(h) for h in hexes] + ([] if line else ["the railroad from north to south"])
        return f"Not Japanese at the end of Turn 4: {listed(missing)}."

    def say_survived(self) -> str:
        return "Every city inside the objective line is Japanese: the war goes on."

    def say_objectives_missed(self, hexes: list[Space]) -> str:
        return f"Still Chinese inside the objective line: {listed([self.space(h) for h in hexes])}."

    def say_taken(self, hex_: Space) -> str:
        return f"{self.space(hex_)} is Japanese."

    def say_repaired(self, hex_: Space) -> str:
        return f"The railroad at {self.space(hex_)} is repaired."

    def say_game_over(self, winner: int, ending: str) -> str:
        return ENDINGS[ending]

    # --- 3.6-3.9, 7 administration

    def say_area_secured(self) -> str:
        return "Everything inside the objective line is Japanese for good."

    def say_area_garrisoned(self, number: int) -> str:
        return f"{numbered(number, 'unit')} on garrison duty inside the objective line."

    def say_given_up(self, hex_: Space) -> str:
        return f"{self.space(hex_)} is given up."

    def say_operational(self, number: int) -> str:
        return f"{numbered(number, 'unit')} ready for operations."

    def say_cities_garrisoned(self, units: list[Unit]) -> str:
        return f"{numbered(len(units), 'unit')} on garrison duty in cities beyond the line: {self.units(units)}."

    def say_chinese_reinforcements(self, units: list[Unit], chungking: int) -> str:
        if not units:
            return "No Chinese reinforcements."
        who = numbered(len(units), "Chinese unit")
        if chungking:
            where = f"{chungking} of them for Chungking, the others for the force pool"
            return f"{who} arrive, {where}: {self.units(units)}."
        return f"{who} for the force pool: {self.units(units)}."

    def say_japanese_reinforcements(self, units: list[Unit]) -> str:
        if not units:
            return "No Japanese reinforcements."
        return f"{numbered(len(units), 'Japanese reinforcement')}: {self.units(units)}."

    def say_japanese_back(self, number: int) -> str:
        who = numbered(number, "Japanese unit")
        return f"{who} back from last turn{', all' if number > 1 else ''} at full strength."

    def say_japanese_missing(self, gone: list[Unit], away: list[tuple[Unit, int]]) -> str:
        parts = [f"out of the game: {self.units(gone)}"] if gone else []
        parts += [f"{self.unit(unit)} comes back on Turn {turn}" for unit, turn in away]
        words = "; ".join(parts)
        return f"Not at hand: {words}."

    def say_cleared(self, units: list[Unit]) -> str:
        return f"Back to the force pool from the map: {self.units(units)}."

    def say_depots_gone(self, hexes: list[Space]) -> str:
        many = "The Chinese depots are removed" if len(hexes) > 1 else "The Chinese depot is removed"
        return f"{many}: {listed([self.space(h) for h in hexes])}."

    def say_puppets_leave(self, units: list[Unit]) -> str:
        return f"{'A puppet leaves' if len(units) == 1 else 'The puppets leave'} play: {self.units(units)}."

    def say_raiders_back(self, units: list[Unit]) -> str:
        return f"Back in the Base Area: {self.units(units)}."

    def say_withdrawn(self, unit: Unit) -> str:
        return f"{self.unit(unit)} leaves play."

    # --- 9 operations

    def say_operation(self, units: list[Unit], mp: int) -> str:
        return f"An operation of {numbered(len(units), 'unit')}, {mp} MP: {self.units(units)}."

    def say_sets_out(self, hex_: Space, flotilla: int) -> str:
        return f"The operation starts in {self.space(hex_)}{', with the Yangtze River Flotilla' if flotilla else ''}."

    def say_operation_over(self, how: int, units: list[Unit], box: Space) -> str:
        if not units:
            return f"The operation is over: {ENDS[how]}."
        who = numbered(len(units), "unit")
        return f"The operation is over: {ENDS[how]}. {who} {self.destination(box, len(units))}."

    def say_no_turn_follows(self, units: list[Unit]) -> str:
        return f"{numbered(len(units), 'unit')} {'has' if len(units) == 1 else 'have'} operated; no turn follows."

    def say_moved(self, hex_: Space, start: Space, cost: int, mp: int) -> str:
        return f"The force: {self.origin(start)} → {self.space(hex_)}, {cost} MP, {mp} left."

    def say_enters(self, hex_: Space, start: Space, cost: int, mp: int) -> str:
        return f"The force: {self.origin(start)} → {self.space(hex_)} (Chinese), {cost} MP, {mp} left."

    def say_occupies(self, unit: Unit, hex_: Space) -> str:
        return f"{self.unit(unit)} occupies {self.space(hex_)} without a fight."

    def say_flotilla_joins(self, hex_: Space) -> str:
        return f"The Yangtze River Flotilla joins the attack on {self.space(hex_)}."

    def say_flotilla_alone(self, last: int) -> str:
        if last:
            return "The Yangtze River Flotilla is left alone: no turn follows in which it could come back."
        return "The Yangtze River Flotilla is left alone: it is back in Shanghai in the next turn's Phase I."

    def say_flotilla_back(self, last: int) -> str:
        if last:
            return "The Yangtze River Flotilla leaves the map with the force; no turn follows."
        return "The Yangtze River Flotilla leaves the map with the force and stays at hand."

    def say_flotilla_gone(self) -> str:
        return "The Yangtze River Flotilla is out of the game."

    def say_stationed(self, hex_: Space) -> str:
        return f"The Yangtze River Flotilla stands in {self.space(hex_)}."

    # --- 8 defence and events

    def say_flood_die(self, hex_: Space) -> str:
        return f"Does the Yellow River flood {self.space(hex_)}? (on 6)"

    def say_flood(self, hex_: Space) -> str:
        return f"Flood at {self.space(hex_)}: the operation ends."

    def say_entry(self, hex_: Space) -> str:
        return f"{self.space(hex_)}: two dice for the event, one for the defence"

    def say_entry_held(self, hex_: Space) -> str:
        return f"{self.space(hex_)}: two dice for the event; those in place defend"

    def say_called_for(self, hex_: Space, die: int, number: int) -> str:
        who = numbered(number, "defender") if number else "no defender"
        return f"Defence die {die}: {who} called for."

    def say_event(self, number: int, first: int, second: int, reason: str, hex_: Space, fort: int = 0) -> str:
        event = self.facts.events[number]
        dice = f"Event {first}-{second}: {event.name}"
        if reason:
            return f"{dice}, no effect ({reason})."
        where = "fort" if fort else "rough terrain" if self.facts.rough >> hex_ & 1 else ""
        if where and event.id == "smoke":
            return f"{dice}: it and the {where} cancel each other, and Imperial dice hit on 5–6 in the first round."
        if where and event.id == "fieldworks":
            return f"{dice}: nothing is added to the {where}."
        here, *_ = event.text.split("; ")  # what follows is of rough terrain and forts, and said above where it counts
        return f"{dice}: {here}."

    def say_draw(self, hex_: Space) -> str:
        return f"A defender of {self.space(hex_)} is drawn."

    def say_drawn(self, unit: Unit, hex_: Space) -> str:
        return f"{self.strength(unit)} {'defends' if self.count(unit) == 1 else 'defend'} {self.space(hex_)}."

    def say_no_show(self, unit: Unit, hex_: Space, reason: str) -> str:
        return f"{self.strength(unit)} {NO_SHOWS[reason][self.count(unit) - 1]}."

    def say_pool_empty(self, hex_: Space) -> str:
        return "The force pool is empty: nobody more is drawn."

    def say_setback_steps(self, hex_: Space, event: str) -> str:
        return f"{event}: steps lost"

    def say_setback(self, hex_: Space, steps: int) -> str:
        return f"{numbered(steps, 'step')} of the force {'is' if steps == 1 else 'are'} lost."

    def say_setback_points(self, hex_: Space, event: str, mp: int) -> str:
        return f"{event}: how many of {mp} MP are lost"

    def say_points_lost(self, lost: int, left: int) -> str:
        if not left:
            return f"The dice take {lost} MP: none is left."
        return f"{lost} MP are lost, {left} left."

    # --- 10 combat

    def fire(self, who: str, hex_: Space, round_: int, words: str) -> str:
        """Dice of one step of a round."""
        return f"{self.space(hex_)}, round {round_}: {who} fire, hits on {words}"

    def say_flotilla_fire(self, hex_: Space, round_: int, face: int, words: str) -> str:
        return f"{self.space(hex_)}, round {round_}: the flotilla fires, hits on {words}"

    def say_communist_fire(self, hex_: Space, round_: int, face: int, words: str) -> str:
        return self.fire("Communists", hex_, round_, words)

    def say_elite_fire(self, hex_: Space, round_: int, face: int, words: str) -> str:
        return self.fire("elites", hex_, round_, words)

    def say_japanese_fire(self, hex_: Space, round_: int, face: int, words: str) -> str:
        return self.fire("the Japanese", hex_, round_, words)

    def say_puppet_fire(self, hex_: Space, round_: int, face: int, words: str) -> str:
        return self.fire("puppets", hex_, round_, words)

    def say_regular_fire(self, hex_: Space, round_: int, face: int, words: str) -> str:
        return self.fire("regulars and garrisons", hex_, round_, words)

    def say_hits(self, hex_: Space, who: str, hits: int) -> str:
        return f"{numbered(hits, 'hit') if hits else 'No hit'}."

    def say_round(self, hex_: Space, round_: int, mp: int) -> str:
        return f"Round {round_} at {self.space(hex_)}, {mp} MP left."

    def say_repulsed(self, hex_: Space, back: Space, forced: int) -> str:
        why = " for want of movement points" if forced else ""
        where = f"back to {self.space(back)}" if back >= 0 else "off the map"
        return f"The attack on {self.space(hex_)} is broken off{why}: the force goes {where}, the hex stays Chinese."

    def say_step_lost(self, unit: Unit, hex_: Space, left: int, box: Space) -> str:
        if left:
            return f"{self.unit(unit)} is reduced."
        if box < 0:
            return f"{self.unit(unit)} is eliminated; a die says when it comes back, if at all."
        return f"{self.unit(unit)} is eliminated and {self.destination(box, 1)}."

    def say_chinese_lost(self, unit: Unit, hex_: Space, box: Space) -> str:
        return f"{self.unit(unit)} {self.fate(box, self.count(unit))}."

    def say_scattered(self, units: list[Unit], hex_: Space, box: Space) -> str:
        number = sum(map(self.count, units))
        go = "leaves" if number == 1 else "leave"
        back = f"and {'goes' if number == 1 else 'go'} back to the force pool"
        fate = "and the game" if box == self.facts.dead else back
        return f"{self.units(units)} {go} {self.space(hex_)} {fate}: it falls without a fight."

    def say_works_gone(self, units: list[Unit], hex_: Space) -> str:
        what = " and the ".join("fort" if self.facts.forts >> unit & 1 else "depot" for unit in units)
        return f"The {what} at {self.space(hex_)} {'is' if len(units) == 1 else 'are'} removed: the hex is taken."

    def say_fighters_struck(self, unit: Unit, hex_: Space) -> str:
        return f"The {self.unit(unit)} has struck and leaves the battle of {self.space(hex_)}."

    def say_depot_lost(self, hex_: Space) -> str:
        return f"The depot at {self.space(hex_)} takes the first hit and is gone."

    def say_asterisk(self, units: list[Unit]) -> str:
        return f"Turns until {'it is' if len(units) == 1 else 'they are'} back: {self.units(units)}"

    def say_asterisk_result(self, unit: Unit, turn: int) -> str:
        return f"{self.unit(unit)} comes back on Turn {turn}." if turn else f"{self.unit(unit)} is out of the game."

    def say_cohesion(self, units: list[Unit]) -> str:
        return f"Cohesion: {listed([self.strength(u) for u in units])}"

    def say_cohesion_result(self, unit: Unit, die: int, back: int) -> str:
        strength = self.facts.dice[unit][self.facts.full[unit]]
        one = self.count(unit) == 1
        slip, are = ("slips", "is") if one else ("slip", "are")
        fate = f"{slip} away to the force pool" if back else f"{are} destroyed for good"
        return f"{self.unit(unit)} {fate} ({die} against {strength})."

    def say_great_victory(self, hex_: Space) -> str:
        where = self.space(hex_)
        return f"Great Chinese Victory at {where}: one face more of every Chinese die hits for the rest of the phase."

    def say_fighters_die(self) -> str:
        return "The American Volunteer Group after the battle (out on 1)"

    def say_fighters_gone(self, unit: Unit) -> str:
        return f"The {self.unit(unit)} is out of the game."

    def say_fighters_back(self, unit: Unit) -> str:
        return f"The {self.unit(unit)} goes back to the force pool."

    # --- 11 objectives and raids

    def say_objective(self) -> str:
        return "The objective of the next operation"

    def say_alternative(self, which: int) -> str:
        what = "All ports are taken: Changsha (1–3) or guerrillas"
        return what if which == 1 else "Changsha is taken: a port (1–3) or guerrillas"

    def say_objective_is(self, row: str) -> str:
        return f"Objective: {ROWS[row]}."

    def say_no_objective(self) -> str:
        return "The roll brings no operation: a ready unit is used up."

    def say_called_up(self, unit: Unit) -> str:
        return f"{self.unit(unit)} is called up from garrison duty."

    def say_port_chosen(self, hex_: Space) -> str:
        return f"The port is {self.space(hex_)}."

    def say_changsha_set(self, hex_: Space, units: int = 3) -> str:
        if not units:
            return "Changsha is fortified: a fort and a depot, for the force pool is empty."
        return f"Changsha is fortified: {'three units' if units == 3 else numbered(units, 'unit')}, a fort and a depot."

    def say_spent(self, unit: Unit) -> str:
        return f"{self.unit(unit)} is used up for this turn."

    def say_raid(self, hex_: Space) -> str:
        return f"Guerrillas attack the railroad at {self.space(hex_)}."

    def say_raid_fire(self, hex_: Space, face: int, words: str) -> str:
        return f"{self.space(hex_)}: the raiders fire, hits on {words}"

    def say_raid_return_fire(self, hex_: Space, face: int, words: str) -> str:
        return f"{self.space(hex_)}: the Japanese fire, hits on {words}"

    def say_raid_beaten(self, unit: Unit, hex_: Space) -> str:
        return f"{self.unit(unit)} is beaten at {self.space(hex_)}; it is back next turn."

    def say_break(self, hex_: Space) -> str:
        return f"The railroad is broken at {self.space(hex_)}."
