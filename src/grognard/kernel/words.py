"""Sentences of a game: rules write facts, this frame turns them into text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from grognard.kernel.flow import EVERYONE, Decision, Event, Term
from grognard.kernel.ids import Side, Space, Unit


def listed(names: Sequence[str]) -> str:
    """`a, b and c`; those of one name are counted."""
    each = [name if count == 1 else f"{count} × {name}" for name, count in Counter(names).items()]
    return " and ".join([", ".join(each[:-1]), each[-1]]) if len(each) > 1 else "".join(each)


def numbered(number: int, one: str, many: str = "") -> str:
    """`1 step`, `2 steps`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def agree(number: int, one: str, many: str) -> str:
    """The form of a verb or pronoun that goes with a number: `agree(1, "is", "are")` is `is`."""
    return one if number == 1 else many


def is_plural(name: str) -> bool:
    """Whether a name stands with `are` and `have`: `Coast Guns`, `Escort Carriers A`, but not `IV Corps`, `Chiang`."""
    words = [word for word in name.split() if len(word) > 1 and not word[0].isdigit()]
    return bool(words) and re.search(r"[a-z]{2,}(?<![us])s$", words[-1]) is not None and words[-1] != "Corps"


SPOKEN_WITH_A_VOWEL = re.compile(
    r"8|1[18](?!\d)|[AEFHILMNORSX](?:[A-Z]|\b)|(?i:hour|honou?r|[aio](?!n(?:e|ce)\b)|e(?!u)|u(?!ni(?!n|m)|s[aeu]|\b|S\b))"
)
"""How a word begins that takes `an`: `Allied`, `8th`, `HQ`, `untried`; but not `unit`, `US` or `one`."""


def with_article(words: str) -> str:
    """`an Allied unit`, `a US unit`, `an 8th Division`."""
    return f"{'an' if SPOKEN_WITH_A_VOWEL.match(words) else 'a'} {words}"


POINTS = re.compile(r"(?P<least>\d+)(?: to \d+)? (?P<name>\w+)")
"""What a way to move says of its points: `6 MP`, `0 to 5 MP, by a die`."""


def pointed_at(kinds: Sequence[str], args: Sequence[Any]) -> dict[str, Any]:
    """The side, units and spaces among some arguments."""
    units: list[Unit] = []
    spaces: list[Space] = []
    side: Side | None = None
    for kind, arg in zip(kinds, args, strict=False):
        if kind == "unit":
            units.append(arg)
        elif kind == "units":
            units += arg
        elif kind == "space":
            spaces.append(arg)
        elif kind == "side":
            side = arg
    return {"side": side, "units": units, "spaces": spaces}


class Names(Protocol):
    """The facts of a game that sentences need."""

    @property
    def unit_names(self) -> Sequence[str]: ...

    @property
    def space_names(self) -> Sequence[str]: ...

    @property
    def side_of(self) -> Sequence[Side]: ...


F = TypeVar("F", bound=Names)


