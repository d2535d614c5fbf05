"""Chapters 11 and 12: the objectives of Turns 2 and 3, raids and breaks, and Turn 4."""

from __future__ import annotations

import pytest

from grognard.games.whitesun.guerrilla_attacks import WE_FIRE, Raid, fewest_breaks, lies_between_cities, raid_hex
from grognard.games.whitesun.movement import halt_bar
from grognard.games.whitesun.objectives import eligible_ports
from grognard.kernel.bits import bitset, members
from whitesun.conftest import GAME, HIT, NOTHING, X, fire

case = pytest.mark.case
DIVISION, BRIGADE, PORT, CHANGSHA, RAID = 1, 2, 3, 5, 6
THREE = ["R-17D", "R-32D", "R-44D"]
PORTS = ["3302", "3702", "5513", "5615", "5710"]


def turn(table, number: int, *dice, **change):
    """Phase II of Turn 2 or 3, the objective area taken, eight units ready."""
    japanese = ["area", *change.pop("japanese", [])]
    settings = {"turn": number, "phase": "first", "ready": X, "flotilla": "gone", "pool": THREE}
    return table(dice, **{**settings, "japanese": japanese, **change})


def names(hexes: int) -> set[str]:
    return {GAME.space_ids[h] for h in members(hexes)}


# --- 11.1, 11.2


@case("11.1b", "R70")
def test_one_to_four_units_an_operation(table):
    t = turn(table, 2, PORT).do("port", "3302").muster(*X[:4])
    assert not t.options("join")
    assert t.why("J-108D") == ["11.1b", "R70"]


@case("11.2a")
@pytest.mark.parametrize(("die", "prompt"), [(1, "call-up"), (2, "call-up"), (3, "choose-port"), (4, "choose-port"),
                                             (5, "muster"), (6, "muster")])  # fmt: skip
def test_the_objective_is_rolled(table, die, prompt):
    t = turn(table, 2, die, *THREE, units={"J-9D": "GARRISON", "J-10D": "GARRISON", "J-9IMB": "GARRISON",
                                          "J-8IMB": "GARRISON"})  # fmt: skip
    assert t.asked.prompt == prompt


@case("11.2b", "11.2c")
def test_the_player_picks_force_and_start_and_must_assign_somebody(table):
    t = turn(table, 2, PORT).do("port", "3302")
    assert t.verbs() == {"join", "join-strongest"}, "no way round it"
    t.muster("J-3D").do("land", "3302", dice=[*NOTHING, 5, *THREE[:2], *fire(2, HIT), *[3] * 9])
    assert len(t.told("drawn")) == 2, "by the defence table"


@case("11.2d", "R47", "5.3b")
def test_objectives_are_rolled_until_everybody_has_operated(table):
    t = turn(table, 2, PORT, ready=["J-3D", "J-5D"], pool=[]).do("port", "3302").muster("J-3D")
    t.do("land", "3302", dice=[*NOTHING, 1, PORT])
    assert t.where("J-3D") == "T3"
    assert t.asked.prompt == "choose-port", "the next objective"
    assert "end-phase" not in t.verbs()
    t.do("port", "3702")
    assert not t.offers("end-phase")


@case("R47")
def test_a_result_without_effect_uses_up_a_unit(table):
    t = turn(table, 2, DIVISION)
    assert t.asked.prompt == "spend"
    t.do("spend", "J-3D", dice=[PORT])
    assert t.where("J-3D") == "T3"


@case("R47")
def test_a_force_must_enter_a_hex(table):
    t = turn(table, 2, PORT).do("port", "3302").muster("J-3D").do("start", "2504")
    assert not t.offers("halt")
    assert halt_bar(t.state).cases == ("11.2b", "R47")
    t.advance("2604").do("halt", dice=[PORT])
    assert t.where("J-3D") == "T3"


# --- the table


@case("OT.1", "R46", "R65")
def test_row_1_calls_up_a_division(table):
    units = {"J-9D": "GARRISON", "J-114D": "GARRISON", "J-9IMB": "GARRISON", "J-1Tk": "GARRISON"}
    t = turn(table, 2, DIVISION, units=units)
    assert t.goals("call-up") == {"J-9D", "J-114D"}
    t.do("call-up", "J-9D", dice=[PORT])
    assert t.where("J-9D") == "READY"
    assert t.asked.prompt == "choose-port", "no operation: the die is rolled again"


