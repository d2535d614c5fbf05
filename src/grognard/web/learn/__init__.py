"""Lessons and puzzles, and the progress made with them."""
