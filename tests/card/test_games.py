"""Random games, with everything that must hold at every step, for all numbers of players, both CARLs and all manners.

COATL_GAMES=5 plays five times as many; as plain Python (NUMBA_DISABLE_JIT=1) there are only a few.
"""

import copy
import json
import os
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from coatl.board.view import as_data
from coatl.card.rules import CardRules
from coatl.card.state import EMPTY, State
from coatl.engine.chance import key_of
from coatl.engine.errors import CoatlError, IllegalAction
from coatl.engine.jit import DISABLED
from coatl.engine.record import Entry, Record, parse_record
from coatl.engine.records import Ints, Records
from coatl.game import Game
from tests.card.referee import Referee
from tests.card.scenes import own

MOST_DECISIONS = 1_000  # random games have some hundred
OFTEN = float(os.environ.get("COATL_GAMES", "1"))
LINES = 12 if DISABLED else 4  # steps from one check of the one-line positions to the next
Viewer = int | None

# ---------------------------------------------------------------- tables

PATTERNS = (
    "R+",
    "G .+ G",
    "!R B",
    "Y+ K !Y",
    "= = !K",
    "[^R]^ .",
    ". .^ .",
    "G R",
    "= . =",
    "K+ .^",
    "B+ !B",
    "!K [RG]",
)
SHORT_FEATHERS = [{"pair": "RG", "copies": 8}, {"pair": "BY", "copies": 4}]
DECKS: dict[str, dict[str, Any]] = {
    # patterns with `+` and `!`; feathers and prophecies run out
    "short": {
        "carl": False,
        "deal": {"plays_per_turn": 2, "feathers": 3, "prophecies": 1, "supply": {2: 3, 3: 2, 4: 2}, "temples": 1},
        "feather": SHORT_FEATHERS,
        "prophecy": [
            {"id": f"X{i}", "colour": ("blue", "yellow", "pink", "green")[i % 4], "pattern": pattern}
            for i, pattern in enumerate(PATTERNS)
        ],
    },
    # the longest coatls
    "long": {
        "game": {"id": "card", "rounds": 8},
        "deal": {"plays_per_turn": 3, "feathers": 8, "prophecies": 3, "supply": {2: 6, 3: 6, 4: 6}, "temples": 1},
    },
}


def tables() -> Iterator[dict[str, Any]]:
    for players in (2, 3, 4):
        for first in range(1, players + 1):
            yield {"players": players, "first": first}
    for opponent in ("carl", "carl2"):
        for manner in ("daring", "domineering", "greedy", "random"):
            yield {"solo": True, "opponent": opponent, "manner": manner}
    for name in DECKS:
        for players in (2, 4):
            yield {"deck": name, "players": players}
    yield {"deck": "long", "solo": True, "opponent": "carl2", "manner": "random"}


ALL_TABLES = list(tables())
FEW_TABLES = [ALL_TABLES[i] for i in (0, 3, 7, 10, 16, 17, 20)]
MANY_TABLES = FEW_TABLES if DISABLED else ALL_TABLES


def name(table: dict[str, Any]) -> str:
    seats = f"{table['opponent']}-{table['manner']}" if table.get("solo") else f"{table['players']}p"
    words = (table.get("deck"), seats, f"first{table['first']}" if "first" in table else None)
    return "-".join(word for word in words if word)


@cache
def rules_cached(options: tuple[tuple[str, Any], ...]) -> CardRules:
    given = dict(options)
    deck = given.pop("deck", None)
    return CardRules(**given) if deck is None else own(DECKS[deck], **given)


def rules_at(table: dict[str, Any]) -> CardRules:
    return rules_cached(tuple(sorted(table.items())))


def games(table: dict[str, Any], compiled: int, plain: int = 1) -> Iterator[tuple[Game, random.Random]]:
    """Some new games at a table."""
    for seed in range(max(1, round((plain if DISABLED else compiled) * OFTEN))):
        yield Game(rules_at(table), f"{name(table)} {seed}"), random.Random(f"{name(table)} {seed}")


def random_move(game: Game, dice: random.Random) -> str:
    """A legal action; prophecies are fulfilled and parts covered more often than by pure chance."""
    legal = game.legal()
    for verbs, often in ((("raise", "fulfil", "steal"), 0.7), (("over",), 0.4)):
        some = [action for action in legal if action.startswith(verbs)]
        if some and dice.random() < often:
            return dice.choice(some)
    return dice.choice(legal)


