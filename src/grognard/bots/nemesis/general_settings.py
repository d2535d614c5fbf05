"""The parts of the general of Nemesis."""

from __future__ import annotations

import random

from grognard.bots.general.score_value import features_for, names_in, turns_done
from grognard.bots.general.settings import GeneralSettings
from grognard.bots.nemesis.staff import NemesisStaff
from grognard.bots.nemesis.weights import Weights, shipped
from grognard.games.nemesis.facts import ALLIED, JAPANESE
from grognard.games.nemesis.knowledge import resample
from grognard.games.nemesis.state import State
from grognard.kernel.flow import Option, space_of
from grognard.kernel.game import Game
from grognard.kernel.ids import Side

PLANNED = {side: frozenset({"movement", "attacks"}) for side in (ALLIED, JAPANESE)}
FEW_FIGHTS = {"worth_a_fight": 3.0, "worth_an_assault": 3.0}
INTENTS: dict[str, dict[str, float]] = {
    "forward": {"hold": 0.5, "need_to_hold": 0.6, "pull": 1.6, "chance": 1.5},
    "hold what we have": {"hold": 1.8, "need_to_hold": 1.5, "solid": 1.4} | FEW_FIGHTS,
    "in strength or not at all": {"need_to_take": 1.8, "danger": 2.0},
    "everywhere at once": {"need_to_take": 0.6, "danger": 0.5},
    "fight wherever it pays": {"worth_a_fight": 0.3, "worth_an_assault": 0.3, "chance": 1.8},
}
BANZAI = {"fight wherever it pays": INTENTS["fight wherever it pays"] | {"worth_a_banzai": 0.5}}


def weights(side: Side, file: str = "") -> Weights:
    """The weights of a side."""
    return (shipped(file) if file else shipped()).of(side)


def staff(game: Game, side: Side, rng: random.Random, chosen: Weights) -> NemesisStaff:
    """A staff with these weights."""
    return NemesisStaff(game, side, rng, chosen)


def margin(s: State) -> float:
    """By how much Churchill is happier than Hirohito, of the six that are seldom passed; ten Laments make one."""
    allied, japanese = (s.superior[side] - s.lament[side] / 10 for side in (ALLIED, JAPANESE))
    return max(-1.0, min(1.0, (allied - japanese) / 6))


def hidden(s: State) -> list[int]:
    """Beliefs are not fitted for this game: the rules alone say what may be."""
    return []


def world(s: State, side: Side, rng: random.Random) -> State:
    """A full position that agrees with what a side has seen."""
    return resample(s, side, rng)


def aim(s: State, side: Side, options: list[Option]) -> str:
    """Target of the plan, or the goal of its units."""
    g = s.game
    fought = list(dict.fromkeys(space_of(o) for o in options if o[0] in ("attack", "storm")))
    if fought:
        return "combat at " + " and ".join(g.space_names[h] for h in fought[:2])
    return "marches and no combat" if options else "every unit stays where it is"


NAMES = names_in("grognard.bots.nemesis")
GENERAL_SETTINGS = GeneralSettings(
    weights, staff, turns_done, NAMES, features_for(NAMES), margin, hidden, world, PLANNED, aim, "value.json",
    "grognard.bots.nemesis", ahead=1, nodes=18, plans=5, draws=8, intents={ALLIED: INTENTS, JAPANESE: INTENTS | BANZAI},
    tuned="general.toml", looks=False, review=12,
)  # fmt: skip
