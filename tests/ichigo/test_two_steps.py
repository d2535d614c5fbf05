"""“Why not?” for what is possible in two steps says what to do first; and the bar that is named is the real one."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from grognard.games.ichigo.facts import US
from grognard.kernel.bits import members
from grognard.kernel.flow import ONGOING, Option
from grognard.kernel.play import advance, apply
from ichigo.conftest import GAME, Table, table
from ichigo.test_06_secrets import played
from random_games import some

case = pytest.mark.case
ASHORE: dict[str, Any] = {"causeway": "launched", "beachheads": ["3221", "2819"], "allied": ["3221", "2819"]}
FAR_OFF = {"J-CEA-D3": "2302", "CH-5": "0712"}
EIGHT = [f"US-{number}" for number in (6, 24, 25, 31, 32, 33, 37, 38)]
SAYS_HOW = re.compile(r"\b(first|choose|go there|passed through|Click it|committed now)\b|^It is on offer")
"""What an answer says about something that can be done."""


def said(t: Table, unit: str | None, space: str | None) -> list[Any]:
    """The reasons."""
    u = None if unit is None else t.unit(unit)
    return GAME.why_not(t.state, t.asked.side, u, None if space is None else t.space(space))


@case("11.24a", "11.25a")
def test_a_hex_behind_the_one_that_was_taken_may_be_struck_after_the_advance() -> None:
    units = {"J-CEA-D3": "2303", "J-CEA-D13": "2303", "J-CEA-D26": "2303", "CH-4": "2304", "CH-18": "2305"}
    t = table(turn=2, phase="japanese-combat", units=units, tried=["CH-4", "CH-18"])
    t.act("attack", "2304").act("join-all").act("confirm", dice=[6])
    assert one(t, "J-CEA-D3", "2305") == "It advances into 2304 first; in supply it may strike on from there."
    assert one(t, "J-CEA-D3", "2306") == "It may advance into 2304 and nowhere else."


@case("11.0a")
def test_a_unit_that_may_attack_is_told_what() -> None:
    units = {"J-CEA-D3": "2303", "CH-5": "2302", "CH-18": "2304", "J-CEA-D13": "2706"}
    t = table(turn=2, phase="japanese-combat", units=units)
    assert one(t, "J-CEA-D3", None) == "It may attack Hsuchow 2302 and 2304: choose the hex first."
    assert one(t, "J-CEA-D13", None) == "No hex that could still be attacked is next to it."


@case("11.17c", "7.3b")
def test_tanks_wait_for_attackers_and_for_supply() -> None:
    around = [GAME.space_ids[h] for h in members(GAME.near[GAME.space_index["1813"]])]
    ring_ = dict(zip(("CH-5", "CH-18", "CH-74", "CH-100", "CH-10", "CH-13"), around, strict=False))
    t = table(turn=3, phase="japanese-combat", units={"J-CEA-D37": "1813", **ring_}).act("attack", around[0])
    assert one(t, "J-CEA-T12", None) == "Attackers come first: each in supply may have one tank regiment."
    t.act("join", "J-CEA-D37")
    assert one(t, "J-CEA-T12", None).startswith("None of these units is in supply")


@case("10.11a", "R89")
def test_a_unit_that_may_sail_or_change_places_is_told_so() -> None:
    t = table(turn=9, phase="landing", units={"US-7": "3221", "US-40": "2819", **FAR_OFF}, **ASHORE)
    assert one(t, "US-7", "2819") == "It may sail to Amoy 2819: choose the unit alone."
    assert one(t, "US-7", "2717") == "It sails to Amoy 2819 and nowhere else."
    full = dict.fromkeys(EIGHT, "2819")
    t = table(turn=9, phase="landing", units={"US-7": "3221", **full, **FAR_OFF}, **ASHORE)
    assert one(t, "US-7", "2819") == "Amoy 2819 is full: choose a unit there to change places with."


@case("5.3.6", "5.3.7", "9.3", "2.13b")
def test_units_that_wait_elsewhere_are_told_what_they_wait_for() -> None:
    t = table(turn=4, phase="reinforcement", units={"CH-5": "0712", "J-CEA-D3": "2302"})
    kwantung = next(GAME.unit_ids[u] for u in range(GAME.units) if t.state.where[u] == GAME.kwantung)
    fourteenth = next(GAME.unit_ids[u] for u in range(GAME.units) if t.state.where[u] == GAME.fourteenth)
    told = {unit: said(t, unit, None)[0].cases for unit in (kwantung, fourteenth, "J-FG-D9", "J-CEA-T12")}
    assert told.pop("J-FG-D9") == ("9.3", "5.3.5")
    assert told == {kwantung: ("5.3.6",), fourteenth: ("5.3.7", "9.4b"), "J-CEA-T12": ("2.13b",)}


@case("10.17b", "7.4a")
def test_attenuated_supply_is_why_nobody_moves_strategically() -> None:
    t = table(turn=8, phase="japanese-movement", units={"CH-5": "0712", "J-CEA-D3": "2302"}, causeway="cancelled")
    (bar,) = GAME.why_not(t.state, 1, t.unit("J-CEA-D3"), None, "go-far")
    assert bar.cases == ("10.17b", "7.4a")


@case("10.0a", "11.0a", "9.1c")
def test_a_box_is_no_hex_of_the_map() -> None:
    for phase in ("japanese-movement", "japanese-combat", "reinforcement"):
        t = table(turn=2, phase=phase, units={"CH-5": "2303", "J-CEA-D3": "2302"})
        assert (
            any("is not a hex on the map" in bar.text for bar in said(t, "J-CEA-D3", "JDEAD"))
            or phase == "reinforcement"
        )
        assert "is not a hex on the map" in said(t, None, "JDEAD")[0].text


@case("11.0a", "10.0a", "9.8", "10.11a")
def test_questions_name_no_end_that_is_not_on_offer() -> None:
    t = table(turn=2, phase="japanese-combat", units={"J-CEA-D3": "2302", "CH-5": "0712"})
    assert GAME.prompt(t.state, t.asked, 1) == "Nobody can attack: end the phase."
    t = table(turn=2, phase="chinese-combat", units={"J-CEA-D3": "2302", "CH-5": "2303"})
    assert GAME.prompt(t.state, t.asked, 0) == "Choose a hex to attack, or end the phase."
    t = table(turn=9, phase="landing", units={"US-7": "3221", **FAR_OFF}, **ASHORE)
    said_first = GAME.prompt(t.state, t.asked, 0)
    assert said_first == "Bring US units ashore, sail others from beachhead to beachhead, or end the phase."
    dead = {GAME.unit_ids[u]: "ADEAD" for u in members(GAME.of_nation[US])}
    t = table(turn=9, phase="landing", units={**dead, "US-7": "3221", **FAR_OFF}, **ASHORE)
    assert GAME.prompt(t.state, t.asked, 0) == "Sail US units from beachhead to beachhead, or end the phase."


def one(t: Table, unit: str | None, space: str | None) -> str:
    """The reason."""
    (bar,) = said(t, unit, space)
    return str(bar.text)


# --- what can be done in two steps


class NoDice(Exception):
    """A die would be needed."""


class Refusing:
    """Dice that nobody may throw."""

    def roll(self, number: int, count: int, sides: int) -> tuple[int, ...]:
        raise NoDice


def after(s: Any, option: Option) -> Any | None:
    """The position after an option of the asked side; none where a die falls, or where the other side is asked."""
    t = s.copy()
    advance(t, Refusing())
    try:
        apply(t, t.pending.side, option, Refusing())
    except NoDice:
        return None
    return t if t.winner == ONGOING and t.pending.side == s.pending.side else None


def named(option: Option) -> tuple[set[int], set[int]]:
    """The units and the spaces of an option."""
    return set(GAME.units_of(option)), set(GAME.spaces_of(option))


def pairs(s: Any, rng: random.Random) -> Iterator[tuple[int, int, Option, Option]]:
    """Units and spaces that are named by two options, one after the other."""
    acts = [option for option in s.pending.options if GAME.verbs[str(option[0])].args]
    by_verb: dict[str, list[Option]] = {}
    for option in acts:
        by_verb.setdefault(str(option[0]), []).append(option)
    for verb, options in by_verb.items():
        if verb in ("bring-airborne", "airdrop"):  # it names a hex for a unit that it does not name
            continue
        for option in rng.sample(options, min(2, len(options))):
            t = after(s, option)
            if t is None or t.phase != s.phase or len(t.agenda) < len(s.agenda):  # the procedure is over: another thing
                continue
            rest = [second for second in t.pending.options if GAME.verbs[str(second[0])].args]
            for second in rng.sample(rest, min(6, len(rest))):
                units, spaces = (a | b for a, b in zip(named(option), named(second), strict=True))
                if len(units) == len(spaces) == 1 and {s.where[unit] for unit in units} != spaces:
                    yield units.pop(), spaces.pop(), option, second


@case("10.2", "11.2a", "8.10b")
@pytest.mark.parametrize("seed", some(3, 60))
def test_what_two_options_can_do_is_never_answered_by_a_bar_alone(seed: int) -> None:
    rng, asked = random.Random(seed), 0
    for s in played(seed, every=17):
        for unit, space, first, second in pairs(s, rng):
            (answer, *_) = GAME.why_not(s, s.pending.side, unit, space)
            asked += 1
            how = (GAME.to_words(first), GAME.to_words(second))
            assert SAYS_HOW.search(answer.text), (how, answer.text)
            for half in ((unit, None), (None, space)):
                (answer, *_) = GAME.why_not(s, s.pending.side, *half)
                assert SAYS_HOW.search(answer.text), (how, half, answer.text)
    assert asked > 20


@case("8.10b", "R72")
def test_a_city_that_a_unit_can_be_flown_to_is_not_too_far() -> None:
    t = table(turn=2, phase="chinese-movement", units={"CH-5": "1813", "J-CEA-D3": "2302"}, air="Allied")
    assert one(t, "CH-5", "0712") == "It may be flown to Chungking 0712: choose the airlift first."


@case("8.11a", "8.11b")
def test_the_11th_airborne_aboard_is_told_where_it_may_come_in() -> None:
    t = table(turn=9, phase="us-movement", units={"US-6": "2819", **FAR_OFF}, **ASHORE)
    assert one(t, "US-11A", "2819") == "It may come in at Amoy 2819: choose the hex alone."
    assert one(t, "US-11A", "2205") == "It may be dropped on 2205: choose the hex alone."
    assert said(t, "US-11A", "2302")[0].cases == ("8.11b", "R33")


@case("6.4", "10.3")
def test_room_for_some_of_a_stack_is_said_to_be_so() -> None:
    units = {**dict.fromkeys(EIGHT[:7], "2717"), "US-7": "2718", "US-40": "2718", **FAR_OFF}
    t = table(turn=9, phase="us-movement", units=units, **ASHORE).act("move-stack", "2718")
    bar = GAME.why_not(t.state, 0, None, t.space("2717"), "to")
    frame = t.state.agenda[-1]
    frame.mp, frame.points = 2, [2, 2]
    (split,) = frame.why_not(t.state, 0, None, t.space("2717"))
    assert bar[0].text == "It is on offer."  # with more points it may be passed through
    assert split.text == "2717 has room for 1 more unit: leave 1 of the stack here first."
    assert split.cases == ("6.4", "10.3")


@case("6.0a")
def test_a_full_hex_next_to_a_stack_can_be_passed_through() -> None:
    full = {f"J-CEA-D{n}": "2106" for n in (13, 26, 37, 62, 39)}
    t = table(
        turn=2, phase="japanese-movement", units={"J-CEA-D3": "2006", "J-CEA-D27": "2006", "CH-5": "0712", **full}
    )
    t.act("move-stack", "2006")
    assert t.offers("to", "2106")
    assert one(t, "J-CEA-D3", "2106") == "2106 can be passed through, and no move may end there: choose the hex alone."


@case("7.8b", "7.9a")
def test_a_unit_that_would_get_there_in_supply_is_told_of_the_supply_by_air() -> None:
    around = [GAME.space_ids[h] for h in members(GAME.open_near[GAME.space_index["2819"]])]
    wall = dict(zip(("J-CEA-D13", "J-CEA-D26", "J-CEA-D37", "J-CEA-D62", "J-CEA-D39"), around, strict=False))
    t = table(turn=9, phase="us-movement", units={"US-6": "1813", "US-7": "2819", "CH-5": "0712", **wall}, **ASHORE)
    goal = next(h for h in GAME.space_ids[: GAME.hexes] if "supply it by air first" in " ".join(
        bar.text for bar in GAME.why_not(t.state, 0, t.unit("US-6"), GAME.space_index[h])))  # fmt: skip
    t.do("supply-by-air", "1813", side="Allied")
    assert one(t, "US-6", goal).startswith("It is on offer: Move")


@case("11.2b", "R64")
def test_a_second_target_waits_for_the_first_and_what_cannot_be_attacked_has_its_own_reason() -> None:
    units = {"J-CEA-D3": "2303", "CH-5": "2302", "CH-18": "2304", "CH-74": "2310"}
    t = table(turn=2, phase="japanese-combat", units=units).act("attack", "2302")
    assert one(t, None, "2304") == "One attack has one target hex: make this attack or cancel it first."
    assert said(t, None, "2306")[0].cases == ("11.0a",)
    assert said(t, "J-CEA-D3", "2310")[0].cases == ("11.0a", "11.2a")


# --- the real bar


@case("10.17b")
def test_a_hex_that_only_strategic_movement_cannot_reach_is_not_closed_by_a_lake() -> None:
    t = table(turn=2, phase="japanese-movement", units={"J-CEA-D3": "2302", "CH-5": "2206"})
    t.act("go-far", "J-CEA-D3")
    assert said(t, None, "2205")[0].cases == ("10.17b",)
    around = {f"CH-{n}": GAME.space_ids[h] for n, h in zip((18, 74, 100), ring(t, "2305")[::2], strict=True)}
    t = table(turn=2, phase="japanese-movement", units={"J-CEA-D3": "2302", "CH-5": "0712", **around})
    t.act("go-far", "J-CEA-D3")
    assert said(t, None, "2305")[0].cases == ("10.17b",)
    assert "next to the enemy" in one(t, None, "2305")


def ring(t: Table, hex_: str) -> list[int]:
    """Land two hexes off, one in each direction that there is."""
    near = {h for h in range(GAME.hexes) if GAME.map.distance(t.space(hex_), h) == 1 and GAME.land >> h & 1}
    return sorted(near)[:6] if len(near) >= 6 else sorted(near)


@case("6.0b", "10.10", "9.9")
def test_enemies_all_around_close_every_way_and_the_sea_does_to_formosa() -> None:
    walls = {name: GAME.space_ids[h] for name, h in zip(
        ("J-CEA-D13", "J-CEA-D26", "J-CEA-D37", "J-CEA-D62", "J-CEA-D39", "J-CEA-D40"),
        sorted(h for h in range(GAME.hexes) if GAME.near[GAME.space_index["1604"]] >> h & 1), strict=True)}  # fmt: skip
    t = table(turn=2, phase="chinese-movement", units={"CH-5": "1604", **walls})
    (bar,) = said(t, "CH-5", "1409")
    assert bar.text.startswith("Enemy units or garrisons close every way to ")
    assert bar.cases == ("6.0b", "11.29a")
    inland = GAME.space_ids[next(h for h in range(GAME.hexes) if GAME.formosa >> h & 1 and not GAME.cities >> h & 1)]
    assert one(t, "CH-5", inland) == "Chinese units never enter Formosa."


@case("8.11e")
def test_the_airborne_division_is_not_told_that_formosa_is_not_the_mainland() -> None:
    t = table(turn=9, phase="us-movement", units={"US-11A": "2819", "US-6": "3221", **FAR_OFF}, **ASHORE)
    t.act("airlift", "US-11A")
    city = next(h for h in range(GAME.hexes) if GAME.formosa & GAME.cities & t.state.japanese & 1 << h)
    (bar,) = said(t, None, GAME.space_ids[city])
    assert (bar.text, bar.cases) == (f"{GAME.space_names[city]} is not a city in Allied hands.", ("8.11e",))


@case("11.17a", "11.17f", "5.3.6")
def test_a_tank_regiment_in_a_box_or_dead_cannot_be_committed() -> None:
    t = table(turn=2, phase="japanese-combat", units={"J-CEA-D3": "2302", "CH-5": "2303", "J-CEA-T12": "JDEAD"})
    t.act("attack", "2303").act("join", "J-CEA-D3")
    kwantung = next(GAME.unit_ids[u] for u in range(GAME.units) if GAME.tanks >> u & 1 and GAME.army[u] == "KA")
    assert one(t, "J-CEA-T13", None) == "A tank regiment can be committed now."
    assert said(t, "J-CEA-T12", None)[0].cases == ("11.17f",)
    assert one(t, kwantung, None).endswith("comes with the Kwantung Army, if Causeway is launched.")


@case("6.3b")
def test_a_hex_of_the_ally_is_not_full() -> None:
    units = {"US-7": "2718", "J-CEA-D3": "2302", "CH-5": "2517"}
    t = table(turn=9, phase="us-movement", units=units, **ASHORE).act("move", "US-7")
    (bar,) = said(t, None, "2517")
    assert bar.text == "The ally is in Changting 2517: it can be passed through, and no move may end there."
    assert bar.cases == ("6.3b",)
    t.act("to", "2617").act("to", "2517")
    assert GAME.prompt(t.state, t.asked, 0).endswith("MP left: go on.")
    (bar,) = GAME.why_not(t.state, 0, None, None)
    assert bar.cases == ("6.3b",)
