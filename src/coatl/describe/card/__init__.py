"""Facts of the card game."""
