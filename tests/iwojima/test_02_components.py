"""Chapter 2: what the counters, markers and maps say."""

from __future__ import annotations

import re

import pytest

from grognard.games.iwojima.counter_faces import face
from grognard.kernel.flow import Refused

case = pytest.mark.case

DIVISIONS = {
    "3rd": {"U-3", "U-9", "U-21", "U-12A", "U-3T"},
    "4th": {"U-23", "U-24", "U-25", "U-14A", "U-4T"},
    "5th": {"U-26", "U-27", "U-28", "U-13A", "U-5T"},
}
GARRISON = [
    "J-HQ", "J-309", "J-310", "J-311", "J-312", "J-314", "J-145a", "J-145b", "J-145c", "J-17c", "J-TK26", "J-AT8",
    "J-AT12", "J-MG2", "J-MT2", "J-MT20", "J-RKT", "J-109a", "J-109b", "J-109c", "J-109d", "J-NMG", "J-GE",
]  # fmt: skip


def stripe(t, unit):
    return face(t.game, t.game.unit_index[unit], 1).stripe


def assigned_areas(t, unit):
    return {area for _, who, area in t.options("assign") if who == unit}


@case("2.1.1(1)")
def test_each_division_has_its_own_colour_and_all_japanese_units_share_another(table):
    t = table()
    colours = [{stripe(t, unit) for unit in units} for units in DIVISIONS.values()]
    colours.append({stripe(t, unit) for unit in GARRISON})
    assert [len(found) for found in colours] == [1, 1, 1, 1]
    assert len(set.union(*colours)) == 4


@case("2.1.1(1)", "R30")
def test_only_the_units_of_the_3rd_division_can_be_committed(table):
    t = table(phase="us-movement", units={"J-HQ": "KIT"})
    assert {unit for _, unit in (o for o in t.standing("US") if o[0] == "commit")} == DIVISIONS["3rd"]
    with pytest.raises(Refused):
        t.do("commit", "U-23")


@case("2.1.1(1)")
def test_a_us_unit_is_named_by_regiment_and_division(table):
    names = dict(zip(table().game.unit_ids, table().game.unit_names, strict=True))
    for division, units in DIVISIONS.items():
        assert all(names[unit].endswith(f"/{division[0]}") for unit in units)
    assert names["U-28"] == "28/5"


@case("2.1.1(2)b")
def test_a_us_tank_ignores_as_many_losses_as_its_armor_rating(table):
    t = table(
        phase="us-movement",
        units={"U-4T": "OKI", "J-309": "CHI", "J-HQ": "KIT"},
        revealed=["J-309"],
        control=["OKI"],
    )
    t.do("move", "U-4T", "CHI").do("fire", "J-309", dice=[5, 6, 5])
    assert t.steps("U-4T") == 1


@case("2.1.1(2)b")
def test_a_us_unit_without_armor_loses_a_step_per_point(table):
    t = table(phase="us-movement", units={"U-23": "OKI", "J-309": "CHI", "J-HQ": "KIT"}, revealed=["J-309"])
    t.do("move", "U-23", "CHI").do("fire", "J-309", dice=[5, 6, 5])
    assert t.steps("U-23") == 1


@case("2.1.1(2)b")
def test_the_japanese_tank_has_no_armor(table):
    t = table(
        phase="us-bombardment", units={"J-TK26": "CHI", "J-HQ": "KIT"}, revealed=["J-TK26", "J-HQ"], control=["CHI"]
    )
    t.do("assign", "U-AS3", "CHI").do("confirm", dice=[5, 6])
    assert t.where("J-TK26") == "ELIMINATED"


@case("2.1.1(4)a", "R4")
def test_range_one_reaches_the_own_area_and_the_adjacent_ones(table):
    t = table(phase="jp-bombardment", units={"J-MT2": "FUN", "J-HQ": "KIT"})
    assert assigned_areas(t, "J-MT2") == {"FUN", "CHI", "IDO", "MAF", "MIN", "OSA", "TAM"}
    with pytest.raises(Refused):
        t.do("assign", "J-MT2", "OKI")


@case("2.1.1(4)a", "R4", "R48")
def test_infinite_range_reaches_every_area(table):
    t = table(phase="jp-bombardment", units={"J-109a": "SUR", "J-RKT": "KIT"})
    everywhere = set(t.game.space_ids[:21])
    assert assigned_areas(t, "J-109a") == everywhere
    assert assigned_areas(t, "J-RKT") == everywhere


@case("2.1.1(4)b")
def test_mortars_artillery_and_rockets_are_the_japanese_artillery(table):
    t = table(phase="jp-bombardment", units={unit: ["KIT", "NIS", "TEN"][i % 3] for i, unit in enumerate(GARRISON)})
    guns = {unit for _, unit, _ in t.options("assign")}
    assert guns == {"J-MT2", "J-MT20", "J-RKT", "J-109a", "J-109b", "J-109c", "J-109d"}


