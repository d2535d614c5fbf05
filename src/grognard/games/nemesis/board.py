"""The fixed part of what the page shows: spaces, units, markers, tracks and words."""

from __future__ import annotations

from typing import Any

from grognard.atlas.counters import counter_sheet
from grognard.atlas.drawing import draw_hex_map
from grognard.atlas.drawn_maps import laid_out
from grognard.atlas.hexboard import board_of
from grognard.games.nemesis.counter_faces import chits, faces, markers
from grognard.games.nemesis.facts import ALLIED, CHITS, JAPANESE, NATIONS, Facts
from grognard.games.nemesis.knowledge import (
    ATTACKED,
    IS_LIMITED,
    IS_OUT,
    MOVED,
    RETREATED,
    USED,
)
from grognard.kernel.board_parts import counter, fact, flag, marker
from grognard.kernel.ids import Side, Space, Unit, every
from grognard.kernel.words import numbered

FLAGS = (
    (IS_LIMITED, "limited", "Limited Supply", ("7.1-B-c",), "badge"),
    (IS_OUT, "out-of-supply", "Out of Supply", ("7.1-B-d",), "badge"),
    (MOVED, "moved", "Moved or dug in", ("5.1-A-b", "5.1-B-a"), "badge"),
    (ATTACKED, "attacked", "Has attacked", ("6.1-B-c",), "turned"),
    (RETREATED, "retreated", "Has retreated", ("6.2-D-e",), "ghost"),
    (USED, "used", "Used this turn", ("1.2-B-e",), "turned"),
)
MARKERS = (
    ("japanese", "Japanese flag", ("2.3-c", "2.3-d")),
    ("allied", "Allied flag", ("2.3-c", "2.3-d")),
    ("bunker-japanese", "Japanese Bunker", ("5.1-B-a", "6.1-F-j")),
    ("bunker-british", "British Bunker", ("5.1-B-a", "6.1-F-j")),
    ("bunker-us", "US Bunker", ("5.1-B-d", "6.1-F-j")),
    ("bunker-yunnan", "Yunnan Bunker", ("5.1-B-e", "6.1-F-j")),
    ("ambush", "Ambush", ("5.1-E-a", "5.1-E-c")),
    ("air-supply", "Used for air supply", ("7.1-C-a", "R74")),
    ("chit-back", "Chits face down", ("4.0-A-e",)),
    *((f"chit-{chit}", f"{name} chit", ("4.0-A-b",)) for chit, name in enumerate(CHITS)),
)
SHORT = (
    "Start", "J Assault", "J Attack", "J Supply", "J Reinf.", "A Assault", "A Attack", "A Supply", "A Reinf.", "End",
)  # fmt: skip
BOX_FACTS = {
    "JSAT": ("Mutaguchi, Hirohito and the Japanese Lament.", "2.3-g"),
    "ASAT": ("Slim, Churchill and the Allied Lament.", "2.3-g"),
    "SCALE": ("How many units the Allies may bring on, and Chiang's face.", "2.5-a"),
    "JCHITS": ("The chits that the Japanese have played this turn.", "4.0-A-c"),
    "ACHITS": ("The chits that the Allies have played this turn.", "4.0-A-c"),
    "JCUP": ("Drawn blind.", "4.0-A-b"),
    "ACUP": ("Drawn blind.", "4.0-A-b"),
    "JAIR": ("Japanese Air Support.", "1.2-B-d"),
    "BAIR": ("British Air Support.", "1.2-B-d"),
    "USAIR": ("US Air Support.", "1.2-B-d"),
    "OFFMAP": ("Each unit costs 1 of the scale to bring on; an Airfield for departure.", "8.2-B-5"),
    "ALOSS": ("Two British or Stilwell units and one Yunnan unit come back a turn.", "8.2-A-a"),
    "APERM": ("They never come back.", "1.2-E-a"),
    "CHINDIT": ("The third step of Chindit brigades.", "3.4-c"),
    "JLOSS": ("Three battalions come back a turn.", "8.1-A-a"),
    "JPERM": ("They never come back.", "1.2-E-a"),
    "JBATT": ("Battalions that are inside regiments.", "3.3-b"),
    "JSHELF": ("Regiments that have become battalions.", "6.1-G-f"),
    "OUT": ("Out of the game.", "2.6-b"),
}
CREDITS = (
    "Nemesis: Burma 1944, designed by Kim Kanger, published by Legion Wargames.",
    "The rules follow a text from before the printed rules of 2018, which differ in places.",
)
COMBAT = {"hill": "defender 1 column", "mountain": "defender 1 column, no retreat into it"}


