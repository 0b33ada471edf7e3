"""What an action of the board game did (RULES 4.2, 4.3)."""

from typing import Any

from coatl.board.rules import BoardRules
from coatl.board.state import EMPTY, HEAD, TAIL
from coatl.board.view import ENDINGS, LETTERS, PENDING
from coatl.describe.actions import Action, read
from coatl.describe.board.scores import scored
from coatl.describe.effects import Closed, Effects
from coatl.engine.record import UNDO, Entry

PIECES = tuple(LETTERS.lower())  # as outcomes name them


def effects(rules: BoardRules, entry: Entry, before: Any, after: Any) -> Effects:
    """What came of it, read from the states before and after it."""
    if entry.action == UNDO:
        return Effects(pending=PENDING[before.pending])
    action = read("board", entry.action)
    drawn = entry.outcomes[action.place == "deck" :]  # the card from the deck is for one pair of eyes
    return Effects(
        what=what_lay(rules, before, action),
        pending=PENDING[before.pending] if action.verb == "done" else None,
        coatl=coatl_of(action, before, entry.seat),
        closed=closed(rules, before, after, entry.seat),
        refilled=any(outcome in PIECES for outcome in drawn),
        new=tuple(outcome for outcome in drawn if outcome in rules.names["<prophecy>"]),
        ending=ENDINGS[after.ending] if after.ending != before.ending else None,
    )


def what_lay(rules: BoardRules, state: Any, action: Action) -> str | None:
    """The pieces, the prophecy or the temple at the place that an action names: soon something else lies there."""
    if action.number is None:
        return None
    place = action.number - 1
    if action.place == "row":
        return rules.names["<prophecy>"][int(state.prophecies.row[place])]
    if action.place == "pile":
        return rules.names["<temple>"][int(state.temples.tops[place])]
    if action.place == "body":
        return "".join(LETTERS[colour] for colour in state.supply.bodies[place])
    return LETTERS[state.supply.ends[HEAD if action.place == "head" else TAIL][place]]


def coatl_of(action: Action, before: Any, seat: int) -> int | None:
    """The number of the coatl that is started, or closed."""
    if action.verb == "start":
        return int(before.players[seat - 1].coatl_count) + 1
    if before.coatl != EMPTY and action.verb in ("temple", "done"):
        return int(before.coatl) + 1
    return None


def closed(rules: BoardRules, before: Any, after: Any, seat: int) -> Closed | None:
    """The coatl that was finished by it."""
    if seat > len(after.players):
        return None
    was, now = before.players[seat - 1], after.players[seat - 1]
    for i in range(now.coatl_count):
        if now.coatls[i].closed and not (i < was.coatl_count and was.coatls[i].closed):
            return Closed(i + 1, int(now.coatls[i].points), points_of_cards(rules, now.coatls[i]))
    return None


def points_of_cards(rules: BoardRules, coatl: Any) -> dict[str, int]:
    """What each card at a finished coatl scores (RULES 4.4)."""
    names = [rules.names["<prophecy>"][card] for card in coatl.cards[: coatl.card_count]]
    names += [rules.names["<temple>"][coatl.temple]] if coatl.temple != EMPTY else []
    row = f"({''.join(LETTERS[piece] for piece in coatl.pieces[: coatl.length])})"
    return {name: card.points for name, card in scored(rules, row, names).cards.items()}
