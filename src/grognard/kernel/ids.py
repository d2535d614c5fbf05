"""Integer types for units, spaces and sides, and for sets of them.

All of them are plain ints when the program runs, so that they cost nothing and look alike in saves. Only the type check
tells them apart, and refuses a hex where a unit is asked for. A set knows what it holds: `1 << unit` is a set of units,
and so is what `&`, `|`, `^` and `~` make of sets of units; a set of units and a set of spaces do not go together, and
`spaces >> unit & 1` asks a set for what cannot be in it.

The type of a field also says what may come in there from outside (`kernel/bounds.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Generic, Self, TypeVar

Kind = TypeVar("Kind", bound=int)
T = TypeVar("T")

if TYPE_CHECKING:

    class SetOf(int, Generic[Kind]):
        """A set of small numbers of one kind, as one int: bit n set means that n is a member."""

        def __and__(self, other: Self) -> Self: ...  # type: ignore[override]
        def __or__(self, other: Self) -> Self: ...  # type: ignore[override]
        def __xor__(self, other: Self) -> Self: ...  # type: ignore[override]
        def __rand__(self, other: Self) -> Self: ...  # type: ignore[override]
        def __ror__(self, other: Self) -> Self: ...  # type: ignore[override]
        def __rxor__(self, other: Self) -> Self: ...  # type: ignore[override]
        def __invert__(self) -> Self: ...
        def __neg__(self) -> Self: ...
        def __sub__(self, one: int) -> Self: ...
        def __rshift__(self, member: Kind) -> int: ...  # type: ignore[override]

    class Unit(int):
        """A counter, by its number."""

        def __rlshift__(self, one: int) -> Units: ...
        def __rrshift__(self, units: Units) -> int: ...  # type: ignore[override]

    class Space(int):
        """A hex, an area or a box, by its number."""

        def __rlshift__(self, one: int) -> Spaces: ...
        def __rrshift__(self, spaces: Spaces) -> int: ...  # type: ignore[override]

    class Side(int):
        """A side by its number; in a game for one player also the one that the rules play."""

        def __rlshift__(self, one: int) -> Sides: ...
        def __rrshift__(self, sides: Sides) -> int: ...  # type: ignore[override]
        def __rsub__(self, one: int) -> Side: ...

    Units = SetOf[Unit]
    Spaces = SetOf[Space]
    Sides = SetOf[Side]
else:
    Unit = Space = Side = Units = Spaces = Sides = SetOf = int

NO_UNITS = Units(0)
NO_SPACES = Spaces(0)
NO_UNIT = Unit(-1)
NO_SPACE = Space(-1)
NO_SIDE = Side(-1)
"""Where a field may be empty."""


def every(kind: type[Kind], count: int) -> Sequence[Kind]:
    """All units, spaces or sides that there are, so many."""
    return range(count)  # type: ignore[return-value]


def per(kind: type[Kind], values: Iterable[T]) -> Iterator[tuple[Kind, T]]:
    """Each unit, space or side with its value, of a list that has one for each."""
    return enumerate(values)  # type: ignore[return-value]
