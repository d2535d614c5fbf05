"""Names of members: in any script, each once, and none that looks like another.

A name is kept as it is written (in Unicode's form NFKC). Two names are the same when their skeletons are: what is left
after folding case, dropping accents, spaces and points, and putting one letter for all that look like it (there are
two, for small letters and for capitals). By the skeleton a member is found again when they sign in. Nor may two names
be alike by Unicode's own tables of what is confusable (UTS 39), within a script as well as across them. Letters of two
alphabets that look alike are not mixed in one name at all.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

from grognard.kernel.flow import Refused

if TYPE_CHECKING:
    from regex import Pattern

SHORTEST, LONGEST = 2, 24
JOINERS = " _-.'’·"
"""What may stand between letters and figures."""
LONGEST_TYPED = 100
"""Characters that are looked at at all: bringing a text into one form can take the square of its length."""
RESERVED = (
    "a former member", "former member", "guest", "guests", "grognard", "club", "owner", "moderator", "umpire",
    "admin", "administrator", "system", "server", "nobody", "everybody", "anonymous", "computer", "me", "you",
)  # fmt: skip

_SMALL = """
a аαɑ
b ьвβƅ
c сϲᴄ
d ԁɗ
e еєҽεɛ℮
f ғƒϝ
g ɡԍց
h һнհη
i іιıɩӏ1l
j јϳ
k кκĸқ
m м
n пոռղ
o оοօσ0ѳө
p рρ
q ԛգզ
r гᴦ
s ѕꜱ
t тτ
u υսцμ
v νѵ
w ԝшωѡ
x хχ
y уүγ
z ᴢ
3 зʒ
6 б
"""
_CAPITAL = """
A АΑ
B ВΒ
C СϹ
E ЕΕ
F Ϝ
G Ԍ
H НΗ
I ІΙӀ1
J ЈͿ
K КΚ
L Լ
M МΜϺ
N Ν
O ОΟՕ0
P РΡ
Q Ԛ
S ЅՏ
T ТΤ
U ՍԱ
V Ѵ
W Ԝ
X ХΧ
Y УΥҮ
Z Ζ
"""


def _table(lines: str) -> dict[int, str]:
    """Each line: the letter that stands for all, and those that are drawn like it."""
    return {ord(letter): line[0] for line in lines.split("\n") if line for letter in line[2:]}


_FOLD_SMALL, _FOLD_CAPITAL = _table(_SMALL), _table(_CAPITAL)
_SMALL_CAPITALS = str.maketrans("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz")
"""Letters of phonetic writing, which Unicode tells from the letters that they are drawn like."""
_PAIRS = (("rn", "m"), ("vv", "w"))
"""Two small letters that are read as one."""
_TOGETHER = (
    {"Latin", "Han", "Hiragana", "Katakana"},
    {"Latin", "Han", "Hangul"},
    {"Latin", "Han", "Bopomofo"},
)
"""Scripts that are written together."""
_SCRIPTS = (
    "Arabic", "Armenian", "Bengali", "Bopomofo", "Cyrillic", "Devanagari", "Ethiopic", "Georgian", "Greek", "Gujarati",
    "Gurmukhi", "Han", "Hangul", "Hebrew", "Hiragana", "Kannada", "Katakana", "Khmer", "Lao", "Latin", "Malayalam",
    "Myanmar", "Oriya", "Sinhala", "Tamil", "Telugu", "Thaana", "Thai", "Tibetan",
)  # fmt: skip
"""In wide use today, as Unicode recommends them for names (UAX 31, table 5). Others have letters that look like ours,
and hardly anybody to read them: whole names can be written in Lisu or Cherokee that read as Latin."""


_LENGTH = f"A name has {SHORTEST} to {LONGEST} characters."


def accepted(text: str) -> str:
    """The name as it is kept; a name that cannot be is refused with a sentence."""
    if len(text) > LONGEST_TYPED:
        raise Refused(_LENGTH)
    hidden = any(unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for letter in text)
    if hidden or _unseen().search(text):
        raise Refused("A name is made of letters and figures; this one holds a character that cannot be seen.")
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if not SHORTEST <= len(name) <= LONGEST:
        raise Refused(_LENGTH)
    for letter in name:
        if unicodedata.category(letter)[0] not in "LMN" and letter not in JOINERS:
            raise Refused(f"A name is made of letters, figures, spaces and {JOINERS.strip()}, without {letter}")
    if unicodedata.category(name[0])[0] == "M" or sum(unicodedata.category(letter)[0] == "L" for letter in name) < 1:
        raise Refused("A name begins with a letter or a figure, and has a letter in it.")
    if _piled(name):
        raise Refused("A name has at most two accents on one letter.")
    scripts = _scripts(name)
    if "" in scripts:
        raise Refused("A name is written in a script that is in wide use today; this one is not.")
    if len(scripts) > 1 and not any(scripts <= together for together in _TOGETHER):
        raise Refused("A name is written in one script; this one mixes letters of several.")
    bones = skeleton(name)
    if not bones:
        raise Refused("A name has letters in it that tell it from others.")
    if bones in _RESERVED:
        raise Refused(f"The name {name} could be taken for the club's own; choose another.")
    return name


def skeleton(name: str) -> str:
    """A key that names which look alike in small letters share."""
    text = _bare(_normal(name).casefold()).translate(_FOLD_SMALL)
    for two, one in _PAIRS:
        text = text.replace(two, one)
    return text


def capitals(name: str) -> str:
    """The same for capitals: a Greek nu looks like v when it is small, and like N when it is not."""
    return _bare(_normal(name).upper()).translate(_FOLD_CAPITAL)


def alike(name: str) -> str:
    """A key that names share which Unicode holds to be confusable when they are written small."""
    text = _bare(_confusable(_normal(name).casefold()).casefold()).translate(_SMALL_CAPITALS).translate(_FOLD_SMALL)
    for two, one in _PAIRS:
        text = text.replace(two, one)
    return text


def drawn(name: str) -> str:
    """The same for names as they are written."""
    return _bare(_confusable(_normal(name)))


def _confusable(text: str) -> str:
    """Unicode's skeleton: for each letter the one, or the few, that stand for all that look like it."""
    prototypes = _prototypes()
    letters = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(prototypes.get(letter, letter) for letter in letters))


