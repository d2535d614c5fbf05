"""Messages from the page and from programs: the bodies of calls, one class each."""

from __future__ import annotations

from typing import Any

import msgspec

from grognard.kernel.flow import Option
from grognard.kernel.ids import Space, Unit
from grognard.kernel.orders import MOST_UNITS, Order
from grognard.kernel.text_limits import Line, Word
from grognard.match.order_execution import Wanted
from grognard.server.http.errors import malformed

MOST_OPTIONS = 1000
OptionList = list[Word | int]


class NewMatch(msgspec.Struct):
    """`POST /api/matches`."""

    game: Word
    scenario: Word = ""
    options: dict[Word, Word] = {}
    seats: dict[Word, Word] = {}
    seed: int | Word | None = None
    commitment: Word = ""
    """From `POST /api/dice`: the secret behind the dice, committed to before the players' numbers were known."""
    shares: dict[Word, Word] = {}
    """Side id to the number that its player adds to the dice."""
    position: dict[Word, Any] | None = None
    """Changes by the sandbox, to start from a position by hand."""
    estimate: bool = False
    """Whether players may see an estimate of who is winning, also between people."""
    invite: list[Word] = []
    """People's seats that are nobody's until somebody takes them by an invitation."""


class Position(msgspec.Struct):
    """`POST /api/games/G/position`."""

    scenario: Word = ""
    options: dict[Word, Word] = {}
    change: dict[Word, Any] = {}


class Learn(msgspec.Struct):
    """`POST /api/games/G/learn`."""

    step: int = 0
    lesson: int = 0
    """Which of the game's lessons; the first is 0."""


class Puzzle(msgspec.Struct):
    """`POST /api/games/G/puzzle`."""

    puzzle: int = 0
    """Which of the game's puzzles; the first is 0."""


class Sit(msgspec.Struct):
    """`POST /api/matches/M/sit`."""

    code: Word = ""
    tokens: list[Word] = []
    shares: dict[Word, Word] = {}


class Invite(msgspec.Struct):
    """`POST /api/matches/M/invite`."""

    seat: Word = ""
    anew: bool = False
    """A code that may be out is void, and there is another."""
    device: bool = False
    """For another device of the same player, who keeps the seat at this one."""


class Code(msgspec.Struct):
    """`POST /api/sit`."""

    code: Word


class Picture(msgspec.Struct):
    """`POST /api/qr`."""

    text: Line


class Decide(msgspec.Struct):
    """`POST /api/matches/M/decide`. `seat` is a side, and may be absent where only one is held."""

    stamp: Word
    seat: Word = ""
    option: OptionList | None = None
    options: list[OptionList] | None = None
    since: int = 0

    def chosen(self) -> list[Option]:
        """The options, one or several."""
        if (self.option is None) == (self.options is None):
            raise malformed("Send either `option` or `options`.")
        given = [self.option] if self.option is not None else self.options or []
        if not 1 <= len(given) <= MOST_OPTIONS:
            raise malformed(f"Send between 1 and {MOST_OPTIONS} options.")
        return [as_option(values) for values in given]


class GiveOrder(msgspec.Struct):
    """`POST /api/matches/M/order`: `units` with a `goal`, or `options` (the first one `times` times), or `resolve`.

    With `press` options are taken over dice, as long as the same is asked.
    """

    stamp: Word
    seat: Word = ""
    units: list[Unit] = []
    goal: Space | None = None
    look: Word = ""
    verb: Word = ""
    options: list[OptionList] = []
    times: int = 1
    resolve: Word = ""
    press: bool = False
    since: int = 0

    def wanted(self) -> Wanted:
        """The order that a request asks for, within bounds."""
        if sum([bool(self.units), bool(self.options), bool(self.resolve)]) != 1:
            raise malformed("Send `units`, `options` or `resolve`.")
        if len(self.units) > MOST_UNITS or not 1 <= self.times <= MOST_OPTIONS or len(self.options) > MOST_OPTIONS:
            raise malformed(f"An order is for at most {MOST_UNITS} units or {MOST_OPTIONS} options.")
        if self.units:
            return Wanted(Order(tuple(dict.fromkeys(self.units)), self.goal, self.look, self.verb))
        options = [as_option(values) for values in self.options]
        return Wanted(options=tuple(options[:1] * (self.times - 1) + options), resolve=self.resolve, press=self.press)


class Stand(msgspec.Struct):
    """`PUT /api/matches/M/standing/ORDER`."""

    choice: Word
    seat: Word = ""
    units: list[Unit] = []
    turn: bool = False
    """For the present turn only."""


class Undo(msgspec.Struct):
    """`POST /api/matches/M/undo`."""

    stamp: Word
    seat: Word = ""
    since: int = 0


class OpenBranch(msgspec.Struct):
    """`POST /api/replays/M/branch`."""

    at: int


class Branch(msgspec.Struct):
    """`POST /api/matches/M/branch`."""

    at: int
    seat: Word = ""


def as_option(values: OptionList) -> Option:
    """An option as the kernel has it."""
    if not values or not isinstance(values[0], str):
        raise malformed("An option is a list that begins with a verb.")
    return tuple(values)
