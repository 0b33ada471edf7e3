"""The rules, and decks of one's own."""

from pathlib import Path
from typing import Annotated

import typer

from coatl.cli.options import AsJson, DeckFile, GameName, in_language, lines

app = typer.Typer()
deck_app = typer.Typer(no_args_is_help=True, help="Own decks: a file with the cards and pieces of your box.")
app.add_typer(deck_app, name="deck")


@app.command(
    epilog=lines(
        "coatl rules",
        "coatl rules 4.2",
        "coatl rules finishing",
        "coatl rules R6",
        "coatl rules 5",
    )
)
@in_language
def rules(
    section: Annotated[
        list[str] | None, typer.Argument(metavar="SECTION", help="A number, a word of its title, or a ruling.")
    ] = None,
) -> None:
    """Read the rules, with every ruling and what is reconstructed."""
    from coatl.terminal.rules_page import rules_page
    from coatl.terminal.theme import console

    console().print(rules_page(" ".join(section or [])))


@app.command(
    epilog=lines(
        "coatl cards board",
        "coatl cards card --json",
        "coatl cards board --deck my.toml --json",
    )
)
@in_language
def cards(game: GameName, json: AsJson = False, deck: DeckFile = None) -> None:
    """List the cards of a game: patterns, levels, goals and points; with --json as bots and programs read them."""
    from coatl.terminal import reports

    reports.cards(game, deck, json)


@deck_app.command(
    "check",
    epilog=lines(
        "coatl deck check my.toml",
    ),
)
def check_deck(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The deck file.", show_default=False)],
) -> None:
    """Check a deck file; every fault is named with its card and field (exit status 2)."""
    from coatl.terminal import reports

    reports.deck(file)
