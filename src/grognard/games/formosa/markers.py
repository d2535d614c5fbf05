"""2.5-2.7: what is counted and shown as a marker, and the states of a counter that the page shows."""

from __future__ import annotations

from grognard.atlas.counters import Marker
from grognard.games.formosa.counter_faces import CONCEALED

FLAGS = (
    (1, "concealed", "Concealed", ("11.1a",), "ghost"),
    (2, "moved", "Moved", ("12.2a",), "badge"),
    (4, "attacked", "Attacked", ("15.0j",), "turned"),
    (8, "landed", "Came ashore this turn", ("10.2.1b", "21.0j"), "badge"),
    (16, "base", "Base", ("20.1a",), "plain"),
    (32, "eliminated", "Eliminated", ("8.3b",), "ghost"),
)
MARKERS = (
    ("concealed", "Concealed counters", CONCEALED, ("11.1a",)),
    ("us-tac", "US tactical air points", "c-A58-back", ("2.5b",)),
    ("cw-tac", "British tactical air points", "c-A72-back", ("2.5b",)),
    ("j-tac", "Japanese tactical air points", "c-J69-back", ("2.5b",)),
    ("interdiction", "Interdiction points", "m-interdiction", ("16.4a",)),
    ("kamikaze", "Kamikaze points", "c-J75-back", ("2.5d",)),
    ("fleet", "Mobile fleet", "c-J81", ("18.0a",)),
    ("b29", "B-29", "c-A74", ("16.5a",)),
    ("suppressed", "Suppressed", "c-A74-back", ("16.5e",)),
    ("air-supply", "Air supply", "c-A75", ("19.4a",)),
    ("us-gunfire", "US gunfire", "c-A76", ("17.0a",)),
    ("cw-gunfire", "British gunfire", "c-A81", ("17.0a",)),
    ("amphibious", "Amphibious markers", "c-A83", ("10.0a",)),
    ("drop-zone", "Drop zone", "c-A89", ("10.0a",)),
    ("amoy", "Amoy captured", "c-A93", ("9.1a",)),
    ("functional", "Functional base", "m-functional", ("20.0a",)),
    ("must-attack", "Must attack", "m-must-attack", ("15.0d", "R45")),
    ("target", "Must be attacked", "m-target", ("15.0d", "R45")),
)
MARK = {row[0]: i for i, row in enumerate(MARKERS)}
"""Per marker, its number."""
PICTURES = (
    Marker("m-interdiction", "turn-raid", "#243d6d", "#ffffff"),
    Marker("m-functional", "safe"),
    Marker("m-must-attack", "control", "#243d6d", "#ffffff"),
    Marker("m-target", "control", "#ae1a1a", "#ffffff"),
)
