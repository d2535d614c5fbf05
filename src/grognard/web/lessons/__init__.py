"""Lessons: the way into a game, step by step."""
