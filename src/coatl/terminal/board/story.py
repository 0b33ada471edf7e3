"""What happened, told in words, to everybody and to the one who did it.

What others may not see (kept, discarded and drawn cards) is left out of the words for everybody.
"""

from collections.abc import Sequence

from coatl.board.view import View
from coatl.engine.record import UNDO, Entry
from coatl.terminal.board.cards import Cards
from coatl.terminal.faces import Event

ENDINGS = {
    "third-coatl": "a third coatl is finished",
    "no-bodies": "no body segment is left",
    "all-passed": "all players passed, one after the other",
}


class Storyteller:
    """Tells actions from the record and from what a spectator saw before and after them."""

    def __init__(self, cards: Cards, names: Sequence[str]) -> None:
        self.cards = cards
        self.names = names

    def event(self, entry: Entry, before: View, after: View, steps: Sequence[str] = ()) -> Event:
        """An action in words; `before` and `after` are a spectator's views."""
        public, own = self.texts(entry, before)
        remarks = tuple(self.remarks(entry, before, after))
        return Event(entry.seat, public, own, remarks, tuple(steps), undoes=entry.action == UNDO)

    def texts(self, entry: Entry, before: View) -> tuple[str, str]:
        """The words for everybody, and those for the one who acted."""
        verb, _, rest = entry.action.partition(" ")
        if verb == "keep":
            return "", f"kept {rest}"
        if verb == "discard":
            return "discarded a card", f"discarded {rest}"
        if entry.action == "choose deck":
            return "drew a card from the deck", f"drew {entry.outcomes[0]} from the deck"
        if entry.action == UNDO:
            return ("" if before.pending == "keep" else "took the last step back"), "took the last step back"
        if entry.action == "done":
            if before.pending == "keep":
                return "chose which prophecies to keep", "discarded the others"
            told = "closed the coatl" if before.pending == "finish" else ""
            return told, told
        text = getattr(self, f"tell_{verb}")(rest.split(), before, entry)
        return text, text

    # ------------------------------------------------------------ one for each verb

    def tell_take(self, words: list[str], before: View, entry: Entry) -> str:
        cell = words[0]
        cells = {"body": before.supply.bodies, "head": before.supply.heads, "tail": before.supply.tails}[cell[:-1]]
        pieces = cells[int(cell[-1]) - 1] or ""
        kind = "" if cell.startswith("body") else f"the {cell[:-1]} "
        return f"took {kind}{' '.join(pieces)} ({cell})"

    def tell_choose(self, words: list[str], before: View, entry: Entry) -> str:
        return f"chose {before.row[int(words[0][-1]) - 1]} from the row"

    def tell_start(self, words: list[str], before: View, entry: Entry) -> str:
        number = len(before.players[entry.seat - 1].coatls) + 1
        kind = f"the {words[0]} " if len(words) == 2 else ""
        return f"started coatl {number} with {kind}{words[-1]}"

    def tell_extend(self, words: list[str], before: View, entry: Entry) -> str:
        number, side, colour = words
        if side in ("head", "tail"):
            return f"gave coatl {number} the {side} {colour}"
        return f"put {colour} on the {side} of coatl {number}"

    def tell_fulfil(self, words: list[str], before: View, entry: Entry) -> str:
        return f"laid {words[0]} beside coatl {words[1]}"

    def tell_temple(self, words: list[str], before: View, entry: Entry) -> str:
        card = before.temples[int(words[0][-1]) - 1] if words[0].startswith("pile") else words[0]
        return f"closed coatl {before.coatl} with the temple {card}"

    def tell_pick(self, words: list[str], before: View, entry: Entry) -> str:
        kind = f"the {words[0]} " if len(words) == 2 else ""
        return f"sacrificed Perfect pick for {kind}{' '.join(words[-1])}"

    def tell_future(self, words: list[str], before: View, entry: Entry) -> str:
        return "sacrificed See the future"

    def tell_priest(self, words: list[str], before: View, entry: Entry) -> str:
        return f"sacrificed Priest's commitment and took the temple {before.temples[int(words[0][-1]) - 1]}"

    def tell_steal(self, words: list[str], before: View, entry: Entry) -> str:
        return f"gave a gold piece to {self.names[int(words[0]) - 1]} and stole {' '.join(words[1])}"

    def tell_pass(self, words: list[str], before: View, entry: Entry) -> str:
        return "had to pass"

    def tell_adam(self, words: list[str], before: View, entry: Entry) -> str:
        return "played"

    # ------------------------------------------------------------ what everybody hears

    def remarks(self, entry: Entry, before: View, after: View) -> list[str]:
        """What came of it: finished coatls, new cards and pieces, the end."""
        told = []
        for seat, (was, now) in enumerate(zip(before.players, after.players, strict=True)):
            for number, coatl in enumerate(now.coatls, 1):
                if coatl.closed and not (number <= len(was.coatls) and was.coatls[number - 1].closed):
                    told.append(f"{self.names[seat]} finished coatl {number}: {coatl.points} points.")
        outcomes = entry.outcomes[1:] if entry.action == "choose deck" else entry.outcomes
        if any(outcome in "rgbyk*" for outcome in outcomes):
            told.append("The supply board was refilled.")
        fresh = [outcome for outcome in outcomes if outcome in self.cards.prophecies]
        if fresh:
            told.append(f"New in the row: {' '.join(fresh)}.")
        if after.ending and not before.ending:
            told.append(f"The end has begun: {ENDINGS[after.ending]}.")
        return told
