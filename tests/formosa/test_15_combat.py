"""15.2-15.6: odds, shifts, results, counterattack."""

from __future__ import annotations

import pytest

from formosa.conftest import GAME
from grognard.games.formosa.odds import Combat, base_column, column, percentage

case = pytest.mark.case


def fighting(table, units, side="allied", options=(), scenario="1", **change):
    change = {"turn": 2, "lp": {"Allied": 0, "Japanese": 0}, **change}
    return table(scenario, options, phase=f"{side}-combat", units=units, **change)


def open_field(table, attackers=("A01",), defenders=("J01",), side="allied", **change):
    """A fight on open ground without any shift, between 0713 and 0612."""
    first, second = ("0713", "0612")
    units = dict.fromkeys(attackers, first) | dict.fromkeys(defenders, second)
    return fighting(table, {**units, **change.pop("units", {})}, side, **change)


# --- 15.2, 15.3


@case("15.2a", "15.0i", "15.0m")
def test_factors_are_added_and_the_percentage_gives_the_column(table):
    t = open_field(table, ("A01", "A02", "A07"), ("J01", "J07"))
    t.fight("0612", "A01", dice=[1])
    _, _, attack, defence, percent, name, _ = t.told("battle")[0].args
    assert (attack, defence, percent, name) == (17, 7, 242, "200–299%")


@case("15.2b")
def test_each_side_attacks_on_its_own_table(table):
    t = open_field(table, ("A51",), ("J07",), units={"A51": "0713"}).fight("0612", "A51", dice=[1])
    assert t.result() == GAME.crt[0].result(2, 1)
    t = open_field(table, ("A51",), ("J51",), "japanese")
    t.fight("0713", "J51", dice=[4])
    assert t.column() == "50–99%"
    assert t.result() == "AR"
    assert GAME.crt[0].result(1, 4) == "CA"


@case("15.3a", "15.3b", "R48")
@pytest.mark.parametrize(
    ("attack", "defence", "name"),
    [(1, 5, "≤49%"), (49, 100, "≤49%"), (1, 2, "50–99%"), (99, 100, "50–99%"), (1, 1, "100–199%"), (20, 3, "600–699%"),
     (7, 1, "≥700%"), (8, 1, "≥700%"), (5, 0, "≥700%")],
)  # fmt: skip
def test_columns_by_percentage(attack, defence, name):
    percent = percentage(attack, defence)
    found = max(i for i, least in enumerate(GAME.column_from) if percent >= least)
    assert GAME.crt[0].columns[found] == name


@case("15.3c", "15.4a", "15.4b")
def test_shifts_are_added_once_and_kept_on_the_table(table):
    t = fighting(table, {"A51": "0614", "J01": "0615", "J38": "0615"})
    c = Combat(0, [t.unit("A51")], [t.space("0615")], [t.unit("J01"), t.unit("J38")])
    assert (base_column(t.state, c), column(t.state, c)) == (0, 0)
    c.attack_lp = 9
    assert column(t.state, c) == 7
    c.attack_lp = 20
    assert column(t.state, c) == 8


# --- 15.4.1


@case("15.4.1a", "16.3d", "16.3c")
def test_each_tac_point_and_gunfire_unit_shifts_one_column(table):
    t = fighting(table, {"A01": "0420", "J01": "0520"}, support={"0520": ["US", "US"]}, gunfire={"US": {"staged": 2}})
    t.plan("0520", "A01")
    assert t.shifts()["Ground support, 2 points"] == 2
    t.do("confirm").do("gunfire", "US")
    assert t.shifts()["Naval gunfire, 1"] == 1


@case("15.4.1b", "17.0c", "17.0d")
def test_gunfire_in_defence_shifts_to_the_left(table):
    t = fighting(table, {"A01": "0420", "J01": "0520"}, "japanese", gunfire={"US": {"staged": 3}})
    t.plan("0420", "J01").do("confirm")
    assert (t.side, t.prompt()) == ("Allied", "commit-defence")
    t.do("gunfire", "US")
    assert t.shifts()["Naval gunfire, 1"] == -1
    t.do("gunfire", "US", dice=[1, 1])
    assert len(t.told("gunfire")) == 2