@case("2.1.1(4)b")
def test_of_the_us_ground_units_only_artillery_bombards(table):
    ashore = {"U-23": "OKI", "U-4T": "OKI", "U-14A": "OKI", "U-12A": "FUT", "U-13A": "FUT", "J-HQ": "KIT"}
    t = table(phase="us-bombardment", units=ashore)
    guns = {unit for _, unit, _ in t.options("assign")}
    assert guns & set.union(*DIVISIONS.values()) == {"U-14A", "U-12A", "U-13A"}


@case("2.1.1(5)a")
def test_support_units_never_assault(table):
    t = table(phase="us-assault", units={"U-23": "CHI", "U-NS1": "CHI", "J-309": "CHI"}, revealed=["J-309"])
    t.do("pass")
    assert t.options("assault") == [("assault", "U-23")]


@case("2.1.1(5)b")
def test_fire_of_an_anti_tank_unit_is_not_stopped_by_armor(table):
    t = table(phase="us-movement", units={"U-5T": "CHI", "J-AT8": "FUN", "J-HQ": "KIT"}, revealed=["J-AT8"])
    t.do("move", "U-5T", "FUN").do("fire", "J-AT8", dice=[5, 2, 1])
    assert t.steps("U-5T") == 1
    assert t.vp() == (0, 1)


@case("2.1.1(5)b")
@pytest.mark.parametrize("unit", ["J-TK26", "J-AT12", "J-GE"])
def test_tanks_anti_tank_guns_and_gun_emplacements_are_anti_tank_capable(table, unit):
    t = table(phase="us-movement", units={"U-5T": "CHI", unit: ["FUN", 1], "J-HQ": "KIT"}, revealed=[unit])
    t.do("move", "U-5T", "FUN").do("fire", unit, dice=[5, 1])
    assert t.steps("U-5T") == 1


@case("2.1.1(5)b")
def test_a_machine_gun_is_not_anti_tank_capable(table):
    t = table(phase="us-movement", units={"U-5T": "CHI", "J-MG2": "FUN", "J-HQ": "KIT"}, revealed=["J-MG2"])
    t.do("move", "U-5T", "FUN").do("fire", "J-MG2", dice=[5, 6, 1, 1])
    assert t.steps("U-5T") == 2


@case("2.1.1(6)")
@pytest.mark.parametrize(("unit", "areas"), [("U-14A", 2), ("U-23", 3), ("U-4T", 3)])
def test_mp_cap_the_areas_a_unit_enters(table, unit, areas):
    t = table(phase="us-movement", units={unit: "OKI", "J-HQ": "KIT"}, control=["OKI", "CHI", "IDO", "HYO"])
    t.do("move", unit, "CHI")
    for area in ["IDO", "HYO"][: areas - 1]:
        assert t.asked.prompt == "move-on"
        t.do("to", area)
    assert t.asked.prompt == "us-movement"
    assert t.where(unit) == ["CHI", "IDO", "HYO"][areas - 1]


@case("2.1.1(6)")
def test_a_japanese_unit_with_no_mp_never_moves(table):
    t = table(phase="jp-movement", units={"J-GE": "FUN", "J-309": "CHI"}, revealed=["J-GE"], dice=[6])
    assert {option[1] for option in t.options() if len(option) > 1} == {"J-309"}


@case("2.1.1(7)")
def test_each_loss_removes_one_step_and_the_last_one_the_unit(table):
    t = table(phase="us-movement", units={"U-23": ["OKI", 3], "J-309": "CHI", "J-NMG": "FUN"}, control=["OKI"])
    t.do("move", "U-23", "CHI").do("fire", "J-309", dice=[5, 5, 1, 1, 1]).do("stay")
    assert t.steps("U-23") == 1
    t.edit(phase="us-movement").do("move", "U-23", "FUN").do("fire", "J-NMG", dice=[5, 1, 1, 1, 1, 1])
    assert t.steps("U-23") == 0
    assert t.where("U-23") == "RESERVE"


@case("2.1.2a")
def test_every_marker_of_construction_exists_in_its_number(table):
    boxes = ["OKI", "FUT", "CHH", "CHI", "FUN", "MAF", "KAF", "SUR"]
    t = table(phase="construction", units={"J-HQ": "KIT"}, control=boxes)
    for area in ("CHI", "FUN", "MAF", "KAF"):
        t.do("safe", area)
    t.do("flag", "SUR").do("beachhead", "OKI")
    assert t.options() == [("beachhead", "FUT"), ("beachhead", "CHH"), ("end-construction",)]
    t.do("beachhead", "CHH")
    assert t.phase() != "construction"
    shown = {t.game.board()["markers"][kind]["id"] for _, kind, _ in t.view("JP")["marks"]}
    assert shown == {"control", "beachhead", "safe", "flag"}


@case("2.1.2b")
def test_control_markers_never_run_out(table):
    others = [area for area in table().game.space_ids[:21] if area != "CHI"]
    t = table(
        phase="first-control", units={"U-23": "CHI", "U-24": "KIT", "J-HQ": "KIT"}, revealed=["J-HQ"], control=others
    )
    assert all(t.us_controls(area) for area in [*others, "CHI"])


