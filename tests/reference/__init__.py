"""Slow answers, written from the rules alone, that the fast engine has to give too."""
