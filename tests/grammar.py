"""Spelling and grammar by Harper, a checker that runs offline: what it finds wrong with texts.

`words_of_ours.txt` lists what its dictionary lacks: the hobby's words, abbreviations and names from the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

WORDS = Path(__file__).parent / "words_of_ours.txt"
WORD = re.compile(r"(?<!\w)[^\W\d_]{2,}(?:['’][^\W\d_]+)?")
DEAF = (
    "AllowTo AnA BoringWords CapitalizePersonalPronouns CommaFixes CompoundNouns CondenseAllThe DiscourseMarkers "
    "DisjointPrefixes ExpandMemoryShorthands ExpandTimeShorthands InflectedVerbAfterTo ItsContraction LongSentences "
    "MassNouns MissingPreposition NounVerbConfusion NumericRangeEnDash OneOfTheSingular OrthographicConsistency "
    "OxfordComma PronounInflectionBe PronounVerbAgreement QuantifierNumeralConflict SentenceCapitalization SpellCheck "
    "SplitWords ThatThan Therein ThereToTheir ToTwoToo UpdatePlaceNames"
)
"""Rules that take our names, numbers and headings for mistakes; `wording` has its own for some of them."""


def is_at_hand() -> bool:
    """Whether the checker is installed: it comes with the extra `test`."""
    return find_spec("harper") is not None


@cache
def linters() -> tuple[Any, Any, Any]:
    """One for grammar, and one each for American and British spelling: rulebooks write Armor, and we write defence."""
    from harper import Dialect, Linter

    grammar, american, british = Linter(), Linter(Dialect.AMERICAN), Linter(Dialect.BRITISH)
    rules = grammar.get_default_lint_config()
    grammar.set_lint_config({rule: on and rule not in DEAF.split() for rule, on in rules.items()})
    for speller in (american, british):
        speller.set_lint_config({rule: rule == "SpellCheck" for rule in rules})
        speller.import_words(WORDS.read_text(encoding="utf-8").split())
    return grammar, american, british


@cache
def is_known(word: str) -> bool:
    """Whether a word is in either dictionary or on our list."""
    _, american, british = linters()
    return not american.lint(word, language="plaintext") or not british.lint(word, language="plaintext")


def unknown_words(texts: Iterable[str], names: Iterable[str]) -> Iterator[str]:
    """The words of texts that are in no dictionary, on no list of ours and in no name."""
    ours = {word for name in names for word in WORD.findall(name)}
    ours |= {f"{word}{s}" for word in ours for s in ("'s", "’s")}
    for text in texts:
        for word in dict.fromkeys(WORD.findall(text)):
            if word not in ours and not is_known(word):
                yield f"unknown word: {word} | {text}"


def mistakes(texts: Iterable[str]) -> Iterator[str]:
    """What the grammar checker says of texts."""
    checker = linters()[0]
    for text in texts:
        for lint in checker.lint(text, language="plaintext"):
            yield f"{lint.problem_text}: {lint.message} | {text}"
