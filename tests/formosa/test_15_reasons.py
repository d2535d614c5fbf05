"""15.5-15.8: the reasons that losses, retreat and advance give, word for word, and what a retreat remembers."""

from __future__ import annotations

import pytest

from formosa.conftest import GAME
from grognard.games.formosa.battle import CHOOSE, Battle, Losses
from grognard.games.formosa.facts import ALLIED, JAPANESE
from grognard.games.formosa.retreat import Advance, Retreat, way_out
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
    assert says(t, "J07", "0612") == "0612 is no adjacent land hex."
    for verb in ("", "withdraw"):
        assert says(t, "J30", verb=verb) == "One unit retreats after the other."
    assert says(t, "J07", "0713", "withdraw") == "Enemy units are in 0713."
    frame = t.state.agenda[-1]
    assert frame.why_not(t.state, JAPANESE, t.unit("J07"), None) == []
    closed = "301st Infantry Regiment: every way to retreat is closed."
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
    assert says(t, space="0713") == "0713 is no adjacent land hex."
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
    assert way_out(t.state, unit, t.space("0512"), False) == 0
    assert way_out(t.state, unit, t.space("0611"), False) == 1
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
    assert says(t, "A01") == says(t, "A01", verb="advance") == "1st Marines has advanced."
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
    assert says(t, "J30", verb="advance") == "25th Tank Regiment: no cleared hex has room and way for it."
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
