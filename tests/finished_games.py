"""Finished games, replayed on every run: what the tests of every game share."""

from __future__ import annotations

from pathlib import Path

from grognard import games
from grognard.match.match import Match
from grognard.match.save import load, write
from grognard.match.verify import verify


def replayed(file: Path) -> Match:
    """A finished game: of the data as they are, verified, and written again to the byte."""
    text = file.read_text(encoding="utf-8")
    match = load(text).match
    assert match.header.version == games.load(match.game.id).version, "make the fixtures anew: the data has changed"
    report = verify(text)
    assert report.ok, report
    assert write(match) == text
    return match
