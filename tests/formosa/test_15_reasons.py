"""15.5-15.8: the reasons that losses, retreat and advance give, word for word, and what a retreat remembers."""

from __future__ import annotations

import pytest

from formosa.conftest import GAME
from grognard.games.formosa.battle import CHOOSE, REVEAL, Afterwards, Battle, Losses
from grognard.games.formosa.facts import ALLIED, JAPANESE
from grognard.games.formosa.retreat import Advance, Retreat, steps_from, way_out
from grognard.kernel.play import advance

case = pytest.mark.case


def going_on(table, units, frame, options=()):
    """A position in the middle of a combat."""
    lp = {"Allied": 0, "Japanese": 0}
    t = table("1", options, phase="bases", turn=2, lp=lp, units={"A46": "1706", **units})
    t.state.agenda.append(frame(t))
    advance(t.state, t.dice)
    return t


def says(t, unit=None, space=None, verb=""):
    """The first reason why something is not on offer."""
    u = None if unit is None else t.unit(unit)
    h = None if space is None else t.space(space)
    return GAME.why_not(t.state, t.asked.side, u, h, verb)[0].text


def retreat(side, *units):
    return lambda t: Retreat(side, [t.unit(unit) for unit in units], 0, [])


def advancing(side, hexes, *units, two=0):
    return lambda t: Advance(side, [t.space(hex_) for hex_ in hexes], [t.unit(unit) for unit in units], two)


@case("15.7a", "15.7b", "15.7c", "14.2b")
def test_why_a_unit_does_not_retreat_there(table):
    units = {"J07": "0612", "J45": "0612", "J30": "0511", "A01": "0713"}
    t = going_on(table, units, retreat(JAPANESE, "J07", "J45"))
    assert says(t, "J07", "0713") == says(t, space="0713") == "Enemy units are in 0713."
    assert says(t, "J07", "0712") == "Inrin 0712 is in an enemy zone of control."
    assert says(t, "J07", "0612") == "0612 is not an adjacent land hex."
    for verb in ("", "withdraw"):
        assert says(t, "J30", verb=verb) == "One unit retreats after the other."
    assert says(t, "J07", "0713", "withdraw") == "Enemy units are in 0713."
    frame = t.state.agenda[-1]
    assert frame.why_not(t.state, JAPANESE, t.unit("J07"), None) == []
    closed = "Every way to retreat is closed to 301st Infantry Regiment."
    assert [bar.text for bar in frame.why_not_do(t.state, JAPANESE, "withdraw", t.unit("J07"), None)] == [closed]
    t.do("withdraw", "J07", "0611")
    assert says(t, "J07") == "One unit retreats after the other."
    assert says(t, "J45", verb="withdraw") == "1st Garrison retreats now: choose a hex for it."


@case("15.7d", "R111", "R59")
def test_why_a_unit_on_its_way_goes_elsewhere(table):
    units = {"J02": "0611", "J03": "0611", "J04": "0611", "J38": "0611", "J01": "0612", "J09": "0612", "A01": "0713"}
    t = going_on(table, units, retreat(JAPANESE, "J01", "J09"))
    assert t.asked.about == (2,)
    t.do("withdraw", "J01", "0611")
    assert t.asked.about == (t.unit("J01"), t.space("0611"))
    assert says(t, "J01", "0612") == "0612 is left in this retreat: nobody goes back into it."
    assert says(t, "J09") == says(t, "J09", verb="withdraw") == "One unit retreats after the other."
    assert says(t, "J01", verb="withdraw") == "7th Infantry Regiment retreats now: choose a hex for it."
    assert says(t, space="0713") == "0713 is not an adjacent land hex."
    t.do("retreat", "0711")
    assert t.where("J01") == "0711"
    assert t.where("J09") == "0611", "its one way, and on from there"
    assert t.asked.about == (t.unit("J09"), t.space("0611"))


@case("22.0d", "R83", "15.7d")
def test_who_slips_through_a_zone_slips_through_no_second(table):
    here = {"A51": "0420", "J01": "0520"}
    full = dict.fromkeys(["A05", "A06", "A07", "A08"], "0521")
    t = going_on(table, {**here, **full}, retreat(ALLIED, "A51"))
    t.do("retreat", "0521")
    assert t.state.agenda[-1].slipped == 1
    assert t.goals("retreat") == {"0522", "0621"}
    assert says(t, "A51", "0620").endswith("is in an enemy zone of control.")
    t.do("retreat", "0522")
    assert t.where("A51") == "0522"
    assert not t.told("no-retreat")


