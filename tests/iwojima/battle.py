"""The battle of docs/designers/battles/iwojima.md: Chidori Airfield, 20 February 1945."""

from __future__ import annotations

from battle_pages import told
from iwojima.conftest import table


def page() -> str:
    """As the log tells it today."""
    t = table(
        turn=2,
        phase="us-bombardment",
        units={
            "U-23": "OKI", "U-27": "OKI", "U-4T": "OKI",
            "J-309": "CHI", "J-NMG": ["CHI", 1], "J-109a": "KIT", "J-HQ": "KIT",
        },
        control=["OKI"],
        beachheads=["OKI"],
        caves={"CHI": 1},
    )  # fmt: skip
    before = (
        "Two regiments and a tank battalion stand at Okina Hama; infantry and machine guns hide on the airfield beside "
        "it, with a Cave."
    )
    steps = [
        ("assign", "U-NS1", "CHI"),
        ("assign", "U-AS1", "CHI"),
        ("confirm",),
        (("pass",), [5, 6, 5, 6, 2, 1, 3, 6]),
        ("rank", "J-NMG"),
        ("move", "U-23", "CHI"),
        (("fire", "J-309"), [5, 1, 6, 2]),
        ("stay",),
        ("move", "U-4T", "CHI"),
        ("pass",),
        ("end-movement",),
        ("pass",),
        ("assault-all", "CHI"),
        ("confirm",),
        (("pass",), [5, 5, 6, 1, 1, 2, 6]),
        ("no-more-retreats",),
    ]
    return told("Chidori Airfield, 20 February 1945", before, t, steps)
