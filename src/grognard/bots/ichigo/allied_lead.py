"""The lead of the Allies at the end: the Japanese victory points, and how near each of them was."""

from __future__ import annotations

from grognard.bots.ichigo.ground import distances
from grognard.games.ichigo.facts import ALLIED, CHINA, JAPAN, US, Facts
from grognard.games.ichigo.state import LAUNCHED, State
from grognard.games.ichigo.victory import points
from grognard.kernel.bits import members
from grognard.kernel.ids import Space, Spaces

PART = 0.5
"""What being near to a point counts for, of the point itself."""
NEAR = 15
"""Hexes from which somebody begins to count as near to a place."""
MANY = 8
"""Places with Chinese units east of the railroad, or steps on Formosa, that are as many as any."""
USUAL = {True: 0.1, False: 1.6}
"""The nearness of all points together at which a draw is even, with Causeway and without: about that of drawn games."""
SPAN = 4.0
"""Points from there to a lead that is complete."""


def lead(s: State) -> float:
    """From -1 to 1; a game that is won at once is the most."""
    if s.ending and s.ending != "points":
        return 1.0 if s.winner == ALLIED else -1.0
    launched = s.causeway == LAUNCHED
    win, draw = s.game.vp_limits[2:] if launched else s.game.vp_limits[:2]
    nearness = PART * sum(causeway_shares(s) if launched else campaign_shares(s))
    even = (win - 1 + draw) / 2 + USUAL[launched]
    return max(-1.0, min(1.0, (even - points(s) - nearness) / SPAN))


def campaign_shares(s: State) -> list[float]:
    """4.2b-f: how near each point is, from nought to one."""
    g = s.game
    return [
        _held(s, g.airbases),
        _held(s, g.rail_set),
        _nearness(g, g.chungking, s.present[JAPAN]),
        _nearness(g, g.kunming, s.present[JAPAN]),
        1 - min(1.0, (s.present[CHINA] & g.east).bit_count() / MANY),
    ]


def causeway_shares(s: State) -> list[float]:
    """4.3b-g: the same; what would cost the Japanese a point counts against them."""
    g = s.game
    steps = sum(s.steps[u] for h in members(s.present[JAPAN] & g.formosa) for u in members(s.at[h]))
    against = s.present[US] | s.present[CHINA]
    return [
        *(_nearness(g, beach, s.present[JAPAN]) for beach in s.beachheads),
        _nearness(g, g.chungking, s.present[JAPAN]),
        _held(s, g.rail_set),
        min(1.0, steps / MANY) - 1,
        -_nearness(g, g.north_end, against),
        -_nearness(g, g.south_end, against),
        -max(_nearness(g, city, s.present[US]) for city in (g.shanghai, g.wuhan)),
    ]


def _held(s: State, places: Spaces) -> float:
    return (places & s.japanese).bit_count() / places.bit_count()


def _nearness(g: Facts, place: Space, who: Spaces) -> float:
    far = distances(g, place)
    return max(0.0, 1 - min((far[h] for h in members(who)), default=NEAR) / NEAR)
