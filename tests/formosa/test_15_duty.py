"""15.0-15.1: mandatory combat. The rules' check against a search through everything, on random small positions."""

from __future__ import annotations

import random
from itertools import chain, combinations

import pytest

from formosa.conftest import GAME
from grognard.games.formosa.mandatory_attacks import Duties, can_begin, completed, duties, obliged_units
from grognard.games.formosa.state import State
from grognard.kernel.bits import bitset, members

case = pytest.mark.case
NEAR = GAME.land_near


def fighting(table, units, side="allied", options=(), scenario="1", **change):
    change = {"turn": 2, "lp": {"Allied": 0}, **change}
    return table(scenario, options, phase=f"{side}-combat", units=units, **change)


def hexes(names):
    return bitset(GAME.space_index[n] for n in names)


def names(found: int) -> set[str]:
    return {GAME.space_ids[h] for h in members(found)}


# --- who must, and whom


@case("15.0d", "14.2a", "R45")
def test_every_unit_in_an_enemy_zone_must_attack_and_every_such_enemy_be_attacked(table):
    t = fighting(table, {"A01": "0614", "A02": "0517", "A03": "0420", "J01": "0615", "J02": "0516"})
    d = duties(t.state, 0)
    assert names(d.must) == {"0614", "0517"}
    assert names(d.targets) == {"0615", "0516"}
    assert not t.offers("end-combat")


@case("15.0e", "R46", "23.0a")
def test_static_units_guerrillas_and_units_with_a_static_one_are_free_to_attack_or_not(table):
    t = fighting(table, {"J38": "0615", "J02": "0615", "A01": "0614"}, "japanese")
    assert t.offers("end-combat")
    assert t.offers("attack", "0614")
    t = fighting(table, {"J55": "0615", "A01": "0614"}, "japanese")
    assert t.offers("end-combat")
    assert t.offers("attack", "0614")
    t = fighting(table, {"A39": "0623", "A01": "0623", "J01": "0723"}, bases=["A39"])
    assert t.offers("end-combat")


@case("R46")
def test_free_units_may_attack_in_any_subset(table):
    t = fighting(table, {"J38": "0615", "J02": "0615", "J03": "0615", "A01": "0614"}, "japanese")
    t.do("attack", "0614").do("join", "J02")
    assert t.offers("confirm")
    assert t.offers("join", "J03")
    assert [GAME.unit_ids[u] for u in t.state.agenda[-1].units] == ["J02"]


@case("15.0h", "15.0g", "R45")
def test_all_obliged_units_of_a_hex_attack_together(table):
    t = fighting(table, {"A01": "0614", "A02": "0614", "A03": "0614", "J01": "0615"}).do("join", "A02")
    assert {GAME.unit_ids[u] for u in t.state.agenda[-1].units} == {"A01", "A02", "A03"}


@case("15.0a", "15.0c", "R100")
def test_only_adjacent_enemies_are_attacked_and_no_land_side_is_sea(table):
    t = fighting(table, {"A01": "0614", "J01": "0615", "J02": "0617"})
    assert t.prompt() == "plan-attack"
    assert "15.0a" in t.why(space="0617")
    assert all(GAME.land >> b & 1 for h in members(GAME.land) for b in GAME.land_steps[h])


@case("15.0l", "15.1b", "15.0m")
def test_one_stack_attacks_all_the_hexes_that_nobody_else_can(table):
    t = fighting(table, {"A01": "0614", "J01": "0615", "J02": "0515"})
    t.do("attack", "0615").do("join", "A01")
    assert not t.offers("confirm")
    assert "R45" in t.why(space="0615") or t.options("also") == [("also", "0515")]
    t.do("also", "0515")
    assert t.offers("confirm")


@case("15.1b", "15.1d")
def test_a_stack_may_leave_an_enemy_to_others(table):
    t = fighting(table, {"A01": "0614", "J01": "0615", "J02": "0515", "A02": "0414"})
    t.do("attack", "0615").do("join", "A01")
    assert t.offers("confirm")
    assert not t.offers("also", "0515")


@case("15.1a", "15.0g")
def test_units_around_one_enemy_add_their_factors(table):
    t = fighting(table, {"A01": "0614", "A02": "0516", "J01": "0615"}).do("join-all")
    assert {GAME.unit_ids[u] for u in t.state.agenda[-1].units} == {"A01", "A02"}


