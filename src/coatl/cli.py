"""The command `coatl`. Everything heavy is imported when a command needs it, so that help comes at once."""

import signal
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from coatl.engine.errors import CoatlError
from coatl.version import RULES_VERSION, __version__

UsageError: type[Exception] = typer.BadParameter.__bases__[0]  # the parent of all mistakes in a command line

app = typer.Typer(
    name="coatl",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)

deck_app = typer.Typer(no_args_is_help=True, help="Own decks: a file with the cards and pieces of your box.")
app.add_typer(deck_app, name="deck")
bot_app = typer.Typer(no_args_is_help=True, help="A bot as a process of its own.")
app.add_typer(bot_app, name="bot")

solve_app = typer.Typer(no_args_is_help=True, help="Ask for the best there is, exactly, with reasons.")
app.add_typer(solve_app, name="solve")

BOARD, CARD = "Only in the board game", "Only in the card game"
RUN, RESULTS = "How it is played", "What comes of it"
OTHER_GAME = {  # the options that a game does not have
    "board": ("opponent", "manner", "campaign"),
    "card": ("difficulty", "no_tokens", "promo", "fewer_bodies", "golden_feathers"),
}

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="The game: [bold]board[/] or [bold]card[/].", show_default=False)
]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="The record of a game.", show_default=False)]
Players = Annotated[int | None, typer.Option(help="How many play, 2 to 4.", show_default="2")]
Solo = Annotated[bool, typer.Option("--solo", help="Play alone: against ADAM, or CARL in the card game.")]
Difficulty = Annotated[
    list[str] | None,
    typer.Option(
        "--difficulty",
        "--difficulties",
        metavar="1-5",
        help="Harder against ADAM; more than one: 1,4.",
        rich_help_panel=BOARD,
    ),
]
NoTokens = Annotated[
    bool,
    typer.Option("--no-tokens", help="Without sacrifice tokens: good for a first game.", rich_help_panel=BOARD),
]
Promo = Annotated[bool, typer.Option("--promo", help="With the promo cards.", rich_help_panel=BOARD)]
FewerBodies = Annotated[
    bool, typer.Option("--fewer-bodies", help="With fewer body segments: a shorter game.", rich_help_panel=BOARD)
]
Golden = Annotated[
    bool, typer.Option("--golden-feathers", help="With the expansion The Golden Feathers.", rich_help_panel=BOARD)
]
Opponent = Annotated[
    str | None,
    typer.Option(
        metavar="carl|carl2", help="Alone, against CARL or CARL 2.0.", show_default="carl", rich_help_panel=CARD
    ),
]
Manner = Annotated[
    str | None,
    typer.Option(
        metavar="MANNER",
        help="How CARL plays: daring, domineering, greedy or random.",
        show_default="random",
        rich_help_panel=CARD,
    ),
]
First = Annotated[int | None, typer.Option(metavar="SEAT", help="Who begins.", show_default="1")]
Seed = Annotated[str | None, typer.Option(help="The same seed brings the same game.", show_default="a secret one")]
DeckFile = Annotated[Path | None, typer.Option("--deck", metavar="FILE", help="Play with an own deck.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


def lines(*examples: str) -> str:
    """Examples below the help of a command, a line each."""
    return "\n".join(["[bold]Examples[/]", *examples])


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
    if version:
        typer.echo(f"coatl {__version__} (rules version {RULES_VERSION})")
        raise typer.Exit


@app.command(
    epilog=lines(
        "coatl play board --players 3",
        "coatl play board --seat Ann --seat Ben --no-tokens",
        "coatl play board --seat Ann --bot high-priest",
        "coatl play board --seat Ann --seat novice --seat Ben",
        "coatl play board --solo --difficulty 1 --difficulty 4",
        "coatl play card --bot search:50ms --bot priest",
        "coatl play card --solo --opponent carl2 --manner daring",
        "coatl play card --campaign",
        "coatl play board --resume",
    )
)
def play(
    game: GameName,
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help="A saved game to go on with.")] = None,
    players: Players = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A seat, in order: a person's name, or a bot's (novice, priest …)."),
    ] = None,
    bot: Annotated[
        list[str] | None, typer.Option(metavar="BOT", help="A bot at the next seat; coatl bots lists them.")
    ] = None,
    solo: Solo = False,
    difficulty: Difficulty = None,
    no_tokens: NoTokens = False,
    promo: Promo = False,
    fewer_bodies: FewerBodies = False,
    golden_feathers: Golden = False,
    opponent: Opponent = None,
    manner: Manner = None,
    campaign: Annotated[
        bool,
        typer.Option("--campaign", help="The next game against CARL; beat it to meet CARL 2.0.", rich_help_panel=CARD),
    ] = False,
    first: First = None,
    seed: Seed = None,
    deck: DeckFile = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Save the game there, after every action.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the last game, or with FILE.")] = False,
) -> None:
    """Play in the terminal: with friends at one keyboard, against bots, or alone against ADAM or CARL.

    Without options you play against one bot, the artisan. Seats that nobody takes are filled with bots.
    Every action is saved: leave when you like (quit, Ctrl-D, Ctrl-C) and go on with --resume.
    """
    options = options_of(
        game,
        players=players,
        first=first,
        solo=solo,
        difficulty=difficulty,
        no_tokens=no_tokens,
        promo=promo,
        fewer_bodies=fewer_bodies,
        golden_feathers=golden_feathers,
        opponent=opponent,
        manner=manner,
        campaign=campaign,
    )
    from coatl.terminal import playing

    if not resume and file is None:
        playing.begin(game, options, seat or [], bot or [], seed, deck, save, campaign)
        return
    if options or campaign or seat or seed is not None or deck is not None:
        message = "A saved game goes on with its own players, options, seed and deck: resume it without such options."
        raise CoatlError("options.contradict", message, ["--resume", "--save FILE"])
    playing.go_on(game, file, save, bot or [])


