"""Matches over HTTP and WebSocket: tables, seats, programs at work; in `club`, people.

`run` and `crew` start it for the command line, which also looks at `house` (all matches), `seats` and the club's
`post`. `lessons` and `static` are what tests of any game look at. Its own: everything else; `app` lists the calls,
and a call goes from there to `room` and `tables` (docs/architecture.md).
"""
