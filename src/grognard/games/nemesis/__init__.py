"""Nemesis: the campaign in northern Burma, March to August 1944.

One module per chapter of the rules; `flow.py` is the sequence of play.
"""

from grognard.games.nemesis.game import build

__all__ = ["build"]
