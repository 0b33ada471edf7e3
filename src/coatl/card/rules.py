"""The card game behind the interface that both games share (engine.rules)."""

from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from coatl.card.carl import carl_trace_at
from coatl.card.deck_reader import compile_deck, printed_tables
from coatl.card.determinise import Determiniser, write_options
from coatl.card.entry_points import follow_at, legal_at, play_at, seed_at, set_up_at, step_at
from coatl.card.legal import MOST_LEGAL
from coatl.card.notation import ACTIONS, DONE, PASS, SPACE, tidy
from coatl.card.options import AUTOMATA, MANNER_NAMES, read_options
from coatl.card.playout import play_games, write_standings
from coatl.card.scoring import goals_at, standing
from coatl.card.state import (
    FEATHER_OUTCOME,
    MANNER_OUTCOME,
    OVER,
    PLAYERS,
    PROPHECY_OUTCOME,
    STATE,
    TEMPLE_OUTCOME,
)
from coatl.card.tables import GOALS
from coatl.card.view import ALL, DeckFacts, View, Viewer, open_view, view
from coatl.decks.loader import load_card
from coatl.decks.schema import CardDeck
from coatl.engine import oneline
from coatl.engine.errors import CoatlError
from coatl.engine.options import options_data
from coatl.engine.patterns import COLOURS
from coatl.engine.rules import Compiled, Data, Result, Rules
from coatl.engine.structs import Records


