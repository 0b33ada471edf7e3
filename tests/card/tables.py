"""Tables of every kind for random card games, and what one asks of a game there.

COATL_GAMES=5 plays five times as many; as plain Python (NUMBA_DISABLE_JIT=1) there are only a few.
"""

import json
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from coatl.board.view import as_data
from coatl.card.rules import CardRules
from coatl.card.state import EMPTY, State
from coatl.engine.jit import DISABLED
from coatl.engine.structs import Records
from coatl.game import Game
from tests.card.scenes import own
from tests.effort import times

Viewer = int | None

MOST_DECISIONS = 1_000  # random games have some hundred
LINES = 12 if DISABLED else 4  # steps from one check of the one-line positions to the next

PATTERNS = (
    "R+",
    "G .+ G",
    "!R B",
    "Y+ K !Y",
    "= = !K",
    "[^R]^ .",
    ". .^ .",
    "G R",
    "= . =",
    "K+ .^",
    "B+ !B",
    "!K [RG]",
)
SHORT_FEATHERS = [{"pair": "RG", "copies": 8}, {"pair": "BY", "copies": 4}]
DECKS: dict[str, dict[str, Any]] = {
    # patterns with `+` and `!`; feathers and prophecies run out
    "short": {
        "carl": False,
        "deal": {"plays_per_turn": 2, "feathers": 3, "prophecies": 1, "supply": {2: 3, 3: 2, 4: 2}, "temples": 1},
        "feather": SHORT_FEATHERS,
        "prophecy": [
            {"id": f"X{i}", "colour": ("blue", "yellow", "pink", "green")[i % 4], "pattern": pattern}
            for i, pattern in enumerate(PATTERNS)
        ],
    },
    # the longest coatls
    "long": {
        "game": {"id": "card", "rounds": 8},
        "deal": {"plays_per_turn": 3, "feathers": 8, "prophecies": 3, "supply": {2: 6, 3: 6, 4: 6}, "temples": 1},
    },
}


def tables() -> Iterator[dict[str, Any]]:
    for players in (2, 3, 4):
        for first in range(1, players + 1):
            yield {"players": players, "first": first}
    for opponent in ("carl", "carl2"):
        for manner in ("daring", "domineering", "greedy", "random"):
            yield {"solo": True, "opponent": opponent, "manner": manner}
    for name in DECKS:
        for players in (2, 4):
            yield {"deck": name, "players": players}
    yield {"deck": "long", "solo": True, "opponent": "carl2", "manner": "random"}


ALL_TABLES = list(tables())
FEW_TABLES = [ALL_TABLES[i] for i in (0, 3, 7, 10, 16, 17, 20)]
MANY_TABLES = FEW_TABLES if DISABLED else ALL_TABLES


def name(table: dict[str, Any]) -> str:
    seats = f"{table['opponent']}-{table['manner']}" if table.get("solo") else f"{table['players']}p"
    words = (table.get("deck"), seats, f"first{table['first']}" if "first" in table else None)
    return "-".join(word for word in words if word)


@cache
def rules_cached(options: tuple[tuple[str, Any], ...]) -> CardRules:
    given = dict(options)
    deck = given.pop("deck", None)
    return CardRules(**given) if deck is None else own(DECKS[deck], **given)


def rules_at(table: dict[str, Any]) -> CardRules:
    return rules_cached(tuple(sorted(table.items())))


def games(table: dict[str, Any], compiled: int, plain: int = 1) -> Iterator[tuple[Game, random.Random]]:
    """Some new games at a table."""
    for seed in range(times(compiled, plain)):
        yield Game(rules_at(table), f"{name(table)} {seed}"), random.Random(f"{name(table)} {seed}")


def random_move(game: Game, dice: random.Random) -> str:
    """A legal action; prophecies are fulfilled and parts covered more often than by pure chance."""
    legal = game.legal()
    for verbs, often in ((("raise", "fulfil", "steal"), 0.7), (("over",), 0.4)):
        some = [action for action in legal if action.startswith(verbs)]
        if some and dice.random() < often:
            return dice.choice(some)
    return dice.choice(legal)


def play_on(game: Game, dice: random.Random) -> Iterator[Game]:
    """The same game again and again, before each of its random actions and at its end."""
    for _ in range(MOST_DECISIONS):
        yield game
        if game.over:
            return
        game.play(random_move(game, dice))
    raise AssertionError("the game does not end")


def rules_of(game: Game) -> CardRules:
    assert isinstance(game.rules, CardRules)
    return game.rules


def state_of(game: Game) -> State:
    state: State = game._states[0]
    return state


def viewers(game: Game) -> list[Viewer]:
    return [*range(1, int(game.rules.options["players"]) + 1), None]


def as_bytes(value: Any) -> bytes:
    return json.dumps(as_data(value), sort_keys=True, ensure_ascii=True).encode()


def without_chance(states: Records) -> bytes:
    """A state's bytes, but for where its chance comes from."""
    twin = states.copy()
    twin["chance"] = np.zeros((), twin.dtype["chance"])
    return twin.tobytes()


def check_prophecies(rules: CardRules, state: State) -> None:
    """Every prophecy is in exactly one place."""
    lying = [card for card in state.middle if card != EMPTY]
    for player in state.players:
        assert (player.prophecies[player.prophecy_count :] == EMPTY).all()
        lying += [*player.prophecies[: player.prophecy_count]]
    found = Counter(int(card) for card in lying)
    for pile in (state.deck, state.carl.deck, state.carl.used, state.lost):
        found += Counter({card: int(number) for card, number in enumerate(pile)})
    assert found == dict.fromkeys(range(len(rules.deck.prophecy)), 1)
    assert state.deck.sum() == state.deck_count
    assert state.carl.deck.sum() == state.carl.deck_size
    assert state.carl.action == EMPTY or state.carl.used[state.carl.action]
