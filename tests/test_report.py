"""The after-action report, the dice record, and who may have them."""

from __future__ import annotations

import random
import re
from functools import cache
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

from grognard import cli, games
from grognard.lab import dice_record, position_description
from grognard.lab.after_action import report
from grognard.lab.match_log import Entry, entries, joined
from grognard.lab.simulate import Plan, recorded
from grognard.match import Match
from grognard.match import save as saves
from match_server import Server
from random_games import some_of

LARGEST_REPORT = 3_000_000


def entry(dice: tuple[int, ...], side: int | None = 0, faces: int = 6, hits: int = 0) -> Entry:
    return Entry(1, 0, side, "A roll.", dice, faces, hits, 0)


@cache
def finished(game: str, seed: int = 0) -> Match:
    """Played once: nobody may change it."""
    return recorded(Plan(game, ("random",) * len(games.load(game).sides), 1), games.load(game), seed)


def half_way(match: Match) -> Match:
    """The same match, stopped in the middle."""
    return match.branch(len(match.played) // 2)


# --- the dice record


def test_luck_is_what_came_less_what_was_to_be_expected() -> None:
    ours, theirs = dice_record.records([entry((6, 6)), entry((1,), side=1), entry((4,))], 2)
    assert (ours.rolls, ours.faces.dice, ours.faces.got, ours.faces.expected) == (2, 3, 16, 10.5)
    assert ours.faces.luck == 5.5
    assert ours.faces.spread == pytest.approx((3 * 35 / 12) ** 0.5)
    assert ours.faces.sigmas == pytest.approx(5.5 / (3 * 35 / 12) ** 0.5)
    assert (theirs.rolls, theirs.faces.luck) == (1, -2.5)


def test_hits_are_counted_where_the_log_knows_them() -> None:
    record = dice_record.records([entry((5, 6, 1), hits=5), entry((6,))], 1)[0]
    assert (record.hits.dice, record.hits.got, record.hits.expected) == (3, 2, 1)
    assert record.hits.spread == pytest.approx((3 * 1 / 3 * 2 / 3) ** 0.5)
    assert record.faces.dice == 4


def test_dice_of_ten_faces_have_their_own_expectation() -> None:
    record = dice_record.records([entry((10,), faces=10)], 1)[0]
    assert (record.faces.expected, record.faces.variance) == (5.5, 8.25)


def test_dice_that_belong_to_nobody_are_kept_apart() -> None:
    records = dice_record.records([entry((3,), side=None)], 2)
    assert [(record.side, record.rolls) for record in records] == [(0, 0), (1, 0), (None, 1)]


def test_the_rank_of_ordinary_luck_is_the_middle() -> None:
    tally = dice_record.Tally()
    assert tally.rank == 0.5
    tally.add(1, 1.0, 0.0, 1.0)
    assert tally.rank == pytest.approx(0.841, abs=0.001)


def test_the_rolls_that_stand_out_come_in_the_order_they_fell() -> None:
    rolls = [entry((6, 6, 6), hits=5), entry((3, 5, 2), hits=5), entry((1, 1, 1, 1, 1, 1), hits=5)]
    assert [found for found, _ in dice_record.remarkable(rolls, 2)] == [rolls[0], rolls[2]]


def test_all_dice_of_a_game_are_in_the_record() -> None:
    match = finished("iwojima")
    told = entries(match)
    rolled = [event for event, _ in match.log if event.dice and event.seen and event.faces == 6]
    assert sum(record.rolls for record in dice_record.records(told, 2)) == len(rolled) > 20
    lost = sum(line.loss for line in told if line.side == 0)
    assert lost == match.game.score(match.state)["JP VP"] - sum(
        event.args[1] for event, _ in match.log if event.kind == "scored" and event.args[0] == 1 and event.args[1] != 1
    )


@pytest.mark.parametrize("game", games.game_ids())
def test_lots_that_nobody_saw_are_in_no_record(game: str) -> None:
    """Face-down counters are dealt by lot: no side is told, and a record in words is not at a loss for them."""
    match = finished(game)
    seen = sum(event.seen != 0 for event, _ in match.log)
    assert len(entries(match)) == seen
    told = [line for line in position_description.log(match, len(match.played)) if re.match("  [^ ]", line)]
    assert len(told) == len(joined(entries(match)))


# --- the page


class Reader(HTMLParser):
    """Collects what a page would load, and whether its elements are closed in order."""

    VOID = ("meta", "link", "img", "input", "br", "hr")

    def __init__(self) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.open: list[str] = []
        self.ids: list[str] = []
        self.used: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self.open.append(tag)
        assert tag not in ("script", "link", "iframe", "object", "embed")
        for name, value in attrs:
            if name == "id":
                self.ids.append(str(value))
            if name in ("src", "href", "xlink:href", "srcset", "action", "data"):
                if str(value).startswith("#"):
                    self.used.add(str(value)[1:])
                else:
                    self.loads.append(str(value))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    return reader


@pytest.mark.parametrize("game", some_of(3, ("iwojima", "whitesun", "ichigo", "nemesis", "formosa")))
def test_a_report_is_one_page_that_loads_nothing(game: str) -> None:
    match = finished(game)
    page = report(match)
    assert len(page.encode()) < LARGEST_REPORT
    found = read(page)
    assert [load for load in found.loads if not load.startswith("data:")] == []
    assert "@import" not in page
    within = unquote(page)
    assert not re.search(r"url\((?!['\"]?(#|data:))", within)
    assert not re.search(r"(href|src)=['\"](?!#|data:)", within), "nor does the map in it"
    assert len(found.ids) == len(set(found.ids))
    assert found.used <= set(found.ids), "everything that is drawn is there"


def test_a_report_tells_the_result_every_turn_and_the_dice() -> None:
    match = finished("iwojima")
    page = report(match)
    assert match.game.title in page
    assert match.game.sentence(match.log[-1].event) in page
    assert page.count('<svg class="the-map"') == match.state.turn + 1, "the start and every turn's end"
    for turn in range(1, match.state.turn + 1):
        assert f'id="turn-{turn}"' in page
    assert "US VP" in page
    assert "Steps lost" in page
    assert re.search(r"United States.*?\d+ rolls?", page, re.DOTALL)
    assert "hits" in page
    assert "σ" in page


def test_every_line_that_anybody_read_is_in_the_report_of_a_finished_match() -> None:
    match = finished("iwojima")
    page = report(match)
    told = entries(match)
    assert len(told) == sum(event.seen != 0 for event, _ in match.log)
    for line in told:
        assert escape(line.text) in page, "in a row of its own, or in the fold of its run"
    rows = joined(told)
    assert 0 < len(rows) < len(told)
    for row in rows:
        assert escape(row.text) in page
        for text, _ in row.sum:
            assert escape(text) in page
    assert page.count("<details>") == sum(bool(row.parts or row.sum) for row in rows) + sum(
        bool(part.sum) for row in rows for part in row.parts
    )


def test_a_report_of_a_running_match_needs_a_side() -> None:
    with pytest.raises(ValueError, match="over"):
        report(half_way(finished("iwojima")))


@pytest.mark.parametrize("seed", range(3))
def test_a_report_for_a_side_is_the_same_whatever_it_cannot_know(seed: int) -> None:
    """Two matches that one side cannot tell apart give it the same report to the last byte."""
    game = games.load("iwojima")
    reports = []
    for hidden in ("A", "B"):
        match = Match.new(game, seed=7)
        rng = random.Random(seed)
        match.submit(1, ("set-up", hidden))
        match.submit(1, ("confirm-set-up",))
        for _ in range(12):
            asked = match.asked
            assert asked is not None
            assert asked.side == 0
            if asked.prompt != "us-bombardment":
                break
            assign = [o for o in asked.options if o[0] == "assign"]
            match.submit(0, rng.choice(assign or [("confirm",)]))
        reports.append(report(match, 0))
    assert reports[0] == reports[1]
    assert "309/2 MB" not in reports[0]


# --- the command


def test_the_command_writes_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save = tmp_path / "game.txt"
    save.write_text(saves.write(finished("iwojima")), encoding="utf-8")
    assert cli.main(["report", str(save)]) == 0
    page = (tmp_path / "game.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert str(tmp_path / "game.html") in capsys.readouterr().out
    assert cli.main(["report", str(save), "-o", str(tmp_path / "own.html")]) == 0
    assert (tmp_path / "own.html").read_text(encoding="utf-8") == page


def test_the_command_asks_whose_report_of_a_running_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save = tmp_path / "game.txt"
    save.write_text(saves.write(half_way(finished("iwojima"))), encoding="utf-8")
    assert cli.main(["report", str(save)]) == 2
    assert "--side" in capsys.readouterr().err
    assert not (tmp_path / "game.html").exists()
    assert cli.main(["report", str(save), "--side", "US"]) == 0
    assert "As the United States saw it" in (tmp_path / "game.html").read_text(encoding="utf-8")


# --- over the wire


def test_a_seat_gets_the_report_of_its_own_side_while_the_match_goes_on(server: Server) -> None:
    match = half_way(finished("iwojima"))
    answer = server.load(saves.write(match)).get(0, "/report")
    assert answer.status_code == 200
    assert "attachment" in answer.headers["content-disposition"]
    assert answer.text == report(match, 0)
    assert "As the United States saw it" in answer.text
    hidden = [event for event, _ in match.log if event.seen == 2]
    assert hidden
    told = {match.game.sentence(event) for event, _ in match.log if event.seen & 1}
    for event in hidden:
        text = match.game.sentence(event)
        assert text in told or escape(text) not in answer.text


def test_when_the_match_is_over_everything_is_told(server: Server) -> None:
    match = finished("iwojima")
    game = server.load(saves.write(match))
    assert game.get(0, "/report").text == report(match)
    assert server.http.get(f"/api/replays/{game.id}/report").text == report(match)


def test_nobody_gets_a_report_without_a_seat_while_the_match_goes_on(server: Server) -> None:
    game = server.load(saves.write(half_way(finished("iwojima"))))
    for path in (f"/api/matches/{game.id}/report", f"/api/replays/{game.id}/report", f"/api/replays/{game.id}"):
        answer = server.http.get(path)
        assert (answer.status_code, answer.json()["code"]) in ((403, "wrong-seat"), (403, "secret"))
    assert server.http.get(f"/api/replays/{game.id}/at/3").status_code == 403
    assert server.http.post(f"/api/replays/{game.id}/branch", json={"at": 3}).status_code == 403


def test_a_finished_match_can_be_replayed_by_anybody(server: Server) -> None:
    match = finished("iwojima")
    game = server.load(saves.write(match))
    table = server.http.get(f"/api/replays/{game.id}").json()
    assert table["side"] is None
    assert table["game"] == "iwojima"
    assert table["result"]["winner"] == match.state.winner
    assert (table["ask"], table["standing"], table["undo"]) == (None, [], False)
    assert [line["n"] for line in table["log"]] == list(range(1, len(entries(match)) + 1))
    middle = len(table["log"]) // 2
    then = server.http.get(f"/api/replays/{game.id}/at/{middle}").json()
    assert then["view"]["turn"] < table["view"]["turn"]
    assert then["log"] == []
    sides = {match.game.board()["units"][row[0]]["side"] for row in then["view"]["units"]}
    assert sides == {0, 1}, "both sides are open"
    assert "token" not in server.http.get(f"/api/replays/{game.id}").text
    assert server.http.get(f"/api/replays/{game.id}/at/{len(table['log']) + 1}").status_code == 404
    branch = server.seats(server.http.post(f"/api/replays/{game.id}/branch", json={"at": middle}))
    assert branch.table(0)["view"]["turn"] == then["view"]["turn"]


def test_a_table_says_how_much_of_the_log_is_news(server: Server) -> None:
    game = server.new(seed=4)
    assert game.table(0)["since"] == 0
    game.decide(1, ["auto-set-up"])
    assert game.table(1)["since"] == len(game.table(1)["log"])
    assert game.table(0)["since"] == 0
    game.decide(0, ["confirm"])
    after = game.table(0)
    own = after["since"]
    assert 0 < own <= len(after["log"])
    assert game.table(1)["since"] < own + len(game.table(1)["log"])


def test_a_log_line_tells_of_losses(server: Server) -> None:
    match = finished("iwojima")
    lines = server.http.get(f"/api/replays/{server.load(saves.write(match)).id}").json()["log"]
    lost = [line for line in lines if line.get("loss")]
    assert lost
    assert all(line["side"] in (0, 1) for line in lost)
    assert all("step" in line["text"] or "eliminated" in line["text"] for line in lost)
