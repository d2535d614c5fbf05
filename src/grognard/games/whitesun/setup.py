"""Chapter 3: set-up. Everything has its place; what is drawn from the pool is drawn when it is needed (3.1, 3.2)."""

from __future__ import annotations

from grognard.games.whitesun.facts import Facts
from grognard.games.whitesun.state import State
from grognard.kernel.state import set_out


def new_position(game: Facts, tie_returns: bool) -> State:
    """3.1-3.3: garrisons, forts and depots on the map, the pool, the boxes; every hex is Chinese."""
    s = State(game)
    g = s.game
    set_out(s, g.setup_at, len(g.space_ids))
    s.steps = bytearray(g.full)
    s.tie_returns = int(tie_returns)
    return s
