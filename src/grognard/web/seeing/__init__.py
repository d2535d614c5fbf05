"""The page: the score, the record, drawers and sounds."""
