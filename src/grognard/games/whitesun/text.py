"""Sentences of the log and prompts, in the hobby's words."""

from __future__ import annotations

from typing import Any

from grognard.games.whitesun.facts import CHINESE, JAPANESE, Facts
from grognard.games.whitesun.state import ENDS
from grognard.kernel.flow import Event
from grognard.kernel.words import Words, listed, numbered

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
    "elite": "is kept back: no city here",
    "north": "fights north of the Yangtze only",
    "south": "fights south of the Yangtze only",
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
        "port-chosen",
    ), ("space",)),
}  # fmt: skip
SUBJECTS: dict[str, tuple[str, ...]] = {
    "march": ("space", "", "units"),
    "muster": ("", "", "units"),
    "losses": ("", "space"),
    "chinese-losses": ("", "space"),
    "fighters": ("space",),
    "another-round": ("space",),
    "occupy": ("space",),
}
JAPANESE_EVENTS = {
    "operation", "taken", "repaired", "enters", "moved", "flotilla-fire", "japanese-fire", "puppet-fire",
    "raid-return-fire", "called-up", "spent", "setback", "given-up", "stationed", "port-chosen", "flotilla-joins",
    "asterisk", "asterisk-result",
}  # fmt: skip
CHINESE_EVENTS = {
    "drawn", "no-show", "communist-fire", "elite-fire", "regular-fire", "cohesion", "cohesion-result", "raid",
    "raid-fire", "great-victory", "pool-empty", "repulsed", "fighters-gone", "fighters-back", "withdrawn",
    "raid-beaten", "break", "changsha-set",
}  # fmt: skip
LOSSES = {"step-lost": 1, "chinese-lost": 1}
FIRE = {"flotilla-fire", "elite-fire", "japanese-fire", "puppet-fire", "regular-fire"}
LOW_FIRE = {"communist-fire", "raid-fire"}


