"""Operation Causeway: the landing on Formosa that was planned for 1945 and never made.

One module per chapter of the rules; `flow.py` is the sequence of play.
"""

from grognard.games.formosa.game import build

__all__ = ["build"]
