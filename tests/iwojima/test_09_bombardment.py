"""Chapter 9: US bombardment."""

from __future__ import annotations

import pytest

from grognard.kernel.flow import Refused

case = pytest.mark.case


def refused(t, *words):
    """The option is refused and nothing has changed."""
    before = t.state.fingerprint()
    with pytest.raises(Refused):
        t.do(*words)
    return t.state.fingerprint() == before


def bombarding(table, units, hq="KIT", **more):
    """A US Bombardment Phase, with the Japanese HQ hidden far away so that not everything is public."""
    return table(phase="us-bombardment", units={**units, **({"J-HQ": hq} if hq else {})}, **more)


def shell(t, area, *units, dice):
    """Bombard one area and see it through the Japanese window."""
    for unit in units:
        t.do("assign", unit, area)
    return t.do("confirm").do("pass", dice=dice)


def damages(t):
    """Area, Hits and Damage of each bombardment."""
    return [(t.game.space_ids[event.args[0]], *event.args[1:]) for event in t.told("damage")]


def targets(t, unit):
    return {area for _, who, area in t.options("assign") if who == unit}


# --- 9, 9.1: who bombards what


@case("9a")
def test_air_naval_and_artillery_units_bombard_an_area_together(table):
    t = bombarding(table, {"U-14A": "OKI", "J-309": "CHI"}, revealed=["J-309"], control=["CHI"])
    shell(t, "CHI", "U-AS3", "U-NS4", "U-14A", dice=[5, 1, 1, 1, 1, 1, 1, 1, 1])
    assert len(t.told("bombardment")[0].dice) == 2 + 4 + 3
    assert t.steps("J-309") == 1


@case("9a")
def test_bombardment_is_optional(table):
    t = bombarding(table, {"J-309": "CHI"}).do("confirm")
    assert t.phase() == "us-movement"
    assert t.told("bombardment") == []


@case("9b")
def test_an_area_with_nothing_in_sight_may_be_bombarded(table):
    t = shell(bombarding(table, {}), "NIS", "U-AS3", dice=[5, 5])
    assert damages(t) == [("NIS", 2, 1)]


@case("9c")
def test_bombardment_never_harms_us_units_in_the_area(table):
    t = bombarding(table, {"U-23": "CHI", "U-4T": "CHI", "J-309": "CHI"}, revealed=["J-309"], control=["CHI"])
    shell(t, "CHI", "U-NS1", dice=[6, 6, 6, 6, 6])
    assert t.where("J-309") == "ELIMINATED"
    assert (t.steps("U-23"), t.steps("U-4T")) == (4, 2)
    assert t.vp() == (0, 0)


@case("9.1a", "R55")
def test_all_targets_and_units_are_named_before_the_first_die(table):
    t = bombarding(table, {}).do("assign", "U-AS3", "CHI").do("assign", "U-AS4", "FUN").do("assign", "U-AS5", "CHI")
    assert t.told("bombardment") == []
    t.do("confirm").do("pass")
    assert t.options() == [("bombard", "CHI"), ("bombard", "FUN")]
    t.do("bombard", "FUN", dice=[1, 1, 1, 1, 1, 1])
    assert [len(event.dice) for event in t.told("bombardment")] == [2, 4]
    assert t.phase() == "us-movement"


@case("9.1a", "R55")
def test_the_plan_is_changed_freely_until_confirmed_and_then_fixed(table):
    t = bombarding(table, {}).do("assign", "U-AS3", "CHI").do("withdraw", "U-AS3").do("assign", "U-AS3", "FUN")
    t.do("confirm")
    assert [t.game.space_ids[event.args[1]] for event in t.told("bombardment-named")] == ["FUN"]
    t.do("pass", dice=[1, 1])
    assert [t.game.space_ids[event.args[1]] for event in t.told("bombardment")] == ["FUN"]


