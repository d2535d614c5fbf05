"""Migrations of the tables: one step per format, run by Alembic."""

HEAD = 9  # tournaments from announcement to record
"""The format that this program reads and writes; its step is the last one in `versions`."""
