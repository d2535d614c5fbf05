"""Overlays for the map of Formosa: supply, zones, victory points, shores, what must be attacked."""

from __future__ import annotations

from grognard.games.formosa.facts import ALLIED, JAPAN, JAPANESE
from grognard.games.formosa.knowledge import hidden_from
from grognard.games.formosa.mandatory_attacks import duties, fighting
from grognard.games.formosa.state import State, allied_hexes, functional
from grognard.games.formosa.supply import (
    closed,
    hidden_sources,
    in_supply,
    open_sources,
    supply_path,
    working_headquarters,
    working_ports,
)
from grognard.games.formosa.zones import zone
from grognard.kernel.bits import bitset, each
from grognard.kernel.ids import Side, Units
from grognard.kernel.overlays import BAD, GOOD, WARN, Overlay

TONES = ("side0", "side1")


def overlays(s: State, side: Side) -> list[Overlay]:
    """All layers for a side, of what it may know."""
    seen = ~hidden_from(s, side)
    found = [allied_supply(s, seen), japanese_supply(s, seen), zones(s), objectives(s), shores(s)]
    attacker = fighting(s)
    return [duty_layer(s, attacker), *found] if attacker is not None else found


def allied_supply(s: State, seen: Units) -> Overlay:
    """19.2: functional ports, the headquarters that pass supply on, and which units have a line."""
    g = s.game
    layer = Overlay("allied-supply", "Allied supply", ("19.2a", "19.2b", "19.2c"))
    layer.means((GOOD, "functional port, open road, in supply"), (WARN, "headquarters"), (BAD, "no line of supply"))
    ports, blocked = working_ports(s), closed(s, ALLIED)
    staffs = bitset(s.where[u] for u in each(working_headquarters(s, ports, blocked)))
    layer.tint((ports | g.along_roads(ports, blocked)) & ~staffs, GOOD)
    layer.tint(staffs, WARN)
    _mark(s, layer, ALLIED, seen)
    return layer


def japanese_supply(s: State, seen: Units) -> Overlay:
    """19.3: revealed fortresses, and which units can trace to one."""
    layer = Overlay("japanese-supply", "Japanese supply", ("19.3a", "19.3b"))
    layer.means((GOOD, "revealed source, in supply"), (WARN, "by revealing a source"), (BAD, "no line of supply"))
    layer.tint(open_sources(s), GOOD)
    _mark(s, layer, JAPANESE, seen)
    g = s.game
    if seen & s.concealed == s.concealed:  # the owner alone knows what lies concealed
        without = [u for u in each(g.of_side[JAPANESE] & ~(g.deceptions | g.camp)) if s.where[u] < g.hexes]
        for unit in without:
            if not in_supply(s, unit) and (hidden := hidden_sources(s, unit)):
                names = " or ".join(g.unit_names[u] for u in hidden)
                layer.units = [row for row in layer.units if row[0] != unit]
                layer.mark([unit], WARN, f"could be supplied by revealing {names}")
    return layer


def _mark(s: State, layer: Overlay, side: Side, seen: Units) -> None:
    g = s.game
    units = [u for u in each(g.of_side[side] & seen) if s.where[u] < g.hexes and not g.deceptions >> u & 1]
    fed = [u for u in units if in_supply(s, u)]
    layer.mark(fed, GOOD, "in supply")
    without = "no line of supply" if side == JAPANESE or working_ports(s) else "no functional port"
    layer.mark([u for u in units if u not in fed], BAD, without)
    ways = (supply_path(s, u) for u in fed if not g.guerrillas >> u & 1)
    layer.lines += sorted({tuple(way): way for way in ways if len(way) > 1}.values())


def zones(s: State) -> Overlay:
    """14.0: both sides' zones of control; a concealed counter has one, whatever it is."""
    layer = Overlay("zones", "Zones of control", ("14.0a", "11.1c"))
    allied, japanese = zone(s, ALLIED), zone(s, JAPANESE)
    layer.means((TONES[0], "Allied zone"), (TONES[1], "Japanese zone"), (WARN, "both"))
    layer.tint(allied & ~japanese, TONES[0])
    layer.tint(japanese & ~allied, TONES[1])
    layer.tint(allied & japanese, WARN)
    return layer


def objectives(s: State) -> Overlay:
    """4.2: hexes that are worth victory points, and which of them score now."""
    g = s.game
    held, working = allied_hexes(s), functional(s)
    worth = g.sites | g.industry | g.peaks
    layer = Overlay("victory", "Victory points", ("4.2b", "4.2e"))
    layer.means((GOOD, "scores now"), (WARN, "held, needs a base"), (BAD, "not held"))
    scores = working & g.sites | held & (g.industry | g.peaks)
    layer.tint(scores, GOOD)
    layer.tint(worth & held & ~scores, WARN)
    layer.tint(worth & ~held & ~scores, BAD)
    return layer


def shores(s: State) -> Overlay:
    """10.1, R25: where units may land, and where only Rangers."""
    g = s.game
    layer = Overlay("shores", "Landing", ("10.1a", "10.1b", "22.0c"))
    layer.means((GOOD, "free shore"), (BAD, "to be assaulted from the sea"), (WARN, "Rangers only"))
    layer.tint(g.landable & ~s.present[JAPAN], GOOD)
    layer.tint(g.landable & s.present[JAPAN], BAD)
    layer.tint(g.coast & ~g.landable, WARN)
    return layer


def duty_layer(s: State, side: Side) -> Overlay:
    """15.0d, R45: who must still attack, and who must be attacked."""
    d = duties(s, side)
    layer = Overlay("duties", "Must attack", ("15.0d", "R45"))
    layer.means((WARN, "must attack"), (BAD, "must be attacked"), (GOOD, "may be attacked"))
    layer.tint(d.must, WARN)
    layer.tint(d.targets, BAD)
    layer.tint(d.open & ~d.targets, GOOD)
    return layer
