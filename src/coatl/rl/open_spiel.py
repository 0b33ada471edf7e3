"""The games for OpenSpiel: `pyspiel.load_game("coatl_card(players=3)")` once this module is imported (docs/rl.md)."""

from typing import Any

import numpy as np
import pyspiel

from coatl.engine.record import Entry
from coatl.engine.redaction import HIDDEN, seen_entries
from coatl.engine.rules import Rules
from coatl.engine.structs import Records
from coatl.options import declarations
from coatl.position import Position
from coatl.registry import rules_with
from coatl.rl.batch import POINTS
from coatl.rl.chance_nodes import SET_UP, Reveal, chances, is_complete, outcome_texts, played, without_chance
from coatl.rl.observations import observation, observation_fields

LONGEST = 5000  # decisions of a game, and draws of chance; none comes near
MOST_OUTCOMES = 128
MOST_REWARD = 25.0
SEEDS = 1 << 53
TITLES = {"board": "Cóatl", "card": "Cóatl: The Card Game"}
UNLESS_CHOSEN: dict[str, Any] = {
    "players": 2,
    "choice": "",
    "numbers": 0,
}  # by the kind of an option; flags have their own


def parameters_of(game: str) -> dict[str, Any]:
    """The options of a table as parameters, and what they are unless chosen; numbers are digits, as in 125."""
    options = declarations()[game].items()
    return {name: UNLESS_CHOSEN.get(option.kind, option.default) for name, option in options if option.kind != "seat"}


def options_of(game: str, parameters: dict[str, Any]) -> dict[str, Any]:
    """The options of a table from the parameters of a game: those that were chosen."""
    usual, declared = parameters_of(game), declarations()[game]
    chosen = {name: value for name, value in parameters.items() if value != usual[name]}
    for name, value in chosen.items():
        if declared[name].kind == "numbers":
            chosen[name] = [int(digit) for digit in str(value)]
    return chosen if chosen.get("solo") else {"players": 2, **chosen}


def type_of(game: str) -> Any:
    """What OpenSpiel wants to know of a game before it is loaded."""
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"coatl_{game}",
        long_name=TITLES[game],
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=4,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters_of(game),
    )


class Table:
    """The rules of a table; copies of a state share it."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.players = int(rules.options["players"])
        self.start = without_chance(rules.blank())
        self.dealt: tuple[int, ...] = ()  # who sees which outcome of the set-up

    def __deepcopy__(self, memo: Any) -> "Table":
        return self


class CoatlGame(pyspiel.Game):  # type: ignore[misc]
    """A game with the options of a table."""

    name = ""

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        self.table = Table(rules_with(self.name, None, options_of(self.name, parameters or {})))
        facts = pyspiel.GameInfo(
            num_distinct_actions=self.table.rules.actions,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=self.table.players,
            min_utility=-MOST_REWARD,
            max_utility=MOST_REWARD,
            max_game_length=LONGEST,
        )
        super().__init__(type_of(self.name), facts, parameters or {})

    def new_initial_state(self) -> "CoatlState":
        """Nothing is dealt yet: that is chance."""
        return CoatlState(self, self.table)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "CoatlObserver":
        """What OpenSpiel's algorithms read."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return CoatlObserver(self.table.rules, kind.perfect_recall, params)