def play_on(game: Game, dice: random.Random) -> Iterator[Game]:
    """The same game again and again, before each of its random actions and at its end."""
    for _ in range(MOST_DECISIONS):
        yield game
        if game.over:
            return
        game.play(random_move(game, dice))
    raise AssertionError("the game does not end")


def rules_of(game: Game) -> CardRules:
    assert isinstance(game.rules, CardRules)
    return game.rules


def state_of(game: Game) -> State:
    state: State = game._states[0]
    return state


def viewers(game: Game) -> list[Viewer]:
    return [*range(1, int(game.rules.options["players"]) + 1), None]


def as_bytes(value: Any) -> bytes:
    return json.dumps(as_data(value), sort_keys=True, ensure_ascii=True).encode()


def without_chance(states: Records) -> bytes:
    """A state's bytes, but for where its chance comes from."""
    twin = states.copy()
    twin["chance"] = np.zeros((), twin.dtype["chance"])
    return twin.tobytes()


# ---------------------------------------------------------------- the slow referee


@pytest.mark.parametrize("table", ALL_TABLES, ids=name)
def test_the_slow_referee_sees_the_same_table_and_allows_the_same(table: dict[str, Any]) -> None:
    """RULES 5: losses, gains, draws, refills, CARL's turns and points, counted anew at every step."""
    for game, dice in games(table, 6):
        rules = rules_of(game)
        referee = Referee(rules.deck, rules.view(game._states, "all"))
        for number, _ in enumerate(play_on(game, dice)):
            if number:
                entry = game.entries[-1]
                assert entry.seat == referee.seat + 1
                referee.follow(entry.action, entry.outcomes)
            referee.check(rules.view(game._states, "all"))
            assert set(game.legal()) == referee.legal()
        check_result(game, referee)


def check_result(game: Game, referee: Referee) -> None:
    result = game.result
    assert result is not None
    ranks = [seat.result for seat in referee.seats]
    assert None not in ranks
    assert list(result.points) == [rank[0] for rank in ranks if rank]
    assert result.winners == referee.winners()
    assert result.details == {
        "goals": [rank[1] for rank in ranks if rank],
        "protected": [rank[2] for rank in ranks if rank],
    }


# ---------------------------------------------------------------- conservation


@pytest.mark.parametrize("table", MANY_TABLES, ids=name)
def test_every_card_is_in_exactly_one_place_and_levels_are_sound(table: dict[str, Any]) -> None:
    for game, dice in games(table, 2):
        for _ in play_on(game, dice):
            check_prophecies(rules_of(game), state_of(game))
            check_feathers(game)
            check_levels(rules_of(game), state_of(game))


def check_prophecies(rules: CardRules, state: State) -> None:
    lying = [card for card in state.middle if card != EMPTY]
    for player in state.players:
        assert (player.prophecies[player.prophecy_count :] == EMPTY).all()
        lying += [*player.prophecies[: player.prophecy_count]]
    found = Counter(int(card) for card in lying)
    for pile in (state.deck, state.carl.deck, state.carl.used, state.lost):
        found += Counter({card: int(number) for card, number in enumerate(pile)})
    assert found == dict.fromkeys(range(len(rules.deck.prophecy)), 1)
    assert state.deck.sum() == state.deck_count
    assert state.carl.deck.sum() == state.carl.deck_size
    assert state.carl.action == EMPTY or state.carl.used[state.carl.action]


def check_feathers(game: Game) -> None:
    """Those in coatls are the cards that were played."""
    rules, state = rules_of(game), state_of(game)
    feathers = rules.names["<feather>"]
    found = Counter({feathers[i]: int(number) for i, number in enumerate(state.feathers + state.discards) if number})
    for player in state.players:
        assert (player.hand[player.hand_size :] == EMPTY).all()
        found += Counter(feathers[card] for card in player.hand[: player.hand_size])
    if state.revealed != EMPTY:
        found[feathers[state.revealed]] += 1
    for step in game._steps:
        verb, *rest = step.entry.action.split()
        if verb in ("start", "beside", "over"):
            found["".join(sorted(rest[0], key="RGBYK".index))] += 1
    copies = {name: card.copies for name, card in zip(feathers, rules.deck.feather, strict=True)}
    assert found == copies
    assert state.feathers.sum() == state.feather_count
    assert state.discards.sum() == state.discard_count


