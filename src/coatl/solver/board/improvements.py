"""What would help in the board game: every cell of the supply board and every prophecy of the row, tried out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from coatl.board.rules import BoardRules
from coatl.board.setup import hand_limit
from coatl.board.state import BODY, HEAD, TAIL
from coatl.board.view import LETTERS, View
from coatl.engine.structs import Records, copy_of
from coatl.solver.board.assembly import Solution, solved
from coatl.solver.board.positions import numbers, question_of, seat_of
from coatl.solver.board.question import Question

CELLS_OF = {BODY: "body", HEAD: "head", TAIL: "tail"}


@dataclass(frozen=True)
class Help:
    """Something that could be had, and what could be done with it."""

    action: str  # that takes it
    what: str  # the pieces, or the card
    solution: Solution  # the best that could be finished with it
    promise: Solution  # the most points of cards at coatls that stay unfinished

    @property
    def rank(self) -> tuple[int, int]:
        """Points that can be had at once come first."""
        return self.solution.points, self.promise.points

    def data(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {
            "action": self.action,
            "what": self.what,
            "points": self.solution.points,
            "promise": self.promise.points,
            "steps": list(self.solution.steps),
        }


def best_cells(rules: BoardRules, view: View, seat: int | None = None) -> list[Help]:
    """For every cell of the supply board that there is room for: the best with its pieces, the most helpful first."""
    chosen = seat_of(view, seat)
    questions = question_of(rules, view, chosen)
    free = rules.deck.player.board_cells - int(questions[0].board.sum())
    found = []
    for kind, cells in ((BODY, view.supply.bodies), (HEAD, view.supply.heads), (TAIL, view.supply.tails)):
        for place, content in enumerate(cells, 1):
            if content and len(content) <= free:
                richer = copy_of(questions)
                for letter in content:
                    richer[0].board[kind, LETTERS.index(letter)] += 1
                found.append(helped(rules, richer, *numbers(view, chosen), f"take {CELLS_OF[kind]}{place}", content))
    return sorted(found, key=lambda help: help.rank, reverse=True)


def best_cards(rules: BoardRules, view: View, seat: int | None = None) -> list[Help]:
    """For every prophecy of the row: the best with it in hand, the most helpful first."""
    chosen = seat_of(view, seat)
    questions = question_of(rules, view, chosen)
    if int(questions[0].hand_size) >= hand_limit(rules.blank()[0].options, rules.decks[0]):
        return []
    found = []
    for place, card in enumerate(view.row, 1):
        if card:
            richer = copy_of(questions)
            question: Question = richer[0]
            question.hand[question.hand_size] = rules.names["<prophecy>"].index(card)
            question.hand_size += 1
            found.append(helped(rules, richer, *numbers(view, chosen), f"choose row{place}", card))
    return sorted(found, key=lambda help: help.rank, reverse=True)


def helped(
    rules: BoardRules, questions: Records, coatls: Sequence[int], first_new: int, action: str, what: str
) -> Help:
    """What could be done with something more."""
    best = solved(rules, questions, coatls, first_new, 0)
    return Help(action, what, best, promise_of(rules, questions, coatls, first_new))


def promise_of(rules: BoardRules, questions: Records, coatls: Sequence[int], first_new: int) -> Solution:
    """The most points of cards, laid or to be laid, at coatls that stay unfinished."""
    growing = copy_of(questions)
    growing[0].growing = 1
    return solved(rules, growing, coatls, first_new, 0)


def present_promise(rules: BoardRules, view: View, seat: int) -> Solution:
    """The same with what is there."""
    return promise_of(rules, question_of(rules, view, seat), *numbers(view, seat))
