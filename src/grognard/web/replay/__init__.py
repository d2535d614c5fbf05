"""Replays of matches: the slider, the recap, fights, the report."""
