from collections.abc import Mapping, Sequence
from typing import Any, TypedDict, final

import numpy as np
from kumalak._stubs.position import Position
from kumalak._stubs.rules import Rules
from numpy.typing import ArrayLike, NDArray

class _Infos(TypedDict):
    action_mask: NDArray[np.bool_]
    current_player: NDArray[np.uint8]

class _FinishedGames(TypedDict):
    board: NDArray[np.uint64]
    observation: Any
    kazans: NDArray[np.uint8]
    plies: NDArray[np.uint32]
    white_result: NDArray[np.int8]

@final
class VecEnv:
    """`N` boards that play under one rule set, one move on each at every step.

    Args:
        num_envs: Number of boards, `N`.
        seed: For `sample_actions` alone, since the rules hold no chance: one number, from which board `i` gets
            stream `i`, or a number for each board, whose stream then depends on nothing else.
        rules: The rule set or its text; the standard game if left out.
        autoreset: "next_step", "same_step" or "disabled", as in Gymnasium.
        observation: "tokens", "planes", "scaled" or "landing", or several of them; tokens if left out.
            Observations are arrays `[N, *OBSERVATION_SHAPES[name]]`, float32 for "scaled" and else uint8, in a
            dict if there are several.

    Raises:
        ValueError: If an argument is out of range.
    """

    def __new__(
        cls,
        num_envs: int,
        *,
        seed: int | Sequence[int] | NDArray[np.integer] = 0,
        rules: Rules | str | None = None,
        autoreset: str = "next_step",
        observation: str | Sequence[str] = "tokens",
    ) -> VecEnv: ...
    @property
    def num_envs(self) -> int:
        """Number of boards, `N`."""
    @property
    def rules(self) -> Rules:
        """The rule set."""
    @property
    def autoreset(self) -> str:
        """When new games start: "next_step", "same_step" or "disabled"."""
    @property
    def observation(self) -> str | tuple[str, ...]:
        """Name of the encoding of observations, or a tuple of several."""
    @property
    def simd_level(self) -> str:
        """The vector instructions in use: "baseline", "avx2" or "avx512". Results do not depend on them."""
    @property
    def memory_bytes(self) -> int:
        """Bytes that all boards take now.

        Positions of long runs without a capture are kept while they may repeat, so that the number grows with use and
        then stays.
        """
    def reset(
        self,
        seed: int | Sequence[int] | NDArray[np.integer] | None = None,
        *,
        mask: NDArray[np.bool_] | Sequence[bool] | None = None,
    ) -> tuple[Any, _Infos]:
        """Start a new game on every board, or where `mask` (`[N]`, bool) is true.

        Returns:
            Observations `[N, ...]` and infos. With a seed, the random streams of `sample_actions` start anew.
        """
    def step(
        self, actions: ArrayLike
    ) -> tuple[Any, NDArray[np.int8], NDArray[np.bool_], NDArray[np.bool_], _Infos]:
        """Play an action, the index 0 to 8 of a pit of the side to move, on every board: `[N]`.

        Returns:
            Observations `[N, ...]`, rewards of the players who moved `[N]`, terminated `[N]`, truncated `[N]` and
            infos.

        Raises:
            IllegalMoveError: If an action is illegal; no board has changed then.
        """
    def step_into(
        self,
        actions: ArrayLike,
        *,
        observations: NDArray[Any] | Mapping[str, NDArray[Any]] | None = None,
        action_mask: NDArray[np.bool_] | None = None,
        rewards: NDArray[np.int8] | None = None,
        terminated: NDArray[np.bool_] | None = None,
        truncated: NDArray[np.bool_] | None = None,
        current_player: NDArray[np.uint8] | None = None,
    ) -> None:
        """Like `step`, but write to C-contiguous arrays of the caller, as many as are given.

        With actions of type uint8 it allocates nothing.

        Args:
            actions: `[N]`.
            observations: `[N, ...]` as in `OBSERVATION_SHAPES`; a dict of arrays if there are several.
            action_mask: `[N, 9]`, bool.
            rewards: `[N]`, int8.
            terminated: `[N]`, bool.
            truncated: `[N]`, bool.
            current_player: `[N]`, uint8.

        Raises:
            IllegalMoveError: If an action is illegal.
            ValueError: If an array has another type or shape. In both cases neither boards nor arrays have changed.
        """
    def sample_actions(self, out: NDArray[np.uint8] | None = None) -> NDArray[np.uint8]:
        """A uniformly random legal action for every board, 0 for a finished one, each from its own stream: `[N]`.

        Fills and returns `out` if it is given.
        """
    def observations(self) -> Any:
        """What the side to move sees on every board: `[N, ...]`."""
    def action_mask(self) -> NDArray[np.bool_]:
        """Whether each pit of the side to move may be played: `[N, 9]`; nowhere on a finished board."""
    def current_player(self) -> NDArray[np.uint8]:
        """The side to move, 0 White and 1 Black: `[N]`."""
    def plies(self) -> NDArray[np.uint32]:
        """Moves played in the game on each board: `[N]`."""
    def finished_games(self) -> _FinishedGames:
        """The games that ended in the last step, `K` of them.

        Returns:
            `board` `[K]`, `observation` `[K, ...]`, `kazans` of White and Black `[K, 2]`, `plies` `[K]` and
            `white_result` `[K]`: 1, 0, -1; 0 too where the game was truncated.
        """
    def position(self, board: int) -> Position:
        """The position on a board."""
    def set_position(self, board: int, position: Position) -> None:
        """Start a new game on a board from a position."""
    def get_state(self) -> dict[str, NDArray[Any]]:
        """The positions of all boards.

        Returns:
            `pits` `[N, 2, 9]` of White and Black from their owners' left; `kazans` `[N, 2]`; `tuzdiks` `[N, 2]`:
            numbers of White's tuzdik, on Black's side, and of Black's, 0 for none; `current_player` `[N]`; `plies`
            `[N]`; and `status` `[N]`: 0 goes on, 1 majority, 2 atsyrau, 3 repetition, 4 truncated. All uint8 but
            plies, which is uint32. Which positions have occurred before is not in it; `clone` and pickles keep that.
        """
    def set_state(
        self, state: Mapping[str, ArrayLike], boards: Sequence[int] | NDArray[np.integer] | None = None
    ) -> None:
        """Put positions, as `get_state` gives them, on all boards, or on the `K` boards that `boards` lists.

        Each position counts as occurring for the first time. Without `tuzdiks` there are none, without
        `current_player` White moves, without `plies` none have been played, and without `status` position and
        plies say whether the game is over.

        Raises:
            StateError: If an array has the wrong shape or a board cannot stand under the rules; it names the board
            and what
                was expected. No board has changed then.
        """
    def render(self, board: int = 0, mode: str = "ansi") -> str:
        """One board as text, as books print it ("ansi"), or as an SVG ("svg")."""
    def clone(self) -> VecEnv:
        """An independent copy: boards, histories and random streams."""
    def _repr_html_(self) -> str: ...
    @staticmethod
    def _from_snapshot(rules: Rules, observation: str | Sequence[str], snapshot: bytes) -> VecEnv: ...
    def __copy__(self) -> VecEnv: ...
    def __deepcopy__(self, _memo: Any) -> VecEnv: ...
    def __len__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
