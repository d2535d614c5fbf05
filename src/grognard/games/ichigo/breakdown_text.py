"""Words for people: the lines of the sums that stand under the log's lines."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.games.ichigo.breakdowns import NOT_OPEN
from grognard.games.ichigo.facts import Facts
from grognard.kernel.ids import Side, Space, Unit
from grognard.kernel.words import Words, agree, listed, numbered

SIDES = ("Allied", "Japanese")
WAYS = {
    "far": "Strategic movement",
    "die-less": "The movement die less 1",
    "die": "The movement die",
    "full": "Full supply",
    "attenuated": "Attenuated supply, by the movement die",
    "out": "Out of supply",
}


def signed(value: int) -> str:
    """`+1`, `−2`, `±0`."""
    return f"+{value}" if value > 0 else f"−{-value}" if value else "±0"


def columns(value: int) -> str:
    """`2 columns right`, for the attacker."""
    return f"{numbered(abs(value), 'column')} {'right' if value > 0 else 'left'}" if value else "no column"


class BreakdownText(Words[Facts]):
    """A method per kind of line."""

    def named(self, names: Sequence[Unit]) -> list[str]:
        """Units by their fronts; those whose front is not open are counted."""
        untried = sum(name == NOT_OPEN for name in names)
        known = [self.unit(name) for name in names if name != NOT_OPEN]
        return [*known, *([numbered(untried, "untried Chinese unit")] if untried else [])]

    def column(self, nation: int, column: int) -> str:
        """A column of the results table by the attacker's own heading."""
        attack, defence = self.facts.odds_lines[nation][column]
        return f"{attack}:{defence}"

    def term_modifier(self, value: int, text: str) -> str:
        return f"{text}: {signed(value)} to the result"

    def term_victory_point(self, value: int, text: str) -> str:
        return f"{text}: {signed(value)} VP"

    def term_needed(self, die: int, total: int, needed: int) -> str:
        return f"Die {die}, with all modifiers {total}; {needed} or more is needed"

    def term_attacker(self, front: Unit, strength: int, river: int, starved: int) -> str:
        halved = [*(["across a river"] if river else []), *(["out of supply"] if starved else [])]
        return f"Attacker: {self.unit(front)}, strength {strength}{''.join(f', halved ({why})' for why in halved)}"

    def term_defender(self, front: Unit, strength: int) -> str:
        return f"Defender: {self.unit(front)}, strength {strength}"

    def term_garrison(self, strength: int) -> str:
        return f"Defender: the city's own garrison, strength {strength}"

    def term_odds(self, attack: int, defence: int, odds: str) -> str:
        return f"Strength {attack} against {defence} is {odds}"

    def term_line_end(self, nation: int, odds: str, column: int) -> str:
        line = ("Chinese", "US", "Japanese")[nation]
        return f"{odds} is beyond the {line} line of the table: read in its end column, {self.column(nation, column)}"

    def term_shift(self, value: int, text: str) -> str:
        return f"{text}: {columns(value)}"

    def term_column(self, nation: int, before: int, after: int, shift: int) -> str:
        if not shift:
            return f"No net shift: rolled at {self.column(nation, after)}"
        kept = "" if after - before == shift else ", the end of the table"
        start, end = self.column(nation, before), self.column(nation, after)
        return f"From {start}, net {columns(shift)}: rolled at {end}{kept}"

    def term_table(self, die: int, result: str) -> str:
        meaning = "every defender is eliminated" if result == "DE" else f"{result} (steps of the attacker/the defender)"
        return f"Die {die}: {meaning}"

    def term_doubled(self, printed: int, owed: int) -> str:
        return f"A Chinese attacker loses twice the steps, at least 1: {printed} becomes {numbered(owed, 'step')}"

    def term_ignored(self) -> str:
        return "Losses beyond the steps that are there are ignored"

    def term_who(self, names: Sequence[Unit]) -> str:
        return f"{listed(self.named(names))} set out" if len(names) > 1 else f"{self.named(names)[0]} sets out"

    def term_advances(self, names: Sequence[Unit]) -> str:
        return f"{listed(self.named(names))} {agree(len(names), 'advances', 'advance')}"

    def term_stays(self, names: Sequence[Unit]) -> str:
        return f"{self.named(names)[0]} stays"

    def term_given_up(self, names: Sequence[Unit]) -> str:
        return f"Given up: {listed(self.named(names))}"

    def term_points(self, way: str, points: int) -> str:
        return f"{WAYS[way]}: {points} MP"

    def term_step(self, hex_: Space, cost: int, river: int, air: int) -> str:
        why = [*(["a river is crossed"] if river else []), *(["enemy airpower"] if air else [])]
        return f"Into {self.space(hex_)}: {cost} MP{f' ({listed(why)})' if why else ''}"

    def term_air_die(self, side: Side, die: int) -> str:
        return f"{SIDES[side]} die: {numbered(die, 'point')}"

    def term_no_airbase(self) -> str:
        return "No US airbase is left: the Allies have no die"

    def term_bases(self, bases: int, lost: int | None) -> str:
        held = f"{numbered(bases, 'US airbase')} held" if bases else "No US airbase is held"
        return f"{held}: {'no Allied die' if lost is None else f'{signed(lost)} to the Allied die'}"

    def term_markers(self, ahead: int, most: int) -> str:
        return f"Ahead by {numbered(ahead, 'point')}: as many markers, at most {most} of them"

    def term_railroad(self, held: int, hexes: int) -> str:
        return f"{held} of {hexes} railroad hexes are Japanese"

    def term_garrison_back(self) -> str:
        return "The city's own garrison is back"

    def term_garrison_gone(self) -> str:
        return "While it is Allied the city has no garrison of its own; it gives no supply by itself any more"

    def term_drawn(self, die: int, number: int, waiting: int) -> str:
        halved = f", halved to {number} without an airbase" if number < die else ""
        return f"Die {die}{halved}; {numbered(waiting, 'unit')} in the pool"

    def term_set_out(self, number: int, less: int, waiting: int) -> str:
        short = f", of which {waiting} {agree(waiting, 'is', 'are')} there" if waiting < number else ""
        return f"Die {number + less} less {less}: {numbered(number, 'unit')}{short}"

    def term_crossing(self, die: int, division: int) -> str:
        g = self.facts
        if division:
            return f"Die {die}: a division is whole on 1–{g.division_full}, reduced up to {g.division_reduced}"
        return f"Die {die}: a brigade gets through on 1–{g.brigade_survives}"
