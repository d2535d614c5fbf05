"""Beside the map: the question, the odds, the report, the score, and advice."""
