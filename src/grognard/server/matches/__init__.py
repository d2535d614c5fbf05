"""Matches of a server process: registry, live match, seats, views, saves."""
