"""The board game behind the interface that both games share (engine.rules)."""

from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from coatl.board.adam import adam_trace_at
from coatl.board.deck_reader import compile_deck, printed_tables
from coatl.board.determinise import Determiniser
from coatl.board.entry_points import act_as_at, follow_at, legal_at, play_at, seed_at, set_up_at, standing_at, step_at
from coatl.board.legal import MOST_LEGAL
from coatl.board.notation import (
    ACTIONS,
    CHOOSE_DECK,
    DISCARD,
    KEEP_CARD,
    PRIEST,
    SPACE,
    TAKE,
    choose_action,
    tidy,
)
from coatl.board.options import read_options
from coatl.board.playout import play_games, write_standings
from coatl.board.state import EMPTY, KEEP, OVER, PIECE_OUTCOME, PLAYERS, PROPHECY_OUTCOME, STATE, TEMPLE_OUTCOME, State
from coatl.board.tables import SACRIFICES
from coatl.board.view import ALL, ENDINGS, HIDDEN, LETTERS, View, Viewer, open_view, view
from coatl.decks.loader import load_board
from coatl.decks.schema import BoardDeck
from coatl.engine import oneline
from coatl.engine.errors import CoatlError
from coatl.engine.options import options_data, write_options
from coatl.engine.rules import Compiled, Data, Result, Rules
from coatl.engine.structs import Records

MOST_DEALS = 100  # until a player whose hand is unseen can finish the coatl that is being finished


class BoardRules(Rules):
    """Cóatl with a deck and the options of a table."""

    game = "board"
    deck: BoardDeck
    space = SPACE
    compiled = Compiled(seed_at, set_up_at, legal_at, play_at, step_at, follow_at, play_games, write_standings)
    actions = ACTIONS
    most_legal = MOST_LEGAL
    endings: tuple[str, ...] = tuple(ending or "" for ending in ENDINGS)

    def __init__(self, deck: BoardDeck | None = None, /, **options: Any) -> None:
        self.deck = deck or load_board()
        self.deck_data: Data | None = None if deck is None else deck.model_dump(mode="json")
        self.table = read_options(options, self.deck)
        self.options: Data = options_data(self.table)
        self.decks = printed_tables() if deck is None else compile_deck(deck)
        self.names = {
            "<prophecy>": tuple(card.id for card in self.deck.prophecy),
            "<temple>": tuple(card.id for card in self.deck.temple),
        }
        self.seats = 2 if self.table.solo else self.table.players
        self.automaton = "ADAM" if self.table.solo else None

    def warm_up(self) -> None:
        """Compiles, or loads, everything that playing needs, ADAM's trace and the results included."""
        super().warm_up()
        states = self.blank()
        self.act_as(states, 1)
        standing_at(states, self.decks, np.zeros((PLAYERS, 3), np.int64))
        adam_trace_at(states, self.decks)

    # ------------------------------------------------------------ playing

    @cached_property
    def empty_table(self) -> Records:
        """A state with nothing but its options and tokens."""
        states = np.zeros(1, STATE)
        state: State = states[0]
        write_options(self.table, state.options)
        for seat in range(self.table.players if self.table.tokens else 0):
            state.players[seat].tokens[:] = [name in self.deck.player.sacrifices for name in SACRIFICES]
        return states

    def act_as(self, states: Records, seat: int) -> bool:
        """Turns to a seat whose secret choice is open (RULES 4.1, 5)."""
        return bool(act_as_at(states, seat - 1))

    # ------------------------------------------------------------ reading

    def turns(self, states: Records) -> int:
        """Which turn it is; the set-up is turn 0."""
        return int(states[0].turns) + (1 if states[0].pending != KEEP else 0)

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
        table = np.zeros((PLAYERS, 3), np.int64)
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

    def scores(self, states: Records) -> tuple[int, ...]:
        """Points so far by seat: finished coatls, ADAM's pile, consolation for thefts (RULES 4.4–4.6)."""
        table = np.zeros((PLAYERS, 3), np.int64)
        standing_at(states, self.decks, table)
        return tuple(table[: self.seats, 0].tolist())

    # ------------------------------------------------------------ notation

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
                return choose_action(row.index(parts[1].lower()))
        return SPACE.parse(" ".join(parts), self.names)

    @cached_property
    def outcome_names(self) -> dict[int, str]:
        """Every outcome of chance by its number: a card by its name, a piece by its colour in lower case."""
        named = (
            (PROPHECY_OUTCOME, self.names["<prophecy>"]),
            (TEMPLE_OUTCOME, self.names["<temple>"]),
            (PIECE_OUTCOME, tuple(LETTERS.lower())),
        )
        return {base + i: name for base, names in named for i, name in enumerate(names)}

    # ------------------------------------------------------------ views and positions

    def view(self, states: Records, viewer: Viewer, shown: View | None = None) -> View:
        """What one viewer sees; `shown` is the open view of these states, if it is there already."""
        return view(states[0], viewer, self.names, shown)

    def open_view(self, states: Records) -> View:
        """What everybody sees."""
        return open_view(states[0], self.names)

    def position(self, states: Records, viewer: Viewer = ALL) -> str:
        """One line that tells the position as a viewer sees it."""
        return oneline.write(self.view(states, viewer))

    def read_position(self, line: str, rng: np.random.Generator | None = None) -> Records:
        """The state that a line tells; what it leaves open is dealt at random."""
        seen = oneline.read(View, line)
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
            write_options(self.table, states[0].options)
            Determiniser(states[0], self.decks[0], self.names, rng).fill(replace(seen, options=given))
            if seen.pending != "finish" or self.can_go_on(states):  # who finishes a coatl has cards for it (R6, R19)
                break
        return states
