"""One agent against a built-in player."""

from collections.abc import Sequence
from typing import Any, ClassVar, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

import kumalak
from kumalak.gymnasium.options import check_options
from kumalak.gymnasium.spaces import observation_space


class ToguzKumalakEnv(gymnasium.Env[Any, np.int64]):
    """A game against a built-in player, who answers within `step`.

    Args:
        opponent: What `kumalak.Player` takes, such as "random", "greedy" or "alphabeta:depth=2", or a player, which is
            copied.
        side: The agent's side, "white", "black" or "random": drawn at every reset.
        rules: The rule set or its text.
        observation: Name of an encoding, or of several, which then come in a dict.
        illegal_action: What an illegal action does: "error" raises `kumalak.IllegalMoveError`, "loss" loses the game.
        render_mode: "human" to print the board after every step, "ansi" for its text, or "svg" for a picture.

    Observations are seen by the agent, also at the end of the game. The reward is 0 until the game ends, then +1,
    0 or -1. The infos hold `action_mask` (`[9]`, bool) and `side`.

    Raises:
        ValueError: If an argument is out of range.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["human", "ansi", "svg"], "render_fps": 1}  # type: ignore[misc]

    def __init__(
        self,
        opponent: str | kumalak.Player = "random",
        side: Literal["white", "black", "random"] = "white",
        rules: kumalak.Rules | str = "standard",
        observation: str | Sequence[str] = "tokens",
        illegal_action: Literal["error", "loss"] = "error",
        render_mode: Literal["human", "ansi", "svg"] | None = None,
    ) -> None:
        _check("side", side, ("white", "black", "random"))
        _check("illegal_action", illegal_action, ("error", "loss"))
        _check("render_mode", render_mode, (None, "human", "ansi", "svg"))
        self.rules = kumalak.Rules(rules) if isinstance(rules, str) else rules
        self.opponent = (
            kumalak.Player(opponent, rules=self.rules) if isinstance(opponent, str) else opponent.clone()
        )
        self.render_mode = render_mode
        self.observation_space = observation_space(observation, self.rules)
        self.action_space = spaces.Discrete(kumalak.NUM_ACTIONS)
        self.game = kumalak.Game(self.rules)
        self.side: str = "white"
        self._chosen_side = side
        self._observation = observation
        self._illegal_action = illegal_action
        self._has_lost = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start a new game. The option `start` is a `kumalak.Position` to start from.

        Raises:
            ValueError: If there is no such option.
        """
        check_options(options, "start")
        super().reset(seed=seed)
        self.opponent.reseed(int(self.np_random.integers(2**63)))
        draws = self._chosen_side == "random"
        self.side = ("white", "black")[self.np_random.integers(2)] if draws else self._chosen_side
        self.game = kumalak.Game(self.rules, (options or {}).get("start"))
        self._has_lost = False
        self._answer()
        self._show()
        return self._observe(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play the pit with this index, 0 to 8, and let the opponent answer."""
        if not self.is_over:
            self._play(int(action))
            self._answer()
        self._show()
        truncated = self.game.is_truncated
        terminated = self.is_over and not truncated
        return self._observe(), self._reward(), terminated, truncated, self._info()

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._has_lost or self.game.is_over

    def action_masks(self) -> NDArray[np.bool_]:
        """Whether each action is legal: `[9]`, under the name that libraries with masked policies look for."""
        if self._has_lost:
            return np.zeros(kumalak.NUM_ACTIONS, np.bool_)
        return self.game.action_mask()

    def render(self) -> str | None:
        """The board as text or as an SVG; nothing in the mode "human", which prints by itself."""
        if self.render_mode in (None, "human"):
            return None
        if self.render_mode == "svg":
            return kumalak.render.board_svg(self.game.position, self.game.last_move)
        return str(self.game)

    def _show(self) -> None:
        if self.render_mode == "human":
            print(self.game, end="\n\n")

    def _play(self, action: int) -> None:
        pit = action + 1
        if self._illegal_action == "loss" and pit not in self.game.legal_moves:
            self._has_lost = True
        elif 0 <= action < kumalak.NUM_ACTIONS:
            self.game.play(pit)
        else:
            raise kumalak.IllegalMoveError(f"an action is the index of a pit, 0 to 8, got {action}")

    def _answer(self) -> None:
        while not self.is_over and self.game.turn != self.side:
            self.game.play(self.opponent.choose(self.game))

    def _reward(self) -> float:
        if self._has_lost:
            return -1.0
        white = {"1-0": 1.0, "0-1": -1.0}.get(self.game.outcome or "", 0.0)
        return white if self.side == "white" else -white

    def _observe(self) -> Any:
        return self.game.observation(self._observation, side=self.side)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), "side": self.side}


def _check(name: str, value: object, allowed: tuple[object, ...]) -> None:
    if value not in allowed:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, allowed))}, got {value!r}")
