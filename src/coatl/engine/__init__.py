"""Shared by both games, knows neither."""
