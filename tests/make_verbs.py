"""Makes docs/programmers/verbs.md from the code: `python tests/make_verbs.py`. A test compares the two."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from grognard import games
from grognard.bots.external import about
from grognard.kernel.dice import KeyedDice
from grognard.kernel.game import Game
from grognard.kernel.play import advance, apply
from make_limits import table

FILE = Path(__file__).parent.parent / "docs" / "programmers" / "verbs.md"
LONGEST = 150
"""Characters of a sample line."""


def verbs_of(game: Game) -> str:
    """A row for each verb: its arguments, what the page calls it, and its cases."""
    rows: list[tuple[object, ...]] = []
    for verb, what in game.verbs.items():
        words = "; ".join(f"`{word}` {name}" for word, name in what.words.items())
        label = what.label.replace("|", "\\|") + (f" ({words})" if words else "")
        rows.append((f"`{verb}`", " ".join(f"`{kind}`" for kind in what.args), label, ", ".join(what.cases)))
    return table("verb | arguments | what the page calls it | cases", rows)


def session(game: Game) -> list[str]:
    """The first lines between us (>) and a program (<) that always takes the first option."""
    state = game.new("", {})
    dice = KeyedDice(b"sample")
    advance(state, dice)
    side, lines = state.pending.side, []

    def say(mark: str, word: str, value: Any = None) -> None:
        line = word if value is None else f"{word} {json.dumps(value, separators=(',', ':'), ensure_ascii=False)}"
        lines.append(f"{mark} {line if len(line) <= LONGEST else line[:LONGEST] + ' …'}")

    say(">", "newgame", about(game, side, state, random.Random(1).getrandbits(53)))
    say("<", "ready")
    while len(lines) < 10:
        asked = state.pending
        if asked.side == side:
            known = game.redact(state, side)
            options = [game.to_words(option) for option in asked.options]
            question = {
                "asked": asked.prompt, "prompt": game.prompt(known, asked, side), "cases": asked.cases,
                "options": options, "seconds": 5.0,
            }  # fmt: skip
            say(">", "position", game.view(known, side))
            say(">", "decide", question)
            say("<", "info the first on the list")
            say("<", "best 0")
        apply(state, asked.side, asked.options[0], dice)
    return [*lines, "> quit"]


def page() -> str:
    """The whole page."""
    parts = [
        "# Verbs of every game\n",
        "This page is generated from the code (`python tests/make_verbs.py`). After reading it you know every option "
        "that a [bot](bots.md), a [position](library.md) or a row of an [environment](environments.md) may hold: a "
        "verb and its arguments. `unit` and `space` are ids, in messages of the server numbers; `word` is one of the "
        "words that are listed, or what the question's own text names.\n",
    ]
    for ident in games.OURS:
        game = games.load(ident)
        parts += [f"## {game.title}\n", table_note(game), verbs_of(game)]
    parts += [
        "## Ten lines of a program that plays\n",
        "What we say to a program (>) and what it answers (<) at the beginning of Iwo Jima, long lines cut:\n",
        "```\n" + "\n".join(session(games.load("iwojima"))) + "\n```\n",
    ]
    return "\n".join(parts)


def table_note(game: Game) -> str:
    """Sizes of a game."""
    sides = " and ".join(f"`{side.id}`" for side in game.sides)
    return f"Sides: {sides}. {len(game.unit_ids)} units, {len(game.space_ids)} spaces, {len(game.verbs)} verbs.\n"


if __name__ == "__main__":
    FILE.write_text(page(), encoding="utf-8")