def board(g: Facts) -> dict[str, Any]:
    """The board of docs/programmers/protocol.md."""
    return {
        **board_of(g, SHORT, lambda h: hex_facts(g, h), box_facts),
        "units": [unit(g, u) for u in every(Unit, g.units)],
        "faces": [{"symbol": f"c-{g.unit_ids[u]}-back"} for u in sorted(g.back_face, key=g.back_face.__getitem__)],
        "flags": [flag(*row) for row in FLAGS],
        "markers": [marker(*row) for row in MARKERS],
        "tracks": tracks(g),
        "about": {
            "credits": [*CREDITS, str(g.map.spec.values["credit"])],
            "evidence": "The rules print no hex number, no combat table and no counter: map, values and table are "
            "reconstructed round what they say. Owners of the game can put in their own with --data.",
        },
    }


def box_facts(name: str) -> list[dict[str, Any]]:
    """What the rules keep in a box."""
    words, case = BOX_FACTS.get(name, ("Reinforcements that come in this Game Turn.", "3.2-g"))
    return [fact("What it is", words, case)]


def hex_facts(g: Facts, h: Space) -> list[dict[str, Any]]:
    """What the rules know of a hex."""
    bit = 1 << h
    terrain = g.map.terrain[h]
    effect = f", {COMBAT[terrain]}" if terrain in COMBAT else ""
    facts = [fact("Terrain", f"{terrain}, {g.costs[terrain] // 2} MP{effect}", "5.1-A-b", "6.1-F-e")]
    if g.towns & bit:
        facts.append(fact("Town", "defender 1 column, not added to that of a hill", "6.1-F-e"))
    if g.objectives & bit:
        owner = "Allied" if g.printed[ALLIED] & bit else "Japanese"
        facts.append(
            fact("Objective", f"{numbered(g.value[h], 'Satisfaction Point')}, {owner} at the start", "1.1-b", "2.3-c")
        )
    for side in (ALLIED, JAPANESE):
        if g.depot_set[side] & bit:
            facts.append(depot_fact(g, h, side))
        if g.all_entries[side] & bit:
            nations = NATIONS if side == ALLIED else ("Japanese",)
            own = [name for name, hexes in zip(nations, g.entries[side], strict=True) if hexes & bit]
            facts.append(fact("Supply Entry Hex", own[0], "7.1-A-f"))
    if g.airfields & bit:
        facts.append(fact("Airfield", "Limited Supply for the Allies while they hold it", "7.1-C-a", "8.2-B-11"))
    if (g.india_rail | g.burma_rail) & bit:
        facts.append(fact("Railway", "in India" if g.india_rail & bit else "in Burma", "8.1-B-d", "8.2-B-9"))
    for name, hexes, case in (("Major River", g.major, "5.1-A-d"), ("Minor River", g.minor, "2.6-d")):
        beyond = [g.space_ids[b] for b in g.neighbours[h] if (h, b) in hexes]
        if beyond:
            facts.append(fact(f"{name} towards", ", ".join(beyond), case, "6.1-F-m"))
    stars = [name for name, hex_ in g.stars.items() if hex_ == h]
    if stars:
        facts.append(fact("Reinforcement Star", ", ".join(stars), "8.1-B-b", "8.2-B-6"))
    return facts


def depot_fact(g: Facts, h: Space, side: Side) -> dict[str, Any]:
    """1.1-c, 7.1-C-c: whose depot, how far it reaches, and its ring."""
    owner = "Japanese" if side == JAPANESE else NATIONS[g.depot_nation[h]]
    ring = {"dark": ", River Supply", "light": ", River Supply from Game Turn 5"}.get(g.depot_ring[h], "")
    return fact("Supply Depot", f"{owner}, range {g.depot_range[h] // 2} MP{ring}", "7.1-A-a", "7.1-C-c")


