"""Bots that are a class in a module of one's own: seated by name, held to time and rules, never over the network."""

from __future__ import annotations

import random
import re
import sys
from pathlib import Path

import pytest

from grognard import bots, cli, games
from grognard.bots import class_bot
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import CONCEDE, Refused
from grognard.kernel.play import advance
from grognard.lab.simulate import Plan, simulate

PAGE = Path(__file__).parent.parent / "docs" / "programmers" / "bots.md"


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of one's own, in which `grognard` is called."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path[:])
    return tmp_path


def written(folder: Path, name: str, body: str) -> str:
    code = f"class Bot:\n    def choose(self, position):\n        {body}\n"
    (folder / f"{name}.py").write_text(code, encoding="utf-8")
    return f"{name}:Bot"


def test_the_class_on_the_page_plays_whole_games_the_same_for_the_same_seed(mine: Path) -> None:
    code = re.search(r"```python\n(class Bot:.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert code
    (mine / "pagebot.py").write_text(code[1], encoding="utf-8")
    plan = Plan("iwojima", ("pagebot:Bot", "random"), 2, seed=7)
    first, second = simulate(plan), simulate(plan)
    assert [result.problem for result in first.results] == ["", ""]
    assert all(result.ending != "concession" for result in first.results)
    assert first.results == second.results


def test_it_is_seated_from_the_command_line(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = written(mine, "linebot", "return len(position.options) - 1")
    assert cli.main(["simulate", "whitesun", "--bots", name, "--games", "1"]) == 0
    assert cli.main(["arena", "iwojima", "--bots", f"{name},random", "--games", "2"]) == 0
    assert name in capsys.readouterr().out


def answered(name: str) -> tuple[bots.Bot, object, object]:
    game = games.load("iwojima")
    state = game.new("", {})
    advance(state, KeyedDice(b"classes"))
    side = state.pending.side
    bot = bots.make(name, game, side, random.Random(1))
    return bot, bot.choose(game.redact(state, side), state.pending), state.pending


def test_it_is_told_what_its_side_may_know(mine: Path) -> None:
    body = (
        "assert (position.side, position.turn, position.phase) == ('JP', 1, 'Set-up'); assert position.prompt; "
        "assert {'units', 'marks', 'tracks'} <= set(position.view); assert position.seconds == 5; "
        "position.preview(position.options[0]); return position.options[3]"
    )
    _, chosen, asked = answered(written(mine, "toldbot", body))
    assert chosen == asked.options[3]


@pytest.mark.parametrize(
    ("name", "body", "sentence"),
    [
        ("numberbot", "return 100000", "chose '100000', which is not on offer"),
        ("trueb", "return True", "chose 'True', which is not on offer"),
        ("wordsbot", "return ['fly', 'to the moon']", "which is not on offer"),
        ("nonebot", "return None", "chose 'None', which is not on offer"),
        ("badbot", "return 1 // 0", r"failed: ZeroDivisionError: .* \(badbot.py, line 3\)"),
    ],
)
def test_whoever_answers_nonsense_concedes_and_says_why(mine: Path, name: str, body: str, sentence: str) -> None:
    bot, chosen, _ = answered(written(mine, name, body))
    assert chosen == CONCEDE
    assert re.search(sentence, bot.reason)
    assert bot.reason.endswith(": it concedes.")


def test_whoever_takes_too_long_concedes(mine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(class_bot, "DECIDE_SECONDS", 0.2)
    bot, chosen, _ = answered(written(mine, "slowbot", "import time; time.sleep(3); return 0"))
    assert (chosen, bot.reason) == (CONCEDE, "slowbot:Bot gave no answer within 0.2 s: it concedes.")


def test_what_is_no_bot_is_refused_with_a_sentence(mine: Path) -> None:
    (mine / "emptybot.py").write_text("Bot = 3\nclass Mute: pass\n", encoding="utf-8")
    (mine / "brokenbot.py").write_text("import no_such_library\n", encoding="utf-8")
    (mine / "fussybot.py").write_text(
        "class Bot:\n    def __init__(self, much): ...\n    def choose(self, p): ...\n", encoding="utf-8"
    )
    for name, sentence in (
        ("nowhere_bot:Bot", "There is no module 'nowhere_bot'"),
        ("emptybot:Bot", "emptybot has no class 'Bot' with a method"),
        ("emptybot:Mute", "has no class 'Mute'"),
        ("emptybot:Lost", "has no class 'Lost'"),
        ("brokenbot:Bot", "brokenbot cannot be read: ModuleNotFoundError"),
        ("fussybot:Bot", "fussybot:Bot cannot be made: TypeError"),
        ("general:Bot", "is no budget"),
        ("napoleon", "There is no bot 'napoleon'"),
    ):
        with pytest.raises(Refused, match=sentence):
            answered(name)


def test_nobody_seats_one_over_the_network(mine: Path) -> None:
    name = written(mine, "netbot", "return 0")
    game = games.load("iwojima")
    assert not bots.is_offered(name, game)
    assert name not in bots.names(game)
    assert "netbot" not in sys.modules
