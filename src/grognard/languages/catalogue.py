"""Catalogue of one language: translates our English sentences.

Games write English, and their code reads like the rulebook; what is sent to somebody who reads another language is
looked up here, and nowhere else. An entry is a term ("Cave"), or a sentence with its open places named ("{unit} lands
at {area}, {cost} MP."): a text is recognised by such an entry, what stands in the open places is said anew in the same
way, and put where the translation wants it. What no entry recognises stays English, whole: nothing is said by halves.
Plurals, numbers and lists are the library's.
"""

from __future__ import annotations

import itertools
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from functools import lru_cache
from importlib.resources import files

from babel import Locale
from babel.lists import format_list
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, format_percent

from grognard.languages.dates import dated

Entry = tuple[tuple[str, ...], tuple[str, ...]]
"""English and translation, each in one form, or in those of its plurals."""
Join = Callable[[list[str]], str]
MOST_WAYS = 8
"""Ways to read a text by one entry that are tried."""
LONGEST = 400
"""Characters of a text that is recognised by its open places; a longer one is a paragraph, and known as it stands."""
KEPT = 20_000
"""Texts that are remembered."""
PLACE = re.compile(r"\{([a-z]\w*)\}")
WORD = re.compile(r"(?<!\w)[A-Za-z][\w'’-]*")
ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th)")
FIGURE = re.compile(r"([+−±-]?)(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+|\d+(?= ?%))( ?%)?")
"""Numbers that languages write differently. A plain one may be the number of a hex."""
COUNTED = re.compile(rf"({FIGURE.pattern}) (\w.*)")
"""Such a number and what it counts: `0.3 VP`."""
NTH = "nth"
"""A place of this name holds an ordinal and what follows it: `New {nth}` is no reading of `New York`."""
JOINS = tuple(map(re.compile, (r"( \(|\)(?=$|[ ,.]))", r"(; )", r"(: )", r"( [→–·=+−×/] | ●)", r"( )(?=\d+$)")))
"""What joins parts of a text, from the loosest to the tightest."""
LISTED = re.compile(r", | and ")
COUNT = re.compile(r"\d+(?:\.\d+)?")
BETWEEN = re.compile(r"(?=[ ,;:.(])|$")
FULL_WIDTH = str.maketrans({";": "；", ":": "：", "(": "（", ")": "）"})
"""How Chinese and Japanese set what joins parts of a text."""
SENTENCES = re.compile(r"(?<=[.!?])(?<!\b[A-Z]\.) (?=[A-Z\d“])")
"""Where a sentence ends: not after the letter of a name, as in `N. Carolina`."""
IN_NAMES = ("of", "the", "and", "de", "to", "v", "ga")
OF_COASTS = ("beach", "shore", "flats", "lagoon", "cape", "mouth", "salt", "pans", "inner", "sea", "cliffs")
SMALL = frozenset((*IN_NAMES, *OF_COASTS))
"""Small words in names, of places too."""


class Pattern:
    """An entry with open places."""

    def __init__(self, english: str, entry: Entry) -> None:
        parts = PLACE.split(english.strip())
        self.texts, self.names = parts[::2], parts[1::2]
        self.entry = entry
        self.weight = sum(map(len, self.texts))
        spelled, seen = "", set()
        for text, name in zip(self.texts, [*self.names, ""], strict=True):
            spelled += re.escape(text)
            if name:
                spelled += f"(?P={name})" if name in seen else f"(?P<{name}>.*?)"
            seen.add(name)
        self.ends_in_a_sentence = bool(self.texts[-1]) or self.texts[-2].endswith((". ", "! ", "? "))
        self.match = re.compile(spelled, re.DOTALL).fullmatch
        words = [word for text in self.texts for word in WORD.findall(text)]
        self.key = max(words, key=len, default="")

    def matches(self, text: str) -> Iterator[dict[str, str]]:
        """The ways to read a text by this entry: what stands in its open places."""
        if self.match(text) is not None:
            yield from itertools.islice(self._ways(text, len(self.texts[0]), 0, {}), MOST_WAYS)

    def _ways(self, text: str, at: int, place: int, given: dict[str, str]) -> Iterator[dict[str, str]]:
        name, after, is_last = self.names[place], self.texts[place + 1], place == len(self.names) - 1
        ends = [len(text) - len(after)] if is_last else _ends(text, at, after)
        for end in ends:
            words = text[at:end]
            if end < at or not text.startswith(after, end) or given.get(name, words) != words:
                continue
            if name == NTH and not ORDINAL.match(words):
                continue
            if is_last:
                yield {**given, name: words}
            else:
                yield from self._ways(text, end + len(after), place + 1, {**given, name: words})


