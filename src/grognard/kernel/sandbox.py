"""Editor of positions: place units, script the dice, decide for either side. Tests and puzzles use it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from collections.abc import Sequence as Several
from dataclasses import dataclass, fields
from typing import Any

from grognard.kernel.bits import bitset, members
from grognard.kernel.dice import ScriptedDice
from grognard.kernel.flow import ONGOING, Decision, Event, Option, Refused, Sequence
from grognard.kernel.game import Game
from grognard.kernel.ids import Space, Spaces, Unit, Units
from grognard.kernel.play import advance, apply
from grognard.kernel.state import TRANSIENT

Change = Callable[[Any, Any], None]
"""How a position is changed to a value."""
Edits = Mapping[str, Change]
"""Per word that a game's sandbox understands, how it changes a position; carried out in this order."""


def change_by(edits: Edits, s: Any, change: Mapping[str, Any]) -> None:
    """Change a position; an unknown word or name is refused and nothing is changed."""
    unknown = [key for key in change if key not in edits]
    if unknown:
        raise Refused(f"{unknown[0]!r} cannot be changed: {', '.join(edits)}.")
    trial = s.copy()
    for key, how in edits.items():
        if key in change:
            how(trial, change[key])
    for field in fields(trial):
        if field.name not in TRANSIENT:
            setattr(s, field.name, getattr(trial, field.name))


# --- what the words of every game's sandbox are made of


def unit_of(s: Any, name: str) -> Unit:
    """A unit by its id."""
    if name not in s.game.unit_index:
        raise Refused(f"There is no unit {name!r}.")
    unit: Unit = s.game.unit_index[name]
    return unit


def space_of(s: Any, name: str) -> Space:
    """A space by its id."""
    if name not in s.game.space_index:
        raise Refused(f"There is no space {name!r}.")
    space: Space = s.game.space_index[name]
    return space


def units_of(s: Any, names: Iterable[str]) -> Units:
    """Some units by their ids."""
    return bitset(unit_of(s, name) for name in names)


def spaces_of(s: Any, names: Iterable[str]) -> Spaces:
    """Some spaces by their ids."""
    return bitset(space_of(s, name) for name in names)


def space_and_steps(s: Any, unit: Unit, where: Any) -> tuple[Space, int]:
    """Space and steps of a unit, from `"1906"` (at full strength) or `["1906", 2]`."""
    most = s.game.full[unit]
    space, steps = where if isinstance(where, list | tuple) else (where, most)
    if type(steps) is not int or not 0 <= steps <= most:
        raise Refused(f"{s.game.unit_ids[unit]} has between 0 and {most} steps.")
    return space_of(s, str(space)), steps


def go_to_phase(s: Any, name: str) -> None:
    """The phase with this id is played, in a game that is not over."""
    ids = [phase.id for phase in s.game.phases]
    if name not in ids:
        raise Refused(f"There is no phase {name!r}: {', '.join(ids)}.")
    s.phase = ids.index(name)
    s.winner, s.ending = ONGOING, ""


def begin_phase(s: Any, name: str) -> None:
    """The phase with this id starts anew, in a game whose turns are a plain sequence."""
    go_to_phase(s, name)
    s.agenda = [Sequence(s.phase)]


def put(field: str, read: Callable[[Any, Any], Any] = lambda s, value: value) -> Change:
    """A value goes into a field, as it is or as `read` makes it out."""
    return lambda s, value: setattr(s, field, read(s, value))


def put_by_side(field: str) -> Change:
    """Numbers go into a list that has one per side: by the ids of sides, or all of them in order."""

    def change(s: Any, values: Any) -> None:
        numbers = getattr(s, field)
        if not isinstance(values, Mapping):
            numbers[:] = values
            return
        for side, number in values.items():
            numbers[s.game.side_index(side)] = number

    return change


# --- what the editor's page shows


