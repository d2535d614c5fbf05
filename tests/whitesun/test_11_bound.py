"""R72: on Turns 2 and 3 the rolled objective binds the force."""

from __future__ import annotations

import random

import pytest

from grognard.games.whitesun.bound_to_objective import been, leads_on
from grognard.games.whitesun.guerrilla_attacks import lies_between_cities, raid_hex
from grognard.games.whitesun.state import own
from grognard.games.whitesun.supply import net_of, supplied_of
from grognard.kernel.bits import bitset, members
from grognard.kernel.map_search import path
from whitesun.conftest import GAME, NOTHING, X

case = pytest.mark.case
PORT, CHANGSHA = 3, 5
RIVER = ["3513", "3614", "3714", "3615", "3616", "3617", "3618", "3619", "3620", "3720", "3721", "3822", "3922", "4023"]
THREE = ["R-17D", "R-32D", "R-44D"]


def march_on(marching, objective, at, **change):
    settings = {"turn": 2, "japanese": ["area", *RIVER], "flotilla": "gone", "objective": objective}
    return marching(X[:4], at, **{**settings, **change})


@case("11.2a", "11.2b", "OT.3a", "R72")
def test_four_divisions_bound_for_hainan_may_not_take_chungking(marching):
    t = march_on(marching, "5710", "4123")
    assert not t.offers("advance", "4224")
    assert t.why(space="4224") == ["11.2a", "11.2b", "R72"]
    assert t.offers("advance", "4023"), "its own hexes are free to it"


@case("R72", "OT.5a")
def test_a_drive_on_changsha_may_take_what_lies_on_the_way_and_nothing_else(table):
    t = table([CHANGSHA, *THREE], turn=2, phase="first", ready=X, flotilla="gone", pool=THREE,
              japanese=["area", "3513", "3614", "3714"])  # fmt: skip
    t.muster(*X[:4]).do("start", "3714").edit(mp=6)
    assert t.offers("advance", "3814"), "the railroad to Changsha"
    assert not t.offers("advance", "3615"), "the river to Ichang"
    assert t.why(space="3615") == ["11.2a", "11.2b", "R72"]


@case("R72")
def test_no_way_to_an_objective_turns_back(marching):
    t = march_on(marching, "3913", "3618", japanese=["area", *RIVER[:7]])
    assert t.offers("advance", "3617")
    assert not t.offers("advance", "3619"), "there and back would be affordable"


@case("R72", "9.13b")
@pytest.mark.parametrize(("port", "coast", "elsewhere"), [("3302", "3402", "4908"), ("5710", "5710", "5513")])
def test_a_landing_must_lie_on_a_way_too(table, port, coast, elsewhere):
    t = table([PORT], turn=2, phase="first", ready=X, flotilla="gone", japanese=["area"], chinese=[elsewhere])
    t.do("port", port).muster("J-3D")
    assert t.offers("land", coast)
    assert not t.offers("land", elsewhere)
    assert t.why(space=elsewhere) == ["11.2a", "11.2b", "R72"]


@case("R72", "9.8a")
def test_points_that_are_gone_close_the_way(marching):
    t = march_on(marching, "3913", "3714", japanese=["area", "3513", "3614"], mp=2)
    assert t.offers("advance", "3814"), "two hexes of railroad"
    t = march_on(marching, "3913", "3714", japanese=["area", "3513", "3614"], mp=1)
    assert not t.offers("advance", "3814")
    assert t.offers("halt")


@case("R72", "9.11g")
def test_a_way_out_of_supply_is_no_way(marching):
    t = march_on(marching, "3702", "3302", japanese=["area", "3302"], mp=12)
    assert t.offers("advance", "3402"), "along the coast"
    s = t.state
    hex_ = t.space("3402")
    assert leads_on(s, t.space("3702"), hex_, 10, own(s) | 1 << hex_, been(s))
    s.game.__dict__["supply_range"], kept = 1, s.game.supply_range
    try:
        inland = t.space("3504")
        assert not leads_on(s, t.space("3913"), inland, 99, own(s) | 1 << inland, 0)
    finally:
        s.game.__dict__["supply_range"] = kept


