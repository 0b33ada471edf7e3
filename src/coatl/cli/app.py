"""The command itself: its families of commands, its version, and what is said when something goes wrong."""

import gc
import signal
import sys
from typing import Annotated

import typer

from coatl.cli import arena, bots, learn, play, records, rl, rules, solve
from coatl.cli.options import lines
from coatl.engine.errors import CoatlError
from coatl.extras import naming_extras
from coatl.messages import speak
from coatl.server.admin import command as administration
from coatl.server.boot import command as serving
from coatl.server.storage import command as keeping
from coatl.terminal.encoding import HANDLER
from coatl.version import RULES_VERSION, __version__

UsageError: type[Exception] = typer.BadParameter.__bases__[0]  # the parent of all mistakes in a command line
# in the order of help
FAMILIES = (play, serving, keeping, administration, solve, arena, rl, learn, records, rules, bots)

app = typer.Typer(
    name="coatl",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
for family in FAMILIES:
    app.add_typer(family.app)


@app.callback(
    invoke_without_command=True,
    epilog=lines(
        "coatl play board            a game against a simple opponent",
        "coatl play card             the card game",
        "coatl play board --solo     alone against the automaton ADAM",
        "coatl play card --campaign  alone against CARL; beat it, and CARL 2.0 opens",
        "coatl arena greedy random   a match between bots",
        "coatl rules                 the rules, with every ruling",
        'coatl score board "(BBRBBKYBBYY)" Y4 K5 R5 T3     what a coatl scores, and why',
        'coatl solve board --pieces "(BBYYR)" --cards "Y4 K5"     the best coatl from these pieces and cards',
        "coatl puzzle                find the best way to assemble",
        "Every command explains itself: coatl play --help",
    ),
)
def coatl(
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.", is_eager=True)] = False,
) -> None:
    """Cóatl, the board game, and Cóatl: The Card Game: build feathered serpents that fulfil prophecies."""
    gc.freeze()  # modules never become garbage: they need not be searched, not even at the end
    gc.enable()
    if version:
        typer.echo(f"coatl {__version__} (rules version {RULES_VERSION})")
        raise typer.Exit


def fail(message: str, status: int = 2) -> int:
    """Says on standard error what went wrong."""
    print(f"coatl: {message}", file=sys.stderr)
    return status


def main() -> None:
    """Runs the command; whatever a user can do wrong is one message and exit status 2."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # whoever reads the output may stop reading
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=HANDLER)  # a terminal without accents and arrows still shows the rest
    try:
        speak()
        with naming_extras():
            status = app(standalone_mode=False)
    except CoatlError as fault:
        from coatl.terminal.wording import error_text

        status = fail(error_text(fault))
    except UsageError as fault:
        message = fault.format_message()  # type: ignore[attr-defined]
        end = "" if message.endswith((".", "?")) else "."
        status = fail(f"{message}{end} See coatl --help. [usage]") if message else 0  # without one, help was shown
    except KeyboardInterrupt:
        status = 130
    sys.exit(status or 0)
