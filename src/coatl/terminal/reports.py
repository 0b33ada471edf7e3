"""The answers of `coatl cards`, `coatl score`, `coatl simulate` and `coatl deck check`."""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

import coatl
from coatl.board.rules import BoardRules
from coatl.decks import loader
from coatl.describe.cards import cards_in_play
from coatl.describe.scores import Scored
from coatl.engine.rules import Rules
from coatl.registry import rules_of
from coatl.terminal.theme import console
from coatl.validation import check_seed

if TYPE_CHECKING:
    from coatl.arena.simulation import Spread, Summary


def as_json(data: Any) -> None:
    """Prints plain data."""
    print(json.dumps(data, ensure_ascii=False))


# ---------------------------------------------------------------- cards


def cards(game: str, deck: Path | None, plain: bool) -> None:
    """Every card of a deck, promo cards included."""
    rules = rules_of(game, deck=deck, **({"promo": True} if game == "board" else {}))
    if plain:
        as_json(cards_in_play(rules))
    else:
        console().print(cards_page(rules))


def cards_page(rules: Rules) -> RenderableType:
    """A line for every prophecy and every temple."""
    table = Table.grid(padding=(0, 2))
    if isinstance(rules, BoardRules):
        from coatl.terminal.board.cards import Cards as BoardCards

        board = BoardCards(rules)
        for name in rules.names["<prophecy>"]:
            table.add_row(board.name(name), board.pattern(name), board.levels(name))
        for name in rules.names["<temple>"]:
            table.add_row(name, board.goals(name))
        return table
    from coatl.card.rules import CardRules
    from coatl.terminal.card.cards import Cards

    assert isinstance(rules, CardRules)
    card = Cards(rules)
    for name in rules.names["<prophecy>"]:
        table.add_row(card.name(name), card.pattern(name))
    for name in rules.names["<temple>"]:
        table.add_row(name, "; ".join(card.goals(name)))
    return table


# ---------------------------------------------------------------- score


def score(game: str, row: str, cards: Sequence[str], deck: Path | None, plain: bool) -> None:
    """What a coatl scores, card by card."""
    found = coatl.score(game, row, cards, deck)
    if plain:
        as_json(short_form(game, found))
    else:
        console().print(score_page(rules_of(game, deck=deck), found))


def short_form(game: str, found: Scored) -> dict[str, Any]:
    """A score for JSON; in the board game the level follows from the times."""
    names = ("times", "points") if game == "board" else ("times", "level", "points")
    cards = {card: {name: getattr(scored, name) for name in names} for card, scored in found.cards.items()}
    return {"total": found.total, "cards": cards}


def score_page(rules: Rules, found: Any) -> RenderableType:
    """The serpent, and a line for every card."""
    if isinstance(rules, BoardRules):
        from coatl.terminal.board.cards import Cards as BoardCards
        from coatl.terminal.board.explanation import why_page

        return why_page(BoardCards(rules), found)
    from coatl.card.rules import CardRules
    from coatl.terminal.card.cards import Cards
    from coatl.terminal.card.explanation import score_page as card_page

    assert isinstance(rules, CardRules)
    return card_page(Cards(rules), found)


# ---------------------------------------------------------------- simulate


def simulate(
    game: str, options: Mapping[str, Any], deck: Path | None, games: int, seed: str, jobs: int, plain: bool
) -> None:
    """Plays many random games and tells what came of them."""
    from coatl.arena.simulation import MOST_GAMES, MOST_JOBS, check_between  # heavy: `score` does without
    from coatl.arena.simulation import simulate as play_many
    from coatl.terminal.compilation import ready

    rules = rules_of(game, deck=deck, **options)
    check_between("simulate.games", "games", games, MOST_GAMES)
    check_between("simulate.jobs", "jobs", jobs, MOST_JOBS)
    check_seed(seed)
    ready(rules, games=True)
    errors = console(sys.stderr)
    columns = (TextColumn("Playing"), BarColumn(), MofNCompleteColumn(), TextColumn("games"), TimeRemainingColumn())
    with Progress(*columns, console=errors, disable=not errors.is_terminal, transient=True) as progress:
        task = progress.add_task("games", total=games)
        summary = play_many(rules, games, seed, jobs, lambda number: progress.advance(task, number))
    if plain:
        as_json(summary.data())
    else:
        names = [f"seat {seat + 1}" for seat in range(rules.seats)]
        if rules.automaton is not None:
            names = ["human", rules.automaton]
        console().print(summary_page(summary, names))


def summary_page(summary: "Summary", names: Sequence[str]) -> Table:
    """The numbers of a simulation."""
    table = Table.grid(padding=(0, 2))
    table.add_column(style="heading", no_wrap=True)
    table.add_column()
    speed = f"{summary.games / summary.seconds:,.0f} games and {summary.decisions_per_second:,.0f} decisions per second"
    table.add_row("Played", f"{summary.games:,} games, {summary.decisions:,} decisions in {summary.seconds:.2f} s")
    table.add_row("Speed", speed)
    for name, points, wins in zip(names, summary.points, summary.wins, strict=True):
        text = f"{spread(points)} points, {wins / summary.games:.1%} of the wins"
        table.add_row("Scores" if name == names[0] else "", f"{name}: {text}")
    table.add_row("Lengths", f"{spread(summary.turns)} turns, {spread(summary.decisions_per_game)} decisions")
    for place, (ending, count) in enumerate(summary.endings.items()):
        share = f"{ending.replace('-', ' ')}: {count:,} ({count / summary.games:.1%})"
        table.add_row("Endings" if place == 0 else "", share)
    table.add_row("Digest", Text(summary.digest, overflow="fold"))
    return table


def spread(numbers: "Spread") -> str:
    """A number of many games: `12.3 (0 to 41)`."""
    return f"{numbers.mean:.1f} ({numbers.least} to {numbers.most})"


# ---------------------------------------------------------------- decks


def deck(path: Path) -> None:
    """What is in a deck file.

    :raises DeckError: with every fault, if it cannot be played.
    """
    faults = loader.check(path)
    if faults:
        raise loader.broken(str(path), faults)
    game = str(loader.read_toml(path)["game"]["id"])
    found: Any = loader.load_board(path) if game == "board" else loader.load_card(path)
    table = Table.grid(padding=(0, 2))
    table.add_column(style="heading", no_wrap=True)
    table.add_column()
    table.add_row("Deck", Text(f"{found.game.name}: {path} is sound.", overflow="fold"))
    for name in ("prophecy", "temple", "feather"):
        cards = getattr(found, name, ())
        if cards:
            table.add_row({"prophecy": "Prophecies", "temple": "Temples", "feather": "Feathers"}[name], counted(cards))
    table.add_row("Name", loader.fingerprint(found))
    table.add_row("Play", f"coatl play {game} --deck {path}")
    console().print(table)


def counted(cards: Sequence[Any]) -> str:
    """How many cards, how many different ones, and how many of them are promo cards."""
    copies = sum(getattr(card, "copies", 1) for card in cards)
    promo = sum(getattr(card, "copies", 1) for card in cards if getattr(card, "set", "base") == "promo")
    different = f", {len(cards)} different" if len(cards) != copies else ""
    return f"{copies} cards{different}{f', {promo} of them promo' if promo else ''}"