class Text(Words[Facts]):
    """The game's sentences."""

    adjectives = ("Japanese", "Chinese")
    arguments = ARGUMENTS
    subjects = SUBJECTS
    losses = LOSSES

    def strength(self, unit: int) -> str:
        """`88 Division (elite 1)`."""
        g = self.facts
        kind = g.rows[unit]["force"].lower()
        dice = g.dice[unit][g.full[unit]] if len(g.dice[unit]) > g.full[unit] else 0
        return f"{self.unit(unit)} ({kind} {dice})" if kind in ("elite", "regular", "garrison") else self.unit(unit)

    def mentions(self, event: Event) -> dict[str, Any]:
        out = super().mentions(event)
        if event.kind in JAPANESE_EVENTS or event.kind == "step-lost":
            out["side"] = JAPANESE
        elif event.kind in CHINESE_EVENTS or event.kind == "chinese-lost":
            out["side"] = CHINESE
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

    def say_survived(self) -> str:
        return "Every city inside the objective line is Japanese: the war goes on."

    def say_objectives_missed(self, hexes: list[int]) -> str:
        return f"Still Chinese inside the objective line: {listed([self.space(h) for h in hexes])}."

    def say_taken(self, hex_: int) -> str:
        return f"{self.space(hex_)} is Japanese."

    def say_repaired(self, hex_: int) -> str:
        return f"The railroad at {self.space(hex_)} is repaired."

    def say_game_over(self, winner: int, ending: str) -> str:
        return ENDINGS[ending]

    # --- 3.6-3.9, 7 administration

    def say_area_secured(self) -> str:
        return "Everything inside the objective line is Japanese for good."

    def say_area_garrisoned(self, number: int) -> str:
        return f"{numbered(number, 'unit')} on garrison duty inside the objective line."

    def say_given_up(self, hex_: int) -> str:
        return f"{self.space(hex_)} is given up."

    def say_operational(self, number: int) -> str:
        return f"{numbered(number, 'unit')} ready for operations."

    def say_chinese_reinforcements(self, number: int) -> str:
        return f"{numbered(number, 'Chinese unit')} for the force pool."

    def say_withdrawn(self, unit: int) -> str:
        return f"{self.unit(unit)} leaves play."

    # --- 9 operations

    def say_operation(self, units: list[int], mp: int) -> str:
        return f"An operation of {numbered(len(units), 'unit')}, {mp} MP: {self.units(units)}."

    def say_operation_over(self, how: int) -> str:
        return f"The operation is over: {ENDS[how]}."

    def say_moved(self, hex_: int, mp: int) -> str:
        return f"On to {self.space(hex_)}, {mp} MP left."

    def say_enters(self, hex_: int, mp: int) -> str:
        return f"The force enters {self.space(hex_)}, {mp} MP left."

    def say_flotilla_joins(self, hex_: int) -> str:
        return f"The Yangtze River Flotilla joins the attack on {self.space(hex_)}."

    def say_flotilla_alone(self) -> str:
        return "The Yangtze River Flotilla is left alone until the next turn."

    def say_flotilla_gone(self) -> str:
        return "The Yangtze River Flotilla is out of the game."

    def say_stationed(self, hex_: int) -> str:
        return f"The Yangtze River Flotilla stands in {self.space(hex_)}."

    # --- 8 defence and events

    def say_flood_die(self, hex_: int) -> str:
        return f"Does the Yellow River flood {self.space(hex_)}? (on 6)"

    def say_flood(self, hex_: int) -> str:
        return f"Flood at {self.space(hex_)}: the operation ends."

    def say_entry(self, hex_: int) -> str:
        return f"{self.space(hex_)}: two dice for the event, one for the defence"

    def say_entry_held(self, hex_: int) -> str:
        return f"{self.space(hex_)}: two dice for the event; those in place defend"

    def say_called_for(self, hex_: int, die: int, number: int) -> str:
        who = numbered(number, "defender") if number else "no defender"
        return f"Defence die {die}: {who}."

    def say_event(self, number: int, first: int, second: int, reason: str, hex_: int) -> str:
        event = self.facts.events[number]
        if reason:
            return f"Event {first}-{second}: {event.name}, no effect ({reason})."
        return f"Event {first}-{second}: {event.name}: {event.text}."

    def say_draw(self, hex_: int) -> str:
        return f"A defender of {self.space(hex_)} is drawn."

    def say_drawn(self, unit: int, hex_: int) -> str:
        return f"{self.strength(unit)} defends {self.space(hex_)}."

    def say_no_show(self, unit: int, hex_: int, reason: str) -> str:
        return f"{self.strength(unit)} {NO_SHOWS[reason]}."

    def say_pool_empty(self, hex_: int) -> str:
        return "The force pool is empty."

    def say_setback_steps(self, hex_: int, event: str) -> str:
        return f"{event}: steps lost"

    def say_setback(self, hex_: int, steps: int) -> str:
        return f"{numbered(steps, 'step')} of the force {'is' if steps == 1 else 'are'} lost."

    def say_setback_points(self, hex_: int, event: str, mp: int) -> str:
        return f"{event}: movement points lost of {mp}"

    def say_points_lost(self, lost: int, left: int) -> str:
        return f"{lost} MP are lost, {left} left."

    # --- 10 combat

    def fire(self, who: str, hex_: int, round_: int, words: str) -> str:
        """Dice of one step of a round."""
        return f"{self.space(hex_)}, round {round_}: {who} fire, hits on {words}"

    def say_flotilla_fire(self, hex_: int, round_: int, face: int, words: str) -> str:
        return f"{self.space(hex_)}, round {round_}: the flotilla fires, hits on {words}"

    def say_communist_fire(self, hex_: int, round_: int, face: int, words: str) -> str:
        return self.fire("Communists", hex_, round_, words)

    def say_elite_fire(self, hex_: int, round_: int, face: int, words: str) -> str:
        return self.fire("elites", hex_, round_, words)

    def say_japanese_fire(self, hex_: int, round_: int, face: int, words: str) -> str:
        return self.fire("the Japanese", hex_, round_, words)

    def say_puppet_fire(self, hex_: int, round_: int, face: int, words: str) -> str:
        return self.fire("puppets", hex_, round_, words)

    def say_regular_fire(self, hex_: int, round_: int, face: int, words: str) -> str:
        return self.fire("regulars and garrisons", hex_, round_, words)

    def say_round(self, hex_: int, round_: int, mp: int) -> str:
        return f"Round {round_} at {self.space(hex_)}, {mp} MP left."

    def say_repulsed(self, hex_: int) -> str:
        return f"The attack on {self.space(hex_)} is broken off."

    def say_step_lost(self, unit: int, hex_: int, left: int) -> str:
        return f"{self.unit(unit)} is {'reduced' if left else 'eliminated'}."

    def say_chinese_lost(self, unit: int, hex_: int) -> str:
        return f"{self.unit(unit)} is beaten."

    def say_depot_lost(self, hex_: int) -> str:
        return f"The depot at {self.space(hex_)} takes the first hit."

    def say_asterisk(self, units: list[int]) -> str:
        return f"Turns until they are back: {self.units(units)}"

    def say_asterisk_result(self, unit: int, turn: int) -> str:
        return f"{self.unit(unit)} comes back on Turn {turn}." if turn else f"{self.unit(unit)} is out of the game."

    def say_cohesion(self, units: list[int]) -> str:
        return f"Cohesion: {listed([self.strength(u) for u in units])}"

    def say_cohesion_result(self, unit: int, die: int, back: int) -> str:
        strength = self.facts.dice[unit][self.facts.full[unit]]
        if back:
            return f"{self.unit(unit)} slips away to the force pool ({die} against {strength})."
        return f"{self.unit(unit)} is destroyed for good ({die} against {strength})."

    def say_great_victory(self, hex_: int) -> str:
        return f"Great Chinese Victory at {self.space(hex_)}: Chinese dice are better by one for the rest of the phase."

    def say_fighters_die(self) -> str:
        return "The AVG after the battle (out on 1)"

    def say_fighters_gone(self, unit: int) -> str:
        return f"The {self.unit(unit)} is out of the game."

    def say_fighters_back(self, unit: int) -> str:
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
        return "Nothing comes of it: a unit is used up."

    def say_called_up(self, unit: int) -> str:
        return f"{self.unit(unit)} is called up from garrison duty."

    def say_port_chosen(self, hex_: int) -> str:
        return f"The port is {self.space(hex_)}."

    def say_changsha_set(self, hex_: int) -> str:
        return "Changsha is fortified: three units, a fort and a depot."

    def say_spent(self, unit: int) -> str:
        return f"{self.unit(unit)} is used up for this turn."

    def say_raid(self, hex_: int) -> str:
        return f"Guerrillas attack the railroad at {self.space(hex_)}."

    def say_raid_fire(self, hex_: int, face: int, words: str) -> str:
        return f"{self.space(hex_)}: the raiders fire, a hit on {words}"

    def say_raid_return_fire(self, hex_: int, face: int, words: str) -> str:
        return f"{self.space(hex_)}: the Japanese fire, hits on {words}"

    def say_raid_beaten(self, unit: int, hex_: int) -> str:
        return f"{self.unit(unit)} is beaten at {self.space(hex_)}; it is back next turn."

    def say_break(self, hex_: int) -> str:
        return f"The railroad is broken at {self.space(hex_)}."

    # --- prompts

    def ask_muster(self, kind: str, target: int, units: list[int], mp: int, most: int) -> str:
        chosen = f"{len(units)} of {most} units" if units else f"up to {most} units"
        if kind == "port":
            return f"Take {self.space(target)}: {chosen}, {mp} MP, then choose where to start."
        if kind == "changsha":
            return f"Drive on Changsha: {chosen}, {mp} MP."
        if kind == "raid":
            return f"Guerrillas at {self.space(target)}: {chosen} to meet them."
        if units:
            more = "choose more, or where" if len(units) < most else "choose where"
            return f"{chosen}, {mp} MP: {more} the operation starts."
        return f"Choose {chosen} for the next operation, or end the phase."

    def ask_march(self, hex_: int, mp: int, units: list[int]) -> str:
        return f"{numbered(len(units), 'unit')} in {self.space(hex_)}, {mp} MP left: advance or halt."

    def ask_losses(self, owed: int, hex_: int) -> str:
        return f"Take {numbered(owed, 'step loss', 'step losses')}."

    def ask_chinese_losses(self, owed: int, hex_: int) -> str:
        return f"{numbered(owed, 'hit')} at {self.space(hex_)}: which Chinese unit goes?"

    def ask_fighters(self, hex_: int) -> str:
        return "The Flying Tigers strike: which unit loses a step?"

    def ask_another_round(self, hex_: int, dice: int, against: int, cost: int, mp: int) -> str:
        who = numbered(against, "Chinese unit")
        return f"{who} still in {self.space(hex_)}. Another round with {dice} dice for {cost} of {mp} MP, or withdraw?"

    def ask_garrison_area(self, owed: int) -> str:
        return f"Choose {numbered(owed, 'more unit', 'more units')} for the garrison of the objective area."

    def ask_keep_cities(self, needed: int, ready: int) -> str:
        return f"The cities beyond the line need {needed} of {numbered(ready, 'unit')}: give some up, or keep them."

    def ask_garrison_cities(self, owed: int) -> str:
        return f"Choose {numbered(owed, 'unit')} to garrison the cities beyond the line."

    def ask_station(self) -> str:
        return "Where does the Yangtze River Flotilla stand this turn?"

    def ask_call_up(self, row: str) -> str:
        return f"Call up a {row} from garrison duty."

    def ask_choose_port(self) -> str:
        return "Which port is to be taken?"

    def ask_occupy(self, hex_: int) -> str:
        return f"Which unit occupies {self.space(hex_)}?"

    def ask_spend(self) -> str:
        return "Nothing comes of the roll: which unit is used up?"
