"""6.1, 6.2: the reasons that the chapter of combat gives, word for word, whoever and whatever is pointed at."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.nemesis.combat import can_reach_odds, may_join
from grognard.games.nemesis.facts import ALLIED, JAPANESE
from grognard.games.nemesis.retreat import Advance, Losses, begin_losses
from grognard.kernel.play import advance
from nemesis.conftest import GAME

case = pytest.mark.case
LEAVES = (
    "A unit leaves the map only from a hex at its edge, within 3 hexes of a Supply Entry Hex of its side that no enemy "
    "occupies."
)

WEST = {"B17-48": "0418", "B17-63": "0418", "BT-3C": "0418", "B4C-A": "0418", "J33-214": "0419"}


def says(t: Any, unit: str | None = None, space: str | None = None, verb: str = "") -> str:
    """The first reason why something is not on offer."""
    u = None if unit is None else t.unit(unit)
    h = None if space is None else t.space(space)
    return str(GAME.why_not(t.state, t.asked.side, u, h, verb)[0].text)


def cites(t: Any, unit: str | None = None, space: str | None = None, verb: str = "") -> tuple[str, ...]:
    """The cases of that reason."""
    u = None if unit is None else t.unit(unit)
    h = None if space is None else t.space(space)
    return tuple(GAME.why_not(t.state, t.asked.side, u, h, verb)[0].cases)


def end(t: Any) -> list[str]:
    """Why what is asked cannot be ended."""
    return [bar.text for bar in t.state.agenda[-1].why_not_end(t.state, t.asked.side)]


# --- who and what may be attacked


@case("6.1-B-a", "5.1-F-c", "R100", "6.1-B-d")
def test_why_a_hex_is_no_target(table: Any) -> None:
    units = {**WEST, "JM-33": "0520", "J33-215": "0417"}
    t = table(phase="allied-attack", units=units, retreated=["J33-215"]).to_combat()
    assert says(t, space="0418") == "No enemy unit is in Tiddim 0418."
    assert says(t, space="ALOSS") == "No enemy unit is in Allied Losses."
    assert says(t, space="0520") == "A hex with only Transporters cannot be attacked."
    assert says(t, space="0520", verb="attack") == "A hex with only Transporters cannot be attacked."
    assert says(t, space="0417") == "The units in Tongzang 0417 have just retreated there."
    assert [bar.text for bar in GAME.why_not(t.state, ALLIED, None, t.space("0417"))][1:] == [
        "It is not an enemy-controlled Objective."
    ]
    assert says(t, "B17-48", "0520") == "A hex with only Transporters cannot be attacked."
    assert says(t, "B17-48", "ALOSS") == "No enemy unit is in Allied Losses."
    assert t.state.agenda[-1].why_not(t.state, ALLIED, None, None) == []


@case("6.1-B-d", "R45")
def test_why_a_hex_is_not_walked_into(table: Any) -> None:
    units = {"J31-58": "0706", "BL-RIF": "0606", "J18-E": "2207", "J31-124": "0511"}
    t = table(phase="japanese-attack", units=units).to_combat()
    for hex_, text, cases in (
        ("0606", "Enemy units hold it: attack them.", ("6.1-B-d", "R45")),
        ("0511", "Your own units are in it already.", ("6.1-B-d", "R45")),
        ("2308", "It is not an enemy-controlled Objective.", ("6.1-B-d",)),
        ("ALOSS", "It is not an enemy-controlled Objective.", ("6.1-B-d",)),
        ("0404", "No adjacent unit may take part.", ("6.1-B-d", "R45")),
    ):
        assert (says(t, space=hex_, verb="storm"), cites(t, space=hex_, verb="storm")) == (text, cases)
    assert [bar.text for bar in GAME.why_not(t.state, JAPANESE, None, t.space("0404"))] == [
        "No enemy unit is in Dimapur 0404.",
        "No adjacent unit may take part.",
    ]


@case("1.2-F-c", "3.5-h", "6.1-B-c", "1.2-A-a")
def test_why_a_unit_attacks_nobody(table: Any) -> None:
    units = {**WEST, "BG-DIM": "0404", "S22-64": "2103", "Y87-259": "3511", "J56-C": "3411", "B23-37": "0511"}
    t = table(phase="allied-attack", units=units, yunnan_active=0, attacked=["B17-63"]).to_combat()
    assert says(t, "B17-63") == "63rd Indian Brigade has attacked in this phase."
    assert says(t, "BG-DIM") == "Dimapur Garrison is a garrison: it only defends."
    assert says(t, "Y87-259") == "The Yunnan Force is not active this turn."
    assert says(t, "B5-9") == "9th Indian Brigade is not on the map."
    assert says(t, "A-US1") == "Transporters and Air Support do not attack by themselves."
    assert says(t, "S22-64") == says(t, "B23-37") == "No hex next to it can be attacked by it."
    assert says(t, "B17-48") == "Choose the hex first: it may join against Fort White 0419."
    assert says(t, "B17-48", "0419") == "Choose Fort White 0419 first: then it may join."
    assert says(t, "B23-37", "0419") == "37th Indian Brigade is not adjacent to Fort White 0419."


@case("5.2-b", "5.2-d", "5.2-a", "R94")
def test_why_a_unit_assaults_nobody(table: Any) -> None:
    units = {"Y87-259": "3511", "J56-C": "3411", "C-77": "2508", "JG-MYI": "2607"}
    t = table(phase="allied-assault", units=units, yunnan_active=1, level={"C-77": "limited"}).to_combat()
    assert says(t, "Y87-259") == "The Yunnan Force does not assault."
    assert says(t, "C-77", "2607") == "77th Brigade is not in Full Supply and may not assault."
    assert says(t, space="2607") == "No unit that may take part is next to Myitkyina 2607."
    assert cites(t, space="2607") == ("6.1-B-b", "5.2-a")


@case("6.1-C-b", "6.1-D-d", "R46")
def test_why_nobody_attacks_a_hex(table: Any) -> None:
    t = table(phase="allied-attack", units={"B17-48": "0412", "B4C-A": "0412", "J33-214": "0512"}).to_combat()
    assert says(t, space="0512") == "No unit that may take part is next to 0512."
    assert cites(t, space="0512") == ("6.1-B-b", "6.1-B-a")
    assert says(t, "B17-48", "0512") == "A lake lies between 48th Indian Brigade and 0512."
    units = {"J33-A": "0419", "BL-CHIN": "0418", "J33-E": "0502", "B17-48": "0503"}
    t = table(phase="japanese-attack", units=units, used_air=["J-AIR"]).to_combat()
    guns = "Only Artillery could attack Tiddim 0418, and it does not attack alone."
    assert says(t, space="0418") == says(t, "J33-A", "0418") == says(t, space="0418", verb="attack") == guns
    weak = "Nobody reaches odds of 1-2 against the 7 Strength in Sarupathar 0503."
    assert says(t, space="0503") == says(t, "J33-E", "0503") == weak


@case("6.1-D-d", "1.2-B-h", "5.2-e")
def test_odds_are_within_reach_with_guns_with_aircraft_and_in_an_assault_from_one_hex(table: Any) -> None:
    alone = {"J33-E": "0502", "B17-48": "0503"}
    for extra, air, reached in (({}, ["J-AIR"], False), ({}, [], True), ({"J33-A": "0502"}, ["J-AIR"], True)):
        t = table(phase="japanese-attack", units={**alone, **extra}, used_air=air).to_combat()
        assert can_reach_odds(t.state, JAPANESE, t.space("0503"), False) is reached
        assert t.offers("attack", "0503") is reached
    around = {"J33-b1": "0419", "J31-b1": "0518", "B17-48": "0418"}
    for assault, reached in ((False, True), (True, False)):
        t = table(phase="japanese-attack", units=around, used_air=["J-AIR"])
        assert can_reach_odds(t.state, JAPANESE, t.space("0418"), assault) is reached


@case("6.2-A-b")
def test_guns_join_an_attack_but_walk_into_nothing(table: Any) -> None:
    t = table(phase="japanese-attack", units={"J31-58": "0706", "J31-A": "0706", "BM-3": "0606"}).to_combat()
    names = [[GAME.unit_ids[u] for u in may_join(t.state, JAPANESE, t.space("0606"), False, s)] for s in (False, True)]
    assert names == [["J31-58", "J31-A"], ["J31-58"]]
    assert [GAME.unit_ids[u] for u in may_join(t.state, JAPANESE, t.space("0606"), False)] == ["J31-58", "J31-A"]


# --- plans


@case("6.1-B-a", "6.1-B-b", "6.1-C-b", "6.1-D-d", "1.2-B-h", "1.2-B-i")
def test_why_an_attack_is_not_made_like_this(table: Any) -> None:
    units = {**WEST, "B23-37": "0511"}
    t = table(phase="allied-attack", units=units, attacked=["B17-63"], used_air=["A-RAF1"]).to_combat()
    t.do("attack", "0419")
    assert says(t, space="0520") == "This attack is on Fort White 0419: cancel it first to choose another hex."
    assert says(t, space="0419") == says(t) == "At least one unit must attack."
    assert end(t) == ["At least one unit must attack."]
    assert says(t, "A-US1") == says(t, "A-US1", verb="call-air") == "Ground units join before Air Support."
    assert says(t, "A-RAF1") == "It has been used this turn."
    assert says(t, "B17-48", verb="call-air") == "Only Air Support units are called in."
    assert says(t, "B17-48", verb="drop-out") == "48th Indian Brigade takes no part."
    assert says(t, "B23-37", verb="join") == "37th Indian Brigade is not adjacent to Fort White 0419."
    assert says(t, verb="call-air") == "At least one unit must attack."
    t.do("join", "B4C-A")
    assert says(t) == "Artillery does not attack alone."
    assert end(t) == ["Artillery does not attack alone."]
    assert says(t, "B4C-A", verb="join") == "IV Corps Artillery takes part already."
    t.do("join", "B17-48")
    assert end(t) == []
    assert t.offers("confirm")
    t.do("call-air", "A-US1")
    assert says(t, "A-US2") == "One Air Support unit at most takes part: send the other home first."
    assert not t.options("call-air")
    t.do("send-air-home")
    assert t.offers("call-air", "A-US1")
    assert t.state.agenda[-1].air == -1


@case("1.2-B-j", "6.1-C-a", "6.1-D-d")
def test_why_no_aircraft_come_and_why_odds_are_too_low(table: Any) -> None:
    units = {"B17-48": "0418", "BL-CHIN": "0418", "Y-A": "0418", "J33-214": "0319"}
    t = table(phase="allied-attack", units=units, yunnan_active=1).to_combat()
    t.do("attack", "0319")
    assert says(t, "B17-48") == "48th Indian Brigade may not enter 0319 and so may not attack it."
    t.do("join", "Y-A")
    assert says(t, "A-US1") == "Air Support does not fly for the Yunnan Force alone."
    t.do("join", "BL-CHIN")
    assert t.offers("call-air", "A-US1")
    t = table(phase="japanese-attack", units={"J33-E": "0419", "J33-214": "0419", "B17-48": "0418"}).to_combat()
    t.do("attack", "0418").do("join", "J33-E")
    assert end(t) == ["Odds below 1-2 are not permitted."]


@case("5.2-e", "R45")
def test_who_stands_elsewhere_does_not_join_an_assault_and_all_of_them_join_an_attack(table: Any) -> None:
    units = {"J33-214": "0419", "J33-E": "0419", "J33-A": "0419", "J33-215": "0518", "B17-48": "0418"}
    t = table(phase="japanese-assault", units=units).to_combat()
    t.do("attack", "0418")
    assert not t.offers("join-all"), "from two hexes"
    t.do("join", "J33-214")
    assert (
        says(t, "J33-215")
        == "Units of Fort White 0419 assault: only those of one hex go together, so they would drop out first."
    )
    assert says(t, "J33-214", verb="join") == "214th Regiment takes part already."
    assert t.offers("join-all"), "two of one hex"
    t.do("join-all")
    assert t.goals("drop-out") == {"J33-214", "J33-E", "J33-A"}
    t = table(phase="japanese-attack", units=units).to_combat()
    t.do("attack", "0418").do("join-all")
    assert t.goals("drop-out") == {"J33-214", "J33-E", "J33-A", "J33-215"}


@case("6.1-B-d", "R45", "6.2-A-b")
def test_why_an_objective_is_not_walked_into_like_this(table: Any) -> None:
    units = {"J31-58": "0706", "J31-A": "0706", "J31-124": "0706", "BM-3": "0606"}
    t = table(phase="japanese-attack", units=units).to_combat()
    assert says(t, "J31-A", "0606") == "Artillery does not advance."
    assert says(t, "J31-58", "0606") == "Choose Kohima 0606 first: then it may join."
    assert says(t, "J31-A") == "No hex next to it can be attacked by it."
    assert says(t, "J31-58") == "Choose the hex first: it may join against Kohima 0606."
    t.do("storm", "0606")
    assert says(t, space="0511") == "Kohima 0606 is entered now: cancel it first to choose another hex."
    assert says(t, space="0606") == "At least one unit must enter."
    assert says(t, "J31-A") == "Artillery does not advance."
    assert says(t, "J31-58", verb="drop-out") == "58th Regiment takes no part."
    assert end(t) == ["At least one unit must enter."]
    assert not t.offers("confirm")
    t.do("join", "J31-58")
    assert says(t, "J31-58", verb="join") == "58th Regiment takes part already."
    assert end(t) == []
    assert t.offers("confirm")


@case("6.1-B-d", "6.1-B-e")
def test_the_question_who_walks_in_tells_whether_somebody_fled_there(table: Any) -> None:
    for retreated in ([], ["B17-48"]):
        units = {"J31-58": "0706", **dict.fromkeys(retreated, "0606")}
        t = table(phase="japanese-attack", units=units, retreated=retreated).to_combat()
        t.do("storm", "0606")
        assert t.asked.about == (t.space("0606"), len(retreated))


@case("6.1-B-c", "6.1-C-c", "1.2-B-e", "3.5-b")
def test_what_a_declared_attack_leaves_marked(table: Any) -> None:
    units = {**WEST, "J33-215": "0419", "S22-64": "2103", "J18-E": "2104"}
    t = table(phase="allied-attack", units=units, retreated=["J33-215"]).to_combat()
    news = t.state.news
    t.attack("0419", "B17-48", "B17-63", air="A-US1")
    s = t.state
    assert [name for name in units if s.attacked >> t.unit(name) & 1] == ["B17-48", "B17-63"]
    assert [name for name in units if s.defended >> t.unit(name) & 1] == ["J33-214"]
    assert s.used_air == 1 << t.unit("A-US1")
    assert (s.stilwell_done, s.yunnan_active) == (0, 0)
    assert s.news > news
    t = table(phase="allied-attack", units=units).to_combat()
    t.attack("2104", "S22-64")
    assert (t.state.stilwell_done, t.state.used_air) == (1, 0)
    for units, active in (({"J56-113": "3411", "Y87-259": "3511"}, 1), ({"J33-214": "0419", "B17-48": "0418"}, 0)):
        t = table(phase="japanese-attack", units=units, yunnan_active=0).to_combat()
        (target,) = t.goals("attack")
        t.attack(target, next(iter(units)))
        assert t.state.yunnan_active == active


@case("6.1-B-b", "5.2-e", "1.2-B-h")
@pytest.mark.parametrize("phase", ["japanese-attack", "japanese-assault"])
def test_a_look_at_one_option_of_a_plan_finds_what_is_on_offer(table: Any, phase: str) -> None:
    units = {"J33-214": "0419", "J33-E": "0419", "J33-A": "0419", "J33-215": "0518", "B17-48": "0418"}
    t = table(phase=phase, units=units).to_combat()
    unsure = {("join-all",), ("send-air-home",)}
    verbs = ("join", "drop-out", "call-air")
    said = [(verb, t.unit(name)) for verb in verbs for name in (*units, "J-AIR", "A-US1")] + [
        ("confirm",),
        ("call-off",),
    ]
    for words in (
        ("attack", "0418"),
        ("join", "J33-A"),
        ("join", "J33-214"),
        ("call-air", "J-AIR"),
        ("send-air-home",),
    ):
        frame, offered = t.state.agenda[-1], set(t.asked.options)
        if words[0] != "attack":
            assert {option for option in said if frame.offers(t.state, option)} == offered - unsure
            assert not any(frame.offers(t.state, option) for option in unsure)
        else:
            spaces = [
                (verb, t.space(hex_)) for verb in ("attack", "storm") for hex_ in ("0418", "0417", "0404", "ALOSS")
            ]
            assert {o for o in [*spaces, ("end-combat",)] if frame.offers(t.state, o)} == offered
        t.do(*words)


# --- losses, retreat, advance


@case("6.1-G-b", "6.1-G-g", "5.1-F-d")
def test_why_a_unit_loses_no_step(table: Any) -> None:
    units = {"J33-213": "0419", "J33-214": "0419", "J33-A": "0419", "JM-33": "0520", "J33-E": "0520"}
    t = table(phase="japanese-attack", units={**units, "B17-48": "0418", "B17-63": "0418"}, dice=[1]).to_combat()
    t.attack("0418", "J33-213", "J33-214", "J33-A").do("spearhead", "J33-213").do("meet", "B17-48")
    t.do("no-massive").do("no-banzai")
    assert t.asked.prompt == "losses"
    for verb in ("", "lose"):
        assert says(t, "JM-33", verb=verb) == "Transporters never satisfy step losses."
        assert says(t, "J33-A", verb=verb) == "The attacker's Artillery takes no losses."
        assert says(t, "J33-E", verb=verb) == "It takes no part in this combat."
    assert t.state.agenda[-1].why_not(t.state, JAPANESE, None, None) == []
    assert t.asked.cases == ("6.1-G-g", "R57")


@case("6.1-G-b")
def test_losses_begin_only_where_somebody_has_something_to_lose(table: Any) -> None:
    t = table(units={"J33-213": "0419"})
    unit, before = t.unit("J33-213"), len(t.state.agenda)
    for owed, units in ((0, [unit]), (2, [])):
        begin_losses(t.state, JAPANESE, units, owed, -1, 0)
        assert len(t.state.agenda) == before
    begin_losses(t.state, JAPANESE, [unit], 1, unit, 1)
    assert t.state.agenda[-1] == Losses(JAPANESE, [unit], 1, unit, 1)


@case("6.2-D-a", "6.2-D-b", "6.2-D-f", "3.3-a", "3.3-d")
def test_why_a_unit_does_not_retreat_there(table: Any) -> None:
    units = {**WEST, "J33-E": "0419", "J33-215": "0520"}
    t = table(phase="allied-attack", units=units, dice=[5]).to_combat()
    t.attack("0419", "B17-48", "B17-63", "BT-3C").do("spearhead", "BT-3C").do("meet", "J33-214").do("no-banzai")
    t.do("lead", "B17-48").do("refuse-with", "J33-E").do("enforce").do("retreat")
    assert says(t, "J33-E", "0519") == says(t, "J33-E", "0519", "split") == "0519 is a Mountain: nobody retreats there."
    assert says(t, "J33-E", "0418") == "Enemy units are in Tiddim 0418."
    assert says(t, "J33-E", "0419") == "Fort White 0419 is not adjacent."
    assert says(t, "J33-215") == says(t, "J33-215", verb="split") == "It is not among the units that retreat."
    edge = LEAVES
    assert says(t, "J33-E", verb="retreat-off") == edge
    assert says(t, "J33-214", verb="split") == "214th Regiment is reduced: it drops off nobody."
    frame = t.state.agenda[-1]
    assert frame.why_not(t.state, JAPANESE, t.unit("J33-E"), None) == []
    room = frame.why_not_do(t.state, JAPANESE, "retreat-to", t.unit("J33-E"), None)
    assert [bar.text for bar in room] == ["No hex that it may enter has room for all of it."]


@case("6.2-E-a", "6.2-E-b", "6.2-E-c", "R34", "R66")
def test_why_a_unit_does_not_advance(table: Any) -> None:
    names = ("J31-58", "J31-124", "J31-A", "JM-31", "J31-138")
    t = table(phase="japanese-attack", units=dict.fromkeys(names, "0906")).to_combat()
    paid, other, *_ = (t.unit(name) for name in names)
    target = t.space("0806")
    t.state.agenda.append(Advance(JAPANESE, target, [paid], [other]))
    advance(t.state, t.dice)
    assert not t.offers("stay")
    assert t.goals("detach") == {"J31-124"}
    assert t.goals("leave-behind") == {"J31-58", "J31-124"}
    assert says(t) == "The unit that led, and those that paid for the retreat, must advance first."
    assert end(t) == ["The unit that led, and those that paid for the retreat, must advance first."]
    assert says(t, "J31-58", verb="detach") == "It led, or paid for the retreat, and must go in itself."
    assert (
        says(t, "J31-138")
        == says(t, "J31-138", verb="detach")
        == ("Only units that took part advance, if they can enter the hex.")
    )
    assert says(t, "J31-A") == says(t, "JM-31") == "Artillery and Transporters do not advance."
    t.do("advance", "J31-58")
    assert says(t, "J31-58") == "It has advanced."
    assert end(t) == []
    assert t.offers("stay")
    t.do("detach", "J31-124")
    assert t.where("J31-124") == "0906"
    assert len(t.units_at("0806")) == 2


@case("6.2-E-b", "R34")
def test_why_a_reduced_regiment_leaves_nobody_behind(table: Any) -> None:
    t = table(phase="japanese-attack", units={"J31-58": ["0906", 2], "J31-124": "0906"}).to_combat()
    t.state.agenda.append(Advance(JAPANESE, t.space("0806"), [], [t.unit("J31-58"), t.unit("J31-124")]))
    advance(t.state, t.dice)
    for verb in ("detach", "leave-behind"):
        assert says(t, "J31-58", verb=verb) == "58th Regiment is reduced: it drops off nobody."
        assert t.goals(verb) == {"J31-124"}
    assert t.offers("advance-all")
    t.do("leave-behind", "J31-124").do("stay")
    assert t.where("J31-124") == "0806"
    assert t.where("J31-58") == "0906"
