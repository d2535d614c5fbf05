"""What the card of a step says before the dice is what happens: chances within chance, averages of steps within 0.15.

Losses are taken as the card assumes (`strength`, `battles`), and the force fights on while the points last.
"""

from __future__ import annotations

import random
from math import sqrt
from typing import Any, NamedTuple

import pytest

from grognard import bots
from grognard.games.whitesun.movement import March
from grognard.games.whitesun.state import HALTED, TAKEN, UNDER_WAY
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING
from grognard.kernel.play import advance, apply
from odds_hold import Figure, hold_again
from random_games import some
from whitesun.conftest import GAME, NOTHING, X, fire, marching, table
from whitesun.test_previews import POOL, option
from whitesun.test_previews_simulated import fight_on, settle
from whitesun.test_second_opinion import sampled
from whitesun.test_why_not_property import positions

case = pytest.mark.case
LOSS = "Steps lost to the event and in the first round, on average"
BEATEN = "Chinese units beaten in the first round, on average"
END = "Taken in the end, with somebody left to go on"
NORTH = ["1417", "1517", "1618", "1518"]
RIVER = ["2504", "2605", "2606", "2607"]
GORGES = ["area", "3513", "3614", "3714", "3615", "3616", "3617", "3618", "3619", "3620", "3720"]


class Scene(NamedTuple):
    """A step that is to be foretold."""

    force: tuple[str, ...]
    at: str
    to: str
    change: dict[str, Any]


SCENES = {
    "three divisions against Nanking's depot": Scene(
        ("J-3D", "J-5D", "J-101D"), "2608", "2708", {"pool": [], "japanese": RIVER}
    ),
    "the same where there is none": Scene(
        ("J-3D", "J-5D", "J-101D"), "2608", "2708", {"pool": [], "japanese": RIVER, "units": {"S-2708": "DEAD"}}
    ),
    "Nanking with 2 points": Scene(X, "2608", "2708", {"pool": POOL, "mp": 2, "japanese": RIVER}),
    "Shanghai": Scene(X, "2604", "2504", {"pool": POOL, "flotilla": "gone"}),
    "a rough gorge with 6 points": Scene(
        X[:3], "3619", "3519", {"turn": 4, "pool": POOL[:30], "mp": 6, "japanese": GORGES[:-2], "flotilla": "gone"}
    ),
    "Peking": Scene(X, "1518", "1419", {"pool": POOL, "japanese": NORTH}),
    "the flood plain": Scene(
        X[:2], "2611", "2612", {"pool": POOL, "japanese": [*RIVER, "2608", "2708", "2709", "2710"]}
    ),
    "a brigade on the railroad": Scene(("J-2IMB",), "1417", "1517", {"pool": POOL, "mp": 3}),
    "a puppet and a division": Scene(("P-HA", "J-101D"), "1417", "1517", {"pool": POOL}),
    "the river on Turn 2": Scene(
        X[:4], "3414", "3513", {"turn": 2, "pool": [*POOL[:20], "A-AVG"], "japanese": ["area"], "chinese": ["3513"],
                                "flotilla": "usable", "along": 1, "units": {"J-9D": "READY"}},
    ),
    "the north on Turn 3": Scene(
        X[:4], "2718", "2719", {"turn": 3, "pool": POOL, "japanese": ["area"], "flotilla": "gone", "mp": 8,
                                "units": {"J-9D": "READY"}},
    ),
    "Szechuan": Scene(
        X, "3720", "3721", {"turn": 4, "pool": POOL, "japanese": GORGES, "flotilla": "gone"}
    ),
    "the Base Area": Scene(
        X[:5], "2424", "2425",
        {"turn": 4, "pool": [], "japanese": ["area", "2222", "2322", "2323", "2423"], "flotilla": "gone"},
    ),
    "under a Great Chinese Victory": Scene(
        X[:4], "1518", "1419", {"pool": POOL, "japanese": NORTH, "great_victory": 1}
    ),
}  # fmt: skip
SOME = ("three divisions against Nanking's depot", "Nanking with 2 points", "the flood plain", "Szechuan",
        "a brigade on the railroad")  # fmt: skip


def set_up(name: str) -> Any:
    scene = SCENES[name]
    return marching(scene.force, scene.at, **scene.change)


