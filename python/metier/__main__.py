"""`python -m metier` is the `metier` command."""

from metier.cli.main import main

main()
