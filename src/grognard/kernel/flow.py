"""The flow of a game: a stack of frames, each of which works, asks one side, or calls for dice.

A game is data plus this stack, never a suspended coroutine, so a position can be copied, saved, compared and resumed
anywhere. `play.advance` runs frames until somebody must decide; `play.apply` takes that decision. Nothing else changes
a state.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Self

from grognard.kernel.bits import each
from grognard.kernel.dice import Throw
from grognard.kernel.ids import NO_SPACE, Side, Sides, Space, Unit
from grognard.kernel.serialization import copies, lists

Option = tuple[str | int, ...]
"""`(verb, *arguments)`: stable and readable, the one currency of choice for pages, bots, tests and save files."""

EVERYONE = Sides(-1)
NOBODY = Sides(0)
"""Who sees an event: lots drawn for face-down counters are for no side's eyes."""
ONGOING = -2
DRAW = -1


class Refused(Exception):
    """The option was not legal, or not this side's to take: one sentence says why. The position is unchanged."""


class DeadEnd(Exception):
    """A frame asked for a decision and offered nothing: a fault in the rules, found by the fuzzer."""


class GameOver(Exception):
    """Raised by a rule that ends the game on the spot."""

    def __init__(self, winner: int, ending: str, cases: tuple[str, ...]) -> None:
        super().__init__(ending)
        self.winner = winner
        self.ending = ending
        self.cases = cases


class Term(NamedTuple):
    """One line of a reckoning: a fact that counted, how much, and the case that says so. Worded at the edge."""

    kind: str
    args: tuple[Any, ...] = ()
    cases: tuple[str, ...] = ()
    seen: Sides = EVERYONE
    """Who may read it, among those who may read the event."""


class Event(NamedTuple):
    """One fact of the log, for the sides in `seen`. Sentences are made of it at the edge."""

    kind: str
    args: tuple[Any, ...]
    cases: tuple[str, ...]
    seen: Sides
    dice: Throw
    turn: int
    phase: int
    faces: int = 6
    """Of each die."""
    sum: tuple[Term, ...] = ()
    """How the result was reckoned, in order."""


class Bar(NamedTuple):
    """Why something is not on offer: a sentence in our words and the cases that forbid it."""

    text: str
    cases: tuple[str, ...]


made = tuple.__new__
"""Makes an `Event` or another named tuple of the tuple of its fields, in half the time that its class takes."""


@dataclass(slots=True)
class Decision:
    """One side is asked: a prompt, every legal option, and the cases that govern them."""

    side: Side
    prompt: str
    options: list[Option]
    cases: tuple[str, ...] = ()
    about: tuple[Any, ...] = ()
    """What the prompt speaks of (units, spaces, numbers), in the order its text expects."""
    always: bool = False
    """Ask even when a single option is left, because not asking would betray a secret."""
    atomic: bool = False
    """Part of a procedure that no standing act may interrupt, such as the result of a roll."""


