"""Result, replay and report of a match."""