def check_levels(rules: CardRules, state: State) -> None:
    solo = rules.table.solo
    for seat, player in enumerate(state.players):
        levels = player.levels[: player.prophecy_count]
        assert all(int(solo) <= level <= 3 for level in levels)
        assert not player.levels[player.prophecy_count :].any()
        assert player.head >= player.tail
        assert seat < rules.seats or player.prophecy_count == player.length == player.hand_size == 0
    if solo:
        assert state.players[1].length == state.players[1].hand_size == 0


# ---------------------------------------------------------------- legality, copies, undo


@pytest.mark.parametrize("table", MANY_TABLES, ids=name)
def test_the_list_is_the_mask_and_nothing_else_is_accepted(table: dict[str, Any]) -> None:
    for game, dice in games(table, 1):
        for _ in play_on(game, dice):
            position = game.position()
            legal = position.legal()
            assert len(set(legal)) == len(legal)
            assert np.flatnonzero(position.mask()).tolist() == sorted(legal)
            assert bool(legal) != game.over
            check_unlisted(game, legal, dice)


def check_unlisted(game: Game, legal: list[int], dice: random.Random) -> None:
    """Nothing that is not listed is accepted, and the refusal changes nothing."""
    before, told = game._states.tobytes(), game.entries
    for action in dice.sample(range(-1, game.rules.actions + 1), 3):
        if action not in legal:
            with pytest.raises(CoatlError):
                game.play(action)
    wrong = dice.choice([seat for seat in range(game.rules.seats + 2) if seat != game.seat])
    if legal:
        with pytest.raises(CoatlError, match=r"\[(action\.turn|seat\.unknown)\]"):
            game.play(legal[0], wrong)
    assert (game._states.tobytes(), game.entries) == (before, told)


@pytest.mark.parametrize("table", FEW_TABLES, ids=name)
def test_copies_are_independent_and_old_states_never_change(table: dict[str, Any]) -> None:
    for game, dice in games(table, 1):
        kept: list[tuple[Records, bytes]] = []
        for _ in play_on(game, dice):
            kept.append((game._states, game._states.tobytes()))
            position = game.position()
            for action in dice.sample(position.legal(), min(len(position.legal()), 3)):
                other = position.copy()
                other.play(action)
                assert other != position
            kept.append((position.states, game._states.tobytes()))
        assert all(states.tobytes() == before for states, before in kept)


@pytest.mark.parametrize("table", FEW_TABLES, ids=name)
def test_undo_is_the_inverse_of_play(table: dict[str, Any]) -> None:
    """Inside one's own turn, back to the last reveal."""
    undone = 0
    for game, dice in games(table, 1):
        for _ in play_on(game, dice):
            if game.over:
                break
            before, seat = game._states.tobytes(), game.seat
            turn = game.rules.turns(game._states)
            game.play(random_move(game, dice))
            hidden = bool(game.entries[-1].outcomes) or game.rules.turns(game._states) != turn
            assert game.can_undo(seat) == (not hidden and not game.over)
            if not game.can_undo(seat):
                with pytest.raises(IllegalAction, match=r"\[undo\.refused\]"):
                    game.undo(seat)
                continue
            game.undo(seat)
            undone += 1
            assert game._states.tobytes() == before
            game.play(random_move(game, dice))
        assert Game.replay(game.record())._states.tobytes() == game._states.tobytes()
    assert undone


# ---------------------------------------------------------------- records


@pytest.mark.parametrize("table", FEW_TABLES, ids=name)
def test_text_and_json_are_inverse_and_replay_the_game(table: dict[str, Any]) -> None:
    """With the seed and without it."""
    for game, dice in games(table, 1):
        for _ in play_on(game, dice):
            if game.can_undo(game.seat) and dice.random() < 0.1:
                game.undo()
            if dice.random() < 0.02 or game.over:
                check_record(game)


def check_record(game: Game) -> None:
    record = game.record()
    assert parse_record(record.to_text()) == parse_record(record.to_json())
    assert parse_record(record.to_json()).to_json() == record.to_json()
    again = Game.replay(parse_record(record.to_text()))
    assert again._states.tobytes() == game._states.tobytes()
    assert (again.entries, again.result) == (game.entries, game.result)
    unseeded = Game.replay(parse_record(record.public().to_json()))
    assert without_chance(unseeded._states) == without_chance(game._states)
    assert (unseeded.entries, unseeded.result, unseeded.seed) == (game.entries, game.result, None)


