"""What is fixed before the first decision: the game, its options, who sits where, and the secret behind the dice."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any

from grognard.kernel.dice import KeyedDice, Throw, commitment
from grognard.kernel.flow import Refused
from grognard.kernel.game import Game

HUMAN = "human"
SEED_BYTES = 32


@dataclass(frozen=True, slots=True)
class Seed:
    """The secret of all rolls from `first` on, until the next one takes over.

    `secret` is None in a match taken from a save that did not publish it: those rolls are known from the record.
    `sealed` marks a secret that another match, still open when this one branched off, goes on drawing from: it is
    never published here, or the end of a branch would give away the dice of the match it came from.
    """

    first: int
    commitment: str
    secret: bytes | None
    sealed: bool = False

    @classmethod
    def fresh(cls, first: int, secret: bytes | None = None) -> Seed:
        """A new secret, or the given one, for the rolls from `first` on."""
        chosen = secrets.token_bytes(SEED_BYTES) if secret is None else secret
        return cls(first, commitment(chosen), chosen)


def seed_from(given: int | str | None) -> bytes | None:
    """A seed as people give it: a whole number, or 64 hex digits; nothing means a random one."""
    if given is None or given == "":
        return None
    if isinstance(given, int):
        return hashlib.sha256(f"grognard {given}".encode()).digest()
    text = given.strip()
    try:
        if len(text) == 2 * SEED_BYTES:
            return bytes.fromhex(text)
        return seed_from(int(text))
    except ValueError:
        raise Refused("A seed is a whole number or 64 hex digits.") from None


@dataclass(slots=True)
class Header:
    """Everything about a match that its decisions do not say."""

    game: str
    version: str
    scenario: str
    options: dict[str, str]
    seats: dict[str, str]
    """Side id to `human` or the name of a bot."""
    seeds: list[Seed]
    start: dict[str, Any] | None = field(default=None)
    """A position set up by hand to start from, in place of the scenario's own."""
    estimate: bool = False
    """Whether the players agreed, when the match was made, to see an estimate of who is winning. Not part of a save."""

    @classmethod
    def new(
        cls,
        game: Game,
        scenario: str = "",
        options: Mapping[str, str] | None = None,
        seats: Mapping[str, str] | None = None,
        seed: int | str | None = None,
        start: dict[str, Any] | None = None,
    ) -> Header:
        """The header of a new match: unknown scenarios, options and sides are refused with what is allowed."""
        seated = _seats(game, seats or {})
        return cls(
            game.id,
            game.version,
            _scenario(game, scenario),
            game.settle(_options(game, options or {}), seated),
            seated,
            [Seed.fresh(0, seed_from(seed))],
            deepcopy(start),
        )

    def to_json(self, secret: bool) -> dict[str, Any]:
        """For a save: without secrets, or (once they bind nobody any more) with all but the sealed ones."""
        out: dict[str, Any] = {
            "game": self.game,
            "version": self.version,
            "scenario": self.scenario,
            "options": self.options,
            "seats": self.seats,
            "commitments": [[seed.first, seed.commitment] for seed in self.seeds],
        }
        if secret:
            out["seeds"] = [
                [seed.first, None if seed.sealed or seed.secret is None else seed.secret.hex()] for seed in self.seeds
            ]
        if self.start is not None:
            out["start"] = self.start
        return out

    def to_store(self) -> dict[str, Any]:
        """For our own storage: every secret, the sealed ones marked."""
        out = self.to_json(secret=False)
        del out["commitments"]
        out["seeds"] = [
            [seed.first, seed.commitment, seed.secret.hex() if seed.secret else None, seed.sealed]
            for seed in self.seeds
        ]
        if self.estimate:
            out["estimate"] = True
        return out

    @classmethod
    def from_store(cls, values: dict[str, Any]) -> Header:
        """The header that `to_store` wrote."""
        seeds = [
            Seed(first, committed, bytes.fromhex(secret) if secret else None, sealed)
            for first, committed, secret, sealed in values["seeds"]
        ]
        return cls(**{**values, "seeds": seeds})

    def branched(self, rolls: int, over: bool) -> Header:
        """The header of a match that leaves this one after so many rolls: later rolls have a secret of their own."""
        kept = [replace(seed, sealed=seed.sealed or not over) for seed in self.seeds if seed.first < rolls]
        return replace(self, options=dict(self.options), seats=dict(self.seats), seeds=[*kept, Seed.fresh(rolls)])


class SeededDice:
    """The match's dice: each roll from the secret it falls under. What was thrown is noted for the record."""

    __slots__ = ("_keyed", "thrown")

    def __init__(self, seeds: list[Seed]) -> None:
        self._keyed = [(seed.first, KeyedDice(seed.secret) if seed.secret else None) for seed in seeds]
        self.thrown: list[Throw] = []

    def known(self, number: int, count: int, sides: int) -> Throw | None:
        """The faces of a roll, or None when its secret is not known."""
        for first, keyed in reversed(self._keyed):
            if number >= first:
                return keyed.roll(number, count, sides) if keyed else None
        return None

    def roll(self, number: int, count: int, sides: int) -> Throw:
        faces = self.known(number, count, sides)
        if faces is None:
            raise Refused(f"The secret behind roll {number + 1} is not known here.")
        self.thrown.append(faces)
        return faces


def _scenario(game: Game, scenario: str) -> str:
    known = [choice.id for choice in game.scenarios]
    if not scenario:
        return known[0]
    if scenario not in known:
        raise Refused(f"There is no scenario {scenario!r} in {game.title}: {', '.join(known)}.")
    return scenario


def _options(game: Game, options: Mapping[str, str]) -> dict[str, str]:
    known = {choice.id: choice for choice in game.options}
    for name, value in options.items():
        if name not in known:
            raise Refused(f"There is no option {name!r} in {game.title}: {', '.join(known) or 'it has none'}.")
        if value not in known[name].choices:
            raise Refused(f"Option {name!r} is {' or '.join(known[name].choices)}, not {value!r}.")
    return {name: options.get(name, choice.default) for name, choice in known.items()}


def _seats(game: Game, seats: Mapping[str, str]) -> dict[str, str]:
    for side in seats:
        game.side_index(side)
    return {side.id: seats.get(side.id, HUMAN) for side in game.sides}
