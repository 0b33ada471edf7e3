"""Cóatl, the board game, and Cóatl: The Card Game."""
