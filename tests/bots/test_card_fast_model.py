"""The fast model of the card game, in which rollouts are played: it follows the rules, card by card."""

import numpy as np
import pytest

from coatl.bots.card.carl import carl_turn
from coatl.bots.card.endgame import play_ends
from coatl.bots.card.fast_model import FastModel, deal, seed_stream, write_model
from coatl.bots.card.occurrence_sets import write_occurrence_sets
from coatl.bots.card.policy_weights import write_policy_weights
from coatl.bots.card.rollout import beam_of, count_before_card, end_turn, play_move, play_rollout
from coatl.bots.card.scratch import COLOURS, WAYS, Scratch
from coatl.bots.card.weights import WEIGHTS
from coatl.card.notation import BESIDE, DISCARD, DONE, FULFIL, HEAD, OVER, START, STEAL
from coatl.card.options import MANNER_NAMES, OPPONENTS
from coatl.card.rules import CardRules
from coatl.decks.loader import load_card
from coatl.engine.chance import key_of
from coatl.engine.jit import DISABLED
from coatl.engine.structs import Records, copy_of, empties
from tests.bots.model_games import COMPARISONS, FAULTS, KINDS, play_both
from tests.card.scenes import own, printed

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


def scratch_of(rules: CardRules) -> Records:
    scratches = empties(Scratch, 1)
    write_occurrence_sets(rules.decks, scratches)
    write_policy_weights(scratches, rules.decks, model_of(rules, begun(rules, 0)), WEIGHTS)
    return scratches


def model_of(rules: CardRules, states: Records) -> Records:
    models = empties(FastModel, 2)
    write_model(states[0], rules.decks[0], int(states[0].seat), models[0])
    return models


def move_of(action: int) -> int:
    """A placement as the rollout policy writes it: 5 × left + right, and the way."""
    if action < BESIDE:
        return (action - START) * WAYS
    lying, side = divmod(action - (OVER if action >= OVER else BESIDE), 2)
    return lying * WAYS + (0 if side else 2) + (action >= OVER)


def shown(model: FastModel, seats: int) -> list[object]:
    """Coatls, levels and the middle of a model."""
    rows = [list(seat.parts[seat.left : seat.right]) for seat in model.seats[:seats]]
    return [*rows, [list(seat.held) for seat in model.seats[:seats]], sorted(model.middle)]


def taken(rules: CardRules, states: Records, model: FastModel) -> None:
    """Takes by the rules all that a card brings, and steals what was stolen in the model."""
    seat = int(states[0].seat)
    while True:
        for action in legal_of(rules, states)[1:]:
            if action < STEAL or any(held >> action - STEAL & 1 for held in model.seats[seat].held):
                rules.play(states, action)
                break
        else:
            return


def in_order(states: Records, model: FastModel, seat: int) -> bool:
    """Whether the model knows which of the prophecies on a level came first."""
    player = states[0].players[seat]
    for level in (1, 2):
        since = [model.since[card] for card, at in zip(player.prophecies, player.levels, strict=True) if at == level]
        if since != sorted(since):
            return False
    return True


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_a_card_does_in_the_model_what_it_does_in_the_rules(options: dict[str, object]) -> None:
    """Random placements: the coatl, what falls, rises, is fulfilled and stolen, and the middle."""
    rules = printed(**options)
    scratches, rng, thefts, falls = scratch_of(rules), np.random.default_rng(1), 0, 0
    for number in range(GAMES):
        states = begun(rules, number)
        while not rules.over(states):
            legal = [action for action in legal_of(rules, states) if not DISCARD <= action < FULFIL or action == DONE]
            action = int(rng.choice(legal))
            if not START <= action < DISCARD:
                rules.play(states, action)
                continue
            models, seat = model_of(rules, states), int(states[0].seat)
            before = models[0].seats[seat].held.copy()
            count_before_card(scratches[0].occurrences, models[0].seats[seat], scratches[0].first)
            play_move(models[0], rules.decks[0], scratches[0], seat, move_of(action), scratches[0].first)
            rules.play(states, action)
            taken(rules, states, models[0])
            assert shown(models[0], 4) == shown(model_of(rules, states)[0], 4)
            assert not any(FULFIL <= left < STEAL for left in legal_of(rules, states))
            assert not rules.table.solo or in_order(states, models[0], seat)
            thefts += int(models[0].stolen.sum())
            after = models[0].seats[seat].held
            falls += bool(before[1] & ~(after[1] | after[2] | after[3]) or before[2] & ~(after[2] | after[3]))
            rules.play(states, DONE)
    assert DISABLED or (thefts > 10 and falls > 0)


