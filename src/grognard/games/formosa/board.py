"""The fixed part of what the page shows: spaces, units, markers, tracks and words."""

from __future__ import annotations

from typing import Any

from grognard.atlas.counters import counter_sheet
from grognard.atlas.drawing import draw_hex_map
from grognard.atlas.drawn_maps import laid_out
from grognard.atlas.hexboard import board_of
from grognard.games.formosa.counter_faces import back_of, faces
from grognard.games.formosa.facts import ALLIED, JAPANESE, Facts, movement
from grognard.games.formosa.markers import FLAGS, MARKERS, PICTURES
from grognard.games.formosa.recruiting import PRICED
from grognard.games.formosa.verbs import GOODS
from grognard.kernel.bits import each
from grognard.kernel.board_parts import counter, fact, flag, marker
from grognard.kernel.ids import Space, Unit, every

SHORT = (
    "J. set-up", "Recon", "A. set-up", "Logistics", "Recruit", "Amoy", "Plan", "Reveal", "Air", "Special", "B-29",
    "Invasion", "Transfer", "A. move", "A. fight", "Bases", "Interdict", "J. move", "J. fight", "Return", "End",
)  # fmt: skip
BOX_FACTS = {
    "STAGING": ("Allied units not yet ashore, and gunfire ready to support.", ("8.1a", "17.0a")),
    "AMOY": ("A second staging area once captured; 5 logistics points a turn.", ("9.0a", "9.1a")),
    "B-29": ("The B-29 planned for a strike.", ("16.1b",)),
    "A-AVAILABLE": ("Air points, gunfire, B-29 and air supply without a mission.", ("16.1a",)),
    "J-AVAILABLE": ("Air points without a mission, and the mobile fleet.", ("16.1a",)),
    "A-SUPERIORITY": ("Points that fight for the sky this turn.", ("16.2b",)),
    "J-SUPERIORITY": ("Points that fight for the sky this turn.", ("16.2b",)),
    "A-TACTICAL": ("Points for ground support and interdiction.", ("16.3a", "16.4a")),
    "J-TACTICAL": ("Points for ground support.", ("16.3a",)),
    "TOKKU": ("Kamikaze points for this turn.", ("16.6b",)),
    "INVASION": ("Amphibious and drop zone markers that were bought.", ("8.1d",)),
    "A-REINFORCEMENTS": ("What may be bought.", ("8.0c",)),
    "J-REINFORCEMENTS": ("What may be bought.", ("8.0c",)),
    "A-REPLACEMENTS": (
        "Lost in supply: may be bought back. Until then 1 Japanese victory point each, unless the match counts only "
        "units gone for good.",
        ("8.3a", "R7"),
    ),
    "J-REPLACEMENTS": ("Lost in supply: may be bought back, if of a kind that can be.", ("8.3a",)),
    "A-ELIMINATED": ("Lost without supply: gone, 1 Japanese victory point each.", ("8.3b", "4.2h")),
    "J-ELIMINATED": ("Gone for good.", ("8.3b",)),
    "OUT": ("Not in this game.", ("3.0h", "3.0i")),
}
TRAITS = {
    "A": "a column in attack (A)",
    "D": "a column in defence (D)",
    "M": "Marines (M)",
    "D/O": "static",
    "no ZOC": "no zone of control",
    "ignores EZOC": "ignores enemy zones of control",
    "ignores first EZOC": "ignores the first enemy zone of control",
    "no VP": "no victory point when lost",
}
"""What is short in the list of counters, spelled out."""


def board(g: Facts) -> dict[str, Any]:
    """The board of docs/programmers/protocol.md."""
    top = board_of(g, SHORT, lambda h: hex_facts(g, h), box_facts)
    top["verbs"]["buy"]["words"] = priced(g)
    return {
        **top,
        "units": [unit(g, u) for u in every(Unit, g.units)],
        "faces": [base(g, u) for u in each(g.engineers)],
        "flags": [flag(*row) for row in FLAGS],
        "markers": [marker(id_, name, cases, symbol) for id_, name, symbol, cases in MARKERS],
        "tracks": tracks(g),
        "about": {
            "credits": [
                "Operation Causeway: Formosa 1944, designed by Joseph Miranda, Decision Games, World at War, 2022.",
                str(g.map.spec.values["credit"]),
            ],
            "evidence": "The rules are those of the magazine, in our own words, with our rulings. "
            "Every hex, most unit values and the combat tables are reconstructed: the printed map and "
            "counters were not at hand. Owners of the game can put in their own with --data.",
        },
    }


def priced(g: Facts) -> dict[str, str]:
    """LPJ, LPA: what can be bought, each with its price."""
    half = f"1/{g.price[PRICED['kamikaze']]}".replace("1/2", "½")
    prices = {what: half if what == "kamikaze" else str(g.price[name]) for what, name in PRICED.items()}
    return {what: f"{name}, {prices[what]} logistics {unit_of(prices[what])}" for what, name in GOODS.items()}


def unit_of(price: str) -> str:
    """`point` or `points`."""
    return "point" if price in ("1", "½") else "points"


def box_facts(name: str) -> list[dict[str, Any]]:
    """What the rules keep in a box."""
    if "LP" in name or "PENDING" in name:
        return [fact("What it is", "logistics points: tens and ones, 20 at most are kept", "7.1a", "7.2i")]
    words, cases = BOX_FACTS.get(name, ("The turn track.", ("6.1q",)))
    return [fact("What it is", words, *cases)]


