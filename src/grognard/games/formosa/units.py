"""The columns of `units.csv`: what each may hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from grognard.kernel.datafile import one_of, optional, several, text, whole

JAPANESE_TYPES = ("coastal defence", "heavy weapons", "guard", "construction", "guerrilla", "special forces")
ALLIED_TYPES = ("headquarters", "artillery", "ranger")
COMMON_TYPES = ("infantry", "marines", "airborne", "armor", "engineer")
OTHER_GROUND = ("deception", "PW camp")
STRIKES = ("TAC", "Kamikaze", "B-29", "air supply", "gunfire")
MARKERS = ("amphibious", "drop zone", "fleet", "LP", "turn", "control")

COLUMNS: Mapping[str, Callable[[str], Any]] = {
    "id": text,
    "name": text,
    "label": text,  # as printed beside the symbol: regiment and division, 7/9
    "side": optional(one_of("Allied", "Japanese"), ""),
    "nation": optional(one_of("US", "Commonwealth", "Japan"), ""),  # none where a marker serves both Allies
    "formation": str,
    "type": one_of(*JAPANESE_TYPES, *ALLIED_TYPES, *COMMON_TYPES, *OTHER_GROUND, *STRIKES, *MARKERS),
    "size": optional(one_of("II", "III", "X", "XXX", "XXXX", "group"), ""),
    # 2.4; a deception unit and the camp are classes of their own (11.1, 25.10)
    "class": one_of("mechanized", "non-mechanized", "static", "deception", "camp", "air", "naval", "marker"),
    "steps": whole(0, 1),  # 0: no ground unit
    "cf": optional(whole(1, 6), None),  # combat factor
    "mf": optional(whole(0, 8), None),  # movement factor
    "back_cf": optional(one_of("?", "2"), ""),  # the concealed side (11.1), or the base of an engineer (20.0)
    "back_mf": optional(whole(0, 8), None),
    "value": optional(one_of("1", "2", "4", "2/1"), ""),  # air points front/back, columns of gunfire, units carried
    "scenarios": one_of("1", "2", "1 2"),  # in which of them it is in play
    # What starts free of charge, by scenario (24.1, 24.2): all, or so many counters or points of its type and nation.
    "start1": optional(one_of("all", "2", "3", "4", "5", "7", "15 points", "d6+3 points", "d6 points"), ""),
    "start2": optional(
        one_of("all", "1", "2", "3", "4", "5", "7", "20 points", "2 points", "d6+3 points", "d6 points"), ""
    ),
    # Where it is set up: a box of the map, or which hexes. A guerrilla's hideout is any city, town, port, airfield,
    # rough, mountain or peak without an Allied unit, or a revealed static unit's hex (8.1).
    "place": text,
    # When it may be bought: in set-up only, in set-up and later, from turn 2; or free, the turn after Amoy falls.
    "entry": optional(one_of("set-up", "any", "later", "Amoy"), ""),
    "recruit": optional(one_of("0", "1/2", "1", "2", "3", "4"), ""),  # logistics points, per point for air points
    "replace": optional(one_of("1", "2", "3"), ""),  # the same; empty: never
    "option": optional(one_of("25.5", "25.7", "25.8", "25.9", "25.10"), ""),  # the optional rule it needs
    "traits": several(),  # A, D, M, supply source, supply link, no ZOC, D/O, base, may drop …
    "evidence": text,
}
