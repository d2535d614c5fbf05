"""Words for people: log lines and prompts. Rules write facts; sentences are made here and nowhere else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from grognard.games.ichigo.breakdown_text import BreakdownText, signed
from grognard.games.ichigo.facts import CHINA, JAPANESE
from grognard.games.ichigo.score_ledger import ScoreLedger
from grognard.games.ichigo.stacking import ADJECTIVES
from grognard.kernel.flow import DRAW, Decision, Event, Later
from grognard.kernel.ids import Side, Space, Unit
from grognard.kernel.score_ledger import minus
from grognard.kernel.words import agree, listed, numbered

ENDINGS = {
    "collapse": "China collapses. {winner} wins.",
    "beachhead": "A US beachhead has fallen. {winner} wins.",
    "shanghai-and-wuhan": "The Allies hold Shanghai and Wuhan. {winner} wins.",
    "points": "The last turn is over. {winner} wins on victory points.",
    "concession": "{loser} concedes. {winner} wins.",
}


def spent(run: Sequence[Event]) -> int:
    """The movement points of some steps."""
    return sum(term.args[1] for event in run for term in event.sum if term.kind == "step")


ON_THE_WAY = {
    (1, 1, 1): "go on, leave some, or stop",
    (1, 1, 0): "go on or leave some",
    (1, 0, 1): "go on or stop",
    (1, 0, 0): "go on",
    (0, 1, 1): "leave some or stop",
    (0, 1, 0): "leave some",
    (0, 0, 1): "stop",
}
"""10.2, 10.3, 6.0a: what units on the way may do: go on, leave some of them, stop."""
PHASE_ONE = {
    (1, 1): "Bring US units ashore, sail others from beachhead to beachhead, or end the phase.",
    (1, 0): "Bring US units ashore, or end the phase.",
    (0, 1): "Sail US units from beachhead to beachhead, or end the phase.",
}
"""9.8, 10.11: what the Allied player may do: land, sail."""
ONLY_THE_END = {"combat": "Nobody can attack: end the phase.", "movement": "Nobody can move: end the phase."}
"""10.0, 11.0: what is asked where nothing but the end of the phase is on offer."""
PHASE_FIVE = {
    (1, 1): "Absorb brigades, bring reinforcements in, or let them wait.",
    (1, 0): "Absorb brigades, or go on.",
    (0, 1): "Bring reinforcements in, or let them wait.",
    (0, 0): "No reinforcement can come in, and no division can absorb a brigade: go on.",
}
"""9.1, 9.5: what the Japanese player may do: absorb, bring in."""
SIDE_NAMES = ("The Allied side", "The Japanese side")
SIDES = ("Allied", "Japanese")

ARGUMENTS = {
    "moved": ("", "", "space", "space"),
    "movement-die": ("", "space"),
    "control": ("space", "side"),
    "step-lost": ("unit", "", "space"),
    "revealed": ("", "space"),
    "zero": ("", "space"),
    "defenders": ("space",),
    "attack": ("", "space"),
    "attack-dissolved": ("", "space"),
    "defence-dissolved": ("space",),
    "tank-committed": ("space",),
    "battle": ("", "space"),
    "result": ("space",),
    "garrison-beaten": ("space",),
    "support-spent": ("unit",),
    "advanced": ("", "", "space", "space"),
    "stayed": ("", "", "space"),
    "air-superiority": ("side",),
    "air-marker": ("side", "space"),
    "raided": ("space",),
    "airdrop": ("unit", "space"),
    "landed": ("unit", "space"),
    "transferred": ("unit", "space"),
    "airlifted": ("", "space", "space"),
    "aerial-supply": ("space",),
    "aerial-supply-lifted": ("space",),
    "overstacked": ("", "space"),
    "withdrawn": ("unit", "space"),
    "to-fourteenth-area": ("unit",),
    "absorbed": ("unit", "unit", "space"),
    "arrived": ("unit", "space"),
    "fourteenth-drawn": ("units",),
    "special-forces": ("unit",),
    "crossing": ("units",),
    "crossed": ("unit",),
    "fourteenth-returned": ("unit",),
    "reinforced": ("space",),
    "beachhead": ("space",),
    "displaced": ("", "", "space", "space"),
    "displaced-eliminated": ("unit", "space"),
    "displaced-lost": ("", "", "space", "units"),
}
SUBJECTS = {
    "excess": ("space",),
    "move-on": ("space",),
    "plan-attack": ("space",),
    "defending-tanks": ("space",),
    "advance": ("space",),
    "momentum": ("space",),
    "displace": ("", "space"),
    "airlift": ("unit",),
}
LOSSES = {"step-lost": 1, "support-spent": 1}
LOST_OUTRIGHT = {"displaced-eliminated": 2, "displaced-lost": 4}
"""Events by which units are lost with all their steps: which argument counts them."""


class Text(BreakdownText, ScoreLedger):
    """The game's sentences. Chinese regulars are named by their front, and only once it is open."""

    adjectives = SIDES
    capitals = ("Kunming", "Chungking")
    arguments = ARGUMENTS
    subjects = SUBJECTS
    losses = LOSSES
    hops = ("moved",)

    def mentions(self, event: Event) -> dict[str, Any]:
        """2.15a: a unit that is pushed out and finds no room is lost with all the steps it had."""
        out = super().mentions(event)
        if event.kind in LOST_OUTRIGHT and event.args[LOST_OUTRIGHT[event.kind]]:
            out["loss"] = event.args[LOST_OUTRIGHT[event.kind]]
        return out

    def unit(self, unit: Unit) -> str:
        """A printed unit's name."""
        return self.facts.printed_names[unit]

    def sentence(self, event: Event) -> str:
        """A log line; a step says what it cost."""
        said = super().sentence(event)
        return f"{said[:-1]}, {spent([event])} MP." if event.kind == "moved" and event.sum else said

    def prompt(self, decision: Decision) -> str:
        """What is asked; where nothing is left but to end a phase, that."""
        put_by = isinstance(decision, Later) and decision.is_put_by
        if decision.prompt in ONLY_THE_END and not put_by and len(decision.options) == 1:
            return ONLY_THE_END[decision.prompt]
        return super().prompt(decision)

    def together(self, run: Sequence[Event]) -> str:
        """10.2: one march is one line with its whole cost; markers and arrivals of a phase are one line each."""
        first = run[0]
        kinds = {event.kind for event in run}
        if kinds == {"moved"}:
            if any(term.kind == "points" for event in run[1:] for term in event.sum):
                return ""  # another stack sets out from where the last one stopped
            way = self.marched([event._replace(sum=()) for event in run])
            return f"{way[:-1]}, {spent(run)} MP." if way else ""
        if kinds == {"air-marker"} and len({event.args[0] for event in run}) == 1:
            return f"{SIDES[first.args[0]]} airpower over {listed([self.space(event.args[1]) for event in run])}."
        if kinds == {"reinforced"}:
            places = Counter(self.space(event.args[0]) for event in run)
            each = listed([f"{number} in {place}" for place, number in places.items()])
            return f"{len(run)} untried Chinese units are placed: {each}."
        if kinds == {"arrived"}:
            came = [f"{self.unit(event.args[0])} at {self.space(event.args[1])}" for event in run]
            return f"Arrivals: {listed(came)}."
        if kinds == {"advanced"} and len({(event.args[0], event.args[3]) for event in run}) == 1:
            return self.all_advanced(run)
        if kinds == {"support-spent"}:
            return f"{listed([self.unit(event.args[0]) for event in run])} are spent and gone for good."
        return self.repeated(run)

    def all_advanced(self, run: Sequence[Event]) -> str:
        """11.24a: the advance after one battle, from wherever they come."""
        nation, target = run[0].args[0], run[0].args[3]
        going: dict[Space, int] = {}
        for event in run:
            going[event.args[2]] = going.get(event.args[2], 0) + event.args[1]
        if len(going) == 1:
            return self.say_advanced(nation, sum(going.values()), run[0].args[2], target)
        starts = listed([f"{number} from {self.space(start)}" for start, number in going.items()])
        return f"{ADJECTIVES[nation]} units advance into {self.space(target)}: {starts}."

    # --- 3-5: set-up, turns, order, control

    def say_deal(self) -> str:
        return "The Chinese regulars are shuffled."

    def say_set_up(self) -> str:
        return "All armies are in place. The Chinese regulars lie face down: nobody knows their strength."

    def say_turn(self, turn: int) -> str:
        return f"Turn {turn}: {self.facts.months[turn - 1]}."

    def say_order(self, nation: int, chooser: Side, fights: int) -> str:
        order = "fight, then move" if fights else "move, then fight"
        by = "" if SIDES[chooser] == ADJECTIVES[nation] else f" ({SIDES[chooser]} player's choice)"
        return f"{ADJECTIVES[nation]} units {order}{by}."

    def say_control(self, hex_: Space, side: Side) -> str:
        return f"{self.space(hex_)} comes under {SIDES[side]} control."

    # --- 4 victory

    def say_collapse(self, modifier: int) -> str:
        return f"Does China collapse? (die {signed(modifier)}; {self.facts.collapse_needed} or more is needed)"

    def say_collapse_due(self, modifier: int) -> str:
        return f"Chungking has fallen. The die on China's collapse is modified by {signed(modifier)}."

    def say_china_collapses(self) -> str:
        return "China collapses."

    def say_standing(self, points: int) -> str:
        return f"Japanese victory points as things stand: {minus(points)} VP."

    def say_china_fights_on(self) -> str:
        return "China fights on."

    def say_point(self, value: int, text: str) -> str:
        return f"{signed(value)} VP: {text}."

    def say_game_over(self, winner: int, ending: str) -> str:
        if winner == DRAW:
            return "The last turn is over: a draw."
        return ENDINGS[ending].format(winner=SIDE_NAMES[winner], loser=SIDE_NAMES[1 - winner])

    # --- 5.2-5.3 Causeway

    def say_airbases_die(self) -> str:
        return "All airbases are Japanese: does that favour Causeway (1–3) or count against it?"

    def say_causeway(self, modifier: int) -> str:
        return f"Causeway or the Philippines? (die {signed(modifier)}; {self.facts.causeway_needed} or more is needed)"

    def say_causeway_due(self, modifier: int) -> str:
        return f"Washington decides: the die on Causeway is modified by {signed(modifier)} as the board stands."

    def say_causeway_launched(self) -> str:
        return "Operation Causeway is launched."

    def say_causeway_cancelled(self) -> str:
        return "The Americans go to the Philippines."

    def say_beachhead(self, hex_: Space) -> str:
        return f"US beachhead at {self.space(hex_)}."

    def say_landed(self, unit: Unit, hex_: Space) -> str:
        return f"{self.unit(unit)} lands at {self.space(hex_)}."

    def say_transferred(self, unit: Unit, hex_: Space) -> str:
        return f"{self.unit(unit)} sails to {self.space(hex_)}."

    def say_displaced(self, nation: int, number: int, start: Space, goal: Space) -> str:
        who = f"{numbered(number, ADJECTIVES[nation] + ' unit')} {agree(number, 'is', 'are')}"
        return f"{who} pushed from {self.space(start)} to {self.space(goal)}."

    def say_displaced_eliminated(self, unit: Unit, hex_: Space, steps: int = 1) -> str:
        return f"{self.unit(unit)} cannot leave {self.space(hex_)} and is eliminated."

    def say_displaced_lost(self, nation: int, number: int, hex_: Space, units: list[Unit], steps: int = 0) -> str:
        who = f"{numbered(number, ADJECTIVES[nation] + ' unit')} in {self.space(hex_)}"
        if nation == CHINA:
            return f"No hex is open to {who}: back to the pool."
        return f"No hex is open to {who}, eliminated: {self.units(units)}."

    # --- 7, 8 supply and air

    def say_aerial_supply(self, hex_: Space) -> str:
        return f"US units in {self.space(hex_)} are supplied by air."

    def say_aerial_supply_lifted(self, hex_: Space) -> str:
        return f"Aerial supply of {self.space(hex_)} ends."

    def say_airpower(self, bases: int) -> str:
        if not bases:
            return "Airpower: the Japanese die; without a base the Allies have none"
        return f"Airpower: the Japanese die, then the Allied die ({numbered(bases, 'airbase')} held)"

    def say_airpower_tied(self, result: int) -> str:
        return f"Both sides have {numbered(result, 'point')}: rolled again."

    def say_air_superiority(self, side: Side, markers: int, allied: int, japanese: int) -> str:
        found = f"Allied result {allied}, Japanese result {japanese}"
        return f"{SIDES[side]} air superiority ({found}): {numbered(markers, 'airpower marker')}."

    def say_air_marker(self, side: Side, hex_: Space) -> str:
        return f"{SIDES[side]} airpower over {self.space(hex_)}."

    def say_raid(self) -> str:
        return f"The B-29s fly on a die of 1–{self.facts.b29_success}"

    def say_raid_fails(self) -> str:
        return "The B-29s stay on the ground this turn."

    def say_raided(self, hex_: Space) -> str:
        return (
            f"B-29 raid on {self.space(hex_)}: Japanese units within {self.facts.b29_radius} hexes are out of supply."
        )

    def say_airlifted(self, nation: int, start: Space, goal: Space) -> str:
        return f"A {ADJECTIVES[nation]} unit is flown from {self.space(start)} to {self.space(goal)}."

    def say_airdrop(self, unit: Unit, hex_: Space) -> str:
        return f"{self.unit(unit)} drops on {self.space(hex_)}."

    # --- 9 reinforcement

    def say_withdrawn(self, unit: Unit, hex_: Space) -> str:
        return f"{self.unit(unit)} is withdrawn from {self.space(hex_)}."

    def say_to_fourteenth_area(self, unit: Unit) -> str:
        return f"{self.unit(unit)} joins the 14th Area Army."

    def say_absorbed(self, division: Unit, brigade: Unit, hex_: Space) -> str:
        names = f"{self.unit(division)} absorbs {self.unit(brigade)} in {self.space(hex_)}"
        return f"{names}: the division is at full strength, the brigade gone for good."

    def say_arrived(self, unit: Unit, hex_: Space) -> str:
        return f"{self.unit(unit)} arrives at {self.space(hex_)}."

    def say_fourteenth_area(self) -> str:
        return "14th Area Army: number of units that set out (die less 1)"

    def say_fourteenth_lots(self) -> str:
        return "14th Area Army: lots"

    def say_fourteenth_closed(self) -> str:
        return "Nothing more comes from the 14th Area Army."

    def say_fourteenth_drawn(self, units: list[Unit]) -> str:
        return f"14th Area Army: {self.units(units)}."

    def say_special_forces(self, unit: Unit) -> str:
        return f"{self.unit(unit)} is at hand."

    def say_crossing(self, units: list[Unit]) -> str:
        return f"Crossing the sea: {self.units(units)}"

    def say_crossed(self, unit: Unit, left: int) -> str:
        if not left:
            return f"{self.unit(unit)} is lost at sea, for good."
        return f"{self.unit(unit)} gets through{'' if left == self.facts.full[unit] else ', reduced'}."

    def say_fourteenth_returned(self, unit: Unit) -> str:
        return f"{self.unit(unit)} finds no place to land and turns back."

    def say_chinese_reinforcement(self) -> str:
        return "Chinese reinforcement"

    def say_chinese_drawn(self, number: int) -> str:
        return f"{numbered(number, 'Chinese unit')} from the pool."

    def say_pool_lots(self) -> str:
        return "The pool is shuffled."

    def say_reinforced(self, hex_: Space) -> str:
        return f"An untried Chinese unit is placed in {self.space(hex_)}."

    # --- 6, 10 movement

    def say_movement_die(self, nation: int, hex_: Space) -> str:
        return f"{ADJECTIVES[nation]} movement from {self.space(hex_)}"

    def say_moved(self, nation: int, number: int, start: Space, goal: Space) -> str:
        return f"{numbered(number, ADJECTIVES[nation] + ' unit')}: {self.space(start)} → {self.space(goal)}."

    def say_stayed(self, nation: int, number: int, hex_: Space) -> str:
        who = numbered(number, ADJECTIVES[nation] + " unit")
        return f"{who} {agree(number, 'stays', 'stay')} in {self.space(hex_)}."

    def say_overstacked(self, nation: int, hex_: Space, unit: Unit) -> str:
        if nation == CHINA:
            return f"{self.space(hex_)} is too full: a Chinese unit is given up and goes back to the pool."
        return f"{self.space(hex_)} is too full: {self.unit(unit)} is given up for good."

    # --- 11 combat

    def say_attack(
        self, nation: int, target: Space, units: list[Unit], tanks: int, special: int, names: list[Unit], momentum: int
    ) -> str:
        support = [numbered(tanks, "tank regiment")] if tanks else []
        if special:
            support.append("the 1st Special Forces Group")
        by = listed([*self.named(names), *support])
        return f"{'Momentum attack' if momentum else 'Attack'} on {self.space(target)}: {by}."

    def say_revealed(self, front: Unit, hex_: Space) -> str:
        return f"{self.unit(front)} (strength {self.facts.attack[front][-1]}) is revealed in {self.space(hex_)}."

    def say_zero(self, front: Unit, hex_: Space) -> str:
        return f"{self.unit(front)} has no strength and goes back to the pool."

    def say_defenders(self, target: Space, fronts: list[Unit], garrison: int) -> str:
        alone = f"its own garrison (strength {garrison})" if garrison else "nobody with any strength"
        return f"{self.space(target)} is defended by {self.units(fronts) if fronts else alone}."

    def say_attack_dissolved(self, nation: int, target: Space) -> str:
        return f"No attacker of {self.space(target)} has any strength: nothing comes of it."

    def say_defence_dissolved(self, target: Space) -> str:
        return f"No defender of {self.space(target)} has any strength."

    def say_tank_promised(self) -> str:
        return "A tank regiment is promised to the defence: it joins the next battle that it can."

    def say_tank_committed(self, target: Space) -> str:
        return f"A tank regiment joins the defence of {self.space(target)}."

    def say_battle(self, nation: int, target: Space, odds: str, column: str) -> str:
        at = self.column(nation, int(column) - 1)
        return f"{ADJECTIVES[nation]} attack on {self.space(target)}: {odds}, rolled at {at}"

    def say_result(self, target: Space, result: str, lost: int, nation: int, guards: int, slain: int) -> str:
        ours = f"the attacker loses {numbered(lost, 'step')}" if lost else "the attacker loses nothing"
        if result == "DE":
            return f"{self.space(target)}: every defender is eliminated; {ours}."
        theirs = f"the defender {numbered(slain, 'step')}" if slain else "the defender nothing"
        return f"{self.space(target)}: {result}; {ours}, {theirs}."

    def say_garrison_beaten(self, target: Space) -> str:
        return f"The garrison of {self.space(target)} is beaten; it is back after the phase if nobody moves in."

    def say_support_spent(self, unit: Unit) -> str:
        return f"{self.unit(unit)} is spent and gone for good."

    def say_step_lost(self, unit: Unit, front: Unit, hex_: Space, left: int) -> str:
        where = self.space(hex_)
        if left:
            return f"{self.unit(front)} loses a step in {where} ({numbered(left, 'step')} left)."
        fate = "and goes back to the pool" if self.facts.regulars >> unit & 1 else "for good"
        return f"{self.unit(front)} is eliminated in {where} {fate}."

    def say_advanced(self, nation: int, number: int, start: Space, target: Space) -> str:
        who, goal = numbered(number, ADJECTIVES[nation] + " unit"), self.space(target)
        return f"{who} {agree(number, 'advances', 'advance')} from {self.space(start)} into {goal}."

    # --- prompts

    def ask_order(self, nation: int, by: Side) -> str:
        if nation == CHINA and by == JAPANESE:
            return "Without Causeway you decide for the Chinese too: do they move first, or fight first?"
        return f"Do the {ADJECTIVES[nation]} units move first, or fight first?"

    def ask_air_markers(self, left: int) -> str:
        what = numbered(left, "airpower marker")
        return f"Place {what}: {agree(left, 'it', 'each')} reaches its hex and the six around it."

    def ask_raid(self) -> str:
        return "Send the B-29s against a Japanese-controlled city?"

    def ask_airlift(self, unit: Unit) -> str:
        return "Fly the unit to which city?"

    def ask_landing(self, owed: Space, land: int, sail: int) -> str:
        if owed >= 0:
            return f"Bring US units ashore: at least one division must land at {self.space(owed)}."
        return PHASE_ONE[land, sail]

    def ask_choose_beach(self) -> str:
        return "Choose the port of the mainland landing."

    def ask_displace(self, nation: int, hex_: Space) -> str:
        return f"The {ADJECTIVES[nation]} units in {self.space(hex_)} make way: to which hex?"

    def ask_deploy(self, box: Space) -> str:
        return f"Deploy the {self.space(box)}."

    def ask_reinforcement(self, absorb: int, enter: int) -> str:
        return PHASE_FIVE[absorb, enter]

    def ask_withdraw(self, number: int) -> str:
        return "Units must be withdrawn from China: choose one."

    def ask_withdrawn_to_pool(self) -> str:
        return "Which withdrawn unit joins the 14th Area Army?"

    def ask_land_fourteenth(self) -> str:
        return "Land the units of the 14th Area Army."

    def ask_place_chinese(self, left: int) -> str:
        return f"Place {numbered(left, 'untried unit')} in Chinese cities."

    def ask_movement(self, nation: int) -> str:
        return f"Move {ADJECTIVES[nation]} units or stacks, one after the other, or end the phase."

    def ask_move_on(self, hex_: Space, mp: int, number: int, go: int, leave: int, stop: int) -> str:
        return f"{numbered(number, 'unit')} in {self.space(hex_)}, {mp} MP left: {ON_THE_WAY[go, leave, stop]}."

    def ask_excess(self, hex_: Space) -> str:
        return f"{self.space(hex_)} is too full: give up a unit."

    def ask_combat(self, nation: int) -> str:
        return "Choose a hex to attack, or end the phase."

    def ask_plan_attack(self, target: Space) -> str:
        return f"Who attacks {self.space(target)}? Once confirmed, the attack cannot be cancelled."

    def ask_defending_tanks(self, target: Space, odds: str, column: str, nation: int) -> str:
        at = self.column(nation, int(column) - 1)
        return f"{self.space(target)} is attacked ({odds}, rolled at {at}). Commit a tank regiment?"

    def ask_losses(self, owed: int) -> str:
        return f"Take {numbered(owed, 'step loss', 'step losses')}."

    def ask_advance(self, target: Space) -> str:
        return f"{self.space(target)} is empty: who advances?"

    def ask_momentum(self, hex_: Space) -> str:
        return f"Momentum: strike on at once from {self.space(hex_)}?"
