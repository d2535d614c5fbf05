"""Armies of the White Sun: the Second Sino-Japanese War, 1937-43, for one player.

One module per chapter of the rules; `flow.py` is the sequence of play.
"""

from grognard.games.whitesun.game import build

__all__ = ["build"]