class CardRules(Rules):
    """Cóatl: The Card Game with a deck and the options of a table."""

    game = "card"
    deck: CardDeck
    space = SPACE
    compiled = Compiled(seed_at, set_up_at, legal_at, play_at, step_at, follow_at, play_games, write_standings)
    actions = ACTIONS
    most_legal = MOST_LEGAL
    endings: tuple[str, ...] = ("last-round",)

    def __init__(self, deck: CardDeck | None = None, /, **options: Any) -> None:
        self.deck = deck or load_card()
        self.deck_data: Data | None = None if deck is None else deck.model_dump(mode="json")
        self.table = read_options(options, self.deck)
        self.options: Data = options_data(self.table)
        self.decks = printed_tables() if deck is None else compile_deck(deck)
        self.deck_facts = DeckFacts.of(self.decks[0])
        self.names = {
            "<prophecy>": tuple(card.id for card in self.deck.prophecy),
            "<temple>": tuple(card.id for card in self.deck.temple),
            "<feather>": tuple("".join(sorted(card.pair, key=COLOURS.index)) for card in self.deck.feather),
        }
        self.seats = 2 if self.table.solo else self.table.players
        self.automaton = AUTOMATA[self.table.opponent] if self.table.opponent else None

    def warm_up(self) -> None:
        """Compiles, or loads, everything that playing needs, CARL's trace and the goals of temples included."""
        super().warm_up()
        states = self.blank()
        carl_trace_at(states, self.decks)
        goals_at(states, self.decks, 0, np.zeros(GOALS, np.int64))

    @cached_property
    def empty_table(self) -> Records:
        """A state with nothing but its options."""
        states = np.zeros(1, STATE)
        write_options(states[0], self.table)
        return states

    # ------------------------------------------------------------ reading

    def turns(self, states: Records) -> int:
        """Which turn it is, from 1."""
        return int(states[0].turns) + 1

    def over(self, states: Records) -> bool:
        """Whether the game has ended."""
        return bool(states[0].pending == OVER)

    def dealt_to(self, states: Records) -> tuple[int, ...]:
        """For each outcome of the set-up the seat that alone sees it, 0 for all, -1 for nobody: CARL's action deck."""
        outcomes = self.outcomes(states)
        state = states[0]
        drawn_manner = any(outcome >= MANNER_OUTCOME for outcome in outcomes)
        owners = [0] * drawn_manner + [-1] * int(state.carl.deck_size)
        first = int(state.options.first)
        for i in range(self.table.players):
            seat = (first + i) % self.table.players
            owners += [seat + 1] * int(state.players[seat].hand_size)
        return tuple(owners + [0] * (len(outcomes) - len(owners)))

    def result(self, states: Records) -> Result | None:
        """Points, winners and tie-breakers (RULES 5.4, 5.5); None while the game is on."""
        if not self.over(states):
            return None
        table = np.zeros((PLAYERS, 3), np.int64)
        standing(states[0], table)
        ranks = [tuple(row) for row in table[: self.seats].tolist()]
        if self.table.solo:  # the human wins only with more points
            winners: tuple[int, ...] = (1,) if ranks[0][0] > ranks[1][0] else (2,)
        else:
            winners = tuple(seat for seat, rank in enumerate(ranks, 1) if rank == max(ranks))
        return Result(
            points=tuple(rank[0] for rank in ranks),
            winners=winners,
            ending=self.endings[0],
            details={"goals": [rank[1] for rank in ranks], "protected": [rank[2] for rank in ranks]},
        )

    def scores(self, states: Records) -> tuple[int, ...]:
        """Points so far by seat: the result of who has finished, else the points of the levels (RULES 5.3, 5.4)."""
        worth = self.deck.levels.points
        return tuple(
            int(player.points)
            if player.final
            else sum(worth[level] for level in player.levels[: player.prophecy_count])
            for player in states[0].players[: self.seats]
        )

    # ------------------------------------------------------------ notation

    def hides(self, action: int, outcome: int) -> bool:
        """Whether an outcome is seen by its player alone: feathers drawn to hand."""
        return action in (DONE, PASS) and FEATHER_OUTCOME <= outcome < TEMPLE_OUTCOME

    def parse(self, text: str, states: Records | None = None) -> int:
        """The action that a text names."""
        return SPACE.parse(tidy(text, self.names["<feather>"]), self.names)

    @cached_property
    def outcome_names(self) -> dict[int, str]:
        """Every outcome of chance by its number: cards by their names, feathers in lower case."""
        named = (
            (PROPHECY_OUTCOME, self.names["<prophecy>"]),
            (FEATHER_OUTCOME, tuple(pair.lower() for pair in self.names["<feather>"])),
            (TEMPLE_OUTCOME, self.names["<temple>"]),
            (MANNER_OUTCOME, MANNER_NAMES),
        )
        return {base + i: name for base, names in named for i, name in enumerate(names)}

    # ------------------------------------------------------------ views and positions

    def view(self, states: Records, viewer: Viewer, shown: View | None = None) -> View:
        """What one viewer sees; `shown` is the open view of these states, if it is there already."""
        return view(states[0], self.deck_facts, viewer, self.names, shown)

    def open_view(self, states: Records) -> View:
        """What everybody sees."""
        return open_view(states[0], self.deck_facts, self.names)

    def position(self, states: Records, viewer: Viewer = ALL) -> str:
        """One line that tells the position as a viewer sees it."""
        return oneline.write(self.view(states, viewer))

    def read_position(self, line: str, rng: np.random.Generator | None = None) -> Records:
        """The state that a line tells; what it leaves open is dealt at random."""
        states = self.determinise(oneline.read(View, line), rng or np.random.default_rng())
        if not self.over(states) and not self.legal(states, np.empty(self.most_legal, np.int16)):
            raise CoatlError("position.impossible", "The position is impossible: nothing can be done in it.")
        return states

    def determinise(self, seen: View, rng: np.random.Generator) -> Records:
        """A state that looks like the view to its viewer."""
        given = read_options({name: getattr(seen.options, name) for name in self.options}, self.deck)
        if replace(given, manner=self.table.manner) != self.table:
            raise CoatlError("position.options", "The position has other options than the table.")
        states = np.zeros(1, STATE)
        write_options(states[0], given)
        Determiniser(states[0], self.decks[0], self.names, rng).fill(replace(seen, options=given))
        return states
