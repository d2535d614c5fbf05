"""One played game: a header and a list of decisions, with undo, branches, save and verification.

`Match` and what it is made of come from here; `match` and `header` say the rest about it. `save` reads and writes its
file, `sealing` that of a match that is not over, `notation` single decisions, `verify` checks a whole record.
`ordering` carries out orders of many units, `standing` those that were given ahead. `sight` says who may read what.
Its own: `lines`, `headline`.
"""

from grognard.match.header import Header, Seed
from grognard.match.match import Match, Played

__all__ = ["Header", "Match", "Played", "Seed"]
