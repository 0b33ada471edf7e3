"""The board game: the best coatls from pieces, cards and temples, compiled."""
