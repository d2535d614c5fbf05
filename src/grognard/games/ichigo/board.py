"""The fixed part of what the page shows: spaces, units, markers, tracks and words."""

from __future__ import annotations

from typing import Any

from grognard.atlas.counters import counter_sheet
from grognard.atlas.drawing import draw_hex_map
from grognard.atlas.drawn_maps import laid_out
from grognard.atlas.hexboard import board_of
from grognard.games.ichigo.counter_faces import UNTRIED as UNTRIED_FACE
from grognard.games.ichigo.counter_faces import faces, markers
from grognard.games.ichigo.facts import JAPAN, Facts
from grognard.games.ichigo.knowledge import ATTACKED, CUT_OFF, ELIMINATED, MOVED, UNTRIED
from grognard.kernel.board_parts import counter, fact, flag, marker
from grognard.kernel.ids import Space, Unit, every

FLAGS = (
    (UNTRIED, "untried", "Untried", ("3.3a", "11.27a"), "plain"),
    (MOVED, "moved", "Moved", ("10.4",), "badge"),
    (ATTACKED, "attacked", "Attacked", ("11.3",), "turned"),
    (CUT_OFF, "cut-off", "Out of supply by B-29", ("8.9b",), "badge"),
    (ELIMINATED, "eliminated", "Eliminated", ("2.15c",), "ghost"),
)
MORE = ("more", "Counters below", ("6.6a", "R63"))
MARKERS = (
    ("japanese", "Japanese control", ("3.5a", "3.6")),
    ("allied", "Allied control", ("3.5a", "3.6")),
    ("air-japanese", "Japanese airpower", ("8.2", "8.3")),
    ("air-allied", "Allied airpower", ("8.2", "8.3")),
    ("b29", "B-29 raid", ("8.9a",)),
    ("beachhead", "US beachhead", ("5.3.4", "5.3.12a")),
    ("aerial", "Aerial supply", ("7.8a",)),
)
SHORT = (
    "Set-up", "Start", "Landing", "US order", "US move", "US fight", "US move", "Air", "Reinforce", "Order", "Move",
    "Fight", "Move", "Ch. order", "Ch. move", "Ch. fight", "Ch. move", "Ch. units", "End",
)  # fmt: skip
BOX_FACTS = {
    "SUPPORT": ("Tank regiments and the 1st Special Forces Group.", "2.13b"),
    "KA": ("The Kwantung Army comes with Causeway.", "5.3.6"),
    "FG": ("The Formosa Garrison: all with Causeway, two on turn 9 without.", "9.3"),
    "14AA": ("Units that may cross from the Philippines with Causeway.", "5.3.7"),
    "JDEAD": ("Japanese units that are gone.", "2.15c"),
    "POOL": ("Chinese regulars that may come, unseen.", "9.7a"),
    "US": ("US divisions not yet landed.", "9.8"),
    "ADEAD": ("Militia and US divisions that are gone.", "2.15c"),
    "AIR": ("Markers not in use.", "2.16"),
    "OUT": ("Units out of the game.", "9.2b"),
}


def board(g: Facts) -> dict[str, Any]:
    """The board of docs/programmers/protocol.md."""
    return {
        **board_of(g, SHORT, lambda h: hex_facts(g, h), box_facts),
        "units": [unit(g, u) for u in every(Unit, g.units)],
        "faces": [front(g, u) for u in g.regular_units],
        "flags": [flag(*row) for row in FLAGS],
        "markers": [marker(*MORE, below=True), *(marker(*row) for row in MARKERS)],
        "tracks": tracks(g),
        "about": {
            "credits": [
                "Operation Ichi-Go was published by Against the Odds magazine (LPS). We follow the text of its rules, "
                "sections 1.0 to 11.29, as it was at hand: it names neither designer nor year, and the rules for one "
                "player (its Module 13) are not in it. Where it is silent or doubtful, our rulings say how we read it.",
                str(g.map.spec.values["credit"]),
            ],
            "evidence": "Terrain, towns, unit values and most of the combat table are reconstructed: the printed map "
            "and counters were not at hand. Owners of the game can put in their own with --data.",
        },
    }


def box_facts(name: str) -> list[dict[str, Any]]:
    """What the rules keep in a box."""
    words, case = BOX_FACTS.get(name, ("Reinforcements that come on this turn.", "9.1a"))
    return [fact("What it is", words, case)]


