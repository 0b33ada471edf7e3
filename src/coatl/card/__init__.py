"""Cóatl: The Card Game."""
