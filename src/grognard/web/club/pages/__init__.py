"""The club's own pages: account, members, leader board, moderation, spectators."""
