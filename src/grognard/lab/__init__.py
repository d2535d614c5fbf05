"""Many games at once: simulations, studies, sweeps, arenas and benchmarks; and the analysis of single matches.

For the server: `after_action` (the report of a match), `analysis` and `mistakes` (where a match was decided), `rollout`
(who is winning), `confidence_intervals`. For Python programs: `simulate`, `env` (learning environments),
`position_picture`. For the command line: `simulation_report`, `position_description`, `case_coverage`, `study`,
`study_findings`, `study_page`, `game_statistics`, `game_statistics_page`, `sweep`, `sweep_factors`, `luck_share`,
`executors`, `arena`, `arena_page`, `sprt`, `benchmarks`, `club_benchmark`, `page_benchmark`, `peer_benchmark`. All
other modules are used within `lab` alone.
"""
