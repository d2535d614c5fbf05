"""Chapter 3: status, stacking, facing, steps, losses, and the length of the game."""

from __future__ import annotations

import pytest

from grognard.kernel.flow import Refused

case = pytest.mark.case

BATTALIONS = ["J-309", "J-310", "J-311", "J-312", "J-314", "J-145a", "J-145b", "J-145c", "J-17c", "J-MG2"]


def refused(t, *words, side=None):
    """The option is refused and nothing has changed."""
    before = t.state.fingerprint()
    with pytest.raises(Refused):
        t.do(*words, side=side)
    return t.state.fingerprint() == before


def reveals(t):
    """What the Japanese player may reveal besides answering."""
    return [option for option in t.standing("JP") if option[0] in ("reveal", "reveal-cave")]


# --- Concealment, Control, Hits


@case("3.Concealment")
def test_a_revealed_unit_can_become_concealed_again(table):
    t = table(phase="jp-movement", units={"J-309": "FUN", "J-HQ": "KIT"}, revealed=["J-309"], dice=[1])
    assert t.sees("US", "J-309")
    t.do("hide", "J-309")
    assert t.is_concealed("J-309")
    assert not t.sees("US", "J-309")


@case("3.Control")
def test_all_areas_start_under_japanese_control(table):
    t = table().do("set-up", "A").do("confirm-set-up")
    assert not any(t.us_controls(area) for area in t.game.space_ids[:21])
    assert t.view("US")["marks"] == []


@case("3.Control")
def test_a_us_control_marker_makes_the_area_friendly_to_the_us_side(table):
    position = {"U-23": "CHI", "J-309": "FUN", "J-HQ": "KIT"}
    t = table(phase="us-movement", units=position, revealed=["J-309"], control=["CHI"])
    t.do("move", "U-23", "FUN").do("fire", "J-309", dice=[1, 1, 1])
    assert t.options("fall-back") == [("fall-back", "CHI")]


@case("3.Control")
def test_without_the_marker_the_area_is_friendly_to_the_japanese_side(table):
    position = {"U-23": "CHI", "J-309": "FUN", "J-HQ": "KIT"}
    t = table(phase="us-movement", units=position, revealed=["J-309"], control=["OKI"])
    t.do("move", "U-23", "FUN").do("fire", "J-309", dice=[1, 1, 1])
    assert t.asked.prompt == "us-movement"


@case("3.Hits")
def test_hits_become_damage_and_damage_becomes_step_losses(table):
    t = table(phase="us-bombardment", units={"J-309": "FUN"}, revealed=["J-309"])
    t.do("assign", "U-NS1", "FUN").do("confirm", dice=[5, 6, 5, 1, 4])
    area, hits, damage = t.told("damage")[0].args
    assert (t.game.space_ids[area], hits, damage) == ("FUN", 3, 1)
    assert t.steps("J-309") == 1


# --- Stacking


@case("3.Stacking-a", "R6")
def test_a_sixth_us_ground_unit_cannot_enter_an_area_even_in_passing(table):
    crowd = dict.fromkeys(("U-23", "U-24", "U-25", "U-4T", "U-14A"), "CHI")
    t = table(phase="us-movement", units={**crowd, "U-26": "OKI", "J-HQ": "KIT"}, control=["OKI", "CHI"])
    assert ("move", "U-26", "FUT") in t.options()
    assert refused(t, "move", "U-26", "CHI")
    t.do("move", "U-26", "FUT").do("pass")
    assert refused(t, "to", "CHI")


@case("3.Stacking-a", "R6")
def test_the_fifth_us_ground_unit_may_enter_an_area(table):
    crowd = dict.fromkeys(("U-23", "U-24", "U-4T", "U-14A"), "CHI")
    t = table(phase="us-movement", units={**crowd, "U-26": "OKI", "J-HQ": "KIT"}, control=["OKI", "CHI"])
    t.do("move", "U-26", "CHI")
    assert t.where("U-26") == "CHI"


