"""The live set of packages and its frozen views."""