@case("15.4.1c", "16.5g", "R52")
def test_suppression_helps_an_allied_attack_on_the_hex(table):
    t = fighting(table, {"A01": "0614", "J01": "0615"}, suppressed="0615").plan("0615", "A01")
    assert t.shifts()["Suppressed by the B-29"] == 1


@case("16.5j", "R52")
def test_suppression_hampers_a_japanese_attack_out_of_the_hex(table):
    t = fighting(table, {"A01": "0614", "J01": "0615"}, "japanese", suppressed="0615").plan("0614", "J01")
    assert t.shifts()["Attack out of the suppressed hex"] == -1


@case("15.4.1d", "15.4.1e")
def test_letters_count_once(table):
    t = open_field(table, ("A31", "A32", "A34"), ("J26", "J27")).plan("0612", "A31")
    assert t.shifts() == {"Attacker with A": 1, "Defender with D": -1}
    t = open_field(table, ("A39",), ("J26",), bases=[]).plan("0612", "A39")
    assert t.shifts() == {"Defender with D": -1}


@case("15.4.1f", "R51")
def test_two_opposite_hexes_make_a_concentric_attack(table):
    t = fighting(table, {"A01": "0613", "A02": "0513", "J01": "0514", "A03": "0515"}).plan("0514", "A01", "A02")
    assert "Concentric attack" not in t.shifts()
    t.do("join", "A03")
    assert t.shifts()["Concentric attack"] == 1


@case("R51")
def test_against_two_hexes_nothing_is_concentric(table):
    t = fighting(table, {"A01": "0613", "A03": "0514", "J01": "0614", "J02": "0513"})
    t.plan("0614", "A01", "A03", also=["0513"])
    assert "Concentric attack" not in t.shifts()


@case("15.4.1h", "15.4.1i", "15.4.1j", "LPA.i", "LPJ.h", "R49")
def test_lp_shifts_need_supply_and_are_limited(table):
    units = {"A01": "0520", "A39": "0419", "J01": "0620", "J38": "0621"}
    t = fighting(table, units, bases=["A39"], lp={"Allied": 5, "Japanese": 5})
    t.plan("0620", "A01").do("confirm").do("add-lp").do("add-lp")
    assert (t.side, t.prompt()) == ("Japanese", "commit-defence")
    assert t.shifts()["Attack, 2 logistics points"] == 2
    t.do("add-lp", dice=[1])
    assert (t.lp("Allied"), t.lp("Japanese")) == (3, 4)


@case("15.4.1i", "15.4.1j", "LPJ.h")
def test_the_japanese_attacker_and_the_allied_defender_spend_1_lp_at_most(table):
    units = {"A01": "0520", "A39": "0419", "J01": "0620", "J38": "0621"}
    t = fighting(table, units, "japanese", bases=["A39"], lp={"Allied": 5, "Japanese": 5})
    t.plan("0520", "J01").do("confirm").do("add-lp")
    assert (t.side, t.prompt()) == ("Allied", "commit-defence")
    t.do("add-lp", dice=[1, 1])
    assert [e.args[0] for e in t.told("combat-lp")] == [1, 0]


@case("19.5b", "15.4.1h")
def test_without_supply_no_lp_can_be_spent(table):
    units = {"A01": "0520", "J01": "0620"}
    t = fighting(table, units, "japanese", lp={"Allied": 5, "Japanese": 5})
    t.plan("0520", "J01").do("confirm")
    assert (t.side, t.verbs()) == ("Allied", {"ready"})
    assert "19.5b" in t.why()[0:3] or not t.offers("add-lp")


