"""The columns of `units.csv`: what each may hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from grognard.kernel.datafile import one_of, optional, per_step, several, text, whole

COLUMNS: Mapping[str, Callable[[str], Any]] = {
    "id": text,
    "name": text,
    "label": text,  # as printed beside the symbol (2.7)
    "side": one_of("Allied", "Japanese"),
    "nation": one_of("China", "US", "Japan"),
    "army": one_of("Militia", "Regulars", "US", "CEA", "FG", "KA", "14AA"),
    "type": one_of("infantry", "cavalry", "airborne", "militia", "tank"),
    "size": optional(one_of("III", "X", "XX", "XXXX", "XXXXX", "ad hoc"), ""),
    "steps": whole(1, 4),
    "attack": per_step,  # a factor for each number of steps left, from full strength down: 4/2
    "defence": per_step,
    "shift": optional(whole(1, 1), 0),  # columns on the combat results table instead of factors (2.13, 11.28)
    "movement": optional(whole(0, 0), None),  # printed on static units only (2.11)
    "setup": text,  # a hex, or a box of the map
    "arrival": optional(whole(1, 9), 0),  # first turn on which it may come, without Causeway
    "causeway": optional(whole(1, 12), 0),  # the same, with Causeway launched
    "traits": several(),  # untried, static, free stacking, support, attack only, airdrop, 38th Army
    "evidence": text,
}
