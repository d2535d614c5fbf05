"""Ratings: Glickman's own example, sides that differ, and everything computed again from the games."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard import games
from grognard.club.ratings import (
    DEVIATION,
    LEAST_DEVIATION,
    PERIOD,
    Met,
    Rating,
    Result,
    advantage_of,
    after,
    expected,
    measured,
    rate,
    rested,
    updated,
)


def test_glickmans_published_example_comes_out():
    met = [Met(Rating(1400, 30), 1), Met(Rating(1550, 100), 0), Met(Rating(1700, 300), 0)]
    found = updated(Rating(1500, 200, 0.06), met)
    assert found.value == pytest.approx(1464.06, abs=0.01)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


def test_without_a_game_only_the_doubt_grows():
    found = updated(Rating(1700, 50, 0.06, 40), [])
    assert found.value == 1700
    assert found.deviation == pytest.approx((50**2 + (0.06 * 173.7178) ** 2) ** 0.5)
    assert rested(Rating(1700, 50, 0.06, 40, at=0), PERIOD).deviation == pytest.approx(found.deviation)
    assert rested(Rating(1700, 50, 0.06, 40), 1000 * 52 * PERIOD).deviation == DEVIATION


def test_who_wins_with_the_better_side_gains_less_than_who_wins_with_the_worse():
    assert advantage_of("formosa", "1") > 0.3
    even = Rating(1500, 80, 0.06, 30)
    with_better, _ = after(even, even, Result(0, "formosa", "1", "a", "b", 1))
    _, with_worse = after(even, even, Result(0, "formosa", "1", "a", "b", 0))
    assert 0 < with_better.value - 1500 < with_worse.value - 1500


def test_equal_players_who_score_what_the_side_is_worth_stay_equal():
    sides = measured()["ichigo", "campaign"]
    games_played = [1.0] * sides.won + [0.5] * sides.drawn + [0.0] * sides.lost
    random.Random(5).shuffle(games_played)
    found = rate(Result(n, "ichigo", "campaign", "a", "b", score) for n, score in enumerate(games_played))
    assert abs(found["a", "ichigo"].value - found["b", "ichigo"].value) < 25
    blind = rate(Result(n, "unmeasured", "1", "a", "b", score) for n, score in enumerate(games_played))
    assert blind["a", "unmeasured"].value - blind["b", "unmeasured"].value > 50


def test_a_new_rating_is_provisional_and_a_played_one_is_not():
    results = [Result(n * 3600, "iwojima", "standard", "a", f"b{n % 5}", n % 2) for n in range(40)]
    found = rate(results)
    assert Rating().provisional
    assert not found["a", "iwojima"].provisional
    assert found["a", "iwojima"].games == 40
    assert found["b0", "iwojima"].games == 8


def test_ratings_are_per_game_and_nobody_is_rated_against_himself():
    found = rate([Result(0, "iwojima", "standard", "a", "b", 1), Result(1, "nemesis", "campaign", "a", "a", 1)])
    assert set(found) == {("a", "iwojima"), ("b", "iwojima")}


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.integers(0, 4), st.integers(0, 4), st.sampled_from([0.0, 0.5, 1.0]), st.floats(0, 3e7),
            st.sampled_from(["1", "2"]),
        ),
        max_size=60,
    )
)  # fmt: skip
def test_computed_again_they_are_the_same_and_always_sound(rows):
    at = 0.0
    results = []
    for one, two, score, later, scenario in rows:
        at += later
        results.append(Result(at, "formosa", scenario, f"p{one}", f"p{two}", score))
    found = rate(results)
    assert rate(results) == found
    for rating in found.values():
        assert LEAST_DEVIATION <= rating.deviation <= DEVIATION
        assert -1000 < rating.value < 4000
        assert 0 < rating.volatility < 1


@given(st.floats(500, 2800), st.floats(500, 2800), st.floats(30, 350), st.floats(-2, 2))
def test_the_two_expected_scores_make_one_where_both_are_equally_certain(one, two, deviation, advantage):
    a, b = Rating(one, deviation), Rating(two, deviation)
    assert expected(a, b, advantage) + expected(b, a, -advantage) == pytest.approx(1)


@pytest.mark.parametrize("row", measured().values(), ids=lambda row: f"{row.game}-{row.scenario}")
def test_what_a_side_is_worth_was_measured_with_rules_like_todays(row):
    """Two editions on, the figure is too old to rate people with: measure again with its command."""
    game = games.load(row.game)
    assert game.sides[0].id == row.first
    assert row.scenario in [scenario.id for scenario in game.scenarios]
    assert row.edition <= int(game.version.split("-")[0]) <= row.edition + 1
    named = re.match(r"(?:bench/strength\.py|grognard simulate|grognard lab play) (\w+)", row.command)
    assert named is not None
    assert named[1] == row.game


def test_every_scenario_for_two_was_measured():
    for ident in games.game_ids():
        game = games.load(ident)
        if len(game.sides) == 2:
            for scenario in game.scenarios:
                assert (ident, scenario.id) in measured()