@case("15.4.1k", "19.4a", "19.4b", "19.4c", "R78")
def test_air_supply_helps_units_without_a_line_once_a_turn(table):
    t = open_field(table, ("A01",), ("J01",), air_supply="available").plan("0612", "A01").do("confirm")
    t.do("fly-supply", dice=[1])
    assert t.told("air-supply")
    assert t.state.air_supply == 3
    units = {"A01": "0520", "A39": "0419", "J01": "0620"}
    t = (
        fighting(table, units, bases=["A39"], air_supply="available", lp={"Allied": 1})
        .plan("0620", "A01")
        .do("confirm")
    )
    assert not t.offers("fly-supply")


@case("19.4c", "15.4.1k")
def test_air_supply_helps_the_defence_too(table):
    t = open_field(table, ("A01",), ("J01",), "japanese", air_supply="available").plan("0713", "J01").do("confirm")
    shown = t.game.preview(t.state, 0, ("fly-supply",))
    assert ("Air supply", "−1") in {(row["text"], row["value"]) for row in shown["shifts"]}


@case("19.4d", "R41", "13.1c")
def test_air_supply_does_not_go_where_the_b29_is(table):
    units = {"A01": "0420", "J01": "0520"}
    for hex_, offered in (("0420", False), ("0612", True)):
        t = fighting(table, units, "japanese", air_supply="available", b29_hex=hex_).plan("0420", "J01").do("confirm")
        assert t.offers("fly-supply") == offered


@case("R78", "5.1d")
def test_air_supply_is_for_us_units(table):
    for unit, offered in (("A53", False), ("A01", True)):
        units = {unit: "0420", "J01": "0520"}
        t = fighting(table, units, "japanese", scenario="2", air_supply="available").plan("0420", "J01").do("confirm")
        assert t.offers("fly-supply") == offered


@case("15.4.1l", "15.4.1n")
@pytest.mark.parametrize(
    ("hex_", "japanese", "allied"),
    [("0614", 0, 0), ("0513", 0, 0), ("0716", 1, 1), ("0915", 2, 1), ("1015", 3, 2), ("0615", 2, 1), ("0517", 1, 0),
     ("0619", 1, 1), ("1603", 2, 1)],
)  # fmt: skip
def test_only_the_best_terrain_counts_and_the_sides_differ(hex_, japanese, allied):
    h = GAME.space_index[hex_]
    assert (GAME.terrain_shift[1][h][0], GAME.terrain_shift[0][h][0]) == (japanese, allied)


@case("R47", "15.1c")
def test_in_a_multi_hex_defence_the_best_hex_counts(table):
    t = fighting(table, {"A01": "0614", "J01": "0615", "J02": "0515"}).plan("0615", "A01", also=["0515"])
    assert t.shifts()["City"] == -2
    assert t.state.agenda[-1].combat(t.state).defenders == [t.unit("J01"), t.unit("J02")]


@case("15.4.1m", "R47", "15.4.1o")
def test_a_river_counts_only_when_all_attack_across_it_bridged_or_not(table):
    t = fighting(table, {"A01": "0616", "J01": "0615", "A02": "0614"})
    t.do("attack", "0615") if t.prompt() == "combat" else None
    t.do("join", "A01")
    assert t.shifts()["All across a river"] == -1
    t.do("join", "A02")
    assert "All across a river" not in t.shifts()
    t = fighting(table, {"A01": "0713", "J01": "0714"}).plan("0714", "A01")
    assert t.shifts()["All across a river"] == -1


# --- 15.5 results


@case("15.5a", "15.5b")
def test_a1_one_attacker_of_the_owners_choice(table):
    t = open_field(table, ("A01", "A07"), ("J01", "J02")).fight("0612", "A01", dice=[1])
    assert t.result() == "A1"
    assert t.goals("lose") == {"A01", "A07"}
    t.do("lose", "A07")
    assert (t.where("A01"), t.where("J01")) == ("0713", "0612")


@case("15.5c", "15.1e")
def test_ae_all_attackers(table):
    t = open_field(table, ("A39", "A40"), ("J01", "J02", "J03")).fight("0612", "A39", dice=[1])
    assert t.result() == "AE"
    assert t.where("A39") == t.where("A40") == "A-ELIMINATED"


