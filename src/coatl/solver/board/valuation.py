"""The value of a coatl with every choice of cards, and the best coatl for each set of pieces and cards.

`best` is a table with a row for each set of pieces, subset of the hand and temple: the value, the added pieces as a
word of bits, a key of the whole coatl, and whether no other coatl has the same value.
"""

from coatl.board.scoring import covers, goals_met, prophecy_points, times_of
from coatl.board.state import Coatl
from coatl.board.tables import Deck
from coatl.engine.jit import jit, jit_in_place
from coatl.engine.structs import Ints
from coatl.solver.board.early_cards import can_lie_early, early_sets
from coatl.solver.board.question import IN_REACH, NO_TEMPLE, Question
from coatl.solver.board.scratch import Growth, Scratch

VALUE, WORD, PIECES_KEY, ALONE = 0, 1, 2, 3
COLUMNS = 4
NOTHING_YET = -(1 << 40)
POINT, PIECE = 1 << 16, 1 << 8  # what they weigh in a value; a card weighs 1
ROWS = IN_REACH + 1  # temples, and none
UNREAD = -2
PIECES_KEY_BITS = (1 << 60) - 1


@jit_in_place
def enter_coatl(question: Question, deck: Deck, scratch: Scratch, growth: Growth, best: Ints, temples: Ints) -> None:
    """Enters the coatl that is being grown into the table, with every choice of cards and temple that it allows."""
    reached = read_cards(question, deck, growth)
    read_temples(question, deck, growth, temples[growth.number])
    subset = reached
    while True:
        if scratch.fine[subset] and enough(question, growth, int(scratch.sizes[subset])):
            enter_with_cards(question, deck, scratch, growth, best, subset)
        if subset == 0:
            break
        subset = (subset - 1) & reached
    if growth.laid < question.least_cards and not question.growing:
        broken = within_reach(question, deck, growth, scratch.breakable & growth.allowed & ~reached)
        if broken:
            enter_with_broken_cards(question, deck, scratch, growth, best, reached, broken)


@jit_in_place
def read_cards(question: Question, deck: Deck, growth: Growth) -> int:
    """Writes down what each prophecy scores, and returns those of the hand that are reached."""
    pieces, length = growth.pieces[growth.low : growth.high], growth.high - growth.low
    reached = 0
    for i in range(question.hand_size):
        growth.points[i] = 0
        card = deck.prophecies[question.hand[i]]
        if (growth.allowed >> i) & 1 and covers(growth.tally, card.least):
            times = times_of(card, pieces, length)
            if times >= card.lowest:
                reached |= 1 << i
                growth.points[i] = card.points[times]
    growth.before = 0
    if growth.laid:
        coatl: Coatl = question.coatls[growth.place]
        for i in range(coatl.card_count):
            growth.before += prophecy_points(deck.prophecies[coatl.cards[i]], pieces, length)
    return reached


@jit
def read_temples(question: Question, deck: Deck, growth: Growth, known: Ints) -> None:
    """Writes down what each temple in reach scores; -1 where it cannot be laid (R7).

    A temple looks at numbers, not at the order, so that it is read once for each set of pieces.
    """
    if known[0] == UNREAD:
        known[NO_TEMPLE] = -1 if question.needs_temple and not question.growing else 0
        for i in range(IN_REACH):
            known[i] = -1
            if question.temples[i] >= 0 and not question.growing:
                known[i] = temple_points(deck, growth, int(question.temples[i]), growth.gods)
    growth.temples[:] = known


@jit_in_place
def temple_points(deck: Deck, growth: Growth, card: int, gods: int) -> int:
    temple = deck.temples[card]
    met = goals_met(temple, growth.pieces[growth.low : growth.high], growth.high - growth.low, gods)
    return int(temple.points[met]) if met > 0 else -1


@jit_in_place
def enough(question: Question, growth: Growth, cards: int) -> bool:
    """At most 4 prophecies; a finished coatl has at least 1, with difficulty 4 all four (R6; RULES 4.5)."""
    together = growth.laid + cards
    return bool(together <= question.most_cards and (question.growing or together >= question.least_cards))


