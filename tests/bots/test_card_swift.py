"""Simulated games of the card game: their table follows the rules of the engine, card by card."""

import numpy as np
import pytest

from coatl.bots.card.automaton import carl_turn
from coatl.bots.card.desk import COLOURS, WAYS, Desk
from coatl.bots.card.ends import play_ends
from coatl.bots.card.habits import write_habits
from coatl.bots.card.marks import write_marks
from coatl.bots.card.swift import beam_of, end_turn, play_on, put, survey
from coatl.bots.card.table import Table, deal, stir, write_table
from coatl.card.notation import BESIDE, DISCARD, DONE, FULFIL, HEAD, OVER, START, STEAL
from coatl.card.rules import CardRules
from coatl.engine.chance import key_of
from coatl.engine.jit import DISABLED
from coatl.engine.records import Records, copy_of, empties
from tests.card.scenes import printed

TABLES = [
    {"players": 2},
    {"players": 3, "first": 3},
    {"players": 4},
    {"solo": True, "opponent": "carl", "manner": "daring"},
    {"solo": True, "opponent": "carl2", "manner": "domineering"},
]
GAMES = 2 if DISABLED else 30


def begun(rules: CardRules, number: int) -> Records:
    states = rules.blank()
    rules.seed(states, key_of("swift"), number)
    rules.set_up(states)
    return states


def legal_of(rules: CardRules, states: Records) -> list[int]:
    out = np.empty(rules.most_legal, np.int16)
    return [int(action) for action in out[: rules.legal(states, out)]]


def desk_of(rules: CardRules) -> Records:
    desks = empties(Desk, 1)
    write_marks(rules.decks, desks)
    write_habits(desks, rules.decks, table_of(rules, begun(rules, 0)))
    return desks


def table_of(rules: CardRules, states: Records) -> Records:
    tables = empties(Table, 2)
    write_table(states[0], rules.decks[0], int(states[0].seat), tables[0])
    return tables


def move_of(action: int) -> int:
    """A placement as the quick player writes it: 5 × left + right, and the way."""
    if action < BESIDE:
        return (action - START) * WAYS
    lying, side = divmod(action - (OVER if action >= OVER else BESIDE), 2)
    return lying * WAYS + (0 if side else 2) + (action >= OVER)


def shown(table: Table, seats: int) -> list[object]:
    """Coatls, levels and the middle of a table."""
    rows = [list(seat.parts[seat.left : seat.right]) for seat in table.seats[:seats]]
    return [*rows, [list(seat.held) for seat in table.seats[:seats]], sorted(table.middle)]


def taken(rules: CardRules, states: Records, table: Table) -> None:
    """Takes in the engine all that a card brings, and steals what was stolen at the table."""
    seat = int(states[0].seat)
    while True:
        for action in legal_of(rules, states)[1:]:
            if action < STEAL or any(held >> action - STEAL & 1 for held in table.seats[seat].held):
                rules.play(states, action)
                break
        else:
            return


def in_order(states: Records, table: Table, seat: int) -> bool:
    """Whether the table knows which of the prophecies on a level came first."""
    player = states[0].players[seat]
    for level in (1, 2):
        since = [table.since[card] for card, at in zip(player.prophecies, player.levels, strict=True) if at == level]
        if since != sorted(since):
            return False
    return True


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_a_card_does_at_the_table_what_it_does_in_the_engine(options: dict[str, object]) -> None:
    """Random placements: the coatl, what falls, rises, is fulfilled and stolen, and the middle."""
    rules = printed(**options)
    desks, rng, thefts, falls = desk_of(rules), np.random.default_rng(1), 0, 0
    for number in range(GAMES):
        states = begun(rules, number)
        while not rules.over(states):
            legal = [action for action in legal_of(rules, states) if not DISCARD <= action < FULFIL or action == DONE]
            action = int(rng.choice(legal))
            if not START <= action < DISCARD:
                rules.play(states, action)
                continue
            tables, seat = table_of(rules, states), int(states[0].seat)
            before = tables[0].seats[seat].held.copy()
            survey(desks[0].marks, tables[0].seats[seat], desks[0].first)
            put(tables[0], rules.decks[0], desks[0], seat, move_of(action), desks[0].first)
            rules.play(states, action)
            taken(rules, states, tables[0])
            assert shown(tables[0], 4) == shown(table_of(rules, states)[0], 4)
            assert not any(FULFIL <= left < STEAL for left in legal_of(rules, states))
            assert not rules.table.solo or in_order(states, tables[0], seat)
            thefts += int(tables[0].stolen.sum())
            after = tables[0].seats[seat].held
            falls += bool(before[1] & ~(after[1] | after[2] | after[3]) or before[2] & ~(after[2] | after[3]))
            rules.play(states, DONE)
    assert DISABLED or (thefts > 10 and falls > 0)


