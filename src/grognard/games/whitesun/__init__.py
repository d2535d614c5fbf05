"""Armies of the White Sun: the Second Sino-Japanese War, 1937-43, for one player."""
