"""The battle that `docs/designers/battles/formosa.md` tells."""

from __future__ import annotations

import position_table
from battle_pages import told


def page() -> str:
    """The Marines and a tank group against Kagi, with aircraft overhead and a garrison that strikes back."""
    marines = {"A01": "0614", "A02": "0614", "A31": "0614"}
    t = position_table.set_table(
        position_table.Table,
        "formosa",
        turn=4,
        phase="allied-combat",
        units={**marines, "A39": "0419", "A28": "0518", "A07": "0516", "J01": "0615", "J07": "0615"},
        bases=["A39"],
        tac={"US": {"tactical": 2}},
        lp={"Allied": 4, "Japanese": 2},
    )
    before = (
        "The 1st and 5th Marines stand with a tank group north of Kagi, the 17th Infantry south of it, and behind them "
        "the headquarters of the 3rd Amphibious Corps with a line of supply to the base in Tainan. Two Japanese "
        "regiments hold the city. Everybody is in contact and must attack."
    )
    return told(
        "The attack on Kagi",
        before,
        t,
        [
            ("support", "US", "0615"),
            ("support", "US", "0615"),
            ("join-all",),
            ("confirm",),
            ("add-lp",),
            (("ready",), [2]),
            ("lose", "A07"),
            ("lose", "A01"),
            ("advance", "A02", "0615"),
            ("advance", "A31", "0615"),
        ],
    )