@case("15.0l")
def test_every_attacker_must_be_next_to_every_target(table):
    units = {"A01": "0614", "A02": "0516", "J01": "0615", "J02": "0515", "J03": "0714"}
    t = fighting(table, units)
    t.do("attack", "0615").do("join", "A02")
    assert t.offers("also", "0515")
    assert not t.offers("also", "0714")
    assert "15.0l" in t.why(space="0714")


@case("15.0j", "15.0k", "15.0f", "R107")
def test_nobody_attacks_twice_or_is_attacked_twice(table):
    units = {"A01": "0614", "A02": "0614", "A07": "0516", "A08": "0516", "J01": "0615", "J02": "0615", "J38": "0615"}
    t = fighting(table, units)
    t.fight("0615", "A01", "A07", dice=[5])
    assert t.result() == "CA"
    assert t.phase() != "allied-combat"


@case("R45")
def test_an_attack_that_would_leave_another_stack_without_a_target_must_take_it_along(table):
    t = fighting(table, {"A01": "0614", "A02": "0516", "J01": "0615"})
    t.do("join", "A01")
    assert not t.offers("confirm")
    t.do("join", "A02")
    assert t.offers("confirm")


@case("R45", "15.1f")
def test_a_weak_stack_may_attack_alone_to_free_the_others(table):
    units = {"A51": "0614", "A01": "0516", "A02": "0516", "J01": "0615", "J02": "0515", "J03": "0615"}
    t = fighting(table, units)
    t.do("attack", "0615").do("join", "A51")
    assert t.offers("confirm")


@case("R107")
def test_duties_lapse_when_the_target_holds_a_unit_that_was_attacked(table):
    t = fighting(table, {"A01": "0614", "J01": "0615"}, struck=[])
    t.state.struck = 1 << t.unit("J01")
    assert duties(t.state, 0).must == 0
    assert duties(t.state, 0).targets == 0


@case("R46", "14.0d", "16.5f")
def test_a_suppressed_hex_creates_no_duty_but_may_be_attacked(table):
    t = fighting(table, {"A01": "0614", "J01": "0615"}, suppressed="0615")
    assert t.offers("end-combat")
    assert t.offers("attack", "0615")


@case("R105", "15.0h")
def test_nobody_attacks_later_out_of_a_hex_that_has_attacked(table):
    t = fighting(table, {"J38": "0615", "J02": "0615", "J03": "0615", "A01": "0614", "A07": "0516"}, "japanese")
    t.do("attack", "0614").do("join", "J02").do("confirm")
    t.ready(dice=[1, 1])
    assert t.state.turn == 3


# --- against brute force


def powerset(items):
    items = list(items)
    return chain.from_iterable(combinations(items, n) for n in range(len(items) + 1))


def leaves_nobody_alone(d: Duties, attackers: int, targets: int) -> bool:
    must, left, able = d.must & ~attackers, d.targets & ~targets, d.able & ~attackers
    return all(NEAR[f] & left for f in members(must)) and all(NEAR[e] & able for e in members(left))


def is_declaration(attackers: int, targets: int) -> bool:
    return bool(attackers and targets) and all(not targets & ~NEAR[f] for f in members(attackers))


def can_finish(d: Duties) -> bool:
    """Whether some order of attacks on hexes that must be attacked meets every duty: a search through all of them."""
    if not d.must and not d.targets:
        return True
    for chosen in powerset(members(d.able)):
        attackers = bitset(chosen)
        common = bitset(e for e in members(d.open) if not attackers & ~NEAR[e]) if attackers else 0
        for aims in powerset(members(common)):
            targets = bitset(aims)
            if not is_declaration(attackers, targets) or not targets & d.targets:
                continue
            rest = Duties(d.must & ~attackers, d.targets & ~targets, d.able & ~attackers, d.open & ~targets)
            if can_finish(rest):
                return True
    return False