@case("R55")
def test_the_japanese_player_sees_the_plan_only_when_it_is_confirmed(table):
    t = bombarding(table, {}).do("assign", "U-AS3", "CHI")
    assert t.view("JP")["plans"] == []
    assert len(t.view("US")["plans"]) == 1
    assert t.heard("JP") == []
    t.do("confirm")
    assert t.view("JP")["plans"] == t.view("US")["plans"] != []


@case("9.1a", "R55")
def test_the_log_names_each_target_with_its_units_when_the_plan_is_confirmed(table):
    t = bombarding(table, {}).do("assign", "U-AS3", "CHI").do("assign", "U-AS4", "FUN").do("assign", "U-NS1", "CHI")
    t.do("confirm")
    named = {event.args[1]: [t.game.unit_ids[unit] for unit in event.args[2]] for event in t.heard("JP")}
    assert named == {t.game.space_index["CHI"]: ["U-AS3", "U-NS1"], t.game.space_index["FUN"]: ["U-AS4"]}


@case("9.1b")
def test_a_unit_bombards_only_one_area(table):
    t = bombarding(table, {}).do("assign", "U-AS3", "CHI")
    assert targets(t, "U-AS3") == set()
    assert refused(t, "assign", "U-AS3", "FUN")


@case("9.1b", "R10")
def test_an_area_is_bombarded_once_in_a_phase(table):
    t = bombarding(table, {}).do("assign", "U-AS3", "CHI").do("assign", "U-AS4", "CHI").do("confirm")
    t.do("pass", dice=[1, 1, 1, 1])
    assert len(t.told("bombardment")) == 1
    assert t.phase() == "us-movement"


@case("R10")
def test_the_japanese_player_may_bombard_an_area_that_the_us_player_bombarded_this_turn(table):
    t = bombarding(table, {"U-23": "CHI", "J-109a": "SUR"}, control=["CHI"])
    shell(t, "CHI", "U-AS3", dice=[1, 1])
    t.do("end-movement")
    t.edit(phase="jp-bombardment").do("assign", "J-109a", "CHI").do("confirm", dice=[5, 5, 5, 1])
    assert t.steps("U-23") == 3  # three Hits less Basic Defense Value 2


@case("9.1b")
def test_any_number_of_areas_may_be_bombarded(table):
    t = bombarding(table, {})
    areas = ["CHI", "FUN", "MAF", "OSA", "TAM", "NID", "KAF", "KIT", "SUR", "MOT"]
    units = [f"U-{kind}{number}" for kind in ("AS", "NS") for number in range(1, 6)]
    for unit, area in zip(units, areas, strict=True):
        t.do("assign", unit, area)
    t.do("confirm").do("pass")
    assert {area for _, area in t.options()} == set(areas)


@case("9.1.1a")
def test_every_face_up_support_unit_reaches_every_area(table):
    t = bombarding(table, {"U-AS5": "RESERVE"})
    everywhere = set(t.game.space_ids[:21])
    support = [f"U-AS{number}" for number in range(1, 5)] + [f"U-NS{number}" for number in range(1, 6)]
    assert {unit for _, unit, _ in t.options("assign")} == set(support)
    assert all(targets(t, unit) == everywhere for unit in support)


@case("9.1.1a", "6c")
def test_a_face_down_or_used_support_unit_does_not_bombard(table):
    position = {"U-AS5": "RESERVE", "J-HQ": "KIT"}
    t = table(turn=2, phase="weather", units=position, dice=[2]).do("ground", "U-AS1")
    t.edit(fired=["U-NS1"])
    assert targets(t, "U-AS1") == set()
    assert targets(t, "U-NS1") == set()
    assert len(targets(t, "U-AS2")) == 21