@case("15.7d", "R59")
def test_a_way_out_is_counted_in_hexes_and_there_may_be_none(table):
    full = dict.fromkeys(["J02", "J03", "J04", "J05"], "0611")
    t = going_on(table, {"J01": "0612", "J09": "0612", "A01": "0713", **full}, retreat(JAPANESE, "J01", "J09"))
    unit, everything = t.unit("J01"), (1 << GAME.hexes) - 1
    assert way_out(t.state, unit, t.space("0512"), False, 0) == 0
    assert way_out(t.state, unit, t.space("0611"), False, 0) == 1
    assert way_out(t.state, unit, t.space("0512"), False, everything) == 0
    assert way_out(t.state, unit, t.space("0611"), False, everything) == -1


@case("15.8a", "15.8c", "R60", "13.1a")
def test_why_a_unit_does_not_advance(table):
    units = {"A01": "0713", "A02": "0713", "A30": "0713", "J01": "0512"}
    t = going_on(table, units, advancing(ALLIED, ["0612"], "A01", "A02"))
    beyond = "Only a cleared hex may be entered; after DE one more beyond."
    assert says(t, "A01", "0613") == says(t, "A01", "0713") == beyond
    bystander = "Only surviving mobile attackers of this combat advance."
    assert says(t, "A30") == says(t, "A30", verb="advance") == bystander
    t.do("advance", "A01", "0612")
    assert says(t, "A01") == says(t, "A01", verb="advance") == "1st Marines have advanced."
    frame = t.state.agenda[-1]
    assert frame.why_not(t.state, ALLIED, None, None) == []
    assert frame.why_not(t.state, ALLIED, t.unit("A02"), None) == []
    full = dict.fromkeys(["A03", "A04", "A05", "A06"], "0612")
    t = going_on(table, {**units, **full}, advancing(ALLIED, ["0612", "0613"], "A01"))
    assert says(t, "A01", "0612") == "0612: at most 4 mobile Allied units in a hex."


@case("15.8.1b", "R60")
def test_why_tanks_do_not_advance_into_mountains(table):
    units = {"J30": "0814", "J01": "0814", "A01": "0714"}
    t = going_on(table, units, advancing(JAPANESE, ["0914"], "J30", "J01"))
    assert says(t, "J30", "0914") == "Mechanized units enter it only along a road or railroad."
    assert (
        says(t, "J30", verb="advance") == "No cleared hex has room for 25th Tank Regiment and a way that leads there."
    )
    assert t.options("advance") == [("advance", "J01", "0914")]


@case("15.8c", "R60")
def test_after_de_a_unit_goes_one_farther_but_never_back_to_where_it_was(table):
    units = {"A01": "0713", "J01": "0512"}
    for two, far in ((0, {"0612"}), (1, {"0612", "0611", "0513", "0613", "0712"})):
        t = going_on(table, units, advancing(ALLIED, ["0612"], "A01", two=two))
        assert t.goals("advance") == far


@case("15.6a", "15.6e")
def test_a_counterattack_goes_into_one_hex_of_the_attackers(table):
    units = {"A01": "0713", "A02": "0611", "J01": "0612"}

    def frame(t):
        attackers, target = [t.unit("A01"), t.unit("A02")], [t.space("0612")]
        return Battle(ALLIED, attackers, target, stage=CHOOSE, defenders=[t.unit("J01")], result="CA")

    t = going_on(table, units, frame)
    assert t.side == "Japanese"
    assert t.goals("counterattack") == {"0611", "0713"}
    one = "One hex of attacking units is counterattacked."
    assert says(t, space="0613") == says(t, space="0613", verb="counterattack") == one
    asked = t.state.agenda[-1]
    assert [bar.text for bar in asked.why_not_do(t.state, JAPANESE, "gunfire", None, None)] == [one]


@case("15.5a", "25.10b")
def test_why_a_unit_is_not_given_up(table):
    units = {"J68": "0612", "J01": "0612", "J02": "0611", "J03": "0612", "A01": "0713"}

    def frame(t):
        return Losses(JAPANESE, [t.unit("J68"), t.unit("J01"), t.unit("J02")], 2, 0, 0, [], "D1")

    t = going_on(table, units, frame, ["25.10"])
    assert t.goals("lose") == {"J01", "J02"}
    for verb in ("", "lose"):
        assert says(t, "J68", verb=verb) == "The camp is the last unit lost in its hex."
        assert says(t, "J03", verb=verb) == "It is not in this combat."
    assert t.asked.about == (2, 0)
    t.do("lose", "J01")
    assert t.goals("lose") == {"J68", "J02"}
    assert t.asked.about == (1, 0)