@lru_cache(maxsize=1)
def _prototypes() -> dict[str, str]:
    """Letters that Unicode's table holds to be drawn like others, with their prototypes. The library lists both
    directions: around each prototype, all that look like it."""
    from confusable_homoglyphs.confusables import confusables_data  # only a club has it

    around = {_bare_of_marks(one): others for one, others in confusables_data.items()}
    found: dict[str, str] = {}
    for one, others in around.items():
        near = [_bare_of_marks(other["c"]) for other in others]
        if len(one) == 1 and len(near) == 1 and (len(around.get(near[0], ())), len(near[0]), one) > (1, 1, near[0]):
            found[one] = near[0]
    return found


def _bare_of_marks(text: str) -> str:
    """Without the marks that the table puts around letters of scripts that run to the left."""
    return text.strip("\u200e")


def _normal(name: str) -> str:
    if len(name) > LONGEST_TYPED:
        raise Refused(_LENGTH)
    return unicodedata.normalize("NFKC", name)


def _bare(text: str) -> str:
    """Without accents, spaces and points; figures of all scripts as ours."""
    letters = unicodedata.normalize("NFD", text)
    return "".join(
        _figure(letter) for letter in letters if letter not in JOINERS and not "\u0300" <= letter <= "\u036f"
    )


def _figure(letter: str) -> str:
    value = unicodedata.decimal(letter, None)
    return letter if value is None else str(value)


def _piled(name: str) -> bool:
    """Whether accents are heaped up, so that they run into the lines around."""
    run = 0
    for letter in unicodedata.normalize("NFD", name):
        run = run + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if run > 2:
            return True
    return False


def _scripts(name: str) -> set[str]:
    """The scripts of all letters and marks; an empty one stands for all that are in no wide use."""
    found = set()
    for letter in name:
        if unicodedata.category(letter)[0] in "LM" and not _shared().match(letter):
            found.add(next((script for script, pattern in _patterns() if pattern.match(letter)), ""))
    return found


@lru_cache(maxsize=1)
def _unseen() -> Pattern[str]:
    """Characters that nothing is drawn for, though some of them count as letters or accents."""
    import regex  # only a club has it

    return regex.compile(r"\p{Default_Ignorable_Code_Point}")


@lru_cache(maxsize=1)
def _shared() -> Pattern[str]:
    """Letters and marks that several scripts share."""
    import regex

    return regex.compile(r"[\p{Script=Common}\p{Script=Inherited}]")


@lru_cache(maxsize=1)
def _patterns() -> list[tuple[str, Pattern[str]]]:
    import regex

    return [(script, regex.compile(rf"\p{{Script={script}}}")) for script in _SCRIPTS]


_RESERVED = frozenset(map(skeleton, RESERVED))