@case("9.1.1b", "3.Stacking-a")
@pytest.mark.parametrize("area", ["SUR", "CHI", "KIT"])
def test_five_support_units_are_the_most_for_one_area(table, area):
    t = bombarding(table, {})
    for unit in ("U-AS1", "U-AS2", "U-AS3", "U-NS1"):
        t.do("assign", unit, area)
    assert area in targets(t, "U-NS2")
    t.do("assign", "U-NS2", area)
    assert targets(t, "U-NS3") == set(t.game.space_ids[:21]) - {area}
    assert refused(t, "assign", "U-NS3", area)
    t.do("withdraw", "U-AS1")
    assert area in targets(t, "U-NS3")


@case("9.1.2a")
def test_any_number_of_artillery_units_join_on_one_area(table):
    t = bombarding(table, {"U-12A": "OKI", "U-13A": "FUT", "U-14A": "CHH"})
    support = ("U-AS1", "U-AS2", "U-AS3", "U-AS4", "U-AS5")
    shell(t, "KIT", *support, "U-12A", "U-13A", "U-14A", dice=[1] * 21)
    assert len(t.told("bombardment")[0].dice) == 3 + 3 + 2 + 2 + 2 + 9


@case("9.1.2a", "R4")
def test_us_artillery_reaches_any_area_its_own_included(table):
    t = bombarding(table, {"U-14A": "OKI"})
    assert targets(t, "U-14A") == set(t.game.space_ids[:21])


@case("9.1.2b", "R4")
def test_artillery_beside_revealed_enemies_may_target_only_its_own_area(table):
    t = bombarding(table, {"U-14A": "CHI", "J-309": "CHI", "U-13A": "OKI"}, revealed=["J-309"])
    assert targets(t, "U-14A") == {"CHI"}
    assert refused(t, "assign", "U-14A", "FUN")
    assert targets(t, "U-13A") == set(t.game.space_ids[:21])


@case("9.1.2b", "R4", "R48")
def test_japanese_artillery_beside_us_units_may_target_only_its_own_area(table):
    guns = {"J-MT2": "CHI", "J-RKT": "CHI", "J-109a": "CHI", "J-MT20": "FUN"}
    shown = [unit for unit in guns if guns[unit] == "CHI"]
    t = table(phase="jp-bombardment", units={"U-23": "CHI", **guns}, revealed=shown)
    assert [targets(t, unit) for unit in shown] == [{"CHI"}] * 3
    assert len(targets(t, "J-MT20")) == 7


@case("R11")
def test_artillery_in_the_landing_area_or_reserve_box_does_not_bombard(table):
    t = bombarding(table, {"U-13A": "OKI"})
    assert (t.where("U-14A"), t.where("U-12A")) == ("LANDING", "RESERVE")
    assert targets(t, "U-14A") == set()
    assert targets(t, "U-12A") == set()
    assert len(targets(t, "U-13A")) == 21


# --- 9.2: Caves, and the window after the plan


@case("9.2a")
def test_all_caves_in_all_target_areas_are_revealed_after_the_designation(table):
    t = bombarding(table, {}, caves={"CHI": 2, "FUN": 1, "MAF": 2})
    t.do("assign", "U-AS3", "CHI").do("assign", "U-AS4", "FUN").do("assign", "U-AS5", "NIS")
    assert t.caves("CHI") == (2, 0)
    t.do("confirm")
    assert t.told("bombardment") == []
    assert [t.caves(area) for area in ("CHI", "FUN", "MAF", "NIS")] == [(0, 2), (0, 1), (2, 0), (0, 0)]
    assert [(t.game.space_ids[area], number) for area, _, number in t.view("US")["marks"]] == [("CHI", 2), ("FUN", 1)]


@case("9.2a")
def test_bombardment_reveals_caves_and_no_units(table):
    t = bombarding(table, {"J-309": "CHI"}, caves={"CHI": 1})
    shell(t, "CHI", "U-AS3", dice=[1, 1])
    assert t.is_concealed("J-309")


@case("9.2b")
def test_revealed_caves_stay_revealed(table):
    t = shell(bombarding(table, {}, caves={"CHI": 2}), "CHI", "U-AS3", dice=[1, 1])
    assert t.caves("CHI") == (0, 2)
    t.edit(turn=2, phase="us-reset")
    assert t.caves("CHI") == (0, 2)


