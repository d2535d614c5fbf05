"""Migrations of the tables: one step per format, run by Alembic."""

HEAD = 8  # tokens and invitations as digests
"""The format that this program reads and writes; its step is the last one in `versions`."""
