"""Exact answers: the best coatl from these pieces and cards, the best turn."""
