"""Toguz Kumalak as a PettingZoo AEC environment. Needs `pip install kumalak[pettingzoo]`."""

from collections.abc import Sequence
from typing import Any, ClassVar, Literal

import numpy as np
import pettingzoo
from gymnasium import spaces
from pettingzoo.utils import wrappers

import kumalak
from kumalak.gymnasium.spaces import observation_space

_SIDES = {"player_0": "white", "player_1": "black"}
_AGENTS = {side: agent for agent, side in _SIDES.items()}


def env(**arguments: Any) -> pettingzoo.AECEnv[str, Any, int | None]:
    """The environment in PettingZoo's usual wrappers: an illegal move ends the game and costs its player a point.

    Args:
        arguments: Those of `raw_env`.
    """
    illegal_is_lost = wrappers.TerminateIllegalWrapper(raw_env(**arguments), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(illegal_is_lost))


class raw_env(pettingzoo.AECEnv[str, Any, int | None]):  # noqa: N801  (the name is PettingZoo's)
    """Two agents who move in turn: "player_0" is White and begins, "player_1" is Black.

    Args:
        rules: The rule set or its text.
        observation: Name of an encoding, or of several, which then come in a dict.
        render_mode: "human" to print the board, "ansi" for its text, or "svg" for a picture.

    An observation is a dict of `observation`, seen by the agent, and `action_mask` (`[9]`, int8), which is all 0
    for the agent who is not to move. At the end the winner gets +1 and the loser -1.

    Raises:
        ValueError: If an argument is out of range.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["human", "ansi", "svg"],
        "name": "toguz_kumalak_v0",
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        rules: kumalak.Rules | str = "standard",
        observation: str | Sequence[str] = "tokens",
        render_mode: Literal["human", "ansi", "svg"] | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, "human", "ansi", "svg"):
            raise ValueError(f"render_mode must be None, 'human', 'ansi' or 'svg', got {render_mode!r}")
        self.rules = kumalak.Rules(rules) if isinstance(rules, str) else rules
        self.render_mode = render_mode
        self.possible_agents = list(_SIDES)
        self.agents = list(self.possible_agents)
        self.game = kumalak.Game(self.rules)
        self._observation = observation
        seen = observation_space(observation, self.rules)
        mask = spaces.Box(0, 1, (kumalak.NUM_ACTIONS,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.agents
        }
        self.action_spaces = {agent: spaces.Discrete(kumalak.NUM_ACTIONS) for agent in self.agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations; the same object at every call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's actions; the same object at every call."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Start a new game. The option `start` is a `kumalak.Position` to start from; there is no chance to seed.

        Other options have no effect: PettingZoo's own checks give such ones.
        """
        self.game = kumalak.Game(self.rules, (options or {}).get("start"))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = _AGENTS[self.game.turn]
        self._report_end()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees, and which actions it has."""
        is_to_move = agent == _AGENTS[self.game.turn]
        legal = self.game.action_mask() if is_to_move else np.zeros(kumalak.NUM_ACTIONS, np.bool_)
        return {
            "observation": self.game.observation(self._observation, side=_SIDES[agent]),
            "action_mask": legal.astype(np.int8),
        }

    def step(self, action: int | None) -> None:
        """Play the pit with this index, 0 to 8.

        Raises:
            kumalak.IllegalMoveError: If the action is illegal; the game has not changed then.
        """
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(None)
            return
        if action is None or not 0 <= int(action) < kumalak.NUM_ACTIONS:
            raise kumalak.IllegalMoveError(f"an action is the index of a pit, 0 to 8, got {action}")
        self.game.play(int(action) + 1)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self.agent_selection = _AGENTS[self.game.turn]
        self._report_end()
        self._accumulate_rewards()

    def _report_end(self) -> None:
        if not self.game.is_over:
            return
        white = {"1-0": 1.0, "0-1": -1.0}.get(self.game.outcome or "", 0.0)
        self.rewards = {"player_0": white, "player_1": -white}
        self.terminations = dict.fromkeys(self.agents, not self.game.is_truncated)
        self.truncations = dict.fromkeys(self.agents, self.game.is_truncated)

    def render(self) -> str | None:
        """The board as text or as an SVG; the mode "human" prints the text."""
        if self.render_mode is None:
            return None
        if self.render_mode == "human":
            print(self.game, end="\n\n")
            return None
        if self.render_mode == "svg":
            return kumalak.render.board_svg(self.game.position, self.game.last_move)
        return str(self.game)

    def close(self) -> None:
        """Nothing is open."""
