"""From a view, or from pieces and cards in notation, to a question for the solver of the board game."""

import re
from collections import Counter
from collections.abc import Sequence

import numpy as np

from coatl.board.determinise import require
from coatl.board.notation import Row
from coatl.board.rules import BoardRules
from coatl.board.state import BODY, DIFFERENT_GODS, EMPTY, HAND, HEAD, NEEDS_FOUR, NEEDS_TEMPLE, TAIL, Coatl
from coatl.board.view import HIDDEN, View
from coatl.describe.board.scores import find_card
from coatl.engine.errors import CoatlError
from coatl.engine.patterns import COLOURS
from coatl.engine.structs import Records
from coatl.solver.board.question import IN_REACH, QUESTION, Question, ask

MOST_PIECES = 12  # more would take too long
PIECE = re.compile(r"(\(?)([A-Za-z])(\)?)")
SEPARATORS = " ,;"


def question_of(rules: BoardRules, view: View, seat: int) -> Records:
    """What a seat could ask; cards of others are dealt at random and never looked at."""
    if HIDDEN in view.players[seat - 1].hand or HIDDEN in view.players[seat - 1].temples:
        raise CoatlError("solve.hidden", f"This view does not show the cards of seat {seat}.", [view.viewer])
    return question_at(rules, rules.determinise(view, np.random.default_rng(0)), seat)


def question_at(rules: BoardRules, states: Records, seat: int) -> Records:
    """What a seat (from 1) could ask in a state."""
    questions = np.zeros(1, QUESTION)
    ask(states, rules.decks, seat - 1, questions)
    return questions


# ---------------------------------------------------------------- in notation


def read_pieces(text: str) -> list[tuple[int, int]]:
    """Pieces as (kind, colour): `(` before a letter says head, `)` behind it tail, as in a coatl.

    >>> read_pieces("(R GB K)") == [(HEAD, 0), (BODY, 1), (BODY, 2), (TAIL, 4)]
    True
    """
    found, place = [], 0
    while place < len(text):
        if text[place] in SEPARATORS:
            place += 1
            continue
        piece = PIECE.match(text, place)
        if piece is None or piece[2].upper() not in COLOURS or (piece[1] and piece[3]):
            shown = repr(text[place : place + 20])
            message = f"{shown} is no piece: a letter is a colour, ( before it makes it a head, ) behind it a tail."
            raise CoatlError("pieces.unknown", message, [*COLOURS, "(R", "R)"])
        kind = HEAD if piece[1] else TAIL if piece[3] else BODY
        found.append((kind, COLOURS.index(piece[2].upper())))
        place = piece.end()
    if len(found) > MOST_PIECES:
        raise CoatlError("pieces.many", f"{len(found)} pieces are too many to try all coatls.", [f"0 to {MOST_PIECES}"])
    return found


def asked(
    rules: BoardRules,
    pieces: str,
    cards: Sequence[str],
    temples: Sequence[str] = (),
    coatls: Sequence[str] = (),
    fresh: int | None = None,
) -> Records:
    """A question in notation; a coatl is its pieces and the cards beside it: `"(BBY K5 R5"`.

    :raises CoatlError: for whatever the deck does not have, or what cannot be so in a game.
    """
    questions = np.zeros(1, QUESTION)
    question: Question = questions[0]
    write_rules(rules, question, len(coatls), fresh)
    own = read_pieces(pieces)
    for kind, colour in own:
        question.board[kind, colour] += 1
    hand = [named(rules, "prophecy", card) for card in cards]
    in_reach = [named(rules, "temple", card) for card in temples]
    if len(hand) > HAND or len(in_reach) > IN_REACH:
        raise CoatlError("cards.many", f"A hand has at most {HAND} prophecies, and {IN_REACH} temples are in reach.")
    question.hand[:] = EMPTY
    question.hand[: len(hand)] = hand
    question.hand_size = len(hand)
    question.temples[:] = EMPTY
    question.temples[: len(in_reach)] = in_reach
    rows = [lay_coatl(rules, question, text) for text in coatls]
    laid = [int(card) for coatl in question.coatls[: len(rows)] for card in coatl.cards[: coatl.card_count]]
    check_cards(rules, hand + laid, in_reach)
    check_pieces(rules, own, rows)
    return questions


