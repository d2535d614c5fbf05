"""Creation of matches: quotas, seats and credentials of a new match."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.requests import Request
from starlette.responses import Response

from grognard.bots import is_offered
from grognard.match import Match
from grognard.match.header import HUMAN
from grognard.server.http import credentials, messages_to_page
from grognard.server.http.errors import ApiError, malformed
from grognard.server.http.json_responses import as_json
from grognard.server.matches.requested_match import registry_of, seats_of
from grognard.server.workers.bot_players import no_player
from grognard.store.match_rows import holder_of


def check_guests_play(request: Request) -> None:
    """Refuse a guest a match at a club that only the invited play at."""
    if request.app.state.members_only:
        text = "Only members of this club play here. Sign in first; to join, ask for an invitation."
        raise ApiError(403, "enter", text)


async def create_match(
    request: Request, match: Match, notes: list[str] | None = None, kind: str = "", invited: Sequence[str] = ()
) -> Response:
    """Keep a new match (one of a `kind` out of the list of matches) and hand out its seats, but for those that are kept
    for somebody who will be `invited`."""
    for side, player in match.header.seats.items():
        if player != HUMAN and not is_offered(player, match.game):
            raise malformed(no_player(player, side, match.game))
    page = credentials.is_page(request)
    shown = credentials.credentials(request)
    # A member's seat is theirs in every browser; a program without an account is given tokens.
    if not shown.member and not kind:  # a lesson is anybody's
        check_guests_play(request)
    key = shown.key or credentials.new_key()
    holder = shown.member or (holder_of(key) if page else None)
    people = [side for side, player in match.header.seats.items() if player == HUMAN]
    if not set(invited) <= set(people) or (invited and set(invited) >= set(people)):
        raise malformed("You can invite people only to seats that people play, and you keep one seat yourself.")
    quotas = request.app.state.quotas
    makers: dict[str, int] = quotas.owners(request, holder)
    if kind:  # a lesson takes many: only an address has a quota of them
        makers = {owner: times for owner, times in makers.items() if times > 1}
    most: dict[str, int] = await quotas.check_open(makers)
    if match.bot_to_move is not None:
        quotas.check_programs(request)
    live = await registry_of(request).add(match, kind, holder, invited, most)
    live.wake_bots()
    # The page holds its seats by cookie: all it is told is which they are. A program is told its tokens, and has an
    # invitation for a browser besides.
    issued, live.issued = live.issued, {}
    tokens = {side: issued[side] if holder is None else side for side in live.tokens if side in match.header.seats}
    sitting = seats_of(match.header.seats, tokens, live.tokens)
    invitation = issued.get(credentials.INVITATION, "")
    made = as_json(messages_to_page.NewMatch(live.id, sitting, invitation, notes or ()))
    if holder is not None and not shown.member:
        credentials.give_key(request, made, key)
    return made
