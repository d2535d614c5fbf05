"""Parts of the board and of previews that look the same in every game (docs/programmers/protocol.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any, Protocol

from grognard.kernel.game import Game, Verb
from grognard.kernel.ids import Space, Unit
from grognard.kernel.words import Names

SAID_OF_VERBS = (
    "primary", "quiet", "remember", "gathers", "drops", "fills", "resolves", "forgoes", "ends", "repeats", "spends",
    "renews", "musters", "settles",
)  # fmt: skip
"""What the page is told of a verb where it is so."""
Reached = tuple[Space, float, Space, float]
"""A space, what it costs to get there, the space before it, and the chance that the move can end there."""


class Counted(Names, Protocol):
    """The facts of a game that a counter needs."""

    @property
    def unit_ids(self) -> Sequence[str]: ...


def rows(units: Sequence[Unit], *columns: Sequence[int]) -> list[tuple[int, ...]]:
    """The rows of a view: each unit with its number in every column, all in one go, because every table has them."""
    if len(units) < 2:  # of one thing `itemgetter` gives no tuple
        return [(unit, *(column[unit] for column in columns)) for unit in units]
    return list(zip(units, *map(itemgetter(*units), columns), strict=True))


def fact(name: str, value: str, *cases: str) -> dict[str, Any]:
    """One line about a thing."""
    return {"name": name, "value": value, "cases": list(cases)}


def line(text: str, value: str, *cases: str) -> dict[str, Any]:
    """One itemised number of a preview."""
    return {"text": text, "value": value, "cases": list(cases)}


def flag(bit: int, id_: str, name: str, cases: Sequence[str], look: str = "") -> dict[str, Any]:
    """A state of a counter, told by one bit."""
    return {"bit": bit, "id": id_, "name": name, "cases": list(cases), **({"look": look} if look else {})}


def marker(id_: str, name: str, cases: Sequence[str], symbol: str = "", **more: Any) -> dict[str, Any]:
    """Something that lies in spaces and is no unit; `more` as docs/programmers/protocol.md has it."""
    return {"id": id_, "name": name, "symbol": symbol or f"m-{id_}", "cases": list(cases), **more}


def counter(
    g: Counted, unit: Unit, kind: str, steps: int, faces: Mapping[str, str], facts: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """A unit: its kind, its full strength, the pictures by steps, and what is on it."""
    return {
        "id": g.unit_ids[unit],
        "name": g.unit_names[unit],
        "side": g.side_of[unit],
        "type": kind,
        "steps": steps,
        "faces": dict(faces),
        "facts": list(facts),
    }


def way_to_move(name: str, units: Sequence[Unit], spaces: Iterable[Reached], **more: Any) -> dict[str, Any]:
    """One way in which units may move, and how far; `more` as docs/programmers/protocol.md has it."""
    return {"name": name, "units": list(units), "spaces": [list(row) for row in spaces], **more}


def verb(v: Verb) -> dict[str, Any]:
    """A verb as the page wants it."""
    out: dict[str, Any] = {"label": v.label, "args": list(v.args), "cases": list(v.cases)}
    for name in SAID_OF_VERBS:
        if getattr(v, name):
            out[name] = True
    if v.words:
        out["words"] = dict(v.words)
    return out


def heading(g: Game, phase_names: Iterable[str]) -> dict[str, Any]:
    """The parts of a board that follow from the game itself: title, sides, phases, verbs."""
    return {
        "game": g.id,
        "title": g.title,
        "version": g.version,
        "sides": [
            {"id": s.id, "name": s.name, "adjective": s.adjective, "colour": s.colour, "ink": s.ink}
            for s in g.parties()
        ],
        "phases": [
            {"id": p.id, "name": p.name, "short": short, "side": p.side, "cases": list(p.cases)}
            for p, short in zip(g.phases, phase_names, strict=True)
        ],
        "verbs": {name: verb(v) for name, v in g.verbs.items()},
    }