def hex_facts(g: Facts, h: Space) -> list[dict[str, Any]]:
    """What the rules know of a hex."""
    bit = 1 << h
    if not g.land & bit:
        return [fact("Terrain", "all sea: assault markers only", "10.1c", "12.2b")]
    terrain = g.map.terrain[h]
    costs = [g.cost_halves[mech][h] for mech in (0, 1)]
    mech = "by road only" if g.high & bit else f"mechanized {movement(costs[1])}"
    facts = [fact("Terrain", f"{terrain}: {movement(costs[0])}, {mech}", "12.0b", "12.0c", "12.2d")]
    allied, japanese = (g.terrain_shift[side][h][0] for side in (ALLIED, JAPANESE))
    if allied or japanese:
        words = f"{japanese} for the Japanese, {allied} for the Allies"
        facts.append(fact("Defender's columns", words, "15.4.1l", "15.4.1n"))
    for hexes, name, words, cases in (
        (g.cities, "City", "Japanese recruits, heavy weapons", ("8.1f", "8.1h")),
        (g.towns, "Town", "heavy weapons", ("8.1h",)),
        (g.major_ports, "Major port", "4 victory points, 3 logistics points a turn with a base", ("4.2b", "7.2e")),
        (g.minor_ports, "Minor port", "2 victory points, 1 logistics point a turn with a base", ("4.2c", "7.2f")),
        (g.airfields, "Airfield", "1 victory point with a base; two give 1 logistics point", ("4.2d", "7.2g", "7.2b")),
        (g.industry, "Industry", "1 victory point to hold", ("4.2e",)),
        (g.peaks, "Peak", "1 victory point to hold", ("4.2e",)),
        (g.landable & g.coast, "Landing", "any unit may land", ("10.1a", "10.1b")),
        (g.coast & ~g.landable, "Landing", "Rangers only", ("22.0c", "R25")),
        (g.roads, "Road or railroad", "half a movement point along it", ("12.4a",)),
    ):
        if hexes & bit:
            facts.append(fact(name, words, *cases))
    rivers = [g.space_ids[b] for b in g.neighbours[h] if g.rivers[h] >> b & 1]
    if rivers:
        facts.append(fact("River towards", ", ".join(rivers), "12.1a", "15.4.1m"))
    return facts


def unit(g: Facts, u: Unit) -> dict[str, Any]:
    """2.4: a counter and what is on it."""
    row = g.rows[u]
    facts = [fact("Class", row["class"], "2.4a", "2.4b", "2.4c")]
    if row["formation"]:
        facts.append(fact("Formation", row["formation"], "3.0c"))
    if row["cf"] is not None:
        facts.append(fact("Combat and movement", f"{row['cf']}-{row['mf']}", "2.4a", "12.0b"))
    if row["recruit"]:
        again = f", replace {row['replace']}" if row["replace"] else ", never replaced"
        words = f"{row['recruit']} logistics {unit_of(row['recruit'])}{again}"
        facts.append(fact("Price", words, "7.3a"))
    if row["traits"]:
        words = ", ".join(TRAITS.get(trait, trait) for trait in row["traits"])
        facts.append(fact("Traits", words, "15.4.1d", "15.4.1e"))
    return counter(g, u, row["type"], 1, {"1": f"c-{row['id']}"}, facts)


def base(g: Facts, u: Unit) -> dict[str, Any]:
    """20.1: the other side of an engineer."""
    return {
        "symbol": back_of(g.rows[u]),
        "name": f"{g.unit_names[u]}, base",
        "type": "base",
        "facts": [fact("Combat and movement", f"{g.base_cf}-0", "20.0a")],
    }


def tracks(g: Facts) -> list[dict[str, Any]]:
    """The gauges of the tray."""
    longest = max(g.last_turns)
    labels = [f"Week {n + 1}" for n in range(longest)]
    events = [" / ".join(dates[n] for dates in g.dates if n < len(dates)) for n in range(longest)]
    purse = {"max": 49, "warn": g.most_lp, "cases": ["7.1a", "7.2i"]}
    return [
        {"id": "turn", "name": "Turn", "max": longest, "labels": labels, "events": events, "cases": ["6.1q"]},
        {"id": "lp-allied", "name": "Logistics points", "side": 0, **purse},
        {"id": "lp-japanese", "name": "Logistics points", "side": 1, **purse},
        {"id": "income", "name": "Income", "side": 0, "max": 30, "cases": ["7.2c", "7.2g"]},
        {"id": "pending-allied", "name": "Pending logistics points", "side": 0, "max": 9, "cases": ["7.2k", "R12"]},
        {"id": "pending-japanese", "name": "Pending logistics points", "side": 1, "max": 9, "cases": ["7.2k", "R12"]},
        {"id": "amoy", "name": "Amoy", "side": 0, "max": longest, "cases": ["9.1a"]},
        {"id": "sites", "name": "Bases", "side": 0, "max": g.engineers.bit_count(), "cases": ["20.0a"]},
        {"id": "vp-hexes", "name": "Victory points of hexes", "side": 0, "max": 57, "cases": ["4.2b", "4.2f"]},
        {"id": "vp", "name": "Net victory points", "side": 0, "max": 45, "warn": g.bands[-1] + 1, "cases": ["4.2j"]},
        {"id": "kamikaze", "name": "Kamikaze", "side": 1, "max": g.kamikaze_limit, "cases": ["2.5d"]},
    ]


def map_svg(g: Facts) -> str:
    """Formosa."""
    return draw_hex_map(laid_out("formosa", g.map))


def counters_svg(g: Facts) -> str:
    """Every face and marker."""
    return counter_sheet(faces(g), PICTURES)
