"""The odds that the page shows, held against arithmetic and against the dice; planning a march; layers; reasons."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from typing import Any

import pytest

from grognard.games.whitesun.entry_odds import companies, draws, entry_odds
from grognard.games.whitesun.facts import ELITE, REGULAR
from grognard.games.whitesun.reach import plan
from grognard.games.whitesun.round_strength import strength_of
from grognard.kernel.bits import bitset, members
from grognard.kernel.dice import KeyedDice
from grognard.kernel.play import apply
from whitesun.conftest import GAME, HIT, NOTHING, X, fire

case = pytest.mark.case
POOL = [GAME.unit_ids[u] for u in range(GAME.units) if GAME.setup_at[u] == GAME.pool]
TO_PEKING = ["1417", "1517", "1618"]


def option(t: Any, verb: str, *names: str) -> dict[str, Any]:
    """The preview of an option by name."""
    return GAME.preview(t.state, 0, GAME.from_words([verb, *names]))


def chances(card: dict[str, Any]) -> dict[str, float]:
    return {row["text"]: row["p"] for row in card["outcomes"]}


def test_a_preview_adds_up_and_names_its_cases(marching):
    t = marching(X, "1518", pool=POOL, japanese=TO_PEKING)
    card = option(t, "advance", "1419")
    assert sum(chances(card).values()) == pytest.approx(1)
    assert card["dice"] == 14
    assert card["hit"] == "5–6"
    known = {row["id"] for row in [*GAME.cases, *GAME.rulings]}
    for row in [*card["items"], *card["reduce"], *card["notes"]]:
        assert set(row["cases"]) <= known
    assert card["items"][0]["value"] == "1, 21 left"


def test_nobody_defends_an_own_hex_or_a_treaty_port(marching):
    t = marching(X, "1517", japanese=TO_PEKING)
    assert option(t, "advance", "1417")["outcomes"] == []


def test_the_chances_of_draws_are_those_of_the_urn():
    urn = bitset(GAME.unit_index[u] for u in ("E-88D", "E-1C", "R-NR", "R-17D"))
    found = draws(GAME, urn, 2, False)
    assert sum(found.values()) == pytest.approx(1)
    assert found[((ELITE, 1.5), (ELITE, 1.5)), 0] == pytest.approx(1 / 6), "both elites: three dice"
    assert found[((REGULAR, 1), (REGULAR, 12)), 0] == pytest.approx(1 / 6), "both regulars"
    kept = draws(GAME, urn, 2, True)
    assert kept[(), 0] == pytest.approx(1 / 6), "both stay away"
    assert draws(GAME, urn, 9, False) == draws(GAME, urn, 4, False), "no more than there are"


@pytest.mark.parametrize(
    ("force", "at", "to"),
    [
        (X, "1518", "1419"),
        (X[:3], "1417", "1517"),
        (("J-3D", "J-5D"), "1518", "1419"),
        (("P-HA", "J-101D"), "1417", "1517"),
    ],
    ids=["a stack against Peking", "three divisions on the railroad", "two against Peking", "with a puppet"],
)
def test_the_chances_of_an_entry_are_what_the_dice_give(marching, force, at, to):
    t = marching(force, at, pool=POOL, japanese=TO_PEKING)
    odds = entry_odds(t.state, strength_of(t.state, t.state.force), t.space(to), 1, t.mp - 1)
    trials = 1200
    found = Counter(entered(t, to, seed) for seed in range(trials))
    expected = {
        "undefended": odds.undefended,
        "first": odds.first_round,
        "contested": odds.contested,
        "given": odds.given,
        "ended": odds.ended,
    }
    assert sum(expected.values()) == pytest.approx(1)
    for name, p in expected.items():
        assert abs(found[name] - trials * p) <= 3 * sqrt(trials * p * (1 - p)) + 1e-9, (name, found[name] / trials, p)


def entered(t: Any, to: str, seed: int) -> str:
    """One entry, losses taken as the odds take them."""
    s = t.state.copy()
    s.log = []
    dice = KeyedDice(b"entry %d" % seed)
    hex_ = t.space(to)
    apply(s, 0, ("advance", hex_), dice)
    while s.pending.prompt in ("losses", "chinese-losses"):
        options = [int(o[1]) for o in s.pending.options]
        if s.pending.prompt == "losses":
            chosen = min(options, key=lambda u: (s.steps[u] < 2, GAME.dice[u][1], not GAME.puppets >> u & 1))
        else:
            chosen = options[0]
        apply(s, 0, (s.pending.options[0][0], chosen), dice)
    fought = any(event.kind.endswith("-fire") for event in s.log)
    if s.force and s.pending.prompt == "march":
        return "first" if fought else "undefended"
    if fought or s.pending.prompt == "another-round":
        return "contested"
    return "given" if s.japanese >> hex_ & 1 else "ended"


def test_the_preview_of_another_round_is_exact(marching):
    t = marching(["J-101D"], "1417", pool=["R-17D"])
    t.advance("1517", *NOTHING, 3, "R-17D", *fire(2), *fire(1))
    card = option(t, "fight-on")
    assert chances(card)["the hex is taken"] == pytest.approx(1 - (4 / 6) ** 2)
    assert GAME.previews(t.state, 0)[0]["title"] == card["title"] == "Round 2 at Taku 1517"


def test_a_lone_division_beats_the_raiders_of_turn_2_13_times_in_27(table):
    t = table([6], turn=2, phase="first", ready=["J-3D", "J-5D"], japanese=["area"], flotilla="gone").muster("J-3D")
    assert chances(option(t, "fight"))["the raiders are beaten"] == pytest.approx(13 / 27)


def test_the_force_is_shown_while_it_is_put_together(table):
    t = table().muster(*X)
    (card,) = GAME.previews(t.state, 0)
    assert card["dice"] == 14
    assert [row["value"] for row in card["items"] if row["text"] == "Steps"] == ["11"]
    assert any("Great Chinese Victory" in row["text"] for row in card["items"])
    worth = {row["text"]: row["value"] for row in card["items"]}
    assert worth["3rd Division"] == "2 dice, 2 of 2 steps"
    (card,) = GAME.previews(table().muster("J-Kaw").state, 0)
    assert card["items"][0]["value"] == "1 die, 1 of 1 step"


@case("R16")
def test_the_order_in_which_steps_are_counted_as_lost(marching):
    t = marching(["J-3D", "J-101D", "J-2IMB", "J-Kaw", "P-HA"], "1417")
    assert strength_of(t.state, t.state.force).dice == ((6, 1), (5, 1), (4, 1), (4, 0), (3, 0), (2, 0), (0, 0))


# --- planning


def test_the_plan_follows_the_railroad_at_one_point_a_hex(marching):
    t = marching(X, "1417", pool=POOL)
    (way,) = GAME.reach(t.state, 0, [])
    rows = {GAME.space_ids[row[0]]: row for row in way["spaces"]}
    assert (way["step"], way["from"]) == ("advance", t.space("1417"))
    assert [rows[h][1] for h in ("1517", "1618", "1518", "1419", "1519", "1920")] == [1, 2, 3, 4, 5, 9]
    assert rows["1820"][2] == t.space("1719"), "the hex before it on the way"
    chance = [rows[h][3] for h in ("1517", "1618", "1419", "1920", "2219", "2618")]
    assert chance == sorted(chance, reverse=True)
    assert 0.9 < chance[0] <= 1
    assert chance[-1] > 0.02
    assert "4102" not in rows


def test_a_plan_stays_in_supply_and_within_its_points(marching):
    t = marching(X, "1417", pool=[], mp=5)
    rows = {GAME.space_ids[row[0]]: row[1] for row in GAME.reach(t.state, 0, [])[0]["spaces"]}
    assert max(rows.values()) <= 5
    far = marching(X, "4102", pool=[])
    inland = [row[0] for row in GAME.reach(far.state, 0, [])[0]["spaces"] if not GAME.coast >> row[0] & 1]
    assert inland
    assert all(min(GAME.map.distance(h, c) for c in members(GAME.coast)) <= 6 for h in inland)


def test_every_first_step_of_a_plan_is_on_offer_and_none_is_left_out(marching):
    for at, turn in (("1417", 1), ("4102", 1), ("2618", 4), ("3714", 4)):
        japanese = ["area", "3513", "3614"] if turn == 4 else []
        t = marching(X, at, turn=turn, japanese=japanese, pool=POOL[:20], flotilla="gone")
        near = {GAME.space_ids[row[0]] for row in GAME.reach(t.state, 0, [])[0]["spaces"] if row[2] == t.space(at)}
        reached = {GAME.space_ids[row[0]] for row in GAME.reach(t.state, 0, [])[0]["spaces"]}
        assert near <= t.goals("advance") <= reached, "directly, or more cheaply by another way"


def test_the_chance_of_a_whole_route_is_near_to_what_happens(marching):
    t = marching(X, "1417", pool=POOL)
    goal = t.space("1419")
    promised = plan(t.state, strength_of(t.state, t.state.force), t.space("1417"), t.mp)[goal].chance
    trials, through = 300, 0
    for seed in range(trials):
        through += gets_through(t, ["1517", "1618", "1518", "1419"], seed)
    assert abs(through / trials - promised) < 0.12


def gets_through(t: Any, route: list[str], seed: int) -> bool:
    s = t.state.copy()
    dice = KeyedDice(b"route %d" % seed)
    for hex_ in map(t.space, route):
        apply(s, 0, ("advance", hex_), dice)
        while s.pending.prompt in ("losses", "chinese-losses", "another-round"):
            options = s.pending.options
            if s.pending.prompt == "losses":
                options = sorted(options, key=lambda o: (s.steps[o[1]] < 2, GAME.dice[o[1]][1]))
            elif s.pending.prompt == "another-round" and ("fight-on",) in options:
                options = [("fight-on",)]
            apply(s, 0, options[0], dice)
        if s.pending.prompt != "march" or s.force_hex != hex_:
            return False
    return True


# --- layers and words


@case("9.1a")
def test_operations_are_lines_on_the_map(marching):
    t = marching(X, "1417", pool=["R-NR"])
    t.advance("1517", *NOTHING, 1).advance("1618", *NOTHING, 1).do("halt")
    t.muster("J-27D").do("enter", "1419", dice=[*NOTHING, 2, "R-NR", *fire(2), *fire(12)]).do("withdraw")
    layers = {layer.id: layer for layer in GAME.overlays(t.state, 0)}
    lines = [[GAME.space_ids[h] for h in line] for line in layers["operations"].lines]
    assert lines == [["1417", "1517", "1618"], ["1419"]]
    assert [tone for _, tone in layers["operations"].spaces] == ["good", "bad"]
    assert "earlier-operations" not in layers
    t.state.turn = 2
    assert GAME.overlays(t.state, 0)[1].id == "earlier-operations"


def test_the_layers_of_supply_and_objectives(marching):
    t = marching(X, "1417")
    layers = {layer.id: layer for layer in GAME.overlays(t.state, 0)}
    assert (t.space("1417"), "good") in layers["supply"].spaces
    assert len([h for h, tone in layers["objectives"].spaces if tone == "bad"]) == 34
    t.state.turn = 4
    missing = {GAME.space_ids[h] for h, tone in GAME.overlays(t.state, 0)[-1].spaces if tone == "bad"}
    assert {"4224", "4028", "5710", "5819", "4213", "1419"} <= missing


def test_each_roll_is_told_with_its_meaning(marching):
    t = marching(X, "1417", pool=["R-17D", "E-88D"])
    t.advance("1517", 2, 5, 4, "E-88D", "R-17D", *fire(14, HIT), 3)
    assert t.said()[-11:] == [
        "Taku 1517: two dice for the event, one for the defence",
        "Defence die 4: 2 defenders called for.",
        "Event 2-5: Baoding Clique: in the first round elites hit on 4–6, regulars and garrisons on 5–6.",
        "88 Division (elite 1) is kept back: no city here.",
        "17 Division (regular 1) defends Taku 1517.",
        "Taku 1517, round 1: the Japanese fire, hits on 5–6",
        "1 hit.",
        "17 Division is beaten; its cohesion is checked after the round.",
        "Cohesion: 17 Division (regular 1)",
        "17 Division slips away to the force pool (3 against 1).",
        "Taku 1517 is Japanese.",
    ]
    fire_line = next(e for e in t.events if e.kind == "japanese-fire")
    assert GAME.mentions(fire_line)["hits"] == 5


def test_communist_dice_say_that_low_faces_hit(marching):
    t = marching(X, "1417", pool=["C-8RA"]).advance("1517", *NOTHING, 3, "C-8RA", 4, *fire(14, HIT))
    line = next(e for e in t.events if e.kind == "communist-fire")
    assert GAME.mentions(line)["low"] == 1
    assert "hits" not in GAME.mentions(line)


def test_companies_hold_those_in_place(marching):
    t = marching(X, "2604", pool=[], flotilla="gone")
    (met,) = companies(t.state, t.space("2504")).chances
    assert met == (((REGULAR, 1), (REGULAR, 2)), 0), "the garrison of Shanghai"
