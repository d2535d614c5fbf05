"""One played game: deciding, taking back, looking back, branching off."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable

import pytest

from grognard import games, sandbox
from grognard.kernel.dice import commitment
from grognard.kernel.flow import Refused
from grognard.match import Match
from grognard.match.header import seed_from
from grognard.match.match import DiceError
from grognard.server.matches.seat_view import SeatLog, table_now

GAME = games.load("iwojima")
US, JP = 0, 1


def play(match: Match, rng: random.Random, until: Callable[[Match], bool] = lambda match: False) -> Match:
    """Random legal decisions until the end, or until a position that is wanted."""
    while match.asked is not None and not until(match):
        match.submit(match.asked.side, rng.choice(match.asked.options))
    return match


def finished(seed: int, **header: object) -> Match:
    """A whole random game, the same for the same seed."""
    return play(Match.new(GAME, seed=seed, **header), random.Random(seed))  # type: ignore[arg-type]


def at_bombardment(seed: int | None = 1) -> Match:
    """The US player is about to plan his first bombardment."""
    match = Match.new(GAME, seed=seed)
    match.submit(JP, ("set-up", sorted(GAME.setups)[0]))  # type: ignore[attr-defined]
    match.submit(JP, ("confirm-set-up",))
    assert match.asked is not None
    assert match.asked.side == US
    return match


def plan(match: Match) -> tuple[str | int, ...]:
    """Some first order of the plan that is asked for."""
    assert match.asked is not None
    return next(option for option in match.asked.options if option[0] == "assign")


# --- deciding


def test_every_decision_is_kept_with_the_rolls_it_caused() -> None:
    match = finished(3)
    assert match.over
    rolls = [throw for played in match.played for throw in played.rolls]
    assert len(match.opening) + len(rolls) == match.state.rolls
    assert any(len(played.rolls) > 1 for played in match.played)


def test_a_refused_decision_changes_nothing() -> None:
    match = at_bombardment()
    before, count = match.state.copy(), len(match.played)
    for side, option in ((US, ("assign", 999, 0)), (JP, ("confirm",)), (US, ("no-such-verb",)), (US, ())):
        with pytest.raises(Refused):
            match.submit(side, option)
    assert match.state == before
    assert len(match.played) == count


def test_several_decisions_are_taken_all_or_none() -> None:
    match = at_bombardment()
    before, count, lines = match.state.copy(), len(match.played), len(match.log)
    first = plan(match)
    with pytest.raises(Refused):
        match.submit_all(US, [first, ("withdraw", first[1]), ("withdraw", first[1])])
    assert match.state == before
    assert (len(match.played), len(match.log)) == (count, lines)
    assert match.submit_all(US, [first, ("withdraw", first[1]), first]) == 3


def test_a_list_ends_where_something_new_is_learnt() -> None:
    """Otherwise a list that fails after a roll would show the roll and take it back."""
    match = at_bombardment()
    assert match.submit_all(US, [plan(match), ("confirm",), ("no-such-verb",)]) == 2


def test_a_failure_in_the_middle_of_a_decision_changes_nothing() -> None:
    match = finished(3)
    number = next(n for n, played in enumerate(match.played) if len(played.rolls) > 1)
    again = match.branch(number)
    before, lines = again.state.copy(), list(again.log)
    played = match.played[number]
    for rolls in (played.rolls[:1], played.rolls[::-1], (*played.rolls, (1,)), ()):
        if [len(roll) for roll in rolls] != [len(roll) for roll in played.rolls]:
            with pytest.raises(DiceError):
                again.redo(played.side, played.option, rolls)
            assert again.state == before
            assert again.log == lines
    again.redo(played.side, played.option, played.rolls)
    assert again.state == match.position(number + 1)


def test_the_same_seed_gives_the_same_game() -> None:
    assert finished(5).state == finished(5).state
    assert finished(5).state != finished(6).state


def test_a_seed_is_a_number_or_hex_and_is_committed_to() -> None:
    match = Match.new(GAME, seed=7)
    secret = hashlib.sha256(b"grognard 7").digest()
    assert match.header.seeds[0].secret == secret == seed_from("7") == seed_from(secret.hex())
    assert match.header.seeds[0].commitment == commitment(secret)
    assert Match.new(GAME).header.seeds[0].secret != Match.new(GAME).header.seeds[0].secret
    with pytest.raises(Refused, match="whole number or 64 hex digits"):
        Match.new(GAME, seed="lucky")


def test_unknown_choices_are_refused_with_what_is_allowed() -> None:
    for wrong, allowed in (
        ({"scenario": "x"}, "standard"),
        ({"options": {"x": "y"}}, "windows"),
        ({"options": {"windows": "x"}}, "always or able"),
        ({"seats": {"UK": "human"}}, "US or JP"),
    ):
        with pytest.raises(Refused, match=allowed):
            Match.new(GAME, **wrong)  # type: ignore[arg-type]


def test_a_match_may_start_from_a_position_set_up_by_hand() -> None:
    position = sandbox("iwojima", phase="us-movement", turn=3, units={"U-23": "SUR", "J-312": "MOT"}).state
    match = Match.new(GAME, start=position.to_json())
    assert match.state.turn == 3
    assert match.state.where[GAME.unit_index["U-23"]] == GAME.space_index["SUR"]
    assert play(match, random.Random(1)).over


# --- taking back


def test_undo_takes_back_ones_own_last_decision() -> None:
    match = at_bombardment()
    before, lines = match.state.copy(), list(match.log)
    match.submit(US, plan(match))
    assert match.can_undo(US)
    match.undo(US)
    assert match.state == before
    assert match.log == lines


def test_undo_stops_at_a_roll_or_a_hand_over() -> None:
    match = at_bombardment()
    match.submit_all(US, [plan(match), ("confirm",)])
    for side in (US, JP):
        assert not match.can_undo(side)
        with pytest.raises(Refused):
            match.undo(side)


def test_undo_is_for_the_side_that_decides() -> None:
    match = at_bombardment()
    match.submit(US, plan(match))
    assert not match.can_undo(JP)


def test_a_quiet_act_of_the_other_side_does_not_stop_undo_and_stands() -> None:
    match = at_bombardment()
    before = match.state.copy()
    match.submit(US, plan(match))
    match.submit(JP, ("ask", "able"))
    assert match.can_undo(US)
    match.undo(US)
    assert match.state.ask == 1
    assert match.state.target == before.target
    assert [played.option for played in match.played[-1:]] == [("ask", "able")]


def test_a_reveal_of_the_other_side_stops_undo() -> None:
    match = at_bombardment()
    match.submit(US, plan(match))
    match.submit(JP, next(option for option in GAME.standing(match.state, JP) if option[0] == "reveal"))
    assert not match.can_undo(US)


def test_no_undo_crosses_news_in_whole_games() -> None:
    """Wherever undo is offered, it leads to the position before that side's last decision and no news are lost."""
    rng = random.Random(11)
    match = Match.new(GAME, seed=11)
    undone = 0
    while match.asked is not None:
        side = match.asked.side
        if match.can_undo(side) and rng.random() < 0.2:
            news, rolls = match.state.news, match.state.rolls
            last = max(n for n, played in enumerate(match.played) if played.side == side)
            expected = match.position(last)
            match.undo(side)
            assert (match.state.news, match.state.rolls) == (news, rolls)
            assert match.state == expected
            undone += 1
        else:
            match.submit(side, rng.choice(match.asked.options))
    assert undone > 20
    assert Match.resumed(GAME, match.header, match.opening, [p[:3] for p in match.played]).state == match.state


