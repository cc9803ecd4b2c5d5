"""The rows, one module an area."""
