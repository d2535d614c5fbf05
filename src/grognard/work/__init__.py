"""Worker processes for jobs that may take long or come from strangers: limited, queued, cancelled when nobody waits.

`queue.Queue` is one kind of work with its processes and its queue, `worker` says how a job can fail. `limits`, what
each kind may cost, is used within `work` alone.
"""
