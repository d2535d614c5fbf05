"""The worked examples X1 to X15 as acceptance tests."""

from __future__ import annotations

import pytest

from formosa.conftest import GAME
from grognard.games.formosa.hex_movement import step_halves
from grognard.games.formosa.odds import Combat, base_column, column

case = pytest.mark.case
HERE = {"J01": "1110", "A01": "0420"}


def fighting(table, units, side="allied", **change):
    change = {"turn": 2, "lp": {"Allied": 0, "Japanese": 0}, **change}
    return table(phase=f"{side}-combat", units=units, **change)


@case("12.1b")
def test_x1_an_unbridged_river_into_open_terrain_costs_2_mp(table):
    t = table(turn=2, phase="allied-movement", units={"J01": "1110", "A07": "0616"})
    assert step_halves(t.state, t.unit("A07"), t.space("0616"), t.space("0615")) == 4
    t.do("move", "A07").do("to", "0615")
    assert t.asked.about[2] == 10 - 4


@case("15.3a")
def test_x2_1_against_5_is_20_percent(table):
    t = fighting(table, {"J51": "0713", "A07": "0612"}, "japanese")
    t.fight("0612", "J51", dice=[1, 1])
    assert t.told("battle")[0].args[2:6] == (1, 5, 20, "≤49%")


@case("15.3b")
def test_x3_8_against_1_is_800_percent(table):
    t = fighting(table, {"J51": "0612", "A01": "0713", "A39": "0713"})
    t.fight("0612", "A01", dice=[1])
    assert t.told("battle")[0].args[2:6] == (8, 1, 800, "≥700%")


@case("15.4a")
def test_x4_one_right_shift_and_two_left_ones_from_400_give_300(table):
    units = {"J26": "0716", "A31": "0616", "A01": "0616", "A39": "0616"}
    t = fighting(table, units)
    c = Combat(0, [t.unit(u) for u in ("A31", "A39", "A28")], [t.space("0716")], [t.unit("J26")])
    assert GAME.crt[0].columns[base_column(t.state, c)] == "400–499%"
    assert GAME.crt[0].columns[column(t.state, c)] == "300–399%"


@case("15.4b")
def test_x5_20_against_1_with_terrain_lands_one_column_left_of_the_last(table):
    units = {"J51": "0517", "A01": "0616", "A02": "0616", "A03": "0616", "A39": "0616"}
    t = fighting(table, units).fight("0517", "A01", dice=[1])
    assert t.told("battle")[0].args[2:6] == (20, 1, 2000, "600–699%")
    assert "20 to 1, 2000%" in t.game.sentence(t.told("battle")[0])
    t = fighting(table, units).plan("0517", "A01")
    (shown,) = t.game.previews(t.state, 0)
    assert "2000%" in [row["value"] for row in shown["shifts"]]


@case("15.5f")
def test_x6_bloodbath(table):
    t = fighting(table, {"J07": "0612", "A07": "0713", "A08": "0713"}).fight("0612", "A07", dice=[4])
    assert t.result() == "BB"
    t.do("lose", "A07")
    assert t.where("J07") == "J-ELIMINATED"
    t.do("advance", "A08", "0612")
    assert t.where("A08") == "0612"


@case("15.8a")
def test_x7_d1_against_two_units_in_one_hex_gives_no_advance(table):
    units = {"J07": "0612", "J45": "0612", "A01": "0713", "A02": "0713", "A03": "0713", "A04": "0713"}
    t = fighting(table, units).fight("0612", "A01", dice=[4])
    assert t.result() == "D1"
    t.do("lose", "J45")
    assert t.prompt() != "advance"


@case("15.8d")
def test_x8_d1_against_two_hexes_opens_the_hex_of_the_lost_unit(table):
    units = {"J07": "0612", "J45": "0613", "A01": "0713", "A02": "0713", "A03": "0713", "A04": "0713"}
    t = fighting(table, units).fight("0612", "A01", also=["0613"], dice=[5])
    told = t.game.sentence(t.told("attack")[0])
    assert all(t.game.space_names[t.space(hex_)] in told for hex_ in ("0612", "0613"))
    assert t.result() == "D1"
    t.do("lose", "J45")
    assert t.goals("advance") == {"0613"}


@case("2.5b", "16.0a")
def test_x9_two_points_are_two_points_however_they_are_counted(table):
    t = table(turn=2, phase="planning", units=HERE, tac={"US": {"available": 2}})
    t.do("assign", "US", "superiority").do("assign", "US", "tactical")
    assert sum(box[0] for box in (t.state.tac_available, t.state.tac_superiority, t.state.tac_tactical)) == 2


@case("16.2d", "16.2e")
@pytest.mark.parametrize(
    "split", [("superiority", "superiority"), ("superiority", "tactical"), ("tactical", "tactical")]
)
def test_x10_two_lost_points_may_be_split_in_any_way(table, split):
    tac = {"Japan": {"superiority": 5}, "US": {"superiority": 2, "tactical": 2}}
    t = table(turn=2, phase="superiority", units=HERE, tac=tac, dice=[1, 6])
    assert (t.side, t.prompt()) == ("Allied", "air-losses")
    t.dice.faces.append(1)
    for box in split:
        if t.prompt() == "air-losses":
            t.do("lose-tac", "US", box)
    lost = split.count("tactical")
    assert t.state.tac_tactical[0] == 2 - lost
    assert t.state.tac_flown[0] == 2 - (2 - lost)


@case("21.0f")
def test_x11_three_embark_and_one_debarks_and_a_fifth_is_refused(table):
    units = {
        "A39": "0623",
        "A01": "0623",
        "A02": "0623",
        "A03": "0623",
        "A04": "STAGING",
        "A05": "STAGING",
        "A06": "0420",
    }
    t = table(turn=2, phase="transfer", units={"J01": "1110", **units}, bases=["A39"])
    for unit in ("A01", "A02", "A03"):
        t.do("ship", unit).do("ship-to", "STAGING")
    t.do("ship", "A04").do("ship-to", "0623")
    t.do("ship", "A05")
    assert (t.where("A04"), t.where("A05")) == ("0623", "0420")
    assert t.state.departures.count(t.space("0623")) + t.state.arrivals.count(t.space("0623")) == 4


@case("24.1e")
def test_x12_a_japanese_set_up_roll_of_6_gives_21_lp(table):
    t = table(dice=[1, 1, 6])
    assert t.lp("Japanese") == 21


@case("15.6f")
def test_x13_a_weak_counterattack_is_resolved_on_50_to_99(table):
    t = fighting(table, {"J51": "0612", "A07": "0713"})
    t.fight("0612", "A07", dice=[1, 1])
    assert t.told("battle")[0].args[4] == 500
    c = Combat(1, [t.unit("J51")], [t.space("0713")], [t.unit("A07")], is_counterattack=True)
    assert GAME.crt[1].columns[column(t.state, c)] == "50–99%"


@case("24.1j")
def test_x14_of_30_set_up_lp_20_are_kept(table):
    t = table(phase="allied-set-up", units={"J01": "1110"}).do("end-set-up")
    assert t.lp("Allied") == 20


@case("9.1a")
@pytest.mark.parametrize(("die", "captured"), [(1, 2), (2, 0)])
def test_x15_amoy_on_turn_2(table, die, captured):
    assert table(turn=2, phase="amoy", units=HERE, dice=[die]).state.amoy == captured