@case("22.0d", "R83", "R59")
def test_a_way_out_leads_through_one_zone_at_most(table):
    full = {
        **dict.fromkeys(["A51", "A01", "A02", "A03"], "0420"),
        **dict.fromkeys(["A05", "A06", "A07", "A08"], "0521"),
    }
    t = going_on(table, {"J01": "0520", **full}, retreat(ALLIED, "A51"))
    everything = (1 << GAME.hexes) - 1
    for beyond, steps in (("0522", 2), ("0620", -1)):
        closed = everything & ~(1 << t.space("0521") | 1 << t.space(beyond))
        assert way_out(t.state, t.unit("A51"), t.space("0420"), False, closed) == steps


@case("22.0d", "R83")
def test_only_a_zone_uses_up_the_one_that_is_free(table):
    t = going_on(table, {"A01": "0420", "A51": "0420", "J01": "0520"}, retreat(ALLIED, "A01", "A51"))
    assert t.options() == [("withdraw", "A51", "0419"), ("withdraw", "A51", "0521")], "the second of them slips too"
    full = {**dict.fromkeys(["A05", "A06", "A07", "A08"], "0512"), "A28": "0413"}
    t = going_on(table, {"A51": "0612", "J01": "0713", **full}, retreat(ALLIED, "A51"))
    steps = steps_from(t.state, t.unit("A51"), t.space("0612"), False, 0)
    found = {GAME.space_ids[hex_]: used for hex_, used in steps}
    assert found == {"0512": False, "0513": False, "0611": False, "0613": True, "0712": True}
    frame = Retreat(ALLIED, [t.unit("A51")], 0, [])
    frame.answer(t.state, ("retreat", t.space("0512")))
    assert (frame.steps, frame.slipped) == (1, 0)


@case("15.7d", "R59")
def test_a_pocket_of_full_hexes_is_no_way_out(table):
    four = ["J02", "J03", "J04", "J05"], ["J08", "J09", "J10", "J11"]
    full = {**dict.fromkeys(four[0], "0611"), **dict.fromkeys(four[1], "0512")}
    t = going_on(table, {"J01": "0612", "J12": "0612", "A01": "0713", **full}, retreat(JAPANESE, "J01", "J12"))
    closed = (1 << GAME.hexes) - 1 & ~(1 << t.space("0611") | 1 << t.space("0512"))
    assert way_out(t.state, t.unit("J01"), t.space("0611"), False, closed) == -1


@case("15.7a", "15.7d")
@pytest.mark.parametrize(("there", "asked"), [(0, False), (1, False), (2, True)])
def test_the_order_is_asked_for_only_where_it_matters(table, there, asked):
    units = {"J07": "0512", "J09": "0512", "A01": "0613", **dict.fromkeys(["J01", "J02"][:there], "0611")}
    t = going_on(table, units, retreat(JAPANESE, "J07", "J09"))
    assert (t.asked.prompt == "retreats") is asked
    assert {t.where("J07"), t.where("J09")} == {"0512" if asked else "0611"}


@case("15.7f", "8.3a", "8.3b", "R21")
@pytest.mark.parametrize("line", [0, 1])
def test_who_had_a_line_of_supply_and_no_way_out_may_be_replaced(table, line):
    t = going_on(table, {"A01": "0420", "J01": "0520"}, lambda t: trapped(t, line))
    assert t.where("A01") == ("A-REPLACEMENTS" if line else "A-ELIMINATED")


def trapped(t, line):
    return Retreat(ALLIED, [t.unit("A01")], line << t.unit("A01"), [])


@case("15.8a", "15.8c", "13.1a")
def test_an_advance_offers_one_by_one_what_it_lists(table):
    full = dict.fromkeys(["A03", "A04", "A05", "A06"], "0611")
    units = {"A01": "0713", "A02": "0713", "A30": "0713", "J01": "0512", **full}
    t = going_on(table, units, advancing(ALLIED, ["0612"], "A01", "A02", two=1))
    assert Advance(ALLIED, [], [], 0).camp == -1
    assert t.goals("advance") == {"0612", "0513", "0613", "0712"}, "0611 is full"
    for words in (("advance", "A01", "0612"), ("stay",)):
        frame, listed = t.state.agenda[-1], t.state.agenda[-1].options(t.state)
        hexes = [t.space(hex_) for hex_ in ("0612", "0611", "0513", "0713", "0911")]
        tried = [("advance", t.unit(unit), hex_) for unit in ("A01", "A02", "A30", "A03") for hex_ in hexes]
        for option in [*tried, ("stay",)]:
            assert frame.offers(t.state, option) == (option in listed), option
        t.do(*words)


