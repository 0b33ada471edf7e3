"""Facts of the board game."""
