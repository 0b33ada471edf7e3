"""What a placement would gain or lose, before it is confirmed (RULES 5.2)."""

from dataclasses import dataclass

from coatl.card.scoring import count_of
from coatl.card.state import EMPTY, PROTECTED, Player, State
from coatl.card.tables import Deck
from coatl.card.view import Names, coatl_text


@dataclass(frozen=True)
class Fall:
    """An own prophecy that would stand on a lower level; in the solo game level 0 discards it."""

    card: str
    was: int
    now: int


@dataclass(frozen=True)
class Gain:
    """A prophecy that could be raised, fulfilled or stolen, and the level that it would get."""

    verb: str
    card: str
    level: int


@dataclass(frozen=True)
class Prospect:
    """A coatl with one more card, and what would come of it."""

    coatl: str
    newest: tuple[int, ...]  # places, from 1, of the new card
    falls: tuple[Fall, ...]
    gains: tuple[Gain, ...]

    def in_words(self) -> list[str]:
        """One sentence for every loss and for every gain."""
        lost = [f"loses: {fall.card} falls from {fall.was} to {fall.now}" for fall in self.falls]
        return lost + [f"may {gain.verb} {gain.card}: level {gain.level}" for gain in self.gains]


def prospect(before: State, after: State, deck: Deck, names: Names, legal: list[str]) -> Prospect:
    """What lies between two states of the deciding seat; `legal` is what it may do afterwards."""
    was, now = before.players[before.seat], after.players[before.seat]
    cards = names["<prophecy>"]
    return Prospect(
        coatl=coatl_text(now),
        newest=tuple(int(place) + 1 for place in after.newest if place != EMPTY),
        falls=tuple(Fall(cards[card], old, new) for card, old, new in falls(was, now)),
        gains=tuple(
            Gain(verb, card, level_of(deck, now, cards.index(card)))
            for verb, card in (action.split() for action in legal if action != "done")
        ),
    )


def falls(was: Player, now: Player) -> list[tuple[int, int, int]]:
    """The prophecies of a player whose level is lower afterwards, with both levels."""
    old, new = held(was), held(now)
    return [(card, level, new.get(card, 0)) for card, level in old.items() if new.get(card, 0) < level]


def held(player: Player) -> dict[int, int]:
    """The levels of a player's prophecies."""
    return {int(player.prophecies[i]): int(player.levels[i]) for i in range(player.prophecy_count)}


def level_of(deck: Deck, player: Player, card: int) -> int:
    """The level that a prophecy has by its count."""
    count = abs(int(count_of(deck.prophecies[card], player.parts, int(player.length))))
    return min(count, PROTECTED)
