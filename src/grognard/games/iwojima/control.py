"""Chapters 13, 14 and 20: control of areas, and construction."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.games.iwojima.bombardment import remove_us_markers
from grognard.games.iwojima.facts import US
from grognard.games.iwojima.state import State, count
from grognard.kernel.bits import members
from grognard.kernel.flow import Bar, Decision, Frame, Option, bars, space_of
from grognard.kernel.ids import Side, Space, Unit


def determine_control(s: State) -> None:
    """13a-c, 20, R38: an area with units of one side only is that side's; otherwise nothing changes."""
    g = s.game
    again = g.phases[s.phase].id == "second-control"
    change, removal = (("20",), ("20b",)) if again else ((), ())
    for area in g.every_area:
        here = s.at[area]
        us, jp, bit = here & g.us_ground, here & g.jp, 1 << area
        if us and not jp and not s.control & bit:
            s.control |= bit
            s.tell("us-control", area, cases=(*change, "13a"))
            remove_caves(s, area, *removal, "13c")
        elif jp and not us and s.control & bit:
            s.control &= ~bit
            s.tell("jp-control", area, cases=(*change, "13a"))
            remove_us_markers(s, area, "control", *removal, "13b")


def remove_caves(s: State, area: Space, *cases: str) -> None:
    """13c: all Caves of an area that becomes US-controlled."""
    if s.caves[area] + s.shown[area]:
        s.tell("caves-removed", area, s.caves[area] + s.shown[area], cases=cases)
    s.caves[area] = s.shown[area] = 0


# --- 14 Construction


def begin_construction(s: State) -> None:
    """5.2.7."""
    s.agenda.append(Construction())


def may_build_beachhead(s: State) -> list[Space]:
    """14a, 14c, R53: US-controlled areas with the box, while a marker is left."""
    if count(s.beachheads) >= s.game.beachheads:
        return []
    return members(s.game.beachhead_boxes & s.control & ~s.beachheads)


def may_build_safe(s: State) -> list[Space]:
    """14a, R53: US-controlled areas with the box, while a marker is left."""
    if count(s.safe) >= s.game.safe_markers:
        return []
    return members(s.game.safe_boxes & s.control & ~s.safe)


def may_raise_flag(s: State) -> list[Space]:
    """14a, 14d: once."""
    return [] if s.flag else members(s.game.flag_boxes & s.control)


@dataclass(slots=True)
class Construction(Frame):
    """14: any number of markers, each in a US-controlled area with its box."""

    id = "iwojima.control.Construction"
    verbs = ("beachhead", "safe", "flag", "end-construction")

    def run(self, s: State) -> Decision | None:
        beachheads, safe, flag = may_build_beachhead(s), may_build_safe(s), may_raise_flag(s)
        options: list[Option] = [("beachhead", a) for a in beachheads]
        options += [("safe", a) for a in safe]
        options += [("flag", a) for a in flag]
        if not options:
            s.agenda.pop()
            return None
        left = s.game.beachheads - count(s.beachheads) if beachheads else 0
        about = (left, int(bool(safe)), int(bool(flag)))
        return Decision(US, "construction", [*options, ("end-construction",)], ("14a", "14c"), about)

    def answer(self, s: State, option: Option) -> None:
        if option[0] == "end-construction":
            s.agenda.pop()
            return
        area = space_of(option)
        if option[0] == "beachhead":
            s.beachheads |= 1 << area
        elif option[0] == "safe":
            s.safe |= 1 << area
        else:
            s.flag = 1
        s.tell("built", option[0], area, cases=("14a",))

    def why_not(self, s: State, side: Side, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is not None:
            return [Bar("Markers are placed in areas now; units have no part in it.", ("14a",))]
        if space is None:
            return []
        g = s.game
        if space >= g.areas or not (g.beachhead_boxes | g.safe_boxes | g.flag_boxes) >> space & 1:
            return [Bar(f"{g.space_names[space]} has no box for a marker.", ("14a", "2.2.1c"))]
        boxes = (("beachhead", g.beachhead_boxes), ("safe", g.safe_boxes), ("flag", g.flag_boxes))
        return bars(*(self.bar(s, verb, space) for verb, areas in boxes if areas >> space & 1))

    def why_not_do(self, s: State, side: Side, verb: str, unit: Unit | None, space: Space | None) -> list[Bar]:
        if unit is not None or space is None or verb == "end-construction":
            return self.why_not(s, side, unit, None)
        return bars(self.bar(s, verb, space))

    def bar(self, s: State, verb: str, area: Space) -> Bar | None:
        """14: why one kind of marker may not be placed here."""
        g = s.game
        name = g.space_names[area]
        boxes = {"beachhead": g.beachhead_boxes, "safe": g.safe_boxes, "flag": g.flag_boxes}[verb]
        if area >= g.areas or not boxes >> area & 1:
            return Bar(f"{name} has no box for that marker.", ("14a", "2.2.1c"))
        if not s.control >> area & 1:
            return Bar(f"{name} is not US-controlled.", ("14a",))
        if verb == "flag":
            return Bar("The flag is raised once.", ("14d",)) if s.flag else None
        if (s.beachheads if verb == "beachhead" else s.safe) >> area & 1:
            return Bar(f"{name} has that marker already.", ("R53",))
        if verb == "beachhead" and count(s.beachheads) >= g.beachheads:
            return Bar(f"All {g.beachheads} Beachhead markers are on the map.", ("14c",))
        if verb == "safe" and count(s.safe) >= g.safe_markers:
            return Bar(f"All {g.safe_markers} Safe to Land markers are on the map.", ("R53",))
        return None
