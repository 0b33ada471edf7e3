"""Many games for Gymnasium, stepped in compiled code on all cores."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from coatl.registry import rules_with
from coatl.rl.batch import PENALTY, Batch
from coatl.rl.spaces import action_space, observation_space

MODES = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "never",
}


class CoatlVectorEnv(VectorEnv):
    """Games side by side. Seats are learners' (several play against each other), random or greedy.

    The reward of a step is that of the seat which decided; `info["rewards"]` has those of all seats, and `info["seat"]`
    tells who decides next.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        seats: Sequence[str] | Sequence[Sequence[str]] | None = None,
        deck: Any = None,
        compact: bool = False,
        reward: str = "margin",
        penalty: float = PENALTY,
        skip_forced: bool = False,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int | None = None,
        copy: bool = True,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Without `copy`, what a step returns is overwritten by the next one."""
        mode = AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        self.render_mode, self.copy = render_mode, copy
        self.rules = rules_with(game, deck, options)
        self.batch = Batch(
            self.rules,
            num_envs,
            None,
            seats=seats,
            compact=compact,
            reward=reward,
            penalty=penalty,
            skip_forced=skip_forced,
            autoreset=MODES[mode],
            threads=threads,
        )
        self.num_envs = num_envs
        self.single_observation_space = observation_space(self.rules, compact)
        self.single_action_space = action_space(self.rules)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._rows = np.arange(num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins all games anew, or those of `options["reset_mask"]`; the seed decides all of them."""
        which = (options or {}).get("reset_mask")
        if which is None:
            self.batch.reset(seed)
        else:
            self.batch.reset_where(which)
        return self._given(self.batch.observations), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Plays one action in every game."""
        deciding = self.batch.seats.astype(np.int64)
        self.batch.step(actions)
        rewards = self.batch.rewards[self._rows, deciding].astype(np.float64)
        over = self.batch.over.copy()
        info = self._info()
        info["rewards"], info["_rewards"] = self._given(self.batch.rewards), np.ones(self.num_envs, np.bool_)
        info["illegal"], info["_illegal"] = self._given(self.batch.illegal), over
        if self.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP and over.any():
            info["final_obs"], info["_final_obs"] = self._given(self.batch.final_observations), over
            info["final_info"] = {"rewards": info["rewards"], "_rewards": over}
            info["_final_info"] = over
        truncated = np.zeros(self.num_envs, np.bool_)
        return self._given(self.batch.observations), rewards, over, truncated, info

    def _info(self) -> dict[str, Any]:
        there = np.ones(self.num_envs, np.bool_)
        mask, seat = self._given(self.batch.masks), self._given(self.batch.seats)
        return {"action_mask": mask, "_action_mask": there, "seat": seat, "_seat": there}

    def _given(self, array: Any) -> Any:
        return array.copy() if self.copy else array

    def close_extras(self, **arguments: Any) -> None:
        """Ends the threads."""
        self.batch.close()
