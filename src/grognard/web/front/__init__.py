"""The front page: matches to continue, games to begin, saves to load."""
