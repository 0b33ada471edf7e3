"""The tables at which the tests play, and random games at them."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations
from typing import Any

from coatl.board.rules import BoardRules
from coatl.game import Game
from tests.effort import times

MOST_DECISIONS = 5_000  # random games have a few hundred

Table = dict[str, Any]


def tables_for_players() -> Iterator[Table]:
    """Every combination of the options, each with one of the players first."""
    bodies: list[Table] = [{}, {"fewer_bodies": True}, {"golden_feathers": True}]
    number = 0
    for players in (2, 3, 4):
        for tokens in (True, False):
            for promo in (False, True):
                for pieces in bodies:
                    number += 1
                    yield {"players": players, "tokens": tokens, "promo": promo, "first": number % players + 1} | pieces


def solo_tables() -> Iterator[Table]:
    """All 32 combinations of the difficulties, every third with promo cards."""
    every = chain.from_iterable(combinations(range(1, 6), size) for size in range(6))
    for number, difficulties in enumerate(every):
        yield {"solo": True, "difficulties": difficulties, "promo": number % 3 == 0}


ALL_TABLES: list[Table] = [*tables_for_players(), *solo_tables()]


def some(tables: list[Table], compiled: int, plain: int) -> list[Table]:
    """So many of the tables, spread evenly over the list."""
    number = min(len(tables), times(compiled, plain))
    return [tables[i * len(tables) // number] for i in range(number)]


def name(table: Table) -> str:
    """The name of a test at this table."""
    seats = "solo" if table.get("solo") else f"{table['players']}p"
    switches = [key for key in ("promo", "fewer_bodies", "golden_feathers") if table.get(key)]
    switches += ["no_tokens"] if table.get("tokens") is False else []
    switches += [f"first{table['first']}"] if table.get("first", 1) != 1 else []
    return "-".join([seats, "".join(map(str, table.get("difficulties", ()))), *switches]).replace("--", "-").strip("-")


@cache
def rules_cached(table: tuple[tuple[str, Any], ...]) -> BoardRules:
    return BoardRules(**dict(table))


def rules_at(table: Table) -> BoardRules:
    """The rules of a table, compiled once."""
    return rules_cached(tuple(sorted(table.items())))


def open_seats(game: Game) -> list[int]:
    """Who may act now: all who have not yet chosen in secret, else the one whose turn it is."""
    if game.over:
        return []
    seats = range(1, game.rules.seats + 1)
    return [seat for seat in seats if game.legal(seat)] if game.rules.turns(game._states) == 0 else [game.seat]


def random_move(game: Game, dice: random.Random) -> tuple[str, int]:
    """A legal action of somebody who may act; building and finishing come more often than by pure chance."""
    seat = dice.choice(open_seats(game))
    legal = game.legal(seat)
    building = [action for action in legal if action.split()[0] in ("extend", "fulfil", "temple", "steal", "raise")]
    if building and dice.random() < 0.4:
        return dice.choice(building), seat
    if "done" in legal and dice.random() < 0.3:
        return "done", seat
    return dice.choice(legal), seat


def play_on(game: Game, dice: random.Random, most: int = MOST_DECISIONS) -> Iterator[Game]:
    """The same game again and again, before each of its random actions and at its end."""
    for _ in range(most):
        yield game
        if game.over:
            return
        action, seat = random_move(game, dice)
        game.play(action, seat)
    raise AssertionError(f"the game has not ended after {most} actions")
