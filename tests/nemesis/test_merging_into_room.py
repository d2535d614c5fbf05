"""2.2, 3.3, 6.2-D, 8.1: a piece that merges at the end of its move needs no room of its own."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.games.nemesis.battalions import Mergers, merge_all
from grognard.games.nemesis.facts import JAPANESE
from grognard.games.nemesis.stacking import fits, is_full_for, overfull
from grognard.games.nemesis.state import LIMITED, Piece, place
from grognard.kernel.bits import each, members
from nemesis.conftest import GAME
from nemesis.conftest import table as laid
from nemesis.test_several_units import SHUT, forced_out

case = pytest.mark.case

DIVISION = {name: GAME.division[GAME.unit_index[f"J{name}-b1"]] for name in ("31", "15", "33")}

# 0520, the only way out of Fort White, holds three regiments.
THREE = {"J15-51": "0520", "J15-60": "0520"}


@case("2.2-i", "3.3-e", "6.2-D-d")
def test_a_battalion_flees_to_three_regiments_one_of_which_takes_it_in(table: Any) -> None:
    units = {**SHUT, **THREE, "J33-215": ["0520", 2], "J33-214": "0419", "J33-b1": "0419"}
    t = forced_out(table, units, "J33-214")
    t.do("retreat-to", "J33-b1", "0520")
    t.finish("stay")
    assert t.where("J33-b1") == "JBATT"
    assert (t.where("J33-215"), t.steps("J33-215")) == ("0520", 3)


@case("2.2-i", "3.3-e", "6.2-D-d")
def test_at_another_supply_level_it_finds_no_room_there(table: Any) -> None:
    units = {**SHUT, **THREE, "J33-215": ["0520", 2], "J33-214": "0419", "J33-b1": "0419"}
    t = forced_out(table, units, "J33-214", level={"J33-215": "limited"})
    assert t.where("J33-b1") in ("JBATT", "JLOSS")
    assert len(t.told("no-retreat")) == 2
    assert t.steps("J33-215") == 2


@case("3.3-g", "6.2-D-d")
def test_the_third_battalion_of_a_division_fits_where_three_make_a_regiment(table: Any) -> None:
    units = {**SHUT, **THREE, "J33-b1": "0520", "J33-b2": "0520", "J31-b3": "0419", "J33-b3": "0419"}
    t = table(phase="allied-attack", units=units)
    hex_ = t.space("0520")
    assert not is_full_for(t.state, hex_, t.unit("J33-b3"))
    assert is_full_for(t.state, hex_, t.unit("J31-b3"))


@case("3.3-b", "R34", "6.2-D-c")
def test_a_regiment_that_as_a_reduced_one_would_be_filled_up_may_split_to_get_away(table: Any) -> None:
    # 5 halves in 0520: no room for a whole regiment, but the battalion there fills up a reduced one.
    units = {**SHUT, **THREE, "J33-b1": "0520", "J33-214": "0419", "J33-213": "0419", "J33-E": "0419"}
    t = forced_out(table, units, "J33-213")
    t.do("split", "J33-214")
    t.do("retreat-to", "J33-214", "0520")
    assert t.where("J33-214") == "0520"


@case("8.1-B-b", "8.1-B-c", "3.3-e")
def test_a_reduced_reinforcement_comes_to_a_star_where_a_battalion_fills_it_up(table: Any) -> None:
    units = {"J31-58": "1520", "J31-124": "1520", "J15-b1": "1520"}
    t = table(phase="japanese-reinforcements", turn=3, units=units)
    t.finish("end-replacements")
    t.do("enter", "J15-67", "1520")
    assert (t.where("J15-67"), t.steps("J15-67")) == ("1520", 3)


@case("2.2-i", "R66")
def test_an_advance_whose_pieces_merge_gives_nobody_up(table: Any) -> None:
    # Three regiments and a battalion go in: reduced in the fight, one of them takes the battalion in.
    units = {"J31-58": "0707", "J31-b1": "0707", "J15-51": "0607", "J15-60": "0607", "BL-RIF": "0606"}
    t = table(phase="japanese-attack", units=units, dice=[6])
    t.state.steps[t.unit("J31-58")] = 2
    t.to_combat().attack("0606", "J31-58", "J31-b1", "J15-51", "J15-60").do("spearhead", "J15-51").do("no-banzai")
    while t.asked.prompt != "advance":
        t.do(*t.options()[0])
    assert GAME.preview(t.state, JAPANESE, ("advance-all",)) is None


@case("2.2-i", "3.3-f")
def test_a_stack_that_only_waits_for_its_merger_is_not_said_to_be_too_high(table: Any) -> None:
    units = {**THREE, "J33-215": ["0520", 2], "J33-b1": "0520", "J31-58": "1111"}
    t = table(phase="japanese-assault", units=units)
    assert "Too many" not in GAME.prompt(t.state, t.asked, JAPANESE)
    shown = next(layer for layer in GAME.overlays(t.state, JAPANESE) if layer.id == "stacking")
    assert not any(tone == "bad" for _, tone, *_ in shown.spaces)


@case("2.2-i", "3.3-g", "R35")
def test_battalions_merge_into_a_counter_that_is_given_up_elsewhere(table: Any) -> None:
    units = {
        "J33-213": ["0520", 2], "J31-58": "0520", "J31-124": "0520", "J18-55": "0520",
        "J33-214": ["0617", 2], "J33-215": ["0618", 2],
        "J33-b1": "1110", "J33-b2": "1110", "J33-b3": "1110", "J15-51": "1110", "J15-60": "1110",
    }  # fmt: skip
    t = table(phase="japanese-attack", units=units, yunnan_active=1).finish("end-movement").finish("end-combat")
    assert t.asked.prompt == "overstacked"
    t.do("eliminate", "J33-213")
    assert (t.where("J33-213"), t.steps("J33-213")) == ("1110", 3)
    assert t.asked.prompt != "overstacked"
    assert not t.units_at("1110") & {"J33-b1", "J33-b2", "J33-b3"}


@case("6.2-D-d", "R63")
def test_the_card_of_a_retreat_names_no_step_where_the_unit_merges(table: Any) -> None:
    units = {**SHUT, **THREE, "J33-b1": "0520", "J33-215": "0419", "J33-214": "0419"}
    t = forced_out(table, units, "J33-215")
    t.do("split", "J33-214")
    goal = t.space("0520")
    assert GAME.preview(t.state, JAPANESE, ("retreat-to", t.unit("J33-214"), goal)) is None
    shown = GAME.preview(t.state, JAPANESE, ("retreat-to", t.unit("J33-214"), t.space("0420")))
    assert shown is not None
    assert "1 step" in str(shown["items"])


@case("3.3-e", "3.3-f", "3.3-g", "R23", "R35")
def test_what_is_said_to_fit_fits_once_all_has_merged_and_what_is_not_does_not(long: bool) -> None:
    """Stacks by lot, merged by the procedure itself."""
    rng = random.Random(23)
    divisions = ("31", "15", "33")
    told: set[bool] = set()
    for _ in range(3000 if long else 300):
        s = laid(units={"J18-55": "2308"}).state
        hex_ = GAME.space_index["1110"]
        regiments = [u for d in divisions for u in GAME.regiments_of[DIVISION[d]]]
        for unit in rng.sample(regiments, rng.randint(1, 4)):
            place(s, unit, hex_)
            s.steps[unit] = rng.randint(2, 3)
            s.level[unit] = LIMITED * (rng.random() < 0.2)
        for division in divisions:
            box = members(s.at[GAME.battalion_box] & GAME.of_division[DIVISION[division]])
            for unit in rng.sample(box, min(len(box), rng.choice((0, 0, 1, 2)))):
                place(s, unit, hex_)
                s.level[unit] = LIMITED * (rng.random() < 0.2)
        comer = rng.choice(list(each(s.at[GAME.battalion_box] | s.at[GAME.regiment_box])))
        steps = 1 if GAME.battalions >> comer & 1 else rng.randint(2, 3)
        level = LIMITED * (rng.random() < 0.2)
        said = fits(s, hex_, Piece(comer, steps, level))
        place(s, comer, hex_)
        s.steps[comer], s.level[comer] = steps, level
        s.agenda, s.pending = [], None
        merge_all(s, hex_)
        while s.agenda:
            frame = s.agenda[-1]
            assert isinstance(frame, Mergers)
            asked = frame.run(s)
            if asked is not None:
                frame.answer(s, rng.choice(asked.options))
        assert said != overfull(GAME, GAME.stacks_like[hex_], JAPANESE, s.at[hex_] & GAME.ground_of[JAPANESE])
        told.add(said)
    assert told == {True, False}
