"""Overlays for the map of China: supply, control, what the enemy may attack."""

from __future__ import annotations

from grognard.games.ichigo.facts import JAPAN, US
from grognard.games.ichigo.knowledge import hidden_from
from grognard.games.ichigo.state import LAUNCHED, State, enemy_hexes, tracked
from grognard.games.ichigo.supply import OUT, is_attenuated, japanese_supplied, supply, us_supplied
from grognard.kernel.bits import each, members
from grognard.kernel.ids import NO_SPACES, Side, Unit, Units
from grognard.kernel.overlays import BAD, GOOD, WARN, Overlay

ALLIED_TONE, JAPANESE_TONE = "side0", "side1"


def overlays(s: State, side: Side) -> list[Overlay]:
    """All layers for a side, of what it may know: of enemy stacks the top unit."""
    seen = ~hidden_from(s, side)
    out = [japanese_supply(s, seen), control(s), threat(s, side)]
    if s.causeway == LAUNCHED:
        out.insert(1, us_supply(s, seen))
    return out


def japanese_supply(s: State, seen: Units) -> Overlay:
    """7.1, 7.2, 7.4: where Japanese units have supply, full or attenuated, and which of them have none."""
    tone = WARN if is_attenuated(s) else GOOD
    layer = Overlay("japanese-supply", "Japanese supply", ("7.1a", "7.2a", "7.4a"))
    layer.means((tone, "attenuated supply" if tone == WARN else "full supply"), (BAD, "out of supply"))
    layer.tint(japanese_supplied(s) & s.game.land, tone)
    layer.mark(_out_of_supply(s, seen, JAPAN), BAD, "out of supply")
    return layer


def us_supply(s: State, seen: Units) -> Overlay:
    """7.5, 7.7, 7.8: beachheads, coast, aerial supply."""
    layer = Overlay("us-supply", "US supply", ("7.5a", "7.7", "7.8a"))
    layer.means((GOOD, "in supply"), (BAD, "out of supply"))
    layer.tint(us_supplied(s) & s.game.land, GOOD)
    layer.mark(_out_of_supply(s, seen, US), BAD, "out of supply")
    return layer


def _out_of_supply(s: State, seen: Units, nation: int) -> list[Unit]:
    units = members(s.game.of_nation[nation] & seen)
    return [u for u in units if s.where[u] < s.game.hexes and supply(s, u) == OUT]


def control(s: State) -> Overlay:
    """3.5a, R14: who controls cities, railroad, north edge and beachheads."""
    layer = Overlay("control", "Control", ("3.5a", "R14"))
    layer.means((ALLIED_TONE, "Allied"), (JAPANESE_TONE, "Japanese"))
    layer.tint(tracked(s) & s.japanese, JAPANESE_TONE)
    layer.tint(tracked(s) & ~s.japanese, ALLIED_TONE)
    return layer


def threat(s: State, side: Side) -> Overlay:
    """11.1a: hexes next to the enemy, from which the enemy may be attacked and may attack."""
    g = s.game
    enemy = enemy_hexes(s, side)
    next_to = NO_SPACES
    for h in each(enemy):
        next_to |= g.open_near[h]
    layer = Overlay("threat", "Next to the enemy", ("11.1a",))
    layer.means((BAD, "enemy units"), (WARN, "next to them"))
    layer.tint(enemy, BAD)
    layer.tint(next_to & ~enemy, WARN)
    return layer
