"""Nothing stands alone: every fact that rules tell has its sentence, every question its prompt and a staff's answer,
every verb a frame that offers it, and whoever lets dice be thrown can see the odds before.

What has none is listed here by name, with the reason, so that a new one is noticed: a staff without an answer plays
what is harmless and says nothing.
"""

from __future__ import annotations

import ast
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from grognard import bots, games
from grognard.kernel.flow import Decision, Frame
from grognard.match.save import load

HERE = Path(__file__).parent
SRC = HERE.parent / "src" / "grognard" / "games"
NAMES = games.OURS
CALLS = {
    "tell": ("say", 0), "Roll": ("say", 0), "lots": ("say", 0), "Decision": ("ask", 1), "Later": ("ask", 3),
    "Term": ("term", 0),
}  # fmt: skip
"""What names a fact, a question or a line of a reckoning: what words it, and which argument is the name."""
WORKED_OUT = {
    ("iwojima", "losses", "prompt"): ("order-concealed", "order-row"),
    ("iwojima", "reveals", "self.prompt"): ("bombardment-window", "assault-window"),
    ("iwojima", "victory", "f'retire-{self.kind}'"): ("retire-air", "retire-naval"),
    ("ichigo", "causeway", "f'causeway-{kind}'"): ("causeway-launched", "causeway-cancelled"),
    ("ichigo", "breakdowns", "kind"): ("who", "advances", "stays", "given-up"),
    ("whitesun", "combat", "PURPOSES[self.step]"): (
        "flotilla-fire", "communist-fire", "elite-fire", "japanese-fire", "puppet-fire", "regular-fire",
    ),
    ("whitesun", "guerrilla_attacks", "purpose"): ("raid-fire", "raid-return-fire"),
    ("nemesis", "combat", "prompt"): ("assaults", "attacks"),
    ("nemesis", "movement", "prompt"): ("into-the-fire", "movement"),
    ("nemesis", "reinforcement_allied", "prompt"): ("fly", "arrival"),
    ("formosa", "invasion", "kind"): ("dropped", "landed", "aboard"),
    ("formosa", "setup", "purpose"): ("start-tac", "start-kamikaze", "start-lp"),
}  # fmt: skip
"""Names that are worked out: what they may come to."""
OF_ALL = {"by-order", "game-over"}
"""What the house tells, whatever is played."""
SILENT = {
    "iwojima": {
        "bombardment-window": "reveals nothing of its own accord",
        "assault-window": "reveals nothing of its own accord",
        "concealed-losses": "there is one answer",
        "next-assault": "which assault is first: the US staff takes the first",
    },
    "nemesis": {"absorb": "the first counter", "rebuild": "the first counter"},
    "formosa": {"hide-landing": "the marines lie concealed"},
}
"""Questions that a staff leaves to chance or to what is harmless, and what that comes to."""
ANYTIME = {
    "iwojima": {"ask", "commit", "losses", "lose-next", "no-loss-order"},
    "ichigo": {"lift-supply", "supply-by-air", "top", "volunteer-tank"},
    "formosa": {"reveal"},
}
"""Verbs that no frame offers: standing acts."""
UNSEEN = {
    "iwojima": {"retire", "confirm", "hide", "to", "beachhead", "rank", "rank-rest"},
    "ichigo": {"move", "move-stack", "end-movement", "reinforce", "end-reinforcement", "end-combat"},
    "whitesun": {"destroy", "lose", "fill", "station", "occupy", "halt"},
    "nemesis": {
        "end-ambush", "ambush", "end-combat", "detrain", "end-reinforcements", "end-rail", "choose-first",
    },
    "formosa": {"end-set-up", "end-planning", "end-recruit", "end-combat", "lose-tac", "lose"},
}  # fmt: skip
"""Verbs after which dice may fall without odds: they only end something, and what comes next throws of its own."""


@cache
def named(name: str) -> dict[str, set[str]]:
    """Per kind of wording, all names that a game's rules use."""
    found: dict[str, set[str]] = {"say": set(OF_ALL), "ask": set(), "term": set()}
    for file in sorted((SRC / name).glob("*.py")):
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and (used := ast.unparse(call.func).split(".")[-1]) in CALLS:
                kind, place = CALLS[used]
                if len(call.args) > place:
                    found[kind] |= names_in(name, file.stem, call.args[place])
    return found


def names_in(game: str, module: str, node: ast.expr) -> set[str]:
    if isinstance(node, ast.Constant):
        return {str(node.value)} if node.value else set()
    if isinstance(node, ast.IfExp):
        return names_in(game, module, node.body) | names_in(game, module, node.orelse)
    return set(WORKED_OUT[game, module, ast.unparse(node)])


@pytest.mark.parametrize("kind", ["say", "ask", "term"])
@pytest.mark.parametrize("name", NAMES)
def test_what_rules_name_has_words_and_words_are_for_something(name: str, kind: str) -> None:
    text = games.load(name).text
    worded = {member[len(kind) + 1 :].replace("_", "-") for member in dir(text) if member.startswith(f"{kind}_")}
    assert worded == named(name)[kind]


@cache
def staffs(name: str) -> list[Any]:
    game = games.load(name)
    return [bots.make("staff", game, side, random.Random(1)) for side in range(len(game.sides))]


@pytest.mark.parametrize("name", NAMES)
def test_a_staff_has_an_answer_to_every_question_but_those_that_are_listed(name: str) -> None:
    answered = {prompt for staff in staffs(name) for prompt in staff.answers}
    prompts = named(name)["ask"]
    assert answered - prompts == set(), "an answer to what nobody asks"
    assert prompts - answered <= set(SILENT.get(name, ()))
    assert {verb for staff in staffs(name) for verb in (*staff.quiet, *staff.standing)} <= set(games.load(name).verbs)


@pytest.mark.parametrize("name", NAMES)
def test_every_verb_is_offered_by_a_frame_or_at_any_time(name: str) -> None:
    game, home = games.load(name), f"grognard.games.{name}."
    offered = {verb for frame in Frame.registry.values() if frame.__module__.startswith(home) for verb in frame.verbs}
    assert offered | ANYTIME.get(name, set()) | {"concede"} == set(game.verbs)


@pytest.mark.parametrize("name", NAMES)
def test_in_a_game_that_was_played_each_side_has_its_answers_and_odds_before_its_dice(name: str) -> None:
    game = games.load(name)
    file = max((HERE / name / "games").glob("*.grog"), key=lambda file: file.stat().st_size)
    match = load(file.read_text(encoding="utf-8")).match
    asked: set[tuple[int, str]] = set()
    odds: dict[str, bool] = {}
    for s, played in zip(match.walk(), match.played, strict=False):
        question = s.pending
        if not isinstance(question, Decision) or played.side != question.side:
            continue
        asked.add((question.side, question.prompt))
        verb = str(played.option[0])
        if played.rolls and played.option in question.options and not odds.get(verb):
            odds[verb] = game.preview(s, played.side, played.option) is not None
    silent = {prompt for side, prompt in asked if prompt not in staffs(name)[side].answers}
    assert silent <= set(SILENT.get(name, ()))
    assert {verb for verb, shown in odds.items() if not shown} <= UNSEEN[name]
    assert any(odds.values())
