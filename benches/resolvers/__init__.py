"""Resolvers against each other on one problem: problems, peers and the contest between them."""
