"""Commands `cases` and `rules`."""

from __future__ import annotations

import argparse
import difflib
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import grognard
from grognard import games
from grognard.cli.argument_types import Commands, command
from grognard.cli.terminal import bold, marked, wrapped
from grognard.kernel.flow import Refused
from grognard.kernel.game import Game

MOST_FOUND = 40


def add(commands: Commands) -> None:
    """The commands of this module."""
    cases = command(
        commands, "cases", _cases, "list every rule case and ruling with the tests that cover it",
        "cases iwojima", "cases --missing",
    )  # fmt: skip
    cases.add_argument("game", nargs="?", metavar="GAME", help="one game (default: all)")
    cases.add_argument("--missing", action="store_true", help="only cases without a test; exit status 1 if any")
    cases.add_argument("--tests", type=Path, metavar="DIR", help="the tests folder (default: the checkout's own)")

    rules = command(
        commands, "rules", _rules, "read a rule in our wording, or search the rules for words",
        "rules iwojima 9.3.2a", "rules iwojima R12", "rules iwojima cave collapse",
    )  # fmt: skip
    rules.add_argument("game", metavar="GAME", help="one of `grognard games`")
    rules.add_argument(
        "wanted",
        nargs="*",
        default=[],
        metavar="CASE|WORDS",
        help="a case, a chapter, a ruling, or words (default: all)",
    )


# --- cases


def _cases(chosen: argparse.Namespace) -> int:
    from grognard.lab.case_coverage import coverage

    wanted = [games.load(chosen.game)] if chosen.game else [games.load(ident) for ident in games.game_ids()]
    status = 0
    for game in wanted:
        found = coverage(game, _tests_of(game, chosen.tests))
        for entry in found.entries:
            if chosen.missing and not entry.missing:
                continue
            tests = entry.tests or ["no test" if entry.missing else "nothing to test"]
            print(f"{entry.id:<16} {entry.kind:<14} {tests[0]}")
            for test in tests[1:]:
                print(f"{'':<32}{test}")
        for claim in found.unknown:
            file = claim.test.partition("::")[0]
            print(f"{file}, line {claim.line}: there is no case {claim.case!r} in {game.title}.", file=sys.stderr)
        testable = [entry for entry in found.entries if entry.kind != "note"]
        covered = len(testable) - len(found.missing)
        print(f"{game.title}: {covered} of {len(testable)} testable cases and rulings have a test.")
        if found.missing or found.unknown:
            status = 1
    return status


def _tests_of(game: Game, folder: Path | None) -> Path:
    """The folder of a game's tests: one of its name, or, for a game that lives elsewhere, its own."""
    if folder is not None and not (folder / game.id).is_dir() and any(folder.glob("test_*.py")):
        return folder
    tests = folder if folder is not None else Path(grognard.__file__).resolve().parents[2] / "tests"
    if not (tests / game.id).is_dir():
        hint = "" if folder is not None else ": name the tests folder of a checkout with --tests"
        raise Refused(f"There is no folder {tests / game.id}{hint}.")
    return tests / game.id


# --- rules


def _rules(chosen: argparse.Namespace) -> int:
    game = games.load(chosen.game)
    entries = {str(row["id"]): row for row in (*game.cases, *game.rulings)}
    text = " ".join(chosen.wanted).strip()
    if not text:
        for row in entries.values():
            _show(game, row)
        return 0
    found = _by_id(entries, text)
    if found:
        for row in found:
            _show(game, row, alone=len(found) == 1)
        for row in game.rulings:
            if any(case in [one["id"] for one in found] for case in row.get("cases", ())) and row not in found:
                _show(game, row)
        return 0
    search = game.rulebook.search(text)
    if not search.ids:
        raise Refused(_near(game, entries, text))
    for term in search.terms:
        _show_term(term)
    for ident in search.ids[:MOST_FOUND]:
        _show(game, entries[ident], search.stems)
    if len(search.ids) > MOST_FOUND:
        print(f"{len(search.ids) - MOST_FOUND} more; add a word to narrow the search.")
    return 0


def _show_term(term: Mapping[str, Any]) -> None:
    """Print the glossary's entry for a word."""
    also = f" ({', '.join(term['also'])})" if term.get("also") else ""
    print(f"{bold(str(term['term']))}{also}")
    print(wrapped(f"{term['means']} {', '.join(term.get('cases', ()))}".rstrip()))
    print()


def _by_id(entries: Mapping[str, Mapping[str, Any]], text: str) -> list[Mapping[str, Any]]:
    """The entry of this id, or all of this chapter."""
    wanted = text.casefold().removeprefix("case ").removeprefix("ruling ").strip("() ")
    same = [row for ident, row in entries.items() if ident.casefold().strip("() ") == wanted]
    if same:
        return same
    inside = re.compile(re.escape(wanted) + r"(?![0-9])", re.IGNORECASE)
    return [row for ident, row in entries.items() if wanted[:1].isdigit() and inside.match(ident)]


def _show(game: Game, row: Mapping[str, Any], words: Sequence[str] = (), alone: bool = False) -> None:
    """A case or a ruling; one that is read alone with what stands before and after it."""
    head = f"{row['id']}  "
    if "ruling" in row:
        about = f" (on {', '.join(row['cases'])})" if row.get("cases") else ""
        print(f"{bold(head)}ruling{about}")
        if row.get("problem"):
            print(_marked(f"In doubt: {row['problem']}", words))
        print(_marked(row["ruling"], words))
    else:
        chapter = game.rulebook.heading(str(row["id"]))
        print(f"{bold(head)}{' · '.join(filter(None, (str(row.get('kind', '')), chapter)))}")
        print(_marked(row["rule"], words))
        before, after = game.rulebook.neighbours(str(row["id"])) if alone else ("", "")
        if before or after:
            print(wrapped(" · ".join(filter(None, (before and f"before it {before}", after and f"after it {after}")))))
    print()


def _marked(text: str, words: Sequence[str]) -> str:
    return marked(wrapped(text), words)


def _searched(row: Mapping[str, Any]) -> str:
    return " ".join(str(row.get(key, "")) for key in ("id", "rule", "problem", "ruling")).casefold()


def _near(game: Game, entries: Mapping[str, Mapping[str, Any]], text: str) -> str:
    """The refusal of a search without result, with similar words or case numbers."""
    vocabulary = sorted({word for row in entries.values() for word in re.findall(r"[a-z][a-z-]{2,}", _searched(row))})
    near = difflib.get_close_matches(text, list(entries), 5, 0.5)
    if not near or not any(letter.isdigit() for letter in text):
        near = [
            found for word in text.casefold().split() for found in difflib.get_close_matches(word, vocabulary, 3, 0.7)
        ]
    hint = f"; near it: {', '.join(dict.fromkeys(near))}" if near else ""
    return f"The rules of {game.title} have no case and no words {text!r}{hint}."
