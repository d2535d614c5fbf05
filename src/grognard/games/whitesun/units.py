"""The columns of `units.csv`: what each may hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.kernel.datafile import one_of, optional, per_step, several, text, whole

FORCES = ("Imperial", "Navy", "Puppet", "Elite", "Regular", "Garrison", "Works", "Air", "Communist", "Marker")
LAND_TYPES = ("infantry", "mechanized", "cavalry", "artillery", "tank", "garrison")
OTHER_TYPES = ("warships", "fighters", "fort", "depot", "marker")

COLUMNS: dict[str, Callable[[str], Any]] = {
    "id": text,
    "name": text,
    "label": text,  # as printed beside the symbol (2.9)
    "side": optional(one_of("Japanese", "Chinese"), ""),
    "nation": optional(one_of("Japan", "Puppet regimes", "Nationalist China", "Communist China"), ""),
    "force": one_of(*FORCES),
    "type": one_of(*LAND_TYPES, *OTHER_TYPES),
    "size": optional(one_of("III", "X", "XX", "XXX", "XXXX", "XXXXX"), ""),
    "steps": whole(0, 2),  # 0: never lost in combat
    "cdr": per_step,  # combat die roll number of each printed side: 2/1 (2.4)
    "turn": optional(whole(1, 4), 0),  # of entry, printed on it (3.1, 3.2)
    "setup": str,  # a hex, or a box of the map
    "count": whole(1, 99),  # how many such counters there are
    "traits": several(),  # asterisk, ad hoc, static, hits on 6 …
    "evidence": text,
}


def dice(unit: dict[str, Any]) -> list[str]:
    """2.4, 2.5: the combat die roll number of each side that has one, the front first; units without have no sides."""
    return unit["cdr"].split("/") if unit["cdr"] else []
