"""One played game: the list of decisions, undo, branches, the save file and its verification."""

from grognard.match.header import Header, Seed
from grognard.match.match import Match, Played

__all__ = ["Header", "Match", "Played", "Seed"]
