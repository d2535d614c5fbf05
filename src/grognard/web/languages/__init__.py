"""The page's words: the English ones, their translations, and the choice of a language."""
