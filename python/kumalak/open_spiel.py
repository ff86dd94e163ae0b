"""Toguz Kumalak as an OpenSpiel game: importing this module registers `python_toguz_kumalak`.

Needs the package `open_spiel`. The game is one of OpenSpiel's Python games: right for its algorithms on single
states, slow for millions of them; `kumalak.VecEnv` is made for those.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pyspiel

import kumalak

GAME_NAME: Final = "python_toguz_kumalak"

DEFAULT_MAX_GAME_LENGTH: Final = 10_000
"""Plies after which a game is drawn, since OpenSpiel needs a bound. The longest of 10⁹ random games had 874."""

_GAME_TYPE = pyspiel.GameType(
    short_name=GAME_NAME,
    long_name="Toguz Kumalak",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"rules": "standard", "max_game_length": DEFAULT_MAX_GAME_LENGTH},
)


class ToguzKumalakGame(pyspiel.Game):
    """The game under one rule set.

    Args:
        params: `rules`, the text of a rule set with `;` for its commas and `:` for its equals signs, which mean
            something else to OpenSpiel, such as "standard;pits:5;stones:5"; and `max_game_length`, plies after
            which a game ends in a draw: OpenSpiel knows no truncation.
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        longest = int(params.get("max_game_length", DEFAULT_MAX_GAME_LENGTH))
        text = str(params.get("rules", "standard"))
        rules = kumalak.Rules(text.replace(";", ",").replace(":", "="))
        self.rules = rules.replace(ply_cap=min(longest, rules.ply_cap or longest))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.pits,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.rules.ply_cap or longest,
        )
        super().__init__(_GAME_TYPE, info, params)

    def new_initial_state(self, state: object = None) -> ToguzKumalakState:
        """The start of a game."""
        if state is not None:
            raise ValueError("a game can begin at its start alone")
        return ToguzKumalakState(self)

    def make_py_observer(self, iig_obs_type: object = None, params: object = None) -> ToguzKumalakObserver:  # noqa: ARG002
        """What observes states: everybody sees everything."""
        return ToguzKumalakObserver(params)


class ToguzKumalakState(pyspiel.State):
    """A game in progress. An action is the index of a pit of the side to move."""

    def __init__(self, game: ToguzKumalakGame) -> None:
        super().__init__(game)
        self.game = kumalak.Game(game.rules)

    def current_player(self) -> int:
        """0 for White, 1 for Black, or OpenSpiel's mark of the end."""
        if self.game.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return 0 if self.game.turn == "white" else 1

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002
        return [pit - 1 for pit in self.game.legal_moves]

    def _apply_action(self, action: int) -> None:
        self.game.play(action + 1)

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002
        """The move as score sheets write it; the number of the pit where it cannot be played."""
        if action + 1 in self.game.legal_moves:
            return self.game.position.notation(action + 1)
        return str(action + 1)

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self.game.is_over

    def returns(self) -> list[float]:
        """+1, 0 or -1 for White and for Black; 0 while the game goes on."""
        white = {"1-0": 1.0, "0-1": -1.0}.get(self.game.outcome or "", 0.0)
        return [white, -white]

    def __str__(self) -> str:
        return str(self.game)


class ToguzKumalakObserver:
    """Writes `tokens` as floats: `[23]`, seen by the player who is asked for."""

    def __init__(self, params: object = None) -> None:
        if params:
            raise ValueError(f"the observer takes no parameters, got {params}")
        self.tensor = np.zeros(kumalak.OBSERVATION_LEN, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: ToguzKumalakState, player: int) -> None:
        """Write what a player sees in a state."""
        self.tensor[:] = state.game.observation("tokens", side=("white", "black")[player])

    def string_from(self, state: ToguzKumalakState, player: int) -> str:  # noqa: ARG002
        """A state as text."""
        return f"{state.game.position.to_fen()} x{state.game.occurrences}"


pyspiel.register_game(_GAME_TYPE, ToguzKumalakGame)
