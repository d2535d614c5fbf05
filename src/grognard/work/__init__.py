"""Work that is not trusted to end: done in processes of its own, within limits, and called off when nobody waits.

`lane.Lane` is one kind of work with its worker processes and its queue; `limits.LANES` says what each may cost.
"""
