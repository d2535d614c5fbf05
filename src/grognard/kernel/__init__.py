"""The parts that all games are made of. The kernel knows no game, no disk and no web; all other packages may import it.

For rules: `flow` (frames, options, decisions, dice, the log), `ids` (units, spaces, sides and sets of them), `bits`
(sets of small integers), `state` (the position), `graph` and `map_search` (neighbours, distances, costs), `tables`,
`odds`, `shuffle`, `position_cache`, `lazy`, `datafile` (data with errors that name the line).
For what a game shows: `game` (all that it answers), `words` (sentences), `score_ledger`, `overlays`, `worksheet`,
`board_parts`, `sight` (what a side knows, as sets), `standing_orders` (orders given ahead), `sandbox` (edited
positions), `messages` (JSON for the page).
For playing and keeping games: `play` (a position goes on), `dice`, `orders`, `log_grouping`, `bounds` and `text_limits`
(checks of input). `serialization` and `rules_search` are used within the kernel alone.
"""
