"""Overlays for the map of Burma: supply with the chains that feed it, zones, control, Yunnan."""

from __future__ import annotations

from grognard.games.nemesis.attrition import sufferers_at_end
from grognard.games.nemesis.facts import ALLIED, JAPANESE
from grognard.games.nemesis.satisfaction import to_capture
from grognard.games.nemesis.stacking import height, limit, overstacked
from grognard.games.nemesis.state import FULL, LIMITED, OUT_OF_SUPPLY, State, controlled
from grognard.games.nemesis.supply import DEPOTS, Supply, feeders, level_of, receives, survey, tag_of
from grognard.games.nemesis.zones import zone_of
from grognard.kernel.bits import bitset, each, members
from grognard.kernel.ids import NO_SPACES, Side, Space, Unit
from grognard.kernel.overlays import BAD, GOOD, WARN, Overlay
from grognard.kernel.words import numbered

TONES = (GOOD, WARN, BAD)
NAMES = ("Allied", "Japanese")
LEVELS = ("Full", "Limited", "Out of Supply")
SIDE_TONES = ("side0", "side1")


def overlays(s: State, side: Side) -> list[Overlay]:
    """All layers: nothing on the map is hidden. One's own supply comes first."""
    return [
        supply(s, side),
        supply(s, 1 - side),
        attrition(s),
        zones(s, 1 - side),
        control(s),
        stacks(s),
        yunnan(s),
    ]


# --- 7.1 supply


def supply(s: State, side: Side) -> Overlay:
    """7.1: what a Supply Check would give now, unit by unit, with the chains that feed them; what would be cut."""
    found = survey(s, side)
    layer = Overlay(f"supply-{side}", f"{NAMES[side]} supply, if checked now", ("7.1-A-a", "7.1-B-b", "7.1-C-e"))
    layer.means((GOOD, "Full"), (WARN, "Limited"), (BAD, "Out of Supply"))
    somewhere = found.limited.covered
    for chains in found.full:
        somewhere |= chains.covered
    full = NO_SPACES
    for chains in found.full:
        full |= chains.covered
    layer.tint(full, GOOD)
    layer.tint((somewhere | found.airlifted) & ~full, WARN)
    links: set[tuple[Space, Space]] = set()
    for unit in each(s.on_map & s.game.of_side[side]):
        then = level_of(s, found, unit)
        layer.units.append((unit, TONES[then], words(s, unit, then)))
        links.update(chain(s, found, unit, then))
    layer.units.sort(key=lambda row: (" now, " not in row[2], -TONES.index(row[1])))
    layer.lines = [list(link) for link in sorted(links)]
    return layer


def words(s: State, unit: Unit, then: int) -> str:
    """The level that a check would give, and the one it has when that is another."""
    now = s.level[unit]
    if then == now:
        return LEVELS[then]
    return f"{LEVELS[now]} now, would be {LEVELS[then]}"


def chain(s: State, found: Supply, unit: Unit, level: int) -> list[tuple[Space, Space]]:
    """7.1-A-h: the links from a depot through Transporters to a counter, as pairs of hexes."""
    if level == OUT_OF_SUPPLY:
        return []
    chains = found.full[tag_of(s, unit)] if level == FULL else found.limited
    if not receives(s, chains, unit):
        return []
    out: list[tuple[Space, Space]] = []
    here, seen = s.where[unit], {unit}
    fed = feeders(s, chains)
    feeder = feeder_of(s, found, fed, unit, seen)
    while feeder >= 0:
        out.append((here, s.where[feeder]))
        here = s.where[feeder]
        seen.add(feeder)
        feeder = feeder_of(s, found, fed, feeder, seen)
    depots = [h for h in found.net.depots if found.net.depots[h] >> here & 1 and gives(s, found, h, level)]
    if depots:
        out.append((here, min(depots, key=lambda h: s.game.map.distance(h, here))))
    return [link for link in out if link[0] != link[1]]


def gives(s: State, found: Supply, depot: Space, level: int) -> bool:
    """Whether a depot is live for a level, nationality apart."""
    return bool(found.net.entries[depot]) or level == LIMITED


def feeder_of(s: State, found: Supply, fed: dict[Unit, Unit], unit: Unit, seen: set[Unit]) -> Unit:
    """The Transporter that feeds a counter, in chains with these feeders; `DEPOTS` when a depot or an Airfield does."""
    here = s.where[unit]
    if unit in fed:
        return fed[unit] if fed[unit] not in seen else DEPOTS
    if any(hexes >> here & 1 for depot, hexes in found.net.depots.items() if found.net.entries[depot]):
        return DEPOTS
    near = [u for u in fed if u not in seen and found.net.ranges.get(u, NO_SPACES) >> here & 1]
    return min(near, key=lambda u: s.game.map.distance(s.where[u], here), default=DEPOTS)


