"""The page: lessons and puzzles of a game, and how far one is with them."""