@pytest.mark.parametrize("options", TABLES[3:], ids=str)
def test_carl_does_in_the_model_what_carl_does_in_the_rules(options: dict[str, object]) -> None:
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
            models = model_of(rules, states)
            rules.play(states, carl)
            state = states[0]
            favourites = sorted(state.carl.favourites)
            models[0].feathers[0] = next(i for i, pair in enumerate(deck.pairs) if sorted(pair) == favourites)
            models[0].actions[0] = deck.actions[deck.prophecies[state.carl.action].god]
            carl_turn(models[0], deck)
            after = model_of(rules, states)[0]
            assert [list(seat.held) for seat in models[0].seats] == [list(seat.held) for seat in after.seats]
            assert in_order(states, models[0], 1)


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_the_last_turn_has_the_result_of_the_rules(options: dict[str, object]) -> None:
    """Head and tail are read off the coatl, played by the rules, and must give the same points and goals."""
    rules = printed(**options)
    scratches, rng = scratch_of(rules), np.random.default_rng(2)
    for number in range(GAMES):
        states = begun(rules, number)
        while rules.over(states) is False and HEAD not in legal_of(rules, states):
            rules.play(states, int(rng.choice(legal_of(rules, states))))
        models, seat = model_of(rules, states), int(states[0].seat)
        play_ends(models[0], rules.decks[0], scratches[0], seat)
        ends = models[0].seats[seat]
        rules.play(states, rules.parse(f"head {'RGBYK'[ends.parts[ends.left]]}"))
        taken(rules, states, models[0])
        rules.play(states, DONE)
        rules.play(states, rules.parse(f"tail {'RGBYK'[ends.parts[ends.right - 1]]}"))
        taken(rules, states, models[0])
        end_turn(models[0], rules.decks[0], scratches[0], seat)
        rules.play(states, DONE)
        player = states[0].players[seat]
        assert list(ends.result) == [player.points, player.goals, player.protected]


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_a_simulated_game_comes_to_its_end(options: dict[str, object]) -> None:
    """Every seat has head and tail and a result, no prophecy is lost or doubled, and other numbers end otherwise."""
    rules = printed(**options)
    scratches, states = scratch_of(rules), begun(rules, 0)
    if rules.table.solo:
        rules.play(states, rules.parse("carl"))
    ends = set()
    for number in range(1 if DISABLED else 20):
        models = model_of(rules, states)
        model, seat = models[0], int(states[0].seat)
        seed_stream(scratches[0].stream, number * 64)
        deal(model, seat, scratches[0].stream)
        end_turn(model, rules.decks[0], scratches[0], seat)
        play_rollout(models, rules.decks[0], scratches[0], number * 64)
        players = int(model.players)
        assert model.round_number == model.rounds + 1
        assert all(seat.right > seat.left and seat.result[0] >= 0 for seat in model.seats[:players])
        held = [int(cards) for seat in model.seats for cards in seat.held]
        held += [1 << int(card) for card in model.middle if card >= 0]
        assert sum(held) == int(np.bitwise_or.reduce(held))
        ends.add(tuple(seat.result[0] for seat in model.seats))
    assert DISABLED or len(ends) > 1


