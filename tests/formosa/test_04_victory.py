"""Chapters 4 and 5: sudden death, victory points, nations and control."""

from __future__ import annotations

import pytest

from formosa.conftest import GAME
from grognard.games.formosa.victory import band, net, points, score_of

case = pytest.mark.case
SITES = [GAME.space_ids[h] for h in range(GAME.hexes) if GAME.sites >> h & 1]
LINE = [f"A{n:02d}" for n in range(1, 19)] + ["A28", "A29", "A31", "A32", "A34"]
FAR = {"J01": "1110"}


def vp(t, side: int = 0) -> int:
    return score_of(t.state, side)


@case("4.1a", "4.1c", "R5")
def test_without_an_allied_unit_on_formosa_the_japanese_win_at_the_start_of_turn_2(table):
    t = table(turn=1, phase="end", units={**FAR, "A01": "STAGING"})
    assert t.over
    assert t.state.ending == "japanese-sudden-death"
    assert t.state.winner == 1


@case("4.1a")
def test_there_is_no_sudden_death_during_turn_1(table):
    t = table(turn=1, phase="transfer", units={**FAR, "A01": "STAGING"})
    assert not t.over


@case("4.1b", "R6", "2.1b")
def test_the_allies_win_at_once_when_they_occupy_every_port_and_airfield(table):
    units = dict(zip(LINE, SITES, strict=False))
    assert len(SITES) == 23
    assert table(turn=3, phase="bases", units={**FAR, **units}).state.ending == "allied-sudden-death"
    units["A01"] = "STAGING"
    assert not table(turn=3, phase="bases", units={**FAR, **units}).over


@case("4.1b", "R5")
def test_sudden_death_comes_in_the_middle_of_a_phase(table):
    units = dict(zip(LINE, SITES, strict=False))
    units["A01"] = "0420"
    t = table(turn=3, phase="allied-movement", units={**FAR, **units})
    t.do("move", "A01").do("to", "0419")
    t.do("stop")
    assert t.over
    assert t.state.winner == 0


@case("4.2b", "4.2c", "4.2d", "4.2f", "2.1c", "R2")
def test_ports_and_airfields_score_only_with_a_base_and_each_for_itself(table):
    t = table(turn=2, phase="bases", units={**FAR, "A39": "0522", "A40": "0419"})
    assert vp(t) == 1
    t.edit(bases=["A39"])
    assert vp(t) == 4 + 1 + 1
    t.edit(bases=["A39", "A40"])
    assert vp(t) == 4 + 1 + 1 + 2 + 1


@case("2.1c", "R2", "20.0a")
def test_a_commonwealth_base_makes_its_hex_functional_too(table):
    t = table("2", turn=2, phase="bases", units={**FAR, "A57": "0623"}, bases=["A57"])
    assert vp(t) == 2 + 1


@case("4.2e", "5.2a", "5.2b", "5.2c")
def test_industry_and_peaks_score_for_whoever_stands_in_them(table):
    t = table(turn=2, phase="bases", units={**FAR, "A01": "0613", "A02": "1015"})
    assert vp(t) == 2
    t.edit(add={"A01": "0612"})
    assert vp(t) == 1


@case("4.2g")
def test_amoy_scores_nothing(table):
    t = table(turn=4, phase="bases", units={**FAR, "A01": "AMOY", "A02": "0612"}, amoy=2)
    assert net(t.state) == 0


@case("4.2h", "R7", "R8", "4.2i")
def test_lost_allied_units_score_for_the_japanese_until_they_are_back(table):
    lost = {"A01": "A-ELIMINATED", "A28": "A-REPLACEMENTS", "A39": "A-ELIMINATED", "A51": "A-ELIMINATED"}
    t = table(turn=2, phase="recruit", units={**FAR, "A02": "0612", **lost}, lp={"Allied": 20}, dice=[])
    t.do("end-recruit")
    assert vp(t, 1) == 3
    t.do("recruit", "A28")
    assert vp(t, 1) == 2


