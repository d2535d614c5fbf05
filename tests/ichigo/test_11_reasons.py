"""Chapter 11: what the choice of targets, a plan and a momentum attack answer, word for word."""

from __future__ import annotations

import pytest

from grognard.games.ichigo.combat import Combat, PlanAttack, attacker_bar, join_bar, may_join
from grognard.games.ichigo.facts import CHINA, JAPAN
from grognard.kernel.bits import each, members
from ichigo.conftest import GAME
from ichigo.test_11_combat import chinese, japanese, momentum

case = pytest.mark.case


def says(t, unit=None, space=None, verb=""):
    """The first reason why something is not on offer."""
    u = None if unit is None else t.unit(unit)
    h = None if space is None else t.space(space)
    return GAME.why_not(t.state, t.asked.side, u, h, verb)[0].text


@case("2.12b", "11.26a", "5.3.10")
def test_militia_and_other_static_units_only_defend_each_by_its_own_case(table):
    t = chinese(table, {"CH-5": "2303", "J-CEA-D3": "2302"})
    static = members(GAME.static)
    assert GAME.militia & GAME.static
    assert GAME.static & ~GAME.militia
    for unit in static:
        t.state.where[unit] = t.space("2304")
        bar = attacker_bar(t.state, GAME.nation_of[unit], unit)
        assert bar.text == f"{GAME.unit_names[unit]} only defends."
        assert bar.cases == ("2.12b", "11.26a" if GAME.militia >> unit & 1 else "5.3.10")


@case("11.2a", "11.13b", "11.5")
def test_who_is_not_barred_from_a_target_is_exactly_who_may_join(table):
    t = table(turn=2, phase="japanese-combat")
    units = members(GAME.of_nation[JAPAN])
    lakes = seen = 0
    for target in range(GAME.hexes):
        free = {unit for unit in units if join_bar(t.state, JAPAN, unit, target) is None}
        assert free == set(may_join(t.state, JAPAN, target)), GAME.space_ids[target]
        across = GAME.near[target] & ~GAME.open_near[target] & t.state.present[JAPAN]
        lakes += across.bit_count()
        seen += len(free)
        for unit in (u for hex_ in each(across) for u in each(t.state.at[hex_]) if not attacker_bar(t.state, JAPAN, u)):
            bar = join_bar(t.state, JAPAN, unit, target)
            assert bar.text == f"A lake lies between {GAME.unit_names[unit]} and {GAME.space_names[target]}."
    assert lakes
    assert seen


@case("11.0a", "R65")
def test_without_garrisons_only_units_defend_also_where_the_count_of_hexes_begins(table):
    assert GAME.space_ids[0] == "0107"
    t = japanese(table, {"J-CEA-D3": "0108", "CH-5": "2303"})
    assert t.goals("attack") == set()
    assert says(t, space="0107", verb="attack") == f"No enemy defends {name('0107')}."


@case("11.0a", "11.4b")
def test_why_a_hex_is_not_attacked(table):
    t = japanese(table, {"J-CEA-D3": "2302", "J-CEA-D13": "2305", "CH-5": "2303", "CH-18": "2310"})
    assert says(t, space="2304", verb="attack") == says(t, space="2304") == f"No enemy defends {name('2304')}."
    assert says(t, space="2310", verb="attack") == "No unit that can still attack is adjacent to it."
    assert says(t, "J-CEA-D3", verb="end-combat") == "Japanese Combat: not now."


def name(hex_):
    """What a hex is called."""
    return GAME.space_names[GAME.space_index[hex_]]


def same_offers(t):
    """What a plan offers by asking for one act is what stands on its list, as far as it says so by one."""
    frame = t.state.agenda[-1]
    listed = frame.options(t.state)
    mine = members(GAME.of_nation[frame.nation])
    asked = [("confirm",), ("call-off",), ("commit-tank",), *((verb, u) for verb in ("join", "drop-out") for u in mine)]
    for option in asked:
        assert frame.offers(t.state, option) == (option in listed), option


@case("11.2a", "11.25a", "R64")
def test_a_plan_offers_one_by_one_what_it_lists(table):
    t = japanese(table, {"J-CEA-D3": "2302", "J-CEA-D13": "2302", "CH-5": "2303", "J-CEA-D26": "2305"})
    t.act("attack", "2303")
    same_offers(t)
    assert t.state.agenda[-1].offers(t.state, ("call-off",))
    t.act("join", "J-CEA-D3")
    same_offers(t)
    t = momentum(table).act("attack", "2305")
    same_offers(t)
    assert t.state.agenda[-1].offers(t.state, ("join", t.unit("J-CEA-D3")))
    t.act("join", "J-CEA-D3")
    same_offers(t)


@case("11.5", "R55")
def test_a_plan_and_a_phase_begin_with_nothing_committed():
    plan = PlanAttack(CHINA, GAME.space_index["2303"])
    assert (plan.units, plan.tanks, plan.special, plan.momentum, plan.volunteered) == ([], 0, 0, [], 0)
    assert Combat(CHINA).promised == 0


@case("6.6b", "R64", "R55")
def test_a_confirmed_attack_and_a_promised_tank_are_one_piece_of_news_each(table):
    t = chinese(table, {"J-CEA-D3": "2303", "CH-5": "2302"}, tanks=True)
    before = t.state.news
    t.do("volunteer-tank", side="Japanese")
    assert t.state.news == before + 1
    t = japanese(table, {"J-CEA-D3": "2302", "CH-5": "2303"})
    t.act("attack", "2303").act("join", "J-CEA-D3")
    plan, before = t.state.agenda[-1], t.state.news
    plan.confirm(t.state)
    assert t.state.news == before + 1


@case("11.25a", "11.25b")
def test_why_a_momentum_attack_does_not_go_there(table):
    t = momentum(table)
    assert says(t, "J-CEA-D3") == "It may strike on: choose the hex."
    assert says(t, "J-CEA-D3", "2305") == f"{name('2305')} may be attacked: choose the hex first."
    others = "Only units that have just advanced take part in a momentum attack."
    assert says(t, "J-CEA-D13") == says(t, "J-CEA-D13", verb="attack") == others
    far = "A momentum attack hits a hex adjacent to the one just entered."
    assert says(t, space="2310") == says(t, space="2310", verb="attack") == says(t, space="JDEAD") == far
    assert says(t, space="2303") == f"No enemy defends {name('2303')}."
    assert says(t, "J-CEA-D3", verb="no-momentum") == "Japanese Combat: not now."
    assert t.state.agenda[-1].why_not(t.state, t.asked.side, None, None) == []


@case("11.17e", "11.28b")
def test_a_plan_says_which_support_can_be_committed_and_by_which_case(table):
    t = japanese(table, {"J-CEA-D3": "2302", "CH-5": "2303"}, turn=3)
    t.act("attack", "2303").act("join", "J-CEA-D3")
    plan = t.state.agenda[-1]
    assert plan.tank_bar(t.state) is None
    for unit in each(GAME.supports):
        (bar,) = plan.why_not(t.state, t.asked.side, unit, None)
        if GAME.tanks >> unit & 1 and t.state.where[unit] == GAME.kwantung:
            assert bar.cases == ("5.3.6", "11.17a")
        elif GAME.tanks >> unit & 1:
            assert (bar.text, bar.cases) == ("A tank regiment can be committed now.", ("11.17e",))
        else:
            assert bar.cases == (plan.special_bar(t.state).cases if plan.special_bar(t.state) else ("11.28b",))
