"""Chapter 6: the sequence of play."""

from __future__ import annotations

import pytest

from formosa.conftest import GAME

case = pytest.mark.case


@case(
    "6.0a", "6.1a", "6.1b", "6.1c", "6.1d", "6.1e", "6.1f", "6.1g", "6.1h", "6.1i", "6.1j", "6.1k", "6.1l", "6.1m",
    "6.1n", "6.1o", "6.1p", "6.1q",
)  # fmt: skip
def test_the_phases_come_in_the_order_of_the_rules():
    assert [phase.id for phase in GAME.phases[3:]] == [
        "logistics", "recruit", "amoy", "planning", "reveal", "superiority", "special-attack", "b29", "invasion",
        "transfer", "allied-movement", "allied-combat", "bases", "interdiction", "japanese-movement",
        "japanese-combat", "air-return", "end",
    ]  # fmt: skip


@case("6.1a", "6.1c", "6.0a", "8.0e", "6.1b", "2.1e")
def test_a_whole_turn_is_played_in_order(table):
    t = table(
        turn=2,
        phase="logistics",
        units={"J01": "0615", "A01": "0420"},
        tac={"US": {"available": 2}},
        b29="available",
        amphibious=1,
        fleet="ready",
        dice=[1],
    )
    seen = []

    def note():
        seen.append((t.phase(), t.side))

    note()
    t.do("end-recruit")
    note()
    t.do("end-recruit", dice=[6])
    note()
    t.do("assign", "US", "tactical").do("commit-b29").do("end-planning")
    note()
    t.do("end-planning", dice=[1, 1, 1])
    note()
    t.do("no-sortie")
    note()
    t.do("no-strike")
    note()
    t.do("end-markers")
    note()
    t.do("end-transfer")
    note()
    t.do("end-movement")
    note()
    t.do("end-interdiction")
    note()
    t.do("end-movement", dice=[1])
    note()
    assert seen == [
        ("recruit", "Japanese"), ("recruit", "Allied"), ("planning", "Allied"), ("planning", "Japanese"),
        ("special-attack", "Japanese"), ("b29", "Allied"), ("invasion", "Allied"), ("transfer", "Allied"),
        ("allied-movement", "Allied"), ("interdiction", "Allied"), ("japanese-movement", "Japanese"),
        ("recruit", "Japanese"),
    ]  # fmt: skip
    assert t.state.turn == 3


@case("6.1g", "18.0a", "24.1p")
def test_there_is_no_sortie_on_turn_1(table):
    t = table(turn=1, phase="special-attack", units={"J01": "0615", "A01": "0420"}, fleet="ready", dice=[1])
    assert t.phase() == "invasion"


@case("6.1p", "R61", "16.2g")
def test_air_return_brings_every_point_home(table):
    t = table(
        turn=2,
        phase="air-return",
        units={"J01": "0615", "A01": "0420"},
        tac={"US": {"tactical": 2, "flown": 1}, "Japan": {"tactical": 1}},
        interdiction={"0615": ["US", "US"]},
        dice=[1],
    )
    assert t.state.tac_available[0] == 15 + 5
    assert t.state.tac_available[2] == 1
    assert t.state.interdict_hex == []


@case("R10")
def test_only_the_allies_have_gunfire_and_recruiting_is_for_the_recruit_phase(table):
    t = table(turn=2, phase="recruit", units={"J01": "0615", "A01": "0420"}, lp={"Japanese": 20})
    assert not [words for words in t.options("buy") if "gunfire" in words[1]]
    t = table(turn=2, phase="bases", units={"J01": "0615", "A39": "0420"}, lp={"Allied": 20})
    assert not t.options("recruit")


@case("2.1d")
def test_what_may_be_done_need_not_be_done(table):
    t = table(turn=1, phase="invasion", units={"J01": "0615", "A01": "STAGING"}, amphibious=1)
    t.end("end-markers", "end-transfer", "end-movement")
    assert t.phase() == "japanese-movement"
