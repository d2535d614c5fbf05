"""The front room: matches to go on with, games to begin, saves to load."""
