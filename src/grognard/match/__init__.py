"""One played game: a header and a list of decisions, with undo, branches, save and verification.

`Match` and its parts come from here; `match` and `header` hold the rest. `save` reads and writes save files,
`sealed_file` those of unfinished matches, `notation` single decisions, `verify` checks a whole record.
`order_execution` carries out orders of many units, `standing_orders` those given ahead; `visibility` says who may read
what. `save_lines` and `header_validation` are used within `match` alone.
"""

from grognard.match.header import Header, Seed
from grognard.match.match import Match, Played

__all__ = ["Header", "Match", "Played", "Seed"]
