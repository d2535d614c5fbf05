"""Lessons and puzzles."""