def test_the_same_seed_gives_the_same_game_and_another_one_another() -> None:
    """RULES 7."""
    rules = rules_at({"players": 3, "first": 1})
    one, same, other = (Game(rules, seed)._states.tobytes() for seed in ("a", "a", "b"))
    assert one == same != other


def test_a_record_whose_chance_could_not_have_been_is_refused() -> None:
    """RULES 7: without the seed the decks still know what they hold."""
    game = Game(rules_at({"solo": True, "opponent": "carl", "manner": "daring"}), "1")
    game.play("carl")
    record = game.record().public()
    entry = record.entries[0]
    for place, wrong in ((0, "B1"), (1, "G1"), (1, "rg")):
        outcomes = (*entry.outcomes[:place], wrong, *entry.outcomes[place + 1 :])
        broken = Record(**{**record.__dict__, "entries": (Entry(entry.seat, entry.action, outcomes),)})
        with pytest.raises(CoatlError, match=r"\[record\.\w+\]"):
            Game.replay(broken)


# ---------------------------------------------------------------- one-line positions


@pytest.mark.parametrize("table", FEW_TABLES, ids=name)
def test_a_position_in_one_line_parses_back(table: dict[str, Any]) -> None:
    for game, dice in games(table, 1):
        for number, _ in enumerate(play_on(game, dice)):
            if number % LINES == 0 or game.over:
                check_whole_line(game)
                for viewer in viewers(game):
                    check_seen_line(game, viewer)


def check_whole_line(game: Game) -> None:
    """The line that shows all gives back the very state, but for its chance."""
    rules = rules_of(game)
    line = rules.position(game._states, "all")
    assert "\n" not in line
    read = rules.read_position(line)
    assert rules.position(read, "all") == line
    assert without_chance(read) == without_chance(game._states)


def check_seen_line(game: Game, viewer: Viewer) -> None:
    """What a viewer's line leaves open is dealt anew, and looks the same to this viewer."""
    rules = rules_of(game)
    line = rules.position(game._states, viewer)
    read = rules.read_position(line, np.random.default_rng(len(line)))
    assert as_bytes(rules.view(read, viewer)) == as_bytes(rules.view(game._states, viewer))
    check_prophecies(rules, read[0])


# ---------------------------------------------------------------- leaks


class Exchange:
    """Deals anew, at random, everything in a state that a viewer cannot see."""

    def __init__(self, rules: CardRules, states: Records, viewer: Viewer, dice: random.Random) -> None:
        self.rules = rules
        self.states = states.copy()
        self.state: State = self.states[0]
        self.viewer = viewer
        self.dice = dice

    def everything(self) -> Records:
        self.feathers()
        self.action_deck()
        self.chance()
        return self.states

    def feathers(self) -> None:
        """The hidden hands and the deck are shuffled together."""
        players = [self.state.players[seat] for seat in range(self.rules.table.players) if seat + 1 != self.viewer]
        cards = elements(self.state.feathers)
        for player in players:
            cards += player.hand[: player.hand_size].tolist()
        self.dice.shuffle(cards)
        for player in players:
            for i in range(player.hand_size):
                player.hand[i] = cards.pop()
        self.state.feathers[:] = 0
        for card in cards:
            self.state.feathers[card] += 1

    def action_deck(self) -> None:
        """An action card ahead may be any unseen one of its god."""
        gods = [card.colour for card in self.rules.deck.prophecy]
        for god in set(gods):
            piles = (self.state.carl.deck, self.state.deck)
            cards = [card for pile in piles for card in elements(pile) if gods[card] == god]
            ahead = sum(gods[card] == god for card in elements(self.state.carl.deck))
            self.dice.shuffle(cards)
            for place, card in enumerate(cards):
                piles[0][card], piles[1][card] = place < ahead, place >= ahead

    def chance(self) -> None:
        """Where chance comes from, and what it did."""
        chance = self.state.chance
        chance.key[:] = [self.dice.getrandbits(32) for _ in chance.key]
        chance.words[:] = [self.dice.getrandbits(32) for _ in chance.words]
        chance.outcomes[:] = [self.dice.randrange(100) for _ in chance.outcomes]
        chance.stream, chance.block = self.dice.getrandbits(60), self.dice.getrandbits(20)
        chance.used, chance.drawn = self.dice.randrange(17), self.dice.randrange(90)


