"""Generic tests of a game: a game's own tests inherit the class; each method is one test.

A game from elsewhere needs nothing but pytest for it; the last test drives the page in a Chromium where Playwright is
installed, and is skipped elsewhere.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any, ClassVar
from xml.etree import ElementTree

import msgspec
import pytest

from grognard import bots, games
from grognard.kernel import messages
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING, Decision, Option, Refused
from grognard.kernel.game import Game
from grognard.kernel.ids import Side
from grognard.kernel.play import advance, apply
from grognard.match.match import Match
from grognard.match.save import load, write
from grognard.match.verify import verify
from grognard.server.learn import lessons
from grognard.server.matches.installed_games import board_of
from grognard.testing.random_games import by_lot, interrupted, undone, watched


class GameTests:
    """The tests of a game, by its id. What a game needs more or less of is said in the class's own attributes."""

    game: ClassVar[str]
    options: ClassVar[Mapping[str, str]] = {}
    seeds: ClassVar[int] = 4
    """Games that are played by lot to their end."""
    decisions: ClassVar[int] = 300
    """How far a game is followed where every position is looked at closely."""
    most: ClassVar[int] = 20_000
    """Decisions after which a game is endless."""
    page: ClassVar[bool] = True

    def loaded(self) -> Game:
        """The game with its data."""
        return games.load(self.game)

    def start(self) -> Any:
        """The position before the first decision."""
        game = self.loaded()
        chosen = {choice.id: choice.default for choice in game.options} | dict(self.options)
        return game.new(game.scenarios[0].id, chosen)

    def positions(self, seed: int, every: int) -> Iterator[Any]:
        """Positions of a game by lot, one of so many."""
        s, dice, act = self.start(), KeyedDice(b"positions/%d" % seed), by_lot(random.Random(seed))
        advance(s, dice)
        for number in range(self.decisions):
            if s.winner != ONGOING:
                return
            if number % every == 0:
                yield s
            apply(s, *act(s), dice)

    # --- fuzz

    def test_games_by_lot_end_and_break_no_invariant(self) -> None:
        for seed in range(self.seeds):
            watched(self.start(), by_lot(random.Random(seed)), KeyedDice(b"fuzz/%d" % seed), self.most)

    def test_no_undo_crosses_a_roll(self) -> None:
        rng = random.Random(1)
        match = Match.new(self.loaded(), options=dict(self.options), seed=1)
        if len(match.game.sides) == 1:
            pytest.skip("nobody waits for the one player's second thoughts")
        assert undone(match, by_lot(rng), rng, self.decisions, lambda before, now: None)

    def test_a_standing_act_leaves_an_answer_to_every_question(self) -> None:
        rng = random.Random(8)
        for s in self.positions(8, every=3):
            interrupted(s, rng, KeyedDice(b"interrupted"))

    # --- leaks

    def test_what_a_side_cannot_know_changes_no_byte_of_what_it_is_sent(self) -> None:
        rng = random.Random(2)
        for s in self.positions(2, every=7):
            game = s.game
            for side in game.every_side:
                other = game.resample(s, side, rng)
                other.pending = None
                advance(other, None)
                assert isinstance(other.pending, Decision), "what is hidden decides whether somebody is asked"
                assert game.check(other) == []
                assert sent(other, side) == sent(s, side)
                assert game.redact(other, side).to_json() == game.redact(s, side).to_json()

    # --- refusals

    def test_what_is_not_on_offer_is_refused_and_changes_nothing(self) -> None:
        rng = random.Random(3)
        dice = KeyedDice(b"refused")
        for s in self.positions(3, every=5):
            game, asked, before = s.game, s.pending, s.to_text()
            for option in wild(game, rng, 12):
                for side in game.every_side:
                    if (side == asked.side and option in asked.options) or option in game.standing(s, side):
                        continue
                    with pytest.raises(Refused):
                        apply(s, side, option, dice)
                    assert s.to_text() == before
                    assert s.pending is asked

    def test_why_not_is_answered_for_everything_and_names_cases_that_exist(self) -> None:
        rng = random.Random(4)
        for s in self.positions(4, every=11):
            game, side = s.game, s.pending.side
            known = {str(row["id"]) for row in (*game.cases, *game.rulings)}
            units = [rng.randrange(len(game.unit_ids)) for _ in range(6)]
            asked: list[tuple[int | None, int | None]] = [(None, None)]
            for unit in units:
                asked += [(unit, None), (unit, rng.randrange(len(game.space_ids)))]
            for someone, somewhere in asked:
                found = game.why_not(s, side, someone, somewhere)
                assert found
                for bar in found:
                    assert bar.text.endswith((".", ")")), bar
                    assert set(bar.cases) <= known, bar
            for unit in units:
                for _, why in game.verbs_for(s, side, unit):
                    assert all(set(bar.cases) <= known for bar in why)

    def test_odds_are_chances(self) -> None:
        for s in self.positions(5, every=3):
            game, side = s.game, s.pending.side
            cards = [*game.previews(s, side), *(game.preview(s, side, option) for option in s.pending.options[::7])]
            for card in cards:
                rows = (card or {}).get("outcomes", ())
                assert all(0 <= row["p"] <= 1 + 1e-6 for row in rows)
                if rows and not any("p2" in row for row in rows):
                    assert abs(sum(row["p"] for row in rows) - 1) < 1e-3, card

    # --- replay

    def test_a_game_is_the_same_from_its_save(self) -> None:
        game = self.loaded()
        match = Match.new(game, options=dict(self.options), seed=6)
        act = by_lot(random.Random(6))
        while not match.over and len(match.played) < self.most:
            match.submit(*act(match.state))
        text = write(match)
        again = load(text).match
        assert again.state == match.state
        assert write(again) == text
        report = verify(text)
        assert report.ok, report
        for side in game.every_side:
            for told in match.log_for(side):
                assert game.sentence(told.event)
                assert all(words for words, _ in game.reckoning(told.event, side))

    def test_every_bot_plays_and_answers_from_what_its_side_knows(self) -> None:
        game = self.loaded()
        for name in bots.names(game):
            if ":" not in name and name != "general":
                assert bots.play(game, [name] * len(game.sides), 1, self.options).winner != ONGOING

    # --- what is shown

    def test_the_board_names_pictures_and_cases_that_are_there(self) -> None:
        game = self.loaded()
        board = game.board()
        drawn = ElementTree.fromstring(game.counters_svg())
        symbols = {e.get("id") for e in drawn.iter() if e.tag.endswith("symbol")}
        assert {face for unit in board["units"] for face in unit["faces"].values()} <= symbols
        assert {thing["symbol"] for thing in (*board.get("faces", ()), *board["markers"])} <= symbols
        ElementTree.fromstring(game.map_svg())
        known = {str(row["id"]) for row in (*game.cases, *game.rulings)}
        parts = [*board["verbs"].values(), *board["markers"], *board["flags"], *board["tracks"], *board["phases"]]
        parts += [fact for thing in (*board["spaces"], *board["units"]) for fact in thing["facts"]]
        assert {case for part in parts for case in part["cases"]} <= known
        assert {case for term in game.glossary for case in term["cases"]} <= known
        assert len(board["spaces"]) == len(game.space_ids)
        assert len(board["units"]) == len(game.unit_ids)

    def test_what_is_sent_has_the_shapes_that_are_written_down(self) -> None:
        fits(board_of(self.game), messages.Board)
        for s in self.positions(7, every=9):
            for side in s.game.every_side:
                known = s.game.known(s, side)
                fits(s.game.view(known, side), messages.View)
                for card in s.game.previews(known, side):
                    fits(card, messages.Preview)

    def test_the_lesson_can_be_done_step_by_step(self) -> None:
        game = self.loaded()
        lesson = lessons.lesson_of(self.game, 0)
        if lesson is None:
            pytest.skip("it has no lesson yet")
        known = {str(row["id"]) for row in game.cases}
        side, match = game.side_index(lesson.side), None
        for step in lesson.step:
            if match is None or step.position is not None:
                match = lessons.begin(game, step)
            lessons.play(match, lesson, step)
            assert match.asked is not None, f"{step.title}: the match is over"
            assert match.asked.side == side, f"{step.title}: the other side is asked {match.asked.prompt}"
            assert set(step.cases) <= known, step.title
            assert all(name in game.unit_index or name in game.space_index for name in step.look), step.title
            assert max(len(step.text), len(step.then)) <= lessons.LONGEST, step.title

    # --- the page

    def test_what_is_on_offer_can_be_clicked(self) -> None:
        """Spaces are drawn, and units lie in such; for the unit that is named first there is a button otherwise."""
        spaces = board_of(self.game)["spaces"]
        drawn = {i for i, space in enumerate(spaces) if space.get("path") or any(space.get("rect", ())[2:])}
        for s in self.positions(6, every=3):
            game, side = s.game, s.pending.side
            seen = {row[0] for row in game.view(game.known(s, side), side)["units"] if row[1] in drawn}
            for option in s.pending.options:
                args = [pair for pair in zip(game.verbs[option[0]].args, option[1:], strict=True) if pair[0] != "word"]
                for kind, number in args[1:] if args and args[0][0] == "unit" else args:
                    assert number in (drawn if kind == "space" else seen), game.plain(option)

    def test_the_page_shows_it_and_takes_decisions(self) -> None:
        if not self.page:
            pytest.skip("it has tests of the page of its own")
        pytest.importorskip("playwright.sync_api", reason="the page is tested where Playwright is installed")
        from grognard.testing.browser import played_on_the_page

        played_on_the_page(self.game, decisions=6)


