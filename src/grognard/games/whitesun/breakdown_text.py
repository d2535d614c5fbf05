"""Sums behind results in words, and which lines of the log are read as one."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.games.whitesun.facts import Facts
from grognard.kernel.flow import Event
from grognard.kernel.ids import Space, Unit
from grognard.kernel.words import Words, listed, numbered

LINES = (
    "Shanghai and Chungking", "railroad or Yangtze with a city", "railroad or Yangtze", "other hexes",
    "the Communist Base Area",
)  # fmt: skip
GROUND = {"link": "along a supplied railroad or river", "rough": "rough terrain", "other": "other ground"}
STEPS = ("enters", "moved")
ON_THE_WAY = {*STEPS, "entry", "entry-held", "flood-die", "called-for", "event", "no-show", "taken", "repaired"}
"""What a march consists of while nobody stands in its way."""
FIRE = {"flotilla-fire", "communist-fire", "elite-fire", "japanese-fire", "puppet-fire", "regular-fire", "raid-fire",
        "raid-return-fire"}  # fmt: skip
HEADINGS = {"cohesion", "asterisk", "fighters-die", "setback-steps", "setback-points"}
"""Dice whose result is told next."""
LISTS = ({"step-lost"}, {"cohesion", "cohesion-result"}, {"asterisk", "asterisk-result"}, {"withdrawn"},
         {"fighters-die", "fighters-back", "fighters-gone"}, {"setback-steps", "setback"},
         {"setback-points", "points-lost"})  # fmt: skip
"""Facts that are told one after the other and read as one sentence."""
LISTED = set[str]().union(*LISTS)
DEFENCE = ("drawn", "no-show")


class BreakdownText(Words[Facts]):
    """Folds and joined lines."""

    def strength(self, unit: Unit) -> str:
        """`88 Division (elite 1)`."""
        g = self.facts
        kind = g.rows[unit]["force"].lower()
        dice = g.dice[unit][g.full[unit]] if len(g.dice[unit]) > g.full[unit] else 0
        return f"{self.unit(unit)} ({kind} {dice})" if kind in ("elite", "regular", "garrison") else self.unit(unit)

    def count(self, unit: Unit) -> int:
        """1, or 2 for a name that is a plural: whether `is` or `are` follows."""
        return 2 if "forces" in self.unit(unit).lower().split() else 1

    def origin(self, hex_: Space) -> str:
        """Where a step began."""
        return self.space(hex_) if hex_ >= 0 else "off the map"

    def destination(self, box: Space, number: int) -> str:
        """R19: what becomes of units that leave the map, as the end of a sentence."""
        g = self.facts
        if box == g.out:
            return "is out of the game" if number == 1 else "are out of the game"
        if box == g.reserve:
            return "goes to the Reserve Box for Phase III" if number == 1 else "go to the Reserve Box for Phase III"
        if box == g.ready:
            return "is ready again this phase" if number == 1 else "are ready again this phase"
        return f"{'comes' if number == 1 else 'come'} back on Turn {g.track.index(box)}"

    # --- the sums

    def term_points(self, before: int, spent: int, left: int) -> str:
        return f"{before} − {spent} = {left} MP" if before >= spent else f"{before} − {spent}: no MP left"

    def term_cost(self, ground: str, cost: int) -> str:
        return f"{GROUND[ground]}: {cost} MP"

    def term_allowance(self, turn: int, mp: int) -> str:
        return f"{mp} MP for an operation on Turn {turn}"

    def term_unit(self, unit: Unit, dice: int, steps: int) -> str:
        return f"{self.unit(unit)}: {numbered(dice, 'die', 'dice')}, {numbered(steps, 'step')}"

    def term_dice(self, unit: Unit, dice: int) -> str:
        return f"{self.unit(unit)}: {numbered(dice, 'die', 'dice')}"

    def term_hit_number(self, words: str) -> str:
        return f"hits on {words}" if words[0].isdigit() else words

    def term_hit_dice(self, dice: list[int], words: str, hits: int) -> str:
        thrown = " ".join(map(str, dice))
        return f"hits on {words}; thrown: {thrown} = {numbered(hits, 'hit') if hits else 'no hit'}"

    def term_defence_line(self, line: int, die: int, number: int) -> str:
        return f"defence table, {LINES[line]}: die {die} = {numbered(number, 'unit') if number else 'nobody'}"

    def term_szechuan(self, number: int, more: int) -> str:
        return f"Szechuan on Turn 4: {number} + {more} = {number + more}"

    def term_half_die(self, die: int, steps: int) -> str:
        return f"die {die}, halved and rounded up = {numbered(steps, 'step')}"

    def term_whole_die(self, die: int, steps: int) -> str:
        return f"die {die} = {numbered(steps, 'step')}"

    def term_no_points(self, cost: int, mp: int) -> str:
        return f"another round costs {cost} MP; {mp} left"

    def term_began_with(self, units: int, needed: int) -> str:
        return f"the force began with {units} units; {needed} are enough"

    def term_turns_ahead(self, turn: int, die: int, then: int) -> str:
        return f"Turn {turn} + {die} = Turn {then}" + (", after the last" if then > 4 else "")

    def term_cohesion(self, die: int, strength: int, tie: int) -> str:
        least = strength if tie and strength > 1 else strength + 1
        needed = "no die" if least > 6 else "a 6" if least == 6 else f"{least} or more"
        return f"strength {strength}: {needed} brings it back; die {die}"

    def term_raid_listed(self, place: int, of: int) -> str:
        return f"{place} of {of} hexes that are raided before all others"

    def term_raid_raises(self, now: int, then: int) -> str:
        return f"breaks to repair between north and south: {now} before, {then} if the raid succeeds"

    def term_raid_lowest(self, now: int, then: int) -> str:
        return "no break raises the number to repair: the lowest hex between two cities, away from other breaks"

    def term_operational(self, every: int, area: int, cities: int, left: int) -> str:
        return f"{every} units − {area} inside the line − {cities} in cities beyond it = {left}"

    def term_garrison(self, units: list[Unit]) -> str:
        return self.units(units)

    def term_back(self, units: list[Unit]) -> str:
        return self.units(units)

    # --- lines that are one

    def together(self, run: Sequence[Event]) -> str:
        first, last = run[0].kind, run[-1].kind
        if first in STEPS:
            return self.march(run) if last in ON_THE_WAY else ""
        if first in FIRE and last == "hits":
            return self.volley(run)
        if first in DEFENCE and last in DEFENCE:
            return self.defence(run)
        if first == last == "chinese-lost":
            return self.beaten(run)
        if first == last == "given-up":
            return self.given_up(run)
        return (self.list_of(run) if first in LISTED and last in LISTED else "") or self.repeated(run)

    def march(self, run: Sequence[Event]) -> str:
        """One march is one line while nobody stands in its way and no event strikes it."""
        if run[0].kind not in STEPS or any(not self.is_quiet(event) for event in run):
            return ""
        steps = [event for event in run if event.kind in STEPS]
        way = " → ".join([self.origin(run[0].args[1]), *(self.space(event.args[0]) for event in steps)])
        cost = sum(event.args[2] for event in steps)
        taken = sum(event.kind in ("taken", "repaired") for event in run)
        fought = f", {numbered(taken, 'hex', 'hexes')} taken without a fight" if taken else ""
        return f"The force: {way}, {cost} MP, {steps[-1].args[3]} left{fought}{self.ahead(run)}."

    def is_quiet(self, event: Event) -> bool:
        """Whether a march goes on over this: an event that comes to nothing or bears on dice alone."""
        if event.kind != "event":
            return event.kind in ON_THE_WAY
        happening = self.facts.events[event.args[0]]
        bears_on_dice = not happening.steps and happening.id not in ("rape", "kill-all", "cut-short")
        return bool(event.args[3]) or bears_on_dice

    def ahead(self, run: Sequence[Event]) -> str:
        """What is known of the hex that the force has just entered and not yet taken."""
        last = max(i for i, event in enumerate(run) if event.kind in STEPS)
        if run[last].kind == "moved" or any(event.kind in ("taken", "repaired") for event in run[last:]):
            return ""
        parts = []
        for event in run[last:]:
            if event.kind == "called-for" and event.args[2]:
                parts.append(f"{numbered(event.args[2], 'defender')} called for")
            elif event.kind == "event" and not event.args[3]:
                parts.append(self.facts.events[event.args[0]].name)
        return f"; {self.space(run[last].args[0])}: {', '.join(parts)}" if parts else ""

    def volley(self, run: Sequence[Event]) -> str:
        """The dice of a step and what they hit."""
        if len(run) != 2 or run[0].kind not in FIRE or run[1].kind != "hits":
            return ""
        return f"{self.sentence(run[0])}: {self.sentence(run[1])[:-1].lower()}."

    def defence(self, run: Sequence[Event]) -> str:
        """8.6: who was drawn for a hex, and who of them stays away."""
        if any(event.kind not in DEFENCE or event.args[1] != run[0].args[1] for event in run):
            return ""
        there = [self.strength(event.args[0]) for event in run if event.kind == "drawn"]
        parts = [f"{self.space(run[0].args[1])} is defended by {listed(there)}"] if there else []
        return "; ".join([*parts, *(self.sentence(e).rstrip(".") for e in run if e.kind == "no-show")]) + "."

    def beaten(self, run: Sequence[Event]) -> str:
        """10.1h: Chinese units that fell together, by what becomes of them."""
        if any(event.kind != "chinese-lost" for event in run):
            return ""
        fates: dict[Space, list[Unit]] = {}
        for event in run:
            fates.setdefault(event.args[2], []).append(event.args[0])
        parts = [f"{self.units(who)} {self.fate(box, sum(map(self.count, who)))}" for box, who in fates.items()]
        return "; ".join(parts) + "."

    def fate(self, box: Space, number: int) -> str:
        """10.1h: what becomes of beaten Chinese units, as the end of a sentence."""
        g = self.facts
        are = "is beaten" if number == 1 else "are beaten"
        if box < 0:
            return f"{are}; {'its' if number == 1 else 'their'} cohesion is checked after the round"
        if box == g.dead:
            return f"{are} and gone for good"
        return (
            f"{are} and {'goes' if number == 1 else 'go'} back to the {'Base Area' if box == g.base else 'force pool'}"
        )

    def list_of(self, run: Sequence[Event]) -> str:
        """Losses, cohesion dice, defenders drawn: one sentence each, in a row."""
        if not any(all(event.kind in kinds for event in run) for kinds in LISTS):
            return ""
        heading = run[0].kind in HEADINGS
        if heading and any(event.kind == run[0].kind for event in run[1:]):
            return ""
        parts = [self.sentence(event).rstrip(".") for event in run[int(heading) :]]
        return "; ".join(parts) + "."

    def given_up(self, run: Sequence[Event]) -> str:
        """3.6e: a city and the dead ends that go with it."""
        if any(event.kind != "given-up" for event in run):
            return ""
        return f"Given up: {listed([self.space(event.args[0]) for event in run])}."
