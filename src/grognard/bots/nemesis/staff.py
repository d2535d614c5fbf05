"""The staff of either side: Objectives shared out among the units, combats by their exact odds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from grognard.bots.nemesis import arriving, fighting, marching
from grognard.bots.nemesis.staff_notes import Planner
from grognard.bots.scripted import Answer


class NemesisStaff(Planner):
    """A scripted player of Nemesis. It may sit down at any time: what it noted is only a help."""

    answers: ClassVar[Mapping[str, Answer]] = {
        "choose-first": arriving.choose_first,
        "ground-air": arriving.ground_air,
        "movement": marching.movement,
        "into-the-fire": marching.into_the_fire,
        "move-on": marching.move_on,
        "take-bunker": marching.take_bunker,
        "ambush": arriving.ambush,
        "assaults": fighting.fights,
        "attacks": fighting.fights,
        "plan-attack": fighting.plan_attack,
        "plan-storm": fighting.plan_storm,
        "lead-storm": fighting.lead_storm,
        "spearhead": fighting.spearhead,
        "meeting": fighting.meeting,
        "massive": fighting.massive,
        "banzai": fighting.banzai,
        "losses": fighting.losses,
        "force": fighting.force,
        "new-leader": fighting.new_leader,
        "refuser": fighting.refuser,
        "enforce": fighting.enforce,
        "retreat-or-refuse": fighting.retreat_or_refuse,
        "retreat": fighting.retreat,
        "retreat-on": fighting.retreat,
        "advance": fighting.advance,
        "overstacked": fighting.overstacked,
        "withdraw": fighting.withdraw,
        "relocate": fighting.relocate,
        "monsoon": arriving.monsoon,
        "remove-flag": arriving.flag,
        "take-flag": arriving.flag,
        "replacements": arriving.replacements,
        "place-replacement": arriving.place_replacement,
        "arrival": arriving.arrival,
        "arrivals": arriving.arrival,
        "fly": arriving.arrival,
        "rail": arriving.rail,
        "detrain": arriving.detrain,
        "allied-replacements": arriving.allied_replacements,
        "yunnan-returns": arriving.strongest,
        "bring-on": arriving.bring_on,
    }
    quiet: ClassVar[tuple[str, ...]] = (
        "stop", "end-movement", "end-combat", "end-ambush", "no-massive", "no-banzai", "no-force", "stay",
        "end-replacements", "end-rail", "end-reinforcements", "call-off",
    )  # fmt: skip
