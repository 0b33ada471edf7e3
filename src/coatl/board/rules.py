"""The board game behind the protocol that both games share (engine.rules)."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from functools import cached_property
from typing import Any

import numpy as np

from coatl.board import words
from coatl.board.apply import act_as, apply_action, replay_action
from coatl.board.determinise import Determiniser, write_options
from coatl.board.legal import MOST_LEGAL, legal_actions
from coatl.board.notation import ACTIONS, CHOOSE_DECK, CHOOSE_ROW, DISCARD, KEEP_CARD, PRIEST, SPACE, TAKE, tidy
from coatl.board.options import read_options
from coatl.board.playout import play_games, write_standings
from coatl.board.scoring import standing
from coatl.board.setup import set_up
from coatl.board.state import EMPTY, KEEP, OVER, PIECE_OUTCOME, STATE, TEMPLE_OUTCOME, State
from coatl.board.tables import SACRIFICES, compile_deck
from coatl.board.view import ALL, ENDINGS, HIDDEN, LETTERS, View, Viewer, view
from coatl.cards.loader import load_board
from coatl.cards.schema import BoardDeck
from coatl.engine import lines
from coatl.engine.chance import key_of, seed_chance
from coatl.engine.errors import CoatlError, RecordError
from coatl.engine.jit import jit
from coatl.engine.records import Ints, Records, copy_of
from coatl.engine.rules import Data, Result, Standings

MOST_DEALS = 100  # until a player whose hand is unseen can finish the coatl that is being finished


@jit
def legal_at(states: Records, decks: Records, out: Ints) -> int:
    return legal_actions(states[0], decks[0], out)


@jit
def play_at(states: Records, decks: Records, action: int) -> None:
    apply_action(states[0], decks[0], action)


@jit
def step_at(states: Records, decks: Records, action: int, out: Ints) -> int:
    apply_action(states[0], decks[0], action)
    return legal_actions(states[0], decks[0], out)


@jit
def follow_at(states: Records, decks: Records, action: int, outcomes: Ints) -> bool:
    return replay_action(states[0], decks[0], action, outcomes)


@jit
def set_up_at(states: Records, decks: Records) -> None:
    set_up(states[0], decks[0])


@jit
def standing_at(states: Records, decks: Records, out: Ints) -> None:
    standing(decks[0], states[0], out)


@jit
def seed_at(states: Records, key: Ints, stream: int) -> None:
    seed_chance(states[0].chance, key, stream)


@jit
def act_as_at(states: Records, seat: int) -> bool:
    return act_as(states[0], seat)


class BoardRules:
    """Cóatl with a deck and the options of a table."""

    game = "board"
    actions = ACTIONS
    most_legal = MOST_LEGAL
    endings = tuple(ending or "" for ending in ENDINGS)

    def __init__(self, deck: BoardDeck | None = None, /, **options: Any) -> None:
        self.deck = deck or load_board()
        self.deck_data: Data | None = None if deck is None else deck.model_dump(mode="json")
        self.table = read_options(options, self.deck)
        self.options: Data = asdict(self.table) | {"difficulties": list(self.table.difficulties)}
        self.decks = compile_deck(self.deck)
        self.names = {
            "<prophecy>": tuple(card.id for card in self.deck.prophecy),
            "<temple>": tuple(card.id for card in self.deck.temple),
        }
        self.seats = 2 if self.table.solo else self.table.players

    def warm_up(self) -> None:
        """Compiles, or loads, everything that playing needs: once a machine some half a minute, then a moment."""
        states = self.blank()
        self.seed(states, key_of("warm up"), 0)
        self.set_up(states)
        out = np.empty(self.most_legal, np.int16)
        self.legal(states, out)
        self.play(copy_of(states), int(out[0]))
        self.step(copy_of(states), int(out[0]), out.copy())
        self.follow(copy_of(states), int(out[0]), ())
        self.act_as(copy_of(states), 1)
        standing_at(states, self.decks, np.zeros((4, 3), np.int64))
        words.adam_trace_at(copy_of(states), self.decks)
        self.play_games(states, key_of("warm up"), 0, np.zeros(1, np.int64))
        self.standings(states)

    # ------------------------------------------------------------ playing

    def blank(self) -> Records:
        """An array of one state with nothing but its options and tokens."""
        states = np.zeros(1, STATE)
        state: State = states[0]
        write_options(state, self.table)
        for seat in range(self.table.players if self.table.tokens else 0):
            state.players[seat].tokens[:] = [name in self.deck.player.sacrifices for name in SACRIFICES]
        return states

    def seed(self, states: Records, key: Ints, stream: int) -> None:
        """Lays down where chance comes from."""
        seed_at(states, key, stream)

    def set_up(self, states: Records) -> None:
        """Lays the table (RULES 4.1)."""
        set_up_at(states, self.decks)

    def follow_set_up(self, states: Records, outcomes: Sequence[int]) -> bool:
        """Lays the table with the outcomes of a record."""
        chance = states[0].chance
        chance.outcomes[: len(outcomes)] = outcomes
        chance.given = len(outcomes)
        set_up_at(states, self.decks)
        return not chance.impossible and int(chance.drawn) == len(outcomes)

    def legal(self, states: Records, out: Ints) -> int:
        """Writes the legal actions into `out` and returns how many there are."""
        count: int = legal_at(states, self.decks, out)
        return count

    def play(self, states: Records, action: int) -> None:
        """Plays a legal action."""
        play_at(states, self.decks, action)

    def step(self, states: Records, action: int, out: Ints) -> int:
        """Plays a legal action and writes what is legal then into `out`: one call instead of two."""
        count: int = step_at(states, self.decks, action, out)
        return count

    def follow(self, states: Records, action: int, outcomes: Sequence[int]) -> bool:
        """Plays a legal action with the outcomes of a record."""
        return bool(follow_at(states, self.decks, action, np.array(outcomes, np.int8)))

    def act_as(self, states: Records, seat: int) -> bool:
        """Turns to a seat whose secret choice is open (RULES 4.1, 5)."""
        return bool(act_as_at(states, seat - 1))

    def play_games(self, states: Records, key: Ints, number: int, decisions: Ints) -> None:
        """Fills `states` with the ends of random games `number`, `number` + 1, … of a seed."""
        play_games(states, self.decks, self.blank(), key, number, decisions)

    # ------------------------------------------------------------ reading

    def seat(self, states: Records) -> int:
        """Who decides."""
        return int(states[0].seat) + 1

    def turns(self, states: Records) -> int:
        """Which turn it is; the set-up is turn 0."""
        return int(states[0].turns) + (1 if states[0].pending != KEEP else 0)

    def outcomes(self, states: Records) -> tuple[int, ...]:
        """What chance did in the newest action."""
        chance = states[0].chance
        return tuple(chance.outcomes[: chance.drawn].tolist())

    def dealt_to(self, states: Records) -> tuple[int, ...]:
        """For each outcome of the set-up the seat that alone sees it, 0 for all: dealt temples and prophecies."""
        state: State = states[0]
        outcomes = self.outcomes(states)
        owners = [0] * len(outcomes)
        seats = [(int(state.options.first) + i) % self.table.players for i in range(self.table.players)]
        temples = [seat + 1 for seat in seats for _ in range(state.players[seat].temple_count)]
        prophecies = [seat + 1 for seat in seats for _ in range(state.players[seat].hand_size)]
        first = next((i for i, outcome in enumerate(outcomes) if TEMPLE_OUTCOME <= outcome < PIECE_OUTCOME), 0)
        owners[first : first + len(temples)] = temples
        owners[len(owners) - len(prophecies) :] = prophecies  # the prophecies are dealt last
        return tuple(owners)

    def over(self, states: Records) -> bool:
        """Whether the game has ended."""
        return bool(states[0].pending == OVER)

    def result(self, states: Records) -> Result | None:
        """Points, winners and tie-breakers (RULES 4.4, 4.5); None while the game is on."""
        state: State = states[0]
        if not self.over(states):
            return None
        table = np.zeros((4, 3), np.int64)
        standing_at(states, self.decks, table)
        ranks = [tuple(int(number) for number in row) for row in table[: self.seats]]
        if self.table.solo:  # the human wins only with more points
            winners: tuple[int, ...] = (1,) if ranks[0][0] > ranks[1][0] else (2,)
        else:
            winners = tuple(seat for seat, rank in enumerate(ranks, 1) if rank == max(ranks))
        return Result(
            points=tuple(rank[0] for rank in ranks),
            winners=winners,
            ending=str(ENDINGS[state.ending]),
            details={"cards": [rank[1] for rank in ranks], "best coatl": [rank[2] for rank in ranks]},
        )

    def standings(self, states: Records) -> Standings:
        """How many finished games ended."""
        found = Standings.of(len(states), self.seats)
        write_standings(states, self.decks, found.points, found.won, found.turns, found.endings)
        return found

    def explain(self, states: Records, outcomes: Sequence[int] = ()) -> list[str]:
        """ADAM's coming turn in words; it asks nothing of chance before its end."""
        return words.adam_in_words(states, self.decks, self.names)

    # ------------------------------------------------------------ notation

    @cached_property
    def texts(self) -> dict[int, str]:
        """The notation of every action that has a name in this deck."""
        found = {}
        for action in range(ACTIONS):
            try:
                found[action] = SPACE.text(action, self.names)
            except CoatlError:
                continue
        return found

    def text(self, action: int) -> str:
        """The notation of an action."""
        return self.texts[action] if action in self.texts else SPACE.text(action, self.names)

    def heard(self, action: int) -> str:
        """The notation as the other players hear it: cards kept or discarded from hand are not shown (RULES 6)."""
        if KEEP_CARD <= action < TAKE or DISCARD <= action < PRIEST:
            return f"{self.text(action).split()[0]} {HIDDEN}"
        return self.text(action)

    def hides(self, action: int, outcome: int) -> bool:
        """Whether an outcome is seen by its player alone: a card chosen from the deck."""
        return action == CHOOSE_DECK

    def parse(self, text: str, states: Records | None = None) -> int:
        """The action that a text names; with a state at hand also `choose K5` for the place where K5 lies."""
        parts = tidy(text).split()
        if states is not None and len(parts) == 2 and parts[0].lower() == "choose":
            cards = [name.lower() for name in self.names["<prophecy>"]]
            row = [cards[card] if card != EMPTY else "" for card in states[0].prophecies.row]
            if parts[1].lower() in row:
                return CHOOSE_ROW + row.index(parts[1].lower())
        return SPACE.parse(" ".join(parts), self.names)

    def outcome_text(self, outcome: int) -> str:
        """A card by its name, a piece by its colour in lower case."""
        if outcome >= PIECE_OUTCOME:
            return LETTERS[outcome - PIECE_OUTCOME].lower()
        if outcome >= TEMPLE_OUTCOME:
            return self.names["<temple>"][outcome - TEMPLE_OUTCOME]
        return self.names["<prophecy>"][outcome]

    @cached_property
    def outcome_numbers(self) -> dict[str, int]:
        """Every outcome by its text."""
        pieces = range(PIECE_OUTCOME, PIECE_OUTCOME + len(LETTERS))
        temples = range(TEMPLE_OUTCOME, TEMPLE_OUTCOME + len(self.names["<temple>"]))
        every = [*range(len(self.names["<prophecy>"])), *temples, *pieces]
        return {self.outcome_text(outcome): outcome for outcome in every}

    def parse_outcome(self, text: str) -> int:
        """The outcome that a record names."""
        if text not in self.outcome_numbers:
            raise RecordError("record.outcome", f"{text[:40]!r} is no outcome of chance in this game.")
        return self.outcome_numbers[text]

    # ------------------------------------------------------------ views and positions

    def view(self, states: Records, viewer: Viewer) -> View:
        """What one viewer sees."""
        return view(states[0], viewer, self.names)

    def position(self, states: Records, viewer: Viewer = ALL) -> str:
        """One line that tells the position as a viewer sees it."""
        return lines.write(self.view(states, viewer))

    def read_position(self, line: str, rng: np.random.Generator | None = None) -> Records:
        """The state that a line tells; what it leaves open is dealt at random."""
        seen = lines.read(View, line)
        states = self.determinise(seen, rng or np.random.default_rng())
        if not self.can_go_on(states) and HIDDEN not in seen.players[seen.seat - 1].hand:
            raise CoatlError("position.impossible", "The position is impossible: nothing can be done in it.")
        return states

    def can_go_on(self, states: Records) -> bool:
        """Whether the game is over or something can be done."""
        return self.over(states) or self.legal(states, np.empty(self.most_legal, np.int16)) > 0

    def determinise(self, seen: View, rng: np.random.Generator) -> Records:
        """A state that looks like the view to its viewer."""
        given = read_options({name: getattr(seen.options, name) for name in self.options}, self.deck)
        if given != self.table:
            raise CoatlError("position.options", "The position has other options than the table.")
        for _ in range(MOST_DEALS):
            states = np.zeros(1, STATE)
            write_options(states[0], self.table)
            Determiniser(states[0], self.decks[0], self.names, rng).fill(replace(seen, options=given))
            if seen.pending != "finish" or self.can_go_on(states):  # who finishes a coatl has cards for it (R6, R19)
                break
        return states