@case("4.2j")
@pytest.mark.parametrize(
    ("value", "place"), [(6, 0), (7, 1), (12, 1), (13, 2), (18, 2), (19, 3), (24, 3), (25, 4), (-3, 0)]
)
def test_five_bands(table, value, place):
    t = table(turn=2, phase="bases", units={**FAR, "A02": "0612"})
    t.state.allied_bonus = value
    assert (net(t.state), band(t.state)) == (value, place)


@case("4.2a", "6.1q", "24.1a")
@pytest.mark.parametrize(("scenario", "turn"), [("1", 13), ("2", 8)])
def test_points_are_counted_after_the_last_turn(table, scenario, turn):
    units = {**FAR, "A02": "0612"}
    assert table(scenario, turn=turn, phase="end", units=units).state.ending == "japanese-strategic"
    t = table(scenario, turn=turn - 1, phase="end", units=units, dice=[1])
    assert not t.over
    assert t.state.turn == turn


@case("4.2a")
@pytest.mark.parametrize(
    ("bonus", "ending", "winner"),
    [(0, "japanese-strategic", 1), (10, "japanese-operational", 1), (15, "draw", -1), (20, "allied-operational", 0),
     (30, "allied-strategic", 0)],
)  # fmt: skip
def test_the_game_can_end_in_every_band(table, bonus, ending, winner):
    t = table(turn=13, phase="interdiction", units={**FAR, "A02": "0612"}, tac={"US": {"tactical": 1}})
    t.state.allied_bonus = bonus
    t.end("end-interdiction", "end-movement")
    assert (t.state.ending, t.state.winner) == (ending, winner)


@case("3.0a")
def test_a_side_may_concede_at_any_time(table):
    t = table(turn=2, phase="bases", units={**FAR, "A02": "0612"})
    t.do("concede", side="Japanese")
    assert (t.state.ending, t.state.winner) == ("concession", 0)


@case("R9", "7.2b")
def test_concealed_counters_deceptions_and_guerrillas_control_their_hex(table):
    units = {"J61": "0515", "J55": "0521", "J01": "0611", "J68": "0826", "A02": "0612"}
    t = table(turn=2, phase="logistics", units=units, concealed=["J61", "J01"], lp={"Japanese": 0}, dice=[3])
    assert t.lp("Japanese") == 3 + 2


@case("5.1a")
def test_all_japanese_units_stack_and_fight_together(table):
    units = {"J01": "0615", "J45": "0615", "J30": "0615", "J55": "0514", "A01": "0614"}
    t = table(turn=2, phase="japanese-combat", units=units)
    t.plan("0614", "J01", "J55")
    assert {t.game.unit_ids[u] for u in t.state.agenda[-1].units} == {"J01", "J45", "J30", "J55"}


@case("5.1b", "R106", "13.1a")
def test_us_and_commonwealth_units_never_end_a_move_together(table):
    units = {**FAR, "A01": "0614", "A53": "0613", "A57": "0623", "A02": "0622"}
    t = table("2", turn=2, phase="allied-movement", units=units, bases=["A57"])
    t.do("move", "A01")
    assert "0613" in t.goals("to")
    t.do("to", "0613")
    assert not t.offers("stop")
    t.do("to", "0612").do("stop").do("move", "A02")
    t.do("to", "0623")
    assert not t.offers("stop")


@case("5.1c")
def test_us_and_commonwealth_units_may_attack_together(table):
    units = {"J01": "0615", "A01": "0614", "A53": "0514", "A02": "0614"}
    t = table("2", turn=2, phase="allied-combat", units={**units, "A53": "0515"})
    t.plan("0615", "A01", "A53")
    assert t.offers("confirm")


@case("5.1d", "16.0c", "R64")
def test_air_points_help_only_with_a_ground_unit_of_their_nation(table):
    units = {"J01": "0615", "A01": "0614"}
    t = table("2", turn=2, phase="allied-combat", units=units, support={"0615": ["Commonwealth"]})
    assert t.plan("0615", "A01").shifts() == {"City": -2}
    t.do("call-off").edit(support={"0615": ["US"]})
    assert t.plan("0615", "A01").shifts()["Ground support, 1 point"] == 1


