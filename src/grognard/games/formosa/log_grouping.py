"""Lines that are read as one: a march, a stack that lands or dies, support over several hexes, purchases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from grognard.games.formosa.facts import ADJECTIVES, Facts, movement
from grognard.games.formosa.verbs import GOODS
from grognard.kernel.flow import Event
from grognard.kernel.ids import Space, Unit
from grognard.kernel.words import Words, listed, numbered

SIDES = ("Allied", "Japanese")


def capital(words: str) -> str:
    """With a capital letter at the beginning."""
    return words[:1].upper() + words[1:]


def agree(number: int, one: str, many: str) -> str:
    """The verb that goes with a number."""
    return one if number == 1 else many


FOLLOWS = {
    "battle": ("result",),
    "air-superiority": ("air-result",),
    "kamikaze": ("kamikaze-result",),
    "amoy": ("amoy-captured", "amoy-holds"),
    "b29-target": ("b29", "b29-result"),
    "japanese-lp": ("lp",),
    "plan": ("plan", "plan-special"),
    "sortie-declared": ("sortie", "sortie-result"),
    "raid": ("raid-result", "raiders-spent"),
    "sabotage": ("sabotage-result",),
    "die-hards": ("die-hards-rise", "no-die-hards", "no-guerrillas-left"),
    "revealed": ("deception-removed",),
}
"""What is read in one line with the die or the declaration that it follows."""


class LogGrouping(Words[Facts]):
    """The sentences for several events in a row."""

    hops = ("moved", "counter-moved")

    def verb(self, units: Sequence[Unit], one: str, many: str) -> str:
        """The verb that goes with units: `1st Marines are`, `7th Infantry Regiment is`."""
        return many if len(units) > 1 or self.facts.is_plural(units[0]) else one

    def together(self, run: Sequence[Event]) -> str:
        first = run[0]
        if all(event.kind in FOLLOWS.get(first.kind, ()) for event in run[1:]):
            return " ".join(self.in_line(event, run).rstrip(".") + "." for event in run if self.is_read(event, run))
        if any(event.kind != first.kind or event.dice for event in run):
            return ""
        if first.kind in self.hops:
            return self.marches(run)
        join: Callable[[Sequence[Event]], str] | None = getattr(self, "join_" + first.kind.replace("-", "_"), None)
        return join(run) if join else self.repeated(run)

    def is_read(self, event: Event, run: Sequence[Event]) -> bool:
        """Whether a line says something that the next of its run does not say again."""
        return not (event.kind == "b29-target" and len(run) > 1) and not (event.kind == "sortie" and len(run) > 2)

    def in_line(self, event: Event, run: Sequence[Event]) -> str:
        """A sentence after others: the result of a strike does not name the hex again."""
        words = self.sentence(event)
        return capital(words.partition(": ")[2]) if event.kind == "b29-result" and len(run) > 1 else words

    def marches(self, run: Sequence[Event]) -> str:
        """12.0a: the hexes one after the other, and their cost; units that set out from one hex are told together."""
        ways: dict[Unit, list[Space]] = {}  # a concealed counter goes by a number of its own
        halves: dict[Unit, int] = {}
        for event in run:
            who, here, there = event.args
            way = ways.setdefault(who, [here])
            if way[-1] != here or way[0] != run[0].args[1]:
                return ""
            way.append(there)
            halves[who] = halves.get(who, 0) + sum(term.args[1] for term in event.sum if term.kind == "step")
        if run[0].kind == "counter-moved" and len(ways) > 1:
            alike = Counter(tuple(way) for way in ways.values())
            rows = [f"{numbered(n, 'concealed counter')}: {self.way(way)}" for way, n in alike.items()]
            return f"{'; '.join(rows)}."
        groups: dict[tuple[tuple[Space, ...], int], list[Unit]] = {}
        for who, way in ways.items():
            groups.setdefault((tuple(way), halves[who]), []).append(who)
        rows = []
        for (path, cost), units in groups.items():
            name = "A concealed counter" if run[0].kind == "counter-moved" else self.units(units)
            rows.append(f"{name}: {self.way(path)}" + (f", {movement(cost)}" if cost else ""))
        return f"{'; '.join(rows)}."

    def way(self, hexes: Sequence[Space]) -> str:
        """`Suo 1707 → 1607 → Giran 1606`."""
        return " → ".join(self.space(h) for h in hexes)

    # --- units that do the same

    def alike(self, run: Sequence[Event], words: Callable[..., str], *, by: int = 1) -> str:
        """`A and B land at X.`: units first, the rest of the arguments all the same."""
        if any(event.args[by:] != run[0].args[by:] for event in run):
            return ""
        return words([event.args[0] for event in run], *run[0].args[by:])

    def join_aboard(self, run: Sequence[Event]) -> str:
        return self.in_groups(run, self.afloat)

    def afloat(self, units: list[Unit], hex_: Space) -> str:
        """10.2.2a."""
        return f"{self.units(units)} {self.verb(units, 'is', 'are')} afloat in {self.space(hex_)}."

    def join_landed(self, run: Sequence[Event]) -> str:
        return self.in_groups(run, self.landing)

    def landing(self, units: list[Unit], hex_: Space) -> str:
        """10.2.1a."""
        return f"{self.units(units)} {self.verb(units, 'lands', 'land')} at {self.space(hex_)}."

    def join_dropped(self, run: Sequence[Event]) -> str:
        return self.alike(run, self.drop)

    def drop(self, units: list[Unit], hex_: Space) -> str:
        """10.3a."""
        return f"{self.units(units)} {self.verb(units, 'drops', 'drop')} on {self.space(hex_)}."

    def join_shipped(self, run: Sequence[Event]) -> str:
        return self.in_groups(run, self.sailing)

    def sailing(self, units: list[Unit], start: Space, goal: Space) -> str:
        """21.0b."""
        verb = self.verb(units, "sails", "sail")
        return f"{self.units(units)} {verb} from {self.port(start)} to {self.port(goal)}."

    def port(self, space: Space) -> str:
        """21.0b: where ships sail from or to: a hex, Amoy, or the Staging Area."""
        return f"the {self.space(space)}" if space == self.facts.staging else self.space(space)

    def join_advanced(self, run: Sequence[Event]) -> str:
        return self.in_groups(run, self.advance)

    def in_groups(self, run: Sequence[Event], words: Callable[..., str]) -> str:
        """Units that go the same way in one clause each."""
        groups: dict[tuple[Any, ...], list[Unit]] = {}
        for event in run:
            groups.setdefault(event.args[1:], []).append(event.args[0])
        return " ".join(words(units, *rest) for rest, units in groups.items())

    def advance(self, units: list[Unit], start: Space, goal: Space) -> str:
        """15.8a."""
        verb = self.verb(units, "advances", "advance")
        return f"{self.units(units)} {verb} from {self.space(start)} to {self.space(goal)}."

    def join_retreated(self, run: Sequence[Event]) -> str:
        return self.in_groups(run, self.retreat)

    def retreat(self, units: list[Unit], start: Space, goal: Space) -> str:
        """15.7a."""
        verb = self.verb(units, "retreats", "retreat")
        return f"{self.units(units)} {verb} from {self.space(start)} to {self.space(goal)}."

    def join_stands_fast(self, run: Sequence[Event]) -> str:
        return self.alike(run, self.standing)

    def standing(self, units: list[Unit], hex_: Space) -> str:
        """15.7g."""
        verb = self.verb(units, "does", "do")
        return f"{self.units(units)} {verb} not retreat from {self.space(hex_)}: a static unit holds the hex."

    def join_back_to_sea(self, run: Sequence[Event]) -> str:
        return self.alike(run, self.going_back)

    def going_back(self, units: list[Unit], hex_: Space) -> str:
        """10.2.2h-i."""
        return f"{self.units(units)} {self.verb(units, 'returns', 'return')} to the Staging Area."

    def join_eliminated(self, run: Sequence[Event]) -> str:
        return self.in_groups(run, self.death)

    def death(self, units: list[Unit], hex_: Space, fate: str = "") -> str:
        """8.3: lost, and for how long."""
        words = {"gone": " for good", "replaceable": " and may be replaced", "": ""}[fate]
        return f"{self.units(units)} in {self.space(hex_)} {self.verb(units, 'is', 'are')} eliminated{words}."

    def join_sixth_marines(self, run: Sequence[Event]) -> str:
        return self.alike(run, self.arriving)

    def arriving(self, units: list[Unit]) -> str:
        """24.1l."""
        return f"{self.units(units)} {self.verb(units, 'arrives', 'arrive')} in Amoy."

    # --- one thing in several places

    def join_revealed(self, run: Sequence[Event]) -> str:
        places: dict[Space, list[Unit]] = {}
        for event in run:
            places.setdefault(event.args[1], []).append(event.args[0])
        return f"Revealed: {'; '.join(f'in {self.space(h)} {self.units(units)}' for h, units in places.items())}."

    def join_deployed(self, run: Sequence[Event]) -> str:
        places: dict[Space, list[Unit]] = {}
        for event in run:
            places.setdefault(event.args[1], []).append(event.args[0])
        return f"Deployed: {'; '.join(f'in {self.space(h)} {self.units(units)}' for h, units in places.items())}."

    def join_counter_deployed(self, run: Sequence[Event]) -> str:
        return f"Concealed counters are deployed: {self.spread(event.args[0] for event in run)}."

    def spread(self, hexes: Iterable[Space]) -> str:
        """`2 in X, 1 in Y`."""
        return ", ".join(f"{count} in {self.space(h)}" for h, count in Counter(hexes).items())

    def join_ground_support(self, run: Sequence[Event]) -> str:
        return self.missions(run, "ground support", "over")

    def join_interdiction(self, run: Sequence[Event]) -> str:
        return self.missions(run, "interdiction", "over")

    def missions(self, run: Sequence[Event], what: str, over: str) -> str:
        """Points of one nation, hex by hex."""
        if any(event.args[0] != run[0].args[0] for event in run):
            return ""
        places = Counter(event.args[1] for event in run)
        rows = ", ".join(f"{numbered(count, 'point')} {over} {self.space(h)}" for h, count in places.items())
        return f"{ADJECTIVES[run[0].args[0]]} {what}: {rows}."

    def join_gunfire(self, run: Sequence[Event]) -> str:
        return self.alike(run, lambda nations, hex_: f"{guns(nations)} at {self.space(hex_)}.")

    def join_combat_lp(self, run: Sequence[Event]) -> str:
        if any(event.args != run[0].args for event in run):
            return ""
        side, hex_ = run[0].args
        return f"{len(run)} {SIDES[side]} logistics points for the combat at {self.space(hex_)}."

    def join_tac_lost(self, run: Sequence[Event]) -> str:
        rows = Counter(event.args[0] for event in run)
        words = [numbered(count, f"{ADJECTIVES[n]} tactical air point") for n, count in rows.items()]
        return f"{listed(words)} {agree(len(run), 'is', 'are')} lost."

    def join_bought(self, run: Sequence[Event]) -> str:
        if any(event.args[0] != run[0].args[0] for event in run):
            return ""
        return f"{SIDES[run[0].args[0]]} purchases: {listed([GOODS[event.args[1]] for event in run])}."

    def join_amphibious_marker(self, run: Sequence[Event]) -> str:
        if any((a == b) != (run[0].args[0] == run[0].args[1]) for a, b in (event.args for event in run)):
            return ""
        if run[0].args[0] == run[0].args[1]:
            return f"Landings at {listed([self.space(event.args[0]) for event in run])}."
        pairs = [f"from {self.space(a)} on {self.space(b)}" for a, b in (event.args for event in run)]
        return f"Assaults {listed(pairs)}."

    def join_built(self, run: Sequence[Event]) -> str:
        rows = [f"{self.unit(event.args[0])} in {self.space(event.args[1])}" for event in run]
        price = sum(event.args[2] for event in run)
        return f"Bases are built by {listed(rows)} for {numbered(price, 'logistics point')}."


def guns(nations: list[int]) -> str:
    """`2 US gunfire units`."""
    return numbered(len(nations), f"{ADJECTIVES[nations[0]]} gunfire unit")