@case("R72", "12.2")
def test_on_turns_1_and_4_nothing_binds(marching):
    t = marching(X, "4123", turn=4, japanese=["area", *RIVER], flotilla="gone")
    assert t.offers("advance", "4224")


@case("R72", "R52")
def test_a_broken_railroad_off_the_way_is_not_repaired(marching):
    t = march_on(marching, "3302", "1419", broken=["1519"])
    assert not t.offers("advance", "1519")
    t = march_on(marching, "3913", "3513", broken=["3614"])
    assert t.offers("advance", "3614"), "on the way it is"


def exhaustive(s, objective: int, hex_: int, mp: int, ours: int, way: tuple[int, ...]) -> bool:
    """The same by trying every way that never enters a hex twice: slow and plain."""
    if hex_ == objective:
        return True
    net = net_of(s, ours)
    supplied = supplied_of(s, ours, net)
    closed = GAME.treaty_ports if s.turn < 3 else 0
    for there in GAME.steps_from[hex_]:
        linked = net >> hex_ & 1 and GAME.links.near[hex_] >> there & 1
        cost = 1 if linked else GAME.entry_cost[there]
        if there in way or cost > mp or not supplied >> there & 1 or closed >> there & 1:
            continue
        if exhaustive(s, objective, there, mp - cost, ours | 1 << there, (*way, there)):
            return True
    return False


@case("R72")
@pytest.mark.parametrize("seed", range(6))
def test_the_search_agrees_with_trying_every_way(marching, seed):
    rng = random.Random(seed)
    t = march_on(marching, "3913", "3714", japanese=["area", "3513", "3614"], turn=2 + seed % 2)
    s = t.state
    for _ in range(40):
        objective = t.space(rng.choice(["3913", "3302", "3702", "5513", "5615"]))
        s.japanese = bitset(h for h in members(s.japanese | GAME.objective_area) if rng.random() < 0.98)
        near = [h for h in members(GAME.land) if 0 < GAME.map.distance(h, objective) < 4 and not own(s) >> h & 1]
        hex_ = rng.choice(near)
        mp = rng.randrange(2, 7)
        found = leads_on(s, objective, hex_, mp, own(s) | 1 << hex_, 0)
        assert found == exhaustive(s, objective, hex_, mp, own(s) | 1 << hex_, (hex_,))


@case("R72", "R47")
def test_with_no_way_at_all_the_force_still_moves_through_its_own_hexes(table):
    t = table([PORT], turn=2, phase="first", ready=X, flotilla="gone", japanese=["area"])
    t.do("port", "5710").edit(amphibious=10).muster("J-3D")
    assert not t.options("land")
    t.do("start", "1419").advance("1519").do("halt", dice=[PORT])
    assert t.where("J-3D") == "T3"


@case("OT.3b", "R28")
def test_hong_kong_is_offered_and_takes_lantau_with_it(table):
    t = table([PORT], turn=3, phase="first", ready=X, flotilla="gone", japanese=["area"])
    assert "4906" in t.goals("port")
    assert "5007" not in t.goals("port")
    t.do("port", "4906").do("occupy", "J-3D", dice=[PORT])
    assert t.own("4906")
    assert t.own("5007")
    t = table([PORT], turn=3, phase="first", ready=X, flotilla="gone", japanese=["area", "4906"])
    assert "5007" in t.goals("port"), "alone it is offered"