@case("R8", "R56")
def test_the_japanese_player_may_reveal_after_the_designation_and_before_the_dice(table):
    t = bombarding(table, {"J-309": "CHI"}, control=["CHI"]).do("assign", "U-AS3", "CHI").do("confirm")
    assert (t.side, t.asked.prompt) == ("JP", "bombardment-window")
    t.do("reveal", "J-HQ")
    assert t.sees("US", "J-HQ")
    assert t.asked.prompt == "bombardment-window"
    assert t.told("bombardment") == []


@case("R56")
def test_the_window_after_the_designation_opens_whatever_is_in_the_target_area(table):
    prompts = []
    for units in ({}, {"J-309": "CHI"}):
        t = bombarding(table, units).do("assign", "U-AS3", "CHI").do("confirm")
        prompts.append(t.asked.prompt)
    assert prompts == ["bombardment-window"] * 2


@case("R56")
def test_the_window_is_skipped_when_nothing_is_hidden_any_more(table):
    t = bombarding(table, {"J-309": "CHI"}, hq=None, revealed=["J-309"], control=["CHI"])
    t.do("assign", "U-AS3", "CHI").do("confirm", dice=[1, 1])
    assert t.phase() == "us-movement"


@case("R56")
def test_hidden_caves_alone_keep_the_window_open(table):
    t = bombarding(table, {"J-309": "CHI"}, hq=None, revealed=["J-309"], caves={"FUN": 1})
    t.do("assign", "U-AS3", "CHI").do("confirm")
    assert t.options() == [("pass",), ("reveal-cave", "FUN")]


@case("R56")
def test_the_japanese_player_may_pass_all_windows_beforehand(table):
    t = bombarding(table, {"J-309": "CHI"}).do("ask", "able", side="JP")
    t.do("assign", "U-AS3", "CHI").do("confirm", dice=[1, 1])
    assert t.phase() == "us-movement"


# --- 9.3: execution


@case("9.3")
def test_targets_are_resolved_one_by_one_in_the_us_players_order(table):
    t = bombarding(table, {"J-309": "OKI", "J-310": "FUT", "J-311": "FUT"}, revealed=["J-309", "J-310", "J-311"])
    t.do("assign", "U-AS3", "OKI").do("assign", "U-AS4", "FUT").do("confirm").do("pass")
    t.do("bombard", "FUT", dice=[5, 1])
    assert t.asked.prompt == "order-row"
    assert not t.options("bombard")
    t.do("rank", "J-311", dice=[5, 5])
    assert [area for area, _, _ in damages(t)] == ["FUT", "OKI"]
    assert (t.steps("J-311"), t.where("J-309")) == (1, "ELIMINATED")


@case("9.3.1")
def test_the_dice_are_the_sum_of_the_ratings_and_fives_and_sixes_hit(table):
    t = bombarding(table, {"U-14A": ["OKI", 1], "J-309": "OKI"}, control=["OKI"])
    shell(t, "SUR", "U-NS1", "U-14A", dice=[1, 2, 3, 4, 5, 6, 4])
    assert t.told("bombardment")[0].dice == (1, 2, 3, 4, 5, 6, 4)
    assert damages(t)[0][1] == 2


@case("9.3.2a")
@pytest.mark.parametrize(("area", "value"), [("OKI", 0), ("MIN", 1), ("FUN", 2), ("SUR", 3)])
def test_the_basic_defense_value_shields_an_area_under_japanese_control(table, area, value):
    t = shell(bombarding(table, {}), area, "U-NS1", dice=[5] * 5)
    assert damages(t) == [(area, 5, 5 - value)]


@case("9.3.2a")
def test_each_cave_takes_one_hit_too(table):
    t = shell(bombarding(table, {}, caves={"FUN": 1}, shown={"FUN": 1}), "FUN", "U-NS1", dice=[5] * 5)
    assert damages(t) == [("FUN", 5, 1)]


