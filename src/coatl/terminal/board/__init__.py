"""The board game in the terminal."""