@case("15.5d")
def test_ar_all_attackers_retreat_one_hex(table):
    t = open_field(table, ("A01",), ("J01", "J02")).fight("0612", "A01", dice=[3])
    assert t.result() == "AR"
    assert t.prompt() == "retreat"
    t.do("retreat", "0812")
    assert t.where("A01") == "0812"


@case("15.5e")
def test_b1_one_on_each_side_and_an_advance_when_nobody_is_left(table):
    t = open_field(table, ("A01", "A02"), ("J01",)).fight("0612", "A01", dice=[3])
    assert t.result() == "B1"
    t.do("lose", "A01")
    assert t.where("J01") == "J-ELIMINATED"
    t.do("advance", "A02", "0612")
    assert t.where("A02") == "0612"


@case("15.5e")
def test_b1_without_an_advance_when_a_defender_is_left(table):
    t = open_field(table, ("A01", "A02", "A03"), ("J01", "J02")).fight("0612", "A01", dice=[4])
    assert t.result() == "B1"
    t.do("lose", "A01").do("lose", "J01")
    assert t.prompt() != "advance"


@case("15.5f", "R53")
def test_bb_the_weaker_side_dies_and_the_stronger_gives_as_much(table):
    t = open_field(table, ("A01", "A07", "A39"), ("J01",)).fight("0612", "A01", dice=[4])
    assert t.result() == "BB"
    t.do("lose", "A39")
    assert t.goals("lose") == {"A01", "A07"}
    t.do("lose", "A07")
    assert t.where("J01") == "J-ELIMINATED"
    assert t.prompt() == "advance"


@case("R53")
def test_bb_with_equal_factors_kills_both(table):
    t = open_field(table, ("A49",), ("J01",)).fight("0612", "A49", dice=[6])
    assert t.result() == "BB"
    assert t.where("A49") == "A-ELIMINATED"
    assert t.where("J01") == "J-ELIMINATED"


@case("15.5g", "15.6c")
def test_ca_has_no_effect_against_a_fortress(table):
    units = {"A01": "0614", "A02": "0614", "J38": "0615", "J01": "0615"}
    t = fighting(table, units).fight("0615", "A01", dice=[5])
    assert t.result() == "CA"
    assert len(t.told("battle")) == 1


@case("15.5h")
def test_d1_one_defender(table):
    t = open_field(table, ("A01", "A02"), ("J07", "J26")).fight("0612", "A01", dice=[6])
    assert t.result() == "BB"
    t = open_field(table, ("A01", "A02"), ("J07",)).fight("0612", "A01", dice=[4])
    assert t.result() == "D1"
    assert t.where("J07") == "J-ELIMINATED"
    assert t.prompt() == "advance"


@case("15.5i", "15.8a")
def test_dr_all_defenders_retreat_and_the_attackers_may_advance(table):
    t = open_field(table, ("A01", "A02", "A03"), ("J01",)).fight("0612", "A01", dice=[5])
    assert t.result() == "DR"
    assert (t.side, t.prompt()) == ("Japanese", "retreat")
    t.do("retreat", "0513")
    assert (t.side, t.prompt()) == ("Allied", "advance")
    assert t.goals("advance") == {"0612"}


@case("15.5j", "15.8c", "15.8b")
def test_de_all_defenders_and_an_advance_of_one_or_two_hexes(table):
    t = open_field(table, ("A01", "A02", "A03"), ("J45",)).fight("0612", "A01", dice=[5])
    assert t.result() == "DE"
    assert {"0612", "0513", "0613", "0611"} <= t.goals("advance")
    assert "0713" not in t.goals("advance")  # where they stand: that would be no advance
    t.do("advance", "A01", "0613").do("advance", "A02", "0612").do("stay")
    assert [t.where(u) for u in ("A01", "A02", "A03")] == ["0613", "0612", "0713"]


# --- 15.6 counterattack