@case("3.Stacking-a", "R6")
def test_no_unit_lands_in_a_full_area(table):
    crowd = dict.fromkeys(("U-23", "U-24", "U-25", "U-4T", "U-14A"), "OKI")
    t = table(phase="us-movement", units={**crowd, "J-HQ": "KIT"}, control=["OKI"], beachheads=["OKI"])
    assert {area for _, _, area in t.options("land")} >= {"FUT", "CHH"}
    assert refused(t, "land", "U-26", "OKI")


@case("3.Stacking-a", "R6")
def test_an_eleventh_japanese_unit_cannot_enter_concealed_and_revealed_counted_together(table):
    position = {**dict.fromkeys(BATTALIONS, "FUN"), "J-TK26": "CHI", "J-HQ": "KIT"}
    t = table(phase="jp-movement", units=position, revealed=BATTALIONS[:4], dice=[6])
    assert ("sneak", "J-TK26", "IDO") in t.options()
    assert refused(t, "sneak", "J-TK26", "FUN")
    assert refused(t, "show-march", "J-TK26", "FUN")


@case("3.Stacking-a", "R6")
def test_a_tenth_japanese_unit_may_enter(table):
    position = {**dict.fromkeys(BATTALIONS[:9], "FUN"), "J-TK26": "CHI", "J-HQ": "KIT"}
    t = table(phase="jp-movement", units=position, dice=[1]).do("sneak", "J-TK26", "FUN")
    assert t.where("J-TK26") == "FUN"


@case("3.Stacking-a")
def test_the_limits_of_the_two_sides_are_separate(table):
    marines = dict.fromkeys(("U-23", "U-24", "U-25", "U-4T"), "FUN")
    garrison = dict.fromkeys(BATTALIONS[:9], "FUN")
    t = table(
        phase="us-movement", units={**marines, **garrison, "U-26": "CHI", "J-TK26": "CHI"}, revealed=BATTALIONS[:9]
    )
    assert ("move", "U-26", "FUN") in t.options()
    t.dice.faces.append(1)
    t.edit(phase="jp-movement")
    assert ("show-march", "J-TK26", "FUN") in t.options()


@case("3.Stacking-a", "9.1.1b")
def test_support_units_have_a_limit_of_their_own(table):
    crowd = dict.fromkeys(("U-23", "U-24", "U-25", "U-4T", "U-14A"), "CHI")
    t = table(phase="us-bombardment", units={**crowd, "J-309": "CHI", "J-HQ": "KIT"}, revealed=["J-309"])
    for unit in ("U-AS1", "U-AS2", "U-NS1", "U-NS2", "U-NS3"):
        t.do("assign", unit, "CHI")
    assert refused(t, "assign", "U-NS4", "CHI")
    assert ("assign", "U-14A", "CHI") in t.options()


@case("3.Stacking-b", "R6")
def test_of_too_many_units_the_last_to_enter_leaves_the_game(table):
    six = dict.fromkeys(("U-23", "U-24", "U-25", "U-26", "U-27", "U-28"), "OKI")
    t = table(phase="us-movement", units={**six, "J-HQ": "KIT"}, control=["OKI"])
    assert t.where("U-28") == "RESERVE"
    assert [t.where(unit) for unit in list(six)[:5]] == ["OKI"] * 5
    assert t.vp() == (0, 0)


@case("3.Stacking-b", "R6")
def test_a_unit_removed_for_overstacking_never_comes_back(table):
    six = dict.fromkeys(("U-23", "U-24", "U-25", "U-26", "U-27", "U-9"), "OKI")
    position = {**six, "U-3": ["RESERVE", 0], "J-HQ": "KIT"}
    t = table(phase="recovery", units=position, control=["OKI", "FUT"], beachheads=["FUT"])
    assert t.where("U-9") == "RESERVE"
    assert t.options("return") == [("return", "U-3")]
    assert ("commit", "U-21") in t.standing("US")
    assert ("commit", "U-9") not in t.standing("US")


