"""Many games at once: simulation, studies, sweeps, arenas, measurements, and what is read from one match afterwards.

For the server: `afteraction` (the report), `analysis` and `mistakes` (where a match was decided), `rollout` (who is
winning), `statistics`. For Python programs: `simulate`, `env` (environments for learning), `picture`. For the command
line: `report`, `describe`, `coverage`, `study`, `findings`, `studypage`, `facts`, `factspage`, `sweep`, `variation`,
`luckstudy`, `engines`, `arena`, `arenapage`, `bench`, `clubbench`, `webbench`. Its own: everything else.
"""
