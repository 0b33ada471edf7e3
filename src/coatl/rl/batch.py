"""Many games side by side in compiled code: the batch API on which the environments stand (docs/rl.md)."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from coatl.bots.evaluation import GAMES as EVALUATIONS
from coatl.engine.batches import GREEDY, LEARNER, MARGIN, NEVER, NEXT_STEP, RANDOM, SAME_STEP, WIN, Games, Settings
from coatl.engine.chance import key_of
from coatl.engine.errors import CoatlError
from coatl.engine.rules import Rules
from coatl.engine.structs import Ints, empties
from coatl.rl.observations import compiled_of, observation_size
from coatl.validation import check_seed

SEATS = {"learner": LEARNER, "random": RANDOM, "greedy": GREEDY}
AUTORESETS = {"never": NEVER, "next_step": NEXT_STEP, "same_step": SAME_STEP}
REWARDS = {"margin": MARGIN, "win": WIN}
POINTS = 20.0  # ahead for a reward of 1
PENALTY = -1.0  # the reward of an illegal action
LEAST_FOR_A_THREAD = 64  # games; with fewer, a thread costs more than it saves
MOST_GAMES = 1 << 20
Array = TypeVar("Array", bound=npt.NDArray[Any])


class Batch:
    """Games side by side; `step` plays one action in each.

    Its arrays are made once and written anew by each step: copy what you keep.

    >>> from coatl.registry import rules_of
    >>> batch = Batch(rules_of("card", players=2), games=4, seed=1)
    >>> batch.reset()
    >>> batch.step(batch.masks.argmax(axis=1))
    >>> batch.observations.shape[0], batch.rewards.shape
    (4, (4, 2))
    """

    def __init__(
        self,
        rules: Rules,
        games: int,
        seed: str | int | None = 0,
        *,
        seats: Sequence[str] | Sequence[Sequence[str]] | None = None,
        compact: bool = False,
        autoreset: str = "next_step",
        reward: str = "margin",
        penalty: float = PENALTY,
        skip_forced: bool = False,
        threads: int | None = None,
    ) -> None:
        """`seats` says who decides: "learner", "random" or "greedy" for each player, or such a list for each game."""
        self.rules = rules
        self.games = check_number(games, "games", MOST_GAMES)
        self.threads = min(
            check_number(cores() if threads is None else threads, "threads", 1024), max(1, games // LEAST_FOR_A_THREAD)
        )
        self.compiled = compiled_of(rules.game)
        self._pool: ThreadPoolExecutor | None = None
        self._pool_of = 0
        self._begun = False
        settings = empties(Settings, 1)
        settings[0].compact = bool(compact)
        settings[0].autoreset = known(autoreset, AUTORESETS, "autoreset")
        settings[0].reward = known(reward, REWARDS, "reward")
        settings[0].skip_forced = bool(skip_forced)
        settings[0].stride = games
        size = observation_size(rules, compact)
        final = games if autoreset == "same_step" else 0
        self._actions = np.zeros(games, np.int64)
        self._games = Games(
            settings=settings,
            scales=np.array([POINTS, check_penalty(penalty)], np.float64),
            decks=rules.decks,
            blank=rules.blank(),
            weights=EVALUATIONS[rules.game].weights,
            key=np.zeros(8, np.int64),
            kinds=kinds_of(rules, games, seats),
            states=np.zeros(games, rules.blank().dtype),
            numbers=np.zeros(games, np.int64),
            streams=np.zeros((games, 1), np.int64),
            seats=np.zeros(games, np.int8),
            observations=np.zeros((games, size), np.int8),
            masks=np.zeros((games, rules.actions), np.bool_),
            final_observations=np.zeros((final, size), np.int8),
            rewards=np.zeros((games, rules.seats), np.float32),
            over=np.zeros(games, np.bool_),
            illegal=np.zeros(games, np.bool_),
            lengths=np.zeros(games, np.int64),
        )
        self._seed(seed)

    # ------------------------------------------------------------ playing

    def reset(self, seed: str | int | None = None) -> None:
        """Begins every game anew; with a seed the very same games as ever, without one the next games."""
        if seed is not None:
            self._seed(seed)
        self._run(self.compiled.begin_games)
        self._begun = True

    def reset_where(self, which: npt.NDArray[np.bool_]) -> None:
        """Begins some games anew, those with a flag, whether they are over or not."""
        flags = np.asarray(which)
        if flags.shape != (self.games,) or flags.dtype != np.bool_:
            raise CoatlError("batch.shape", f"The games to reset are {self.games} flags (bool), one a game.")
        for i in np.flatnonzero(flags):
            self.compiled.begin_games(self._games, int(i), int(i) + 1)

    def step(self, actions: Any) -> None:
        """Plays one action in each game. One that is not legal ends its game, and no other, with the penalty."""
        if not self._begun:
            raise CoatlError("batch.reset", "A batch begins with reset().")
        given = np.asarray(actions)
        if given.shape != (self.games,):
            raise CoatlError(
                "batch.shape", f"There are {self.games} games, so {self.games} actions, not {given.shape}."
            )
        if given.dtype.kind not in "iu":
            raise CoatlError("batch.dtype", f"Actions are whole numbers, not {given.dtype}.")
        np.copyto(self._actions, given, casting="unsafe")
        self._run(self.compiled.step_games, self._actions)

    def _seed(self, seed: str | int | None) -> None:
        self._games.key[:] = key_of(check_seed(seed))
        self._games.numbers[:] = np.arange(self.games)

    def _run(self, function: Any, *arguments: Any) -> None:
        """Calls compiled code, which lets go of the interpreter's lock, on all threads; each game is one thread's."""
        if self.threads == 1:
            function(self._games, *arguments, 0, self.games)
            return
        bounds = [self.games * i // self.threads for i in range(self.threads + 1)]
        pool = self._workers()
        calls = [
            pool.submit(partial(function, self._games, *arguments, low, high)) for low, high in pairwise(bounds[:-1])
        ]
        function(self._games, *arguments, bounds[-2], bounds[-1])
        for call in calls:
            call.result()

    def _workers(self) -> ThreadPoolExecutor:
        """The threads of this process; a fork has none of its parent's."""
        if self._pool is None or self._pool_of != os.getpid():
            self._pool, self._pool_of = ThreadPoolExecutor(self.threads - 1, "coatl-batch"), os.getpid()
        return self._pool

    def close(self) -> None:
        """Ends the threads; closing twice does nothing, and a closed batch may go on with new ones."""
        if self._pool is not None and self._pool_of == os.getpid():
            self._pool.shutdown()
        self._pool = None

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__ | {"_pool": None, "compiled": None, "rules": None}
        state["made_of"] = self.rules.game, self.rules.deck_data, dict(self.rules.options)
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        from coatl.registry import rules_with

        self.__dict__.update(state)
        self.rules = rules_with(*self.__dict__.pop("made_of"))
        self.compiled = compiled_of(self.rules.game)
        fresh = {"decks": self.rules.decks, "weights": EVALUATIONS[self.rules.game].weights}
        dtype = self.rules.blank().dtype  # there is one of it in a process, and compiled code knows it by that
        same = {name: np.ndarray(old.shape, dtype, bytearray(old.tobytes())) for name, old in self._records()}
        settings = empties(Settings, 1)
        settings[0] = self._games.settings[0]
        self._games = self._games._replace(settings=settings, **fresh, **same)

    def _records(self) -> list[tuple[str, Any]]:
        return [("states", self._games.states), ("blank", self._games.blank)]

    # ------------------------------------------------------------ reading

    @property
    def observations(self) -> Ints:
        """What the deciding seat of each game may know: one row a game (`observation_fields`)."""
        return shown(self._games.observations)

    @property
    def masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal; where a game is over and begins with the next step, any will do."""
        return shown(self._games.masks)

    @property
    def seats(self) -> Ints:
        """Who decides in each game, from 0; where it is over, who decided last."""
        return shown(self._games.seats)

    @property
    def rewards(self) -> npt.NDArray[np.float32]:
        """What the newest step brought, by game and seat: 0 but at the end of a game."""
        return shown(self._games.rewards)

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Which games ended with the newest step."""
        return shown(self._games.over)

    @property
    def illegal(self) -> npt.NDArray[np.bool_]:
        """Which of them ended with an illegal action."""
        return shown(self._games.illegal)

    @property
    def lengths(self) -> Ints:
        """How many decisions learners have made in each game so far."""
        return shown(self._games.lengths)

    @property
    def final_observations(self) -> Ints:
        """With same_step: how the games that have just ended looked to who decided last."""
        return shown(self._games.final_observations)

    @property
    def nbytes(self) -> int:
        """The memory of all games with their buffers, the deck aside."""
        arrays = [array for name, array in self._games._asdict().items() if name not in ("decks", "weights")]
        return int(sum(array.nbytes for array in arrays)) + self._actions.nbytes