@case("25.10c")
def test_a_camp_is_freed_by_an_advance_into_its_hex_or_through_it(table):
    t = going_on(table, {"A01": "0713", "J01": "0512"}, advancing(ALLIED, ["0612", "0613"], "A01"), ["25.10"])
    unit, camp = t.unit("A01"), t.space("0612")
    for cleared, here, there, enters in (
        (["0612", "0613"], "0713", "0612", True),
        (["0612", "0613"], "0713", "0613", False),
        (["0612", "0613"], "0713", "0611", True),
        (["0612", "0613"], "0713", "0614", False),
        (["0612", "0613"], "0714", "0611", False),
        (["0613"], "0713", "0611", False),
    ):
        frame = Advance(ALLIED, [t.space(hex_) for hex_ in cleared], [unit], 1, camp=camp)
        assert frame.enters_camp(t.state, unit, t.space(here), t.space(there)) is enters, (here, there)


@case("25.10c", "15.8a")
def test_who_advances_elsewhere_frees_no_camp(table):
    def frame(t):
        return Advance(
            ALLIED, [t.space("0612"), t.space("0613")], [t.unit("A01"), t.unit("A02")], 0, camp=t.space("0612")
        )

    t = going_on(table, {"A01": "0713", "A02": "0713", "J01": "0512"}, frame, ["25.10"])
    t.do("advance", "A01", "0613")
    assert not t.told("camp-freed")
    asked = t.state.agenda[-1]
    t.do("advance", "A02", "0612")
    assert len(t.told("camp-freed")) == 1
    assert asked.camp == -1


@case("15.8a", "13.1a")
def test_room_is_the_reason_where_a_cleared_hex_can_be_entered(table):
    full = dict.fromkeys(["A03", "A04", "A05", "A06"], "0714")
    t = going_on(table, {"A01": "0713", "J01": "0512", **full}, advancing(ALLIED, ["0612", "0714"], "A01"))
    assert says(t, "A01", "0714").endswith(": at most 4 mobile Allied units in a hex.")


@case("15.2a", "25.1a", "25.10c")
def test_a_battle_begins_with_nothing_committed_and_its_attackers_have_won_nothing(table):
    fresh = Battle(ALLIED, [], [])
    assert (fresh.is_assault, fresh.is_counterattack, fresh.stage, fresh.result) == (0, 0, REVEAL, "")
    assert (fresh.attack_lp, fresh.defence_lp, fresh.gunfire, fresh.air_supply) == (0, 0, [0, 0], 0)
    assert (fresh.line, fresh.proofs, fresh.bases, fresh.camp_hex) == (0, [], 0, -1)
    assert Afterwards(ALLIED, []).won == 0


@case("R36", "R30")
def test_who_is_attacked_on_land_is_revealed_by_the_case_of_attacks(table):
    units = {"A01": "0613", "J01": "0615", "A02": "0614"}
    t = table("1", (), phase="bases", turn=2, units={"A46": "1706", **units}, concealed=["J01"])
    for is_assault, name in ((0, "R36"), (1, "R30")):
        t.edit(concealed=["J01"])
        Battle(ALLIED, [t.unit("A02")], [t.space("0615")], is_assault=is_assault).reveal(t.state)
        assert t.told("revealed")[-1].cases == (name,)


@case("15.5b", "15.5c", "15.5e", "15.5h", "15.5j")
@pytest.mark.parametrize("side", [ALLIED, JAPANESE])
@pytest.mark.parametrize(
    ("result", "attacker", "defender"),
    [("A1", 1, 0), ("AE", 2, 0), ("B1", 1, 1), ("D1", 0, 1), ("DE", 0, 3), ("AR", 0, 0), ("DR", 0, 0)],
)
def test_each_result_costs_each_side_so_many_units(table, side, result, attacker, defender):
    t = table("1", (), phase="bases", turn=2, units={"A46": "1706", "A01": "0713", "J01": "0612"})
    s, before = t.state, len(t.state.agenda)
    battle = Battle(side, [1, 2], [t.space("0612")], defenders=[3, 4, 5], result=result)
    battle.apply_result(s)
    owed = {(frame.side, tuple(frame.units)): frame.count for frame in s.agenda[before:]}
    due = {(side, (1, 2)): attacker, (1 - side, (3, 4, 5)): defender}
    assert owed == {key: count for key, count in due.items() if count}
    assert not any(frame.factors for frame in s.agenda[before:])


@case("15.8a", "25.10c")
def test_without_a_camp_an_advance_looks_for_none(table):
    units = {"A01": "0713", "A02": "0713", "A07": "0713", "J07": "0612"}
    t = table("1", (), phase="allied-combat", turn=2, units=units, lp={"Allied": 0, "Japanese": 0})
    t.fight("0612", "A01", dice=[6])
    assert (t.result(), t.asked.prompt) == ("DE", "advance")
    assert t.state.agenda[-1].camp == -1