def random_position(rng: random.Random) -> Duties:
    """A handful of stacks in a small corner of the map, as the rules see their duties."""
    corner = ["0514", "0515", "0516", "0613", "0614", "0615", "0616", "0714", "0715", "0716"]
    rng.shuffle(corner)
    ours, theirs = corner[: rng.randint(1, 4)], corner[4 : 4 + rng.randint(1, 4)]
    units = {f"A{n:02d}": h for n, h in enumerate(ours, 1)} | {f"J{n:02d}": h for n, h in enumerate(theirs, 1)}
    s: State = GAME.new("1", {})
    GAME.edit(s, {"turn": 2, "phase": "allied-combat", "units": units})
    if rng.random() < 0.3:
        GAME.edit(s, {"add": {"A39": ours[0]}, "bases": ["A39"]})
    if rng.random() < 0.3:
        GAME.edit(s, {"add": {"J55": corner[8]}})
    from grognard.games.formosa.mandatory_attacks import begin_duties

    begin_duties(s, 0)
    if rng.random() < 0.3:
        s.struck = s.at[GAME.space_index[theirs[0]]]
    return duties(s, 0)


@case("R45", "15.0d")
@pytest.mark.parametrize("seed", range(8))
def test_the_check_allows_exactly_what_leaves_the_phase_possible(seed: int) -> None:
    rng = random.Random(seed)
    tried = allowed = 0
    for _ in range(150):
        d = random_position(rng)
        assert can_finish(d)
        for chosen in powerset(members(d.able)):
            attackers = bitset(chosen)
            for aims in powerset(members(d.open)):
                targets = bitset(aims)
                if not is_declaration(attackers, targets):
                    continue
                rest = Duties(d.must & ~attackers, d.targets & ~targets, d.able & ~attackers, d.open & ~targets)
                ours = completed(GAME, d, attackers, targets) == (attackers, targets)
                assert ours == leaves_nobody_alone(d, attackers, targets) == can_finish(rest)
                tried += 1
                allowed += ours
    assert tried > 300
    assert 0 < allowed < tried


@case("R45")
@pytest.mark.parametrize("seed", range(4))
def test_an_unfinished_declaration_is_offered_exactly_when_it_can_be_completed(seed: int) -> None:
    rng = random.Random(100 + seed)
    refused = 0
    for _ in range(120):
        d = random_position(rng)
        whole = [
            (bitset(a), bitset(t))
            for a in powerset(members(d.able))
            for t in powerset(members(d.open))
            if is_declaration(bitset(a), bitset(t)) and leaves_nobody_alone(d, bitset(a), bitset(t))
        ]
        for chosen in powerset(members(d.able)):
            for aims in powerset(members(d.open)):
                attackers, targets = bitset(chosen), bitset(aims)
                if not is_declaration(attackers, targets):
                    continue
                possible = any(not attackers & ~a and not targets & ~t for a, t in whole)
                assert (completed(GAME, d, attackers, targets) is not None) == possible
                refused += not possible
        for hex_ in members(d.open):
            assert can_begin(GAME, d, 1 << hex_) == any(t >> hex_ & 1 for _, t in whole)
    assert refused > 20


@case("R45")
def test_obliged_units_are_found_hex_by_hex(table):
    t = fighting(table, {"A01": "0614", "A39": "0614", "J01": "0615", "A02": "0516"})
    here = obliged_units(t.state, 0, t.space("0614"))
    assert {GAME.unit_ids[u] for u in members(here)} == {"A01", "A39"}


# --- 25.6 die-hards in a hex that has been attacked


RISEN = {"J01": "0716", "J02": "0614", "A07": "0615"} | dict.fromkeys(("A01", "A02", "A03", "A04"), "0616")
"""0716 is attacked out of 0616; 0615 is next to both Japanese hexes."""


@case("25.6a", "15.0d", "14.0c", "R45", "R114")
def test_a_guerrilla_that_rises_in_an_attacked_hex_need_not_be_attacked_again_but_may(table):
    t = fighting(table, RISEN, options=["25.6"]).win("DE", "0716", "A01", dice=[1])
    assert t.told("die-hards-rise")
    d = duties(t.state, 0)
    assert (names(d.must), names(d.targets)) == ({"0615"}, {"0614"})
    assert names(d.open) == {"0716", "0614"}
    t.plan("0614", "A07")
    assert t.offers("confirm")


@case("25.6a", "15.0e", "15.0d", "R45")
def test_a_base_and_its_garrison_are_not_made_to_attack_what_has_risen_beside_them(table):
    units = {**RISEN, "A39": "0615"}
    del units["J02"]
    t = fighting(table, units, options=["25.6"], bases=["A39"]).win("DE", "0716", "A01", dice=[1])
    assert t.told("die-hards-rise")
    assert t.offers("end-combat")
    assert t.offers("attack", "0716")
