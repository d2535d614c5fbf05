"""Parts of the general bot that all games share: varied weights, a fitted value, sampled worlds, plan search.

Nothing here knows a game. A game's bots bring their weights (`weights.toml` beside them), what the value looks at, and
the value itself as data.
"""
