"""What each kind of runtime is handed; none is imported by `import metier`."""