@case("15.6a", "15.6b", "15.6e", "15.4.1g", "15.5g", "R56")
def test_the_defenders_counterattack_one_hex_with_plus_1_and_nothing_else(table):
    units = {"A31": "0614", "A07": "0516", "J01": "0615", "J26": "0615", "J30": "0615"}
    t = fighting(table, units, gunfire={"US": {"staged": 2}}, lp={"Japanese": 5}).fight("0615", "A31", "A07", dice=[6])
    assert t.result() == "CA"
    assert t.side == "Japanese"
    assert t.goals("counterattack") == {"0614", "0516"}
    t.do("counterattack", "0614", dice=[1])
    args = t.told("battle")[1].args
    assert args[2:5] == (10, 5, 200)
    assert args[5] == "300–399%"
    assert t.result() == GAME.crt[1].result(4, 1)


@case("15.6c")
def test_a_second_ca_is_nothing(table):
    t = open_field(table, ("A07",), ("J07",))
    t.fight("0612", "A07", dice=[3, 3])
    assert [e.args[1] for e in t.told("result")] == ["CA", "CA"]
    assert (t.where("A07"), t.where("J07")) == ("0713", "0612")


@case("15.6d", "15.8.1d", "R56")
def test_counterattackers_may_advance_and_original_attackers_do_not(table):
    t = open_field(table, ("A51",), ("J01",))
    t.fight("0612", "A51", dice=[4, 6])
    assert [e.args[1] for e in t.told("result")] == ["CA", "D1"]
    assert (t.side, t.prompt()) == ("Japanese", "advance")
    t.do("advance", "J01", "0713")
    assert t.where("J01") == "0713"


@case("15.6f")
def test_a_counterattack_is_never_below_50_percent():
    s = GAME.new("1", {})
    c = Combat(1, [GAME.unit_index["J51"]], [GAME.space_index["0713"]], [GAME.unit_index["A01"]], is_counterattack=True)
    assert GAME.crt[1].columns[column(s, c)] == "50–99%"


@case("R54")
def test_allied_defenders_with_a_base_counterattack_too(table):
    units = {"A39": "0623", "A01": "0623", "J01": "0723", "J02": "0723"}
    t = fighting(table, units, "japanese", bases=["A39"]).fight("0623", "J01", dice=[3, 3, 1])
    assert t.told("result")[0].args[1] == "CA"
    assert t.told("battle")[1].args[2:4] == (6 + 2, 8)


@case("R55")
def test_all_units_of_the_chosen_hex_defend_against_a_counterattack(table):
    units = {"J38": "0615", "J02": "0615", "A51": "0614"}
    t = fighting(table, units, "japanese")
    t.plan("0614", "J02").do("confirm")
    t.ready(dice=[3, 1])
    assert t.told("battle")[1].args[3] == 4 + 4


# --- 15.7g, 15.8


@case("15.7g", "R58")
def test_units_with_a_static_unit_ignore_retreats(table):
    units = {"A01": "0614", "A02": "0614", "A03": "0614", "A04": "0614", "J38": "0615", "J55": "0615"}
    t = fighting(table, units, support={"0615": ["US", "US"]}, lp={"Allied": 0}).fight("0615", "A01", dice=[5])
    assert t.result() in ("DR", "D1")
    t = fighting(table, {"A39": "0623", "A01": "0623", "J01": "0723", "J02": "0723", "J03": "0723"}, bases=["A39"])
    t.plan("0723", "A01").confirm(dice=[3])
    assert t.result() == "AR"
    assert t.where("A01") == "0623"
    assert t.told("stands-fast")


@case("15.8d", "15.8.1a")
def test_attackers_enter_any_cleared_hex_of_several(table):
    units = {"A01": "0614", "A02": "0614", "A03": "0614", "A04": "0614", "J01": "0615", "J51": "0515"}
    t = fighting(table, units).fight("0615", "A01", also=["0515"], dice=[4])
    assert t.result() == "B1"
    t.do("lose", "A01").do("lose", "J51")
    assert t.goals("advance") == {
        "0515",
    }
    t.do("stay")
    assert t.where("A02") == "0614"


