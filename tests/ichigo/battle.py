"""The battle of docs/designers/battles/ichigo.md: Hsuchang, April 1944."""

from __future__ import annotations

from battle_pages import told
from ichigo.conftest import table


def page() -> str:
    """As the log tells it today."""
    t = table(
        turn=1,
        phase="japanese-movement",
        units={
            "J-CEA-D37": "1901", "J-CEA-D62": "1901", "J-CEA-D110": "1804",
            "CH-5": "1802", "CH-18": "1802", "CH-12": "1801",
        },
        air="Japanese",
        air_markers=["1802"],
    )  # fmt: skip
    before = (
        "Two divisions go around the Yellow River to Hsuchang, where two armies lie whose strength nobody knows; a "
        "third comes up from the south."
    )
    steps = [
        ("move-stack", "1901"),
        ("to", "1902"),
        ("to", "1903"),
        ("stop",),
        ("move", "J-CEA-D110"),
        ("to", "1803"),
        ("stop",),
        ("end-movement",),
        ("attack", "1802"),
        ("join-all",),
        ("commit-tank",),
        (("confirm",), [4]),
        ("advance-all",),
        ("attack", "1801"),
        ("join-all",),
        (("confirm",), [5]),
    ]
    return told("Hsuchang, April 1944", before, t, steps)
