"""Words for people: the frame in which a game keeps its sentences. Rules write facts; text is made of them here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from grognard.kernel.flow import EVERYONE, Decision, Event, Term


def listed(names: Sequence[str]) -> str:
    """`a, b and c`; those of one name are counted."""
    each = [name if count == 1 else f"{count} × {name}" for name, count in Counter(names).items()]
    return " and ".join([", ".join(each[:-1]), each[-1]]) if len(each) > 1 else "".join(each)


def numbered(number: int, one: str, many: str = "") -> str:
    """`1 step`, `2 steps`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def pointed_at(kinds: Sequence[str], args: Sequence[Any]) -> dict[str, Any]:
    """The side, units and spaces among some arguments."""
    units: list[int] = []
    spaces: list[int] = []
    side: int | None = None
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
    """What sentences need of a game's facts."""

    @property
    def unit_names(self) -> Sequence[str]: ...

    @property
    def space_names(self) -> Sequence[str]: ...

    @property
    def side_of(self) -> Sequence[int]: ...


F = TypeVar("F", bound=Names)


class Words(Generic[F]):
    """A game's sentences: a method `say_…` per kind of event and `ask_…` per prompt, fed with its arguments."""

    arguments: ClassVar[Mapping[str, tuple[str, ...]]]
    """What the first arguments of an event are, so that a log line can point at the map."""
    subjects: ClassVar[Mapping[str, tuple[str, ...]]]
    """What the first arguments of a prompt are, so that the page can point at what is asked about."""
    adjectives: ClassVar[tuple[str, ...]]
    """Per side."""
    losses: ClassVar[Mapping[str, int]] = {"step-lost": 1}
    """Events that tell of losses, with the steps that each takes from the side it mentions."""

    def __init__(self, facts: F) -> None:
        self.facts = facts

    def unit(self, unit: int) -> str:
        """A unit's name."""
        return self.facts.unit_names[unit]

    def units(self, units: list[int]) -> str:
        """Several units' names."""
        return listed([self.unit(u) for u in units])

    def space(self, space: int) -> str:
        """A space's name."""
        return self.facts.space_names[space]

    def sentence(self, event: Event) -> str:
        """A log line."""
        return str(getattr(self, "say_" + event.kind.replace("-", "_"))(*event.args))

    def reckoning(self, event: Event, side: int) -> list[tuple[str, tuple[str, ...]]]:
        """How the result of a log line was reckoned, as far as a side may know: sentences, each with its cases."""
        return [(self.term(t), t.cases) for t in event.sum if t.seen == EVERYONE or t.seen >> side & 1]

    def term(self, term: Term) -> str:
        """One line of a reckoning: a method `term_…` per kind."""
        return str(getattr(self, "term_" + term.kind.replace("-", "_"))(*term.args))

    def together(self, run: Sequence[Event]) -> str:
        """One sentence for several events in a row, such as the steps of a march; empty when the last stands alone.

        It is asked with each run that may still grow, so the sentence must be right after every event of it.
        """
        return ""

    def mentions(self, event: Event) -> dict[str, Any]:
        """Whose act it was (else whose unit it touched), which units and spaces, and the steps it cost."""
        out = pointed_at(self.arguments.get(event.kind, ()), event.args)
        if out["side"] is None and out["units"]:
            out["side"] = self.facts.side_of[out["units"][0]]
        if event.kind in self.losses:
            out["loss"] = self.losses[event.kind]
        return out

    def prompt(self, decision: Decision) -> str:
        """What is asked, as the asked side reads it."""
        return str(getattr(self, "ask_" + decision.prompt.replace("-", "_"))(*decision.about))

    def subject(self, decision: Decision) -> dict[str, Any]:
        """The units and spaces that a question is about."""
        found = pointed_at(self.subjects.get(decision.prompt, ()), decision.about)
        return {"units": found["units"], "spaces": found["spaces"]}

    def in_reach(self, way: Mapping[str, Any], cost: int) -> str:
        """What is said of a space that a unit can go to, several steps off."""
        of_what = str(way["points"]).partition(" ")[2] or "points"
        return f"It is on offer: {way['name']}, {cost} {of_what}. Click it."

    def waiting(self, side: int) -> str:
        """What the other side reads meanwhile: nothing that depends on what is asked."""
        return f"Waiting for the {self.adjectives[side]} player."
