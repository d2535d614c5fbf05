"""Positions by hand: what the editor may change, what it is told, and that a match from one is like any other."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard import bots
from grognard.games import game_ids, load
from grognard.kernel.flow import CONCEDE, Refused
from grognard.kernel.sandbox import fields_of
from grognard.match import Match
from grognard.match.save import load as load_save
from grognard.match.save import write
from grognard.match.verify import verify
from grognard.server.matches import custom_positions

KINDS = {"number", "choice", "places", "units", "spaces", "counts", "scores"}
SOME = 60
"""Decisions after which a side gives up."""


def on_map(game: str, **change: Any) -> dict[str, Any]:
    """What the editor's page is shown."""
    return custom_positions.shown(load(game), "", {}, change)


@pytest.mark.parametrize("game", game_ids())
def test_every_game_can_be_edited_and_begins_where_the_set_up_ends(game: str) -> None:
    loaded = load(game)
    fields = custom_positions.sheet(loaded)["fields"]
    assert {field["kind"] for field in fields} <= KINDS
    assert {"turn", "phase"} <= {field["id"] for field in fields}
    assert sum(field["kind"] == "places" for field in fields) == 1
    shown = on_map(game)
    assert shown["errors"] == []
    assert shown["asked"] is not None
    assert not loaded.phases[shown["view"]["phase"]].id.endswith("set-up")
    assert len(shown["view"]["units"]) > 20
    assert set(shown["values"]) == {field["id"] for field in fields}


@pytest.mark.parametrize("game", game_ids())
def test_what_a_field_reads_can_be_written_back(game: str) -> None:
    loaded = load(game)
    before = custom_positions.changed(loaded, "", {}, {})
    for field in fields_of(loaded):
        if field.id in ("phase", "add", "units"):
            continue
        value = field.read(before)
        if value == "":
            continue
        again = custom_positions.changed(loaded, "", {}, {field.id: value})
        assert field.read(again) == value, field.id
        assert again == custom_positions.changed(loaded, "", {}, {}), field.id


US_GROUND = ["U-23", "U-24", "U-25", "U-14A", "U-4T", "U-26", "U-27", "U-28", "U-13A", "U-5T"]
THIRD = ["U-3", "U-9", "U-21", "U-12A", "U-3T"]
NO_DIVISION_AFLOAT = {unit: ["RESERVE", 0] for unit in US_GROUND}
NOBODY = NO_DIVISION_AFLOAT | {unit: ["RESERVE", 0] for unit in THIRD}
SECURED = {"japanese": ["area"], "flotilla": "gone"}
MANY_CAVES = dict.fromkeys(["SUR", "OKI", "FUT", "CHI", "FUN", "MAF", "OSA", "TAM", "NID", "KAF"], 2)


def wrong_with(game: str, change: dict[str, Any]) -> str:
    """What is said of the position in which the set-up ends, with a change."""
    loaded = load(game)
    s = custom_positions.changed(loaded, "", {}, {"turn": change["turn"]} if "turn" in change else {})
    loaded.edit(s, change)
    return " ".join(custom_positions.wrong_with(loaded, s))