def write_rules(rules: BoardRules, question: Question, coatls: int, fresh: int | None) -> None:
    deck, hard = rules.decks[0], [number - 1 for number in rules.table.difficulties]
    require(coatls <= int(deck.unfinished), f"at most {deck.unfinished} coatls are unfinished")
    question.fresh = int(deck.coatls) - coatls if fresh is None else fresh
    question.unfinished = deck.unfinished
    question.needs_temple = NEEDS_TEMPLE in hard
    question.different_gods = DIFFERENT_GODS in hard
    question.least_cards = deck.most_cards if NEEDS_FOUR in hard else deck.least_cards
    question.most_cards = deck.most_cards


def named(rules: BoardRules, wanted: str, name: str) -> int:
    """The number of a card that must be a prophecy, or a temple."""
    kind, number = find_card(rules.deck, name)
    if kind != wanted:
        every = [card.id for card in getattr(rules.deck, wanted)]
        raise CoatlError("card.kind", f"{name} is a {kind}, not a {wanted}.", every)
    return number


def lay_coatl(rules: BoardRules, question: Question, text: str) -> Row:
    """The next unfinished coatl of the question."""
    pieces, *cards = text.split() or [""]
    row = Row.parse(pieces)
    require(not (row.head and row.tail), f"the coatl {row} is finished")
    coatl: Coatl = question.coatls[question.coatl_count]
    coatl.pieces[:] = EMPTY
    coatl.pieces[: len(row.colours)] = [COLOURS.index(letter) for letter in row.colours]
    coatl.length, coatl.head, coatl.tail = len(row.colours), row.head, row.tail
    coatl.cards[:] = EMPTY
    require(len(cards) <= int(question.most_cards), f"at most {question.most_cards} prophecies lie at one coatl")
    for place, card in enumerate(cards):
        coatl.cards[place] = named(rules, "prophecy", card)
    coatl.card_count = len(cards)
    laid = [rules.decks[0].prophecies[card] for card in coatl.cards[: len(cards)]]
    require(len({int(card.twin) for card in laid}) == len(laid), f"two identical cards lie at {row}")
    alike = question.different_gods and len({int(card.god) for card in laid}) < len(laid)
    require(not alike, f"with difficulty 3 no two prophecies of one god lie at {row}")
    question.coatl_count += 1
    return row


def check_cards(rules: BoardRules, prophecies: Sequence[int], temples: Sequence[int]) -> None:
    """The deck has no card more often than it is printed."""
    for number, count in Counter(prophecies).items():
        card = rules.deck.prophecy[number]
        require(count <= card.copies, f"there is no {card.id}, or not so many")
    for number, count in Counter(temples).items():
        require(count == 1, f"there is no {rules.deck.temple[number].id}, or not so many")


def check_pieces(rules: BoardRules, pieces: Sequence[tuple[int, int]], rows: Sequence[Row]) -> None:
    """The bags hold no more of a kind."""
    numbers = rules.deck.pieces.solo if rules.table.solo else rules.deck.pieces
    most = {BODY: numbers.body, HEAD: numbers.head, TAIL: numbers.tail}
    there = Counter(pieces)
    for row in rows:
        for place, letter in enumerate(row.colours):
            last = place == len(row.colours) - 1
            kind = HEAD if row.head and place == 0 else TAIL if row.tail and last else BODY
            there[kind, COLOURS.index(letter)] += 1
    words = {BODY: "body segments", HEAD: "heads", TAIL: "tails"}
    for (kind, colour), count in there.items():
        require(count <= most[kind], f"there are only {most[kind]} {words[kind]} of the colour {COLOURS[colour]}")


def seat_of(view: View, seat: int | None) -> int:
    """Whose question it is: the viewer's own, or the deciding seat's if all cards are seen."""
    own = int(view.viewer) if view.viewer.isdigit() else view.seat
    chosen = own if seat is None else seat
    if not 1 <= chosen <= len(view.players):
        allowed = [str(number + 1) for number in range(len(view.players))]
        raise CoatlError("seat.unknown", f"Nobody sits on seat {chosen}.", allowed)
    return chosen


def numbers(view: View, seat: int) -> tuple[list[int], int]:
    """The numbers of a seat's unfinished coatls, the one that is being finished first, and of the next new one."""
    coatls = view.players[seat - 1].coatls
    unfinished = [number for number, coatl in enumerate(coatls, 1) if not coatl.closed]
    finishing = view.coatl if view.seat == seat else None
    return sorted(unfinished, key=lambda number: number != finishing), len(coatls) + 1