@case("15.8.1c")
def test_who_advances_does_not_attack_again(table):
    units = {"A01": "0614", "A02": "0614", "A03": "0614", "J55": "0514", "J02": "0413"}
    t = fighting(table, units, concealed=[])
    t.fight("0514", "A01", dice=[6])
    t.do("advance", "A01", "0514").do("stay")
    assert t.phase() != "allied-combat" or not t.offers("join", "A01")


@case("R60", "15.8a", "13.1a")
def test_static_units_never_advance_and_full_hexes_are_not_offered(table):
    units = {"A39": "0623", "A01": "0623", "A02": "0623", "J55": "0723"}
    t = fighting(table, units, bases=["A39"])
    t.plan("0723", "A01", "A39", "A02").confirm(dice=[6])
    assert {w[1] for w in t.options("advance")} == {"A01", "A02"}


@case("15.8.1b", "R60")
def test_tanks_advance_into_mountains_only_along_a_road(table):
    units = {"A31": "0815", "A01": "0815", "J55": "0915"}
    t = fighting(table, units).plan("0915", "A31", "A01").confirm(dice=[6])
    assert t.offers("advance", "A31", "0915")
    assert not [w for w in t.options("advance") if w[1] == "A31" and w[2] in ("0914", "1014", "0916")]
    assert [w for w in t.options("advance") if w[1] == "A01" and w[2] == "0914"]


# --- 16.3 support


@case("16.3a", "16.3b", "15.0f")
def test_support_is_placed_before_attacks_on_hexes_next_to_friends(table):
    units = {"A01": "0614", "J01": "0615", "J02": "0612"}
    t = fighting(table, units, tac={"US": {"tactical": 3}})
    assert t.prompt() == "support"
    assert {w[2] for w in t.options("support")} == {"0615"}
    assert "16.3b" in t.why(space="0612")
    t.do("support", "US", "0615").do("support", "US", "0615")
    assert t.prompt() == "plan-attack"


@case("16.3c", "13.1b", "13.2b")
def test_two_allied_points_and_one_japanese_point_per_hex(table):
    t = fighting(table, {"A01": "0614", "J01": "0615"}, "japanese", tac={"Japan": {"tactical": 2}})
    t.do("support", "Japan", "0614")
    assert t.prompt() == "plan-attack"
    assert t.shifts()["Ground support, 1 point"] == 1 if t.state.agenda[-1].units else True


@case("13.1b", "16.1h")
def test_us_and_british_air_never_share_a_hex(table):
    units = {"A01": "0614", "J01": "0615"}
    t = fighting(table, units, scenario="2", tac={"US": {"tactical": 1}, "Commonwealth": {"tactical": 1}})
    t.do("support", "US", "0615")
    assert t.prompt() == "plan-attack"


@case("13.1c", "R41")
def test_no_support_goes_where_the_b29_is(table):
    t = fighting(table, {"A01": "0614", "J01": "0615"}, tac={"US": {"tactical": 1}}, b29_hex="0615")
    assert t.prompt() == "plan-attack"


@case("16.3e", "16.3f", "R64", "16.1f")
def test_support_flies_home_after_its_combat_and_helps_only_attacks(table):
    t = fighting(table, {"A01": "0614", "A02": "0614", "J01": "0615"}, support={"0615": ["US", "US"]})
    t.fight("0615", "A01", dice=[1, 1])
    assert t.state.support_hex == []
    assert t.state.tac_flown[0] == 2
    t = fighting(table, {"A01": "0614", "J01": "0615"}, "japanese", support={"0614": ["US"]})
    assert "Ground support, 1 point" not in t.plan("0614", "J01").shifts()


@case("R64")
def test_points_on_all_defending_hexes_count(table):
    units = {"A01": "0614", "J01": "0615", "J02": "0515"}
    t = fighting(table, units, support={"0615": ["US", "US"], "0515": ["US"]}).plan("0615", "A01", also=["0515"])
    assert t.shifts()["Ground support, 3 points"] == 3


