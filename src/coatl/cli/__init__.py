"""The command `coatl`: a module for each family of commands. Everything heavy is imported when a command needs it."""

from coatl.cli.command import main

__all__ = ["main"]
