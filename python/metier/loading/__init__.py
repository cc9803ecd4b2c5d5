"""From folders to verified packages."""
