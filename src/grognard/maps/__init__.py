"""Maps as the rules see them: hexes, edges, lines, waters and places, read from a game's `map.toml`.

Nothing is drawn here: that is `atlas`, which rests on this and which rules need not know. Games begin with `HexFacts`
(`hex_spaces`: spaces by number, hexes first and boxes after) and ask its `HexMap` (`hexmap`) what lies where.
"""
