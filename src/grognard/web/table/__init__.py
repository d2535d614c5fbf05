"""A match on the screen: its session, its frame, its menu and its keys."""
