"""The club's calls: only a server that is started with `--club` has them. At home nothing of this is loaded."""
