"""The battle that `docs/designers/battles/nemesis.md` tells: IV Corps against Fort White."""

from __future__ import annotations

import position_table
from battle_pages import told


def page() -> str:
    """The page as the log tells it today."""
    units = {
        "B17-48": "0418", "B17-63": "0418", "BT-3C": "0418", "B4C-A": "0418",
        "J33-214": "0419", "J33-E": "0419", "JM-33": "0419", "J33-215": "0520",
    }  # fmt: skip
    table = position_table.set_table(
        position_table.Table,
        "nemesis",
        turn=3,
        phase="allied-attack",
        units=units,
        level={"B17-63": "limited"},
        bunkers={"0419": "Japanese"},
        general=[9, 2],
        scale=2,
    )
    before = (
        "April 1944. The 17th Division, one of its brigades on half rations, attacks the block at Fort White on the "
        "Tiddim road: a dug-in regiment with engineers on a hill."
    )
    return told(
        "The block at Fort White",
        before,
        table,
        [
            ("end-movement",),
            ("attack", "0419"),
            ("join", "B17-48"),
            ("join", "B17-63"),
            ("join", "BT-3C"),
            ("join", "B4C-A"),
            ("call-air", "A-US1"),
            ("confirm",),
            ("spearhead", "BT-3C"),
            ("meet", "J33-214"),
            (("banzai",), [6]),
            ("lead", "B17-48"),
            ("refuse-with", "J33-214"),
            ("enforce",),
            ("lose", "B17-63"),
            ("retreat",),
            ("retreat-to", "J33-214", "0520"),
            ("retreat-to", "J33-E", "0520"),
            ("withdraw", "JM-33", "0520"),
        ],
    )
