"""A second, independent reading of the three hardest computations: supply, reach and odds.

Made from the map, the counters' rows and the printed numbers alone, in fractions and plain sets, as a person would
with the rulebook in hand; nothing here asks the modules that the game is played with. Where the two differ, one errs.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

ALLIED, JAPANESE = 0, 1
FULL, LIMITED, OUT = 0, 1, 2
HALF = Fraction(1, 2)
TERRAIN = {"clear": Fraction(1), "jungle": Fraction(2), "hill": Fraction(3), "mountain": Fraction(4)}
RIVER = Fraction(2)
COLUMNS = ("1-2", "1-1", "2-1", "3-1", "5-1", "7-1", "9-1")
ODDS = (Fraction(1, 2), 1, 2, 3, 5, 7, 9)
SUPPORT = ("air", "tank", "engineer", "artillery")


class Second:
    """The rules read anew for one position."""

    def __init__(self, s: Any) -> None:
        self.s, self.g, self.map = s, s.game, s.game.map
        self.rows = self.g.rows
        self.hexes = range(self.g.hexes)
        self.near = [[h for h in self.map.sides[a] if h >= 0] for a in self.hexes]
        self.by_hex: dict[int, list[int]] = {}
        for unit, where in enumerate(s.where):
            if where < self.g.hexes:
                self.by_hex.setdefault(where, []).append(unit)

    # --- the counters

    def side(self, unit: int) -> int:
        return ("Allied", "Japanese").index(self.rows[unit]["side"])

    def is_transporter(self, unit: int) -> bool:
        return self.rows[unit]["movement"] is not None and not self.rows[unit]["strength"]

    def is_unit(self, unit: int) -> bool:
        return bool(self.rows[unit]["strength"]) and self.rows[unit]["type"] != "air"

    def has(self, unit: int, trait: str) -> bool:
        return trait in self.rows[unit]["traits"]

    def held_by(self, side: int) -> set[int]:
        return {h for h, here in self.by_hex.items() if any(self.is_unit(u) and self.side(u) == side for u in here)}

    def transporter_hexes(self, side: int) -> set[int]:
        held = ((h, u) for h, here in self.by_hex.items() for u in here)
        return {h for h, u in held if self.is_transporter(u) and self.side(u) == side}

    def objectives(self, side: int) -> set[int]:
        """R8."""
        flags = [{h for h in self.hexes if bits >> h & 1} for bits in self.s.flags]
        printed = {h for h in self.hexes if self.g.printed[side] >> h & 1}
        return printed - flags[1 - side] | flags[side]

    def ambushed(self, hex_: int) -> bool:
        return bool(self.s.ambushes >> hex_ & 1)

    # --- the ground

    def link(self, a: int, b: int) -> str:
        for kind in ("road", "rail", "track", "path"):
            if kind in self.map.links and self.map.has_link(kind, a, b):
                return "road" if kind == "rail" else kind
        return ""

    def lake(self, a: int, b: int) -> bool:
        return self.map.has_edge("lake", a, b)

    def river(self, a: int, b: int) -> bool:
        minor = self.s.turn >= 5 and self.map.has_edge("minor river", a, b)
        return minor or self.map.has_edge("major river", a, b)

    def step(self, a: int, b: int, light: bool, motor: bool, by_terrain: bool, times: int) -> Fraction | None:
        """5.1-A, D: what a step costs; None where it may not be taken."""
        link = self.link(a, b)
        if self.lake(a, b) or (motor and not link):
            return None
        if self.map.terrain[b] == "mountain" and not light and not link:
            return None
        if link and not by_terrain:
            return times * {"road": HALF, "track": Fraction(1), "path": Fraction(1) if light else Fraction(2)}[link]
        return times * (TERRAIN[self.map.terrain[b]] + (RIVER if self.river(a, b) else 0))

    # --- reach

    def reach(self, unit: int, fire: bool) -> tuple[dict[int, Fraction], dict[int, Fraction]]:
        """5.1-A, C, D, 6.1-A: where a counter that has not moved gets to, by ordinary and by Operational Movement."""
        s, side = self.s, self.side(unit)
        row = self.rows[unit]
        light, motor = self.has(unit, "light"), self.has(unit, "motorized")
        limited = s.level[unit] != FULL or s.turn >= 8
        times = 2 if s.turn >= 8 else 1
        enemies, enemy_transporters = self.held_by(1 - side), self.transporter_hexes(1 - side)
        bold = side == JAPANESE and self.is_unit(unit) and not motor and (row["quality"] or 0) >= 2
        own = Fraction(2 if bold else 1) if fire else Fraction(row["movement"])

        def cost(a: int, b: int) -> Fraction | None:
            price = self.step(a, b, light, motor, limited, times)
            if price is None or b in enemies or (self.is_transporter(unit) and b in enemy_transporters):
                return None
            return price + (times if side == ALLIED and self.ambushed(b) else 0)

        here = s.where[unit]
        near = self.spread(here, own, cost)
        if not fire:
            for b in self.near[here]:
                price = cost(here, b)
                if price is not None:
                    near.setdefault(b, price)
        quality = row["quality"] or 0
        if fire or limited or quality < 2 or self.is_transporter(unit) or self.in_zone(here, 1 - side):
            return near, {}
        shut = self.objectives(1 - side) | enemy_transporters

        def far(a: int, b: int) -> Fraction | None:
            if b in shut or self.in_zone(b, 1 - side) or (side == ALLIED and self.ambushed(b)):
                return None
            if quality == 2 and self.link(a, b) not in ("road", "track"):
                return None
            return cost(a, b)

        return near, self.spread(here, 2 * own, far)

    def spread(self, start: int, budget: Fraction, cost: Any) -> dict[int, Fraction]:
        """Relaxed again and again until nothing changes."""
        best = {start: Fraction(0)}
        edge = {start}
        while edge:
            fresh = set()
            for a in edge:
                for b in self.near[a]:
                    price = cost(a, b)
                    if price is not None and best[a] + price <= budget and best[a] + price < best.get(b, budget + 1):
                        best[b] = best[a] + price
                        fresh.add(b)
            edge = fresh
        return {h: spent for h, spent in best.items() if h != start}

    def in_zone(self, hex_: int, side: int) -> bool:
        """2.1."""
        for other in self.near[hex_]:
            if self.lake(hex_, other):
                continue
            for unit in self.by_hex.get(other, ()):
                if self.side(unit) != side or not self.is_unit(unit):
                    continue
                quality = self.rows[unit]["quality"]
                if quality == 3 and not self.has(unit, "motorized"):
                    return True
                if quality >= 2 and self.link(hex_, other) in ("road", "track"):
                    return True
        return False

    # --- supply

    def levels(self, side: int) -> dict[int, int]:
        """7.1: every counter of a side on the map, asked from the receiving end."""
        self.shut = self.held_by(1 - side) | self.objectives(1 - side)
        there = (u for here in self.by_hex.values() for u in here)
        self.transporters = [u for u in there if self.is_transporter(u) and self.side(u) == side]
        self.ranges = {u: self.traced(side, self.s.where[u], self.rows[u]["range"]) for u in self.transporters}
        depots = {h: Fraction(self.g.depot_range[h], 2) for h in self.g.depots[side] if h not in self.shut}
        self.depot_ranges = {h: self.traced(side, h, reach) for h, reach in depots.items()}
        joined = {h: self.joined_to(side, h) for h in depots}
        fields = self.fields() if side == ALLIED else set()
        around = {h for f in fields for h in (f, *self.near[f])}
        some = {h for h in depots if joined[h]}
        for h in depots:
            if joined[h]:
                continue
            ring = self.g.depot_ring.get(h, "") if side == JAPANESE else ""
            if ring == "dark" or (ring == "light" and self.s.turn >= 5) or (side == ALLIED and h in around):
                some.add(h)
        out = {}
        for unit in [u for here in self.by_hex.values() for u in here if self.side(u) == side]:
            if self.rows[unit]["type"] == "air":
                continue
            tag = self.tag(unit)
            full = {h for h in depots if (tag in joined[h] and self.nation(h) == tag if side == ALLIED else joined[h])}
            if self.fed(unit, full, [u for u in self.transporters if self.kin(u, tag, side)], set()):
                out[unit] = FULL
            elif (
                self.rows[unit]["force"] == "Chindit"
                or self.s.where[unit] in around
                or self.fed(unit, some, self.transporters, {u for u in self.transporters if self.s.where[u] in around})
            ):
                out[unit] = LIMITED
            else:
                out[unit] = OUT
        return out

    def traced(self, side: int, start: int, reach: Fraction | int) -> set[int]:
        """7.1-A-a..d: hexes in range, one hex always."""

        def cost(a: int, b: int) -> Fraction | None:
            price = self.step(a, b, True, False, False, 1)
            if price is None or b in self.shut:
                return None
            return price + (1 if side == ALLIED and self.ambushed(b) else 0)

        always = {b for b in self.near[start] if not self.lake(start, b) and b not in self.shut}
        return {start} | set(self.spread(start, Fraction(reach), cost)) | always

    def joined_to(self, side: int, depot: int) -> set[int]:
        """7.1-A-f, g: the nationalities whose entry hexes a road or track joins to a depot."""
        seen, edge = {depot}, {depot}
        while edge:
            edge = {
                b for a in edge for b in self.near[a]
                if b not in seen and b not in self.shut and not self.lake(a, b) and self.link(a, b) in ("road", "track")
            }  # fmt: skip
            seen |= edge
        cut = side == ALLIED and any(self.g.india_rail >> h & 1 for h in self.held_by(JAPANESE))
        return {
            nation for nation, entries in enumerate(self.g.entries[side])
            if any(entries >> h & 1 for h in seen) and not (cut and nation == 1)
        }  # fmt: skip

    def fed(self, unit: int, depots: set[int], transporters: Iterable[int], lifted: set[int]) -> bool:
        """7.1-A-h, i: whether a chain with at most one headquarters, the receiver's own included, leads to a source."""
        start = (unit, int(self.rows[unit]["type"] == "hq"))
        waiting, seen = [start], {start}
        while waiting:
            at, used = waiting.pop()
            here = self.s.where[at]
            if any(here in self.depot_ranges[h] for h in depots) or at in lifted:
                return True
            for giver in transporters:
                more = used + (self.rows[giver]["type"] == "hq")
                if giver != at and more <= 1 and here in self.ranges[giver] and (giver, more) not in seen:
                    seen.add((giver, more))
                    waiting.append((giver, more))
        return False

    def fields(self) -> set[int]:
        enemy = self.held_by(JAPANESE)
        own = self.objectives(ALLIED)
        return {h for h in self.hexes if self.g.airfields >> h & 1 and h in own and h not in enemy}

    def tag(self, unit: int) -> Any:
        row = self.rows[unit]
        if row["side"] == "Allied":
            return 1 if row["force"] == "Stilwell" else 2 if row["force"] == "Yunnan" else 0
        return row["division"]

    def kin(self, unit: int, tag: Any, side: int) -> bool:
        """7.1-C-e, f: auxiliary Transporters fit every division, and auxiliary receivers take any."""
        if side == ALLIED:
            return bool(self.tag(unit) == tag)
        divisions = {"31", "15", "33", "18", "56", "53"}
        return tag not in divisions or self.rows[unit]["division"] not in divisions or self.tag(unit) == tag

    def nation(self, depot: int) -> int:
        return int(self.g.depot_nation[depot])

    # --- odds

    def odds(self, attack: Any) -> tuple[str, int]:
        """6.1-D..F: the column and the modifier of the die."""
        s, side, target = self.s, attack.side, attack.target
        ours = [*attack.units, *([attack.air] if attack.air >= 0 else [])]
        there = [u for u in self.by_hex[target] if self.is_unit(u) and self.side(u) != side]
        theirs = [u for u in there if not s.retreated >> u & 1]
        ratio = Fraction(sum(self.force(u, True) for u in ours), sum(self.force(u, False) for u in theirs))
        start = max(i for i, least in enumerate(ODDS) if ratio >= least)
        bunker = any(pool >> target & 1 for pool in s.bunkers)
        soft = self.has(attack.meeting, "motorized") or self.rows[attack.meeting]["type"] == "cavalry"
        lead = self.rows[attack.spearhead]["quality"] - self.river(s.where[attack.spearhead], target)
        meet = self.rows[attack.meeting]["quality"] + (bunker and not soft)
        shift = lead - meet
        rough = self.map.terrain[target] in ("hill", "mountain") or self.g.towns >> target & 1
        if rough and self.rows[attack.meeting]["type"] not in ("artillery", "tank"):
            shift -= 1
        helped = [u for u in ours if not (bunker and self.rows[u]["type"] in ("artillery", "air"))]
        lean = self.support(helped, True) - self.support(theirs, False)
        shift += (lean >= 3) - (lean <= -3)
        column = start + max(-4, min(4, shift))
        drm = (column > 6) - (column < 0)
        sign = 1 if side == JAPANESE else -1
        mixed = {self.rows[u]["nation"] for u in (attack.units if side == ALLIED else there)}
        drm += sign * bool(attack.banzai) + sign * ({"British", "Chinese"} <= mixed)
        return COLUMNS[max(0, min(6, column))], drm

    def force(self, unit: int, attacking: bool) -> int:
        values = self.rows[unit]["strength"]
        value = values[0] if self.s.steps[unit] == max(1, self.rows[unit]["steps"]) else values[-1]
        level = self.s.level[unit]
        return -(-value // 2) if level == OUT or (attacking and level == LIMITED) else value

    def support(self, units: Iterable[int], attacking: bool) -> int:
        return sum(self.force(u, attacking) for u in units if self.rows[u]["type"] in SUPPORT)