def _ends(text: str, at: int, after: str) -> Iterator[int]:
    """Positions where a placeholder may end: before the text after it, or between two words where there is none."""
    if not after:
        yield from (found.start() for found in BETWEEN.finditer(text, at))
        return
    end = at - 1
    while (end := text.find(after, end + 1)) >= 0:
        yield end


class Catalogue:
    """Translations of our English into one language."""

    def __init__(self, language: str, entries: Iterable[Entry]) -> None:
        self.language = language
        self._locale = Locale.parse(language, sep="-")
        self._is_wide = self._locale.language in ("ja", "zh")
        self._exact: dict[str, str] = {}
        self._patterns: dict[str, list[Pattern]] = defaultdict(list)
        self._said: dict[str, str | None] = {}
        self._english: dict[str, str] = {}
        for entry in entries:
            english, translation = entry
            for form in english:
                self._exact.setdefault(form, translation[-1])
                self._english.setdefault(translation[-1].casefold(), form)
                if any(WORD.search(text) for text in PLACE.split(form)[::2]) and PLACE.search(form):
                    pattern = Pattern(form, entry)
                    self._patterns[pattern.key].append(pattern)

    def say(self, text: str) -> str:
        """A text in this language, or as it was."""
        return self.known(text) or text

    def known(self, text: str) -> str | None:
        """A text in this language, or nothing."""
        if text not in self._said:
            if len(self._said) >= KEPT:
                self._said.clear()
            core = text.strip()
            found = self._look_up(core) if core else None
            self._said[text] = None if found is None else text.replace(core, found, 1)
        return self._said[text]

    def in_english(self, term: str) -> str:
        """The English for a term of this language, or the term as it was."""
        return self._english.get(term.strip().casefold(), term)

    def _look_up(self, text: str) -> str | None:
        if text in self._exact or len(text) > LONGEST:
            return self._exact.get(text) or self._in_sentences(text)
        if (number := FIGURE.fullmatch(text)) is not None:
            return self._figure(number)
        if (number := COUNTED.fullmatch(text)) is not None and (what := self.known(number[5])) is not None:
            return f"{self._figure(number, 2)}{'' if self._is_wide else ' '}{what}"
        if (found := ORDINAL.fullmatch(text)) is not None:
            return self._exact.get("{n}th", text).replace("{n}", found[1])
        if not WORD.search(text):
            return "。" if self._is_wide and text == "." else text
        if (day := dated(text, self._locale)) is not None:
            return day
        said = self._recognised(text) or self._in_sentences(text) or self._in_a_list(text) or self._in_parts(text)
        if said is None and text.endswith("."):
            said = self.known(text[:-1])
            return None if said is None else said + ("。" if self._is_wide else ".")
        return said

    def _figure(self, number: re.Match[str], first: int = 1) -> str:
        """A number with its sign and its per cent as the language writes them."""
        sign, digits, percent = number[first] or "", number[first + 1].replace(",", ""), number[first + 2]
        if percent:
            return sign + str(format_percent(Decimal(digits) / 100, locale=self._locale, decimal_quantization=False))
        places = len(digits.partition(".")[2])
        return sign + str(format_decimal(digits, f"#,##0.{'0' * places}", locale=self._locale))

    def _recognised(self, text: str) -> str | None:
        keys = {"", *WORD.findall(text)}
        close = [pattern for key in keys if key in self._patterns for pattern in self._patterns[key]]
        for pattern in sorted(close, key=lambda each: -each.weight):
            for given in pattern.matches(text):
                if (said := self._filled(pattern, given)) is not None:
                    return said
        return None

    def _filled(self, pattern: Pattern, given: Mapping[str, str]) -> str | None:
        counts = len(pattern.entry[0]) > 1
        if any(SENTENCES.search(words) for words in given.values()) or (counts and not _count(given)):
            return None
        if given[pattern.names[-1]].endswith(".") and not pattern.ends_in_a_sentence:
            return None
        places = {name: self._part(words) for name, words in given.items()}
        if any(words is None for words in places.values()):
            return None
        translation = pattern.entry[1]
        form = translation[self._plural(given)] if len(translation) > 1 else translation[0]
        return PLACE.sub(lambda place: places.get(place[1]) or "", form)

    def _plural(self, given: Mapping[str, str]) -> int:
        """Which of the plural forms its first number wants."""
        number = Decimal(_count(given) or 2)
        rule = self._locale.plural_form
        forms = [tag for tag in ("zero", "one", "two", "few", "many") if tag in rule.tags] + ["other"]
        return forms.index(rule(number))

    def _part(self, words: str) -> str | None:
        """The text of a placeholder: translated, or a name that stays as it is."""
        return words if not words.strip() else self.known(words) or (words if is_name(words) else None)

    def _in_sentences(self, text: str) -> str | None:
        return self._all(SENTENCES.split(text), ("" if self._is_wide else " ").join)

    def _in_a_list(self, text: str) -> str | None:
        if " and " in text:
            return self._all(LISTED.split(text), lambda parts: str(format_list(parts, locale=self._locale)))
        return self._all(text.split(", "), ("、" if self._is_wide else ", ").join)

    def _in_parts(self, text: str) -> str | None:
        for join in JOINS:
            pieces = join.split(text)
            if len(pieces) < 2:
                continue
            said = [self._join(piece) if n % 2 else self._part(piece) for n, piece in enumerate(pieces)]
            if None not in said and (said != pieces or any(map(self.known, pieces[::2]))):
                return "".join(piece or "" for piece in said)
        return None

    def _all(self, pieces: Sequence[str], join: Join) -> str | None:
        if len(pieces) < 2:
            return None
        parts = [part for part in map(self._part, pieces) if part is not None]
        return join(parts) if len(parts) == len(pieces) else None

    def _join(self, sign: str) -> str:
        wide = sign.strip().translate(FULL_WIDTH)
        return wide if self._is_wide and wide != sign.strip() else sign


def _count(given: Mapping[str, str]) -> str:
    """The number among what stands in the open places."""
    return next((words for words in given.values() if COUNT.fullmatch(words)), "")


def is_name(words: str) -> bool:
    """Whether this is a name or a number, which may stay as it is in any language."""
    return all(not word[0].islower() or word in SMALL for word in WORD.findall(words)) and len(words) < 60


@lru_cache
def catalogue_of(language: str) -> Catalogue:
    """The catalogue of one of our languages."""
    return Catalogue(language, entries_of(language))


def entries_of(language: str) -> list[Entry]:
    """All entries that are translated."""
    path = files("grognard.languages").joinpath(f"{language.replace('-', '_')}.po")
    with path.open("rb") as file:
        read = read_po(file)
    found = []
    for message in read:
        english = message.id if isinstance(message.id, tuple) else (message.id,)
        said = message.string if isinstance(message.string, tuple) else (message.string,)
        if english[0] and all(said):
            found.append((tuple(map(str, english)), tuple(map(str, said))))
    return found
