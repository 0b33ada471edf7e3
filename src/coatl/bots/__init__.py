"""Opponents that see what a player sees: one registry, from the simplest up."""
