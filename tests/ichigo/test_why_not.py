"""“Why not?”: the right sentence and the right case for each reason, and the kernel refuses what they forbid.

A row is a position, what was done in it, the unit and the hex that are pointed at, the cases of the answer, some of its
words, and (where a click would be one) the option that the kernel must refuse.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from grognard.kernel.bits import members
from grognard.kernel.flow import Refused
from ichigo.conftest import GAME, Table, table
from ichigo.test_06_secrets import played

ASHORE: dict[str, Any] = {
    "causeway": "launched",
    "beachheads": ["3221", "2819"],
    "allied": ["3221", "2819"],
    "fourteenth_open": 0,
}
TAKAO: dict[str, Any] = {"causeway": "launched", "beachheads": ["3221"], "allied": ["3221"]}
QUIET = {"J-CEA-D3": "2302", "CH-5": "0712"}
RAIL = [GAME.space_ids[h] for h in GAME.railroad]
NO_TANKS = {"J-CEA-T12": "OUT", "J-CEA-T13": "OUT", "J-CEA-T17": "OUT"}
FIVE = {f"J-CEA-D{number}": "2106" for number in (13, 26, 37, 62, 39)}
EIGHT = {f"US-{number}": "2717" for number in (6, 24, 25, 31, 32, 33, 37, 38)}

Step = tuple[Any, ...]
"""A verb and its names; dice follow as whole numbers."""


@dataclass
class Row:
    """One reason."""

    name: str
    position: dict[str, Any]
    cases: tuple[str, ...]
    words: str
    unit: str | None = None
    space: str | None = None
    steps: tuple[Step, ...] = ()
    refuses: tuple[str, ...] = ()
    edit: Callable[[Table], object] | None = None
    verb: str = ""
    """What is asked about, where it is not whatever is on offer."""


def at(phase: str, units: dict[str, Any], turn: int = 2, **change: Any) -> dict[str, Any]:
    """A position."""
    return {"turn": turn, "phase": phase, "units": units, **change}


def japanese_move(units: dict[str, Any], turn: int = 2, **change: Any) -> dict[str, Any]:
    return at("japanese-movement", {"CH-5": "0712", **units}, turn, **change)


def japanese_fight(units: dict[str, Any], turn: int = 2, tried: tuple[str, ...] = (), **change: Any) -> dict[str, Any]:
    return at("japanese-combat", units, turn, tried=list(tried), **change)


def momentum(
    turn: int = 2, more: dict[str, Any] | None = None, **change: Any
) -> tuple[dict[str, Any], tuple[Step, ...]]:
    """The 3rd Division has cleared 2304 and stands there, Chinese units next to it in 2305; what led to it."""
    units = {"J-CEA-D3": "2303", "J-CEA-D13": "2303", "J-CEA-D26": "2303", "CH-4": "2304", "CH-18": "2305"}
    position = japanese_fight({**units, **(more or {})}, turn, ("CH-4", "CH-18"), **change)
    joined = tuple(("join", unit) for unit in ("J-CEA-D3", "J-CEA-D13", "J-CEA-D26"))
    return position, (("attack", "2304"), *joined, ("confirm", 6), ("advance", "J-CEA-D3"), ("stay",))


def advancing() -> tuple[dict[str, Any], tuple[Step, ...]]:
    """Six divisions have cleared 2303; the 3rd has gone in."""
    five = {f"J-CEA-D{number}": "2302" for number in (3, 13, 26, 37, 62)}
    position = japanese_fight({**five, "J-CEA-D39": "2304", "J-CEA-D40": "2302", "CH-4": "2303"}, tried=("CH-4",))
    joined = tuple(("join", unit) for unit in (*five, "J-CEA-D39"))
    return position, (("attack", "2303"), *joined, ("confirm", 6), ("advance", "J-CEA-D3"))


def losing() -> tuple[dict[str, Any], tuple[Step, ...]]:
    """A reduced division, a whole one and a brigade owe steps."""
    units = {"J-CEA-D3": ["2302", 1], "J-CEA-D13": "2302", "J-CEA-B1": "2302", "J-CEA-D26": "2302"}
    position = japanese_fight({**units, "CH-5": "2303", "CH-18": "2303"}, tried=("CH-5", "CH-18"))
    joined = tuple(("join", unit) for unit in ("J-CEA-D3", "J-CEA-D13", "J-CEA-B1"))
    return position, (("attack", "2303"), *joined, ("confirm", 3), ("lose", "CH-5"))


def landing(turn: int, units: dict[str, Any] | None = None, **change: Any) -> dict[str, Any]:
    return at("landing", {**QUIET, **(units or {})}, turn, **{**ASHORE, **change})


def beach(units: dict[str, Any], **change: Any) -> dict[str, Any]:
    return at("landing", {**QUIET, "US-7": "3221", **units}, 8, **{**TAKAO, **change})


def airborne(turn: int = 8, units: dict[str, Any] | None = None, **change: Any) -> dict[str, Any]:
    return at("us-movement", {"US-7": "3221", **QUIET, **(units or {})}, turn, **{**ASHORE, **change})


def lift(units: dict[str, Any] | None = None, **change: Any) -> dict[str, Any]:
    placed = {"CH-5": "1813", "CH-18": "1813", "CH-HM": "1815", "CH-74": "1715", **(units or {})}
    return at("chinese-movement", placed, **{"air": "Allied", **change})


def withdrawal(units: dict[str, Any], **change: Any) -> dict[str, Any]:
    return at("reinforcement", {"CH-5": "0712", **units}, 5, **change)


def fourteenth(**units: str) -> dict[str, Any]:
    """Phase V of turn 9; a division of the 14th Area Army is about to sail."""
    empty = {name: "OUT" for name in GAME.unit_ids if name.startswith("J-14AA")}
    placed = {**QUIET, **empty, "J-14AA-D8": "14AA", **{name.replace("_", "-"): hex_ for name, hex_ in units.items()}}
    return at("reinforcement", placed, 9, **{**ASHORE, "fourteenth_open": 1})


SAIL: tuple[Step, ...] = (("end-reinforcement", 2, 7, 1),)
FORMOSA = dict.fromkeys(("J-FG-D9", "J-FG-D12", "J-FG-D50", "J-FG-D66"), "3419")
DEPLOY: tuple[Step, ...] = (("land", "US-7", "3221"), ("end-landing",))
MOMENTUM, STRUCK = momentum()
ADVANCING, ADVANCED = advancing()
LOSING, LOST = losing()

MOVEMENT = [
    Row("another nation", at("us-movement", {"US-7": "2718", "CH-5": "2716"}, 9, **ASHORE), ("10.0b",),
        "Only US units move", "CH-5", refuses=("move", "CH-5")),
    Row("aboard", japanese_move({}), ("10.0a",), "is not on the map", "J-CEA-D27", refuses=("move", "J-CEA-D27")),
    Row("static", japanese_move({"J-14AA-2T": "3219"}, 8, **ASHORE), ("2.12a", "10.1b"), "never moves",
        "J-14AA-2T", refuses=("move", "J-14AA-2T")),
    Row("moved", japanese_move({"J-CEA-D3": "2006"}), ("10.1a", "10.4"), "has moved", "J-CEA-D3",
        steps=(("move", "J-CEA-D3"), ("to", "2106"), ("stop",)), refuses=("move", "J-CEA-D3")),
    Row("0925 on turn 1", japanese_move({"J-CEA-D21": "0925"}, 1), ("5.4a",), "does not act on turn 1", "J-CEA-D21",
        refuses=("move", "J-CEA-D21")),
    Row("a die of 1", at("chinese-movement", {"CH-5": "1604", "CH-18": "1604"}), ("10.15a", "10.2", "8.10a", "R28"),
        "no movement points", "CH-18", steps=(("move", "CH-5", 1),), refuses=("move", "CH-18")),
    Row("another move begun", japanese_move({"J-CEA-D3": "2006", "J-CEA-D13": "1609"}), ("10.1a",),
        "must be finished first", "J-CEA-D13", steps=(("move", "J-CEA-D3"),), refuses=("move", "J-CEA-D13")),
    Row("two steps off, on the way", japanese_move({"J-CEA-D3": "2006"}), ("10.2",), "2 MP away", None, "2008",
        steps=(("move", "J-CEA-D3"),), refuses=("to", "2008")),
    Row("several steps off, before the move", japanese_move({"J-CEA-D3": "2006"}), ("10.0a", "10.2"),
        "on offer: Move, 2 MP", "J-CEA-D3", "2008"),
    Row("sea", japanese_move({"J-CEA-D3": "3106"}), ("10.10",), "do not enter the sea", None, "3206",
        steps=(("move", "J-CEA-D3"),), refuses=("to", "3206")),
    Row("lake", japanese_move({"J-CEA-D3": "1811"}), ("10.10",), "A lake lies between", None, "1711",
        steps=(("move", "J-CEA-D3"),), refuses=("to", "1711")),
    Row("enemy units", japanese_move({"J-CEA-D3": "2006", "CH-18": "2005"}), ("6.0b",), "Enemy units are in", None,
        "2005", steps=(("move", "J-CEA-D3"),), refuses=("to", "2005")),
    Row("garrison", at("chinese-movement", {"CH-5": "2007"}), ("11.29a", "R16"), "must be beaten first", None, "2008",
        steps=(("move", "CH-5", 6),), refuses=("to", "2008")),
    Row("too dear", japanese_move({"J-CEA-D13": "1408"}), ("10.2", "10.13"), "1 is left", None, "1308",
        steps=(("move", "J-CEA-D13"), ("to", "1308"), ("to", "1309")), refuses=("to", "1308")),
    Row("five Japanese", japanese_move({"J-CEA-D3": "2006", **FIVE}), ("6.2", "6.0a"), "at most 5 Japanese units",
        "J-CEA-D3", steps=(("move", "J-CEA-D3"), ("to", "2106")), refuses=("stop",)),
    Row("four Chinese", at("chinese-movement", {"CH-5": "1714", **dict.fromkeys(("CH-18", "CH-74", "CH-100", "CH-N6"),
        "1815")}), ("6.3a", "6.0a"), "at most 4 Chinese units", None, "1815",
        steps=(("move", "CH-5", 3), ("to", "1715")), refuses=("to", "1815")),
    Row("eight US", at("us-movement", {"US-7": "2718", **EIGHT}, 9, **ASHORE), ("6.4", "6.0a"), "at most 8 US units",
        "US-7", steps=(("move", "US-7"), ("to", "2717")), refuses=("stop",)),
    Row("an ally", at("us-movement", {"US-7": "2718", "CH-5": "2717"}, 9, **ASHORE), ("6.3b",), "Chinese units are in",
        "US-7", steps=(("move", "US-7"), ("to", "2717")), refuses=("stop",)),
    Row("far, next to the enemy", at("japanese-movement", {"J-CEA-D3": "2302", "CH-5": "2206"}), ("10.17b",),
        "next to the enemy", None, "2205",
        steps=(("go-far", "J-CEA-D3"), ("to", "2303"), ("to", "2304"), ("to", "2305")), refuses=("to", "2205")),
    Row("far, an enemy city", japanese_move({"J-CEA-D3": "1801"}, allied=["1601"]), ("10.17b",), "is an enemy city",
        None, "1601", steps=(("go-far", "J-CEA-D3"), ("to", "1701")), refuses=("to", "1601")),
    Row("far, US, next to the enemy", at("us-movement", {"US-7": "2718", "J-CEA-D3": "2716"}, 9, **ASHORE),
        ("10.17a",), "next to the enemy", None, "2717", steps=(("go-far", "US-7"),), refuses=("to", "2717")),
]  # fmt: skip

AIR = [
    Row("a marker already", at("airpower", QUIET, dice=[3, 1]), ("8.2",), "has a marker already", None, "3606",
        steps=(("air-marker", "3606"),), refuses=("air-marker", "3606")),
    Row("no Japanese city", at("start", QUIET, 8, causeway="cancelled"), ("8.9a", "R31"),
        "not a Japanese-controlled city", None, "0712", refuses=("raid", "0712")),
    Row("lift without superiority", lift(air="Japanese"), ("2.12a", "10.1b", "8.10a", "R28"),
        "do not hold air superiority", "CH-HM", refuses=("airlift", "CH-HM")),
    Row("lift used", lift(airlift_used=1), ("2.12a", "10.1b", "8.10a", "8.11c"), "airlift has been used", "CH-HM",
        refuses=("airlift", "CH-5")),
    Row("militia by air", lift(), ("2.12a", "10.1b", "8.10d"), "never airlifted", "CH-HM",
        refuses=("airlift", "CH-HM")),
    Row("a US division by air", at("us-movement", {"US-7": "2819", "CH-5": "0712"}, 9, **ASHORE),
        ("10.1a", "10.4", "8.11f"), "only the 11th Airborne may be airlifted", "US-7",
        steps=(("move", "US-7"), ("to", "2818"), ("stop",)), refuses=("airlift", "US-7")),
    Row("lift after the move", lift(), ("10.1a", "10.4", "R72", "8.10c"), "It has moved: the airlift", "CH-5",
        steps=(("move", "CH-5", 4), ("to", "1814"), ("stop",)), refuses=("airlift", "CH-5")),
    Row("lift from the field", at("chinese-movement", {"CH-5": "1604", "CH-18": "1604"}, air="Allied"),
        ("10.15a", "10.2", "R72", "8.10c"), "movement die of its hex", "CH-18", steps=(("move", "CH-5", 1),),
        refuses=("airlift", "CH-18")),
    Row("fly to a Japanese city", lift(), ("8.10b",), "not a city of the mainland", None, "2008",
        steps=(("airlift", "CH-5"),), refuses=("fly-to", "2008")),
    Row("fly to a full city", lift(dict.fromkeys(("CH-10", "CH-13", "CH-46", "CH-73"), "0816")), ("6.3a", "6.0a"),
        "at most 4 Chinese units", None, "0816", steps=(("airlift", "CH-5"),), refuses=("fly-to", "0816")),
    Row("drop too early", airborne(7), ("5.3.13", "8.11a"), "from turn 8", None, "2303", verb="airdrop",
        refuses=("airdrop", "2303")),
    Row("drop a second time", airborne(), ("8.11b", "8.11d"), "has come already", None, "2304",
        steps=(("airdrop", "2303"),), verb="airdrop", refuses=("airdrop", "2304")),
    Row("drop after a lift", airborne(airlift_used=1), ("8.11c",), "airlift has been used", None, "2303",
        verb="airdrop", refuses=("airdrop", "2303")),
    Row("drop after aerial supply", airborne(), ("8.11c", "R32"), "aerial supply has been used", None, "2303",
        edit=lambda t: supplied(t), verb="airdrop", refuses=("airdrop", "2303")),
    Row("drop on a mountain", airborne(), ("8.11b",), "clear or rough hex", None, "2207", verb="airdrop",
        refuses=("airdrop", "2207")),
    Row("drop on troops", airborne(), ("8.11b", "R33"), "Japanese troops are in", None, "2302",
        verb="airdrop", refuses=("airdrop", "2302")),
    Row("drop on a garrison", airborne(), ("8.11b", "R33"), "Japanese troops are in", None, "2008",
        verb="airdrop", refuses=("airdrop", "2008")),
    Row("drop on an ally", airborne(units={"CH-18": "2305"}), ("6.3b",), "Chinese units are in", None, "2305",
        verb="airdrop", refuses=("airdrop", "2305")),
]  # fmt: skip

REINFORCEMENT = [
    Row("too early", at("reinforcement", QUIET), ("9.1b",), "at the earliest", "J-CEA-D63",
        refuses=("enter", "J-CEA-D63", "2001")),
    Row("no reinforcement", at("reinforcement", QUIET), ("9.3", "5.3.5"), "on turn 9, or all of it", "J-FG-D9",
        refuses=("enter", "J-FG-D9", "2001")),
    Row("no entry hex", at("reinforcement", QUIET, japanese=[h for h in RAIL if h != "1905"]), ("9.1c", "9.1e"),
        "neither an open map edge", "J-CEA-B3", "1906", refuses=("enter", "J-CEA-B3", "1906")),
    Row("a full edge", at("reinforcement", {**QUIET, **dict.fromkeys(FIVE, "2001")}), ("6.2", "6.0a"),
        "at most 5 Japanese units", "J-CEA-B3", "2001", refuses=("enter", "J-CEA-B3", "2001")),
    Row("absorb, a whole division", at("reinforcement", {**QUIET, "J-CEA-B1": "2302"}), ("9.5a",),
        "Only a reduced Japanese division", "J-CEA-D3", refuses=("absorb", "J-CEA-D3", "J-CEA-B1")),
    Row("absorb, no brigade", at("reinforcement", {**QUIET, "J-CEA-D13": ["2302", 1], "J-CEA-B4C": "2302"}),
        ("9.5a", "R43"), "an infantry brigade in one Japanese city", "J-CEA-D13",
        refuses=("absorb", "J-CEA-D13", "J-CEA-B4C")),
    Row("absorb, no city", at("reinforcement", {**QUIET, "J-CEA-D13": ["2303", 1], "J-CEA-B1": "2303"}), ("9.5a",),
        "must be in a city", "J-CEA-D13", refuses=("absorb", "J-CEA-D13", "J-CEA-B1")),
    Row("absorb, just arrived", at("reinforcement", {**QUIET, "J-CEA-D13": ["2008", 1]},
        japanese=["1801", "1802", "1803", "1904", "1905"]), ("9.5a", "R43"), "begun the phase there", "J-CEA-D13",
        steps=(("enter", "J-CEA-B3", "2008"),), refuses=("absorb", "J-CEA-D13", "J-CEA-B3")),
    Row("withdraw what is away", withdrawal({"J-CEA-D26": "2302", "J-CEA-D62": "2303", "J-CEA-D13": "2303"}),
        ("9.2a",), "not a Japanese unit on the map", "J-FG-D9", refuses=("withdraw", "J-FG-D9")),
    Row("withdraw out of supply", withdrawal({"J-CEA-D26": "2302", "J-CEA-D62": "2303", "J-CEA-D13": "2304",
        "J-CEA-D39": "3320"}), ("9.2a",), "is out of supply", "J-CEA-D39", refuses=("withdraw", "J-CEA-D39")),
    Row("withdraw a high number", withdrawal({"J-CEA-D26": "2302", "J-CEA-D62": "2303", "J-CEA-D13": "2303",
        "J-CEA-D116": "2302"}), ("9.2a",), "numbered below", "J-CEA-D116", refuses=("withdraw", "J-CEA-D116")),
    Row("withdraw a weak division", withdrawal({"J-CEA-D26": "2302", "J-CEA-D62": "2303", "J-CEA-D13": "2303",
        "J-CEA-D39": ["2302", 1]}), ("9.2a",), "Full-strength", "J-CEA-D39", refuses=("withdraw", "J-CEA-D39")),
    Row("half-strength ones go", withdrawal({"J-CEA-D26": "2302", **{f"J-CEA-D{n}": ["2303", 1] for n in (62, 13, 39)},
        "J-CEA-B1": "2302"}), ("9.2a",), "numbered below", "J-CEA-B1", refuses=("withdraw", "J-CEA-B1")),
    Row("brigades go", withdrawal({f"J-CEA-B{n}": "2303" for n in (1, 7, 9, 5, 11)} | {"J-CEA-D116": "2302"}),
        ("9.2c",), "Brigades must go", "J-CEA-D116", refuses=("withdraw", "J-CEA-D116")),
    Row("who joins the 14th", withdrawal({"J-CEA-D26": "2302", "J-CEA-D62": "2303", "J-CEA-D116": "2302"}), ("9.2b",),
        "One of the units just withdrawn", "J-CEA-D116", steps=(("withdraw", "J-CEA-D26"),),
        refuses=("to-fourteenth-area", "J-CEA-D116")),
    Row("14th: inland", fourteenth(), ("5.3.8b",), "land on a coast", None, "2303", steps=SAIL,
        refuses=("land", "J-14AA-D8", "2303")),
    Row("14th: the beachhead", fourteenth(), ("R92",), "is the US beachhead", None, "3221", steps=SAIL,
        refuses=("land", "J-14AA-D8", "3221")),
    Row("14th: next to US units", fourteenth(US_7="3221"), ("5.3.8b", "R92"), "or next to it", None, "3322",
        steps=SAIL, refuses=("land", "J-14AA-D8", "3322")),
    Row("14th: an Allied port", fourteenth(), ("5.3.8b",), "Japanese-controlled port", None, "2916", steps=SAIL,
        refuses=("land", "J-14AA-D8", "2916")),
    Row("Chinese: no Chinese city", at("chinese-reinforcement", {"J-CEA-D3": "2302"}, dice=[2, *range(1, 76)]),
        ("9.7b", "R82"), "not a city that was Chinese", None, "2008", refuses=("reinforce", "2008")),
    Row("Chinese: a city lost", at("chinese-reinforcement", {"J-CEA-D3": "2302"}, dice=[2, *range(1, 76)],
        japanese=["1813"]), ("9.7b",), "under Japanese control", None, "1813", refuses=("reinforce", "1813")),
    Row("Chinese: a full city", at("chinese-reinforcement", {"J-CEA-D3": "2302", **dict.fromkeys(("CH-18", "CH-74",
        "CH-100", "CH-N6"), "1815")}, dice=[2, *range(1, 72)]), ("6.3a", "6.0a"), "at most 4 Chinese units", None,
        "1815", refuses=("reinforce", "1815")),
]  # fmt: skip

CAUSEWAY = [
    Row("no beachhead", landing(9, {"US-7": "3221"}), ("5.3.4", "9.8"), "come ashore at a beachhead", "US-6", "2916",
        refuses=("land", "US-6", "2916")),
    Row("the 11th Airborne", at("landing", QUIET, 7, causeway="launched"), ("5.3.13", "R87"), "from turn 9 on",
        "US-11A", "3221", refuses=("land", "US-11A", "3221")),
    Row("eight have landed", landing(9), ("5.3.4", "5.3.12a"), "At most 8 divisions land", "US-40", "3221",
        steps=tuple(("land", f"US-{n}", "3221") for n in (6, 7, 24, 25, 31, 32, 33, 37)),
        refuses=("land", "US-40", "3221")),
    Row("a full beachhead", landing(9, dict.fromkeys(EIGHT, "3221")), ("6.4", "6.0a"), "at most 8 US units", "US-40",
        "3221", refuses=("land", "US-40", "3221")),
    Row("dead US units", landing(9, {"US-6": ["ADEAD", 0]}), ("9.8",), "does not wait aboard", "US-6", "3221",
        refuses=("land", "US-6", "3221")),
    Row("only US units sail", landing(9), ("9.8", "10.11b"), "Only US units land", "CH-5", "3221",
        refuses=("land", "CH-5", "3221")),
    Row("transfer too early", beach({}), ("10.11a",), "from turn 9 on", "US-7",
        steps=(("beachhead", "2819"), ("land", "US-6", "2819")), refuses=("transfer", "US-7")),
    Row("transfer from inland", landing(9, {"US-7": "2718"}), ("10.11a",), "Only units in a beachhead", "US-7",
        refuses=("transfer", "US-7")),
    Row("transfer after landing", landing(9, {"US-7": "3221"}), ("10.11a",), "has landed or sailed", "US-24",
        steps=(("land", "US-24", "2819"),), refuses=("transfer", "US-24")),
    Row("garrison off Formosa", at("landing", QUIET, 7, causeway="launched"), ("5.3.5",), "on Formosa, not at Takao",
        None, "2302", steps=DEPLOY, refuses=("enter", "J-FG-D9", "2302")),
    Row("garrison at Takao", at("landing", QUIET, 7, causeway="launched"), ("5.3.5",), "on Formosa, not at Takao",
        None, "3221", steps=DEPLOY, refuses=("enter", "J-FG-D9", "3221")),
    Row("Kwantung Army inland", at("landing", QUIET, 7, causeway="launched"), ("5.3.6",), "where reinforcements come",
        None, "2302", steps=(*DEPLOY, *(("enter", unit, hex_) for unit, hex_ in FORMOSA.items())),
        refuses=("enter", "J-KA-D11", "2302")),
    Row("no landing port", beach({}), ("5.3.12a", "R39"), "not a mainland port south of 2817", None, "2916",
        refuses=("beachhead", "2916")),
    Row("displace too far", beach({"J-CEA-D13": "2819"}), ("5.3.12b", "R38"), "adjacent land hex", None, "2718",
        steps=(("beachhead", "2819"),), refuses=("displace", "2718")),
    Row("displace on enemies", beach({"J-CEA-D13": "2819", "CH-18": "2818"}), ("R38", "6.0b"), "Enemies are in",
        None, "2818", steps=(("beachhead", "2819"),), refuses=("displace", "2818")),
    Row("give up the wrong unit", at("japanese-movement", {**FIVE, "J-CEA-B9": "2106", "J-CEA-D3": "2302"}, 8,
        **ASHORE), ("R38", "6.0a"), "too many", "J-CEA-D3", steps=(("end-movement",),), refuses=("remove", "J-CEA-D3")),
]  # fmt: skip

COMBAT = [
    Row("no enemy there", japanese_fight({"J-CEA-D3": "2302", "CH-5": "2303"}), ("11.0a",), "No enemy defends", None,
        "2304", refuses=("attack", "2304")),
    Row("0925 on turn 1", at("chinese-combat", {"J-CEA-D21": "0925", "CH-5": "0924"}, 1), ("5.4a",),
        "cannot be attacked on turn 1", None, "0925", refuses=("attack", "0925")),
    Row("0925 does not attack on turn 1", japanese_fight({"J-CEA-D21": "0925", "CH-5": "0924"}, 1), ("5.4a",),
        "does not act on turn 1", "J-CEA-D21", refuses=("attack", "0924")),
    Row("attacked before", japanese_fight({"J-CEA-D3": "2302", "J-CEA-D13": "2304", "CH-5": "2303", "CH-18": "2303",
        "CH-74": "2303"}, tried=("CH-5", "CH-18", "CH-74")), ("11.4b", "R49"), "has been attacked", None, "2303",
        steps=(("attack", "2303"), ("join", "J-CEA-D3"), ("confirm", 1)), refuses=("attack", "2303")),
    Row("nobody near", japanese_fight({"J-CEA-D3": "2302", "CH-5": "2303", "CH-18": "1604"}), ("11.0a",),
        "No unit that can still attack", None, "1604", refuses=("attack", "1604")),
    Row("off the map", japanese_fight({"J-CEA-D3": "2302", "CH-5": "2303"}), ("11.0a",), "is not on the map",
        "J-CEA-D27"),
    Row("another nation's phase", at("us-combat", {"US-7": "2718", "CH-5": "2716", "J-CEA-D3": "2717"}, 9, **ASHORE),
        ("11.0a", "R93"), "Only US units attack", "CH-5", steps=(("attack", "2717"),), refuses=("join", "CH-5")),
    Row("militia", at("chinese-combat", {"J-CEA-B1": "2303", "CH-5": "2302", "CH-YRD": "2302"}), ("2.12b", "11.26a"),
        "only defends", "CH-YRD", steps=(("attack", "2303"),), refuses=("join", "CH-YRD")),
    Row("the 2nd Tank Division", japanese_fight({"J-14AA-2T": "3220", "J-FG-D9": "3220", "US-7": "3221"}, 8, **ASHORE),
        ("2.12b", "5.3.10"), "only defends", "J-14AA-2T", steps=(("attack", "3221"),), refuses=("join", "J-14AA-2T")),
    Row("attacked already", japanese_fight({"J-CEA-D3": "2303", "J-CEA-D37": "2303", "J-CEA-D13": "2303",
        "CH-5": "2304", "CH-10": "2304", "CH-18": "2403"}, tried=("CH-5", "CH-10", "CH-18")),
        ("11.3", "11.0c", "R49"), "has attacked", "J-CEA-D3", steps=(("attack", "2304"), ("join", "J-CEA-D3"),
        ("join", "J-CEA-D37"), ("confirm", 2), ("lose", "CH-10"), ("lose", "J-CEA-D3"), ("attack", "2403")),
        refuses=("join", "J-CEA-D3")),
    Row("too far to join", japanese_fight({"J-CEA-D3": "2302", "J-CEA-D13": "2305", "CH-5": "2303"}),
        ("11.0a", "11.2a"), "is not adjacent", "J-CEA-D13", steps=(("attack", "2303"),), refuses=("join", "J-CEA-D13")),
    Row("over a lake", japanese_fight({"J-CEA-D40": "1811", "J-CEA-D3": "1710", "CH-5": "1711"}), ("11.13b",),
        "A lake lies between", "J-CEA-D40", steps=(("attack", "1711"),), refuses=("join", "J-CEA-D40")),
    Row("a second target", japanese_fight({"J-CEA-D3": "2303", "CH-5": "2302", "CH-18": "2304"}), ("11.2b", "R64"),
        "make this attack or cancel it first", None, "2304", steps=(("attack", "2302"),), refuses=("attack", "2304")),
    Row("tanks on Formosa", japanese_fight({"J-FG-D9": "3219", "US-7": "3220"}, 8, **ASHORE), ("11.17b",),
        "on the mainland only", "J-CEA-T12", steps=(("attack", "3220"), ("join", "J-FG-D9")),
        refuses=("commit-tank",)),
    Row("a tank for each unit", japanese_fight({"J-CEA-D3": "2302", "CH-5": "2303"}), ("11.17c", "R54"),
        "Each brigade or division in supply may have only", "J-CEA-T13",
        steps=(("attack", "2303"), ("join", "J-CEA-D3"), ("commit-tank",)),
        refuses=("commit-tank",)),
    Row("no tank left", japanese_fight({**NO_TANKS, "J-CEA-D3": "2302", "CH-5": "2303"}), ("11.17a",),
        "is not in play", "J-CEA-T12", steps=(("attack", "2303"), ("join", "J-CEA-D3")),
        refuses=("commit-tank",)),
    Row("tanks in momentum", MOMENTUM, ("11.17g", "11.25e", "R91"), "no part in momentum", "J-CEA-T12",
        steps=(*STRUCK, ("attack", "2305"), ("join", "J-CEA-D3")), refuses=("commit-tank",)),
    Row("special forces in momentum", momentum(more={"J-14AA-SF": "SUPPORT"})[0], ("11.28d",),
        "ordinary Japanese attacks only", "J-14AA-SF", steps=(*STRUCK, ("attack", "2305"), ("join", "J-CEA-D3")),
        refuses=("commit-special-forces",)),
    Row("special forces away", japanese_fight({"J-CEA-D3": "2302", "CH-5": "2303"}), ("11.28a",), "is not at hand",
        "J-14AA-SF", steps=(("attack", "2303"), ("join", "J-CEA-D3")), refuses=("commit-special-forces",)),
    Row("special forces first", japanese_fight({"J-CEA-D3": "2302", "CH-5": "2303", "J-14AA-SF": "SUPPORT"}), ("R56",),
        "Attackers come first", "J-14AA-SF", steps=(("attack", "2303"),), refuses=("commit-special-forces",)),
    Row("a step not owed", LOSING, ("11.20c",), "not in this battle", "J-CEA-D26", steps=LOST,
        refuses=("lose", "J-CEA-D26")),
    Row("a division spared", LOSING, ("11.21", "R58"), "No division is eliminated", "J-CEA-D3", steps=LOST,
        refuses=("lose", "J-CEA-D3")),
    Row("advanced", ADVANCING, ("11.24a",), "has advanced", "J-CEA-D3", steps=ADVANCED,
        refuses=("advance", "J-CEA-D3")),
    Row("took no part", ADVANCING, ("11.24a", "11.24b"), "Only surviving attackers", "J-CEA-D40", steps=ADVANCED,
        refuses=("advance", "J-CEA-D40")),
    Row("did not advance", MOMENTUM, ("11.25a",), "just advanced", "J-CEA-D13", steps=STRUCK),
    Row("no part in the momentum", MOMENTUM, ("11.25a",), "just advanced", "J-CEA-D13",
        steps=(*STRUCK, ("attack", "2305")), refuses=("join", "J-CEA-D13")),
    Row("momentum too far", MOMENTUM, ("11.25a",), "adjacent to the one just entered", None, "2307", steps=STRUCK,
        refuses=("attack", "2307")),
    Row("momentum against nobody", MOMENTUM, ("11.0a",), "No enemy defends", None, "2404", steps=STRUCK,
        refuses=("attack", "2404")),
    Row("no more defenders", at("chinese-combat", {"J-CEA-D3": "2303", "J-CEA-D13": "2304", "CH-5": "2302"},
        tried=["CH-5"]), ("11.17d",), "Only tank regiments can still join", "J-CEA-D13",
        steps=(("attack", "2303"), ("join", "CH-5"), ("confirm",)), refuses=("join", "J-CEA-D13")),
]  # fmt: skip

GENERAL = [
    Row("the other side's unit", japanese_move({"J-CEA-D3": "2006"}), ("5.0a", "6.6a"), "not your unit", "CH-5"),
    Row("the order is for all", at("japanese-order", QUIET), ("5.5a",), "for all units of the nation", "J-CEA-D3"),
]

ROWS = [*MOVEMENT, *AIR, *REINFORCEMENT, *CAUSEWAY, *COMBAT, *GENERAL]


def supplied(t: Table) -> None:
    """The aerial supply marker has been on the map this turn."""
    t.state.aerial_placed = 1
    t.edit(turn=8)


def lay(row: Row) -> Table:
    """The position, played to where the question is asked."""
    position = dict(row.position)
    t = table(dice=position.pop("dice", ()), **position)
    for step in row.steps:
        names = [part for part in step if isinstance(part, str)]
        t.act(names[0], *names[1:], dice=[part for part in step if isinstance(part, int)])
    if row.edit is not None:
        row.edit(t)
    return t


def answer(t: Table, row: Row) -> list[Any]:
    unit = None if row.unit is None else t.unit(row.unit)
    space = None if row.space is None else t.space(row.space)
    return GAME.why_not(t.state, t.asked.side, unit, space, row.verb)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_the_reason_and_its_case(row: Row) -> None:
    found = answer(lay(row), row)
    assert tuple(c for bar in found for c in bar.cases) == row.cases
    assert row.words in " ".join(bar.text for bar in found)


@pytest.mark.parametrize("row", [row for row in ROWS if row.refuses], ids=lambda row: row.name)
def test_what_a_reason_forbids_the_kernel_refuses(row: Row) -> None:
    t = lay(row)
    before = t.state.fingerprint()
    with pytest.raises(Refused):
        t.act(*row.refuses)
    assert t.state.fingerprint() == before


def test_there_are_answers_of_many_kinds_and_every_case_is_in_the_index() -> None:
    known = {entry["id"] for entry in GAME.cases} | {entry["id"] for entry in GAME.rulings}
    reasons = {(row.cases, row.words) for row in ROWS}
    assert len(reasons) >= 70
    assert {c for row in ROWS for c in row.cases} <= known


def test_the_other_side_and_a_finished_game_have_answers_of_their_own() -> None:
    t = table(**japanese_move({"J-CEA-D3": "2006"}))
    (bar,) = GAME.why_not(t.state, 0, t.unit("CH-5"), None)
    assert (bar.text, bar.cases) == ("It is the other side's decision.", ("5.0a",))
    t.do("concede")
    (bar,) = GAME.why_not(t.state, 1, t.unit("J-CEA-D3"), None)
    assert bar.text == "The game is over."


def test_what_is_on_offer_is_said_to_be_so() -> None:
    t = table(**japanese_move({"J-CEA-D3": "2006"}))
    (bar,) = GAME.why_not(t.state, 1, t.unit("J-CEA-D3"), None)
    assert bar.text == "It is on offer."
    (bar,) = GAME.why_not(t.state, 1, t.unit("J-CEA-D3"), t.space("2106"))
    assert bar.text == "It is on offer: Move, 1 MP. Click it."


@pytest.mark.parametrize("seed", range(3))
def test_no_option_of_a_random_game_is_explained_away(seed: int) -> None:
    """Whatever is on offer is never given a reason why it is not."""
    rng = random.Random(seed)
    asked = 0
    for s in played(seed, every=13):
        for option in rng.sample(s.pending.options, min(6, len(s.pending.options))):
            kinds = GAME.verbs[str(option[0])].args
            named = dict(zip(kinds, option[1:], strict=True))
            unit, space = named.get("unit"), named.get("space")
            if kinds.count("unit") > 1 or (unit is None and space is None):
                continue
            (bar,) = GAME.why_not(s, s.pending.side, unit, space)
            assert bar.text == "It is on offer."
            asked += 1
    assert asked > 100


def test_every_hex_and_unit_gets_an_answer_in_every_phase() -> None:
    phases = set()
    for s in played(2, every=41):
        phases.add(GAME.phases[s.phase].id)
        for unit in (None, *members(s.at[GAME.pool])[:1], *range(0, GAME.units, 23)):
            for space in (None, *range(0, len(GAME.space_ids), 61)):
                if unit is None and space is None:
                    continue
                found = GAME.why_not(s, s.pending.side, unit, space)
                assert found
                assert all(bar.text.endswith(".") and bar.text[0] != "." for bar in found)
    assert len(phases) > 5


# --- per verb


def why_verb(t: Table, verb: str, unit: str | None = None, space: str | None = None) -> list[Any]:
    """The reasons why one thing is not on offer."""
    u = None if unit is None else t.unit(unit)
    h = None if space is None else t.space(space)
    return GAME.why_not(t.state, t.asked.side, u, h, verb)


@pytest.mark.case("10.17b", "10.18", "8.10a")
def test_strategic_movement_and_the_airlift_are_answered_for_themselves() -> None:
    t = table(**japanese_move({"J-CEA-D3": "2302", "CH-18": "2303"}))
    assert why_verb(t, "go-far", "J-CEA-D3")[0].cases == ("10.17b",)
    assert why_verb(t, "airlift", "J-CEA-D3")[0].cases == ("8.10a",)
    assert why_verb(t, "move", "J-CEA-D3")[0].text == "It is on offer."
    t = table(turn=2, phase="chinese-movement", units={"CH-5": "0712", "J-CEA-D3": "2705"})
    assert why_verb(t, "go-far", "CH-5")[0].cases == ("10.18",)
    assert why_verb(t, "airlift", "CH-5")[0].cases == ("8.10a", "R28")


@pytest.mark.case("8.10b", "R88")
def test_the_11th_airborne_that_has_just_come_is_told_why_it_is_not_flown() -> None:
    t = table(turn=9, phase="us-movement", units={"US-6": "2819", **QUIET}, **ASHORE)
    t.act("bring-airborne", "2819")
    assert why_verb(t, "airlift", "US-11A")[0].cases == ("8.10b", "R88")


@pytest.mark.case("10.2", "6.0b", "10.10")
def test_a_far_hex_is_answered_by_what_it_costs_or_what_closes_it() -> None:
    t = table(**japanese_move({"J-CEA-D3": "2006", "CH-18": "2008"}))
    bar, far = GAME.why_not(t.state, 1, t.unit("J-CEA-D3"), t.space("2018"))
    assert "MP; at most 6 can be spent" in bar.text
    assert "MP; at most 12 can be spent" in far.text
    (bar,) = GAME.why_not(t.state, 1, t.unit("J-CEA-D3"), t.space("2008"))
    assert bar.cases == ("6.0b",)
    (bar,) = GAME.why_not(t.state, 1, t.unit("J-CEA-D3"), t.space("3321"))
    assert bar.text.startswith(("The sea lies between here and ", "Ground units do not enter"))


@pytest.mark.case("11.2a", "11.5", "R64")
def test_a_plan_says_why_it_cannot_be_confirmed() -> None:
    t = table(turn=2, phase="japanese-combat", units={"J-CEA-D3": "2302", "CH-5": "2303", "J-CEA-D13": "2006"})
    t.act("attack", "2303")
    assert GAME.why_not(t.state, 1, None, None)[0].cases == ("11.2a", "R64")
    assert why_verb(t, "join", "J-CEA-D13")[0].cases == ("11.0a", "11.2a")
    assert why_verb(t, "drop-out", "J-CEA-D3")[0].cases == ("11.5",)
    t.act("join", "J-CEA-D3")
    assert why_verb(t, "join", "J-CEA-D3")[0].cases == ("11.5",)
