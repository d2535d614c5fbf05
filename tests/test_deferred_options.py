"""Questions whose options wait until somebody looks: the same as if they had been made at once, and never too late."""

from __future__ import annotations

import gc
import random
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from grognard import games
from grognard.games.formosa.mandatory_attacks import duties
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING, Frame, Later, Option, Refused
from grognard.kernel.game import Game
from grognard.kernel.play import advance, apply
from grognard.match import Match
from grognard.match.save import load, write
from random_games import some

LATER = ("nemesis", "formosa", "ichigo")
"""Games that ask so."""


def asked_later(game: Game, seed: int) -> Iterator[tuple[Any, Later, random.Random]]:
    """A game by lot: each position in which options wait, before anybody has looked at them."""
    luck, dice = random.Random(seed), KeyedDice(b"later/%d" % seed)
    s = game.new(game.scenarios[0].id, {choice.id: choice.default for choice in game.options})
    advance(s, dice, unread=True)
    while s.winner == ONGOING:
        asked = s.pending
        if isinstance(asked, Later):
            yield s, asked, luck
        apply(s, asked.side, luck.choice(asked.options), dice, unread=True)


@pytest.mark.parametrize("ident", LATER)
@pytest.mark.parametrize("seed", some(1, 8))
def test_a_look_at_one_option_never_finds_what_the_list_has_not(ident: str, seed: int) -> None:
    met: dict[str, dict[Option, None]] = {}
    sure = waited = 0
    for s, asked, luck in asked_later(games.load(ident), seed):
        frame = s.agenda[-1]
        before = met.setdefault(frame.id, {})
        tried = luck.sample(list(before), min(20, len(before)))
        found = [option for option in tried if asked.offers(option)]
        quick = [asked.offers(option) for option in frame.options(s)]
        assert set(found) <= set(asked.options), frame.id
        assert asked.options == frame.options(s)
        assert len(asked.options) > 1 or asked.always
        before.update(dict.fromkeys(asked.options))
        waited += len(quick)
        sure += sum(quick)
    assert waited > 1000
    assert sure > 0.9 * waited


def test_what_was_noted_for_a_question_serves_whoever_looks_and_is_gone_then() -> None:
    looked_at = 0
    for s, asked, _ in asked_later(games.load("formosa"), 3):
        frame = s.agenda[-1]
        if frame.id == "formosa.combat.PlanAttack":
            noted = asked._notes
            assert (duties.__wrapped__, (asked.side,)) in noted  # type: ignore[attr-defined]
            assert asked.offers(("call-off",))
            assert s.notes is None
            assert asked.options == frame.options(s), "made without those notes"
            assert s.notes is asked._notes is None
            looked_at += 1
    assert looked_at > 3


@pytest.mark.parametrize("own", [None, {}], ids=["nobody keeps notes", "somebody keeps his own"])
def test_a_look_is_taken_with_the_notes_of_whoever_thinks_or_else_of_the_question(own: dict[Any, Any] | None) -> None:
    met: list[Any] = []

    class Asking(Frame):
        verbs = ("call-off",)

        def options(self, s: Any) -> list[Option]:
            met.append(s.notes)
            return [("call-off",)]

        def offers(self, s: Any, option: Option) -> bool:
            met.append(s.notes)
            return True

    game = games.load("formosa")
    s = game.new(game.scenarios[0].id, {choice.id: choice.default for choice in game.options})
    s.notes = of_the_question = {}
    asked = Later(Asking(), s, s.game.every_side[0], "attack")
    s.notes = own
    assert asked.offers(("call-off",))
    assert asked.options == [("call-off",)]
    assert [id(notes) for notes in met] == [id(of_the_question if own is None else own)] * 2
    assert s.notes is own


def some_way(ident: str) -> Match:
    """A match by lot that has come some way: a game of Causeway may be over soon."""
    for seed in range(7, 30):
        match, luck = Match.new(games.load(ident), seed=seed), random.Random(seed)
        while match.asked is not None and len(match.played) < 700:
            match.submit(match.asked.side, luck.choice(match.asked.options))
        if len(match.played) > 333:
            return match
    raise AssertionError("every game was over soon")