def test_nothing_is_taken_back_after_the_end() -> None:
    match = finished(2)
    assert not match.can_undo(US)
    assert not match.can_undo(JP)


# --- the past


def test_every_earlier_position_can_be_rebuilt() -> None:
    rng = random.Random(4)
    match = Match.new(GAME, seed=4)
    seen = [match.state.fingerprint()]
    while match.asked is not None:
        match.submit(match.asked.side, rng.choice(match.asked.options))
        seen.append(match.state.fingerprint())
    for count in rng.sample(range(len(seen)), 60):
        assert match.position(count).fingerprint() == seen[count]
    for count in (-1, len(seen)):
        with pytest.raises(Refused):
            match.position(count)


def test_the_log_of_a_side_holds_what_it_may_see_in_order() -> None:
    match = finished(8)
    for side in (US, JP):
        heard = match.log_for(side)
        assert all(told.event.seen & 1 << side for told in heard)
        assert [told.after for told in heard] == sorted(told.after for told in heard)
    assert len(match.log_for(US)) < len(match.log)


def test_what_a_side_may_know_is_made_once_for_a_position_and_anew_for_the_next() -> None:
    match = at_bombardment()
    known = match.known(US)
    assert match.known(US) is known
    assert known == GAME.redact(match.state, US)
    assert known != match.state
    assert match.known(JP) is not known
    match.submit(US, plan(match))
    then = match.known(US)
    assert then == GAME.redact(match.state, US)
    assert then != known
    match.undo(US)
    assert match.known(US) == known
    over = finished(3)
    assert over.known(US) is over.state


