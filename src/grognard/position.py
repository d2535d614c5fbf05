"""Python interface to one game: list the options, take one, look at the position, draw it."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from grognard import games
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import DRAW, ONGOING, Bar, Decision, Event, Refused
from grognard.kernel.game import Game
from grognard.kernel.ids import Kind
from grognard.kernel.play import advance, apply
from grognard.match.header import Header, seed_from

Words = Sequence[str]
"""An option as people and save files write it: a verb, then the ids of units and spaces."""


class Position:
    """A position of a game, with dice of its own. Options are lists of words; sides are called by their ids."""

    def __init__(self, game: Game, state: Any, secret: bytes) -> None:
        self.game = game
        self.state = state
        self._dice = KeyedDice(secret)

    # --- what is asked

    @property
    def side(self) -> str | None:
        """The side to decide; nobody once the game is over."""
        asked = self._asked()
        return None if asked is None else self.game.sides[asked.side].id

    @property
    def prompt(self) -> str:
        """The question in words; empty once the game is over."""
        asked = self._asked()
        return "" if asked is None else self.game.prompt(self.state, asked, asked.side)

    @property
    def options(self) -> list[list[str]]:
        """Everything that the deciding side may choose."""
        asked = self._asked()
        return [] if asked is None else [self.game.to_words(option) for option in asked.options]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.state.winner != ONGOING)

    @property
    def winner(self) -> str | None:
        """The winner; nobody in a draw or while the game goes on."""
        return None if self.state.winner in (ONGOING, DRAW) else self.game.parties()[self.state.winner].id

    @property
    def turn(self) -> int:
        """The number of the turn."""
        return int(self.state.turn)

    @property
    def phase(self) -> str:
        """The name of the phase."""
        return str(self.game.phases[self.state.phase].name)

    @property
    def score(self) -> dict[str, float]:
        """Victory points and whatever else the game reports."""
        return self.game.score(self.state)

    # --- acting

    def apply(self, option: Words, side: str | None = None) -> Position:
        """Take a decision for the side that is asked, or a standing act for any side. Refused, it changes nothing."""
        asked = self._asked()
        if asked is None:
            raise Refused("The game is over.")
        number = asked.side if side is None else self.game.side_index(side)
        apply(self.state, number, self.game.from_words(option), self._dice)
        return self

    def copy(self) -> Position:
        """The same position, to try things in; dice fall as they would have fallen here."""
        state = self.state.copy()
        state.log = None if self.state.log is None else list(self.state.log)
        return Position(self.game, state, self._dice.seed)

    def shuffled(self, seed: int | str) -> Position:
        """The same position with other dice before it."""
        twin = self.copy()
        twin._dice = KeyedDice(_secret(seed))
        return twin

    # --- knowing

    def view(self, side: str) -> dict[str, Any]:
        """The position as one side may know it, as the page gets it."""
        return self.game.view(self.state, self.game.side_index(side))

    def known(self, side: str) -> Position:
        """The position with all that a side may not know taken out: what its bot is handed."""
        return Position(self.game, self.game.redact(self.state, self.game.side_index(side)), secrets.token_bytes(32))

    def preview(self, option: Words) -> dict[str, Any] | None:
        """The exact odds behind an option; None when no die follows."""
        asked = self._asked()
        if asked is None:
            raise Refused("The game is over.")
        return self.game.preview(self.state, asked.side, self.game.from_words(option))

    def why_not(self, unit: str | None = None, space: str | None = None, verb: str = "") -> list[Bar]:
        """Why something is not on offer to the side that is asked: sentences with their cases."""
        asked = self._asked()
        if asked is None:
            return [Bar("The game is over.", ())]
        return self.game.why_not(
            self.state, asked.side,
            None if unit is None else _found(self.game.unit_index, unit, "unit"),
            None if space is None else _found(self.game.space_index, space, "space"),
            verb,
        )  # fmt: skip

    def log(self, side: str | None = None) -> list[str]:
        """The log, as one side reads it, or all of it."""
        reader = None if side is None else self.game.side_index(side)
        return [
            self.game.sentence(event)
            for event in self._events()
            if reader is None or event.seen < 0 or event.seen >> reader & 1
        ]

    def svg(self, side: str | None = None) -> str:
        """The map with everything on it, as one side sees it, or with everything open."""
        from grognard.lab.position_picture import picture

        return picture(self.game, self.state, None if side is None else self.game.side_index(side))

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        now = "over" if self.over else f"{self.side} decides"
        return f"<{self.game.title}, turn {self.turn}, {self.phase}: {now}>"

    def _asked(self) -> Decision | None:
        asked = self.state.pending
        return asked if isinstance(asked, Decision) and not self.over else None

    def _events(self) -> Iterable[Event]:
        return self.state.log or ()


def start(
    game: str, scenario: str = "", options: Mapping[str, str] | None = None, seed: int | str | None = None
) -> Position:
    """A new game at its first decision. The same seed gives the same dice."""
    loaded = games.load(game)
    header = Header.new(loaded, scenario, options)
    state = loaded.new(header.scenario, header.options)
    state.log = []
    position = Position(loaded, state, _secret(seed))
    advance(state, position._dice)
    return position


def _secret(seed: int | str | None) -> bytes:
    given = seed_from(seed)
    return secrets.token_bytes(32) if given is None else given


def _found(index: Mapping[str, Kind], name: str, kind: str) -> Kind:
    if name not in index:
        raise Refused(f"There is no {kind} {name!r}.")
    return index[name]
