"""Exact answers: what a coatl scores, the best there is, puzzles."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from coatl.cli.options import OPTIONS, AsJson, DeckFile, Difficulty, GameName, Promo, in_language, lines

Position = Annotated[str | None, typer.Option(metavar="LINE", help="A position in one line.")]
Record = Annotated[Path | None, typer.Option(metavar="FILE", help="A moment of a recorded game.")]
At = Annotated[int | None, typer.Option(metavar="N", help="After N actions.", show_default="the last")]
Seat = Annotated[
    int | None, typer.Option(metavar="SEAT", help="Who asks; only what it sees is used.", show_default="who decides")
]

app = typer.Typer()
solve_app = typer.Typer(no_args_is_help=True, help="Ask for the best there is, exactly, with reasons.")
app.add_typer(solve_app, name="solve")


def as_plain_python() -> None:
    """Lets the rules run uncompiled: for one small question compiled code takes longer to load than to answer."""
    if "coatl.engine.jit" not in sys.modules:
        os.environ["NUMBA_DISABLE_JIT"] = "1"


@app.command(
    epilog=lines(
        'coatl score board "(BBRBBKYBBYY)" Y4 K5 R5 T3',
        'coatl score board "(GYG" G8 --json',
        'coatl score card "RG^BY" G1 P1',
    )
)
@in_language
def score(
    game: GameName,
    coatl: Annotated[str, typer.Argument(metavar="COATL", help='Its colours, like "(BBYR)".', show_default=False)],
    cards: Annotated[list[str] | None, typer.Argument(metavar="CARD…", help="Prophecies and a temple.")] = None,
    json: AsJson = False,
    deck: DeckFile = None,
) -> None:
    """Ask what a coatl scores with its cards, and why.

    R red, G green, B blue, Y yellow, K black. ( before the first piece is a head, ) behind the last a tail.
    Card game: ^ behind a letter says that this part lies on another one.
    """
    as_plain_python()
    from coatl.terminal import reports

    reports.score(game, coatl, cards or [], deck, json)


@solve_app.command(
    "board",
    epilog=lines(
        'coatl solve board --pieces "(B B Y Y R)" --cards "Y4 K5" --temples T3',
        'coatl solve board --pieces "(K GGB R)" --cards "K4 R4" --coatl "(BBY K5" --coatl "GRR"',
        'coatl solve board --pieces "(BBYYR)" --cards "Y4 K5 R5 B3" --single --difficulty 4 --json',
        "coatl solve board --record game.coatl --at 30 --seat 1 --cells",
    ),
)
@in_language
def solve_board(
    *,
    pieces: Annotated[
        str | None, typer.Option(metavar="PIECES", help='What lies on the board: "(R GGB K)" has a head and a tail.')
    ] = None,
    cards: Annotated[list[str] | None, typer.Option(metavar="CARDS", help="Prophecies in hand.")] = None,
    temples: Annotated[list[str] | None, typer.Option(metavar="CARDS", help="Temples in reach.")] = None,
    coatl: Annotated[
        list[str] | None,
        typer.Option(metavar="COATL", help='An unfinished coatl and the cards beside it: "(BBY K5 R5".'),
    ] = None,
    single: Annotated[bool, typer.Option("--single", help="Plan one coatl, whatever else could be finished.")] = False,
    position: Position = None,
    record: Record = None,
    at: At = None,
    seat: Seat = None,
    cells: Annotated[
        bool, typer.Option("--cells", help="Also what each cell of the supply board would bring.")
    ] = False,
    difficulty: Difficulty = None,
    promo: Promo = False,
    deck: DeckFile = None,
    json: AsJson = False,
) -> None:
    """Find the way to assemble with the most points, and the best others, with reasons card by card.

    All that counts is the points of the coatls that are finished; with equal points fewer pieces, then fewer cards.
    Of a temple pile only the top counts.
    """
    from coatl.terminal.board import solve

    given = solve.Given(
        pieces,
        cards or [],
        temples or [],
        coatl or [],
        position,
        record,
        at,
        seat,
        OPTIONS["difficulty"].value(difficulty) if difficulty else [],
        promo,
        deck,
    )
    solve.board(given, single, cells, json)


@solve_app.command(
    "card",
    epilog=lines(
        "coatl solve card --coatl RG^BY --hand RG,BY --own B1:1 --middle G3,P2",
        "coatl solve card --coatl RGRG --own B1:1 --temple T3     the last round: head and tail",
        "coatl solve card --record game.coatl --at 30 --seat 1 --json",
    ),
)
@in_language
def solve_card(
    *,
    coatl: Annotated[str | None, typer.Option(metavar="COATL", help='Your coatl, like "RG^BY".')] = None,
    hand: Annotated[list[str] | None, typer.Option(metavar="FEATHERS", help="In hand; none: the last round.")] = None,
    own: Annotated[list[str] | None, typer.Option(metavar="CARDS", help="Your prophecies: B1:2 is on level 2.")] = None,
    middle: Annotated[list[str] | None, typer.Option(metavar="CARDS", help="Prophecies in the middle.")] = None,
    theirs: Annotated[list[str] | None, typer.Option(metavar="CARDS", help="Prophecies of the opponent.")] = None,
    temple: Annotated[str | None, typer.Option(metavar="CARD", help="The temple of the table.")] = None,
    second: Annotated[bool, typer.Option("--second", help="Only the second card of the turn is left.")] = False,
    position: Position = None,
    record: Record = None,
    at: At = None,
    seat: Seat = None,
    deck: DeckFile = None,
    json: AsJson = False,
) -> None:
    """Find the way to play this turn with the most points when it is over, with reasons card by card.

    A discard counts with the mean over what may be revealed; in the last round the points are final.
    """
    from coatl.terminal.card import solve

    laid = solve.laid(coatl, hand, own, middle, theirs, temple, second)
    solve.card(solve.Given(laid, position, record, at, seat, deck), json)


@app.command(
    epilog=lines(
        "coatl puzzle",
        "coatl puzzle --level hard --seed 7",
        "coatl puzzle --game card",
        "coatl puzzle --level easy --seed 7 --solution",
    )
)
@in_language
def puzzle(
    game: Annotated[str, typer.Option(metavar="GAME", help="Of which game: board or card.")] = "board",
    level: Annotated[str, typer.Option(metavar="LEVEL", help="How hard: easy, medium or hard.")] = "medium",
    seed: Annotated[str | None, typer.Option(help="The same seed brings the same puzzle.", show_default="any")] = None,
    solution: Annotated[bool, typer.Option("--solution", help="Print the puzzle and its solution.")] = False,
    json: AsJson = False,
) -> None:
    """Solve a puzzle: one way to assemble, or in the card game to play a turn, brings more points than all others.

    Type the steps as in a game, done when you are ready, hint if you are stuck, give up to see the solution.
    """
    from coatl.terminal import puzzle

    puzzle.puzzle(game, level, seed, solution, json)
