//! Text of skills: fences, YAML, positions.
