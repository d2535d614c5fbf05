"""Full-text search over a game's cases, rulings, chapter headings and glossary.

A rule is found by its words in any form ("landing" finds "land"), by its chapter's heading, by the glossary's other
words for a thing, and by the beginning of a word that is still being typed. What the glossary says of a term comes
first; then where the words stand in heading or text, early and often, in short rules before long ones.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from math import log
from typing import Any, NamedTuple

Row = Mapping[str, Any]
_SILENT = """a an and any are as at be by can cannot could do does for from has have how i if in is it its may me must
my no not of on or should so that the their them then there they this to was what when where which who why will with"""
SILENT = frozenset(_SILENT.split())
"""Words that find nothing: everything holds them."""
HEADING = 1.6
"""What a word in a chapter's heading counts against one in the text."""
RULING = 0.6
"""What a ruling counts against a case."""
MEANT = 40.0
"""What the first case of a glossary entry counts; each further one half of it."""


class Found(NamedTuple):
    """Results of a search, best first."""

    ids: tuple[str, ...]
    stems: tuple[str, ...]
    """How the words begin that were looked for, to be marked in the texts."""
    terms: tuple[Row, ...]
    """The glossary's entries that the search named."""


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """The stem that the forms of a word share: land, lands, landed, landing; supply, supplies, supplied."""
    word = word.lower().removesuffix("'s").removesuffix("’s")
    if len(word) < 4 or not word.isalpha():
        return word
    for ending, put in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) + len(put) >= 3:
            word = word[: -len(ending)] + put
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "slaeo":
        word = word[:-1]  # shipped, ship
    return word[:-1] if len(word) > 3 and word[-1] in "ey" else word


ENDINGS = (
    ("nesses", ""), ("ments", ""), ("ment", ""), ("ings", ""), ("ing", ""), ("ies", "y"), ("ied", "y"), ("sses", "ss"),
    ("ed", ""), ("es", "e"), ("ss", "ss"), ("us", "us"), ("s", ""),
)  # fmt: skip


def stems(text: str) -> list[str]:
    """The words of a text that can be found, in order, by what their forms have in common."""
    return [stem(word) for word in re.findall(r"[\w’']+(?:\.\w+)*", text) if word.lower() not in SILENT]


