"""Migrations of the tables: one step per format, run by Alembic."""

HEAD = 10  # names that Unicode holds to be confusable
"""The format that this program reads and writes; its step is the last one in `versions`."""
