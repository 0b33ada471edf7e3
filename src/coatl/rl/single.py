"""The games for Gymnasium: one seat against automata and bots."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from coatl.bots.base import Bot, rng_of
from coatl.bots.decision import decide
from coatl.bots.registry import entrant
from coatl.engine.errors import CoatlError
from coatl.registry import rules_with
from coatl.rl.batch import PENALTY, SEATS, Batch
from coatl.rl.observations import observation
from coatl.rl.spaces import RENDER_MODES, action_space, check_render_mode, observation_space, rendered


class CoatlEnv(gymnasium.Env):
    """One seat of a game. Solo it plays against ADAM or CARL, else against the bots on the other seats."""

    metadata = {"render_modes": list(RENDER_MODES)}  # noqa: RUF012 (Gymnasium has it so)

    def __init__(
        self,
        game: str,
        *,
        seat: int = 1,
        opponents: str | Sequence[str] = "random",
        deck: Any = None,
        compact: bool = False,
        reward: str = "margin",
        penalty: float = PENALTY,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """`opponents` sit on the other seats, one bot for all or one for each: any that `coatl play --bot` takes."""
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self.rules = rules_with(game, deck, options)
        players = int(self.rules.options["players"])
        if type(seat) is not int or not 1 <= seat <= players:
            raise CoatlError("seat.unknown", f"Nobody sits on seat {seat!r}.", [str(i + 1) for i in range(players)])
        self.seat = seat
        named = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
        if len(named) != players - 1:
            raise CoatlError("rl.opponents", f"There are {players - 1} other seats, not {len(named)}.")
        named.insert(seat - 1, "learner")
        seats = [name if name in SEATS else "learner" for name in named]  # other bots decide outside of compiled code
        self.bots: dict[int, Bot] = {
            number: entrant(name).make(self.rules) for number, name in enumerate(named) if name not in SEATS
        }
        self.batch = Batch(
            self.rules, 1, None, seats=seats, compact=compact, reward=reward, penalty=penalty, autoreset="never"
        )
        self.observation_space = observation_space(self.rules, compact)
        self.action_space = action_space(self.rules)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.int8], dict[str, Any]]:
        """A new game; with a seed the same one as ever."""
        super().reset(seed=seed)
        self.batch.reset(seed)
        self._rng = rng_of(seed if seed is not None else int(self.np_random.integers(1 << 62)))
        self._let_bots_play()
        return self._seen()

    def step(self, action: Any) -> tuple[npt.NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Plays an action; an illegal one ends the game with the penalty."""
        self.batch.step(np.array([action]))
        self._let_bots_play()
        seen, info = self._seen()
        info["illegal"] = bool(self.batch.illegal[0])
        return seen, float(self.batch.rewards[0, self.seat - 1]), bool(self.batch.over[0]), False, info

    def _let_bots_play(self) -> None:
        while not self.batch.over[0] and int(self.batch.seats[0]) in self.bots:
            number = int(self.batch.seats[0])
            legal = [self.rules.text(int(action)) for action in np.flatnonzero(self.batch.masks[0])]
            view = self.rules.view(self.batch._games.states, number + 1)
            bot = self.bots[number]
            choice = decide(bot, view, legal, bot.limit, self._rng)
            self.batch.step(np.array([self.rules.number(choice.action)]))

    def _seen(self) -> tuple[npt.NDArray[np.int8], dict[str, Any]]:
        if self.batch.over[0] and int(self.batch.seats[0]) != self.seat - 1:
            seen = observation(
                self.rules, self.batch._games.states, self.seat, bool(self.batch._games.settings[0].compact)
            )
        else:
            seen = self.batch.observations[0].copy()
        return seen, {"action_mask": self.action_masks()}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal; none when the game is over. MaskablePPO asks for it by this name."""
        mask: npt.NDArray[np.bool_] = self.batch.masks[0].copy()
        return mask

    def render(self) -> Any:
        """The table as text, returned (ansi) or printed (human), or as a picture (rgb_array)."""
        return rendered(self.render_mode, self.rules, self.batch._games.states)

    def close(self) -> None:
        """Lets go of bots in other processes."""
        for bot in self.bots.values():
            bot.close()