@case("3.Stacking-b", "R6")
def test_a_japanese_unit_too_many_leaves_the_game(table):
    t = table(phase="jp-movement", units={**dict.fromkeys(BATTALIONS, "FUN"), "J-TK26": "FUN"}, dice=[6])
    assert t.where("J-TK26") == "RESERVE"
    assert t.where("J-MG2") == "FUN"
    assert not t.is_concealed("J-TK26")
    assert "J-TK26" not in {option[1] for option in t.options() if len(option) > 1}


@case("3.Stacking-c")
def test_markers_take_no_room_among_us_units(table):
    four = dict.fromkeys(("U-23", "U-24", "U-25", "U-4T"), "OKI")
    t = table(phase="us-movement", units={**four, "J-HQ": "KIT"}, control=["OKI"], beachheads=["OKI"])
    t.do("land", "U-26", "OKI")
    assert t.where("U-26") == "OKI"


@case("3.Stacking-c")
def test_caves_take_no_room_among_japanese_units(table):
    t = table().do("cave", "FUN").do("cave", "FUN")
    for unit in BATTALIONS:
        t.do("place", unit, "FUN")
    assert all(t.where(unit) == "FUN" for unit in BATTALIONS)


# --- Facing


@case("3.Facing-a")
def test_everything_is_set_up_upright(table):
    t = table().do("set-up", "A").do("confirm-set-up")
    assert not any(t.is_fired(unit) for unit in t.game.unit_ids)


@case("3.Facing-a")
def test_a_unit_that_fires_is_turned_to_fired(table):
    t = table(phase="us-movement", units={"U-23": "OKI", "J-309": "CHI", "J-310": "CHI"})
    t.do("move", "U-23", "CHI").do("fire", "J-309", dice=[1, 1, 1, 1, 1])
    assert t.is_fired("J-309")
    assert not t.is_fired("J-310")
    flags = {t.game.unit_ids[row[0]]: row[3] for row in t.view("US")["units"]}
    assert flags["J-309"] == 1


@case("3.Facing-b")
def test_artillery_that_bombarded_cannot_assault_in_the_same_turn(table):
    t = table(phase="us-bombardment", units={"U-14A": "CHI", "U-23": "CHI", "J-309": "CHI"}, revealed=["J-309"])
    t.do("assign", "U-14A", "CHI").do("confirm", dice=[1, 1, 1]).do("end-movement").do("pass")
    assert t.options("assault") == [("assault", "U-23")]


@case("3.Facing-b")
@pytest.mark.parametrize(
    ("phase", "fired", "upright"), [("us-bombardment", "U-14A", "U-13A"), ("jp-bombardment", "J-109a", "J-109b")]
)
def test_a_fired_gun_does_not_bombard(table, phase, fired, upright):
    position = {"U-14A": "OKI", "U-13A": "FUT", "J-109a": "NID", "J-109b": "NID"}
    t = table(phase=phase, units=position, fired=[fired])
    guns = {unit for _, unit, _ in t.options("assign")}
    assert upright in guns
    assert fired not in guns


@case("3.Facing-b")
def test_a_us_unit_that_assaulted_cannot_give_defensive_fire_in_the_same_turn(table):
    position = {"U-23": "CHI", "U-24": "CHI", "J-309": "FUN", "J-HQ": "KIT"}
    t = table(phase="jp-movement", units=position, fired=["U-23"], control=["CHI"], dice=[1])
    t.do("show-march", "J-309", "CHI")
    assert t.options("fire") == [("fire", "U-24")]


@case("3.Facing-b", "11c")
def test_a_unit_that_gave_defensive_fire_cannot_give_it_again(table):
    position = {"U-23": "OKI", "U-24": "OKI", "J-309": "CHI", "J-310": "CHI"}
    t = table(phase="us-movement", units=position).do("move", "U-23", "CHI")
    assert t.options("fire") == [("fire", "J-309"), ("fire", "J-310")]
    t.do("fire", "J-309", dice=[1] * 5).do("move", "U-24", "CHI")
    assert t.options("fire") == [("fire", "J-310")]


# --- Status