def sent(s: Any, side: Side) -> str:
    """All that reaches a side of a position: view, question, options, odds, standing acts, reasons."""
    game, asked = s.game, s.pending
    parts: list[Any] = [game.view(s, side), game.standing(s, side), game.prompt(s, asked, side)]
    parts += [game.previews(s, side), asked.side, asked.always, asked.atomic]
    if asked.side == side:
        parts += [asked.options, game.subject(asked), [asdict(sheet) for sheet in game.desk(s, asked)]]
        parts += [game.preview(s, side, option) for option in asked.options[::9]]
    units, spaces = len(game.unit_ids), len(game.space_ids)
    some = range(0, units, max(1, units // 6))
    parts += [game.why_not(s, side, u, h) for u in some for h in (None, *range(0, spaces, max(1, spaces // 5)))]
    parts += [game.verbs_for(s, side, u) for u in some]
    return json.dumps(parts)


def fits(value: Any, shape: type[messages.Shape]) -> None:
    """Refuse what the page does not know, or misses."""
    msgspec.json.decode(msgspec.json.encode(value), type=shape)


def wild(game: Game, rng: random.Random, number: int) -> list[Option]:
    """Things that somebody might send: any verb with any arguments."""
    out: list[Option] = []
    for _ in range(number):
        name = rng.choice(sorted(game.verbs))
        verb = game.verbs[name]
        many = {"unit": len(game.unit_ids), "space": len(game.space_ids)}
        out.append((name, *(rng.randrange(many[kind]) if kind in many else "x" for kind in verb.args)))
    return out