class CoatlState(pyspiel.State):  # type: ignore[misc]
    """A game at one moment: a decision of a player, or a draw of chance within an action."""

    def __init__(self, game: CoatlGame, table: Table) -> None:
        super().__init__(game)
        self.table = table
        self.states: Records = table.start
        self.entries: list[Entry] = []  # what happened since the set-up
        self.dealt: tuple[str, ...] = ()  # the outcomes of the set-up
        self.reveal: Reveal | None = None
        self.chances: list[tuple[int, float]] | None = None
        self._go_on(Reveal(SET_UP))

    # ------------------------------------------------------------ what OpenSpiel asks

    def current_player(self) -> int:
        """Who decides, or that it is chance, or that the game is over."""
        if self.reveal is not None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return self.table.rules.seat(self.states) - 1

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.reveal is None and self.table.rules.over(self.states)

    def returns(self) -> list[float]:
        """The points ahead of the best other seat, scaled as in the other environments; 0 before the end."""
        rules, players = self.table.rules, self.table.players
        result = None if self.reveal is not None else rules.result(self.states)
        if result is None:
            return [0.0] * players
        points = result.points
        return [(points[i] - max(points[:i] + points[i + 1 :])) / POINTS for i in range(players)]

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(Position(self.table.rules, self.states).legal())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What can be drawn next."""
        assert self.reveal is not None
        if self.chances is None:
            self.chances = chances(self.table.rules, self.states, self.reveal)
        return self.chances

    def _apply_action(self, action: int) -> None:
        if self.reveal is None:
            self._go_on(Reveal(action))
        else:
            self._go_on(Reveal(self.reveal.action, (*self.reveal.outcomes, action)))

    def _action_to_string(self, player: int, action: int) -> str:
        rules = self.table.rules
        return rules.outcome_text(action) if player == pyspiel.PlayerId.CHANCE else rules.text(action)

    def __str__(self) -> str:
        line = self.table.rules.position(self.states, "all") if self.dealt else "set-up"
        if self.reveal is None:
            return line
        names = " ".join(outcome_texts(self.table.rules, self.reveal.outcomes))
        return f"{line} | {self._named(self.reveal.action)}: {names}"

    def resample_from_infostate(self, player: int, sampler: Any) -> "CoatlState":
        """A state that looks the same to the player; what it cannot see is dealt anew."""
        rules = self.table.rules
        twin: CoatlState = self.clone()
        rng = np.random.default_rng(int(sampler() * SEEDS))
        twin.states = without_chance(rules.determinise(rules.view(self.states, player + 1), rng))
        return twin

    # ------------------------------------------------------------ how it goes on

    def _named(self, action: int) -> str:
        return "set-up" if action == SET_UP else self.table.rules.text(action)

    def _go_on(self, reveal: Reveal) -> None:
        """Plays an action if all its outcomes are known, and what an automaton does then; else chance is next."""
        rules = self.table.rules
        after = played(rules, self.states, reveal)
        self.chances = None
        self.reveal = None if is_complete(after, reveal) else reveal
        if self.reveal is not None:
            return
        self._note(reveal)
        self.states = without_chance(after)
        if reveal.action == SET_UP:
            self.table.dealt = rules.dealt_to(after)
        if rules.automaton and not rules.over(after) and rules.seat(after) > self.table.players:
            self._go_on(Reveal(Position(rules, after).legal()[0]))

    def _note(self, reveal: Reveal) -> None:
        rules, outcomes = self.table.rules, outcome_texts(self.table.rules, reveal.outcomes)
        if reveal.action == SET_UP:
            self.dealt = outcomes
        else:
            self.entries.append(Entry(rules.seat(self.states), rules.text(reveal.action), outcomes))


class CoatlObserver:
    """What a player sees now, or, with perfect recall, also all that it saw before."""

    def __init__(self, rules: Rules, perfect_recall: bool, params: Any) -> None:
        if params:
            raise ValueError(f"There are no parameters of observations: {params}")
        places = observation_fields(rules)
        self.rules, self.perfect_recall = rules, perfect_recall
        self.tensor = np.zeros(places[-1].stop, np.float32)
        self.dict = {place.name: self.tensor[place.slice].reshape(place.shape) for place in places}

    def set_from(self, state: CoatlState, player: int) -> None:
        """Writes the tensor; what was before the newest reveal while that is open."""
        self.tensor[:] = observation(self.rules, state.states, player + 1)

    def string_from(self, state: CoatlState, player: int) -> str:
        """The position in one line as the player sees it; with perfect recall also what it has seen happen."""
        if not state.dealt:
            return "set-up"
        line = self.rules.position(state.states, player + 1)
        if not self.perfect_recall:
            return line
        pairs = zip(state.dealt, state.table.dealt, strict=True)
        dealt = [text if seat in (0, player + 1) else HIDDEN for text, seat in pairs]
        choosing = self.rules.turns(state.states) == 0
        seen = [entry for _, entry in seen_entries(state.entries, self.rules, player + 1, choosing)]
        told = [" ".join([str(entry.seat), entry.action, *entry.outcomes]) for entry in seen]
        return "\n".join([" ".join(dealt), *told, line])


class BoardGame(CoatlGame):
    """`coatl_board`."""

    name = "board"


class CardGame(CoatlGame):
    """`coatl_card`."""

    name = "card"


for kind in (BoardGame, CardGame):
    pyspiel.register_game(type_of(kind.name), kind)
