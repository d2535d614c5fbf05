"""Header of a match, fixed before the first decision: game, options, seats, and the secret of the dice."""

from __future__ import annotations

import hashlib
import json
import re
import secrets
from collections.abc import Iterable, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from grognard.kernel.dice import KeyedDice, Throw, commitment, mixed
from grognard.kernel.flow import Refused
from grognard.kernel.game import Game

HUMAN = "human"
SEED_BYTES = 32
BOUND = 2
"""The scheme in which dice are keyed by the secret, by what the match is, and by a number of every player. In the first
one they were keyed by the secret alone; so are those of a seed that somebody chose, which bind nobody anyway."""
FORMAT = 3
"""Of the saves that are written now."""
_HEXED = re.compile("[0-9a-f]{64}")


def is_hexed(value: object) -> bool:
    """Whether this is 32 bytes, written in small hex digits."""
    return isinstance(value, str) and _HEXED.fullmatch(value) is not None


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

    def __post_init__(self) -> None:
        if self.secret is not None and len(self.secret) != SEED_BYTES:
            raise Refused(f"A secret has exactly {SEED_BYTES} bytes.")

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
    dice: int = 1
    """The scheme of the dice."""
    chosen: bool = False
    """Whether somebody chose the seed."""
    shares: dict[str, str] = field(default_factory=dict)
    """Side id to the number that its player added to the dice before the first roll, in hex."""
    parent: dict[str, Any] | None = None
    """Of a branch: the first commitment of the match that it left, and after how many decisions."""
    branch_of: str = ""
    """Of a branch: the id of that match where both are kept. Not part of a save."""
    format: int = FORMAT
    """Of its save: one that came in an older format is written in it again."""
    orders: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Side id to the standing orders of its player, by their ids. Not part of a save."""
    between: dict[str, Any] = field(default_factory=dict)
    """Names, chat and proposals of the players of a match by link (`server.matches.friend_matches`). Not part of a
    save."""

    @classmethod
    def new(
        cls,
        game: Game,
        scenario: str = "",
        options: Mapping[str, str] | None = None,
        seats: Mapping[str, str] | None = None,
        seed: int | str | None = None,
        start: dict[str, Any] | None = None,
        secret: bytes | None = None,
        shares: Mapping[str, str] | None = None,
    ) -> Header:
        """The header of a new match: unknown scenarios, options and sides are refused with what is allowed.

        `secret` is one that was committed to before, and `shares` what the players have added to it since.
        """
        seated = _seats(game, seats or {})
        chosen = seed_from(seed)
        return cls(
            game.id,
            game.version,
            _scenario(game, scenario),
            game.settle(_options(game, options or {}), seated),
            seated,
            [Seed.fresh(0, secret if chosen is None else chosen)],
            deepcopy(start),
            dice=BOUND if chosen is None else 1,
            chosen=chosen is not None,
            shares=_shares(game, seated, shares or {}) if chosen is None else {},
        )

    def facts(self) -> str:
        """A digest of what the match is: with other seats, options or another start its dice are other ones."""
        said = [self.game, self.version, self.scenario, self.options, self.seats, self.start]
        return hashlib.sha256(json.dumps(said, sort_keys=True, separators=(",", ":")).encode()).hexdigest()

    def to_json(self, secret: bool) -> dict[str, Any]:
        """For a save: without secrets, or (once they bind nobody any more) with all but the sealed ones.

        A seed that the match's maker chose never bound anybody: with it an open match goes on with the same dice.
        """
        out: dict[str, Any] = {
            "game": self.game,
            "version": self.version,
            "scenario": self.scenario,
            "options": self.options,
            "seats": self.seats,
            "commitments": [[seed.first, seed.commitment] for seed in self.seeds],
        }
        given = self.seeds[0] if self.chosen and not self.parent else None
        shown = [seed.secret if (secret or seed is given) and not seed.sealed else None for seed in self.seeds]
        if secret or any(shown):
            pairs = zip(self.seeds, shown, strict=True)
            out["seeds"] = [[seed.first, None if known is None else known.hex()] for seed, known in pairs]
        if self.start is not None:
            out["start"] = self.start
        if self.format >= FORMAT:
            out["dice"] = self.dice
            out |= {"chosen": True} if self.chosen else {}
            out |= {"shares": self.shares} if self.shares else {}
            out |= {"parent": self.parent} if self.parent else {}
        return out

    def to_store(self) -> dict[str, Any]:
        """For our own storage: every secret, the sealed ones marked."""
        out = self.to_json(secret=False)
        del out["commitments"]
        out["seeds"] = [
            [seed.first, seed.commitment, None if seed.secret is None else seed.secret.hex(), seed.sealed]
            for seed in self.seeds
        ]
        if self.estimate:
            out["estimate"] = True
        if self.branch_of:
            out["branch_of"] = self.branch_of
        if self.orders:
            out["orders"] = self.orders
        if self.between:
            out["between"] = self.between
        return out | {"format": self.format}

    @classmethod
    def from_store(cls, values: dict[str, Any]) -> Header:
        """The header that `to_store` wrote."""
        seeds = [
            Seed(first, committed, None if secret is None else bytes.fromhex(secret), sealed)
            for first, committed, secret, sealed in values["seeds"]
        ]
        return cls(**{"format": 2, **values, "seeds": seeds})

    def branched(self, rolls: int, over: bool, count: int) -> Header:
        """The header of a match that leaves this one after so many rolls: later rolls have a secret of their own."""
        kept = [replace(seed, sealed=seed.sealed or not over) for seed in self.seeds if seed.first < rolls]
        return replace(
            self,
            options=dict(self.options),
            seats=dict(self.seats),
            shares=dict(self.shares),
            seeds=[*kept, Seed.fresh(rolls)],
            parent={"commitment": self.seeds[0].commitment, "at": count},
            branch_of="",
            format=FORMAT,
            orders={},
            between={},
        )


class Share(NamedTuple):
    """A number that a player added to all rolls from `first` on."""

    first: int
    side: str
    number: str


class SeededDice:
    """The match's dice: each roll from the secret it falls under and the numbers that players had added by then.

    What was thrown is noted for the record.
    """

    __slots__ = ("_keyed", "thrown")

    def __init__(self, header: Header, later: Iterable[Share] = ()) -> None:
        shares = [Share(0, side, number) for side, number in sorted(header.shares.items())]
        shares += later
        facts = header.facts() if header.dice == BOUND else ""
        self._keyed: list[tuple[int, KeyedDice | None]] = []
        for first in sorted({seed.first for seed in header.seeds} | {share.first for share in shares}):
            secret = next(seed.secret for seed in reversed(header.seeds) if seed.first <= first)
            if secret is not None and header.dice == BOUND:
                secret = mixed(secret, facts, [(s.side, s.number) for s in shares if s.first <= first])
            self._keyed.append((first, None if secret is None else KeyedDice(secret)))
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


def _shares(game: Game, seats: Mapping[str, str], shares: Mapping[str, str]) -> dict[str, str]:
    for side, number in shares.items():
        game.side_index(side)
        if seats[side] != HUMAN or not is_hexed(number):
            raise Refused(f"{side}: a player's number for the dice is 64 hex digits, and programs have none.")
    return dict(shares)


def _seats(game: Game, seats: Mapping[str, str]) -> dict[str, str]:
    for side in seats:
        game.side_index(side)
    return {side.id: seats.get(side.id, HUMAN) for side in game.sides}
