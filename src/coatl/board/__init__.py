"""Cóatl, the board game."""