@pytest.mark.parametrize(
    ("game", "change", "said"),
    [
        ("iwojima", {"units": NOBODY}, "no US ground unit is left"),
        ("iwojima", {"units": {"U-23": "RESERVE"}}, "only the 3rd Division waits"),
        ("iwojima", {"caves": MANY_CAVES, "shown": {"MOT": 2}}, "more than 21 Caves"),
        ("iwojima", {"caves": MANY_CAVES | {"MOT": 2, "KIT": 2}}, "more than 21 Caves"),
        ("iwojima", {"vp": {"US": -1}}, "fewer than 0 VP"),
        ("iwojima", {"vp": {"JP": 40}}, "the VP to win"),
        ("iwojima", {"flag": 3}, "marked more than once"),
        ("iwojima", {"kirikami": -1}, "marked more than once"),
        ("formosa", {"kamikaze": 13}, "Kamikaze points are out of bounds"),
        ("formosa", {"kamikaze": 8, "tokku": 8}, "Kamikaze points are out of bounds"),
        ("formosa", {"gunfire": {"US": {"available": -1}}}, "gunfire units are out of bounds"),
        ("formosa", {"gunfire": {"US": {"available": 5, "staged": 1}}}, "gunfire units are out of bounds"),
        ("formosa", {"drop_zone": 2}, "drop zone marker"),
        ("formosa", {"drop_zone": -1}, "drop zone marker"),
        ("formosa", {"amoy": 9}, "Amoy is captured in a turn still to come"),
        ("formosa", {"amphibious": 7}, "amphibious markers are out of bounds"),
        ("formosa", {"lp": {"Allied": -1}}, "LP are negative"),
        ("ichigo", {"air_markers": ["1801", "1802", "1901", "1902", "2008", "2009"]}, "more than 5 Airpower markers"),
        ("ichigo", {"beachheads": ["3221", "2819", "2919"]}, "more than two US beachheads"),
        ("ichigo", {"beachheads": ["3221", "3221"]}, "more than two US beachheads"),
        ("nemesis", {"lament": [10, 0]}, "off its track"),
        ("nemesis", {"general": [-1, 0]}, "off its track"),
        ("nemesis", {"used_air": ["J31-58"]}, "marked as used Air Support"),
        ("nemesis", {"yunnan_active": 2}, "Yunnan Force"),
        ("whitesun", {"flood_used": 2}, "happened several times"),
        ("whitesun", {"changsha_set": -1}, "happened several times"),
        ("whitesun", {"amphibious": -1}, "fewer than no units"),
        # What the calendar forbids.
        ("iwojima", {"turn": 9, "units": {"U-NS5": "SUPPORT"}}, "more naval support units"),
        ("iwojima", {"turn": 2, "units": {"U-AS5": "SUPPORT"}}, "more air support units"),
        ("ichigo", {"turn": 10, "causeway": "cancelled"}, "Turn 9 is the last without Causeway"),
        ("ichigo", {"turn": 8}, "Turn 7 decides about Causeway"),
        ("ichigo", {"turn": 7, "phase": "airpower"}, "Turn 7 decides about Causeway"),
        ("ichigo", {"turn": 3, "causeway": "launched"}, "Causeway is decided before Turn 7"),
        ("formosa", {"amoy": 1}, "Amoy is captured on Turn 1"),
        ("formosa", {"fleet": "gone"}, "the mobile fleet has sortied before Turn 2"),
        ("nemesis", {"turn": 6, "box": {"J-AIR": "JAIR"}}, "Air Support that the monsoon has taken"),
        ("nemesis", {"turn": 7, "yunnan_active": 0}, "Yunnan Force is not active"),
        ("whitesun", {"turn": 3, **SECURED, "units": {"A-AVG": "POOL"}}, "out of the game"),
        ("whitesun", {"turn": 4, **SECURED, "units": {"C-8RA": "POOL"}}, "out of the game"),
        ("whitesun", {"turn": 2, **SECURED, "units": {"P-HA": "READY"}}, "out of the game"),
        ("whitesun", {"changsha_set": 1}, "Changsha is set up before Turn 2"),
        ("whitesun", {"broken": ["1417"], "japanese": ["1417"]}, "a railroad is broken before Turn 2"),
        ("whitesun", {"units": {"J-YRF": "2504"}}, "the flotilla waits for Shanghai and is on the map"),
        ("whitesun", {"turn": 3, "japanese": ["area"], "flotilla": "usable"}, "the flotilla has no place"),
        ("whitesun", {"turn": 3, "japanese": ["area"], "flotilla": "usable", "units": {"J-YRF": "4324"}},
         "the flotilla is where it cannot sail"),
    ],
)  # fmt: skip
def test_a_position_that_the_counters_do_not_allow_is_told_so(game: str, change: dict[str, Any], said: str) -> None:
    assert wrong_with(game, {}) == ""
    assert said.lower() in wrong_with(game, change).lower()


@pytest.mark.parametrize(
    ("game", "change"),
    [
        # R33: nobody ashore or aboard, and the 3rd Division waits.
        ("iwojima", {"units": NO_DIVISION_AFLOAT}),
        ("iwojima", {"units": NOBODY | {"U-3": "RESERVE"}}),
        ("iwojima", {"units": NOBODY | {"U-23": ["LANDING", 1]}}),
        ("iwojima", {"caves": {}}),
        ("iwojima", {"caves": MANY_CAVES, "shown": {"MOT": 1}}),
        ("formosa", {"kamikaze": 12}),
        ("formosa", {"gunfire": {"US": {"available": 0}}}),
        ("ichigo", {"air_markers": ["1801", "1802", "1901", "1902", "2008"]}),
        ("nemesis", {"lament": [9, 9]}),
        ("whitesun", {"flood_used": 1}),
        *(("iwojima", {"turn": turn}) for turn in range(1, 10)),
        ("ichigo", {"turn": 12, "causeway": "launched"}),
        ("ichigo", {"turn": 9, "causeway": "cancelled"}),
        ("ichigo", {"turn": 7, "phase": "start"}),
        ("formosa", {"turn": 2, "amoy": 2, "fleet": "gone"}),
        *(("nemesis", {"turn": turn}) for turn in (4, 5, 7, 10)),
        ("whitesun", {"turn": 3, "japanese": ["area"], "flotilla": "usable", "units": {"J-YRF": "3414"}}),
        ("whitesun", {"turn": 3, "japanese": ["area"], "flotilla": "alone"}),
    ],
)
def test_a_position_at_the_edge_of_what_the_counters_allow_is_sound(game: str, change: dict[str, Any]) -> None:
    assert wrong_with(game, change) == ""


def test_a_scenario_of_eight_turns_has_no_ninth() -> None:
    loaded = load("formosa")
    for turn, wrong in ((8, []), (9, ["Turn 9 is beyond the scenario's last, 8."])):
        assert custom_positions.wrong_with(loaded, custom_positions.changed(loaded, "2", {}, {"turn": turn})) == wrong