@case("2.1.2b")
def test_a_cave_is_no_longer_one_when_its_area_turns_to_us_control(table):
    t = table(phase="first-control", units={"U-23": "CHI", "J-HQ": "KIT"}, shown={"CHI": 2})
    assert t.us_controls("CHI")
    assert t.caves("CHI") == (0, 0)


@case("2.2.2a")
def test_japanese_units_start_on_the_milops_map_and_stay_there_until_revealed(table):
    t = table().do("set-up", "A").do("confirm-set-up")
    assert all(t.is_concealed(unit) for unit in GARRISON)
    t.do("reveal", "J-HQ", side="JP")
    assert [unit for unit in GARRISON if not t.is_concealed(unit)] == ["J-HQ"]


@case("2.2.2b")
def test_the_us_player_never_sees_the_milops_map(table):
    t = table(
        phase="us-movement", units={"J-309": "CHI", "J-310": "CHI"}, revealed=["J-310"], caves={"CHI": 1, "FUN": 2}
    )
    assert not t.sees("US", "J-309")
    assert t.sees("US", "J-310")
    assert t.sees("JP", "J-309")
    assert t.view("US")["marks"] == []
    assert len(t.view("JP")["marks"]) == 2


@case("2.2.2b")
def test_the_us_player_is_told_nothing_of_a_concealed_unit_he_asks_about(table):
    t = table(phase="us-movement", units={"J-309": "CHI", "J-HQ": "KIT"}, revealed=["J-HQ"])
    hidden, shown = (t.game.unit_index[unit] for unit in ("J-309", "J-HQ"))
    assert t.game.why_not(t.state, 0, hidden, None)[0].cases == ("2.2.2b",)
    assert t.game.why_not(t.state, 0, shown, None)[0].cases != ("2.2.2b",)


@case("R43")
def test_an_inland_area_takes_two_hits_of_a_bombardment_and_is_open_to_tanks(table):
    t = table(phase="us-bombardment", units={"J-309": "MOT", "U-4T": "KAF"}, revealed=["J-309"])
    t.do("assign", "U-NS2", "MOT").do("confirm", dice=[5, 5, 5, 1, 1])
    assert t.steps("J-309") == 1
    assert ("move", "U-4T", "MOT") in t.options()


@case("R44")
def test_a_hill_without_the_mountain_symbol_gives_no_observers(table):
    position = {"U-23": "MOT", "J-309": "KAF", "J-HQ": "KIT"}
    t = table(phase="us-movement", units=position, control=["MOT", "TEN", "HIG"])
    t.do("move", "U-23", "KAF").do("fire", "J-309", dice=[1, 1, 1, 1, 1])
    assert len(t.told("defensive-fire")[0].dice) == 5


@case("R44")
@pytest.mark.parametrize("hill", ["SUR", "OSA", "TAM", "NID", "TEN", "HIG"])
def test_every_hill_is_closed_to_tanks_whatever_its_symbol(table, hill):
    t = table(phase="us-movement", units={"J-HQ": "KIT"})
    next_door = t.game.space_ids[t.game.adjacent[t.game.space_index[hill]][0]]
    if next_door == "KIT":
        next_door = "ONS"
    t.edit(units={"U-4T": next_door, "U-23": next_door})
    assert ("move", "U-23", hill) in t.options()
    assert ("move", "U-4T", hill) not in t.options()


@case("R53")
def test_a_box_holds_one_marker_which_the_us_player_cannot_pick_up_again(table):
    t = table(phase="construction", units={"J-HQ": "KIT"}, control=["OKI", "FUT", "CHH"], beachheads=["OKI"])
    assert t.options() == [("beachhead", "FUT"), ("beachhead", "CHH"), ("end-construction",)]


@case("R54")
def test_no_area_has_both_boxes(table):
    g = table().game
    assert g.beachhead_boxes.bit_count() == 3
    assert g.safe_boxes.bit_count() == 4
    assert not g.beachhead_boxes & g.safe_boxes


@case("25", "R1")
def test_the_chapter_without_text_promises_no_rules(table):
    g = table().game
    assert g.chapters["25"] == "Without text"
    (row,) = [row for row in g.cases if row["id"] == "25"]
    assert "no rule" in row["rule"]


NO_SUBJECT = r"\bUS (may|puts|flips|chooses|gains|moves|receives|never|can|is done|has|sees|picks|withdraws|takes)\b"
"""The US player does it, or the US side; what is done with US units is another matter."""


@pytest.mark.parametrize("part", ["cases", "rulings"])
def test_every_rule_is_written_in_whole_sentences(part, table):
    """No word of a rule was put in by a machine: no capital in mid-sentence, no side without its noun, no loose end."""
    game = table().game
    for row in getattr(game, part):
        text = row.get("rule", row.get("ruling"))
        assert re.match(r"[A-Z“(\d]", text), (row["id"], text)
        assert text.endswith((".", ".)", "?")), (row["id"], text)
        assert not re.search(NO_SUBJECT, text), (row["id"], text)
        assert not re.search(r"[a-z),] (The|A|An|If|When|He|It|On|In) ", text), (row["id"], text)
        assert not re.search(r"\b(JP|BDV|HQ)\b|≈|→|:$", text), (row["id"], text)
