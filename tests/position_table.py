"""A position under one's hands, with names in place of numbers: what the tests of every game share."""

from grognard.testing.named_positions import Table, set_table

__all__ = ["Table", "set_table"]