@jit_in_place
def enter_with_cards(question: Question, deck: Deck, scratch: Scratch, growth: Growth, best: Ints, subset: int) -> None:
    """Enters the coatl with one choice of cards and every temple, where that is better than the row."""
    total = growth.before
    gods = growth.gods
    for i in range(question.hand_size):
        if (subset >> i) & 1:
            total += growth.points[i]
            gods |= 1 << int(deck.prophecies[question.hand[i]].god)
    cost = PIECE * (growth.left + growth.right) + int(scratch.sizes[subset])
    first = (growth.number * scratch.subsets + subset) * ROWS
    for i in range(ROWS):
        brings = growth.temples[i]
        if brings >= 0 and (scratch.god_goals >> i) & 1:  # more gods never meet more goals
            brings = temple_points(deck, growth, int(question.temples[i]), gods)
        if brings >= 0:
            value = POINT * (total + brings) - cost - (1 if i != NO_TEMPLE else 0)
            keep_better(growth, best[first + i], value)


@jit_in_place
def keep_better(growth: Growth, row: Ints, value: int) -> None:
    """Keeps the better of two coatls in a row; of equal ones the first, which is then no longer alone."""
    if value > row[VALUE]:
        row[VALUE] = value
        row[WORD] = word(growth)
        row[PIECES_KEY] = pieces_key(growth)
        row[ALONE] = 1
    elif value == row[VALUE] and row[ALONE] and row[PIECES_KEY] != pieces_key(growth):
        row[ALONE] = 0


@jit_in_place
def within_reach(question: Question, deck: Deck, growth: Growth, cards: int) -> int:
    """Those of the cards that the coatl has pieces enough for."""
    found = 0
    for i in range(question.hand_size):
        if (cards >> i) & 1 and covers(growth.tally, deck.prophecies[question.hand[i]].least):
            found |= 1 << i
    return found


@jit
def enter_with_broken_cards(
    question: Question, deck: Deck, scratch: Scratch, growth: Growth, best: Ints, reached: int, broken: int
) -> None:
    """Enters the coatl with cards that a later piece broke: they score nothing and still count (RULES 4.2 C).

    More of them than the finishing asks for are never worth a card.
    """
    missing = question.least_cards - growth.laid
    if missing > scratch.sizes[reached | broken]:
        return
    if missing == 1:
        for i in range(question.hand_size):
            if (broken >> i) & 1 and not settled(scratch, growth, best, 1 << i):
                if can_lie_early(question, deck, growth, i):
                    enter_with_cards(question, deck, scratch, growth, best, 1 << i)
        return
    candidates, sets = early_sets(question, deck, growth, broken)
    every = reached | candidates
    subset = every
    while subset:
        early = subset & candidates
        if early and sets[early] and scratch.fine[subset] and scratch.sizes[subset] == missing:
            enter_with_cards(question, deck, scratch, growth, best, subset)
        subset = (subset - 1) & every


@jit_in_place
def settled(scratch: Scratch, growth: Growth, best: Ints, subset: int) -> bool:
    """Whether no order of these pieces can change what stands in the table: a broken card alone brings its temple."""
    if growth.laid:
        return False
    first = (growth.number * scratch.subsets + subset) * ROWS
    for i in range(ROWS):
        row = best[first + i]
        if growth.temples[i] >= 0 and (row[VALUE] == NOTHING_YET or row[ALONE]):
            return False
    return True


@jit_in_place
def word(growth: Growth) -> int:
    """The added pieces as one number: how many on each side, then their colours from left to right."""
    packed = growth.left | (growth.right << 5)
    shift = 10
    for i in range(growth.low, growth.low + growth.left):
        packed |= int(growth.pieces[i]) << shift
        shift += 3
    for i in range(growth.high - growth.right, growth.high):
        packed |= int(growth.pieces[i]) << shift
        shift += 3
    return int(packed)


@jit_in_place
def pieces_key(growth: Growth) -> int:
    """A number for these pieces in this order: exact up to 21 of them, a hash beyond."""
    number = 1
    for i in range(growth.low, growth.high):
        number = (number * 7 + int(growth.pieces[i])) & PIECES_KEY_BITS
    return int(number)