@app.command(
    epilog=lines(
        'coatl score board "(BBRBBKYBBYY)" Y4 K5 R5 T3',
        'coatl score board "(GYG" G8 --json',
        'coatl score card "RG^BY" G1 P1',
    )
)
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
def solve_board(
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
    position: Annotated[str | None, typer.Option(metavar="LINE", help="A position in one line.")] = None,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="A moment of a recorded game.")] = None,
    at: Annotated[int | None, typer.Option(metavar="N", help="After N actions.", show_default="the last")] = None,
    seat: Annotated[
        int | None,
        typer.Option(metavar="SEAT", help="Who asks; only what it sees is used.", show_default="who decides"),
    ] = None,
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
    from coatl.terminal import solving

    given = solving.Given(
        pieces,
        cards or [],
        temples or [],
        coatl or [],
        position,
        record,
        at,
        seat,
        difficulties(difficulty) if difficulty else [],
        promo,
        deck,
    )
    solving.board(given, single, cells, json)


@solve_app.command(
    "card",
    epilog=lines(
        "coatl solve card --coatl RG^BY --hand RG,BY --own B1:1 --middle G3,P2",
        "coatl solve card --coatl RGRG --own B1:1 --temple T3     the last round: head and tail",
        "coatl solve card --record game.coatl --at 30 --seat 1 --json",
    ),
)
def solve_card(
    coatl: Annotated[str | None, typer.Option(metavar="COATL", help='Your coatl, like "RG^BY".')] = None,
    hand: Annotated[list[str] | None, typer.Option(metavar="FEATHERS", help="In hand; none: the last round.")] = None,
    own: Annotated[list[str] | None, typer.Option(metavar="CARDS", help="Your prophecies: B1:2 is on level 2.")] = None,
    middle: Annotated[list[str] | None, typer.Option(metavar="CARDS", help="Prophecies in the middle.")] = None,
    theirs: Annotated[list[str] | None, typer.Option(metavar="CARDS", help="Prophecies of the opponent.")] = None,
    temple: Annotated[str | None, typer.Option(metavar="CARD", help="The temple of the table.")] = None,
    second: Annotated[bool, typer.Option("--second", help="Only the second card of the turn is left.")] = False,
    position: Annotated[str | None, typer.Option(metavar="LINE", help="A position in one line.")] = None,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="A moment of a recorded game.")] = None,
    at: Annotated[int | None, typer.Option(metavar="N", help="After N actions.", show_default="the last")] = None,
    seat: Annotated[
        int | None,
        typer.Option(metavar="SEAT", help="Who asks; only what it sees is used.", show_default="who decides"),
    ] = None,
    deck: DeckFile = None,
    json: AsJson = False,
) -> None:
    """Find the way to play this turn with the most points when it is over, with reasons card by card.

    A discard counts with the mean over what may be revealed; in the last round the points are final.
    """
    from coatl.terminal.card import solving

    laid = solving.laid(coatl, hand, own, middle, theirs, temple, second)
    solving.card(solving.Given(laid, position, record, at, seat, deck), json)


@app.command(
    epilog=lines(
        "coatl puzzle",
        "coatl puzzle --level hard --seed 7",
        "coatl puzzle --level easy --seed 7 --solution",
    )
)
def puzzle(
    level: Annotated[str, typer.Option(metavar="LEVEL", help="How hard: easy, medium or hard.")] = "medium",
    seed: Annotated[str | None, typer.Option(help="The same seed brings the same puzzle.", show_default="any")] = None,
    solution: Annotated[bool, typer.Option("--solution", help="Print the puzzle and its solution.")] = False,
    json: AsJson = False,
) -> None:
    """Solve a puzzle of the board game: one way to assemble brings more points than all others.

    Type the steps as in a game, done when you are ready, hint if you are stuck, give up to see the solution.
    """
    from coatl.terminal import puzzling

    puzzling.puzzle(level, seed, solution, json)


