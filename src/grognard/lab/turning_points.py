"""Turning points chapter of the after-action report, by the game's value of positions."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from grognard.bots.general.settings import settings_of
from grognard.lab import analysis
from grognard.lab.mistakes import Mistake
from grognard.match import Match


def chapter(match: Match, mistakes: Sequence[Mistake] = ()) -> str:
    """The curve, the turning points and the sums, with what the general found; nothing in a game without a value."""
    if settings_of(match.game.id) is None:
        return ""
    found = analysis.analyse(match)
    names = [side.name for side in match.game.sides]
    drawn = analysis.curve(match, found)
    out = [f"<section id='decided'><h2>Where it was won and lost</h2><figure>{drawn}</figure>"]
    for kind, title in ((analysis.DECISION, "Decisions"), (analysis.ROLL, "Rolls")):
        rows = [analysis.said(match.game, names, swing) for swing in found.most(kind)]
        out.append(f"<h3>{title} that moved it most</h3>{_list(rows)}")
    if mistakes:
        rows = [analysis.told(match.game, names, mistake) for mistake in mistakes]
        out.append(f"<h3>What the general would have done instead</h3>{_list(rows)}")
    out.append(f"<h3>Luck against skill</h3>{_list(analysis.sums(names, found))}</section>")
    return "".join(out)


def _list(rows: Sequence[str]) -> str:
    return f"<ul>{''.join(f'<li>{escape(row)}</li>' for row in rows) or '<li>None.</li>'}</ul>"
