"""The clock: whose time runs, when it stands still, and when it is out."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from grognard.club import clock as clocks
from grognard.club.clock import DAY, HOUR, Days, Live, NoPace, Span, hand_over, is_out, runs_out_at, start, time_left
from grognard.kernel.flow import Refused

BERLIN = Days(2, 1, 5, (22, 7, "Europe/Berlin"))
instants = st.floats(1.7e9, 1.9e9)


def at(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


def running(pace, side=0, since=0.0):
    return hand_over(pace, start(pace, 2), side, since)


def test_a_live_player_uses_his_own_time_and_gains_the_increment_when_he_hands_over():
    pace = Live(10, 5)
    clock = running(pace)
    clock = hand_over(pace, clock, 1, 100.0)
    assert clock.left == (505.0, 600.0)
    clock = hand_over(pace, clock, 0, 130.0)
    assert clock.left == (505.0, 575.0)
    assert not is_out(pace, clock, 130 + 504.9)
    assert is_out(pace, clock, 130 + 505)
    assert runs_out_at(pace, clock) == 130 + 505


def test_the_same_question_again_changes_nothing():
    clock = running(Live(10, 5))
    assert hand_over(Live(10, 5), clock, 0, 300.0) is clock


def test_by_days_the_reserve_is_touched_only_beyond_the_days():
    pace = Days(2, 3)
    clock = running(pace)
    assert time_left(pace, clock, 0, 1.5 * DAY) == (0.5 * DAY, 3 * DAY)
    assert time_left(pace, clock, 0, 2.5 * DAY) == (0, 2.5 * DAY)
    later = hand_over(pace, clock, 1, 1.5 * DAY)
    assert later.left == (3 * DAY, 3 * DAY)
    late = hand_over(pace, clock, 1, 2.5 * DAY)
    assert late.left == (2.5 * DAY, 3 * DAY)
    assert runs_out_at(pace, late) == 2.5 * DAY + 5 * DAY


def test_a_night_in_berlin_does_not_count():
    since = at("2026-11-16 20:00")  # nine in the evening there
    clock = running(BERLIN, since=since)
    assert clocks.counted(BERLIN, clock, 0, since, at("2026-11-17 06:00")) == HOUR
    assert clocks.counted(BERLIN, clock, 0, since, at("2026-11-17 07:00")) == 2 * HOUR
    assert "night in Europe/Berlin" in clocks.standing_still(BERLIN, clock, at("2026-11-17 02:00"))
    assert clocks.standing_still(BERLIN, clock, at("2026-11-17 06:30")) == ""
    assert runs_out_at(BERLIN, clock) == pytest.approx(since + 3 * DAY + 5 * 9 * HOUR, abs=1)


def test_the_night_in_which_clocks_are_put_back_is_an_hour_longer():
    since, until = at("2026-10-24 18:00"), at("2026-10-25 18:00")
    assert clocks.counted(BERLIN, running(BERLIN), 0, since, until) == 14 * HOUR


def test_time_stands_still_while_the_server_is_down():
    pace = Live(5, 0)
    clock = running(pace)
    down = [Span(100.0, 1000.0)]
    assert not is_out(pace, clock, 1100.0, down)
    assert is_out(pace, clock, 1100.0)
    assert time_left(pace, clock, 0, 1100.0, down) == (0, 100)
    assert runs_out_at(pace, clock, down) == 1200.0
    assert hand_over(pace, clock, 1, 1100.0, down).left == (100.0, 300.0)


def test_a_vacation_is_used_up_and_what_is_left_of_it_comes_back():
    pace = Days(1, 0, 4)
    clock = clocks.take_vacation(running(pace), 0, 3, now=0.5 * DAY)
    assert clock.vacation == (1 * DAY, 4 * DAY)
    assert runs_out_at(pace, clock) == 4 * DAY
    assert "on vacation" in clocks.standing_still(pace, clock, 2 * DAY)
    with pytest.raises(Refused, match="1 day of vacation"):
        clocks.take_vacation(clock, 0, 2, now=DAY)
    back = clocks.end_vacation(clock, 0, now=1.5 * DAY)
    assert back.vacation == (3 * DAY, 4 * DAY)
    assert runs_out_at(pace, back) == 2 * DAY


def test_a_vacation_is_no_blink_and_there_are_so_many():
    pace = Days(1, 0, 4)
    with pytest.raises(Refused, match="lasts at least"):
        clocks.take_vacation(running(pace), 0, 0.0001 / DAY, now=0)
    rest = clocks.take_vacation(running(pace), 0, 3.9, now=0)
    assert clocks.take_vacation(rest, 0, rest.vacation[0] / DAY, now=0).vacation[0] == 0
    assert len(clocks.take_vacation(rest, 0, rest.vacation[0] / DAY, now=0).away[0]) == 1, "one longer vacation"
    clock = running(pace)
    for number in range(clocks.MOST_VACATIONS):
        clock = clocks.take_vacation(clock, 0, 1, now=2.0 * number)
        clock = clocks.end_vacation(clock, 0, now=2.0 * number + 1)
    with pytest.raises(Refused, match="at most 40 times"):
        clocks.take_vacation(clock, 0, 1, now=DAY)


def test_a_vacation_of_the_other_side_changes_nothing_for_who_must_decide():
    pace = Days(1, 0, 4)
    clock = clocks.take_vacation(running(pace), 1, 3, now=0)
    assert runs_out_at(pace, clock) == DAY


def test_the_warning_comes_before_the_end():
    assert clocks.warns_at(Live(10), running(Live(10))) == 540
    assert clocks.warns_at(Days(3), running(Days(3))) == 2.25 * DAY
    assert clocks.warns_at(Days(5, 2), running(Days(5, 2))) == 6 * DAY


def test_without_a_pace_there_is_no_clock():
    assert start(NoPace(), 2) is None


@pytest.mark.parametrize(
    ("pace", "says"),
    [
        (Live(0), "between 1 and 600 minutes"),
        (Live(float("nan")), "minutes"),
        (Live(5, -1), "increment"),
        (Days(0), "days each time"),
        (Days(400), "days each time"),
        (Days(1, 1000), "reserve"),
        (Days(1, 0, 1000), "vacation"),
        (Days(1, 0, 0, (7, 7, "UTC")), "one full hour to another"),
        (Days(1, 0, 0, (7, 25, "UTC")), "one full hour to another"),
        (Days(1, 0, 0, (2, 23, "UTC")), "not longer than 14"),
        (Days(1, 0, 0, (22, 7, "Mars/Olympus")), "no time zone"),
        (Days(1, 0, 0, (22, 7, "../../etc/passwd")), "no time zone"),
        (Days(1, 0, 0, (22, 7, "")), "no time zone"),
    ],
)
def test_a_pace_that_makes_no_sense_is_refused_in_a_sentence(pace, says):
    with pytest.raises(Refused, match=says):
        clocks.check(pace)


def test_a_pace_and_a_clock_are_written_and_read_as_json():
    for pace in (NoPace(), Live(30, 10), BERLIN):
        clocks.check(pace)
        assert msgspec.json.decode(msgspec.json.encode(pace), type=clocks.Pace) == pace
    clock = clocks.take_vacation(running(BERLIN), 1, 2, 5.0)
    assert msgspec.json.decode(msgspec.json.encode(clock), type=clocks.Clock) == clock


spans = st.lists(st.tuples(instants, st.floats(0, 5 * DAY)).map(lambda s: Span(s[0], s[0] + s[1])), max_size=4)
paces = st.one_of(
    st.builds(Live, st.floats(1, 600), st.floats(0, 600)),
    st.builds(
        Days, st.floats(0.25, 30), st.floats(0, 20), st.just(5.0),
        st.one_of(
            st.none(),
            st.tuples(
                st.integers(0, 23), st.integers(1, 14),
                st.sampled_from(["UTC", "Asia/Tokyo", "America/St_Johns", "Australia/Lord_Howe"]),
            ).map(lambda night: (night[0], (night[0] + night[1]) % 24, night[2])),
        ),
    ),
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(paces, instants, st.floats(0, 20 * DAY), st.floats(0, 20 * DAY), spans)
def test_time_adds_up_and_never_runs_backwards(pace, a, first, second, down):
    clock = running(pace, since=a)
    b, c = a + first, a + first + second
    one, two = (clocks.counted(pace, clock, 0, *ends, down) for ends in ((a, b), (b, c)))
    assert -0.01 <= one <= first + 0.01
    assert one + two == pytest.approx(clocks.counted(pace, clock, 0, a, c, down), abs=0.01)


@settings(max_examples=150, deadline=None)
@given(paces, instants, spans)
def test_time_is_out_at_the_instant_that_was_foretold_and_not_before(pace, a, down):
    clock = running(pace, since=a)
    out = runs_out_at(pace, clock, down)
    assert clocks.used(pace, clock, out, down) == pytest.approx(clocks.budget(pace, clock), abs=0.01)
    assert not is_out(pace, clock, out - 0.5, down)
    assert clocks.warns_at(pace, clock, down) <= out


@settings(max_examples=100, deadline=None)
@given(paces, instants, st.floats(1, DAY), st.floats(0, DAY))
def test_a_server_that_was_down_costs_nobody_a_second(pace, a, before, length):
    clock = running(pace, since=a)
    assume(not isinstance(pace, Days) or pace.nights is None)
    down = [Span(a + before, a + before + length)]
    assert hand_over(pace, clock, 1, a + before + length, down).left == pytest.approx(
        hand_over(pace, clock, 1, a + before).left
    )


@settings(max_examples=100, deadline=None)
@given(paces, instants, st.lists(st.floats(0, 2 * DAY), min_size=1, max_size=12))
def test_a_side_never_has_less_than_nothing_nor_the_others_time(pace, a, steps):
    clock = running(pace, since=a)
    whole = start(pace, 2).left[0]
    for number, step in enumerate(steps, 1):
        a += step
        side = clock.side
        other = clock.left[1 - side]
        clock = hand_over(pace, clock, number % 2, a)
        assert clock.left[1 - side] == other
        assert 0 <= clock.left[side] <= whole + (pace.increment * number if isinstance(pace, Live) else 0)
