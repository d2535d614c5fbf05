"""Bounds of positions that come from outside: every value is checked before a rule sees it.

A position by hand, or the one that a save starts from, is plain JSON that anybody may have written. The rules trust
their position: a negative set of units has no last member, and a march of a million steps has no end. So each field
must be of the type that its class declares: a unit or a space must be one of the game, and a set must hold none but
these; lists must be as long as in the game's own opening, and numbers must be such as occur at a table.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import Any

from grognard.kernel.flow import ONGOING, Frame, Refused
from grognard.kernel.game import Game
from grognard.kernel.ids import NO_SIDE, NO_SPACE, NO_UNIT
from grognard.kernel.serialization import PACKED, entry_type, saved_as
from grognard.kernel.state import TRANSIENT, State

LEAST = ONGOING
"""The smallest number in any position."""
MOST_TOLD = 999
"""The largest number that the sandbox is told, unless there are more units or spaces than that."""
MOST = 10_999
"""The largest number in a position, in a field that is no set and does not count for a whole game."""
MOST_COUNTED = 1_000_000
LONGEST_LIST = 2_000
LONGEST_WORD = 100
DEEPEST_AGENDA = 64
DEEPEST_JSON = 12
MOST_VALUES = 20_000
"""Numbers, words and lists of all that is sent for one position."""


def read_json(text: str | bytes) -> Any:
    """JSON from outside: no deeper than anything of ours, and with none of the characters that no text can hold."""
    try:
        values = json.loads(text)
        json.dumps(values, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise Refused("It holds half of a character (a lone surrogate).") from None
    except RecursionError:
        raise Refused("It is nested too deeply.") from None
    except ValueError as error:
        raise Refused(f"It is not JSON: {error}.") from None
    measure(values)
    return values


def measure(values: Any) -> None:
    """Refuse what is nested too deeply or holds too much, before anything looks into it."""
    left, level, depth = MOST_VALUES, [values], 0
    while level:
        depth += 1
        left -= len(level)
        if depth > DEEPEST_JSON or left < 0:
            raise Refused("It holds too much, or is nested too deeply.")
        inside: list[Any] = []
        for value in level:
            if isinstance(value, dict):
                inside.extend(value.values())
            elif isinstance(value, list):
                inside.extend(value)
        level = inside


def check_words(game: Game, change: Mapping[str, Any]) -> None:
    """Check values for the sandbox: words, whole numbers of a usual size, and lists and tables of these."""
    measure(change)
    most = max(MOST_TOLD, len(game.unit_ids), len(game.space_ids))

    def check(word: str, value: Any) -> None:
        if isinstance(value, list):
            for entry in value:
                check(word, entry)
        elif isinstance(value, dict):
            for name, entry in value.items():
                if len(name) > LONGEST_WORD:
                    raise Refused(f"A name in {word!r} is too long.")
                check(word, entry)
        elif isinstance(value, str):
            if len(value) > LONGEST_WORD:
                raise Refused(f"A word in {word!r} is too long.")
        elif type(value) is not int:
            raise Refused(f"{word!r} takes words and whole numbers.")
        elif not LEAST <= value <= most:
            raise Refused(f"A number in {word!r} is not between {LEAST} and {most}.")

    for word, value in change.items():
        check(word, value)


def position(game: Game, values: Any) -> Any:
    """The position that these values say, if each is of its kind and within bounds."""
    check_values(game, values)
    try:
        return game.state_type.from_json(game, values)
    except TypeError:
        raise Refused("A procedure of the position lacks a value.") from None


def sound_position(game: Game, values: Any) -> Any:
    """The same, if it also breaks none of the game's invariants."""
    s = position(game, values)
    wrong = broken(game, s)
    if wrong:
        raise Refused(" ".join(wrong))
    return s


def broken(game: Game, s: Any) -> list[str]:
    """The invariants that a position breaks, as sentences."""
    try:
        wrong = game.check(s)
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, AssertionError):
        wrong = [f"this is not a position of {game.title}"]
    return [f"{text[:1].upper()}{text[1:].rstrip('.')}." for text in wrong]


def check_values(game: Game, values: Any) -> None:
    """Refuse a position of which a value is missing, unknown, of another type, or out of bounds."""
    if not isinstance(values, dict):
        raise Refused("A position is a table of values.")
    measure(values)
    kinds = _kinds(game)
    for name in values:
        if name not in kinds and name != "agenda":
            raise Refused(f"A position of {game.title} has no {name!r}.")
    for name, check in kinds.items():
        if name in values:
            check(values[name])
    for name in ("agenda", "where", "steps", "at"):
        if name not in values and (name in kinds or name == "agenda"):
            raise Refused(f"The position's {name!r} is missing.")
    if values["agenda"] or values.get("winner", ONGOING) == ONGOING:
        _check_agenda(game, values["agenda"])


