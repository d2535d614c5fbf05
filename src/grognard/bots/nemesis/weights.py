"""Weights of the staffs of Nemesis, a set for each side: what each means stands in `weights.toml`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from grognard.bots.general.weights import Both, both


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """Weights of either side."""

    step_poor: float
    step_good: float
    step_best: float
    step_any: float
    step_strength: float
    replaced: float
    lament: float
    lament_now: float
    capture: float
    flag_a_turn: float
    soon: float
    hold: float
    threat: float
    need_to_take: float
    take_least: float
    defenders: float
    easy: float
    need_to_hold: float
    solid: float
    garrison: float
    at_hand: float
    nearness: float
    guns: float
    keep: float
    weak: float
    stroll: float
    rail_gain: float
    pull: float
    walk_in: float
    loose: float
    danger: float
    shelter: float
    chance: float
    odds_least: float
    odds_most: float
    odds_goal: float
    company: float
    hungry: float
    starving: float
    close_behind: float
    bare_guns: float
    worth_it: float
    worth_digging: float
    dig_step: float
    dig_beside: float
    dig_close: float
    dig_near: float
    point: float
    theirs: float
    ours: float
    ground: float
    room: float
    kill: float
    driven_off: float
    worth_an_assault: float
    worth_a_fight: float
    worth_an_aircraft: float
    count_on_air: float
    massive_price: float
    worth_massive: float
    force_for: float
    enforce_for: float
    give_way: float
    stand_fast: float
    retreat_friends: float
    retreat_enemy: float
    retreat_home: float
    moving_first: float
    attack_first: float
    favour: float
    check_later: float
    fed_first: float
    returns_first: float


@dataclass(frozen=True, slots=True, eq=False)
class AlliedWeights(Weights):
    """And what only the Allies have to."""

    arrivals_first: float


@dataclass(frozen=True, slots=True, eq=False)
class JapaneseWeights(Weights):
    """And what only the Japanese have to."""

    elsewhere: float
    coming_home: float
    waking_china: float
    worth_a_banzai: float
    banzai_step: float
    raided_hold: float
    raided_take: float
    raided_pull: float
    raided_nearness: float
    raided_easy: float


@lru_cache(maxsize=64)
def while_raided(w: JapaneseWeights) -> JapaneseWeights:
    """The same while raiders are in the rear: fewer sit in what they hold, and more strike back."""
    return replace(
        w,
        need_to_hold=w.need_to_hold * w.raided_hold,
        solid=w.solid * w.raided_hold,
        need_to_take=w.need_to_take * w.raided_take,
        take_least=w.take_least * w.raided_take,
        defenders=w.defenders * w.raided_take,
        pull=w.pull * w.raided_pull,
        at_hand=w.at_hand * w.raided_pull,
        nearness=w.nearness * w.raided_nearness,
        easy=w.easy * w.raided_easy,
    )


def shipped(file: str = "weights.toml") -> Both[AlliedWeights, JapaneseWeights]:
    """The weights of a file beside this one."""
    return both("grognard.bots.nemesis", file, AlliedWeights, JapaneseWeights)