@case("3.Status")
def test_a_concealed_unit_is_marked_so_for_its_owner_and_absent_for_the_enemy(table):
    t = table(phase="us-movement", units={"J-309": "CHI", "J-310": "CHI"}, revealed=["J-310"])
    flags = {t.game.unit_ids[row[0]]: row[3] for row in t.view("JP")["units"]}
    assert (flags["J-309"], flags["J-310"]) == (2, 0)
    assert not t.sees("US", "J-309")
    assert t.sees("US", "J-310")


@case("3.StatusChange-a")
def test_us_units_are_always_revealed(table):
    t = table(phase="jp-movement", units={"U-23": "OKI", "J-309": "FUN"}, control=["OKI"], dice=[6])
    assert all(t.sees("JP", unit) for unit in t.game.unit_ids if unit.startswith("U-"))
    assert not [option for option in t.options() if option[-1].startswith("U-")]
    assert [option[0] for option in t.standing("US")] == ["concede"]


@case("3.StatusChange-b")
def test_a_revealed_unit_keeps_its_area_its_facing_and_its_steps(table):
    t = table(phase="us-movement", units={"J-309": ["CHI", 1], "J-310": "CHI"}, fired=["J-309"])
    t.do("reveal", "J-309", side="JP").do("reveal", "J-310", side="JP")
    assert (t.where("J-309"), t.steps("J-309"), t.is_fired("J-309")) == ("CHI", 1, True)
    assert (t.where("J-310"), t.steps("J-310"), t.is_fired("J-310")) == ("CHI", 2, False)


@case("3.StatusChange-b", "R51")
def test_a_fired_mortar_may_hide_and_stays_fired(table):
    t = table(phase="jp-movement", units={"J-MT2": "FUN", "J-HQ": "KIT"}, revealed=["J-MT2"], fired=["J-MT2"], dice=[1])
    t.do("hide", "J-MT2")
    assert t.is_concealed("J-MT2")
    assert t.is_fired("J-MT2")


@case("3.StatusChange-c", "R8")
def test_units_and_caves_may_be_revealed_while_the_us_player_decides(table):
    t = table(phase="us-movement", units={"J-309": "CHI", "J-HQ": "KIT"}, caves={"FUN": 2})
    assert t.side == "US"
    assert reveals(t) == [("reveal", "J-HQ"), ("reveal", "J-309"), ("reveal-cave", "FUN")]
    t.do("reveal", "J-309", side="JP")
    assert t.sees("US", "J-309")
    assert t.asked.prompt == "us-movement"


@case("3.StatusChange-c", "R8")
def test_units_may_be_revealed_at_the_japanese_players_own_decisions(table):
    t = table(phase="jp-movement", units={"J-309": "CHI", "J-HQ": "KIT"}, dice=[1])
    t.do("reveal", "J-HQ", side="JP")
    assert t.sees("US", "J-HQ")
    assert t.asked.about == (1,)  # it has used up no move


@case("3.StatusChange-c", "R8")
def test_nothing_is_revealed_between_a_roll_and_the_end_of_its_result(table):
    t = table(phase="us-movement", units={"U-23": "OKI", "J-309": "CHI", "J-HQ": "KIT"}, control=["OKI"])
    t.do("move", "U-23", "CHI").do("fire", "J-309", dice=[5, 1, 1, 1, 1])
    assert t.asked.prompt == "fall-back"
    assert reveals(t) == []
    assert refused(t, "reveal", "J-HQ", side="JP")
    t.do("stay")
    assert reveals(t) == [("reveal", "J-HQ")]


@case("3.StatusChange-c", "R8")
def test_units_may_be_revealed_while_the_us_player_considers_defensive_fire(table):
    position = {"U-23": "CHI", "J-309": "FUN", "J-HQ": "KIT"}
    t = table(phase="jp-movement", units=position, control=["CHI"], dice=[1]).do("show-march", "J-309", "CHI")
    assert (t.side, t.asked.prompt) == ("US", "defensive-fire")
    t.do("reveal", "J-HQ", side="JP")
    assert t.sees("US", "J-HQ")


@case("3.StatusChange-a")
def test_the_us_player_can_reveal_nothing(table):
    t = table(phase="us-movement", units={"J-309": "CHI", "J-HQ": "KIT"})
    assert refused(t, "reveal", "J-309", side="US")


