"""Conversion of a match to stored rows and back."""

from __future__ import annotations

import base64
import hmac
import secrets
from collections.abc import Callable
from hashlib import sha256

from grognard import games
from grognard.collector import seldom
from grognard.kernel.flow import Refused
from grognard.kernel.game import Game
from grognard.match import Header, Match
from grognard.match.match import DiceError
from grognard.match.notation import dice_from_text, dice_to_text, option_from_text, option_to_text
from grognard.store.checksums import chain
from grognard.store.interface import DamagedError, Line, Standing, Stored


class OtherRulesError(Exception):
    """A match that was played with rules of another version, and does not go on with these."""


def lines_of(match: Match, first: int) -> list[Line]:
    """A match's decisions from a number on, as they are stored."""
    game = match.game
    return [
        Line(p.side, option_to_text(game, p.option, p.ordered), dice_to_text(p.rolls)) for p in match.played[first:]
    ]


def standing_of(match: Match) -> Standing:
    """The match as the list of matches shows it."""
    asked = match.asked
    decides = "" if asked is None else match.game.sides[asked.side].id
    return Standing(match.state.turn, "over" if match.over else "open", decides)


def stored_of(ident: str, match: Match, tokens: dict[str, str]) -> Stored:
    """A match to be kept under an id."""
    lines = lines_of(match, 0)
    opening = dice_to_text(match.opening)
    return Stored(match.header.to_store(), tokens, opening, lines, 0, chain(ident, 0, 0, lines))


MEMBERS, BROWSERS, TOKENS = "member_", "digest_", "token_"
"""Before what the store knows members, browsers and tokens by. None of them is a key that anybody could show."""
MADE = 32
"""The length of a token that is made of a key. Nobody shows one: it is known by the key that it is made of."""


def holder_of(key: str) -> str:
    """The name of a browser's key in the store, of which its seats are made."""
    return BROWSERS + sha256(key.encode()).hexdigest()


def digest_of(shown: str) -> str:
    """All that the store keeps of a program's token or of an invitation."""
    return TOKENS + sha256(shown.encode()).hexdigest()


def new_member_key() -> str:
    """A key of which a member's seats are made. It never leaves the server."""
    return MEMBERS + secrets.token_urlsafe(32)


def made_of(key: str, match: str, side: str) -> str:
    """The token of a seat that the browser or member with this key takes."""
    digest = hmac.digest(key.encode(), f"{match}/{side}".encode(), "sha256")
    return base64.urlsafe_b64encode(digest)[:MADE].decode()


def digests_of(tokens: dict[str, str]) -> dict[str, str]:
    """The tokens of a match out of a sealed save, which may be older than digests: they open what they opened. The
    invitations are void."""
    return {
        name: token if len(token) == MADE or token.startswith(TOKENS) else digest_of(token)
        for name, token in tokens.items()
        if not name.startswith("?")
    }


@seldom()
def match_of(stored: Stored, find: Callable[[str], Game] = games.load) -> Match:
    """The match from its record, every die held against the secret behind it."""
    try:
        header = Header.from_store(stored.header)
    except (KeyError, TypeError, ValueError, AttributeError) as problem:
        raise DamagedError(f"The header cannot be read: {problem!r}.") from None
    game = find(header.game)
    match: Match | None = None
    try:
        match = Match(game, header, dice_from_text(stored.opening), check=True)
        go_on(match, stored.lines)
    except (Refused, DiceError) as problem:
        if header.version == game.version:
            at = len(match.played) + 1 if match else 0
            raise DamagedError(f"The record differs at decision {at}: {problem}") from None
        played = f"This match was played with version {header.version} of {game.title}"
        raise OtherRulesError(f"{played} and does not go on with {game.version}.") from None
    return match


def go_on(match: Match, lines: list[Line]) -> None:
    """Take decisions from the record."""
    for line in lines:
        option, ordered = option_from_text(match.game, line.words)
        match.redo(line.side, option, dice_from_text(line.rolls), ordered, own=True)
    match.look()
