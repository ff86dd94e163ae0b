"""Many boards at once, on which the caller plays both sides."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space, iterate
from numpy.typing import ArrayLike, NDArray

import kumalak
from kumalak.gymnasium.options import check_options
from kumalak.gymnasium.spaces import observation_space

_MODES = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}


class ToguzKumalakVectorEnv(VectorEnv[Any, ArrayLike, NDArray[Any]]):
    """`N` boards, one move of the side to move on each at every step.

    Args:
        num_envs: Number of boards, `N`.
        rules: The rule set or its text.
        observation: Name of an encoding, or of several, which then come in a dict.
        autoreset_mode: One of Gymnasium's modes, or its value.
        render_mode: "ansi" for text or "svg" for pictures.
        others: Nothing: what else is given is refused, with a hint for the arguments of a single environment.

    Observations are seen by the side to move, rewards (`[N]`, float64) belong to the player who has just moved.
    The infos hold `action_mask` (`[N, 9]`, bool) and `current_player` (`[N]`, uint8); in the mode `SAME_STEP` also
    `final_obs` and `final_info` of the games that have ended. `boards` is the `kumalak.VecEnv` underneath.

    For one agent against a built-in player on each of many boards, give `gymnasium.make_vec`
    `vectorization_mode="sync"`.

    Raises:
        ValueError: If an argument is out of range.
        TypeError: If there is no such argument.
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        rules: kumalak.Rules | str = "standard",
        observation: str | Sequence[str] = "tokens",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: Literal["ansi", "svg"] | None = None,
        **others: object,
    ) -> None:
        _refuse(others)
        if render_mode not in (None, "ansi", "svg"):
            raise ValueError(f"render_mode must be None, 'ansi' or 'svg', got {render_mode!r}")
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": ["ansi", "svg"], "autoreset_mode": self.autoreset_mode}
        self.boards = kumalak.VecEnv(
            num_envs, rules=rules, autoreset=_MODES[self.autoreset_mode], observation=observation
        )
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.single_observation_space = observation_space(observation, self.boards.rules)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.single_action_space = spaces.Discrete(kumalak.NUM_ACTIONS)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Start a new game on every board, or where the option `reset_mask` (`[N]`, bool) is true.

        The rules hold no chance: a seed decides what `boards.sample_actions` draws, and that alone. Board `i` gets
        `seed + i`, as everywhere in Gymnasium.

        Raises:
            ValueError: If there is no such option.
        """
        check_options(options, "reset_mask")
        super().reset(seed=seed if isinstance(seed, int) else None)
        mask = (options or {}).get("reset_mask")
        observations, infos = self.boards.reset(self._seeds(seed), mask=mask)
        return observations, {**infos}

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int] | None:
        if seed is None or isinstance(seed, int):
            return None if seed is None else [seed + board for board in range(self.num_envs)]
        if any(one is None for one in seed):
            raise ValueError("seeds must be given for all boards or for none")
        return [int(one) for one in seed if one is not None]

    def step(
        self, actions: ArrayLike
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Play the pit with the index `actions[i]`, 0 to 8, on board `i`.

        Raises:
            kumalak.IllegalMoveError: If an action is illegal; no board has changed then.
        """
        observations, rewards, terminated, truncated, arrays = self.boards.step(actions)
        infos: dict[str, Any] = {**arrays}
        if self.autoreset_mode == AutoresetMode.SAME_STEP and (terminated | truncated).any():
            infos |= self._final()
        return observations, rewards.astype(np.float64), terminated, truncated, infos

    def _final(self) -> dict[str, Any]:
        games = self.boards.finished_games()
        has_ended = np.zeros(self.num_envs, np.bool_)
        has_ended[games["board"]] = True
        final_obs = np.full(self.num_envs, None, dtype=object)
        space = batch_space(self.single_observation_space, len(games["board"]))
        for board, last in zip(games["board"], iterate(space, games["observation"]), strict=True):
            final_obs[board] = last
        final_info: dict[str, Any] = {}
        for name in ("kazans", "plies", "white_result"):
            values = games[name]
            final_info[name] = np.zeros((self.num_envs, *values.shape[1:]), values.dtype)
            final_info[name][games["board"]] = values
            final_info[f"_{name}"] = has_ended.copy()
        return {
            "final_obs": final_obs,
            "_final_obs": has_ended,
            "final_info": final_info,
            "_final_info": has_ended.copy(),
        }

    def render(self) -> tuple[str, ...] | None:
        """Every board as text or as an SVG."""
        if self.render_mode is None:
            return None
        return tuple(self.boards.render(board, self.render_mode) for board in range(self.num_envs))


def _refuse(others: Mapping[str, object]) -> None:
    for name in others:
        if name in ("opponent", "side", "illegal_action"):
            raise TypeError(
                f"{name} belongs to a single environment: here the caller plays both sides of every board. "
                'gymnasium.make_vec(..., vectorization_mode="sync") gives each board a built-in opponent'
            )
        raise TypeError(
            f"there is no argument {name!r}, only num_envs, rules, observation, autoreset_mode and render_mode"
        )