@case("9.3.2a")
def test_damage_does_not_fall_below_zero(table):
    t = shell(bombarding(table, {"J-309": "SUR"}, caves={"SUR": 2}), "SUR", "U-NS1", dice=[5, 5, 1, 1, 1])
    assert damages(t) == [("SUR", 2, 0)]
    assert t.steps("J-309") == 2


@case("9.3.2b")
def test_an_area_that_the_japanese_side_does_not_control_has_no_shield(table):
    t = bombarding(table, {"J-309": "FUN", "J-310": "FUN"}, revealed=["J-309", "J-310"], control=["FUN"])
    shell(t, "FUN", "U-NS1", dice=[5, 5, 5, 1, 1])
    assert damages(t) == [("FUN", 3, 3)]


@case("9.3.3(1)")
def test_the_us_player_puts_the_revealed_units_in_any_order(table):
    units = ["J-309", "J-310", "J-311"]
    for first in units:
        t = bombarding(table, dict.fromkeys(units, "OKI"), revealed=units)
        shell(t, "OKI", "U-AS3", dice=[5, 1])
        assert (t.side, t.asked.prompt) == ("US", "order-row")
        t.do("rank", first)
        assert [unit for unit in units if t.steps(unit) == 1] == [first]


@case("9.3.3(1)")
def test_concealed_units_are_not_in_the_us_players_row(table):
    units = {"J-309": "OKI", "J-310": "OKI", "J-311": "OKI"}
    t = shell(bombarding(table, units, revealed=["J-309", "J-310"]), "OKI", "U-AS3", dice=[5, 1])
    assert t.options("rank") == [("rank", "J-309"), ("rank", "J-310")]


@case("9.3.3(1)")
def test_no_row_is_asked_for_when_the_damage_kills_all(table):
    units = {"J-309": "OKI", "J-310": "OKI"}
    t = shell(bombarding(table, units, hq="KIT", revealed=["J-309", "J-310"]), "OKI", "U-NS4", dice=[5] * 4)
    assert t.phase() == "us-movement"
    assert (t.where("J-309"), t.where("J-310")) == ("ELIMINATED", "ELIMINATED")


@case("9.3.3(2)")
def test_losses_go_along_the_row_and_round_again_past_the_dead(table):
    units = {"J-MT2": "OKI", "J-309": "OKI", "J-310": "OKI"}
    t = shell(bombarding(table, units, revealed=list(units)), "OKI", "U-NS4", dice=[5, 5, 5, 5])
    t.do("rank", "J-MT2").do("rank", "J-310")
    assert (t.steps("J-MT2"), t.steps("J-310"), t.steps("J-309")) == (0, 0, 1)
    assert (t.where("J-MT2"), t.where("J-310")) == ("ELIMINATED", "ELIMINATED")


@case("9.3.3(2)")
def test_each_unit_loses_a_step_before_any_loses_its_second(table):
    units = {"J-309": "OKI", "J-310": "OKI"}
    t = shell(bombarding(table, units, revealed=list(units)), "OKI", "U-AS3", dice=[5, 5])
    t.do("rank", "J-310")
    assert (t.steps("J-309"), t.steps("J-310")) == (1, 1)


@case("9.3.3(3)")
def test_damage_left_over_goes_to_concealed_units(table):
    units = {"J-MT2": "OKI", "J-309": "OKI"}
    t = shell(bombarding(table, units, revealed=["J-MT2"]), "OKI", "U-AS3", dice=[5, 5]).do("go-on")
    assert t.where("J-MT2") == "ELIMINATED"
    assert t.steps("J-309") == 1


@case("9.3.3(3)")
def test_concealed_units_are_safe_while_revealed_units_take_all_the_damage(table):
    units = {"J-310": "OKI", "J-309": "OKI"}
    t = shell(bombarding(table, units, revealed=["J-310"]), "OKI", "U-AS3", dice=[5, 5])
    assert t.where("J-310") == "ELIMINATED"
    assert t.steps("J-309") == 2