@pytest.mark.parametrize("ident", LATER)
@pytest.mark.parametrize("seed", some(1, 6))
def test_of_all_that_can_be_said_only_what_is_listed_is_on_offer(ident: str, seed: int, long: bool) -> None:
    """Every verb of the frame with every unit and every space, in some positions of a game by lot."""
    game = games.load(ident)
    frames: Counter[str] = Counter()
    often = 10 if long else 3
    for s, asked, luck in asked_later(game, seed):
        frame = s.agenda[-1]
        if luck.random() < often / (often + frames[frame.id]):
            frames[frame.id] += 1
            said = [option for verb in frame.verbs for option in sayable(game, verb, frame.options(s))]
            assert {option for option in said if asked.offers(option)} <= set(asked.options), frame.id
    assert sum(frames.values()) > 10


def sayable(game: Game, verb: str, legal: list[Option]) -> list[Option]:
    """A verb with all units, all spaces, and the words that are met with it."""
    words = sorted({str(arg) for option in legal for arg in option[1:] if isinstance(arg, str)})
    choices = {"unit": range(len(game.unit_ids)), "space": range(len(game.space_ids)), "word": words}
    return [(verb, *args) for args in product(*[choices[kind] for kind in game.verbs[verb].args])]


def test_what_somebody_sends_is_held_against_all_options() -> None:
    own = unread("nemesis")
    sent = load(write(own)).match
    option = own.state.copy().pending.options[0]
    fresh = unread("nemesis")
    assert isinstance(fresh.state.pending, Later)
    assert fresh.state.pending.offers(option), "nobody has looked"
    assert isinstance(sent.state.pending, Later)
    assert not sent.state.pending.offers(option), "all of them have been made"
    assert sent.state == own.state


@pytest.mark.parametrize("ident", LATER)
def test_a_record_is_played_again_without_a_look_and_comes_to_the_same(ident: str) -> None:
    match = some_way(ident)
    again = Match.resumed(match.game, match.header, match.opening, [p[:3] for p in match.played])
    assert again.state == match.state
    assert again.log == match.log
    assert (again.played, again.turns) == (match.played, match.turns)
    assert again.asked == match.asked
    for count, s in enumerate(match.walk()):
        if count % 32 in (0, 5) and s.pending is not None:
            assert again.position(count).pending.options == s.pending.options


def unread(ident: str) -> Match:
    """A match played again up to a choice of who moves, at which nobody has looked."""
    luck = random.Random(3)
    match = Match.new(games.load(ident), seed=3)
    while len(match.played) < 33 or match.state.agenda[-1].verbs[0] != "move":
        assert match.asked is not None
        match.submit(match.asked.side, luck.choice(match.asked.options))
    again = Match(match.game, match.header, match.opening)
    for played in match.played:
        again.redo(*played[:3], own=True)
    return again


def test_a_copy_is_asked_the_same_when_the_first_has_gone_on() -> None:
    match, other = unread("nemesis"), unread("nemesis")
    s, held = match.state, match.state.copy()
    options = s.pending.options
    apply(s, s.pending.side, options[0], None, unread=True)
    assert held.pending.options == options == other.state.pending.options


@pytest.mark.parametrize(
    "told", [("move", 10**6), ("move", -1), ("attack", 3), ("end-movement", 3), ("move", 0.5), ("move",), ("dance", 1)]
)
def test_a_record_with_what_is_not_on_offer_is_refused_as_before(told: Option) -> None:
    match = unread("nemesis")
    pending, text = match.state.pending, match.state.to_text()
    assert isinstance(pending, Later)
    with pytest.raises(Refused):
        match.redo(pending.side, told, (), own=True)
    assert match.state.to_text() == text


def test_a_match_that_is_put_away_leaves_nothing_behind() -> None:
    """In a server the search for garbage is rare, because positions hold no cycles."""
    match = unread("nemesis")
    played = [p[:3] for p in match.played]
    while len(played) < 200:
        assert match.asked is not None
        match.submit(match.asked.side, match.asked.options[-1])
        played.append(match.played[-1][:3])
    again = Match.resumed(match.game, match.header, match.opening, played)
    assert again.position(64).pending is not None
    gc.collect()
    del again
    assert gc.collect() < 10
