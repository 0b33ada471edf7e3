"""The command `coatl`: a module for each family of commands. Everything heavy is imported when a command needs it."""

from coatl.cli.app import main

__all__ = ["main"]
