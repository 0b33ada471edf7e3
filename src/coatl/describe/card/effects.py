"""What an action of the card game did (RULES 5.2, 5.3)."""

from typing import Any

from coatl.card.notation import PLACEMENTS
from coatl.card.rules import CardRules
from coatl.card.state import EMPTY, OVER
from coatl.describe.actions import read
from coatl.describe.card.reach import GAINS
from coatl.describe.effects import Effects, Final, Loss
from coatl.engine.record import UNDO, Entry


def effects(rules: CardRules, entry: Entry, before: Any, after: Any) -> Effects:
    """What came of it, read from the states before and after it."""
    if entry.action == UNDO:
        return Effects()
    action, names, seat = read("card", entry.action), rules.names["<prophecy>"], entry.seat - 1
    card = names.index(action.card) if action.card is not None else EMPTY
    lost = falls(before.players[seat], after.players[seat]) if action.verb in PLACEMENTS else ()
    begun = after.round_number != before.round_number and after.pending != OVER
    return Effects(
        new=tuple(names[card] for card in after.middle if card != EMPTY and card not in before.middle),
        level=levels(after.players[seat])[card] if action.verb in GAINS else None,
        victim=owner(before, card, rules.seats) if action.verb == "steal" else None,
        falls=tuple(Loss(names[fallen], was, now) for fallen, was, now in lost),
        final=tuple(
            Final(i + 1, int(after.players[i].points))
            for i in range(rules.seats)
            if after.players[i].final and not before.players[i].final
        ),
        round=int(after.round_number) if begun else None,
        rounds=int(rules.decks[0].rounds[after.options.carl]) if begun else None,
        revealed=rules.names["<feather>"][after.revealed] if action.verb == "discard" else None,
    )


def levels(player: Any) -> dict[int, int]:
    """The levels of a player's prophecies by the numbers of the cards."""
    return {int(player.prophecies[i]): int(player.levels[i]) for i in range(player.prophecy_count)}


def falls(was: Any, now: Any) -> list[tuple[int, int, int | None]]:
    """The prophecies of a player whose level is lower afterwards, with both levels; None for one that is gone."""
    new = levels(now)
    return [(card, old, new.get(card)) for card, old in levels(was).items() if new.get(card, -1) < old]


def owner(state: Any, card: int, seats: int) -> int | None:
    """The seat (from 1) that has a prophecy."""
    return next((i + 1 for i in range(seats) if card in levels(state.players[i])), None)
