"""The cards in play, as plain data: patterns, levels and points, in the words of a deck file."""

from typing import Any

from coatl.engine.rules import Rules

SECTIONS = ("prophecy", "temple", "feather", "levels", "temple_points")  # of a deck file; each game has some of them


def cards_in_play(rules: Rules) -> dict[str, Any]:
    """Every card of the deck, printed or one's own; promo cards only if the table plays with them.

    >>> from coatl.registry import rules_of
    >>> cards = cards_in_play(rules_of("board", players=2))
    >>> cards["prophecy"][0]["pattern"], cards["prophecy"][0]["levels"]["6"]
    ('Y', 5)
    """
    data: dict[str, Any] = rules.deck.model_dump(mode="json")
    found = {name: data[name] for name in SECTIONS if name in data}
    if "promo" in rules.options and not rules.options["promo"]:
        for name in ("prophecy", "temple"):
            found[name] = [card for card in found[name] if card["set"] != "promo"]
    return found
