"""Jobs on matches for worker processes: saves and positions that strangers sent, and long work.

Each of these functions takes and returns plain values. What the server then does itself with the same values has been
done here before, within limits, and the rules are deterministic: it will end there as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from grognard import games
from grognard.bots.hints import caption
from grognard.kernel import orders
from grognard.kernel.flow import Bar, Decision, Option, Refused
from grognard.kernel.ids import Side
from grognard.kernel.messages import Reason
from grognard.kernel.play import apply
from grognard.lab.after_action import report
from grognard.lab.mistakes import Mistake
from grognard.lab.position_picture import picture
from grognard.match import Header, Match
from grognard.match import save as saves
from grognard.match.order_execution import Wanted, carried
from grognard.server.http import messages_to_page
from grognard.server.http.json_responses import encode
from grognard.server.matches import custom_positions
from grognard.server.matches.consequences import consequences
from grognard.server.matches.seat_view import SeatLog, table_now
from grognard.server.workers.bot_players import Bots

PICTURE_WIDTH = 1200
"""Pixels of a picture of the map."""


def shown(game: str, scenario: str, options: Mapping[str, str], change: Mapping[str, Any]) -> bytes:
    """A position for the editor's page."""
    return encode(custom_positions.shown(games.load(game), scenario, options, change))


def start(game: str, scenario: str, options: Mapping[str, str], change: Mapping[str, Any]) -> dict[str, Any]:
    """A position to start a match from, looked at from every seat."""
    loaded = games.load(game)
    found = custom_positions.start_of(loaded, scenario, options, change)
    _look(Match.new(loaded, scenario, dict(options), seed=1, start=found))
    return found


def replayed(text: str) -> tuple[str, bool]:
    """The fault of a save, and whether it fits as far as that; nothing when it is sound."""
    try:
        match = saves.load(text).match
    except saves.SaveError as wrong:
        if wrong.match is not None:
            _look(wrong.match)
        return str(wrong), wrong.match is not None
    _look(match)
    return "", True


def written(save: str, side: Side | None, mistakes: Sequence[Mistake] = ()) -> bytes:
    """The report of a save."""
    return report(saves.load(save).match, side, mistakes).encode()


# --- a match that goes on from a position by hand


def played_on(header: dict[str, Any], position: dict[str, Any], side: Side, options: Sequence[Option]) -> None:
    """Decisions are taken, and what comes of them looked at from every seat."""
    match = _match(header, position)
    try:
        match.submit_all(side, options)
    except Refused:
        return  # the server says so itself
    _look(match)


def ordered(header: dict[str, Any], position: dict[str, Any], side: Side, wanted: Wanted) -> None:
    """An order is carried out, and what comes of it looked at from every seat."""
    match = _match(header, position)
    try:
        carried(match, side, wanted)
    except Refused:
        return
    _look(match)


def played_by_bots(header: dict[str, Any], position: dict[str, Any], count: int) -> list[tuple[Side, Option]]:
    """The next decisions of the bots, viewed from every seat; `count` is how many decisions there were before."""
    match = _match(header, position)
    Bots(match, count).play_burst()
    _look(match)
    return [(played.side, played.option) for played in match.played]


def answered(header: dict[str, Any], position: dict[str, Any], what: str, side: Side, *given: Any) -> bytes:
    """One question about a position, as JSON: `preview`, `reach`, `overlays` or `why_not`."""
    match = _match(header, position)
    return encode(asked_of(match, what, side, *given))


def asked_of(match: Match, what: str, side: Side, *given: Any) -> Any:
    """The same where it is asked, as values, from what the side may know."""
    game, known = match.game, match.known(side)
    if what == "reach":
        return orders.reach_of(game, known, side, *given)
    if what == "consequences":
        return consequences(game, known, known.pending, side)
    if what == "preview":
        known, given = _named(known, side, *given), given[:1]
    found = getattr(game, what)(known, side, *given)
    if what == "why_not":
        return messages_to_page.Reasons(reasons(found))
    if what == "verbs_for":
        verb_state = messages_to_page.VerbState
        return [verb_state(verb, caption(game, verb, *given), not bars, reasons(bars)) for verb, bars in found]
    return found


def _named(known: Any, side: Side, option: Option, *also: Option) -> Any:
    """The position in which the others of a group are part of the plan already, as many as leave room for `option`."""
    s, asked = known, known.pending
    for other in also:
        now = s.pending
        if not isinstance(now, Decision) or other not in now.options or not s.game.verbs[str(other[0])].fills:
            continue
        tried = s.copy()
        tried.pending = now
        apply(tried, side, other, None)
        then = tried.pending
        if isinstance(then, Decision) and (then.side, then.prompt) == (side, asked.prompt) and option in then.options:
            s = tried
    return s


def reasons(bars: Iterable[Bar]) -> list[Reason]:
    """Bars as the page wants them."""
    return [Reason(bar.text, bar.cases) for bar in bars]


def _match(header: dict[str, Any], position: dict[str, Any]) -> Match:
    found = Header.from_store({**header, "start": position})
    return Match(games.load(found.game), found)


def _look(match: Match) -> None:
    """All that a page is shown of the present."""
    for side in match.game.every_side:
        table_now("", match, SeatLog(side)).body()


def map_png(save: str) -> bytes:
    """The map at the end of a match, as a picture for pages that show a preview of its replay."""
    import resvg_py  # by those alone who ask for a picture

    match = saves.load(save).match
    return bytes(resvg_py.svg_to_bytes(svg_string=picture(match.game, match.state), width=PICTURE_WIDTH))
