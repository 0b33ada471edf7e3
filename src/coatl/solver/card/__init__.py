"""The card game: the best way to play a turn, compiled."""
