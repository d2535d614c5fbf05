"""The page: the general's ranks, his advice, his thoughts, and the analysis of a finished match."""
