"""Moves, dice and losses, shown one after another on the map."""
