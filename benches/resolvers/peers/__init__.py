"""One module a peer: `prepare(problem)` returns what solves it, giving versions or `None`."""
