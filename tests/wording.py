"""What is wrong with a sentence for people: doubled words, unknown names, agreement, bare numbers and abbreviations.

`offences(text, vocabulary)` names the faults of one text; `Vocabulary` knows what a game's own names and terms are.
`english(text, vocabulary)` looks closer: numbers and their verbs, a and an, minus signs, quotes and brackets, "he".
`unfinished(kind, text)` names a sentence that does not begin or end as one. `said_by` gathers what a game says at a
question beside its log, `words_in_data` what stands in its data.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from grognard import bots
from grognard.kernel.dice import KeyedDice
from grognard.kernel.flow import ONGOING, Decision, Option
from grognard.kernel.play import advance, apply
from grognard.kernel.score_ledger import in_words
from grognard.kernel.words import is_plural, with_article

BANNED = frozenset(("OOS", "LOS", "EZOC", "ZOC", "CF", "CD", "HW", "DZ", "CW", "YRF", "RR", "FTMOL", "LOC"))
"""Our shorthand: spelled out for people, whatever a glossary says."""
PLAIN = re.compile(r"US|USA|USAAF|USN|OK|[IVX]+|R\d+")
"""Capitals that are no abbreviation of a rulebook; R and a number is the number of a ruling."""
SINGULAR = "is|was|has|does|loses|takes|gains|draws|decides|scores|wins|holds|retreats|chooses|moves|enters|lands|fires"
THINGS = "step unit hit point hex division brigade regiment battalion column shift round turn base marker die raid city"
ONE_OF = re.compile(
    rf"(?<![\w.,–−:/-])1 (dice|cities|hexes|{'|'.join(f'{thing}s' for thing in THINGS.split())})\b(?! of)"
)
MANY_OF = re.compile(rf"(?<![\w.,–−:/-])(?:[2-9]|\d\d+) ({THINGS.replace(' ', '|')})\b(?![-–]| loss)")

CHECKS: dict[str, re.Pattern[str]] = {
    "doubled word": re.compile(r"\b([A-Za-z]{2,}) \1\b", re.IGNORECASE),
    "doubled place": re.compile(r"\(?\b(\d{4})\)? \(?\1\b"),
    "nothing taken off": re.compile(r"(?<![\w–])[−+-]0\b(?![.,]\d)"),
    "an inner name": re.compile(r"\b(?:None(?! of)|True|False|nan|inf)\b|[{}<>_\[\]]|\b[a-z]+[A-Z]\w*"),
    "spacing": re.compile(r"  |^ | [.,;:!?](?:\s|$)|\.\.(?!\.)|,,|\(\s|\s\)"),
    "unlabelled number": re.compile(r"^\W*\d+\W*$|(?<!die): (?!19\d\d)\d+\.?$"),
}


NOT_COUNTED = r"(?!(?:of|to|or|and|in|on|per|for|at|from|by|against|is|less|more|like)\b|\d)"
THING = "|".join(f"{thing}s" for thing in THINGS.split())
AGREEMENT = {
    "one of many": re.compile(rf"(?<![\w.,–−:/-])1 {NOT_COUNTED}[\w·’'-]+ (?:dice|cities|hexes|{THING})\b(?! of)"),
    "one are": re.compile(r"(?<![\w.,–−:/-])1(?: [\w·-]+)? (?:are|were|have|count|remain|go|come)\b(?! to\b)"),
    "many is": re.compile(
        rf"(?<!of )(?<!in )(?<![\w.,–−:/-])(?:[2-9]|\d\d+) (?:[\w·-]+ )?(?:{THING}) (?:{SINGULAR}|goes|comes|stays)\b"
    ),
    "a side is no sentence's subject": re.compile(r"(?:^|[.:;] )US (?:has|have|is|are|may|does|do)\b"),
    "a side's adjective": re.compile(r"\b(?:Japanese|Chinese|Allied|British|US)'s\b"),
}
HE = re.compile(r"\b(?:[Hh]e|[Hh]is|[Hh]im|[Hh]imself|[Ss]he|[Hh]er)\b")
PERSONS = re.compile(r"Mutaguchi|Slim|Stilwell|Churchill|Hirohito|Chiang|Generalissimo")
"""Of these a text may say `he`; of a player, a side or a program it may not."""
SENTENCES = (
    "ask",
    "say",
    "reason",
    "advice",
    "together",
    "waiting",
    "order",
    "glossary",
    "rule",
    "ruling",
    "choice",
    "about",
)
"""Kinds of text that begin with a capital, a number or a name."""
WHOLE = ("ask", "reason", "advice", "waiting", "glossary", "rule", "ruling")
"""Those that end as a sentence does."""
RULES = ("rule", "ruling")
"""Kinds that speak of tables and formulas: ids and signs may stand in them."""
HYPHEN = re.compile(r"(?:^|[\s(+])-\d")
ARTICLE = re.compile(r"(?<![\w.→–-])([Aa]n?) (“?)(?!(?:is|r)\b)(\w[^\s.,;:)]*)")
PAIRS = (("(", ")"), ("[", "]"), ("“", "”"), ("‘", "’"))


class Vocabulary:
    """The names and terms of a game."""

    def __init__(self, game: Any) -> None:
        board = game.board()
        self.names = sorted(
            {
                row["name"]
                for part in ("units", "spaces", "sides", "phases", "markers", "tracks", "flags")
                for row in board[part]
            }
            | {face["name"] for face in board.get("faces", ()) if face.get("name")}
            | {side["adjective"] for side in board["sides"]},
            key=len,
            reverse=True,
        )
        self.units = {row["name"] for row in board["units"]}
        self.ids = {
            name
            for name in (*game.unit_ids, *game.space_ids)
            if not name.isdigit() and not any(name in known.split() for known in self.names) and name not in self.names
        }
        self.terms = {word for row in game.glossary for word in (row["term"], *row.get("also", ()))}

    @cached_property
    def named(self) -> re.Pattern[str]:
        return re.compile(r"(?<!\w)(?:" + "|".join(map(re.escape, self.names)) + r")(?!\w)")

    @cached_property
    def plural(self) -> re.Pattern[str]:
        """Names that are many: `Coast Guns is`, `The Allies decides`."""
        many = sorted({name for name in self.units if is_plural(name)}, key=len, reverse=True)
        names = "|".join(
            map(re.escape, [*many, "The Allies", "The Japanese", "The Chinese", "The British", "The Marines"])
        )
        return re.compile(rf"(?<![\w,] )(?<!and )(?<!of )(?:{names}) ({SINGULAR})\b")

    def abbreviations(self, text: str) -> Iterator[str]:
        """Capitals that are spelled out nowhere, and our own shorthand, in a text without names."""
        for word in re.findall(r"(?<![\w-])[A-Z][A-Z0-9]{1,5}(?![\w-])|(?<![\w-])[TA-Z]\d(?![\w-])", text):
            if word in BANNED or not (PLAIN.fullmatch(word) or {word, word.rstrip("0123456789")} & self.terms):
                yield word


def offences(text: str, words: Vocabulary) -> Iterable[str]:
    """What is wrong with a text, each fault in a few words."""
    names = [found.span() for found in words.named.finditer(text)]
    for fault, pattern in CHECKS.items():
        found = pattern.search(text)
        if found and not any(start <= found.start() < end for start, end in names):
            yield f"{fault}: {found[0].strip()}"
    rest = words.named.sub("·", text)
    for pattern, fault in ((ONE_OF, "one of many"), (MANY_OF, "many of one")):
        for found in pattern.finditer(rest):
            yield f"{fault}: {found[0]}"
    for found in words.plural.finditer(text):
        yield f"agreement: {found[0]}"
    for word in words.abbreviations(rest):
        yield f"abbreviation: {word}"
    for word in re.findall(r"[\w-]+", text):
        if word in words.ids:
            yield f"an id: {word}"


def unfinished(kind: str, text: str) -> Iterable[str]:
    """Faults at the beginning or the end of a text of a kind."""
    stem = kind.partition("_")[0]
    if stem in SENTENCES and text[0].islower():
        yield f"begins with a small letter: {text.split()[0]}"
    if stem in WHOLE and not re.search(r"[.?!]\W?$", text):
        yield f"no end: {text.split()[-1]}"
    if re.search(r"(?:[,;:]|\b(?:and|or|of|the|an|to|by))$", text):
        yield f"breaks off: {text.split()[-1]}"


def english(text: str, words: Vocabulary) -> Iterable[str]:
    """Faults of English in a text: a number and its noun or verb, an article, a minus sign, a quote or bracket, he."""
    if (found := HE.search(text)) and not PERSONS.search(text):
        yield f"he: {found[0]}"
    rest = words.named.sub("·", text)
    for fault, pattern in AGREEMENT.items():
        for found in pattern.finditer(text if "side" in fault else rest):
            yield f"{fault}: {found[0].strip()}"
    for found in HYPHEN.finditer(text):
        yield f"a hyphen for a minus: {found[0].strip()}"
    names = [found.span() for found in words.named.finditer(text)]
    for found in ARTICLE.finditer(text):
        if any(start < found.start() < end for start, end in names):
            continue  # the letter of a name: `Fast Carriers A`
        if with_article(found[3]).split()[0] != found[1].lower():
            yield f"article: {found[0]}"
    for left, right in PAIRS:
        if right != "’" and text.count(left) != text.count(right):
            yield f"unbalanced: {left}{right}"
    if text.count('"') % 2:
        yield 'unbalanced: "'


Said = Iterator[tuple[str, str]]
"""Where a text stands, and the text."""


def said_by(game: Any, s: Any, rng: random.Random) -> Said:
    """What a game says at a question besides its log and prompt: previews, reasons, ways to move, layers, the score."""
    asked = s.pending
    if not isinstance(asked, Decision):
        return
    side = asked.side
    for card in game.previews(s, side):
        yield from texts_of("preview", card)
    for option in rng.sample(asked.options, min(3, len(asked.options))):
        yield from texts_of("preview", game.preview(s, side, option))
        for way in game.reach(s, side, game.units_of(option)[:1]):
            yield from texts_of("reach", {key: way[key] for key in ("name", "points", "notes") if key in way})
    yield from reasons(game, s, rng)
    for overlay in game.overlays(s, side):
        yield "overlay", overlay.name
        for _, words in overlay.legend:
            yield "overlay", words
    for sheet in game.desk(s, asked):
        yield from texts_of("desk", {"name": sheet.name, "columns": sheet.columns})
        for row in sheet.rows:
            yield from texts_of("desk", {"text": row.text, "figures": row.figures, "note": row.note})
            for words, _ in row.acts:
                yield "desk act", words
    for other, _ in enumerate(game.sides):
        for option in game.standing(s, other):
            yield "standing act", game.plain(option)
    ledger = game.ledger(s, side, [])
    if ledger is not None:
        for entry in in_words(ledger, game.text, [party.name for party in game.parties()]).entries:
            yield "ledger", entry.text


def reasons(game: Any, s: Any, rng: random.Random) -> Said:
    """Why some things are not on offer."""
    side = s.pending.side
    mine = [row[0] for row in game.view(s, side)["units"]]
    spaces = range(len(game.space_ids))
    for unit in rng.sample(mine, min(4, len(mine))):
        for space in (None, *rng.sample(spaces, 3)):
            for bar in game.why_not(s, side, unit, space):
                yield "reason", bar.text
        for _, bars in game.verbs_for(s, side, unit):
            for bar in bars:
                yield "reason", bar.text
    for space in rng.sample(spaces, 3):
        for bar in game.why_not(s, side, None, space):
            yield "reason", bar.text
    for bar in game.why_not(s, side, None, None):
        yield "reason", bar.text


def words_in_data(game: Any) -> Said:
    """What stands in a game's data and never changes: buttons, standing orders, choices, facts, terms, rules."""
    for verb in game.verbs.values():
        yield "button", re.sub(r"\{(\w+?)\d*\}", r"the \1", verb.label)
        yield "button", verb.why
        yield from (("button word", word) for word in verb.words.values())
    for order in game.orders:
        yield "order", order.name
        yield from (("order", choice) for choice in order.choices.values())
    for choice in (*game.scenarios, *game.options):
        yield from (("choice", text) for text in (choice.name, choice.blurb))
    yield from (("about", text) for text in (game.title, game.subtitle, game.blurb, game.length, game.complexity))
    for row in game.glossary:
        yield "glossary", row["means"]
    for row in game.cases:
        yield "rule", row["rule"]
    for row in game.rulings:
        yield from (("ruling", row[key]) for key in ("problem", "ruling") if key in row)
    for part in ("spaces", "units", "faces", "markers", "flags", "tracks"):
        for thing in game.board().get(part, ()):
            yield from texts_of(f"fact of {part}", {"facts": thing.get("facts", ()), "note": thing.get("note", "")})


