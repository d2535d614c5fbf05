"""Words for people: how a result was reckoned, line by line, and why a number changed."""

from __future__ import annotations

from grognard.games.nemesis.movement import points
from grognard.games.nemesis.names_in_sentences import GENERALS, LEVELS, SIDES, SUPERIORS, NamesInSentences, signed
from grognard.games.nemesis.odds import parse
from grognard.kernel.flow import Event
from grognard.kernel.ids import Side, Space, Unit
from grognard.kernel.score_ledger import minus
from grognard.kernel.words import agree, numbered

WHY = {
    # losses
    "6.2-B-a": "to enforce the retreat",
    "6.2-C-b": "to refuse the retreat",
    "6.2-C-c": "refusing costs more than there is",
    "6.2-D-c": "no way out",
    "6.2-D-d": "it goes through a full hex",
    "6.2-D-e": "it retreats again",
    "R36": "it, or a part of it, retreats again",
    "1.2-F-b": "a garrison cannot retreat",
    "6.1-B-f": "its Quality is below the best inside",
    "7.1-D-d": "attrition",
    "2.6-c": "the Light Monsoon",
    "2.6-g": "the Heavy Monsoon",
    "2.2-i": "too many units in the hex",
    "2.2-g": "more than two Chindits in the hex",
    "5.1-F-f": "nowhere to withdraw to",
    "7.1-D-e": "attrition, for want of supply",
    # Generals
    "2.3-a": "a modified 5 or more",
    "2.3-b": "the enemy rolled a modified 2 or less",
    "2.3-c": "an Objective is taken",
    "2.3-d": "an enemy flag is turned: half its value, rounded up",
    "7.2-a": "own flags on the map",
    # Lament
    "2.4-b": "a small unit is lost",
    "2.4-c": "a large Local Rifles unit is lost",
    "2.4-d": "a Chindit step is lost",
    "2.4-e": "a unit is lost in a Banzai",
    "2.4-f": "a large unit is lost",
    "2.4-g": "enemy flags on the map",
    "9.0-a": "enemy flags on the map",
    "6.1-F-o": "Massive Combat",
    # the scale
    "2.5-b": "the Japanese take an Objective",
    "2.5-c": "an Allied unit is lost",
    "8.2-B-4": "Hirohito is the happier one",
    "8.2-A-c": "units are brought to full strength",
    "8.2-B-5": "a unit comes on",
}
"""What the first case of an event says in a few words, where the line itself does not."""
REASONED = ("step-lost", "dispersed", "general", "lament", "scale")
"""Kinds of lines that end with it."""