@pytest.mark.parametrize("options", TABLES[3:], ids=str)
def test_carl_does_at_the_table_what_carl_does_in_the_engine(options: dict[str, object]) -> None:
    """RULES 5.5: raise, steal, fulfil, the nearest among equals (R17), with the same favourites and action card."""
    rules = printed(**options)
    deck, rng, carl = rules.decks[0], np.random.default_rng(3), rules.parse("carl")
    for number in range(GAMES):
        states = begun(rules, number)
        while not rules.over(states):
            legal = legal_of(rules, states)
            if carl not in legal:
                gains = [action for action in legal if action >= FULFIL]
                rules.play(states, int(rng.choice(gains or legal)))
                continue
            tables = table_of(rules, states)
            rules.play(states, carl)
            state = states[0]
            favourites = sorted(state.carl.favourites)
            tables[0].feathers[0] = next(i for i, pair in enumerate(deck.pairs) if sorted(pair) == favourites)
            tables[0].actions[0] = deck.actions[deck.prophecies[state.carl.action].god]
            carl_turn(tables[0], deck)
            after = table_of(rules, states)[0]
            assert [list(seat.held) for seat in tables[0].seats] == [list(seat.held) for seat in after.seats]
            assert in_order(states, tables[0], 1)


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_the_last_turn_has_the_result_of_the_engine(options: dict[str, object]) -> None:
    """Head and tail are read off the coatl, played in the engine, and must give the same points and goals."""
    rules = printed(**options)
    desks, rng = desk_of(rules), np.random.default_rng(2)
    for number in range(GAMES):
        states = begun(rules, number)
        while rules.over(states) is False and HEAD not in legal_of(rules, states):
            rules.play(states, int(rng.choice(legal_of(rules, states))))
        tables, seat = table_of(rules, states), int(states[0].seat)
        play_ends(tables[0], rules.decks[0], desks[0], seat)
        ends = tables[0].seats[seat]
        rules.play(states, rules.parse(f"head {'RGBYK'[ends.parts[ends.left]]}"))
        taken(rules, states, tables[0])
        rules.play(states, DONE)
        rules.play(states, rules.parse(f"tail {'RGBYK'[ends.parts[ends.right - 1]]}"))
        taken(rules, states, tables[0])
        end_turn(tables[0], rules.decks[0], desks[0], seat)
        rules.play(states, DONE)
        player = states[0].players[seat]
        assert list(ends.result) == [player.points, player.goals, player.protected]


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_a_simulated_game_comes_to_its_end(options: dict[str, object]) -> None:
    """Every seat has head and tail and a result, no prophecy is lost or doubled, and other numbers end otherwise."""
    rules = printed(**options)
    desks, states = desk_of(rules), begun(rules, 0)
    if rules.table.solo:
        rules.play(states, rules.parse("carl"))
    ends = set()
    for number in range(1 if DISABLED else 20):
        tables = table_of(rules, states)
        table, seat = tables[0], int(states[0].seat)
        stir(desks[0].stream, number * 64)
        deal(table, seat, desks[0].stream)
        end_turn(table, rules.decks[0], desks[0], seat)
        play_on(tables, rules.decks[0], desks[0], number * 64)
        players = int(table.players)
        assert table.round_number == table.rounds + 1
        assert all(seat.right > seat.left and seat.result[0] >= 0 for seat in table.seats[:players])
        held = [int(cards) for seat in table.seats for cards in seat.held]
        held += [1 << int(card) for card in table.middle if card >= 0]
        assert sum(held) == int(np.bitwise_or.reduce(held))
        ends.add(tuple(seat.result[0] for seat in table.seats))
    assert DISABLED or len(ends) > 1


def test_the_same_number_deals_the_same() -> None:
    """What others hold and what comes does not hang on what the seat does with its turn."""
    rules = printed(players=3)
    states = begun(rules, 0)
    other = copy_of(states)
    rules.play(other, legal_of(rules, other)[0])
    hands = []
    for each in (states, other):
        table, stream = table_of(rules, each)[0], np.zeros(1, np.int64)
        stir(stream, 7)
        deal(table, int(each[0].seat), stream)
        hands.append([list(table.seats[seat].hand[:4]) for seat in (1, 2)] + [list(table.feathers), list(table.cards)])
    assert hands[0] == hands[1]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_seat_that_plans_looks_for_both_cards_of_its_turn(players: int) -> None:
    """Whatever the table; the others do so only where that takes little time."""
    desks = desk_of(printed(players=players))
    desks[0].viewer = 1
    assert beam_of(desks[0], 1) > 1
    assert (beam_of(desks[0], 0) > 1) == (players == 2)


def test_moves_fit_into_one_number() -> None:
    assert move_of(BESIDE) == 2
    assert max(move_of(action) for action in range(START, DISCARD)) < COLOURS * COLOURS * WAYS
