"""The version of the program, and of the rules that it plays."""

__version__ = "1.0.0"
RULES_VERSION = 1  # raised whenever the same seed, options and moves could give another game (RULES 7)