@case("3.StatusChange-d")
def test_a_cave_may_be_revealed_and_never_concealed_again(table):
    t = table(phase="jp-movement", units={"J-309": "CHI", "J-HQ": "KIT"}, caves={"FUN": 2}, dice=[6])
    t.do("reveal-cave", "FUN", side="JP")
    assert t.caves("FUN") == (1, 1)
    t.do("reveal-cave", "FUN", side="JP")
    assert t.caves("FUN") == (0, 2)
    assert t.verbs() <= {"show-march", "sneak-show", "sneak", "hide", "end-movement"}
    assert reveals(t) == [("reveal", "J-HQ"), ("reveal", "J-309")]


# --- Steps and losses


def full_steps(t):
    return {t.game.unit_ids[row[0]]: row[2] for row in t.view("JP")["units"]}


@case("3.Steps-a", "R5")
def test_ground_units_have_two_steps(table):
    steps = full_steps(table())
    ours = ("U-14A", "U-13A", "U-12A", "U-4T", "U-5T", "U-3T")
    theirs = ("J-309", "J-17c", "J-145a", "J-TK26", "J-AT8", "J-AT12", "J-MG2", "J-NMG", "J-GE")
    assert {steps[unit] for unit in (*ours, *theirs)} == {2}


@case("3.Steps-b", "R5")
def test_only_the_nine_marine_regiments_have_four_steps(table):
    steps = full_steps(table())
    regiments = {f"U-{number}" for number in (3, 9, 21, 23, 24, 25, 26, 27, 28)}
    assert {unit for unit, left in steps.items() if left > 2} == regiments
    assert {steps[unit] for unit in regiments} == {4}


@case("3.Steps-c", "R5")
def test_the_headquarters_and_all_japanese_artillery_have_one_step(table):
    steps = full_steps(table())
    single = {unit for unit, left in steps.items() if left == 1 and unit.startswith("J-")}
    assert single == {"J-HQ", "J-MT2", "J-MT20", "J-RKT", "J-109a", "J-109b", "J-109c", "J-109d"}


@case("3.Steps-d")
def test_support_units_have_one_step(table):
    steps = full_steps(table())
    support = {unit for unit in steps if unit.startswith(("U-AS", "U-NS"))}
    assert len(support) == 10
    assert {steps[unit] for unit in support} == {1}


@case("3.Steps-d")
def test_support_units_are_never_damaged(table):
    position = {"U-23": "CHI", "U-NS1": "CHI", "J-109a": "KIT"}
    t = table(phase="jp-bombardment", units=position, dice=[])
    t.do("assign", "J-109a", "CHI").do("confirm", dice=[5, 5, 5, 1])
    assert t.steps("U-NS1") == 1
    assert t.steps("U-23") == 1


@case("3.Losses-a")
def test_a_unit_that_loses_a_step_keeps_its_facing_and_its_area(table):
    t = table(
        phase="us-bombardment",
        units={"J-309": "CHI", "J-310": "FUN"},
        revealed=["J-309", "J-310"],
        fired=["J-309"],
        control=["CHI", "FUN"],
    )
    t.do("assign", "U-AS3", "CHI").do("assign", "U-AS4", "FUN").do("confirm")
    t.do("bombard", "CHI", dice=[5, 1, 5, 1])
    assert (t.steps("J-309"), t.where("J-309"), t.is_fired("J-309")) == (1, "CHI", True)
    assert (t.steps("J-310"), t.where("J-310"), t.is_fired("J-310")) == (1, "FUN", False)


@case("3.Losses-b", "R7")
def test_a_destroyed_us_unit_goes_to_the_reserve_box(table):
    t = table(phase="us-movement", units={"U-23": ["OKI", 1], "J-309": "CHI", "J-HQ": "KIT"})
    t.do("move", "U-23", "CHI").do("fire", "J-309", dice=[5, 1, 1, 1, 1])
    assert (t.where("U-23"), t.steps("U-23")) == ("RESERVE", 0)


