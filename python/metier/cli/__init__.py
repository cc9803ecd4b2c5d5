"""The `metier` command line."""