def elements(counts: Ints) -> list[int]:
    return [card for card, number in enumerate(counts) for _ in range(number)]


@pytest.mark.parametrize("table", MANY_TABLES, ids=name)
def test_a_view_does_not_change_with_what_the_viewer_cannot_see(table: dict[str, Any]) -> None:
    """RULES 6: byte for byte, for each seat and a spectator, at every step."""
    for game, dice in games(table, 1):
        for _ in play_on(game, dice):
            for viewer in viewers(game):
                other = copy.copy(game)  # the same game with another truth behind it
                other._states = Exchange(rules_of(game), game._states, viewer, dice).everything()
                other._legal = None
                assert as_bytes(other.view(viewer)) == as_bytes(game.view(viewer))
                assert other.position_line(viewer) == game.position_line(viewer)


@pytest.mark.parametrize("table", [{"players": 3, "first": 2}, {"solo": True, "opponent": "carl", "manner": "greedy"}])
def test_the_exchange_deals_other_cards(table: dict[str, Any]) -> None:
    """Hands and action decks do change, so that a leak would be found."""
    game, rules = Game(rules_at(table), "exchange"), rules_at(table)
    states = Exchange(rules, game._states, None, random.Random(1)).everything()
    check_prophecies(rules, states[0])
    before, after = rules.view(game._states, "all"), rules.view(states, "all")
    assert before.players[0].hand != after.players[0].hand
    assert before.carl is None or (after.carl is not None and before.carl.deck != after.carl.deck)


@pytest.mark.parametrize("table", MANY_TABLES, ids=name)
def test_a_determinised_state_looks_the_same_to_its_viewer(table: dict[str, Any]) -> None:
    for game, dice in games(table, 1):
        rules = rules_of(game)
        for number, _ in enumerate(play_on(game, dice)):
            viewer = viewers(game)[number % len(viewers(game))]
            seen = rules.view(game._states, viewer)
            dealt = rules.determinise(seen, np.random.default_rng(number))
            assert as_bytes(rules.view(dealt, viewer)) == as_bytes(seen)
            check_prophecies(rules, dealt[0])
            assert not np.array_equal(dealt[0].chance.key, state_of(game).chance.key)
            assert game.over or viewer != game.seat or legal_in(rules, dealt) == game.numbers()


def legal_in(rules: CardRules, states: Records) -> list[int]:
    out = np.empty(rules.most_legal, np.int16)
    numbers: list[int] = out[: rules.legal(states, out)].tolist()
    return numbers


def test_determinise_knows_nothing_of_the_truth() -> None:
    """The same view and the same dice give the same state, whatever is behind it; other dice give others."""
    rules = rules_at({"players": 3, "first": 1})
    game = Game(rules, "truth")
    other = Exchange(rules, game._states, 1, random.Random(1)).everything()
    one, two = (rules.determinise(rules.view(s, 1), np.random.default_rng(5)) for s in (game._states, other))
    assert one.tobytes() == two.tobytes()
    hands = {
        rules.view(rules.determinise(rules.view(other, 1), np.random.default_rng(i)), 2).players[1].hand
        for i in range(5)
    }
    assert len(hands) == 5


# ---------------------------------------------------------------- games inside the compiled engine


@pytest.mark.parametrize("table", FEW_TABLES, ids=name)
def test_random_games_inside_the_engine_end_and_are_told_as_stepped_ones(table: dict[str, Any]) -> None:
    rules = rules_at(table)
    number = 2 if DISABLED else 50
    states = np.repeat(rules.blank(), number)
    decisions = np.zeros(number, np.int64)
    rules.play_games(states, key_of("inside"), 0, decisions)
    told = rules.standings(states)
    for i in range(number):
        result = rules.result(states[i : i + 1])
        assert result is not None
        assert tuple(told.points[i]) == result.points
        assert tuple(np.flatnonzero(told.won[i]) + 1) == result.winners
        assert decisions[i] > 0
        check_prophecies(rules, states[i])


def test_the_printed_deck_is_played_at_all_tables() -> None:
    """5.1, 5.5: all numbers of players, each of them first; both CARLs and all manners."""
    assert {(table["players"], table["first"]) for table in ALL_TABLES if "first" in table} == {
        (players, first) for players in (2, 3, 4) for first in range(1, players + 1)
    }
    assert len([table for table in ALL_TABLES if table.get("solo") and "deck" not in table]) == 2 * 4
