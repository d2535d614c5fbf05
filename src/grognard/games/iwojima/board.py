"""The fixed part of what the page shows: spaces, units, markers, tracks and words."""

from __future__ import annotations

from typing import Any

from grognard.atlas.areas import area_map
from grognard.atlas.counters import counter_sheet
from grognard.atlas.drawing import draw_area_map
from grognard.games.iwojima.counter_faces import faces, markers
from grognard.games.iwojima.facts import ANY_RANGE, ROCKET_DIE, Facts
from grognard.games.iwojima.knowledge import (
    CONCEALED,
    ELIMINATED,
    FACE_DOWN,
    FIRED,
    LEFT,
    LOSES_FIRST,
    LOSES_LATER,
    LOSES_SECOND,
    MOVED,
)
from grognard.kernel.bits import each
from grognard.kernel.board_parts import counter, fact, flag, heading, marker
from grognard.kernel.ids import Space, Unit, every

FLAGS = (
    (FIRED, "fired", "Fired", ("3.Facing-a",)),
    (CONCEALED, "concealed", "Concealed", ("3.Status",)),
    (FACE_DOWN, "face-down", "Grounded by the weather", ("6c",)),
    (MOVED, "moved", "Moved", ("10b",)),
    (ELIMINATED, "eliminated", "Eliminated", ("2.1.1(7)",)),
    (LOSES_FIRST, "loses-first", "1st in the standing loss order", ("R47",)),
    (LOSES_SECOND, "loses-second", "2nd in the standing loss order", ("R47",)),
    (LOSES_LATER, "loses-later", "Later in the standing loss order", ("R47",)),
)
MARKERS = (
    ("cave", "Cave", ("9.3.2a", "9.3.4a")),
    ("cave-hidden", "Cave, Concealed", ("4.1b",)),
    ("control", "US Control", ("3.Control",)),
    ("beachhead", "Beachhead", ("8b", "10.3b", "14a")),
    ("safe", "Safe to Land", ("14a", "23.1(1)a")),
    ("flag", "Stars and Stripes", ("14d", "23.1(2)")),
)
BOXED = ("beachhead", "safe", "flag")
"""Markers that stand in the dashed box their area has for them."""
SHORT = ("Set-up", "Weather", "Reset", "Recovery", "Bombard", "Move", "Assault", "Control", "Build",
         "Reset", "Bombard", "Move", "Assault", "Control", "End")  # fmt: skip
BOX_FACTS = {
    "LANDING": ("Units that wait offshore to land.", "10.3a"),
    "RESERVE": ("Eliminated US units, and the 3rd Division until it is committed.", "22.2.1a"),
    "SUPPORT": ("Air and naval support: any area, five units an area.", "9.1.1b"),
    "ELIMINATED": ("Japanese units seen to die.", "9.3.3(2)"),
    "SECRET": ("Japanese units that died unseen. Only the Japanese player knows.", "9.3.3(4)"),
    "HAND": ("Japanese units still to be set up.", "4.2d"),
}


def board(g: Any) -> dict[str, Any]:
    """The board of docs/programmers/protocol.md."""
    sheet = area_map(g.map_spec)
    return {
        **heading(g, SHORT),
        "map": {"width": sheet.width, "height": sheet.height},
        "spaces": spaces(g),
        "units": [unit(g, u) for u in every(Unit, g.units)],
        "flags": [*(flag(*row) for row in FLAGS), flag(LEFT, "left", "Left for good", ("21b", "22.1.3"), "ghost")],
        "markers": [marker(*row, slot=row[0] in BOXED) for row in MARKERS],
        "tracks": tracks(g),
        "about": {
            "credits": [
                "Iwo Jima: Rage Against the Marines was published by Multi-Man Publishing (Operations Special Issue 1, "
                "2008), the English edition of a game of Game Journal no. 16 (2005). We follow the text of its English "
                "rules with their errata; the copy at hand has lost its page of credits, so it names no designer.",
                g.map_spec["credit"],
            ],
            "evidence": "Unit values, most area names and the Basic Defense Values of inland areas are reconstructed: "
            "the printed counters and map were not at hand. Owners of the game can put in their own with --data.",
        },
    }


def spaces(g: Facts) -> list[dict[str, Any]]:
    """2.2: areas with what the rules use, then the boxes."""
    sheet = area_map(g.map_spec)
    out: list[dict[str, Any]] = []
    for a in g.every_area:
        x, y = sheet.anchors[a]
        out.append(
            {
                "id": g.space_ids[a],
                "name": g.space_names[a],
                "kind": "area",
                "path": sheet.path(a),
                "at": [round(x, 1), round(y, 1)],
                "facts": area_facts(g, a),
                "adjacent": list(g.adjacent[a]),
            }
        )
        if (slot := sheet.slots[a]) is not None:
            out[-1]["slot"] = [round(slot[0], 1), round(slot[1], 1)]
    rects = sheet.box_rects()
    for space in range(g.areas, len(g.space_ids)):
        name = g.space_ids[space]
        words, case = BOX_FACTS[name]
        out.append(
            {
                "id": name,
                "name": g.space_names[space],
                "kind": "box",
                "rect": list(rects[name]),
                "facts": [fact("What it is", words, case)],
                "adjacent": [],
            }
        )
    return out


