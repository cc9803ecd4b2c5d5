"""Resolved packages checked against a runtime."""
