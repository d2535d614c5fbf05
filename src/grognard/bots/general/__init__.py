"""What a general of any game needs: weights that can be varied, a value that was learned, worlds, a search of plans.

Nothing here knows a game. A game's bots bring their weights (`weights.toml` beside them), what the value looks at, and
the value itself as data.
"""