@app.command(
    epilog=lines(
        "coatl simulate board --players 3 --games 10000 --seed 1",
        "coatl simulate board --solo --games 5000 --jobs 2 --json",
        "coatl simulate card --solo --opponent carl2",
    )
)
def simulate(
    game: GameName,
    players: Players = None,
    games: Annotated[int, typer.Option(help="How many games.")] = 1000,
    seed: Annotated[str, typer.Option(help="The same seed brings the same games.")] = "1",
    jobs: Annotated[int, typer.Option(help="How many processor cores.")] = 1,
    json: AsJson = False,
    solo: Solo = False,
    difficulty: Difficulty = None,
    no_tokens: NoTokens = False,
    promo: Promo = False,
    fewer_bodies: FewerBodies = False,
    golden_feathers: Golden = False,
    opponent: Opponent = None,
    manner: Manner = None,
    first: First = None,
    deck: DeckFile = None,
) -> None:
    """Play many random games at full speed: scores, lengths, how games end, decisions per second.

    The digest is a hash of all final positions: equal seeds give equal digests, on any machine.
    """
    options = options_of(
        game,
        players=players,
        first=first,
        solo=solo,
        difficulty=difficulty,
        no_tokens=no_tokens,
        promo=promo,
        fewer_bodies=fewer_bodies,
        golden_feathers=golden_feathers,
        opponent=opponent,
        manner=manner,
    )
    from coatl.terminal import reports

    reports.simulate(game, options, deck, games, seed, jobs, json)


@app.command(
    epilog=lines(
        "coatl arena greedy random --game board --players 2 --games 400",
        "coatl arena search:50ms greedy --players 4      one search, three greedy",
        "coatl arena random greedy search:50ms           everybody against everybody",
        "coatl arena search:500 search:2000 --game card  simulations repeat exactly",
        "coatl arena search:50ms greedy --solo --difficulty 1,4     both meet ADAM",
        "coatl arena greedy --game card --solo --opponent carl2 --manner daring",
        "coatl arena greedy random --json - --csv games.csv --plot match.png",
        "coatl arena --plan plan.toml --plot pictures",
    )
)
def arena(
    entrants: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="BOT…",
            help="Who plays: a bot, with a limit for each move if you like: greedy, search:50ms, search:500.",
            show_default=False,
        ),
    ] = None,
    game: Annotated[str | None, typer.Option(metavar="board|card", help="The game.", show_default="board")] = None,
    players: Players = None,
    games: Annotated[int | None, typer.Option(help="How many games, at least.", show_default="100")] = None,
    seed: Annotated[str | None, typer.Option(help="The same seed brings the same deals.", show_default="1")] = None,
    solo: Solo = False,
    difficulty: Difficulty = None,
    no_tokens: NoTokens = False,
    promo: Promo = False,
    fewer_bodies: FewerBodies = False,
    golden_feathers: Golden = False,
    opponent: Opponent = None,
    manner: Manner = None,
    first: First = None,
    deck: DeckFile = None,
    plan: Annotated[Path | None, typer.Option(metavar="FILE", help="Play the matches of a TOML file.")] = None,
    patience: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", help="How long a bot may hang before it forfeits a move.", show_default="60"),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(help="How many processor cores.", show_default="all", rich_help_panel=RUN)
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Play on a Ray cluster: local, auto or HOST:PORT.", rich_help_panel=RUN),
    ] = None,
    store: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Keep the games there; with --plan, a folder.", rich_help_panel=RUN),
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Begin anew and forget the games that are kept.", rich_help_panel=RUN)
    ] = False,
    json: Annotated[
        Path | None, typer.Option(metavar="FILE|-", help="The figures, as JSON.", rich_help_panel=RESULTS)
    ] = None,
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Every game and seat, as CSV.", rich_help_panel=RESULTS)
    ] = None,
    parquet: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Every game and seat, as Parquet.", rich_help_panel=RESULTS)
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE|DIR", help="Pictures: who beats whom, points, ratings.", rich_help_panel=RESULTS),
    ] = None,
) -> None:
    """Let bots play matches: wins with intervals, points, ratings, times.

    Every deal is played in every rotation of the seats, so that luck is the same
    for all; games are rounded up to whole deals. With fewer bots than seats the
    last one fills the seats; with more, every group of them plays. With --solo
    every bot plays every deal against ADAM or CARL.

    Interrupted and started again with the same command, a match goes on where it
    was; with more --games it grows. A bot that crashes, hangs or answers something
    illegal forfeits that move: a random one is played.
    """
    table = {
        "players": players,
        "first": first,
        "solo": solo,
        "difficulty": difficulty,
        "no_tokens": no_tokens,
        "promo": promo,
        "fewer_bodies": fewer_bodies,
        "golden_feathers": golden_feathers,
        "opponent": opponent,
        "manner": manner,
    }
    own = {"game": game, "games": games, "seed": seed, "patience": patience}
    from coatl.terminal import matches

    wishes = matches.Wishes(jobs, ray, store, fresh, json, csv, parquet, plot)
    if plan is None:
        options = options_of(game or "board", **table)
        given = {name: value for name, value in own.items() if value is not None}
        matches.arena(entrants or [], given, options, deck, wishes)
        return
    if entrants or deck is not None or any(value not in (None, False) for value in (table | own).values()):
        message = "A plan file says itself who plays what: give it without bots and without options of a table."
        raise CoatlError(
            "options.contradict", message, ["--jobs", "--ray", "--store DIR", "--fresh", "--json", "--plot"]
        )
    matches.arena_of_file(plan, wishes)