@case("9.3.3(3)", "R47")
def test_the_japanese_player_orders_the_concealed_units_unseen(table):
    units = {"J-309": "OKI", "J-310": "OKI"}
    t = shell(bombarding(table, units), "OKI", "U-AS3", dice=[5, 1])
    assert t.side == "JP"
    assert t.options("rank") == [("rank", "J-309"), ("rank", "J-310")]
    t.do("rank", "J-310")
    assert (t.steps("J-309"), t.steps("J-310")) == (2, 1)
    assert not [event for event in t.heard("US") if event.kind == "step-lost"]


@case("9.3.3(4)")
def test_concealed_losses_go_round_and_the_dead_go_to_the_secret_box(table):
    units = {"J-309": "OKI", "J-310": "OKI"}
    t = shell(bombarding(table, units), "OKI", "U-AS1", dice=[5, 5, 5]).do("rank", "J-310")
    assert (t.steps("J-310"), t.steps("J-309")) == (0, 1)
    assert t.where("J-310") == "SECRET"
    assert t.is_concealed("J-309")
    assert not t.is_concealed("J-310")  # it is on neither map


@case("9.3.3(4)", "R7")
def test_the_us_player_does_not_see_the_secret_box(table):
    t = shell(bombarding(table, {"J-309": "OKI"}), "OKI", "U-NS4", dice=[5, 5, 5, 5]).do("go-on")
    assert t.where("J-309") == "SECRET"
    assert t.sees("JP", "J-309")
    assert not t.sees("US", "J-309")


@case("9.3.3(5)")
def test_the_us_player_never_learns_how_much_damage_was_wasted(table):
    heard = []
    for units in ({"J-309": "OKI"}, {"J-309": ["OKI", 1]}, {"J-309": "NIS"}):
        t = shell(bombarding(table, units), "OKI", "U-NS1", "U-AS3", dice=[5, 5, 5, 5, 5, 5, 1]).do("go-on")
        heard.append([(event.kind, event.args) for event in t.heard("US")])
        assert t.told("damage-to-concealed")[0].args[1] == 6
    assert heard[0] == heard[1] == heard[2]


@case("9.3.3(5)")
def test_excess_damage_is_lost(table):
    units = {"J-309": "OKI", "J-310": "FUT"}
    t = shell(bombarding(table, units, revealed=["J-309", "J-310"]), "OKI", "U-NS1", dice=[5] * 5).do("go-on")
    assert t.where("J-309") == "ELIMINATED"
    assert t.steps("J-310") == 2


@case("R47")
@pytest.mark.parametrize("units", [{}, {"J-309": "OKI"}, {"J-309": "OKI", "J-310": "OKI"}])
def test_the_japanese_player_is_asked_whether_or_not_anything_is_hit(table, units):
    t = shell(bombarding(table, units), "OKI", "U-AS3", dice=[5, 1])
    assert t.side == "JP"
    assert t.game.prompt(t.state, t.asked, 0) == "Waiting for the Japanese player."
    assert t.heard("US")[-1].kind == "damage-to-concealed"


@case("R47", "R56")
def test_damage_left_over_asks_nothing_when_the_whole_garrison_is_public(table):
    t = bombarding(table, {"J-309": "OKI", "J-310": "NIS"}, hq=None, revealed=["J-309", "J-310"])
    t.do("assign", "U-AS1", "OKI").do("confirm", dice=[5, 5, 5])
    assert t.phase() == "us-movement"
    assert t.told("damage-to-concealed") == []


@case("R47", "9.3.3(3)")
def test_damage_left_over_asks_nothing_in_a_us_controlled_area_where_nothing_hides(table):
    t = bombarding(table, {"U-23": "CHI", "J-309": "CHI"}, revealed=["J-309"], control=["CHI"])
    shell(t, "CHI", "U-AS1", dice=[5, 5, 5])
    assert t.phase() == "us-movement"
    assert t.told("damage-to-concealed") == []


