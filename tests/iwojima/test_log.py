"""The log tells why: sums under the lines, reasons of every point, one march in one line."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import pytest

import why_not
from grognard.games.iwojima.state import lose_step

case = pytest.mark.case


def folds(t: Any, kind: str, number: int = 0) -> list[str]:
    """The sum under a line."""
    return [text for text, _ in t.game.reckoning(t.told(kind)[number], None)]


def said(t: Any, kinds: Iterable[str]) -> list[str]:
    """The sentences of some kinds of events."""
    return [t.game.sentence(event) for event in t.events if event.kind in kinds]


@case("9.3.2a", "2.2.1b")
def test_damage_is_reckoned_from_hits_ground_and_caves(table):
    t = table(turn=2, phase="us-bombardment", units={"J-HQ": "SUR", "U-23": "OKI"}, caves={"SUR": 2})
    t.do("assign", "U-NS1", "SUR").do("confirm").do("pass", dice=[5, 5, 6, 6, 5])
    assert folds(t, "damage") == [
        "Tennessee – Idaho: 5 dice",
        "5 dice at 5 or more: 5 Hits",
        "5 Hits − 3 (hill) − 2 (Caves) = Damage 0",
    ]


@case("22.3.2c", "12.2.1")
def test_a_charge_is_a_line_of_its_own(table):
    units = {"U-23": "CHI", "J-309": "CHI", "J-HQ": "KIT"}
    t = table(turn=2, phase="jp-assault", units=units, revealed=["J-309"], kirikami=1, control=["OKI"])
    t.do("assault", "J-309").do("confirm").do("assault-area", "CHI", dice=[1, 1, 1, 1, 1, 1])
    assert folds(t, "damage")[:2] == ["309/2 MB: 3 dice", "Kirikami Charge: 1 die more"]


@case("22.4.3a", "R18")
def test_armor_says_how_much_it_ignored(table):
    units = {"U-4T": "OKI", "U-23": "OKI", "J-109a": "CHI", "J-HQ": "KIT"}
    t = table(turn=2, phase="jp-bombardment", units=units, control=["OKI"], revealed=["J-109a"])
    t.do("assign", "J-109a", "OKI").do("confirm", dice=[6, 6, 6]).do("rank", "U-4T", dice=[1])
    assert said(t, ["spared"]) == ["Armor of 4 Tk/4 ignores 2 losses."]


@case("11.1.1b", "10.2", "11.1.3a")
def test_defensive_fire_says_its_dice_and_that_the_unit_stops(table):
    t = table(turn=2, phase="us-movement", units={"U-23": "OKI", "J-GE": "CHI", "J-HQ": "KIT"}, control=["OKI"])
    t.do("move", "U-23", "CHI").do("fire", "J-GE", dice=[5, 1, 1, 1, 1, 1]).do("stay")
    assert said(t, ["stopped"]) == ["23/4 stops in Chidori Airfield: it came under fire."]
    assert said(t, ["defensive-fire"]) == ["Coast Guns fire at 23/4 in Chidori Airfield"]
    assert folds(t, "fire-damage") == [
        "Coast Guns: 4 dice",
        "Surprise, since it was Concealed: 2 dice more",
        "6 dice at 5 or more: 1 Hit",
        "Ground and Caves take nothing off Defensive Fire",
    ]


@case("23.2(1)", "23.1(1)a", "22.2.1b")
def test_every_victory_point_says_what_it_is_for(table):
    t = table(turn=2, phase="us-movement", units={"U-3": "LANDING", "J-HQ": "KIT", "J-NMG": "OKI"}, revealed=["J-NMG"])
    t.do("land", "U-3", "OKI").do("fire", "J-NMG", dice=[5, 5, 1, 1])
    assert said(t, ["scored"]) == [
        "Japanese VP +10, now 10 VP: the 3rd Division lands in Okina Hama without a Beachhead.",
        "Japanese VP +1, now 11 VP: 3/3 lost 1 step.",
        "Japanese VP +1, now 12 VP: 3/3 lost 1 step.",
    ]
    t = table(turn=2, phase="end", units={"U-23": "CHI", "J-HQ": "KIT"}, control=["CHI"], safe=["CHI"], dice=[6])
    assert said(t, ["scored"]) == ["US VP +2, now 2 VP: Safe to Land at Chidori Airfield."]


@case("10.1a", "10.3b")
def test_a_landing_and_the_march_after_it_are_one_line(table):
    t = table(
        turn=2, phase="us-movement", units={"U-23": "LANDING", "J-HQ": "KIT"}, beachheads=["OKI"], control=["OKI"]
    )
    t.do("land", "U-23", "OKI").do("to", "CHH").do("pass").do("stop")
    run = [event for event in t.events if event.kind in ("landed", "moved")]
    assert t.game.together(run) == "23/4 lands: Okina Hama → Chidori ga Hama, 2 MP."


@case("23.2(1)")
def test_the_losses_of_one_unit_are_one_line(table):
    t = table(turn=2, phase="us-movement", units={"U-23": "OKI", "J-NMG": "CHI", "J-HQ": "KIT"}, revealed=["J-NMG"])
    t.do("move", "U-23", "CHI").do("fire", "J-NMG", dice=[5, 5, 1, 1])
    run = [event for event in t.events if event.kind in ("step-lost", "scored")]
    assert t.game.together(run) == "23/4 loses 2 steps in Chidori Airfield (2 steps left). Japanese VP +2, now 2 VP."
    assert t.game.together(run[:1]) == "23/4 loses 1 step in Chidori Airfield (3 steps left)."


@case("9.3.3(4)")
def test_the_losses_of_one_bombardment_are_one_line(table):
    t = table(turn=2, phase="us-movement", units={"U-23": "OKI", "U-24": "OKI", "J-HQ": "KIT"})
    for unit in ("U-23", "U-24", "U-23"):
        lose_step(t.state, t.game.unit_index[unit], "9.3.3(4)")
    run = [event for event in t.events if event.kind in ("step-lost", "scored")]
    assert t.game.together(run) == (
        "23/4 loses 2 steps in Okina Hama (2 steps left). 24/4 loses 1 step in Okina Hama (3 steps left). "
        "Japanese VP +3, now 3 VP."
    )


@case("8d")
def test_who_is_eliminated_is_said_to_be_gone_for_good_or_not(table):
    text = table().game.text
    g = table().game
    assert "Recovery" in text.say_step_lost(g.unit_index["U-23"], 0, 0)
    assert "for good" in text.say_step_lost(g.unit_index["J-309"], 0, 0)


def test_units_of_one_name_are_counted(table):
    g = table().game
    four = [g.unit_index[f"J-109{letter}"] for letter in "ab"]
    assert g.text.say_bombardment_named(1, 0, four).endswith(": 2 × 109 Arty.")


@case("21b", "22.3.2a", "R13")
def test_names_of_several_things_take_the_plural_and_all_others_do_not(table):
    g = table().game
    many = {g.unit_ids[unit] for unit, plural in enumerate(g.is_plural) if plural}
    air, ships = {f"U-AS{n}" for n in range(1, 6)}, {f"U-NS{n}" for n in range(1, 6)}
    assert many == {*air, *ships, "J-GE"}
    guns, cruisers, regiment = (g.unit_index[name] for name in ("J-GE", "U-NS5", "U-23"))
    assert g.text.say_retired(cruisers) == "Cruisers leave for good."
    assert g.text.say_retired(g.unit_index["U-NS1"]) == "Tennessee – Idaho leave for good."
    assert g.text.say_kirikami(guns, 0) == "Kirikami Charge! Coast Guns lead it in Mt Suribachi."
    assert g.text.say_kirikami(regiment, 0).startswith("Kirikami Charge! 23/4 leads it")
    t = table(turn=2, phase="jp-assault", units={"J-GE": "FUN", "U-23": "FUN", "J-HQ": "KIT"}, fired=["J-GE"])
    assert g.why_not(t.state, 1, guns, None)[0].text == "Coast Guns have fired: once a turn."


@case("R13", "3.Facing-b")
def test_no_reason_about_a_unit_of_several_things_is_in_the_singular(table):
    """Every reason that any frame may give about the guns and the cruisers, in positions of a random game."""
    wrong = []
    for seed in range(3):
        for s in why_not.positions(table().game, seed, 400, 3):
            for name in ("J-GE", "U-NS5", "U-NS1"):
                unit = s.game.unit_index[name]
                for verb in ("", *s.agenda[-1].verbs):
                    for bar in s.game.why_not(s, s.pending.side, unit, None, verb):
                        if re.match(rf"{s.game.unit_names[unit]} (is|has|does|stops|assaults)\b", bar.text):
                            wrong.append(bar.text)
    assert wrong == []


@case("8c", "8d", "11b", "R12", "12.2.3(2)a", "14a")
def test_a_question_names_only_what_is_on_offer(table):
    def asks(t):
        return t.game.prompt(t.state, t.asked, t.asked.side)

    whole = dict.fromkeys(("U-24", "U-25", "U-26", "U-27", "U-28"), "CHI")
    units = {"U-23": ["OKI", 2], "J-HQ": "KIT", **whole}
    t = table(turn=2, phase="recovery", units=units, control=["OKI", "CHI"], beachheads=["OKI"])
    assert asks(t) == "Recovery at Okina Hama: restore one step?"
    t = table(turn=2, phase="recovery", units=units | {"U-23": ["RESERVE", 0]}, control=["OKI"], beachheads=["OKI"])
    assert asks(t) == "Recovery at Okina Hama: bring back an eliminated unit with one step?"
    entering = {"turn": 2, "phase": "us-movement", "control": ["OKI"]}
    t = table(**entering, units={"U-23": "OKI", "J-309": "CHI", "J-HQ": "KIT"}).do("move", "U-23", "CHI")
    assert asks(t) == "23/4 has entered Chidori Airfield. Fire with one unit there?"
    t = table(**entering, units={"U-23": "OKI", "J-309": "CHI", "J-HQ": "KIT"}, fired=["J-309"])
    t.do("move", "U-23", "CHI")
    assert asks(t).endswith("No unit of yours there can fire. Reveal one, or pass.")
    t = table(**entering, units={"U-23": "OKI", "J-HQ": "KIT"}).do("move", "U-23", "CHI")
    assert asks(t).endswith("You have no unit there that can fire or be Revealed.")
    t = table(turn=2, phase="construction", units={"U-23": "CHI", "J-HQ": "KIT"}, control=["CHI"])
    assert asks(t) == "Construction in US-controlled areas. Safe to Land earns 2 VP in each End Phase."


@case("22.4.3a", "22.4.3b")
def test_the_loss_that_a_retreat_ignores_is_not_put_down_to_armor(table):
    text = table().game.text
    tank = table().game.unit_index["U-4T"]
    assert text.say_spared(tank, 3, 2) == "Armor of 4 Tk/4 ignores 2 losses, its retreat 1 more."
    assert text.say_spared(tank, 1, 2) == "Armor of 4 Tk/4 ignores 1 loss."
