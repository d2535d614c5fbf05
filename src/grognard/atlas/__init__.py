"""Drawing: maps and counters as SVG, from what `maps` knows of the country. Of a game its board, counter
faces and markers alone know it.

For games: `hexboard` (the board of a hex map), `drawing` (the map), `drawn_maps` (maps by game, kept), `counters`
(counters and markers as one sheet), `areas` (maps of areas). For the command line: `report` (maps held to what is known
of them), `countersheet`. `build` and `geography` make a map's coasts, rivers and relief from public files, once, with
libraries that players do not install. Its own: everything else, one module per kind of thing that is drawn.
"""
