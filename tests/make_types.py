"""Make the page's types from what goes over the wire: `python tests/make_types.py` writes `web/core/types.js`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from grognard.kernel import messages as of_games
from grognard.kernel.overlays import Overlay
from grognard.server.http import messages_to_page
from grognard.server.http.messages_from_page import GiveOrder

FILE = Path(__file__).parent.parent / "src" / "grognard" / "web" / "core" / "types.js"
SENT: dict[str, Any] = {
    "Board": of_games.Board,
    "Table": messages_to_page.Table,
    "PlaybackStep": messages_to_page.PlaybackStep,
    "Way": of_games.Way,
    "Consequence": messages_to_page.Consequence,
    "Ledger": of_games.Ledger,
    "Overlay": Overlay,
    "Reasons": messages_to_page.Reasons,
    "VerbState": messages_to_page.VerbState,
    "StandingOrders": messages_to_page.StandingOrders,
    "Advice": messages_to_page.Advice,
    "StaffPlan": messages_to_page.StaffPlan,
    "Estimate": messages_to_page.Estimate,
    "GeneralAdvice": messages_to_page.GeneralAdvice,
    "Considering": messages_to_page.Considering,
    "Analysis": messages_to_page.Analysis,
    "Game": messages_to_page.Game,
    "MatchRow": messages_to_page.MatchRow,
    "NewMatch": messages_to_page.NewMatch,
    "Sitters": messages_to_page.Sitters,
    "Lesson": messages_to_page.Lesson,
    "Puzzles": messages_to_page.Puzzles,
    "Verdict": messages_to_page.Verdict,
    "Editor": messages_to_page.Editor,
    "EditedPosition": messages_to_page.EditedPosition,
    "RefusedPosition": messages_to_page.RefusedPosition,
    "Cases": messages_to_page.Cases,
    "FoundRules": messages_to_page.FoundRules,
    "GiveOrder": GiveOrder,
}
"""Everything that is sent as an object, or as a list of them."""
NAMED = {"Row": "SheetRow"}
"""What the page calls otherwise."""
WHOLE = ("Sheet", "Row", "Overlay")
"""What is always sent with all that it has."""
HEAD = """/**
 * The shapes of the protocol, as types: see docs/programmers/protocol.md. Nothing here runs.
 * Made by tests/make_types.py from kernel/messages.py and server/http/messages_to_page.py: change those, make it anew.
 *
"""
OWN = """ *
 * @typedef {[string, ...(number | string)[]]} Option
 * @typedef {[number, number, number, number, number?]} PlacedUnit  unit, space, steps, flags, open face
 * @typedef {Record<string, Seat>} Seats  side to who sits there
 * @typedef {Omit<GiveOrder, "stamp" | "seat" | "since">} Order
 * @typedef {{kind: "unit" | "space", value: number}} Pick  one click of an option that is being put together
 */
export {};
"""
WIDE = 118
OPTION = {"anyOf": [{"type": "string"}, {"type": "integer"}]}
"""A list of words and numbers is always one."""


def types() -> str:
    """The page's file of types."""
    _, shapes = msgspec.json.schema_components(SENT.values(), ref_template="{name}")
    return HEAD + "".join(_typedef(name, shape) for name, shape in shapes.items()) + OWN


def _typedef(name: str, shape: dict[str, Any]) -> str:
    needed = shape["properties"] if name in WHOLE else shape.get("required", ())
    fields = [f"{key}{'' if key in needed else '?'}: {_type(of)}" for key, of in shape["properties"].items()]
    means = shape.get("description", "").partition("\n\n")[0]
    return _wrapped([*f"@typedef {{{{{', '.join(fields)}}}}} {NAMED.get(name, name)}".split(), "", *means.split()])


def _wrapped(words: list[str]) -> str:
    """Over several lines of the comment."""
    lines, line = [], " *"
    for word in words:
        if len(line) + 1 + len(word) > WIDE:
            lines.append(line.rstrip())
            line = " *  "
        line += f" {word}"
    return "\n".join([*lines, line]) + "\n"


def _type(of: dict[str, Any]) -> str:
    if of.get("title") == "PlacedUnit" or _without_lengths(of.get("items")) == OPTION:
        return str(of.get("title", "Option"))
    if "$ref" in of:
        return NAMED.get(of["$ref"], of["$ref"])
    if "anyOf" in of:
        return " | ".join(map(_type, of["anyOf"]))
    if "enum" in of:
        return " | ".join(f'"{each}"' for each in of["enum"])
    kind = of.get("type")
    if kind == "array":
        if "prefixItems" in of:
            return f"[{', '.join(map(_type, of['prefixItems']))}]"
        inner = _type(of["items"])
        return f"({inner})[]" if " " in inner and inner[0] not in "[{" else f"{inner}[]"
    if kind == "object":
        return f"Record<string, {_type(of.get('additionalProperties') or {})}>"
    plain = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}
    return plain[str(kind)] if kind else "any"


def _without_lengths(of: Any) -> Any:
    """A schema without the greatest lengths of its texts."""
    if isinstance(of, list):
        return [_without_lengths(each) for each in of]
    if not isinstance(of, dict):
        return of
    return {key: _without_lengths(each) for key, each in of.items() if key != "maxLength"}


if __name__ == "__main__":
    FILE.write_text(types(), encoding="utf-8")
