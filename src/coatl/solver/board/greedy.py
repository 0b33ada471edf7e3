"""A hasty player: finishes the best single coatl, then the best one with what is left, and so on."""

from coatl.board.rules import BoardRules
from coatl.board.state import BODY, COATLS, EMPTY, HEAD, TAIL
from coatl.engine.structs import Records, copy_of
from coatl.solver.board.assembly import answer
from coatl.solver.board.question import NO_TEMPLE, Question, Way


def greedy_points(rules: BoardRules, questions: Records) -> int:
    """What the hasty player scores."""
    left, total = copy_of(questions), 0
    while True:
        best = max(singles(rules, left), key=lambda found: int(found[0].points), default=None)
        if best is None or best[0].points <= 0:
            return total
        total += int(best[0].points)
        use(left[0], *best)


def singles(rules: BoardRules, questions: Records) -> list[tuple[Way, int]]:
    """The best way for each coatl alone, and for a new one, each with its place in the question."""
    question: Question = questions[0]
    places = [*range(question.coatl_count)]
    if int(question.coatl_count) < int(question.unfinished) and question.fresh:
        places.append(int(question.coatl_count))
    found = []
    for place in places:
        alone = copy_of(questions)
        alone[0].fresh = place >= int(question.coatl_count)
        alone[0].coatl_count = 0 if alone[0].fresh else 1
        if place < int(question.coatl_count):
            alone[0].coatls[0] = question.coatls[place]
        found.append((answer(rules, alone, 1).ways[0, 0], place))
    return found


def use(question: Question, way: Way, place: int) -> None:
    """Takes away what a way uses."""
    word = int(way.word)
    sides = word & 31, (word >> 5) & 31
    added = [(word >> (10 + 3 * i)) & 7 for i in range(sum(sides))]
    new = place >= int(question.coatl_count)
    if new or not question.coatls[place].head:
        question.board[HEAD, added.pop(0)] -= 1
    if new or not question.coatls[place].tail:
        question.board[TAIL, added.pop()] -= 1
    for colour in added:
        question.board[BODY, colour] -= 1
    hand = [int(question.hand[i]) for i in range(question.hand_size) if not (int(way.cards) >> i) & 1]
    question.hand[:] = EMPTY
    question.hand[: len(hand)] = hand
    question.hand_size = len(hand)
    if way.temple != NO_TEMPLE:
        question.temples[way.temple] = EMPTY
    if new:
        question.fresh -= 1
        return
    for i in range(place, COATLS - 1):
        question.coatls[i] = question.coatls[i + 1]
    question.coatl_count -= 1
