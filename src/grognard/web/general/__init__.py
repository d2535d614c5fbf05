"""The page: the general's ranks, advice and progress, and the analysis of a finished match."""