@case("OT.2", "R46", "R65")
def test_row_2_calls_up_a_brigade(table):
    units = {"J-9D": "GARRISON", "J-9IMB": "GARRISON", "J-4Cav": "GARRISON", "J-1Tk": "GARRISON"}
    t = turn(table, 2, BRIGADE, units=units)
    assert t.goals("call-up") == {"J-9IMB", "J-4Cav"}


@case("OT.3a", "R48")
def test_capture_port_offers_the_chinese_ports_and_ends_with_the_capture(table):
    t = turn(table, 2, PORT)
    assert t.goals("port") == set(PORTS)
    t.do("port", "3302").muster("J-3D").edit(pool=[])
    t.do("land", "3302", dice=[*NOTHING, 1, PORT])
    assert t.own("3302")
    assert t.where("J-3D") == "T3", "the operation is over"
    assert t.goals("port") == set(PORTS) - {"3302"}


@case("R48")
def test_a_port_operation_may_start_anywhere(table):
    t = turn(table, 2, PORT).do("port", "3302").muster("J-3D")
    assert t.options("start")
    assert t.options("enter")
    assert "3402" in t.goals("land")


@case("OT.3b", "9.16c", "R28")
def test_on_turn_3_one_unit_occupies_a_treaty_port_without_dice(table):
    t = turn(table, 3, PORT)
    (hong_kong,) = t.goals("port") & {"4906", "5007"}
    assert t.goals("port") == {*PORTS, hong_kong, "5107", "5511"}
    t.do("port", hong_kong).do("occupy", "J-2IMB", dice=[PORT])
    assert t.own("4906")
    assert t.own("5007"), "both hexes of Hong Kong"
    assert not t.own("5107")
    assert t.where("J-2IMB") == "T4"
    assert not t.told("entry")
    t.do("port", "5511").do("occupy", "J-3IMB", dice=[PORT])
    assert t.own("5511")


@case("OT.3c")
@pytest.mark.parametrize(("die", "row"), [(1, "changsha"), (3, "changsha"), (4, "raid"), (6, "raid")])
def test_with_all_ports_taken_a_second_die(table, die, row):
    t = turn(table, 2, PORT, die, *THREE, japanese=PORTS)
    assert t.told("objective-is")[0].args == (row,)


@case("OT.5c")
@pytest.mark.parametrize(("die", "row"), [(3, "port"), (4, "raid")])
def test_with_changsha_taken_a_second_die(table, die, row):
    t = turn(table, 2, CHANGSHA, die, japanese=["3913"])
    assert t.told("objective-is")[0].args == (row,)


@case("OT.3c", "OT.5c")
def test_with_ports_and_changsha_taken_it_is_a_raid_at_once(table):
    for die in (PORT, CHANGSHA):
        t = turn(table, 2, die, japanese=[*PORTS, "3913"])
        assert t.told("objective-is")[0].args == ("raid",)
        assert not t.told("alternative")


@case("R48")
def test_treaty_ports_do_not_count_as_left_on_turn_2(table):
    assert eligible_ports(turn(table, 2, RAID, japanese=PORTS).state) == 0
    assert names(eligible_ports(turn(table, 3, RAID, japanese=PORTS).state)) == {"4906", "5007", "5107", "5511"}


# --- Changsha


@case("11.3", "OT.5b", "R49")
def test_the_first_drive_finds_three_units_a_fort_and_a_depot(table):
    t = turn(table, 2, CHANGSHA, *THREE)
    assert t.at("3913") == {*THREE, "F-3913", "S-3913"}
    assert t.state.standing == bitset(map(t.unit, THREE))
    assert t.state.changsha_set
    again = turn(table, 2, CHANGSHA, changsha_set=1)
    assert not again.told("changsha-set")


@case("OT.5a", "R49")
def test_the_drive_starts_in_the_closest_city(table):
    t = turn(table, 2, CHANGSHA, *THREE).muster("J-3D")
    assert t.goals("start") == {"3411", "3414"}, "Wuhan and Kiukiang are equally close: the player chooses"
    assert t.why(space="2708") == ["OT.5a", "R49"]
    assert not t.options("land")
    t = turn(table, 2, CHANGSHA, *THREE, japanese=["3513", "3614", "3714"]).muster("J-3D")
    assert t.goals("start") == {"3714"}


