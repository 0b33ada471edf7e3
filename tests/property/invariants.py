"""What holds in every state of every game: counted from the deck file and the state alone, never by the rules' code."""

from collections import Counter
from collections.abc import Iterator

from coatl.board.rules import BoardRules
from coatl.board.state import BODY, EMPTY, GOLD, HEAD, KEEP, OVER, TAIL, TURN, Coatl, Player, State
from coatl.engine.patterns import COLOURS
from tests.reference import scorer

LETTERS = COLOURS + "*"
KINDS = {BODY: "body", HEAD: "head", TAIL: "tail"}

Pieces = Counter[tuple[str, str]]  # by kind and colour

# ---------------------------------------------------------------- pieces


def pieces_in_the_box(rules: BoardRules) -> Pieces:
    """What the bags hold before the game (RULES 4.1, 4.5, 4.6)."""
    deck, table = rules.deck, rules.table
    numbers = {"body": deck.pieces.body, "head": deck.pieces.head, "tail": deck.pieces.tail}
    gold = 0
    if table.solo:
        numbers = {"body": deck.pieces.solo.body, "head": deck.pieces.solo.head, "tail": deck.pieces.solo.tail}
    if table.fewer_bodies:
        assert deck.fewer_bodies
        numbers["body"] = deck.fewer_bodies.bodies_per_colour[table.players - 2]
    if table.golden_feathers:
        assert deck.golden_feathers
        numbers["body"] = deck.golden_feathers.bodies_per_colour[table.players - 2]
        gold = deck.golden_feathers.gold_bodies[table.players - 2]
    box = Counter({(kind, letter): number for kind, number in numbers.items() for letter in COLOURS})
    box["body", "*"] = gold
    return box


def pieces_on_the_table(state: State) -> Pieces:
    """Supply board, bags, boards and coatls; and the gold that was given up."""
    found: Pieces = Counter()
    for kind, word in KINDS.items():
        for colour, letter in enumerate(LETTERS):
            found[word, letter] += int(state.supply.bags[kind, colour])
            found[word, letter] += sum(int(player.board[kind, colour]) for player in players(state))
    for kind, cells in ((BODY, state.supply.bodies), (HEAD, state.supply.ends[HEAD]), (TAIL, state.supply.ends[TAIL])):
        for lying in cells.ravel().tolist():
            found[KINDS[kind], LETTERS[lying]] += int(lying != EMPTY)
    for player in players(state):
        for coatl in coatls(player):
            found += coatl_pieces(coatl)
        found["body", "*"] += int(player.robbed)
    return found


def coatl_pieces(coatl: Coatl) -> Pieces:
    kinds = ["body"] * int(coatl.length)
    if coatl.head:
        kinds[0] = "head"
    if coatl.tail:
        kinds[-1] = "tail"
    return Counter(zip(kinds, colours_of(coatl), strict=True))


def adam_pieces(state: State) -> Counter[str]:
    """What lies on ADAM's line, by colour."""
    return Counter({letter: int(state.adam.pieces[:, i].sum()) for i, letter in enumerate(COLOURS)})


def by_colour(pieces: Pieces) -> Counter[str]:
    found: Counter[str] = Counter()
    for (_, letter), number in pieces.items():
        found[letter] += number
    return found


def players(state: State) -> list[Player]:
    return [state.players[seat] for seat in range(state.options.players)]


def coatls(player: Player) -> list[Coatl]:
    return [player.coatls[i] for i in range(player.coatl_count)]


def colours_of(coatl: Coatl) -> str:
    return "".join(COLOURS[colour] for colour in coatl.pieces[: coatl.length])


def text_of(coatl: Coatl) -> str:
    return f"{'(' * bool(coatl.head)}{colours_of(coatl)}{')' * bool(coatl.tail)}"


# ---------------------------------------------------------------- cards


def prophecies_of(state: State) -> Counter[int]:
    """Every place where a prophecy can lie."""
    lying: list[int] = [*state.prophecies.row, *state.adam.line]
    for player in players(state):
        lying += [*player.hand]
        for coatl in coatls(player):
            lying += [*coatl.cards]
    found = Counter(int(card) for card in lying if card != EMPTY)
    prophecies = state.prophecies
    for pile in (prophecies.deck, prophecies.discards, *prophecies.hidden, state.adam.pile):
        found += Counter({card: int(number) for card, number in enumerate(pile)})
    return found


def temples_of(state: State) -> Counter[int]:
    lying: list[int] = [*state.temples.tops]
    for player in players(state):
        lying += [*player.temples, *(coatl.temple for coatl in coatls(player))]
    found = Counter(int(card) for card in lying if card != EMPTY)
    return found + Counter({card: int(number) for card, number in enumerate(state.temples.below)})


