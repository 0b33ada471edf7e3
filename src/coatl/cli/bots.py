"""Bots: which there are, and one as a process of its own."""

import sys
from typing import Annotated

import typer

from coatl.cli.options import AsJson, in_language, lines

app = typer.Typer()
bot_app = typer.Typer(no_args_is_help=True, help="A bot as a process of its own.")
app.add_typer(bot_app, name="bot")


@app.command(
    epilog=lines(
        "coatl bots",
        "coatl bots --json",
        "coatl play board --bot novice          an easy opponent",
        "coatl play board --bot high-priest     the strongest",
        "coatl play card --bot search:50ms      50 ms for each decision",
        "coatl play card --bot search:2000      2000 simulated games for each",
        "coatl play card --bot my.module:MyBot  a Python class of your own",
        'coatl play card --bot "exec:50ms:python mybot.py"  any program: docs/bots.md',
    )
)
@in_language
def bots(json: AsJson = False) -> None:
    """List the opponents, the weakest first: names, levels and what they are like."""
    from coatl.terminal import opponents

    opponents.bots(json)


@bot_app.command(
    "serve",
    epilog=lines(
        "coatl bot serve greedy",
        'coatl play board --bot "exec:coatl bot serve greedy"  is --bot greedy',
        "The protocol, and a bot of twenty lines, are in docs/bots.md.",
    ),
)
def serve_bot(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="A bot's name, or an import path.", show_default=False)],
) -> None:
    """Run a bot behind lines of JSON on standard input and output, until the input ends."""
    from coatl.bots.line_server import serve
    from coatl.bots.registry import entrant

    serve(entrant(bot), sys.stdin.buffer, sys.stdout.buffer)