def test_a_branch_shares_the_past_and_has_dice_of_its_own() -> None:
    match = finished(9)
    count = len(match.played) // 2
    branch = match.branch(count)
    assert branch.state == match.position(count)
    assert [seed.first for seed in branch.header.seeds] == [0, branch.state.rolls]
    assert branch.header.seeds[0] == match.header.seeds[0]
    assert branch.header.seeds[1].secret not in (None, match.header.seeds[0].secret)
    later = play(branch, random.Random(9))
    assert [p.rolls for p in later.played[:count]] == [p.rolls for p in match.played[:count]]
    assert later.state != match.state


def test_a_branch_of_an_open_match_never_publishes_the_seed_that_goes_on_elsewhere() -> None:
    match = play(Match.new(GAME, seed=10), random.Random(10), lambda m: m.state.rolls >= 3)
    branch = match.branch(len(match.played))
    branch.submit(US, ("concede",))
    published = branch.header.to_json(secret=branch.over)["seeds"]
    assert published[0] == [0, None]
    assert published[1][1] is not None


# --- what a seat knows


@pytest.mark.parametrize("ident", games.game_ids())
def test_a_memory_of_the_positions_before_changes_nothing_that_a_seat_sees(ident: str) -> None:
    game, rng = games.load(ident), random.Random(12)
    match = Match.new(game, seed=12)
    looked = 0
    while match.asked is not None and looked < 1500:
        side = match.asked.side
        match.submit(side, rng.choice(match.asked.options))
        if rng.random() < 0.1 and match.can_undo(side):
            match.undo(side)
        for seat in range(len(game.sides)):
            if rng.random() < 0.7:
                looked += 1
                assert game.view(match.known(seat), seat) == game.view(game.known(match.state, seat), seat)
                assert match.standing(seat) == game.standing(match.state, seat)
    assert looked > 100
    assert match.state.notes is None


@pytest.mark.parametrize("ident", games.game_ids())
def test_what_a_seat_is_sent_does_not_depend_on_what_was_written_before(ident: str, long: bool) -> None:
    game, rng = games.load(ident), random.Random(8)
    match = Match.new(game, seed=8)
    logs = [SeatLog(side) for side in range(len(game.sides))]
    for _ in range(400 if long else 120):
        if match.asked is None:
            break
        side = match.asked.side
        match.submit(side, rng.choice(match.asked.options))
        if rng.random() < 0.1 and match.can_undo(side):
            match.undo(side)
        seat = rng.choice(logs)
        fresh = SeatLog(seat.side)
        assert table_now("m", match, seat).body() == table_now("m", match, fresh).body()