class Later(Decision):
    """A question that is asked for certain, before its options are known: they are made when somebody looks.

    A record that is played again looks at none of them: it asks the frame whether what was decided is on offer. The
    position must be the same as when it was asked, so that a copy looks first (`State.copy`). Until then the
    question holds its position, which holds the question: what is kept for long must not be left so.
    """

    __slots__ = ("_frame", "_notes", "_s")
    _frame: Frame | None
    _notes: dict[Any, Any] | None
    """What was noted while it was asked, where notes were kept: it is as true when somebody looks."""

    def __init__(
        self,
        frame: Frame,
        s: Any,
        side: Side,
        prompt: str,
        cases: tuple[str, ...] = (),
        about: tuple[Any, ...] = (),
        always: bool = False,
        atomic: bool = False,
    ) -> None:
        self._frame = frame
        self._s = s
        self._notes = None if s is None else s.notes
        self.side = side
        self.prompt = prompt
        self.cases = cases
        self.about = about
        self.always = always
        self.atomic = atomic

    def __getattr__(self, name: str) -> list[Option]:
        """Called for what has no value yet: that can only be the options."""
        if name != "options":
            raise AttributeError(name)
        self.look()
        return self.options

    @property
    def is_put_by(self) -> bool:
        """Whether it belongs to no position now: one that is put by."""
        return self._frame is not None and self._s is None

    def of(self, s: Any, frame: Frame) -> Later:
        """The same question in an equal position, or put by; itself, when its options are made."""
        if self._frame is None:
            return self
        return Later(frame, s, self.side, self.prompt, self.cases, self.about, self.always, self.atomic)

    def look(self) -> None:
        """Make the options, if nobody has looked at them yet."""
        frame, s = self._frame, self._s
        if frame is not None:
            before = s.notes
            if before is None:
                s.notes = self._notes
            self.options = frame.options(s)
            s.notes = before
            self._frame = self._s = self._notes = None

    def offers(self, option: Option) -> bool:
        """Whether an option is sure to be on offer, by a look at it alone; else the options are to be looked at."""
        s, frame = self._s, self._frame
        if frame is None or s is None:
            return False
        if option[0] not in frame.verbs or not s.game.is_well_formed(option):
            return False
        before = s.notes
        if before is None:
            s.notes = self._notes
        found = frame.offers(s, option)
        s.notes = before
        return found


@dataclass(slots=True)
class Roll:
    """Dice are called for: how many, of how many sides, and what for."""

    purpose: str
    count: int
    about: tuple[Any, ...] = ()
    cases: tuple[str, ...] = ()
    sides: int = 6
    seen: Sides = EVERYONE


