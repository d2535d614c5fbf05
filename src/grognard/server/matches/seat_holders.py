"""Holders of the seats of a match: tokens, invitations, changes of hands."""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any

from grognard.kernel.ids import Side
from grognard.match import Match
from grognard.match.header import HUMAN
from grognard.server.http.credentials import (
    BESIDE,
    INVITATION,
    MOST_BESIDE,
    MOST_SHOWN,
    Credentials,
    Invited,
    kept_typed_code,
    new_token,
    new_typed_code,
    opens,
)
from grognard.server.http.errors import ApiError
from grognard.server.matches.subscriptions import Subscriber
from grognard.store.match_rows import digest_of, made_of

MOST_HOLDERS = 16


class SeatHolders(ABC):
    """The seats of one match. Whatever changes is stored before it counts."""

    id: str
    match: Match
    tokens: dict[str, str]
    """Never changed, only put in place of others: what was worked out from them stands as long as they are the same."""
    _holders: tuple[dict[str, str], dict[Credentials, list[Side]]] | None = None
    """Who was found to hold a seat, and by which tokens: with every decision the same ask again."""

    @property
    @abstractmethod
    def subscribers(self) -> Iterable[Subscriber]:
        """Subscribers of this match."""

    @abstractmethod
    async def _amend(
        self,
        tokens: dict[str, str],
        orders: dict[str, dict[str, Any]] | None = None,
        between: dict[str, Any] | None = None,
    ) -> None:
        """Store other tokens, other standing orders of the sides, and what lies between the players, as a revision of
        the match."""

    @abstractmethod
    def _reseat(self) -> None:
        """Another kind of player has a seat: what hangs on it is made anew."""

    def held(self, shown: Credentials) -> list[Side]:
        """The sides whose seats somebody holds."""
        if self._holders is None or self._holders[0] is not self.tokens:
            self._holders = self.tokens, {}
        known = self._holders[1]
        held = known.get(shown)
        if held is None:
            held = [self.match.game.side_index(side) for side in shown.sides(self.id, self.tokens)]
            if held and len(known) < MOST_HOLDERS:
                known[shown] = held
        return held

    def seat_of(self, shown: Credentials, wanted: str) -> Side:
        """The side to decide for: the one that is named, or the first that is held."""
        held = self.held(shown)
        named = [side for side in held if wanted in ("", self.match.game.sides[side].id)]
        if not named:
            raise ApiError(403, "wrong-seat", "You do not hold this seat.")
        return named[0]

    def invited(self, code: str) -> Invited | None:
        """The seat that an invitation is for."""
        for name, known in self.tokens.items():
            if opens(code, name, known):
                every = [side for side in self.match.header.seats if side in self.tokens]
                sides = every if name == INVITATION else [name.strip(INVITATION + BESIDE)]
                return Invited(name, sides, name == INVITATION or name.endswith(BESIDE))
        return None

    def is_open(self, side: str) -> bool:
        """Whether it is a person's seat that nobody has yet."""
        return self.match.header.seats.get(side) == HUMAN and side not in self.tokens

    async def invite(self, side: str, by: Credentials, anew: bool = False) -> str:
        """A player's invitation to a seat, or a new one in place of all that may be out; the lock is held."""
        kept = "" if anew else self.tokens.get(INVITATION + side, "")
        nonce, *known = (kept or secrets.token_urlsafe(9)).split(" ")
        code = by.invitation(self.id, side, nonce)
        if digest_of(code) not in known:
            known = [*known, digest_of(code)][-MOST_SHOWN:]
            await self._amend({**self.tokens, INVITATION + side: " ".join([nonce, *known])})
        return code

    async def invite_beside(self, side: str) -> str:
        """A code by which another device gets a seat too; the lock is held."""
        code = new_typed_code()
        await self._amend({**self.tokens, INVITATION + side + BESIDE: kept_typed_code(code)})
        return code

    async def seat_beside(self, invited: Invited, key: str) -> None:
        """A browser sits down beside the one that holds the seats; the invitation is used up. The lock is held."""
        tokens = {name: token for name, token in self.tokens.items() if name != invited.name}
        for side in invited.sides:
            places = [side + BESIDE * n for n in range(1, MOST_BESIDE + 1)]
            free = [place for place in places if place not in tokens]
            tokens[(free or places[-1:])[0]] = made_of(key, self.id, side)
        await self._amend(tokens)

    async def seat_anew(self, sides: Sequence[str], key: str | None) -> dict[str, str]:
        """Seats go to a browser, or to a program, which gets these tokens; tokens and invitations of before are void.
        The lock is held."""
        void = {INVITATION, *sides}
        tokens = {
            name: token
            for name, token in self.tokens.items()
            if name not in void and name.strip(INVITATION + BESIDE) not in sides
        }
        given = {side: new_token() for side in sides} if key is None else {}
        for side in sides:
            tokens[side] = made_of(key, self.id, side) if key is not None else digest_of(given[side])
        await self._amend(tokens, self._orders_without(sides), self._between_without(sides))
        # Who had the seat hears nothing more of it: a browser that still holds it comes back at once.
        for subscriber in self.subscribers:
            if subscriber.side is not None and self.match.game.sides[subscriber.side].id in sides:
                subscriber.dismiss()
        return given

    async def touch(self) -> None:
        """Have the next revision: what other processes decide on an older one is overtaken. The lock is held."""
        await self._amend(dict(self.tokens))

    async def seat_bot(self, side: str, name: str) -> None:
        """A program goes on for a side; its seat is nobody's any more. The lock is held."""
        before = self.match.header.seats
        self.match.header.seats = {**before, side: name}
        try:
            left = {key: token for key, token in self.tokens.items() if key.strip("?+") != side}
            await self._amend(left, self._orders_without([side]), self._between_without([side]))
        except BaseException:
            self.match.header.seats = before
            raise
        self._reseat()

    def _between_without(self, sides: Sequence[str]) -> dict[str, Any]:
        """Names, talk and proposals without these sides' email addresses: nobody reads that of the one who had the
        seat before, and it is told of no more moves."""
        between = self.match.header.between
        emails = {side: kept for side, kept in between.get("emails", {}).items() if side not in sides}
        return {name: kept for name, kept in between.items() if name != "emails"} | (
            {"emails": emails} if emails else {}
        )

    def _orders_without(self, sides: Sequence[str]) -> dict[str, dict[str, Any]]:
        """The standing orders of the others: nobody is bound by what somebody ordered who had the seat before."""
        return {side: given for side, given in self.match.header.orders.items() if side not in sides}
