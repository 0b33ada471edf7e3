"""The options of a table (RULES 4.1, 4.5, 4.6), checked before anything is laid out."""

from collections.abc import Mapping
from typing import Any

from coatl.board.state import DIFFICULTIES
from coatl.board.view import OptionsView
from coatl.cards.schema import BoardDeck
from coatl.engine.errors import CoatlError

SWITCHES = ("solo", "tokens", "promo", "fewer_bodies", "golden_feathers")


def read_options(given: Mapping[str, Any], deck: BoardDeck) -> OptionsView:
    """The options, with the defaults filled in; raises a CoatlError for whatever contradicts."""
    unknown = set(given) - set(OptionsView.__dataclass_fields__)
    if unknown:
        known = list(OptionsView.__dataclass_fields__)
        raise CoatlError("options.unknown", f"There is no option {sorted(unknown)[0]!r}.", known)
    for name in SWITCHES:
        if not isinstance(given.get(name, False), bool):
            raise CoatlError("options.value", f"The option {name} is on or off.", ["true", "false"])
    solo = given.get("solo", False)
    options = OptionsView(
        players=read_players(given.get("players"), solo, deck),
        first=given.get("first", 1),
        solo=solo,
        difficulties=read_difficulties(given.get("difficulties", ()), solo),
        tokens=given.get("tokens", not solo),
        promo=given.get("promo", False),
        fewer_bodies=given.get("fewer_bodies", False),
        golden_feathers=given.get("golden_feathers", False),
    )
    check_together(options)
    check_deck(options, deck)
    return options


def read_players(given: Any, solo: bool, deck: BoardDeck) -> int:
    least, most = deck.game.players
    if solo:
        if given not in (None, 1):
            raise CoatlError("options.contradict", f"The solo game is for one player, not {given}.", ["1"])
        return 1
    players = 2 if given is None else given
    if type(players) is not int or not least <= players <= most:
        allowed = [str(number) for number in range(least, most + 1)]
        message = f"Cóatl is for {least} to {most} players, not {players!r}. Alone, play the solo game."
        raise CoatlError("options.players", message, allowed)
    return players


def read_difficulties(given: Any, solo: bool) -> tuple[int, ...]:
    allowed = [str(number) for number in range(1, DIFFICULTIES + 1)]
    if not isinstance(given, (tuple, list, set, frozenset)):
        raise CoatlError("options.difficulties", f"The difficulties are a list of numbers, not {given!r}.", allowed)
    for number in given:
        if type(number) is not int or not 1 <= number <= DIFFICULTIES:
            raise CoatlError("options.difficulties", f"There is no difficulty {number!r}.", allowed)
    if given and not solo:
        raise CoatlError("options.contradict", "Difficulties belong to the solo game against ADAM.")
    return tuple(sorted(set(given)))


def check_together(options: OptionsView) -> None:
    """RULES 4.5, 4.6: the solo game takes promo cards only; two sets of body segments cannot both be used."""
    if type(options.first) is not int or not 1 <= options.first <= options.players:
        allowed = [str(seat + 1) for seat in range(options.players)]
        raise CoatlError("options.first", f"There is no seat {options.first!r} to begin.", allowed)
    if options.solo:
        for name in ("tokens", "fewer_bodies", "golden_feathers"):
            if getattr(options, name):
                raise CoatlError("options.contradict", f"The solo game is played without {name.replace('_', ' ')}.")
    if options.fewer_bodies and options.golden_feathers:
        message = "Fewer bodies and The Golden Feathers each say how many body segments there are: choose one."
        raise CoatlError("options.contradict", message)


def check_deck(options: OptionsView, deck: BoardDeck) -> None:
    """An own deck may lack what an option needs."""
    lacking = (
        (options.solo and deck.adam is None, "the game against ADAM"),
        (options.promo and not deck.has_promo, "promo cards"),
        (options.fewer_bodies and deck.fewer_bodies is None, "fewer bodies"),
        (options.golden_feathers and deck.golden_feathers is None, "The Golden Feathers"),
    )
    for lacks, name in lacking:
        if lacks:
            raise CoatlError("options.deck", f"This deck has nothing for {name}.")
