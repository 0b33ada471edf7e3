"""The presenter of the board game: what the session asks for, put together from the drawings of this folder."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from rich.console import Group, RenderableType
from rich.text import Text

from coatl.board.rules import BoardRules
from coatl.board.view import View
from coatl.describe.board.progress import progress
from coatl.describe.board.scores import pile
from coatl.describe.sentences import ending_key
from coatl.engine.errors import CoatlError
from coatl.engine.rules import Result, Rules
from coatl.messages import t
from coatl.options import chosen
from coatl.terminal.base_presenter import BasePresenter
from coatl.terminal.board.actions import choices, listing, numbered
from coatl.terminal.board.cards import Cards
from coatl.terminal.board.explanation import why_page
from coatl.terminal.board.result import result_page
from coatl.terminal.board.table import Drawing
from coatl.terminal.presenter import seat_called


class BoardPresenter(BasePresenter):
    """How the board game looks."""

    EXAMPLES: ClassVar = {
        "t b3": "take",
        "c K5, c 4": "choose",
        "s B, s h B": "start",
        "e 1 l G": "extend",
        "f K5 1": "fulfil",
        "te T3, te 1": "temple",
        "pi BR, pi h B": "pick",
        "fut, pr 2": "future",
        "k R5, di R5": "keep",
        "d": "done",
    }

    def __init__(self, rules: Rules, names: Sequence[str]) -> None:
        assert isinstance(rules, BoardRules)
        self.rules, self.cards = rules, Cards(rules)
        super().__init__(rules, names, self.cards.name)

    # ------------------------------------------------------------ the table

    def drawing(self, width: int) -> Drawing:
        """Draws for this width."""
        return Drawing(self.cards, self.names, width)

    def title(self, view: View) -> tuple[str, str]:
        """Turn and options at the left, whose turn it is at the right."""
        words = [t("terminal_board.turn", n=view.turns + 1)]
        for name, value in chosen(view.options).items():
            numbers = " ".join(map(str, value)) if isinstance(value, tuple | list) else ""
            words.append(t(f"terminal_board.option_{name}", list=numbers))
        return self.head_line(view, words)

    def notice(self, view: View) -> Text | None:
        """How the end began, and whose last turn it is."""
        if view.ending is None or view.pending == "over":
            return None
        text = Text(f"{t(ending_key(view.ending))} ", "alarm")
        far = progress(self.rules, view)
        if far.turns[view.seat - 1] > 1:
            return text.append(t("terminal_board.everybody_last"))
        return text.append(t(f"terminal_board.last_turn{'_two' * (far.actions[view.seat - 1] == 2)}"))

    def task(self, view: View) -> str:
        """What is to be decided now."""
        player = self.rules.deck.player
        if view.pending == "keep" and view.options.solo and self.rules.deck.adam is not None:
            return t("terminal_board.task_keep_solo", n=self.rules.deck.adam.human_kept)
        if view.pending == "turn" and view.acted:
            return t("terminal_board.task_second")
        number = view.coatl if view.pending == "finish" else player.kept_prophecies
        return t(f"terminal_board.task_{view.pending}", n=number or 0)

    def actions(self, view: View, width: int) -> RenderableType:
        """The legal actions."""
        return listing(view, self.cards, width)

    def choices(self, view: View) -> list[tuple[str, Text]]:
        """The legal actions, with what lies where they lead."""
        return choices(view, self.cards)

    def numbered(self, legal: Sequence[str]) -> list[str]:
        """The legal actions in the order of their numbers."""
        return numbered(legal)

    def lying(self, view: View) -> Mapping[str, str]:
        """The cards of the row and on the piles."""
        row = {f"row{number}": card or "" for number, card in enumerate(view.row, 1)}
        return row | {f"pile{number}": card or "" for number, card in enumerate(view.temples, 1)}

    # ------------------------------------------------------------ in words

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
                title = t("terminal_board.coatl_of", name=self.names[seat - 1], n=place)
                parts += [why_page(self.cards, self.cards.beside(coatl), title), ""]
        return Group(*parts[:-1]) if parts else Text(t("terminal_board.no_coatl", name=self.names[seat - 1]))

    def why_adam(self, view: View) -> RenderableType:
        """ADAM's points, card by card."""
        assert view.adam is not None
        lines = [Text(t("terminal_board.why_adam"))]
        played = pile(self.rules, view.adam.pile)
        for card, scored in played.items():
            best = scored.points // scored.count
            twice = f"{t('terminal_board.twice')} " if scored.count == 2 else ""
            lines.append(Text.assemble(self.cards.name(card), f"  {twice}", (str(best), "points")))
        total = progress(self.rules, view).points[-1]
        lines.append(Text.assemble((f"{t('terminal_why.together')} ", "quiet"), (str(total), "points")))
        return Group(*lines)

    def meant(self, view: View, words: Sequence[str]) -> tuple[int, int | None]:
        """Seat and coatl that the words name."""
        rest = list(words)
        number = int(rest.pop()) if rest and rest[-1].isascii() and rest[-1].isdigit() and len(rest[-1]) < 3 else None
        return seat_called(self.names, view.viewer, " ".join(rest)), number
