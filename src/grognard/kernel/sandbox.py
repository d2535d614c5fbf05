"""A position under one's hands: edit it, script the dice, decide for either side. Tests and puzzles use it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grognard.kernel.bits import members
from grognard.kernel.dice import ScriptedDice
from grognard.kernel.flow import ONGOING, Decision, Event, Option, Refused, advance, apply
from grognard.kernel.game import Game
from grognard.kernel.state import TRANSIENT

Edits = Mapping[str, Callable[[Any, Any], None]]
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
    for name in trial.__dataclass_fields__:
        if name not in TRANSIENT:
            setattr(s, name, getattr(trial, name))


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
    """What the editor can change in a game: turn, phase and units in any, and what its sandbox lists in `fields`."""
    edits: Edits = getattr(game.of_sandbox, "EDITS", {})
    own: Callable[[Game], Sequence[Field]] = getattr(game.of_sandbox, "fields", lambda _: ())
    phases = tuple((phase.id, phase.name) for phase in game.phases)
    general = (
        Field("turn", "Turn", "number", lambda s: s.turn, 1),
        Field("phase", "Phase", "choice", lambda s: s.game.phases[s.phase].id, choices=phases),
        Field("add" if "add" in edits else "units", "Units", "places", lambda s: {}),
    )
    return [field for field in (*general, *own(game)) if field.id in edits]


def named(ids: Sequence[str], bits: int) -> list[str]:
    """The ids of the units or spaces in a bitset."""
    return [ids[number] for number in members(bits)]


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
        """Who is asked."""
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
        """What a side may do besides, in words."""
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
        """What one side may know."""
        return self.game.view(self.state, self.game.side_index(side))
