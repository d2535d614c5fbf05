"""What every game is made of: flow, options, dice, log, views, graph of spaces, search, odds, tables.

The kernel knows no game, no disk and no web.
"""
