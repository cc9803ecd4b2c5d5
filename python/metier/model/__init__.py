"""Frozen values: manifests, packages, findings."""
