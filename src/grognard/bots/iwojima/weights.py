"""The weights of both staffs: what each means stands in `weights.toml`, beside its value."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from grognard.bots.general.weights import read, text_of

Many = tuple[float, ...]


@dataclass(frozen=True, slots=True, eq=False)
class UsWeights:
    """Weights of the US staff."""

    loss_per_turn: float
    alive_least: float
    forget: float
    survivors_least: float
    silent: float
    at_the_front: float
    prior_coast: float
    prior_inland: float
    prior_hill: float
    prior_airfield: float
    prior_mountain: float
    caves_in_cover: float
    caves_in_open: float
    hidden_steps: float
    gun_on_hill: float
    rocket_dice: float
    calm: float
    calm_late: float
    calm_early: float
    any_area: float
    first_beach: float
    second_beach: float
    promise: float
    flag: float
    mountain: float
    mountain_airfield: float
    earned: float
    enough: float
    sure: float
    near_forty: float
    toll: float
    gun: float
    enemy_dice: float
    enemy_dice_contact: float
    mortar_close: float
    mortar_far: float
    enemy_hq: float
    contact: float
    crowd: float
    use: float
    tank_shot: float
    tank_shot_at: float
    danger_followed: float
    steps_left: float
    killed: float
    dice_kept: float
    attack_after: float
    attack_worth: float
    cave: float
    cave_gun: float
    gun_share: float
    hidden_step: float
    hidden_step_aim: float
    first_step: float
    second_step: float
    third_alone: float
    stage_risk: float
    stay_at_sea: float
    stand_cover: float
    stand_near: Many
    stand_guns: float
    stand_guns_cover: float
    stand_garrison: float
    stand_recover: float
    stand_crowd: float
    recover_unit: float
    recover_step: float


@dataclass(frozen=True, slots=True, eq=False)
class JapaneseWeights:
    """Weights of the Japanese staff."""

    beachhead: float
    pushed: float
    saves_the_game: float
    whole_stack: float
    area_by_turns_left: Many
    hold_mountain: float
    hold_flag: float
    unit_kept: float
    hq_kept: float
    unit_dice: float
    unit_guns: float
    unit_step: float
    entries: Many
    alive: float
    assault_least: float
    retreat_each: float
    holding_dice: float
    hq_in_contact: float
    refuge_company: float
    refuge_hold: float
    stay_alive: float
    hq_danger_contact: float
    hq_danger_near: float
    hq_danger_far: float
    hq_danger_seen: float
    banzai_chance: float
    banzai_least: float
    kirikami_ready: float
    kirikami_last_step: float
    kirikami_step: float
    kirikami_least: float
    fire_shown: float
    tank_shrugs: float
    rocket: float
    rocket_turn: float
    rocket_least: float
    mortar_shown: float
    gun_fires: float
    move_least: float
    retaken: float
    need_airfield: float
    need_mountain: float
    need_other: float
    step_onto: float
    step_onto_mountain: float
    step_onto_risk: float
    raid_leaving: float
    raid_lost_theirs: float
    raid_lost_ours: float
    hide_near: float
    hide_far: float
    hide_dice: float
    hide_gun: float
    hide_hq: float
    hq_among: float
    hq_near: float
    hq_two_away: float
    feed_least: float
    march_shown: float
    flight_least: float
    cave_occupied: float
    cave_empty: float
    cave_open: float


class Both(NamedTuple):
    """The weights of either side."""

    us: UsWeights
    japanese: JapaneseWeights


@lru_cache(maxsize=8)
def shipped(file: str = "weights.toml") -> Both:
    """The weights of a file beside this one."""
    text = text_of("grognard.bots.iwojima", file)
    return Both(read(text, "us", UsWeights), read(text, "japanese", JapaneseWeights))
