"""Operation Ichi-Go: the war in China from April 1944, and the American landings that never were.

One module per chapter of the rules; `flow.py` is the sequence of play.
"""

from grognard.games.ichigo.game import build

__all__ = ["build"]