@case("9.11g", "R31")
def test_a_start_without_a_legal_step_is_not_offered_in_free_operations(table):
    railroad = path(GAME.rail, GAME.space_index["4908"], GAME.space_index["4213"], 99, lambda a, b: 1)
    t = table(japanese=[GAME.space_ids[h] for h in railroad], ready=X).muster("J-3D")
    assert not t.offers("start", "4213"), "Hengyang is joined to Canton, and too far from it for coastal supply"
    assert t.why(space="4213") == ["9.11g", "R34"]
    assert t.offers("start", "4509"), "Kukong is not"
    t = table([PORT], turn=2, phase="first", japanese=["area", *[GAME.space_ids[h] for h in railroad]], ready=X,
              flotilla="gone", chinese=["1417", "1419", "2504"])  # fmt: skip
    assert t.do("port", "3302").muster("J-3D").offers("start", "4213"), "R47 uses up a force that is ordered there"


@case("R58")
def test_the_fighters_of_changsha_lose_their_badge_with_their_battle(marching):
    t = march_on(marching, "3913", "3814", japanese=["area", "3513", "3614", "3714"],
                 units={"A-AVG": "3913", "R-17D": "3913"}, standing=["A-AVG", "R-17D"])  # fmt: skip
    t.advance("3913", *NOTHING, 1).do("lose", "J-3D", dice=[*[1] * 7, 1])
    assert t.where("A-AVG") == "POOL"
    assert not t.state.standing >> t.unit("A-AVG") & 1
    assert t.state.standing >> t.unit("R-17D") & 1


def test_no_two_units_of_one_kind_have_one_name():
    names = [GAME.unit_names[u] for u in members(GAME.fighting)]
    assert sorted({n for n in names if names.count(n) > 1}) == []


@case("3.5f", "R31", "R52")
@pytest.mark.parametrize(
    ("hex_", "cases", "words"),
    [
        ("1517", ["3.5f", "R31"], "Taku 1517 is not a city."),
        ("2219", ["R52", "12.3"], "The railroad at Anyang 2219 is broken: nothing starts there until it is repaired."),
        ("2811", ["3.5g", "R31"], "No Japanese railroad or river joins Hofei 2811 to the coast or an entry edge."),
        ("4224", ["3.5f", "R31"], "Chungking 4224 is not Japanese."),
    ],
)
def test_why_a_force_may_not_start_somewhere_is_true(table, hex_, cases, words):
    t = table(turn=4, phase="first", japanese=["area"], broken=["2219"], flotilla="gone", ready=X).muster("J-3D")
    assert t.why(space=hex_) == cases
    assert t.game.why_not(t.state, 0, None, t.space(hex_))[0].text == words


@case("10.2b", "R8")
def test_fire_cites_the_rule_of_those_who_fire(marching):
    t = marching([*X[:2], "P-HA"], "1417", pool=["R-17D", "R-32D", "C-8RA"])
    t.advance("1517", *NOTHING, 6, "R-17D", "R-32D", "C-8RA", 6, *[1] * 4, 1, 1, 1)
    cited = {event.kind: event.cases for event in t.events if event.kind.endswith("-fire")}
    assert cited["japanese-fire"] == ("10.1d", "10.2a")
    assert cited["puppet-fire"] == ("10.1d", "10.2b")
    assert cited["regular-fire"] == ("10.1e", "10.2b")
    assert cited["communist-fire"] == ("10.1c", "8.8d", "R8")


@case("OT.6a", "R50")
def test_the_fifth_raid_and_later_ones_strike_between_cities_while_there_is_a_hex_left(table):
    t = table([6], turn=2, phase="first", japanese=["area"], flotilla="gone", ready=X,
              broken=["1417", "1618", "2215", "2219"])  # fmt: skip
    s = t.state
    for _ in range(8):
        hex_ = raid_hex(s)
        assert not GAME.cities >> hex_ & 1
        assert lies_between_cities(s, hex_)
        s.broken |= 1 << hex_
    t = table(japanese=["1419", "1519", "1620", "1719", "1820", "1920"], ready=X)
    t.state.broken = bitset(map(t.space, ["1519", "1620", "1719", "1820"]))
    assert raid_hex(t.state) == -1, "neither city lies between two"
    t = table(japanese=["2518", "2618", "2617"], ready=X)
    assert GAME.space_ids[raid_hex(t.state)] == "2618", "a city, when nothing else lies between two"