def test_the_turn_takes_away_what_has_left_by_then() -> None:
    loaded = load("iwojima")
    s = custom_positions.changed(loaded, "", {}, {"turn": 9})
    assert (s.at[loaded.support] & loaded.naval).bit_count() == 2
    assert (s.at[loaded.support] & loaded.air).bit_count() == 4
    loaded = load("whitesun")
    s = custom_positions.changed(loaded, "", {}, {"turn": 3})
    assert s.where[loaded.avg] == loaded.dead
    assert not any(s.at[loaded.track[turn]] & loaded.fighting for turn in (2, 3))
    assert s.at[loaded.track[4]] & loaded.fighting
    loaded = load("nemesis")
    s = custom_positions.changed(loaded, "", {}, {"turn": 7})
    assert sum(s.where[unit] != loaded.out for unit in range(loaded.units) if loaded.air >> unit & 1) == 2
    assert s.yunnan_active


@pytest.mark.parametrize("game", game_ids())
def test_a_match_from_a_position_by_hand_is_played_saved_replayed_and_verified(game: str) -> None:
    loaded = load(game)
    turn = 2 if not on_map(game, turn=2)["errors"] else 1  # in White Sun a turn has conditions of its own
    start = custom_positions.start_of(loaded, "", {}, {"turn": turn})
    match = Match.new(loaded, seed=5, start=start)
    assert match.state.turn == turn
    players = [bots.make("random", loaded, side, random.Random(side)) for side in range(len(loaded.sides))]
    while not match.over and len(match.played) < SOME:
        asked = match.asked
        assert asked is not None
        match.submit(asked.side, players[asked.side].choose(loaded.redact(match.state, asked.side), asked))
    if not match.over:
        assert match.asked is not None
        match.submit(match.asked.side, CONCEDE)
    text = write(match)
    replayed = load_save(text).match
    assert replayed.state == match.state
    assert replayed.header.start == start
    report = verify(text)
    assert report.ok, report.text


@pytest.mark.parametrize(
    ("game", "field", "value"),
    [
        ("whitesun", "control", ["1419", "1417"]),
        ("whitesun", "flotilla", "usable"),
        ("formosa", "air", {"Allied": 7, "Japanese": 2}),
        ("formosa", "guns", 1),
        ("formosa", "bases", ["A39"]),
        ("nemesis", "superior", {"Allied": 3, "Japanese": 7}),
        ("nemesis", "out", ["J31-58"]),
        ("nemesis", "limited", []),
        ("nemesis", "japanese_flags", ["0809"]),
    ],
)
def test_what_is_written_into_a_field_is_read_from_it(game: str, field: str, value: Any) -> None:
    assert on_map(game)["values"][field] != value
    assert on_map(game, **{field: value})["values"][field] == value


def test_a_unit_is_put_in_another_place_with_the_steps_it_has_left() -> None:
    game = load("iwojima")
    unit, space = game.unit_index["U-23"], game.space_index["CHI"]
    shown = on_map("iwojima", units={"U-23": ["CHI", 2]}, control=["CHI"], turn=3, phase="us-movement")
    row = next(row for row in shown["view"]["units"] if row[0] == unit)
    assert (row[1], row[2]) == (space, 2)
    assert shown["values"]["control"] == ["CHI"]
    assert shown["view"]["turn"] == 3
    assert "Move or land" in shown["asked"]["prompt"]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"units": {"U-99": "CHI"}}, "There is no unit 'U-99'."),
        ({"units": {"U-23": "ATLANTIS"}}, "There is no space 'ATLANTIS'."),
        ({"turn": 40}, "Turn is between 1 and 9."),
        ({"turn": "soon"}, "Turn is between 1 and 9."),
        ({"caves": {"CHI": 7}}, "Caves, Concealed is between 0 and 2."),
        ({"colour": "red"}, "'colour' cannot be changed"),
        ({"weather": "Snow"}, "not valid in this game"),
        ({"control": 5}, "not valid in this game"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(change: dict[str, Any], says: str) -> None:
    with pytest.raises(Refused) as refused:
        on_map("iwojima", **change)
    assert says in str(refused.value)


@pytest.mark.parametrize("game", game_ids())
def test_a_change_is_made_whole_or_not_at_all(game: str) -> None:
    loaded = load(game)
    s = custom_positions.changed(loaded, "", {}, {})
    before = s.to_json()
    unit = loaded.unit_ids[0]
    with pytest.raises(Refused):
        loaded.edit(s, {"turn": 2, "units": {unit: "ATLANTIS"}})
    assert s.to_json() == before


def test_a_position_that_breaks_the_rules_of_the_game_says_so_and_starts_no_match() -> None:
    crowd = {f"J-CEA-D{number}": "1901" for number in (37, 62, 110, 26, 65, 61, 60)}
    shown = on_map("ichigo", add=crowd)
    assert shown["errors"]
    with pytest.raises(Refused) as refused:
        custom_positions.start_of(load("ichigo"), "", {}, {"add": crowd})
    assert str(refused.value) == " ".join(shown["errors"])
