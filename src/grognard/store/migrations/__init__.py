"""How the tables came to be what they are: one step per format, run by Alembic."""

HEAD = 6  # tournaments
"""The format that this program reads and writes; its step is the last one in `versions`."""
