"""What goes over the wire: games, the types of the page and the document keep to what is written down once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
import pytest

import make_types
from grognard.kernel import messages as of_games
from grognard.kernel.overlays import Overlay
from grognard.match import Match
from grognard.match.header import HUMAN
from grognard.match.save import load
from grognard.server import game_data
from grognard.server.http import messages_to_page
from grognard.server.http.json_responses import encode
from grognard.server.learn import lessons, puzzles
from grognard.server.matches import custom_positions, installed_games, jobs
from grognard.server.matches.score_ledger import ledger_of
from grognard.server.matches.seat_view import SeatLog, table_now, table_of_all
from grognard.server.matches.spectator_view import CommonLog, table_for_spectators

ROOT = Path(__file__).parents[1]
LOOKS = 3
"""Positions of a game that are looked at."""
FEW = 3
"""Options and units that are asked about in each."""
FINISHED = {"iwojima": "us-forty", "formosa": "draw", "ichigo": "collapse", "nemesis": "draw", "whitesun": "victory"}


def test_the_types_of_the_page_are_made_from_what_is_sent() -> None:
    made = make_types.types()
    assert make_types.FILE.read_text(encoding="utf-8") == made, "python tests/make_types.py makes them anew"


# --- what the games say


def fits(shape: Any, body: bytes) -> None:
    msgspec.json.decode(body, type=shape)


@pytest.mark.parametrize("name", FINISHED)
def test_a_game_sends_nothing_but_what_is_written_down(name: str) -> None:
    save = (ROOT / "tests" / name / "games" / f"{FINISHED[name]}.grog").read_text(encoding="utf-8")
    match = load(save).match
    game, count = match.game, len(match.played)
    match.header.seats = {side.id: HUMAN for side in game.sides}
    fits(of_games.Board, encode(installed_games.board_of(name)))
    fits(messages_to_page.Editor, encode(custom_positions.sheet(game)))
    for number in range(len(lessons.FILES)):
        fits(messages_to_page.Lesson, encode(lessons.sheet(game, number)))
    fits(messages_to_page.Puzzles, encode(puzzles.sheet(game)))
    rules = {"cases": game.cases, "rulings": game.rulings, "chapters": game.chapters, "glossary": game.glossary}
    fits(messages_to_page.Cases, encode(rules))
    fits(messages_to_page.Table, table_of_all("", match, SeatLog(None)).body())
    for part in range(LOOKS, -1, -1):
        match.take_back_to(count * part // LOOKS)
        look(match)


def look(match: Match) -> None:
    fits(messages_to_page.Table, table_for_spectators("", match, CommonLog()).body())
    for side in range(len(match.game.sides)):
        fits(messages_to_page.Table, table_now("", match, SeatLog(side)).body())
        fits(of_games.Ledger | None, encode(ledger_of(match, side)))
        fits(list[Overlay], answer(match, "overlays", side))
        if match.asked is not None and match.asked.side == side:
            ask(match, side)


def ask(match: Match, side: int) -> None:
    assert match.asked is not None
    options = match.asked.options
    some = options[:: max(1, len(options) // FEW)]
    for option in some:
        fits(of_games.Preview | None, answer(match, "preview", side, option))
        for unit in units_of(match, option):
            fits(list[of_games.Way], answer(match, "reach", side, [unit]))
            fits(list[messages_to_page.VerbState], answer(match, "verbs_for", side, unit))
            fits(messages_to_page.Reasons, answer(match, "why_not", side, unit, 0, ""))
    fits(list[of_games.Way], answer(match, "reach", side, []))


def units_of(match: Match, option: Any) -> Iterator[int]:
    kinds = match.game.verbs[str(option[0])].args
    return (int(arg) for kind, arg in zip(kinds, option[1:], strict=True) if kind == "unit")


def answer(match: Match, what: str, side: int, *given: Any) -> bytes:
    return encode(jobs.asked_of(match, what, side, *given))


def test_the_front_room_is_sent_what_is_written_down() -> None:
    fits(list[messages_to_page.Game], encode(game_data.games_list()))


# --- what the document says

DOCUMENT = (ROOT / "docs" / "programmers" / "protocol.md").read_text(encoding="utf-8")
IN_BLOCKS = {
    "The board": of_games.Board,
    "The table": messages_to_page.Table,
    "A preview": of_games.Preview,
    "A way to move": of_games.Way,
}
"""Sections with an example, and what it is one of."""
IN_LINES = {
    "/api/games`": list[messages_to_page.Game],
    "/api/games/G/cases": messages_to_page.Cases,
    "/api/games/G/rules": messages_to_page.FoundRules,
    "/api/games/G/lessons": messages_to_page.Lesson,
    "/api/games/G/puzzles": messages_to_page.Puzzles,
    "M/puzzle`": messages_to_page.Verdict,
    "/api/games/G/editor": messages_to_page.Editor,
    "/api/games/G/position": messages_to_page.EditedPosition,
    "/api/matches`": list[messages_to_page.MatchRow],
    "M/sit`": messages_to_page.Sitters,
    "M/steps?": list[messages_to_page.PlaybackStep],
    "M/order`": messages_to_page.Outcome,
    "M/standing?": messages_to_page.StandingOrders,
    "M/whynot": messages_to_page.Reasons,
    "M/verbs": list[messages_to_page.VerbState],
    "M/overlays": list[Overlay],
    "M/ledger": of_games.Ledger,
    "M/advice": messages_to_page.Advice,
    "M/plan": messages_to_page.StaffPlan,
    "M/estimate": messages_to_page.Estimate,
    "M/general": messages_to_page.GeneralAdvice,
    "M/considering": messages_to_page.Considering,
}
"""Calls whose answer is written in the table of calls."""


def section(title: str) -> str:
    found = re.search(rf"^## {title}.*?(?=^## |\Z)", DOCUMENT, re.MULTILINE | re.DOTALL)
    assert found, title
    return found[0]


@pytest.mark.parametrize("title", IN_BLOCKS)
def test_an_example_of_the_document_has_the_fields_that_there_are(title: str) -> None:
    text = section(title)
    example = re.search(r"```jsonc\n(.*?)```", text, re.DOTALL)
    assert example
    written = Reading(re.sub(r"//.*", "", example[1])).value()
    named = set(re.findall(r"[`\"](\w+)[`\"]", text))
    assert wrong(IN_BLOCKS[title], written, named) == []


@pytest.mark.parametrize("call", IN_LINES)
def test_an_answer_of_the_document_has_the_fields_that_there_are(call: str) -> None:
    row = next(line for line in DOCUMENT.splitlines() if line.startswith("| `") and call in line.split("|")[1])
    cell = row.split(" | ", 1)[1].replace("\\|", "|")
    shape = next(span for span in re.findall(r"`([^`]*)`", cell) if span.startswith(("{", "[{")))
    assert wrong(IN_LINES[call], Reading(shape).value(), set(re.findall(r"`(\w+)`", cell))) == []


def test_a_sheet_of_the_desk_has_the_fields_that_there_are() -> None:
    shape = re.search(r"`(\{.*?\})`", section("A sheet of the desk"))
    assert shape
    assert wrong(messages_to_page.Sheet, Reading(shape[1]).value(), set()) == []


def test_a_field_that_is_missing_or_too_many_is_found() -> None:
    assert wrong(messages_to_page.Result, Reading('{"winner": 0 | null, "text": "a, b", why}').value(), set()) == [
        "Result has no why",
        "Result.cases is not told of",
    ]


def wrong(shape: Any, written: Any, named: set[str]) -> list[str]:
    """What is written and not there, and what is there and neither written nor `named` in the text around it."""
    shape = unwrapped(shape)
    if get_origin(shape) in (list, Sequence) or isinstance(written, list):
        inner = get_args(shape)[0] if get_origin(shape) in (list, Sequence) else shape
        return wrong(inner, merged(written), named) if isinstance(written, list) else []
    if not isinstance(written, dict):
        return []
    if get_origin(shape) is dict:
        return wrong(get_args(shape)[1], merged(list(written.values())), named)
    if not hasattr(shape, "__annotations__") or get_origin(shape) is tuple:
        return []
    names = {field.encode_name: field.type for field in fields_of(shape)}
    found = [f"{shape.__name__} has no {key}" for key in written if key not in names]
    found += [f"{shape.__name__}.{key} is not told of" for key in names if key not in written and key not in named]
    return found + [line for key in names if key in written for line in wrong(names[key], written[key], named)]


def fields_of(shape: Any) -> list[Any]:
    if issubclass(shape, msgspec.Struct):
        return list(msgspec.structs.fields(shape))
    hints = get_type_hints(shape)
    return [type("Field", (), {"encode_name": name, "type": hints[name]}) for name in shape.__dataclass_fields__]


def unwrapped(shape: Any) -> Any:
    """A type without `None`, `UNSET` and its notes."""
    args = [each for each in get_args(shape) if each not in (type(None), msgspec.UnsetType)]
    if get_origin(shape) not in (list, Sequence, dict, tuple) and args:
        return unwrapped(args[0])
    return shape


def merged(rows: list[Any]) -> Any:
    """The fields of several examples together; a row that stands for something else says nothing."""
    whole: dict[str, Any] = {}
    for row in rows:
        if isinstance(row, dict):
            for key, value in row.items():
                both = isinstance(value, dict) and isinstance(whole.get(key), dict)
                whole[key] = merged([whole[key], value]) if both else value or whole.get(key)
    return whole or None


class Reading:
    """Reads an example: JSON, or its short form with bare names, `?` behind what may be absent, and `…`."""

    def __init__(self, text: str) -> None:
        self.rest = re.findall(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^{}\[\],:"\s]+', text)

    def value(self) -> Any:
        token = self.rest.pop(0)
        if token == "{":
            return dict(self.entries())
        if token == "[":
            return self.items()
        while self.rest and self.rest[0] not in ("{", "}", "[", "]", ",", ":"):
            self.rest.pop(0)  # words, as in `0 | 1 | null`
        return token

    def entries(self) -> Iterator[tuple[str, Any]]:
        while (token := self.rest.pop(0)) != "}":
            if token in (",", "…"):
                continue
            value: Any = None
            if self.rest[0] == ":":
                self.rest.pop(0)
                value = self.value()
            while self.rest[0] not in (",", "}"):
                self.value()  # a word behind the value, as in `{…} or null`
            yield token.strip('"').rstrip("?"), value

    def items(self) -> list[Any]:
        found = []
        while self.rest[0] != "]":
            if self.rest[0] in (",", ":"):
                self.rest.pop(0)
            else:
                found.append(self.value())
        self.rest.pop(0)
        return found