@case("R106", "5.1d")
def test_us_and_british_air_may_lie_on_different_hexes_of_one_defence(table):
    units = {"A01": "0614", "A53": "0516", "J01": "0615", "J02": "0515"}
    support = {"0615": ["US"], "0515": ["Commonwealth"]}
    t = fighting(table, units, scenario="2", support=support).plan("0615", "A01", "A53", also=["0515"])
    assert t.shifts()["Ground support, 2 points"] == 2


# --- 17.0 gunfire


@case("17.0a", "17.0e", "R71", "R72")
def test_a_gunfire_unit_supports_one_combat_per_phase_and_is_never_lost(table):
    units = {"A01": "0420", "J01": "0520", "A02": "0623", "J02": "0723"}
    t = fighting(table, units, gunfire={"US": {"staged": 1}})
    t.plan("0520", "A01").do("confirm").do("gunfire", "US").ready(dice=[1])
    t.plan("0723", "A02").confirm(dice=[1])
    assert len(t.told("gunfire")) == 1
    assert t.state.gunfire_staged == [1, 0]


@case("R72")
def test_gunfire_is_fresh_again_in_the_next_phase(table):
    t = fighting(table, {"A01": "0420", "J01": "0520"}, "japanese", gunfire={"US": {"staged": 1, "spent": 1}})
    t.plan("0420", "J01").do("confirm")
    assert t.offers("gunfire", "US")


@case("17.0c", "R73")
def test_gunfire_needs_an_allied_unit_in_a_coastal_hex(table):
    t = fighting(table, {"A01": "0614", "J01": "0615"}, gunfire={"US": {"staged": 1}}, lp={"Allied": 0})
    t.fight("0615", "A01", dice=[1])
    assert not t.told("gunfire")


@case("17.0a", "R71")
def test_gunfire_kept_in_available_does_not_support(table):
    t = fighting(table, {"A01": "0420", "J01": "0520"}, "japanese", gunfire={"US": {"available": 4, "staged": 0}})
    t.plan("0420", "J01").do("confirm")
    assert not t.options("gunfire")


@case("18.0d")
def test_after_a_sortie_there_is_no_gunfire(table):
    t = fighting(table, {"A01": "0420", "J01": "0520"}, "japanese", gunfire={"US": {"staged": 1}}, no_gunfire=1)
    t.plan("0420", "J01").do("confirm")
    assert not t.options("gunfire")


@case("R106", "17.0d")
def test_us_and_british_gunfire_may_support_one_combat_if_both_nations_fight(table):
    units = {"A01": "0420", "A53": "0521", "J01": "0520"}
    guns = {"US": {"staged": 1}, "Commonwealth": {"staged": 1}}
    t = fighting(table, units, scenario="2", gunfire=guns).plan("0520", "A01", "A53").do("confirm")
    t.do("gunfire", "US").do("gunfire", "Commonwealth", dice=[1])
    assert len(t.told("gunfire")) == 2


@case("14.2c", "15.8b")
def test_an_advance_enters_and_passes_enemy_zones(table):
    t = open_field(table, ("A01", "A02", "A03"), ("J45",), units={"J46": "0512"}).fight("0612", "A01", dice=[5])
    assert t.result() == "DE"
    assert {"0612", "0513", "0611"} <= t.goals("advance")


@case("13.1d", "13.1e", "17.0d")
def test_ground_air_and_naval_limits_are_independent(table):
    units = {"A01": "0420", "A02": "0420", "A03": "0420", "A04": "0420", "J01": "0520"}
    t = fighting(table, units, support={"0520": ["US", "US"]}, gunfire={"US": {"staged": 3}})
    t.plan("0520", "A01").do("confirm").do("gunfire", "US")
    assert t.shifts()["Naval gunfire, 1"] == 1
    assert t.shifts()["Ground support, 2 points"] == 2
    t.do("gunfire", "US", dice=[1, 1])
    assert len(t.told("gunfire")) == 2