@case("OT.5b", "R49", "10.4a", "10.5a")
def test_every_attack_adds_a_roll_and_fort_and_depot_help(table):
    t = turn(table, 2, CHANGSHA, *THREE, pool=[*THREE, "R-77D"], japanese=["3513", "3614", "3714", "3814"])
    t.muster(*X[:4]).do("start", "3714").advance("3814")
    t.advance("3913", *NOTHING, 2, "R-77D", *fire(8, 6, 6, 5), *fire(3))
    assert t.told("called-for")[0].args[2] == 1
    assert t.where("S-3913") == "DEAD", "the depot works on Turn 2 here"
    assert t.asked.prompt == "chinese-losses"
    assert t.told("japanese-fire")[0].args[2] == 6, "the fort"


@case("R49", "8.10c")
def test_changshas_garrison_is_not_cleared_in_phase_i(table):
    t = table(turn=3, phase="administration", japanese=["area"], flotilla="gone",
              units={"R-17D": "3913", "R-NR": "3913"}, standing=["R-17D"])  # fmt: skip
    assert t.at("3913") == {"R-17D"}
    assert t.where("R-NR") == "POOL"


@case("R49", "R47")
def test_the_operation_ends_when_changsha_falls(table):
    t = turn(table, 2, CHANGSHA, *THREE, japanese=["3513", "3614", "3714", "3814"], units={"J-3D": "READY"})
    t.muster(*X[:4]).do("start", "3714").advance("3814")
    t.advance("3913", *NOTHING, 1, *fire(8, 6, 6, 6, 6), 6, 6, 6, PORT)
    assert t.own("3913")
    assert t.told("operation-over")
    assert {t.where(u) for u in X[:4]} == {"T3"}


# --- 11.4 raids


@case("OT.6a", "11.4b", "R50")
def test_the_first_raids_go_for_the_listed_hexes(table):
    hexes = ["1417", "1618", "2215", "2219"]
    for i, hex_ in enumerate(hexes):
        t = turn(table, 2, RAID, broken=hexes[:i])
        assert t.told("raid")[0].args == (t.space(hex_),)


@case("11.4b", "R50")
def test_then_the_hex_that_raises_the_number_of_breaks_to_repair(table):
    t = turn(table, 2, RAID, broken=["1417", "1618", "2215", "2219"])
    now = fewest_breaks(t.state, t.state.broken)
    hex_ = raid_hex(t.state)
    assert fewest_breaks(t.state, t.state.broken | 1 << hex_) == now + 1
    assert 14 <= GAME.number[hex_] // 100 <= 29, "north of row 30"
    raises = [h for h in members(GAME.raid_hexes & t.state.japanese & ~t.state.broken)
              if lies_between_cities(t.state, h) and not GAME.cities >> h & 1
              and fewest_breaks(t.state, t.state.broken | 1 << h) > now]  # fmt: skip
    assert GAME.number[hex_] == min(GAME.number[h] for h in raises)


@case("OT.6a", "R50")
def test_a_raided_hex_lies_between_two_japanese_cities_and_is_not_broken(table):
    t = table(japanese=["1419", "1519", "1620", "1719", "1820", "1920", "2020"])
    between = {h for h in ("1519", "1719", "1820", "2020", "1419") if lies_between_cities(t.state, t.space(h))}
    assert between == {"1519", "1719", "1820"}
    t = turn(table, 2, RAID, broken=["1417"])
    assert raid_hex(t.state) != t.space("1417")


@case("R50")
def test_when_no_break_counts_more_a_lonely_hex_that_is_no_city_is_taken(table):
    t = table(japanese=["1419", "1519", "1620", "1719", "1820", "1920"])
    assert GAME.space_ids[raid_hex(t.state)] == "1519"
    t.state.broken = 1 << t.space("1519")
    assert GAME.space_ids[raid_hex(t.state)] == "1719", "not next to a break"


@case("11.4a", "8.5b", "R51")
@pytest.mark.parametrize(("number", "hits"), [(2, 2), (3, 3)])
def test_the_raiders_fire_first_and_hit_at_or_below_the_turn(table, number, hits):
    t = turn(table, number, RAID).muster("J-3D", "J-5D").do("fight", dice=[hits])
    assert t.asked.prompt == "losses"
    t = turn(table, number, RAID).muster("J-3D", "J-5D").do("fight", dice=[hits + 1, *fire(4), PORT])
    assert not t.told("step-lost")
    assert "fight-on" not in t.verbs(), "one round"


