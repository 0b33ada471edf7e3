"""The face of the card game: what the session asks for, put together from the drawings of this folder."""

from collections.abc import Mapping, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from coatl.card.rules import CardRules
from coatl.card.view import View
from coatl.engine.record import Entry
from coatl.engine.rules import Result, Rules
from coatl.terminal.card.actions import listing, numbered
from coatl.terminal.card.cards import Cards
from coatl.terminal.card.result import result_page
from coatl.terminal.card.serpent import serpent
from coatl.terminal.card.story import Storyteller
from coatl.terminal.card.table import Drawing
from coatl.terminal.card.why import why_page
from coatl.terminal.compiling import ready_solver
from coatl.terminal.faces import Event, seat_called
from coatl.terminal.layout import hint_page

EXAMPLES = {
    "s RG": "start the coatl with red on the left and green on the right",
    "b RG l": "beside RG left: the coatl grows by two parts",
    "o GR r": "over GR right: G covers the outermost part, R sticks out",
    "try o GR r": "show what that would gain or lose; also ? o GR r",
    "di RG": "discard RG to play the top of the deck instead",
    "r B1, f B1": "raise your B1; fulfil B1 from the middle",
    "s B1": "steal B1 from a neighbour",
    "h R, t K": "the last round: a red head, a black tail",
    "d": "done: no more prophecies with this card",
}
LEGEND = "×2 behind a prophecy: it stands twice in your coatl now. 3▸ is its level; level 3 is protected."
TASKS = {
    "revealed": "Play the feather that you revealed.",
    "gain": "The card lies. Raise, fulfil, steal in any order, then done.",
    "head": "The last round: a head on the left.",
    "tail": "Now a tail on the right; then your result is final.",
}
CARL_NAMES = {"carl": "CARL", "carl2": "CARL 2.0"}


class CardFace:
    """How the card game looks."""

    legend = LEGEND

    def __init__(self, rules: Rules, names: Sequence[str]) -> None:
        assert isinstance(rules, CardRules)
        self.rules = rules
        opponent = rules.table.opponent
        self.names: Sequence[str] = (*names, CARL_NAMES[opponent]) if opponent else names
        self.cards = Cards(rules)
        self.teller = Storyteller(self.cards, self.names)

    # ------------------------------------------------------------ the table

    def drawing(self, width: int) -> Drawing:
        """Draws for this width."""
        return Drawing(self.cards, self.names, width)

    def title(self, view: View) -> tuple[str, str]:
        """Round and opponent at the left, whose turn it is at the right."""
        words = ["Cóatl: The Card Game", f"round {view.round} of {view.rounds}"]
        if view.options.solo:
            words.append(f"against {self.names[-1]}")
        return " · ".join(words), "" if view.pending == "over" else f"{self.names[view.seat - 1]} to play"

    def notice(self, view: View) -> Text | None:
        """That the next round is the last one of feathers."""
        if view.round == view.rounds - 1 and view.pending in ("play", "revealed"):
            return Text("The last round of feathers: head and tail come next.", "alarm")
        return None

    def table(self, view: View, width: int) -> RenderableType:
        """The whole table."""
        return self.drawing(width).table(view)

    def task(self, view: View) -> str:
        """What is to be decided now."""
        if view.pending == "play":
            total = self.rules.deck.deal.plays_per_turn
            return f"Play feather {view.plays + 1} of {total}, or discard one for the top of the deck."
        if view.pending == "gain" and len(view.legal) == 1:
            return "The card lies, and there is nothing to gain."
        return TASKS[view.pending]

    def actions(self, view: View, width: int) -> RenderableType:
        """The legal actions, and what each placement would bring."""
        return listing(view, self.cards, width)

    def numbered(self, legal: Sequence[str]) -> list[str]:
        """The legal actions in the order of their numbers."""
        return numbered(legal)

    def lying(self, view: View) -> Mapping[str, str]:
        """Every card is called by its own name."""
        return {}

    def examples(self) -> Mapping[str, str]:
        """Short forms for the help."""
        return EXAMPLES

    def attempt(self, view: View, action: str) -> RenderableType:
        """The coatl as an action would leave it, and what it would gain or lose."""
        found = self.rules.prospects(view, [action]).get(action)
        if found is None:
            return Text(f"{action}: it lays no card, so there is nothing to try.")
        said = [Text(line, "alarm" if line.startswith("loses") else "points") for line in found.in_words()]
        return Group(
            Text(f"{action} would bring:", "name"),
            serpent(found.coatl, found.newest),
            *(said or [Text("nothing gained, nothing lost", "quiet")]),
        )

    def hint(self, view: View) -> RenderableType:
        """The best way to play the rest of the turn, and why."""
        from coatl.solver import card_game

        ready_solver(self.rules)
        return hint_page(card_game.hint(self.rules, view))

    # ------------------------------------------------------------ in words

    def event(self, entry: Entry, before: View, after: View, steps: Sequence[str] = ()) -> Event:
        """An action in words."""
        return self.teller.event(entry, before, after, steps)

    def result(self, view: View, result: Result, width: int) -> RenderableType:
        """The end of a game."""
        return result_page(self.drawing(width), view, result)

    def why(self, view: View, words: Sequence[str]) -> RenderableType:
        """`why`, `why Ann`."""
        seat = seat_called(self.names, view.viewer, " ".join(words))
        return why_page(self.cards, view.players[seat - 1], view.temple, self.names[seat - 1])