@case("9c")
def test_damage_left_over_of_a_japanese_bombardment_harms_nobody(table):
    position = {"U-23": ["CHI", 1], "J-309": "CHI", "J-109a": "SUR", "J-HQ": "KIT"}
    t = table(phase="jp-bombardment", units=position, revealed=["J-309"])
    t.do("assign", "J-109a", "CHI").do("confirm", dice=[5, 5, 5, 1])
    assert t.where("U-23") == "RESERVE"
    assert t.steps("J-309") == 2
    assert t.phase() == "jp-movement"


@case("R47")
def test_no_reveal_interrupts_the_secret_losses(table):
    t = shell(bombarding(table, {"J-309": "OKI", "J-310": "OKI"}), "OKI", "U-AS3", dice=[5, 1])
    assert not [option for option in t.standing("JP") if option[0].startswith("reveal")]


@case("9.3.4a", "R9")
def test_a_hit_collapses_a_cave_even_without_damage(table):
    t = shell(bombarding(table, {}, caves={"SUR": 2}), "SUR", "U-AS3", dice=[5, 1])
    assert damages(t) == [("SUR", 1, 0)]
    assert t.caves("SUR") == (0, 1)


@case("9.3.4a", "R9")
def test_without_a_hit_no_cave_collapses(table):
    t = shell(bombarding(table, {}, caves={"SUR": 2}), "SUR", "U-AS3", dice=[4, 4])
    assert t.caves("SUR") == (0, 2)


@case("9.3.4b")
def test_a_bombardment_collapses_no_more_than_one_cave(table):
    t = shell(bombarding(table, {}, caves={"OKI": 2}), "OKI", "U-NS1", dice=[6] * 5).do("go-on")
    assert t.caves("OKI") == (0, 1)


@case("9.3.4a", "R7")
def test_a_collapsed_cave_protects_no_more_and_does_not_come_back(table):
    t = shell(bombarding(table, {}, caves={"FUN": 1}), "FUN", "U-AS3", dice=[5, 1])
    assert t.caves("FUN") == (0, 0)
    t.edit(turn=2, phase="us-reset")
    shell(t, "FUN", "U-AS1", dice=[5, 5, 5])
    assert damages(t)[-1] == ("FUN", 3, 1)


@case("9.3.5")
def test_artillery_that_bombarded_is_fired_and_support_units_are_used(table):
    t = shell(bombarding(table, {"U-14A": "OKI", "U-13A": "OKI"}), "FUN", "U-14A", "U-NS1", dice=[1] * 8)
    assert t.is_fired("U-14A")
    assert not t.is_fired("U-13A")
    assert (t.where("U-NS1"), t.is_fired("U-NS1"), t.is_fired("U-NS2")) == ("SUPPORT", True, False)


@case("9.3.5", "R51")
def test_artillery_may_move_after_it_bombarded(table):
    t = shell(bombarding(table, {"U-14A": "OKI"}), "FUN", "U-14A", dice=[1] * 3)
    assert t.is_fired("U-14A")
    t.do("move", "U-14A", "CHI").do("pass").do("stop")
    assert t.where("U-14A") == "CHI"


@case("9.4")
def test_the_phase_ends_after_the_last_bombardment(table):
    t = bombarding(table, {}).do("assign", "U-AS3", "CHI").do("assign", "U-AS4", "FUN").do("confirm").do("pass")
    assert t.phase() == "us-bombardment"
    t.do("bombard", "CHI", dice=[1, 1, 1, 1])
    assert t.phase() == "us-movement"


# --- rulings on the Japanese mirror of this chapter


@case("R56")
def test_a_japanese_player_without_guns_is_asked_to_bombard_while_that_is_not_public(table):
    t = table(phase="jp-bombardment", units={"J-309": "CHI"}, dice=[1])
    assert (t.phase(), t.options()) == ("jp-bombardment", [("confirm",)])


