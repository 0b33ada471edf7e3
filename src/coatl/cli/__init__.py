"""The command `coatl`: a module for each family of commands. Everything heavy is imported when a command needs it."""

import gc


def main() -> None:
    """Runs the command.

    While modules are read nothing becomes garbage, and looking for it takes a tenth of the start. A command that does
    more than to explain itself looks for garbage again (`app.coatl`).
    """
    gc.disable()
    from coatl.cli.app import main as run

    try:
        run()
    finally:
        if not gc.isenabled():
            gc.freeze()  # nothing is searched at the end either
