"""Weights of the staffs of Ichi-Go, a set for each side: what each means stands in `weights.toml`."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.bots.general.weights import Both, both


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """Weights of either side."""

    places: float
    kill: float
    price: float
    use: float
    least: float
    need: float
    pull: float
    pins: float
    wear: float
    most_wear: float
    tiring: float
    main: float
    great: float
    enough: float
    fear: float
    outmatched: float
    walk: float
    exposed: float
    air_reach: float


@dataclass(frozen=True, slots=True, eq=False)
class AlliedWeights(Weights):
    """And what only the Allies have to."""

    fullness: tuple[float, ...]
    alarm: float
    calm: float
    spearhead: float
    post_city: float
    post_rail: float
    post_rail_city: float
    post_base: float
    post_port: float
    post_chungking: float
    post_kunming: float
    post_east: float
    east_few: float
    rough: float
    capture_rail: float
    capture_base: float
    capture_city: float
    deny: float
    fight_rail: float
    first_city: float
    second_city: float
    chinese_kill: float
    chinese_price: float
    chinese_least: float
    worthwhile: float
    far_off: float
    airlift: float
    us_kill: float
    us_price: float
    us_use: float
    us_city: float
    last_city: float
    end: float
    ring: float
    formosa: float
    odds: float
    guard: float
    guard_pull: float
    ring_pull: float
    formosa_pull: float
    city_pull: float
    city_more: float
    city_hold: float
    end_pull: float
    rail_pull: float
    formosa_guard: float
    raid: float
    beach_near: float
    columns: float
    column_reach: float
    late_columns: float
    late_goals: float
    reserve: float
    hold_chungking: float


@dataclass(frozen=True, slots=True, eq=False)
class JapaneseWeights(Weights):
    """And what only the Japanese have to."""

    tank: float
    airbase: float
    last_airbases: float
    few_airbases: float
    rail: float
    slight_rail: float
    few_rail: float
    city: float
    kunming: float
    port: float
    collapse: float
    odds: float
    mass: float
    more: float
    opening: float
    focus: float
    main_pull: float
    side_pull: float
    foot_pull: float
    close: float
    dash: float
    foot: float
    caution: float
    wuhan_early: float
    wuhan_pull: float
    garrison: float
    strong_garrison: float
    threatened: float
    near: float
    guard_last: float
    kill_early: float
    price_early: float
    use_early: float
    least_early: float
    tank_early: float
    dear: float
    eager: float
    kill_late: float
    price_late: float
    use_late: float
    tank_late: float
    point: float
    beachhead: float
    wuhan: float
    shanghai: float
    north: float
    south: float
    march: float
    faced: float
    faced_beside: float
    city_pull: float
    chungking_pull: float
    end_pull: float
    beach_pull: float
    railroad_pull: float
    guard_pull: float
    marching: float
    chungking_odds: float
    strike: float
    at_hand: float
    coming: float
    alone: float
    for_wuhan: float
    stand: float
    kunming_odds: float
    kunming_more: float
    keep_wuhan: float
    keep_shanghai: float
    keep_share: float
    keep_pull: float


def shipped(file: str = "weights.toml") -> Both[AlliedWeights, JapaneseWeights]:
    """The weights of a file beside this one."""
    return both("grognard.bots.ichigo", file, AlliedWeights, JapaneseWeights)


def allied(w: Weights) -> AlliedWeights:
    """The weights of a staff that is the Allies'."""
    assert isinstance(w, AlliedWeights)
    return w


def japanese(w: Weights) -> JapaneseWeights:
    """The weights of a staff that is the Japanese's."""
    assert isinstance(w, JapaneseWeights)
    return w
