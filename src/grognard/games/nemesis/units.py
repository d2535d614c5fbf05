"""The columns of `units.csv`: what each may hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grognard.kernel.datafile import one_of, optional, several, text, whole

TRANSPORTERS = ("hq", "mules", "truck")
SUPPORT = ("air", "tank", "engineer", "artillery")
OTHERS = ("infantry", "cavalry", "garrison", "local rifles", "paratroops", "chindit", "galahad")
TRAITS = (
    "light",
    "motorized",
    "support",
    "exchange",  # for battalions (3.3)
    "battalion",  # without a set-up letter of its own (3.1)
    "star",  # Chinese of the Stilwell Force (1.2-D)
    "non-replaceable",
    "special force",  # non-replaceable too (1.2-E)
    "single step",  # a large unit without a reduced side
    "reduced",  # starts or arrives reduced
    "limited",  # starts on its Limited side
    "no bunker",
    "no merger",
    "leaves in Game Turn 5",
    "plural",  # the name is one: `Assam Rifles have`
)


def _strength(cell: str) -> tuple[int, ...]:
    return tuple(whole(1, 9)(part) for part in cell.split("/")) if cell else ()


COLUMNS: dict[str, Callable[[str], Any]] = {
    "id": text,
    "name": text,
    "label": text,  # as printed beside the symbol
    "side": one_of("Allied", "Japanese"),
    "nation": one_of("Japan", "British", "US", "Chinese"),
    "force": one_of("Japanese", "British", "Chindit", "Stilwell", "Yunnan"),
    "division": str,  # for the Japanese what supply and exchange ask for; aux matches every division
    "type": one_of(*OTHERS, *SUPPORT, *TRANSPORTERS),
    "size": optional(one_of("large", "small"), ""),
    "mark": optional(one_of("II", "III", "X", "XX", "XXXX"), ""),
    "steps": whole(0, 3),  # 0: air units and Transporters
    "strength": _strength,  # of the front and, where there is a reduced side, of the back: 6/4
    "movement": optional(whole(0, 10), None),  # the same on both sides
    "quality": optional(whole(1, 3), None),
    "range": optional(whole(3, 5), None),  # of a Transporter's supply, in movement points
    "setup": text,  # a set-up letter (J-I is the Japanese Losses Box), or a box of the map, T3 for Game Turn 3
    "enters": str,  # the set-up letter at which a Truck comes in (3.2)
    "traits": several(one_of(*TRAITS)),
    "evidence": text,
}