@case("OT.6b", "R51", "R52")
def test_a_surviving_regiment_breaks_the_railroad(table):
    t = turn(table, 2, RAID).muster("J-3D", "J-5D").do("fight", dice=[6, *fire(4), RAID])
    assert names(t.state.broken) == {"1417"}
    assert not t.own("1417")
    assert {t.where("J-3D"), t.where("J-5D")} == {"T3"}
    assert t.told("raid")[-1].args == (t.space("1618"),), "it may raid again"


@case("OT.6b", "R51", "8.5c")
def test_an_eliminated_regiment_is_out_until_next_turn(table):
    t = turn(table, 2, RAID).muster("J-3D", "J-5D").do("fight", dice=[6, *fire(4, HIT), RAID])
    assert not t.state.broken
    assert t.state.raiders_out == 1 << t.unit("C-R1")
    t = turn(table, 2, RAID)
    t.state.raiders_out = GAME.regiments & ~(1 << t.unit("C-R4"))
    t.muster("J-3D", "J-5D").do("fight", dice=[6, *fire(4, HIT), RAID])
    assert t.asked.prompt == "spend", "all four are gone: no effect"
    t = table(turn=3, phase="administration", japanese=["area"], flotilla="gone")
    assert t.state.raiders_out == 0


@case("R51")
def test_the_order_of_losses_and_the_asterisk_hold_in_raids(table):
    t = turn(table, 2, RAID, ready=["J-Kaw", "J-101D", "J-3D"]).muster("J-Kaw", "J-101D")
    t.do("fight", dice=[1, *fire(2), 1, PORT])
    assert t.told("step-lost")[0].args[0] == t.unit("J-Kaw"), "the only one that may go"
    assert t.where("J-Kaw") == "T3"


@case("R51")
def test_in_rough_terrain_only_sixes_beat_the_raiders(table):
    t = turn(table, 2, RAID)
    assert Raid(t.space("1420"), WE_FIRE).number(t.state).face == 6
    assert Raid(t.space("1417"), WE_FIRE).number(t.state).face == 5


@case("R52", "3.4e", "12.3")
def test_a_broken_hex_is_chinese_for_links_and_is_repaired_by_a_full_entry(marching):
    t = marching(X, "1419", turn=4, japanese=["area"], broken=["1519"], flotilla="gone", pool=["R-17D"])
    assert not t.own("1519")
    t.advance("1519", *NOTHING, 3, "R-17D", *fire(14, HIT), 6)
    assert t.told("entry")
    assert t.told("repaired")
    assert t.own("1519")


@case("12.3", "R52")
def test_a_break_is_marked_on_the_map_until_it_is_repaired(table):
    t = turn(table, 2, RAID, broken=["1417"])
    assert [(GAME.space_ids[h], m) for h, m, _ in t.view("Japanese")["marks"] if m == 1] == [("1417", 1)]


# --- 12 Turn 4


@case("12.1", "12.2", "R70")
def test_turn_4_is_free_with_18_points_and_eight_units(table):
    t = table(turn=4, phase="first", japanese=["area"], flotilla="gone", ready=X, pool=[]).muster(*X)
    t.do("start", "3414")
    assert t.mp == 18
    assert len(members(t.state.force)) == 8


@case("12.4b", "R55", "R38")
def test_chungking_rolls_once_and_then_defends_with_what_is_left(marching):
    river = ["3513", "3614", "3714", "3615", "3616", "3617", "3618", "3619", "3620", "3720", "3721", "3822", "3922"]
    river.append("4023")
    t = marching(X, "4123", turn=4, japanese=["area", *river], flotilla="gone", pool=["R-NR", "R-SR"],
                 units={"R-17D": "4224"}, standing=["R-17D"])  # fmt: skip
    t.advance("4224", *NOTHING, 1, "R-SR", *fire(14), *fire(13)).do("withdraw")
    assert t.at("4224") == {"R-17D", "R-SR"}
    t.muster("J-27D").do("start", "3618").edit(at="4123", mp=5)
    t.advance("4224", *NOTHING, *fire(2), *fire(13))
    assert len(t.told("called-for")) == 1
    assert t.at("4224") >= {"R-17D", "R-SR"}
