"""The fixed part of what the page shows: spaces, units, markers, tracks and words."""

from __future__ import annotations

from typing import Any

from grognard.atlas.counters import counter_sheet
from grognard.atlas.drawing import draw_hex_map
from grognard.atlas.drawn_maps import laid_out
from grognard.atlas.hexboard import board_of
from grognard.games.whitesun.counter_faces import faces, markers
from grognard.games.whitesun.facts import TURNS, UNDEFENDED, Facts
from grognard.games.whitesun.knowledge import ELIMINATED, IN_FORCE, STANDING
from grognard.games.whitesun.units import dice
from grognard.kernel.board_parts import counter, fact, flag, marker
from grognard.kernel.ids import Space, Unit, every

FLAGS = (
    (IN_FORCE, "in-force", "In the force", ("9.1c",), "badge"),
    (ELIMINATED, "eliminated", "Eliminated", ("2.5b",), "ghost"),
    (STANDING, "standing", "Garrison", ("11.3", "3.9c"), "badge"),
)
MARKERS = (("control", "Japanese control", ("2.10", "3.4b")), ("break", "Railroad break", ("OT.6b", "R52")))
SHORT = ("Admin", "First", "Second", "Check")
BOX_FACTS = {
    "RESERVE": ("Units that have operated, for the second phase.", "3.5b"),
    "READY": ("Units that may take part in an operation now.", "3.5a"),
    "GARRISON": ("Fifty units inside the objective line.", "3.6c"),
    "CITIES": ("One unit for each city beyond the line.", "3.6d"),
    "POOL": ("Chinese units from which defenders are drawn.", "3.1c"),
    "DEAD": ("Chinese units that are gone for good.", "10.1h"),
    "BASE": ("Communist regiments: raiders, and defenders of the Base Area.", "8.5a"),
    "OUT": ("Japanese units that are gone for good.", "7.4b"),
    "MP": ("Movement points left to the force.", "9.7"),
}
LINE_NAMES = ("Shanghai and Chungking", "railroad or Yangtze, city", "railroad or Yangtze", "other", "Base Area")


def board(g: Facts) -> dict[str, Any]:
    """The board of docs/programmers/protocol.md."""
    return {
        **board_of(g, SHORT, lambda h: hex_facts(g, h), box_facts),
        "units": [unit(g, u) for u in every(Unit, g.units)],
        "flags": [flag(*row) for row in FLAGS],
        "markers": [marker(*row) for row in MARKERS],
        "tracks": tracks(g),
        "about": {
            "credits": [str(g.map.spec.values["credit"])],
            "evidence": "Armies of the White Sun: magazine game of Strategy & Tactics 305 (Decision Games, July–August "
            "2017). It follows the rules as printed there, pages R1 to R16, whose text names no designer. Terrain, "
            "railroads, most cities and the unit list are reconstructed: the printed map and counters were not at "
            "hand. The tables are the rulebook's. Owners can put in their own with --data.",
        },
    }


def box_facts(name: str) -> list[dict[str, Any]]:
    """What the rules keep in a box."""
    words, case = BOX_FACTS.get(name, ("Reinforcements and replacements of this turn.", "7.2"))
    return [fact("What it is", words, case)]


def hex_facts(g: Facts, h: Space) -> list[dict[str, Any]]:
    """What the rules know of a hex."""
    bit = 1 << h
    if not g.land & bit:
        return [fact("Terrain", "sea: no force enters it; a landing names the hex of the coast", "9.8a", "9.13b")]
    effect = "Imperial dice hit only on 6 in round 1" if g.rough & bit else "no effect in combat"
    facts = [fact("Terrain", f"{g.map.terrain[h]}: {g.entry_cost[h]} MP; {effect}", "9.10a", "10.5a")]
    facts.append(fact("Defence", defence_words(g, h), "8.4" if h == g.hainan else "8.2b"))
    drawn = g.cities & ~g.treaty_ports & ~(1 << g.hainan)
    for hexes, name, words, case in (
        (g.objectives, "Objective of Turn 1", "must be Japanese when the turn ends", "4.1a"),
        (g.victory_hexes, "Needed to win", "from Turn 2 on", "4.2a"),
        (drawn, "City", "operations may start here; elites may defend it", "3.5h"),
        (g.cities & ~drawn, "City", "operations may start here", "3.5h"),
        (g.rail_set, "Railroad", "1 MP along it while supplied", "9.10b"),
        (g.navigable, "Yangtze", "1 MP along it while supplied; the flotilla", "9.18b"),
        (g.coast, "Coast", "landings and coastal supply", "9.13b"),
        (g.sources, "Supply source", "while Japanese", "9.11b"),
        (g.later_sources, "Supply source", "from Turn 3, while Japanese", "9.11b"),
        (g.flood_plain, "Flood plain", "a die first: on 6, once a game, the operation ends", "10.3a"),
        (g.treaty_ports, "Treaty port", "closed on Turns 1 and 2, never defended", "9.16b"),
        (g.szechuan, "Szechuan", "one defender more on Turn 4, but not in Chungking", "12.4a"),
        (g.base_area, "Communist Base Area", "the regiments defend it", "8.5d"),
        (g.objective_area, "Inside the objective line", "Japanese for good from Turn 2", "3.6a"),
    ):
        if hexes & bit:
            facts.append(fact(name, words, case))
    return facts


