"""What happened, told in words, to everybody and to the one who did it.

What others may not see (feathers drawn) is left out of the words for everybody.
"""

from collections.abc import Sequence

from coatl.card.view import PlayerView, View
from coatl.engine.record import UNDO, Entry
from coatl.terminal.card.cards import Cards
from coatl.terminal.card.table import counted_points
from coatl.terminal.faces import Event


class Storyteller:
    """Tells actions from the record and from what a spectator saw before and after them."""

    def __init__(self, cards: Cards, names: Sequence[str]) -> None:
        self.cards = cards
        self.names = names

    def event(self, entry: Entry, before: View, after: View, steps: Sequence[str] = ()) -> Event:
        """An action in words; `before` and `after` are a spectator's views."""
        public, own = self.texts(entry, before, after)
        remarks = tuple(self.remarks(entry, before, after))
        return Event(entry.seat, public, own, remarks, tuple(steps), undoes=entry.action == UNDO)

    def texts(self, entry: Entry, before: View, after: View) -> tuple[str, str]:
        """The words for everybody, and those for the one who acted."""
        verb, _, rest = entry.action.partition(" ")
        if entry.action == UNDO:
            return "took the last step back", "took the last step back"
        if verb in ("done", "pass"):
            drawn = " and ".join(pair_in_words(outcome) for outcome in entry.outcomes if self.is_feather(outcome))
            public = "had no feather" if verb == "pass" else ""
            return public, ", ".join(words for words in (public, f"drew {drawn}" if drawn else "") if words)
        text = getattr(self, f"tell_{verb}")(rest.split(), before, after, entry)
        return text, text

    # ------------------------------------------------------------ one for each verb

    def tell_start(self, words: list[str], before: View, after: View, entry: Entry) -> str:
        return f"started with {pair_in_words(words[0])}"

    def tell_beside(self, words: list[str], before: View, after: View, entry: Entry) -> str:
        return f"played {pair_in_words(words[0])} beside the {words[1]} end"

    def tell_over(self, words: list[str], before: View, after: View, entry: Entry) -> str:
        return f"played {pair_in_words(words[0])} over the {words[1]} end"

    def tell_discard(self, words: list[str], before: View, after: View, entry: Entry) -> str:
        return f"discarded {pair_in_words(words[0])} and revealed {pair_in_words(after.revealed or '')}"

    def tell_raise(self, words: list[str], before: View, after: View, entry: Entry) -> str:
        return f"raised {words[0]} to level {held(after.players[entry.seat - 1])[words[0]]}"

    def tell_fulfil(self, words: list[str], before: View, after: View, entry: Entry) -> str:
        return f"fulfilled {words[0]} at level {held(after.players[entry.seat - 1])[words[0]]}"

    def tell_steal(self, words: list[str], before: View, after: View, entry: Entry) -> str:
        victims = [self.names[seat] for seat, player in enumerate(before.players) if words[0] in player.prophecies]
        level = held(after.players[entry.seat - 1])[words[0]]
        return f"stole {words[0]} from {victims[0]}, now at level {level}"

    def tell_head(self, words: list[str], before: View, after: View, entry: Entry) -> str:
        return f"added the head {words[0]}"

    def tell_tail(self, words: list[str], before: View, after: View, entry: Entry) -> str:
        return f"added the tail {words[0]}"

    def tell_carl(self, words: list[str], before: View, after: View, entry: Entry) -> str:
        return "played"

    # ------------------------------------------------------------ what everybody hears

    def remarks(self, entry: Entry, before: View, after: View) -> list[str]:
        """What came of it: losses, new prophecies in the middle, results."""
        if entry.action == UNDO:
            return []
        told = []
        if entry.action.startswith("over"):
            told += self.losses(before.players[entry.seat - 1], after.players[entry.seat - 1])
        fresh = [card for card in after.middle if card is not None and card not in before.middle]
        if fresh:
            told.append(f"New in the middle: {' '.join(fresh)}.")
        for seat, (was, now) in enumerate(zip(before.players, after.players, strict=True)):
            if now.final and not was.final:
                told.append(f"Final result of {self.names[seat]}: {counted_points(now.points)}.")
        if after.round != before.round:
            told.append(f"Round {after.round} of {after.rounds} begins{', the last' * (after.round == after.rounds)}.")
        return told

    def losses(self, was: PlayerView, now: PlayerView) -> list[str]:
        """The prophecies that fell."""
        told = []
        for card, level in held(was).items():
            left = held(now).get(card)
            if left is None:
                told.append(f"{card} fell from level {level} and was discarded.")
            elif left < level:
                told.append(f"{card} fell from level {level} to {left}.")
        return told

    def is_feather(self, outcome: str) -> bool:
        return outcome.upper() in self.cards.rules.names["<feather>"] and outcome.islower()


def held(player: PlayerView) -> dict[str, int]:
    return dict(zip(player.prophecies, player.levels, strict=True))


def pair_in_words(pair: str) -> str:
    return " ".join(pair.upper())
