"""Iwo Jima: Rage Against the Marines. One module per chapter of the rules; `flow.py` is the sequence of play."""

from grognard.games.iwojima.game import build

__all__ = ["build"]
