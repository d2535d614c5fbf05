"""What every game is made of. The kernel knows no game, no disk and no web; everybody else may import all of it.

For rules: `flow` (frames, options, questions, dice, the log), `kinds` (units, spaces, sides and sets of them), `bits`
(what is in a set), `state` (the position), `graph` and `search` (who is next to whom, how far, at what cost),
`tables`, `odds`, `lots`, `notes` (what need not be worked out twice), `once`, `datafile` (data with errors that name
the line).
For what a game shows: `game` (all that it answers), `words` (sentences), `ledger`, `overlays`, `desk`, `showing`,
`standing` (orders given ahead), `sandbox` (positions by hand), `wire` (the shapes that go to the page).
For who plays and keeps games: `play` (a position goes on), `dice`, `orders`, `runs`, `bounds` (what comes from
outside), `text_limits`.
Its own: `records`, `rulebook`.
"""
