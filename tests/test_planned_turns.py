"""A turn that is left to the staff: clicks are counted, and it stops where its player is to choose."""

from __future__ import annotations

import pytest

from grognard.bots.hints import has_staff
from grognard.bots.staff_plans import FILL, SETTLE, is_weighed, planned
from grognard.games import game_ids, load
from grognard.lab.planned_turns import BEGIN, WRITTEN, PlannedTurn, Written
from test_orders import staffs_until

GAMES = [name for name in game_ids() if has_staff(load(name))]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_says_which_choices_are_the_players(name: str) -> None:
    assert any(verb.weighs or verb.renews for verb in load(name).verbs.values())


@pytest.mark.parametrize("written", WRITTEN, ids=lambda written: f"{written.game}-{written.turn}")
def test_a_written_turn_through_plans_takes_no_more_clicks_than_it_may(written: Written) -> None:
    game = load(written.game)
    by_rolls = sum(click.clicks for click in written.open(game).by_rolls())
    by_phases = list(written.open(game).by_phases(written.begun))
    assert sum(click.clicks for click in by_phases) <= written.most < by_rolls
    if not written.begun:
        assert by_phases[0].clicks == BEGIN


def test_what_is_weighed_is_no_part_of_a_plan_that_goes_on() -> None:
    """Retreat or stay at Iwo Jima: the plan that comes to it marks it, and nothing else before it."""
    match = staffs_until("iwojima", lambda s, asked: any(o[0] == "retreat" for o in asked.options))
    asked = match.asked
    assert asked is not None
    assert is_weighed(match.game, match.state, asked)
    known = match.known(asked.side).to_json()
    orders = planned("iwojima", "t", asked.side, known, asked, "phase")
    assert orders[0].weighs
    turn = PlannedTurn(match.game, asked.side, match.state.turn, 1)
    turn.match = match
    first = next(turn.by_phases(begun=True))
    assert (first.what, first.clicks) == ("plan", 1)


def test_another_round_is_weighed_where_the_odds_are_against_it() -> None:
    against = staffs_until(
        "whitesun",
        lambda s, asked: asked.prompt == "another-round" and len(asked.options) > 1 and hope(s, asked) < 0.5,
        seed=3,
    )
    assert against.asked is not None
    assert is_weighed(against.game, against.state, against.asked)
    for_it = staffs_until(
        "whitesun",
        lambda s, asked: asked.prompt == "another-round" and len(asked.options) > 1 and hope(s, asked) >= 0.5,
        seed=3,
    )
    assert for_it.asked is not None
    assert not is_weighed(for_it.game, for_it.state, for_it.asked)


def hope(s, asked):  # type: ignore[no-untyped-def]
    game = load("whitesun")
    return max((card.get("hope", 0) for card in game.previews(game.redact(s, asked.side), asked.side)), default=0)


def test_losses_who_advances_and_whether_momentum_goes_on_stand_on_one_sheet() -> None:
    match = staffs_until("ichigo", lambda s, asked: asked.prompt == "advance" and len(asked.options) > 1)
    asked = match.asked
    assert asked is not None
    known = match.known(asked.side).to_json()
    whole = [o for line in planned("ichigo", "t", asked.side, known, asked, SETTLE) for o in line.options]
    assert whole
    assert all(match.game.verbs[str(o[0])].fills or match.game.verbs[str(o[0])].settles for o in whole)
    part = [o for line in planned("ichigo", "t", asked.side, known, asked, FILL) for o in line.options]
    # To somebody who plays against a person nothing is said but what is owed.
    assert all(match.game.verbs[str(o[0])].fills for o in part)
