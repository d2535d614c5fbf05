"""Hints, estimates and analysis by the general bot."""