class Rulebook:
    """The rules of one game."""

    def __init__(
        self, cases: Sequence[Row], rulings: Sequence[Row], chapters: Mapping[str, str], glossary: Sequence[Row]
    ):
        self.rows: dict[str, Row] = {str(row["id"]): row for row in (*cases, *rulings)}
        self.cases = [str(row["id"]) for row in cases]
        self.chapters = chapters
        self.glossary = glossary
        self._ids = list(self.rows)
        self._texts = [stems(_text(row)) for row in self.rows.values()]
        self._at: dict[str, dict[int, list[int]]] = defaultdict(dict)
        """Per stem, in which rows it stands, and where."""
        for row, words in enumerate(self._texts):
            for place, word in enumerate(words):
                self._at[word].setdefault(row, []).append(place)
        heads: dict[str, set[str]] = {number: set(stems(name)) for number, name in chapters.items()}
        self._heads = [heads.get(chapter_of(ident), set()) for ident in self._ids]
        self._sorted = sorted({*self._at, *(word for head in heads.values() for word in head)})
        self._named: dict[tuple[str, ...], list[int]] = defaultdict(list)
        """Per word or words for a thing, the glossary's entries."""
        for number, entry in enumerate(glossary):
            for form in (entry["term"], *entry.get("also", ())):
                self._named[tuple(stems(form))].append(number)
        self._longest = max(map(len, self._named), default=0)

    def search(self, text: str, most: int = 60) -> Found:
        """The rules that words lead to: those with all of them, or, where none has, those with most of them."""
        wanted = stems(text)
        entries = self._entries(wanted)
        ways = [self._ways(word, entries, last=place == len(wanted) - 1) for place, word in enumerate(wanted)]
        scores: dict[int, float] = defaultdict(float)
        hits: Counter[int] = Counter()
        for choices in ways:
            for row, score in self._scored(choices).items():
                scores[row] += score
                hits[row] += 1
        whole = max(entries.values(), default=1)
        for number in entries:
            for rank, ident in enumerate(self.glossary[number].get("cases", ())):
                meant = self._row(ident)
                if meant is not None:
                    # "line of supply" is meant more than the "supply" in it.
                    scores[meant] += MEANT / 2**rank * entries[number] / whole
                    # An entry for one word of two says nothing of the other.
                    hits[meant] = max(hits[meant], entries[number])
        best = max(hits.values(), default=0)
        rows = [row for row in scores if hits[row] == best]
        # A ruling explains a case: it comes after it.
        rows.sort(key=lambda row: (-scores[row] * (1 if row < len(self.cases) else RULING), row))
        marks = dict.fromkeys(word for choices in ways for form in choices for word in form)
        return Found(
            tuple(self._ids[row] for row in rows[:most]), tuple(marks), tuple(self.glossary[n] for n in entries)
        )

    def _entries(self, wanted: Sequence[str]) -> dict[int, int]:
        """The glossary's entries that are named in a search and in how many words, those of the most first."""
        out: dict[int, int] = {}
        for length in range(min(self._longest, len(wanted)), 0, -1):
            for start in range(len(wanted) - length + 1):
                for number in self._named.get(tuple(wanted[start : start + length]), ()):
                    out.setdefault(number, length)
        return out

    def _ways(self, word: str, entries: Iterable[int], last: bool) -> list[tuple[str, ...]]:
        """Words that match a search word: itself, what begins with it while it is typed, its synonyms."""
        out: list[tuple[str, ...]] = [(word,)]
        if word not in self._at and last and len(word) > 1:
            from_here = self._sorted[bisect_left(self._sorted, word) :]
            out += [(other,) for other in takewhile(lambda other: other.startswith(word), from_here)][:8]
        for number in entries:
            row = self.glossary[number]
            forms = [tuple(stems(form)) for form in (row["term"], *row.get("also", ()))]
            if any(word in form for form in forms):
                out += [form for form in forms if form and form != (word,)]
        return list(dict.fromkeys(out))

    def _scored(self, ways: Iterable[tuple[str, ...]]) -> dict[int, float]:
        """Per row, the best of the ways in which it has what was looked for."""
        out: dict[int, float] = {}
        for form in ways:
            holds = [self._at.get(word, {}) for word in form]
            rare = sum(log(1 + len(self._ids) / (1 + len(held))) for held in holds) / len(form)
            for row in holds[0]:
                if not all(row in held for held in holds):
                    continue
                times = min(len(held[row]) for held in holds)
                early = 1 / (1 + min(held[row][0] for held in holds) / 6)
                short = 1 / (1 + len(self._texts[row]) / 60)
                out[row] = max(out.get(row, 0.0), rare * (1 + 0.3 * log(times) + early + short))
            for number, head in enumerate(self._heads):
                if head.issuperset(form):
                    out[number] = out.get(number, 0.0) + HEADING * rare / (1 if number in out else 4)
        return out

    def _row(self, ident: str) -> int | None:
        ids = self._ids
        if ident in self.rows:
            return ids.index(ident)
        return next(
            (n for n, known in enumerate(ids) if known.startswith(ident) and not known[len(ident)].isdigit()), None
        )

    # --- where a case stands

    def heading(self, ident: str) -> str:
        """The chapter of a case: `9 Operations and movement`."""
        number = chapter_of(ident)
        return f"{number} {self.chapters[number]}" if number in self.chapters else ""

    def neighbours(self, ident: str) -> tuple[str, str]:
        """The cases before and after one; empty at either end."""
        if ident not in self.cases:
            return "", ""
        at = self.cases.index(ident)
        return (self.cases[at - 1] if at else ""), (self.cases[at + 1] if at + 1 < len(self.cases) else "")


def chapter_of(ident: str) -> str:
    """The letters or digits that a case begins with."""
    found = re.match(r"\d+|[A-Z]+", ident)
    return found[0] if found else ""


def _text(row: Row) -> str:
    return " ".join(str(row.get(key, "")) for key in ("rule", "problem", "ruling"))