@app.command(
    epilog=lines(
        "coatl replay game.coatl",
        "coatl replay game.coatl --at 30 --seat 1",
        "coatl replay game.coatl --step",
        "coatl replay game.coatl --at 30 --advice priest",
    )
)
def replay(
    file: RecordFile,
    at: Annotated[int | None, typer.Option(metavar="N", help="Show the table after N actions.")] = None,
    seat: Annotated[int | None, typer.Option(metavar="SEAT", help="See with the eyes of this seat.")] = None,
    step: Annotated[bool, typer.Option("--step", help="Go through the game table by table.")] = False,
    advice: Annotated[str | None, typer.Option(metavar="BOT", help="With --at: what a bot would do then.")] = None,
) -> None:
    """Tell a recorded game again: all of it in words, or the table at any moment."""
    from coatl.terminal import replaying

    replaying.replay(file, at, seat, step, advice)


@app.command()
def verify(file: RecordFile) -> None:
    """Check a record: every action legal, every draw from the seed, the result right.

    A record that is cut off, edited or of other rules is refused with the place and the reason (exit status 2).
    """
    from coatl.terminal import replaying

    replaying.verify(file)


@app.command(
    epilog=lines(
        "coatl rules",
        "coatl rules 4.2",
        "coatl rules finishing",
        "coatl rules R6",
        "coatl rules 5",
    )
)
def rules(
    section: Annotated[
        list[str] | None, typer.Argument(metavar="SECTION", help="A number, a word of its title, or a ruling.")
    ] = None,
) -> None:
    """Read the rules, with every ruling and what is reconstructed."""
    from coatl.terminal.look import console
    from coatl.terminal.pages import rules_page

    console().print(rules_page(" ".join(section or [])))


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
    from coatl.bots.registry import entrant
    from coatl.bots.serving import serve

    serve(entrant(bot), sys.stdin.buffer, sys.stdout.buffer)


def options_of(game: str, **given: Any) -> dict[str, Any]:
    """The options that were given, as the rules call them; the rules fill in the others and refuse what contradicts.

    >>> options_of("board", players=3, solo=False, no_tokens=True)
    {'players': 3, 'tokens': False}
    """
    chosen = {name: value for name, value in given.items() if value is not None and value is not False}
    for name in OTHER_GAME.get(game, ()):
        if name in chosen:
            own = [f"--{other}".replace("_", "-") for other in given if other not in OTHER_GAME[game]]
            message = f"--{name.replace('_', '-')} is no option of the {game} game: it belongs to the other one."
            raise CoatlError("options.unknown", message, own)
    if "no_tokens" in chosen:
        chosen["tokens"] = not chosen.pop("no_tokens")
    if "difficulty" in chosen:
        chosen["difficulties"] = difficulties(chosen.pop("difficulty"))
    chosen.pop("campaign", None)
    return chosen


def difficulties(given: list[str]) -> list[int]:
    """Numbers from `--difficulty 1 --difficulty 4` and from `--difficulty 1,4`."""
    words = ",".join(given).replace(" ", ",").split(",")
    for word in words:
        if not (word.isascii() and word.isdigit() and len(word) < 3):
            raise CoatlError(
                "options.difficulties", f"There is no difficulty {word[:20]!r}.", ["1", "2", "3", "4", "5"]
            )
    return [int(word) for word in words]


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
            stream.reconfigure(errors="replace")  # a terminal without accents still shows the rest
    try:
        status = app(standalone_mode=False)
    except CoatlError as fault:
        status = fail(str(fault))
    except UsageError as fault:
        message = fault.format_message()  # type: ignore[attr-defined]
        status = fail(f"{message} See coatl --help. [usage]") if message else 0  # without one, help was shown
    except KeyboardInterrupt:
        status = 130
    sys.exit(status or 0)