class Words(Generic[F]):
    """A game's sentences: a method `say_…` per kind of event and `ask_…` per prompt, fed with its arguments."""

    arguments: ClassVar[Mapping[str, tuple[str, ...]]]
    """What the first arguments of an event are, so that a log line can point at the map."""
    subjects: ClassVar[Mapping[str, tuple[str, ...]]]
    """What the first arguments of a prompt are, so that the page can point at what is asked about."""
    adjectives: ClassVar[tuple[str, ...]]
    """Per side."""
    capitals: ClassVar[tuple[str, ...]] = ()
    """Names with which lines of the score begin, besides the adjectives: they keep their capital within a sentence."""
    losses: ClassVar[Mapping[str, int]] = {"step-lost": 1}
    """Events that tell of losses, with the steps that each takes from the side it mentions."""
    unharmed: ClassVar[tuple[str, ...]] = ()
    """Events that tell of units which leave play for want of time: the box where they end is no loss."""
    hops: ClassVar[tuple[str, ...]] = ()
    """Events whose sentence is `somebody: here → there.` and whose last two arguments are these spaces."""

    def __init__(self, facts: F) -> None:
        self.facts = facts

    def unit(self, unit: Unit) -> str:
        """A unit's name."""
        return self.facts.unit_names[unit]

    def units(self, units: list[Unit]) -> str:
        """Several units' names."""
        return listed([self.unit(u) for u in units])

    def space(self, space: Space) -> str:
        """A space's name."""
        return self.facts.space_names[space]

    def sentence(self, event: Event) -> str:
        """A log line."""
        return str(getattr(self, "say_" + event.kind.replace("-", "_"))(*event.args))

    def say_by_order(self, side: Side, said: str) -> str:
        """A standing order answered: its owner is told at once, the other side when the match is over."""
        return f"By a standing order of the {self.adjectives[side]} player: {said}."

    def reckoning(self, event: Event, side: Side | None) -> list[tuple[str, tuple[str, ...]]]:
        """The reckoning of a log line's result, as far as a side may know (without one, all of it): sentences,
        each with its cases."""
        may_read = (t for t in event.sum if side is None or t.seen == EVERYONE or t.seen >> side & 1)
        return [(self.term(t), t.cases) for t in may_read]

    def term(self, term: Term) -> str:
        """One line of a reckoning: a method `term_…` per kind."""
        return str(getattr(self, "term_" + term.kind.replace("-", "_"))(*term.args))

    def together(self, run: Sequence[Event]) -> str:
        """One sentence for several events in a row, such as the steps of a march; empty when the last stands alone.

        It is asked with each run that may still grow, so the sentence must be right after every event of it. Unless a
        game says otherwise, the hops of a march are one line, and what is told several times is counted.
        """
        return self.marched(run) or self.repeated(run)

    def marched(self, run: Sequence[Event]) -> str:
        """Hops of the same units, each from where the last ended: `2 units: Wuhan → 2108 → 2208.`"""
        first = run[0]
        if first.kind not in self.hops or any(event.dice for event in run):
            return ""
        for before, event in pairwise(run):
            goes_on = event.kind == first.kind and event.args[:-2] == first.args[:-2]
            if not goes_on or event.args[-2] != before.args[-1]:
                return ""
        return f"{self.sentence(first)[:-1]} → {' → '.join(self.space(event.args[-1]) for event in run[1:])}."

    def repeated(self, run: Sequence[Event]) -> str:
        """The same fact again, without dice: `An untried unit is placed in Wuhan (3 times).`"""
        first = run[0]
        if any(event.dice or (event.kind, event.args) != (first.kind, first.args) for event in run):
            return ""
        return f"{self.sentence(first).rstrip('.')} ({len(run)} times)."

    def mentions(self, event: Event) -> dict[str, Any]:
        """Whose act it was (else whose unit it touched), which units and spaces, and the steps it cost."""
        out = pointed_at(self.arguments.get(event.kind, ()), event.args)
        if out["side"] is None and out["units"]:
            out["side"] = self.facts.side_of[out["units"][0]]
        if event.kind in self.losses:
            out["loss"] = self.losses[event.kind]
        return out

    def prompt(self, decision: Decision) -> str:
        """The question as the asked side reads it."""
        return str(getattr(self, "ask_" + decision.prompt.replace("-", "_"))(*decision.about))

    def subject(self, decision: Decision) -> dict[str, Any]:
        """The units and spaces that a question is about."""
        found = pointed_at(self.subjects.get(decision.prompt, ()), decision.about)
        return {"units": found["units"], "spaces": found["spaces"]}

    def in_reach(self, way: Mapping[str, Any], cost: int) -> str:
        """The sentence about a space that a unit can reach several steps off; a die may not give the price."""
        found = POINTS.match(str(way["points"]))
        price = f"{cost} {found['name']}" if found else numbered(cost, "point")
        unsure = ", if the die allows" if found and cost > int(found["least"]) else ""
        return f"It is on offer: {way['name']}, {price}{unsure}. Click it."

    def waiting(self, side: Side) -> str:
        """The line for the other side meanwhile: nothing that depends on the question."""
        return f"Waiting for the {self.adjectives[side]} player."
