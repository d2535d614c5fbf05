"""The position: flat, slotted, typed, copied in microseconds, the same in JSON and back."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar

import msgspec

from grognard.kernel.bits import bitset
from grognard.kernel.flow import EVERYONE, ONGOING, Decision, Event, Frame, Later, Roll, Term, made
from grognard.kernel.ids import NO_UNIT, NO_UNITS, Sides, Space, Unit, Units, per
from grognard.kernel.serialization import Made, copier, mapper, packed, saved_as

TRANSIENT = ("game", "log", "pending", "notes")
"""Fields that are not part of the position."""


if TYPE_CHECKING:
    from typing_extensions import TypeVar as WithDefault

    G = WithDefault("G", default=Any)
else:
    G = TypeVar("G")
"""What a game's positions refer to as `s.game`: its facts."""


@dataclass(slots=True, eq=False)
class State(Generic[G]):
    """State that every game's position has. A game's own State adds numbers, words, lists of numbers and bytearrays.

    A number that stands for a unit, a space or a side, or for a set of them, has that type (`kernel/ids.py`).
    """

    counting: ClassVar[tuple[str, ...]] = ("rolls", "news")
    """The fields that grow for as long as a game lasts."""

    game: G
    """The game: its map, units, tables and rules, shared by all positions and never changed."""
    agenda: list[Frame] = field(default_factory=list)
    turn: int = 1
    phase: int = 0
    rolls: int = 0
    """How many rolls have been made: the address of the next one in the dice stream."""
    news: int = 0
    """Grows whenever somebody learns something: a roll, a reveal, a hand-over. Undo never crosses a change of it."""
    winner: int = ONGOING
    ending: str = ""
    log: list[Event] | None = None
    """Where events go, or None when nobody reads them. Not part of the position."""
    pending: Decision | Roll | None = None
    """What is being asked now: worked out from the agenda, not part of the position."""
    notes: dict[Any, Any] | None = None
    """Results cached while the position is looked at and not changed: see `kernel/position_cache.py`."""

    def tell(
        self,
        kind: str,
        *args: Any,
        cases: tuple[str, ...] = (),
        seen: Sides = EVERYONE,
        dice: tuple[int, ...] = (),
        faces: int = 6,
        sum: Sequence[Term] | Callable[[], Sequence[Term]] = (),
    ) -> None:
        """Write a fact in the log, with the sum that made it; a function of it is called only where somebody reads."""
        if self.log is not None:
            terms = tuple(sum() if callable(sum) else sum) if sum else ()
            self.log.append(made(Event, (kind, args, cases, seen, dice, self.turn, self.phase, faces, terms)))

    def copy(self) -> Self:
        """An equal position that shares nothing that can change, with no log."""
        asked = self.pending
        if isinstance(asked, Later):
            if asked.is_put_by:
                new = self.put_by()
                new.pending = asked.of(new, new.agenda[-1])
                return new
            asked.look()  # both positions ask the same, and this one may go on
        copied: Self = _copies[self.__class__](self)
        return copied

    def put_by(self) -> Self:
        """A copy that nobody looks at, kept to be copied: a copy of it is asked on its own account."""
        new: Self = _copies[self.__class__](self)
        if isinstance(self.pending, Later):
            new.pending = self.pending.of(None, new.agenda[-1])
        return new

    def to_json(self) -> dict[str, Any]:
        """The position as plain JSON values."""
        values: dict[str, Any] = _mappings[self.__class__](self)
        return values

    def to_text(self) -> str:
        """The position as JSON text, the same for equal positions, in any process."""
        return _encode(self.to_json()).decode()

    @classmethod
    def from_json(cls, game: G, values: dict[str, Any]) -> Self:
        """The position that `to_json` wrote. What is asked now is worked out by `advance`."""
        names = {saved: name for name, saved in saved_as(cls).items()}
        own: dict[str, Any] = {
            names.get(saved, saved): list(value) if isinstance(value, list) else value
            for saved, value in values.items()
        }
        own |= {name: bytearray(own[name]) for name in packed(cls) if name in own}
        own["agenda"] = [Frame.from_json(row) for row in values["agenda"]]
        return cls(game, **own)

    def fingerprint(self) -> str:
        """The same for equal positions, in any process: the first 16 hex digits of a SHA-256."""
        return hashlib.sha256(_encode(self.to_json())).hexdigest()[:16]

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, State) and self.to_json() == other.to_json()

    __hash__ = None  # type: ignore[assignment]


@dataclass(slots=True, eq=False)
class Pieces(State[G]):
    """A position with counters: where each is, and what each space holds."""

    where: list[Space] = field(default_factory=list)
    """Per unit, its space: an area or a hex, or a box."""
    steps: bytearray = field(default_factory=bytearray)
    at: list[Units] = field(default_factory=list)
    """Per space, the units there: the same facts as `where`, the other way round."""


def place(s: Pieces, unit: Unit, space: Space) -> None:
    """Put a unit in a space."""
    bit = 1 << unit
    s.at[s.where[unit]] &= ~bit
    s.at[space] |= bit
    s.where[unit] = space


_naming: dict[tuple[type[Frame], tuple[str, ...]], tuple[str, ...]] = {}


def named_units(s: Pieces, lists: tuple[str, ...]) -> Units:
    """The units that a frame of the agenda names, in one of these fields or as its one `unit`."""
    found = NO_UNITS
    for frame in s.agenda:
        kind = (frame.__class__, lists)
        if kind not in _naming:
            _naming[kind] = tuple(name for name in lists if hasattr(frame, name))
        for name in _naming[kind]:
            units: Iterable[Unit] = getattr(frame, name)
            found |= bitset(units)
        unit: Unit = getattr(frame, "unit", NO_UNIT)
        if unit >= 0:
            found |= 1 << unit
    return found


def set_out(s: Pieces, where: Iterable[Space], spaces: int) -> None:
    """Put every unit in its first space."""
    s.where = list(where)
    s.at = [NO_UNITS] * spaces
    for unit, space in per(Unit, s.where):
        s.at[space] |= 1 << unit


def misplaced(s: Pieces) -> list[str]:
    """Broken when a unit is in two spaces or in none, or when `at` says otherwise than `where`."""
    at, ids = s.at, s.game.unit_ids
    wrong = ["a unit is in two places, or in none"] if sum(map(int.bit_count, at)) != len(s.where) else []
    return wrong + [
        f"{ids[unit]} is not where it stands" for unit, space in per(Unit, s.where) if not at[space] >> unit & 1
    ]


_encode = msgspec.json.Encoder(order="sorted").encode
_copies = Made(
    lambda cls: copier(cls, agenda="[copies[frame.__class__](frame) for frame in s.agenda]", log="None", notes="None")
)
_mappings = Made(lambda cls: mapper(cls, TRANSIENT, agenda="[frame.to_json() for frame in s.agenda]"))