@case("5.1d", "17.0c")
def test_gunfire_helps_only_with_a_ground_unit_of_its_nation(table):
    units = {"J01": "0520", "A01": "0420"}
    t = table(
        "2", turn=2, phase="allied-combat", units=units, gunfire={"US": {"staged": 1}, "Commonwealth": {"staged": 1}}
    )
    t.plan("0520", "A01").do("confirm")
    assert t.goals("gunfire") == {"US"}


@case("5.3a", "5.3b", "5.3c", "R102")
def test_nobody_moves_into_a_display(table):
    t = table(turn=2, phase="allied-movement", units={**FAR, "A01": "0420"}, amoy=1)
    t.do("move", "A01")
    assert t.goals("to") <= set(t.game.space_ids[: t.game.hexes])
    assert t.why(space="AMOY")
    assert len(t.why(space="J-AVAILABLE")) > 0


@case("4.2b", "4.2h")
def test_points_are_itemised_with_their_cases(table):
    t = table(turn=2, phase="bases", units={**FAR, "A39": "0522", "A01": "A-ELIMINATED"}, bases=["A39"])
    found = {p.cases[0]: p.value for p in points(t.state) if p.value}
    assert found == {"4.2b": 4, "4.2d": 1, "4.2e": 1, "4.2h": 1}


# --- R7 the other reading


LOST = {"A01": "A-REPLACEMENTS", "A02": "A-ELIMINATED", "A03": "0420", **FAR}


@case("4.2h", "4.2i", "R7")
@pytest.mark.parametrize(("options", "lost"), [([], 2), (["R7"], 1)])
def test_units_that_may_be_bought_back_count_against_the_allies_unless_the_match_reads_it_otherwise(
    table, options, lost
):
    t = table("1", options, turn=2, phase="bases", units=LOST)
    assert vp(t, 1) == lost
    assert [p.value for p in points(t.state) if p.cases[0] == "4.2h"] == [lost]


@case("4.2h", "4.2i", "R7", "8.3a")
@pytest.mark.parametrize(("options", "told"), [([], ["vp-lost"]), (["R7"], [])])
def test_the_log_says_what_the_loss_of_a_replaceable_unit_costs(table, options, told):
    units = {"A01": "0614", "A39": "0522", "A28": "0517", "J01": "0615", "J02": "0615", "J03": "0615"}
    t = table("1", options, turn=2, phase="allied-combat", units=units, bases=["A39"], lp={"Allied": 0})
    t.win("A1", "0615", "A01", dice=[1])
    (lost,) = t.told("eliminated")
    assert lost.args[2] == "replaceable"
    assert [term.kind for term in lost.sum if term.kind == "vp-lost"] == told


# --- 25.10 the camp in the outlook


def outlook(t, side):
    """What a side reads of the score, from what it may know."""
    number = GAME.side_index(side)
    verdict = GAME.ledger(GAME.redact(t.state, number), number, []).verdict
    return GAME.text.term(verdict)


@case("4.2j", "25.10d", "25.10e")
@pytest.mark.parametrize(("camp", "bonus"), [("0517", 0), ("J-ELIMINATED", 5), ("J-ELIMINATED", 0)])
@pytest.mark.parametrize("concealed", [True, False])
def test_the_outlook_of_both_sides_has_the_points_for_the_camp(table, camp, bonus, concealed):
    units = {**FAR, "A39": "0522", "J68": camp, "J02": "0612"}
    down = ["J01", "J02", *(["J68"] if concealed and camp == "0517" else [])]
    t = table("1", ["25.10"], turn=2, phase="bases", units=units, bases=["A39"], concealed=down)
    t.state.japanese_bonus = bonus
    assert net(t.state) == 6 - (3 if camp == "0517" else bonus)
    assert f"{net(t.state)} VP net".replace("-", "−") in outlook(t, "Allied")
    assert f"{net(t.state)} VP net, less 1 for each Allied unit lost".replace("-", "−") in outlook(t, "Japanese")


@case("4.2j", "25.5b", "11.0d")
def test_the_japanese_are_told_what_a_secret_purchase_of_the_97th_division_would_change(table):
    units = {**FAR, "A39": "0522"}
    for options, told in ((["25.5"], True), ([], False)):
        t = table("1", options, turn=2, phase="bases", units=units)
        assert ("less 5 if the 97th Division was recruited" in outlook(t, "Japanese")) == told