@case("R56")
def test_he_is_not_asked_when_everybody_knows_or_he_wants_no_idle_questions(table):
    for more in ({"revealed": ["J-309"]}, {"windows": "able"}):
        t = table(phase="jp-bombardment", units={"J-309": "CHI"}, dice=[1], **more)
        assert t.phase() == "jp-movement"


@case("R46")
def test_all_designated_japanese_guns_are_revealed_together_before_the_first_roll(table):
    guns = {"J-109a": "SUR", "J-109b": "NID", "J-109c": "TAM"}
    t = table(phase="jp-bombardment", units={"U-23": "OKI", "U-24": "FUT", **guns})
    t.do("assign", "J-109a", "OKI").do("assign", "J-109b", "FUT")
    assert not t.sees("US", "J-109a")
    t.do("confirm")
    assert t.asked.prompt == "next-bombardment"
    assert t.told("bombardment") == []
    assert [t.sees("US", gun) for gun in guns] == [True, True, False]


@case("R48", "R9")
def test_the_rockets_hits_are_its_die_and_remove_a_marker(table):
    position = {"U-23": "OKI", "J-RKT": "KIT", "J-HQ": "KIT"}
    t = table(phase="jp-bombardment", units=position, control=["OKI"], beachheads=["OKI"])
    t.do("assign", "J-RKT", "OKI").do("confirm", dice=[3, 1])
    assert t.steps("U-23") == 1
    assert not t.has("beachheads", "OKI")
    assert t.where("J-RKT") == "ELIMINATED"


@case("R9")
def test_a_japanese_hit_removes_a_marker_even_when_the_area_absorbs_it(table):
    position = {"U-23": "CHI", "J-109a": "SUR"}
    t = table(phase="jp-bombardment", units=position, control=["CHI"], safe=["CHI"])
    t.do("assign", "J-109a", "CHI").do("confirm", dice=[5, 1, 1, 1])
    assert t.steps("U-23") == 4
    assert not t.has("safe", "CHI")


@case("R54")
def test_a_marker_in_an_area_without_us_units_is_removed_and_the_flag_is_not(table):
    position = {"U-23": "OKI", "J-109a": "NID", "J-109b": "NID"}
    t = table(phase="jp-bombardment", units=position, control=["SUR", "CHI", "OKI"], safe=["CHI"], flag=2)
    t.do("assign", "J-109a", "CHI").do("assign", "J-109b", "SUR").do("confirm")
    t.do("bombard", "SUR", dice=[5, 5, 5, 5, 1, 1, 1])
    assert not t.has("safe", "CHI")
    assert t.state.flag == 2


@case("R50")
def test_the_109_artillery_is_revealed_at_the_end_of_turn_one(table):
    position = {"J-109a": "SUR", "J-109b": "NID", "J-109c": "TAM", "J-109d": "OSA", "J-309": "CHI"}
    t = table(turn=1, phase="end", units=position)
    assert [t.sees("US", unit) for unit in position] == [True, True, True, True, False]


@case("R50")
def test_a_red_unit_with_mp_may_hide_again_and_one_without_may_not(table):
    position = {"J-NMG": "FUN", "J-109a": "FUN", "J-HQ": "KIT"}
    t = table(turn=2, phase="jp-movement", units=position, revealed=["J-NMG", "J-109a"], dice=[6])
    assert t.options("hide") == [("hide", "J-NMG")]


@case("R51")
def test_a_mortar_that_bombarded_may_hide_in_the_same_turn(table):
    t = table(phase="jp-bombardment", units={"U-23": "CHI", "J-MT2": "FUN", "J-HQ": "KIT"}, control=["CHI"])
    t.do("assign", "J-MT2", "CHI").do("confirm", dice=[1, 1, 1, 1])
    assert t.phase() == "jp-movement"
    assert t.is_fired("J-MT2")
    t.do("hide", "J-MT2")
    assert not t.sees("US", "J-MT2")
