"""Overlays for the map of Iwo Jima."""

from __future__ import annotations

from grognard.games.iwojima.state import State
from grognard.kernel.overlays import Overlay


def control(s: State) -> Overlay:
    """13a: every area is under US or Japanese control."""
    layer = Overlay("control", "Control", ("13a",)).means(("side0", "US"), ("side1", "Japanese"))
    layer.tint(s.control, "side0")
    layer.tint(s.game.all_areas & ~s.control, "side1")
    return layer