SOON, LATE = "suffers if a Supply Check comes now", "suffers at the end of this turn"
"""What the layer says of a unit."""


def attrition(s: State) -> Overlay:
    """7.1-D-f: who would suffer in a check that came now, newly cut off Quality 1 included, and who suffers at the end
    of this turn as things stand."""
    layer = Overlay("attrition", "Attrition", ("7.1-D-b", "7.1-D-f", "R75"))
    layer.means((BAD, "at the end of this turn, if nothing changes"), (WARN, "if a Supply Check comes now"))
    for side in (ALLIED, JAPANESE):
        late, soon = sufferers_at_end(s, side), sufferers_now(s, side)
        layer.mark([u for u in late if u not in soon], BAD, LATE)
        layer.mark([u for u in late if u in soon], BAD, f"{LATE}, and {SOON}")
        layer.mark([u for u in soon if u not in late], WARN, SOON)
    return layer


def sufferers_now(s: State, side: Side) -> list[Unit]:
    """7.1-D-f, R75: in a check that came now: without a trace, and out of supply before or of Quality 1."""
    found = survey(s, side)
    cut_off = [u for u in each(s.on_map & s.game.of_side[side]) if level_of(s, found, u) == OUT_OF_SUPPLY]
    return [u for u in cut_off if s.level[u] == OUT_OF_SUPPLY or s.game.quality[u] == 1]


# --- 2.1, 2.3, 3.5


def zones(s: State, side: Side) -> Overlay:
    """2.1: where a side's zones of control bar Operational Movement."""
    layer = Overlay("zones", f"{NAMES[side]} zones of control", ("2.1-b", "5.1-C-a"))
    layer.means((WARN, "no Operational Movement"))
    layer.tint(zone_of(s, side), WARN)
    return layer


def control(s: State) -> Overlay:
    """R8: who controls which Objective, and what changes hands if the phase ended now."""
    layer = Overlay("control", "Objectives", ("1.1-b", "2.3-c", "R8"))
    layer.means((SIDE_TONES[ALLIED], "Allied"), (SIDE_TONES[JAPANESE], "Japanese"))
    for side in (ALLIED, JAPANESE):
        layer.tint(controlled(s, side), SIDE_TONES[side])
        for hex_ in each(to_capture(s, side)):
            units = members(s.at[hex_] & s.game.ground_of[side])
            layer.mark(units, WARN, f"takes {s.game.space_names[hex_]} when the phase ends")
    return layer


def stacks(s: State) -> Overlay:
    """2.2-i: stacks that lose units when the phase ends, and those that are full."""
    layer = Overlay("stacking", "Stacking", ("2.2-d", "2.2-f", "2.2-i"))
    layer.means((BAD, "too many: units die when the phase ends"), (WARN, "full for a large unit"))
    for side in (ALLIED, JAPANESE):
        over = overstacked(s, side)
        layer.tint(bitset(over), BAD)
        own = s.game.ground_of[side]
        for hex_ in each(s.present[side] & ~bitset(over)):
            units = s.at[hex_] & own
            if height(s.game, hex_, units) + s.game.stacking["large"] > limit(s.game, hex_, side, units):
                layer.tint(1 << hex_, WARN)
    return layer


def yunnan(s: State) -> Overlay:
    """3.5-f: the Japanese steps that count for Chiang's face, and where they count."""
    g = s.game
    layer = Overlay("yunnan", "Near the Yunnan Force", ("3.5-c", "3.5-f"))
    layer.means((WARN, "Japanese steps here count"), (BAD, "a Japanese unit here activates it"))
    hexes = bitset(s.where[u] for u in each(s.on_map & g.yunnan & g.ground))
    near = g.around(hexes, g.chiangs_face["within"]) if hexes else NO_SPACES
    layer.tint(near & ~g.near_chinese_objectives, WARN)
    layer.tint(g.near_chinese_objectives, BAD)
    for hex_ in each(near & s.present[JAPANESE]):
        units = members(s.at[hex_] & g.ground_of[JAPANESE])
        steps = sum(s.steps[u] for u in units)
        layer.mark(units, WARN, f"{numbered(steps, 'step')} {'counts' if steps == 1 else 'count'}")
    return layer
