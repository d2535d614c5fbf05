"""Many games at once: simulation, case coverage, pictures of positions, measurements."""