def defence_words(g: Facts, h: Space) -> str:
    """8.2: the line of the defence table, die by die."""
    line = g.defence_line[h]
    if line == UNDEFENDED:
        return "its own garrison, no die" if h == g.hainan else "none"
    numbers = "/".join(str(n) for n in g.defence[line][1:])
    return f"{numbers} units by the die ({LINE_NAMES[line]})"


def unit(g: Facts, u: Unit) -> dict[str, Any]:
    """2.4: a counter and what is on it."""
    row = g.rows[u]
    sides = max(1, len(dice(row)))
    facts = [fact("Force", row["force"], "2.4d")]
    if row["cdr"]:
        facts.append(fact("Combat dice", row["cdr"], "2.4a"))
    if g.asterisk >> u & 1:
        facts.append(fact("Asterisk", "lost first; back after a die's turns, if at all", "2.4b", "3.5d"))
    if g.arrival[u]:
        facts.append(fact("Arrives", f"Turn {g.arrival[u]}", "3.1d", "3.2b"))
    facts += [fact("Special", words) for words in row["traits"] if words != "asterisk"]
    kind = " ".join(filter(None, (row["size"], row["type"])))
    shown = {str(n): f"c-{row['id']}-{n}" for n in range(sides, 0, -1)}
    return counter(g, u, kind, max(1, g.full[u]), shown, facts)


def tracks(g: Facts) -> list[dict[str, Any]]:
    """The gauges of the tray."""
    return [
        {"id": "turn", "name": "Turn", "max": TURNS, "labels": list(g.years), "cases": ["5.4"]},
        {"id": "mp", "name": "MP", "side": 0, "max": max(g.mp), "cases": ["9.7"]},
        {"id": "ready", "name": "Ready", "side": 0, "max": g.ground.bit_count(), "cases": ["3.5a"]},
        {"id": "objectives", "name": "Turn 1 objectives", "side": 0, "max": g.objectives.bit_count(),
         "cases": ["4.1a"]},
        {"id": "victory-hexes", "name": "Victory hexes", "side": 0, "max": g.victory_hexes.bit_count(),
         "cases": ["4.2b", "4.2c", "4.2d"]},
        {"id": "trunk-line", "name": "North–south line", "labels": ["open", "Japanese"], "cases": ["4.2e"]},
        {"id": "breaks", "name": "Breaks", "side": 1, "max": 15, "cases": ["OT.6b"]},
        {"id": "garrisons", "name": "City garrisons", "side": 0, "max": 40, "cases": ["3.6d"]},
        {"id": "sea", "name": "Left by sea", "side": 0, "max": g.amphibious_most, "cases": ["9.13a"]},
        {"id": "south", "name": "Left by the south edge", "side": 0, "max": max(g.from_the_south), "cases": ["3.7c"]},
        {"id": "pool", "name": "Force pool", "side": 1, "max": (g.elites | g.regulars | g.armies).bit_count() + 1,
         "cases": ["3.1c"]},
        {"id": "flood", "name": "Flood", "labels": ["may come", "has come"], "cases": ["10.3b"]},
        {"id": "atrocities", "name": "“Rape of a city”", "labels": ["may come", "has come"], "cases": ["RE.34a"]},
        {"id": "great-victory", "name": "Great Chinese Victory", "labels": ["no", "this phase"], "cases": ["10.6a"]},
        {"id": "flotilla", "name": "Flotilla", "labels": ["waiting", "fighting", "at hand", "alone",
                                                         "gone"], "cases": ["9.17a", "9.17e"]},
    ]  # fmt: skip


def map_svg(g: Facts) -> str:
    """China."""
    return draw_hex_map(laid_out("whitesun", g.map))


def counters_svg(g: Facts) -> str:
    """Every face and marker."""
    return counter_sheet(faces(g), markers())
