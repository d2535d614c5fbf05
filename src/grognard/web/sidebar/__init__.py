"""Beside the map: the context card and the tabs; below it the tracks and the score."""
