"""The rules: a tab, a page of their own, links and terms everywhere, and why something is not allowed."""