def unit(g: Facts, u: Unit) -> dict[str, Any]:
    """1.2-A: a counter and what is on it."""
    row = g.rows[u]
    bit = 1 << u
    full = g.full[u]
    two_sided = len(row["strength"]) == 2
    shown = {str(n): f"c-{row['id']}-{'front' if n == full or not two_sided else 'back'}" for n in range(1, full + 1)}
    facts = []
    if row["strength"]:
        facts.append(fact("Strength", " / ".join(map(str, row["strength"])), "1.2-A-a"))
    if row["movement"] is not None:
        way = ", motorized" if g.motorized & bit else ", light" if g.light & bit else ""
        facts.append(fact("Movement", f"{row['movement']} MP{way}", "5.1-A-b", "1.2-H-a"))
    if row["quality"]:
        facts.append(fact("Quality", str(row["quality"]), "6.1-F-d", "2.1-d"))
    if row["range"]:
        facts.append(fact("Supply Range", f"{row['range']} MP", "7.1-A-a"))
    if g.support & bit:
        facts.append(fact("Support unit", "counts towards the Support Advantage", "1.2-B-b"))
    if g.non_replaceable & bit:
        facts.append(fact("Non-replaceable", "never comes back", "1.2-E-a"))
    if g.regiments & bit:
        facts.append(fact("Battalions", "may drop one off", "3.3-b"))
    return counter(g, u, row["type"], full, shown, facts)


def tracks(g: Facts) -> list[dict[str, Any]]:
    """The gauges of the tray."""
    boxes = [row for row in g.map.spec.values["box"] if "turn" in row]
    out: list[dict[str, Any]] = [
        {"id": "turn", "name": "Turn", "max": g.last_turn, "labels": [turn_label(g, row["turn"]) for row in boxes],
         "events": ["; ".join(row["text"]) for row in boxes], "cases": ["3.1-d", "2.6-a"]},
    ]  # fmt: skip
    for side, id_, superior, general in (
        (JAPANESE, "japanese", "Hirohito", "Mutaguchi"),
        (ALLIED, "allied", "Churchill", "Slim"),
    ):
        out += [
            {"id": f"superior-{id_}", "name": superior, "side": side, "max": g.top_slot, "cases": ["2.3-g", "4.0-B-a"]},
            {"id": f"general-{id_}", "name": general, "side": side, "max": g.top_slot, "cases": ["2.3-a", "7.2-a"]},
            {"id": f"lament-{id_}", "name": "Lament", "side": side, "max": g.top_slot, "cases": ["2.4-h"]},
            {"id": f"cup-{id_}", "name": "Cup", "side": side, "labels": cup_labels(), "cases": ["4.0-A-b", "4.0-A-e"]},
        ]
    out += [
        {"id": "scale", "name": "Scale", "side": ALLIED, "max": g.top_slot, "cases": ["2.5-a"]},
        {"id": "face", "name": "Chiang", "side": ALLIED, "max": g.top_slot, "cases": ["3.5-e"]},
        {"id": "yunnan", "name": "Yunnan", "side": ALLIED, "labels": ["asleep", "active"], "cases": ["3.5-a"]},
    ]
    return out


def turn_label(g: Facts, turn: int) -> str:
    """2.6, 7.2-b: the days, a red dot, and the weather."""
    weather = ("", ", Light Monsoon", ", Heavy Monsoon")[g.weather(turn)]
    return f"{g.dates[turn - 1]}{' ●' if turn in g.red_dots else ''}{weather}"


def cup_labels() -> list[str]:
    """4.0-A: what may be in a cup, by the set of chits; last the cup that its owner alone knows."""
    short = ("As", "At", "Su", "Re")
    sets = [" ".join(name for i, name in enumerate(short) if held >> i & 1) or "–" for held in range(1 << len(CHITS))]
    return [*sets, "? ? ?"]


def map_svg(g: Facts) -> str:
    """Burma."""
    return draw_hex_map(laid_out("nemesis", g.map))


def counters_svg(g: Facts) -> str:
    """Every face and marker."""
    return counter_sheet([*faces(g), *chits()], markers())
