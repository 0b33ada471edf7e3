"""The command `coatl`: a module for each family of commands. Everything heavy is imported when a command needs it."""

import gc


def main() -> None:
    """Runs the command."""
    gc.disable()  # while modules are read nothing becomes garbage, and looking for it takes a tenth of the start
    from coatl.cli.app import main as run

    gc.freeze()  # nor do modules ever: they need not be searched again, not even at the end
    gc.enable()
    run()
