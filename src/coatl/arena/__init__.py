"""Many games: simulation, and later matches, tournaments and ratings."""
