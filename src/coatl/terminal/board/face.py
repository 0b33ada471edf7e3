"""The face of the board game: what the session asks for, put together from the drawings of this folder."""

from collections.abc import Mapping, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from coatl.board.rules import BoardRules
from coatl.board.view import View
from coatl.engine.errors import CoatlError
from coatl.engine.record import Entry
from coatl.engine.rules import Result, Rules
from coatl.terminal.board.actions import listing, numbered
from coatl.terminal.board.cards import Cards
from coatl.terminal.board.result import result_page
from coatl.terminal.board.story import ENDINGS, Storyteller
from coatl.terminal.board.table import Drawing
from coatl.terminal.board.why import why_page
from coatl.terminal.compiling import ready_solver
from coatl.terminal.faces import Event, seat_called
from coatl.terminal.layout import hint_page

EXAMPLES = {
    "t b3": "take body3: the pieces of a cell (h1 a head, t2 a tail)",
    "c K5, c 4": "choose K5, or what lies at place 4 of the row; c d from the deck",
    "s B, s h B": "start a coatl with a blue body segment, with a blue head",
    "e 1 l G": "extend coatl 1 on the left with green; e 1 h G with a green head",
    "f K5 1": "fulfil K5: lay it beside coatl 1",
    "te T3, te 1": "close the coatl with a temple from hand, or with the top of pile 1",
    "pi BR, pi h B": "sacrifice Perfect pick for two body segments, for a head",
    "fut, pr 2": "sacrifice See the future; Priest's commitment for pile 2",
    "k R5, di R5": "keep or discard a prophecy",
    "d": "done",
}
TASKS = {
    "keep": "Keep up to {kept} of your prophecies; done discards the others.",
    "turn": "Your turn: one action.",
    "choose": "You are choosing prophecies: another one, or done.",
    "future": "See the future: discard what you like, then choose at least one prophecy.",
    "assemble": "You are assembling: another step, or done.",
    "finish": "You are finishing coatl {coatl}: prophecies first, then perhaps a temple.",
}
LEGEND = "3→2 on a card: three times (or pieces) bring 2 points. Points behind a card are what it scores now."


class BoardFace:
    """How the board game looks."""

    legend = LEGEND

    def __init__(self, rules: Rules, names: Sequence[str]) -> None:
        assert isinstance(rules, BoardRules)
        self.rules = rules
        self.names: Sequence[str] = (*names, "ADAM") if rules.table.solo else names
        self.cards = Cards(rules)
        self.teller = Storyteller(self.cards, self.names)

    # ------------------------------------------------------------ the table

    def drawing(self, width: int) -> Drawing:
        """Draws for this width."""
        return Drawing(self.cards, self.names, width)

    def title(self, view: View) -> tuple[str, str]:
        """Turn and options at the left, whose turn it is at the right."""
        words = ["Cóatl", f"turn {view.turns + 1}"]
        if view.options.solo:
            words.append("against ADAM")
        if view.options.difficulties:
            words.append(f"difficulties {' '.join(map(str, view.options.difficulties))}")
        for name in ("promo", "fewer_bodies", "golden_feathers"):
            if getattr(view.options, name):
                words.append(name.replace("_", " "))
        return " · ".join(words), "" if view.pending == "over" else f"{self.names[view.seat - 1]} to play"

    def notice(self, view: View) -> Text | None:
        """How the end began, and whose last turn it is."""
        if view.ending is None or view.pending == "over":
            return None
        text = Text(f"The end has begun: {ENDINGS[view.ending]}. ", "alarm")
        if view.turns_left is not None and view.turns_left >= view.options.players:
            return text.append("After this round everybody has one last turn.")
        return text.append(f"This is your last turn{', with up to 2 actions' * self.two_actions(view)}.")

    def two_actions(self, view: View) -> bool:
        """Whether the seat comes later in the round than the one who ended the game (RULES 4.3 a)."""
        if view.ending != "third-coatl" or view.ender is None:
            return False
        first, players = view.options.first, view.options.players
        return (view.seat - first) % players > (view.ender - first) % players

    def table(self, view: View, width: int) -> RenderableType:
        """The whole table."""
        return self.drawing(width).table(view)

    def task(self, view: View) -> str:
        """What is to be decided now."""
        player = self.rules.deck.player
        if view.pending == "keep" and view.options.solo and self.rules.deck.adam is not None:
            return f"Keep exactly {self.rules.deck.adam.human_kept} of your prophecies, then done."
        if view.pending == "turn" and view.acted:
            return "You may take a second action, or done."
        return TASKS[view.pending].format(kept=player.kept_prophecies, coatl=view.coatl)

    def actions(self, view: View, width: int) -> RenderableType:
        """The legal actions."""
        return listing(view, self.cards, width)

    def numbered(self, legal: Sequence[str]) -> list[str]:
        """The legal actions in the order of their numbers."""
        return numbered(legal)

    def lying(self, view: View) -> Mapping[str, str]:
        """The cards of the row and on the piles."""
        row = {f"row{number}": card or "" for number, card in enumerate(view.row, 1)}
        return row | {f"pile{number}": card or "" for number, card in enumerate(view.temples, 1)}

    def examples(self) -> Mapping[str, str]:
        """Short forms for the help."""
        return EXAMPLES

    # ------------------------------------------------------------ in words

    def event(self, entry: Entry, before: View, after: View, steps: Sequence[str] = ()) -> Event:
        """An action in words."""
        return self.teller.event(entry, before, after, steps)

    def result(self, view: View, result: Result, width: int) -> RenderableType:
        """The end of a game."""
        return result_page(self.drawing(width), view, result)

    def why(self, view: View, words: Sequence[str]) -> RenderableType:
        """`why`, `why 2`, `why Ann`, `why Ann 2`."""
        seat, number = self.meant(view, words)
        if seat > len(view.players):
            return self.why_adam(view)
        coatls = view.players[seat - 1].coatls
        if number is not None and not 1 <= number <= len(coatls):
            allowed = [str(i + 1) for i in range(len(coatls))]
            raise CoatlError("why.coatl", f"{self.names[seat - 1]}: there is no coatl {number}.", allowed)
        parts: list[RenderableType] = []
        for place, coatl in enumerate(coatls, 1):
            if number in (None, place):
                title = f"{self.names[seat - 1]}: coatl {place}"
                parts += [why_page(self.cards, self.cards.beside(coatl), title), ""]
        return Group(*parts[:-1]) if parts else Text(f"{self.names[seat - 1]}: no coatl yet.")

    def hint(self, view: View) -> RenderableType:
        """What can be finished now, or what would help."""
        from coatl.solver import board_game

        ready_solver(self.rules)
        return hint_page(board_game.hint(self.rules, view))

    def why_adam(self, view: View) -> RenderableType:
        """ADAM's points, card by card."""
        assert view.adam is not None
        lines = [Text("ADAM scores the highest level of each card that it played (rules 4.5).")]
        for card, count in view.adam.pile.items():
            best = max(self.cards.prophecies[card].levels.values())
            lines.append(Text.assemble(self.cards.name(card), f"  {'twice ' * (count == 2)}", (str(best), "points")))
        lines.append(Text.assemble(("together ", "quiet"), (str(self.cards.pile_points(view.adam)), "points")))
        return Group(*lines)

    def meant(self, view: View, words: Sequence[str]) -> tuple[int, int | None]:
        """Seat and coatl that the words name."""
        rest = list(words)
        number = int(rest.pop()) if rest and rest[-1].isascii() and rest[-1].isdigit() and len(rest[-1]) < 3 else None
        return seat_called(self.names, view.viewer, " ".join(rest)), number
