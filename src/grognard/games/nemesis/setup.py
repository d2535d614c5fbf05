"""Chapter 3: set-up. Every counter has its letter, its box or its turn."""

from __future__ import annotations

from grognard.games.nemesis.facts import ASSAULT, YUNNAN_BUNKER, Facts
from grognard.games.nemesis.state import LIMITED, UNKNOWN, State, place
from grognard.kernel.bits import each
from grognard.kernel.ids import NO_SPACES, Unit, every
from grognard.kernel.state import set_out


def new_position(g: Facts) -> State:
    """3.1, 3.2, R6, R93: every counter where it starts, all in Full Supply but the Chindits on the map."""
    s = State(g)
    set_out(s, g.start, len(g.space_ids))
    s.present, s.transporter_hexes = [NO_SPACES, NO_SPACES], [NO_SPACES, NO_SPACES]
    s.flags, s.unscored = [NO_SPACES, NO_SPACES], [NO_SPACES, NO_SPACES]
    s.steps = bytearray(g.full)
    for unit in each(g.start_reduced):
        s.steps[unit] -= 1
    s.level = bytearray(g.units)
    s.out_since = bytearray(g.units)
    for unit in every(Unit, g.units):
        place(s, unit, s.where[unit])
    for unit in each(g.chindits & s.on_map):
        s.level[unit] = LIMITED
    s.bunkers = [NO_SPACES, NO_SPACES, NO_SPACES]
    s.bunkers[YUNNAN_BUNKER] = 1 << g.yunnan_bunker_hex
    s.general, s.lament = [0, 0], [0, 0]
    s.superior = [g.start_superior, g.start_superior]
    s.scale, s.face = g.start_scale, g.start_face
    s.first = [ASSAULT, ASSAULT]
    s.last = [UNKNOWN, UNKNOWN]
    return s
