"""Work in worker processes: jobs, the thinking of bots."""
