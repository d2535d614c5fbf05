"""What is left of a match: its result, its replay, its report."""
