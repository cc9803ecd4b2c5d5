"""One exact version of each package, or why not."""
