"""Matches as a whole: new ones, save files, and how many wait for a move."""
