"""Orders: these units, that goal. One call, carried out option by option, whole or up to the first surprise."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from grognard import bots
from grognard.bots.staff_plans import FILL, ORDER, PHASE, planned
from grognard.games import game_ids, load
from grognard.kernel.flow import Decision, Option, Refused
from grognard.kernel.orders import STOP, Order, options_of, path, reach_of
from grognard.kernel.play import apply
from grognard.lab import clicks_per_turn
from grognard.match import Match
from grognard.match.order_execution import (
    ASKED,
    BARRED,
    DICE,
    DONE,
    NEWS,
    Wanted,
    carried,
    carry_out,
    press_on,
    resolve_all,
    take_plan,
)
from match_server import Server


@cache
def staffs_at(ident: str, seed: int) -> tuple[list[Any], list[Option]]:
    """The staffs of a game, and what they have decided so far in it."""
    return [bots.make("staff", load(ident), i, random.Random(i)) for i in range(len(load(ident).sides))], []


def staffs_until(ident: str, stop: Callable[[Any, Any], bool], seed: int = 3) -> Match:
    """A staff game, stopped at a question. Whatever was decided in it for another test is not thought over again."""
    game = load(ident)
    match = Match.new(game, seats={side.id: "human" for side in game.sides}, seed=seed)
    players, decided = staffs_at(ident, seed)
    while (asked := match.asked) is not None and not stop(match.state, asked):
        if len(match.played) == len(decided):
            decided.append(players[asked.side].choose(game.redact(match.state, asked.side), asked))
        match.submit(asked.side, decided[len(match.played)])
    assert match.asked is not None
    return match


def movers(match: Match) -> dict[int, list[int]]:
    """The units that can begin a move, by where they stand."""
    assert match.asked is not None
    side = match.asked.side
    able = {int(o[1]) for o in match.asked.options if o[0] == "move"}
    found: dict[int, list[int]] = {}
    for unit, space, *_ in match.game.view(match.state, side)["units"]:
        if unit in able:
            found.setdefault(space, []).append(unit)
    return found


def several(match: Match) -> tuple[list[int], dict[str, Any]]:
    """Units of one stack that move one by one, and what they can come to together."""
    assert match.asked is not None
    for units in movers(match).values():
        ways = reach_of(match.game, match.state, match.asked.side, units) if len(units) > 1 else []
        if ways and ways[0].get("order"):
            return units, ways[0]
    raise AssertionError("nobody could go together")


def movement(s: Any, asked: Any) -> bool:
    return asked.prompt == "movement" and s.turn >= 1 and any(o[0] == "move" for o in asked.options)


@pytest.mark.parametrize("ident", ["nemesis", "formosa"])
def test_a_stack_whose_counters_move_one_by_one_goes_to_what_all_of_it_can_reach(ident: str) -> None:
    match = staffs_until(ident, movement)
    assert match.asked is not None
    side = match.asked.side
    units, way = several(match)
    each = [match.game.reach(match.state, side, [unit]) for unit in units]
    for goal, cost, _, _ in way["spaces"]:
        rows = [next(row for row in ways[0]["spaces"] if row[0] == goal) for ways in each]
        assert cost == max(row[1] for row in rows)
    done = None
    for goal, *_ in way["spaces"]:
        trial = Match.resumed(
            match.game, match.header, match.opening, [(p.side, p.option, p.rolls) for p in match.played]
        )
        done = carry_out(trial, side, Order(tuple(units), goal))
        if done.ended == DONE:
            assert done.left == []
            assert {trial.state.where[unit] for unit in units} == {goal}
            break
    assert done is not None
    assert done.ended == DONE
    assert set(done.done) == set(units)


def test_an_order_for_stacks_of_several_places_takes_all_of_them() -> None:
    match = staffs_until("nemesis", movement)
    assert match.asked is not None
    side = match.asked.side
    stacks = [units for units in movers(match).values() if len(units) > 1]
    for one in stacks:
        for two in stacks:
            ways = reach_of(match.game, match.state, side, [*one, *two]) if one is not two else []
            if ways:
                assert set(ways[0]["units"]) == {*one, *two}
                return
    raise AssertionError("no two stacks have a goal in common")


def test_an_order_for_another_unit_ends_the_move_under_way() -> None:
    match = staffs_until("nemesis", movement)
    assert match.asked is not None
    side = match.asked.side
    able = [unit for units in movers(match).values() for unit in units]
    ways = {unit: match.game.reach(match.state, side, [unit]) for unit in able}
    first, second, *_ = (unit for unit in able if ways[unit])
    match.submit(side, ("move", first))
    goal = ways[second][0]["spaces"][0][0]
    where = match.state.where[first]
    done = carry_out(match, side, Order((second,), goal))
    assert done.ended == DONE
    assert match.state.where[first] == where
    assert match.state.where[second] == goal


def begun(ident: str, side: int) -> Match:
    """A staff game in which a unit of this side is on its way and its move can be ended, while others wait."""
    return staffs_until(
        ident,
        lambda s, asked: (
            asked.side == side and asked.prompt == "move-on" and STOP in asked.options and len(waiting(s, asked)) > 1
        ),
    )


def waiting(s: Any, asked: Any) -> list[int]:
    """The units that could begin a move once the one under way is ended."""
    after = s.copy()
    apply(after, asked.side, STOP, None)
    if not isinstance(after.pending, Decision) or after.pending.side != asked.side:
        return []
    verbs = ("move", "march", "show-march", "sneak", "land")
    under_way = getattr(s.agenda[-1], "units", None) or [s.agenda[-1].unit]
    able = dict.fromkeys(int(o[1]) for o in after.pending.options if o[0] in verbs and len(o) > 1)
    return [unit for unit in able if unit not in under_way]


STEPS = [("iwojima", 0), ("iwojima", 1), ("nemesis", 0), ("nemesis", 1), ("formosa", 0), ("formosa", 1), ("ichigo", 0),
         ("ichigo", 1)]  # fmt: skip
"""The games that move step by step, and either side; in White Sun whoever marches is not ended by a word for others."""


@pytest.mark.parametrize(("ident", "side"), STEPS)
def test_an_order_that_another_unit_cannot_follow_leaves_the_move_under_way_as_it_is(ident: str, side: int) -> None:
    match = begun(ident, side)
    asked, before = match.asked, match.state.fingerprint()
    assert asked is not None
    refused = 0
    for unit in waiting(match.state, asked):
        there = match.state.where[unit]
        for goal in (there, match.game.space_index.get("RESERVE", there)):
            with pytest.raises(Refused) as barred:
                carry_out(match, side, Order((unit,), goal))
            assert match.state.fingerprint() == before
            assert match.asked == asked
            assert "finish its move" not in str(barred.value)
            refused += 1
    assert refused > 1


def test_in_white_sun_an_order_for_a_unit_that_is_not_with_the_force_leaves_its_march_as_it_is() -> None:
    match = staffs_until("whitesun", lambda s, asked: asked.prompt == "march", seed=1)
    game, before = match.game, match.state.fingerprint()
    ready = [u for u in range(len(game.unit_ids)) if match.state.where[u] == game.space_index["READY"]]
    goal = match.game.reach(match.state, 0, [])[0]["spaces"][0][0]
    assert ready
    for unit in ready[:3]:
        with pytest.raises(Refused):
            carry_out(match, 0, Order((unit,), goal))
        assert match.state.fingerprint() == before


@pytest.mark.parametrize(("ident", "side"), STEPS)
def test_an_order_that_another_unit_can_follow_still_ends_the_move_under_way(ident: str, side: int) -> None:
    match = begun(ident, side)
    assert match.asked is not None
    after = match.state.copy()
    apply(after, side, STOP, None)
    unit = waiting(match.state, match.asked)[0]
    goal = next(
        (int(o[2]) for o in after.pending.options if len(o) > 2 and o[1] == unit),
        next((row[0] for way in match.game.reach(after, side, [unit]) for row in way["spaces"] if row[3]), -1),
    )
    assert goal >= 0
    done = carry_out(match, side, Order((unit,), goal))
    assert done.taken[0] == STOP
    assert unit in done.done or done.ended in (NEWS, ASKED, DICE)


def test_who_cannot_follow_stands_still_and_is_told_why() -> None:
    match = staffs_until("nemesis", movement)
    assert match.asked is not None
    side = match.asked.side
    units, way = several(match)
    goal = way["spaces"][0][0]
    far = next(
        unit
        for stack in movers(match).values()
        for unit in stack
        if not any(path(w, goal) for w in match.game.reach(match.state, side, [unit]))
    )
    order = Order((far, *units), goal)
    done = carry_out(match, side, order)
    assert far in done.left
    if done.ended == BARRED:
        assert all(bars for _, bars in done.reasons(match, side, order))


def test_an_order_that_nobody_can_follow_is_refused_with_the_reason_and_changes_nothing() -> None:
    match = staffs_until("nemesis", movement)
    assert match.asked is not None
    before = match.state.fingerprint()
    unit = next(iter(movers(match).values()))[0]
    with pytest.raises(Refused, match=r"\w"):
        carry_out(match, match.asked.side, Order((unit,), match.state.where[unit]))
    assert match.state.fingerprint() == before


def test_three_regiments_ordered_ashore_go_on_after_the_other_side_has_passed() -> None:
    match = staffs_until("iwojima", lambda s, asked: asked.prompt == "us-movement")
    lands = [o for o in match.asked.options if o[0] == "land"]  # type: ignore[union-attr]
    goal = lands[0][2]
    units = tuple(int(o[1]) for o in lands if o[2] == goal)[:3]
    left = units
    for landed in (1, 2, 3):
        done = carry_out(match, 0, Order(left, int(goal), verb="land"))
        # Who has come ashore is not done before its move is ended, which is said when the US player is asked again.
        assert done.left == list(units[landed - 1 :])
        assert done.ended in (ASKED, NEWS)
        assert [match.state.where[unit] == goal for unit in units].count(True) == landed
        while match.asked is not None and match.asked.side == 1:
            match.submit(1, ("pass",))
        left = tuple(done.left)
    done = carry_out(match, 0, Order(left, int(goal)))
    assert done.ended == DONE
    assert match.asked.prompt == "us-movement"  # type: ignore[union-attr]


def test_a_regiment_on_iwo_jima_is_shown_how_far_it_gets_and_goes_there_over_the_windows() -> None:
    match = staffs_until("iwojima", lambda s, asked: asked.prompt == "us-movement")
    game = match.game
    way, goal = next(
        (ways[0], row[0])
        for o in match.asked.options  # type: ignore[union-attr]
        if o[0] == "land" and (ways := game.reach(match.state, 0, [int(o[1])]))
        for row in ways[0]["spaces"]
        if len(path(ways[0], row[0])) > 1
    )
    unit = way["units"][0]
    assert options_of(way, path(way, goal))[0][:2] == ("land", unit)
    for _ in range(5):
        done = carry_out(match, 0, Order((unit,), goal))
        while match.asked is not None and match.asked.side == 1:
            match.submit(1, ("pass",))
        if done.ended == DONE or match.asked.prompt == "us-movement":  # type: ignore[union-attr]
            break
    assert match.state.where[unit] == goal
    assert match.asked.prompt == "us-movement"  # type: ignore[union-attr]


def test_a_plan_is_taken_up_to_the_first_thing_that_is_not_on_offer() -> None:
    match = staffs_until("formosa", lambda s, asked: asked.prompt == "planning")
    assert match.asked is not None
    side = match.asked.side
    assign = next(o for o in match.asked.options if o[0] == "assign")
    done = take_plan(match, side, [assign] * 50)
    assert 0 < len(done.taken) < 50
    assert done.ended == BARRED
    with pytest.raises(Refused):
        take_plan(match, side, [("nothing",)])


def test_a_row_of_bombardments_is_resolved_with_one_order_over_the_dice() -> None:
    match = staffs_until("iwojima", lambda s, asked: asked.prompt == "next-bombardment")
    assert match.asked is not None
    row, side, rolls = len(match.asked.options), match.asked.side, match.state.rolls
    done = resolve_all(match, side, "bombard")
    assert done.ended in (DICE, ASKED)
    assert match.state.rolls > rolls
    assert 1 <= len(done.taken) <= row


def test_a_march_presses_on_over_the_dice_until_something_else_is_asked() -> None:
    match = staffs_until("whitesun", lambda s, asked: asked.prompt == "march" and s.rolls > 0, seed=1)
    way = match.game.reach(match.state, 0, [])[0]
    assert way["press"]
    goal = max((row for row in way["spaces"] if len(path(way, row[0])) == 5), key=lambda row: row[3])[0]
    steps = [(way["step"], space) for space in path(way, goal)]
    rolls = match.state.rolls
    done = press_on(match, 0, steps)
    assert len(done.taken) > 1
    assert match.state.rolls > rolls
    assert done.taken == steps[: len(done.taken)]
    assert done.ended == DONE or match.asked is None or match.asked.prompt != "march" or done.ended == BARRED
    with pytest.raises(Refused):
        press_on(match, 0, [("advance", 0)])


@pytest.mark.parametrize(
    ("ident", "prompt"), [("whitesun", "muster"), ("whitesun", "losses"), ("formosa", "set-up"), ("nemesis", "losses")]
)
def test_the_rest_of_a_set_is_filled_in_and_nothing_beyond_it(ident: str, prompt: str) -> None:
    match = staffs_until(ident, lambda s, asked: asked.prompt == prompt and len(asked.options) > 1)
    game, asked = match.game, match.asked
    assert asked is not None
    known = game.redact(match.state, asked.side).to_json()
    lines = planned(game.id, "table", asked.side, known, asked, FILL)
    options = [option for line in lines for option in line.options]
    assert options
    assert all(game.verbs[str(option[0])].fills for option in options)
    assert take_plan(match, asked.side, options).taken == options
    now = match.asked
    assert now is None or now.side != asked.side or (now.prompt, now.about) != (asked.prompt, asked.about)


def test_over_http_an_order_answers_what_was_done_and_who_waits(server: Server) -> None:
    match = staffs_until("nemesis", movement)
    assert match.asked is not None
    side = match.asked.side
    units, way = several(match)
    seats = server.begin(match.state)
    goal = next(row[0] for row in way["spaces"])
    ways = seats.get(side, "/reach", unit=units).json()
    assert ways[0]["order"]
    table = seats.table(side)
    answer = seats.post(side, "/order", stamp=table["stamp"], units=units, goal=goal)
    assert answer.status_code == 200, answer.text
    after = answer.json()
    assert after["order"]["count"] >= 2
    assert set(after["order"]["done"]) | {row["unit"] for row in after["order"]["left"]} == set(units)
    assert after["stamp"] != table["stamp"]
    stale = seats.post(side, "/order", stamp=table["stamp"], units=units, goal=goal)
    assert (stale.status_code, stale.json()["code"]) == (409, "stale")
    for _ in range(after["order"]["count"]):
        answer = seats.post(side, "/undo", stamp=seats.table(side)["stamp"])
    assert answer.json()["view"]["units"] == table["view"]["units"]


@pytest.mark.parametrize(
    "body", [{}, {"units": [99999], "goal": 1}, {"units": [1], "goal": -4}, {"units": [1], "options": [["stop"]]}]
)
def test_an_order_of_another_shape_is_refused(server: Server, body: dict[str, Any]) -> None:
    seats = server.open("nemesis")
    side = seats.table(0)["ask"]["side"]
    answer = seats.post(side, "/order", stamp=seats.table(side)["stamp"], **body)
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


def test_groups_and_batches_take_fewer_clicks_than_one_option_after_another() -> None:
    row, kinds = clicks_per_turn.measured(load("nemesis"), games=1)
    assert row.gestures < row.with_habits <= row.with_sheets <= row.by_hand <= row.one_by_one < row.decisions
    assert kinds[0][1] > kinds[-1][1] > 0


# --- the staff's plan


@pytest.mark.parametrize("ident", game_ids())
def test_every_advice_is_an_order_with_a_reason(ident: str) -> None:
    match = staffs_until(ident, lambda s, asked: s.turn > 1 or s.phase > 3)
    game = match.game
    for _ in range(25):
        asked = match.asked
        if asked is None:
            break
        known = game.redact(match.state, asked.side).to_json()
        orders = planned(ident, "t", asked.side, known, asked, ORDER)
        assert all(order.reason.endswith((".", "!", "%).")) for order in orders), orders
        option = orders[0].options[0] if orders else asked.options[0]
        match.submit(asked.side, option)


def test_a_plan_says_whole_moves_and_can_be_taken_as_it_stands() -> None:
    match = staffs_until("nemesis", movement)
    assert match.asked is not None
    side = match.asked.side
    known = match.game.redact(match.state, side).to_json()
    orders = planned("nemesis", "t", side, known, match.asked, PHASE)
    assert len(orders) > 3
    moves = [order for order in orders if order.options[0][0] == "move"]
    assert any(len(order.options) > 2 and " to " in order.text for order in moves)
    done = take_plan(match, side, [option for order in orders for option in order.options])
    assert len(done.taken) >= 4


def test_a_plan_for_the_phase_may_begin_with_what_can_be_done_at_any_time() -> None:
    """The staff commits the 3rd Division before it lands it; an empty plan would leave the player alone."""
    match = staffs_until(
        "iwojima", lambda s, asked: asked.prompt == "us-movement" and s.beachheads and bool(s.game.standing(s, 0)[1:])
    )
    assert match.asked is not None
    known = match.game.redact(match.state, 0).to_json()
    orders = planned("iwojima", "t", 0, known, match.asked, PHASE)
    committed = [order.options[0] for order in orders if order.options[0][0] == "commit"]
    assert len(committed) == 5
    done = carried(match, 0, Wanted(options=tuple(option for order in orders for option in order.options)))
    assert done.taken[:5] == committed
    assert len(done.taken) > 5


def test_over_http_the_plan_of_a_phase_is_taken_with_one_call(server: Server) -> None:
    seats = server.open("nemesis")
    side = seats.table(0)["ask"]["side"]
    plan = seats.server.http.get(
        f"/api/matches/{seats.id}/plan", params={"seat": [*seats.tokens[side:], *seats.tokens]}
    )
    assert plan.status_code == 200, plan.text
    options = [option for order in plan.json()["orders"] for option in order["options"]]
    assert len(options) > 5
    answer = seats.post(side, "/order", stamp=plan.json()["stamp"], options=options)
    assert answer.status_code == 200, answer.text
    assert answer.json()["order"]["count"] > 5
