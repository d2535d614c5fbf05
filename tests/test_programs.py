"""Bots that are programs of their own: two that play, and every way in which one can fail."""

from __future__ import annotations

import json
import random
import sys
import time
from pathlib import Path

import pytest

from grognard import bots, cli, games
from grognard.bots.external import Broken, Engine, ExternalBot
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import CONCEDE, Refused
from grognard.kernel.play import advance
from grognard.lab.simulate import Plan, simulate

EXAMPLES = Path(__file__).parent.parent / "examples"
PYTHON = f"exec:{sys.executable} {EXAMPLES / 'plain_bot.py'}"


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that starts slowly, because the machine is busy, has not failed."""
    monkeypatch.setattr("grognard.bots.external.START_SECONDS", 120.0)
    monkeypatch.setattr("grognard.bots.external.DECIDE_SECONDS", 120.0)


def node() -> str:
    """The Node that comes with the browser tests' driver."""
    import playwright

    return str(Path(playwright.__file__).parent / "driver" / "node")


@pytest.mark.parametrize("game", ["iwojima", "whitesun"])
def test_a_program_in_plain_python_plays_whole_games_the_same_for_the_same_seed(game: str) -> None:
    seats = (PYTHON, "random")[: len(games.load(game).sides)]
    plan = Plan(game, seats, 2, seed=7)
    first, second = simulate(plan), simulate(plan, jobs=2)
    assert [result.problem for result in first.results] == ["", ""]
    assert all(result.ending != "concession" for result in first.results)
    assert first.results == second.results


def test_a_program_in_another_language_plays_a_whole_game() -> None:
    plan = Plan("iwojima", ("random", f"exec:{node()} {EXAMPLES / 'plain_bot.mjs'}"), 1)
    (result,) = simulate(plan).results
    assert result.problem == ""
    assert result.ending != "concession"


def test_the_examples_import_nothing_of_ours() -> None:
    assert "grognard" not in [
        line.split()[1].partition(".")[0]
        for line in (EXAMPLES / "plain_bot.py").read_text().splitlines()
        if line.startswith(("import ", "from "))
    ]


def asked_first(code: str, tmp_path: Path) -> tuple[ExternalBot, object]:
    """What a program of this code answers to the first question of Iwo Jima."""
    script = tmp_path / "bot.py"
    script.write_text("import sys, json, time\nsay = lambda *t: print(*t, flush=True)\n" + code, encoding="utf-8")
    game = games.load("iwojima")
    state = game.new("", {})
    advance(state, KeyedDice(b"programs"))
    side = state.pending.side
    bot = bots.make(f"exec:{sys.executable} {script}", game, side, random.Random(1))
    assert isinstance(bot, ExternalBot)
    return bot, bot.choose(game.redact(state, side), state.pending)


READY = "sys.stdin.readline(); say('ready'); sys.stdin.readline(); question = sys.stdin.readline()\n"


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("", "has ended"),
        ("sys.exit(3)", "has ended"),
        ("say('hello there')", "said 'hello there' where 'ready' was expected"),
        (READY + "sys.exit()", "has ended"),
        (READY + "say('best 100000')", "chose option 100000 of"),
        (READY + "say('best -1')", "chose -1, which is not on offer"),
        (READY + 'say(\'best ["fly", "to the moon"]\')', "which is not on offer"),
        (READY + "say('best the hill')", "neither a number nor a list of words"),
        (READY + "say('best')", "neither a number nor a list of words"),
        (READY + "[say('info', n) for n in range(2000)]", "said more than 1,000 lines"),
        (READY + "sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush()", "was expected"),
        (READY + "say('x' * 300000)", "was expected"),
    ],
)
def test_a_program_that_answers_nonsense_concedes_with_a_sentence(code: str, sentence: str, tmp_path: Path) -> None:
    bot, option = asked_first(code, tmp_path)
    assert option == CONCEDE
    assert sentence in bot.reason
    assert bot.reason.endswith(": it concedes.")


def test_what_a_program_said_before_it_ended_is_heard_first(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("print('I give up')")
    engine = Engine(f"{sys.executable} {tmp_path / 'bot.py'}")
    engine._process.wait(60)
    engine.send("newgame", {"much": "x" * 1_000_000})
    with pytest.raises(Broken, match="said 'I give up' where 'ready' was expected"):
        engine.hear("ready", 60)
    engine.send("decide")
    with pytest.raises(Broken, match="has ended"):
        engine.hear("best", 60)
    engine.close()


def test_a_silent_program_is_waited_for_no_longer_than_it_was_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("grognard.bots.external.DECIDE_SECONDS", 0.5)
    began = time.monotonic()
    bot, option = asked_first(READY + "time.sleep(600)", tmp_path)
    assert option == CONCEDE
    assert "gave no answer within 0.5 s" in bot.reason
    assert time.monotonic() - began < 300


def test_a_program_that_reads_nothing_is_waited_for_no_longer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("grognard.bots.external.DECIDE_SECONDS", 0.5)
    (tmp_path / "bot.py").write_text("import time; time.sleep(600)")
    engine = Engine(f"{sys.executable} {tmp_path / 'bot.py'}")
    began = time.monotonic()
    with pytest.raises(Broken, match=r"did not read what it was told within 0\.5 s"):
        engine.send("newgame", {"much": "x" * 10_000_000})
    assert time.monotonic() - began < 300
    engine.close()


def test_a_program_is_told_what_it_needs_and_what_its_side_may_know(tmp_path: Path) -> None:
    heard = tmp_path / "heard.json"
    code = (
        "heard = [sys.stdin.readline()]; say('ready'); heard += [sys.stdin.readline(), sys.stdin.readline()]\n"
        f"open({str(heard)!r}, 'w').write(json.dumps(heard)); say('info because'); say('best 0')\n"
    )
    bot, option = asked_first(code, tmp_path)
    words, values = zip(*(line.split(" ", 1) for line in json.loads(heard.read_text())), strict=True)
    assert words == ("newgame", "position", "decide")
    fixed, position, question = map(json.loads, values)
    assert fixed["game"] == "iwojima"
    assert fixed["sides"][fixed["side"]] in ("US", "JP")
    assert position["turn"] == 1
    assert question["options"][0] == bot.game.to_words(option)
    assert bot.reason == "because"


def test_no_program_is_left_behind(tmp_path: Path) -> None:
    bot, _ = asked_first(READY + "say('best 0'); time.sleep(600)", tmp_path)
    process = bot._engine._process
    del bot
    for _ in range(2000):
        if process.poll() is not None:
            break
        time.sleep(0.05)
    assert process.poll() is not None


def test_a_program_that_is_not_there_is_said_so() -> None:
    game = games.load("iwojima")
    with pytest.raises(Refused, match="followed by the command"):
        bots.make("exec:", game, 0, random.Random(1))
    state = game.new("", {})
    advance(state, KeyedDice(b"programs"))
    bot = bots.make("exec:./there-is-none", game, state.pending.side, random.Random(1))
    assert bot.choose(state, state.pending) == CONCEDE
    assert bot.reason == "./there-is-none cannot be started: No such file or directory: it concedes."


def test_nobody_seats_a_program_over_the_network() -> None:
    """`names` is what the server allows; a program of one's own is never among them."""
    assert not any(name.startswith("exec:") for name in bots.names(games.load("iwojima")))


def test_simulate_takes_a_program_for_a_side(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["simulate", "iwojima", "--games", "1", "--jobs", "1", "--bots", f"{PYTHON},random"]) == 0
    assert "exec:" in capsys.readouterr().out
