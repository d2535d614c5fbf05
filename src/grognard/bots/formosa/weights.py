"""The weights of either staff: what each means stands in `weights.toml`, beside its value."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.bots.general.weights import Both, both

Many = tuple[float, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Weights:
    """Weights of both staffs, each with figures of its own."""

    strength: float
    lost_supplied: float
    lost_cut_off: float
    headquarters: float
    engineers: float
    fortress: float
    horizon: float
    ground: float
    room: float
    held: float
    unbuilt: float
    kill: float
    price: float
    fight: float
    supplies: float
    plenty: Many
    supplies_last: float
    pushed_back: float
    stuck: float
    countered: float
    contact: float
    contact_factor: float
    unmet: float
    fighter: float
    needed: float
    obliged: float
    danger: float


@dataclass(frozen=True, slots=True, eq=False)
class AlliedWeights(Weights):
    """Further weights of the Allied staff."""

    hidden_factor: float
    pull: float
    fade: float
    crowded: float
    in_supply: float
    together: float
    bearable: float
    left_empty: float
    guard: float
    base_at_risk: float
    site_held: float
    site_taken: float
    build: float
    build_any: float
    defenceless: float
    rich_site: float
    late: float
    spare_builders: float
    lead: float
    errands: float
    shore_pull: float
    shore_fade: float
    first_port: float
    next_port: float
    shore_value: float
    shore_together: float
    shore_alone: float
    shore_unsupplied: float
    shore_crowd: float
    shore_fear: float
    shore_least: float
    marker: float
    assault: float
    first_markers: Many
    kept_at_start: float
    kept: float
    kept_for_bases: float
    new_landing: float
    least_tac: float
    least_guns: float
    fresh_turns: float
    sky_first: float
    sky_later: float
    advance_site: float
    advance_support: float
    advance_crowd: float


@dataclass(frozen=True, slots=True, eq=False)
class JapaneseWeights(Weights):
    """Further weights of the Japanese staff."""

    last_blow: float
    keep_first: float
    keep_second: float
    keep_third: float
    leave: float
    walls: float
    anchor: float
    anchored: float
    near: float
    quiet: float
    before_landing: float
    income: float
    fortress_holds: float
    march: float
    setup_second: float
    setup_third: float
    setup_walls: float
    setup_anchor: float
    setup_kept: float
    setup_static: float
    setup_letter: float
    setup_jitter: float
    setup_beach: float
    setup_beyond: float
    reserve: float
    rich: float
    fleet: float
    support: float
    tokku: float
    guerrilla_empty: float
    advance: float
    advance_fear: float
    advance_anchored: float


def shipped(file: str = "weights.toml") -> Both[AlliedWeights, JapaneseWeights]:
    """The weights of a file beside this one."""
    return both("grognard.bots.formosa", file, AlliedWeights, JapaneseWeights)


def allied(w: Weights) -> AlliedWeights:
    """Weights that are known to be the Allied staff's."""
    assert isinstance(w, AlliedWeights)
    return w


def japanese(w: Weights) -> JapaneseWeights:
    """Weights that are known to be the Japanese staff's."""
    assert isinstance(w, JapaneseWeights)
    return w