def figures(start: Any, hex_: int, times: int, lot: int) -> list[Figure]:
    """What the card says, and what came of so many entries."""
    card = GAME.preview(start, 0, ("advance", hex_))
    rows = {row["text"]: row for row in card["reduce"]}
    lost, beaten, taken, met = [], [], 0, 0
    for number in range(times):
        s = start.copy()
        advance(s, None)
        s.log = []
        dice = KeyedDice(f"{start.fingerprint()}/{lot}/{number}".encode())
        apply(s, 0, ("advance", hex_), dice)
        settle(s, dice)
        kinds = [event.kind for event in s.log]
        lost.append(kinds.count("step-lost"))
        beaten.append(kinds.count("chinese-lost"))
        met += kinds.count("drawn")
        fight_on(s, dice)
        taken += bool(s.japanese >> hex_ & 1) and s.trail_end[-1] in (UNDER_WAY, HALTED, TAKEN)
    for text, found in ((LOSS, lost), (BEATEN, beaten)):
        mean = sum(found) / times
        spread = sqrt(sum((value - mean) ** 2 for value in found) / times)
        said = float(rows[text]["value"].split(" ")[0])
        assert abs(said - mean) <= 0.15 + 3 * spread / sqrt(times), (text, said, mean)
    end = next(row["p"] for row in card["notes"] if row["text"] == END)
    return [Figure(END, end, taken / times, times)]


@case("9.4", "9.5", "9.6", "10.1e", "10.3a", "10.4a")
@pytest.mark.parametrize(
    "name", [name if name in SOME else pytest.param(name, marks=pytest.mark.soak) for name in SCENES]
)
def test_the_card_of_a_step_says_what_happens(name: str, long: bool) -> None:
    t = set_up(name)
    hold_again(lambda lot: figures(t.state, t.space(SCENES[name].to), 2000 if long else 300, lot), 3.3)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(12))
def test_the_cards_of_random_games_say_what_happens(seed: int) -> None:
    steps = [s for s in sampled(seed) if isinstance(s.agenda[-1], March) and s.force and s.winner == ONGOING]
    for s in steps[:3]:
        for hex_ in [o[1] for o in s.pending.options if o[0] == "advance" and not s.japanese >> o[1] & 1][:1]:
            if not GAME.treaty_ports >> hex_ & 1:
                hold_again(lambda lot, s=s, hex_=hex_: figures(s, hex_, 2000, lot), 3.3)


@case("10.4a", "10.1e")
def test_a_depot_costs_a_force_steps() -> None:
    with_depot, without = (
        next(row["value"] for row in option(set_up(name), "advance", "2708")["reduce"] if row["text"] == LOSS)
        for name in ("three divisions against Nanking's depot", "the same where there is none")
    )
    assert (with_depot, without) == ("0.7 of 5", "0.5 of 5")


@case("9.4", "9.6")
@pytest.mark.parametrize("name", ["Nanking with 2 points", "a rough gorge with 6 points", "Peking", "the flood plain"])
def test_the_map_and_the_card_give_one_figure(name: str) -> None:
    t = set_up(name)
    chances = {row[0]: row[3] for row in GAME.reach(t.state, 0, [])[0]["spaces"] if row[2] == t.state.force_hex}
    compared = 0
    for verb, *goal in t.asked.options:
        if verb == "advance" and goal[0] in chances:
            card = GAME.preview(t.state, 0, (verb, goal[0]))
            said = [row["p"] for row in card["notes"] if row["text"] == END]
            assert [chances[goal[0]]] == (pytest.approx(said, abs=6e-4) if said else [1.0])
            compared += bool(said)
    assert compared


@case("9.4", "9.6")
def test_the_staff_gives_the_figure_of_the_card() -> None:
    ready = {"units": dict.fromkeys(("J-9D", "J-10D", "J-11D", "J-13D"), "READY")}
    t = marching(["J-2IMB", "J-3IMB"], "1518", pool=POOL, japanese=NORTH, mp=2, **ready)
    staff = bots.make("staff", GAME, 0, random.Random(1))
    assert staff.choose(t.state, t.asked) == ("halt",)
    card = option(t, "advance", "1419")
    chance = next(row["p"] for row in card["notes"] if row["text"] == END)
    assert staff.reason == f"{chance:.0%} to take Peking 1419 and go on: leave it to fresh units."


@case("9.4", "10.4a", "10.1b")
def test_the_staff_fights_on_by_the_figure_of_the_card() -> None:
    t = marching(X, "2608", pool=["R-17D"], japanese=RIVER, flotilla="usable", along=1)
    t.advance("2708", *NOTHING, 2, "R-17D", 1, 1, *fire(14), *fire(5))
    staff = bots.make("staff", GAME, 0, random.Random(1))
    assert staff.choose(t.state, t.asked) == ("fight-on",)
    chance = next(row["p"] for row in option(t, "fight-on")["outcomes"] if row["text"] == "the hex is taken")
    assert staff.reason == f"{chance:.0%} chance to take it in this round."


