"""The options of a table (RULES 5.1, 5.5), checked before anything is laid out."""

from collections.abc import Mapping
from typing import Any

from coatl.card.tables import MANNER_NAMES
from coatl.card.view import OptionsView
from coatl.cards.schema import CardDeck
from coatl.engine.errors import CoatlError

OPPONENT_WORDS = {"carl": "carl", "carl2": "carl2", "carl 2.0": "carl2"}
MANNER_WORDS = (*MANNER_NAMES, "random")


def read_options(given: Mapping[str, Any], deck: CardDeck) -> OptionsView:
    """The options, with the defaults filled in; raises a CoatlError for whatever contradicts."""
    unknown = set(given) - set(OptionsView.__dataclass_fields__)
    if unknown:
        known = list(OptionsView.__dataclass_fields__)
        raise CoatlError("options.unknown", f"There is no option {sorted(unknown)[0]!r}.", known)
    solo = given.get("solo", False)
    if not isinstance(solo, bool):
        raise CoatlError("options.value", "The option solo is on or off.", ["true", "false"])
    if solo and deck.carl is None:
        raise CoatlError("options.deck", "This deck has nothing for the game against CARL.")
    options = OptionsView(
        players=read_players(given.get("players"), solo, deck),
        first=given.get("first", 1),
        solo=solo,
        opponent=read_opponent(given.get("opponent"), solo),
        manner=read_manner(given.get("manner"), solo),
    )
    if type(options.first) is not int or not 1 <= options.first <= options.players:
        allowed = [str(seat + 1) for seat in range(options.players)]
        raise CoatlError("options.first", f"There is no seat {options.first!r} to begin.", allowed)
    return options


def read_players(given: Any, solo: bool, deck: CardDeck) -> int:
    least, most = deck.game.players
    if solo:
        if given not in (None, 1):
            raise CoatlError("options.contradict", f"The solo game is for one player, not {given!r}.", ["1"])
        return 1
    players = 2 if given is None else given
    if type(players) is not int or not least <= players <= most:
        allowed = [str(number) for number in range(least, most + 1)]
        message = f"The card game is for {least} to {most} players, not {players!r}. Alone, play the solo game."
        raise CoatlError("options.players", message, allowed)
    return players


def read_opponent(given: Any, solo: bool) -> str | None:
    if not solo:
        if given is not None:
            raise CoatlError("options.contradict", "CARL plays in the solo game only.")
        return None
    word = "carl" if given is None else str(given).lower()
    if word not in OPPONENT_WORDS:
        raise CoatlError("options.opponent", f"There is no opponent {given!r}.", list(OPPONENT_WORDS))
    return OPPONENT_WORDS[word]


def read_manner(given: Any, solo: bool) -> str | None:
    if not solo:
        if given is not None:
            raise CoatlError("options.contradict", "A manner is CARL's, and CARL plays in the solo game only.")
        return None
    word = "random" if given is None else str(given).lower()
    if word not in MANNER_WORDS:
        raise CoatlError("options.manner", f"CARL has no manner {given!r}.", MANNER_WORDS)
    return word
