"""When no card can be reached soon: which cell of the supply board holds most of what the cards in hand still lack."""

from collections import Counter
from dataclasses import dataclass

from coatl.board.rules import BoardRules
from coatl.board.tables import TALLY_BITS
from coatl.board.view import View
from coatl.engine.patterns import COLOURS


@dataclass(frozen=True)
class Nearer:
    """A cell, and for each card that it serves what the card lacks without it."""

    action: str
    what: str
    lacks: dict[str, str]


def lacking(rules: BoardRules, card: str, view: View, seat: int) -> Counter[str]:
    """The pieces that a card's lowest level still asks for, at the coatl that has most of them."""
    least = int(rules.decks[0].prophecies[rules.names["<prophecy>"].index(card)].least)
    asks = Counter({letter: (least >> (TALLY_BITS * i)) & 255 for i, letter in enumerate(COLOURS)})
    me = view.players[seat - 1]
    on_board = Counter(me.bodies + me.heads + me.tails)
    begun = [Counter(coatl.pieces) for coatl in me.coatls if not coatl.closed]
    return min((asks - on_board - coatl for coatl in [*begun, Counter()]), key=lambda lack: lack.total())


def nearest_cell(rules: BoardRules, view: View, seat: int) -> Nearer | None:
    """The cell that can be taken and serves the cards in hand with the most pieces; None if none serves any."""
    lacks = {card: lacking(rules, card, view, seat) for card in view.players[seat - 1].hand}
    cells = {f"take {name}{place}": content for name, row in supply(view) for place, content in enumerate(row, 1)}
    found = []
    for action, content in cells.items():
        if content and action in view.legal:
            pieces = Counter(content)
            served = {card: letters(lack) for card, lack in lacks.items() if lack & pieces}
            number = sum((lack & pieces).total() for lack in lacks.values())
            found.append((number, Nearer(action, content, served)))
    best = max(found, key=lambda each: each[0], default=None)
    return best[1] if best and best[0] else None


def letters(pieces: Counter[str]) -> str:
    return "".join(sorted(pieces.elements(), key=COLOURS.index))


def supply(view: View) -> list[tuple[str, tuple[str | None, ...]]]:
    """The cells by their names."""
    return [("body", view.supply.bodies), ("head", view.supply.heads), ("tail", view.supply.tails)]