@dataclass(frozen=True, slots=True)
class Field:
    """Something of a position that the editor's page can show and change by the sandbox's word `id`."""

    id: str
    name: str
    kind: str
    """`number` and `choice` (one value), `places` (unit to space, or space and steps), `units` and `spaces` (which of
    those in `among`), `counts` (a number per space in `among`), `scores` (a number per side)."""
    read: Callable[[Any], Any]
    """Its value in a position, in the form that the sandbox takes."""
    least: int = 0
    most: int = 99
    choices: tuple[tuple[str, str], ...] = ()
    """Value and name of what may be chosen."""
    among: tuple[str, ...] = ()
    """The ids of the units or spaces that may be named; none means all."""


def fields_of(game: Game) -> list[Field]:
    """Editable fields of a game: turn, phase and units in any, and those that its sandbox lists in `fields`."""
    edits: Edits = getattr(game.of_sandbox, "EDITS", {})
    own: Callable[[Game], Several[Field]] = getattr(game.of_sandbox, "fields", lambda _: ())
    phases = tuple((phase.id, phase.name) for phase in game.phases)
    general = (
        Field("turn", "Turn", "number", lambda s: s.turn, 1),
        Field("phase", "Phase", "choice", lambda s: s.game.phases[s.phase].id, choices=phases),
        Field("add" if "add" in edits else "units", "Units", "places", lambda s: {}),
    )
    return [field for field in (*general, *own(game)) if field.id in edits]


def named(ids: Several[str], bits: int) -> list[str]:
    """The ids of the units or spaces in a bitset."""
    return [ids[number] for number in members(bits)]


def by_side(field: str) -> Callable[[Any], dict[str, int]]:
    """A reader for a list with one number per side."""
    return lambda s: {side.id: number for side, number in zip(s.game.sides, getattr(s, field), strict=True)}


class Sandbox:
    """One position of one game, with named units and spaces and dice from a script."""

    def __init__(self, game: Game, state: Any, dice: Iterable[int] = ()) -> None:
        self.game = game
        self.state = state
        self.dice = ScriptedDice(dice)
        self.events: list[Event] = []
        self.state.log = self.events
        advance(self.state, self.dice)

    def edit(self, change: Mapping[str, Any] | None = None, **more: Any) -> Sandbox:
        """Change the position; the question that is open is asked again."""
        self.game.edit(self.state, {**(change or {}), **more})
        self.state.pending = None
        advance(self.state, self.dice)
        return self

    @property
    def asked(self) -> Decision:
        """The open decision."""
        if not isinstance(self.state.pending, Decision):
            raise Refused("The match is over.")
        return self.state.pending

    @property
    def side(self) -> str:
        """The side that is asked."""
        return self.game.sides[self.asked.side].id

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.winner != ONGOING)

    def options(self, verb: str | None = None) -> list[tuple[str, ...]]:
        """The legal options in words, all or those of one verb."""
        found = [tuple(self.game.to_words(option)) for option in self.asked.options]
        return [words for words in found if verb is None or words[0] == verb]

    def verbs(self) -> set[str]:
        """The verbs on offer."""
        return {str(option[0]) for option in self.asked.options}

    def standing(self, side: str) -> list[tuple[str, ...]]:
        """The standing acts of a side, in words."""
        options = self.game.standing(self.state, self.game.side_index(side))
        return [tuple(self.game.to_words(option)) for option in options]

    def do(self, *words: str, side: str | None = None, dice: Iterable[int] = ()) -> Sandbox:
        """Decide, for the side that is asked or (a standing act) for another; `dice` are added to the script."""
        self.dice.faces.extend(dice)
        option: Option = self.game.from_words(words)
        apply(self.state, self.asked.side if side is None else self.game.side_index(side), option, self.dice)
        return self

    def told(self, kind: str) -> list[Event]:
        """The log's events of one kind."""
        return [event for event in self.events if event.kind == kind]

    def heard(self, side: str) -> list[Event]:
        """The events that one side may see."""
        bit = 1 << self.game.side_index(side)
        return [event for event in self.events if event.seen & bit]

    def view(self, side: str) -> dict[str, Any]:
        """The position as one side may know it."""
        return self.game.view(self.state, self.game.side_index(side))