def check_cards(rules: BoardRules, state: State) -> None:
    """Every card is in exactly one place."""
    promo = rules.table.promo
    printed = {i: card.copies for i, card in enumerate(rules.deck.prophecy) if promo or card.set != "promo"}
    assert prophecies_of(state) == printed
    temples = {i: 1 for i, card in enumerate(rules.deck.temple) if promo or card.set != "promo"}
    assert temples_of(state) == temples
    prophecies = state.prophecies
    assert prophecies.deck_size == prophecies.deck.sum()
    assert prophecies.discard_size == prophecies.discards.sum() + prophecies.hidden.sum()
    assert state.temples.below.sum() == sum(max(0, size - 1) for size in state.temples.sizes)
    for top, size in zip(state.temples.tops, state.temples.sizes, strict=True):
        assert (top == EMPTY) == (size == 0)


# ---------------------------------------------------------------- limits


def check_limits(rules: BoardRules, state: State) -> None:
    """Boards, hands and coatls keep within what the rulebook allows."""
    limit = 4 if 2 in rules.table.difficulties else rules.deck.player.hand_limit
    for player in players(state):
        assert player.board.min() >= 0
        assert player.board.sum() <= rules.deck.player.board_cells
        assert [card != EMPTY for card in player.hand] == [i < player.hand_size for i in range(len(player.hand))]
        assert state.pending == KEEP or player.hand_size <= limit
        assert all(player.known[i] == 0 for i in range(player.hand_size, len(player.hand)))
        check_coatls(rules, player, bool(state.coatl != EMPTY))
    if state.pending in (TURN, OVER) and not state.acted:
        check_laid_out(rules, state)


def check_coatls(rules: BoardRules, player: Player, finishing: bool) -> None:
    owned = coatls(player)
    assert len(owned) <= rules.deck.player.coatls
    open_ones = [coatl for coatl in owned if not coatl.closed]
    assert len(open_ones) <= rules.deck.player.unfinished_coatls
    for coatl in owned:
        whole = bool(coatl.head and coatl.tail)
        assert whole == bool(coatl.closed) or (finishing and whole)
        cards = [rules.deck.prophecy[card] for card in coatl.cards[: coatl.card_count]]
        faces = [(card.kind, card.pattern, tuple(sorted(card.levels.items()))) for card in cards]
        assert len(set(faces)) == len(faces)
        if 3 in rules.table.difficulties:
            assert len({card.colour for card in cards}) == len(cards)
        if coatl.closed:
            least = 4 if 4 in rules.table.difficulties else 1
            assert least <= len(cards) <= 4
            assert coatl.length >= 3
            assert coatl.temple != EMPTY or 1 not in rules.table.difficulties


def check_laid_out(rules: BoardRules, state: State) -> None:
    """Between two turns: the row is full unless the cards are gone, and nothing due was left unfilled."""
    prophecies, supply = state.prophecies, state.supply
    full = all(card != EMPTY for card in prophecies.row[: rules.deck.supply.prophecies])
    third_solo = state.pending == OVER and rules.table.solo
    assert full or third_solo or prophecies.deck_size + prophecies.discard_size == 0
    bodies, ends = (supply.bodies != EMPTY).any(), (supply.ends[HEAD:] != EMPTY).any()
    assert bodies or supply.bags[BODY].sum() < 2
    assert ends or not supply.bags[HEAD:].any()
    assert (supply.bodies[:, 0] == EMPTY).tolist() == (supply.bodies[:, 1] == EMPTY).tolist()
    assert not supply.bags[HEAD:, GOLD].any()
    assert not (supply.ends == GOLD).any()


# ---------------------------------------------------------------- points


def slow_points(rules: BoardRules, coatl: Coatl) -> int:
    """What the coatl scores, by the slow scorer of the tests."""
    cards = [rules.deck.prophecy[card] for card in coatl.cards[: coatl.card_count]]
    prophecies = [
        scorer.Prophecy(card.colour, card.kind, card.pattern, {str(k): v for k, v in card.levels.items()})
        for card in cards
    ]
    temple = None
    if coatl.temple != EMPTY:
        card = rules.deck.temple[coatl.temple]
        temple = scorer.Temple(card.goals, card.points)
    return scorer.coatl_points(text_of(coatl), prophecies, temple)


def slow_result(rules: BoardRules, state: State) -> list[int]:
    """The points of every seat, counted anew (RULES 4.4, 4.5, 4.6)."""
    points = [sum(slow_points(rules, coatl) for coatl in coatls(player)) for player in players(state)]
    if rules.table.golden_feathers:
        assert rules.deck.golden_feathers
        each = rules.deck.golden_feathers.points_for_victim
        points = [own + each * int(player.robbed) for own, player in zip(points, players(state), strict=True)]
    if rules.table.solo:
        pile = enumerate(state.adam.pile[: len(rules.deck.prophecy)])
        points.append(sum(int(number) * max(rules.deck.prophecy[card].levels.values()) for card, number in pile))
    return points


def closed(state: State) -> Iterator[Coatl]:
    """Every finished coatl on the table."""
    return (coatl for player in players(state) for coatl in coatls(player) if coatl.closed)
