"""The games for PettingZoo: agents decide one after the other (AEC)."""

from typing import Any

import numpy as np
from pettingzoo import AECEnv

from coatl.engine.errors import CoatlError
from coatl.registry import rules_with
from coatl.rl.batch import PENALTY, Batch
from coatl.rl.observations import observation
from coatl.rl.spaces import RENDER_MODES, action_space, check_render_mode, masked_space, rendered


class CoatlAEC(AECEnv):  # type: ignore[misc]
    """A table of two to four agents, `player_0` and so on, or of one against ADAM or CARL.

    The secret choice at set-up is a turn of each agent; what the others see does not change with it.
    """

    def __init__(
        self,
        game: str,
        *,
        deck: Any = None,
        compact: bool = False,
        reward: str = "margin",
        penalty: float = PENALTY,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """`options` are those of a table (docs/options.md); `max_cycles` ends a game after so many decisions."""
        super().__init__()
        check_render_mode(render_mode)
        self.metadata = {
            "name": f"coatl_{game}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self.rules = rules_with(game, deck, options)
        self.compact, self.render_mode, self.max_cycles = compact, render_mode, max_cycles
        self.batch = Batch(self.rules, 1, None, compact=compact, reward=reward, penalty=penalty, autoreset="never")
        self.possible_agents = [f"player_{seat}" for seat in range(int(self.rules.options["players"]))]
        self.agents: list[str] = []
        self._space = masked_space(self.rules, compact)
        self._actions = action_space(self.rules)
        self._arrays = self.batch._games  # read at every step

    def observation_space(self, agent: str) -> Any:
        """The same for all agents."""
        return self._space

    def action_space(self, agent: str) -> Any:
        """The same for all agents."""
        return self._actions

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; with a seed the same one as ever."""
        self.batch.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[int(self._arrays.seats[0])]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent may know, and its legal actions: none while another decides."""
        arrays = self._arrays
        if agent not in self.possible_agents:
            raise CoatlError("rl.agent", f"There is no agent {str(agent)[:20]!r}.", self.possible_agents)
        seat = self.possible_agents.index(agent)
        if seat == arrays.seats[0]:
            mask = np.zeros_like(arrays.masks[0]) if arrays.over[0] else arrays.masks[0]
            return {"observation": arrays.observations[0].copy(), "action_mask": mask.astype(np.int8)}
        seen = observation(self.rules, arrays.states, seat + 1, self.compact)
        return {"observation": seen, "action_mask": np.zeros(self.rules.actions, np.int8)}

    def step(self, action: int | None) -> None:
        """Plays for the agent whose turn it is; an illegal action ends the game with the penalty."""
        if not self.batch._begun:
            raise CoatlError("batch.reset", "An environment begins with reset().")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.batch.step((action,))
        arrays = self._arrays
        if arrays.over[0]:
            for seat, other in enumerate(self.agents):
                self.rewards[other] = float(arrays.rewards[0, seat])
                self.terminations[other] = True
                self._cumulative_rewards[other] += self.rewards[other]
            self.infos[agent]["illegal"] = bool(arrays.illegal[0])
        else:
            self.agent_selection = self.possible_agents[arrays.seats[0]]
            if self.max_cycles is not None and arrays.lengths[0] >= self.max_cycles:
                self.truncations = dict.fromkeys(self.agents, True)
        if self.render_mode == "human":
            self.render()

    def render(self) -> Any:
        """The table as text, returned (ansi) or printed (human), or as a picture (rgb_array)."""
        return rendered(self.render_mode, self.rules, self._arrays.states)

    def close(self) -> None:
        """Nothing to let go of."""
        self.batch.close()


def env(game: str, **arguments: Any) -> CoatlAEC:
    """For `pettingzoo.make("aec", "coatl/Card-v0", players=3)`."""
    return CoatlAEC(game, **arguments)