def test_the_same_number_deals_the_same() -> None:
    """What others hold and what comes does not hang on what the seat does with its turn."""
    rules = printed(players=3)
    states = begun(rules, 0)
    other = copy_of(states)
    rules.play(other, legal_of(rules, other)[0])
    hands = []
    for each in (states, other):
        model, stream = model_of(rules, each)[0], np.zeros(1, np.int64)
        seed_stream(stream, 7)
        deal(model, int(each[0].seat), stream)
        hands.append([list(model.seats[seat].hand[:4]) for seat in (1, 2)] + [list(model.feathers), list(model.cards)])
    assert hands[0] == hands[1]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_seat_that_plans_looks_for_both_cards_of_its_turn(players: int) -> None:
    """Whatever the model; the others do so only where that takes little time."""
    scratches = scratch_of(printed(players=players))
    scratches[0].viewer = 1
    assert beam_of(scratches[0], 1) > 1
    assert (beam_of(scratches[0], 0) > 1) == (players == 2)


def test_moves_fit_into_one_number() -> None:
    assert move_of(BESIDE) == 2
    assert max(move_of(action) for action in range(START, DISCARD)) < COLOURS * COLOURS * WAYS


# ---------------------------------------------------------------- whole games

MODES: list[dict[str, object]] = [
    {"players": 2},
    {"players": 3, "first": 2},
    {"players": 4, "first": 3},
    *({"solo": True, "opponent": carl, "manner": manner} for carl in OPPONENTS for manner in MANNER_NAMES),
]
OWN_DECK = {  # three cards in a turn, other points, more thefts, and prophecies that lie on others in other ways
    "deal": {"feathers": 5, "prophecies": 2, "supply": {2: 4, 3: 3, 4: 2}, "temples": 1, "plays_per_turn": 3},
    "levels": {"points": [0, 1, 4, 9]},
}
OWN_PATTERNS = ("R", "Y Y", ". K^ .", "[RG] [BY]", "= [^K]^ =")
COMPARISONS_EACH = 40 if DISABLED else 9_200  # in all more than 100,000


def own_rules(**options: object) -> CardRules:
    """A deck of one's own, as far as the model covers such: no prophecy has more than three parts."""
    most = [card for i, card in enumerate(load_card().model_dump(mode="json")["prophecy"]) if i % 4]
    cards = [{"id": f"X{i}", "colour": "green", "pattern": text} for i, text in enumerate(OWN_PATTERNS, 1)]
    return own({**OWN_DECK, "prophecy": [*most, *cards]}, **options)


def compared(rules: CardRules) -> dict[str, int]:
    """Plays games in both until there were enough comparisons; how much of what happened in them."""
    scratches, models, stream = scratch_of(rules), empties(FastModel, 2), np.ones(1, np.int64)
    done, number = np.zeros(KINDS, np.int64), 0
    while done[COMPARISONS] < COMPARISONS_EACH:
        fault = FAULTS[play_both(begun(rules, number), rules.decks, scratches, models, stream, done)]
        assert not fault, f"game {number}, comparison {done[COMPARISONS]}: rules and model differ in {fault}"
        number += 1
    return dict(
        zip(("comparisons", "falls", "thefts", "carl", "ends", "discards", "results"), done.tolist(), strict=True)
    )


@pytest.mark.parametrize("options", MODES, ids=str)
def test_whole_games_are_the_same_in_the_model(options: dict[str, object]) -> None:
    """Random games: coatls, levels, thefts, hands, the middle, CARL's turns and results agree at every step."""
    counts = compared(printed(**options))
    assert counts.pop("carl") > 0 or not options.get("solo")
    assert DISABLED or min(counts.values()) > 20


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 3}, {"solo": True, "opponent": "carl2"}], ids=str)
def test_whole_games_with_an_own_deck_are_the_same_in_the_model(options: dict[str, object]) -> None:
    counts = compared(own_rules(**options))
    assert counts.pop("carl") > 0 or not options.get("solo")
    assert DISABLED or min(counts.values()) > 20