class BreakdownText(NamesInSentences):
    """Reasons and reckonings."""

    def reason(self, event: Event) -> str:
        """Why it happened, in a bracket; nothing where the line before it says so."""
        if event.kind not in REASONED or not event.cases:
            return ""
        return WHY.get(event.cases[0], "")

    # --- 6.1 strengths, columns, dice

    def term_strength(self, unit: Unit, value: int, whole: int, level: int) -> str:
        if value == whole:
            return f"{self.unit(unit)}: Strength {value}"
        return f"{self.unit(unit)}: Strength {whole}, {LEVELS[level]}, halved and rounded up to {value}"

    def term_total(self, side: Side, value: int, attacking: int) -> str:
        return f"{SIDES[side]} {'attack' if attacking else 'defence'}: Strength {value}"

    def term_left_out(self, unit: Unit, part: int) -> str:
        return f"{self.unit(unit)}: not counted, {'all or a part of it ' if part else ''}retreated in this phase"

    def term_odds(self, ours: int, theirs: int, column: str) -> str:
        return f"{ours} against {theirs}: {column}"

    def term_quality(self, unit: Unit, printed: int, river: int, bunker: int) -> str:
        parts = [f"{self.unit(unit)}: Quality {printed}"]
        if river:
            parts.append(f"− {river} across a river")
        if bunker:
            parts.append(f"+ {bunker} for the Bunker")
        return f"{' '.join(parts)}{f' = {printed - river + bunker}' if river or bunker else ''}"

    def term_shift(self, value: int, why: str) -> str:
        return f"{why}: {numbered(abs(value), 'column')} {'up' if value > 0 else 'down'}"

    def term_column(self, column: str) -> str:
        return f"Column {column}"

    def term_die(self, face: int) -> str:
        return f"Die {face}"

    def term_modifier(self, value: int, why: str) -> str:
        return f"{why}: {signed(value)}"

    def term_modified(self, value: int) -> str:
        return f"Modified die {minus(value)}"

    def term_outcome(self, result: str) -> str:
        lost, slain, forced = parse(result)
        steps = f"attacker {numbered(lost, 'step')}, defender {numbered(slain, 'step')}"
        return f"The table says {steps}{', a retreat may be forced' if forced else ''}"

    def term_massive(self) -> str:
        return "Massive Combat: one step more on both sides"

    def term_cannot_pay(self, owed: int, steps: int) -> str:
        return f"{numbered(owed, 'step')} owed and {steps} there: no retreat can be forced"

    def term_price(self, ours: int, theirs: int, price: int) -> str:
        return f"{theirs} − {ours}: {numbered(price, 'step')}" if price else f"{ours} against {theirs}: no step"

    def term_refusal(self, theirs: int, ours: int, price: int) -> str:
        more = f" and {theirs} − {ours} for the leader's Quality" if price > 1 else ""
        return f"1 step for refusing{more}: {numbered(price, 'step')}"

    def term_steps_there(self, steps: int) -> str:
        return f"{numbered(steps, 'step')} in the hex"

    def term_steps_to_pay(self, steps: int) -> str:
        return f"{numbered(steps, 'step')} among those who could pay, of which one must be left to go in"

    # --- 2.3-2.5 tracks

    def term_track(self, was: int, more: int, now: int) -> str:
        return f"{was} + {more} is past 9: it begins again at 0 and is now at {now}"

    def term_topped(self, wanted: int, got: int) -> str:
        return f"{wanted} would go beyond 9: {got} {agree(got, 'counts', 'count')}"

    def term_value(self, value: int, half: int) -> str:
        return f"Value {value}, halved and rounded up to {(value + 1) // 2}" if half else f"Value {value}"

    def term_needed(self, side: Side, face: int, general: int) -> str:
        return f"Die {face} against {GENERALS[side]} at {general}"

    def term_passed(self, side: Side) -> str:
        return f"{GENERALS[side]} has passed 9"

    def term_lamented(self, side: Side) -> str:
        return f"{SIDES[side]} Lament has passed 9"

    def term_instead(self, side: Side, top: int) -> str:
        return f"{SUPERIORS[side]} is at {9 if top else 0} already, so the other Superior moves"

    def term_difference(self, hirohito: int, churchill: int) -> str:
        return f"Hirohito {hirohito} − Churchill {churchill} = {hirohito - churchill}"

    # --- 3.5, 5, 7

    def term_face(self, face: int, modified: int) -> str:
        return f"Modified die {minus(modified)}: {face} or less is needed"

    def term_step(self, goal: Space, cost: int, ambush: int) -> str:
        more = f", {points(ambush)} of them for the Ambush" if ambush else ""
        return f"{self.space(goal)}: {points(cost)} MP{more}"

    def term_minimum(self, cost: int, own: int) -> str:
        return f"{points(cost)} MP are more than its {points(own)}: one hex is always open, and the move ends there"

    def term_fed_by(self, unit: Unit, source: Unit, depot: Space) -> str:
        if source >= 0:
            return f"{self.unit(unit)}: fed by {self.unit(source)}"
        return f"{self.unit(unit)}: fed from {self.space(depot)}"

    def term_fed_by_others(self, unit: Unit) -> str:
        return f"{self.unit(unit)}: fed by no chain wholly its own, but through others, by river or from an Airfield"

    def term_chindit(self, unit: Unit) -> str:
        return f"{self.unit(unit)}: Chindits always live by air"

    def term_unfed(self, unit: Unit) -> str:
        return f"{self.unit(unit)}: nothing that can supply has it in range"

    def term_attrition(self, unit: Unit, face: int, most: int) -> str:
        return f"{self.unit(unit)}: die {face}, {'a' if face <= most else 'no'} step is lost (1–{most} takes one)"