def shown(array: Array) -> Array:
    """The array, to be read and not to be written."""
    view = array.view()
    view.flags.writeable = False
    return view


def kinds_of(rules: Rules, games: int, seats: Any) -> Ints:
    """Who decides, by game and seat; an automaton's seat has no say."""
    players = int(rules.options["players"])
    named = np.asarray(["learner"] * players if seats is None else seats, dtype=object)
    if named.shape not in ((players,), (games, players)):
        message = f"The seats are a list of {players}, or one such list for each of the {games} games."
        raise CoatlError("batch.seats", message, list(SEATS))
    kinds = np.full((games, rules.seats), RANDOM, np.int8)
    for kind in set(named.ravel().tolist()):
        kinds[:, :players][np.broadcast_to(named == kind, (games, players))] = known(kind, SEATS, "seats")
    if not (kinds == LEARNER).any(axis=1).all():
        raise CoatlError("batch.seats", "In every game at least one seat is a learner's.", list(SEATS))
    return kinds


def known(word: Any, words: dict[str, int], what: str) -> int:
    if word not in words:
        raise CoatlError(f"batch.{what}", f"{str(word)[:40]!r} is not known for {what}.", list(words))
    return words[word]


def check_number(number: Any, what: str, most: int) -> int:
    if isinstance(number, bool) or not isinstance(number, (int, np.integer)) or not 1 <= number <= most:
        raise CoatlError(f"batch.{what}", f"The number of {what} is from 1 to {most:,}, not {str(number)[:20]}.")
    return int(number)


def check_penalty(penalty: Any) -> float:
    if isinstance(penalty, bool) or not isinstance(penalty, (int, float)) or not np.isfinite(penalty):
        raise CoatlError("batch.penalty", f"The penalty is a number, not {str(penalty)[:20]}.")
    return float(penalty)


def cores() -> int:
    """The processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