@case("3.Losses-b", "R7")
def test_a_destroyed_revealed_unit_goes_to_the_public_box(table):
    t = table(phase="us-bombardment", units={"J-HQ": "OKI", "J-309": "KIT"}, revealed=["J-HQ"])
    t.do("assign", "U-AS3", "OKI").do("confirm").do("pass", dice=[5, 1])
    assert t.where("J-HQ") == "ELIMINATED"
    assert t.sees("US", "J-HQ")


@case("3.Losses-b", "R7")
def test_a_destroyed_concealed_unit_goes_to_the_secret_box(table):
    t = table(phase="us-bombardment", units={"J-HQ": "OKI", "J-309": "KIT"})
    t.do("assign", "U-AS3", "OKI").do("confirm").do("pass", dice=[5, 1]).do("go-on")
    assert t.where("J-HQ") == "SECRET"
    assert t.sees("JP", "J-HQ")
    assert not t.sees("US", "J-HQ")


# --- Turn and victory points


@case("3.Turn")
def test_the_ninth_turn_is_the_last(table):
    t = table(turn=8, phase="end", units={"J-HQ": "KIT"}, dice=[6])
    t.do("retire", "U-NS1")
    assert t.state.turn == 9
    assert not t.over
    t.edit(phase="end")
    assert t.over


@case("3.VP-a")
def test_forty_japanese_points_end_the_game_in_the_middle_of_a_loss(table):
    position = {"U-23": "OKI", "U-24": "OKI", "J-309": "CHI", "J-HQ": "KIT"}
    t = table(phase="us-movement", units=position, vp={"JP": 38})
    t.do("move", "U-23", "CHI").do("fire", "J-309", dice=[5, 5, 5, 1, 1])
    assert t.over
    assert t.state.winner == 1
    assert t.vp() == (0, 40)
    assert t.steps("U-23") == 2


@case("3.VP-a")
def test_thirty_nine_points_do_not_end_the_game(table):
    t = table(phase="us-movement", units={"U-23": "OKI", "J-309": "CHI", "J-HQ": "KIT"}, vp={"JP": 38})
    t.do("move", "U-23", "CHI").do("fire", "J-309", dice=[5, 1, 1, 1, 1])
    assert t.vp() == (0, 39)
    assert not t.over


@case("3.VP-a")
def test_forty_us_points_end_the_game(table):
    t = table(turn=4, phase="end", units={"J-HQ": "KIT"}, control=["CHI"], safe=["CHI"], vp={"US": 38})
    assert t.over
    assert t.state.winner == 0
    assert t.state.turn == 4


@case("3.VP-b")
@pytest.mark.parametrize(("us", "winner"), [(11, 0), (10, -1), (9, 1)])
def test_after_turn_nine_the_higher_total_wins(table, us, winner):
    everywhere = list(table().game.space_ids[:21])
    t = table(
        turn=9,
        phase="end",
        units={"J-309": "KIT", "U-23": "KIT"},
        revealed=["J-309"],
        control=everywhere,
        vp={"US": us, "JP": 9},
    )
    assert t.vp() == (us, 10)
    assert (t.over, t.state.winner) == (True, winner)


@case("R26", "3.Facing-b")
def test_the_option_on_firing_again_says_that_the_rules_can_be_read_either_way(table):
    (option,) = [option for option in table().game.options if option.id == "firing"]
    assert "read either way" in option.blurb
    assert all(word in option.blurb for word in ("section 3", "5.2.1", "5.3.1", "Reset:", "Turn:"))
    (ruling,) = [row for row in table().game.rulings if row["id"] == "R26"]
    assert "either way" in ruling["problem"]


@case("R24", "17.2(3)b")
def test_the_ruling_against_hiding_under_us_control_is_cited_with_its_reason(table):
    t = table(turn=2, phase="jp-movement", units={"J-309": "CHI", "J-HQ": "KIT"}, revealed=["J-309"], control=["CHI"],
              dice=[6])  # fmt: skip
    (bar,) = t.game.why_not(t.state, 1, t.unit("J-309"), None, "hide")
    assert bar.cases == ("R24", "17.2(3)b")
    assert "Revealed at once" in bar.text