def hex_facts(g: Facts, h: Space) -> list[dict[str, Any]]:
    """What the rules know of a hex."""
    bit = 1 << h
    if not g.land & bit:
        return [fact("Terrain", "sea: no ground unit enters", "10.10")]
    effect = {"rough": "1 MP, defender 1 column", "mountain": "2 MP, defender 2 columns"}
    terrain = g.map.terrain[h]
    facts = [fact("Terrain", f"{terrain}: {effect.get(terrain, '1 MP')}", "10.7a", "10.8", "11.11", "11.12")]
    if g.cities & bit:
        owner = "Japanese, with a garrison" if g.japanese_cities & bit else "Chinese"
        facts.append(fact("City", f"{owner} at the start; defender 1 column", "3.5b", "11.14a", "11.29a"))
    for hexes, name, words, case in (
        (g.airbases, "Airbase", "one of the eight US bases", "8.7a"),
        (g.rail_set, "Railroad", "counts for victory; no help to movement", "4.2c"),
        (g.coast, "Coast", "naval gunfire with Causeway", "11.16"),
        (g.ports & g.mainland, "Port", "counts for the Causeway roll while Allied", "5.2f"),
        (g.sources, "Supply source", "for the Japanese, while they hold it", "7.1a"),
        (g.east, "East of the railroad", "counts for victory", "4.2f"),
    ):
        if hexes & bit:
            facts.append(fact(name, words, case))
    rivers = [g.space_ids[b] for b in g.neighbours[h] if g.rivers[h] >> b & 1]
    if rivers:
        facts.append(fact("River towards", ", ".join(rivers), "10.9", "11.13a"))
    return facts


def unit(g: Facts, u: Unit) -> dict[str, Any]:
    """2.4: a counter and what is on it. Which front a Chinese regular carries is seen when it is tried."""
    row = g.rows[u]
    kind = row["type"]
    if g.regulars >> u & 1:
        kind = "Chinese regular"
        shown = {"1": UNTRIED_FACE}
        facts = [fact("Strength", "0 to 4: nobody knows before it fights", "2.14a", "11.27a")]
    else:
        shown = {str(n): f"c-{row['id']}-{n}" for n in range(1, g.full[u] + 1)}
        facts = [fact("Army", row["army"], "2.5", "2.6")]
        if row["shift"]:
            facts.append(fact("Support", "one column in a battle, then gone", "11.17e", "11.28b"))
        else:
            facts.append(fact("Factor by steps", row["attack"], "2.10"))
            if row["defence"] != row["attack"]:
                facts.append(fact("Defence by steps", row["defence"], "2.12c"))
        if g.static >> u & 1:
            facts.append(fact("Static", "never moves, only defends", "2.12a"))
        if g.nation_of[u] == JAPAN and g.arrival[u]:
            facts.append(fact("Arrives", g.months[g.arrival[u] - 1], "9.1b"))
    return counter(g, u, kind, g.full[u], shown, facts)


def front(g: Facts, u: Unit) -> dict[str, Any]:
    """11.27a: a front that lies open once the regular that carries it has been tried."""
    return {
        "symbol": f"c-{g.printed_ids[u]}-1",
        "name": g.printed_names[u],
        "type": g.rows[u]["type"],
        "facts": [fact("Factor", g.rows[u]["attack"] or "0", "2.10")],
    }


def tracks(g: Facts) -> list[dict[str, Any]]:
    """The gauges of the tray."""
    boxes = [row for row in g.map.spec.values["box"] if "turn" in row]
    return [
        {"id": "turn", "name": "Turn", "max": g.last_turn_with_causeway, "labels": list(g.months),
         "events": ["; ".join(row["text"]) for row in boxes], "cases": ["5.0d"]},
        {"id": "vp", "name": "VP", "side": 1, "max": 5, "warn": g.vp_limits[0], "cases": ["4.2a", "4.3a"]},
        {"id": "causeway", "name": "Causeway", "labels": ["open", "launched", "cancelled"], "cases": ["5.2a"]},
        {"id": "causeway-roll", "name": "Causeway roll +", "max": 6, "cases": ["5.2b", "5.2f"]},
        {"id": "railroad", "name": "Railroad", "side": 1, "max": len(g.railroad), "cases": ["4.2c"]},
        {"id": "airbases", "name": "Airbases", "side": 0, "max": g.airbases.bit_count(), "cases": ["8.7a"]},
        {"id": "tanks", "name": "Tanks", "side": 1, "max": g.tanks.bit_count(), "cases": ["11.17a"]},
        {"id": "pool", "name": "Pool", "side": 0, "max": len(g.regular_units), "cases": ["9.7a"]},
    ]  # fmt: skip


def map_svg(g: Facts) -> str:
    """China."""
    return draw_hex_map(laid_out("ichigo", g.map))


def counters_svg(g: Facts) -> str:
    """Every face and marker."""
    return counter_sheet(faces(g), markers())
