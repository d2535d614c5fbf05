"""Why something is not on offer, decision by decision, and the odds before the dice."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import product

import pytest

import why_not
from grognard.games import load
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING
from grognard.kernel.play import apply
from random_games import some

case = pytest.mark.case

GARRISON = ["J-309", "J-310", "J-311", "J-312", "J-314", "J-145a", "J-145b", "J-145c", "J-17c", "J-AT12"]


# --- why not


def why(t, unit=None, space=None, side=None):
    """The cases of the reasons why a unit, a space, or a unit in a space is not on offer."""
    bars = t.game.why_not(
        t.state,
        t.asked.side if side is None else t.game.side_index(side),
        None if unit is None else t.game.unit_index[unit],
        None if space is None else t.game.space_index[space],
    )
    assert all(bar.text.endswith(".") for bar in bars)
    known = {entry["id"] for entry in (*t.game.cases, *t.game.rulings)}
    cases = {name for bar in bars for name in bar.cases}
    assert cases <= known
    return cases


def test_what_is_on_offer_is_said_to_be_on_offer(table):
    t = table(turn=2, phase="us-movement", units={"U-23": "CHI", "J-HQ": "KIT"})
    (bar,) = t.game.why_not(t.state, 0, t.game.unit_index["U-23"], t.game.space_index["FUN"])
    assert bar.text == "It is on offer."


@case("5")
def test_the_side_that_is_not_asked_is_told_so(table):
    t = table(turn=2, phase="us-movement", units={"U-23": "CHI", "J-309": "FUN"})
    assert why(t, "J-309", "MAF", side="JP") == {"5"}


@case("2.2.2b")
def test_the_us_player_is_told_nothing_of_concealed_units(table):
    t = table(turn=2, phase="us-movement", units={"U-23": "CHI", "J-309": "FUN", "J-HQ": ["SECRET", 0]})
    assert why(t, "J-309") == {"2.2.2b"}
    assert why(t, "J-HQ") == {"2.2.2b"}


@case("4.1b", "3.Stacking-a")
def test_why_not_in_the_set_up(table):
    t = table()
    t.do("cave", "OSA").do("cave", "OSA")
    assert why(t, space="OSA") == {"4.2d", "4.1b"}  # units may still be placed there
    for unit in GARRISON:
        t.do("place", unit, "OSA")
    assert why(t, "J-GE", "OSA") == {"3.Stacking-a"}
    assert why(t, GARRISON[0], "CHI") == {"4.2d"}  # it has its place: it is taken back first
    assert why(t, "U-23", "CHI") == {"4.2a", "4.2d"}


@case("6c")
def test_why_not_when_the_weather_grounds_air_units(table):
    t = table(turn=2, phase="weather", units={"J-HQ": "KIT"}, dice=[2])
    assert why(t, "U-NS1") == {"6c"}


@case("8b", "8a", "R40")
def test_why_not_in_the_recovery_phase(table):
    units = {"J-HQ": "KIT", "U-23": ["OKI", 3], "U-24": ["CHI", 2], "U-25": "OKI"}
    t = table(turn=2, phase="recovery", units=units, control=["OKI"], beachheads=["OKI"])
    assert why(t, "U-24") == {"8b"}
    assert why(t, "U-25") == {"8a", "R40"}
    assert why(t, "U-NS1") == {"3.Steps-d"}


@case("9.1.1b", "9.1.2b", "R11", "9.1b")
def test_why_not_in_the_us_designation_of_bombardments(table):
    units = {"J-HQ": "KIT", "J-309": "FUN", "U-14A": "FUN", "U-13A": "OKI", "U-23": "OKI"}
    t = table(turn=2, phase="us-bombardment", units=units, revealed=["J-309"], fired=["U-13A"])
    assert why(t, "U-14A", "CHI") == {"9.1.2b", "16c"}
    assert why(t, "U-13A", "CHI") == {"3.Facing-b"}
    assert why(t, "U-12A", "CHI") == {"R11"}
    assert why(t, "U-23", "CHI") == {"2.1.1(4)b"}
    assert why(t, "J-309", "CHI") == {"9a"}
    for unit in ("U-AS1", "U-AS2", "U-AS3", "U-AS4", "U-AS5"):
        t.do("assign", unit, "CHI")
    assert why(t, "U-NS1", "CHI") == {"9.1.1b"}
    assert why(t, "U-AS1", "OKI") == {"9.1b"}


@case("6c")
def test_why_not_for_a_grounded_air_unit(table):
    t = table(turn=2, phase="weather", units={"J-HQ": "KIT"}, dice=[2])
    t.do("ground", "U-AS5")
    assert t.phase() == "us-bombardment"
    assert why(t, "U-AS5", "OKI") == {"6c"}


@case("16a", "16c", "R4")
def test_why_not_in_the_japanese_designation_of_bombardments(table):
    units = {"J-MT2": "MAF", "J-109a": "FUN", "J-309": "MAF", "U-23": "FUN", "J-109b": "TEN"}
    t = table(turn=2, phase="jp-bombardment", units=units, revealed=["J-109a"], fired=["J-109b"])
    assert why(t, "J-MT2", "CHI") == {"2.1.1(4)a", "R4"}
    assert why(t, "J-109a", "CHI") == {"9.1.2b", "16c"}
    assert why(t, "J-109b", "CHI") == {"3.Facing-b"}
    assert why(t, "J-309", "CHI") == {"2.1.1(4)b"}
    assert why(t, "U-14A", "CHI") == {"16a"}


@case("9.1a", "16b", "R55")
def test_why_not_in_the_choice_of_the_next_bombardment(table):
    t = table(turn=2, phase="us-bombardment", units={"J-HQ": "KIT"})
    t.do("assign", "U-NS1", "OKI").do("assign", "U-NS2", "CHI").do("confirm").do("pass")
    assert why(t, space="FUN") == {"9.1a", "R55"}
    t = table(turn=2, phase="jp-bombardment", units={"J-109a": "TEN", "J-109b": "TEN"})
    t.do("assign", "J-109a", "OKI").do("assign", "J-109b", "CHI").do("confirm")
    assert why(t, space="FUN") == {"16b", "R55"}


@case("R8", "3.StatusChange-d")
def test_why_not_in_a_window_to_reveal(table):
    t = table(turn=2, phase="us-bombardment", units={"J-HQ": "KIT", "J-309": "FUN"}, revealed=["J-309"])
    t.do("assign", "U-NS1", "OKI").do("confirm")
    assert t.asked.prompt == "bombardment-window"
    assert why(t, "J-309") == {"3.StatusChange-c", "R8"}
    assert why(t, space="FUN") == {"3.StatusChange-d"}
    t = table(turn=2, phase="us-assault", units={"J-HQ": "KIT", "J-309": "FUN", "U-23": "FUN"}, revealed=["J-309"])
    t.do("pass").do("assault", "U-23").do("confirm")
    assert t.asked.prompt == "assault-window"
    assert why(t, "J-309") == {"3.StatusChange-c", "R8"}


@case("9.3.3(1)", "12.2.3(1)")
def test_why_not_in_the_ordering_of_a_row(table):
    units = {"J-309": "OKI", "J-310": "OKI", "J-311": "FUN", "J-HQ": "KIT"}
    t = table(turn=2, phase="us-bombardment", units=units, revealed=["J-309", "J-310", "J-311"])
    t.do("assign", "U-NS1", "OKI").do("confirm").do("pass", dice=[6, 6, 1, 1, 1])
    assert t.asked.prompt == "order-row"
    assert why(t, "J-311") == {"9.3.3(1)", "12.2.3(1)"}


@case("9.3.3(3)", "R47")
def test_why_not_in_the_secret_ordering_of_concealed_units(table):
    units = {"J-309": "OKI", "J-310": "OKI", "J-311": "FUN", "J-HQ": "KIT"}
    t = table(turn=2, phase="us-bombardment", units=units)
    t.do("assign", "U-NS1", "OKI").do("confirm").do("pass", dice=[6, 1, 1, 1, 1])
    assert t.asked.prompt == "order-concealed"
    assert why(t, "J-311") == {"9.3.3(3)", "R47"}


@case("10.1a", "10.3a", "10.3e", "10b", "22.4.1", "22.2.1a", "R41")
def test_why_not_in_us_movement(table):
    units = {"U-23": "CHI", "U-24": "CHI", "U-4T": "CHI", "U-14A": "LANDING", "U-3": ["RESERVE", 0], "J-HQ": "KIT"}
    t = table(turn=2, phase="us-movement", units={**units, "U-5T": "FUN"}, control=["OKI"])
    assert why(t, "U-23", "MAF") == {"10.1a", "10.2"}
    assert why(t, "U-5T", "OSA") == {"22.4.1"}
    assert why(t, "U-14A", "OKI") == {"10.3e"}
    assert {name for bar in why_verb(t, "land", "U-26", "CHI") for name in bar.cases} == {"10.3a", "R41"}
    assert why(t, "U-9", "OKI") == {"22.2.1a"}
    assert why(t, "U-3", "OKI") == {"8d", "R40"}
    assert why(t, "U-NS1", "OKI") == {"2.1.1b", "10a"}
    t.do("move", "U-24", "OKI").do("stop")
    assert why(t, "U-24", "CHI") == {"10b"}


@case("10.3d", "3.Stacking-a")
def test_why_not_when_a_shore_is_full(table):
    units = dict.fromkeys(["U-23", "U-24", "U-25", "U-4T", "U-5T"], "OKI") | {"J-HQ": "KIT"}
    t = table(turn=2, phase="us-movement", units=units)
    assert why(t, "U-26", "OKI") == {"3.Stacking-a", "R6"}
    t.do("land", "U-26", "MIN").do("pass")
    assert {name for bar in why_verb(t, "land", "U-27", "MIN") for name in bar.cases} == {"10.3d"}


@case("10b", "R57", "10.1a")
def test_why_not_while_a_us_unit_is_on_its_way(table):
    t = table(turn=2, phase="us-movement", units={"U-23": "OKI", "U-24": "OKI", "J-HQ": "KIT"}, control=["CHI"])
    t.do("move", "U-23", "CHI")
    assert why(t, "U-24", "CHI") == {"10b"}
    assert why(t, "U-23", "LANDING") == {"R57"}
    assert why(t, "U-23", "KIT") == {"10.1a", "10.1b"}


@case("11c", "R13", "11.1", "R26")
def test_why_not_in_japanese_defensive_fire(table):
    units = {"U-23": "CHI", "J-309": "FUN", "J-109a": "FUN", "J-310": "MAF", "J-311": "FUN"}
    t = table(turn=2, phase="us-movement", units=units, revealed=["J-309", "J-109a"], fired=["J-309"])
    t.do("move", "U-23", "FUN")
    assert why(t, "J-309") == {"11c", "R26"}
    assert why(t, "J-109a") == {"R13"}
    assert why(t, "J-310") == {"10.4a", "11.1"}


@case("11c", "18b", "R26")
def test_why_not_in_us_defensive_fire(table):
    units = {"U-23": "FUN", "U-24": "FUN", "U-25": "CHI", "J-309": "MAF", "J-HQ": "KIT"}
    t = table(turn=2, phase="jp-movement", units=units, revealed=["J-309"], fired=["U-24"], dice=[6])
    t.do("march", "J-309", "FUN")
    assert why(t, "U-24") == {"11c", "R26"}
    assert why(t, "U-25") == {"10.4a", "11.1"}


@case("11.1.2(1)b", "11.1.2(1)a", "11d", "R16")
def test_why_not_in_a_retreat_from_defensive_fire(table):
    full = dict.fromkeys(["U-26", "U-27", "U-28", "U-4T", "U-5T"], "IDO")
    units = {**full, "U-23": "CHI", "U-24": "CHI", "J-309": "FUN", "J-310": "MIN", "J-HQ": "KIT"}
    control = ["CHI", "IDO", "MIN"]
    t = table(turn=2, phase="us-movement", units=units, revealed=["J-309", "J-310"], control=control)
    t.do("move", "U-23", "FUN").do("fire", "J-309", dice=[1, 1, 1])
    assert t.asked.prompt == "fall-back"
    assert why(t, "U-23", "OSA") == {"11.1.2(1)b"}
    assert why(t, "U-23", "MIN") == {"11.1.2(1)b"}
    assert why(t, "U-23", "IDO") == {"3.Stacking-a", "R16"}
    assert why(t, "U-23", "OKI") == {"11.1.2(1)a"}
    assert why(t, "U-24", "CHI") == {"11d"}


@case("22.3.2a")
def test_why_not_in_a_kirikami_charge(table):
    units = {"J-309": "FUN", "J-310": "MAF", "U-23": "FUN"}
    t = table(turn=2, phase="us-assault", units=units, revealed=["J-309"])
    assert t.asked.prompt == "kirikami"
    assert why(t, "J-310") == {"22.3.2a"}


@case("12", "12.1a")
def test_why_not_in_the_us_designation_of_assaults(table):
    units = {"J-309": "FUN", "U-23": "FUN", "U-24": "FUN", "U-25": "CHI"}
    t = table(turn=2, phase="us-assault", units=units, revealed=["J-309"], fired=["U-24"])
    t.do("pass")
    assert why(t, "U-24") == {"12.1a", "3.Facing-b"}
    assert why(t, "U-25") == {"12"}
    assert why(t, "U-NS1") == {"12"}
    for unit, name in enumerate(t.game.unit_names):
        if t.game.side_of[unit] == 0:
            said = any(bar.text.startswith("Only your own ground") for bar in t.game.why_not(t.state, 0, unit, None))
            assert said == (not t.game.us_ground >> unit & 1), name


@case("R13", "19a", "19a-1")
def test_why_not_in_the_japanese_designation_of_assaults(table):
    units = {"J-309": "FUN", "J-310": "FUN", "J-109a": "FUN", "J-311": "MAF", "U-23": "FUN"}
    t = table(turn=2, phase="jp-assault", units=units, revealed=["J-309", "J-310", "J-109a"], fired=["J-310"])
    assert why(t, "J-109a") == {"R13"}
    assert why(t, "J-310") == {"19a-1", "3.Facing-b"}
    assert why(t, "J-311") == {"19a"}
    assert why(t, "U-23") == {"19a"}


@case("12.1a", "19a-1", "R55")
def test_why_not_in_the_choice_of_the_next_assault(table):
    units = {"J-309": "FUN", "J-310": "MIN", "U-23": "FUN", "U-24": "MIN"}
    shown = ["J-309", "J-310"]
    t = table(turn=2, phase="us-assault", units=units, revealed=shown)
    t.do("pass").do("assault", "U-23").do("assault", "U-24").do("confirm")
    assert t.asked.prompt == "next-assault"
    assert why(t, space="CHI") == {"12.1a", "R55"}
    t = table(turn=2, phase="jp-assault", units=units, revealed=shown)
    t.do("assault", "J-309").do("assault", "J-310").do("confirm")
    assert why(t, space="CHI") == {"19a-1", "R55"}


@case("12.2.3(2)a", "12.2.3(2)b", "12.2.3(2)c", "22.4.1", "R17")
def test_why_not_in_the_declaration_of_retreats(table):
    near = ["J-GE", "J-TK26", "J-AT8", "J-MG2"]
    units = {**dict.fromkeys(near, "FUN"), **dict.fromkeys(GARRISON[:9], "MAF"), "U-23": "FUN"}
    t = table(turn=2, phase="us-assault", units=units, revealed=[*near, *GARRISON[:9]], control=["CHI"])
    t.do("pass").do("assault", "U-23").do("confirm", dice=[1] * 5)
    assert t.asked.prompt == "retreats"
    assert why(t, "J-GE", "MAF") == {"12.2.3(2)b"}
    assert why(t, "J-309", "MOT") == {"12.2.3(2)a"}
    assert why(t, "J-AT8", "CHI") == {"11.1.2(1)b"}
    assert why(t, "J-AT8", "MOT") == {"11.1.2(1)a"}
    assert why(t, "J-TK26", "OSA") == {"22.4.1", "R16"}
    t.do("retreat", "J-AT8", "MAF")
    assert why(t, "J-AT8", "OSA") == {"12.2.3(2)c"}
    assert why(t, "J-MG2", "MAF") == {"3.Stacking-a", "R17"}


@case("11.1.2(1)b", "22.4.1", "R16")
def test_a_unit_with_nowhere_to_retreat_to_is_told_of_every_area(table):
    units = {"J-TK26": "FUN", "J-MG2": "FUN", "U-23": "FUN", "U-24": "MIN", "U-25": "MAF", "U-26": "TAM", "U-27": "IDO"}
    t = table(turn=2, phase="us-assault", units=units, revealed=["J-TK26", "J-MG2"], control=["CHI"])
    t.do("pass").do("assault", "U-23").do("confirm", dice=[1] * 5)
    assert t.asked.prompt == "retreats"
    assert why(t, "J-TK26") == {"11.1.2(1)b", "22.4.1", "R16"}


@case("14a", "14c", "14d", "R53", "2.2.1c")
def test_why_not_in_construction(table):
    control = ["OKI", "FUT", "CHH", "CHI", "KAF", "MIN", "SUR"]
    t = table(
        turn=2, phase="construction", units={"J-HQ": "KIT"}, control=control,
        beachheads=["OKI", "FUT"], safe=["CHI"], flag=2,
    )  # fmt: skip
    assert why(t, space="CHH") == {"14c"}
    assert why(t, space="CHI") == {"R53"}
    assert why(t, space="FUN") == {"14a"}
    assert why(t, space="MIN") == {"14a", "2.2.1c"}
    assert why(t, space="SUR") == {"14d"}


@case("17a", "R25", "2.1.1(6)", "2.1.1(7)", "22.4.1")
def test_why_not_in_japanese_movement(table):
    units = {"J-309": "SUR", "J-GE": "MAF", "J-TK26": "MAF", "U-23": "FUN", "J-HQ": "KIT"}
    t = table(turn=2, phase="jp-movement", units=units, revealed=["J-309", "J-TK26"], dice=[6])
    assert why(t, "U-23") == {"17a"}
    assert why(t, "J-GE") == {"2.1.1(6)"}
    assert why(t, "J-TK26", "NID") == {"22.4.1"}
    assert why(t, "J-309", "CHI") == {"10.1a", "10.2"}
    assert why(t, "J-312") == {"2.1.1(7)"}
    t.do("march", "J-309", "CHH").do("stop")
    assert why(t, "J-309", "OKI") == {"R25"}


@case("17.2(4)b", "R24", "3.Stacking-a")
def test_why_not_for_a_unit_that_can_neither_move_nor_hide(table):
    others = [*GARRISON, "J-TK26", "J-AT8", "J-MT2", "J-MT20", "J-RKT", "J-109a", "J-109b", "J-109c", "J-109d", "J-GE"]
    hemmed = dict.fromkeys(others[:10], "OKI") | dict.fromkeys(others[10:], "CHH") | {"J-MG2": "SUR", "J-HQ": "KIT"}
    position = {"turn": 2, "phase": "jp-movement", "revealed": ["J-MG2"], "dice": [6]}
    beside = table(**position, units={**hemmed, "U-23": "SUR"})
    assert why(beside, "J-MG2", "OKI") == {"3.Stacking-a", "R6"}
    assert why(beside, "J-MG2") == {"17.2(4)b"}
    under_us_control = table(**position, units=hemmed, control=["SUR"])
    assert why(under_us_control, "J-MG2") == {"R24", "17.2(3)b"}


@case("17b", "10.1a")
def test_why_not_while_a_japanese_unit_is_on_its_way(table):
    t = table(turn=2, phase="jp-movement", units={"J-309": "MAF", "J-310": "MAF", "J-HQ": "KIT"}, dice=[6])
    t.do("show-march", "J-309", "MOT")
    assert why(t, "J-310", "MOT") == {"17b"}
    assert why(t, "J-309", "CHI") == {"10.1a", "10.1b"}


@case("21b", "22.1.3")
def test_why_not_when_a_support_unit_retires(table):
    t = table(turn=1, phase="end", units={"J-HQ": "KIT"})
    assert why(t, "U-NS1") == {"22.1.3"}
    t = table(turn=3, phase="end", units={"J-HQ": "KIT", "U-NS5": "RESERVE"})
    assert why(t, "U-AS1") == {"21b"}
    assert why(t, "U-NS5") == {"21b"}


# --- previews, against an enumeration of all throws


def throws(dice):
    """Every throw of so many dice, with its chance."""
    return [(faces, 6.0**-dice) for faces in product(range(1, 7), repeat=dice)]


def chances(dice, result):
    """The chance of each result of a throw."""
    out = Counter()
    for faces, p in throws(dice):
        out[result(faces)] += p
    return out


def hits(faces):
    """Fives and sixes."""
    return sum(face >= 5 for face in faces)


def preview(t, *words):
    """What the asked side is shown before it chooses an option."""
    return t.game.preview(t.state, t.asked.side, t.game.from_words(words))


def shown(found, eliminated=99):
    """The outcomes of a preview as {number: chance}, or {number: (least, most)} where it shows a range."""
    out = {}
    for row in found["outcomes"]:
        first = row["text"].split()[0]
        number = eliminated if row["text"].endswith("eliminated") else 0 if first == "no" else int(first)
        out[number] = (row["p"], row["p2"]) if "p2" in row else row["p"]
    return out


def agrees(found, expected, eliminated=99):
    """Whether a preview without ranges shows exactly these chances, and their mean."""
    assert shown(found, eliminated) == pytest.approx({n: p for n, p in expected.items() if p >= 0.0005})
    assert found["mean"] == pytest.approx(sum(n * p for n, p in expected.items()), abs=0.006)
    return True


@case("9.3.1", "9.3.2a", "9.3.4a")
def test_the_preview_of_a_bombardment_with_known_caves_is_exact(table):
    units = {"J-309": "IDO", "J-HQ": "KIT"}
    t = table(turn=2, phase="us-bombardment", units=units, revealed=["J-309"], shown={"IDO": 1}, probed=["IDO"])
    t.do("assign", "U-AS1", "IDO")
    found = preview(t, "assign", "U-AS3", "IDO")
    assert found["dice"] == 3 + 2
    assert agrees(found, chances(5, lambda faces: max(0, hits(faces) - 1 - 1)))
    notes = {note["cases"][0]: note["p"] for note in found["notes"] if "p" in note}
    assert notes["9.3.4a"] == pytest.approx(1 - chances(5, hits)[0])
    assert notes["9.3.3(2)"] == pytest.approx(sum(p for n, p in chances(5, hits).items() if n >= 4))


@case("9.2a", "9.3.2a")
def test_the_preview_with_unknown_caves_spans_every_number_there_may_be(table):
    t = table(turn=2, phase="us-bombardment", units={"J-HQ": "KIT"}, caves={"TEN": 2})
    t.do("assign", "U-AS1", "OKI")
    found = preview(t, "assign", "U-AS2", "OKI")
    rolled = chances(6, hits)
    for number, odds in shown(found).items():
        possible = [sum(p for n, p in rolled.items() if max(0, n - caves) == number) for caves in (0, 1, 2)]
        assert odds == pytest.approx((min(possible), max(possible))), number
    means = [sum(max(0, n - caves) * p for n, p in rolled.items()) for caves in (0, 2)]
    assert (found["mean2"], found["mean"]) == pytest.approx(tuple(means), abs=0.006)


@case("9.2a", "2.2.2b")
def test_the_us_preview_does_not_depend_on_where_concealed_caves_are(table):
    def odds(caves):
        t = table(turn=2, phase="us-bombardment", units={"J-HQ": "KIT"}, caves=caves)
        return preview(t, "assign", "U-NS1", "FUN")

    assert odds({"FUN": 2}) == odds({"MAF": 2}) == odds({"FUN": 1, "MAF": 1})


@case("9.2a")
def test_a_single_concealed_cave_left_narrows_what_is_unknown(table):
    t = table(turn=2, phase="us-bombardment", units={"J-HQ": "KIT"}, caves={"TEN": 1})
    rolled = chances(3, hits)
    found = shown(preview(t, "assign", "U-AS1", "OKI"))
    assert found[0] == pytest.approx((rolled[0], rolled[0] + rolled[1]))
    assert found[3] == pytest.approx((0, rolled[3]))


@case("9.3.2b")
def test_the_preview_of_a_bombardment_of_a_us_area_has_no_reduction(table):
    t = table(
        turn=2, phase="us-bombardment", units={"J-309": "FUN", "J-HQ": "KIT"}, revealed=["J-309"], control=["FUN"]
    )
    assert agrees(preview(t, "assign", "U-AS1", "FUN"), chances(3, hits))


@case("22.5a", "16.4", "16.6")
def test_the_preview_of_the_rocket_adds_its_die_to_the_hits(table):
    units = {"J-RKT": "KIT", "J-109a": "TEN", "U-23": "CHI"}
    t = table(turn=2, phase="jp-bombardment", units=units, control=["CHI"], safe=["CHI"])
    t.do("assign", "J-109a", "CHI")
    found = preview(t, "assign", "J-RKT", "CHI")
    assert found["dice"] == 4
    assert agrees(found, chances(4, lambda faces: max(0, hits(faces[:3]) + faces[3] - 2)))
    assert [note["p"] for note in found["notes"] if note["cases"] == ["16.6"]] == pytest.approx([1])


@case("12.2.1", "12.2.2", "12.2.4")
def test_the_preview_of_a_us_assault_is_exact(table):
    units = {"U-23": "MIN", "U-14A": "MIN", "J-309": "MIN"}
    t = table(turn=2, phase="us-assault", units=units, revealed=["J-309"], shown={"MIN": 1}, probed=["MIN"])
    t.do("pass").do("assault", "U-14A")
    found = preview(t, "assault", "U-23")
    assert agrees(found, chances(6, lambda faces: max(0, hits(faces) - 1 - 1)))
    assert [n["p"] for n in found["notes"] if n["cases"] == ["12.2.4"]] == pytest.approx([1 - chances(6, hits)[0]])


@case("22.3.1b", "22.3.2c", "R32", "19a-2", "19b")
def test_the_preview_of_an_assault_with_both_charges_is_exact_and_itemised(table):
    units = {"J-309": "CHI", "U-23": "CHI", "J-HQ": "FUN"}
    t = table(turn=2, phase="jp-assault", units=units, revealed=["J-309"], control=["CHI"], safe=["CHI"], kirikami=1)
    assert preview(t, "assault", "J-309")["dice"] == 3 + 1
    t.do("banzai")
    found = preview(t, "assault", "J-309")
    assert found["dice"] == 3 + 1 + 2
    assert [item["value"] for item in found["items"]] == ["+3 dice", "+1 die", "+2 dice"]
    damage = chances(6, lambda faces: max(0, hits(faces) - 2))
    assert agrees(found, damage)
    assert [n["p"] for n in found["notes"] if n["cases"] == ["19b"]] == pytest.approx([1 - damage[0]])


def entry(table, mover, firer, **change):
    """A US unit has just entered FUN, where a Japanese unit may fire."""
    units = {mover: "CHI", firer: "FUN", "J-HQ": "KIT"}
    return table(turn=2, phase="us-movement", units=units, **change).do("move", mover, "FUN")


@case("11.1.1a", "11.1.1b")
def test_the_preview_of_defensive_fire_counts_surprise(table):
    t = entry(table, "U-23", "J-309")
    found = preview(t, "fire", "J-309")
    assert found["dice"] == 5
    assert agrees(found, chances(5, lambda faces: min(4, hits(faces))), eliminated=4)


@case("11.1.1a")
def test_the_preview_of_fire_by_a_revealed_unit_has_no_surprise(table):
    found = preview(entry(table, "U-23", "J-309", revealed=["J-309"]), "fire", "J-309")
    assert agrees(found, chances(3, hits))


@case("11.1.1c")
def test_a_us_mountain_next_door_takes_surprise_out_of_the_preview(table):
    found = preview(entry(table, "U-23", "J-309", control=["OSA"]), "fire", "J-309")
    assert agrees(found, chances(3, hits))
    assert "11.1.1c" in {name for item in found["items"] for name in item["cases"]}


@case("22.4.3a")
def test_the_preview_of_fire_at_a_tank_counts_its_armor(table):
    found = preview(entry(table, "U-4T", "J-MG2"), "fire", "J-MG2")
    assert found["dice"] == 6
    expected = chances(6, lambda faces: min(2, max(0, hits(faces) - 2)))
    assert agrees(found, expected, eliminated=2)


@case("22.4.3c")
def test_the_preview_of_anti_tank_fire_does_not(table):
    found = preview(entry(table, "U-4T", "J-AT8"), "fire", "J-AT8")
    assert agrees(found, chances(5, lambda faces: min(2, hits(faces))), eliminated=2)


@case("18b")
def test_the_preview_of_us_defensive_fire_is_exact(table):
    units = {"J-309": "MAF", "U-23": "FUN", "J-HQ": "KIT"}
    t = table(turn=2, phase="jp-movement", units=units, dice=[6])
    t.do("sneak", "J-309", "FUN")
    assert agrees(preview(t, "fire", "U-23"), chances(5, lambda faces: min(2, hits(faces))), eliminated=2)


@case("11.1.2(1)a", "11.1.2(2)")
def test_each_answer_to_known_damage_is_previewed(table):
    t = entry(table, "U-23", "J-309", revealed=["J-309"], control=["CHI"])
    t.do("fire", "J-309", dice=[6, 6, 1])
    assert shown(preview(t, "stay")) == {2: 1.0}
    assert shown(preview(t, "fall-back", "CHI")) == {1: 1.0}


@case("9.3.1", "12.2.1")
def test_the_odds_of_the_whole_plan_are_shown_while_it_is_made_to_its_maker(table):
    t = table(turn=2, phase="us-bombardment", units={"J-HQ": "KIT"})
    t.do("assign", "U-AS1", "FUN").do("assign", "U-AS2", "OKI").do("assign", "U-NS5", "OKI")
    assert [(t.game.space_ids[p["space"]], p["dice"]) for p in t.game.previews(t.state, 0)] == [("OKI", 7), ("FUN", 3)]
    assert t.game.previews(t.state, 1) == []


def test_what_is_not_on_offer_has_no_preview(table):
    t = table(turn=2, phase="us-bombardment", units={"J-HQ": "KIT", "U-23": "OKI"})
    with pytest.raises(Exception, match="not a legal choice"):
        preview(t, "assign", "U-14A", "OKI")


# --- per verb, and what used to be answered wrongly


def why_verb(t, verb, unit=None, space=None):
    """The reasons why one thing is not on offer."""
    u = None if unit is None else t.game.unit_index[unit]
    a = None if space is None else t.game.space_index[space]
    return t.game.why_not(t.state, t.asked.side, u, a, verb)


@case("3.StatusChange-c", "R8")
def test_a_concealed_unit_is_never_said_to_be_in_view(table):
    t = table(turn=2, phase="us-bombardment", units={"J-309": "CHI", "U-23": "OKI"})
    t.do("assign", "U-NS1", "CHI").do("confirm")
    (bar,) = t.game.why_not(t.state, 1, t.unit("J-309"), t.space("CHI"))
    assert "may be Revealed where it is" in bar.text
    assert t.game.why_not(t.state, 1, t.unit("J-309"), None)[0].text.startswith("It is on offer")


@case("14a")
def test_construction_speaks_of_areas_when_a_unit_is_in_hand(table):
    t = table(turn=2, phase="construction", units={"U-23": "OKI", "J-HQ": "KIT"}, control=["OKI"])
    assert why(t, "U-23", "CHI") == {"14a"}
    assert why_verb(t, "safe", space="CHI")[0].cases == ("14a",)
    assert why_verb(t, "flag", space="OKI")[0].cases == ("14a", "2.2.1c")


@case("10.3e")
def test_a_tank_offshore_is_told_that_it_needs_a_beachhead(table):
    t = table(turn=2, phase="us-movement", units={"U-4T": "LANDING", "U-23": "LANDING", "J-HQ": "KIT"})
    (bar,) = t.game.why_not(t.state, 0, t.unit("U-4T"), None)
    assert bar.cases == ("10.3e",)
    assert why_verb(t, "move", "U-23")[0].cases == ("10.3a",)


@case("22.1.3", "21b")
def test_support_units_that_have_left_are_said_to_have_left(table):
    units = {"J-HQ": "KIT", "U-23": "OKI", "U-AS1": "RESERVE", "U-NS1": "RESERVE"}
    t = table(turn=4, phase="us-bombardment", units=units)
    assert why(t, "U-AS1", "CHI") == {"22.1.3"}
    assert why(t, "U-NS1", "CHI") == {"21b"}


@case("17.2(4)b", "17.2(3)a", "R24")
def test_each_way_to_move_has_its_own_reason(table):
    t = table(turn=2, phase="jp-movement", units={"J-MG2": "SUR", "J-309": "CHI", "U-23": "CHI"}, dice=[6])
    assert why_verb(t, "hide", "J-309")[0].cases == ("17.2(4)a",)
    assert why_verb(t, "march", "J-309")[0].cases == ("17.2(2)a", "17.2(3)a")
    assert why_verb(t, "sneak", "J-MG2")[0].cases == ("17.2(3)a",)
    t.do("reveal", "J-309", side="JP")
    assert why_verb(t, "hide", "J-309")[0].cases == ("17.2(4)b",)


@case("11c", "R12")
def test_fire_and_reveal_are_answered_apart(table):
    units = {"U-23": "OKI", "J-309": "CHI", "J-310": "FUN", "J-HQ": "KIT"}
    t = table(turn=2, phase="us-movement", units=units, fired=["J-309"])
    t.do("move", "U-23", "CHI")
    assert why_verb(t, "fire", "J-309")[0].cases == ("11c", "R26")
    assert why_verb(t, "reveal", "J-310")[0].cases == ("R12",)
    assert why_verb(t, "reveal", "J-309")[0].text.startswith("It is on offer")


@case("4.1b", "4.2d")
def test_the_set_up_says_what_is_missing(table):
    (bar,) = table().game.why_not(table().state, 1, None, None)
    assert bar.text == "Still to be placed: 23 units and 21 Caves."


# --- two choices ahead


SAYS_WHAT_FIRST = re.compile(
    r"first|by way of|on offer|It is in |no area is needed|choose the area alone|choose the unit|from elsewhere"
    r"|Choose to stay, or the area"
)


def named_in(s):
    """The pairs of unit and space that what is asked speaks of."""
    g = s.game
    return {
        (u, a)
        for option in s.pending.options
        for u in g.units_of(option) or [None]
        for a in g.spaces_of(option) or [None]
    }


def two_ahead(s, rng):
    """What one choice would bring on offer within the same phase, without dice, and is not on offer now."""
    asked, now = s.pending, named_in(s)
    acts = [option for option in s.game.standing(s, asked.side) if option[0] == "commit"]
    for option in [*rng.sample(asked.options, min(12, len(asked.options))), *acts]:
        t = s.copy()
        apply(t, asked.side, option, KeyedDice(b"ahead"))
        goes_on = t.winner == ONGOING and t.pending.side == asked.side and (t.rolls, t.phase) == (s.rolls, s.phase)
        if goes_on:
            new = sorted(named_in(t) - now - {(None, None)}, key=str)
            yield from rng.sample(new, min(4, len(new)))


@case("10.1a", "9.1b", "12.1b", "17b", "4.2d", "22.2.1a", "8b")
@pytest.mark.parametrize("seed", some(2, 20))
def test_why_not_says_what_to_do_first_where_the_next_choice_would_bring_it(seed):
    """Who is possible in two steps is never said to be impossible, nor met with a general word."""
    rng = random.Random(seed)
    wrong, met = set(), Counter()
    for s in why_not.positions(load("iwojima"), seed, 900, 3):
        side = s.pending.side
        for unit, space in two_ahead(s, rng):
            if s.game.offered(s.pending, "", unit, space):
                continue
            text = s.game.why_not(s, side, unit, space)[0].text
            met[s.pending.prompt] += 1
            if not SAYS_WHAT_FIRST.search(text):
                wrong.add((s.pending.prompt, text))
    assert wrong == set()
    assert len(met) > 4


@case("10.1a", "10.3b", "17b")
def test_an_area_that_no_first_step_leads_to_names_who_can_come_there(table):
    def says(t, space, unit=None):
        return t.game.why_not(t.state, t.asked.side, unit and t.unit(unit), t.space(space))[0].text

    units = {"U-23": "OKI", "J-309": "MAF", "J-HQ": "KIT"}
    t = table(turn=2, phase="us-movement", units=units, control=["OKI"])
    assert (
        says(t, "FUN") == "23/4 can come to Funami Dai for 2 MP unless it is stopped on the way: choose the unit first."
    )
    t = table(turn=2, phase="us-movement", units=units, control=["OKI"], fired=[])
    t.do("move", "U-23", "CHH").do("pass").do("stop")
    none = f"No unit that may still move can come to {t.game.space_names[t.space('MOT')]} from elsewhere."
    assert says(t, "MOT") == none
    t = table(turn=2, phase="jp-movement", units=units, revealed=["J-309"], dice=[6])
    assert "309/2 MB can come to" in says(t, "CHI")


@case("8b", "8c")
def test_a_unit_at_the_other_beachhead_is_told_that_its_turn_comes(table):
    units = {"U-23": ["OKI", 2], "U-24": ["FUT", 2], "J-HQ": "KIT"}
    t = table(turn=2, phase="recovery", units=units, control=["OKI", "FUT"], beachheads=["OKI", "FUT"])
    first, second = t.asked.about[0], {"OKI": "FUT", "FUT": "OKI"}
    here = t.game.space_ids[first]
    other = {"OKI": "U-23", "FUT": "U-24"}[second[here]]
    (bar,) = t.game.why_not(t.state, 0, t.unit(other), None)
    assert "comes first, then that in" in bar.text


@case("R47", "9.3.3(3)")
def test_a_row_that_is_made_already_is_not_said_to_be_open(table):
    units = {"J-309": "OKI", "J-310": "OKI", "J-HQ": "KIT"}
    t = table(phase="us-bombardment", units=units).do("lose-next", "J-310", side="JP")
    t.do("assign", "U-NS1", "OKI").do("confirm").do("pass", dice=[5, 5, 1, 1, 1])
    assert t.options() == [("go-on",)]
    (bar,) = t.game.why_not(t.state, 1, t.unit("J-309"), None)
    assert bar.text == "The standing loss order makes the row; it may be changed before the next attack."
    t = table(phase="us-bombardment", units=units)
    t.do("assign", "U-NS1", "OKI").do("confirm").do("pass", dice=[5, 1, 1, 1, 1])
    assert t.asked.prompt == "order-concealed"
    t = table(phase="us-bombardment", units={"J-309": "OKI", "J-HQ": "KIT"})
    t.do("assign", "U-NS1", "OKI").do("confirm").do("pass", dice=[5, 1, 1, 1, 1])
    (bar,) = t.game.why_not(t.state, 1, t.unit("J-309"), None)
    assert bar.text == "Any row would come to the same: nothing is chosen."