def area_facts(g: Facts, area: Space) -> list[dict[str, Any]]:
    """What the rules know of an area."""
    facts = [
        fact("Class", g.area_class[area], "2.2.1b"),
        fact("Basic Defense Value", str(g.bdv[area]), "2.2.1a", "9.3.2a"),
    ]
    if g.beaches >> area & 1:
        cost = f"{g.cost_beach} MP, {g.cost_beachhead} MP at a Beachhead; {g.per_beach} units a turn"
        facts.append(fact("Landing", cost, "10.3b", "10.3c"))
    elif g.coast >> area & 1:
        facts.append(
            fact("Landing", f"{g.cost_coastal} MP, Marine regiments only; {g.per_coastal} unit a turn", "10.3d")
        )
    if g.hills >> area & 1:
        facts.append(fact("Tanks", "may not enter", "22.4.1"))
    if g.mountains >> area & 1:
        names = ", ".join(g.space_names[a] for a in g.adjacent[area])
        facts.append(fact("Mountain", f"when US-controlled, no surprise in {names}", "11.1.1c"))
    watchers = [g.space_names[a] for a in each(g.near[area] & g.mountains)]
    if watchers:
        facts.append(fact("Observed from", ", ".join(watchers), "11.1.1c"))
    for boxes, words, case in (
        (g.beachhead_boxes, "Beachhead", "14a"),
        (g.safe_boxes, "Safe to Land", "23.1(1)a"),
        (g.flag_boxes, "Stars and Stripes", "23.1(2)"),
    ):
        if boxes >> area & 1:
            facts.append(fact("Box", words, case))
    facts.append(fact("Adjacent", ", ".join(g.space_names[a] for a in g.adjacent[area]), "10.1a"))
    return facts


def ratings(values: tuple[int, ...]) -> str:
    """`5/4/3/2`, full strength first."""
    return "/".join("die" if v == ROCKET_DIE else str(v) for v in reversed(values[1:]))


def unit(g: Facts, u: Unit) -> dict[str, Any]:
    """2.1.1: a counter and what is on it."""
    row = g.rows[u]
    facts = [fact("Type", g.unit_type[u], "2.1.1(2)a")]
    if row["formation"]:
        division = "Division" if row["side"] == "US" else ""
        facts.append(fact("Formation", f"{row['formation']} {division}".strip(), "2.1.1(1)"))
    if row["assault"]:
        facts.append(fact("Assault Rating by steps", ratings(g.assault[u]), "2.1.1(5)a"))
    if row["bombardment"]:
        reach = "any area" if g.range[u] == ANY_RANGE else "own and adjacent areas"
        facts.append(fact("Bombardment Rating by steps", f"{ratings(g.bombard[u])}, {reach}", "2.1.1(4)a"))
    if not g.supports >> u & 1:
        facts.append(fact("Movement", f"{g.mp[u]} MP", "2.1.1(6)"))
    if g.armor[u]:
        facts.append(fact("Armor", f"ignores the first {g.armor[u]} losses of an attack", "22.4.3a"))
    if g.anti_tank >> u & 1:
        facts.append(fact("Anti-tank", "Armor does not count against its Defensive Fire", "22.4.3c"))
    if g.red >> u & 1:
        facts.append(fact("Japanese Marines", "Revealed at the end of turn 1", "22.1.2"))
    kind = "Marine regiment" if g.unit_type[u] == "marines" else g.unit_type[u]
    shown = {str(n): f"c-{g.unit_ids[u]}-{n}" for n in range(1, g.full[u] + 1)}
    return counter(g, u, kind, g.full[u], shown, facts)


def tracks(g: Facts) -> list[dict[str, Any]]:
    """The gauges of the tray."""
    events: list[list[str]] = [[] for _ in range(g.last_turn)]
    events[g.red_revealed_turn - 1].append("Japanese Marines Revealed")
    for turn in g.air_retires:
        events[turn - 1].append("one air unit leaves")
    for turn in g.naval_retires:
        events[turn - 1].append("one naval unit withdraws")
    events[-1].append("final scoring")
    warn = g.goal - 5
    return [
        {"id": "turn", "name": "Turn", "max": g.last_turn, "labels": list(g.dates),
         "events": ["; ".join(e) for e in events], "cases": ["3.Turn"]},
        {"id": "vp-us", "name": "US VP", "side": 0, "max": g.goal, "warn": warn, "cases": ["23.1(1)a", "24(2)"]},
        {"id": "vp-jp", "name": "Japanese VP", "side": 1, "max": g.goal, "warn": warn, "cases": ["23.2(1)", "24(2)"]},
        {"id": "weather", "name": "Weather", "labels": list(g.weather_names), "cases": ["6b"]},
        {"id": "caves", "name": "Caves unseen", "max": g.caves, "cases": ["4.1b"]},
        {"id": "kirikami", "name": "Kirikami", "labels": ["no", "+1"], "cases": ["22.3.2c"]},
        {"id": "moves", "name": "Moves left", "max": 3, "side": 1, "cases": ["17.1(1)"]},
    ]  # fmt: skip


def map_svg(g: Facts) -> str:
    """The island."""
    return draw_area_map(area_map(g.map_spec), g.map_spec)


def counters_svg(g: Facts) -> str:
    """Every face and marker."""
    return counter_sheet(faces(g), markers())