Check = Callable[[Any], None]


@lru_cache(maxsize=64)
def _kinds(game: Game) -> dict[str, Check]:
    """Per field of a game's position, what it must be."""
    cls: type[State] = game.state_type
    limits, ids = _limits(game), saved_as(cls)
    opening = game.new(game.scenarios[0].id, {choice.id: choice.default for choice in game.options}).to_json()
    whole = {"turn": (0, 99), "phase": (0, len(game.phases) - 1), "winner": (LEAST, len(game.parties()) - 1)}
    per = {"where": (0, len(game.space_ids) - 1), "steps": (0, 99)}
    out: dict[str, Check] = {}
    for field in fields(cls):
        if field.name in TRANSIENT or field.name == "agenda":
            continue
        name = ids[field.name]
        declared = str(field.type)
        if field.name in cls.counting:
            least, most = 0, MOST_COUNTED
        else:
            least, most = whole.get(name) or per.get(name) or limits.get(entry_type(declared), (LEAST, MOST))
        if declared == "str":
            out[name] = _word(name)
        elif declared == PACKED or entry_type(declared) != declared:
            out[name] = _numbers(name, least, most, len(opening[name]))
        else:
            out[name] = _number(name, least, most)
    return out


def _limits(game: Game) -> dict[str, tuple[int, int]]:
    """Per type of a number, the least and the most that it may be; of any other number a table's usual ones hold."""
    units, spaces, sides = len(game.unit_ids), len(game.space_ids), len(game.parties())
    return {
        "Unit": (NO_UNIT, units - 1), "Space": (NO_SPACE, spaces - 1), "Side": (NO_SIDE, sides - 1),
        "Units": (0, (1 << units) - 1), "Spaces": (0, (1 << spaces) - 1), "Sides": (0, (1 << sides) - 1),
        PACKED: (0, 255),
    }  # fmt: skip


def _number(name: str, least: int, most: int) -> Check:
    def check(value: Any) -> None:
        if type(value) is not int:
            raise Refused(f"The position's {name!r} is not a whole number.")
        if not least <= value <= most:
            raise Refused(f"The position's {name!r} is out of bounds.")

    return check


def _word(name: str) -> Check:
    def check(value: Any) -> None:
        if type(value) is not str or len(value) > LONGEST_WORD:
            raise Refused(f"The position's {name!r} is not a word.")

    return check


def _numbers(name: str, least: int, most: int, count: int) -> Check:
    """A list as long as in the opening; one that is empty there grows and shrinks."""
    each = _number(name, least, most)

    def check(value: Any) -> None:
        if type(value) is not list:
            raise Refused(f"The position's {name!r} is not a list.")
        if len(value) > LONGEST_LIST or (count and len(value) != count):
            raise Refused(f"The position's {name!r} has {len(value)} entries" + (f", not {count}." if count else "."))
        for number in value:
            each(number)

    return check


def _check_agenda(game: Game, rows: Any) -> None:
    """Procedures that this game or the kernel knows, each with fields of its types."""
    if not isinstance(rows, list) or not 0 < len(rows) <= DEEPEST_AGENDA:
        raise Refused("The position's procedures are no list, none, or too many.")
    limits = _limits(game)
    for row in rows:
        if not isinstance(row, list) or not row or not isinstance(row[0], str):
            raise Refused("A procedure of the position cannot be read.")
        cls = Frame.registry.get(row[0])
        if cls is None or not is_dataclass(cls) or row[0].split(".")[0] not in (game.id, "kernel"):
            raise Refused(f"{game.title} has no procedure {row[0][:LONGEST_WORD]!r}.")
        known = fields(cls)
        if len(row) - 1 > len(known):
            raise Refused(f"The procedure {row[0]!r} has too many values.")
        for field, value in zip(known, row[1:], strict=False):
            declared = str(field.type)
            least, most = limits.get(entry_type(declared), (LEAST, MOST))
            if declared == "str":
                _word(row[0])(value)
            elif entry_type(declared) != declared:
                _numbers(row[0], least, most, 0)(value)
            else:
                _number(row[0], least, most)(value)
