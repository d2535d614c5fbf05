"""Work that is not trusted to end: done in processes of its own, within limits, and called off when nobody waits.

`lane.Lane` is one kind of work with its worker processes and its queue, `worker` says how a job can fail. Its own:
`limits`, what each kind may cost.
"""