NUMBERS_ONLY = ("value", "cases", "symbol", "id", "look", "tone", "kind")


def texts_of(where: str, card: Any) -> Said:
    """The texts of a preview, whatever their place in it, but for plain values."""
    if isinstance(card, dict):
        for key, value in card.items():
            if key not in NUMBERS_ONLY:
                yield from texts_of(where, value)
    elif isinstance(card, (list, tuple)):
        for value in card:
            yield from texts_of(where, value)
    elif isinstance(card, str) and re.search(r"[A-Za-z]{2}", card):
        yield where, card


def staff_reasons(
    game: Any, seed: int, decisions: int, start: Mapping[str, Any] | None = None
) -> Iterator[tuple[Any, Option, str]]:
    """Positions of a game of the staffs, each with what the staff chooses and the reason that it gives."""
    dice = KeyedDice(f"{game.id}/staff/{seed}".encode())
    seated = [bots.make("staff", game, side, random.Random(f"{seed}/{side}")) for side in range(len(game.sides))]
    s = game.new(game.scenarios[seed % len(game.scenarios)].id, {option.id: option.default for option in game.options})
    s.log = []
    advance(s, dice)
    if start:
        game.edit(s, start)
        advance(s, dice)
    for _ in range(decisions):
        asked = s.pending
        if s.winner != ONGOING or not isinstance(asked, Decision):
            return
        staff = seated[asked.side]
        chosen = staff.choose(game.redact(s, asked.side), asked)
        yield s, chosen, staff.reason
        apply(s, asked.side, chosen, dice)
