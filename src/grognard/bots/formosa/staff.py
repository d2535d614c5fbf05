"""The staff of either side: attacks by their exact odds, landings, bases and purchases by what they bring in points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from grognard.bots.formosa import buying, fighting, invading, marching, setting_up, striking
from grognard.bots.formosa.staff_notes import Planner
from grognard.bots.scripted import Answer


class FormosaStaff(Planner):
    """A scripted player of Operation Causeway. It may sit down at any time: what it noted is only a help."""

    answers: ClassVar[Mapping[str, Answer]] = {
        "set-up": setting_up.set_up,
        "set-up-unit": setting_up.set_up_unit,
        "reconnaissance": setting_up.reconnaissance,
        "allied-set-up": buying.allied_set_up,
        "recruit": buying.recruit,
        "deploy": buying.deploy,
        "planning": striking.planning,
        "air-losses": striking.air_losses,
        "sabotage": striking.air_losses,
        "kamikaze-losses": striking.kamikaze_losses,
        "sortie": striking.sortie,
        "b29": striking.b29,
        "show-fortress": striking.show_fortress,
        "bombed": fighting.losses,
        "markers": invading.markers,
        "board": invading.board,
        "assault": invading.assault,
        "land": invading.land,
        "transfer": invading.transfer,
        "ship": invading.ship,
        "support": fighting.support,
        "interdiction": striking.interdiction,
        "movement": marching.movement,
        "move-on": marching.move_on,
        "fly": invading.ship,
        "raid": striking.raid,
        "combat": fighting.fights,
        "plan-attack": fighting.plan_attack,
        "commit-attack": fighting.commit,
        "commit-defence": fighting.commit,
        "losses": fighting.losses,
        "counterattack": fighting.counterattack,
        "retreat": fighting.retreat,
        "retreats": fighting.retreat,
        "advance": fighting.advance,
        "exploitation": fighting.exploitation,
        "prove-supply": striking.prove_supply,
        "excess": fighting.losses,
        "bases": buying.bases,
    }
    quiet: ClassVar[tuple[str, ...]] = (
        "ready", "stop", "end-movement", "end-combat", "end-support", "end-interdiction", "end-planning", "end-markers",
        "end-boarding", "end-transfer", "end-recruit", "end-set-up", "end-building", "end-recon", "stay", "conceal",
        "no-sortie", "no-strike", "stay-hidden", "let-go", "no-exploitation", "confirm", "join-all",
    )  # fmt: skip
