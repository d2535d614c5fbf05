"""Situations from the rulebook in which several rules meet, each with what must come of it."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.kernel.flow import Refused
from iwojima.conftest import table

case = pytest.mark.case


def through(t: Any, *prompts: str) -> Any:
    """Whoever is asked one of these passes, stays or goes on."""
    neutral = ("pass", "stay", "go-on", "no-more-retreats", "rank-rest")
    while t.state.pending is not None and t.asked.prompt in prompts:
        t.do(next(verb for verb in neutral if verb in t.verbs()))
    return t


@case("13b", "20b", "23.1(1)a")
def test_one_unit_that_steps_onto_an_empty_airfield_takes_its_marker_before_it_earns() -> None:
    units = {"J-309": "MAF", "U-23": "OKI", "J-HQ": "KIT"}
    t = table(turn=4, phase="jp-movement", units=units, revealed=["J-309"], control=["OKI", "FUN"], safe=["FUN"],
              dice=[1])  # fmt: skip
    assert t.us_controls("FUN")
    t.do("march", "J-309", "FUN").do("stop")
    assert t.us_controls("FUN")  # until the Second Control Determination Phase
    t.dice.faces.extend([4] * 3)
    t.do("confirm")
    assert not t.us_controls("FUN")
    assert not t.has("safe", "FUN")
    assert t.vp()[0] == 0


@case("19b", "22.4.3a", "R9")
def test_damage_that_armor_ignores_still_takes_the_marker() -> None:
    units = {"J-309": "OKI", "U-4T": "OKI", "J-HQ": "KIT"}
    t = table(turn=3, phase="jp-assault", units=units, revealed=["J-309"], control=["OKI"], beachheads=["OKI"])
    t.do("assault", "J-309").do("confirm").do("assault-area", "OKI", dice=[6, 1, 1])
    through(t, "retreats", "order-row")
    assert t.steps("U-4T") == 2
    assert t.vp() == (0, 0)
    assert not t.has("beachheads", "OKI")


@case("16.6", "16.4", "R9")
def test_a_single_hit_on_an_airfield_in_cover_takes_the_marker_without_damage() -> None:
    units = {"J-109a": "KIT", "U-23": "FUN", "J-HQ": "KIT"}
    t = table(turn=3, phase="jp-bombardment", units=units, control=["FUN"], safe=["FUN"])
    t.do("assign", "J-109a", "FUN").do("confirm", dice=[6, 1, 1, 1])
    assert t.told("damage")[0].args[1:3] == (1, 0)
    assert not t.has("safe", "FUN")
    assert t.steps("U-23") == 4


@case("12.2.4", "R9")
def test_a_hit_without_damage_collapses_a_cave_in_an_assault() -> None:
    units = {"J-309": "SUR", "U-23": "SUR", "J-HQ": "KIT"}
    t = table(turn=3, phase="us-assault", units=units, revealed=["J-309"], shown={"SUR": 2}, probed=["SUR"]).do("pass")
    t.do("assault", "U-23").do("confirm").do("pass", dice=[6, 1, 1, 1, 1])
    through(t, "retreats")
    assert t.caves("SUR") == (0, 1)
    assert t.steps("J-309") == 2


@case("22.3.2a", "22.3.1a", "22.3.2b")
def test_the_headquarters_that_leads_a_kirikami_charge_leads_no_banzai_charge() -> None:
    units = {"J-HQ": "OKI", "J-309": "OKI", "U-23": "OKI"}
    t = table(turn=3, phase="us-assault", units=units, revealed=["J-HQ", "J-309"])
    t.do("kirikami", "J-HQ")
    assert t.where("J-HQ") == "ELIMINATED"
    t.edit(phase="jp-assault", kirikami=1)
    assert "banzai" not in t.verbs()
    assert t.options("assault") == [("assault", "J-309")]


@case("22.3.1b", "22.3.2c", "R32")
def test_both_charges_add_up_in_and_around_the_area_of_the_headquarters_and_one_alone_elsewhere() -> None:
    units = {"J-309": "FUN", "J-310": "OKI", "U-23": "FUN", "U-24": "OKI", "J-HQ": "MAF"}
    t = table(turn=3, phase="jp-assault", units=units, revealed=["J-309", "J-310"], kirikami=1)
    t.do("banzai").do("assault", "J-309").do("assault", "J-310").do("confirm")
    t.do("assault-area", "FUN", dice=[1] * (3 + 3 + 3 + 1))
    while len(t.told("assault")) < 2:
        through(t, "retreats", "order-row")
    dice = {t.game.space_ids[event.args[1]]: len(event.dice) for event in t.told("assault")}
    assert dice == {"FUN": 3 + 1 + 2, "OKI": 3 + 1}


@case("22.2.1b", "24(2)", "R29")
def test_ten_points_for_the_3rd_division_may_end_the_game_before_anybody_fires() -> None:
    units = {"U-3": "LANDING", "J-NMG": "OKI", "J-HQ": "KIT"}
    t = table(turn=3, phase="us-movement", units=units, revealed=["J-NMG"], vp={"US": 0, "JP": 30})
    t.do("land", "U-3", "OKI")
    assert t.over
    assert t.state.ending == "forty"
    assert not t.told("defensive-fire")


@case("22.2.1c", "10.3b", "10.2")
def test_at_a_beachhead_that_is_contested_the_3rd_division_lands_for_1_mp_without_a_price_and_stops() -> None:
    units = {"U-3": "LANDING", "J-309": "OKI", "U-23": "OKI", "J-HQ": "KIT"}
    t = table(turn=3, phase="us-movement", units=units, revealed=["J-309"], control=["OKI"], beachheads=["OKI"])
    t.do("land", "U-3", "OKI")
    through(t, "defensive-fire")
    assert t.asked.prompt == "us-movement"
    assert t.vp() == (0, 0)
    assert t.told("stopped")[-1].args[2] == "contact"


@case("8b", "8c")
def test_a_beachhead_with_a_japanese_unit_restores_nothing() -> None:
    units = {"U-23": ["OKI", 1], "J-309": "OKI", "J-HQ": "KIT"}
    t = table(turn=3, phase="recovery", units=units, revealed=["J-309"], control=["OKI"], beachheads=["OKI"])
    assert t.phase() != "recovery"


@case("11.1.2(1)c", "R15")
def test_a_unit_that_landed_may_retreat_from_fire_in_the_next_area() -> None:
    units = {"U-23": "LANDING", "J-309": "CHI", "J-HQ": "KIT"}
    t = table(turn=3, phase="us-movement", units=units, revealed=["J-309"], control=["OKI"], beachheads=["OKI"])
    t.do("land", "U-23", "OKI").do("to", "CHI").do("fire", "J-309", dice=[6, 1, 1])
    assert "fall-back" in t.verbs()
    t.do("fall-back", "OKI")
    assert (t.where("U-23"), t.steps("U-23"), t.vp()) == ("OKI", 4, (0, 0))


@case("11.1.1c", "11.1.1b")
def test_under_observation_a_concealed_gun_without_assault_rating_cannot_fire_at_all() -> None:
    units = {"U-23": "CHI", "J-109a": "FUN", "J-HQ": "KIT", "U-24": "OSA"}
    t = table(turn=3, phase="us-movement", units=units, control=["CHI", "OSA"])
    t.do("move", "U-23", "FUN")
    assert t.options("fire") == []
    assert t.options("reveal") == [("reveal", "J-109a")]


@case("17.2(4)a", "R27", "R26")
def test_a_unit_that_hides_after_it_fired_gives_no_defensive_fire_in_the_next_us_turn() -> None:
    units = {"J-MT2": "CHI", "U-23": "OKI", "J-HQ": "KIT"}
    t = table(turn=3, phase="jp-movement", units=units, revealed=["J-MT2"], fired=["J-MT2"], control=["OKI"], dice=[6])
    t.do("hide", "J-MT2")
    t.edit(phase="us-movement")
    assert t.is_fired("J-MT2")
    t.do("move", "U-23", "CHI")
    assert t.options("fire") == []


@case("17.2(2)b", "17.2(3)b", "R23")
def test_a_concealed_tank_that_enters_an_empty_us_area_is_shown_at_once_and_goes_on() -> None:
    units = {"J-TK26": "MAF", "U-23": "OKI", "J-HQ": "KIT"}
    t = table(turn=3, phase="jp-movement", units=units, control=["OKI", "FUN"], dice=[6])
    t.do("sneak-show", "J-TK26", "FUN")
    assert not t.is_concealed("J-TK26")
    assert t.asked.about[1] == 1  # 3 less 1 for the way it moves, less this area
    t.do("to", "CHI").edit()
    assert t.where("J-TK26") == "CHI"


@case("22.4.2", "22.4.1", "12.2.3(2)a")
def test_a_japanese_tank_retreats_from_an_assault_but_not_from_fire_nor_onto_a_hill() -> None:
    units = {"J-TK26": "MAF", "U-23": "MAF", "J-HQ": "KIT"}
    t = table(turn=3, phase="us-assault", units=units, revealed=["J-TK26"]).do("pass")
    t.do("assault", "U-23").do("confirm").do("pass", dice=[1] * 5)
    hills = {t.game.space_ids[a] for a in t.game.every_area if t.game.hills >> a & 1}
    goals = {words[2] for words in t.options("retreat")}
    assert goals
    assert not goals & hills
    units = {"J-TK26": "MAF", "U-23": "FUN", "J-HQ": "KIT"}
    t = table(turn=3, phase="jp-movement", units=units, revealed=["J-TK26"], dice=[1])
    t.do("march", "J-TK26", "FUN").do("fire", "U-23", dice=[6, 1, 1, 1, 1])
    assert t.steps("J-TK26") == 1
    assert "fall-back" not in t.verbs()


@case("9.3.3(2)", "24(1)")
def test_the_last_japanese_unit_dies_in_a_bombardment_and_the_game_is_over_in_mid_phase() -> None:
    t = table(turn=3, phase="us-bombardment", units={"J-109a": "OKI", "U-23": "FUT"}, revealed=["J-109a"])
    t.do("assign", "U-NS1", "OKI").do("assign", "U-NS2", "KIT").do("confirm")
    through(t, "bombardment-window")
    t.do("bombard", "OKI", dice=[6, 1, 1, 1, 1])
    assert t.over
    assert t.state.winner == 0


@case("14d", "R21", "23.1(2)")
def test_the_flag_scores_though_its_area_was_lost_again_in_the_same_turn() -> None:
    t = table(turn=3, phase="end", units={"J-309": "SUR", "U-23": "OKI", "J-HQ": "KIT"}, flag=1, dice=[5, 6])
    assert t.vp()[0] == 5
    assert t.state.flag == 2


@case("10.3d", "10.3e", "10.3c")
def test_a_coast_takes_one_landing_a_turn_and_no_guns() -> None:
    t = table(turn=3, phase="us-movement", units={"J-HQ": "KIT"})
    t.do("land", "U-23", "IDO")
    through(t, "defensive-fire")
    assert not any(words[2] == "IDO" for words in t.options("land"))
    assert not any(words[1] in ("U-14A", "U-4T") for words in t.options("land"))


@case("6c", "9.1.1a", "22.1.3")
def test_grounded_air_units_bombard_nothing_and_ships_always_do() -> None:
    t = table(turn=3, phase="weather", units={"J-HQ": "KIT", "U-AS5": "RESERVE"}, dice=[1])
    t.do("ground", "U-AS1").do("ground", "U-AS2")
    while t.phase() != "us-bombardment":
        t.do("no-recovery")
    able = {words[1] for words in t.options("assign")}
    assert {"U-AS3", "U-AS4", "U-NS1"} <= able
    assert not able & {"U-AS1", "U-AS2", "U-AS5"}


@case("12.2.3(3)", "12.2.3(2)a", "22.4.3b")
def test_a_tank_that_retreats_uses_up_three_points_before_the_regiment_beside_it_suffers_again() -> None:
    units = {"J-309": "CHI", "J-310": "CHI", "J-MG2": "CHI", "U-4T": "CHI", "U-23": "CHI", "J-HQ": "KIT"}
    t = table(turn=3, phase="jp-assault", units=units, revealed=["J-309", "J-310", "J-MG2"], control=["OKI"])
    for unit in ("J-309", "J-310", "J-MG2"):
        t.do("assault", unit)
    t.do("confirm").do("assault-area", "CHI", dice=[6] * 6 + [1] * 4)
    t.do("rank", "U-4T").do("retreat", "U-4T", "OKI").do("no-more-retreats")
    assert (t.steps("U-4T"), t.where("U-4T")) == (2, "OKI")
    assert t.steps("U-23") == 1
    assert t.vp() == (0, 3)


@case("R30", "22.2.1a")
def test_the_3rd_division_is_committed_at_a_us_decision_and_never_at_a_japanese_one() -> None:
    t = table(turn=3, phase="us-movement", units={"U-23": "OKI", "J-309": "CHI", "J-HQ": "KIT"}, control=["OKI"])
    t.do("commit", "U-3")
    assert t.where("U-3") == "LANDING"
    t.do("move", "U-23", "CHI")
    assert t.side == "JP"
    with pytest.raises(Refused):
        t.do("commit", "U-9", side="US")


@case("24(3)", "23.2(5)", "R35", "R28")
def test_the_airfields_of_turn_9_count_before_japan_adds_what_it_has_kept() -> None:
    units = {"U-23": "FUN", "J-HQ": "KIT"}
    t = table(turn=9, phase="end", units=units, control=["FUN", "MAF"], safe=["FUN", "MAF"], vp={"US": 34, "JP": 0})
    assert t.over
    assert (t.state.winner, t.state.ending) == (0, "forty")
    assert not any(event.args[3] == "areas" for event in t.told("scored"))