class Frame:
    """One procedure in progress. Subclasses are slotted dataclasses of numbers, words and lists of numbers.

    `run` does automatic work and returns None, or returns a Decision or a Roll *without changing the state*: it may be
    called again for the same question. A frame that is finished pops itself.
    """

    __slots__ = ()
    registry: ClassVar[dict[str, type[Frame]]] = {}
    id: ClassVar[str] = ""
    """What positions and saves call it, for ever, wherever the class is written down. Those of the first five games are
    the modules that they were in when ids were given."""
    verbs: ClassVar[tuple[str, ...]] = ()
    """Everything that may be on offer while this frame asks: what is not at this moment is shown with why."""

    def __init_subclass__(cls) -> None:
        if "id" not in cls.__dict__:
            return  # something that several frames share, never a frame itself
        known = Frame.registry.get(cls.id)
        if known is not None and known.__qualname__ != cls.__qualname__:
            raise TypeError(f"{cls.__qualname__} and {known.__qualname__} are both called {cls.id!r}")
        Frame.registry[cls.id] = cls

    def run(self, s: Any) -> Decision | Roll | None:
        """Work, ask, or call for dice."""
        raise TypeError(f"{type(self).__name__} does nothing")

    def options(self, s: Any) -> list[Option]:
        """Every legal option of what this frame asked with `Later`."""
        raise TypeError(f"{type(self).__name__} asks nothing later")

    def offers(self, s: Any, option: Option) -> bool:
        """Whether an option with a verb of this frame is sure to be among them; else `options` are looked at."""
        return False

    def answer(self, s: Any, option: Option) -> None:
        """Take the decision this frame asked for."""
        raise TypeError(f"{type(self).__name__} asks nothing")

    def rolled(self, s: Any, dice: Throw) -> None:
        """Take the dice this frame called for."""
        raise TypeError(f"{type(self).__name__} rolls nothing")

    def why_not(self, s: Any, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        """Why this unit (in this space) is not on offer while this frame asks."""
        return []

    def why_not_do(self, s: Any, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        """Why this very thing is not on offer for this unit (in this space) while this frame asks."""
        return []

    def why_not_end(self, s: Any, side: Side) -> list[Bar]:
        """Why what this frame asks for cannot be ended yet; nothing when it can."""
        return []

    def moving(self, s: Any) -> Space:
        """The space where what this frame moves stands now, step by step; none while nothing is under way."""
        return NO_SPACE

    def copy(self) -> Self:
        """An equal frame that shares nothing that can change."""
        new: Self = copies[self.__class__](self)
        return new

    def to_json(self) -> list[Any]:
        """The frame's id, then its fields in order."""
        return [self.id, *lists[self.__class__](self)]

    @staticmethod
    def from_json(row: list[Any]) -> Frame:
        """The frame that `to_json` wrote."""
        return Frame.registry[row[0]](*[list(v) if isinstance(v, list) else v for v in row[1:]])


@dataclass(frozen=True, slots=True)
class Phase:
    """One line of a sequence of play."""

    id: str
    name: str
    begin: Callable[[Any], None]
    side: Side | None = None
    cases: tuple[str, ...] = ()
    when: Callable[[Any], bool] | None = None


@dataclass(slots=True)
class Sequence(Frame):
    """Walks the game's phases, turn after turn, until a rule ends the game."""

    id = "kernel.flow.Sequence"
    index: int = 0

    def run(self, s: Any) -> None:
        phases = s.game.phases
        if self.index == len(phases):
            self.index = 0
        phase = phases[self.index]
        s.phase = self.index
        self.index += 1
        if phase.when is None or phase.when(s):
            phase.begin(s)


CONCEDE: Option = ("concede",)


_offers: dict[str, dict[int, list[Option]]] = {}
_last: dict[tuple[str, int], tuple[int, list[Option]]] = {}
_whole: tuple[dict[tuple[str, int], list[Option]], ...] = ({}, {})
FEW = 6
"""Members of a small set, such as the hexes next to one; or changes of a large one."""
MOST_WHOLE = (1 << 9, 1 << 14)
"""How many large and how many small sets are kept."""


def for_each(verb: str, members: int) -> list[Option]:
    """`(verb, member)` for every member of a set, in rising order.

    What stands in a hex, or which hexes lie on an edge, is mostly what it was at the decision before: these are kept.
    """
    small = members.bit_count() <= FEW
    kept = _whole[small]
    found = kept.get((verb, members))
    if found is None:
        if len(kept) >= MOST_WHOLE[small]:
            kept.clear()
        found = [(verb, member) for member in each(members)] if small else _after_the_last(verb, members)
        kept[verb, members] = found
    return found[:]


def _after_the_last(verb: str, members: int) -> list[Option]:
    """The same for a large set: mostly the last one that began alike, but for who has just moved."""
    began = (verb, (members & -members).bit_length() >> 3)
    last, options = _last.get(began, (0, []))
    changed = last ^ members
    if changed.bit_count() > FEW:
        options = _by_octets(verb, members)
    else:
        options = options[:]
        for member in each(changed):
            place = (members & (1 << member) - 1).bit_count()  # of those below all is as it should be by now
            if members >> member & 1:
                options.insert(place, (verb, member))
            else:
                del options[place]
    _last[began] = (members, options)
    return options


def _by_octets(verb: str, members: int) -> list[Option]:
    """The same for any large set: put together by eights that are kept."""
    kept = _offers.setdefault(verb, {})
    out: list[Option] = []
    place = 0
    for octet in members.to_bytes((members.bit_length() + 7) // 8, "little"):
        if octet:
            some = kept.get(place | octet)
            if some is None:
                kept[place | octet] = some = [(verb, member) for member in each(octet << place // 32)]
            out += some
        place += 256
    return out


def unit_of(option: Option, place: int = 1) -> Unit:
    """The unit that an option names; `place` where it is not its first argument."""
    return option[place]  # type: ignore[return-value]  # the verb says that it is one


def space_of(option: Option, place: int = 1) -> Space:
    """The space that an option names; `place` where it is not its first argument."""
    return option[place]  # type: ignore[return-value]  # the verb says that it is one


def bars(*found: Bar | None) -> list[Bar]:
    """The bars that really stand in the way."""
    return [bar for bar in found if bar is not None]