@case("10.3a")
def test_the_chances_of_events_leave_room_for_the_flood() -> None:
    card = option(set_up("the flood plain"), "advance", "2612")
    chances = {row["text"]: row["p"] for row in card["notes"]}
    assert chances["Flood"] == pytest.approx(1 / 6, abs=1e-5)
    assert chances["Event: Overzealous Advance"] == pytest.approx(5 / 6 / 12, abs=1e-5)


@case("10.6a", "10.6c")
def test_a_second_great_victory_is_not_foretold() -> None:
    for before in (0, 1):
        t = table(ready=X).muster(*X)
        t.state.great_victory = before
        (card,) = GAME.previews(t.state, 0)
        assert any("Great Chinese Victory" in row["text"] for row in card["items"]) != bool(before)


def texts(card: dict[str, Any]) -> list[str]:
    return [row["text"] for part in ("items", "reduce") for row in card[part]]


@case("10.2b")
def test_puppets_have_their_own_hit_number_on_the_card() -> None:
    assert "Puppets hit on 6" in texts(option(set_up("a puppet and a division"), "advance", "1517"))
    assert "Puppets hit on 6" not in texts(option(set_up("Peking"), "advance", "1419"))


@case("8.5d", "R62")
def test_only_communists_defend_the_base_area_on_the_card() -> None:
    found = texts(option(set_up("the Base Area"), "advance", "2425"))
    assert "Communist regiments, by the die" in found
    assert "Communists hit on 1–4" in found
    assert not any("Elites" in text or "Regulars" in text for text in found)


@case("8.7a")
def test_elites_are_on_the_card_where_they_may_come() -> None:
    for hex_, there in (("1419", True), ("1519", False)):
        found = texts(option(set_up("Peking"), "advance", hex_))
        assert any(text.startswith("Elites hit") for text in found) == there


@case("8.4", "9.16c", "R60")
def test_nobody_is_promised_elites_where_none_can_be() -> None:
    spaces = GAME.board()["spaces"]
    for name in ("5710", "4906", "5511"):
        values = [row["value"] for row in spaces[GAME.space_index[name]]["facts"]]
        assert "operations may start here" in values
    assert "operations may start here; elites may defend it" in [
        row["value"] for row in spaces[GAME.space_index["1419"]]["facts"]
    ]


@case("9.8a", "9.13b")
def test_the_sea_is_entered_by_nobody() -> None:
    sea = next(h for h in range(GAME.hexes) if not GAME.land >> h & 1)
    (fact,) = GAME.board()["spaces"][sea]["facts"]
    assert fact["value"] == "sea: no force enters it; a landing names the hex of the coast"
    assert fact["cases"] == ["9.8a", "9.13b"]


@case("10.1c", "10.1e")
def test_dice_of_regulars_cite_their_own_step() -> None:
    t = marching(X, "1518", pool=["R-17D", "E-88D"], japanese=NORTH)
    t.advance("1419", *NOTHING, 3, "R-17D", "E-88D", 1, *fire(14), *fire(1))
    cited = {row["text"]: row["cases"] for row in option(t, "fight-on")["reduce"]}
    assert cited["Dice of elites"] == ["10.1c"]
    assert cited["Dice of regulars and garrisons"] == ["10.1e"]


@pytest.mark.parametrize("seed", some(3, 40))
def test_the_chances_of_every_card_add_up(seed: int) -> None:
    cards = 0
    for s in positions(seed):
        for chosen in s.pending.options:
            if chosen[0] not in ("advance", "enter", "land", "fight", "fight-on") or cards > 150:
                continue
            card = GAME.preview(s, 0, chosen)
            rows = [row["p"] for row in card["outcomes"]]
            if not rows:
                continue
            cards += 1
            assert sum(rows) == pytest.approx(1, abs=1e-4), (chosen, card["title"])
            assert all(-1e-9 <= p <= 1 + 1e-9 for p in [*rows, *(row["p"] for row in card["notes"])])
            won = {row["text"]: row["p"] for row in card["outcomes"]}
            end = next((row["p"] for row in card["notes"] if row["text"] == END), 1.0)
            at_once = sum(won.get(text, 0.0) for text in ("taken, nobody there", "taken in the first round"))
            assert end >= max(at_once, won.get("the hex is taken", 0.0)) - 0.02
    assert cards > 10
